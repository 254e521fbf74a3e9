/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "engine/way.h"

#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/limits.h"

static const struct way *kept(struct way_table *table, struct way way)
{
	struct way *copy = ARENA_NEW(&table->arena, struct way);

	*copy = way;
	return copy;
}

/* What is kept must not point to the caller's own. */
static const struct way *kept_up(struct way_table *table, const struct way *way)
{
	struct way copy;

	if (way == table->start)
		return way;
	copy = *way;
	copy.up = kept_up(table, way->up);
	return kept(table, copy);
}

static bool is_collection(const struct node *node)
{
	return node->count + node->nremoved > 0;
}

/* It is the node, or was cut out of it: a short form stands for what was. */
static bool is_or_was(const struct node *node, const struct node *wanted)
{
	const struct step *step;

	if (node == wanted)
		return true;
	for (step = node->via; step && step->kind != STEP_SHORT;)
		step = step->before;
	return step && step->was == wanted;
}

/* The last way that was asked for; the others return whether it was found. */
static bool keep_way(struct way_table *table, const struct way *way)
{
	table->last_way = kept_up(table, way);
	return true;
}

static bool walk_to(struct way_table *table, const struct node *wanted, const struct way *way,
		    unsigned depth);

/* Most have nothing below them. */
static bool step_to(struct way_table *table, const struct node *wanted, const struct way *next,
		    unsigned depth)
{
	if (is_or_was(next->node, wanted))
		return keep_way(table, next);
	return is_collection(next->node) &&
	       (!table->nearby || span_within(wanted->span, next->node->span)) &&
	       walk_to(table, wanted, next, depth);
}

/* A key stands for the path of its value. */
static bool step_to_pair(struct way_table *table, const struct node *wanted, const struct way *way,
			 const struct pair *pair, unsigned depth)
{
	struct way next = { .node = pair->value, .key = pair->key->text, .up = way };

	return is_or_was(pair->key, wanted) ? keep_way(table, &next)
					    : step_to(table, wanted, &next, depth);
}

/* What is below the way, which is not wanted itself. */
static bool walk_to(struct way_table *table, const struct node *wanted, const struct way *way,
		    unsigned depth)
{
	const struct node *at = way->node;
	struct way next = { .is_item = at->kind == NODE_SEQUENCE, .up = way };

	if (depth >= LIMIT_DEPTH)
		return false;
	for (size_t i = 0; at->kind == NODE_SEQUENCE && i < at->count; i++) {
		next.node = at->in.items[i];
		next.position = i;
		if (step_to(table, wanted, &next, depth + 1))
			return true;
	}
	for (size_t i = 0; at->kind == NODE_MAPPING && i < at->count; i++)
		if (step_to_pair(table, wanted, way, &at->in.pairs[i], depth + 1))
			return true;
	for (size_t i = 0; at->kind == NODE_MAPPING && i < at->nremoved; i++) {
		next.node = at->removed[i].value;
		next.key = at->removed[i].key->text;
		if (next.node == wanted)
			return keep_way(table, &next);
	}
	return false;
}

/* ---- what was brought ---- */

bool way_brings(const struct step *step)
{
	return step->kind == STEP_ALIAS || step->kind == STEP_MERGE_KEY ||
	       step->kind == STEP_INCLUDE;
}

/* A collection at the node or below was.  Only aliases share nodes, and the first ends it. */
static bool holds_brought(const struct node *node, unsigned depth)
{
	if (depth > LIMIT_DEPTH)
		return false;
	for (const struct step *step = node->via; step; step = step->before)
		if (way_brings(step))
			return true;
	for (size_t i = 0; node->kind == NODE_SEQUENCE && i < node->count; i++)
		if (is_collection(node->in.items[i]) && holds_brought(node->in.items[i], depth + 1))
			return true;
	for (size_t i = 0; node->kind == NODE_MAPPING && i < node->count; i++)
		if (is_collection(node->in.pairs[i].value) &&
		    holds_brought(node->in.pairs[i].value, depth + 1))
			return true;
	return false;
}

