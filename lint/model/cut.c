/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "model/cut.h"

#include "base/table.h"
#include "read/yaml.h"

struct str cut_opaque(struct arena *arena, const struct node *scalar)
{
	char *copy;

	if (!node_has_part(scalar, PART_UNKNOWN) && !node_has_part(scalar, PART_HOST))
		return scalar->text;
	copy = arena_alloc(arena, scalar->text.n + 1);
	for (size_t i = 0; i < scalar->text.n; i++)
		copy[i] = scalar->text.p[i];
	for (size_t i = 0; i < scalar->nparts; i++) {
		const struct part *part = &scalar->parts[i];

		if (part->kind != PART_UNKNOWN && part->kind != PART_HOST)
			continue;
		for (size_t j = part->from; j < part->to && j < scalar->text.n; j++)
			copy[j] = CUT_OPAQUE;
	}
	return (struct str){ copy, scalar->text.n };
}

struct cut_memo {
	const struct step *newest;
};

/* The pieces of an item come one after the other, and one step says of all what they were: with a
   step for each, the steps would be a twentieth of the memory of a project. */
static void mark_short(struct lint *lint, struct node *node, const struct node *item)
{
	struct cut_memo *memo = lint->cut;
	struct step *step;

	if (!memo)
		memo = lint->cut = ARENA_NEW(&lint->run, struct cut_memo);
	if (!memo->newest || memo->newest->was != item) {
		step = ARENA_NEW(&lint->run, struct step);
		*step = (struct step){
			.kind = STEP_SHORT, .span = item->span, .was = item, .before = item->via
		};
		memo->newest = step;
	}
	node->via = memo->newest;
}

struct node *cut_piece(struct lint *lint, const struct node *item, size_t from, size_t to)
{
	struct node *node = yaml_cut(lint, item, from, to);

	node->kind = NODE_STRING;
	mark_short(lint, node, item);
	return node;
}

struct node *cut_as(struct lint *lint, const struct node *item, size_t from, size_t to,
		    struct str text)
{
	struct node *node = cut_piece(lint, item, from, to);

	return str_eq(node->text, text) ? node : node_formed(&lint->run, node, NODE_STRING, text);
}

const struct node *cut_text(struct lint *lint, struct str text, const struct node *item)
{
	return node_made(&lint->run, text, item->span);
}

const struct node *cut_true(struct lint *lint, const struct node *item)
{
	struct node *node = node_made(&lint->run, STR("true"), item->span);

	node->kind = NODE_BOOL;
	node->value.boolean = true;
	return node;
}

const struct node *cut_integer(struct lint *lint, int64_t value, const struct node *item)
{
	struct node *node =
		node_made(&lint->run, arena_fmt(&lint->run, "%lld", (long long)value), item->span);

	node->kind = NODE_INT;
	node->value.integer = value;
	return node;
}

const struct node *cut_null(struct lint *lint, const struct node *item)
{
	struct node *node = node_made(&lint->run, STR(""), item->span);

	node->kind = NODE_NULL;
	return node;
}

struct cut cut_pairs(struct lint *lint, size_t count)
{
	return (struct cut){ .lint = lint,
			     .pairs = ARENA_ARRAY(&lint->run, count, struct pair),
			     .capacity = count };
}

void cut_add(struct cut *cut, const struct node *key, const struct node *value)
{
	cut->pairs = arena_grow(&cut->lint->run, cut->pairs, cut->count, &cut->capacity,
				sizeof(*cut->pairs));
	cut->pairs[cut->count++] = (struct pair){ key, value };
}

#define LONG_KEY(name)                                                                         \
	{                                                                                      \
		.kind = NODE_STRING, .style = STYLE_MADE, .text = STR_INIT(name), .via = &made \
	}

void cut_add_long(struct cut *cut, enum long_key key, const struct node *value)
{
	static const struct step made = { .kind = STEP_DEFAULT };
	static const struct node keys[] = {
		[LONG_TYPE] = LONG_KEY("type"),
		[LONG_SOURCE] = LONG_KEY("source"),
		[LONG_TARGET] = LONG_KEY("target"),
		[LONG_READ_ONLY] = LONG_KEY("read_only"),
		[LONG_BIND] = LONG_KEY("bind"),
		[LONG_VOLUME] = LONG_KEY("volume"),
		[LONG_CREATE_HOST_PATH] = LONG_KEY("create_host_path"),
		[LONG_PROPAGATION] = LONG_KEY("propagation"),
		[LONG_SELINUX] = LONG_KEY("selinux"),
		[LONG_NOCOPY] = LONG_KEY("nocopy"),
		[LONG_PERMISSIONS] = LONG_KEY("permissions"),
		[LONG_CONDITION] = LONG_KEY("condition"),
		[LONG_REQUIRED] = LONG_KEY("required"),
		[LONG_MODE] = LONG_KEY("mode"),
		[LONG_HOST_IP] = LONG_KEY("host_ip"),
		[LONG_PUBLISHED] = LONG_KEY("published"),
		[LONG_PROTOCOL] = LONG_KEY("protocol"),
		[LONG_PATH] = LONG_KEY("path"),
	};

	cut_add(cut, &keys[key], value);
}

