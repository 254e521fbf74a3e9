/* SPDX-License-Identifier: MIT */
/*
 * The suppressions of one file, and the way from a finding to the innermost one
 * that covers it.  Serves engine/suppress alone.
 *
 * What comments are about are entries of one tree, so of two one lies in the
 * other or they have nothing in common: a question goes from the last one that
 * begins before the finding outward.  All lives in the run arena.
 */
#ifndef ENGINE_SUPPRESS_INDEX_H
#define ENGINE_SUPPRESS_INDEX_H

#include "engine/rule.h"

/* One comment, or one entry of a list. */
struct suppress_mark {
	struct suppression given; /* what a finding is marked with */
	struct span about;        /* what a comment covers; none: nothing */
	bool whole_file;
	bool own_line;
	const struct rule **rules;
	bool *used; /* by rule */
	size_t nrules;
	struct str names; /* as they stand in the file */
	bool has_reason;
	struct str problem; /* why it suppresses nothing; empty: nothing is wrong */
	bool told;          /* that there is something wrong */
};

/* One rule of one mark. */
struct suppress_cover {
	size_t rule; /* its position in the set */
	struct span span;
	struct suppress_mark *mark;
	bool *used;
	const struct suppress_cover *around; /* the next one outward, of the same rule */
};

struct suppress_index {
	struct suppress_cover *covers; /* by rule, beginning, and from outside inward */
	size_t count;
};

struct suppress_index suppress_index_of(struct arena *arena, struct rule_set rules,
					struct suppress_mark *marks, size_t count);
/* NULL: none covers it.  `reasons`: one without a reason does not count. */
const struct suppress_cover *suppress_index_find(const struct suppress_index *index, size_t rule,
						 struct span span, bool reasons);

#endif
