/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "read/scalar.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/calendar.h"

/* A text being consumed from the left. */
struct cursor {
	struct str rest;
};

static bool next_is(const struct cursor *c, char byte)
{
	return c->rest.n && c->rest.p[0] == byte;
}

static bool next_is_digit(const struct cursor *c)
{
	return c->rest.n && byte_is_digit(c->rest.p[0]);
}

static void skip(struct cursor *c, size_t n)
{
	c->rest = str_slice(c->rest, n, c->rest.n);
}

static bool take(struct cursor *c, char byte)
{
	if (!next_is(c, byte))
		return false;
	skip(c, 1);
	return true;
}

static size_t take_digits(struct cursor *c)
{
	size_t count = 0;

	for (; next_is_digit(c); count++)
		skip(c, 1);
	return count;
}

static bool is_one_of(struct str text, const struct str *words, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (str_eq(text, words[i]))
			return true;
	return false;
}

#define IS_ONE_OF(text, words) is_one_of((text), (words), sizeof(words) / sizeof(*(words)))

static const struct str null_words[] = { STR_INIT(""), STR_INIT("~"), STR_INIT("null"),
					 STR_INIT("Null"), STR_INIT("NULL") };
static const struct str true_words[] = { STR_INIT("true"), STR_INIT("True"), STR_INIT("TRUE") };
static const struct str false_words[] = { STR_INIT("false"), STR_INIT("False"), STR_INIT("FALSE") };
static const struct str nan_words[] = { STR_INIT(".nan"), STR_INIT(".NaN"), STR_INIT(".NAN") };
static const struct str infinity_words[] = {
	STR_INIT(".inf"),  STR_INIT(".Inf"),  STR_INIT(".INF"),
	STR_INIT("+.inf"), STR_INIT("+.Inf"), STR_INIT("+.INF")
};
static const struct str minus_infinity_words[] = { STR_INIT("-.inf"), STR_INIT("-.Inf"),
						   STR_INIT("-.INF") };

/* The C library reads these without regard to locale. */
static double real_from_word(const char *word)
{
	return strtod(word, NULL);
}

static bool resolve_word(struct str text, struct scalar *s)
{
	if (text.n > SCALAR_WORD_BYTES || (text.n && byte_is_digit(text.p[0])))
		return false;
	if (IS_ONE_OF(text, null_words)) {
		s->kind = NODE_NULL;
	} else if (IS_ONE_OF(text, true_words) || IS_ONE_OF(text, false_words)) {
		s->kind = NODE_BOOL;
		s->value.boolean = IS_ONE_OF(text, true_words);
	} else if (IS_ONE_OF(text, nan_words)) {
		s->kind = NODE_FLOAT;
		s->value.real = real_from_word("nan");
	} else if (IS_ONE_OF(text, infinity_words)) {
		s->kind = NODE_FLOAT;
		s->value.real = real_from_word("inf");
	} else if (IS_ONE_OF(text, minus_infinity_words)) {
		s->kind = NODE_FLOAT;
		s->value.real = real_from_word("-inf");
	} else {
		return false;
	}
	return true;
}

/* One or two digits: the value, or -1. */
static int take_short_number(struct cursor *c)
{
	int value = 0;

	if (!next_is_digit(c))
		return -1;
	for (int i = 0; i < 2 && next_is_digit(c); i++) {
		value = value * 10 + (c->rest.p[0] - '0');
		skip(c, 1);
	}
	return value;
}

static bool take_date(struct cursor *c)
{
	int year = 0, month, day;

	for (int i = 0; i < 4; i++) {
		if (!next_is_digit(c))
			return false;
		year = year * 10 + (c->rest.p[0] - '0');
		skip(c, 1);
	}
	if (!take(c, '-'))
		return false;
	month = take_short_number(c);
	if (month < 1 || month > 12 || !take(c, '-'))
		return false;
	day = take_short_number(c);
	return day >= 1 && day <= calendar_days_in_month(year, month);
}

static bool take_time(struct cursor *c)
{
	int hour = take_short_number(c), minute, second;

	if (hour < 0 || hour > 23 || !take(c, ':'))
		return false;
	minute = take_short_number(c);
	if (minute < 0 || minute > 59 || !take(c, ':'))
		return false;
	second = take_short_number(c);
	if (second < 0 || second > 59)
		return false;
	if (c->rest.n > 1 && (c->rest.p[0] == '.' || c->rest.p[0] == ',') &&
	    byte_is_digit(c->rest.p[1])) {
		skip(c, 1);
		take_digits(c);
	}
	return true;
}

