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

static bool walk_to(const struct node *wanted, const struct way *way, unsigned depth,
		    way_found *found, void *self)
{
	const struct node *at = way->node;

	/* a short form stands for what was cut out of it */
	if (at == wanted || is_cut_out_of(at, wanted)) {
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
			if (at->in.pairs[i].key == wanted ||
			    is_cut_out_of(at->in.pairs[i].key, wanted)) {
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

static void note(struct way_index *index, const struct node *node, const struct way *way)
{
	index->known = arena_grow(&index->arena, index->known, index->count, &index->capacity,
				  sizeof(*index->known));
	index->known[index->count] = (struct way_known){ node, way, index->count };
	index->count++;
}

/* The node, and the short form that it was cut out of. */
static void note_both(struct way_index *index, const struct node *node, const struct way *way)
{
	const struct step *cut = node_step(node, STEP_SHORT);

	note(index, node, way);
	if (cut && cut->was)
		note(index, cut->was, way);
}

static const struct way *kept(struct way_index *index, struct way way)
{
	struct way *copy = ARENA_NEW(&index->arena, struct way);

	*copy = way;
	return copy;
}

static void note_all(struct way_index *index, const struct way *way, unsigned depth)
{
	const struct node *at = way->node;

	note_both(index, at, way);
	if (depth >= LIMIT_DEPTH)
		return;
	for (size_t i = 0; at->kind == NODE_SEQUENCE && i < at->count; i++)
		note_all(index,
			 kept(index, (struct way){ at->in.items[i], STR_NONE, i, true, way }),
			 depth + 1);
	for (size_t i = 0; at->kind == NODE_MAPPING && i < at->count; i++) {
		const struct pair *pair = &at->in.pairs[i];
		const struct way *next =
			kept(index, (struct way){ pair->value, pair->key->text, 0, false, way });

		note_both(index, pair->key, next);
		note_all(index, next, depth + 1);
	}
	for (size_t i = 0; at->kind == NODE_MAPPING && i < at->nremoved; i++) {
		const struct pair *pair = &at->removed[i];

		note(index, pair->value,
		     kept(index, (struct way){ pair->value, pair->key->text, 0, false, way }));
	}
}

static int by_node(const void *left, const void *right)
{
	const struct way_known *a = left, *b = right;

	if (a->node != b->node)
		return (uintptr_t)a->node < (uintptr_t)b->node ? -1 : 1;
	return a->order < b->order ? -1 : a->order > b->order;
}

/* The ways to all nodes of a service; what is kept must not point to the caller's own. */
static void build(struct way_index *index, struct way root, struct way services, struct way service)
{
	services.up = kept(index, root);
	service.up = kept(index, services);
	note_all(index, kept(index, service), 2);
	qsort(index->known, index->count, sizeof(*index->known), by_node);
}

static const struct way *look_up(const struct way_index *index, const struct node *wanted)
{
	size_t low = 0, high;

	for (high = index->count; low < high;) {
		size_t middle = low + (high - low) / 2;

		if ((uintptr_t)index->known[middle].node < (uintptr_t)wanted)
			low = middle + 1;
		else
			high = middle;
	}
	return low < index->count && index->known[low].node == wanted ? index->known[low].way
								      : NULL;
}

static void move_to(struct way_index *index, const struct service *service)
{
	if (index->service == service)
		return;
	arena_reset(&index->arena);
	index->service = service;
	index->asked = index->count = index->capacity = 0;
	index->known = NULL;
}

void way_index_free(struct way_index *index)
{
	arena_free(&index->arena);
}

bool way_find(struct way_index *index, const struct project *project, const struct service *first,
	      const struct node *wanted, way_found *found, void *self)
{
	struct way root = { project->model, STR_NONE, 0, false, NULL };
	struct way services, service;
	const struct way *known;

	if (first) {
		services = (struct way){ node_get(root.node, STR("services")), STR("services"), 0,
					 false, &root };
		service = (struct way){ first->node, first->name, 0, false, &services };
		move_to(index, first);
		if (++index->asked <= FEW_QUESTIONS) {
			if (walk_to(wanted, &service, 2, found, self))
				return true;
		} else {
			if (!index->known)
				build(index, root, services, service);
			known = look_up(index, wanted);
			if (known) {
				found(self, known);
				return true;
			}
		}
	}
	return root.node && walk_to(wanted, &root, 0, found, self);
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
