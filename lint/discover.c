/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "discover.h"

#include "finder.h"

#include <stdlib.h>

#include "base/nearest.h"
#include "base/path.h"

/* ---- files ---- */

/* The projects that it governs. */
static void start_at_configuration(struct finder *finder, struct str path, struct str absolute_path)
{
	struct str above =
		str_ends(absolute_path, STR("/.compose-lint.yaml")) ? STR(".") : STR("..");
	struct str shown = path_join(finder->arena, path_directory(path), above);
	struct folder folder = finder_folder(finder, shown);
	const struct config *config = discover_config(finder, folder.absolute);

	if (config || !finder->world.configs)
		discover_below(finder, folder, config, finder_visible(finder, path));
}

/* A name that Compose does not look for, and that is not told either to be what belongs to a project
   but is none. */
static void start_at_other(struct finder *finder, struct str path, struct str absolute_path,
			   struct folder folder)
{
	struct file_list list = { 0 };
	struct discovered *found;
	size_t member;

	finder_list(finder, &list, absolute_path, path_clean(finder->arena, path));
	found = finder_known(finder, &list);
	if (found && found->instead_of)
		return;
	if (found || discover_is_yaml_name(path_base(absolute_path))) {
		finder_add(finder, &list, 1, folder, ALONE);
		return;
	}
	/* the name does not tell: an env file or a Dockerfile, or else a Compose file */
	member = discover_member(finder, path, absolute_path);
	found = finder_add(finder, &list, 1, folder, ALONE);
	finder->out.members[member - 1].otherwise = true;
	found->instead_of = member;
}

/* A default name. */
static void start_at_default(struct finder *finder, struct folder folder, struct str name)
{
	const struct str *first = discover_override(finder, folder), *base;
	struct file_list list = { 0 };

	if (discover_is_base_name(name)) {
		discover_default(finder, folder, folder, name);
		return;
	}
	base = discover_base(finder, folder);
	if (!base) {
		discover_alone(finder, folder, name);
		return;
	}
	if (!finder->options->no_override && first && str_eq(*first, name)) {
		discover_default(finder, folder, folder, *base);
		return;
	}
	/* Compose would leave it out, but what was named is never dropped */
	finder_list_in(finder, &list, folder, *base);
	finder_list_in(finder, &list, folder, name);
	finder_add(finder, &list, 2, folder, BY_NAME);
}

static void start_at_file(struct finder *finder, struct str path, struct str absolute_path)
{
	struct str name = path_base(absolute_path);
	struct folder folder = { path_directory(absolute_path),
				 path_directory(path_clean(finder->arena, path)) };
	bool is_default = discover_is_base_name(name) || discover_is_override_name(name);
	struct compose_file from;

	if (discover_is_member_name(name)) {
		discover_member(finder, path, absolute_path);
		return;
	}
	if (discover_is_configuration(absolute_path)) {
		start_at_configuration(finder, path, absolute_path);
		return;
	}
	if (!is_default && discover_entries_with(finder, folder.absolute, absolute_path))
		return;
	from = discover_ask(finder, folder, false);
	if (from.set) {
		struct file_list list = discover_split(finder, &from, folder);

		if (finder_lists(&list, absolute_path)) {
			discover_listed(finder, &from, &list, folder);
			return;
		}
	}
	if (is_default)
		start_at_default(finder, folder, name);
	else
		start_at_other(finder, path, absolute_path, folder);
}

/* ---- folders, where one project is wanted ---- */

static void start_at_folder(struct finder *finder, struct folder folder)
{
	struct compose_file from = discover_ask(finder, folder, false);
	const struct str *base = discover_base(finder, folder);
	struct str *names;
	size_t count;

	if (from.set) {
		struct file_list list = discover_split(finder, &from, folder);

		discover_listed(finder, &from, &list, folder);
		return;
	}
	if (base) {
		discover_default(finder, folder, folder, *base);
		return;
	}
	names = discover_compose_names(finder, folder, false, &count);
	if (count == 1)
		discover_alone(finder, folder, names[0]);
	else if (count)
		finder_fail(finder,
			    failure_fmt(finder->arena,
					"%.*s: which project? name one of %.*s, or several "
					"with -f in merge order",
					STR_FMT(finder_visible(finder, folder.shown)),
					STR_FMT(discovery_joined(finder->arena, names, count))));
	else
		finder_fail(finder, failure_fmt(finder->arena,
						"%.*s: no file in this folder has the name of a "
						"Compose file; name the file itself",
						STR_FMT(finder_visible(finder, folder.shown))));
}

/* ---- the starting points ---- */

/* "help" and "lint" are rather meant as commands than as files. */
static bool is_word(struct str path)
{
	for (size_t i = 0; i < path.n; i++)
		if (!byte_is_alnum(path.p[i]))
			return false;
	return true;
}

/* A question after the Compose file beside it whose name is nearest; empty: there is none. */
static struct str nearest_beside(struct finder *finder, struct str path)
{
	struct str directory = path_directory(path);
	struct nearest nearest = { .wanted = path_base(path) };
	size_t count;
	struct str *names =
		discover_compose_names(finder, finder_folder(finder, directory), true, &count);

	for (size_t i = 0; i < count; i++)
		nearest_offer(&nearest, names[i]);
	if (nearest.name.n)
		nearest.name = path_clean(finder->arena,
					  path_join(finder->arena, directory, nearest.name));
	return nearest_question(finder->arena, &nearest);
}

/* The name of what is read from standard input. */
static struct str standard_input(const struct finder *finder)
{
	struct str name = finder->options->stdin_filename;

	return name.n ? name : STR("./compose.yaml");
}

