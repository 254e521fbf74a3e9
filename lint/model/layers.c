/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "model/layers.h"

#include "base/arena.h"
#include "model/handed.h"

/* A name of a tier.  One that is taken away stays in the table, and is gone. */
struct held {
	struct pair pair;
	struct tier *tier; /* its value, once a part of it was asked for; else NULL */
	size_t turn;       /* the last one in whose part it was */
	bool gone;
};

/* A mapping that grows: the top tier, or a section. */
struct tier {
	const struct node *node; /* its span and steps; not its contents */
	struct table names;      /* to struct held, in order; of equal names the last one counts */
	struct table removed;    /* name to the pair of node.removed; NULL: stands again */
};

/* ------------------------------------------------------------------ one tier */

static struct held *hold(struct arena *arena, struct tier *tier, const struct pair *pair)
{
	struct held *held = ARENA_NEW(arena, struct held);

	held->pair = *pair;
	table_add(&tier->names, pair->key->text, held);
	return held;
}

static struct held *find(struct tier *tier, struct str name)
{
	struct held *held = table_get(&tier->names, name);

	return held && !held->gone ? held : NULL;
}

static void keep_removed(struct arena *arena, struct tier *tier, const struct node *node)
{
	for (size_t i = 0; i < node->nremoved; i++) {
		struct pair *pair = ARENA_NEW(arena, struct pair);

		*pair = node->removed[i];
		table_set(&tier->removed, pair->key->text, pair);
	}
}

static struct tier *opened(struct arena *arena, const struct node *mapping)
{
	struct tier *tier = ARENA_NEW(arena, struct tier);

	tier->node = mapping;
	tier->names.arena = tier->removed.arena = arena;
	for (size_t i = 0; i < mapping->count; i++)
		hold(arena, tier, &mapping->in.pairs[i]);
	keep_removed(arena, tier, mapping);
	return tier;
}

static void show_removed(struct arena *arena, const struct tier *tier, struct node *node)
{
	struct pair *removed = ARENA_ARRAY(arena, tier->removed.count, struct pair);

	node->nremoved = 0;
	for (size_t i = 0; i < tier->removed.count; i++) {
		const struct pair *pair = tier->removed.entries[i].value;

		if (pair)
			removed[node->nremoved++] = *pair;
	}
	node->removed = removed;
}

/* The mapping with all that the tier holds. */
static const struct node *closed(struct arena *arena, const struct tier *tier)
{
	struct node *node = node_copy(arena, tier->node);
	struct pair *pairs = ARENA_ARRAY(arena, tier->names.count, struct pair);

	node->count = 0;
	for (size_t i = 0; i < tier->names.count; i++) {
		const struct held *held = tier->names.entries[i].value;

		if (held->gone)
			continue;
		pairs[node->count] = held->pair;
		if (held->tier)
			pairs[node->count].value = closed(arena, held->tier);
		node->count++;
	}
	node->in.pairs = pairs;
	show_removed(arena, tier, node);
	node_index(arena, node);
	return node;
}

static void close_section(struct arena *arena, struct held *held)
{
	if (held->tier)
		held->pair.value = closed(arena, held->tier);
	held->tier = NULL;
}

/* What happened to the whole mapping goes to what is in it before others join it: the merge would
   do so, and sees a part only. */
static void hand_down(struct arena *arena, struct tier *tier)
{
	struct handed handed = handed_down(arena, tier->node);
	struct node *rest;

	if (!handed.count)
		return;
	for (size_t i = 0; i < tier->names.count; i++) {
		struct held *held = tier->names.entries[i].value;

		close_section(arena, held);
		held->pair.value = handed_to(&handed, held->pair.value);
	}
	rest = node_copy(arena, tier->node);
	rest->via = handed_rest(arena, tier->node);
	tier->node = rest;
}

/* ------------------------------------------------------------------ a part */

