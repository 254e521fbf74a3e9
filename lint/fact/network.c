/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/network.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/limits.h"
#include "fact/declared.h"

struct collected {
	struct lint *lint;
	struct arena *arena;
	struct network *all;
	size_t count, capacity;
	bool none;
	struct network_making *making;
	bool cut; /* there would have been more */
};

static void add(struct collected *to, struct network network)
{
	to->cut = to->cut || !to->making->left;
	if (to->cut)
		return;
	to->making->left--;
	to->all = arena_grow(to->arena, to->all, to->count, &to->capacity, sizeof(*to->all));
	to->all[to->count++] = network;
}

/* The interface of the host whose network its containers are on: `internal` takes only their default
   route, not their neighbours there. NULL: they are among themselves. */
static const struct node *parent_of(const struct resource *definition)
{
	struct str driver = node_text(node_get(definition->node, STR("driver")));
	const struct node *parent =
		node_get(node_get(definition->node, STR("driver_opts")), STR("parent"));

	if (!str_eq(driver, STR("macvlan")) && !str_eq(driver, STR("ipvlan")))
		return NULL;
	return node_text(parent).n ? parent : NULL;
}

static enum network_route route_of(const struct resource *definition, struct str name)
{
	const struct node *internal, *parent;

	/* Compose makes the default network; others it refuses, which is said elsewhere */
	if (!definition)
		return str_eq(name, STR("default")) ? NETWORK_ROUTED : NETWORK_UNKNOWN;
	if (definition->external)
		return NETWORK_EXTERNAL;
	internal = node_get(definition->node, STR("internal"));
	if (node_is_unknown(internal))
		return NETWORK_UNKNOWN;
	if (!node_is_true(internal))
		return NETWORK_ROUTED;
	parent = parent_of(definition);
	if (!parent)
		return NETWORK_INTERNAL;
	return node_is_unknown(parent) ? NETWORK_UNKNOWN : NETWORK_ROUTED;
}

static unsigned openness(enum network_route route)
{
	return route == NETWORK_INTERNAL ? 0 : route == NETWORK_ROUTED ? 2 : 1;
}

/* A network that nobody joins is not made; whose `networks` say nothing is on the default one. */
static struct table joined_networks(struct arena *arena, const struct project *project)
{
	struct table joined = { .arena = arena };

	for (size_t i = 0; i < project->nservices; i++) {
		const struct node *networks = service_field(&project->services[i], STR("networks"));
		bool mapping = networks && networks->kind == NODE_MAPPING;

		for (size_t k = 0; mapping && k < networks->count; k++)
			if (!table_get(&joined, networks->in.pairs[k].key->text))
				table_add(&joined, networks->in.pairs[k].key->text,
					  (void *)(uintptr_t)networks);
	}
	return joined;
}

static bool is_joined(struct table *joined, struct str name)
{
	return str_eq(name, STR("default")) || table_get(joined, name);
}

/* Who makes the network of each name in the engine; its index is made, for several threads ask. */
static struct table *makers_of(struct lint *lint, const struct project *project,
			       struct table *joined)
{
	struct table *makers = ARENA_NEW(&lint->run, struct table);

	makers->arena = &lint->run;
	for (size_t i = 0; i < project->networks.count; i++) {
		const struct resource *definition = &project->networks.all[i];
		enum network_route route = route_of(definition, definition->name);
		struct network_maker *maker;

		if (definition->external || !definition->full_name.n ||
		    !is_joined(joined, definition->name))
			continue;
		maker = table_get(makers, definition->full_name);
		if (!maker) {
			maker = ARENA_NEW(&lint->run, struct network_maker);
			table_add(makers, definition->full_name, maker);
		}
		if (!maker->project || openness(route) > openness(maker->route))
			*maker = (struct network_maker){ project, definition, route };
	}
	table_sorted(makers);
	return makers;
}

