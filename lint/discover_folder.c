/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "discover.h"
#include "finder.h"

#include "base/limits.h"
#include "base/path.h"

/* What programs keep for themselves, and code of other people. */
static const struct str skipped[] = {
	STR_INIT(".git"),
	STR_INIT("node_modules"),
	STR_INIT("vendor"),
	STR_INIT(".venv"),
};

/* ---- the files of a project ---- */

void discover_default(struct finder *finder, struct folder folder, struct folder start,
		      struct str base)
{
	bool looks = !finder->options->no_override;
	const struct str *override = looks ? discover_override(finder, folder) : NULL;
	struct file_list list = { 0 };

	finder_list_in(finder, &list, folder, base);
	if (override)
		finder_list_in(finder, &list, folder, *override);
	if (!discover_entry_of(finder, folder.absolute, &list, &finder->entry))
		return;
	finder_add(finder, &list, 1, start, looks ? BY_DEFAULT : BY_NAME);
	finder->entry = NULL;
}

struct discovered *discover_alone(struct finder *finder, struct folder folder, struct str name)
{
	struct file_list list = { 0 };

	finder_list_in(finder, &list, folder, name);
	return finder_add(finder, &list, 1, folder, ALONE);
}

struct discovered *discover_upon_base(struct discovery *discovery, const struct discovered *found)
{
	struct finder *finder = discovery->finder;
	struct folder folder = { path_directory(found->absolute[0]),
				 path_directory(path_clean(finder->arena, found->load.paths[0])) };
	const struct str *base = discover_base(finder, folder);
	struct file_list list = { 0 };
	struct discovered *made;

	if (!base || discover_is_excluded(finder, folder, *base))
		return NULL;
	finder_list_in(finder, &list, folder, *base);
	finder_list(finder, &list, found->absolute[0], found->load.paths[0]);
	finder->as_found = true;
	made = finder_add(finder, &list, list.count, folder, BY_NAME);
	finder->as_found = false;
	return made;
}

/* ---- one folder ---- */

/* What stands in a folder; false: it cannot be read, which is then said. */
static bool list_names(struct finder *finder, struct folder folder, struct str **names,
		       size_t *count)
{
	const struct files *files = finder->world.files;
	enum file_status status =
		files->list(files->self, finder->arena, folder.absolute, names, count);

	if (status == FILE_OK)
		return true;
	*count = 0;
	/* one that has gone in the meantime holds nothing */
	if (status != FILE_ABSENT)
		finder_fail(finder, failure_fmt(finder->arena, "%.*s: %.*s",
						STR_FMT(finder_visible(finder, folder.shown)),
						STR_FMT(file_status_text(status))));
	return false;
}

/* Those of the names that are left are moved to the front; how many. */
static size_t keep_compose_names(struct finder *finder, struct folder folder, bool overrides,
				 struct str *names, size_t count)
{
	size_t kept = 0;

	for (size_t i = 0; i < count; i++)
		if (discover_is_compose_name(names[i]) &&
		    (overrides || !discover_is_override_name(names[i])) &&
		    !discover_is_excluded(finder, folder, names[i]))
			names[kept++] = names[i];
	return kept;
}

struct str *discover_compose_names(struct finder *finder, struct folder folder, bool overrides,
				   size_t *count)
{
	const struct files *files = finder->world.files;
	struct str *names = NULL;

	if (files->list(files->self, finder->arena, folder.absolute, &names, count) != FILE_OK)
		*count = 0;
	*count = keep_compose_names(finder, folder, overrides, names, *count);
	return names;
}

/* A link stands there that leads nowhere: somebody meant a file to be there. */
static bool is_dangling(const struct finder *finder, struct str path)
{
	const struct files *files = finder->world.files;

	return files->look_itself &&
	       files->look_itself(files->self, finder->arena, path) != FILE_ABSENT;
}

/* A name that was listed and leads to no file; one that has gone in the meantime is no loss. */
static void note_absent(struct finder *finder, struct folder folder, struct str name)
{
	struct str shown = path_join(finder->arena, folder.shown, name);

	if (is_dangling(finder, path_join(finder->arena, folder.absolute, name)))
		finder_fail(finder, failure_fmt(finder->arena, "%.*s: is a link that leads nowhere",
						STR_FMT(finder_visible(finder, shown))));
}

/* The projects that the names make in a folder: by COMPOSE_FILE, by default, each by itself. */
static void add_named(struct finder *finder, struct folder folder, const struct str *names,
		      size_t count)
{
	struct compose_file from = discover_ask(finder, folder, false);
	struct file_list list = { 0 };

	if (from.set) {
		list = discover_split(finder, &from, folder);
		discover_listed(finder, &from, &list, folder);
	}
	for (size_t i = 0; i < count; i++) {
		struct str path = path_join(finder->arena, folder.absolute, names[i]);
		enum file_status status = finder_look(finder, path);

		if (finder_lists(&list, path))
			continue;
		if (status == FILE_ABSENT)
			note_absent(finder, folder, names[i]);
		else if (discover_is_base_name(names[i]))
			discover_default(finder, folder, folder, names[i]);
		else if (status != FILE_DIRECTORY)
			discover_alone(finder, folder, names[i]);
	}
}

