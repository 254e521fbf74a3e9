/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "report/excerpt.h"

#include "base/arena.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "fact/credential.h"
#include "read/dockerfile_text.h"
#include "report/line.h"

enum {
	CONTEXT = 40,       /* columns before what is underlined, when the line is cut */
	PARENT_LINES = 200, /* how far up a parent is looked for */
	JOINED_LINES = 50,  /* that go on in each other, on either side of what is shown */
	NEAR_LINES = 2      /* on either side that may have a part of a token */
};

/* Visible, and each TAB as four blanks. */
static struct str shown(struct arena *arena, struct str text)
{
	struct builder visible = { .arena = arena }, b = { .arena = arena };
	struct str rest;

	if (utf8_plain(text) == text.n && !str_has(text, STR("##[")))
		return text;
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

/* ---- what stands below a name ---- */

static size_t indentation(struct str line)
{
	size_t n = 0;

	while (n < line.n && byte_is_blank(line.p[n]))
		n++;
	return n;
}

/* The line above that this one is indented under, "volumes:" for an item; 0: none. */
static uint32_t parent_of(const struct source *source, uint32_t line,
			  const struct excerpt_memo *memo)
{
	struct str text = source_line_of(source, line);
	size_t indent = indentation(text);
	bool item = indent < text.n && text.p[indent] == '-';

	for (uint32_t i = line - 1; i && line - i <= PARENT_LINES;) {
		struct str above = source_line_of(source, i);
		size_t other = indentation(above);
		bool blank = other == above.n || above.p[other] == '#';

		if (!blank &&
		    (other < indent || (item && other == indent && above.p[other] != '-')))
			return i;
		/* no line between that one and its own parent is indented less */
		if (!blank && memo && other < EXCERPT_INDENTS && memo->asked[other].line == i)
			i = memo->asked[other].parent;
		else
			i--;
	}
	return 0;
}

static uint32_t known_parent(const struct excerpt_request *request, uint32_t line)
{
	struct excerpt_memo *memo = request->memo;
	uint32_t parent;
	size_t indent = indentation(source_line_of(request->source, line));

	if (!memo || indent >= EXCERPT_INDENTS)
		return parent_of(request->source, line, memo);
	if (memo->asked[indent].line != line) {
		parent = parent_of(request->source, line, memo);
		memo->asked[indent].line = line;
		memo->asked[indent].parent = parent;
	}
	return memo->asked[indent].parent;
}

/* The key that the line begins with, or whose value it begins: "NAME:", "- NAME:", "? NAME", ": value". */
static struct str key_of(const struct source *source, uint32_t number)
{
	struct str line = source_line_of(source, number);
	size_t from = indentation(line), to, indent = from;

	if (from < line.n && line.p[from] == ':') {
		for (uint32_t i = number - 1; i && number - i <= JOINED_LINES; i--) {
			line = source_line_of(source, i);
			from = indentation(line);
			if (from == indent && from < line.n && line.p[from] == '?')
				break;
		}
	}
	while (from < line.n &&
	       (byte_is_blank(line.p[from]) || line.p[from] == '-' || line.p[from] == '?' ||
		line.p[from] == '"' || line.p[from] == '\''))
		from++;
	for (to = from; to < line.n && byte_is_name(line.p[to]);)
		to++;
	/* torn, and it may be any name */
	if (to < line.n && line.p[to] == '\\')
		return STR("password");
	return str_slice(line, from, to);
}

/* Where keys are names of what the user likes, and no words of Compose or names of services. */
static bool has_own_names(struct str key)
{
	static const struct str all[] = { STR_INIT("environment"), STR_INIT("labels"),
					  STR_INIT("annotations"), STR_INIT("args"),
					  STR_INIT("driver_opts"), STR_INIT("options") };

	for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++)
		if (str_eq(key, all[i]))
			return true;
	return str_starts(key, STR("x-"));
}

/* It belongs to a key whose name hides, though the key is in another line. */
static bool is_below_secret(const struct excerpt_request *request, uint32_t number)
{
	uint32_t above;
	struct str line = str_trim(source_line_of(request->source, number));
	bool named = str_starts(line, STR(":")) &&
		     credential_name_hides(key_of(request->source, number));

	for (above = known_parent(request, number); above; above = known_parent(request, above)) {
		struct str key = key_of(request->source, above);

		if (named && has_own_names(key))
			return true;
		named = named || credential_name_hides(key);
	}
	return false;
}

