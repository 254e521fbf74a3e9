/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/cover.h"

#include "base/path.h"

struct str cover_inside(struct arena *arena, const struct mount *mount, struct str host)
{
	struct str source = mount->path.absolute;

	if (!source.n || !mount->target.n || !path_is_within(host, source))
		return STR("");
	return path_join(arena, mount->target, path_relative(arena, host, source));
}

/* The next place above, as long as it lies below the target of the mount; else empty. */
static struct str above(struct str place, const struct mount *mount)
{
	struct str directory = path_directory(place);

	return directory.n > mount->target.n && path_is_within(directory, mount->target) ? directory
											 : STR("");
}

static struct str first(struct str inside, const struct mount *mount)
{
	return inside.n > mount->target.n && path_is_within(inside, mount->target) ? inside
										   : STR("");
}

const struct mount *cover_over(const struct mount_list *mounts, const struct mount *mount,
			       struct str inside)
{
	for (struct str at = first(inside, mount); at.n; at = above(at, mount)) {
		const struct mount *cover = mount_at(mounts, at);

		if (cover)
			return cover;
	}
	return NULL;
}

struct str cover_gap(const struct mount_list *mounts, const struct mount *mount,
		     const struct mount *cover)
{
	struct str gap = STR("");

	for (struct str at = above(cover->target, mount); at.n; at = above(at, mount))
		if (!mount_at(mounts, at))
			gap = at;
	return gap;
}

bool cover_protects(const struct mount_list *mounts, const struct mount *mount, struct str inside)
{
	bool holds = false;

	/* the last place stands directly below the target: if it is a mount point, no plain directory is
	   between the two, and whatever lies below it goes with it */
	for (struct str at = first(inside, mount); at.n; at = above(at, mount))
		holds = mount_at(mounts, at) != NULL;
	return holds;
}