static bool is_tagged(const struct node *path)
{
	return path && path->tag != TAG_NONE;
}

static bool is_open(const struct node *node)
{
	return node && node->kind == NODE_MAPPING && node->tag == TAG_NONE;
}

/* A part on its way. */
struct portion {
	struct layers *layers;
	struct tier *tier;
	bool is_root;
	bool is_whole; /* no section is taken apart */
	struct pair *pairs;
	size_t count;
};

/* What a part is made for: those of one place. */
struct sayings {
	const struct node *over;   /* the document */
	const struct node *tagged; /* the paths of its tags */
	const struct node *before; /* the document before */
};

static const struct node *part_of(struct layers *layers, struct tier *tier, bool is_root,
				  const struct node *old, struct sayings said);

static struct sayings said_of(struct sayings said, struct str name)
{
	return (struct sayings){ node_get(said.over, name), node_get(said.tagged, name),
				 node_get(said.before, name) };
}

static const struct node *names_in(const struct node *node)
{
	return node && node->kind == NODE_MAPPING ? node : NULL;
}

/* The section's part where its names can be told apart, else the whole value. */
static const struct node *value_of(const struct portion *p, struct held *held, struct sayings said)
{
	const struct node *value = held->tier ? held->tier->node : held->pair.value;
	bool is_whole = !p->is_root || p->is_whole || value->kind != NODE_MAPPING ||
			is_tagged(said.tagged) || (!is_open(said.over) && handed_any(value));

	if (is_whole) {
		close_section(p->layers->arena, held);
		return held->pair.value;
	}
	if (!held->tier)
		held->tier = opened(p->layers->arena, value);
	return part_of(p->layers, held->tier, false, NULL, said);
}

static void add(struct portion *p, struct held *held, struct sayings said)
{
	struct pair *pair = &p->pairs[p->count];

	if (held->gone || held->turn == p->layers->turn)
		return; /* it is in the part already, or was taken from it */
	held->turn = p->layers->turn;
	*pair = held->pair;
	pair->value = value_of(p, held, said);
	p->count++;
}

static void add_names(struct portion *p, const struct node *names, struct sayings said)
{
	for (size_t i = 0; names && i < names->count; i++) {
		struct str name = names->in.pairs[i].key->text;
		struct held *held = find(p->tier, name);

		if (held)
			add(p, held, said_of(said, name));
	}
}

static void add_old(struct portion *p, const struct node *old, const struct node *over)
{
	for (size_t i = 0; i < old->count; i++) {
		struct pair *pair = &p->pairs[p->count++];
		const struct held *held = find(p->tier, old->in.pairs[i].key->text);
		const struct node *names = node_get(over, old->in.pairs[i].key->text);

		*pair = old->in.pairs[i];
		if (held && held->tier && is_open(names))
			pair->value = part_of(p->layers, held->tier, false, pair->value,
					      (struct sayings){ .over = names });
	}
}

/* `old`: the part so far, or NULL. */
static const struct node *part_of(struct layers *layers, struct tier *tier, bool is_root,
				  const struct node *old, struct sayings said)
{
	struct portion p = { .layers = layers, .tier = tier, .is_root = is_root };
	size_t most = old ? old->count : 0;
	struct node *part;

	said = (struct sayings){ names_in(said.over), names_in(said.tagged),
				 names_in(said.before) };
	/* this path goes through every name */
	p.is_whole = node_pair(said.tagged, STR("*")) != NULL;
	most += said.over ? said.over->count : 0;
	most += said.tagged ? said.tagged->count : 0;
	most += said.before ? said.before->count : 0;
	most += p.is_whole ? tier->names.count : 0;
	p.pairs = ARENA_ARRAY(layers->arena, most, struct pair);
	if (said.over)
		hand_down(layers->arena, tier);
	if (old)
		add_old(&p, old, said.over);
	for (size_t i = 0; p.is_whole && i < tier->names.count; i++)
		add(&p, tier->names.entries[i].value, (struct sayings){ NULL, NULL, NULL });
	add_names(&p, said.over, said);
	add_names(&p, said.tagged, said);
	add_names(&p, said.before, said);
	part = node_copy(layers->arena, old ? old : tier->node);
	part->in.pairs = p.pairs;
	part->count = (uint32_t)p.count;
	if (!old && p.is_whole) {
		show_removed(layers->arena, tier, part);
	} else if (!old) {
		part->removed = NULL;
		part->nremoved = 0;
	}
	node_index(layers->arena, part);
	return part;
}

