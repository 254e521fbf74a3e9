/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "read/git_index.h"

#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/path.h"

enum {
	HEADER_BYTES = 12,
	FIXED_BYTES = 40, /* of an entry, before the name of its object */
	FLAG_BYTES = 2,
	ALIGNMENT = 8,
	FLAG_EXTENDED = 0x4000,
	FLAG_LENGTH = 0x0fff, /* of the path; a longer one says this much */
	EXTENSION_BYTES = 8,
	SHA1_BYTES = 20,
	SHA256_BYTES = 32,
	PATH_BYTES = 4096 /* no system hands git a longer one (PATH_MAX) */
};

/* An index while it is read. */
struct index {
	struct str bytes;
	size_t at;
	uint32_t version, count;
	size_t object_bytes;
	/* the path read last; in version 4 the next one keeps the beginning of it */
	char path[PATH_BYTES];
	size_t npath;
};

static uint32_t number_at(struct str bytes, size_t at, size_t size)
{
	uint32_t number = 0;

	for (size_t i = 0; i < size; i++)
		number = number << 8 | (unsigned char)bytes.p[at + i];
	return number;
}

static struct str last_path(const struct index *index)
{
	return (struct str){ index->path, index->npath };
}

/* How many bytes of the path before do not count, as version 4 has it. */
static bool read_dropped(struct index *index, size_t *dropped)
{
	unsigned char byte = 0x80;

	*dropped = 0;
	for (unsigned n = 0; byte & 0x80; n++) {
		if (n == 5 || index->at >= index->bytes.n)
			return false;
		byte = (unsigned char)index->bytes.p[index->at++];
		*dropped = ((*dropped + (n ? 1 : 0)) << 7) | (byte & 0x7f);
	}
	return *dropped <= index->npath;
}

static bool is_in_order(struct str before, struct str after)
{
	size_t common = before.n < after.n ? before.n : after.n;
	int order = common ? memcmp(before.p, after.p, common) : 0;

	/* one path stands several times while a merge is not settled */
	return order < 0 || (order == 0 && before.n <= after.n);
}

static bool read_path(struct index *index, size_t start, uint32_t flags)
{
	size_t dropped = index->npath, kept, end;
	struct str rest;

	if (index->version == 4 && !read_dropped(index, &dropped))
		return false;
	kept = index->npath - dropped;
	end = str_find_byte(index->bytes, '\0', index->at);
	if (end == STR_NPOS || end - index->at > PATH_BYTES - kept)
		return false;
	rest = str_slice(index->bytes, index->at, end);
	if (!is_in_order(str_slice(last_path(index), kept, index->npath), rest))
		return false;
	memcpy(index->path + kept, rest.p, rest.n);
	index->npath = kept + rest.n;
	index->at = index->version == 4 ? end + 1
					: start + (end - start + ALIGNMENT) / ALIGNMENT * ALIGNMENT;
	return index->at <= index->bytes.n &&
	       (flags & FLAG_LENGTH) == (index->npath < FLAG_LENGTH ? index->npath : FLAG_LENGTH);
}

static bool read_entry(struct index *index)
{
	size_t start = index->at, fixed = FIXED_BYTES + index->object_bytes + FLAG_BYTES;
	uint32_t flags;

	if (fixed + FLAG_BYTES > index->bytes.n - start)
		return false;
	flags = number_at(index->bytes, start + FIXED_BYTES + index->object_bytes, FLAG_BYTES);
	index->at = start + fixed + (flags & FLAG_EXTENDED ? FLAG_BYTES : 0);
	return read_path(index, start, flags) && index->npath && index->path[0] != '/';
}

/*
 * Behind the entries stand extensions, the checksum, and nothing else: so an index is not taken for
 * one of the other hash.  What git may not ignore begins with a small letter: a split index
 * (link) has entries elsewhere; of a sparse one (sdir) the entries themselves tell.
 */
static bool is_whole(const struct index *index)
{
	const struct str bytes = index->bytes;
	size_t at = index->at;

	while (bytes.n - at >= EXTENSION_BYTES + index->object_bytes) {
		size_t size = number_at(bytes, at + 4, 4);

		if ((bytes.p[at] < 'A' || bytes.p[at] > 'Z') &&
		    !str_eq(str_slice(bytes, at, at + 4), STR("sdir")))
			return false;
		if (size > bytes.n - at - EXTENSION_BYTES)
			return false;
		at += EXTENSION_BYTES + size;
	}
	return bytes.n - at == index->object_bytes;
}

/* A path that is looked for, while it is. */
struct wanted {
	struct git_path *path;
	struct str index; /* the file */
	struct str name;  /* as the checkout has it */
	bool hidden;      /* in a directory of a sparse index, which stands for all of it */
};

