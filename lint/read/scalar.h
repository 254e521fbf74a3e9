/* SPDX-License-Identifier: MIT */
/*
 * What the text of a YAML scalar is (resolve.go of the YAML library that
 * compose-go uses).
 *
 * Pure: text and tag in, kind and value out.  docker compose reads YAML 1.1
 * syntax with a resolution of its own: "yes" and "12:30" are text, "010" and
 * "0o10" are eight, "1_000" is a number.
 */
#ifndef READ_SCALAR_H
#define READ_SCALAR_H

#include "base/node.h"

struct scalar {
	enum node_kind kind;
	bool is_unsigned;
	union {
		bool boolean;
		int64_t integer; /* two's complement of values above INT64_MAX, then `is_unsigned` */
		double real;
	} value;
};

enum { SCALAR_WORD_BYTES = 5 /* of the longest word that is a null, a boolean or a number */ };

/* It is text by its first byte and its length alone, as nearly all texts are. */
static inline bool scalar_is_text(struct str text)
{
	if (!text.n || byte_is_digit(text.p[0]))
		return false;
	switch (text.p[0]) {
	case '.':
	case '+':
	case '-':
		return false;
	case '~':
	case 'n':
	case 'N':
	case 't':
	case 'T':
	case 'f':
	case 'F':
		return text.n > SCALAR_WORD_BYTES;
	default:
		return true;
	}
}

/* A plain scalar without a tag. */
struct scalar scalar_resolve(struct str text);
/*
 * A scalar with one of the tags "int", "float", "bool", "null", "timestamp" of
 * YAML; any other tag makes a string.  False: the text is not what the tag says.
 */
bool scalar_resolve_as(struct str text, struct str tag, struct scalar *scalar);
/* The bytes that base64 text stands for, in the arena; false when it is malformed. */
bool scalar_decode_base64(struct arena *arena, struct str text, struct str *bytes);

#endif