struct network_making network_begin(struct lint *lint, struct project *project)
{
	struct network_making making = { .left = LIMIT_NETWORKS,
					 .twins.arena = &lint->run,
					 .full_names.arena = &lint->run,
					 .keys.arena = &lint->run,
					 .modes.arena = &lint->run,
					 .joined = joined_networks(&lint->run, project) };

	project->network_makers = makers_of(lint, project, &making.joined);
	return making;
}

/* Another definition that may make the network of this internal one, with a route; NULL: there is
   none. All namesakes have the same, which is looked for once. */
static const struct resource *routed_twin(struct network_making *making,
					  const struct resource *definition)
{
	/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): only a definition makes a network internal */
	const struct resource *twin = definition->first_namesake;
	const struct resource **known;

	if (!twin || (twin == definition && !twin->next_namesake))
		return NULL;
	known = table_get(&making->twins, definition->full_name);
	if (known)
		return *known;
	while (twin && !(twin->key && route_of(twin, twin->name) == NETWORK_ROUTED &&
			 is_joined(&making->joined, twin->name)))
		twin = twin->next_namesake;
	known = ARENA_NEW(making->twins.arena, const struct resource *);
	*known = twin;
	table_add(&making->twins, definition->full_name, known);
	return twin;
}

static struct network named(struct lint *lint, struct network_making *making,
			    const struct project *project, struct str name)
{
	struct network network = { .kind = NETWORK_NAMED, .name = name };

	network.definition = project_resource(project->networks, name);
	network.route = route_of(network.definition, name);
	if (network.definition) {
		network.internal = node_get(network.definition->node, STR("internal"));
		if (network.route == NETWORK_ROUTED && node_is_true(network.internal))
			network.parent = parent_of(network.definition);
		network.removed = node_removed(network.definition->node, STR("internal"));
	}
	network.verified = network.route == NETWORK_EXTERNAL &&
			   declared_internal(lint, project, network.definition) != NULL;
	if (network.route == NETWORK_INTERNAL)
		network.twin = routed_twin(making, network.definition);
	if (network.twin)
		network.route = NETWORK_ROUTED;
	return network;
}

static void add_implicit(struct collected *to, const struct project *project,
			 const struct service *service)
{
	struct network network = named(to->lint, to->making, project, STR("default"));

	network.kind = NETWORK_IMPLICIT;
	network.place = service->key;
	add(to, network);
}

static void add_networks(struct collected *to, const struct project *project,
			 const struct service *service)
{
	const struct node *networks = service_field(service, STR("networks"));
	size_t before = to->count;

	for (size_t i = 0; networks && networks->kind == NODE_MAPPING && i < networks->count; i++) {
		const struct node *key = networks->in.pairs[i].key;
		struct network network;

		if (key->style == STYLE_MADE)
			continue;
		network = named(to->lint, to->making, project, key->text);
		network.place = key;
		add(to, network);
	}
	if (to->count == before)
		add_implicit(to, project, service);
}

static void add_mode(struct collected *to, const struct node *mode)
{
	struct network network = { .kind = NETWORK_MODE, .place = mode, .name = mode->text };

	network.route = node_is_unknown(mode) ? NETWORK_UNKNOWN : NETWORK_ROUTED;
	if (str_eq(mode->text, STR("host")))
		network.kind = NETWORK_HOST;
	if (str_starts(mode->text, STR("container:"))) {
		network.kind = NETWORK_CONTAINER;
		network.route = NETWORK_EXTERNAL;
	}
	add(to, network);
}

/* A firewall of its own that a person has looked at. */
static bool is_filter(const struct service *service)
{
	return declared_is_filtered(service->declared);
}

/* Whose network namespace the service takes; NULL: its own, or nobody's that is there. */
static const struct service *owner_of(const struct project *project, const struct service *service)
{
	struct str text = node_text(service_field(service, STR("network_mode")));
	const struct service *owner = str_starts(text, STR("service:"))
					      ? project_service(project, str_slice(text, 8, text.n))
					      : NULL;

	return owner == service ? NULL : owner;
}

