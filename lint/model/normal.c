/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "model/normal.h"

#include "base/path.h"
#include "base/table.h"
#include "model/cut.h"
#include "model/dependency.h"
#include "model/environment.h"

struct normalising {
	struct lint *lint;
	const struct project *project;
	/* names that enabled services refer to */
	struct table networks, volumes, secrets, configs, models;
	bool all;
	struct node_step env_file; /* of the lines of the last one */
};

static struct str text_of(const struct node *mapping, struct str key)
{
	return node_text(node_get(mapping, key));
}

/* ------------------------------------------------------------------ one service */

static const struct node *with_dockerfile(struct normalising *n, const struct node *build)
{
	struct cut all = { .lint = n->lint };

	if (build->kind != NODE_MAPPING)
		return build;
	for (size_t i = 0; i < build->count; i++)
		cut_add(&all, build->in.pairs[i].key, build->in.pairs[i].value);
	if (!node_pair(build, STR("context")))
		cut_add_key(&all, "context", build, cut_text(n->lint, STR("."), build));
	if (!node_pair(build, STR("dockerfile")) && !node_pair(build, STR("dockerfile_inline")))
		cut_add_key(&all, "dockerfile", build, cut_text(n->lint, STR("Dockerfile"), build));
	return all.count == build->count ? build : cut_refill_mapping(&all, build);
}

/* An argument without a value that nobody supplies is none. */
static const struct node *with_known_args(struct normalising *n, const struct node *build)
{
	const struct node *args = node_get(build, STR("args"));
	struct cut known = { .lint = n->lint }, all = { .lint = n->lint };

	if (!args || args->kind != NODE_MAPPING)
		return build;
	for (size_t i = 0; i < args->count; i++)
		if (args->in.pairs[i].value->kind != NODE_NULL)
			cut_add(&known, args->in.pairs[i].key, args->in.pairs[i].value);
	if (known.count == args->count)
		return build;
	for (size_t i = 0; i < build->count; i++) {
		const struct pair *pair = &build->in.pairs[i];

		cut_add(&all, pair->key,
			pair->value == args ? cut_refill_mapping(&known, args) : pair->value);
	}
	return cut_refill_mapping(&all, build);
}

static const struct node *clean_target(struct normalising *n, const struct node *volume)
{
	const struct node *target = node_get(volume, STR("target"));
	struct cut all = { .lint = n->lint };
	struct node *cleaned;
	struct str text;

	if (!target || target->kind != NODE_STRING)
		return volume;
	text = path_clean(&n->lint->run, target->text);
	if (str_eq(text, target->text))
		return volume;
	cleaned = node_formed(&n->lint->run, target, NODE_STRING, text);
	for (size_t i = 0; i < volume->count; i++) {
		const struct pair *pair = &volume->in.pairs[i];

		cut_add(&all, pair->key, pair->value == target ? cleaned : pair->value);
	}
	return cut_refill_mapping(&all, volume);
}

static const struct node *clean_targets(struct normalising *n, const struct node *volumes)
{
	struct cut all = { .lint = n->lint };

	if (volumes->kind != NODE_SEQUENCE)
		return volumes;
	for (size_t i = 0; i < volumes->count; i++)
		cut_add_item(&all, clean_target(n, volumes->in.items[i]));
	return cut_refill_sequence(&all, volumes);
}

static const struct node *default_network(struct normalising *n, const struct node *called_by)
{
	struct cut all = { .lint = n->lint };

	cut_add_key(&all, "default", called_by, cut_null(n->lint, called_by));
	return cut_mapping(&all, called_by);
}

static bool joins_default(const struct node *service)
{
	const struct node *networks = node_get(service, STR("networks"));

	return !node_pair(service, STR("provider")) && !node_pair(service, STR("network_mode")) &&
	       (!networks || networks->kind != NODE_MAPPING || !networks->count);
}

/* Restarted with the other service: not where only its volumes are wanted. */
static bool restarts(const struct dependencies *list, struct str on)
{
	for (size_t i = 0; i < list->count; i++)
		if (str_eq(list->items[i].on, on) &&
		    !str_eq(list->items[i].key, STR("volumes_from")))
			return true;
	return false;
}

