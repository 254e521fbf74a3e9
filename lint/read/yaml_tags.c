/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "read/yaml_reader.h"

#include "base/table.h"

enum node_tag tags_kind(struct str tag)
{
	if (str_eq(tag, STR("!reset")))
		return TAG_RESET;
	return str_eq(tag, STR("!override")) ? TAG_OVERRIDE : TAG_NONE;
}

size_t tags_start(const struct reader *r, size_t start)
{
	size_t tag = str_find_byte(r->source->bytes, '!', start);

	return tag == STR_NPOS ? start : tag;
}

/*
 * compose-go walks the YAML nodes of a document in their order, follows aliases,
 * and has not yet looked at merge keys.  It notes the path of each tagged node,
 * and looks at nothing below one.  What is tagged !reset it takes out of its
 * parent on the first visit, so that a second visit, through an alias, finds it
 * no more; an !override stays, and counts on each visit.  A segment "<<" is left
 * out of a path.
 */
struct tags {
	const struct node *node; /* tagged, and the end of a path; NULL: paths lead on */
	bool taken;              /* out of its parent */
	bool missed;             /* it was, when an alias came to it */
	struct step_down {
		const struct node *key;
		struct tags *below;
	} * down;
	size_t count;
};

struct tags *tags_of(struct reader *r, const struct node *node)
{
	struct tags *tags = ARENA_NEW(&r->work, struct tags);

	tags->node = node;
	tags->taken = !r->hidden;
	return tags;
}

/* The place in a list is a key like others. */
static const struct node *key_of_item(struct reader *r, size_t number)
{
	struct node *key = node_new(&r->lint->run, NODE_STRING, SPAN_NONE);

	key->text = arena_fmt(&r->lint->run, "%zu", number);
	return key;
}

struct tags *tags_below(struct reader *r, const struct node *collection,
			const struct entry *entries, size_t count)
{
	bool mapping = collection->kind == NODE_MAPPING;
	struct tags *tags;
	size_t most = 0;

	for (size_t i = 0; i < count; i++)
		most += entries[i].value.tags && (entries[i].key || !mapping);
	if (!most)
		return NULL;
	tags = ARENA_NEW(&r->work, struct tags);
	tags->down = ARENA_ARRAY(&r->work, most, struct step_down);
	for (size_t i = 0; i < count; i++)
		if (entries[i].value.tags && (entries[i].key || !mapping))
			tags->down[tags->count++] = (struct step_down){
				mapping ? entries[i].key : key_of_item(r, i),
				entries[i].value.tags,
			};
	return tags;
}

/* What another visit finds below the node. */
static struct tags *found_again(struct reader *r, const struct tags *before)
{
	struct tags *tags = ARENA_NEW(&r->work, struct tags);

	tags->down = ARENA_ARRAY(&r->work, before->count, struct step_down);
	for (size_t i = 0; i < before->count; i++) {
		struct tags *below = before->down[i].below;

		if (!below->node) {
			below = found_again(r, below);
		} else if (below->node->tag == TAG_RESET) {
			below->missed = below->taken;
			if (below->taken)
				continue;
			below->taken = !r->hidden;
		}
		if (below)
			tags->down[tags->count++] =
				(struct step_down){ before->down[i].key, below };
	}
	return tags->count ? tags : NULL;
}

struct tags *tags_again(struct reader *r, const struct tags *tags)
{
	if (!tags)
		return NULL;
	return tags->node ? tags_of(r, tags->node) : found_again(r, tags);
}

/* False: what stands there is tagged !reset.  What does below it goes, too. */
static bool stays(struct reader *r, struct table *steps, struct str key, const struct node *value)
{
	const struct step_down *down = table_get(steps, key);

	if (!down)
		return true;
	if (!down->below->node) {
		tags_drop_resets(r, value, down->below);
		return true;
	}
	return down->below->node->tag != TAG_RESET ||
	       span_cmp(down->below->node->span, value->span) != 0;
}

static void drop_pairs(struct reader *r, struct table *steps, struct node *mapping)
{
	struct pair *kept = ARENA_ARRAY(&r->lint->run, mapping->count, struct pair);
	uint32_t n = 0;

	for (size_t i = 0; i < mapping->count; i++)
		if (stays(r, steps, mapping->in.pairs[i].key->text, mapping->in.pairs[i].value))
			kept[n++] = mapping->in.pairs[i];
	mapping->in.pairs = kept;
	mapping->count = n;
	node_index(&r->lint->run, mapping);
}

