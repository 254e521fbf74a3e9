/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "model/load.h"

#include "base/limits.h"
#include "base/path.h"
#include "model/assemble.h"
#include "model/build.h"
#include "model/consistency.h"
#include "model/defaults.h"
#include "model/extended.h"
#include "model/extends.h"
#include "model/include.h"
#include "model/layers.h"
#include "model/load_env.h"
#include "model/load_example.h"
#include "model/load_include.h"
#include "model/load_name.h"
#include "model/loader.h"
#include "model/merge.h"
#include "model/paths.h"
#include "model/seccomp.h"
#include "model/service_env.h"
#include "model/shape.h"
#include "model/typed.h"

/* A file that is only extended, once for a project. */
struct extended_file {
	const struct node *services;
	const struct node *tagged; /* the paths of its last document's tags */
};

/* ------------------------------------------------------------------ extends */

static void add_document(struct scope *scope, struct layers *layers, const struct yaml_file *file,
			 size_t number, bool whole);

/* Steps 1-3, 5, 7, 8, 11-13 of one file, then its paths. */
static const struct node *extended_model(struct scope *scope, struct str path,
					 const struct parsed *parsed)
{
	struct layers layers = { .arena = &scope->loader->lint->run };
	const struct node *model;

	for (size_t i = 0; i < parsed->yaml.count; i++)
		add_document(scope, &layers, &parsed->yaml, i, false);
	model = layers_model(&layers);
	if (!model)
		return NULL;
	return paths_resolve(scope->loader->lint, scope->env, scope->loader->files, model,
			     path_directory(path), &scope->loader->refused);
}

static const struct extended_file *find_extended(struct scope *scope, const struct node *file,
						 struct str from_directory, struct str *directory,
						 struct str *file_name)
{
	struct loader *l = scope->loader;
	struct extended_file *extended;
	struct parsed *parsed;

	if (!loader_can_follow(l, file, "the extended file"))
		return NULL;
	*file_name = loader_absolute(l, from_directory, file->text);
	*directory = path_directory(*file_name);
	extended = table_get(&scope->extended, *file_name);
	if (extended)
		return extended;
	parsed = loader_parse(l, ROLE_EXTENDS, *file_name, loader_shown(l, *file_name));
	if (!loader_has(l, parsed->status, file, "the extended file", CAUSE_FILE) ||
	    parsed->yaml.broken)
		return NULL;
	extended = ARENA_NEW(&l->lint->run, struct extended_file);
	extended->services = node_get(extended_model(scope, *file_name, parsed), STR("services"));
	if (!extended->services)
		extended->services = node_made(&l->lint->run, STR(""), file->span);
	if (parsed->yaml.count)
		extended->tagged = parsed->yaml.tagged[parsed->yaml.count - 1];
	table_add(&scope->extended, *file_name, extended);
	return extended;
}

static const struct node *extended_services(void *self, const struct node *file,
					    struct str from_directory, struct str *directory,
					    struct str *file_name, const struct node **tagged)
{
	struct scope *scope = self;
	const struct extended_file *extended =
		find_extended(scope, file, from_directory, directory, file_name);

	if (!extended) {
		scope->loader->partial = true;
		return NULL;
	}
	*tagged = extended->tagged;
	return extended->services;
}

/* ------------------------------------------------------------------ documents */

static const struct node *without_key(struct arena *arena, const struct node *mapping,
				      struct str key)
{
	struct node *copy;
	struct pair *pairs;
	size_t count = 0;

	if (!node_pair(mapping, key))
		return mapping;
	copy = node_copy(arena, mapping);
	pairs = ARENA_ARRAY(arena, mapping->count, struct pair);
	for (size_t i = 0; i < mapping->count; i++)
		if (!str_eq(mapping->in.pairs[i].key->text, key))
			pairs[count++] = mapping->in.pairs[i];
	copy->in.pairs = pairs;
	copy->count = (uint32_t)count;
	node_index(arena, copy);
	return copy;
}

/* False: what documents of this project copy would be more than the limit, which is said once. */
static bool may_lay(struct loader *l, const struct node *base, const struct node *document)
{
	if (l->laid > LIMIT_LAID_ENTRIES)
		return false;
	l->laid += layers_copied(base, document);
	if (l->laid <= LIMIT_LAID_ENTRIES)
		return true;
	loader_refuse_unseen(
		l, document->span, STR("limit"),
		STR("the documents of this project lay more over each other than the limit "
		    "allows"));
	return false;
}

