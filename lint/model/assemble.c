/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "model/assemble.h"

#include "base/table.h"
#include "image/image.h"
#include "model/build.h"

/* ------------------------------------------------------------------ resources */

static bool is_external(const struct node *node)
{
	const struct node *external = node_get(node, STR("external"));

	return node_is_true(external) || (external && external->kind == NODE_MAPPING);
}

static struct str full_name(const struct assembly *a, struct str key, const struct node *node)
{
	const struct node *name = node_get(node, STR("name"));
	const struct node *external = node_get(node, STR("external"));

	if (!name && external && external->kind == NODE_MAPPING)
		name = node_get(external, STR("name"));
	if (name && name->kind == NODE_STRING && (name->text.n || name->nparts))
		return node_is_unknown(name) ? STR("") : name->text;
	if (is_external(node))
		return key;
	return arena_fmt(&a->lint->run, "%.*s_%.*s", STR_FMT(a->name), STR_FMT(key));
}

static struct resources resources_of(const struct assembly *a, struct str section, bool one_more)
{
	const struct node *mapping = node_get(a->model, section);
	struct resource *all;
	size_t count = 0;

	if (mapping && mapping->kind != NODE_MAPPING)
		mapping = NULL;
	all = ARENA_ARRAY(&a->lint->run, (mapping ? mapping->count : 0) + one_more,
			  struct resource);
	for (; mapping && count < mapping->count; count++) {
		const struct pair *pair = &mapping->in.pairs[count];

		all[count] = (struct resource){
			.name = pair->key->text,
			.full_name = full_name(a, pair->key->text, pair->value),
			.key = pair->key,
			.node = pair->value,
			.external = is_external(pair->value),
		};
	}
	return (struct resources){ all, count, mapping };
}

static void find_namesakes(const struct assembly *a, struct resource *all, size_t count)
{
	struct table last = { .arena = &a->lint->run };

	for (size_t i = 0; i < count; i++) {
		struct resource *before =
			all[i].full_name.n ? table_get(&last, all[i].full_name) : NULL;

		all[i].first_namesake = before               ? before->first_namesake
					: all[i].full_name.n ? &all[i]
							     : NULL;
		all[i].next_namesake = NULL;
		if (before)
			before->next_namesake = &all[i];
		if (all[i].full_name.n)
			table_set(&last, all[i].full_name, &all[i]);
	}
}

static bool joins_default(const struct node *service)
{
	const struct node *networks = node_get(service, STR("networks"));
	const struct node *mode = node_get(service, STR("network_mode"));

	if (service->kind != NODE_MAPPING || node_text(mode).n ||
	    node_get(service, STR("provider")))
		return false;
	return !networks || node_is_scalar(networks) || !networks->count ||
	       node_get(networks, STR("default"));
}

/* The network that Compose makes when some service names none, or this one. */
static struct resources networks_of(const struct assembly *a, const struct node *services)
{
	struct resources networks = resources_of(a, STR("networks"), true);
	struct resource *all = ARENA_ARRAY(&a->lint->run, networks.count + 1, struct resource);
	const struct node *first = NULL;
	struct node *node;

	for (size_t i = 0; services && i < services->count && !first; i++)
		if (joins_default(services->in.pairs[i].value))
			first = services->in.pairs[i].key;
	for (size_t i = 0; i < networks.count; i++)
		all[i] = networks.all[i];
	networks.all = all;
	if (!first || node_get(networks.section, STR("default"))) {
		find_namesakes(a, all, networks.count);
		return networks;
	}
	node = node_made(&a->lint->run, STR(""), first->span);
	node->kind = NODE_NULL;
	all[networks.count] = (struct resource){
		.name = STR("default"),
		.full_name = full_name(a, STR("default"), NULL),
		.key = node_made(&a->lint->run, STR("default"), first->span),
		.node = node,
		.implicit = true,
	};
	find_namesakes(a, all, ++networks.count);
	return networks;
}

/* ------------------------------------------------------------------ services */

struct profiles {
	const struct str *names;
	size_t count;
};

static struct profiles active_profiles(const struct assembly *a)
{
	const struct variable *variable = env_get(a->env, STR("COMPOSE_PROFILES"));
	struct profiles active = { a->profiles, a->nprofiles };
	struct str *names = NULL;
	size_t capacity = 0;
	struct str rest;

	if (a->nprofiles)
		return active;
	/* none is one without a name, which a profile "" is */
	rest = variable ? variable->value->text : STR("");
	while (rest.p) {
		names = arena_grow(&a->lint->run, names, active.count, &capacity, sizeof(*names));
		names[active.count++] = str_trim(str_cut(&rest, ','));
	}
	active.names = names;
	return active;
}

