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

/* It lies below the target of the mount, so that it hides something of it. */
static bool lies_over(const struct mount *cover, const struct mount *mount)
{
	return cover != mount && !cover->hidden && cover->target.n > mount->target.n &&
	       path_is_absolute(cover->target) && path_is_within(cover->target, mount->target);
}

const struct mount *cover_over(const struct mount_list *mounts, const struct mount *mount,
			       struct str inside)
{
	const struct mount *deepest = NULL;

	for (size_t i = 0; i < mounts->count; i++) {
		const struct mount *cover = &mounts->all[i];

		if (lies_over(cover, mount) && path_is_within(inside, cover->target) &&
		    (!deepest || cover->target.n > deepest->target.n))
			deepest = cover;
	}
	return deepest;
}

static bool is_mount_point(const struct mount_list *mounts, struct str target)
{
	for (size_t i = 0; i < mounts->count; i++)
		if (!mounts->all[i].hidden && str_eq(mounts->all[i].target, target))
			return true;
	return false;
}

struct str cover_gap(const struct mount_list *mounts, const struct mount *mount,
		     const struct mount *cover)
{
	struct str gap = STR("");

	for (struct str at = path_directory(cover->target);
	     path_is_within(at, mount->target) && !str_eq(at, mount->target);
	     at = path_directory(at))
		if (!is_mount_point(mounts, at))
			gap = at;
	return gap;
}

bool cover_protects(const struct mount_list *mounts, const struct mount *mount, struct str inside)
{
	for (size_t i = 0; i < mounts->count; i++) {
		const struct mount *cover = &mounts->all[i];

		if (lies_over(cover, mount) && path_is_within(inside, cover->target) &&
		    !cover_gap(mounts, mount, cover).n)
			return true;
	}
	return false;
}