bool way_has_brought(struct way_index *index, const struct node *model)
{
	if (index->searched != model) {
		index->searched = model;
		index->has_brought = model && is_collection(model) && holds_brought(model, 0);
	}
	return index->has_brought;
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

static void note_all(struct way_table *table, const struct way *way, unsigned depth)
{
	const struct node *at = way->node;

	note_both(table, at, way);
	if (depth >= LIMIT_DEPTH)
		return;
	for (size_t i = 0; at->kind == NODE_SEQUENCE && i < at->count; i++)
		note_all(table,
			 kept(table,
			      (struct way){ at->in.items[i], STR_NONE, i, true, STR_NONE, way }),
			 depth + 1);
	for (size_t i = 0; at->kind == NODE_MAPPING && i < at->count; i++) {
		const struct pair *pair = &at->in.pairs[i];
		const struct way *next = kept(table, (struct way){ pair->value, pair->key->text, 0,
								   false, STR_NONE, way });

		note_both(table, pair->key, next);
		note_all(table, next, depth + 1);
	}
	for (size_t i = 0; at->kind == NODE_MAPPING && i < at->nremoved; i++) {
		const struct pair *pair = &at->removed[i];

		note(table, pair->value,
		     kept(table,
			  (struct way){ pair->value, pair->key->text, 0, false, STR_NONE, way }));
	}
}

static int by_node(const void *left, const void *right)
{
	const struct way_known *a = left, *b = right;

	if (a->node != b->node)
		return (uintptr_t)a->node < (uintptr_t)b->node ? -1 : 1;
	return a->order < b->order ? -1 : a->order > b->order;
}

static void build(struct way_table *table, unsigned depth)
{
	note_all(table, table->start, depth);
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

/* Where no node stands at two places: nearly all were written within what holds them. */
static bool step_nearby(struct way_table *table, const struct node *wanted, unsigned depth)
{
	bool found;

	table->nearby = true;
	found = step_to(table, wanted, table->start, depth);
	table->nearby = false;
	return found;
}

/* Of a model where no node stands at two places: what is outside the services, which are most of it,
   is searched first. */
static bool step_to_section(struct way_table *table, const struct node *wanted)
{
	const struct node *model = table->start->node;

	for (size_t i = 0; model->kind == NODE_MAPPING && i < model->count; i++)
		if (!str_eq(model->in.pairs[i].key->text, STR("services")) &&
		    step_to_pair(table, wanted, table->start, &model->in.pairs[i], 1))
			return true;
	return false;
}

/* `depth`: of where they start; 0: the model. */
static const struct way *find_below(struct way_table *table, unsigned depth, bool has_brought,
				    const struct node *wanted)
{
	/* the path of a node and its history are asked for one after the other */
	if (table->last_way && table->last == wanted)
		return table->last_way;
	table->last = wanted;
	table->last_way = NULL;
	if (++table->asked <= FEW_QUESTIONS) {
		if (has_brought ||
		    !(depth ? step_nearby(table, wanted, depth) : step_to_section(table, wanted)))
			step_to(table, wanted, table->start, depth);
	} else {
		if (!table->known)
			build(table, depth);
		table->last_way = look_up(table, wanted);
	}
	return table->last_way;
}

static void forget(struct way_table *table)
{
	struct arena arena = table->arena;

	arena_reset(&arena);
	*table = (struct way_table){ .arena = arena };
}

static void start_in_model(struct way_index *index, const struct node *model)
{
	if (index->model != model)
		forget(&index->in_model);
	index->model = model;
	if (!index->in_model.start)
		index->in_model.start = kept(&index->in_model, (struct way){ .node = model });
}

/* The way to the service, which is the same for all that is below it. */
static void start_in_service(struct way_index *index, const struct node *model,
			     const struct service *service)
{
	struct way_table *table = &index->in_service;
	struct builder path = { .arena = &table->arena };
	const struct way *root, *services;

	if (index->service != service)
		forget(table);
	index->service = service;
	if (table->start)
		return;
	root = kept(table, (struct way){ .node = model });
	services = kept(table, (struct way){ .node = node_get(model, STR("services")),
					     .key = STR("services"),
					     .up = root });
	diag_path_key(&path, services->key);
	diag_path_key(&path, service->name);
	table->start = kept(table, (struct way){ .node = service->node,
						 .key = service->name,
						 .path = builder_str(&path),
						 .up = services });
}

void way_index_free(struct way_index *index)
{
	arena_free(&index->in_service.arena);
	arena_free(&index->in_model.arena);
}

bool way_find(struct way_index *index, const struct project *project, const struct service *first,
	      const struct node *wanted, way_found *found, void *self)
{
	bool has_brought = way_has_brought(index, project->model);
	const struct way *way = NULL;

	if (first) {
		start_in_service(index, project->model, first);
		way = find_below(&index->in_service, 2, has_brought, wanted);
	}
	if (!way && project->model) {
		start_in_model(index, project->model);
		way = find_below(&index->in_model, 0, has_brought, wanted);
	}
	if (way)
		found(self, way);
	return way != NULL;
}

static void add_way(struct builder *b, const struct way *way)
{
	if (way->path.n) {
		builder_add(b, way->path);
		return;
	}
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

struct str way_key_path(struct arena *arena, struct way_index *index, const struct project *project,
			const struct service *service, struct str key)
{
	struct str path;
	char *text;

	start_in_service(index, project->model, service);
	path = index->in_service.start->path;
	text = ARENA_ARRAY(arena, path.n + 1 + key.n, char);
	memcpy(text, path.p, path.n);
	text[path.n] = '.';
	memcpy(text + path.n + 1, key.p, key.n);
	return (struct str){ text, path.n + 1 + key.n };
}
