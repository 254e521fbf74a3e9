/* SPDX-License-Identifier: MIT */
/*
 * The project that an entry of `include` brings: its files, found and asked for,
 * its directory and its variables, and then loaded like the first one.
 *
 * What cannot be had, goes in a circle or is more than the limits allow is a
 * finding at the entry, and the loader knows that something is missing.  The
 * model lives in the run arena; includes of one file that say the same share it.
 */
#ifndef MODEL_LOAD_INCLUDE_H
#define MODEL_LOAD_INCLUDE_H

#include "base/table.h"
#include "model/include.h"
#include "model/project.h"

struct loader;

/* A file on its way; the chain tells a circle of includes. */
struct opened {
	struct opened *up;
	struct str path;
	size_t depth;
	struct table included; /* what it has included: for load_include alone */
};

/* One project on its way: the main one or an included one. */
struct scope {
	struct loader *loader;
	struct env *env;
	struct str directory;
	struct opened *opened;
	struct table extended; /* absolute path -> what load found in an extended file */
	enum file_role role;
	/* The model of these files, which load makes; NULL: they say nothing. */
	const struct node *(*load)(struct scope *scope, const struct str *paths,
				   const struct str *names, size_t count);
};

/* `scope` is that of the file with the entry: for struct include_source. */
const struct node *load_included(void *scope, const struct include_entry *entry);

#endif
