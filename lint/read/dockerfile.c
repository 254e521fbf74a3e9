/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "read/dockerfile.h"

#include "base/limits.h"
#include "read/dockerfile_text.h"
#include "read/flag_fields.h"
#include "read/heredoc.h"
#include "read/instruction_check.h"
#include "read/whitespace.h"

/* One physical line: [start, end) without its end, the next one begins at `next`. */
struct line {
	size_t start, end, next;
};

struct reader {
	struct lint *lint;
	struct arena *arena;
	const struct dockerfile_text *input;
	struct str text;
	size_t at; /* start of the next physical line */
	bool top;  /* still in the block of parser directives */
	char escape;
	struct dockerfile_directive *directives;
	size_t ndirectives, directive_capacity;
	struct dockerfile_instr *instrs;
	size_t ninstrs, instr_capacity;
	struct span *comments;
	size_t ncomments, comment_capacity;
	const struct dockerfile_error **errors;
	size_t nerrors, error_capacity;
	size_t nstages;
	size_t nwords; /* words and pairs of all instructions */
	bool broken;
	struct frontend frontend;
	bool foreign;
};

/* BuildKit stops at its first error, so the order is that of its phases. */
static void keep_error(struct reader *reader, const struct dockerfile_error *error)
{
	size_t at = reader->nerrors;

	reader->errors = arena_grow(reader->arena, reader->errors, reader->nerrors,
				    &reader->error_capacity, sizeof(*reader->errors));
	for (; at > 0 && reader->errors[at - 1]->phase > error->phase; at--)
		reader->errors[at] = reader->errors[at - 1];
	reader->errors[at] = error;
	reader->nerrors++;
	if (error->phase == DOCKERFILE_PARSE)
		reader->broken = true;
}

/* The error of an instruction, if there is one, becomes one of the file. */
static void take_error(struct reader *reader, const struct dockerfile_error *error)
{
	if (error == NULL)
		return;
	keep_error(reader, error);
	if (!reader->foreign)
		dockerfile_report(reader->lint, error);
}

/* A line ends at LF or with the text; all CR at its end are cut off. */
static struct line line_at(const struct reader *reader, size_t start)
{
	size_t lf = str_find_byte(reader->text, '\n', start);
	struct line line = { start, lf, lf + 1 };

	if (lf == STR_NPOS)
		line.end = line.next = reader->text.n;
	while (line.end > start && reader->text.p[line.end - 1] == '\r')
		line.end--;
	return line;
}

static bool next_line(struct reader *reader, struct line *line)
{
	if (reader->at >= reader->text.n)
		return false;
	*line = line_at(reader, reader->at);
	reader->at = line->next;
	return true;
}

static struct str line_text(const struct reader *reader, struct line line)
{
	return str_slice(reader->text, line.start, line.end);
}

static struct span input_span(const struct reader *reader, size_t from, size_t to)
{
	return dockerfile_text_span(reader->input, from, to);
}

/* A line whose first non-blank character is "#"; it is noted for suppressions. */
static bool is_comment(const struct reader *reader, struct line line)
{
	struct str rest = whitespace_trim_start(line_text(reader, line));

	return rest.n > 0 && rest.p[0] == '#';
}

static void note_comment(struct reader *reader, struct line line)
{
	struct str rest = whitespace_trim_start(line_text(reader, line));
	size_t from = (size_t)(rest.p - reader->text.p);

	reader->comments = arena_grow(reader->arena, reader->comments, reader->ncomments,
				      &reader->comment_capacity, sizeof(*reader->comments));
	reader->comments[reader->ncomments++] = input_span(reader, from, line.end);
}

