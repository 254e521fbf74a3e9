/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "read/template.h"

#include "base/limits.h"

/* A piece of the outer text that is read for itself: the text, or the word of a reference. */
struct reading {
	struct arena *arena;
	struct str text;
	size_t end;        /* of the piece */
	size_t line_end;   /* what is known about the line that was looked at last */
	size_t last_brace; /* its last "}", or STR_NPOS */
	unsigned depth;
	size_t *error_at;
	struct template_part *parts;
	size_t count, capacity;
};

static bool read_piece(struct reading *r, size_t from);

static void add(struct reading *r, struct template_part part)
{
	r->parts = arena_grow(r->arena, r->parts, r->count, &r->capacity, sizeof(*r->parts));
	r->parts[r->count++] = part;
}

static void add_literal(struct reading *r, size_t from, size_t to)
{
	if (from < to)
		add(r, (struct template_part){ .op = TEMPLATE_LITERAL,
					       .from = from,
					       .to = to,
					       .text = str_slice(r->text, from, to),
					       .name = STR("") });
}

/*
 * Bytes of the letter at `at` if a name may hold it there.  Compose matches
 * names without regard to case by Unicode's rules, which adds two letters: the
 * long s (U+017F) and the Kelvin sign (U+212A).
 */
static size_t name_letter(struct str text, size_t at, size_t end, bool first)
{
	struct str rest = str_slice(text, at, end);

	if (!rest.n)
		return 0;
	if (rest.p[0] == '_' || byte_is_alpha(rest.p[0]) || (!first && byte_is_digit(rest.p[0])))
		return 1;
	if (str_starts(rest, STR("\xC5\xBF")))
		return 2;
	return str_starts(rest, STR("\xE2\x84\xAA")) ? 3 : 0;
}

static size_t name_end(const struct reading *r, size_t from)
{
	size_t at = from, n;

	while ((n = name_letter(r->text, at, r->end, at == from)) > 0)
		at += n;
	return at;
}

/* The last "}" of the line; lines are looked at once, in their order. */
static size_t last_brace(struct reading *r, size_t at)
{
	if (at >= r->line_end) {
		size_t end = str_find_byte(r->text, '\n', at);

		r->line_end = end < r->end ? end : r->end;
		r->last_brace = str_rfind_byte(str_slice(r->text, at, r->line_end), '}');
		if (r->last_brace != STR_NPOS)
			r->last_brace += at;
	}
	return r->last_brace != STR_NPOS && r->last_brace >= at ? r->last_brace : STR_NPOS;
}

/*
 * The "}" that closes the "{" at `open`.  Compose's own count skips the byte
 * directly behind each "{"; where the count does not come out, the reference
 * ends at the last "}" of the line.
 */
static size_t closing_brace(const struct reading *r, size_t open, size_t last)
{
	size_t depth = 0;

	for (size_t at = open; at <= last; at++) {
		if (r->text.p[at] == '}' && --depth == 0)
			return at;
		if (r->text.p[at] == '{') {
			depth++;
			at++;
		}
	}
	return last;
}

/* The operator at `at`, and its length; TEMPLATE_LITERAL: none. */
static enum template_op operator_at(const struct reading *r, size_t at, size_t *length)
{
	bool colon = at < r->end && r->text.p[at] == ':';

	*length = colon ? 2 : 1;
	if (at + *length > r->end)
		return TEMPLATE_LITERAL;
	switch (r->text.p[at + *length - 1]) {
	case '-':
		return colon ? TEMPLATE_IF_EMPTY : TEMPLATE_IF_UNSET;
	case '?':
		return colon ? TEMPLATE_REQUIRE_VALUE : TEMPLATE_REQUIRE_SET;
	case '+':
		return colon ? TEMPLATE_WHEN_VALUE : TEMPLATE_WHEN_SET;
	default:
		return TEMPLATE_LITERAL;
	}
}

static const struct template *read_word(struct reading *outer, size_t from, size_t to)
{
	struct reading r = { .arena = outer->arena,
			     .text = outer->text,
			     .end = to,
			     .depth = outer->depth + 1,
			     .error_at = outer->error_at };
	struct template *word;

	if (!read_piece(&r, from))
		return NULL;
	word = ARENA_NEW(outer->arena, struct template);
	*word = (struct template){ r.parts, r.count };
	return word;
}

/* The reference "${..." at `from`; false when it is malformed. */
static bool read_braced(struct reading *r, size_t from, size_t *next)
{
	struct template_part part = { .from = from, .text = STR("") };
	size_t name = from + 2, behind = name_end(r, name), length, last, close;

	*r->error_at = from;
	if (behind == name || behind >= r->end || r->depth >= LIMIT_TEMPLATE_DEPTH)
		return false;
	part.name = str_slice(r->text, name, behind);
	if (r->text.p[behind] == '}') {
		part.op = TEMPLATE_PLAIN;
		*next = part.to = behind + 1;
		add(r, part);
		return true;
	}
	part.op = operator_at(r, behind, &length);
	if (part.op == TEMPLATE_LITERAL)
		return false;
	last = last_brace(r, behind + length);
	if (last == STR_NPOS)
		return false;
	close = closing_brace(r, from + 1, last);
	part.word = read_word(r, behind + length, close);
	if (!part.word)
		return false;
	*next = part.to = close + 1;
	add(r, part);
	return true;
}

/* Reads from `from` to the end of the piece. */
static bool read_piece(struct reading *r, size_t from)
{
	size_t literal = from, at = from;

	while ((at = str_find_byte(r->text, '$', at)) < r->end) {
		char next = '\0';
		size_t end;

		if (at + 1 < r->end)
			next = r->text.p[at + 1];
		if (next == '$') {
			add_literal(r, literal, at);
			add(r, (struct template_part){ .op = TEMPLATE_LITERAL,
						       .from = at,
						       .to = at + 2,
						       .text = str_slice(r->text, at, at + 1),
						       .name = STR("") });
			literal = at += 2;
			continue;
		}
		if (next == '{') {
			add_literal(r, literal, at);
			if (!read_braced(r, at, &at))
				return false;
			literal = at;
			continue;
		}
		end = name_end(r, at + 1);
		if (end > at + 1) {
			add_literal(r, literal, at);
			add(r, (struct template_part){ .op = TEMPLATE_PLAIN,
						       .from = at,
						       .to = end,
						       .text = STR(""),
						       .name = str_slice(r->text, at + 1, end) });
			literal = end;
		}
		at = end;
	}
	add_literal(r, literal, r->end);
	return true;
}

bool template_parse(struct arena *arena, struct str text, struct template *result, size_t *error_at)
{
	struct reading r = { .arena = arena, .text = text, .end = text.n, .error_at = error_at };
	size_t unused;

	if (!error_at)
		r.error_at = &unused;
	*result = (struct template){ NULL, 0 };
	if (!read_piece(&r, 0))
		return false;
	*result = (struct template){ r.parts, r.count };
	return true;
}
