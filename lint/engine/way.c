/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "engine/way.h"

#include <stdlib.h>

#include "base/diag.h"
#include "base/limits.h"

static bool is_cut_out_of(const struct node *node, const struct node *item)
{
	const struct step *cut = node_step(node, STEP_SHORT);

	return cut && cut->was == item;
}

static bool is_or_was(const struct node *node, const struct node *wanted)
{
	return node == wanted || is_cut_out_of(node, wanted);
}

static bool walk_to(const struct node *wanted, const struct way *way, unsigned depth,
		    way_found *found, void *self)
{
	const struct node *at = way->node;

	/* a short form stands for what was cut out of it */
	if (is_or_was(at, wanted)) {
		found(self, way);
		return true;
	}
	if (depth >= LIMIT_DEPTH)
		return false;
	if (at->kind == NODE_SEQUENCE) {
		for (size_t i = 0; i < at->count; i++) {
			struct way next = { at->in.items[i], STR_NONE, i, true, way };

			if (walk_to(wanted, &next, depth + 1, found, self))
				return true;
		}
	} else if (at->kind == NODE_MAPPING) {
		for (size_t i = 0; i < at->count; i++) {
			struct way next = { at->in.pairs[i].value, at->in.pairs[i].key->text, 0,
					    false, way };

			/* a key stands for the path of its value */
			if (is_or_was(at->in.pairs[i].key, wanted)) {
				found(self, &next);
				return true;
			}
			if (walk_to(wanted, &next, depth + 1, found, self))
				return true;
		}
		for (size_t i = 0; i < at->nremoved; i++) {
			struct way next = { at->removed[i].value, at->removed[i].key->text, 0,
					    false, way };

			if (at->removed[i].value == wanted) {
				found(self, &next);
				return true;
			}
		}
	}
	return false;
}

/* ---- the index ---- */

enum { FEW_QUESTIONS = 16 };

struct way_known {
	const struct node *node;
	const struct way *way;
	size_t order; /* of several ways to a node the first walked counts */
};

static void note(struct way_table *table, const struct node *node, const struct way *way)
{
	table->known = arena_grow(&table->arena, table->known, table->count, &table->capacity,
				  sizeof(*table->known));
	table->known[table->count] = (struct way_known){ node, way, table->count };
	table->count++;
}

/* The node, and the short form that it was cut out of. */
static void note_both(struct way_table *table, const struct node *node, const struct way *way)
{
	const struct step *cut = node_step(node, STEP_SHORT);

	note(table, node, way);
	if (cut && cut->was)
		note(table, cut->was, way);
}

static const struct way *kept(struct way_table *table, struct way way)
{
	struct way *copy = ARENA_NEW(&table->arena, struct way);

	*copy = way;
	return copy;
}

static void note_all(struct way_table *table, const struct way *way, unsigned depth)
{
	const struct node *at = way->node;

	note_both(table, at, way);
	if (depth >= LIMIT_DEPTH)
		return;
	for (size_t i = 0; at->kind == NODE_SEQUENCE && i < at->count; i++)
		note_all(table,
			 kept(table, (struct way){ at->in.items[i], STR_NONE, i, true, way }),
			 depth + 1);
	for (size_t i = 0; at->kind == NODE_MAPPING && i < at->count; i++) {
		const struct pair *pair = &at->in.pairs[i];
		const struct way *next =
			kept(table, (struct way){ pair->value, pair->key->text, 0, false, way });

		note_both(table, pair->key, next);
		note_all(table, next, depth + 1);
	}
	for (size_t i = 0; at->kind == NODE_MAPPING && i < at->nremoved; i++) {
		const struct pair *pair = &at->removed[i];

		note(table, pair->value,
		     kept(table, (struct way){ pair->value, pair->key->text, 0, false, way }));
	}
}

static int by_node(const void *left, const void *right)
{
	const struct way_known *a = left, *b = right;

	if (a->node != b->node)
		return (uintptr_t)a->node < (uintptr_t)b->node ? -1 : 1;
	return a->order < b->order ? -1 : a->order > b->order;
}

static const struct way *kept_up(struct way_table *table, const struct way *way)
{
	struct way copy;

	if (!way)
		return NULL;
	copy = *way;
	copy.up = kept_up(table, way->up);
	return kept(table, copy);
}

/* What is kept must not point to the caller's own. */
static void build(struct way_table *table, const struct way *from, unsigned depth)
{
	note_all(table, kept_up(table, from), depth);
	qsort(table->known, table->count, sizeof(*table->known), by_node);
}

static const struct way *look_up(const struct way_table *table, const struct node *wanted)
{
	size_t low = 0, high;

	for (high = table->count; low < high;) {
		size_t middle = low + (high - low) / 2;

		if ((uintptr_t)table->known[middle].node < (uintptr_t)wanted)
			low = middle + 1;
		else
			high = middle;
	}
	return low < table->count && table->known[low].node == wanted ? table->known[low].way
								      : NULL;
}

static void keep_way(void *self, const struct way *way)
{
	struct way_table *table = self;

	table->last_way = kept_up(table, way);
}

static bool find_below(struct way_table *table, const struct way *from, unsigned depth,
		       const struct node *wanted, way_found *found, void *self)
{
	/* the path of a node and its history are asked for one after the other */
	if (!table->last_way || table->last != wanted) {
		table->last = wanted;
		table->last_way = NULL;
		if (++table->asked <= FEW_QUESTIONS) {
			walk_to(wanted, from, depth, keep_way, table);
		} else {
			if (!table->known)
				build(table, from, depth);
			table->last_way = look_up(table, wanted);
		}
	}
	if (table->last_way)
		found(self, table->last_way);
	return table->last_way != NULL;
}

static void forget(struct way_table *table)
{
	arena_reset(&table->arena);
	table->asked = table->count = table->capacity = 0;
	table->known = NULL;
	table->last = NULL;
	table->last_way = NULL;
}

static void move_to(struct way_index *index, const struct node *model,
		    const struct service *service)
{
	if (service && index->service != service) {
		forget(&index->in_service);
		index->service = service;
	}
	if (index->model != model) {
		forget(&index->in_model);
		index->model = model;
	}
}

void way_index_free(struct way_index *index)
{
	arena_free(&index->in_service.arena);
	arena_free(&index->in_model.arena);
}

bool way_find(struct way_index *index, const struct project *project, const struct service *first,
	      const struct node *wanted, way_found *found, void *self)
{
	struct way root = { project->model, STR_NONE, 0, false, NULL };
	struct way services, service;

	move_to(index, root.node, first);
	if (first) {
		services = (struct way){ node_get(root.node, STR("services")), STR("services"), 0,
					 false, &root };
		service = (struct way){ first->node, first->name, 0, false, &services };
		if (find_below(&index->in_service, &service, 2, wanted, found, self))
			return true;
	}
	return root.node && find_below(&index->in_model, &root, 0, wanted, found, self);
}

static void add_way(struct builder *b, const struct way *way)
{
	if (!way->up)
		return;
	add_way(b, way->up);
	if (way->is_item)
		diag_path_item(b, way->position);
	else
		diag_path_key(b, way->key);
}

static void way_to_path(void *self, const struct way *way)
{
	add_way(self, way);
}

struct str way_path(struct arena *arena, struct way_index *index, const struct project *project,
		    const struct service *first, const struct node *node)
{
	struct builder b = { .arena = arena };

	if (!node || !way_find(index, project, first, node, way_to_path, &b))
		return STR("");
	return builder_str(&b);
}
