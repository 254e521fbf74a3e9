/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "model/merge.h"

#include "base/limits.h"
#include "base/table.h"
#include "model/handed.h"
#include "model/notation.h"
#include "model/trail.h"

struct merge {
	struct lint *lint;
	bool *refused;
};

static const struct node *merge(struct merge *m, const struct schema *at, const struct node *base,
				const struct node *over, const struct trail *trail);

/* ------------------------------------------------------------------ words */

static struct arena *arena_of(struct merge *m)
{
	return &m->lint->run;
}

static struct str kind_words(const struct node *node)
{
	switch (node->kind) {
	case NODE_MAPPING:
		return STR("a mapping");
	case NODE_SEQUENCE:
		return STR("a list");
	default:
		return STR("a single value");
	}
}

static const struct node *conflict(struct merge *m, const struct node *base,
				   const struct node *over, const struct trail *trail)
{
	struct finding *finding;
	struct str here = kind_words(over), there = kind_words(base);

	*m->refused = true;
	finding = trail_refuse(m->lint, trail, over->span, STR("merge"),
			       "\"%.*s\" is %.*s here and %.*s in %.*s, and the two cannot be "
			       "merged; write it as %.*s, or tag it !override to replace the other",
			       STR_FMT(trail_key(trail)), STR_FMT(here), STR_FMT(there),
			       STR_FMT(source_name(&m->lint->sources, base->span)), STR_FMT(there));
	diag_related(&m->lint->diag, finding, RELATED_OVERRIDDEN, base->span, "it is %.*s here",
		     STR_FMT(there));
	return base;
}

static const struct node *replaced(struct merge *m, const struct node *base,
				   const struct node *over)
{
	return node_with_step(
		arena_of(m), over,
		(struct step){ .kind = STEP_REPLACE, .span = over->span, .was = base });
}

/* ------------------------------------------------------------------ mappings */

/* A key that stands again is not removed any more. */
static void keep_removed(struct arena *arena, struct node *result, const struct node *base,
			 const struct node *over)
{
	size_t most = base->nremoved + over->nremoved;
	struct pair *removed;

	result->removed = NULL;
	result->nremoved = 0;
	if (!most)
		return;
	removed = ARENA_ARRAY(arena, most, struct pair);
	for (size_t i = 0; i < most; i++) {
		const struct pair *pair =
			i < base->nremoved ? &base->removed[i] : &over->removed[i - base->nremoved];

		if (!node_pair(result, pair->key->text))
			removed[result->nremoved++] = *pair;
	}
	result->removed = removed;
}

static const struct node *merge_values(struct merge *m, const struct schema *at,
				       const struct pair *base, const struct pair *over,
				       const struct trail *trail)
{
	return merge(m, schema_child_again(m->lint, at, base->key->text), base->value, over->value,
		     TRAIL_KEY(trail, base->key->text));
}

static const struct node *replace_values(struct merge *m, const struct schema *at,
					 const struct pair *base, const struct pair *over,
					 const struct trail *trail)
{
	(void)at;
	(void)trail;
	return replaced(m, base->value, over->value);
}

typedef const struct node *value_rule(struct merge *m, const struct schema *at,
				      const struct pair *base, const struct pair *over,
				      const struct trail *trail);