const struct node *layers_part(struct layers *layers, const struct node *document,
			       const struct node *tagged)
{
	if (!layers->whole)
		return NULL;
	if (!layers->root)
		layers->root = opened(layers->arena, layers->whole);
	layers->turn++;
	layers->part = part_of(layers, layers->root, true, NULL,
			       (struct sayings){ document, tagged, layers->before });
	return layers->part;
}

const struct node *layers_more(struct layers *layers, const struct node *part,
			       const struct node *document)
{
	if (!layers->root)
		return part;
	return part_of(layers, layers->root, true, part, (struct sayings){ .over = document });
}

size_t layers_copied(const struct node *part, const struct node *document)
{
	size_t copied = part->count;

	if (document->kind == NODE_NULL)
		return 0;
	if (part->kind != NODE_MAPPING || document->kind != NODE_MAPPING)
		return copied;
	for (size_t i = 0; i < document->count; i++) {
		const struct pair *pair = &document->in.pairs[i];
		const struct node *there = node_get(part, pair->key->text);

		if (there)
			copied += layers_copied(there, pair->value);
	}
	return copied;
}

/* ------------------------------------------------------------------ its return */

static void put(const struct layers *layers, struct tier *tier, const struct node *part,
		const struct node *laid, const struct node *tagged);

static void put_pair(const struct layers *layers, struct tier *tier, const struct node *part,
		     const struct pair *pair, const struct node *tagged)
{
	struct held *held = find(tier, pair->key->text);

	/* what a tag takes away is gone; what has the name now comes after all others */
	if (held && is_tagged(tagged)) {
		held->gone = true;
		held = NULL;
	}
	if (!held) {
		hold(layers->arena, tier, pair);
	} else if (held->tier && pair->value->kind == NODE_MAPPING) {
		held->pair.key = pair->key;
		put(layers, held->tier, node_get(part, pair->key->text), pair->value, tagged);
	} else {
		held->pair = *pair;
		held->tier = NULL;
	}
	if (table_get(&tier->removed, pair->key->text))
		table_set(&tier->removed, pair->key->text, NULL);
}

static void put(const struct layers *layers, struct tier *tier, const struct node *part,
		const struct node *laid, const struct node *tagged)
{
	if (node_pair(tagged, STR("*"))) {
		*tier = *opened(layers->arena, laid);
		return;
	}
	/* a section that an include brought up lost no name */
	for (size_t i = 0; part && i < part->count; i++) {
		struct held *held = find(tier, part->in.pairs[i].key->text);

		if (held && !node_pair(laid, part->in.pairs[i].key->text))
			held->gone = true;
	}
	for (size_t i = 0; i < laid->count; i++)
		put_pair(layers, tier, part, &laid->in.pairs[i],
			 node_get(tagged, laid->in.pairs[i].key->text));
	keep_removed(layers->arena, tier, laid);
	tier->node = laid;
}

void layers_laid(struct layers *layers, const struct node *tagged, const struct node *document,
		 const struct node *laid)
{
	if (layers->root)
		put(layers, layers->root, layers->part, laid, tagged);
	else
		layers->whole = laid;
	layers->before = document;
}

const struct node *layers_model(struct layers *layers)
{
	return layers->root ? closed(layers->arena, layers->root) : layers->whole;
}
