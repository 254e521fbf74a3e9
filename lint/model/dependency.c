/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "model/dependency.h"

#include "base/table.h"
#include "model/name.h"
#include "model/project.h"
#include "model/trail.h"

static void add(struct arena *arena, struct dependencies *list, struct dependency dependency)
{
	list->items =
		arena_grow(arena, list->items, list->count, &list->capacity, sizeof(*list->items));
	list->items[list->count++] = dependency;
}

/* What Compose adds by itself; depends_on has the first word. */
static void add_implied(struct arena *arena, struct dependencies *list, const struct node *service,
			struct dependency dependency)
{
	if (!node_pair(node_get(service, STR("depends_on")), dependency.on))
		add(arena, list, dependency);
}

/* "name:alias" and "name:ro": the name */
static void add_items(struct arena *arena, struct dependencies *list, const struct node *service,
		      struct str key)
{
	const struct node *items = node_get(service, key);

	for (size_t i = 0; items && items->kind == NODE_SEQUENCE && i < items->count; i++) {
		const struct node *item = items->in.items[i];
		struct str rest = node_text(item), name;

		if (item->kind != NODE_STRING || node_is_unknown(item) ||
		    (str_eq(key, STR("volumes_from")) && str_starts(rest, STR("container:"))))
			continue;
		/* a link of three parts is none: Compose takes all of it for the name */
		name = str_cut(&rest, ':');
		if (str_eq(key, STR("links")) && str_find_byte(rest, ':', 0) != STR_NPOS)
			name = item->text;
		add_implied(arena, list, service, (struct dependency){ name, item, key, true });
	}
}

struct dependencies dependency_list(struct arena *arena, const struct node *service)
{
	static const struct str modes[] = { STR_INIT("network_mode"), STR_INIT("ipc"),
					    STR_INIT("pid"), STR_INIT("uts"), STR_INIT("cgroup") };
	const uint64_t any_mode = node_key_bit(STR("network_mode")) | node_key_bit(STR("ipc")) |
				  node_key_bit(STR("pid")) | node_key_bit(STR("uts")) |
				  node_key_bit(STR("cgroup"));
	const struct node *depends_on = node_get(service, STR("depends_on"));
	bool has_mode = service_keys(service) & any_mode;
	struct dependencies list = { 0 };
	struct str prefix = STR("service:");

	if (depends_on && depends_on->kind == NODE_MAPPING)
		for (size_t i = 0; i < depends_on->count; i++) {
			const struct pair *pair = &depends_on->in.pairs[i];
			const struct node *required = node_get(pair->value, STR("required"));

			add(arena, &list,
			    (struct dependency){ pair->key->text, pair->key, STR("depends_on"),
						 !required || node_is_unknown(required) ||
							 node_is_true(required) });
		}
	for (size_t i = 0; has_mode && i < sizeof(modes) / sizeof(modes[0]); i++) {
		const struct node *mode = node_get(service, modes[i]);
		struct str text = node_text(mode);

		if (mode && mode->kind == NODE_STRING && !node_is_unknown(mode) &&
		    str_starts(text, prefix))
			add_implied(arena, &list, service,
				    (struct dependency){ str_slice(text, prefix.n, text.n), mode,
							 modes[i], true });
	}
	add_items(arena, &list, service, STR("volumes_from"));
	add_items(arena, &list, service, STR("links"));
	return list;
}

/* ----------------------------------------------------------------- checks */

struct vertex {
	struct str name;
	struct dependencies dependencies;
	enum { NEW, OPEN, DONE } state;
	size_t next;         /* the dependency to be followed next */
	struct vertex *from; /* who was being followed */
};

static struct trail *trail_of(struct arena *arena, struct str service, struct str key)
{
	struct trail *trails = ARENA_ARRAY(arena, 3, struct trail);

	trails[0] = (struct trail){ NULL, STR("services"), 0, false };
	trails[1] = (struct trail){ &trails[0], service, 0, false };
	trails[2] = (struct trail){ &trails[1], key, 0, false };
	return &trails[2];
}