/* The keys of both; a key that both have goes by the rule. */
static const struct node *merge_mappings(struct merge *m, const struct schema *at,
					 const struct node *base, const struct node *over,
					 const struct trail *trail, value_rule *rule)
{
	struct arena *arena = arena_of(m);
	struct node *result = node_copy(arena, base);
	struct pair *pairs = ARENA_ARRAY(arena, base->count + over->count, struct pair);
	struct handed down = handed_down(arena, base), brought = handed_brought(arena, over);
	size_t count = base->count;

	for (size_t i = 0; i < base->count; i++)
		pairs[i] = base->in.pairs[i];
	/* what happened to the whole base did not happen to what joins it */
	if (down.count) {
		for (size_t i = 0; i < base->count; i++)
			pairs[i].value = handed_to(&down, pairs[i].value);
		result->via = handed_rest(arena, base);
	}
	for (size_t i = 0; i < over->count; i++) {
		struct pair pair = over->in.pairs[i], old;
		const struct pair *there = node_pair(base, pair.key->text);
		struct pair *merged = there ? &pairs[there - base->in.pairs] : &pairs[count++];

		pair.value = handed_to(&brought, pair.value);
		if (!there) {
			*merged = pair;
			continue;
		}
		old = *merged;
		merged->value = rule(m, at, &old, &pair, trail);
		/* a value that is replaced stands where the overlay writes it, key and all */
		if (node_is_scalar(pair.value) && merged->value != old.value)
			merged->key = pair.key;
	}
	result->in.pairs = pairs;
	result->count = (uint32_t)count;
	if (count != base->count)
		node_index(arena, result);
	keep_removed(arena, result, base, over);
	return result;
}

/* ------------------------------------------------------------------ lists */

static const struct node *append(struct merge *m, const struct node *base, const struct node *over)
{
	struct arena *arena = arena_of(m);
	struct node_step appended = {
		.step = { .kind = STEP_APPEND, .span = over->span, .was = base }
	};
	struct handed down = handed_down(arena, base), brought = handed_brought(arena, over);
	struct node *result;
	const struct node **items;

	if (!over->count)
		return base;
	if (!base->count)
		return replaced(m, base, over);
	result = node_copy(arena, base);
	items = ARENA_ARRAY(arena, base->count + over->count, const struct node *);
	for (size_t i = 0; i < base->count; i++)
		items[i] = handed_to(&down, base->in.items[i]);
	if (down.count)
		result->via = handed_rest(arena, base);
	for (size_t i = 0; i < over->count; i++)
		items[base->count + i] = node_with_shared_step(
			arena, handed_to(&brought, over->in.items[i]), &appended);
	result->in.items = items;
	result->count += over->count;
	return result;
}

/* ------------------------------------------------------------------ special rules */

/*
 * environment, labels and their kin: Compose makes "key=value" lists of both and
 * joins them.  We keep the mapping, which is the same by key, and mark it as the
 * list it is to Compose: one key of a list cannot be reset.
 */
static const struct node *merge_key_values(struct merge *m, const struct schema *at,
					   const struct node *base, const struct node *over,
					   const struct trail *trail)
{
	const struct node *left = notation_key_values(m->lint, base, trail, m->refused);
	const struct node *right = notation_key_values(m->lint, over, trail, m->refused);
	const struct node *result;

	/* what adds nothing makes a list of the base none the less */
	if (over->kind != NODE_MAPPING && over->kind != NODE_SEQUENCE && over->kind != NODE_STRING)
		return notation_marked_as_list(m->lint, left, base->span);
	/* without a unicity pass the same item twice is refused by the schema */
	for (size_t i = 0; at->unique == UNIQUE_NONE && i < right->count; i++) {
		const struct pair *pair = &right->in.pairs[i];
		const struct node *there = node_get(left, pair->key->text);
		struct finding *finding;

		if (!there || there->kind != pair->value->kind ||
		    !str_eq(there->text, pair->value->text))
			continue;
		*m->refused = true;
		finding = trail_refuse(
			m->lint, TRAIL_KEY(trail, pair->key->text), pair->value->span,
			pair->key->text,
			"the label \"%.*s\" stands in %.*s already, and Compose does not "
			"accept it twice; leave it out here",
			STR_FMT(pair->key->text),
			STR_FMT(source_name(&m->lint->sources, there->span)));
		diag_related(&m->lint->diag, finding, RELATED_OVERRIDDEN, there->span,
			     "it stands here");
	}
	result = merge_mappings(m, at, left, right, trail, replace_values);
	return notation_marked_as_list(m->lint, result, base->span);
}

