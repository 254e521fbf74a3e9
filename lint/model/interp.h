/* SPDX-License-Identifier: MIT */
/*
 * Templates and variables to values (compose-go, interpolation/ and template/).
 *
 * Every string scalar of a document gets a new node where it holds a
 * reference: text, parts, one STEP_VARIABLE per variable (span: where the value
 * stands), `written` the scalar in the file.  Keys are never touched.  What
 * nobody sets is noted, not reported: the engine reports unset-variable once a
 * rule may have named it.  Malformed references and required variables that are
 * not set: finding model-invalid at the reference; `refused` is set and the
 * value is unknown.
 */
#ifndef MODEL_INTERP_H
#define MODEL_INTERP_H

#include "base/diag.h"
#include "model/env.h"

/* One use of a variable that nothing sets and that has no default. */
struct unset_use {
	struct str name;
	struct span span;         /* the reference, "${NAME}" */
	struct str path;          /* model path of the scalar: "services.agent.cpus"; of an env
				     file's line: the name it sets */
	const struct node *value; /* the interpolated node; NULL in an env file */
};

struct unset_list {
	struct arena *arena;
	struct unset_use *uses;
	size_t count, capacity;
	bool required; /* one that the project demands was not set: refused, so not among the uses */
};

struct interp {
	struct lint *lint;
	struct env *env;
	struct unset_list *unset;
	bool refused;
};

/* One scalar; `path` is its model path. */
const struct node *interp_scalar(struct interp *interp, const struct node *scalar, struct str path);
/* The whole tree; nodes without references are shared with the old one.  Values tagged !reset
   are left alone. */
const struct node *interp_document(struct interp *interp, const struct node *document);

#endif
