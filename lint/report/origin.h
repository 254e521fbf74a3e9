/* SPDX-License-Identifier: MIT */
/*
 * How a value of the model came about: where it was set, then each step by
 * which it came into its place, oldest first.
 *
 * A value has the steps of its node, and of the collections around it those
 * that brought or replaced them whole.  Variables are those that are in the
 * value itself; those that such a variable is made of follow it.  Of a key that a !reset took away the first step is the !reset.
 * Results live in the arena and borrow from the model; nothing fails.
 */
#ifndef REPORT_ORIGIN_H
#define REPORT_ORIGIN_H

#include "base/arena.h"
#include "base/node.h"

enum origin_op {
	ORIGIN_SET,       /* span: the value in its file */
	ORIGIN_DEFAULT,   /* no file wrote it; span: what called for it, or none */
	ORIGIN_RESET,     /* the key is gone; span: the tagged node */
	ORIGIN_VARIABLE,  /* `name` is in the value; span: where it got its own */
	ORIGIN_REPLACE,   /* span: what it replaces; of a !reset, what it took away */
	ORIGIN_OVERRIDE,  /* the same by !override */
	ORIGIN_APPEND,    /* span: the list that it was added to */
	ORIGIN_MERGE_KEY, /* span: what stands behind the `<<` */
	ORIGIN_ALIAS,     /* span: the alias */
	ORIGIN_EXTENDS,   /* span: the entry of extends */
	ORIGIN_INCLUDE,   /* span: the entry of include */
	ORIGIN_ENV_FILE,  /* span: the item that names the file */
	ORIGIN_FORM       /* was: what the file says, in another form */
};

/* Who gives a variable its value. */
enum origin_giver {
	GIVEN_BY_FILE,
	GIVEN_BY_DEFAULT,
	GIVEN_BY_REPLACEMENT, /* the word behind the `+`: it is set */
	GIVEN_BY_ENVIRONMENT,
	GIVEN_BY_NOBODY
};

struct origin_step {
	enum origin_op op;
	struct span span;
	struct str name;         /* of ORIGIN_VARIABLE */
	enum origin_giver giver; /* of ORIGIN_VARIABLE */
	const struct node *was;  /* what it was before; NULL: not known */
	const struct node *now;  /* of ORIGIN_FORM: what it has become */
};

struct origin {
	struct origin_step *all; /* at least one */
	size_t count, capacity;
};

/* A value, and the collections that it stands in. */
struct origin_way {
	const struct node *node;
	const struct origin_way *up;
};

struct origin origin_of(struct arena *arena, const struct origin_way *way);
/* "set", "interpolate", "!reset": the word of reports. */
struct str origin_word(enum origin_op op);

#endif