void discover_in(struct finder *finder, struct folder folder)
{
	size_t count;
	struct str *names = discover_compose_names(finder, folder, false, &count);

	add_named(finder, folder, names, count);
	discover_entries_in(finder, folder.absolute);
}

/* ---- all below it ---- */

struct walk {
	struct finder *finder;
	const struct config *governor; /* NULL: whatever governs */
	struct table configs;          /* sources of those whose entries were added */
	size_t depth;
	struct folder top;
};

static bool is_skipped(struct str name)
{
	for (size_t i = 0; i < sizeof(skipped) / sizeof(*skipped); i++)
		if (str_eq(name, skipped[i]))
			return true;
	return false;
}

/* A folder itself: a link to one leads elsewhere, or round in a circle. */
static bool is_folder(const struct walk *walk, struct str path)
{
	const struct files *files = walk->finder->world.files;
	struct arena *arena = walk->finder->arena;

	if (!files->look_itself)
		return files->look(files->self, arena, path) == FILE_DIRECTORY;
	return files->look_itself(files->self, arena, path) == FILE_DIRECTORY;
}

/* What a configuration on the way lists below the folder that was named. */
static void add_entries(struct walk *walk, const struct config *config)
{
	if (!config || table_get(&walk->configs, config->name))
		return;
	table_add(&walk->configs, config->name, walk);
	for (size_t i = 0; i < config->nprojects; i++)
		if (path_is_within(config->projects[i].files[0], walk->top.absolute))
			discover_entry(walk->finder, &config->projects[i]);
}

/* An override without what it overrides is no project. */
static void note_parts(struct walk *walk, struct folder folder, const struct str *names,
		       size_t count)
{
	struct finder *finder = walk->finder;
	bool asked = false;

	for (size_t i = 0; i < count; i++) {
		if (!discover_is_override_name(names[i]))
			continue;
		/* in most folders nobody has to ask */
		if (!asked && discover_base(finder, folder))
			return;
		asked = true;
		if (!discover_is_excluded(finder, folder, names[i]))
			discovered_folder_add(finder->arena,
					      &finder->out.folders[finder->folder - 1],
					      path_join(finder->arena, folder.shown, names[i]));
	}
}

/* Those from number `first` on, which may be loaded while the search goes on. */
static void tell_found(const struct finder *finder, struct folder folder,
		       const struct config *config, size_t first)
{
	const struct discover_world *world = &finder->world;

	if (!world->found || !config || finder->options->project_directory.n)
		return;
	for (size_t i = first; i < finder->out.count; i++) {
		struct discovered *found = finder->out.all[i];

		if (!found->failure.failed && !found->is_candidate &&
		    str_eq(path_directory(found->absolute[0]), folder.absolute))
			world->found(world->self, found, config);
	}
}

static void walk_folder(struct walk *walk, struct folder folder)
{
	struct finder *finder = walk->finder;
	const struct config *config;
	struct str *names, *kept;
	size_t count, nkept, first = finder->out.count;

	if (walk->depth > LIMIT_FOLDER_DEPTH) {
		finder_fail(finder, failure_fmt(finder->arena,
						"%.*s: lies deeper than folders are searched",
						STR_FMT(finder_visible(finder, folder.shown))));
		return;
	}
	/* first of all: one that cannot be entered is said once, not for its configuration as well */
	if (!list_names(finder, folder, &names, &count))
		return;
	config = discover_config(finder, folder.absolute);
	if (walk->governor && config != walk->governor)
		return;
	add_entries(walk, config);
	note_parts(walk, folder, names, count);
	kept = ARENA_ARRAY(finder->arena, count + 1, struct str);
	for (nkept = 0; nkept < count; nkept++)
		kept[nkept] = names[nkept];
	nkept = keep_compose_names(finder, folder, false, kept, nkept);
	add_named(finder, folder, kept, nkept);
	tell_found(finder, folder, config, first);
	for (size_t i = 0; i < count; i++) {
		struct folder below = { path_join(finder->arena, folder.absolute, names[i]),
					path_join(finder->arena, folder.shown, names[i]) };

		if (!is_skipped(names[i]) && is_folder(walk, below.absolute) &&
		    !discover_is_excluded(finder, folder, names[i])) {
			walk->depth++;
			walk_folder(walk, below);
			walk->depth--;
		}
	}
}

void discover_below(struct finder *finder, struct folder folder, const struct config *governor,
		    struct str configuration)
{
	struct discovery *out = &finder->out;
	struct walk walk = { .finder = finder,
			     .governor = governor,
			     .configs = { .arena = finder->arena },
			     .top = folder };

	out->folders = arena_grow(finder->arena, out->folders, out->nfolders, &out->folder_capacity,
				  sizeof(*out->folders));
	out->folders[out->nfolders++] = (struct discovered_folder){
		.shown = finder_visible(finder, folder.shown),
		.absolute = folder.absolute,
		.configuration = configuration,
	};
	finder->folder = out->nfolders;
	finder->as_found = true;
	walk_folder(&walk, folder);
	finder->as_found = false;
	finder->folder = 0;
}
