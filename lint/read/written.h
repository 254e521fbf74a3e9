/* SPDX-License-Identifier: MIT */
/*
 * How a YAML scalar is written, undone: which bytes of the file stand for
 * which bytes of its text.  Knows quotes, escapes, folded lines and block
 * scalars (YAML 1.1 as libyaml reads it), and nothing of nodes.
 *
 * Pure.  The writing is walked again instead of being recorded while reading:
 * few scalars of a file are ever cut into pieces.
 */
#ifndef READ_WRITTEN_H
#define READ_WRITTEN_H

#include "base/node.h"

/*
 * Where bytes [from, to) of `text` stand in `writing`, which begins with the
 * scalar (its quote or block indicator) and may go on behind it.  False when
 * the writing does not give the text: the caller has but the whole scalar.
 */
bool written_find(struct str writing, enum node_style style, struct str text, size_t from,
		  size_t to, size_t *start, size_t *end);
/* Length of the tag and anchor at the beginning, with the white space and comments behind them. */
size_t written_properties(struct str writing);
/* Bytes of the line break at `at`; 0: none is there. */
size_t written_break(struct str writing, size_t at);

#endif
