/* SPDX-License-Identifier: MIT */
/*
 * The grammar of ${VAR:-x} (compose-go, template/template.go), without values.
 *
 * Text is cut into parts in the arena.  A malformed reference is not reported
 * here: the offset says where it stands, the caller knows whose text it is.
 * Parts follow each other without gaps.  Each "$$" is a literal of its own, so a
 * literal is either as long as what it stands for, or that one dollar.
 */
#ifndef READ_TEMPLATE_H
#define READ_TEMPLATE_H

#include "base/arena.h"
#include "base/str.h"

enum template_op {
	TEMPLATE_LITERAL,
	TEMPLATE_PLAIN,         /* $NAME ${NAME} */
	TEMPLATE_IF_UNSET,      /* ${NAME-word} */
	TEMPLATE_IF_EMPTY,      /* ${NAME:-word} */
	TEMPLATE_REQUIRE_SET,   /* ${NAME?word} */
	TEMPLATE_REQUIRE_VALUE, /* ${NAME:?word} */
	TEMPLATE_WHEN_SET,      /* ${NAME+word} */
	TEMPLATE_WHEN_VALUE     /* ${NAME:+word} */
};

struct template;

struct template_part {
	enum template_op op;
	size_t from, to;             /* bytes of the text: the reference with its braces */
	struct str text;             /* TEMPLATE_LITERAL: with $$ already a single $ */
	struct str name;             /* the variable */
	const struct template *word; /* with operator; its offsets count in the same outer text */
};

struct template
{
	const struct template_part *parts;
	size_t count;
};

/* False: malformed at byte *error_at of the text. */
bool template_parse(struct arena *arena, struct str text, struct template *result,
		    size_t *error_at);

#endif
