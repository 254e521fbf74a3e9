/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "base/nearest.h"

#include "base/arena.h"
#include "base/limits.h"
#include "base/utf8.h"

enum {
	NEAREST_NAMES = 400 /* a file may have thousands of names and of mistakes */
};

void nearest_offer(struct nearest *nearest, struct str name)
{
	struct str wanted = nearest->wanted;
	size_t allowed = wanted.n / 3 < 2 ? wanted.n / 3 : 2, edits;

	if (nearest->offered++ >= NEAREST_NAMES || (nearest->name.n && !nearest->edits))
		return;
	if (str_eq_nocase(name, wanted)) {
		nearest->name = name;
		nearest->edits = 0;
		return;
	}
	if (name.n > wanted.n + allowed || wanted.n > name.n + allowed)
		return;
	edits = str_distance(wanted, name);
	if (edits <= allowed && (!nearest->name.n || edits < nearest->edits)) {
		nearest->name = name;
		nearest->edits = edits;
	}
}

struct str nearest_question(struct arena *arena, const struct nearest *nearest)
{
	struct builder b = { .arena = arena };

	if (!nearest->name.n)
		return STR("");
	builder_add(&b, STR("; did you mean '"));
	utf8_add_visible(&b, nearest->name, LIMIT_QUOTE_COLUMNS);
	builder_add(&b, STR("'?"));
	return builder_str(&b);
}
