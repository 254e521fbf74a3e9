/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "model/notation.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/table.h"
#include "model/go_text.h"
#include "model/schema.h"
#include "read/yaml.h"

static struct node *empty(struct lint *lint, enum node_kind kind, const struct node *in_place_of)
{
	struct node *node = node_new(&lint->run, kind, in_place_of->span);
	struct step *step = ARENA_NEW(&lint->run, struct step);

	*step = (struct step){
		.kind = STEP_SHORT,
		.span = in_place_of->span,
		.was = in_place_of,
		.before = in_place_of->via,
	};
	node->via = step;
	node->style = STYLE_MADE;
	return node;
}

static int by_text(const void *left, const void *right)
{
	const struct node *a = *(const struct node *const *)left;
	const struct node *b = *(const struct node *const *)right;

	return str_cmp(a->text, b->text);
}

/* "key<separator>value" as one item, at the place of the value. */
static const struct node *joined_item(struct lint *lint, const struct pair *pair,
				      const struct node *value)
{
	struct arena *arena = &lint->run;
	struct node *item = node_is_scalar(value) ? node_copy(arena, value)
						  : node_new(arena, NODE_STRING, value->span);
	struct step *step = ARENA_NEW(arena, struct step), *form;
	struct part *parts;
	size_t shift = pair->key->text.n + 1;

	*step = (struct step){
		.kind = STEP_SHORT, .span = value->span, .was = value, .before = value->via
	};
	form = ARENA_NEW(arena, struct step);
	*form = (struct step){
		.kind = STEP_FORM, .span = value->span, .was = value, .before = step
	};
	item->kind = NODE_STRING;
	item->style = STYLE_MADE;
	item->via = form;
	if (value == pair->value && value->kind == NODE_NULL) {
		item->text = pair->key->text;
		return item;
	}
	item->text = arena_join(arena, arena_join(arena, pair->key->text, STR("=")),
				go_text(arena, value));
	if (value->nparts) {
		parts = ARENA_ARRAY(arena, value->nparts, struct part);
		for (size_t i = 0; i < value->nparts; i++) {
			parts[i] = value->parts[i];
			parts[i].from += (uint32_t)shift;
			parts[i].to += (uint32_t)shift;
		}
		item->parts = parts;
	}
	return item;
}

const struct node *notation_list(struct lint *lint, const struct node *node)
{
	struct arena *arena = &lint->run;
	struct node *list;
	const struct node **items;
	size_t count = 0, most = 0;

	if (node->kind == NODE_SEQUENCE)
		return node;
	list = empty(lint, NODE_SEQUENCE, node);
	if (node->kind == NODE_STRING) {
		items = ARENA_ARRAY(arena, 1, const struct node *);
		items[0] = node;
		list->in.items = items;
		list->count = 1;
	}
	if (node->kind != NODE_MAPPING)
		return list;
	for (size_t i = 0; i < node->count; i++)
		most += node->in.pairs[i].value->kind == NODE_SEQUENCE
				? node->in.pairs[i].value->count
				: 1;
	items = ARENA_ARRAY(arena, most, const struct node *);
	for (size_t i = 0; i < node->count; i++) {
		const struct pair *pair = &node->in.pairs[i];

		if (pair->value->kind != NODE_SEQUENCE)
			items[count++] = joined_item(lint, pair, pair->value);
		for (size_t j = 0; pair->value->kind == NODE_SEQUENCE && j < pair->value->count;
		     j++)
			items[count++] = joined_item(lint, pair, pair->value->in.items[j]);
	}
	if (count)
		qsort(items, count, sizeof(*items), by_text);
	list->in.items = items;
	list->count = (uint32_t)count;
	return list;
}

static void refuse_item(struct lint *lint, const struct node *item, const struct trail *trail,
			size_t index, bool *refused)
{
	*refused = true;
	trail_refuse(lint, TRAIL_ITEM(trail, index), item->span, STR("item"),
		     "an item of \"%.*s\" must be a string", STR_FMT(trail_key(trail)));
}

