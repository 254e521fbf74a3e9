/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "discover.h"
#include "finder.h"

#include "base/path.h"

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
	struct str here = finder->world.current_directory;
	struct str top = discover_top(finder->arena, finder->world.files, folder);

	if (top.n)
		return top;
	return path_is_within(folder, here) ? here : folder;
}

static size_t add_member(struct finder *finder, struct str path, struct str absolute_path)
{
	struct discovery *out = &finder->out;

	for (size_t i = 0; i < out->nmembers; i++)
		if (str_eq(out->members[i].absolute, absolute_path))
			return i + 1;
	out->members = arena_grow(finder->arena, out->members, out->nmembers, &out->member_capacity,
				  sizeof(*out->members));
	out->members[out->nmembers++] =
		(struct discovered_member){ .shown = finder_visible(finder, path),
					    .absolute = absolute_path };
	return out->nmembers;
}

/* The projects of the folder and of those above it, as candidates; once, whoever asks. */
static void add_candidates(struct finder *finder, struct str path, struct str at)
{
	struct str top = top_folder(finder, at);

	finder->as_candidate = true;
	for (;; at = path_directory(at)) {
		struct str shown =
			path_is_absolute(path)
				? at
				: path_relative(finder->arena, at, finder->world.current_directory);

		if (table_get(&finder->candidates, at))
			break;
		table_add(&finder->candidates, at, finder);
		discover_in(finder, (struct folder){ at, shown });
		if (str_eq(at, top))
			break;
	}
	finder->as_candidate = false;
}

size_t discover_member(struct finder *finder, struct str path, struct str absolute_path)
{
	size_t number = add_member(finder, path, absolute_path);

	add_candidates(finder, path, path_directory(absolute_path));
	return number;
}

size_t discover_owners(struct discovery *discovery, const struct discovered *found)
{
	struct finder *finder = discovery->finder;
	size_t number = discover_member(finder, found->load.paths[0], found->absolute[0]);

	finder->out.members[number - 1].otherwise = true;
	return number;
}
