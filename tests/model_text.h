/* SPDX-License-Identifier: MIT */
/*
 * For unit tests: a node of a model as text in flow style, and the steps by
 * which it came about.  A row is one project, one path into its model, and
 * what stands there.  Text lives in the run of the test.
 */
#ifndef TESTS_MODEL_TEXT_H
#define TESTS_MODEL_TEXT_H

#include "support.h"

struct model_row {
	const char *name;   /* printed on failure */
	struct str files;   /* as test_lint() takes them */
	const char *path;   /* "services.web.volumes[0].source" */
	struct str wanted;  /* the node as text; "(none)": not there */
	struct str history; /* its steps, newest first; empty: not compared */
};

/* "services.web.volumes[0]"; NULL when nothing is there. */
const struct node *model_at(const struct project *project, const char *path);
const struct node *model_find(const struct node *model, const char *path);
/* "{a: [b, c], d: null}" */
struct str model_text(struct arena *arena, const struct node *node);
/* "replace compose.override.yaml:3 was x; ..." */
struct str model_history(struct test_run *run, const struct node *node);

/* Loads the row's files and compares. */
void model_check(const struct model_row *row);

#endif