/* Cuts "# key = value"; false: the line has another shape. */
static bool directive_parts(struct str line, struct str *key, struct str *value)
{
	size_t equals = str_find_byte(line, '=', 0);

	if (line.n == 0 || line.p[0] != '#' || equals == STR_NPOS)
		return false;
	*key = str_trim(str_slice(line, 1, equals));
	*value = str_trim(str_slice(line, equals + 1, line.n));
	if (key->n == 0 || value->n == 0 || !byte_is_alpha(key->p[0]))
		return false;
	for (size_t i = 0; i < key->n; i++)
		if (!byte_is_alnum(key->p[i]))
			return false;
	return true;
}

static bool has_directive(const struct reader *reader, struct str key)
{
	for (size_t i = 0; i < reader->ndirectives; i++)
		if (str_eq(reader->directives[i].key, key))
			return true;
	return false;
}

static void add_directive(struct reader *reader, struct str key, struct str value)
{
	size_t from = (size_t)(value.p - reader->text.p);

	reader->directives = arena_grow(reader->arena, reader->directives, reader->ndirectives,
					&reader->directive_capacity, sizeof(*reader->directives));
	reader->directives[reader->ndirectives++] =
		(struct dockerfile_directive){ key, value,
					       input_span(reader, from, from + value.n) };
}

static void refuse(struct reader *reader, enum dockerfile_fault fault, enum dockerfile_phase phase,
		   struct span span, const char *message)
{
	take_error(reader, dockerfile_error(reader->arena, fault, phase, span, "%s", message));
}

static void refuse_line(struct reader *reader, enum dockerfile_fault fault, struct span span,
			const char *message)
{
	refuse(reader, fault, DOCKERFILE_PARSE, span, message);
}

/* skip=..., experimental=... and error=BOOLEAN, joined by ";", up to the first blank.  BuildKit
   cuts three parts at most. */
static bool check_is_valid(struct str value)
{
	struct str rest = str_cut(&value, ' ');

	for (int parts = 1; rest.p != NULL; parts++) {
		struct str truth = parts < 3 ? str_cut(&rest, ';') : rest;
		struct str name = str_trim(str_cut(&truth, '='));

		if (parts == 3)
			rest = STR_NONE;
		if (truth.p == NULL)
			return false;
		if (str_eq(name, STR("skip")) || str_eq(name, STR("experimental")))
			continue;
		if (!str_eq(name, STR("error")) || !flag_is_truth(str_trim(truth)))
			return false;
	}
	return true;
}

static void take_directive(struct reader *reader, struct str key, struct str value,
			   struct span span)
{
	if (str_eq(key, STR("check")) && !check_is_valid(value))
		refuse(reader, DOCKERFILE_BAD_VALUE, DOCKERFILE_CHECK, span,
		       "the directive \"check\" takes skip=RULE,..., error=true and "
		       "experimental=RULE,..., joined by \";\" without blanks");
	if (!str_eq(key, STR("escape")))
		return;
	if (str_eq(value, STR("\\")) || str_eq(value, STR("`")))
		reader->escape = value.p[0];
	else
		refuse_line(reader, DOCKERFILE_BAD_ESCAPE_DIRECTIVE, span,
			    "the escape character can only be a backslash or a backtick");
}

/* The block of directives ends for good at the first line that is none. */
static void try_directive(struct reader *reader, struct line line)
{
	struct str text = whitespace_trim_start(line_text(reader, line)), key, value;
	struct span span = input_span(reader, line.start, line.end);

	if (!reader->top)
		return;
	reader->top = false;
	if (!directive_parts(text, &key, &value))
		return;
	key = str_lower(reader->arena, key);
	if (!str_eq(key, STR("syntax")) && !str_eq(key, STR("escape")) &&
	    !str_eq(key, STR("check")))
		return;
	reader->top = true;
	if (has_directive(reader, key)) {
		refuse_line(reader, DOCKERFILE_DUPLICATE_DIRECTIVE, span,
			    "this parser directive is given twice; keep one of them");
		return;
	}
	add_directive(reader, key, value);
	/* an indented one is no check: that is looked for by other means */
	if (!str_eq(key, STR("check")) || reader->text.p[line.start] == '#')
		take_directive(reader, key, value, span);
}