/* Of another file, which no schema looks at: Compose crashes where it adds names to that. */
static void refuse_no_names(struct merge *m, const struct node *base, const struct node *over,
			    const struct trail *trail)
{
	struct finding *finding;

	*m->refused = true;
	finding = trail_refuse(
		m->lint, trail, base->span, STR("type"),
		"\"%.*s\" %s, and Compose does not survive that where the service that extends "
		"this one names some; leave the key out, or write {}",
		STR_FMT(trail_key(trail)),
		base->kind == NODE_NULL ? "is empty here" : "is no list and no mapping here");
	diag_related(&m->lint->diag, finding, RELATED_OTHER, over->span, "they are named here");
}

static const struct node *merge_names(struct merge *m, const struct schema *at,
				      const struct node *base, const struct node *over,
				      const struct trail *trail, bool conditions)
{
	const struct node *left = notation_names(m->lint, base, trail, conditions, m->refused);
	const struct node *right = notation_names(m->lint, over, trail, conditions, m->refused);

	if (node_is_scalar(base) && right->count && node_step(base, STEP_EXTENDS) &&
	    base->span.source != over->span.source)
		refuse_no_names(m, base, over, trail);
	return merge_mappings(m, at, left, right, trail, merge_values);
}

static const struct node *merge_logging(struct merge *m, const struct schema *at,
					const struct node *base, const struct node *over,
					const struct trail *trail)
{
	const struct node *ours = node_get(base, STR("driver"));
	const struct node *theirs = node_get(over, STR("driver"));

	if (base->kind != NODE_MAPPING || over->kind != NODE_MAPPING)
		return conflict(m, base, over, trail);
	if (ours && theirs && !str_eq(node_text(ours), node_text(theirs)))
		return replaced(m, base, over);
	return merge_mappings(m, at, base, over, trail, merge_values);
}

static const struct node *merge_extra_hosts(struct merge *m, const struct node *base,
					    const struct node *over)
{
	const struct node *left = notation_list(m->lint, base);
	const struct node *right = notation_list(m->lint, over);
	struct table seen = { .arena = arena_of(m) };
	struct node *fresh = node_copy(arena_of(m), right);
	const struct node **items = ARENA_ARRAY(arena_of(m), right->count, const struct node *);
	size_t count = 0;

	for (size_t i = 0; i < left->count; i++)
		table_add(&seen, node_text(left->in.items[i]), fresh);
	for (size_t i = 0; i < right->count; i++)
		if (!table_get(&seen, node_text(right->in.items[i])))
			items[count++] = right->in.items[i];
	fresh->in.items = items;
	fresh->count = (uint32_t)count;
	return append(m, left, fresh);
}

/* A pool on its way: Compose merges into it in place, which shows wherever it is listed. */
struct pool {
	const struct node *node;
};

static struct str subnet_of(const struct pool *pool)
{
	return node_text(node_get(pool->node, STR("subnet")));
}

/*
 * networks.*.ipam.config, as docker compose 2.40 does it, defects included: pools of the
 * base that the overlay does not repeat disappear, and attributes leak between pools.
 */
