/* SPDX-License-Identifier: MIT */
/*
 * Models from text, for the tests of lint/model: one Compose document without
 * files and variables in, findings and values as text out.
 *
 * model_text_end() gives the memory back; what the functions return lives until then.
 */
#ifndef TESTS_MODEL_TEXT_H
#define TESTS_MODEL_TEXT_H

#include "base/diag.h"
#include "base/node.h"

struct model_text {
	struct lint lint;
	const struct node *model;
	bool refused; /* by any stage so far */
};

/* Reads and casts. */
void model_text_read(struct model_text *t, const char *yaml);
void model_text_end(struct model_text *t);
/* "LINE:COLUMN path evidence", one a line, sorted by place. */
const char *model_text_findings(struct model_text *t);
/* A value as JSON with the keys in their order. */
const char *model_text_json(struct model_text *t, const struct node *node);
/* The value at a path of keys and indices, "services.a.volumes.0"; a dot always separates. */
const struct node *model_text_at(const struct model_text *t, const char *path);
/* The bytes of the file that a node covers. */
struct str model_text_covers(const struct model_text *t, const struct node *node);

#endif
