/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "base/node.h"

#include <string.h>

#include "base/arena.h"
#include "base/limits.h"
#include "base/table.h"

_Static_assert((int)LIMIT_RUN_NODES <= (int)NODE_MOST_REMOVED, "each of them was a node of a file");

struct node *node_new(struct arena *arena, enum node_kind kind, struct span span)
{
	struct node *node = ARENA_NEW(arena, struct node);

	node->kind = kind;
	node->span = span;
	node->text = STR("");
	return node;
}

struct node *node_copy(struct arena *arena, const struct node *node)
{
	struct node *copy = ARENA_NEW(arena, struct node);

	*copy = *node;
	return copy;
}

struct node *node_made(struct arena *arena, struct str text, struct span called_for_by)
{
	/* the same for all: what called for it is the place of the node */
	static const struct step step = { .kind = STEP_DEFAULT };
	struct node *node = node_new(arena, NODE_STRING, called_for_by);

	node->style = STYLE_MADE;
	node->text = text;
	node->via = &step;
	return node;
}

static struct node *copy_with_step(struct arena *arena, const struct node *node,
				   struct node_step *shared)
{
	struct node *copy = node_copy(arena, node);

	if (!shared->newest || shared->newest->before != node->via) {
		struct step *newest = ARENA_NEW(arena, struct step);

		*newest = shared->step;
		newest->before = node->via;
		shared->newest = newest;
	}
	copy->via = shared->newest;
	/* parts and span go on speaking of the scalar in the file */
	if (node->nparts && !node->written)
		copy->written = node;
	return copy;
}

struct node *node_formed(struct arena *arena, const struct node *node, enum node_kind kind,
			 struct str text)
{
	struct node *copy;

	if (str_eq(text, node_text(node))) {
		copy = node_copy(arena, node);
		copy->kind = kind;
		return copy;
	}
	copy = copy_with_step(
		arena, node,
		&(struct node_step){
			.step = { .kind = STEP_FORM, .span = node->span, .was = node } });
	copy->kind = kind;
	copy->text = text;
	copy->written = node_written(node);
	copy->parts = NULL;
	copy->nparts = 0;
	return copy;
}

const struct node *node_with_step(struct arena *arena, const struct node *node, struct step step)
{
	return copy_with_step(arena, node, &(struct node_step){ .step = step });
}

const struct node *node_with_shared_step(struct arena *arena, const struct node *node,
					 struct node_step *shared)
{
	return copy_with_step(arena, node, shared);
}

static const struct node *brought(struct arena *arena, const struct node *node,
				  struct node_step *shared)
{
	struct node *copy = copy_with_step(arena, node, shared);

	copy->tag = TAG_NONE;
	if (node->kind == NODE_MAPPING) {
		struct pair *pairs = ARENA_ARRAY(arena, node->count, struct pair);

		for (size_t i = 0; i < node->count; i++) {
			pairs[i] = node->in.pairs[i];
			pairs[i].value = brought(arena, pairs[i].value, shared);
		}
		copy->in.pairs = pairs;
	} else if (node->kind == NODE_SEQUENCE) {
		const struct node **items = ARENA_ARRAY(arena, node->count, const struct node *);

		for (size_t i = 0; i < node->count; i++)
			items[i] = brought(arena, node->in.items[i], shared);
		copy->in.items = items;
	}
	return copy;
}

const struct node *node_brought(struct arena *arena, const struct node *node, struct step step)
{
	return brought(arena, node, &(struct node_step){ .step = step });
}

static uint64_t keys_of(const struct node *mapping)
{
	uint64_t keys = 0;

	for (size_t i = 0; i < mapping->count; i++)
		keys |= node_key_bit(mapping->in.pairs[i].key->text);
	return keys;
}

void node_index_sorted(struct arena *arena, struct node *mapping, const uint32_t *sorted)
{
	struct node_keys *keys;

	if (mapping->count <= NODE_FEW_PAIRS || !sorted) {
		node_index(arena, mapping);
		return;
	}
	keys = arena_alloc(arena, sizeof(*keys) + mapping->count * sizeof(*sorted));
	keys->may_have = keys_of(mapping);
	memcpy(keys->sorted, sorted, mapping->count * sizeof(*sorted));
	mapping->keys = keys;
}

void node_index(struct arena *arena, struct node *mapping)
{
	/* of the table only the positions stay */
	struct arena work = { 0 };
	struct table table = { .arena = &work };

	if (mapping->count <= NODE_FEW_PAIRS) {
		mapping->may_have = keys_of(mapping);
		return;
	}
	table_expect(&table, mapping->count);
	for (size_t i = 0; i < mapping->count; i++)
		table_add(&table, mapping->in.pairs[i].key->text, NULL);
	node_index_sorted(arena, mapping, table_sorted(&table));
	arena_free(&work);
}