/* What the finding hides in the line, besides what is hidden in all lines; from >= to: nothing. */
static struct credential_range hidden(const struct excerpt_request *request, struct str line,
				      uint32_t number, size_t from, size_t to, bool primary)
{
	struct credential_range range = { line.n, line.n };
	size_t equals;

	if (request->kind == EXCERPT_ENV) {
		equals = first_of(line, 0, line.n);
		range.from = equals == STR_NPOS ? 0 : equals + 1;
		if (str_starts(str_trim(line), STR("#")))
			range.from = 0;
	} else if (request->kind == EXCERPT_YAML && is_below_secret(request, number)) {
		range.from = indentation(line);
	} else if (request->conceals && primary) {
		range = (struct credential_range){ from, to };
	} else if (request->secret && primary) {
		range = value_range(line, from, to);
	}
	return range;
}

/* ---- lines that go on ---- */

/* What several lines make together, where a "\\" at the end of one lets it go on in the next. */
struct joined {
	struct builder text;
	size_t from, to; /* the bytes of it that are of the line that is shown */
	size_t skipped;  /* blanks that begin that line and are not in it */
};

/* How much of the line is left where it goes on in the next one; all of it: it does not. */
static size_t goes_on(struct str line)
{
	size_t end = line.n;

	while (end && byte_is_space(line.p[end - 1]))
		end--;
	return end && (line.p[end - 1] == '\\' || line.p[end - 1] == '`') ? end - 1 : line.n;
}

static void join(struct joined *joined, const struct excerpt_request *request, struct str line,
		 bool first, bool meant)
{
	size_t skipped = first || request->kind != EXCERPT_YAML ? 0 : indentation(line);

	if (meant) {
		joined->from = joined->text.n;
		joined->skipped = skipped;
	}
	builder_add(&joined->text, str_slice(line, skipped, goes_on(line)));
	if (meant)
		joined->to = joined->text.n;
}

static bool has_room(size_t *left, struct str line)
{
	bool fits = line.n <= *left;

	*left -= fits ? line.n : 0;
	return fits;
}

/* A Dockerfile's comment or empty line, which the builder leaves out where lines go on. */
static bool stands_between(const struct excerpt_request *request, struct str line)
{
	if (request->kind != EXCERPT_DOCKERFILE && request->kind != EXCERPT_OTHER)
		return false;
	line = str_trim(line);
	return !line.n || line.p[0] == '#';
}

/* The last word of the text is a name and the beginning of its secret. */
static bool is_begun(struct credentials *credentials, struct arena *arena, struct str text)
{
	size_t start = text.n;

	while (start && !byte_is_space(text.p[start - 1]))
		start--;
	return credential_mask_line(credentials, arena, str_slice(text, start, text.n), NULL, 0)
		       .nranges > 0;
}

/* A name that hides is torn where the line begins, and what it names follows in that line. */
static bool is_torn_name(struct str text, size_t line)
{
	size_t mark = first_of(text, line, text.n), from, to;

	if (mark == STR_NPOS)
		return false;
	to = mark && (text.p[mark - 1] == '"' || text.p[mark - 1] == '\'') ? mark - 1 : mark;
	for (from = to; from && byte_is_name(text.p[from - 1]);)
		from--;
	return from < line && credential_name_hides(str_slice(text, from, to));
}

/* As many as are searched for credentials.  False: the line stands alone. */
static bool join_lines(struct joined *joined, const struct excerpt_request *request,
		       uint32_t number)
{
	const struct source *source = request->source;
	uint32_t first = number, last = number;
	struct str line = source_line_of(source, number);
	size_t left = LIMIT_SCAN_BYTES;

	if (!has_room(&left, line))
		return false;
	for (uint32_t i = number; i > 1 && number - i < JOINED_LINES; i--) {
		line = source_line_of(source, i - 1);
		if (stands_between(request, line))
			continue;
		if (goes_on(line) == line.n || !has_room(&left, line))
			break;
		first = i - 1;
	}
	line = source_line_of(source, number);
	for (bool on = goes_on(line) != line.n; on && last - number < JOINED_LINES; last++) {
		line = source_line_of(source, last + 1);
		if (!has_room(&left, line))
			break;
		on = stands_between(request, line) || goes_on(line) != line.n;
	}
	for (uint32_t i = first; i <= last && first != last; i++)
		if (i == number || !stands_between(request, source_line_of(source, i)))
			join(joined, request, source_line_of(source, i), i == first, i == number);
	return first != last;
}