static const struct node *merge_pools(struct merge *m, const struct node *base,
				      const struct node *over, const struct trail *trail)
{
	struct arena *arena = arena_of(m);
	struct pool *rights, *lefts, **result;
	const struct node **items;
	struct node *list;
	size_t count = 0;

	if (base->kind != NODE_SEQUENCE || over->kind != NODE_SEQUENCE)
		return conflict(m, base, over, trail);
	for (size_t i = 0; i < base->count + over->count; i++) {
		const struct node *item =
			i < base->count ? base->in.items[i] : over->in.items[i - base->count];

		if (item->kind != NODE_MAPPING) /* the schema says so */
			return append(m, base, over);
	}
	if (base->count + over->count > LIMIT_POOLS) {
		*m->refused = true;
		trail_refuse(m->lint, trail, over->span, STR("limit"),
			     "these pools are more than the limit allows to merge")
			->unseen = true;
		return base;
	}
	rights = ARENA_ARRAY(arena, base->count, struct pool);
	lefts = ARENA_ARRAY(arena, over->count, struct pool);
	result = ARENA_ARRAY(arena, base->count + over->count, struct pool *);
	for (size_t j = 0; j < over->count; j++)
		lefts[j].node = over->in.items[j];
	for (size_t i = 0; i < base->count; i++) {
		struct pool *right = &rights[i];

		right->node = base->in.items[i];
		for (size_t j = 0; j < over->count; j++) {
			struct pool *left = &lefts[j];
			size_t at = 0;

			while (at < count && !str_eq(subnet_of(result[at]), subnet_of(left)))
				at++;
			if (!str_eq(subnet_of(left), subnet_of(right)) && at == count) {
				result[count++] = left;
				continue;
			}
			right->node = merge_mappings(m, NULL, right->node, left->node, trail,
						     merge_values);
			/* merging may have given it the subnet of `left`, so an entry may be it */
			for (at = 0; at < count; at++)
				if (str_eq(subnet_of(result[at]), subnet_of(right)))
					break;
			if (at < count)
				result[at] = right;
			else
				result[count++] = right;
		}
	}
	list = node_copy(arena, over);
	items = ARENA_ARRAY(arena, count, const struct node *);
	for (size_t i = 0; i < count; i++)
		items[i] = result[i]->node;
	list->in.items = items;
	list->count = (uint32_t)count;
	return replaced(m, base, list);
}

/* ------------------------------------------------------------------ the rule */

static const struct node *merge_generic(struct merge *m, const struct schema *at,
					const struct node *base, const struct node *over,
					const struct trail *trail)
{
	if (over->kind == NODE_NULL)
		return base;
	if (base->kind == NODE_MAPPING) {
		if (over->kind != NODE_MAPPING)
			return conflict(m, base, over, trail);
		return merge_mappings(m, at, base, over, trail, merge_values);
	}
	if (base->kind == NODE_SEQUENCE) {
		if (over->kind != NODE_SEQUENCE)
			return conflict(m, base, over, trail);
		return append(m, base, over);
	}
	return replaced(m, base, over);
}

static const struct node *merge_special(struct merge *m, const struct schema *at,
					const struct node *base, const struct node *over,
					const struct trail *trail)
{
	switch (at->special) {
	case SPECIAL_BUILD:
		return merge_mappings(m, at, notation_build(m->lint, base),
				      notation_build(m->lint, over), trail, merge_values);
	case SPECIAL_DEPENDS_ON:
		return merge_names(m, at, base, over, trail, true);
	case SPECIAL_NETWORKS:
	case SPECIAL_MODELS:
		return merge_names(m, at, base, over, trail, false);
	case SPECIAL_LOGGING:
		return merge_logging(m, at, base, over, trail);
	case SPECIAL_ULIMITS:
		return replaced(m, base, over);
	case SPECIAL_IPAM_CONFIG:
		return merge_pools(m, base, over, trail);
	case SPECIAL_EXTRA_HOSTS:
		return merge_extra_hosts(m, base, over);
	case SPECIAL_LIST:
		return append(m, notation_list(m->lint, base), notation_list(m->lint, over));
	case SPECIAL_SSH:
	case SPECIAL_GPUS:
	case SPECIAL_NONE:
		break;
	}
	return merge_generic(m, at, base, over, trail);
}

static const struct node *merge(struct merge *m, const struct schema *at, const struct node *base,
				const struct node *over, const struct trail *trail)
{
	if (!at)
		return merge_generic(m, NULL, base, over, trail);
	switch (at->merge) {
	case MERGE_REPLACE_NULL:
		return replaced(m, base, over);
	case MERGE_KEY_VALUE:
		return merge_key_values(m, at, base, over, trail);
	case MERGE_SPECIAL:
		return merge_special(m, at, base, over, trail);
	default:
		return merge_generic(m, at, base, over, trail);
	}
}

const struct node *merge_nodes(struct lint *lint, const struct schema *at, const struct node *base,
			       const struct node *overlay, bool *refused)
{
	struct merge m = { .lint = lint, .refused = refused };

	return merge(&m, at, base, overlay, NULL);
}