void cut_add_key(struct cut *cut, const char *key, const struct node *item,
		 const struct node *value)
{
	cut_add(cut, cut_text(cut->lint, str_from(key), item), value);
}

void cut_add_item(struct cut *cut, const struct node *item)
{
	cut->items = arena_grow(&cut->lint->run, cut->items, cut->count, &cut->capacity,
				sizeof(*cut->items));
	cut->items[cut->count++] = item;
}

void cut_take_items(struct cut *cut, const struct node *list, size_t count)
{
	cut->items = ARENA_ARRAY(&cut->lint->run, list->count, const struct node *);
	cut->capacity = list->count;
	for (size_t i = 0; i < count; i++)
		cut->items[i] = list->in.items[i];
	cut->count = count;
}

static void take_pairs(struct cut *cut, const struct node *mapping, size_t count)
{
	cut->pairs = ARENA_ARRAY(&cut->lint->run, mapping->count, struct pair);
	cut->capacity = mapping->count;
	for (size_t i = 0; i < count; i++)
		cut->pairs[i] = mapping->in.pairs[i];
	cut->count = count;
}

void cut_set_changed_value(struct cut *cut, const struct node *mapping, size_t position,
			   const struct node *value)
{
	if (!cut->capacity)
		take_pairs(cut, mapping, position);
	cut_add(cut, mapping->in.pairs[position].key, value);
}

void cut_set_changed_item(struct cut *cut, const struct node *list, size_t position,
			  const struct node *item)
{
	if (!cut->capacity)
		cut_take_items(cut, list, position);
	cut_add_item(cut, item);
}

void cut_drop_repeated(struct cut *cut, bool keep_last)
{
	struct table keys = { .arena = &cut->lint->scratch };
	const uint32_t *sorted;
	size_t kept = 0;

	if (cut->count < 2)
		return;
	for (size_t i = 0; i < cut->count; i++)
		table_add(&keys, cut->pairs[i].key->text, NULL);
	sorted = table_sorted(&keys);
	for (size_t i = 0, end; i < cut->count; i = end) {
		size_t first = sorted[i], last = sorted[i];

		for (end = i + 1; end < cut->count; end++) {
			if (!str_eq(cut->pairs[sorted[end]].key->text,
				    cut->pairs[sorted[i]].key->text))
				break;
			first = sorted[end] < first ? sorted[end] : first;
			last = sorted[end] > last ? sorted[end] : last;
		}
		if (keep_last)
			cut->pairs[first] = cut->pairs[last];
		for (size_t j = i; j < end; j++)
			if (sorted[j] != first)
				cut->pairs[sorted[j]].value = NULL;
	}
	for (size_t i = 0; i < cut->count; i++)
		if (cut->pairs[i].value)
			cut->pairs[kept++] = cut->pairs[i];
	cut->count = kept;
}

const struct node *cut_mapping(const struct cut *cut, const struct node *from)
{
	struct node *node = node_new(&cut->lint->run, NODE_MAPPING, from->span);

	node->style = STYLE_MADE;
	node->count = (uint32_t)cut->count;
	node->in.pairs = cut->pairs;
	mark_short(cut->lint, node, from);
	node_index(&cut->lint->run, node);
	return node;
}

const struct node *cut_sequence(const struct cut *cut, const struct node *from)
{
	struct node *node = node_new(&cut->lint->run, NODE_SEQUENCE, from->span);

	node->style = STYLE_MADE;
	node->count = (uint32_t)cut->count;
	node->in.items = cut->items;
	mark_short(cut->lint, node, from);
	return node;
}

static bool has_keys_of(const struct cut *cut, const struct node *mapping)
{
	bool same = cut->count == mapping->count;

	for (size_t i = 0; i < cut->count && same; i++)
		same = cut->pairs[i].key == mapping->in.pairs[i].key;
	return same;
}

const struct node *cut_refill_mapping(const struct cut *cut, const struct node *old)
{
	struct node *node = node_copy(&cut->lint->run, old);

	node->count = (uint32_t)cut->count;
	node->in.pairs = cut->pairs;
	/* other values of the same keys are found as before */
	if (!has_keys_of(cut, old))
		node_index(&cut->lint->run, node);
	return node;
}

const struct node *cut_refill_sequence(const struct cut *cut, const struct node *old)
{
	struct node *node = node_copy(&cut->lint->run, old);

	node->count = (uint32_t)cut->count;
	node->in.items = cut->items;
	return node;
}