/* Keys are compared more often than anything else, and most of them differ in length or in their
   first byte. */
static inline bool is_key(struct str name, struct str key)
{
	return name.n == key.n &&
	       (!key.n || (name.p[0] == key.p[0] && memcmp(name.p, key.p, key.n) == 0));
}

static const struct pair *pair_by_index(const struct node *mapping, struct str key)
{
	size_t low = 0, high = mapping->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const struct pair *pair = &mapping->in.pairs[mapping->keys->sorted[middle]];
		int order = str_cmp(pair->key->text, key);

		if (order == 0)
			return pair;
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return NULL;
}

static inline const struct pair *pair_of_bit(const struct node *mapping, struct str key,
					     uint64_t bit)
{
	if (!mapping || mapping->kind != NODE_MAPPING)
		return NULL;
	if (mapping->count > NODE_FEW_PAIRS && mapping->keys)
		return mapping->keys->may_have & bit ? pair_by_index(mapping, key) : NULL;
	if (mapping->count <= NODE_FEW_PAIRS && mapping->may_have && !(mapping->may_have & bit))
		return NULL;
	for (size_t i = 0; i < mapping->count; i++)
		if (is_key(mapping->in.pairs[i].key->text, key))
			return &mapping->in.pairs[i];
	return NULL;
}

const struct pair *node_pair_of_bit(const struct node *mapping, struct str key, uint64_t bit)
{
	return pair_of_bit(mapping, key, bit);
}

const struct node *node_get_of_bit(const struct node *mapping, struct str key, uint64_t bit)
{
	const struct pair *pair = pair_of_bit(mapping, key, bit);

	return pair ? pair->value : NULL;
}

const struct node *node_removed(const struct node *mapping, struct str key)
{
	if (!mapping || mapping->kind != NODE_MAPPING)
		return NULL;
	for (size_t i = mapping->nremoved; i > 0; i--)
		if (str_eq(mapping->removed[i - 1].key->text, key))
			return mapping->removed[i - 1].value;
	return NULL;
}

bool node_is_scalar(const struct node *node)
{
	return node && node->kind != NODE_SEQUENCE && node->kind != NODE_MAPPING;
}

const struct node *node_written(const struct node *node)
{
	return node_is_scalar(node) && node->written ? node->written : node;
}

bool node_is_unsigned(const struct node *node)
{
	return node->kind == NODE_INT && node->is_unsigned;
}

bool node_is_true(const struct node *node)
{
	if (!node)
		return false;
	if (node->kind == NODE_BOOL)
		return node->value.boolean;
	return node->kind == NODE_STRING && !node_is_unknown(node) &&
	       (str_eq_nocase(node->text, STR("true")) || str_eq_nocase(node->text, STR("yes")) ||
		str_eq_nocase(node->text, STR("on")) || str_eq_nocase(node->text, STR("y")));
}

struct str node_text(const struct node *node)
{
	return node_is_scalar(node) ? node->text : STR("");
}

bool node_has_part(const struct node *node, enum part_kind kind)
{
	if (!node)
		return false;
	for (size_t i = 0; i < node->nparts; i++)
		if (node->parts[i].kind == kind)
			return true;
	return false;
}

bool node_is_unknown(const struct node *node)
{
	return node_has_part(node, PART_UNKNOWN);
}

bool node_is_refused(const struct node *node)
{
	for (size_t i = 0; node && i < node->nparts; i++)
		if (node->parts[i].refused)
			return true;
	return false;
}

struct str node_text_when_empty(struct arena *arena, const struct node *node)
{
	struct builder b = { .arena = arena };
	size_t at = 0;

	if (!node_is_unknown(node))
		return node_text(node);
	for (size_t i = 0; i < node->nparts; i++) {
		const struct part *part = &node->parts[i];

		if (part->kind != PART_UNKNOWN)
			continue;
		builder_add(&b, str_slice(node->text, at, part->from));
		at = part->to;
	}
	builder_add(&b, str_slice(node->text, at, node->text.n));
	return builder_str(&b);
}

size_t node_size(const struct node *node, size_t limit)
{
	size_t size = 1;

	if (!node || node_is_scalar(node))
		return node != NULL;
	for (size_t i = 0; i < node->count && size <= limit; i++)
		size += node_size(node->kind == NODE_MAPPING ? node->in.pairs[i].value
							     : node->in.items[i],
				  limit - size);
	return size;
}

const struct step *node_step(const struct node *node, enum step_kind kind)
{
	for (const struct step *step = node ? node->via : NULL; step; step = step->before)
		if (step->kind == kind)
			return step;
	return NULL;
}