/* One document over those before it; `whole`: with extends, include and schema. */
static void add_document(struct scope *scope, struct layers *layers, const struct yaml_file *file,
			 size_t number, bool whole)
{
	struct loader *l = scope->loader;
	struct lint *lint = l->lint;
	struct interp interp = { .lint = lint, .env = scope->env, .unset = l->unset };
	const struct extends_source extends = { .self = scope,
						.limited = &l->limited,
						.services = extended_services };
	const struct include_source include = { .self = scope, .model = load_included };
	const struct node *document = file->documents[number], *tagged = file->tagged[number];
	const struct node *base, *model;
	const struct pair *services;
	bool failed = false;

	if (document->kind != NODE_MAPPING) {
		loader_refuse_unseen(
			l, document->span, STR("document"),
			STR("a document of a Compose file must be a mapping with keys such as "
			    "`services`"));
		return;
	}
	document = interp_document(&interp, document);
	l->refused = l->refused || interp.refused;
	document = schema_cast(lint, document, &l->refused);
	base = layers_part(layers, document, tagged);
	/* what a later document leaves empty is not merged away here, but looked into */
	services = node_pair(document, STR("services"));
	if (whole && base && services && services->value->kind == NODE_NULL &&
	    services->value->tag == TAG_NONE)
		loader_refuse(
			l, services->key->span, STR("services"),
			STR("\"services\" must be a mapping; leave the key out, or write {}"));
	if (whole)
		document = extends_resolve(lint, document, tagged, scope->directory, &extends,
					   &failed);
	base = merge_apply_tags(lint, tagged, base, &document);
	if (!whole) {
		l->extended = arena_grow(&lint->run, l->extended, l->nextended,
					 &l->extended_capacity, sizeof(*l->extended));
		l->extended[l->nextended++] = document;
	}
	if (whole)
		document = include_resolve(lint, document, &include, &failed);
	base = layers_more(layers, base, document);
	l->refused = l->refused || failed;
	l->partial = l->partial || failed;
	if (base && !may_lay(l, base, document))
		return;
	if (whole && scope->role == ROLE_BASE) {
		l->documents = arena_grow(&lint->run, l->documents, l->ndocuments,
					  &l->documents_capacity, sizeof(*l->documents));
		l->documents[l->ndocuments++] = document;
	}
	model = base ? merge_nodes(lint, schema_root(), base, document, &l->refused) : document;
	model = merge_unique(lint, model, false, whole, &l->refused);
	if (whole && !schema_check(lint, model))
		l->refused = true;
	model = without_key(&lint->run, model, STR("version"));
	model = shape_canonical(lint, model, &l->refused);
	model = merge_unique(lint, model, true, whole, &l->refused);
	layers_laid(layers, tagged, document, model);
}

/* Steps 1 to 17 of a project; NULL: nothing defines a model. */
static const struct node *load_files(struct scope *scope, const struct str *paths,
				     const struct str *names, size_t count)
{
	struct loader *l = scope->loader;
	struct interp interp = { .lint = l->lint, .env = scope->env, .unset = l->unset };
	struct opened *up = scope->opened;
	struct layers layers = { .arena = &l->lint->run };
	const struct node *model;

	for (size_t i = 0; i < count; i++) {
		const struct parsed *parsed = loader_parse(l, scope->role, paths[i], names[i]);
		struct opened opened = { .up = up,
					 .path = paths[i],
					 .depth = up ? up->depth + 1 : 0,
					 .included = { .arena = &l->lint->run } };

		scope->opened = &opened;
		for (size_t j = 0; j < parsed->yaml.count && !l->broken; j++)
			add_document(scope, &layers, &parsed->yaml, j, true);
		scope->opened = up;
	}
	model = layers_model(&layers);
	if (!model)
		return NULL;
	model = defaults_fill(l->lint, model);
	if (!consistency_resources(l->lint, model))
		l->refused = true;
	model = paths_resolve(l->lint, scope->env, l->files, model, scope->directory, &l->refused);
	model = defaults_bare(&interp, model, false);
	if (scope->role == ROLE_INCLUDE)
		model = defaults_included_values(&interp, model);
	l->refused = l->refused || interp.refused;
	return model;
}

/* ------------------------------------------------------------------ afterwards */

