/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "discover.h"

#include "base/limits.h"
#include "base/path.h"
#include "base/utf8.h"
#include "model/env_file.h"

/* compose-semantics 1.2: the first that exists counts; the two orders differ. */
static const struct str base_names[] = {
	STR_INIT("compose.yaml"),
	STR_INIT("compose.yml"),
	STR_INIT("docker-compose.yml"),
	STR_INIT("docker-compose.yaml"),
};
static const struct str override_names[] = {
	STR_INIT("compose.override.yml"),
	STR_INIT("compose.override.yaml"),
	STR_INIT("docker-compose.override.yml"),
	STR_INIT("docker-compose.override.yaml"),
};
enum { NAMES = 4 };

struct finder {
	struct lint *lint;
	struct arena *arena; /* run */
	const struct options *options;
	const struct discover_world *world;
	const struct str *env_files; /* --env-file, or COMPOSE_ENV_FILES */
	size_t nenv_files;
	const struct config_project *entry; /* of a configuration, whose files are added; NULL */
	bool as_candidate; /* what is added counts only if it uses a file that was named */
	struct discovery out;
};

/* One folder: how it is opened and how it is reported. */
struct folder {
	struct str absolute, shown;
};

/* A list of Compose files in merge order. */
struct file_list {
	struct str *absolute, *shown;
	size_t count, capacity, shown_capacity;
};

/* ---- names ---- */

static bool is_among(struct str name, const struct str *names)
{
	for (size_t i = 0; i < NAMES; i++)
		if (str_eq(name, names[i]))
			return true;
	return false;
}

static bool is_yaml_name(struct str name)
{
	return str_ends(name, STR(".yaml")) || str_ends(name, STR(".yml"));
}

bool discover_is_compose_name(struct str name)
{
	if (!is_yaml_name(name))
		return false;
	if (str_starts(name, STR("docker-")))
		name = str_slice(name, 7, name.n);
	return str_starts(name, STR("compose")) && name.n > 7 &&
	       (name.p[7] == '.' || name.p[7] == '_' || name.p[7] == '-');
}

/* A file that belongs to projects but is none. */
static bool is_member_name(struct str name)
{
	return str_eq_nocase(name, STR("Dockerfile")) ||
	       str_eq_nocase(name, STR("Containerfile")) || str_starts(name, STR("Dockerfile.")) ||
	       str_starts(name, STR("Containerfile.")) || str_ends(name, STR(".Dockerfile")) ||
	       str_ends(name, STR(".dockerfile")) || str_eq(name, STR(".env")) ||
	       str_starts(name, STR(".env.")) || str_ends(name, STR(".env")) ||
	       str_ends(name, STR(".dockerignore"));
}

static struct str visible(struct finder *finder, struct str text)
{
	struct builder b = { .arena = finder->arena };

	utf8_add_visible(&b, text, LIMIT_QUOTE_COLUMNS);
	return builder_str(&b);
}

static struct str absolute(struct finder *finder, struct str path)
{
	if (path_is_absolute(path))
		return path_clean(finder->arena, path);
	return path_join(finder->arena, finder->world->current_directory, path);
}

static struct folder folder_of(struct finder *finder, struct str shown)
{
	return (struct folder){ absolute(finder, shown), path_clean(finder->arena, shown) };
}

static enum file_status look(struct finder *finder, struct str path)
{
	const struct files *files = finder->world->files;

	return files->look(files->self, finder->arena, path);
}

/* ---- the result ---- */

static struct discovered *more(struct finder *finder)
{
	struct discovery *out = &finder->out;

	out->all =
		arena_grow(finder->arena, out->all, out->count, &out->capacity, sizeof(*out->all));
	out->all[out->count] = (struct discovered){ 0 };
	return &out->all[out->count++];
}

static void fail(struct finder *finder, struct failure failure)
{
	if (!finder->as_candidate)
		more(finder)->failure = failure;
}

