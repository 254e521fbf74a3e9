/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "read/comment.h"

#include <stdlib.h>

#include "base/diag.h"
#include "read/dockerfile.h"
#include "read/dotenv.h"
#include "read/written.h"
#include "read/yaml.h"

struct search {
	struct arena *arena;
	const struct source *source;
	struct str bytes;
	bool (*wanted)(struct str text);
	struct comment *all;
	size_t count, capacity;
};

static struct span span_of(const struct search *search, size_t from, size_t to)
{
	return (struct span){ search->source->number, (uint32_t)from, (uint32_t)to };
}

/* Keeps the comment in [from, to), if it is wanted. */
static void add(struct search *search, size_t from, size_t to, bool behind)
{
	struct comment comment = { .own_line = !behind, .behind = behind };

	while (to > from + 1 && byte_is_space(search->bytes.p[to - 1]))
		to--;
	comment.span = span_of(search, from, to);
	comment.text = str_trim(str_slice(search->bytes, from + 1, to));
	if (!search->wanted(comment.text))
		return;
	search->all = arena_grow(search->arena, search->all, search->count, &search->capacity,
				 sizeof(*search->all));
	search->all[search->count++] = comment;
}

/* The first of the spans, which are sorted, that begins at `at` or behind it. */
static size_t first_from(const struct span *spans, size_t count, size_t at)
{
	size_t low = 0, high = count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (spans[middle].start < at)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* ---- YAML ---- */

static size_t comment_end(struct str bytes, size_t at)
{
	while (at < bytes.n && !written_break(bytes, at))
		at++;
	return at;
}

static bool is_behind_break(struct str bytes, size_t at)
{
	return at == 0 || (at == 3 && str_starts(bytes, STR("\xEF\xBB\xBF"))) ||
	       (at >= 1 && written_break(bytes, at - 1)) ||
	       (at >= 2 && written_break(bytes, at - 2) == 2) ||
	       (at >= 3 && written_break(bytes, at - 3) == 3);
}

/* In the gap [at, to) between two values. */
static void search_gap(struct search *search, size_t at, size_t to)
{
	struct str bytes = search->bytes;

	while ((at = str_find_byte(str_slice(bytes, 0, to), '#', at)) != STR_NPOS) {
		size_t end = at + 1;

		if (is_behind_break(bytes, at) || byte_is_blank(bytes.p[at - 1])) {
			end = comment_end(bytes, at);
			add(search, at, end, false);
		}
		at = end;
	}
}

static size_t line_start(struct str bytes, size_t at)
{
	while (!is_behind_break(bytes, at))
		at--;
	return at;
}

/* Nothing but blanks and the signs of an entry whose content begins on a later line. */
static bool is_on_own_line(struct str bytes, size_t from, size_t to)
{
	for (; from < to; from++)
		if (!byte_is_blank(bytes.p[from]) && bytes.p[from] != '-' && bytes.p[from] != '?')
			return false;
	return true;
}

static void relate_to_entry(const struct yaml_outline *outline, struct str bytes,
			    struct comment *comment)
{
	size_t line = line_start(bytes, comment->span.start), at;

	comment->own_line = is_on_own_line(bytes, line, comment->span.start);
	at = first_from(outline->entries, outline->nentries,
			comment->own_line ? comment->span.end : line);
	if (at == outline->nentries)
		return;
	if (comment->own_line) {
		comment->about = outline->entries[at];
		return;
	}
	for (; at < outline->nentries && outline->entries[at].start < comment->span.start; at++) {
		if (span_is_none(comment->about))
			comment->about = outline->entries[at];
		if (outline->entries[at].end > comment->about.end)
			comment->about.end = outline->entries[at].end;
	}
}

static void search_yaml(struct search *search, struct lint *lint)
{
	struct yaml_outline outline = { 0 };
	size_t at = 0, first;

	/* UTF-16 has become UTF-8 when the file was read, or could not be read at all */
	if (str_starts(search->bytes, STR("\xFE\xFF")) ||
	    str_starts(search->bytes, STR("\xFF\xFE")))
		return;
	yaml_parse_outlined(lint, search->source, &outline);
	first = search->bytes.n;
	if (outline.nscalars)
		first = outline.scalars[0].start;
	if (outline.nentries && outline.entries[0].start < first)
		first = outline.entries[0].start;
	for (size_t i = 0; i < outline.nscalars; i++) {
		search_gap(search, at, outline.scalars[i].start);
		at = outline.scalars[i].end;
	}
	search_gap(search, at, search->bytes.n);
	for (size_t i = 0; i < search->count; i++) {
		relate_to_entry(&outline, search->bytes, &search->all[i]);
		search->all[i].leads = search->all[i].span.end <= first;
	}
}

/* ---- Dockerfiles and env files ---- */

/* `spans`: instructions or assignments, in their order. */
static void relate_to_statement(struct search *search, const struct span *spans, size_t count)
{
	for (size_t i = 0; i < search->count; i++) {
		struct comment *comment = &search->all[i];
		size_t at = first_from(spans, count, comment->span.start);

		if (comment->behind)
			continue;
		comment->leads = at == 0;
		/* a comment between the lines of an instruction */
		if (at && spans[at - 1].end > comment->span.start)
			at--;
		if (at < count)
			comment->about = spans[at];
	}
}

static size_t line_end(struct str bytes, size_t at)
{
	size_t end = str_find_byte(bytes, '\n', at);

	return end == STR_NPOS ? bytes.n : end;
}

/* Behind the first word of a line in [at, to), outside of quotes; lines of comments are not among them. */
static void search_behind_words(struct search *search, size_t at, size_t to)
{
	struct str bytes = search->bytes;
	bool begins = false; /* nothing but blanks since the line began */
	char quote = '\0', before = '\0';

	for (; at < to; before = bytes.p[at++]) {
		char c = bytes.p[at];

		if (c == '#' && !quote && (begins || byte_is_blank(before))) {
			if (!begins)
				add(search, at, line_end(bytes, at), true);
			at = line_end(bytes, at) - 1;
			continue;
		}
		if (c == '\\' && quote != '\'' && at + 1 < to)
			c = bytes.p[++at];
		else if (c == quote)
			quote = '\0';
		else if (!quote && (c == '"' || c == '\''))
			quote = c;
		begins = c == '\n' || (begins && byte_is_blank(c));
	}
}

static int compare_places(const void *left, const void *right)
{
	return span_cmp(((const struct comment *)left)->span,
			((const struct comment *)right)->span);
}

static void search_dockerfile(struct search *search, struct lint *lint)
{
	const struct source *source = search->source;
	struct dockerfile file =
		dockerfile_parse(lint, source, span_of(search, 0, search->bytes.n));
	struct span *spans = ARENA_ARRAY(&lint->run, file.ninstrs + 1, struct span);

	for (size_t i = 0; i < file.ncomments; i++)
		add(search, file.comments[i].start, file.comments[i].end, false);
	for (size_t i = 0; i < file.ninstrs; i++) {
		const struct dockerfile_instr *instr = &file.instrs[i];

		spans[i] = instr->span;
		/* it may be what is wrong, which is told */
		if (instr->error)
			continue;
		search_behind_words(search, instr->span.start,
				    instr->ndocs ? instr->docs[0].span.start : instr->span.end);
	}
	if (search->count)
		qsort(search->all, search->count, sizeof(*search->all), compare_places);
	relate_to_statement(search, spans, file.ninstrs);
}

/* In [at, to), where no assignment stands; what stands behind one on its line is no comment line. */
static void search_lines(struct search *search, size_t at, size_t to)
{
	struct str bytes = search->bytes;

	while (at < to) {
		size_t end = line_end(bytes, at), sign = at;

		while (sign < end && byte_is_space(bytes.p[sign]))
			sign++;
		if (sign < to && sign < end && bytes.p[sign] == '#')
			add(search, sign, end,
			    at > 0 && bytes.p[at - 1] != '\n' && !is_behind_break(bytes, at));
		at = end + 1;
	}
}

/* Behind what cannot be read, or in a file of the format "raw", a line is an assignment. */
static size_t add_lines(const struct search *search, size_t at, struct span *spans, size_t count)
{
	struct str bytes = search->bytes;

	while (at < bytes.n) {
		size_t end = line_end(bytes, at);
		struct str line = str_trim(str_slice(bytes, at, end));

		if (line.n && line.p[0] != '#')
			spans[count++] = span_of(search, at, end);
		at = end + 1;
	}
	return count;
}

static void search_env(struct search *search, struct lint *lint)
{
	struct dotenv env = dotenv_parse(lint, search->source, DOTENV_DEFAULT);
	size_t at = str_starts(search->bytes, STR("\xEF\xBB\xBF")) ? 3 : 0;
	size_t count = env.count, lines = 0;
	struct span *spans;

	for (size_t i = at; env.broken && i < search->bytes.n; i++)
		lines += search->bytes.p[i] == '\n';
	spans = ARENA_ARRAY(&lint->run, count + lines + 1, struct span);
	for (size_t i = 0; i < count; i++) {
		const struct assignment *assignment = &env.assignments[i];

		search_lines(search, at, assignment->name_span.start);
		at = assignment->span.end;
		spans[i] = span_of(search, assignment->name_span.start, at);
	}
	search_lines(search, at, search->bytes.n);
	if (env.broken) {
		while (count && at < search->bytes.n && search->bytes.p[at - 1] != '\n')
			at++;
		count = add_lines(search, at, spans, count);
	}
	relate_to_statement(search, spans, count);
}

size_t comments_read(struct arena *arena, const struct source *source,
		     enum comment_language language, bool (*wanted)(struct str text),
		     const struct comment **all)
{
	struct search search = {
		.arena = arena, .source = source, .bytes = source->bytes, .wanted = wanted
	};
	struct lint again; /* its findings are known */

	lint_init(&again);
	switch (language) {
	case COMMENT_YAML:
		search_yaml(&search, &again);
		break;
	case COMMENT_DOCKERFILE:
		search_dockerfile(&search, &again);
		break;
	case COMMENT_ENV:
		search_env(&search, &again);
		break;
	}
	lint_free(&again);
	*all = search.all;
	return search.count;
}