static bool take_zone(struct cursor *c)
{
	int hours, minutes;

	if (take(c, 'Z'))
		return true;
	if (c->rest.n < 6 || c->rest.p[3] != ':' || (!next_is(c, '+') && !next_is(c, '-')))
		return false;
	skip(c, 1);
	hours = take_short_number(c);
	if (hours < 0 || hours > 24 || !take(c, ':'))
		return false;
	minutes = next_is_digit(c) && c->rest.n > 1 && byte_is_digit(c->rest.p[1])
			  ? take_short_number(c)
			  : -1;
	return minutes >= 0 && minutes <= 60;
}

/* A date; a date and a time behind blanks; a date, "T", a time and a zone. */
static bool is_timestamp(struct str text)
{
	struct cursor c = { text };

	if (!take_date(&c))
		return false;
	if (!c.rest.n)
		return true;
	if (take(&c, 'T') || take(&c, 't'))
		return take_time(&c) && take_zone(&c) && !c.rest.n;
	if (!take(&c, ' '))
		return false;
	while (take(&c, ' '))
		;
	return take_time(&c) && !c.rest.n;
}

static int digit_value(char c)
{
	if (byte_is_digit(c))
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : 99;
}

/* All digits of the base; false when there is none, another byte, or no room. */
static bool digits_to_number(struct str digits, unsigned base, uint64_t *number)
{
	*number = 0;
	for (size_t i = 0; i < digits.n; i++) {
		unsigned digit = (unsigned)digit_value(digits.p[i]);

		if (digit >= base || *number > (UINT64_MAX - digit) / base)
			return false;
		*number = *number * base + digit;
	}
	return digits.n > 0;
}

/* The base that a prefix says; the prefix is taken.  "010" is octal, as "0o10". */
static unsigned take_base(struct cursor *c)
{
	unsigned base = 8;
	size_t prefix = 2;

	if (!next_is(c, '0') || c->rest.n < 2)
		return 10;
	switch (c->rest.p[1]) {
	case 'x':
	case 'X':
		base = 16;
		break;
	case 'b':
	case 'B':
		base = 2;
		break;
	case 'o':
	case 'O':
		break;
	default:
		prefix = 1;
	}
	skip(c, prefix);
	return base;
}

static bool set_integer(struct scalar *s, uint64_t number, bool negative, bool has_sign)
{
	const uint64_t largest = (uint64_t)INT64_MAX;

	if (number > largest + negative && (has_sign || negative))
		return false;
	s->kind = NODE_INT;
	s->is_unsigned = !negative && number > largest;
	/* negated in unsigned arithmetic, where the smallest number has no overflow */
	s->value.integer = (int64_t)(negative ? 0 - number : number);
	return true;
}

static bool resolve_integer(struct str text, struct scalar *s)
{
	struct cursor c = { text };
	bool negative = next_is(&c, '-');
	bool has_sign = take(&c, '-') || take(&c, '+');
	uint64_t number;
	unsigned base = take_base(&c);

	/* Compose lets the sign also stand behind the small prefixes: "0b-11" is -3 */
	if (!has_sign && base < 10 && text.n > 2 && (text.p[1] == 'b' || text.p[1] == 'o') &&
	    (next_is(&c, '-') || next_is(&c, '+'))) {
		has_sign = true;
		negative = next_is(&c, '-');
		skip(&c, 1);
	}
	return digits_to_number(c.rest, base, &number) &&
	       set_integer(s, number, negative, has_sign);
}

/* [-+]? ( .digits | digits [ . digits? ] ) ( [eE] [-+]? digits )? */
static bool looks_like_float(struct str text)
{
	struct cursor c = { text };
	size_t whole;

	if (!take(&c, '-'))
		take(&c, '+');
	whole = take_digits(&c);
	if (take(&c, '.') && !take_digits(&c) && !whole)
		return false;
	if (!whole && !(text.n && c.rest.p > text.p && byte_is_digit(c.rest.p[-1])))
		return false;
	if (take(&c, 'e') || take(&c, 'E')) {
		if (!take(&c, '-'))
			take(&c, '+');
		if (!take_digits(&c))
			return false;
	}
	return !c.rest.n;
}

