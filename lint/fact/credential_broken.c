/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/credential.h"

#include "base/arena.h"
#include "base/limits.h"
#include "fact/credential_part.h"

enum {
	REST_BYTES = 8, /* of a token that is one without them: fewer may be a word of the text */
	PIECE_BYTES = 1024 /* of a token before its first tear, its "number:" among them */
};

/* The text without the line ends that may tear a token, and where each byte of that stands. */
struct whole {
	struct credentials *credentials;
	struct str text;
	const uint32_t *places;
	credential_found *found;
	void *context;
};

static bool is_token_byte(char c)
{
	return credential_sign(c) & (SIGN_WORD | SIGN_EQUALS);
}

static size_t behind_blanks(struct str text, size_t at)
{
	while (at < text.n && byte_is_blank(text.p[at]))
		at++;
	return at;
}

/* NAME=value and "name: value" begin something else than the rest of a token. */
static bool may_be_rest(struct str text)
{
	size_t end = 0, equals;

	while (end < text.n && is_token_byte(text.p[end]))
		end++;
	if (!end || (end < text.n && text.p[end] == ':'))
		return false;
	equals = str_find_byte(str_slice(text, 0, end), '=', 0);
	if (equals != STR_NPOS)
		while (equals < end && text.p[equals] == '=')
			equals++;
	return equals == STR_NPOS || equals == end;
}

/* Where the text goes on behind the line end at `at`, if both sides may be of one token; else 0. */
static size_t behind_tear(struct str text, size_t at)
{
	size_t next = at;

	if (text.p[next] == '\r' && next + 1 < text.n && text.p[next + 1] == '\n')
		next++;
	if (text.p[next] != '\n' || !at || !is_token_byte(text.p[at - 1]))
		return 0;
	next = behind_blanks(text, next + 1);
	return may_be_rest(str_slice(text, next, text.n)) ? next : 0;
}

static bool is_torn(struct str text)
{
	for (size_t at = 0; (at = str_find_byte(text, '\n', at)) != STR_NPOS; at++) {
		bool cr = at && text.p[at - 1] == '\r';

		if (behind_tear(text, at - cr))
			return true;
	}
	return false;
}

static struct str without_tears(struct arena *arena, struct str text, uint32_t *places)
{
	struct builder joined = { .arena = arena };

	for (size_t i = 0; i < text.n;) {
		size_t next = text.p[i] == '\n' || text.p[i] == '\r' ? behind_tear(text, i) : 0;

		if (next) {
			i = next;
			continue;
		}
		places[joined.n] = (uint32_t)i;
		builder_byte(&joined, text.p[i++]);
	}
	return builder_str(&joined);
}

static void is_one(void *context, const struct credential_match *match)
{
	bool *one = context;

	*one = *one || match->from == 0;
}

/* What it is without what stands behind the first line end, and so little of that. */
static bool ends_before(const struct whole *whole, size_t from, size_t to)
{
	struct str text = whole->text;
	size_t end = str_find_byte(text, '\n', from);
	bool one = false;

	if (to - behind_blanks(text, end + 1) >= REST_BYTES)
		return false;
	credential_each(whole->credentials, str_slice(text, from, end), is_one, &one);
	return one;
}

static void tell(void *context, size_t from, size_t to)
{
	const struct whole *whole = context;
	size_t first = whole->places[from], end = whole->places[to - 1] + 1;

	if (str_find_byte(str_slice(whole->text, first, end), '\n', 0) != STR_NPOS &&
	    !ends_before(whole, first, end))
		whole->found(whole->context, first, end);
}

static void tell_match(void *context, const struct credential_match *match)
{
	if (match->token)
		tell(context, match->from, match->to);
}

/* Whoever asks for those that are known must not be making some known. */
static void each(struct credentials *credentials, struct arena *arena, struct str text, bool known,
		 credential_found *found, void *context)
{
	struct whole whole = { credentials, text, NULL, found, context };
	struct str joined;
	uint32_t *places;

	if (text.n > LIMIT_SCAN_BYTES || !is_torn(text))
		return;
	places = ARENA_ARRAY(arena, text.n, uint32_t);
	joined = without_tears(arena, text, places);
	whole.places = places;
	credential_each(credentials, joined, tell_match, &whole);
	if (known)
		credential_each_known(credentials, joined, tell, &whole);
}

void credential_each_broken(struct credentials *credentials, struct arena *arena, struct str text,
			    credential_found *found, void *context)
{
	each(credentials, arena, text, true, found, context);
}

/* ---- in the files ---- */

struct learning {
	struct credentials *credentials;
	struct str text;
};

static void learn_pieces(void *context, size_t from, size_t to)
{
	const struct learning *learning = context;
	struct str rest = str_slice(learning->text, from, to);

	while (rest.p)
		credentials_know(learning->credentials, str_cut(&rest, '\n'));
}

/* Where the words end that line ends tear from byte `at` on; with a first piece, no more than is scanned. */
static size_t end_of_pieces(struct str text, size_t at)
{
	size_t end = at;

	text = str_slice(text, 0, at + LIMIT_SCAN_BYTES - PIECE_BYTES);
	while (end < text.n) {
		size_t next = is_token_byte(text.p[end]) ? end + 1 : behind_tear(text, end);

		if (!next)
			break;
		end = next;
	}
	return end;
}

/* Of a file most lines end without a tear: only the words around one are put together. */
void credential_learn_broken(struct credentials *credentials, struct str text)
{
	struct arena work = { 0 };

	for (size_t at = 0; (at = str_find_byte(text, '\n', at)) != STR_NPOS;) {
		size_t cr = at && text.p[at - 1] == '\r', from = at - cr, to;
		struct learning learning = { credentials, STR_NONE };

		if (!behind_tear(text, from)) {
			at++;
			continue;
		}
		while (from && at - cr - from < PIECE_BYTES &&
		       (is_token_byte(text.p[from - 1]) || text.p[from - 1] == ':'))
			from--;
		to = end_of_pieces(text, at - cr);
		learning.text = str_slice(text, from, to);
		each(credentials, &work, learning.text, false, learn_pieces, &learning);
		arena_reset(&work);
		/* what was cut is looked at again from a little before */
		at = to < at - cr + LIMIT_SCAN_BYTES - PIECE_BYTES ? to : to - PIECE_BYTES;
	}
	arena_free(&work);
}
