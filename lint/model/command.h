/* SPDX-License-Identifier: MIT */
/*
 * Command lines as Compose splits them (mattn/go-shellwords): `command`,
 * `entrypoint`, the commands of hooks.
 *
 * No shell is involved: no variables, no globs; an unquoted ; & | < or > ends
 * the command and Compose drops the rest.  Words live in the arena.
 */
#ifndef MODEL_COMMAND_H
#define MODEL_COMMAND_H

#include "base/node.h"
#include "base/str.h"

struct command_word {
	struct str text;
	size_t from, to; /* bytes of the line, quotes included */
};

struct command {
	bool is_set;             /* not null */
	const struct node *node; /* the scalar or list; NULL: absent */
	const struct command_word *words;
	size_t count;   /* 0 and is_set: the image's own is cleared */
	bool malformed; /* an unbalanced quote or bracket: Compose refuses it */
	size_t malformed_at;
	size_t dropped_from; /* where the text that Compose drops begins; STR_NPOS: nothing */
};

struct command command_split(struct arena *arena, struct str line);
/* A value of any form: null, a string, a list of strings (bytes are then of each item). */
struct command command_of(struct arena *arena, const struct node *node);
/* The scalar that holds a word. */
const struct node *command_node(const struct command *command, size_t at);
/*
 * The option that a word is: "--name=value", or "--name" with the value in the
 * word behind it.  *node is the scalar that holds the value.  False: it is none.
 */
struct command_option {
	struct str name; /* without the dashes */
	struct str value;
	const struct node *node;
};

bool command_option(const struct command *command, size_t at, struct command_option *option);

#endif
