/* SPDX-License-Identifier: MIT */
/*
 * The patterns of ${v#p}, ${v%p} and ${v/p/r} (BuildKit,
 * frontend/dockerfile/shell): "*", "?", and a backslash before those and
 * itself.  "?" is one character of UTF-8.
 *
 * Results live in the arena.  `work` is lowered by the steps taken; when it is
 * spent the answer is as if nothing matched, and the caller must look at it.
 */
#ifndef IMAGE_GLOB_H
#define IMAGE_GLOB_H

#include "base/arena.h"
#include "base/str.h"

struct glob_token;

struct glob {
	struct glob_token *tokens;
	size_t count;
};

/* False: an escape that no pattern knows. */
bool glob_compile(struct arena *arena, struct str pattern, struct glob *glob);
/* The value without its shortest or longest matching start, or end. */
struct str glob_cut(struct arena *arena, const struct glob *glob, struct str value, bool at_end,
		    bool longest, size_t *work);
/* The value with its first match, or all of them, replaced. */
struct str glob_replace(struct arena *arena, const struct glob *glob, struct str value,
			struct str replacement, bool all, size_t *work);

#endif
