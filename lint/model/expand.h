/* SPDX-License-Identifier: MIT */
/*
 * Expansion of $NAME and ${NAME...} in the arguments of instructions
 * (dockerfile-semantics 6): quotes and escapes removed, all modifiers.
 *
 * The result lives in the arena.  Failure is a value: `error` says what is
 * wrong.  Besides the text it tells which names took part: those that had a
 * value (with what fed them) and those that had none.
 */
#ifndef MODEL_EXPAND_H
#define MODEL_EXPAND_H

#include "model/scope.h"

struct expansion {
	struct str text;
	struct str error; /* empty: none */
	const struct str *unset; /* names without a value, without doubles */
	size_t nunset;
	const struct scope_origin *origins;
	size_t norigins;
};

struct expansion expand_word(struct arena *arena, struct str word, char escape,
			     const struct scope *scope);
/* The result cut at blanks outside quotes, those of values included (EXPOSE). */
struct expansion expand_words(struct arena *arena, struct str word, char escape,
			      const struct scope *scope, struct str **words, size_t *nwords);
/* The body of a heredoc: quotes are ordinary, the escape is the backslash. */
struct expansion expand_body(struct arena *arena, struct str body, const struct scope *scope);

#endif