/* Compose looks at no `version`, so the model has none. */
static void find_versions(struct loader *l, struct project *project)
{
	const struct pair **all = NULL;
	size_t count = 0, capacity = 0;

	for (size_t i = 0; i < l->parsed.count; i++) {
		const struct parsed *parsed = l->parsed.entries[i].value;

		for (size_t j = 0; parsed->role <= ROLE_EXTENDS && j < parsed->yaml.count; j++) {
			const struct pair *pair =
				node_pair(parsed->yaml.documents[j], STR("version"));

			/* a tag makes it no better */
			if (!pair)
				pair = node_pair(parsed->yaml.tagged[j], STR("version"));
			all = arena_grow(&l->lint->run, all, count, &capacity, sizeof(*all));
			if (pair)
				all[count++] = pair;
		}
	}
	project->versions = all;
	project->nversions = count;
}

/* Step 22: only what the profiles enable can contradict itself; of the rest, what names nothing. */
static bool is_consistent(struct loader *l, const struct assembly *assembly,
			  const struct node *model)
{
	struct pair *enabled = ARENA_ARRAY(&l->lint->run, assembly->nservices, struct pair);
	size_t count = 0;

	for (size_t i = 0; i < assembly->nservices; i++) {
		const struct service *service = &assembly->services[i];
		struct pair pair = { service->key, service->node };

		if (service->enabled)
			enabled[count++] = pair;
		else
			consistency_left_out(l->lint, model, &pair, service_profile(service));
	}
	return consistency_services(l->lint, model, enabled, count);
}

/* A file of another name, given alone, in which a service has nothing to run. */
static bool is_fragment(struct loader *l, const struct assembly *assembly)
{
	for (size_t i = 0; l->request->alone && i < assembly->nservices; i++) {
		const struct service *service = &assembly->services[i];

		if (service_field(service, STR("image")) || service_field(service, STR("build")) ||
		    service_field(service, STR("provider")))
			continue;
		/* the file was read, and what it says judged */
		loader_out_of_reach(
			l, service->key->span, STR("fragment"),
			STR("this service has neither an image nor a build here, so the "
			    "file is no project by itself; only what it says is judged, "
			    "not what it leaves out: name the file it is merged with as "
			    "well (\"-f BASE -f THIS\")"))
			->cause = CAUSE_FRAGMENT;
		return true;
	}
	return false;
}

/* What the model refers to and what only files beside it say. */
static void load_services(struct loader *l, const struct assembly *assembly,
			  const struct project *project)
{
	/* config prints what Compose prints, which reads no Dockerfile */
	if (!l->request->as_compose)
		build_load(l, project, assembly->services, assembly->nservices);
	for (size_t i = 0; i < assembly->nservices; i++) {
		struct service *service = &assembly->services[i];

		service->environment = service_env_load(l, assembly->env, service);
		service->labels = service_labels_load(l, service);
		if (!l->request->as_compose)
			service->seccomp = seccomp_load(l, service);
	}
}

/* ------------------------------------------------------------------ the tour */

static struct str directory_of(struct loader *l)
{
	const struct load_request *request = l->request;

	if (request->project_directory.n)
		return loader_absolute(l, l->current, request->project_directory);
	for (size_t i = 0; i < request->npaths; i++)
		if (!str_eq(request->paths[i], STR("-")))
			return path_directory(loader_absolute(l, l->current, request->paths[i]));
	return l->current;
}

/* Reads and parses what the user named; it must be there. */
static struct failure parse_named(struct loader *l, const struct str *paths)
{
	const struct load_request *request = l->request;

	for (size_t i = 0; i < request->npaths; i++) {
		enum file_role role = i < request->first_override ? ROLE_BASE : ROLE_OVERRIDE;
		const struct parsed *parsed =
			loader_parse(l, role, paths[i],
				     source_naming(&l->lint->sources, paths[i], request->paths[i]));

		if (parsed->status != FILE_OK)
			return loader_not_had(l, request->paths[i], parsed->status,
					      file_status_advice(paths[i], parsed->status));
		if (!i)
			l->whole = (struct span){ parsed->source->number, 0, 0 };
	}
	return FAILURE_NONE;
}

static struct env *make_env(struct loader *l)
{
	struct env *env = env_new(&l->lint->run, NULL);

	env->host_is_symbolic = !l->request->as_compose;
	env->unset_is_empty = l->request->as_compose;
	if (l->request->environment)
		env_add_process(env, l->request->environment);
	else if (l->request->host)
		env_add_host(env, l->request->host);
	if (l->request->as_compose) {
		struct node *value = node_new(&l->lint->run, NODE_STRING, SPAN_NONE);

		value->style = STYLE_MADE;
		value->text = l->current;
		env_add(env, STR("PWD"), VARIABLE_PROCESS, value);
	}
	return env;
}

/* Everything that the user named is read: files, env files, and the name they give. */
static struct failure read_named(struct scope *scope, const struct str *paths, struct str *name)
{
	struct loader *l = scope->loader;
	struct failure failure = parse_named(l, paths);

