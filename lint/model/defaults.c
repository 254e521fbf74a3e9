/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "model/defaults.h"

#include "model/cut.h"
#include "model/schema.h"

struct filling {
	struct lint *lint;
	struct interp *interp;
	bool all;
};

typedef const struct node *change(struct filling *f, const struct node *node);

/* ------------------------------------------------------------------ trees */

static const struct node *with_value(struct arena *arena, const struct node *mapping,
				     const struct pair *there, const struct node *value)
{
	struct node *copy = node_copy(arena, mapping);
	struct pair *pairs = ARENA_ARRAY(arena, mapping->count, struct pair);

	for (size_t i = 0; i < mapping->count; i++)
		pairs[i] = mapping->in.pairs[i];
	pairs[there - mapping->in.pairs].value = value;
	copy->in.pairs = pairs;
	return copy;
}

static const struct node *at_key(struct filling *f, const struct node *mapping, struct str key,
				 change *what)
{
	const struct pair *there = node_pair(mapping, key);
	const struct node *value;

	if (!there)
		return mapping;
	value = what(f, there->value);
	return value == there->value ? mapping : with_value(&f->lint->run, mapping, there, value);
}

static const struct node *each_value(struct filling *f, const struct node *mapping, change *what)
{
	struct pair *pairs = NULL;
	struct node *copy;

	if (mapping->kind != NODE_MAPPING)
		return mapping;
	for (size_t i = 0; i < mapping->count; i++) {
		const struct node *value = what(f, mapping->in.pairs[i].value);

		if (value != mapping->in.pairs[i].value && !pairs) {
			pairs = ARENA_ARRAY(&f->lint->run, mapping->count, struct pair);
			for (size_t j = 0; j < mapping->count; j++)
				pairs[j] = mapping->in.pairs[j];
		}
		if (pairs)
			pairs[i].value = value;
	}
	if (!pairs)
		return mapping;
	copy = node_copy(&f->lint->run, mapping);
	copy->in.pairs = pairs;
	return copy;
}

static const struct node *each_item(struct filling *f, const struct node *list, change *what)
{
	const struct node **items = NULL;
	struct node *copy;

	if (list->kind != NODE_SEQUENCE)
		return list;
	for (size_t i = 0; i < list->count; i++) {
		const struct node *item = what(f, list->in.items[i]);

		if (item != list->in.items[i] && !items) {
			items = ARENA_ARRAY(&f->lint->run, list->count, const struct node *);
			for (size_t j = 0; j < list->count; j++)
				items[j] = list->in.items[j];
		}
		if (items)
			items[i] = item;
	}
	if (!items)
		return list;
	copy = node_copy(&f->lint->run, list);
	copy->in.items = items;
	return copy;
}

static const struct node *with_default(struct filling *f, const struct node *mapping,
				       struct str key, struct str value)
{
	struct arena *arena = &f->lint->run;
	struct node *copy;
	struct pair *pairs;

	if (mapping->kind != NODE_MAPPING || node_pair(mapping, key))
		return mapping;
	copy = node_copy(arena, mapping);
	pairs = ARENA_ARRAY(arena, mapping->count + 1, struct pair);
	for (size_t i = 0; i < mapping->count; i++)
		pairs[i] = mapping->in.pairs[i];
	pairs[copy->count].key = node_made(arena, key, mapping->span);
	pairs[copy->count].value = node_made(arena, value, mapping->span);
	copy->count++;
	copy->in.pairs = pairs;
	node_index(arena, copy);
	return copy;
}

/* ------------------------------------------------------------------ step 14 */

static const struct node *fill_build(struct filling *f, const struct node *build)
{
	return with_default(f, build, STR("context"), STR("."));
}

static const struct node *fill_port(struct filling *f, const struct node *port)
{
	port = with_default(f, port, STR("mode"), STR("ingress"));
	return with_default(f, port, STR("protocol"), STR("tcp"));
}

static const struct node *fill_secret(struct filling *f, const struct node *secret)
{
	struct str source = node_text(node_get(secret, STR("source")));

	if (!source.n)
		return secret;
	return with_default(f, secret, STR("target"),
			    arena_fmt(&f->lint->run, "/run/secrets/%.*s", STR_FMT(source)));
}

/* All devices, where neither a number of them nor certain ones are asked for. */
static const struct node *fill_request(struct filling *f, const struct node *request)
{
	if (node_pair(request, STR("device_ids")))
		return request;
	return with_default(f, request, STR("count"), STR("all"));
}

