/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "base/str.h"

#include <stdarg.h>
#include <string.h>

#include "base/arena.h"
#include "base/format.h"

enum {
	FORMATTED_BYTES = 256, /* most texts are shorter and formatted once, others twice */
	FIRST_BYTES = 32       /* of a builder: few texts are shorter */
};

struct str str_from(const char *c_string)
{
	return c_string ? (struct str){ c_string, strlen(c_string) } : (struct str){ "", 0 };
}

static char upper(char c)
{
	return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

bool str_eq_nocase(struct str a, struct str b)
{
	if (a.n != b.n)
		return false;
	for (size_t i = 0; i < a.n; i++)
		if (byte_lower(a.p[i]) != byte_lower(b.p[i]))
			return false;
	return true;
}

bool str_ends(struct str s, struct str suffix)
{
	return s.n >= suffix.n && str_eq(str_slice(s, s.n - suffix.n, s.n), suffix);
}

bool str_has(struct str s, struct str part)
{
	return str_find(s, part, 0) != STR_NPOS;
}

bool str_lies_in(struct str text, struct str whole)
{
	return text.n && whole.n && text.p >= whole.p && text.p + text.n <= whole.p + whole.n;
}

size_t str_find(struct str s, struct str part, size_t from)
{
	const char *at, *last;

	if (from > s.n || part.n > s.n - from)
		return STR_NPOS;
	if (part.n < 2)
		return part.n ? str_find_byte(s, part.p[0], from) : from;
	/* where the first byte stands the second one seldom does */
	for (at = s.p + from, last = s.p + (s.n - part.n);; at++) {
		at = at <= last ? memchr(at, (unsigned char)part.p[0], (size_t)(last - at) + 1)
				: NULL;
		if (!at)
			return STR_NPOS;
		if (at[1] == part.p[1] && memcmp(at + 2, part.p + 2, part.n - 2) == 0)
			return (size_t)(at - s.p);
	}
}

size_t str_rfind_byte(struct str s, char byte)
{
	for (size_t i = s.n; i > 0; i--)
		if (s.p[i - 1] == byte)
			return i - 1;
	return STR_NPOS;
}

struct str str_trim(struct str s)
{
	while (s.n && byte_is_space(s.p[0])) {
		s.p++;
		s.n--;
	}
	while (s.n && byte_is_space(s.p[s.n - 1]))
		s.n--;
	return s;
}

/* Where the word that is begun before byte `at` ends, or `at`; STR_NPOS: it is too long to be told. */
static size_t end_of_word(struct str s, size_t at)
{
	enum { LONGEST = 400 };
	size_t end = at;

	if (!at || byte_is_space(s.p[at - 1]))
		return at;
	while (end < s.n && !byte_is_space(s.p[end]))
		if (end++ - at == LONGEST)
			return STR_NPOS;
	return end;
}

struct str str_beginning(struct str s, size_t n)
{
	enum { FEW = 4 }; /* of a token no more than what tells its kind */
	size_t end;

	if (s.n <= n)
		return s;
	end = end_of_word(s, n);
	if (end == STR_NPOS)
		for (end = n; end && !byte_is_space(s.p[end - 1]);)
			end--;
	return str_slice(s, 0, end ? end : FEW);
}

size_t str_word_rest(struct str s, size_t at)
{
	size_t end = end_of_word(s, at);

	return end == STR_NPOS ? 0 : end - at;
}

struct str str_unquoted(struct str s)
{
	if (s.n >= 2 && (s.p[0] == '"' || s.p[0] == '\'') && s.p[s.n - 1] == s.p[0])
		return str_slice(s, 1, s.n - 1);
	return s;
}

static struct str mapped(struct arena *arena, struct str s, char (*map)(char))
{
	char *copy = arena_alloc(arena, s.n + 1);

	for (size_t i = 0; i < s.n; i++)
		copy[i] = map(s.p[i]);
	return (struct str){ copy, s.n };
}

struct str str_lower(struct arena *arena, struct str s)
{
	return mapped(arena, s, byte_lower);
}

struct str str_upper(struct arena *arena, struct str s)
{
	return mapped(arena, s, upper);
}

struct str str_cut(struct str *rest, char byte)
{
	size_t at = str_find_byte(*rest, byte, 0);
	struct str part;

	if (at == STR_NPOS) {
		part = *rest;
		*rest = STR_NONE;
		return part;
	}
	part = str_slice(*rest, 0, at);
	*rest = str_slice(*rest, at + 1, rest->n);
	return part;
}

size_t str_distance(struct str a, struct str b)
{
	size_t before_last[STR_DISTANCE_BYTES + 1], last[STR_DISTANCE_BYTES + 1],
		now[STR_DISTANCE_BYTES + 1];

	if (a.n > STR_DISTANCE_BYTES || b.n > STR_DISTANCE_BYTES)
		return STR_DISTANCE_BYTES;
	for (size_t j = 0; j <= b.n; j++)
		before_last[j] = last[j] = j;
	for (size_t i = 1; i <= a.n; i++) {
		now[0] = i;
		for (size_t j = 1; j <= b.n; j++) {
			size_t best = last[j - 1] + (a.p[i - 1] != b.p[j - 1]);

			if (last[j] + 1 < best)
				best = last[j] + 1;
			if (now[j - 1] + 1 < best)
				best = now[j - 1] + 1;
			if (i > 1 && j > 1 && a.p[i - 1] == b.p[j - 2] &&
			    a.p[i - 2] == b.p[j - 1] && before_last[j - 2] + 1 < best)
				best = before_last[j - 2] + 1;
			now[j] = best;
		}
		for (size_t j = 0; j <= b.n; j++) {
			before_last[j] = last[j];
			last[j] = now[j];
		}
	}
	return last[b.n];
}

bool str_to_int(struct str s, int64_t *value)
{
	bool negative = false;
	uint64_t sum = 0;
	const uint64_t limit = (uint64_t)INT64_MAX;

	if (s.n && (s.p[0] == '-' || s.p[0] == '+')) {
		negative = s.p[0] == '-';
		s = str_slice(s, 1, s.n);
	}
	if (!s.n)
		return false;
	for (size_t i = 0; i < s.n; i++) {
		uint64_t digit;

		if (!byte_is_digit(s.p[i]))
			return false;
		digit = (uint64_t)(s.p[i] - '0');
		if (sum > (limit - digit) / 10)
			return false;
		sum = sum * 10 + digit;
	}
	*value = negative ? -(int64_t)sum : (int64_t)sum;
	return true;
}

struct str arena_str(struct arena *arena, struct str s)
{
	char *copy = arena_alloc(arena, s.n + 1);

	if (s.n)
		memcpy(copy, s.p, s.n);
	return (struct str){ copy, s.n };
}

struct str arena_join(struct arena *arena, struct str first, struct str second)
{
	struct builder b = { .arena = arena };

	builder_add(&b, first);
	builder_add(&b, second);
	return builder_str(&b);
}

const char *arena_cstr(struct arena *arena, struct str s)
{
	return arena_str(arena, s).p;
}

struct str arena_vfmt(struct arena *arena, const char *format, va_list args)
{
	char small[FORMATTED_BYTES];
	va_list again;
	int length;
	char *text;

	va_copy(again, args);
	length = format_text(small, sizeof(small), format, args);
	if (length < 0)
		length = 0;
	text = arena_alloc(arena, (size_t)length + 1);
	if ((size_t)length < sizeof(small))
		memcpy(text, small, (size_t)length);
	else
		format_text(text, (size_t)length + 1, format, again);
	va_end(again);
	return (struct str){ text, (size_t)length };
}

struct str arena_fmt(struct arena *arena, const char *format, ...)
{
	va_list args;
	struct str text;

	va_start(args, format);
	text = arena_vfmt(arena, format, args);
	va_end(args);
	return text;
}

void builder_reserve(struct builder *b, size_t more)
{
	if (more < b->capacity - b->n)
		return;
	if (!b->p && more < FIRST_BYTES) {
		b->p = arena_alloc(b->arena, FIRST_BYTES);
		b->capacity = FIRST_BYTES;
	} else {
		b->p = arena_reserve(b->arena, b->p, b->n, more + 1, &b->capacity, 1);
	}
}

void builder_fill(struct builder *b, char c, size_t count)
{
	builder_reserve(b, count);
	if (count)
		memset(b->p + b->n, c, count);
	b->n += count;
}

void builder_number(struct builder *b, uint64_t number, size_t columns)
{
	char digits[FORMAT_DIGITS];
	const char *from = format_number(digits + sizeof(digits), number);
	struct str text = { from, (size_t)(digits + sizeof(digits) - from) };

	if (text.n < columns)
		builder_fill(b, ' ', columns - text.n);
	builder_add(b, text);
}

void builder_fmt(struct builder *b, const char *format, ...)
{
	char small[FORMATTED_BYTES];
	va_list args, again;
	int length;

	va_start(args, format);
	va_copy(again, args);
	length = format_text(small, sizeof(small), format, args);
	va_end(args);
	if (length > 0 && (size_t)length < sizeof(small)) {
		builder_add(b, (struct str){ small, (size_t)length });
	} else if (length > 0) {
		builder_reserve(b, (size_t)length);
		format_text(b->p + b->n, (size_t)length + 1, format, again);
		b->n += (size_t)length;
	}
	va_end(again);
}

struct str builder_str(const struct builder *b)
{
	return (struct str){ b->p ? b->p : "", b->n };
}
