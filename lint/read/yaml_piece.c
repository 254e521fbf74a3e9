/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "read/yaml.h"

#include "read/written.h"

/* Bytes [from, to) of what is written in the file, without variables. */
static struct span find_written(const struct sources *sources, const struct node *node, size_t from,
				size_t to, struct written_map *map)
{
	const struct source *source = source_get(sources, node->span.source);
	size_t start = node->span.start, end, found_start, found_end;
	struct str writing;

	if (!source || !node->text.n)
		return node->span;
	writing = str_slice(source->bytes, start, node->span.end);
	/* a text that borrows from the file needs no search, nor has an env file another way */
	if (str_lies_in(node->text, node->style == STYLE_MADE ? writing : source->bytes)) {
		start = (size_t)(node->text.p - source->bytes.p);
		return (struct span){ source->number, (uint32_t)(start + from),
				      (uint32_t)(start + to) };
	}
	if (node->style == STYLE_MADE)
		return node->span;
	start += written_properties(writing);
	end = node->style == STYLE_LITERAL || node->style == STYLE_FOLDED ? source->bytes.n
									  : node->span.end;
	writing = str_slice(source->bytes, start, end);
	if (!written_find(writing, node->style, node->text, from, to, map, &found_start,
			  &found_end))
		return node->span;
	found_start += start;
	found_end += start;
	/* line ends behind a block scalar are part of its text, but not of its span */
	if (found_end > node->span.end)
		found_end = node->span.end;
	if (found_start > found_end)
		found_start = found_end;
	return (struct span){ source->number, (uint32_t)found_start, (uint32_t)found_end };
}

/* In literal text of a template "$$" stands for one byte: `n` bytes of text end there. */
static size_t behind_literal(struct str template, size_t at, size_t n)
{
	for (; n > 0; n--)
		at += str_starts(str_slice(template, at, template.n), STR("$$")) ? 2 : 1;
	return at < template.n ? at : template.n;
}

/* The part that holds byte `at` of the text; NULL: none does. */
static const struct part *part_at(const struct node *node, size_t at)
{
	for (size_t i = 0; i < node->nparts; i++)
		if (at >= node->parts[i].from && at < node->parts[i].to)
			return &node->parts[i];
	return NULL;
}

static size_t template_start(const struct node *node, size_t at)
{
	const struct part *part = part_at(node, at);

	if (!part)
		return node->nparts ? node->parts[node->nparts - 1].template_to : 0;
	if (part->kind != PART_LITERAL)
		return part->template_from;
	return behind_literal(node->written->text, part->template_from, at - part->from);
}

static size_t template_end(const struct node *node, size_t at)
{
	const struct part *part = at ? part_at(node, at - 1) : NULL;

	if (!part)
		return node->nparts && !at ? node->parts[0].template_from : 0;
	if (part->kind != PART_LITERAL)
		return part->template_to;
	return behind_literal(node->written->text, part->template_from, at - part->from);
}

/* A reference that gave nothing belongs to the piece that it stands at the edge of. */
static void take_empty_parts(const struct node *node, size_t from, size_t to, size_t *start,
			     size_t *end)
{
	bool none = from == to;

	for (size_t i = 0; i < node->nparts; i++) {
		const struct part *part = &node->parts[i];

		if (part->from != part->to || (part->from != from && part->from != to))
			continue;
		if (none)
			*start = part->template_from;
		if (none || part->template_to > *end)
			*end = part->template_to;
		if (part->template_from < *start)
			*start = part->template_from;
		none = false;
	}
}

struct span yaml_subspan_of_many(const struct sources *sources, const struct node *scalar,
				 size_t from, size_t to, struct written_map *map)
{
	const struct node *written = node_written(scalar);
	size_t start, end;

	if (from > to || to > scalar->text.n)
		return scalar->span;
	if (!scalar->written && !scalar->nparts)
		return find_written(sources, scalar, from, to, map);
	if (!scalar->written)
		return scalar->span;
	if (scalar->nparts) {
		start = template_start(scalar, from);
		end = from == to ? start : template_end(scalar, to);
		if (end < start)
			end = start;
		take_empty_parts(scalar, from, to, &start, &end);
		return find_written(sources, written, start, end, map);
	}
	if (str_lies_in(scalar->text, written->text)) {
		start = (size_t)(scalar->text.p - written->text.p);
		return find_written(sources, written, start + from, start + to, map);
	}
	return scalar->span;
}

struct span yaml_subspan(const struct sources *sources, const struct node *scalar, size_t from,
			 size_t to)
{
	return yaml_subspan_of_many(sources, scalar, from, to, NULL);
}

/* The part of `part` that falls into [from, to), counted from there. */
static struct part cut_part(const struct node *scalar, const struct part *part, size_t from,
			    size_t to)
{
	struct part piece = *part;
	size_t first = part->from > from ? part->from : from;
	size_t last = part->to < to ? part->to : to;

	piece.from = (uint32_t)(first - from);
	piece.to = (uint32_t)(last - from);
	if (part->kind == PART_LITERAL && scalar->written) {
		struct str template = scalar->written->text;

		piece.template_from =
			(uint32_t)behind_literal(template, part->template_from, first - part->from);
		piece.template_to =
			(uint32_t)behind_literal(template, part->template_from, last - part->from);
	}
	return piece;
}

struct node *yaml_cut(struct lint *lint, const struct node *scalar, size_t from, size_t to)
{
	struct node *piece = node_copy(&lint->run, scalar);
	struct part *parts =
		scalar->nparts ? ARENA_ARRAY(&lint->run, scalar->nparts, struct part) : NULL;

	piece->kind = NODE_STRING;
	piece->tag = TAG_NONE;
	piece->text = str_slice(scalar->text, from, to);
	piece->span = yaml_subspan(&lint->sources, scalar, from, to);
	piece->written = node_written(scalar);
	piece->parts = NULL;
	piece->nparts = 0;
	for (size_t i = 0; i < scalar->nparts; i++) {
		const struct part *part = &scalar->parts[i];

		/* a part without text belongs to the piece that it stands in or ends */
		if (part->from == part->to ? from <= part->from && part->to <= to
					   : part->from < to && part->to > from)
			parts[piece->nparts++] = cut_part(scalar, part, from, to);
	}
	if (piece->nparts)
		piece->parts = parts;
	return piece;
}
