/* SPDX-License-Identifier: MIT */
/*
 * UTF-8: decoding, display width, and making control bytes visible.
 *
 * Input may hold any bytes.  A byte that starts no valid sequence decodes as
 * itself with `valid` false and a length of one byte, so that every loop makes
 * progress.  Nothing here reads a locale.  Source of the facts: RFC 3629,
 * Unicode 15 East Asian Width.
 */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include "base/str.h"

struct utf8 {
	uint32_t code; /* code point, or the byte itself when not valid */
	size_t bytes;  /* 1 to 4; 0 only for an empty slice */
	bool valid;
};

struct utf8 utf8_decode(struct str s);
/* Bytes of the character at `at`, which must be below s.n; inline, since whole files are counted. */
static inline size_t utf8_bytes_at(struct str s, size_t at)
{
	if ((unsigned char)s.p[at] < 0x80)
		return 1;
	return utf8_decode((struct str){ s.p + at, s.n - at }).bytes;
}

bool utf8_is_valid(struct str s);
void utf8_add(struct builder *b, uint32_t code);
/* Bytes at the start that are printable ASCII, of one column each: whole texts, nearly always. */
size_t utf8_plain(struct str s);
/* columns of a terminal: 0 for combining marks, 2 for wide characters, else 1 */
unsigned utf8_width(uint32_t code);

/*
 * Adds `s` so that no byte of it can steer a terminal or a CI runner: an
 * invalid byte or a control byte becomes \xHH, a line end \n, a C1 control or
 * an invisible or bidirectional character \u{HEX}, "##[" is broken, and the
 * text ends with an ellipsis after `columns` (0 = no limit) and the rest of the
 * word there, if it is no longer than a token.  A TAB stays.
 * The result is valid UTF-8.  What a leading "::" would do is the caller's to
 * prevent, since only it knows where a line begins.
 */
void utf8_add_visible(struct builder *b, struct str s, size_t columns);
/* Invalid sequences become U+FFFD; all else stays (JSON writers escape by themselves). */
struct str utf8_repair(struct arena *arena, struct str s);

#endif
