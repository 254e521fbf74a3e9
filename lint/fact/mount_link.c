/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/mount_link.h"

#include "base/path.h"

struct str mount_link_end(struct arena *arena, const struct files *files, struct str path,
			  struct str *link)
{
	struct str rest = path, at = STR("/"), target;

	*link = STR("");
	if (!files->follow || !path_is_absolute(path))
		return STR("");
	while (rest.p) {
		struct str segment = str_cut(&rest, '/');
		struct str next;

		if (!segment.n)
			continue;
		next = path_join(arena, at, segment);
		if (files->follow(files->self, arena, next, &target) != FILE_OK)
			return STR("");
		if (target.n && !link->n)
			*link = next;
		at = target.n ? target : next;
	}
	return link->n ? at : STR("");
}