/* depends_on with what links, volumes_from and modes imply. */
static const struct node *dependencies(struct normalising *n, const struct service *service)
{
	const struct node *written = service_field(service, STR("depends_on"));
	struct dependencies list = dependency_list(&n->lint->run, service->node);
	struct cut all = { .lint = n->lint };
	size_t explicit = 0;

	if (written && written->kind == NODE_MAPPING)
		for (; explicit < written->count; explicit ++)
			cut_add(&all, written->in.pairs[explicit].key,
				written->in.pairs[explicit].value);
	for (size_t i = 0; i < list.count; i++) {
		const struct dependency *dependency = &list.items[i];
		const struct node *from = dependency->node;
		struct cut entry = { .lint = n->lint };
		size_t same = 0;

		if (str_eq(dependency->key, STR("depends_on")))
			continue;
		while (same < all.count && !str_eq(all.pairs[same].key->text, dependency->on))
			same++;
		if (same < all.count)
			continue;
		cut_add_key(&entry, "condition", from,
			    cut_text(n->lint, STR("service_started"), from));
		if (restarts(&list, dependency->on))
			cut_add_key(&entry, "restart", from, cut_true(n->lint, from));
		cut_add_key(&entry, "required", from, cut_true(n->lint, from));
		cut_add(&all, cut_text(n->lint, dependency->on, from), cut_mapping(&entry, from));
	}
	if (!all.count || all.count == explicit)
		return written;
	return written ? cut_refill_mapping(&all, written) : cut_mapping(&all, service->key);
}

/* A line of an env file; those of one file share what says so. */
static const struct node *from_env_file(struct normalising *n, const struct node *value,
					const struct node *item)
{
	if (!n->env_file.newest || !span_eq(n->env_file.step.span, item->span))
		n->env_file =
			(struct node_step){ .step = { .kind = STEP_ENV_FILE, .span = item->span } };
	return node_with_shared_step(&n->lint->run, value, &n->env_file);
}

/* The value with what it went through to become the service's. */
static const struct node *value_of_entry(struct normalising *n,
					 const struct environment_entry *entry,
					 const struct node *place)
{
	const struct environment_entry *hidden = entry->hidden;
	const struct node *value = entry->value ? entry->value : cut_null(n->lint, place);

	if (entry->origin == ENVIRONMENT_ENV_FILE)
		/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): what an env file sets has its item */
		value = from_env_file(n, value, entry->item);
	if (hidden && hidden->value && entry->value)
		value = node_with_step(&n->lint->run, value,
				       (struct step){ .kind = STEP_REPLACE,
						      .span = value->span,
						      .was = hidden->value });
	return value;
}

static const struct node *environment_of(struct normalising *n, const struct service *service)
{
	const struct environment *environment = service->environment;
	const struct node *written = service_field(service, STR("environment"));
	struct cut all = cut_pairs(n->lint, environment->count);

	for (size_t i = 0; i < environment->count; i++) {
		const struct environment_entry *entry = &environment->all[i];
		const struct node *place = entry->key ? entry->key : entry->item;

		if (entry->origin == ENVIRONMENT_IMAGE)
			continue;
		if (!place)
			place = service->key;
		cut_add(&all, entry->key ? entry->key : cut_text(n->lint, entry->name, place),
			value_of_entry(n, entry, place));
	}
	if (!all.count)
		return NULL;
	/* whether it was written as a list shows */
	return written && written->kind == NODE_MAPPING ? cut_refill_mapping(&all, written)
							: cut_mapping(&all, service->key);
}

/* The number of containers counts in `deploy` too, where there is one. */
static const struct node *with_replicas(struct normalising *n, const struct node *deploy,
					const struct node *scale)
{
	struct cut all = { .lint = n->lint };

	if (!scale || deploy->kind != NODE_MAPPING || node_pair(deploy, STR("replicas")))
		return deploy;
	for (size_t i = 0; i < deploy->count; i++)
		cut_add(&all, deploy->in.pairs[i].key, deploy->in.pairs[i].value);
	cut_add_key(&all, "replicas", scale, scale);
	return cut_refill_mapping(&all, deploy);
}

