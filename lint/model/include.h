/* SPDX-License-Identifier: MIT */
/*
 * include: whole projects brought into one (compose-go, loader/include.go).
 *
 * Works on one document before it is merged.  The other project is asked for
 * through a callback.  Resources copied into the document carry STEP_INCLUDE
 * (span: the include entry).  Conflicts, cycles, missing files: finding
 * model-invalid at the entry; a remote one: incomplete-project.
 */
#ifndef MODEL_INCLUDE_H
#define MODEL_INCLUDE_H

#include "base/diag.h"
#include "base/node.h"

/* One include entry, its short form written out. */
struct include_entry {
	const struct node *entry;        /* the item, for findings */
	const struct node *const *paths; /* scalars; the first is the main file */
	size_t npaths;
	const struct node *project_directory; /* scalar or NULL */
	const struct node *const *env_files;
	size_t nenv_files;
};

struct include_source {
	void *self;
	/* The included model after its own steps 1-17, or NULL (already said). */
	const struct node *(*model)(void *self, const struct include_entry *entry);
};

const struct node *include_resolve(struct lint *lint, const struct node *document,
				   const struct include_source *source, bool *refused);

#endif
