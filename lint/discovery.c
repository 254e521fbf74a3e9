/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "discovery.h"

#include "base/limits.h"
#include "base/utf8.h"

struct str discovery_joined(struct arena *arena, const struct str *names, size_t count)
{
	struct builder b = { .arena = arena };

	for (size_t i = 0; i < count; i++) {
		if (i == 5 && count > 6) {
			builder_fmt(&b, " and %zu more", count - i);
			break;
		}
		if (i)
			builder_add(&b, i + 1 < count ? STR(", ") : STR(" and "));
		utf8_add_visible(&b, names[i], LIMIT_QUOTE_COLUMNS);
	}
	return builder_str(&b);
}

void discovered_folder_add(struct arena *arena, struct discovered_folder *folder, struct str part)
{
	folder->parts = arena_grow(arena, folder->parts, folder->nparts, &folder->part_capacity,
				   sizeof(*folder->parts));
	folder->parts[folder->nparts++] = part;
}

struct failure discovered_folder_nothing(struct lint *lint, const struct discovered_folder *folder)
{
	struct arena *arena = &lint->run;

	if (!folder->nparts)
		return failure_fmt(arena,
				   "%.*s: no file in this folder or below has the name of a "
				   "Compose file; name the file itself",
				   STR_FMT(folder->shown));
	return failure_fmt(arena,
			   "%.*s: no Compose project in this folder or below; %.*s %s there, no "
			   "project without the %s merged with: give them with -f, in merge order",
			   STR_FMT(folder->shown),
			   STR_FMT(discovery_joined(arena, folder->parts, folder->nparts)),
			   folder->nparts == 1 ? "lies" : "lie",
			   folder->nparts == 1 ? "file it is" : "files they are");
}

struct str discovered_folder_parts(struct lint *lint, const struct discovered_folder *folder)
{
	struct arena *arena = &lint->run;

	if (!folder->nparts)
		return STR("");
	return arena_fmt(
		arena,
		"%.*s: not judged, being no project alone and part of none that was found: "
		"%.*s; name it, or list the files of its project under projects in "
		".compose-lint.yaml",
		STR_FMT(folder->shown),
		STR_FMT(discovery_joined(arena, folder->parts, folder->nparts)));
}