/* Whose namespace it is in the end: of a circle of service: modes, a member.  What is found holds
   for all on the way, or each service of a long chain would go along all of it. */
static const struct service *end_of(struct network_making *making, struct arena *arena,
				    const struct project *project, const struct service *service)
{
	const struct service *end = service, *next;
	size_t left = project->nservices;

	if (!making->ends)
		making->ends = ARENA_ARRAY(arena, project->nservices, const struct service *);
	while (left-- && !making->ends[end - project->services]) {
		next = owner_of(project, end);
		if (!next)
			break;
		end = next;
	}
	if (making->ends[end - project->services])
		end = making->ends[end - project->services];
	for (const struct service *at = service; at && !making->ends[at - project->services];
	     at = owner_of(project, at))
		making->ends[at - project->services] = end;
	return end;
}

static void collect(struct collected *to, const struct project *project,
		    const struct service *service)
{
	const struct node *mode = service_field(service, STR("network_mode"));
	struct str text = node_text(mode);
	const struct service *end = service;

	if (str_starts(text, STR("service:"))) {
		end = end_of(to->making, to->arena, project, service);
		text = node_text(service_field(end, STR("network_mode")));
	}
	if (!text.n)
		add_networks(to, project, end);
	else if (str_eq(text, STR("none")))
		to->none = true;
	else if (!str_starts(text, STR("service:")))
		add_mode(to, service_field(end, STR("network_mode")));
	for (size_t i = 0; end != service && i < to->count; i++) {
		to->all[i].through = end;
		to->all[i].filtered = is_filter(end);
		to->all[i].mode = mode;
	}
}

/* ---- which are one ---- */

/* Definitions may have two keys and one name in the engine. */
static uint32_t number_of(struct network_making *making, const struct network *network)
{
	const struct resource *definition = network->definition;
	bool defined = definition && definition->full_name.n;
	struct str name = defined ? definition->full_name : network->name;
	struct table *numbers = network->kind == NETWORK_MODE ? &making->modes
				: defined                     ? &making->full_names
							      : &making->keys;
	uintptr_t number;

	if (network->kind == NETWORK_HOST || network->kind == NETWORK_CONTAINER)
		return 0;
	number = (uintptr_t)table_get(numbers, name);
	if (!number) {
		number = ++making->last;
		table_add(numbers, name, (void *)number);
	}
	return (uint32_t)number;
}

struct numbered {
	uint32_t number, position;
};

static int compare_numbers(const void *left, const void *right)
{
	const struct numbered *a = left, *b = right;

	if (a->number != b->number)
		return a->number < b->number ? -1 : 1;
	return (a->position > b->position) - (a->position < b->position);
}

static const uint32_t *number_all(struct collected *found)
{
	struct numbered *order = ARENA_ARRAY(&found->lint->scratch, found->count, struct numbered);
	uint32_t *sorted = ARENA_ARRAY(found->arena, found->count, uint32_t);

	for (uint32_t i = 0; i < found->count; i++) {
		found->all[i].number = number_of(found->making, &found->all[i]);
		order[i] = (struct numbered){ found->all[i].number, i };
	}
	if (found->count > 1)
		qsort(order, found->count, sizeof(*order), compare_numbers);
	for (size_t i = 0; i < found->count; i++)
		sorted[i] = order[i].position;
	return sorted;
}

static void say_cut(struct lint *lint, const struct service *service)
{
	struct finding *finding = diag_add(
		&lint->diag, STR("incomplete-project"), service->key->span,
		"the services of this project are on more networks than the limit allows; those of "
		"the last ones are not judged");

	finding->path = STR("services");
	finding->owner = service->name;
	finding->evidence = STR("networks");
	finding->cause = CAUSE_LIMIT;
	finding->unseen = true;
}

