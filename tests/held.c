/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "tests/held.h"

#include <stdlib.h>

#include "base/path.h"

struct str held_path(struct arena *arena, struct str path)
{
	return path_clean(arena, path_join(arena, HELD_FOLDER, path));
}

static enum file_status look(void *self, struct arena *arena, struct str path)
{
	const struct held_files *files = self;

	path = held_path(arena, path);
	if (path_is_within(HELD_FOLDER, path))
		return FILE_DIRECTORY;
	for (size_t i = 0; i < files->count; i++) {
		if (str_eq(files->all[i].path, path))
			return FILE_OK;
		if (path_is_within(files->all[i].path, path))
			return FILE_DIRECTORY;
	}
	return FILE_ABSENT;
}

static enum file_status read_bytes(void *self, struct arena *arena, struct str path, size_t limit,
				   struct str *bytes)
{
	const struct held_files *files = self;
	enum file_status status = look(self, arena, path);

	path = held_path(arena, path);
	for (size_t i = 0; status == FILE_OK && i < files->count; i++) {
		if (!str_eq(files->all[i].path, path))
			continue;
		*bytes = files->all[i].bytes;
		return bytes->n > limit ? FILE_TOO_LARGE : FILE_OK;
	}
	return status;
}

int held_by_bytes(const void *a, const void *b)
{
	return str_cmp(*(const struct str *)a, *(const struct str *)b);
}

static enum file_status list(void *self, struct arena *arena, struct str path, struct str **names,
			     size_t *count)
{
	const struct held_files *files = self;
	enum file_status status = look(self, arena, path);
	size_t capacity = 0, kept = 0;

	if (status != FILE_DIRECTORY)
		return status;
	path = held_path(arena, path);
	*names = NULL;
	*count = 0;
	for (size_t i = 0; i < files->count; i++) {
		struct str rest = files->all[i].path;

		if (!path_is_within(rest, path) || str_eq(rest, path))
			continue;
		rest = str_slice(rest, path.n + (path.n > 1), rest.n);
		*names = arena_grow(arena, *names, *count, &capacity, sizeof(**names));
		(*names)[(*count)++] = str_cut(&rest, '/');
	}
	if (*count > 1)
		qsort(*names, *count, sizeof(**names), held_by_bytes);
	for (size_t i = 0; i < *count; i++)
		if (!kept || !str_eq((*names)[i], (*names)[kept - 1]))
			(*names)[kept++] = (*names)[i];
	*count = kept;
	return FILE_OK;
}

struct files held_files(struct held_files *files)
{
	return (struct files){ .self = files, .read = read_bytes, .look = look, .list = list };
}
