/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "engine/configuration.h"

#include "base/limits.h"
#include "base/nearest.h"
#include "base/path.h"
#include "base/regex.h"
#include "base/utf8.h"
#include "engine/configuration_rules.h"
#include "fact/setting.h"
#include "read/yaml.h"

/* What is known of one directory. */
struct governed {
	const struct config *config;
	struct failure failure;
};

/* A project that was judged, and by which configuration. */
struct judged {
	const struct config *config;
	const struct project *project;
};

struct configs {
	struct configs_request request;
	struct table by_directory; /* -> struct governed */
	struct str latest;         /* the directory that was asked for last, many times in a row */
	struct governed *governed; /* by what it is */
	struct config *nothing;
	struct judged *judged;
	size_t njudged, judged_capacity;
	bool said_foreign;
};

/* A file while it is read. */
struct reading {
	struct configs *configs;
	struct lint *lint;
	struct arena *arena;
	struct config *config;
	const struct node *root; /* checked */
};

static struct str visible(struct arena *arena, struct str text)
{
	struct builder b = { .arena = arena };

	utf8_add_visible(&b, text, LIMIT_QUOTE_COLUMNS);
	return builder_str(&b);
}

/* ---- the file ---- */

static struct str shown(const struct configs *configs, struct str path)
{
	struct lint *lint = configs->request.lint;

	return source_naming(&lint->sources, path,
			     path_relative(&lint->run, path, configs->request.current_directory));
}

static struct failure not_read(struct arena *arena, struct str name, enum file_status status)
{
	return failure_fmt(arena, "the configuration %.*s: %.*s%.*s", STR_FMT(visible(arena, name)),
			   STR_FMT(file_status_text(status)),
			   STR_FMT(file_status_advice(name, status)));
}

/* The words of the reader, at the place it stumbled over. */
static struct failure not_parsed(struct lint *lint, struct span at, struct str message)
{
	struct place place = source_place(&lint->sources, at.source, at.start);

	return failure_fmt(&lint->run, "%.*s:%u:%u: %.*s",
			   STR_FMT(visible(&lint->run, source_name(&lint->sources, at))),
			   place.line, place.column, STR_FMT(message));
}

/*
 * What the reader found is said of Compose files: a key that stands twice is a
 * notice here, and neither of the two counts.
 */
static struct failure take_findings(struct lint *lint, size_t first,
				    struct setting_request *request)
{
	struct diag *diag = &lint->diag;
	struct span *doubtful = ARENA_ARRAY(&lint->run, diag->count - first, struct span);
	struct failure failure = FAILURE_NONE;

	for (size_t i = first; i < diag->count && !failure.failed; i++) {
		const struct finding *finding = diag->findings[i];
		struct str key = source_text(&lint->sources, finding->span);

		if (str_eq(finding->rule, STR("yaml-syntax"))) {
			failure = not_parsed(lint, finding->span, finding->message);
		} else if (finding->related) {
			doubtful[request->ndoubtful++] = finding->related->span;
			notice_add(lint, NOTICE_MISTAKE, finding->span,
				   "'%.*s' stands here a second time, so neither of the two "
				   "counts; the first is in line %u",
				   STR_FMT(visible(&lint->run, key)),
				   source_place(&lint->sources, finding->related->span.source,
						finding->related->span.start)
					   .line);
		} else {
			notice_add(lint, NOTICE_MISTAKE, finding->span, "%.*s",
				   STR_FMT(finding->message));
		}
	}
	request->doubtful = doubtful;
	diag->count = first;
	return failure;
}

static struct failure parse(struct reading *reading, const struct source *source)
{
	struct lint *lint = reading->lint;
	size_t first = lint->diag.count, beyond = lint->diag.beyond_limit;
	struct setting_request request = { .lint = lint };
	struct yaml_file file = yaml_parse(lint, source);
	struct failure failure = take_findings(lint, first, &request);

