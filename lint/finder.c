/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "finder.h"

#include "base/limits.h"
#include "base/path.h"
#include "base/utf8.h"

/* ---- paths ---- */

struct str finder_visible(struct finder *finder, struct str text)
{
	struct builder b = { .arena = finder->arena };

	utf8_add_visible(&b, text, LIMIT_QUOTE_COLUMNS);
	return builder_str(&b);
}

struct str finder_absolute(struct finder *finder, struct str path)
{
	if (path_is_absolute(path))
		return path_clean(finder->arena, path);
	return path_join(finder->arena, finder->world.current_directory, path);
}

struct folder finder_folder(struct finder *finder, struct str shown)
{
	return (struct folder){ finder_absolute(finder, shown), path_clean(finder->arena, shown) };
}

enum file_status finder_look(struct finder *finder, struct str path)
{
	const struct files *files = finder->world.files;

	return files->look(files->self, finder->arena, path);
}

/* ---- lists of files ---- */

void finder_list(struct finder *finder, struct file_list *list, struct str absolute,
		 struct str shown)
{
	list->absolute = arena_grow(finder->arena, list->absolute, list->count, &list->capacity,
				    sizeof(*list->absolute));
	list->shown = arena_grow(finder->arena, list->shown, list->count, &list->shown_capacity,
				 sizeof(*list->shown));
	list->absolute[list->count] = absolute;
	list->shown[list->count++] = shown;
}

void finder_list_in(struct finder *finder, struct file_list *list, struct folder folder,
		    struct str name)
{
	finder_list(finder, list, path_join(finder->arena, folder.absolute, name),
		    path_is_absolute(name) ? name : path_join(finder->arena, folder.shown, name));
}

bool finder_lists(const struct file_list *list, struct str absolute)
{
	for (size_t i = 0; i < list->count; i++)
		if (str_eq(list->absolute[i], absolute))
			return true;
	return false;
}

/* ---- the result ---- */

static struct discovered *more(struct finder *finder)
{
	struct discovery *out = &finder->out;
	struct discovered *found = ARENA_NEW(finder->arena, struct discovered);

	out->all =
		arena_grow(finder->arena, out->all, out->count, &out->capacity, sizeof(*out->all));
	out->all[out->count++] = found;
	return found;
}

/* The folder that is being searched need not be said to be without a project. */
static void note_in_folder(struct finder *finder)
{
	if (finder->folder)
		finder->out.folders[finder->folder - 1].has_project = true;
}

struct discovered *finder_fail(struct finder *finder, struct failure failure)
{
	struct discovered *found;

	if (finder->as_candidate)
		return NULL;
	note_in_folder(finder);
	found = more(finder);
	found->failure = failure;
	return found;
}

/*
 * By what a project is told from others: its files, no name of which has a NUL byte, and the entry
 * of the configuration that reads them in a way of its own.
 */
static struct str key_of(const struct finder *finder, const struct file_list *list)
{
	const struct config_project *entry = finder->entry;
	struct builder b = { .arena = finder->arena };

	for (size_t i = 0; i < list->count; i++) {
		builder_add(&b, list->absolute[i]);
		builder_byte(&b, '\0');
	}
	if (entry && (entry->nprofiles || entry->nenv_files))
		builder_add(&b, entry->name);
	return builder_str(&b);
}

struct discovered *finder_known(struct finder *finder, const struct file_list *list)
{
	return table_get(&finder->known, key_of(finder, list));
}

/* What an entry of the configuration says beside its files; true: which env files. */
static bool take_entry(struct finder *finder, struct load_request *load)
{
	const struct config_project *entry = finder->entry;
	struct str here = finder->world.current_directory;
	struct str *env_files;

	if (!load->nprofiles) {
		load->profiles = entry->profiles;
		load->nprofiles = entry->nprofiles;
	}
	if (!discover_takes_env_files(finder, entry))
		return false;
	env_files = ARENA_ARRAY(finder->arena, entry->nenv_files, struct str);
	for (size_t i = 0; i < entry->nenv_files; i++)
		env_files[i] = path_relative(finder->arena, entry->env_files[i], here);
	load->env_files = env_files;
	load->nenv_files = entry->nenv_files;
	return true;
}

static void make_request(struct finder *finder, const struct file_list *list,
			 struct load_request *load)
{
	const struct options *options = finder->options;
	const struct discover_world *world = &finder->world;

	load->files = world->files;
	load->current_directory = world->current_directory;
	load->project_directory = options->project_directory;
	load->paths = list->shown;
	load->npaths = list->count;
	load->env_files = finder->env_files;
	load->nenv_files = finder->nenv_files;
	load->no_env = options->no_env;
	load->asks_git = options->git;
	load->follows_links = options->resolve_links;
	load->profiles = options->profiles.all;
	load->nprofiles = options->profiles.count;
	load->project_name = options->project_name;
	load->environment = world->environment;
	load->host = world->host;
	load->as_compose = world->as_compose;
	load->credentials = world->credentials;
}

struct discovered *finder_add(struct finder *finder, const struct file_list *list,
			      size_t first_override, struct folder start, enum named how)
{
	const struct options *options = finder->options;
	struct discovered *found = finder_known(finder, list);
	bool is_unnamed = finder->as_found || finder->as_candidate;
	struct load_request *load;
	struct str directory;

	if (how != ALONE)
		note_in_folder(finder);
	if (found) {
		found->is_candidate = found->is_candidate && finder->as_candidate;
		found->is_found = found->is_found && is_unnamed;
		found->instead_of = 0;
		return found;
	}
	found = more(finder);
	table_add(&finder->known, key_of(finder, list), found);
	found->is_candidate = finder->as_candidate;
	found->is_found = is_unnamed;
	found->absolute = list->absolute;
	directory = options->project_directory.n
			    ? path_clean(finder->arena, options->project_directory)
			    : path_directory(list->shown[0]);
	found->directory = source_naming(&finder->lint->sources, finder_absolute(finder, directory),
					 directory);
	load = &found->load;
	make_request(finder, list, load);
	load->first_override = first_override;
	load->looks_for_override = how == BY_DEFAULT;
	load->alone = how == ALONE;
	if (finder->entry && take_entry(finder, load))
		return found;
	if (!options->project_directory.n &&
	    !str_eq(path_directory(list->absolute[0]), start.absolute))
		load->start_directory = start.absolute;
	return found;
}