static const struct node *normal_value(struct normalising *n, const struct node *service,
				       struct str key, const struct node *value)
{
	if (str_eq(key, STR("deploy")))
		return with_replicas(n, value, node_get(service, STR("scale")));
	if (str_eq(key, STR("build")))
		return with_known_args(n, with_dockerfile(n, value));
	if (str_eq(key, STR("volumes")))
		return clean_targets(n, value);
	if (str_eq(key, STR("pull_policy")) && str_eq(node_text(value), STR("if_not_present")))
		return node_formed(&n->lint->run, value, NODE_STRING, STR("missing"));
	return value;
}

/* Keys whose value is made anew, or that have gone into another one. */
static bool is_made(struct str key)
{
	return str_eq(key, STR("depends_on")) || str_eq(key, STR("environment")) ||
	       str_eq(key, STR("labels")) || str_eq(key, STR("env_file")) ||
	       str_eq(key, STR("label_file"));
}

static const struct node *normal_service(struct normalising *n, const struct service *service)
{
	const struct node *node = service->node;
	const struct node *environment = environment_of(n, service);
	const struct node *depends_on = dependencies(n, service);
	bool joins = joins_default(node);
	struct cut all = { .lint = n->lint };

	for (size_t i = 0; i < node->count; i++) {
		const struct pair *pair = &node->in.pairs[i];

		if (!is_made(pair->key->text) &&
		    !(joins && str_eq(pair->key->text, STR("networks"))))
			cut_add(&all, pair->key,
				normal_value(n, node, pair->key->text, pair->value));
	}
	if (environment)
		cut_add_key(&all, "environment", service->key, environment);
	if (service->labels)
		cut_add_key(&all, "labels", service->key, service->labels);
	if (depends_on)
		cut_add_key(&all, "depends_on", service->key, depends_on);
	if (joins)
		cut_add_key(&all, "networks", service->key, default_network(n, service->key));
	return cut_refill_mapping(&all, node);
}

/* ------------------------------------------------------------------ who uses what */

static void use(struct table *used, struct str name)
{
	table_set(used, name, used);
}

static void use_keys(struct table *used, const struct node *mapping)
{
	for (size_t i = 0; mapping && mapping->kind == NODE_MAPPING && i < mapping->count; i++)
		use(used, mapping->in.pairs[i].key->text);
}

static void use_sources(struct table *used, const struct node *list)
{
	for (size_t i = 0; list && list->kind == NODE_SEQUENCE && i < list->count; i++)
		use(used, text_of(list->in.items[i], STR("source")));
}

static void use_volumes(struct table *used, const struct node *list)
{
	for (size_t i = 0; list && list->kind == NODE_SEQUENCE && i < list->count; i++)
		if (str_eq(text_of(list->in.items[i], STR("type")), STR("volume")))
			use(used, text_of(list->in.items[i], STR("source")));
}

static void note_uses(struct normalising *n, const struct node *service)
{
	use_keys(&n->networks, node_get(service, STR("networks")));
	use_keys(&n->models, node_get(service, STR("models")));
	use_volumes(&n->volumes, node_get(service, STR("volumes")));
	use_sources(&n->secrets, node_get(service, STR("secrets")));
	use_sources(&n->secrets, node_get(node_get(service, STR("build")), STR("secrets")));
	use_sources(&n->configs, node_get(service, STR("configs")));
}

/* ------------------------------------------------------------------ resources */

static const struct node *named(struct normalising *n, const struct pair *pair)
{
	const struct node *node = pair->value;
	struct cut all = { .lint = n->lint };
	struct str name = pair->key->text;

	if (node_pair(node, STR("name")))
		return node;
	if (!node_is_true(node_get(node, STR("external"))))
		name = arena_fmt(&n->lint->run, "%.*s_%.*s", STR_FMT(n->project->name),
				 STR_FMT(name));
	cut_add_key(&all, "name", pair->key, cut_text(n->lint, name, pair->key));
	for (size_t i = 0; node->kind == NODE_MAPPING && i < node->count; i++)
		cut_add(&all, node->in.pairs[i].key, node->in.pairs[i].value);
	return node->kind == NODE_MAPPING ? cut_refill_mapping(&all, node)
					  : cut_mapping(&all, pair->key);
}

static const struct node *resources(struct normalising *n, struct str section, struct table *used,
				    bool has_name)
{
	const struct node *all = node_get(n->project->model, section);
	struct cut kept = { .lint = n->lint };

	for (size_t i = 0; all && all->kind == NODE_MAPPING && i < all->count; i++) {
		const struct pair *pair = &all->in.pairs[i];

		if (n->all || table_get(used, pair->key->text))
			cut_add(&kept, pair->key, has_name ? named(n, pair) : pair->value);
	}
	if (!all || all->kind != NODE_MAPPING)
		return NULL;
	return cut_refill_mapping(&kept, all);
}

