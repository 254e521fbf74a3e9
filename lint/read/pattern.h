/* SPDX-License-Identifier: MIT */
/*
 * The patterns of .dockerignore files and of COPY sources, as BuildKit reads
 * and matches them (moby/patternmatcher).
 *
 * Paths are relative to the root of the build context, clean, with "/".  A
 * pattern that BuildKit refuses stays in its list, where it excludes nothing.
 * Matching takes time in proportion to pattern times path, whatever they are:
 * `left` is how many steps may still be taken, from which each call takes; when
 * it is 0, patterns match nothing any more, and the caller says so.
 * Results live in the arena or borrow from the arguments; nothing fails.
 */
#ifndef READ_PATTERN_H
#define READ_PATTERN_H

#include "base/arena.h"
#include "base/source.h"
#include "base/str.h"

struct pattern_token;

struct pattern {
	struct str text;  /* trimmed and cleaned, without "!" and the leading "/" */
	bool exception;   /* "!": brings back what patterns before it took out */
	bool malformed;   /* BuildKit refuses it, and with it the build */
	struct span span; /* the line as written, trimmed; none: of no file */
	const struct pattern_token *tokens;
	size_t ntokens;
	/* of each path that matches: how it begins, and a bit for each byte that it has at least */
	struct str beginning;
	uint64_t bytes;
};

struct pattern_list {
	const struct pattern *all; /* in the order of the file, LIMIT_PATTERNS at most */
	size_t count;
	bool has_exceptions;
	bool too_long; /* there were more */
};

/* The lines of an ignore file. */
struct pattern_list pattern_read(struct arena *arena, const struct source *source);
/* One pattern, such as the value of --exclude. */
struct pattern pattern_of(struct arena *arena, struct str text);
/* A source of COPY: "**" is no more than "*". */
struct pattern pattern_of_source(struct arena *arena, struct str text);
/* The line of an ignore file that takes out this path and what lies below it, and nothing else;
   p NULL: no line can, as for a name that ends in a blank. */
struct str pattern_line(struct arena *arena, struct str path);
/* "*", "?", "[" or a backslash is in it. */
bool pattern_is_wild(struct str text);

/* The whole path, or one of the directories that it lies in. */
bool pattern_matches(struct arena *scratch, const struct pattern *pattern, struct str path,
		     size_t *left);
/* The whole path only. */
bool pattern_matches_whole(struct arena *scratch, const struct pattern *pattern, struct str path,
			   size_t *left);
/* By the list: the last pattern that matches counts. */
bool pattern_excludes(struct arena *scratch, const struct pattern_list *list, struct str path,
		      size_t *left);

#endif