	lint->diag.beyond_limit = beyond;
	if (failure.failed)
		return failure;
	if (file.broken)
		return failure_fmt(&lint->run, "%.*s: cannot be read as YAML",
				   STR_FMT(visible(&lint->run, source->name)));
	if (!file.count || file.documents[0]->kind == NODE_NULL)
		return FAILURE_NONE;
	if (file.documents[0]->kind != NODE_MAPPING)
		return not_parsed(lint, file.documents[0]->span,
				  STR("a configuration is a mapping of keys"));
	for (size_t i = 1; i < file.count; i++)
		notice_add(lint, NOTICE_MISTAKE, file.documents[i]->span,
			   "only the first document of the file counts");
	reading->root = setting_check(&request, setting_of_file(), file.documents[0]);
	reading->config->grades = configuration_rules_read(
		&request, reading->configs->request.rules, node_get(reading->root, STR("rules")),
		&reading->config->settings.rules);
	return FAILURE_NONE;
}

/* ---- its keys ---- */

static void read_levels(struct reading *reading)
{
	struct config *config = reading->config;
	struct str preset = node_text(node_get(reading->root, STR("preset")));
	struct str fail_on = node_text(node_get(reading->root, STR("fail-on")));

	config->has_preset = preset_find(preset, &config->preset);
	config->has_fail_on = fail_on.n > 0;
	if (!level_find(fail_on, &config->fail_on))
		config->fail_on = LEVEL_OFF;
}

static void read_suppression(struct reading *reading)
{
	const struct node *reason = node_get(reading->root, STR("require-reason"));
	struct str baseline = node_text(node_get(reading->root, STR("baseline")));

	reading->config->requires_reason = reason && reason->value.boolean;
	if (baseline.n)
		reading->config->baseline =
			path_clean(reading->arena,
				   path_join(reading->arena, reading->config->directory, baseline));
}

static size_t read_texts(struct reading *reading, const struct node *node, const struct str **texts,
			 const struct span **spans)
{
	size_t count = setting_texts(reading->arena, node, texts);
	struct span *places = ARENA_ARRAY(reading->arena, count, struct span);

	for (size_t i = 0; i < count; i++)
		places[i] = (node->kind == NODE_SEQUENCE ? node->in.items[i] : node)->span;
	*spans = places;
	return count;
}

static size_t read_paths(struct reading *reading, const struct node *node, const struct str **paths,
			 const struct span **spans)
{
	const struct str *texts;
	size_t count = read_texts(reading, node, &texts, spans);
	struct str *all = ARENA_ARRAY(reading->arena, count, struct str);

	for (size_t i = 0; i < count; i++)
		all[i] =
			path_clean(reading->arena,
				   path_join(reading->arena, reading->config->directory, texts[i]));
	*paths = all;
	return count;
}

static void read_projects(struct reading *reading)
{
	const struct node *node = node_get(reading->root, STR("projects"));
	struct config_project *all =
		ARENA_ARRAY(reading->arena, node ? node->count : 0, struct config_project);
	size_t count = 0;

	for (size_t i = 0; node && i < node->count; i++) {
		const struct pair *pair = &node->in.pairs[i];
		struct config_project *project = &all[count];

		project->name = pair->key->text;
		project->span = pair->key->span;
		project->nfiles = read_paths(reading, node_get(pair->value, STR("files")),
					     &project->files, &project->file_spans);
		project->nenv_files = read_paths(reading, node_get(pair->value, STR("env-files")),
						 &project->env_files, &project->env_file_spans);
		project->nprofiles = read_texts(reading, node_get(pair->value, STR("profiles")),
						&project->profiles, &project->profile_spans);
		if (project->nfiles)
			count++;
		else
			notice_add(reading->lint, NOTICE_MISTAKE, pair->key->span,
				   "this project has no 'files', so it does not count");
	}
	reading->config->projects = all;
	reading->config->nprojects = count;
}

static void read_exclude(struct reading *reading)
{
	const struct str *texts;
	const struct span *places;
	size_t count =
		read_texts(reading, node_get(reading->root, STR("exclude")), &texts, &places);
	struct pattern *all = ARENA_ARRAY(reading->arena, count, struct pattern);
	struct pattern_list *list = &reading->config->exclude;

	for (size_t i = 0; i < count; i++) {
		all[i] = pattern_of(reading->arena, texts[i]);
		if (all[i].malformed)
			notice_add(reading->lint, NOTICE_MISTAKE, places[i],
				   "'%.*s' is no pattern, so it does not count",
				   STR_FMT(visible(reading->arena, texts[i])));
		list->has_exceptions = list->has_exceptions || all[i].exception;
	}
	list->all = all;
	list->count = count;
}