static bool is_enabled(const struct node *service, struct profiles active)
{
	const struct node *profiles = node_get(service, STR("profiles"));

	if (!profiles || profiles->kind != NODE_SEQUENCE || !profiles->count)
		return true;
	for (size_t j = 0; j < active.count; j++) {
		if (str_eq(active.names[j], STR("*")))
			return true;
		for (size_t i = 0; i < profiles->count; i++)
			if (str_eq(node_text(profiles->in.items[i]), active.names[j]))
				return true;
	}
	return false;
}

/* Nothing of what earlier documents say is left below a tag. */
static bool is_tagged(const struct node *node)
{
	return node && node->tag != TAG_NONE;
}

/* A service while its names are looked for. */
struct naming {
	struct service *service;
	const struct node **keys;
	size_t count, capacity;
	size_t since; /* the last document before `keys` that took away all services */
};

static void name_services(const struct assembly *a, struct table *namings,
			  const struct node *services, size_t since)
{
	for (size_t i = 0; services && i < services->count; i++) {
		const struct pair *pair = &services->in.pairs[i];
		struct naming *naming = table_get(namings, pair->key->text);

		if (!naming)
			continue;
		if (is_tagged(pair->value) || naming->since != since)
			naming->count = 0;
		naming->since = since;
		naming->keys = arena_grow(&a->lint->run, naming->keys, naming->count,
					  &naming->capacity, sizeof(*naming->keys));
		naming->keys[naming->count++] = pair->key;
	}
}

/* The services' names in each document that has a say in them, base first. */
static void find_definitions(const struct assembly *a, struct service *services, size_t count)
{
	struct naming *all = ARENA_ARRAY(&a->lint->run, count, struct naming);
	struct table namings = { .arena = &a->lint->run };
	size_t since = 0;

	for (size_t i = 0; i < count; i++) {
		all[i].service = &services[i];
		table_add(&namings, services[i].name, &all[i]);
	}
	for (size_t i = 0; i < a->ndocuments; i++) {
		const struct node *section = node_get(a->documents[i], STR("services"));

		if (is_tagged(section))
			since = i + 1;
		if (section && section->kind == NODE_MAPPING)
			name_services(a, &namings, section, since);
	}
	for (size_t i = 0; i < count; i++) {
		struct naming *naming = &all[i];

		if (naming->since != since)
			naming->count = 0;
		if (!naming->count) {
			naming->keys = ARENA_ARRAY(&a->lint->run, 1, const struct node *);
			naming->keys[naming->count++] = naming->service->key;
		}
		naming->service->definitions = naming->keys;
		naming->service->ndefinitions = naming->count;
	}
}

static void find_builders(const struct assembly *a, struct service *services, size_t count)
{
	struct arena *arena = &a->lint->run;
	struct table built = { .arena = arena };

	for (size_t i = count; i > 0; i--) {
		struct str key = build_image_key(arena, a->name, &services[i - 1]);

		/* the first one that builds it is found: the last one added */
		if (key.n)
			table_add(&built, key, &services[i - 1]);
	}
	for (size_t i = 0; i < count && built.count; i++) {
		const struct node *image = service_field(&services[i], STR("image"));
		struct str key;

		if (service_field(&services[i], STR("build")) || node_is_unknown(image))
			continue;
		key = image_key(arena, node_text(image));
		services[i].built_by = key.n ? table_get(&built, key) : NULL;
	}
}

struct project *assemble_project(struct assembly *a)
{
	struct arena *arena = &a->lint->run;
	struct project *project = ARENA_NEW(arena, struct project);
	const struct node *section = node_get(a->model, STR("services"));
	struct profiles active = active_profiles(a);
	struct service *services;
	size_t count;

	if (section && section->kind != NODE_MAPPING)
		section = NULL;
	count = section ? section->count : 0;
	services = ARENA_ARRAY(arena, count, struct service);
	for (size_t i = 0; i < count; i++) {
		struct service *service = &services[i];

		service->name = section->in.pairs[i].key->text;
		service->key = section->in.pairs[i].key;
		service->node = section->in.pairs[i].value;
		service->keys = service_keys(service->node);
		service->project = project;
		service->enabled = is_enabled(service->node, active);
	}
	find_definitions(a, services, count);
	find_builders(a, services, count);
	a->services = services;
	a->nservices = count;
	*project = (struct project){
		.number = ARENA_NEW(&a->lint->run, uint32_t),
		.name = a->name,
		.directory = a->directory,
		.shown_directory = a->shown_directory,
		.model = a->model,
		.services = services,
		.nservices = count,
		.networks = networks_of(a, section),
		.volumes = resources_of(a, STR("volumes"), false),
		.secrets = resources_of(a, STR("secrets"), false),
		.configs = resources_of(a, STR("configs"), false),
		.env = a->env,
		.example_env = STR(""),
	};
	*project->number = a->lint->diag.project;
	return project;
}
