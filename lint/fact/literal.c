/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/literal.h"

#include "base/arena.h"

/* The default that stands in a reference: ${NAME:-value} */
static struct str default_of(struct str reference, struct str name)
{
	struct str rest = str_slice(reference, 2 + name.n, reference.n);

	if (!str_starts(reference, STR("${")) || !str_ends(rest, STR("}")))
		return STR("");
	rest = str_slice(rest, 0, rest.n - 1);
	if (str_starts(rest, STR(":-")))
		return str_slice(rest, 2, rest.n);
	return str_starts(rest, STR("-")) ? str_slice(rest, 1, rest.n) : STR("");
}

struct str literal_text(struct arena *arena, const struct node *value, bool *refers)
{
	const struct node *written = value->written ? value->written : value;
	struct builder b = { .arena = arena };

	*refers = false;
	if (!value->nparts)
		return node_text(value);
	for (size_t i = 0; i < value->nparts; i++) {
		const struct part *part = &value->parts[i];
		struct str reference =
			str_slice(written->text, part->template_from, part->template_to);
		struct str piece = default_of(reference, part->name);

		if (part->kind == PART_LITERAL) {
			builder_add(&b, str_slice(value->text, part->from, part->to));
		} else if (piece.n) {
			builder_add(&b, piece);
		} else {
			*refers = true;
			builder_add(&b, STR("${"));
			builder_add(&b, part->name);
			builder_byte(&b, '}');
		}
	}
	return builder_str(&b);
}
