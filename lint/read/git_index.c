/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "read/git_index.h"

#include <string.h>

#include "base/limits.h"
#include "base/path.h"

enum {
	HEADER_BYTES = 12,
	FIXED_BYTES = 40, /* of an entry, before the name of its object */
	FLAG_BYTES = 2,
	ALIGNMENT = 8,
	FLAG_EXTENDED = 0x4000,
	SHA1_BYTES = 20,
	SHA256_BYTES = 32
};

/* An index while it is read. */
struct index {
	struct arena *arena;
	struct str bytes;
	size_t at;
	uint32_t version, count;
	size_t object_bytes;
	struct str last; /* the path before */
};

static uint32_t number_at(struct str bytes, size_t at, size_t size)
{
	uint32_t number = 0;

	for (size_t i = 0; i < size; i++)
		number = number << 8 | (unsigned char)bytes.p[at + i];
	return number;
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
	return *dropped <= index->last.n;
}

static bool read_path(struct index *index, size_t start, struct str *path)
{
	size_t dropped = index->last.n, end;

	if (index->version == 4 && !read_dropped(index, &dropped))
		return false;
	end = str_find_byte(index->bytes, '\0', index->at);
	if (end == STR_NPOS)
		return false;
	*path = str_slice(index->bytes, index->at, end);
	if (index->version == 4) {
		if (dropped < index->last.n)
			*path = arena_fmt(
				index->arena, "%.*s%.*s",
				STR_FMT(str_slice(index->last, 0, index->last.n - dropped)),
				STR_FMT(*path));
		index->at = end + 1;
		return true;
	}
	index->at = start + (end - start + ALIGNMENT) / ALIGNMENT * ALIGNMENT;
	return index->at <= index->bytes.n;
}

static bool is_in_order(struct str before, struct str after)
{
	size_t common = before.n < after.n ? before.n : after.n;
	int order = common ? memcmp(before.p, after.p, common) : 0;

	/* one path stands several times while a merge is not settled */
	return order < 0 || (order == 0 && before.n <= after.n);
}

static bool read_entry(struct index *index, struct str *path)
{
	size_t start = index->at, fixed = FIXED_BYTES + index->object_bytes + FLAG_BYTES;
	uint32_t flags;

	if (fixed + FLAG_BYTES > index->bytes.n - start)
		return false;
	flags = number_at(index->bytes, start + FIXED_BYTES + index->object_bytes, FLAG_BYTES);
	index->at = start + fixed + (flags & FLAG_EXTENDED ? FLAG_BYTES : 0);
	if (!read_path(index, start, path) || !path->n || path->p[0] == '/' ||
	    !is_in_order(index->last, *path))
		return false;
	index->last = *path;
	return true;
}

static bool is_split(const struct index *index)
{
	size_t at = index->at;

	while (index->bytes.n - at >= 8 + index->object_bytes) {
		if (str_starts(str_slice(index->bytes, at, index->bytes.n), STR("link")))
			return true;
		if (number_at(index->bytes, at + 4, 4) > index->bytes.n - at - 8)
			return false;
		at += 8 + number_at(index->bytes, at + 4, 4);
	}
	return false;
}

static enum git_tracked search(struct arena *arena, struct str bytes, struct str wanted,
			       size_t object_bytes)
{
	struct index index = { .arena = arena,
			       .bytes = bytes,
			       .at = HEADER_BYTES,
			       .version = number_at(bytes, 4, 4),
			       .count = number_at(bytes, 8, 4),
			       .object_bytes = object_bytes };
	struct str path;

	for (uint32_t i = 0; i < index.count; i++) {
		if (!read_entry(&index, &path))
			return GIT_UNKNOWN;
		if (str_eq(path, wanted))
			return GIT_TRACKED;
	}
	return is_split(&index) ? GIT_UNKNOWN : GIT_UNTRACKED;
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

enum git_tracked git_index_look(const struct files *files, struct arena *arena, struct str path)
{
	struct str top = path_directory(path), index = STR(""), bytes = STR_NONE, wanted;
	enum git_tracked tracked;
	enum file_status status;

	for (;;) {
		tracked = index_path(files, arena, top, &index);
		if (tracked != GIT_UNTRACKED || str_eq(top, STR("/")) || !top.n)
			break;
		top = path_directory(top);
	}
	if (tracked != GIT_TRACKED)
		return tracked;
	status = files->read(files->self, arena, index, LIMIT_FILE_BYTES, &bytes);
	if (status == FILE_ABSENT) /* nothing was ever added */
		return GIT_UNTRACKED;
	if (status != FILE_OK || bytes.n < HEADER_BYTES || !str_starts(bytes, STR("DIRC")) ||
	    number_at(bytes, 4, 4) < 2 || number_at(bytes, 4, 4) > 4)
		return GIT_UNKNOWN;
	wanted = str_slice(path, str_eq(top, STR("/")) ? 1 : top.n + 1, path.n);
	tracked = search(arena, bytes, wanted, SHA1_BYTES);
	return tracked == GIT_UNKNOWN ? search(arena, bytes, wanted, SHA256_BYTES) : tracked;
}