static void add_file(struct finder *finder, struct file_list *list, struct str absolute_path,
		     struct str shown)
{
	list->absolute = arena_grow(finder->arena, list->absolute, list->count, &list->capacity,
				    sizeof(*list->absolute));
	list->shown = arena_grow(finder->arena, list->shown, list->count, &list->shown_capacity,
				 sizeof(*list->shown));
	list->absolute[list->count] = absolute_path;
	list->shown[list->count++] = shown;
}

static void add_in(struct finder *finder, struct file_list *list, struct folder folder,
		   struct str name)
{
	add_file(finder, list, path_join(finder->arena, folder.absolute, name),
		 path_is_absolute(name) ? name : path_join(finder->arena, folder.shown, name));
}

static bool holds(const struct file_list *list, struct str absolute_path)
{
	for (size_t i = 0; i < list->count; i++)
		if (str_eq(list->absolute[i], absolute_path))
			return true;
	return false;
}

static struct discovered *known(const struct finder *finder, const struct file_list *list)
{
	for (size_t i = 0; i < finder->out.count; i++) {
		struct discovered *other = &finder->out.all[i];
		size_t same = 0;

		if (other->failure.failed || other->load.npaths != list->count)
			continue;
		while (same < list->count && str_eq(other->absolute[same], list->absolute[same]))
			same++;
		if (same == list->count)
			return other;
	}
	return NULL;
}

enum named { BY_NAME, BY_DEFAULT, ALONE };

/* The command line comes before it. */
static bool takes_env_files(const struct finder *finder, const struct config_project *entry)
{
	return entry->nenv_files && !finder->nenv_files && !finder->options->no_env;
}

/* What an entry of the configuration says beside its files; true: which env files. */
static bool take_entry(struct finder *finder, struct load_request *load)
{
	const struct config_project *entry = finder->entry;
	struct str here = finder->world->current_directory;
	struct str *env_files;

	if (!load->nprofiles) {
		load->profiles = entry->profiles;
		load->nprofiles = entry->nprofiles;
	}
	if (!takes_env_files(finder, entry))
		return false;
	env_files = ARENA_ARRAY(finder->arena, entry->nenv_files, struct str);
	for (size_t i = 0; i < entry->nenv_files; i++)
		env_files[i] = path_relative(finder->arena, entry->env_files[i], here);
	load->env_files = env_files;
	load->nenv_files = entry->nenv_files;
	return true;
}

/*
 * `start` is where docker compose would stand: its .env counts before the one
 * beside the first file.  `first_override`: files from there on were found, not named.
 */
static void add_project(struct finder *finder, const struct file_list *list, size_t first_override,
			struct folder start, enum named how)
{
	const struct options *options = finder->options;
	const struct discover_world *world = finder->world;
	struct discovered *found;
	struct load_request *load;
	struct str directory;

	found = known(finder, list);
	if (found) {
		found->is_candidate = found->is_candidate && finder->as_candidate;
		return;
	}
	found = more(finder);
	found->is_candidate = finder->as_candidate;
	found->absolute = list->absolute;
	directory = options->project_directory.n
			    ? path_clean(finder->arena, options->project_directory)
			    : path_directory(list->shown[0]);
	found->directory =
		source_naming(&finder->lint->sources, absolute(finder, directory), directory);
	load = &found->load;
	load->files = world->files;
	load->current_directory = world->current_directory;
	load->project_directory = options->project_directory;
	load->paths = list->shown;
	load->npaths = list->count;
	load->first_override = first_override;
	load->looks_for_override = how == BY_DEFAULT;
	load->alone = how == ALONE;
	load->env_files = finder->env_files;
	load->nenv_files = finder->nenv_files;
	load->no_env = options->no_env;
	load->profiles = options->profiles.all;
	load->nprofiles = options->profiles.count;
	load->project_name = options->project_name;
	load->environment = world->environment;
	load->host = world->host;
	load->as_compose = world->as_compose;
	load->credentials = world->credentials;
	if (finder->entry && take_entry(finder, load))
		return;

	if (!options->project_directory.n &&
	    !str_eq(path_directory(list->absolute[0]), start.absolute))
		load->start_directory = start.absolute;
}

