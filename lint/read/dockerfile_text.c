/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "read/dockerfile_text.h"

#include "read/whitespace.h"
#include "read/written.h"
#include "read/yaml.h"

/* The place of byte `at` of a text that was put together from pieces. */
static size_t piece_map(const struct dockerfile_piece *pieces, size_t count, size_t at)
{
	size_t low = 0, high = count;

	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		if (pieces[middle].line <= at)
			low = middle;
		else
			high = middle;
	}
	return count == 0 ? at : pieces[low].input + (at - pieces[low].line);
}

/* The end is mapped through the last byte, so that it stays in that byte's piece. */
void dockerfile_piece_range(const struct dockerfile_piece *pieces, size_t count, size_t *from,
			    size_t *to)
{
	size_t first = piece_map(pieces, count, *from);
	size_t last = *to > *from ? piece_map(pieces, count, *to - 1) + 1 : first;

	*from = first;
	*to = last;
}

/* The next word of the line, empty at its end. */
static struct str cut_word(struct str *line)
{
	size_t end = 0;
	struct str word;

	*line = whitespace_trim_start(*line);
	while (end < line->n && !whitespace_separates(line->p[end]))
		end++;
	word = str_slice(*line, 0, end);
	*line = str_slice(*line, end, line->n);
	return word;
}

static bool is_from(struct str line)
{
	struct str word = cut_word(&line), next;

	if (!str_eq_nocase(word, STR("FROM")))
		return false;
	do
		word = cut_word(&line);
	while (str_starts(word, STR("--")));
	next = cut_word(&line);
	return word.n && (!next.n || str_eq_nocase(next, STR("AS")) ||
			  str_find_byte(STR("#\\`"), next.p[0], 0) != STR_NPOS);
}

bool dockerfile_text_has_from(struct str bytes)
{
	struct str rest = bytes;

	if (str_starts(rest, STR("\xEF\xBB\xBF")))
		rest = str_slice(rest, 3, rest.n);
	while (rest.p)
		if (is_from(str_cut(&rest, '\n')))
			return true;
	return false;
}

const struct dockerfile_text *
dockerfile_text_of_source(struct arena *arena, const struct source *source, struct span within)
{
	struct dockerfile_text *text = ARENA_NEW(arena, struct dockerfile_text);

	text->bytes = str_slice(source->bytes, within.start, within.end);
	text->within = within;
	text->within.source = source->number;
	text->strange = !dockerfile_text_has_from(text->bytes);
	return text;
}

/* The text that Compose hands on, with a piece for each stretch that stays. */
static void drop_unknown(struct arena *arena, struct dockerfile_text *text,
			 const struct node *scalar)
{
	struct builder out = { .arena = arena };
	struct dockerfile_piece *pieces =
		ARENA_ARRAY(arena, scalar->nparts + 1, struct dockerfile_piece);
	size_t at = 0, count = 0;

	for (size_t i = 0; i <= scalar->nparts; i++) {
		bool end = i == scalar->nparts;
		size_t from = end ? scalar->text.n : scalar->parts[i].from;

		if (!end && scalar->parts[i].kind != PART_UNKNOWN)
			continue;
		if (from > at) {
			pieces[count++] =
				(struct dockerfile_piece){ (uint32_t)out.n, (uint32_t)at };
			builder_add(&out, str_slice(scalar->text, at, from));
		}
		at = end ? from : scalar->parts[i].to;
	}
	text->bytes = builder_str(&out);
	text->pieces = pieces;
	text->npieces = count;
}

const struct dockerfile_text *dockerfile_text_of_scalar(struct lint *lint,
							const struct node *scalar)
{
	struct dockerfile_text *text = ARENA_NEW(&lint->run, struct dockerfile_text);

	text->bytes = scalar->text;
	text->within = scalar->span;
	text->scalar = scalar;
	text->sources = &lint->sources;
	text->map = ARENA_NEW(&lint->run, struct written_map);
	text->map->arena = &lint->run;
	if (node_has_part(scalar, PART_UNKNOWN))
		drop_unknown(&lint->run, text, scalar);
	return text;
}

struct span dockerfile_text_span(const struct dockerfile_text *text, size_t from, size_t to)
{
	if (text->scalar == NULL)
		return (struct span){ text->within.source, text->within.start + (uint32_t)from,
				      text->within.start + (uint32_t)to };
	dockerfile_piece_range(text->pieces, text->npieces, &from, &to);
	return yaml_subspan_of_many(text->sources, text->scalar, from, to, text->map);
}
