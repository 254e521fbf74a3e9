/* SPDX-License-Identifier: MIT */
#include "config.h"

#include <stdarg.h>

#include "base/arena.h"
#include "base/utf8.h"
#include "read/problem.h"
#include "read/yaml_reader.h"

struct finding *reader_syntax_error(struct reader *r, struct span span, const char *format, ...)
{
	struct str message;
	va_list args;

	va_start(args, format);
	message = arena_vfmt(&r->lint->run, format, args);
	va_end(args);
	r->broken = true;
	return diag_add(&r->lint->diag, STR("yaml-syntax"), span, "%.*s", STR_FMT(message));
}

struct finding *reader_refuse(struct reader *r, struct span span, const char *format, ...)
{
	struct str message;
	va_list args;

	if (r->reset_depth)
		return NULL;
	va_start(args, format);
	message = arena_vfmt(&r->lint->run, format, args);
	va_end(args);
	r->refused = true;
	return diag_add(&r->lint->diag, STR("model-invalid"), span, "%.*s", STR_FMT(message));
}

/* libyaml names the byte at which a sequence went wrong; it began up to three bytes before. */
static size_t invalid_sequence(struct str bytes, size_t at)
{
	size_t from = at > 3 ? at - 3 : 0;

	while (from < at && ((unsigned char)bytes.p[from] & 0xC0) == 0x80)
		from++;
	while (from < at) {
		struct utf8 u = utf8_decode(str_slice(bytes, from, bytes.n));

		if (!u.valid)
			break;
		from += u.bytes;
	}
	return from;
}

void reader_report_byte(struct reader *r, struct str problem, size_t at)
{
	struct str bytes = r->source->bytes;
	const struct problem *known = problem_find(problem);

	if (!known)
		reader_syntax_error(r, reader_character(r, invalid_sequence(bytes, at)),
				    "this is not valid UTF-8; save the file as UTF-8")
			->cause = CAUSE_BYTE;
	else if (at < bytes.n && bytes.p[at] == '\0')
		reader_syntax_error(
			r, reader_character(r, at),
			"a NUL byte stands here; if the file is UTF-16, save it as UTF-8")
			->cause = CAUSE_BYTE;
	else
		reader_syntax_error(r, reader_character(r, at), "%s", known->message)->cause =
			CAUSE_BYTE;
}

/* The "#" of a comment that took the end of the collection along; STR_NPOS: none.  A "#" in a
   quoted value of more than one line is taken for one. */
static size_t comment_over_end(struct str bytes, size_t from, size_t to)
{
	const char end = bytes.p[from] == '[' ? ']' : '}';
	size_t last = STR_NPOS;

	for (size_t at = from; at < to; at++) {
		struct str comment;
		size_t line;

		if (bytes.p[at] != '#' || !byte_is_blank(bytes.p[at - 1]))
			continue;
		line = str_find_byte(bytes, '\n', at);
		comment = str_slice(bytes, at, line);
		if (line < to && str_find_byte(comment, end, 0) != STR_NPOS)
			last = at;
	}
	return last;
}

static bool report_comment(struct reader *r, size_t open, size_t at)
{
	size_t comment = comment_over_end(r->source->bytes, open, at);
	const char *end = r->source->bytes.p[open] == '[' ? "]" : "}";
	struct finding *finding;

	if (comment == STR_NPOS)
		return false;
	finding =
		reader_syntax_error(r, reader_character(r, open),
				    "this is not closed, since \"%s\" stands behind a \"#\", in a "
				    "comment; put it on the next line, or quote the value",
				    end);
	diag_related(&r->lint->diag, finding, RELATED_OTHER, reader_character(r, comment),
		     "the comment begins here");
	return true;
}

/* "[" as the last of all: libyaml misses the item that would follow, and not the bracket. */
static bool report_open_end(struct reader *r, size_t at)
{
	struct str before = str_trim(str_slice(r->source->bytes, 0, at));
	char last = before.n ? before.p[before.n - 1] : '\0';

	if (last != '[' && last != '{' && last != ',')
		return false;
	reader_syntax_error(
		r, reader_character(r, (size_t)(before.p + before.n - 1 - r->source->bytes.p)),
		"%s is not closed; the file ends behind this",
		last == '['   ? "a list in brackets"
		: last == '{' ? "a mapping in braces"
			      : "a list in brackets or a mapping in braces");
	return true;
}

/* What the text around says more than libyaml does; NULL: nothing. */
static const char *message_around(const struct reader *r, const struct problem *known, size_t at,
				  size_t context, bool at_end)
{
	struct str bytes = r->source->bytes;
	const char *message = NULL;

	if (str_starts(known->words, STR("mapping values are not allowed")))
		return problem_line_before(bytes, at);
	if (str_starts(known->words, STR("could not find expected")))
		message = problem_on_line(bytes, context);
	if (!message && !at_end &&
	    (known->at_context || str_starts(known->words, STR("did not find expected"))))
		message = problem_around(bytes, at, known->at_context ? context : at);
	return message;
}

void reader_report_text(struct reader *r, const struct complaint *complaint)
{
	struct str problem = complaint->problem;
	const struct problem *known = problem_find(problem);
	size_t at = complaint->at, context = complaint->context;
	size_t comma = reader_comma_of_tag(r, at);
	bool has_context = complaint->has_context;
	bool at_end = !str_trim(str_slice(r->source->bytes, at, r->source->bytes.n)).n;
	const char *message;
	struct finding *finding;

	if (str_eq(problem, STR("found character that cannot start any token"))) {
		char c = at < r->source->bytes.n ? r->source->bytes.p[at] : '\0';

		reader_syntax_error(r, reader_character(r, at), "%s", problem_first_byte(c));
		return;
	}
	if (comma != STR_NPOS && str_starts(problem, STR("did not find expected ','"))) {
		reader_syntax_error(r, reader_character(r, comma),
				    "a blank is missing before this comma, which is taken for a "
				    "part of the tag");
		return;
	}
	if (!known) {
		reader_syntax_error(r, reader_character(r, at), "not well-formed: %.*s",
				    STR_FMT(problem));
		return;
	}
	if (at < r->source->bytes.n && r->source->bytes.p[at] == '?' &&
	    str_eq(problem, STR("did not find expected node content"))) {
		reader_syntax_error(r, reader_character(r, at),
				    "a question mark begins a key; quote it if it is meant as "
				    "text");
		return;
	}
	if (at_end && str_eq(problem, STR("did not find expected node content")) &&
	    report_open_end(r, at))
		return;
	if (has_context && str_starts(problem, STR("did not find expected ','")) &&
	    report_comment(r, context, at))
		return;
	message = message_around(r, known, at, context, at_end);
	if (message && !known->at_context) {
		/* of the value that is meant, and not of the collection that it stands in */
		context = problem_quote(r->source->bytes, at);
		has_context = context != STR_NPOS;
	}
	if (!message)
		message = known->message;
	/* what is open at the end of the file is shown where it opens */
	if (has_context && (known->at_context || at_end)) {
		reader_syntax_error(r, reader_character(r, context), "%s", message);
		return;
	}
	finding = reader_syntax_error(r, reader_character(r, at), "%s", message);
	/* a tab is wrong whatever it stands in */
	if (has_context && !str_has(problem, STR("a tab character")))
		diag_related(&r->lint->diag, finding, RELATED_OTHER, reader_character(r, context),
			     "it began here");
}
