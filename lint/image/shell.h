/* SPDX-License-Identifier: MIT */
/*
 * Shell text cut into simple commands (POSIX, 2.9.1), enough to
 * see which programs a RUN or a command line starts; no shell is implemented.
 *
 * Words are decoded (quotes and backslashes removed, variables looked up in the
 * scope, unknown ones left as written); each knows its bytes in the text.
 * Results live in the arena, but words that need no decoding borrow from the text
 * or, one variable alone, from the scope.  Nothing fails, an unbalanced quote ends
 * with the text.
 */
#ifndef IMAGE_SHELL_H
#define IMAGE_SHELL_H

#include "image/scope.h"

struct shell_word {
	struct str text;
	size_t from, to; /* bytes of the shell text */
};

/* What stands between a command and the one before it.  `>` and `<` are words of
   their own, with a leading number or "&" and all of ">>", ">&", "<<-" and so on. */
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
	/* the word with the program's name: behind words of the shell's grammar (then, do, !),
	   assignments, redirections, `sudo`, `env`, `exec` and their options; nwords if none */
	size_t program;
	size_t from, to;
	enum shell_join join;
};

struct shell_commands {
	const struct shell_command *items;
	size_t count;
};

/* `scope` NULL: no variable is looked up. */
struct shell_commands shell_cut(struct arena *arena, struct str text, const struct scope *scope);
/* Words given as an argv, as one command. */
struct shell_command shell_argv(struct arena *arena, const struct str *argv, size_t argc);

/* It stands behind `if`, `then`, `do` ...: whether it runs cannot be seen. */
bool shell_is_conditional(const struct shell_command *command);
/* The last part of a program's path: "bash" of "/bin/bash". */
struct str shell_program_name(struct str word);
/* sh, bash, ash, dash, zsh or ksh, however its path is written. */
bool shell_is_shell(struct str word);
/* An option of a shell behind which a command line stands: "-c", "-lc". */
bool shell_takes_text(struct str option);

#endif
