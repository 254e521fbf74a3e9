/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "engine/way.h"

#include "base/limits.h"
#include "base/utf8.h"

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
			struct way next = {at->in.items[i], STR_NONE, i, true, way};

			if (walk_to(wanted, &next, depth + 1, found, self))
				return true;
		}
	} else if (at->kind == NODE_MAPPING) {
		for (size_t i = 0; i < at->count; i++) {
			struct way next = {at->in.pairs[i].value, at->in.pairs[i].key->text, 0,
					   false, way};

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
			struct way next = {at->removed[i].value, at->removed[i].key->text, 0,
					   false, way};

			if (at->removed[i].value == wanted) {
				found(self, &next);
				return true;
			}
		}
	}
	return false;
}

bool way_find(const struct project *project, const struct service *first,
	      const struct node *wanted, way_found *found, void *self)
{
	struct way root = {project->model, STR_NONE, 0, false, NULL};
	struct way services, service;

	if (first) {
		services = (struct way){node_get(root.node, STR("services")), STR("services"), 0,
					false, &root};
		service = (struct way){first->node, first->name, 0, false,
				       &services};
		if (walk_to(wanted, &service, 2, found, self))
			return true;
	}
	return root.node && walk_to(wanted, &root, 0, found, self);
}

static void add_way(struct builder *b, const struct way *way)
{
	if (!way->up)
		return;
	add_way(b, way->up);
	if (way->is_item) {
		builder_fmt(b, "[%zu]", way->position);
		return;
	}
	if (b->n)
		builder_byte(b, '.');
	utf8_add_visible(b, way->key, LIMIT_QUOTE_COLUMNS);
}

static void way_to_path(void *self, const struct way *way)
{
	add_way(self, way);
}

struct str way_path(struct arena *arena, const struct project *project,
		    const struct service *first, const struct node *node)
{
	struct builder b = {.arena = arena};

	if (!node || !way_find(project, first, node, way_to_path, &b))
		return STR("");
	return builder_str(&b);
}
