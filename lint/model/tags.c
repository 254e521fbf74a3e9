/* SPDX-License-Identifier: MIT */
/* !reset and !override (compose-semantics 5.6). */
#include "config.h"

#include "model/merge.h"

/* A mapping of the base that may lose keys. */
struct loser {
	const struct node *node; /* NULL: nothing there that has keys */
	struct pair *pairs;      /* a copy, once something changes */
	bool *gone;
	struct pair *removed; /* what !reset took */
	size_t nremoved, removed_capacity;
	size_t ngone;
};

static const struct node *apply(struct arena *arena, struct str key, const struct node *base,
				const struct node **over);

/* Lists of names that Compose makes mappings of before it looks at tags. */
static bool is_made_a_mapping(struct str key)
{
	static const struct str keys[] = { STR_INIT("additional_contexts"), STR_INIT("depends_on"),
					   STR_INIT("models"), STR_INIT("networks"),
					   STR_INIT("ssh") };

	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		if (str_eq(key, keys[i]))
			return true;
	return false;
}

/* One key of what Compose keeps as a list (environment, labels ...) cannot be taken away. */
static bool has_keys(struct str key, const struct node *node)
{
	const struct step *step;

	if (!node || node->kind != NODE_MAPPING)
		return false;
	step = node_step(node, STEP_SHORT);
	return !step || !step->was || step->was->kind != NODE_SEQUENCE || is_made_a_mapping(key);
}

static void prepare(struct arena *arena, struct loser *loser)
{
	if (loser->pairs)
		return;
	loser->pairs = ARENA_ARRAY(arena, loser->node->count, struct pair);
	loser->gone = ARENA_ARRAY(arena, loser->node->count, bool);
	for (size_t i = 0; i < loser->node->count; i++)
		loser->pairs[i] = loser->node->in.pairs[i];
}

/* What the overlay's pair says about key `i` of the base. */
static void apply_at(struct arena *arena, struct loser *loser, size_t i, const struct pair *over,
		     const struct node **value)
{
	const struct pair *there = &loser->node->in.pairs[i];
	const struct node *changed;

	if (over->value->tag == TAG_NONE) {
		changed = apply(arena, there->key->text, there->value, value);
		if (changed != there->value) {
			prepare(arena, loser);
			loser->pairs[i].value = changed;
		}
		return;
	}
	prepare(arena, loser);
	if (loser->gone[i])
		return;
	loser->gone[i] = true;
	loser->ngone++;
	if (over->value->tag == TAG_OVERRIDE) {
		*value = node_with_step(arena, *value,
					(struct step){ .kind = STEP_OVERRIDE,
						       .span = over->value->span,
						       .was = there->value });
		return;
	}
	loser->removed = arena_grow(arena, loser->removed, loser->nremoved,
				    &loser->removed_capacity, sizeof(*loser->removed));
	loser->removed[loser->nremoved++] = (struct pair){
		there->key,
		node_with_step(arena, over->value,
			       (struct step){ .kind = STEP_RESET,
					      .span = over->value->span,
					      .was = there->value }),
	};
}

static const struct node *what_is_left(struct arena *arena, const struct loser *loser)
{
	struct node *result;
	struct pair *removed;
	size_t count = 0;

	if (!loser->pairs)
		return loser->node;
	result = node_copy(arena, loser->node);
	for (size_t i = 0; i < loser->node->count; i++)
		if (!loser->gone[i])
			loser->pairs[count++] = loser->pairs[i];
	result->in.pairs = loser->pairs;
	result->count = count;
	if (loser->ngone)
		node_index(arena, result);
	if (loser->nremoved) {
		removed = ARENA_ARRAY(arena, loser->node->nremoved + loser->nremoved, struct pair);
		for (size_t i = 0; i < loser->node->nremoved; i++)
			removed[i] = loser->node->removed[i];
		for (size_t i = 0; i < loser->nremoved; i++)
			removed[loser->node->nremoved + i] = loser->removed[i];
		result->removed = removed;
		result->nremoved = loser->node->nremoved + loser->nremoved;
	}
	return result;
}

