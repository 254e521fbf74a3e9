/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "base/source.h"

#include "base/arena.h"
#include "base/path.h"
#include "base/utf8.h"

enum { FIRST_BLOCK = 64 };

/* The block of a number, and where it stands there. */
static size_t block_of(size_t number, size_t *position)
{
	size_t block = 0, start = 0, length = FIRST_BLOCK;

	while (number - start >= length) {
		start += length;
		length *= 2;
		block++;
	}
	*position = number - start;
	return block;
}

/* Those that are asked. */
static struct sources *whole_of(struct sources *sources)
{
	return sources->whole ? sources->whole : sources;
}

void sources_init(struct sources *sources, struct arena *arena)
{
	*sources = (struct sources){ .arena = arena,
				     .by_path = { .arena = &sources->held },
				     .count = 1 };
}

void sources_free(struct sources *sources)
{
	arena_free(&sources->held);
}

void sources_share(struct sources *sources, struct arena *arena, struct sources *whole)
{
	*sources = (struct sources){ .arena = arena, .naming = whole->naming, .whole = whole };
}

static struct source *append(struct sources *sources, struct str name, struct str path,
			     struct str bytes)
{
	struct arena *arena = &sources->held;
	struct source *source = ARENA_NEW(arena, struct source);
	size_t position, block = block_of(sources->count, &position);

	if (!sources->blocks[block])
		sources->blocks[block] =
			ARENA_ARRAY(arena, (size_t)FIRST_BLOCK << block, struct source *);
	source->number = (uint32_t)sources->count++;
	source->name = arena_str(arena, name);
	source->path = arena_str(arena, path);
	source->bytes = bytes;
	sources->nbytes += bytes.n;
	sources->blocks[block][position] = source;
	table_add(&sources->by_path, source->path, source);
	return source;
}

struct source *source_add(struct sources *sources, struct str name, struct str path,
			  struct str bytes)
{
	struct sources *whole = whole_of(sources);
	struct source *source;

	lock_take(&whole->lock);
	/* another thread may have been quicker */
	source = sources->whole ? table_get(&whole->by_path, path) : NULL;
	if (!source) {
		source = append(whole, name, path, bytes);
		source->shared = sources->whole != NULL;
	}
	lock_give(&whole->lock);
	return source;
}

struct source *source_find(struct sources *sources, struct str path)
{
	struct sources *whole = whole_of(sources);
	struct source *source;

	lock_take(&whole->lock);
	source = table_get(&whole->by_path, path);
	lock_give(&whole->lock);
	return source;
}

size_t sources_bytes(struct sources *sources)
{
	struct sources *whole = whole_of(sources);
	size_t nbytes;

	lock_take(&whole->lock);
	nbytes = whole->nbytes;
	lock_give(&whole->lock);
	return nbytes;
}

void sources_forget(struct sources *sources, size_t from)
{
	sources->by_path = (struct table){ .arena = &sources->held };
	sources->nbytes = 0;
	for (size_t i = 1; i < sources->count; i++) {
		size_t position, block = block_of(i, &position);
		struct source *source = sources->blocks[block][position];

		if (source && source->shared && i >= from) {
			sources->blocks[block][position] = NULL;
		} else if (source) {
			sources->nbytes += source->bytes.n;
			table_add(&sources->by_path, source->path, source);
		}
	}
}

void sources_reorder(struct sources *sources, const uint32_t *order, const uint32_t *places)
{
	sources->order = order;
	sources->places = places;
	sources->norder = sources->count;
}

const struct source *source_at(const struct sources *sources, size_t place)
{
	return source_get(sources,
			  place < sources->norder ? sources->order[place] : (uint32_t)place);
}

uint32_t source_place_of(const struct sources *sources, uint32_t number)
{
	return number < sources->norder ? sources->places[number] : number;
}

/* What a thread has got the number of is there: the others only add to it. */
static inline struct source *find(const struct sources *sources, uint32_t number)
{
	const struct sources *whole = sources->whole ? sources->whole : sources;
	size_t position = number, block = 0;

	/* runs of many files are few */
	if (number >= FIRST_BLOCK)
		block = block_of(number, &position);
	return number && whole->blocks[block] ? whole->blocks[block][position] : NULL;
}

const struct source *source_get(const struct sources *sources, uint32_t number)
{
	return find(sources, number);
}

void source_decoded(struct sources *sources, uint32_t number, struct str bytes)
{
	struct source *source = find(sources, number);

	if (!source)
		return;
	source->bytes = bytes;
	source->lines = NULL;
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
	return source_prefixed(sources, source_shown(sources, name));
}

struct str source_shown(const struct sources *sources, struct str path)
{
	const struct path_naming *naming = &sources->naming;

	return naming->shown ? naming->shown(naming->self, sources->arena, path) : path;
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
	source->nlines = count;
	source->lines = lines;
}

static void need_lines(struct sources *sources, struct source *source)
{
	struct sources *whole = whole_of(sources);

	lock_take(&whole->lock);
	if (!source->lines)
		index_lines(&whole->held, source);
	lock_give(&whole->lock);
}

/* With its lines, which are made by whoever asks first. */
static inline struct source *indexed(struct sources *sources, uint32_t number)
{
	struct source *source = find(sources, number);

	if (source && !source->lines)
		need_lines(sources, source);
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

static void need_marks(struct sources *sources, struct source *source)
{
	struct sources *whole = whole_of(sources);

	lock_take(&whole->lock);
	if (!source->marks)
		make_marks(&whole->held, source);
	lock_give(&whole->lock);
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
static uint32_t columns_between(struct sources *sources, struct source *source, uint32_t start,
				uint32_t offset, bool utf16)
{
	struct source_mark from = { .at = start }, to = from;

	if (offset <= start)
		return 0;
	if (offset - start > 4 * STRIDE) {
		need_marks(sources, source);
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
	place.column += columns_between(sources, source, source->lines[low], offset, utf16);
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
	const struct source *source = indexed(sources, number);

	return source ? source_line_of(source, line) : STR("");
}

struct str source_line_of(const struct source *source, uint32_t line)
{
	struct str text;

	if (!line || line > source->nlines)
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