/* The default network, where a service, enabled or not, is on it. */
static const struct node *networks(struct normalising *n)
{
	const struct node *written = resources(n, STR("networks"), &n->networks, true);
	const struct resources *known = &n->project->networks;
	const struct resource *implicit;
	struct pair pair;
	struct cut all = { .lint = n->lint };

	if (!known->count || !known->all[known->count - 1].implicit ||
	    (!n->all && !table_get(&n->networks, STR("default"))))
		return written;
	for (size_t i = 0; written && i < written->count; i++)
		cut_add(&all, written->in.pairs[i].key, written->in.pairs[i].value);
	implicit = &known->all[known->count - 1];
	pair = (struct pair){ implicit->key, implicit->node };
	cut_add(&all, pair.key, named(n, &pair));
	return written ? cut_refill_mapping(&all, written) : cut_mapping(&all, implicit->key);
}

/* ------------------------------------------------------------------ the model */

static bool is_section(struct str key)
{
	return str_eq(key, STR("name")) || str_eq(key, STR("services")) ||
	       str_eq(key, STR("networks")) || str_eq(key, STR("volumes")) ||
	       str_eq(key, STR("secrets")) || str_eq(key, STR("configs")) ||
	       str_eq(key, STR("models")) || str_eq(key, STR("include")) ||
	       str_eq(key, STR("version"));
}

static void add_section(struct cut *all, const char *key, const struct node *section)
{
	if (section)
		cut_add_key(all, key, section, section);
}

static const struct node *services(struct normalising *n)
{
	const struct node *section = node_get(n->project->model, STR("services"));
	struct cut all = { .lint = n->lint };

	for (size_t i = 0; i < n->project->nservices; i++) {
		const struct service *service = &n->project->services[i];
		const struct node *node;

		if (!service->enabled || service->node->kind != NODE_MAPPING)
			continue;
		node = normal_service(n, service);
		note_uses(n, node);
		cut_add(&all, service->key, node);
	}
	return cut_refill_mapping(
		&all, section && section->kind == NODE_MAPPING ? section : n->project->model);
}

/* The project's name: what a file wrote, or what a variable, an option or the directory gave. */
static const struct node *final_name(struct normalising *n)
{
	const struct project *project = n->project;
	const struct node *model = project->model, *name = node_get(model, STR("name"));
	const struct variable *variable = env_get(project->env, STR("COMPOSE_PROJECT_NAME"));
	const struct step *step = variable ? node_step(variable->value, STEP_VARIABLE) : NULL;
	const struct node *made;

	if (name && (!variable || span_eq(variable->value->span, name->span)))
		return node_formed(&n->lint->run, name, NODE_STRING, project->name);
	made = cut_text(n->lint, project->name, model);
	return step ? node_with_step(&n->lint->run, made, *step) : made;
}

const struct node *normal_model(struct lint *lint, const struct project *project,
				bool all_resources)
{
	struct normalising n = {
		.lint = lint,
		.project = project,
		.networks = { .arena = &lint->run },
		.volumes = { .arena = &lint->run },
		.secrets = { .arena = &lint->run },
		.configs = { .arena = &lint->run },
		.models = { .arena = &lint->run },
		.all = all_resources,
	};
	const struct node *model = project->model;
	struct cut all = { .lint = lint };

	cut_add_key(&all, "name", model, final_name(&n));
	add_section(&all, "services", services(&n));
	add_section(&all, "networks", networks(&n));
	add_section(&all, "volumes", resources(&n, STR("volumes"), &n.volumes, true));
	add_section(&all, "secrets", resources(&n, STR("secrets"), &n.secrets, true));
	add_section(&all, "configs", resources(&n, STR("configs"), &n.configs, true));
	add_section(&all, "models", resources(&n, STR("models"), &n.models, false));
	for (size_t i = 0; i < model->count; i++)
		if (!is_section(model->in.pairs[i].key->text))
			cut_add(&all, model->in.pairs[i].key, model->in.pairs[i].value);
	return cut_refill_mapping(&all, model);
}