const struct network_list *network_resolve(struct lint *lint, const struct project *project,
					   const struct service *service,
					   struct network_making *making)
{
	struct network_list *list = ARENA_NEW(&lint->run, struct network_list);
	struct collected found = { .lint = lint, .arena = &lint->run, .making = making };
	struct str mode = node_text(service_field(service, STR("network_mode")));

	collect(&found, project, service);
	if (found.cut && !making->said)
		say_cut(lint, service);
	making->said = making->said || found.cut;
	*list = (struct network_list){
		.all = found.all,
		.count = found.count,
		.sorted = number_all(&found),
		.none = found.none,
		.shares_loopback = str_eq(mode, STR("host")) || str_starts(mode, STR("service:")) ||
				   str_starts(mode, STR("container:")),
	};
	return list;
}

size_t network_find_same(const struct network_list *list, const struct network *network,
			 size_t from)
{
	size_t low = 0, high = list->count;

	if (!network->number)
		return list->count;
	while (low < high) {
		size_t middle = low + (high - low) / 2, position = list->sorted[middle];
		uint32_t number = list->all[position].number;

		if (number < network->number || (number == network->number && position < from))
			low = middle + 1;
		else
			high = middle;
	}
	return low < list->count && list->all[list->sorted[low]].number == network->number
		       ? list->sorted[low]
		       : list->count;
}

const struct node *network_route_place(const struct network *network)
{
	bool is_set = network->internal && network->internal->kind != NODE_NULL;

	if (network->parent)
		return network->parent;
	if (!network->twin && (is_set || network->removed))
		return is_set ? network->internal : network->removed;
	if (network->route == NETWORK_EXTERNAL && network->definition) {
		const struct node *external = node_get(network->definition->node, STR("external"));

		return external ? external : network->definition->key;
	}
	if (network->mode)
		return network->mode;
	return network->kind == NETWORK_IMPLICIT ? NULL : network->place;
}

struct network_maker network_find_maker(const struct network *network,
					const struct project *project, struct project_list all)
{
	const struct resource *definition = network->definition;
	struct network_maker found = { .route = NETWORK_EXTERNAL };

	if (network->route != NETWORK_EXTERNAL || !definition || !definition->full_name.n)
		return found;
	for (size_t i = 0; i < all.count; i++) {
		const struct network_maker *maker =
			all.all[i] && all.all[i] != project && all.all[i]->network_makers
				? table_get(all.all[i]->network_makers, definition->full_name)
				: NULL;

		if (maker && (!found.project || openness(maker->route) > openness(found.route)))
			found = *maker;
	}
	return found;
}

bool network_is_shared(const struct service *a, const struct service *b)
{
	for (size_t i = 0; i < a->networks->count; i++)
		if (a->networks->all[i].kind != NETWORK_MODE &&
		    network_find_same(b->networks, &a->networks->all[i], 0) < b->networks->count)
			return true;
	return false;
}

bool network_is_all_internal(const struct network_list *networks)
{
	for (size_t i = 0; i < networks->count; i++)
		if (networks->all[i].route != NETWORK_INTERNAL && !networks->all[i].verified)
			return false;
	return true;
}

/* It is not on that network, or has a way out beside it. */
static bool has_other_way(const struct network_list *networks, struct str name)
{
	bool is_on_it = false, has_another = false;

	for (size_t i = 0; i < networks->count; i++) {
		bool same = str_eq(networks->all[i].name, name);

		is_on_it = is_on_it || same;
		has_another = has_another || (!same && networks->all[i].route != NETWORK_INTERNAL);
	}
	return !is_on_it || has_another;
}

bool network_can_lose_route(const struct project *project, const struct service *service,
			    struct str name)
{
	for (size_t i = 0; i < project->nservices; i++)
		if (&project->services[i] != service &&
		    !has_other_way(project->services[i].networks, name))
			return false;
	return true;
}