/* ---- what a configuration says ---- */

/* Of the folder; NULL: none, or it cannot be read, which is then a failure of its own. */
static const struct config *config_of(struct finder *finder, struct str folder)
{
	const struct config *config = NULL;
	struct failure failure;

	if (!finder->world->configs)
		return NULL;
	failure = configs_find(finder->world->configs, folder, &config);
	if (!failure.failed)
		return config;
	if (failure.message.n)
		more(finder)->failure = failure;
	return NULL;
}

/* A file of an entry is not there: said where the configuration names it. */
static bool is_missing(struct finder *finder, const struct config_project *entry, struct str path,
		       struct span span)
{
	enum file_status status = look(finder, path);
	struct str shown = path_relative(finder->arena, path, finder->world->current_directory);

	if (status == FILE_OK)
		return false;
	fail(finder, config_project_failure(finder->lint, entry, span, shown, status));
	return true;
}

static void add_entry(struct finder *finder, const struct config_project *entry)
{
	struct str here = finder->world->current_directory;
	struct file_list list = { 0 };
	struct folder start;

	for (size_t i = 0; i < entry->nfiles; i++)
		if (is_missing(finder, entry, entry->files[i], entry->file_spans[i]))
			return;
	for (size_t i = 0; takes_env_files(finder, entry) && i < entry->nenv_files; i++)
		if (is_missing(finder, entry, entry->env_files[i], entry->env_file_spans[i]))
			return;

	for (size_t i = 0; i < entry->nfiles; i++)
		add_file(finder, &list, entry->files[i],
			 path_relative(finder->arena, entry->files[i], here));
	start = (struct folder){ path_directory(list.absolute[0]), path_directory(list.shown[0]) };
	finder->entry = entry;
	add_project(finder, &list, list.count, start, BY_NAME);
	finder->entry = NULL;
}

/* The entries that list the file; how many. */
static size_t add_entries_with(struct finder *finder, struct str folder, struct str absolute_path)
{
	const struct config *config = config_of(finder, folder);
	size_t count = 0;

	for (size_t i = 0; config && i < config->nprojects; i++) {
		const struct config_project *entry = &config->projects[i];
		bool lists = false;

		for (size_t k = 0; k < entry->nfiles && !lists; k++)
			lists = str_eq(entry->files[k], absolute_path);
		if (lists)
			add_entry(finder, entry);
		count += lists;
	}
	return count;
}

/* The entries whose first file lies in the folder; how many. */
static size_t add_entries_in(struct finder *finder, struct str folder)
{
	const struct config *config = config_of(finder, folder);
	size_t count = 0;

	for (size_t i = 0; config && i < config->nprojects; i++) {
		if (!str_eq(path_directory(config->projects[i].files[0]), folder))
			continue;
		add_entry(finder, &config->projects[i]);
		count++;
	}
	return count;
}

static bool is_excluded(struct finder *finder, struct folder folder, struct str name)
{
	const struct config *config = config_of(finder, folder.absolute);

	return config && config_excludes(finder->lint, config,
					 path_join(finder->arena, folder.absolute, name));
}

/* ---- COMPOSE_FILE ---- */

struct compose_file {
	bool set;
	struct str value, separator, where;
	bool in_file; /* an env file says it */
};

/* Of the process. */
static bool ask_process(const struct finder *finder, struct str name, struct str *value)
{
	for (const char *const *at = finder->world->environment; at && *at; at++) {
		struct str entry = str_from(*at);

		if (!str_starts(entry, name) || entry.n == name.n || entry.p[name.n] != '=')
			continue;
		*value = str_slice(entry, name.n + 1, entry.n);
		return true;
	}
	return false;
}

/* Of the env files, the last of which wins. */
static bool ask_env_files(struct finder *finder, struct str name, const struct str *shown,
			  size_t count, struct str *value, struct str *where)
{
	for (size_t i = count; i-- > 0;) {
		if (!env_file_value(finder->lint, finder->world->files, absolute(finder, shown[i]),
				    name, value))
			continue;
		*where = shown[i];
		return true;
	}
	return false;
}

