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

/* The small letter at text[*i]; the only two beyond ASCII that have one within it are counted. */
static char small_letter(struct str text, size_t *i)
{
	static const struct str kelvin = STR_INIT("\xe2\x84\xaa"), dotted_i = STR_INIT("\xc4\xb0");
	struct str rest = str_slice(text, *i, text.n);
	char c = text.p[*i];

	if (str_starts(rest, kelvin)) {
		*i += kelvin.n - 1;
		return 'k';
	}
	if (str_starts(rest, dotted_i)) {
		*i += dotted_i.n - 1;
		return 'i';
	}
	return byte_lower(c);
}

struct str name_normalise(struct arena *arena, struct str text)
{
	struct builder b = { .arena = arena };

	for (size_t i = 0; i < text.n; i++) {
		char c = small_letter(text, &i);

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
