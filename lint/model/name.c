/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "model/name.h"

#include "base/arena.h"
#include "base/nearest.h"
#include "base/node.h"

static bool is_name_byte(char c)
{
	return (c >= 'a' && c <= 'z') || byte_is_digit(c) || c == '_' || c == '-';
}

struct str name_normalise(struct arena *arena, struct str text)
{
	struct str lower = str_lower(arena, text);
	struct builder b = { .arena = arena };

	for (size_t i = 0; i < lower.n; i++) {
		char c = lower.p[i];

		if (is_name_byte(c) && (b.n || (c != '_' && c != '-')))
			builder_byte(&b, c);
	}
	return b.n ? builder_str(&b) : STR("");
}

bool name_is_valid(struct str text)
{
	if (!text.n || text.p[0] == '_' || text.p[0] == '-')
		return false;
	for (size_t i = 0; i < text.n; i++)
		if (!is_name_byte(text.p[i]))
			return false;
	return true;
}

struct str name_hint(struct arena *arena, const struct node *mapping, struct str name)
{
	struct nearest nearest = { .wanted = name };

	for (size_t i = 0; mapping && mapping->kind == NODE_MAPPING && i < mapping->count; i++)
		nearest_offer(&nearest, mapping->in.pairs[i].key->text);
	if (!nearest.name.n)
		return STR("");
	return arena_fmt(arena, "; write \"%.*s\" if that is meant", STR_FMT(nearest.name));
}
