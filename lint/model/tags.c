/* SPDX-License-Identifier: MIT */
/* What !reset and !override take away, as compose-go's ResetProcessor applies it. */
#include "config.h"

#include "model/merge.h"

/* A mapping of the base that may lose keys. */
struct loser {
	const struct node *node;
	const struct node *over; /* what is about to be laid over it; NULL: nothing */
	struct pair *over_pairs; /* a copy of its pairs, once one changes */
	struct pair *pairs;      /* a copy, once something changes */
	bool *gone;
	struct pair *removed; /* what left no value in its place */
	size_t nremoved, removed_capacity;
	size_t ngone;
};

static const struct node *apply(struct arena *arena, struct str key, const struct node *tagged,
				const struct node *base, const struct node **over);

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
	return node && node->kind == NODE_MAPPING &&
	       (!schema_is_listed(node) || is_made_a_mapping(key));
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

/* The pair of the overlay, if there is one, gets another value. */
static void set_value(struct arena *arena, struct loser *loser, const struct pair *pair,
		      const struct node *value)
{
	if (!pair || pair->value == value)
		return;
	if (!loser->over_pairs) {
		loser->over_pairs = ARENA_ARRAY(arena, loser->over->count, struct pair);
		for (size_t i = 0; i < loser->over->count; i++)
			loser->over_pairs[i] = loser->over->in.pairs[i];
	}
	loser->over_pairs[pair - loser->over->in.pairs].value = value;
}

/* What a path that leads through key `i` of the base says about it. */
static void apply_at(struct arena *arena, struct loser *loser, size_t i, const struct node *tagged)
{
	const struct pair *there = &loser->node->in.pairs[i];
	const struct pair *pair = node_pair(loser->over, there->key->text);
	const struct node *value = pair ? pair->value : NULL, *changed;

	if (loser->gone && loser->gone[i])
		return;
	if (tagged->tag == TAG_NONE) {
		changed = apply(arena, there->key->text, tagged, there->value, &value);
		if (changed != there->value) {
			prepare(arena, loser);
			loser->pairs[i].value = changed;
		}
		set_value(arena, loser, pair, value);
		return;
	}
	prepare(arena, loser);
	/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): prepare() made it */
	loser->gone[i] = true;
	loser->ngone++;
	if (pair && tagged->tag == TAG_OVERRIDE) {
		value = node_with_step(arena, value,
				       (struct step){ .kind = STEP_OVERRIDE,
						      .span = tagged->span,
						      .was = there->value });
		set_value(arena, loser, pair, value);
		return;
	}
	loser->removed = arena_grow(arena, loser->removed, loser->nremoved,
				    &loser->removed_capacity, sizeof(*loser->removed));
	loser->removed[loser->nremoved++] = (struct pair){
		there->key,
		node_with_step(arena, tagged,
			       (struct step){ .kind = STEP_RESET,
					      .span = tagged->span,
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
	result->count = (uint32_t)count;
	if (loser->ngone)
		node_index(arena, result);
	if (loser->nremoved) {
		size_t all = loser->node->nremoved + loser->nremoved;

		removed = ARENA_ARRAY(arena, all, struct pair);
		for (size_t i = 0; i < loser->node->nremoved; i++)
			removed[i] = loser->node->removed[i];
		for (size_t i = 0; i < loser->nremoved; i++)
			removed[loser->node->nremoved + i] = loser->removed[i];
		result->removed = removed;
		result->nremoved = (uint32_t)all & NODE_MOST_REMOVED;
	}
	return result;
}

/* Takes from the base what the paths name, and notes it in what stands there in the overlay. */
static const struct node *apply(struct arena *arena, struct str key, const struct node *tagged,
				const struct node *base, const struct node **over)
{
	struct loser loser = { .node = base, .over = *over };

	if (!has_keys(key, base))
		return base;
	for (size_t i = 0; i < tagged->count; i++) {
		const struct pair *path = &tagged->in.pairs[i];
		const struct pair *there = node_pair(base, path->key->text);

		if (str_eq(path->key->text, STR("*")))
			for (size_t j = 0; j < base->count; j++)
				apply_at(arena, &loser, j, path->value);
		else if (there)
			apply_at(arena, &loser, (size_t)(there - base->in.pairs), path->value);
	}
	if (loser.over_pairs) {
		struct node *copy = node_copy(arena, *over);

		copy->in.pairs = loser.over_pairs; /* the keys and so the index stay */
		*over = copy;
	}
	return what_is_left(arena, &loser);
}

const struct node *merge_apply_tags(struct lint *lint, const struct node *tagged,
				    const struct node *base, const struct node **overlay)
{
	return tagged ? apply(&lint->run, STR(""), tagged, base, overlay) : base;
}