/* Marks what this entry tells of; gives the first that a later one may tell of. */
static size_t take_entry(struct str entry, struct wanted *all, size_t first, size_t count)
{
	while (first < count && str_cmp(all[first].name, entry) < 0)
		first++;
	for (size_t i = first; i < count && str_starts(all[i].name, entry); i++) {
		if (all[i].name.n == entry.n)
			all[i].path->tracked = GIT_TRACKED;
		else if (entry.p[entry.n - 1] == '/')
			all[i].hidden = true;
		else
			break;
	}
	return first;
}

/* The index and what is wanted of it are both in order. */
static void search(struct str bytes, size_t object_bytes, struct wanted *all, size_t count)
{
	struct index index = { .bytes = bytes,
			       .at = HEADER_BYTES,
			       .version = number_at(bytes, 4, 4),
			       .count = number_at(bytes, 8, 4),
			       .object_bytes = object_bytes };
	size_t first = 0;

	for (size_t i = 0; i < count; i++)
		all[i].hidden = false;
	for (uint32_t i = 0; i < index.count; i++) {
		if (!read_entry(&index))
			return;
		first = take_entry(last_path(&index), all, first, count);
	}
	if (!is_whole(&index))
		return;
	for (size_t i = 0; i < count; i++)
		if (all[i].path->tracked == GIT_UNKNOWN && !all[i].hidden)
			all[i].path->tracked = GIT_UNTRACKED;
}

static void search_file(const struct files *files, struct arena *arena, struct wanted *all,
			size_t count)
{
	struct str bytes = STR_NONE;
	enum file_status status =
		files->read(files->self, arena, all->index, LIMIT_FILE_BYTES, &bytes);
	bool is_index = status == FILE_OK && bytes.n >= HEADER_BYTES &&
			str_starts(bytes, STR("DIRC")) && number_at(bytes, 4, 4) >= 2 &&
			number_at(bytes, 4, 4) <= 4;

	for (size_t i = 0; i < count; i++) /* without an index nothing was ever added */
		all[i].path->tracked = status == FILE_ABSENT ? GIT_UNTRACKED : GIT_UNKNOWN;
	if (!is_index)
		return;
	search(bytes, SHA1_BYTES, all, count);
	for (size_t i = 0; i < count; i++)
		if (all[i].path->tracked == GIT_UNKNOWN) {
			search(bytes, SHA256_BYTES, all, count);
			return;
		}
}

/* Where git keeps the index of a checkout: .git may be a file that says where. */
static enum git_tracked index_path(const struct files *files, struct arena *arena, struct str top,
				   struct str *index)
{
	struct str git = path_join(arena, top, STR(".git")), text = STR_NONE;
	enum file_status status = files->look(files->self, arena, git);

	*index = STR("");
	if (status == FILE_ABSENT)
		return GIT_UNTRACKED;
	if (status == FILE_OK) {
		if (files->read(files->self, arena, git, LIMIT_FILE_BYTES, &text) != FILE_OK ||
		    !str_starts(text, STR("gitdir:")))
			return GIT_UNKNOWN;
		text = str_trim(str_slice(text, sizeof("gitdir:") - 1, text.n));
		git = path_clean(arena, path_join(arena, top, text));
		status = files->look(files->self, arena, git);
	}
	if (status != FILE_DIRECTORY)
		return GIT_UNKNOWN;
	*index = path_join(arena, git, STR("index"));
	return GIT_TRACKED;
}

/* GIT_TRACKED: there is an index to look into. */
static enum git_tracked find_checkout(const struct files *files, struct arena *arena,
				      struct wanted *wanted)
{
	struct str path = wanted->path->path, top = path_directory(path);
	enum git_tracked found;

	for (;;) {
		found = index_path(files, arena, top, &wanted->index);
		if (found != GIT_UNTRACKED || str_eq(top, STR("/")) || !top.n)
			break;
		top = path_directory(top);
	}
	wanted->name = str_slice(path, str_eq(top, STR("/")) ? 1 : top.n + 1, path.n);
	return found;
}

static int compare_wanted(const void *a, const void *b)
{
	const struct wanted *left = a, *right = b;
	int order = str_cmp(left->index, right->index);

	return order ? order : str_cmp(left->name, right->name);
}

void git_index_look(const struct files *files, struct arena *arena, struct git_path *paths,
		    size_t count)
{
	struct wanted *all = ARENA_ARRAY(arena, count, struct wanted);
	size_t found = 0;

	for (size_t i = 0; i < count; i++) {
		all[found] = (struct wanted){ .path = &paths[i] };
		paths[i].tracked = find_checkout(files, arena, &all[found]);
		found += paths[i].tracked == GIT_TRACKED;
	}
	if (found > 1)
		qsort(all, found, sizeof(*all), compare_wanted);
	for (size_t from = 0, to; from < found; from = to) {
		for (to = from + 1; to < found && str_eq(all[to].index, all[from].index); to++)
			;
		search_file(files, arena, all + from, to - from);
	}
}