static void drop_items(struct reader *r, struct table *steps, struct node *list)
{
	const struct node **kept = ARENA_ARRAY(&r->lint->run, list->count, const struct node *);
	uint32_t n = 0;

	for (size_t i = 0; i < list->count; i++)
		if (stays(r, steps, arena_fmt(&r->work, "%zu", i), list->in.items[i]))
			kept[n++] = list->in.items[i];
	list->in.items = kept;
	list->count = n;
}

void tags_drop_resets(struct reader *r, const struct node *collection, const struct tags *tags)
{
	/* the reader has made it, and nobody else has seen it yet */
	struct node *mine = (struct node *)(uintptr_t)collection;
	struct table steps = { .arena = &r->work };

	for (size_t i = 0; i < tags->count; i++)
		table_add(&steps, node_text(tags->down[i].key), &tags->down[i]);
	if (mine->kind == NODE_MAPPING)
		drop_pairs(r, &steps, mine);
	else if (mine->kind == NODE_SEQUENCE)
		drop_items(r, &steps, mine);
}

/* ------------------------------------------------------------------ the paths of a document */

/* All paths that begin alike. */
struct branch {
	const struct node *key;
	const struct node *node; /* a path ends here */
	struct table below;
};

static struct branch *branch_new(struct reader *r, const struct node *key)
{
	struct branch *branch = ARENA_NEW(&r->work, struct branch);

	branch->key = key;
	branch->below.arena = &r->work;
	return branch;
}

static struct branch *branch_at(struct reader *r, struct branch *branch, const struct node *key)
{
	struct branch *below = table_get(&branch->below, node_text(key));

	if (!below) {
		below = branch_new(r, key);
		table_add(&branch->below, node_text(key), below);
	}
	return below;
}

/* The keys from the root on, innermost first. */
struct way {
	const struct way *up;
	const struct node *key;
	bool split; /* its points part keys, as do those of all above */
};

static struct branch *branch_of(struct reader *r, struct branch *root, const struct way *way,
				bool split)
{
	struct branch *branch;
	struct str rest;

	if (!way)
		return root;
	split = split || way->split;
	branch = branch_of(r, root, way->up, split);
	if (!split)
		return branch_at(r, branch, way->key);
	rest = node_text(way->key);
	while (rest.p) {
		struct node *part = node_copy(&r->lint->run, way->key);

		part->text = str_cut(&rest, '.');
		branch = branch_at(r, branch, part);
	}
	return branch;
}

/* In an extension there is nothing to be taken away, and where its alias stands the tag is gone. */
static void check_effect(struct reader *r, const struct way *way, const struct tags *tags)
{
	while (way && way->up)
		way = way->up;
	if (tags->missed && way && str_starts(node_text(way->key), STR("x-")))
		diag_add(&r->lint->diag, STR("model-invalid"), tags->node->span,
			 "\"!reset\" acts here alone, where nothing is to be taken away, and not "
			 "where an alias brings the key; write it there: Compose accepts it but "
			 "does not do what it says")
			->cause = CAUSE_IGNORED;
}

static void add_paths(struct reader *r, struct branch *root, const struct way *way,
		      const struct tags *tags)
{
	if (tags->node) {
		check_effect(r, way, tags);
		branch_of(r, root, way, false)->node = tags->node;
		return;
	}
	for (size_t i = 0; i < tags->count; i++) {
		struct way next = { way, tags->down[i].key, false };

		if (way && str_eq(node_text(next.key), STR("<<"))) {
			next = *way;
			/* compose-go puts the path together anew, and what hid a point in a key
			   is lost */
			next.split = true;
		}
		add_paths(r, root, &next, tags->down[i].below);
	}
}

static const struct node *tree_of(struct reader *r, const struct branch *branch)
{
	struct arena *arena = &r->lint->run;
	struct node *node;
	struct pair *pairs;

	if (branch->node)
		return branch->node;
	node = node_new(arena, NODE_MAPPING, SPAN_NONE);
	pairs = ARENA_ARRAY(arena, branch->below.count, struct pair);
	for (size_t i = 0; i < branch->below.count; i++) {
		const struct branch *below = branch->below.entries[i].value;

		pairs[i] = (struct pair){ below->key, tree_of(r, below) };
	}
	node->in.pairs = pairs;
	node->count = (uint32_t)branch->below.count;
	node_index(arena, node);
	return node;
}

const struct node *tags_tree(struct reader *r, const struct tags *tags)
{
	struct branch *root;

	if (!tags || tags->node)
		return NULL;
	root = branch_new(r, NULL);
	add_paths(r, root, NULL, tags);
	return tree_of(r, root);
}
