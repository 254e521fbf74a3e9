/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/host_tree.h"

#include "base/arena.h"
#include "base/path.h"
#include "fact/cover.h"
#include "fact/declared.h"

#define HOST_EXEC(text, executor) { STR_INIT(text), HOST_##executor },
static const struct host_name host_names[] = {
#include "fact/host_exec.list"
};
#undef HOST_EXEC

enum { NAMES = sizeof(host_names) / sizeof(*host_names) };

/* Entries of one directory that are asked for a repository; who keeps more knows it. */
enum { SIBLINGS = 256 };

static enum file_status look(const struct files *files, struct arena *arena, struct str directory,
			     struct str name)
{
	return files->look(files->self, arena, path_join(arena, directory, name));
}

/* What lies in one directory, found when first asked for. */
struct directory {
	bool is_there, has_names;
	bool *names; /* by position in the list */
	size_t repositories;
};

/* The names that count in a project. */
struct name_list {
	const struct host_name *all;
	size_t count;
};

static enum host_executor executor_of(struct str name)
{
	for (size_t i = 0; i < NAMES; i++)
		if (str_eq(host_names[i].name, name))
			return host_names[i].who;
	return HOST_ANYBODY;
}

/* Those of the table, unless the configuration replaces them or adds some. */
static struct name_list names_of(struct lint *lint, const struct project *project)
{
	struct str defaults[NAMES];
	const struct str *texts;
	struct host_name *all;
	size_t count;

	for (size_t i = 0; i < NAMES; i++)
		defaults[i] = host_names[i].name;
	count = declared_option(lint, project, STR("host-exec-mount"), STR("paths"), defaults,
				NAMES, &texts);
	if (texts == defaults)
		return (struct name_list){ host_names, NAMES };
	all = ARENA_ARRAY(&lint->run, count, struct host_name);
	for (size_t i = 0; i < count; i++)
		all[i] = (struct host_name){ texts[i], executor_of(texts[i]) };
	return (struct name_list){ all, count };
}

static void find_names(struct lint *lint, const struct files *files, struct name_list list,
		       struct str path, struct directory *directory)
{
	directory->has_names = true;
	directory->names = ARENA_ARRAY(&lint->run, list.count, bool);
	for (size_t i = 0; directory->is_there && i < list.count; i++) {
		enum file_status status = look(files, &lint->scratch, path, list.all[i].name);

		directory->names[i] = status == FILE_OK || status == FILE_DIRECTORY;
	}
}

/* A submodule has a file .git, so its parent is no parent of several repositories. */
static size_t count_repositories(struct lint *lint, const struct files *files, struct str directory)
{
	struct arena *scratch = &lint->scratch;
	struct str *names;
	size_t count, found = 0;

	if (files->list(files->self, scratch, directory, &names, &count) != FILE_OK)
		return 0;
	for (size_t i = 0; i < count && i < SIBLINGS; i++)
		found += look(files, scratch, path_join(scratch, directory, names[i]),
			      STR(".git")) == FILE_DIRECTORY;
	return found;
}

static struct directory *directory_at(struct lint *lint, const struct files *files, struct str path,
				      struct table *known)
{
	struct directory *directory = table_get(known, path);

	if (directory)
		return directory;
	directory = ARENA_NEW(&lint->run, struct directory);
	table_add(known, path, directory);
	directory->is_there = files->look(files->self, &lint->scratch, path) == FILE_DIRECTORY;
	if (directory->is_there)
		directory->repositories = count_repositories(lint, files, path);
	return directory;
}

static void keep_unprotected(struct lint *lint, const struct service *service,
			     struct name_list list, const struct mount *mount,
			     const struct directory *directory, struct host_view *view)
{
	const struct host_name **kept = NULL;
	size_t capacity = 0;

	for (size_t i = 0; i < list.count; i++) {
		if (!directory->names[i] ||
		    cover_protects(service->mounts, mount,
				   path_join(&lint->scratch, mount->target, list.all[i].name)))
			continue;
		kept = arena_grow(&lint->run, kept, view->nnames, &capacity, sizeof(*kept));
		kept[view->nnames++] = &list.all[i];
	}
	view->names = kept;
}

static bool is_looked_at(const struct mount *mount)
{
	return mount->type == MOUNT_BIND && !mount->hidden && mount->path.absolute.n &&
	       (mount->origin == MOUNT_FROM_VOLUMES || mount->origin == MOUNT_FROM_SERVICE);
}

const struct host_view *host_views_resolve(struct lint *lint, const struct files *files,
					   const struct service *service, struct table *known)
{
	const struct mount_list *mounts = service->mounts;
	struct name_list list = { NULL, 0 }; /* most mounts are not asked for a name */
	struct host_view *views = ARENA_ARRAY(&lint->run, mounts->count, struct host_view);

	for (size_t i = 0; i < mounts->count; i++) {
		const struct mount *mount = &mounts->all[i];
		struct directory *directory;

		if (!is_looked_at(mount))
			continue;
		directory = directory_at(lint, files, mount->path.absolute, known);
		views[i].repositories = directory->repositories;
		if (!mount_is_writable(mount))
			continue;
		if (!list.all)
			list = names_of(lint, service->project);
		if (!directory->has_names)
			find_names(lint, files, list, mount->path.absolute, directory);
		keep_unprotected(lint, service, list, mount, directory, &views[i]);
	}
	return views;
}

struct str host_tree_root(struct arena *arena, const struct files *files, struct str directory)
{
	for (struct str at = directory; path_is_absolute(at); at = path_directory(at)) {
		if (look(files, arena, at, STR(".git")) != FILE_ABSENT)
			return at;
		if (str_eq(at, STR("/")))
			break;
	}
	return directory;
}
