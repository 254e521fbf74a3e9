/* SPDX-License-Identifier: MIT */
/*
 * What a file itself says of a value: its text with the defaults that stand in
 * it, ${NAME:-value}, and with references in place of what comes from elsewhere.
 * Lives in the given arena or borrows from the node; nothing fails.
 */
#ifndef FACT_LITERAL_H
#define FACT_LITERAL_H

#include "base/node.h"

struct arena;

/* *refers: some part of it comes from elsewhere. */
struct str literal_text(struct arena *arena, const struct node *value, bool *refers);
/* Where bytes [from, to) of that text stand: inside the quotes, inside a default. */
struct span literal_span(const struct sources *sources, const struct node *value, size_t from,
			 size_t to);

#endif
