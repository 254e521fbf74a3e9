/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "model/distinct.h"

#include <stdlib.h>

#include "base/table.h"
#include "model/cast.h"

enum {
	SHOWN_BYTES = 80,   /* of a key in a message */
	FEW_ITEMS = 8,      /* of a list: each is compared with each */
	COMPARED_MOST = 20, /* items of a list that Compose compares one by one */
	EXPONENT_MOST = 999 /* beyond what a number can have */
};

_Static_assert((int)FEW_ITEMS < (int)SETTLED_FEWEST, "of the few nothing is settled");

/* Text that is equal for equal values: 1 and 1.0 are, the order of keys does not count. */
static void add_identity(struct builder *b, const struct node *node)
{
	struct table keys = { .arena = b->arena };
	const uint32_t *sorted;

	switch (node->kind) {
	case NODE_NULL:
		builder_byte(b, 'n');
		break;
	case NODE_BOOL:
		builder_byte(b, node->value.boolean ? 't' : 'f');
		break;
	case NODE_INT:
	case NODE_FLOAT:
		builder_fmt(b, "#%.17g;", cast_number(node));
		break;
	case NODE_STRING:
	case NODE_TIMESTAMP:
		builder_fmt(b, "\"%zu:", node->text.n);
		builder_add(b, node->text);
		break;
	case NODE_SEQUENCE:
		builder_byte(b, '[');
		for (size_t i = 0; i < node->count; i++)
			add_identity(b, node->in.items[i]);
		builder_byte(b, ']');
		break;
	case NODE_MAPPING:
		builder_byte(b, '{');
		for (size_t i = 0; i < node->count; i++)
			table_add(&keys, node->in.pairs[i].key->text, NULL);
		sorted = table_sorted(&keys);
		for (size_t i = 0; i < node->count; i++) {
			const struct pair *pair = &node->in.pairs[sorted[i]];

			builder_fmt(b, "\"%zu:", pair->key->text.n);
			builder_add(b, pair->key->text);
			add_identity(b, pair->value);
		}
		builder_byte(b, '}');
		break;
	}
}

static struct str identity_of(struct lint *lint, const struct node *node)
{
	struct builder b = { .arena = &lint->scratch };

	add_identity(&b, node);
	return builder_str(&b);
}

static bool has_unknown(const struct node *node)
{
	if (node_is_unknown(node))
		return true;
	if (node->kind == NODE_SEQUENCE)
		for (size_t i = 0; i < node->count; i++)
			if (has_unknown(node->in.items[i]))
				return true;
	if (node->kind == NODE_MAPPING)
		for (size_t i = 0; i < node->count; i++)
			if (has_unknown(node->in.pairs[i].value))
				return true;
	return false;
}

struct identity {
	struct str text;
	size_t index;
};

static int compare_identities(const void *left, const void *right)
{
	const struct identity *a = left, *b = right;
	int order = str_cmp(a->text, b->text);

	if (order)
		return order;
	return a->index < b->index ? -1 : a->index > b->index;
}

static void say_repeated(struct lint *lint, const struct trail *trail, const struct node *list,
			 size_t index, size_t first_index)
{
	const struct node *item = list->in.items[index], *first = list->in.items[first_index];
	struct finding *finding;
	struct trail here = { trail, { NULL, 0 }, index, true };

	if (item->span.source != first->span.source)
		finding = trail_refuse(
			lint, &here, item->span, STR("distinct"),
			"\"%.*s\" has this item twice, since Compose appends the list of "
			"%.*s to that of %.*s; remove it here",
			STR_FMT(str_beginning(trail_key(trail), SHOWN_BYTES)),
			STR_FMT(source_name(&lint->sources, item->span)),
			STR_FMT(source_name(&lint->sources, first->span)));
	else
		finding = trail_refuse(lint, &here, item->span, STR("distinct"),
				       "\"%.*s\" has this item twice; remove one",
				       STR_FMT(str_beginning(trail_key(trail), SHOWN_BYTES)));
	finding->extent = item->span;
	diag_related(&lint->diag, finding, RELATED_DEFINITION, first->span, "first here");
}

/* Nothing that was added to the list is like another item.  Notes what is settled. */
static bool are_new(struct lint *lint, struct settled *settled, const struct node *list)
{
	struct table fresh = { .arena = &lint->scratch };

	for (size_t i = settled->checked; i < list->count; i++) {
		struct str identity;

		if (has_unknown(list->in.items[i]))
			continue;
		identity = identity_of(lint, list->in.items[i]);
		if (settled_has(&settled->identities, identity) || settled_has(&fresh, identity))
			return false;
		if (i < settled->count)
			settled_note(&settled->identities, arena_str(settled->arena, identity));
		else
			settled_note(&fresh, identity);
	}
	return true;
}

/* ------------------------------------------------------------------ numbers as text */

static int digit_of(char c)
{
	if (byte_is_digit(c))
		return c - '0';
	if (byte_is_alpha(c) && (c | 0x20) <= 'f')
		return (c | 0x20) - 'a' + 10;
	return 16;
}