/* Cuts the escape that continues a line; only one character before it is looked at. */
static bool continues(struct str *line, char escape)
{
	size_t end = line->n;

	while (end > 0 && byte_is_blank(line->p[end - 1]))
		end--;
	if (end == 0 || line->p[end - 1] != escape || (end > 1 && line->p[end - 2] == escape))
		return false;
	line->n = end - 1;
	return true;
}

/* The text of an instruction while it is put together. */
struct assembly {
	struct builder text;
	struct dockerfile_piece *pieces;
	size_t npieces, capacity;
};

static void add_piece(struct reader *reader, struct assembly *assembly, struct str piece)
{
	assembly->pieces = arena_grow(reader->arena, assembly->pieces, assembly->npieces,
				      &assembly->capacity, sizeof(*assembly->pieces));
	assembly->pieces[assembly->npieces++] =
		(struct dockerfile_piece){ (uint32_t)assembly->text.n,
					   (uint32_t)(piece.p - reader->text.p) };
	builder_add(&assembly->text, piece);
}

/* Takes the continued lines; returns the end of the last line looked at. */
static size_t assemble(struct reader *reader, struct line first, struct assembly *assembly)
{
	struct str piece = whitespace_trim_start(line_text(reader, first));
	struct line line = first;
	bool more = continues(&piece, reader->escape);

	add_piece(reader, assembly, piece);
	while (more && next_line(reader, &line)) {
		piece = line_text(reader, line);
		if (is_comment(reader, line)) {
			note_comment(reader, line);
			continue;
		}
		if (whitespace_trim_start(piece).n == 0)
			continue;
		more = continues(&piece, reader->escape);
		add_piece(reader, assembly, piece);
	}
	return line.end;
}

static bool ends_heredoc(struct str line, const struct heredoc_marker *marker)
{
	while (marker->strip_tabs && line.n > 0 && line.p[0] == '\t')
		line = str_slice(line, 1, line.n);
	return str_eq(line, marker->name);
}

/* Reads one body; false: the file ended before its terminator. */
static bool read_body(struct reader *reader, const struct heredoc_marker *marker,
		      struct dockerfile_heredoc *doc, size_t *end)
{
	size_t start = reader->at, body_end = start;
	struct line line;
	bool found = false;

	*doc = (struct dockerfile_heredoc){ .name = marker->name,
					    .expand = marker->expand,
					    .strip_tabs = marker->strip_tabs,
					    .input = (uint32_t)start };
	while (!found && next_line(reader, &line)) {
		*end = line.end;
		found = ends_heredoc(line_text(reader, line), marker);
		if (found)
			break;
		doc->lines++;
		body_end = line.next;
	}
	doc->body = str_slice(reader->text, start, body_end);
	if (!found) /* the instruction ends without the last line's end */
		doc->span = input_span(reader, start < *end ? start : *end, *end);
	else
		doc->span = input_span(reader, start, body_end);
	return found;
}

/* Bodies follow the instruction in the order of the markers; returns the new end. */
static size_t read_heredocs(struct reader *reader, struct dockerfile_instr *instr, size_t end)
{
	struct heredoc_markers markers = { NULL, 0 };
	struct dockerfile_heredoc *docs;

	if (!instruction_takes_heredocs(instr) || !str_has(instr->line, STR("<<")))
		return end;
	markers = heredoc_find(reader->arena, instr->line);
	docs = ARENA_ARRAY(reader->arena, markers.count, struct dockerfile_heredoc);
	instr->docs = docs;
	for (size_t i = 0; i < markers.count; i++) {
		instr->ndocs++;
		if (read_body(reader, &markers.items[i], &docs[i], &end))
			continue;
		REFUSE(reader->arena, instr, DOCKERFILE_UNTERMINATED_HEREDOC, DOCKERFILE_PARSE,
		       "no line \"%.*s\" ends this heredoc; the terminator stands alone "
		       "on its line, without blanks around it",
		       STR_FMT(dockerfile_quoted(instr, markers.items[i].name)));
		break;
	}
	return end;
}

