/* SPDX-License-Identifier: MIT */
/*
 * The known name that is nearest to a misspelt one: at most two edits away, and
 * a third of its length.  Names are offered one by one; the first of several
 * equally near ones counts, and one that differs in case alone comes before all
 * others.  Of a long list only the beginning is looked at.  Nothing fails.
 */
#ifndef BASE_NEAREST_H
#define BASE_NEAREST_H

#include "base/str.h"

struct nearest {
	struct str wanted; /* filled by the caller; the rest begins as zeroes */
	struct str name;   /* the nearest so far; empty: none is near */
	size_t edits;      /* between the two */
	size_t offered;
};

void nearest_offer(struct nearest *nearest, struct str name);
/* One of a few words: one that was only begun ("warn") is near, too, if no other is. */
void nearest_offer_word(struct nearest *nearest, struct str word);
/* "; did you mean 'x'?", made visible; empty when no name is near. */
struct str nearest_question(struct arena *arena, const struct nearest *nearest);

#endif