static const char *read_pattern(struct reading *reading, const struct node *node)
{
	struct str why;

	if (!node)
		return gateway_names_default.url_pattern;
	if (!node_text(node).n)
		return NULL;
	if (regex_compiles(reading->arena, node->text, &why))
		return arena_cstr(reading->arena, node->text);
	notice_add(reading->lint, NOTICE_MISTAKE, node->span,
		   "'url-pattern' is no regular expression, so it does not count: %.*s",
		   STR_FMT(why));
	return gateway_names_default.url_pattern;
}

static void read_gateway(struct reading *reading)
{
	const struct node *node = node_get(reading->root, STR("gateway"));
	const struct node *secret = node_get(node, STR("secret"));
	const struct node *exactly_one = node_get(node, STR("exactly-one"));
	struct gateway_names *names;

	reading->config->gateway = &gateway_names_default;
	if (!node || !node->count)
		return;
	names = ARENA_NEW(reading->arena, struct gateway_names);
	*names = gateway_names_default;
	names->nurls =
		setting_texts_over(reading->arena, node, STR("url"), gateway_names_default.urls,
				   gateway_names_default.nurls, &names->urls);
	names->nkeys =
		setting_texts_over(reading->arena, node, STR("key"), gateway_names_default.keys,
				   gateway_names_default.nkeys, &names->keys);
	names->url_pattern = read_pattern(reading, node_get(node, STR("url-pattern")));
	if (secret)
		names->secret = node_text(secret);
	if (exactly_one)
		names->exactly_one = exactly_one->value.boolean;
	reading->config->gateway = names;
}

/* ---- one file ---- */

static struct failure read_file(struct configs *configs, struct str path, struct str name,
				struct str directory, const struct config **config)
{
	struct lint *lint = configs->request.lint;
	const struct files *files = configs->request.files;
	struct reading reading = { configs, lint, &lint->run, ARENA_NEW(&lint->run, struct config),
				   NULL };
	struct failure failure;
	struct str bytes;
	const struct source *source;
	enum file_status status =
		files->read(files->self, &lint->run, path, LIMIT_FILE_BYTES, &bytes);

	if (status != FILE_OK)
		return not_read(&lint->run, name, status);
	/* a thread may have read it as something else: then there are two sources, and gather() sees
	   that their names differ */
	source = source_add(&lint->sources, name, path, bytes);
	*reading.config = *configs->nothing;
	reading.config->name = name;
	reading.config->directory = path_directory(path);
	reading.config->governs = directory;
	reading.config->source = source->number;
	failure = parse(&reading, source);
	if (failure.failed)
		return failure;
	reading.config->settings.services = node_get(reading.root, STR("services"));
	reading.config->settings.networks = node_get(reading.root, STR("networks"));
	reading.config->settings.gateway = node_get(reading.root, STR("gateway"));
	read_levels(&reading);
	read_suppression(&reading);
	read_projects(&reading);
	read_exclude(&reading);
	read_gateway(&reading);
	*config = reading.config;
	return FAILURE_NONE;
}

/* ---- finding it ---- */

static enum file_status look(const struct configs *configs, struct str path)
{
	const struct files *files = configs->request.files;

	return files->look(files->self, &configs->request.lint->run, path);
}

/* Is nothing there, not even a link that leads nowhere?  Somebody meant that to be read. */
static bool is_absent(const struct configs *configs, struct str path)
{
	const struct files *files = configs->request.files;

	if (!files->look_itself)
		return look(configs, path) == FILE_ABSENT;
	return files->look_itself(files->self, &configs->request.lint->run, path) == FILE_ABSENT;
}

/* The file of another program, and none of ours beside it. */
static void say_foreign(struct configs *configs, struct str directory)
{
	struct lint *lint = configs->request.lint;
	struct str path = path_join(&lint->run, directory, STR(".compose-lint.yml"));

	if (configs->said_foreign || look(configs, path) != FILE_OK)
		return;
	configs->said_foreign = true;
	notice_add(lint, NOTICE_REMARK, SPAN_NONE,
		   "%.*s is not read: it belongs to another program; the configuration of this "
		   "one is .compose-lint.yaml",
		   STR_FMT(visible(&lint->run, shown(configs, path))));
}