static bool check_targets(struct lint *lint, const struct node *services, struct table *vertices,
			  const struct vertex *vertex)
{
	bool consistent = true;

	for (size_t i = 0; i < vertex->dependencies.count; i++) {
		const struct dependency *dependency = &vertex->dependencies.items[i];
		const struct node *service;
		const struct pair *other;
		struct finding *finding;
		struct str rest = STR("");

		if (table_get(vertices, dependency->on))
			continue;
		service = node_get(services, vertex->name);
		other = node_pair(services, dependency->on);
		if (other && !dependency->required)
			continue;
		consistent = false;
		if (!other)
			rest = name_hint(&lint->run, services, dependency->on);
		else if (str_eq(dependency->key, STR("depends_on")))
			rest = STR(" or write \"required: false\"");
		finding = trail_refuse(
			lint, trail_of(&lint->scratch, vertex->name, dependency->key),
			dependency->node->span, dependency->on,
			other ? "\"%.*s\" needs the service \"%.*s\", which no active profile "
				"enables; give "
				"both the same profiles%.*s"
			      : "\"%.*s\" names the service \"%.*s\", which is not defined%.*s",
			STR_FMT(dependency->key), STR_FMT(str_beginning(dependency->on, 80)),
			STR_FMT(rest));
		finding->extent = dependency->node->span;
		trail_bringers(lint, finding, dependency->node);
		trail_bringers(lint, finding, node_get(service, dependency->key));
		trail_bringers(lint, finding, service);
		if (other)
			diag_related(&lint->diag, finding, RELATED_DEFINITION, other->key->span,
				     "defined here");
	}
	return consistent;
}

/* There is one: the walk went along it. */
static const struct dependency *edge_to(const struct vertex *from, const struct vertex *to)
{
	const struct dependency *edge = from->dependencies.items;

	while (!str_eq(edge->on, to->name))
		edge++;
	return edge;
}

enum { CYCLE_SHOWN = 16 }; /* members of a cycle that are named */

/* The cycle goes from `first` by its successors to `last`, which needs `first`. */
static void say_cycle(struct lint *lint, const struct vertex *first, const struct vertex *last)
{
	const struct dependency *edge = edge_to(last, first);
	struct finding *finding;
	size_t shown = 0;

	finding = trail_refuse(lint, trail_of(&lint->scratch, last->name, edge->key),
			       edge->node->span, STR("cycle"),
			       last == first
				       ? "\"%.*s\" needs itself"
				       : "\"%.*s\" is needed by what it needs: a dependency cycle",
			       STR_FMT(last->name));
	finding->extent = edge->node->span;
	for (const struct vertex *at = last; at != first && shown < CYCLE_SHOWN;
	     at = at->from, shown++)
		diag_related(&lint->diag, finding, RELATED_OTHER, edge_to(at->from, at)->node->span,
			     "\"%.*s\" needs \"%.*s\" here", STR_FMT(at->from->name),
			     STR_FMT(at->name));
}

/* Depth first with the way kept in the vertices: a chain may be as long as the file. */
static bool follow(struct lint *lint, struct table *vertices, struct vertex *start)
{
	struct vertex *at = start;
	bool consistent = true;

	if (start->state != NEW)
		return true;
	start->state = OPEN;
	while (at) {
		struct vertex *next;

		if (at->next == at->dependencies.count) {
			at->state = DONE;
			at = at->from;
			continue;
		}
		next = table_get(vertices, at->dependencies.items[at->next++].on);
		if (!next || next->state == DONE)
			continue;
		if (next->state == OPEN) {
			say_cycle(lint, next, at);
			consistent = false;
			continue;
		}
		next->state = OPEN;
		next->from = at;
		at = next;
	}
	return consistent;
}

void dependency_check_names(struct lint *lint, const struct node *services,
			    const struct pair *service)
{
	struct vertex vertex = { .name = service->key->text };
	struct table all = { .arena = &lint->scratch };

	vertex.dependencies = dependency_list(&lint->scratch, service->value);
	/* what is defined may be enabled with it */
	for (size_t i = 0; i < vertex.dependencies.count; i++) {
		struct str on = vertex.dependencies.items[i].on;

		if (node_pair(services, on) && !table_get(&all, on))
			table_add(&all, on, &vertex);
	}
	check_targets(lint, services, &all, &vertex);
}

bool dependency_check(struct lint *lint, const struct node *services, const struct pair *enabled,
		      size_t count)
{
	struct vertex *all = ARENA_ARRAY(&lint->scratch, count + 1, struct vertex);
	struct table vertices = { .arena = &lint->scratch };
	bool consistent = true;

	for (size_t i = 0; i < count; i++) {
		all[i].name = enabled[i].key->text;
		all[i].dependencies = dependency_list(&lint->scratch, enabled[i].value);
		table_add(&vertices, all[i].name, &all[i]);
	}
	for (size_t i = 0; i < count; i++)
		consistent &= check_targets(lint, services, &vertices, &all[i]);
	for (size_t i = 0; i < count; i++)
		consistent &= follow(lint, &vertices, &all[i]);
	return consistent;
}