/* A list of "key=value" as a mapping; of a key that stands twice, the last value. */
static const struct node *as_mapping(struct lint *lint, const struct node *node,
				     const struct trail *trail, bool *refused)
{
	struct arena *arena = &lint->run;
	const struct node *list;
	struct node *mapping;
	struct arena work = { 0 };
	struct table seen = { .arena = &work };
	struct pair *pairs;
	size_t count = 0;

	if (node->kind == NODE_MAPPING)
		return node;
	list = notation_list(lint, node);
	mapping = empty(lint, NODE_MAPPING, node->kind == NODE_SEQUENCE ? node : list);
	pairs = ARENA_ARRAY(arena, list->count, struct pair);
	for (size_t i = 0; i < list->count; i++) {
		const struct node *item = list->in.items[i];
		struct node *key, *value;
		struct step *step;
		struct pair *there;
		size_t equals;

		if (item->kind != NODE_STRING) {
			refuse_item(lint, item, trail, i, refused);
			continue;
		}
		equals = str_find_byte(item->text, '=', 0);
		key = yaml_cut(lint, item, 0, equals == STR_NPOS ? item->text.n : equals);
		if (equals == STR_NPOS) {
			value = node_new(arena, NODE_NULL, item->span);
			value->style = STYLE_MADE;
		} else {
			value = yaml_cut(lint, item, equals + 1, item->text.n);
		}
		step = ARENA_NEW(arena, struct step);
		*step = (struct step){
			.kind = STEP_SHORT, .span = item->span, .was = item, .before = item->via
		};
		value->via = step;
		there = table_get(&seen, key->text);
		if (there) {
			there->value = node_with_step(arena, value,
						      (struct step){ .kind = STEP_REPLACE,
								     .span = value->span,
								     .was = there->value });
			continue;
		}
		pairs[count] = (struct pair){ key, value };
		table_add(&seen, key->text, &pairs[count]);
		count++;
	}
	arena_free(&work);
	mapping->in.pairs = pairs;
	mapping->count = (uint32_t)count;
	node_index(arena, mapping);
	return mapping;
}

/* Of a mapping like this it makes no difference whether a list is made of it first. */
static bool is_plain(const struct node *mapping)
{
	for (size_t i = 0; i < mapping->count; i++) {
		const struct pair *pair = &mapping->in.pairs[i];

		if (!node_is_scalar(pair->value) || pair->value->kind == NODE_TIMESTAMP ||
		    str_has(pair->key->text, STR("=")))
			return false;
	}
	return true;
}

const struct node *notation_key_values(struct lint *lint, const struct node *node,
				       const struct trail *trail, bool *refused)
{
	if (node->kind == NODE_MAPPING && !is_plain(node))
		node = notation_list(lint, node);
	return as_mapping(lint, node, trail, refused);
}

const struct node *notation_marked_as_list(struct lint *lint, const struct node *mapping,
					   struct span span)
{
	struct node *list;

	if (schema_is_listed(mapping))
		return mapping;
	list = node_new(&lint->run, NODE_SEQUENCE, span);
	list->style = STYLE_MADE;
	return node_with_step(&lint->run, mapping,
			      (struct step){ .kind = STEP_SHORT, .span = span, .was = list });
}

/* ---- names ---- */

static const struct node *made(struct lint *lint, struct str text, enum node_kind kind,
			       struct span span)
{
	struct node *node = node_made(&lint->run, text, span);

	node->kind = kind;
	node->value.boolean = kind == NODE_BOOL;
	return node;
}

const struct node *notation_names(struct lint *lint, const struct node *node,
				  const struct trail *trail, bool conditions, bool *refused)
{
	struct arena *arena = &lint->run;
	struct node *mapping;
	struct pair *pairs;
	size_t count = 0;

	if (node->kind == NODE_MAPPING)
		return node;
	mapping = empty(lint, NODE_MAPPING, node);
	if (node->kind != NODE_SEQUENCE)
		return mapping;
	pairs = ARENA_ARRAY(arena, node->count, struct pair);
	for (size_t i = 0; i < node->count; i++) {
		const struct node *item = node->in.items[i];
		struct node *value;

		if (item->kind != NODE_STRING) {
			refuse_item(lint, item, trail, i, refused);
			continue;
		}
		value = empty(lint, conditions ? NODE_MAPPING : NODE_NULL, item);
		if (conditions) {
			struct pair *inner = ARENA_ARRAY(arena, 2, struct pair);

			inner[0].key = made(lint, STR("condition"), NODE_STRING, item->span);
			inner[0].value =
				made(lint, STR("service_started"), NODE_STRING, item->span);
			inner[1].key = made(lint, STR("required"), NODE_STRING, item->span);
			inner[1].value = made(lint, STR("true"), NODE_BOOL, item->span);
			value->in.pairs = inner;
			value->count = 2;
		}
		pairs[count++] = (struct pair){ item, value };
	}
	mapping->in.pairs = pairs;
	mapping->count = (uint32_t)count;
	node_index(arena, mapping);
	return mapping;
}

const struct node *notation_build(struct lint *lint, const struct node *node)
{
	struct node *mapping;
	struct pair *pair;

	if (node->kind == NODE_MAPPING)
		return node;
	mapping = empty(lint, NODE_MAPPING, node);
	if (node->kind != NODE_STRING)
		return mapping;
	pair = ARENA_NEW(&lint->run, struct pair);
	pair->key = made(lint, STR("context"), NODE_STRING, node->span);
	pair->value = node;
	mapping->in.pairs = pair;
	mapping->count = 1;
	return mapping;
}