static const struct node *fill_requests(struct filling *f, const struct node *requests)
{
	return each_item(f, requests, fill_request);
}

static const struct node *fill_reservations(struct filling *f, const struct node *reservations)
{
	return at_key(f, reservations, STR("devices"), fill_requests);
}

static const struct node *fill_resources(struct filling *f, const struct node *resources)
{
	return at_key(f, resources, STR("reservations"), fill_reservations);
}

static const struct node *fill_deploy(struct filling *f, const struct node *deploy)
{
	return at_key(f, deploy, STR("resources"), fill_resources);
}

static const struct node *fill_ports(struct filling *f, const struct node *ports)
{
	return each_item(f, ports, fill_port);
}

static const struct node *fill_secrets(struct filling *f, const struct node *secrets)
{
	return each_item(f, secrets, fill_secret);
}

static const struct node *fill_service(struct filling *f, const struct node *service)
{
	service = at_key(f, service, STR("build"), fill_build);
	service = at_key(f, service, STR("ports"), fill_ports);
	service = at_key(f, service, STR("gpus"), fill_requests);
	service = at_key(f, service, STR("deploy"), fill_deploy);
	return at_key(f, service, STR("secrets"), fill_secrets);
}

static const struct node *fill_services(struct filling *f, const struct node *services)
{
	return each_value(f, services, fill_service);
}

const struct node *defaults_fill(struct lint *lint, const struct node *model)
{
	struct filling f = { .lint = lint };

	return at_key(&f, model, STR("services"), fill_services);
}

/* ------------------------------------------------------------------ steps 17 and 19 */

static bool supplied(struct filling *f, struct str name)
{
	return name.n && env_get(f->interp->env, name) && !env_is_symbolic(f->interp->env, name);
}

/* Could "${NAME}" be written? */
static bool is_variable_name(struct str name)
{
	for (size_t i = 0; i < name.n; i++)
		if (!byte_is_alnum(name.p[i]) && name.p[i] != '_')
			return false;
	return name.n && !byte_is_digit(name.p[0]);
}

/* The same for a name that no reference can have ("A.b"), put there by hand. */
static const struct node *unreferable_value(struct filling *f, const struct node *at,
					    struct str before, const struct variable *variable)
{
	struct arena *arena = &f->lint->run;
	const struct node *source = variable->value;
	struct node *value = node_new(arena, NODE_STRING, at->span);
	struct step *step = ARENA_NEW(arena, struct step);
	struct part *parts = ARENA_ARRAY(arena, 2, struct part);

	value->style = STYLE_MADE;
	value->text = arena_fmt(arena, "%.*s%.*s", STR_FMT(before), STR_FMT(source->text));
	value->written = node_written(at);
	parts[0] = (struct part){ .kind = PART_LITERAL, .to = (uint32_t)before.n };
	parts[1] = (struct part){ .kind = node_is_unknown(source) ? PART_UNKNOWN : PART_VALUE,
				  .from = (uint32_t)before.n,
				  .to = (uint32_t)value->text.n,
				  .template_to = (uint32_t)value->written->text.n,
				  .name = variable->name,
				  .origin = source->span };
	value->parts = before.n ? parts : parts + 1;
	value->nparts = before.n ? 2 : 1;
	*step = (struct step){ .kind = STEP_VARIABLE,
			       .span = source->span,
			       .name = variable->name,
			       .before = at->via };
	value->via = step;
	return value;
}

/* What `before` and the variable make, as if the file had written the reference. */
static const struct node *supplied_value(struct filling *f, const struct node *at,
					 struct str before, struct str name)
{
	struct arena *arena = &f->lint->run;
	const struct node *written = node_written(at);
	struct node *template;
	struct node *value;
	struct part *parts;

	if (!is_variable_name(name))
		return unreferable_value(f, at, before, env_get(f->interp->env, name));
	template = node_new(arena, NODE_STRING, at->span);
	template->style = STYLE_MADE;
	template->text = arena_fmt(arena, "%.*s${%.*s}", STR_FMT(before), STR_FMT(name));
	template->via = at->via;
	value = node_copy(arena, interp_scalar(f->interp, template, name));
	value->written = written;
	/* the name is all that the file has of it */
	parts = ARENA_ARRAY(arena, value->nparts, struct part);
	for (size_t i = 0; i < value->nparts; i++) {
		parts[i] = value->parts[i];
		parts[i].template_from = 0;
		parts[i].template_to = (uint32_t)written->text.n;
	}
	value->parts = parts;
	return value;
}

