/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "model/cast.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

bool cast_integer(struct str text, int64_t *value)
{
	return str_to_int(text, value);
}

static bool byte_is_hex(char c)
{
	return byte_is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static size_t skip_digits(struct str s, size_t i, bool hexadecimal, size_t *digits)
{
	while (i < s.n &&
	       (s.p[i] == '_' || (hexadecimal ? byte_is_hex(s.p[i]) : byte_is_digit(s.p[i])))) {
		*digits += s.p[i] != '_';
		i++;
	}
	return i;
}

/* "_" only between digits, or between "0x" and a digit */
static bool underscores_fit(struct str s, bool hexadecimal)
{
	for (size_t i = 0; i < s.n; i++) {
		bool before, after;

		if (s.p[i] != '_')
			continue;
		before = i > 0 && (hexadecimal ? byte_is_hex(s.p[i - 1]) || i == 2
					       : byte_is_digit(s.p[i - 1]));
		after = i + 1 < s.n &&
			(hexadecimal ? byte_is_hex(s.p[i + 1]) : byte_is_digit(s.p[i + 1]));
		if (!before || !after)
			return false;
	}
	return true;
}

/* The grammar of a number without its sign; *hexadecimal tells which. */
static bool is_float(struct str s, bool *hexadecimal)
{
	size_t digits = 0, exponent_digits = 0, i = 0;
	bool exponent = false;

	*hexadecimal = s.n > 2 && s.p[0] == '0' && (s.p[1] == 'x' || s.p[1] == 'X');
	if (*hexadecimal)
		i = 2;
	i = skip_digits(s, i, *hexadecimal, &digits);
	if (i < s.n && s.p[i] == '.')
		i = skip_digits(s, i + 1, *hexadecimal, &digits);
	if (!digits)
		return false;
	if (i < s.n &&
	    (*hexadecimal ? s.p[i] == 'p' || s.p[i] == 'P' : s.p[i] == 'e' || s.p[i] == 'E')) {
		exponent = true;
		i++;
		if (i < s.n && (s.p[i] == '+' || s.p[i] == '-'))
			i++;
		i = skip_digits(s, i, false, &exponent_digits);
		if (!exponent_digits)
			return false;
	}
	if (*hexadecimal && !exponent)
		return false;
	return i == s.n && underscores_fit(s, *hexadecimal);
}

static bool is_special(struct str s)
{
	return str_eq_nocase(s, STR("inf")) || str_eq_nocase(s, STR("infinity")) ||
	       str_eq_nocase(s, STR("nan"));
}

enum { FLOAT_BYTES = 512 }; /* longer texts are no numbers anybody writes */

bool cast_float(struct str text, double *value)
{
	struct str digits = text;
	char copy[FLOAT_BYTES + 1];
	size_t n = 0;
	bool hexadecimal, is_signed;

	is_signed = text.n && (text.p[0] == '+' || text.p[0] == '-');
	if (is_signed)
		digits = str_slice(text, 1, text.n);
	if (text.n > FLOAT_BYTES)
		return false;
	if (is_special(digits)) {
		if (is_signed && str_eq_nocase(digits, STR("nan")))
			return false;
	} else if (!is_float(digits, &hexadecimal)) {
		return false;
	}
	for (size_t i = 0; i < text.n; i++)
		if (text.p[i] != '_')
			copy[n++] = text.p[i];
	copy[n] = '\0';
	errno = 0;
	*value = strtod(copy, NULL);
	return is_special(digits) || isfinite(*value);
}

double cast_number(const struct node *node)
{
	if (node->kind == NODE_FLOAT)
		return node->value.real;
	return node->is_unsigned ? (double)(uint64_t)node->value.integer
				 : (double)node->value.integer;
}

/* "d.ddde+xx" with the fewest digits that read back equal. */
static struct str shortest(struct arena *arena, double value, bool single)
{
	struct str text = STR("");

	for (int digits = 0; digits < 17; digits++) {
		text = arena_fmt(arena, "%.*e", digits, value);
		if (single ? (double)strtof(text.p, NULL) == value : strtod(text.p, NULL) == value)
			break;
	}
	return text;
}

/* The same number without an exponent; the digits are those of the text, zeros fill up. */
static struct str without_exponent(struct arena *arena, struct str text, int64_t exponent)
{
	struct builder b = { .arena = arena };
	size_t e = str_find_byte(text, 'e', 0), at = 0;

	if (text.p[0] == '-')
		builder_byte(&b, text.p[at++]);
	if (exponent < 0)
		builder_add(&b, STR("0."));
	for (int64_t i = -1; i > exponent; i--)
		builder_byte(&b, '0');
	for (; at < e; at++) {
		if (text.p[at] == '.')
			continue;
		builder_byte(&b, text.p[at]);
		if (exponent-- == 0 && at + 1 < e)
			builder_byte(&b, '.');
	}
	for (; exponent >= 0; exponent--)
		builder_byte(&b, '0');
	return builder_str(&b);
}

static int64_t exponent_of(struct str text)
{
	int64_t exponent = 0;

	str_to_int(str_slice(text, str_find_byte(text, 'e', 0) + 1, text.n), &exponent);
	return exponent;
}

static struct str float_text(struct arena *arena, double value, bool single)
{
	struct str text;
	int64_t exponent;

	if (isnan(value))
		return STR("NaN");
	if (isinf(value))
		return value < 0 ? STR("-Inf") : STR("+Inf");
	text = shortest(arena, value, single);
	exponent = exponent_of(text);
	if (exponent < -4 || exponent > 5)
		return text;
	return without_exponent(arena, text, exponent);
}

struct str cast_json_float_text(struct arena *arena, double value)
{
	struct str text = shortest(arena, value, false);
	int64_t exponent = exponent_of(text);

	if (exponent >= -6 && exponent < 21)
		return without_exponent(arena, text, exponent);
	return arena_fmt(arena, "%.*se%s%lld",
			 STR_FMT(str_slice(text, 0, str_find_byte(text, 'e', 0))),
			 exponent < 0 ? "" : "+", (long long)exponent);
}

struct str cast_integer_text(struct arena *arena, const struct node *node)
{
	return arena_fmt(arena, node->is_unsigned ? "%llu" : "%lld",
			 (unsigned long long)node->value.integer);
}

struct str cast_float_text(struct arena *arena, double value)
{
	return float_text(arena, value, false);
}

struct str cast_single_text(struct arena *arena, float value)
{
	return float_text(arena, (double)value, true);
}

/* Digits at *at, which moves behind them. */
static unsigned digits_at(struct str text, size_t *at)
{
	unsigned value = 0;

	for (; *at < text.n && byte_is_digit(text.p[*at]); ++*at)
		value = value * 10 + (unsigned)(text.p[*at] - '0');
	return value;
}

struct str cast_timestamp_text(struct arena *arena, struct str text)
{
	struct builder b = { .arena = arena };
	unsigned part[6] = { 0 };
	size_t at = 0, count = 0, dot;

	while (count < 6 && at < text.n && byte_is_digit(text.p[at])) {
		part[count++] = digits_at(text, &at);
		if (count < 6 && at < text.n && text.p[at] != '.')
			at++;
	}
	builder_fmt(&b, "%04u-%02u-%02uT%02u:%02u:%02u", part[0], part[1], part[2], part[3],
		    part[4], part[5]);
	dot = at;
	if (at < text.n && text.p[at] == '.') {
		at++;
		digits_at(text, &at);
		while (at > dot && (text.p[at - 1] == '0' || text.p[at - 1] == '.'))
			at--;
		builder_add(&b, str_slice(text, dot, at));
		while (at < text.n && (byte_is_digit(text.p[at]) || text.p[at] == '.'))
			at++;
	}
	if (at < text.n && (text.p[at] == '+' || text.p[at] == '-'))
		builder_add(&b, str_slice(text, at, text.n));
	else
		builder_byte(&b, 'Z');
	return builder_str(&b);
}

struct str cast_duration_text(struct arena *arena, int64_t nanoseconds)
{
	uint64_t left = nanoseconds < 0 ? 0 - (uint64_t)nanoseconds : (uint64_t)nanoseconds;
	uint64_t second = 1000000000U, unit, whole;
	struct builder b = { .arena = arena };
	const char *name = "s";

	if (nanoseconds < 0)
		builder_byte(&b, '-');
	unit = second;
	if (left && left < second) {
		unit = left < 1000 ? 1 : left < 1000000 ? 1000 : 1000000;
		name = left < 1000 ? "ns" : left < 1000000 ? "\xc2\xb5s" : "ms";
	}
	/* the unit that is taken for 0 is the one behind the loop below */
	/* cppcheck-suppress zerodivcond */
	whole = left / unit;
	if (unit == second && whole >= 3600)
		builder_fmt(&b, "%lluh", (unsigned long long)(whole / 3600));
	if (unit == second && whole >= 60)
		builder_fmt(&b, "%llum", (unsigned long long)(whole / 60 % 60));
	builder_fmt(&b, "%llu", (unsigned long long)(unit == second ? whole % 60 : whole));
	left %= unit;
	if (left)
		builder_byte(&b, '.');
	for (unit /= 10; left; unit /= 10) {
		builder_byte(&b, (char)('0' + left / unit));
		left %= unit;
	}
	builder_add(&b, str_from(name));
	return builder_str(&b);
}

bool cast_boolean(struct str text, bool *value)
{
	static const struct str yes[] = { STR_INIT("true"), STR_INIT("y"), STR_INIT("yes"),
					  STR_INIT("on") };
	static const struct str no[] = { STR_INIT("false"), STR_INIT("n"), STR_INIT("no"),
					 STR_INIT("off") };

	for (size_t i = 0; i < sizeof(yes) / sizeof(yes[0]); i++) {
		*value = str_eq_nocase(text, yes[i]);
		if (*value || str_eq_nocase(text, no[i]))
			return true;
	}
	return false;
}

/* ------------------------------------------------------------------ sizes */

bool cast_size(struct str text, int64_t *bytes)
{
	static const struct {
		char letter;
		unsigned shift;
	} units[] = { { 'k', 10 }, { 'm', 20 }, { 'g', 30 }, { 't', 40 }, { 'p', 50 } };
	struct str number, suffix;
	double amount;
	unsigned shift = 0;

	/* the number ends at the last digit, point or blank; the blank is dropped */
	for (size_t i = text.n;; i--) {
		if (!i)
			return false;
		if (!byte_is_digit(text.p[i - 1]) && text.p[i - 1] != '.' && text.p[i - 1] != ' ')
			continue;
		number = str_slice(text, 0, text.p[i - 1] == ' ' ? i - 1 : i);
		suffix = str_slice(text, i, text.n);
		break;
	}
	if (!cast_float(number, &amount) || amount < 0)
		return false;
	for (size_t i = 0; suffix.n && i < sizeof(units) / sizeof(units[0]); i++) {
		if ((suffix.p[0] | 0x20) != units[i].letter)
			continue;
		shift = units[i].shift;
		suffix = str_slice(suffix, 1, suffix.n);
		if (str_eq_nocase(suffix, STR("ib")))
			suffix = STR("");
		break;
	}
	if (suffix.n && !str_eq_nocase(suffix, STR("b")))
		return false;
	amount *= (double)(UINT64_C(1) << shift);
	*bytes = amount >= 0x1p63 ? INT64_MIN : (int64_t)amount;
	return true;
}

/* -------------------------------------------------------------- durations */

static struct str duration_unit(struct str text, double *nanoseconds)
{
	static const struct {
		struct str name;
		double nanoseconds;
	} units[] = {
		{ STR_INIT("ns"), 1 },          { STR_INIT("us"), 1e3 },
		{ STR_INIT("\xc2\xb5s"), 1e3 }, /* micro sign */
		{ STR_INIT("\xce\xbcs"), 1e3 }, /* Greek mu */
		{ STR_INIT("ms"), 1e6 },        { STR_INIT("s"), 1e9 },
		{ STR_INIT("m"), 60e9 },        { STR_INIT("h"), 3600e9 },
		{ STR_INIT("d"), 24 * 3600e9 }, { STR_INIT("w"), 7 * 24 * 3600e9 },
	};

	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (str_eq(text, units[i].name)) {
			*nanoseconds = units[i].nanoseconds;
			return units[i].name;
		}
	return STR("");
}

/* One "NUMBER UNIT", without a sign; false: none.  *at moves behind it. */
static bool duration_part(struct str text, size_t *at, double *nanoseconds)
{
	size_t i = *at, digits = 0, unit_from;
	double whole = 0, fraction = 0, scale = 0.1, unit = 0;

	for (; i < text.n && byte_is_digit(text.p[i]); i++, digits++)
		whole = whole * 10 + (text.p[i] - '0');
	if (i < text.n && text.p[i] == '.')
		for (i++; i < text.n && byte_is_digit(text.p[i]); i++, digits++, scale /= 10)
			fraction += (text.p[i] - '0') * scale;
	if (!digits)
		return false;
	for (unit_from = i; i < text.n && text.p[i] != '.' && !byte_is_digit(text.p[i]);)
		i++;
	if (!duration_unit(str_slice(text, unit_from, i), &unit).n)
		return false;
	/* below 2^63: cutting the fraction off needs no library */
	*nanoseconds = whole * unit + (double)(int64_t)(fraction * unit + 1e-6);
	*at = i;
	return true;
}

bool cast_duration(struct str text, int64_t *nanoseconds)
{
	size_t at = 0;
	double sum = 0, part;
	bool negative = false;

	if (text.n && (text.p[0] == '-' || text.p[0] == '+')) {
		negative = text.p[0] == '-';
		at = 1;
	}
	if (str_eq(str_slice(text, at, text.n), STR("0"))) {
		*nanoseconds = 0;
		return true;
	}
	if (at == text.n)
		return false;
	while (at < text.n) {
		if (!duration_part(text, &at, &part))
			return false;
		sum += part;
	}
	if (sum >= 0x1p63)
		return false;
	*nanoseconds = negative ? -(int64_t)sum : (int64_t)sum;
	return true;
}

/* ------------------------------------------------------------------ nodes */

static void say_no_cast(struct lint *lint, const char *wanted, const struct trail *trail,
			const struct node *node, bool *refused)
{
	struct finding *finding = trail_refuse(lint, trail, node->span, STR("cast"),
					       "\"%.*s\" must be %s%s", STR_FMT(trail_key(trail)),
					       wanted, node->text.n ? "" : ", is the empty text");

	finding->extent = node->span;
	trail_origins(lint, finding, node, 0, node->text.n);
	*refused = true;
}

const struct node *cast_node(struct lint *lint, enum schema_cast cast, const struct trail *trail,
			     const struct node *node, bool *refused)
{
	struct node *made;

	if (cast == CAST_NONE || node->kind != NODE_STRING || node_is_unknown(node))
		return node;
	made = node_copy(&lint->run, node);
	if (node->nparts && !node->written)
		made->written = node;
	switch (cast) {
	case CAST_INTEGER:
		made->kind = NODE_INT;
		if (cast_integer(node->text, &made->value.integer))
			return made;
		say_no_cast(lint, "an integer in decimal digits", trail, node, refused);
		return node;
	case CAST_FLOAT:
		made->kind = NODE_FLOAT;
		if (cast_float(node->text, &made->value.real))
			return made;
		say_no_cast(lint, "a number", trail, node, refused);
		return node;
	case CAST_BOOLEAN:
		made->kind = NODE_BOOL;
		if (cast_boolean(node->text, &made->value.boolean))
			return made;
		say_no_cast(lint, "true or false", trail, node, refused);
		return node;
	case CAST_NONE:
		break;
	}
	return node;
}

static const struct node *walk(struct lint *lint, const struct schema *at,
			       const struct trail *trail, const struct node *node, bool *refused);

static const struct node *walk_mapping(struct lint *lint, const struct schema *at,
				       const struct trail *trail, const struct node *node,
				       bool *refused)
{
	struct pair *pairs = NULL;

	for (size_t i = 0; i < node->count; i++) {
		const struct pair *pair = &node->in.pairs[i];
		const struct schema *row = schema_child_again(lint, at, pair->key->text);
		const struct node *value =
			walk(lint, row, TRAIL_KEY(trail, pair->key->text), pair->value, refused);

		if (value == pair->value)
			continue;
		if (!pairs) {
			pairs = ARENA_ARRAY(&lint->run, node->count, struct pair);
			for (size_t j = 0; j < node->count; j++)
				pairs[j] = node->in.pairs[j];
		}
		pairs[i].value = value;
	}
	if (pairs) {
		struct node *made = node_copy(&lint->run, node);

		made->in.pairs = pairs;
		return made;
	}
	return node;
}

static const struct node *walk_sequence(struct lint *lint, const struct schema *at,
					const struct trail *trail, const struct node *node,
					bool *refused)
{
	const struct schema *row = schema_item(at);
	const struct node **items = NULL;

	for (size_t i = 0; i < node->count; i++) {
		const struct node *item =
			walk(lint, row, TRAIL_ITEM(trail, i), node->in.items[i], refused);

		if (item == node->in.items[i])
			continue;
		if (!items) {
			items = ARENA_ARRAY(&lint->run, node->count, const struct node *);
			for (size_t j = 0; j < node->count; j++)
				items[j] = node->in.items[j];
		}
		items[i] = item;
	}
	if (items) {
		struct node *made = node_copy(&lint->run, node);

		made->in.items = items;
		return made;
	}
	return node;
}

static const struct node *walk(struct lint *lint, const struct schema *at,
			       const struct trail *trail, const struct node *node, bool *refused)
{
	if (!at)
		return node;
	if (node->kind == NODE_MAPPING)
		return walk_mapping(lint, at, trail, node, refused);
	if (node->kind == NODE_SEQUENCE)
		return walk_sequence(lint, at, trail, node, refused);
	return cast_node(lint, at->cast, trail, node, refused);
}

const struct node *schema_cast(struct lint *lint, const struct node *document, bool *refused)
{
	return document ? walk(lint, schema_root(), NULL, document, refused) : NULL;
}
