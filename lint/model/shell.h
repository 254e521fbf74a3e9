/* SPDX-License-Identifier: MIT */
/*
 * Shell text cut into simple commands (dockerfile-semantics 10.4), enough to
 * see which programs a RUN or a command line starts; no shell is implemented.
 *
 * Words are decoded (quotes and backslashes removed, variables looked up in the
 * scope, unknown ones left as written); each knows its bytes in the text.
 * Results live in the arena; nothing fails, an unbalanced quote ends with the text.
 */
#ifndef MODEL_SHELL_H
#define MODEL_SHELL_H

#include "model/scope.h"

struct shell_word {
	struct str text;
	size_t from, to; /* bytes of the shell text */
};

/* What stands between a command and the one before it. */
enum shell_join {
	SHELL_START,
	SHELL_SEQUENCE, /* ; newline & */
	SHELL_AND,      /* && */
	SHELL_OR,       /* || */
	SHELL_PIPE,     /* | */
	SHELL_GROUP     /* a parenthesis or brace opened or closed */
};

struct shell_command {
	const struct shell_word *words; /* leading assignments and redirections are kept */
	size_t nwords;
	size_t from, to;
	enum shell_join join;
};

struct shell_commands {
	const struct shell_command *items;
	size_t count;
};

struct shell_commands shell_cut(struct arena *arena, struct str text, const struct scope *scope);
/* Position of the program's name: behind assignments, `sudo` and its options; nwords if none. */
size_t shell_program(const struct shell_command *command);

#endif