/* `with_process`: nothing is named, so what is exported counts too, and first. */
static struct compose_file ask(struct finder *finder, struct folder start, bool with_process)
{
	struct compose_file result = { .separator = STR(":"), .where = STR("the environment") };
	struct str beside = path_join(finder->arena, start.shown, STR(".env"));
	const struct str *files = finder->nenv_files ? finder->env_files : &beside;
	size_t count = finder->nenv_files ? finder->nenv_files : 1;
	struct str separator, ignored;

	if (finder->options->no_env)
		count = 0;
	result.set = with_process && ask_process(finder, STR("COMPOSE_FILE"), &result.value);
	if (!result.set) {
		result.set = ask_env_files(finder, STR("COMPOSE_FILE"), files, count, &result.value,
					   &result.where);
		result.in_file = result.set;
	}
	if (result.set &&
	    ((with_process && ask_process(finder, STR("COMPOSE_PATH_SEPARATOR"), &separator)) ||
	     ask_env_files(finder, STR("COMPOSE_PATH_SEPARATOR"), files, count, &separator,
			   &ignored)) &&
	    separator.n)
		result.separator = separator;
	return result;
}

static struct file_list split(struct finder *finder, const struct compose_file *from,
			      struct folder start)
{
	struct file_list list = { 0 };
	struct str rest = from->value;

	for (;;) {
		size_t end = str_find(rest, from->separator, 0);

		add_in(finder, &list, start, str_slice(rest, 0, end == STR_NPOS ? rest.n : end));
		if (end == STR_NPOS)
			return list;
		rest = str_slice(rest, end + from->separator.n, rest.n);
	}
}

/* The list becomes the project, or the failure says which part of it is none. */
static void add_list(struct finder *finder, const struct compose_file *from,
		     const struct file_list *list, struct folder start)
{
	for (size_t i = 0; i < list->count; i++) {
		enum file_status status = look(finder, list->absolute[i]);

		if (status != FILE_OK) {
			fail(finder, failure_fmt(finder->arena,
						 "%.*s: %.*s (named by COMPOSE_FILE in %.*s)",
						 STR_FMT(visible(finder, list->shown[i])),
						 STR_FMT(file_status_text(status)),
						 STR_FMT(visible(finder, from->where))));
			return;
		}
	}
	/* in .env stands what somebody may not know of; the process says what was asked for */
	add_project(finder, list, from->in_file ? 1 : list->count, start, BY_NAME);
}

/* ---- default names ---- */

/* The first that exists, whatever it is: a folder of that name is chosen, then not readable. */
static const struct str *existing(struct finder *finder, struct folder folder,
				  const struct str *names)
{
	for (size_t i = 0; i < NAMES; i++)
		if (look(finder, path_join(finder->arena, folder.absolute, names[i])) !=
		    FILE_ABSENT)
			return &names[i];
	return NULL;
}

static void add_default(struct finder *finder, struct folder folder, struct folder start,
			struct str base, struct str named_override)
{
	struct file_list list = { 0 };
	const struct str *override = named_override.n ? &named_override : NULL;
	size_t named = 1 + (override != NULL);

	add_in(finder, &list, folder, base);
	if (!override && !finder->options->no_override)
		override = existing(finder, folder, override_names);
	if (override)
		add_in(finder, &list, folder, *override);
	add_project(finder, &list, named, start,
		    named_override.n || finder->options->no_override ? BY_NAME : BY_DEFAULT);
}

/* Compose files that lie in a folder under names that are not looked for. */
static struct str *other_names(struct finder *finder, struct folder folder, size_t *count)
{
	const struct files *files = finder->world->files;
	struct str *names;
	size_t all = 0, kept = 0;

	*count = 0;
	if (files->list(files->self, finder->arena, folder.absolute, &names, &all) != FILE_OK)
		return NULL;
	for (size_t i = 0; i < all; i++)
		if (discover_is_compose_name(names[i]) && !is_among(names[i], override_names) &&
		    !is_excluded(finder, folder, names[i]))
			names[kept++] = names[i];
	*count = kept;
	return names;
}

