/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/literal.h"

#include "base/arena.h"
#include "read/yaml.h"

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

/* A part of a value in the literal text: a piece of the file, or a reference. */
struct piece {
	struct str text; /* of a reference: its variable */
	bool refers;
	size_t n;    /* bytes in the literal text */
	size_t from; /* of a default: where it stands in the template; else 0 */
};

static struct piece piece_of(const struct node *value, size_t i)
{
	const struct node *written = node_written(value);
	const struct part *part = &value->parts[i];
	struct str reference = str_slice(written->text, part->template_from, part->template_to);
	struct piece piece = { .text = default_of(reference, part->name) };

	if (part->kind == PART_LITERAL) {
		piece.text = str_slice(value->text, part->from, part->to);
	} else if (piece.text.n) {
		piece.from = (size_t)(piece.text.p - written->text.p);
	} else {
		piece.refers = true;
		piece.text = part->name;
	}
	piece.n = piece.text.n + (piece.refers ? 3 : 0);
	return piece;
}

struct str literal_text(struct arena *arena, const struct node *value, bool *refers)
{
	struct builder b = { .arena = arena };

	*refers = false;
	if (!value->nparts)
		return node_text(value);
	for (size_t i = 0; i < value->nparts; i++) {
		struct piece piece = piece_of(value, i);

		if (piece.refers)
			builder_fmt(&b, "${%.*s}", STR_FMT(piece.text));
		else
			builder_add(&b, piece.text);
		*refers = *refers || piece.refers;
	}
	return builder_str(&b);
}

static struct span span_in_part(const struct sources *sources, const struct node *value, size_t i,
				size_t from, size_t to)
{
	const struct node *written = node_written(value);
	const struct part *part = &value->parts[i];
	struct piece piece = piece_of(value, i);

	if (part->kind == PART_LITERAL)
		return yaml_subspan(sources, value, part->from + from, part->from + to);
	if (piece.refers)
		return yaml_subspan(sources, written, part->template_from, part->template_to);
	return yaml_subspan(sources, written, piece.from + from, piece.from + to);
}

struct span literal_span(const struct sources *sources, const struct node *value, size_t from,
			 size_t to)
{
	struct span found = SPAN_NONE;
	size_t at = 0;

	if (!value->nparts)
		return yaml_subspan(sources, value, from, to);
	for (size_t i = 0; i < value->nparts && at < to; i++) {
		size_t n = piece_of(value, i).n;
		size_t first = from > at ? from - at : 0, last = to < at + n ? to - at : n;

		if (first < last) {
			struct span span = span_in_part(sources, value, i, first, last);

			if (span_is_none(found))
				found = span;
			found.end = span.end;
		}
		at += n;
	}
	return span_is_none(found) || found.end < found.start ? value->span : found;
}
