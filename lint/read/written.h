/* SPDX-License-Identifier: MIT */
/*
 * How a YAML scalar is written, undone: which bytes of the file stand for
 * which bytes of its text.  Knows quotes, escapes, folded lines and block
 * scalars (YAML 1.1 as libyaml reads it), and nothing of nodes.
 *
 * The writing is walked again instead of being recorded while reading: few
 * scalars of a file are ever cut into pieces.  Who cuts one into many keeps a
 * map of it, so that no walk begins at the start.
 */
#ifndef READ_WRITTEN_H
#define READ_WRITTEN_H

#include "base/node.h"

struct arena;

/* Marks along one scalar, made by the walks; all zeroes but the arena to begin with. */
struct written_map {
	struct arena *arena;
	struct str writing; /* whose marks they are; another writing begins anew */
	struct written_mark *marks;
	size_t count, capacity;
};

/*
 * Where bytes [from, to) of `text` stand in `writing`, which begins with the
 * scalar (its quote or block indicator) and may go on behind it.  False when
 * the writing does not give the text: the caller has but the whole scalar.
 * `map`: NULL for a single question.
 */
bool written_find(struct str writing, enum node_style style, struct str text, size_t from,
		  size_t to, struct written_map *map, size_t *start, size_t *end);
/* Length of the tag and anchor at the beginning, with the white space and comments behind them. */
size_t written_properties(struct str writing);
/* Bytes of the line break at `at`; 0: none is there. */
size_t written_break(struct str writing, size_t at);

#endif
