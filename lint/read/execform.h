/* SPDX-License-Identifier: MIT */
/*
 * The exec form: a strict JSON array of strings (BuildKit,
 * frontend/dockerfile/parser/line_parsers.go).
 *
 * Strings are decoded into the arena; offsets count in the text.  Lone
 * surrogates and invalid bytes become U+FFFD; NUL is possible.  What is no
 * JSON is no error here: the instruction is then in shell form.
 */
#ifndef READ_EXECFORM_H
#define READ_EXECFORM_H

#include "base/arena.h"
#include "base/str.h"

enum execform_status {
	EXECFORM_OK,
	EXECFORM_NOT_JSON,
	EXECFORM_NOT_STRINGS /* a JSON array, but an element is no string */
};

struct execform_item {
	struct str text;
	size_t from, to; /* with its quotes */
};

struct execform {
	enum execform_status status;
	const struct execform_item *items;
	size_t count;
};

struct execform execform_parse(struct arena *arena, struct str text);
/* The text is one JSON object, and this member of it is a string that is not empty. */
bool execform_member(struct arena *arena, struct str text, struct str key,
		     struct execform_item *item);

#endif