/* `text` ends with a NUL byte. */
static bool resolve_float(struct str text, struct scalar *s)
{
	double real;

	if (!looks_like_float(text))
		return false;
	real = strtod(text.p, NULL);
	if (real - real != 0) /* beyond the largest number: text */
		return false;
	s->kind = NODE_FLOAT;
	s->value.real = real;
	return true;
}

static bool resolve_number(struct str plain, struct scalar *s)
{
	/* a number that begins with a point is no integer, and needs no prefix */
	if (plain.p[0] != '.' && resolve_integer(plain, s))
		return true;
	return resolve_float(plain, s);
}

/* Numbers may hold "_" anywhere but at their beginning; a copy without them is read. */
static bool resolve_without_underscores(struct str text, struct scalar *s)
{
	char small[64];
	char *copy = text.n < sizeof(small) ? small : malloc(text.n + 1);
	struct str plain = { copy, 0 };
	bool resolved;

	if (!copy)
		arena_out_of_memory();
	for (size_t i = 0; i < text.n; i++)
		if (text.p[i] != '_')
			copy[plain.n++] = text.p[i];
	copy[plain.n] = '\0';
	resolved = resolve_number(plain, s);
	if (copy != small)
		free(copy);
	return resolved;
}

/* No number holds another byte; this spares long texts the copy. */
static bool may_be_number(struct str text)
{
	if (!text.n ||
	    (!byte_is_digit(text.p[0]) && text.p[0] != '.' && text.p[0] != '+' && text.p[0] != '-'))
		return false;
	for (size_t i = 0; i < text.n; i++)
		if (digit_value(text.p[i]) == 99 && text.p[i] != '_' && text.p[i] != '.' &&
		    text.p[i] != '+' && text.p[i] != '-' && text.p[i] != 'x' && text.p[i] != 'X' &&
		    text.p[i] != 'o' && text.p[i] != 'O')
			return false;
	return true;
}

struct scalar scalar_resolve(struct str text)
{
	struct scalar s = { .kind = NODE_STRING };

	if (scalar_is_text(text) || resolve_word(text, &s))
		return s;
	if (text.n && byte_is_digit(text.p[0]) && is_timestamp(text))
		s.kind = NODE_TIMESTAMP;
	else if (may_be_number(text))
		resolve_without_underscores(text, &s);
	return s;
}

bool scalar_resolve_as(struct str text, struct str tag, struct scalar *scalar)
{
	*scalar = (struct scalar){ .kind = NODE_STRING };
	if (str_eq(tag, STR("timestamp")) || str_eq(tag, STR("null")) || str_eq(tag, STR("bool")) ||
	    str_eq(tag, STR("int")) || str_eq(tag, STR("float")))
		*scalar = scalar_resolve(text);
	else
		return true;
	/* with another tag than its own a date is what its digits are: text */
	if (scalar->kind == NODE_INT && str_eq(tag, STR("float"))) {
		scalar->value.real = scalar->is_unsigned ? (double)(uint64_t)scalar->value.integer
							 : (double)scalar->value.integer;
		scalar->kind = NODE_FLOAT;
		scalar->is_unsigned = false;
	}
	return scalar->kind == (str_eq(tag, STR("timestamp")) ? NODE_TIMESTAMP
				: str_eq(tag, STR("null"))    ? NODE_NULL
				: str_eq(tag, STR("bool"))    ? NODE_BOOL
				: str_eq(tag, STR("int"))     ? NODE_INT
							      : NODE_FLOAT);
}

static int base64_value(char c)
{
	if (c >= 'A' && c <= 'Z')
		return c - 'A';
	if (c >= 'a' && c <= 'z')
		return c - 'a' + 26;
	if (byte_is_digit(c))
		return c - '0' + 52;
	return c == '+' ? 62 : c == '/' ? 63 : -1;
}

bool scalar_decode_base64(struct arena *arena, struct str text, struct str *bytes)
{
	struct builder b = { .arena = arena };
	uint32_t bits = 0;
	size_t digits = 0, padding = 0;

	for (size_t i = 0; i < text.n; i++) {
		int value = base64_value(text.p[i]);

		if (text.p[i] == '\n' || text.p[i] == '\r')
			continue;
		if (text.p[i] == '=') {
			padding++;
			continue;
		}
		if (value < 0 || padding)
			return false;
		bits = bits << 6 | (uint32_t)value;
		if (digits++ % 4)
			builder_byte(&b, (char)(bits >> (6 - 2 * ((digits - 1) % 4)) & 0xFF));
	}
	*bytes = builder_str(&b);
	return (digits + padding) % 4 == 0 && padding <= 2;
}
