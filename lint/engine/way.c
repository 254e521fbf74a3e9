/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "engine/way.h"

#include <stdlib.h>

#include "base/limits.h"

struct known {
	const struct node *node;
	const struct way *way;
	size_t order; /* of several ways to a node the first walked counts */
};

struct ways {
	struct lint *lint;
	const struct node *model;
	struct known *all; /* by node; NULL: nobody has asked yet */
	size_t count, capacity;
};

struct ways *ways_new(struct lint *lint, const struct node *model)
{
	struct ways *ways = ARENA_NEW(&lint->run, struct ways);

	*ways = (struct ways){.lint = lint, .model = model};
	return ways;
}

static void note(struct ways *ways, const struct node *node, const struct way *way)
{
	const struct step *cut = node_step(node, STEP_SHORT);

	ways->all = arena_grow(&ways->lint->run, ways->all, ways->count, &ways->capacity,
			       sizeof(*ways->all));
	ways->all[ways->count] = (struct known){node, way, ways->count};
	ways->count++;
	/* a short form stands for what was cut out of it */
	if (!cut || !cut->was || cut->was == node)
		return;
	ways->all = arena_grow(&ways->lint->run, ways->all, ways->count, &ways->capacity,
			       sizeof(*ways->all));
	ways->all[ways->count] = (struct known){cut->was, way, ways->count};
	ways->count++;
}

static struct way *step_down(struct ways *ways, const struct way *up, const struct node *node)
{
	struct way *way = ARENA_NEW(&ways->lint->run, struct way);

	*way = (struct way){.node = node, .up = up};
	return way;
}

static void walk(struct ways *ways, const struct way *way, unsigned depth)
{
	const struct node *at = way->node;
	struct way *next;

	note(ways, at, way);
	if (depth >= LIMIT_DEPTH)
		return;
	if (at->kind == NODE_SEQUENCE)
		for (size_t i = 0; i < at->count; i++) {
			next = step_down(ways, way, at->in.items[i]);
			next->position = i;
			next->is_item = true;
			walk(ways, next, depth + 1);
		}
	if (at->kind != NODE_MAPPING)
		return;
	for (size_t i = 0; i < at->count; i++) {
		next = step_down(ways, way, at->in.pairs[i].value);
		next->key = at->in.pairs[i].key->text;
		note(ways, at->in.pairs[i].key, next);
		walk(ways, next, depth + 1);
	}
	for (size_t i = 0; i < at->nremoved; i++) {
		next = step_down(ways, way, at->removed[i].value);
		next->key = at->removed[i].key->text;
		note(ways, next->node, next);
	}
}

static int by_node(const void *left, const void *right)
{
	const struct known *a = left, *b = right;

	if (a->node != b->node)
		return (uintptr_t)a->node < (uintptr_t)b->node ? -1 : 1;
	return a->order < b->order ? -1 : a->order > b->order;
}

static bool leads_through(const struct way *way, const struct node *node)
{
	for (; way; way = way->up)
		if (way->node == node)
			return true;
	return false;
}

const struct way *way_to(struct ways *ways, const struct node *node, const struct node *first)
{
	const struct way *found = NULL;
	size_t low = 0, high;

	if (!node || !ways->model)
		return NULL;
	if (!ways->all) {
		walk(ways, step_down(ways, NULL, ways->model), 0);
		qsort(ways->all, ways->count, sizeof(*ways->all), by_node);
	}
	for (high = ways->count; low < high;) {
		size_t middle = low + (high - low) / 2;

		if ((uintptr_t)ways->all[middle].node < (uintptr_t)node)
			low = middle + 1;
		else
			high = middle;
	}
	for (; low < ways->count && ways->all[low].node == node; low++) {
		if (!first || leads_through(ways->all[low].way, first))
			return ways->all[low].way;
		if (!found)
			found = ways->all[low].way;
	}
	return found;
}