static struct str joined(struct finder *finder, const struct str *names, size_t count)
{
	struct builder b = { .arena = finder->arena };

	for (size_t i = 0; i < count; i++) {
		if (i == 5) {
			builder_fmt(&b, " and %zu more", count - i);
			break;
		}
		if (i)
			builder_add(&b, i + 1 < count ? STR(", ") : STR(" and "));
		utf8_add_visible(&b, names[i], LIMIT_QUOTE_COLUMNS);
	}
	return builder_str(&b);
}

/* ---- the starting points ---- */

static void start_at_folder(struct finder *finder, struct folder folder)
{
	struct compose_file from = ask(finder, folder, false);
	size_t entries = add_entries_in(finder, folder.absolute), count;
	const struct str *base;
	struct str *names;

	if (from.set) {
		struct file_list list = split(finder, &from, folder);

		add_list(finder, &from, &list, folder);
		return;
	}
	base = existing(finder, folder, base_names);
	if (base && !is_excluded(finder, folder, *base)) {
		add_default(finder, folder, folder, *base, STR_NONE);
		return;
	}
	if (entries)
		return;
	names = other_names(finder, folder, &count);
	if (count == 1) {
		struct file_list list = { 0 };

		add_in(finder, &list, folder, names[0]);
		add_project(finder, &list, 1, folder, ALONE);
	} else if (count) {
		fail(finder, failure_fmt(finder->arena,
					 "%.*s: which project? name one of %.*s, or several "
					 "with -f in merge order",
					 STR_FMT(visible(finder, folder.shown)),
					 STR_FMT(joined(finder, names, count))));
	} else {
		fail(finder, failure_fmt(finder->arena,
					 "%.*s: no file in this folder has the name of a "
					 "Compose file; name the file itself",
					 STR_FMT(visible(finder, folder.shown))));
	}
}

/* ---- files that belong to projects ---- */

/* Every project of a folder, of any name. */
static void add_all_in(struct finder *finder, struct folder folder)
{
	struct compose_file from = ask(finder, folder, false);
	const struct str *base = existing(finder, folder, base_names);
	struct str *names;
	size_t count;

	if (from.set) {
		struct file_list list = split(finder, &from, folder);

		add_list(finder, &from, &list, folder);
	} else if (base && !is_excluded(finder, folder, *base)) {
		add_default(finder, folder, folder, *base, STR_NONE);
	}
	add_entries_in(finder, folder.absolute);
	names = other_names(finder, folder, &count);
	for (size_t i = 0; i < count; i++) {
		struct file_list list = { 0 };

		if (is_among(names[i], base_names))
			continue;
		add_in(finder, &list, folder, names[i]);
		add_project(finder, &list, 1, folder, ALONE);
	}
}

struct str discover_top(struct arena *arena, const struct files *files, struct str folder)
{
	for (struct str at = folder;; at = path_directory(at)) {
		if (files->look(files->self, arena, path_join(arena, at, STR(".git"))) !=
		    FILE_ABSENT)
			return at;
		if (str_eq(at, STR("/")))
			return STR("");
	}
}

/* The highest folder in which a project that uses the file is looked for: that of the checkout. */
static struct str top_folder(struct finder *finder, struct str folder)
{
	struct str here = finder->world->current_directory;
	struct str top = discover_top(finder->arena, finder->world->files, folder);

	if (top.n)
		return top;
	return path_is_within(folder, here) ? here : folder;
}

static void add_member(struct finder *finder, struct str path, struct str absolute_path)
{
	struct discovery *out = &finder->out;

	out->members = arena_grow(finder->arena, out->members, out->nmembers, &out->member_capacity,
				  sizeof(*out->members));
	out->members[out->nmembers++] = (struct discovered_member){ .shown = visible(finder, path),
								    .absolute = absolute_path };
}