static struct governed *search(struct configs *configs, struct str directory)
{
	static const struct str names[] = { STR_INIT(".compose-lint.yaml"),
					    STR_INIT(".config/compose-lint.yaml") };
	struct arena *arena = &configs->request.lint->run;
	struct governed *found = table_get(&configs->by_directory, directory), *above;

	if (found)
		return found;
	found = ARENA_NEW(arena, struct governed);
	found->config = configs->nothing;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		struct str path = path_join(arena, directory, names[i]);

		if (is_absent(configs, path))
			continue;
		found->failure =
			read_file(configs, path, shown(configs, path), directory, &found->config);
		table_add(&configs->by_directory, directory, found);
		return found;
	}
	say_foreign(configs, directory);
	/* where the folder above is known to have none, it need not be asked whether it counts */
	above = table_get(&configs->by_directory, path_directory(directory));
	if (!str_eq(directory, STR("/")) &&
	    !(above && above->config == configs->nothing && !above->failure.failed) &&
	    look(configs, path_join(arena, directory, STR(".git"))) == FILE_ABSENT)
		found = search(configs, path_directory(directory));
	table_add(&configs->by_directory, directory, found);
	return found;
}

struct configs *configs_new(const struct configs_request *request)
{
	struct arena *arena = &request->lint->run;
	struct configs *configs = ARENA_NEW(arena, struct configs);

	configs->request = *request;
	configs->by_directory.arena = arena;
	configs->nothing = ARENA_NEW(arena, struct config);
	configs->nothing->name = configs->nothing->directory = configs->nothing->governs = STR("");
	configs->nothing->baseline = STR("");
	configs->nothing->gateway = &gateway_names_default;
	configs->nothing->settings.distrusts_files = request->distrusts_files;
	return configs;
}

static struct governed *given(struct configs *configs)
{
	struct str name = configs->request.given;
	struct arena *arena = &configs->request.lint->run;
	struct governed *found = table_get(&configs->by_directory, STR("--config"));
	struct str path;

	if (found)
		return found;
	found = ARENA_NEW(arena, struct governed);
	found->config = configs->nothing;
	path = path_clean(arena, path_join(arena, configs->request.current_directory, name));
	found->failure = read_file(configs, path, name, path_directory(path), &found->config);
	table_add(&configs->by_directory, STR("--config"), found);
	return found;
}

struct failure configs_find(struct configs *configs, struct str directory,
			    const struct config **config)
{
	struct governed *found;
	struct failure failure;

	*config = configs->nothing;
	if (configs->request.none)
		return FAILURE_NONE;
	if (!configs->governed || !str_eq(configs->latest, directory)) {
		configs->governed =
			configs->request.given.n ? given(configs) : search(configs, directory);
		configs->latest = arena_str(&configs->request.lint->run, directory);
	}
	found = configs->governed;
	failure = found->failure;
	found->failure.message = STR("");
	*config = found->config;
	return failure;
}

struct failure config_project_failure(struct lint *lint, const struct config_project *project,
				      struct span span, struct str file, enum file_status status)
{
	struct place place = source_place(&lint->sources, span.source, span.start);

	return failure_fmt(&lint->run, "%.*s:%u:%u: project '%.*s' wants %.*s: %.*s",
			   STR_FMT(visible(&lint->run, source_name(&lint->sources, span))),
			   place.line, place.column, STR_FMT(visible(&lint->run, project->name)),
			   STR_FMT(visible(&lint->run, file)), STR_FMT(file_status_text(status)));
}

bool config_excludes(struct lint *lint, const struct config *config, struct str path)
{
	size_t left = SIZE_MAX;
	bool excludes;

	if (!config->exclude.count || !path_is_within(path, config->governs))
		return false;
	path = path_relative(&lint->scratch, path, config->governs);
	excludes = pattern_excludes(&lint->scratch, &config->exclude, path, &left);
	arena_reset(&lint->scratch);
	return excludes;
}

/* ---- names that are none ---- */

void configs_note(struct configs *configs, const struct config *config,
		  const struct project *project)
{
	configs->judged = arena_grow(&configs->request.lint->run, configs->judged, configs->njudged,
				     &configs->judged_capacity, sizeof(*configs->judged));
	configs->judged[configs->njudged++] = (struct judged){ config, project };
}

