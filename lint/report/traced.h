/* SPDX-License-Identifier: MIT */
/*
 * The history of the values of a model in words and in JSON.
 *
 * What a file says passes the mask and is made visible, so that no text of a
 * history steers a terminal or ends a comment.  Text is added to the writer's
 * `out`; nothing fails.
 */
#ifndef REPORT_TRACED_H
#define REPORT_TRACED_H

#include "report/origin.h"
#include "report/value.h"

/* "compose.yaml:12  ${PROJECT_DIR} from .env:6": what stands behind the value in YAML.
   `name`: the key it stands behind, for the mask. */
void traced_add_line(struct value_writer *w, struct str name, const struct origin_way *way);
/* Nothing happened to the value but that a file set it. */
bool traced_is_plain(struct value_writer *w, const struct origin_way *way);
/* "provenance" of the JSON form: from JSON pointers to steps; the object alone. */
void traced_add_json(struct value_writer *w, const struct origin_way *way, struct str name,
		     size_t depth);
/* The value and all below it, each with one line for each step of its history. */
void traced_add_tree(struct value_writer *w, const struct origin_way *way, struct str name,
		     size_t depth);

#endif