/* What depends on the place among the instructions. */
static void check_order(struct reader *reader, struct dockerfile_instr *instr)
{
	if (instr->kind == DOCKERFILE_FROM)
		reader->nstages++;
	else if (reader->nstages == 0 && instr->kind != DOCKERFILE_ARG)
		REFUSE(reader->arena, instr, DOCKERFILE_INSTRUCTION_BEFORE_FROM, DOCKERFILE_CHECK,
		       "only ARG may stand before the first FROM; move %.*s below it",
		       STR_FMT(dockerfile_kind_name(instr->kind)));
}

/* The lines behind an instruction whose heredoc is none are instructions to the builder. */
static void check_body(struct reader *reader, struct dockerfile_instr *instr)
{
	const struct dockerfile_instr *above = instr;
	struct str name;

	while (above->kind == DOCKERFILE_UNKNOWN && above > reader->instrs)
		above--;
	if (above == instr || !instruction_takes_heredocs(above))
		return;
	name = heredoc_kept_apart(above->line);
	if (name.n)
		REFUSE(reader->arena, instr, DOCKERFILE_UNKNOWN_INSTRUCTION, DOCKERFILE_CHECK,
		       "\"%.*s\" is no instruction; the blank behind \"<<-\" above makes that no "
		       "heredoc to the builder, so write \"<<-%.*s\"",
		       STR_FMT(str_slice(instr->name, 0, 60)), STR_FMT(str_slice(name, 0, 60)));
}

static void check(struct reader *reader, struct dockerfile_instr *instr)
{
	check_body(reader, instr);
	instruction_check(reader->arena, instr);
	check_order(reader, instr);
	take_error(reader, instr->error);
}

static void share_with_trigger(struct arena *arena, struct dockerfile_instr *instr)
{
	struct dockerfile_instr *trigger;

	if (instr->trigger == NULL)
		return;
	trigger = ARENA_NEW(arena, struct dockerfile_instr);
	*trigger = *instr->trigger;
	trigger->docs = instr->docs;
	trigger->ndocs = instr->ndocs;
	trigger->span = instr->span;
	instruction_check(arena, trigger);
	instr->trigger = trigger;
}

static struct dockerfile_instr *new_instr(struct reader *reader)
{
	struct dockerfile_instr *instr;

	reader->instrs = arena_grow(reader->arena, reader->instrs, reader->ninstrs,
				    &reader->instr_capacity, sizeof(*reader->instrs));
	instr = &reader->instrs[reader->ninstrs++];
	*instr = (struct dockerfile_instr){ .kind = DOCKERFILE_UNKNOWN };
	return instr;
}

static void read_instruction(struct reader *reader, struct line first)
{
	struct assembly assembly = { .text.arena = reader->arena };
	struct str head = whitespace_trim(line_text(reader, first));
	size_t start = (size_t)(head.p - reader->text.p);
	size_t end = assemble(reader, first, &assembly);
	struct dockerfile_instr *instr = new_instr(reader);

	instr->head = input_span(reader, start, start + head.n);
	instr->line = builder_str(&assembly.text);
	if (instr->line.p == NULL)
		instr->line = STR("");
	instr->pieces = assembly.pieces;
	instr->npieces = assembly.npieces;
	instr->input = reader->input;
	instruction_cut(reader->arena, instr, 0, reader->escape);
	end = read_heredocs(reader, instr, end);
	instr->span = input_span(reader, start, end);
	reader->nwords += instr->nwords + instr->npairs + instr->nflags + instr->ndocs;
	share_with_trigger(reader->arena, instr);
	check(reader, instr);
}

