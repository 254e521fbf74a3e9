/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/credential_part.h"

#define W             SIGN_WORD
#define N             (SIGN_WORD | SIGN_NAME)
#define TEN(sign)     sign, sign, sign, sign, sign, sign, sign, sign, sign, sign
#define LETTERS(sign) TEN(sign), TEN(sign), sign, sign, sign, sign, sign, sign

const unsigned char credential_sign_of[256] = {
	['\n'] = SIGN_LINE_END, ['$'] = SIGN_DOLLAR, ['+'] = W,
	['-'] = N | SIGN_DASH,  ['.'] = N,           ['/'] = W,
	['0'] = TEN(N),         [':'] = SIGN_COLON,  ['='] = SIGN_EQUALS,
	['@'] = SIGN_AT,        ['A'] = LETTERS(N),  ['_'] = N,
	['a'] = LETTERS(N),     ['~'] = W,
};

#undef LETTERS
#undef TEN
#undef N
#undef W

static unsigned sign_at(struct str text, size_t at)
{
	return credential_sign(text.p[at]);
}

unsigned credential_signs(struct str text)
{
	unsigned all = 0;
	size_t at = 0;

	for (; at + 4 <= text.n; at += 4)
		all |= sign_at(text, at) | sign_at(text, at + 1) | sign_at(text, at + 2) |
		       sign_at(text, at + 3);
	for (; at < text.n; at++)
		all |= sign_at(text, at);
	return all;
}

/* A word is looked for from where it would end: most of what is in none is stepped over without a look. */
struct str credential_long_word(struct str text, size_t at)
{
	size_t known = at; /* bytes [at, known) are of a word */

	while (at + CREDENTIAL_LONG_WORD <= text.n) {
		size_t end = at + CREDENTIAL_LONG_WORD, from = end;

		while (from > known && (sign_at(text, from - 1) & SIGN_WORD))
			from--;
		if (from > known) {
			at = from;
			known = end;
			continue;
		}
		while (end < text.n && (sign_at(text, end) & SIGN_WORD))
			end++;
		return str_slice(text, at, end);
	}
	return STR_NONE;
}

/* -x, --x or ----- at the beginning of a word */
static bool has_flag(struct str text)
{
	for (size_t at = 0; (at = str_find_byte(text, '-', at)) != STR_NPOS; at++) {
		char next = at + 1 < text.n ? text.p[at + 1] : '\0';

		if ((next == '-' || byte_is_alnum(next)) && !(at && byte_is_alnum(text.p[at - 1])))
			return true;
	}
	return false;
}

static bool is_beyond_words(struct str text, unsigned signs)
{
	return (signs & SIGN_EQUALS) || ((signs & SIGN_AT) && (signs & SIGN_COLON)) ||
	       ((signs & SIGN_DASH) && has_flag(text));
}

struct str credential_first_part(struct str text, unsigned signs)
{
	return is_beyond_words(text, signs) ? text : credential_long_word(text, 0);
}
