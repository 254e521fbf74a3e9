/* SPDX-License-Identifier: MIT */
/*
 * The markers of heredocs in an assembled instruction (BuildKit,
 * frontend/dockerfile/parser/parser.go).
 *
 * The line is split into words like a shell, the escape always the backslash;
 * a line that cannot be split (unbalanced quote) has no marker.  The bodies are
 * the caller's to read.  Names live in the arena; nothing fails.
 */
#ifndef READ_HEREDOC_H
#define READ_HEREDOC_H

#include "base/arena.h"
#include "base/str.h"

struct heredoc_marker {
	struct str name;
	bool expand;     /* no part of the name was quoted */
	bool strip_tabs; /* <<- */
};

struct heredoc_markers {
	const struct heredoc_marker *items;
	size_t count;
};

struct heredoc_markers heredoc_find(struct arena *arena, struct str line);
/* The word behind the blank of "<<- NAME", which is no marker although a shell takes it for one; else
   empty.  For a message: quotes are not looked at. */
struct str heredoc_kept_apart(struct str line);
/* The whole word is a marker. */
bool heredoc_is_marker(struct arena *arena, struct str word, struct heredoc_marker *marker);

#endif
