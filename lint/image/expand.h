/* SPDX-License-Identifier: MIT */
/*
 * Expansion of $NAME and ${NAME...} in the arguments of instructions, as
 * BuildKit's frontend/dockerfile/shell does it: quotes and escapes removed, all
 * modifiers.
 *
 * The result lives in the expander's arena.  Failure is a value: `error` says
 * what is wrong, without quoting a value.  Besides the text it tells which names
 * took part: those that had a value (with what fed them) and those that had
 * none, EXPAND_ORIGINS of each at most.  Work is bounded over all expansions
 * that share a count of it.
 */
#ifndef IMAGE_EXPAND_H
#define IMAGE_EXPAND_H

#include "image/scope.h"

struct expansion {
	struct str text;
	struct str error;        /* empty: none */
	const struct str *unset; /* names without a value, without doubles */
	size_t nunset;
	const struct scope_origin *origins;
	size_t norigins;
	bool uncertain; /* as in struct scope_value */
};

/* What all expansions of one evaluation share. */
struct expander {
	struct arena *arena;
	char escape;
	size_t *work; /* bytes and steps of matching that are left; a spent one refuses the rest */
};

enum { EXPAND_WORK = 64 * 1024 * 1024, EXPAND_ORIGINS = 16 };

struct expansion expand_word(struct expander *expander, struct str word, const struct scope *scope);
/* The result cut at blanks outside quotes, those of values included (EXPOSE). */
struct expansion expand_words(struct expander *expander, struct str word, const struct scope *scope,
			      const struct str **words, size_t *nwords);
/* The body of a heredoc: quotes are ordinary, the escape is the backslash. */
struct expansion expand_body(struct expander *expander, struct str body, const struct scope *scope);

#endif
