/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "finder.h"

#include "base/path.h"

bool discover_takes_env_files(const struct finder *finder, const struct config_project *entry)
{
	return entry->nenv_files && !finder->nenv_files && !finder->options->no_env;
}

const struct config *discover_config(struct finder *finder, struct str folder)
{
	const struct config *config = NULL;
	struct failure failure;

	if (!finder->world.configs)
		return NULL;
	failure = configs_find(finder->world.configs, folder, &config);
	if (!failure.failed)
		return config;
	if (failure.message.n) {
		bool as_candidate = finder->as_candidate;

		/* it governs what was named, too */
		finder->as_candidate = false;
		finder_fail(finder, failure);
		finder->as_candidate = as_candidate;
	}
	return NULL;
}

/* A file of an entry is not there: said where the configuration names it. */
static bool is_missing(struct finder *finder, const struct config_project *entry, struct str path,
		       struct span span)
{
	enum file_status status = finder_look(finder, path);
	struct str shown = path_relative(finder->arena, path, finder->world.current_directory);

	if (status == FILE_OK)
		return false;
	finder_fail(finder, config_project_failure(finder->lint, entry, span, shown, status));
	return true;
}

static bool has_env_files(struct finder *finder, const struct config_project *entry)
{
	for (size_t i = 0; discover_takes_env_files(finder, entry) && i < entry->nenv_files; i++)
		if (is_missing(finder, entry, entry->env_files[i], entry->env_file_spans[i]))
			return false;
	return true;
}

/* Its files are these; how many of the first ones are. */
static bool has_files(const struct config_project *entry, const struct file_list *list,
		      size_t *same)
{
	for (*same = 0; *same < entry->nfiles && *same < list->count; ++*same)
		if (!str_eq(entry->files[*same], list->absolute[*same]))
			break;
	return *same == entry->nfiles && *same == list->count;
}

bool discover_entry_of(struct finder *finder, struct str folder, const struct file_list *list,
		       const struct config_project **entry)
{
	const struct config *config = discover_config(finder, folder);
	size_t same;

	*entry = NULL;
	for (size_t i = 0; config && i < config->nprojects && !*entry; i++) {
		const struct config_project *other = &config->projects[i];

		if (!other->nenv_files && !other->nprofiles)
			continue;
		if (has_files(other, list, &same))
			*entry = other;
		else if (same == other->nfiles)
			notice_add(finder->lint, NOTICE_REMARK, other->span,
				   "this says nothing of the project of %.*s: Compose takes the "
				   "override beside it as well, and that is not listed here",
				   STR_FMT(finder_visible(finder, list->shown[0])));
	}
	return !*entry || has_env_files(finder, *entry);
}

void discover_entry(struct finder *finder, const struct config_project *entry)
{
	struct str here = finder->world.current_directory;
	struct file_list list = { 0 };
	struct folder start;

	for (size_t i = 0; i < entry->nfiles; i++)
		if (is_missing(finder, entry, entry->files[i], entry->file_spans[i]))
			return;
	if (!has_env_files(finder, entry))
		return;
	for (size_t i = 0; i < entry->nfiles; i++)
		finder_list(finder, &list, entry->files[i],
			    path_relative(finder->arena, entry->files[i], here));
	/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): an entry names files */
	start = (struct folder){ path_directory(list.absolute[0]), path_directory(list.shown[0]) };
	finder->entry = entry;
	finder_add(finder, &list, list.count, start, BY_NAME);
	finder->entry = NULL;
}

size_t discover_entries_with(struct finder *finder, struct str folder, struct str absolute_path)
{
	const struct config *config = discover_config(finder, folder);
	size_t count = 0;

	for (size_t i = 0; config && i < config->nprojects; i++) {
		const struct config_project *entry = &config->projects[i];
		bool lists = false;

		for (size_t k = 0; k < entry->nfiles && !lists; k++)
			lists = str_eq(entry->files[k], absolute_path);
		if (lists)
			discover_entry(finder, entry);
		count += lists;
	}
	return count;
}

size_t discover_entries_in(struct finder *finder, struct str folder)
{
	const struct config *config = discover_config(finder, folder);
	size_t count = 0;

	for (size_t i = 0; config && i < config->nprojects; i++) {
		if (!str_eq(path_directory(config->projects[i].files[0]), folder))
			continue;
		discover_entry(finder, &config->projects[i]);
		count++;
	}
	return count;
}

bool discover_is_excluded(struct finder *finder, struct folder folder, struct str name)
{
	const struct config *config = discover_config(finder, folder.absolute);

	return config && config_excludes(finder->lint, config,
					 path_join(finder->arena, folder.absolute, name));
}
