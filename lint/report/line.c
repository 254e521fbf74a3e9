/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "report/line.h"

#include <string.h>

#include "base/arena.h"
#include "base/utf8.h"

void line_add(struct builder *b, struct str text)
{
	utf8_add_visible(b, text, 0);
}

struct str line_visible(struct arena *arena, struct str text, size_t columns)
{
	struct builder b = { .arena = arena };

	utf8_add_visible(&b, text, columns);
	return builder_str(&b);
}

void line_add_place(struct builder *b, struct sources *sources, struct span span)
{
	line_add_name_and_place(b, source_name(sources, span),
				source_place(sources, span.source, span.start));
}

void line_add_name_and_place(struct builder *b, struct str name, struct place place)
{
	line_add(b, name);
	builder_byte(b, ':');
	builder_number(b, place.line, 0);
	builder_byte(b, ':');
	builder_number(b, place.column, 0);
}

/* How many bytes an escape sequence of ours takes at the start of the text: colour, or a link. */
static size_t sequence(struct str text)
{
	size_t end;

	if (str_starts(text, STR("\033["))) {
		end = str_find_byte(text, 'm', 0);
		return end == STR_NPOS ? 0 : end + 1;
	}
	if (!str_starts(text, STR("\033]")))
		return 0;
	end = str_find(text, STR("\033\\"), 0);
	return end == STR_NPOS ? 0 : end + 2;
}

void line_end(struct builder *b, size_t from)
{
	struct str text = str_slice(builder_str(b), from, b->n);
	size_t at = 0;

	while (at < text.n) {
		size_t skip = byte_is_space(text.p[at]);

		if (text.p[at] == '\033')
			skip = sequence(str_slice(text, at, text.n));
		if (!skip)
			break;
		at += skip;
	}
	builder_byte(b, '\n');
	if (!str_starts(str_slice(text, at, text.n), STR("::")))
		return;
	/* one byte of room */
	builder_byte(b, '\n');
	memmove(b->p + from + at + 1, b->p + from + at, b->n - 1 - from - at);
	b->p[from + at] = '\\';
}

void line_put(FILE *stream, struct builder *b)
{
	line_end(b, 0);
	fwrite(b->p, 1, b->n, stream);
	b->n = 0;
}

size_t line_width(struct str visible)
{
	size_t width = 0;

	while (visible.n) {
		size_t skip = utf8_plain(visible);
		struct utf8 u;

		width += skip;
		if (!skip && visible.p[0] == '\033')
			skip = sequence(visible);
		if (!skip) {
			u = utf8_decode(visible);
			width += utf8_width(u.code);
			skip = u.bytes;
		}
		visible = str_slice(visible, skip, visible.n);
	}
	return width;
}

struct wrapping {
	struct builder *b;
	size_t from;        /* where the line begins */
	size_t width, used; /* columns */
	struct str next;
	bool empty; /* no word is in the line yet */
};

static void wrap_word(struct wrapping *w, struct str word)
{
	size_t columns = line_width(word);

	if (!w->empty && w->width && w->used + 1 + columns > w->width) {
		line_end(w->b, w->from);
		w->from = w->b->n;
		builder_add(w->b, w->next);
		w->used = line_width(w->next);
		w->empty = true;
	}
	if (!w->empty) {
		builder_byte(w->b, ' ');
		w->used++;
	}
	builder_add(w->b, word);
	w->used += columns;
	w->empty = false;
}

void line_add_wrapped(struct builder *b, struct str text, size_t width, struct str first,
		      struct str next, struct str last)
{
	struct wrapping w = { .b = b,
			      .from = b->n,
			      .width = width,
			      .used = line_width(first),
			      .next = next,
			      .empty = true };
	size_t at = 0;

	builder_add(b, first);
	while (at < text.n) {
		size_t end;
		struct builder word = { .arena = b->arena };

		while (at < text.n && byte_is_space(text.p[at]))
			at++;
		end = at;
		while (end < text.n && !byte_is_space(text.p[end]))
			end++;
		if (end == at)
			break;
		line_add(&word, str_slice(text, at, end));
		wrap_word(&w, builder_str(&word));
		at = end;
	}
	if (last.n)
		wrap_word(&w, last);
	line_end(b, w.from);
}

void line_wrap(FILE *stream, struct arena *arena, struct str text, size_t width, struct str first,
	       struct str next)
{
	struct builder b = { .arena = arena };

	line_add_wrapped(&b, text, width, first, next, STR_NONE);
	fwrite(b.p, 1, b.n, stream);
}
