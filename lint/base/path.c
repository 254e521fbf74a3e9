/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "base/path.h"

#include "base/arena.h"

bool path_is_absolute(struct str path)
{
	return path.n && path.p[0] == '/';
}

struct str path_clean(struct arena *arena, struct str path)
{
	struct builder b = { .arena = arena };
	bool absolute = path_is_absolute(path);
	size_t floor; /* bytes that ".." may not take away */
	struct str rest = path;

	if (absolute)
		builder_byte(&b, '/');
	floor = b.n;
	while (rest.p) {
		struct str part = str_cut(&rest, '/');

		if (!part.n || str_eq(part, STR(".")))
			continue;
		if (str_eq(part, STR(".."))) {
			if (b.n > floor) {
				while (b.n > floor && b.p[b.n - 1] != '/')
					b.n--;
				if (b.n > floor)
					b.n--;
				continue;
			}
			if (absolute)
				continue;
			/* a relative path may climb out of where it starts */
			if (b.n)
				builder_byte(&b, '/');
			builder_add(&b, part);
			floor = b.n;
			continue;
		}
		if (b.n && b.p[b.n - 1] != '/')
			builder_byte(&b, '/');
		builder_add(&b, part);
	}
	return b.n ? builder_str(&b) : STR(".");
}

struct str path_join(struct arena *arena, struct str directory, struct str path)
{
	struct builder b = { .arena = arena };

	if (path_is_absolute(path))
		return path;
	builder_add(&b, directory);
	builder_byte(&b, '/');
	builder_add(&b, path);
	return path_clean(arena, builder_str(&b));
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
