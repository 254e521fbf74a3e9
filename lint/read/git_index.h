/* SPDX-License-Identifier: MIT */
/*
 * Whether files are tracked by git, from the index of their checkout alone.
 *
 * git is never run: it would run what the checkout's configuration names.  The
 * index is the nearest one above a file, that of a worktree or submodule
 * included.  An index that is split, too large, of no known version or hash, or
 * that has a directory of a sparse one in place of the file does not tell.
 * Nothing outlives the call but what the arena holds.
 *
 * Source of the facts: gitformat-index(5), versions 2 to 4, with SHA-1 or SHA-256.
 */
#ifndef READ_GIT_INDEX_H
#define READ_GIT_INDEX_H

#include "read/file.h"

enum git_tracked {
	GIT_UNTRACKED, /* or in no checkout at all */
	GIT_TRACKED,
	GIT_UNKNOWN /* there is an index, but it does not tell */
};

struct git_path {
	struct str path; /* absolute and clean */
	enum git_tracked tracked;
};

/* Fills in `tracked` of all; each index is read once. */
void git_index_look(const struct files *files, struct arena *arena, struct git_path *paths,
		    size_t count);

#endif