/* What of the masked ranges of the whole is of the line that is shown; with room for one more. */
static struct credential_range *ranges_within(struct arena *arena, const struct joined *joined,
					      const struct credential_masked *masked,
					      struct str line, size_t *count)
{
	struct credential_range *ranges =
		ARENA_ARRAY(arena, masked->nranges + 1, struct credential_range);

	for (size_t i = 0; i < masked->nranges; i++) {
		struct credential_range range = masked->ranges[i];

		if (range.from < joined->from)
			range.from = joined->from;
		if (range.to > joined->to)
			range.to = joined->to;
		if (range.from >= range.to)
			continue;
		ranges[*count].from = range.from - joined->from + joined->skipped;
		ranges[(*count)++].to =
			range.to == joined->to ? line.n : range.to - joined->from + joined->skipped;
	}
	return ranges;
}

/* ---- tokens that line ends tear ---- */

/* What is hidden of a line, [start, start + line.n) of the text that was searched. */
struct pieces {
	struct arena *arena;
	struct credential_range *ranges; /* with room for one more */
	size_t count, capacity;
	size_t start, n;
};

static void take_piece(void *context, size_t from, size_t to)
{
	struct pieces *pieces = context;
	struct credential_range *range;

	if (to <= pieces->start || from >= pieces->start + pieces->n)
		return;
	pieces->ranges = arena_grow(pieces->arena, pieces->ranges, pieces->count + 1,
				    &pieces->capacity, sizeof(*pieces->ranges));
	range = &pieces->ranges[pieces->count++];
	range->from = from > pieces->start ? from - pieces->start : 0;
	range->to = to - pieces->start < pieces->n ? to - pieces->start : pieces->n;
}

/* Adds what of the line is of a token that begins above or goes on below. */
static void add_broken(struct arena *work, const struct excerpt_request *request, struct str line,
		       uint32_t number, struct pieces *pieces)
{
	const struct source *whole = request->source;
	struct str first = source_line_of(whole, number > NEAR_LINES ? number - NEAR_LINES : 1);
	size_t from = (size_t)(first.p - whole->bytes.p), to = (size_t)(line.p - whole->bytes.p);

	pieces->start = to - from;
	pieces->n = line.n;
	for (unsigned i = 0; i <= NEAR_LINES && to < whole->bytes.n; i++) {
		to = str_find_byte(whole->bytes, '\n', to);
		to = to == STR_NPOS ? whole->bytes.n : to + 1;
	}
	credential_each_broken(request->credentials, work, str_slice(whole->bytes, from, to),
			       take_piece, pieces);
}

/* What is hidden of the line for what it says together with others; NAME=\ has its value in the
   next one.  With room for one more. */
static struct credential_range *torn_ranges(struct arena *arena,
					    const struct excerpt_request *request, struct str line,
					    uint32_t number, size_t *count)
{
	struct arena work = { 0 };
	struct joined joined = { .text = { .arena = &work } };
	struct credential_masked masked = { 0 };
	struct pieces pieces = { .arena = arena };

	*count = 0;
	if (join_lines(&joined, request, number)) {
		struct str text = builder_str(&joined.text);
		struct str before = str_slice(text, 0, joined.from);

		if (request->memo)
			request->memo->joined += text.n;
		masked = str_ends(str_trim(before), STR("=")) || is_torn_name(text, joined.from) ||
					 is_begun(request->credentials, &work, before)
				 ? credential_mask_line(request->credentials, &work, text, NULL, 0)
				 : credential_mask_torn(request->credentials, &work, text);
	}
	pieces.ranges = ranges_within(arena, &joined, &masked, line, &pieces.count);
	pieces.capacity = masked.nranges + 1;
	add_broken(&work, request, line, number, &pieces);
	arena_free(&work);
	*count = pieces.count;
	return pieces.ranges;
}

