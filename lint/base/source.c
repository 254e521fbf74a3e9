/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "base/source.h"

#include "base/arena.h"
#include "base/path.h"
#include "base/utf8.h"

void sources_init(struct sources *sources, struct arena *arena)
{
	*sources = (struct sources){ .arena = arena, .by_path = { .arena = arena } };
	sources->all = arena_grow(arena, NULL, 0, &sources->capacity, sizeof(*sources->all));
	sources->count = 1;
}

struct source *source_add(struct sources *sources, struct str name, struct str path,
			  struct str bytes)
{
	struct source *source = ARENA_NEW(sources->arena, struct source);

	source->number = (uint32_t)sources->count;
	source->name = arena_str(sources->arena, name);
	source->path = arena_str(sources->arena, path);
	source->bytes = bytes;
	sources->nbytes += bytes.n;
	sources->all = arena_grow(sources->arena, sources->all, sources->count, &sources->capacity,
				  sizeof(*sources->all));
	sources->all[sources->count++] = source;
	table_add(&sources->by_path, source->path, source);
	return source;
}

struct source *source_find(struct sources *sources, struct str path)
{
	return table_get(&sources->by_path, path);
}

const struct source *source_get(const struct sources *sources, uint32_t number)
{
	return number && number < sources->count ? sources->all[number] : NULL;
}

struct str source_name(const struct sources *sources, struct span span)
{
	const struct source *source = source_get(sources, span.source);

	return source ? source->name : STR("");
}

struct str source_naming(const struct sources *sources, struct str absolute, struct str otherwise)
{
	const struct path_naming *naming = &sources->naming;
	struct str name = otherwise;

	if (naming->relative_to.n && path_is_absolute(absolute))
		name = path_relative(sources->arena, absolute, naming->relative_to);
	return source_prefixed(sources, name);
}

struct str source_prefixed(const struct sources *sources, struct str path)
{
	struct str prefix = sources->naming.prefix;

	if (!prefix.n || path_is_absolute(path) || path_leads_out(path))
		return path;
	return path_join(sources->arena, prefix, path);
}

struct str source_text(const struct sources *sources, struct span span)
{
	const struct source *source = source_get(sources, span.source);

	return source ? str_slice(source->bytes, span.start, span.end) : STR("");
}

static void index_lines(struct arena *arena, struct source *source)
{
	size_t capacity = 0, count = 0;
	uint32_t *lines = arena_grow(arena, NULL, 0, &capacity, sizeof(*lines));
	size_t at = 0;

	lines[count++] = str_starts(source->bytes, STR("\xEF\xBB\xBF")) ? 3 : 0;
	while ((at = str_find_byte(source->bytes, '\n', at)) != STR_NPOS) {
		at++;
		lines = arena_grow(arena, lines, count, &capacity, sizeof(*lines));
		lines[count++] = (uint32_t)at;
	}
	source->lines = lines;
	source->nlines = count;
}

static struct source *indexed(struct sources *sources, uint32_t number)
{
	struct source *source;

	if (!number || number >= sources->count)
		return NULL;
	source = sources->all[number];
	if (!source->lines)
		index_lines(sources->arena, source);
	return source;
}

/* Code units of UTF-16 beyond the first that the character at `at` takes. */
static uint32_t surrogates(struct str bytes, size_t at)
{
	return (unsigned char)bytes.p[at] >= 0xF0 && utf8_bytes_at(bytes, at) == 4;
}

/*
 * Where the first character at or behind each STRIDE-th byte begins, and what is counted before
 * it: so that thousands of findings on a line of megabytes do not each walk all of it.
 */
struct source_mark {
	uint32_t at, characters, surrogates;
};

enum { STRIDE = 1024 };

static void count_to(struct str bytes, size_t offset, struct source_mark *mark)
{
	while (mark->at < offset) {
		mark->surrogates += surrogates(bytes, mark->at);
		mark->at += (uint32_t)utf8_bytes_at(bytes, mark->at);
		mark->characters++;
	}
}

static void make_marks(struct arena *arena, struct source *source)
{
	struct source_mark mark = { 0 };
	size_t count = source->bytes.n / STRIDE + 1;

	source->marks = ARENA_ARRAY(arena, count, struct source_mark);
	for (size_t i = 0; i < count; i++) {
		count_to(source->bytes, i * STRIDE, &mark);
		source->marks[i] = mark;
	}
}

/* What begins before the offset, counted from the start of the file. */
static struct source_mark count_before(const struct source *source, size_t offset)
{
	size_t i = offset / STRIDE;
	struct source_mark mark;

	/* a character may begin before the stride and end behind the offset */
	if (i && source->marks[i].at > offset)
		i--;
	mark = source->marks[i];
	count_to(source->bytes, offset, &mark);
	return mark;
}

/* Columns from the start of a line to the offset. */
static uint32_t columns_between(struct arena *arena, struct source *source, uint32_t start,
				uint32_t offset, bool utf16)
{
	struct source_mark from = { .at = start }, to = from;

	if (offset <= start)
		return 0;
	if (offset - start > 4 * STRIDE) {
		if (!source->marks)
			make_marks(arena, source);
		from = count_before(source, start);
		to = count_before(source, offset);
	} else {
		count_to(source->bytes, offset, &to);
	}
	return to.characters - from.characters + (utf16 ? to.surrogates - from.surrogates : 0);
}

static struct place place_of(struct sources *sources, uint32_t number, uint32_t offset, bool utf16)
{
	struct source *source = indexed(sources, number);
	size_t low = 0, high;
	struct place place = { 1, 1 };

	if (!source)
		return place;
	if (offset > source->bytes.n)
		offset = (uint32_t)source->bytes.n;
	high = source->nlines;
	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		if (source->lines[middle] <= offset)
			low = middle;
		else
			high = middle;
	}
	place.line = (uint32_t)low + 1;
	place.column += columns_between(sources->arena, source, source->lines[low], offset, utf16);
	return place;
}

struct place source_place(struct sources *sources, uint32_t number, uint32_t offset)
{
	return place_of(sources, number, offset, false);
}

struct place source_place_utf16(struct sources *sources, uint32_t number, uint32_t offset)
{
	return place_of(sources, number, offset, true);
}

struct str source_line(struct sources *sources, uint32_t number, uint32_t line)
{
	struct source *source = indexed(sources, number);
	struct str text;

	if (!source || !line || line > source->nlines)
		return STR("");
	text = str_slice(source->bytes, source->lines[line - 1],
			 line < source->nlines ? source->lines[line] : source->bytes.n);
	while (text.n && (text.p[text.n - 1] == '\n' || text.p[text.n - 1] == '\r'))
		text.n--;
	return text;
}

bool span_is_none(struct span span)
{
	return span.source == 0;
}

bool span_eq(struct span a, struct span b)
{
	return a.source == b.source && a.start == b.start && a.end == b.end;
}

bool span_within(struct span a, struct span b)
{
	return a.source == b.source && a.start >= b.start && a.end <= b.end;
}

int span_cmp(struct span a, struct span b)
{
	if (a.source != b.source)
		return a.source < b.source ? -1 : 1;
	if (a.start != b.start)
		return a.start < b.start ? -1 : 1;
	if (a.end != b.end)
		return a.end < b.end ? -1 : 1;
	return 0;
}