static const struct node *bare_item(struct filling *f, const struct node *item)
{
	if (item->kind != NODE_STRING || item->nparts || str_has(item->text, STR("=")) ||
	    !supplied(f, item->text))
		return item;
	return supplied_value(f, item, arena_fmt(&f->lint->run, "%.*s=", STR_FMT(item->text)),
			      item->text);
}

static const struct node *bare_values(struct filling *f, const struct node *node)
{
	struct pair *pairs = NULL;
	struct node *copy;

	if (node->kind == NODE_SEQUENCE)
		return each_item(f, node, bare_item);
	if (node->kind != NODE_MAPPING || (!schema_is_listed(node) && !f->all))
		return node;
	for (size_t i = 0; i < node->count; i++) {
		const struct pair *pair = &node->in.pairs[i];

		if (pair->value->kind != NODE_NULL || !supplied(f, pair->key->text))
			continue;
		if (!pairs) {
			pairs = ARENA_ARRAY(&f->lint->run, node->count, struct pair);
			for (size_t j = 0; j < node->count; j++)
				pairs[j] = node->in.pairs[j];
		}
		pairs[i].value = supplied_value(f, pair->key, STR(""), pair->key->text);
	}
	if (!pairs)
		return node;
	copy = node_copy(&f->lint->run, node);
	copy->in.pairs = pairs;
	return copy;
}

static const struct node *bare_build(struct filling *f, const struct node *build)
{
	return at_key(f, build, STR("args"), bare_values);
}

static const struct node *bare_service(struct filling *f, const struct node *service)
{
	service = at_key(f, service, STR("environment"), bare_values);
	return f->all ? at_key(f, service, STR("build"), bare_build) : service;
}

static const struct node *bare_services(struct filling *f, const struct node *services)
{
	return each_value(f, services, bare_service);
}

const struct node *defaults_bare(struct interp *interp, const struct node *model, bool all)
{
	struct filling f = { .lint = interp->lint, .interp = interp, .all = all };

	return at_key(&f, model, STR("services"), bare_services);
}

/* Where Compose keeps the value of a secret. */
static const struct str secret_value_key = STR_INIT("x-#value");

/* The resource with the value of its variable under `key`, if there is one. */
static const struct node *with_variable(struct filling *f, const struct node *resource,
					struct str key)
{
	const struct pair *variable = node_pair(resource, STR("environment"));
	struct cut all = { .lint = f->lint };

	if (!variable || variable->value->kind != NODE_STRING || node_is_unknown(variable->value) ||
	    !supplied(f, variable->value->text))
		return resource;
	for (size_t i = 0; i < resource->count; i++)
		if (!str_eq(resource->in.pairs[i].key->text, key))
			cut_add(&all, resource->in.pairs[i].key, resource->in.pairs[i].value);
	cut_add(&all, cut_text(f->lint, key, variable->key),
		supplied_value(f, variable->value, STR(""), variable->value->text));
	return cut_refill_mapping(&all, resource);
}

static const struct node *config_content(struct filling *f, const struct node *config)
{
	return node_pair(config, STR("content")) ? config
						 : with_variable(f, config, STR("content"));
}

static const struct node *config_contents(struct filling *f, const struct node *configs)
{
	return each_value(f, configs, config_content);
}

static const struct node *secret_value(struct filling *f, const struct node *secret)
{
	return with_variable(f, secret, secret_value_key);
}

static const struct node *secret_values(struct filling *f, const struct node *secrets)
{
	return each_value(f, secrets, secret_value);
}

const struct node *defaults_included_values(struct interp *interp, const struct node *model)
{
	struct filling f = { .lint = interp->lint, .interp = interp };

	model = at_key(&f, model, STR("secrets"), secret_values);
	return at_key(&f, model, STR("configs"), config_contents);
}

static const struct node *without_value(struct filling *f, const struct node *secret)
{
	const struct pair *there = node_pair(secret, secret_value_key);
	struct cut all = { .lint = f->lint };

	if (!there || there->key->style != STYLE_MADE)
		return secret;
	for (size_t i = 0; i < secret->count; i++)
		if (&secret->in.pairs[i] != there)
			cut_add(&all, secret->in.pairs[i].key, secret->in.pairs[i].value);
	return cut_refill_mapping(&all, secret);
}

static const struct node *without_values(struct filling *f, const struct node *secrets)
{
	return each_value(f, secrets, without_value);
}

const struct node *defaults_without_secret_values(struct lint *lint, const struct node *model)
{
	struct filling f = { .lint = lint };

	return at_key(&f, model, STR("secrets"), without_values);
}