/* False: a limit was passed, and reading ends. */
static bool within_limits(struct reader *reader, struct line line)
{
	const char *message = NULL;

	if (line.end - line.start > LIMIT_DOCKERFILE_LINE_BYTES)
		message = "this line is longer than 65535 bytes; split it";
	else if (reader->ninstrs >= LIMIT_INSTRUCTIONS)
		message = "this Dockerfile has more than 1000 instructions; the rest is not read";
	else if (reader->nwords > LIMIT_DOCKERFILE_WORDS)
		message = "this Dockerfile has more than 10000 words; the rest is not read";
	else if (reader->nstages > LIMIT_STAGES)
		message = "this Dockerfile has too many stages; the rest is not read";
	if (message == NULL)
		return true;
	refuse_line(reader, DOCKERFILE_TOO_LARGE, input_span(reader, line.start, line.start),
		    message);
	return false;
}

static void read_lines(struct reader *reader)
{
	struct line line;

	while (next_line(reader, &line)) {
		bool comment = is_comment(reader, line);

		try_directive(reader, line);
		if (comment) {
			note_comment(reader, line);
			continue;
		}
		if (whitespace_trim_start(line_text(reader, line)).n == 0)
			continue;
		if (!within_limits(reader, line))
			return;
		read_instruction(reader, line);
	}
}

/* What is wrong with the file as a whole belongs to no line. */
static void check_file(struct reader *reader)
{
	struct span span = input_span(reader, 0, 0);
	const char *message;

	if (reader->nstages > 0 || reader->nerrors > 0)
		return;
	message = reader->ninstrs == 0
			  ? "this Dockerfile has no instruction; it needs at least a FROM"
			  : "this Dockerfile has no FROM, so there is nothing to build";
	refuse(reader, reader->ninstrs == 0 ? DOCKERFILE_NO_INSTRUCTIONS : DOCKERFILE_NO_STAGES,
	       DOCKERFILE_CHECK, span, message);
}

static struct dockerfile finish(const struct reader *reader)
{
	return (struct dockerfile){ .escape = reader->escape,
				    .directives = reader->directives,
				    .ndirectives = reader->ndirectives,
				    .instrs = reader->instrs,
				    .ninstrs = reader->ninstrs,
				    .comments = reader->comments,
				    .ncomments = reader->ncomments,
				    .errors = reader->errors,
				    .nerrors = reader->nerrors,
				    .broken = reader->broken,
				    .foreign = reader->foreign,
				    .frontend = reader->frontend.image,
				    .frontend_span = input_span(reader, reader->frontend.from,
								reader->frontend.to),
				    .input = reader->input };
}

static struct dockerfile read_text(struct lint *lint, const struct dockerfile_text *input)
{
	struct reader reader = { .lint = lint,
				 .arena = &lint->run,
				 .input = input,
				 .text = input->bytes,
				 .top = true,
				 .escape = '\\' };

	reader.frontend = frontend_find(&lint->run, reader.text);
	reader.foreign =
		reader.frontend.image.n > 0 && !frontend_is_standard(reader.frontend.image);
	if (str_starts(reader.text, STR("\xEF\xBB\xBF")))
		reader.at = 3;
	if (reader.text.n > LIMIT_DOCKERFILE_BYTES)
		refuse_line(&reader, DOCKERFILE_TOO_LARGE, input_span(&reader, 0, 0),
			    "this Dockerfile is larger than 4 MiB and is not read");
	else
		read_lines(&reader);
	check_file(&reader);
	return finish(&reader);
}

struct dockerfile dockerfile_parse(struct lint *lint, const struct source *source,
				   struct span within)
{
	return read_text(lint, dockerfile_text_of_source(&lint->run, source, within));
}

struct dockerfile dockerfile_parse_text(struct lint *lint, const struct node *scalar)
{
	return read_text(lint, dockerfile_text_of_scalar(lint, scalar));
}
