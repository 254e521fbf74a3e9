/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "report/excerpt.h"

#include "base/arena.h"
#include "base/utf8.h"
#include "fact/credential.h"
#include "report/line.h"

enum {
	CONTEXT = 40,      /* columns before what is underlined, when the line is cut */
	PARENT_LINES = 200 /* how far up a parent is looked for */
};

/* Visible, and each TAB as four blanks. */
static struct str shown(struct arena *arena, struct str text)
{
	struct builder visible = { .arena = arena }, b = { .arena = arena };
	struct str rest;

	utf8_add_visible(&visible, text, 0);
	rest = builder_str(&visible);
	while (rest.p) {
		builder_add(&b, str_cut(&rest, '\t'));
		if (rest.p)
			builder_add(&b, STR("    "));
	}
	return builder_str(&b);
}

static size_t first_of(struct str line, size_t from, size_t to)
{
	while (from < to && line.p[from] != '=' && line.p[from] != ':')
		from++;
	return from < to ? from : STR_NPOS;
}

/*
 * The bytes of the line that hold the value, where the span points at a name,
 * at NAME=value or at a value.  Nothing where there is only a name.
 */
static struct credential_range value_range(struct str line, size_t from, size_t to)
{
	size_t mark = first_of(line, from, to);
	struct str before = str_trim(str_slice(line, 0, from));

	if (mark == STR_NPOS && before.n &&
	    (before.p[before.n - 1] == ':' || before.p[before.n - 1] == '='))
		return (struct credential_range){ from, line.n };
	if (mark == STR_NPOS)
		mark = first_of(line, to, line.n);
	if (mark == STR_NPOS || mark + 1 >= line.n)
		return (struct credential_range){ line.n, line.n };
	mark++;
	while (mark < line.n && byte_is_blank(line.p[mark]))
		mark++;
	return (struct credential_range){ mark, line.n };
}

/* What the finding hides in the line, besides what is hidden in all lines; from >= to: nothing. */
static struct credential_range hidden(const struct excerpt_request *request, struct str line,
				      size_t from, size_t to, bool primary)
{
	struct credential_range range = { line.n, line.n };
	size_t equals;

	if (request->kind == EXCERPT_ENV) {
		equals = first_of(line, 0, line.n);
		range.from = equals == STR_NPOS ? 0 : equals + 1;
		if (str_starts(str_trim(line), STR("#")))
			range.from = 0;
	} else if (request->conceals && primary) {
		range = (struct credential_range){ from, to };
	} else if (request->secret && primary) {
		range = value_range(line, from, to);
	}
	return range;
}

/* The line as it is shown, with its columns. */
static struct excerpt_memo mask(struct arena *arena, const struct excerpt_request *request,
				struct str line, const struct credential_range *range)
{
	bool hides = range->from < range->to;
	struct excerpt_memo *kept = hides ? NULL : request->memo, memo = { 0 };

	if (kept && kept->line == line.p && kept->kind == request->kind)
		return *kept;
	memo.line = line.p;
	memo.kind = request->kind;
	memo.masked = credential_mask_line(request->credentials, arena, line, range, hides);
	memo.shown = shown(arena, memo.masked.text);
	memo.columns = line_width(memo.shown);
	return memo;
}

/* The columns before byte `offset` of the line.  Goes on from where it was asked last. */
static size_t columns_before(struct arena *arena, struct excerpt_memo *memo, size_t offset)
{
	struct str text = memo->masked.text;
	size_t to = credential_masked_offset(&memo->masked, offset), width;

	if (to < memo->at)
		memo->at = memo->width = 0;
	width = memo->width + line_width(shown(arena, str_slice(text, memo->at, to)));
	/* pieces add up where neither a character nor "##[" is torn, which is shown otherwise */
	if (to && to < text.n && ((unsigned char)text.p[to] & 0xC0) != 0x80 &&
	    text.p[to - 1] != '#') {
		memo->at = to;
		memo->width = width;
	}
	return width;
}

