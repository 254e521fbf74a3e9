/* SPDX-License-Identifier: MIT */
/*
 * Which mounts of a service lie over what another one brings in.
 *
 * A mount point cannot be renamed or removed from inside (EBUSY), but a
 * directory above it can, after which a fresh tree may be made under the old
 * name.  So a cover hides what is below it in any case, but protects it from
 * being replaced only where no plain directory is between it and the target of
 * the mount it lies over.  Paths are those in the container.  Pure.
 */
#ifndef FACT_COVER_H
#define FACT_COVER_H

#include "fact/mount.h"

/* Where the container sees a path of the host that lies in the mount's source; empty: nowhere. */
struct str cover_inside(struct arena *arena, const struct mount *mount, struct str host);
/* The deepest mount that lies over `inside`, a path below the mount's target; NULL: none does. */
const struct mount *cover_over(const struct mount_list *mounts, const struct mount *mount,
			       struct str inside);
/* The directory between both that can be renamed; empty: none, the cover holds. */
struct str cover_gap(const struct mount_list *mounts, const struct mount *mount,
		     const struct mount *cover);
/* Some cover over `inside` holds. */
bool cover_protects(const struct mount_list *mounts, const struct mount *mount, struct str inside);

#endif