static const struct node *apply_mapping(struct arena *arena, struct str key,
					const struct node *base, const struct node **overlay)
{
	const struct node *over = *overlay;
	struct loser loser = { .node = has_keys(key, base) ? base : NULL };
	struct pair *kept = NULL; /* a copy of the overlay, once something changes */
	size_t count = 0;

	for (size_t i = 0; i < over->count; i++) {
		const struct pair *pair = &over->in.pairs[i];
		const struct node *value = pair->value;
		const struct pair *there = node_pair(loser.node, pair->key->text);
		bool any = str_eq(pair->key->text, STR("*"));

		if (loser.node && any)
			for (size_t j = 0; j < loser.node->count; j++)
				apply_at(arena, &loser, j, pair, &value);
		else if (there)
			apply_at(arena, &loser, (size_t)(there - loser.node->in.pairs), pair,
				 &value);
		if (value->tag == TAG_NONE && value == pair->value)
			apply(arena, STR(""), NULL, &value);
		if (value->tag == TAG_RESET)
			value = node_beneath_reset(value);
		if (value != pair->value && !kept) {
			kept = ARENA_ARRAY(arena, over->count, struct pair);
			for (size_t j = 0; j < i; j++)
				kept[j] = over->in.pairs[j];
			count = i;
		}
		if (kept && value)
			kept[count++] = (struct pair){ pair->key, value };
	}
	if (kept) {
		struct node *copy = node_copy(arena, over);

		copy->in.pairs = kept;
		copy->count = count;
		node_index(arena, copy);
		*overlay = copy;
	}
	return loser.node ? what_is_left(arena, &loser) : base;
}

/* A tagged item vanishes or stays, but touches nothing of the base. */
static void apply_sequence(struct arena *arena, const struct node **overlay)
{
	const struct node *over = *overlay;
	const struct node **kept = NULL;
	size_t count = 0;

	for (size_t i = 0; i < over->count; i++) {
		const struct node *item = over->in.items[i];

		if (item->tag == TAG_NONE)
			apply(arena, STR(""), NULL, &item);
		if (item->tag == TAG_RESET)
			item = NULL;
		if (item != over->in.items[i] && !kept) {
			kept = ARENA_ARRAY(arena, over->count, const struct node *);
			for (size_t j = 0; j < i; j++)
				kept[j] = over->in.items[j];
			count = i;
		}
		if (kept && item)
			kept[count++] = item;
	}
	if (kept) {
		struct node *copy = node_copy(arena, over);

		copy->in.items = kept;
		copy->count = count;
		*overlay = copy;
	}
}

/* Takes from the base what tags below `*over` name, and from `*over` what is tagged !reset. */
static const struct node *apply(struct arena *arena, struct str key, const struct node *base,
				const struct node **over)
{
	switch ((*over)->kind) {
	case NODE_MAPPING:
		return apply_mapping(arena, key, base, over);
	case NODE_SEQUENCE:
		apply_sequence(arena, over);
		return base;
	default:
		return base;
	}
}

const struct node *merge_apply_tags(struct lint *lint, const struct node *base,
				    const struct node **overlay)
{
	return apply(&lint->run, STR(""), base, overlay);
}

const struct node *merge_untagged(struct lint *lint, const struct node *node)
{
	struct arena *arena = &lint->run;
	bool mapping = node->kind == NODE_MAPPING, changed = node->tag != TAG_NONE;
	const struct node **items = NULL;
	struct pair *pairs = NULL;
	struct node *copy;
	size_t count = 0;

	if (node_is_scalar(node) && !changed)
		return node;
	if (mapping)
		pairs = ARENA_ARRAY(&lint->scratch, node->count, struct pair);
	else if (!node_is_scalar(node))
		items = ARENA_ARRAY(&lint->scratch, node->count, const struct node *);
	for (size_t i = 0; !node_is_scalar(node) && i < node->count; i++) {
		const struct node *old = mapping ? node->in.pairs[i].value : node->in.items[i];
		const struct node *fresh = old->tag == TAG_RESET ? node_beneath_reset(old) : old;

		if (fresh)
			fresh = merge_untagged(lint, fresh);
		changed |= fresh != old;
		if (!fresh)
			continue;
		if (mapping)
			pairs[count] = (struct pair){ node->in.pairs[i].key, fresh };
		else
			items[count] = fresh;
		count++;
	}
	if (!changed)
		return node;
	copy = node_copy(arena, node);
	copy->tag = TAG_NONE;
	copy->count = count;
	if (mapping) {
		struct pair *kept = ARENA_ARRAY(arena, count, struct pair);

		for (size_t i = 0; i < count; i++)
			kept[i] = pairs[i];
		copy->in.pairs = kept;
		node_index(arena, copy);
	} else if (items) {
		const struct node **kept = ARENA_ARRAY(arena, count, const struct node *);

		for (size_t i = 0; i < count; i++)
			kept[i] = items[i];
		copy->in.items = kept;
	}
	return copy;
}