/* The same, found once for all findings in a line. */
static struct credential_range *known_torn_ranges(struct arena *arena,
						  const struct excerpt_request *request,
						  struct str line, uint32_t number, size_t *count)
{
	struct excerpt_torn *torn = request->memo ? &request->memo->torn : NULL;

	if (!torn)
		return torn_ranges(arena, request, line, number, count);
	if (torn->first != line.p || torn->kind != request->kind) {
		*torn = (struct excerpt_torn){ .first = line.p, .kind = request->kind };
		torn->ranges = torn_ranges(arena, request, line, number, &torn->count);
	}
	*count = torn->count;
	return torn->ranges;
}

/* It goes on in another line, and so much of such lines was searched that it is not shown. */
static bool is_too_much(const struct excerpt_request *request, uint32_t number)
{
	struct str line, above;

	if (!request->memo || request->memo->joined < LIMIT_JOINED_BYTES)
		return false;
	line = source_line_of(request->source, number);
	above = source_line_of(request->source, number - 1);
	return goes_on(line) != line.n || goes_on(above) != above.n ||
	       stands_between(request, above);
}

/* The line as it is shown, with its columns; `kept` where that is the same line, or NULL. */
static struct excerpt_line mask(struct arena *arena, const struct excerpt_request *request,
				struct str line, uint32_t number,
				const struct credential_range *range,
				const struct excerpt_line *kept)
{
	bool hides = range->from < range->to;
	struct credential_range *all;
	size_t count;
	struct excerpt_line made = { .first = line.p, .kind = request->kind };

	if (kept && !hides && kept->first == line.p && kept->kind == request->kind)
		return *kept;
	all = known_torn_ranges(arena, request, line, number, &count);
	if (hides)
		all[count++] = *range;
	made.masked = credential_mask_line(request->credentials, arena, line, all, count);
	made.shown = shown(arena, made.masked.text);
	made.columns = line_width(made.shown);
	return made;
}

/* The columns before byte `offset` of the line.  Goes on from where it was asked last. */
static size_t columns_before(struct arena *arena, struct excerpt_line *line, size_t offset)
{
	struct str text = line->masked.text;
	size_t to = credential_masked_offset(&line->masked, offset), width;

	/* it shows as it is */
	if (line->shown.p == text.p)
		return to;
	if (to < line->at)
		line->at = line->width = 0;
	width = line->width + line_width(shown(arena, str_slice(text, line->at, to)));
	/* pieces add up where neither a character nor "##[" is torn, which is shown otherwise */
	if (to && to < text.n && ((unsigned char)text.p[to] & 0xC0) != 0x80 &&
	    text.p[to - 1] != '#') {
		line->at = to;
		line->width = width;
	}
	return width;
}

