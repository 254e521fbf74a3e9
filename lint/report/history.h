/* SPDX-License-Identifier: MIT */
/*
 * How a value of the model came about: where it stands, and the steps that
 * brought it there, newest first.
 *
 * A value that no file wrote says "default" and has the place of what called
 * for it.  Values that were replaced are quoted as mask_value() shows them.
 * Lives in the run arena; never fails.
 */
#ifndef REPORT_HISTORY_H
#define REPORT_HISTORY_H

#include "report/mask.h"

struct history_entry {
	const char *op;	   /* "set", "default", "interpolate", "replace", "append", "merge-key",
			      "alias", "!override", "extends", "include" */
	struct span span;  /* none: the process, or nothing */
	struct str detail; /* a variable's name, or the text that was replaced; may be empty */
};

struct history {
	struct history_entry *entries;
	size_t count, capacity;
};

/* What a value lies in, from the inside out. */
struct history_around {
	const struct node *node;
	const struct history_around *up;
};

struct history history_of(struct lint *lint, struct credentials *credentials, struct str name,
			  const struct node *node, const struct history_around *around);
/* "compose.yaml:12  ${PROJECT_DIR} from .env:6": one line, made visible. */
void history_add_line(struct builder *b, struct sources *sources, const struct history *history);

#endif