/* Cuts `text` to the columns [from, from + columns); says with an ellipsis where it was cut. */
static struct str window(struct arena *arena, struct str text, size_t from, size_t columns,
			 size_t *offset)
{
	struct builder b = { .arena = arena };
	struct str ellipsis = STR("\xE2\x80\xA6");
	size_t column = 0;

	*offset = 0;
	if (from) {
		builder_add(&b, ellipsis);
		*offset = 1;
	}
	while (text.n) {
		struct utf8 u = utf8_decode(text);
		size_t width = utf8_width(u.code);

		if (column >= from && column + width > from + columns) {
			builder_add(&b, ellipsis);
			break;
		}
		if (column >= from) {
			builder_add(&b, str_slice(text, 0, u.bytes));
		} else if (column + width > from) {
			/* a wide character astride the edge */
			*offset += column + width - from;
			builder_byte(&b, ' ');
		}
		column += width;
		text = str_slice(text, u.bytes, text.n);
	}
	return builder_str(&b);
}

static size_t indentation(struct str line)
{
	size_t n = 0;

	while (n < line.n && byte_is_blank(line.p[n]))
		n++;
	return n;
}

/* The line above that this one is indented under, "volumes:" for an item; 0: none. */
static uint32_t parent_of(struct sources *sources, uint32_t number, uint32_t line)
{
	struct str text = source_line(sources, number, line);
	size_t indent = indentation(text);
	bool item = indent < text.n && text.p[indent] == '-';

	for (uint32_t i = 1; i < line && i <= PARENT_LINES; i++) {
		struct str above = source_line(sources, number, line - i);
		size_t other = indentation(above);

		/* blank, or a comment */
		if (other == above.n || above.p[other] == '#')
			continue;
		if (other < indent || (item && other == indent && above.p[other] != '-'))
			return line - i;
	}
	return 0;
}

static uint32_t known_parent(const struct excerpt_request *request, uint32_t line)
{
	struct excerpt_parent *last = request->last;
	uint32_t number = request->span.source;

	if (!last)
		return parent_of(request->sources, number, line);
	if (last->source != number || last->line != line)
		*last = (struct excerpt_parent){ number, line,
						 parent_of(request->sources, number, line) };
	return last->parent;
}

struct excerpt excerpt_make(struct arena *arena, const struct excerpt_request *request)
{
	struct excerpt excerpt = { 0 };
	struct sources *sources = request->sources;
	uint32_t number = request->span.source;
	const struct source *source = source_get(sources, number);
	struct credential_range range;
	struct excerpt_memo memo;
	struct place place;
	struct str line, text;
	size_t start, from, to, left, right, cut = 0, offset;
	size_t columns = request->columns ? request->columns : EXCERPT_COLUMNS;

	if (!source || request->span.start > source->bytes.n)
		return excerpt;
	place = source_place(sources, number, request->span.start);
	line = source_line(sources, number, place.line);
	if (!line.n)
		return excerpt;
	start = (size_t)(line.p - source->bytes.p);
	from = request->span.start > start ? request->span.start - start : 0;
	to = request->span.end > start ? request->span.end - start : 0;
	if (from > line.n)
		from = line.n;
	if (to > line.n)
		to = line.n;
	if (to < from)
		to = from;

	range = hidden(request, line, from, to, true);
	memo = mask(arena, request, line, &range);
	left = columns_before(arena, &memo, from);
	right = columns_before(arena, &memo, to);
	if (request->memo && range.from >= range.to)
		*request->memo = memo;
	if (memo.columns > columns && left > columns / 2)
		cut = left - (columns / 4 < CONTEXT ? columns / 4 : CONTEXT);
	text = window(arena, memo.shown, cut, columns, &offset);
	excerpt.line = place.line;
	excerpt.text = text;
	excerpt.column = left - cut + offset;
	excerpt.width = right > left ? right - left : 1;
	/* what is meant lies behind the stars: they are marked in its place */
	if (right == left && to > from &&
	    str_starts(str_slice(memo.masked.text, credential_masked_offset(&memo.masked, from),
				 memo.masked.text.n),
		       STR("***")))
		excerpt.width = 3;
	/* `offset` columns stand before the cut; no underline beyond the text */
	if (excerpt.column + excerpt.width > line_width(text)) {
		size_t all = line_width(text);

		excerpt.width = all > excerpt.column ? all - excerpt.column : 1;
	}
	if (request->kind == EXCERPT_YAML)
		excerpt.parent = known_parent(request, place.line);
	if (excerpt.parent) {
		line = source_line(sources, number, excerpt.parent);
		range = hidden(request, line, 0, 0, false);
		memo = mask(arena, request, line, &range);
		excerpt.parent_text = window(arena, memo.shown, 0, columns, &offset);
	}
	return excerpt;
}