static void start_at_member(struct finder *finder, struct str path, struct str absolute_path)
{
	struct str at = path_directory(absolute_path), top = top_folder(finder, at);

	add_member(finder, path, absolute_path);
	finder->as_candidate = true;
	for (;; at = path_directory(at)) {
		struct str shown = path_is_absolute(path)
					   ? at
					   : path_relative(finder->arena, at,
							   finder->world->current_directory);

		add_all_in(finder, (struct folder){ at, shown });
		if (str_eq(at, top))
			break;
	}
	finder->as_candidate = false;
}

static bool is_configuration(struct str path)
{
	return str_ends(path, STR("/.compose-lint.yaml")) ||
	       str_ends(path, STR("/.config/compose-lint.yaml"));
}

/* The projects that it lists, and the one of its folder. */
static void start_at_configuration(struct finder *finder, struct str path, struct str absolute_path)
{
	struct str above =
		str_ends(absolute_path, STR("/.compose-lint.yaml")) ? STR(".") : STR("..");
	struct str shown = path_join(finder->arena, path_directory(path), above);
	struct folder folder = folder_of(finder, shown);
	const struct config *config = config_of(finder, folder.absolute);
	const struct str *base = existing(finder, folder, base_names);
	size_t before = finder->out.count;

	for (size_t i = 0; config && i < config->nprojects; i++)
		add_entry(finder, &config->projects[i]);
	if (base)
		start_at_folder(finder, folder);
	if (finder->out.count == before && config)
		add_member(finder, path, absolute_path);
}

static void start_at_file(struct finder *finder, struct str path, struct str absolute_path)
{
	struct str shown = path_clean(finder->arena, path);
	struct str name = path_base(absolute_path);
	struct folder folder = { path_directory(absolute_path), path_directory(shown) };
	struct compose_file from;
	struct file_list list = { 0 };
	const struct str *base;

	if (is_member_name(name)) {
		start_at_member(finder, path, absolute_path);
		return;
	}
	if (is_configuration(absolute_path)) {
		start_at_configuration(finder, path, absolute_path);
		return;
	}
	if (!is_among(name, base_names) && !is_among(name, override_names) &&
	    add_entries_with(finder, folder.absolute, absolute_path))
		return;
	from = ask(finder, folder, false);
	if (from.set) {
		list = split(finder, &from, folder);
		if (holds(&list, absolute_path)) {
			add_list(finder, &from, &list, folder);
			return;
		}
		/* what was named is never dropped */
		list = (struct file_list){ 0 };
	}
	if (is_among(name, base_names)) {
		add_default(finder, folder, folder, name, STR_NONE);
		return;
	}
	base = is_among(name, override_names) ? existing(finder, folder, base_names) : NULL;
	if (base) {
		add_default(finder, folder, folder, *base, name);
		return;
	}
	add_file(finder, &list, absolute_path, shown);
	if (is_yaml_name(name) || known(finder, &list)) {
		add_project(finder, &list, 1, folder, ALONE);
		return;
	}
	/* the name does not tell: an env file or a Dockerfile, or else a Compose file */
	start_at_member(finder, path, absolute_path);
	add_project(finder, &list, 1, folder, ALONE);
	finder->out.members[finder->out.nmembers - 1].otherwise = true;
	finder->out.all[finder->out.count - 1].instead_of = finder->out.nmembers;
}

/* "help" and "lint" are rather meant as commands than as files. */
static bool is_word(struct str path)
{
	for (size_t i = 0; i < path.n; i++)
		if (!byte_is_alnum(path.p[i]))
			return false;
	return true;
}

static void start_at(struct finder *finder, struct str path)
{
	struct str absolute_path = absolute(finder, path);
	enum file_status status;

	if (str_eq(path, STR("-"))) {
		fail(finder, failure_fmt(finder->arena, "-: standard input is not read; name a "
							"file, or ./- for one of that name"));
		return;
	}
	status = look(finder, absolute_path);
	if (status == FILE_DIRECTORY)
		start_at_folder(finder, folder_of(finder, path));
	else if (status == FILE_OK)
		start_at_file(finder, path, absolute_path);
	else
		fail(finder,
		     failure_fmt(finder->arena, "%.*s: %.*s%s", STR_FMT(visible(finder, path)),
				 STR_FMT(file_status_text(status)),
				 status == FILE_ABSENT && is_word(path)
					 ? "; try 'compose-lint --help'"
					 : ""));
}