static int base_of(struct str s, size_t *at, bool with_point)
{
	char letter = *at + 1 < s.n && s.p[*at] == '0' ? (char)(s.p[*at + 1] | 0x20) : '\0';

	*at += letter == 'x' || letter == 'o' || letter == 'b' ? 2 : 0;
	switch (letter) {
	case 'x':
		return 16;
	case 'o':
		return 8;
	case 'b':
		return 2;
	default:
		/* a zero in front makes it octal, but not where it may have a point */
		return letter && !with_point ? 8 : 10;
	}
}

/* Digits from *at, which moves behind them; false: none. */
static bool read_digits(struct str s, size_t *at, bool with_point, double *value)
{
	const int base = base_of(s, at, with_point);
	double scale = 1;
	bool point = false, any = false;

	*value = 0;
	for (; *at < s.n; ++*at) {
		char c = s.p[*at];

		if (c == '_')
			continue;
		if (c == '.' && with_point && !point) {
			point = true;
			continue;
		}
		if (digit_of(c) >= base)
			break;
		any = true;
		*value = *value * base + digit_of(c);
		scale *= point ? base : 1;
	}
	*value /= scale;
	return any;
}

static bool read_exponent(struct str s, size_t *at, double *value)
{
	const double base = (s.p[*at] | 0x20) == 'p' ? 2 : 10;
	bool negative, any = false;
	int exponent = 0;

	++*at;
	negative = *at < s.n && s.p[*at] == '-';
	*at += *at < s.n && (s.p[*at] == '-' || s.p[*at] == '+');
	for (; *at < s.n && byte_is_digit(s.p[*at]); ++*at) {
		any = true;
		if (exponent < EXPONENT_MOST)
			exponent = exponent * 10 + (s.p[*at] - '0');
	}
	for (; exponent > 0; exponent--)
		*value = negative ? *value / base : *value * base;
	return any;
}

/* "1", "1.0", "0x1", "1e0", "2/2": what Go reads as a rational. */
static bool read_rational(struct str s, double *value)
{
	bool is_fraction = str_find_byte(s, '/', 0) != STR_NPOS;
	bool negative = s.n && s.p[0] == '-';
	size_t at = s.n && (s.p[0] == '-' || s.p[0] == '+');
	double below = 1;

	if (!read_digits(s, &at, !is_fraction, value))
		return false;
	if (is_fraction && at < s.n && s.p[at] == '/') {
		at++;
		if (!read_digits(s, &at, false, &below))
			return false;
		*value /= below;
	} else if (!is_fraction && at < s.n && str_find_byte(STR("eEpP"), s.p[at], 0) != STR_NPOS) {
		if (!read_exponent(s, &at, value))
			return false;
	}
	if (negative)
		*value = -*value;
	return at == s.n;
}

static bool is_number(const struct node *node)
{
	return node->kind == NODE_INT || node->kind == NODE_FLOAT;
}

/* A text that reads as the number that stands after it; the other way round they differ. */
static bool check_numbers(struct lint *lint, const struct trail *trail, const struct node *list)
{
	bool differ = true;
	double value;

	/* Compose compares the hashes of longer ones, which are not equal */
	if (list->count > COMPARED_MOST)
		return true;
	for (size_t i = 1; i < list->count; i++) {
		const struct node *later = list->in.items[i];

		for (size_t j = 0; is_number(later) && j < i; j++) {
			const struct node *earlier = list->in.items[j];

			if (earlier->kind != NODE_STRING || node_is_unknown(earlier) ||
			    !read_rational(earlier->text, &value) || value < cast_number(later) ||
			    value > cast_number(later))
				continue;
			say_repeated(lint, trail, list, i, j);
			differ = false;
			break;
		}
	}
	return differ;
}

/* ------------------------------------------------------------------ the list */

/* Then they are their own identities. */
static bool are_texts(const struct node *list)
{
	for (size_t i = 0; i < list->count; i++)
		if (list->in.items[i]->kind != NODE_STRING)
			return false;
	return true;
}

/* Most lists are short, and hold texts that differ. */
static bool are_different_texts(const struct node *list)
{
	if (!are_texts(list))
		return false;
	for (size_t i = 1; i < list->count; i++)
		for (size_t j = 0; j < i; j++)
			if (str_eq(list->in.items[i]->text, list->in.items[j]->text))
				return false;
	return true;
}

bool distinct_check(struct lint *lint, const struct trail *trail, const struct node *list,
		    struct settled *settled)
{
	struct identity *all;
	size_t count = 0;
	bool differ, texts;

	if (list->count < 2 || (list->count <= FEW_ITEMS && are_different_texts(list)))
		return true;
	differ = check_numbers(lint, trail, list);
	if (settled && are_new(lint, settled, list))
		return differ;
	all = ARENA_ARRAY(&lint->scratch, list->count, struct identity);
	texts = are_texts(list);
	for (size_t i = 0; i < list->count; i++) {
		const struct node *item = list->in.items[i];

		if (!has_unknown(item))
			all[count++] =
				(struct identity){ texts ? item->text : identity_of(lint, item),
						   i };
	}
	if (count)
		qsort(all, count, sizeof(*all), compare_identities);
	for (size_t i = 1, first = 0; i < count; i++) {
		if (!str_eq(all[i].text, all[first].text)) {
			first = i;
			continue;
		}
		say_repeated(lint, trail, list, all[i].index, all[first].index);
		differ = false;
	}
	return differ;
}