	if (failure.failed || l->broken)
		return failure;
	scope->env = make_env(l);
	scope->directory = l->directory;
	if (l->request->nenv_files)
		failure = load_named_env(l, scope->env);
	else if (!l->request->no_env)
		failure = load_default_envs(l, scope->env);
	return failure.failed ? failure : load_name(l, scope->env, paths, name);
}

/* The model with every value in its type; NULL: a file that was read on the way is not well-formed. */
static const struct node *load_model(struct scope *scope, const struct str *paths)
{
	struct loader *l = scope->loader;
	struct lint *lint = l->lint;
	struct interp interp = { .lint = lint, .env = scope->env, .unset = l->unset };
	const struct node *model = load_files(scope, paths, l->request->paths, l->request->npaths);

	if (l->broken)
		return NULL;
	if (!model || !model->count) {
		/* what is written but of no use has been spoken of */
		if (!l->refused && !l->partial)
			loader_refuse(l, l->whole, STR("empty"),
				      STR("the Compose file is empty; add `services:`"));
		model = node_new(&lint->run, NODE_MAPPING, l->whole);
	}
	/* what the rest of a broken env file would have set is no variable that nobody sets */
	if (l->env_broken)
		l->unset->count = 0;
	model = defaults_without_secret_values(lint, model);
	model = defaults_bare(&interp, model, true);
	l->refused = l->refused || interp.refused;
	return typed_model(lint, model, &l->refused);
}

static const struct project *make_project(struct scope *scope, const struct node *model,
					  struct str name)
{
	struct loader *l = scope->loader;
	const struct load_request *request = l->request;
	struct assembly assembly = {
		.lint = l->lint,
		.name = name,
		.directory = l->directory,
		.shown_directory = loader_shown(l, l->directory),
		.model = model,
		.documents = l->documents,
		.ndocuments = l->ndocuments,
		.env = scope->env,
		.profiles = request->profiles,
		.nprofiles = request->nprofiles,
	};
	struct project *made = assemble_project(&assembly);

	made->fragment = is_fragment(l, &assembly);
	if (!l->partial && !made->fragment && !is_consistent(l, &assembly, model))
		l->refused = true;
	for (size_t i = 0; i < l->nextended; i++)
		extended_check(l->lint, l->extended[i], &l->refused);
	made->credentials = request->credentials;
	made->gateway = request->gateway;
	made->settings = request->settings;
	load_services(l, &assembly, made);
	made->unset = l->unset;
	made->files = l->listing;
	made->nfiles = l->nlisting;
	project_place_sources(&l->lint->run, made);
	find_versions(l, made);
	made->refused = l->refused;
	made->incomplete = l->incomplete;
	load_example(l, made);
	made->looks_for_override = request->looks_for_override;
	made->asks_git = request->asks_git;
	made->follows_links = request->follows_links;
	if (request->facts)
		request->facts(l->lint, request->files, made, assembly.services);
	return made;
}

struct failure load_project(struct lint *lint, const struct load_request *request,
			    const struct project **project)
{
	struct arena *arena = &lint->run;
	struct loader loader = {
		.contexts = CONTEXT_BUDGET,
		.lint = lint,
		.request = request,
		.files = request->files,
		.current = request->current_directory,
		.names_absolute = request->npaths && path_is_absolute(request->paths[0]),
		.parsed = { .arena = arena },
		.listed = { .arena = arena },
		.dotenvs = { .arena = arena },
		.unset = ARENA_NEW(arena, struct unset_list),
		.unset_is_empty = request->as_compose,
	};
	struct loader *l = &loader;
	struct scope scope = {
		.loader = l, .role = ROLE_BASE, .extended = { .arena = arena }, .load = load_files
	};
	struct str *paths = ARENA_ARRAY(arena, request->npaths, struct str), name = STR("");
	const struct node *model = NULL;
	struct failure failure;

	*project = NULL;
	l->unset->arena = arena;
	l->directory = directory_of(l);
	for (size_t i = 0; i < request->npaths; i++)
		paths[i] = str_eq(request->paths[i], STR("-"))
				   ? request->paths[i]
				   : loader_absolute(l, l->current, request->paths[i]);
	failure = read_named(&scope, paths, &name);
	if (!failure.failed && !l->broken)
		model = load_model(&scope, paths);
	if (model)
		*project = make_project(&scope, model, name);
	if (request->listing)
		*request->listing = (struct load_listing){ l->listing, l->nlisting };
	return failure;
}