/* One of the projects that the configuration governs has it, or which name is nearest. */
static bool is_anywhere(const struct configs *configs, const struct config *config, bool network,
			struct nearest *nearest)
{
	for (size_t i = 0; i < configs->njudged; i++) {
		const struct project *project = configs->judged[i].project;
		struct resources networks = project->networks;

		if (configs->judged[i].config != config)
			continue;
		if (network ? project_resource(networks, nearest->wanted) != NULL
			    : project_service(project, nearest->wanted) != NULL)
			return true;
		for (size_t k = 0; !network && k < project->nservices; k++)
			nearest_offer(nearest, project->services[k].name);
		for (size_t k = 0; network && k < networks.count; k++)
			nearest_offer(nearest, networks.all[k].name);
	}
	return false;
}

static void say_unused(const struct configs *configs, const struct config *config, bool network,
		       const struct node *name)
{
	struct lint *lint = configs->request.lint;
	struct nearest nearest = { .wanted = name->text };

	if (is_anywhere(configs, config, network, &nearest))
		return;
	notice_add(lint, NOTICE_REMARK, name->span,
		   "no project of this run has a %s '%.*s', so what is said of it does not "
		   "count%.*s",
		   network ? "network" : "service", STR_FMT(visible(&lint->run, name->text)),
		   STR_FMT(nearest_question(&lint->run, &nearest)));
}

static void say_unused_keys(const struct configs *configs, const struct config *config,
			    bool network)
{
	const struct node *names = network ? config->settings.networks : config->settings.services;

	for (size_t i = 0; names && i < names->count; i++)
		say_unused(configs, config, network, names->in.pairs[i].key);
}

/* The services that rules are told to leave out. */
static void say_unused_ignored(const struct configs *configs, const struct config *config)
{
	const struct node *rules = config->settings.rules;

	for (size_t i = 0; rules && i < rules->count; i++) {
		const struct node *list =
			node_get(rules->in.pairs[i].value, STR("ignore-services"));

		if (node_is_scalar(list))
			say_unused(configs, config, false, list);
		for (size_t k = 0; list && list->kind == NODE_SEQUENCE && k < list->count; k++)
			say_unused(configs, config, false, list->in.items[k]);
	}
}

/* It is made of the entry's files, in their order. */
static bool is_of(const struct project *project, const struct config_project *entry)
{
	size_t next = 0;

	for (size_t i = 0; i < project->nfiles && next < entry->nfiles; i++) {
		const struct project_file *file = &project->files[i];

		if (file->role == ROLE_BASE || file->role == ROLE_OVERRIDE)
			next += str_eq(file->path, entry->files[next]);
	}
	return next == entry->nfiles;
}

/* Compose takes any name for a profile, and then starts less than was meant. */
static void say_no_profile(const struct configs *configs, const struct config *config,
			   const struct config_project *entry, size_t position)
{
	struct lint *lint = configs->request.lint;
	struct nearest nearest = { .wanted = entry->profiles[position] };
	bool judged = false;

	if (str_eq(nearest.wanted, STR("*")))
		return;
	for (size_t i = 0; i < configs->njudged; i++) {
		const struct judged *one = &configs->judged[i];

		if (one->config != config || !is_of(one->project, entry))
			continue;
		if (project_has_profile(one->project, &nearest))
			return;
		judged = true;
	}
	if (judged)
		notice_add(lint, NOTICE_REMARK, entry->profile_spans[position],
			   "no service of project '%.*s' has a profile '%.*s'%.*s",
			   STR_FMT(visible(&lint->run, entry->name)),
			   STR_FMT(visible(&lint->run, nearest.wanted)),
			   STR_FMT(nearest_question(&lint->run, &nearest)));
}

static void say_no_profiles(const struct configs *configs, const struct config *config)
{
	for (size_t i = 0; i < config->nprojects; i++)
		for (size_t k = 0; k < config->projects[i].nprofiles; k++)
			say_no_profile(configs, config, &config->projects[i], k);
}

void configs_say_unused(struct configs *configs)
{
	for (size_t i = 0; i < configs->njudged; i++) {
		size_t first = 0;

		while (configs->judged[first].config != configs->judged[i].config)
			first++;
		if (first != i)
			continue;
		say_unused_keys(configs, configs->judged[i].config, false);
		say_unused_keys(configs, configs->judged[i].config, true);
		say_unused_ignored(configs, configs->judged[i].config);
		say_no_profiles(configs, configs->judged[i].config);
	}
}