/* Nothing is named: what docker compose would find here. */
static void start_here(struct finder *finder)
{
	struct str given = finder->options->project_directory;
	struct folder start = folder_of(finder, given.n ? given : STR("."));
	struct compose_file from = ask(finder, start, true);
	struct folder folder = start;
	struct str *names;
	size_t count;

	if (from.set) {
		/* its parts are relative to where we stand, not to --project-directory */
		struct folder here = folder_of(finder, STR("."));
		struct file_list list = split(finder, &from, here);

		add_list(finder, &from, &list, start);
		return;
	}
	for (;;) {
		const struct str *base = existing(finder, folder, base_names);

		if (base) {
			add_default(finder, folder, start, *base, STR_NONE);
			return;
		}
		if (str_eq(folder.absolute, STR("/")))
			break;
		folder.absolute = path_directory(folder.absolute);
		folder.shown = path_is_absolute(start.shown)
				       ? folder.absolute
				       : path_relative(finder->arena, folder.absolute,
						       finder->world->current_directory);
	}
	names = other_names(finder, start, &count);
	if (count)
		fail(finder,
		     failure_fmt(finder->arena,
				 "no compose.yaml here or in a folder above; name a Compose file: "
				 "%.*s %s here",
				 STR_FMT(joined(finder, names, count)),
				 count == 1 ? "lies" : "lie"));
	else
		fail(finder,
		     failure_fmt(finder->arena, "no compose.yaml here or in a folder above; name a "
						"Compose file or the folder of one"));
}

static void start_with_files(struct finder *finder)
{
	const struct str_list *files = &finder->options->files;
	struct file_list list = { 0 };
	struct folder start;

	for (size_t i = 0; i < files->count; i++) {
		bool standard_input = str_eq(files->all[i], STR("-"));

		if (standard_input && finder->world->as_compose) {
			add_file(finder, &list, files->all[i], files->all[i]);
			continue;
		}
		if (standard_input) {
			fail(finder, failure_fmt(finder->arena,
						 "-f -: standard input is not read; name a file, "
						 "or ./- for one of that name"));
			return;
		}
		add_file(finder, &list, absolute(finder, files->all[i]),
			 path_clean(finder->arena, files->all[i]));
	}
	start = (struct folder){ path_directory(list.absolute[0]), path_directory(list.shown[0]) };
	if (str_eq(list.absolute[0], STR("-")))
		start = folder_of(finder, STR("."));
	add_project(finder, &list, list.count, start, BY_NAME);
}

/* COMPOSE_ENV_FILES of the process counts where no --env-file is given; in .env it is useless. */
static void find_env_files(struct finder *finder)
{
	const struct options *options = finder->options;
	struct str rest = STR_NONE;
	struct file_list list = { 0 };

	finder->env_files = options->env_files.all;
	finder->nenv_files = options->env_files.count;
	if (finder->nenv_files || options->no_env)
		return;
	ask_process(finder, STR("COMPOSE_ENV_FILES"), &rest);
	while (rest.p) {
		struct str part = str_cut(&rest, ',');

		if (part.n)
			add_file(finder, &list, part, part);
	}
	finder->env_files = list.shown;
	finder->nenv_files = list.count;
}

struct discovery discover_projects(struct lint *lint, const struct options *options,
				   const struct discover_world *world)
{
	struct finder finder = {
		.lint = lint, .arena = &lint->run, .options = options, .world = world
	};

	find_env_files(&finder);
	if (options->files.count)
		start_with_files(&finder);
	else if (!options->operands.count)
		start_here(&finder);
	for (size_t i = 0; i < options->operands.count; i++)
		start_at(&finder, options->operands.all[i]);
	return finder.out;
}
