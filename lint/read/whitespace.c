/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "read/whitespace.h"

#include "base/utf8.h"

static bool is_white(uint32_t code)
{
	return (code >= 9 && code <= 13) || code == ' ' || code == 0x85 || code == 0xA0 ||
	       code == 0x1680 || (code >= 0x2000 && code <= 0x200A) || code == 0x2028 ||
	       code == 0x2029 || code == 0x202F || code == 0x205F || code == 0x3000;
}

size_t whitespace_at(struct str s, size_t at)
{
	struct utf8 c;

	if (at < s.n && byte_is_printed(s.p[at]))
		return 0;
	c = utf8_decode(str_slice(s, at, s.n));
	return c.bytes > 0 && c.valid && is_white(c.code) ? c.bytes : 0;
}

struct str whitespace_trim_start(struct str s)
{
	size_t at = 0, n;

	while ((n = whitespace_at(s, at)) > 0)
		at += n;
	return str_slice(s, at, s.n);
}

/* Bytes of the white-space character that ends at s.n; those have one to three bytes. */
static size_t white_before_end(struct str s)
{
	if (s.n && byte_is_printed(s.p[s.n - 1]))
		return 0;
	for (size_t n = 1; n <= 3 && n <= s.n; n++)
		if (whitespace_at(s, s.n - n) == n)
			return n;
	return 0;
}

struct str whitespace_trim(struct str s)
{
	size_t n;

	s = whitespace_trim_start(s);
	while ((n = white_before_end(s)) > 0)
		s.n -= n;
	return s;
}

bool whitespace_separates(char c)
{
	return c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\r';
}
