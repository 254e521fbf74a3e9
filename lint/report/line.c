/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "report/line.h"

#include "base/arena.h"
#include "base/utf8.h"

void line_add(struct builder *b, struct str text)
{
	utf8_add_visible(b, text, 0);
}

void line_add_place(struct builder *b, struct sources *sources, struct span span)
{
	struct place place = source_place(sources, span.source, span.start);

	line_add(b, source_name(sources, span));
	builder_fmt(b, ":%u:%u", (unsigned)place.line, (unsigned)place.column);
}

/* How many bytes an escape sequence of ours takes at the start of the text. */
static size_t sequence(struct str text)
{
	size_t end;

	if (!str_starts(text, STR("\033[")))
		return 0;
	end = str_find_byte(text, 'm', 0);
	return end == STR_NPOS ? 0 : end + 1;
}

void line_put(FILE *stream, const struct builder *b)
{
	struct str text = builder_str(b);
	size_t at = 0;

	while (at < text.n) {
		size_t skip = sequence(str_slice(text, at, text.n));

		if (!skip && !byte_is_space(text.p[at]))
			break;
		at += skip ? skip : 1;
	}
	fwrite(text.p, 1, at, stream);
	if (str_starts(str_slice(text, at, text.n), STR("::")))
		fputc('\\', stream);
	if (text.n > at)
		fwrite(text.p + at, 1, text.n - at, stream);
	fputc('\n', stream);
}

size_t line_width(struct str visible)
{
	size_t width = 0;

	while (visible.n) {
		struct utf8 u = utf8_decode(visible);

		width += utf8_width(u.code);
		visible = str_slice(visible, u.bytes, visible.n);
	}
	return width;
}

void line_wrap(FILE *stream, struct arena *arena, struct str text, size_t width, struct str first,
	       struct str next)
{
	struct builder b = { .arena = arena };
	size_t used = line_width(first), at = 0;
	bool empty = true;

	builder_add(&b, first);
	while (at < text.n) {
		size_t end;
		struct builder word = { .arena = arena };
		size_t columns;

		while (at < text.n && byte_is_space(text.p[at]))
			at++;
		end = at;
		while (end < text.n && !byte_is_space(text.p[end]))
			end++;
		if (end == at)
			break;
		line_add(&word, str_slice(text, at, end));
		columns = line_width(builder_str(&word));
		if (!empty && used + 1 + columns > width) {
			line_put(stream, &b);
			b.n = 0;
			builder_add(&b, next);
			used = line_width(next);
			empty = true;
		}
		if (!empty) {
			builder_byte(&b, ' ');
			used++;
		}
		builder_add(&b, builder_str(&word));
		used += columns;
		empty = false;
		at = end;
	}
	line_put(stream, &b);
}
