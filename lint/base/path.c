/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "base/path.h"

#include "base/arena.h"

bool path_is_absolute(struct str path)
{
	return path.n && path.p[0] == '/';
}

/* Bytes of a path, whose first part begins at `at`, up to a part that is empty or begins with ".": in
   most, all. */
static size_t clean_bytes(const char *text, size_t n, size_t at)
{
	const uint64_t ones = UINT64_C(0x0101010101010101);

	if (at < n && (text[at] == '/' || text[at] == '.'))
		return at;
	/* eight at once, with what stands behind each: a byte is 0 where "/" stands before "/" or ".",
	   which differ in the last bit alone */
	for (uint64_t eight, behind; at + sizeof(eight) < n; at += sizeof(eight)) {
		memcpy(&eight, text + at, sizeof(eight));
		memcpy(&behind, text + at + 1, sizeof(behind));
		eight = (eight ^ '/' * ones) | ((behind ^ '.' * ones) & 0xFE * ones);
		if ((eight - ones) & ~eight & 0x80 * ones)
			break;
	}
	for (; at + 1 < n; at++)
		if (text[at] == '/' && (text[at + 1] == '/' || text[at + 1] == '.'))
			return at + 1;
	return n;
}

/* Cleans the text where it stands: what comes out is never longer, but for the "." of none. */
static struct str cleaned(char *text, size_t n)
{
	bool absolute = n && text[0] == '/';
	size_t floor = absolute; /* bytes that ".." may not take away */
	size_t from = clean_bytes(text, n, absolute), kept = from;

	if (from > floor && text[from - 1] == '/')
		kept--;
	for (size_t to; from < n; from = to + 1) {
		struct str part = { text + from, 0 };
		bool climbs;

		while (from + part.n < n && text[from + part.n] != '/')
			part.n++;
		to = from + part.n;
		if (!part.n || str_eq(part, STR(".")))
			continue;
		climbs = str_eq(part, STR(".."));
		if (climbs && (absolute || kept > floor)) {
			while (kept > floor && text[kept - 1] != '/')
				kept--;
			if (kept > floor)
				kept--;
			continue;
		}
		if (kept && text[kept - 1] != '/')
			text[kept++] = '/';
		memmove(text + kept, part.p, part.n);
		kept += part.n;
		/* a relative path may climb out of where it starts */
		if (climbs)
			floor = kept;
	}
	if (!kept)
		text[kept++] = '.';
	text[kept] = '\0';
	return (struct str){ text, kept };
}

struct str path_clean(struct arena *arena, struct str path)
{
	char *text = arena_alloc(arena, path.n + 2);

	if (path.n)
		memcpy(text, path.p, path.n);
	return cleaned(text, path.n);
}

struct str path_join(struct arena *arena, struct str directory, struct str path)
{
	char *text;

	if (path_is_absolute(path))
		return path;
	text = arena_alloc(arena, directory.n + path.n + 2);
	if (directory.n)
		memcpy(text, directory.p, directory.n);
	text[directory.n] = '/';
	if (path.n)
		memcpy(text + directory.n + 1, path.p, path.n);
	return cleaned(text, directory.n + 1 + path.n);
}

struct str path_directory(struct str path)
{
	size_t slash = str_rfind_byte(path, '/');

	if (slash == STR_NPOS)
		return STR(".");
	return slash ? str_slice(path, 0, slash) : STR("/");
}

struct str path_base(struct str path)
{
	size_t slash = str_rfind_byte(path, '/');

	return slash == STR_NPOS ? path : str_slice(path, slash + 1, path.n);
}

bool path_leads_out(struct str path)
{
	return str_eq(path, STR("..")) || str_starts(path, STR("../"));
}

bool path_is_within(struct str inside, struct str outer)
{
	if (str_eq(outer, STR("/")))
		return path_is_absolute(inside);
	return str_starts(inside, outer) && (inside.n == outer.n || inside.p[outer.n] == '/');
}

struct str path_relative(struct arena *arena, struct str path, struct str from)
{
	struct builder b = { .arena = arena };

	while (!path_is_within(path, from)) {
		from = path_directory(from);
		if (b.n)
			builder_byte(&b, '/');
		builder_add(&b, STR(".."));
	}
	path = str_slice(path, str_eq(from, STR("/")) ? 1 : from.n + 1, path.n);
	if (path.n) {
		if (b.n)
			builder_byte(&b, '/');
		builder_add(&b, path);
	}
	return b.n ? builder_str(&b) : STR(".");
}