static void start_at(struct finder *finder, struct str path)
{
	struct str absolute_path = finder_absolute(finder, path);
	enum file_status status;

	if (str_eq(path, STR("-"))) {
		path = standard_input(finder);
		start_at_file(finder, path, finder_absolute(finder, path));
		return;
	}
	status = finder_look(finder, absolute_path);
	if (status == FILE_DIRECTORY && finder->world.as_compose)
		start_at_folder(finder, finder_folder(finder, path));
	else if (status == FILE_DIRECTORY)
		discover_below(finder, finder_folder(finder, path), NULL, STR(""));
	else if (status == FILE_OK)
		start_at_file(finder, path, absolute_path);
	else
		finder_fail(
			finder,
			failure_fmt(finder->arena, "%.*s: %.*s%.*s",
				    STR_FMT(finder_visible(finder, path)),
				    STR_FMT(file_status_text(status)),
				    STR_FMT(status != FILE_ABSENT ? file_status_advice(path, status)
					    : is_word(path)
						    ? options_no_command(finder->arena, path)
						    : nearest_beside(finder, path))));
}

static void say_nothing_here(struct finder *finder, struct folder here)
{
	size_t count;
	struct str *names = discover_compose_names(finder, here, true, &count);
	struct failure failure =
		failure_fmt(finder->arena, "no compose.yaml here or in a folder above; name a "
					   "Compose file or the folder of one, such as . for all "
					   "below");

	if (count)
		failure = failure_fmt(
			finder->arena,
			"no compose.yaml here or in a folder above; name a Compose file: %.*s "
			"%s here",
			STR_FMT(discovery_joined(finder->arena, names, count)),
			count == 1 ? "lies" : "lie");
	finder_fail(finder, failure)->is_no_input = true;
}

/* Nothing is named: what docker compose would find here. */
static void start_here(struct finder *finder)
{
	struct str given = finder->options->project_directory;
	struct folder start = finder_folder(finder, given.n ? given : STR("."));
	struct compose_file from = discover_ask(finder, start, true);
	struct folder folder = start;

	if (from.set) {
		/* its parts are relative to where we stand, not to --project-directory */
		struct folder here = finder_folder(finder, STR("."));
		struct file_list list = discover_split(finder, &from, here);

		discover_listed(finder, &from, &list, start);
		return;
	}
	for (;;) {
		const struct str *base = discover_base(finder, folder);

		if (base) {
			discover_default(finder, folder, start, *base);
			return;
		}
		if (str_eq(folder.absolute, STR("/")))
			break;
		folder.absolute = path_directory(folder.absolute);
		folder.shown = path_is_absolute(start.shown)
				       ? folder.absolute
				       : path_relative(finder->arena, folder.absolute,
						       finder->world.current_directory);
	}
	say_nothing_here(finder, start);
}

/* That of the first file that has one: standard input has none. */
static struct folder folder_of_files(struct finder *finder, const struct file_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		if (!str_eq(list->absolute[i], STR("-")))
			return (struct folder){ path_directory(list->absolute[i]),
						path_directory(list->shown[i]) };
	return finder_folder(finder, STR("."));
}

static void start_with_files(struct finder *finder)
{
	const struct str_list *files = &finder->options->files;
	struct file_list list = { 0 };

	for (size_t i = 0; i < files->count; i++) {
		struct str path = files->all[i];

		if (str_eq(path, STR("-")) && finder->world.as_compose &&
		    !finder->options->stdin_filename.n) {
			finder_list(finder, &list, path, path);
			continue;
		}
		if (str_eq(path, STR("-")))
			path = standard_input(finder);
		finder_list(finder, &list, finder_absolute(finder, path),
			    path_clean(finder->arena, path));
	}
	finder_add(finder, &list, list.count, folder_of_files(finder, &list), BY_NAME);
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
	discover_ask_process(finder, STR("COMPOSE_ENV_FILES"), &rest);
	while (rest.p) {
		struct str part = str_cut(&rest, ',');

		if (part.n)
			finder_list(finder, &list, part, part);
	}
	finder->env_files = list.shown;
	finder->nenv_files = list.count;
}

/*
 * What has failed, in the order in which it was met, and then the projects by the bytes of their
 * paths: the order of the PATHs means nothing.
 */
static int compare(const void *left, const void *right)
{
	const struct discovered *a = *(const struct discovered *const *)left;
	const struct discovered *b = *(const struct discovered *const *)right;
	size_t shared = a->load.npaths < b->load.npaths ? a->load.npaths : b->load.npaths;
	int order = (int)b->failure.failed - (int)a->failure.failed;

	for (size_t i = 0; i < shared && !order; i++)
		order = str_cmp(a->absolute[i], b->absolute[i]);
	if (!order && a->load.npaths != b->load.npaths)
		order = a->load.npaths < b->load.npaths ? -1 : 1;
	return order ? order : a->sequence < b->sequence ? -1 : a->sequence > b->sequence;
}

struct discovery *discover_projects(struct lint *lint, const struct options *options,
				    const struct discover_world *world)
{
	struct arena *arena = &lint->run;
	struct finder *finder = ARENA_NEW(arena, struct finder);
	struct discovery *out = &finder->out;

	*finder = (struct finder){ .lint = lint,
				   .arena = arena,
				   .options = options,
				   .world = *world,
				   .known = { .arena = arena },
				   .candidates = { .arena = arena } };
	out->finder = finder;
	find_env_files(finder);
	if (options->files.count)
		start_with_files(finder);
	else if (!options->operands.count)
		start_here(finder);
	for (size_t i = 0; i < options->operands.count; i++)
		start_at(finder, options->operands.all[i]);
	for (size_t i = 0; i < out->count; i++)
		out->all[i]->sequence = i;
	if (out->count)
		qsort(out->all, out->count, sizeof(*out->all), compare);
	return out;
}
