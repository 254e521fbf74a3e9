/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "model/go_text.h"

#include <stdlib.h>

#include "model/cast.h"

static void add(struct builder *b, const struct node *node);

static int by_key(const void *left, const void *right)
{
	const struct pair *const *a = left, *const *b = right;

	return str_cmp((*a)->key->text, (*b)->key->text);
}

static void add_mapping(struct builder *b, const struct node *mapping)
{
	const struct pair **pairs = ARENA_ARRAY(b->arena, mapping->count, const struct pair *);

	for (size_t i = 0; i < mapping->count; i++)
		pairs[i] = &mapping->in.pairs[i];
	if (mapping->count)
		qsort(pairs, mapping->count, sizeof(*pairs), by_key);
	builder_add(b, STR("map["));
	for (size_t i = 0; i < mapping->count; i++) {
		builder_fmt(b, "%s%.*s:", i ? " " : "", STR_FMT(pairs[i]->key->text));
		add(b, pairs[i]->value);
	}
	builder_byte(b, ']');
}

/* "2024-01-31T10:00:00+02:00" is "2024-01-31 10:00:00 +0200 +0200". */
static void add_time(struct builder *b, const struct node *node)
{
	struct str text = cast_timestamp_text(b->arena, node->text), hours, minutes;
	size_t zone = text.n && text.p[text.n - 1] == 'Z' ? text.n - 1 : text.n - 6;

	if (text.n < 20) {
		builder_add(b, text);
		return;
	}
	hours = str_slice(text, zone, zone + 3);
	minutes = str_slice(text, zone + 4, text.n);
	builder_fmt(b, "%.*s %.*s ", STR_FMT(str_slice(text, 0, 10)),
		    STR_FMT(str_slice(text, 11, zone)));
	if (text.p[zone] == 'Z')
		builder_add(b, STR("+0000 UTC"));
	else
		builder_fmt(b, "%.*s%.*s %.*s%.*s", STR_FMT(hours), STR_FMT(minutes),
			    STR_FMT(hours), STR_FMT(minutes));
}

static void add(struct builder *b, const struct node *node)
{
	switch (node->kind) {
	case NODE_MAPPING:
		add_mapping(b, node);
		break;
	case NODE_SEQUENCE:
		builder_byte(b, '[');
		for (size_t i = 0; i < node->count; i++) {
			builder_add(b, i ? STR(" ") : STR(""));
			add(b, node->in.items[i]);
		}
		builder_byte(b, ']');
		break;
	case NODE_NULL:
		builder_add(b, STR("<nil>"));
		break;
	case NODE_BOOL:
		builder_add(b, node->value.boolean ? STR("true") : STR("false"));
		break;
	case NODE_INT:
		builder_add(b, cast_integer_text(b->arena, node));
		break;
	case NODE_FLOAT:
		builder_add(b, cast_float_text(b->arena, node->value.real));
		break;
	case NODE_TIMESTAMP:
		add_time(b, node);
		break;
	case NODE_STRING:
		builder_add(b, node->text);
		break;
	}
}

struct str go_text(struct arena *arena, const struct node *node)
{
	struct builder b = { .arena = arena };

	add(&b, node);
	return builder_str(&b);
}