/* Cuts the line to the columns [from, from + columns); says with an ellipsis where it was cut. */
static struct str window(struct arena *arena, const struct excerpt_line *line, size_t from,
			 size_t columns, size_t *offset)
{
	struct builder b = { .arena = arena };
	struct str ellipsis = STR("\xE2\x80\xA6"), text = line->shown;
	size_t column = 0;

	*offset = 0;
	if (!from && line->columns <= columns)
		return text;
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

static void add_parent(struct arena *arena, const struct excerpt_request *request, size_t columns,
		       struct excerpt *excerpt)
{
	struct excerpt_memo *kept = request->memo;
	struct credential_range range;
	struct excerpt_line shown_line;
	struct str line;
	size_t offset;

	excerpt->parent = known_parent(request, excerpt->line);
	if (!excerpt->parent || is_too_much(request, excerpt->parent)) {
		excerpt->parent = 0;
		return;
	}
	line = source_line_of(request->source, excerpt->parent);
	range = hidden(request, line, excerpt->parent, 0, 0, false);
	shown_line =
		mask(arena, request, line, excerpt->parent, &range, kept ? &kept->parent : NULL);
	if (kept && range.from >= range.to)
		kept->parent = shown_line;
	excerpt->parent_text = window(arena, &shown_line, 0, columns, &offset);
}

/* It is not what it is read as but /proc/self/environ, say, or /etc/shadow, and any line of it may be
   secret. */
static bool is_strange(const struct excerpt_request *request, struct str bytes)
{
	return str_find_byte(bytes, '\0', 0) != STR_NPOS ||
	       (request->kind == EXCERPT_DOCKERFILE && !dockerfile_text_has_from(bytes));
}

/* The bytes of the line, which begins at `start`, that the request is about. */
static struct credential_range meant_in(const struct excerpt_request *request, struct str line,
					size_t start)
{
	struct credential_range meant = {
		.from = request->span.start > start ? request->span.start - start : 0,
		.to = request->span.end > start ? request->span.end - start : 0,
	};

	if (meant.from > line.n)
		meant.from = line.n;
	if (meant.to > line.n)
		meant.to = line.n;
	if (meant.to < meant.from)
		meant.to = meant.from;
	return meant;
}

/* Its text is there; `column` and `width`: of what is meant, before anything is cut. */
static void underline(struct excerpt *excerpt, const struct excerpt_line *shown_line,
		      struct credential_range meant)
{
	size_t all = line_width(excerpt->text);

	/* what is meant lies behind the stars: they are marked in its place */
	if (!excerpt->width && meant.to > meant.from &&
	    str_starts(str_slice(shown_line->masked.text,
				 credential_masked_offset(&shown_line->masked, meant.from),
				 shown_line->masked.text.n),
		       STR("***")))
		excerpt->width = 3;
	if (!excerpt->width)
		excerpt->width = 1;
	/* no underline beyond the text */
	if (excerpt->column + excerpt->width > all)
		excerpt->width = all > excerpt->column ? all - excerpt->column : 1;
}

/* Its source is there, and asked for lines. */
static struct excerpt make(struct arena *arena, const struct excerpt_request *request,
			   struct place place)
{
	struct excerpt excerpt = { 0 };
	const struct source *source = request->source;
	struct str line = source_line_of(source, place.line);
	struct excerpt_memo *kept = request->memo;
	struct credential_range range, meant;
	struct excerpt_line shown_line;
	size_t left, right, cut = 0, offset;
	size_t columns = request->columns ? request->columns : EXCERPT_COLUMNS;

	if (!line.n || is_too_much(request, place.line))
		return excerpt;
	if (kept && kept->source != source->number)
		*kept = (struct excerpt_memo){ .joined = kept->joined,
					       .source = source->number,
					       .is_strange = is_strange(request, source->bytes) };
	if (kept ? kept->is_strange : is_strange(request, source->bytes))
		return excerpt;
	meant = meant_in(request, line, (size_t)(line.p - source->bytes.p));
	range = hidden(request, line, place.line, meant.from, meant.to, true);
	shown_line = mask(arena, request, line, place.line, &range, kept ? &kept->line : NULL);
	left = columns_before(arena, &shown_line, meant.from);
	right = columns_before(arena, &shown_line, meant.to);
	if (kept && range.from >= range.to)
		kept->line = shown_line;
	if (shown_line.columns > columns && left > columns / 2)
		cut = left - (columns / 4 < CONTEXT ? columns / 4 : CONTEXT);
	excerpt.text = window(arena, &shown_line, cut, columns, &offset);
	excerpt.line = place.line;
	/* `offset` columns stand before the cut */
	excerpt.column = left - cut + offset;
	excerpt.width = right > left ? right - left : 0;
	underline(&excerpt, &shown_line, meant);
	if (request->kind == EXCERPT_YAML)
		add_parent(arena, request, columns, &excerpt);
	return excerpt;
}

struct excerpt excerpt_make(struct arena *arena, const struct excerpt_request *request)
{
	struct excerpt_request asked = *request;
	struct place place = asked.place;

	asked.source = source_get(asked.sources, asked.span.source);
	if (!asked.source || asked.span.start > asked.source->bytes.n)
		return (struct excerpt){ 0 };
	if (!place.line)
		place = source_place(asked.sources, asked.span.source, asked.span.start);
	return make(arena, &asked, place);
}
