/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "read/instruction.h"

#include <stdarg.h>

#include "base/limits.h"
#include "base/utf8.h"
#include "read/execform.h"
#include "read/whitespace.h"

/* How the argument text of an instruction is cut. */
enum form {
	FORM_WHOLE, /* the rest of the line is one argument */
	FORM_SPLIT, /* words between blanks */
	FORM_JSON_OR_TEXT,
	FORM_JSON_OR_SPLIT,
	FORM_PAIRS,
	FORM_ARGS,
	FORM_HEALTHCHECK,
	FORM_TRIGGER,
	FORM_IGNORED
};

struct syntax {
	struct str name;
	enum form form;
};

static const struct syntax syntaxes[] = {
	[DOCKERFILE_UNKNOWN] = { STR_INIT(""), FORM_IGNORED },
	[DOCKERFILE_ADD] = { STR_INIT("ADD"), FORM_JSON_OR_SPLIT },
	[DOCKERFILE_ARG] = { STR_INIT("ARG"), FORM_ARGS },
	[DOCKERFILE_CMD] = { STR_INIT("CMD"), FORM_JSON_OR_TEXT },
	[DOCKERFILE_COPY] = { STR_INIT("COPY"), FORM_JSON_OR_SPLIT },
	[DOCKERFILE_ENTRYPOINT] = { STR_INIT("ENTRYPOINT"), FORM_JSON_OR_TEXT },
	[DOCKERFILE_ENV] = { STR_INIT("ENV"), FORM_PAIRS },
	[DOCKERFILE_EXPOSE] = { STR_INIT("EXPOSE"), FORM_SPLIT },
	[DOCKERFILE_FROM] = { STR_INIT("FROM"), FORM_SPLIT },
	[DOCKERFILE_HEALTHCHECK] = { STR_INIT("HEALTHCHECK"), FORM_HEALTHCHECK },
	[DOCKERFILE_LABEL] = { STR_INIT("LABEL"), FORM_PAIRS },
	[DOCKERFILE_MAINTAINER] = { STR_INIT("MAINTAINER"), FORM_WHOLE },
	[DOCKERFILE_ONBUILD] = { STR_INIT("ONBUILD"), FORM_TRIGGER },
	[DOCKERFILE_RUN] = { STR_INIT("RUN"), FORM_JSON_OR_TEXT },
	[DOCKERFILE_SHELL] = { STR_INIT("SHELL"), FORM_JSON_OR_TEXT },
	[DOCKERFILE_STOPSIGNAL] = { STR_INIT("STOPSIGNAL"), FORM_WHOLE },
	[DOCKERFILE_USER] = { STR_INIT("USER"), FORM_WHOLE },
	[DOCKERFILE_VOLUME] = { STR_INIT("VOLUME"), FORM_JSON_OR_SPLIT },
	[DOCKERFILE_WORKDIR] = { STR_INIT("WORKDIR"), FORM_WHOLE },
};

struct str dockerfile_kind_name(enum dockerfile_kind kind)
{
	return syntaxes[kind].name;
}

static enum dockerfile_kind kind_of(struct str name)
{
	for (size_t i = DOCKERFILE_UNKNOWN + 1; i < sizeof(syntaxes) / sizeof(*syntaxes); i++)
		if (str_eq_nocase(name, syntaxes[i].name))
			return (enum dockerfile_kind)i;
	return DOCKERFILE_UNKNOWN;
}

/* A blank ends a word within "${NAME:-...}" too, and what comes behind it may be any part of a secret. */
static bool tears_reference(struct str line)
{
	bool open = false;

	for (size_t i = 0; i < line.n; i++) {
		if (line.p[i] == '{' && i && line.p[i - 1] == '$')
			open = true;
		else if (line.p[i] == '}')
			open = false;
		else if (open && byte_is_space(line.p[i]))
			return true;
	}
	return false;
}

struct str dockerfile_quoted(const struct dockerfile_instr *instr, struct str word)
{
	return instr->input->strange || tears_reference(instr->line) ? STR("***")
								     : str_beginning(word, 60);
}

const struct dockerfile_error *dockerfile_error(struct arena *arena, enum dockerfile_fault fault,
						enum dockerfile_phase phase, struct span span,
						const char *format, ...)
{
	struct dockerfile_error *error = ARENA_NEW(arena, struct dockerfile_error);
	va_list args;

	va_start(args, format);
	error->message = arena_vfmt(arena, format, args);
	va_end(args);
	error->fault = fault;
	error->phase = phase;
	error->span = span;
	return error;
}

void dockerfile_report(struct lint *lint, const struct dockerfile_error *error)
{
	diag_add(&lint->diag, STR("dockerfile-syntax"), error->span, "%.*s",
		 STR_FMT(error->message));
}

/* Where bytes [from, to) of the instruction's line stand. */
static struct span span_of(const struct dockerfile_instr *instr, size_t from, size_t to)
{
	dockerfile_piece_range(instr->pieces, instr->npieces, &from, &to);
	return dockerfile_text_span(instr->input, from, to);
}

struct span dockerfile_word_span(const struct dockerfile_instr *instr,
				 const struct dockerfile_word *word)
{
	return span_of(instr, word->from, word->to);
}

/* Compared as numbers: the two may lie in different objects. */
static bool holds(struct str whole, struct str part)
{
	uintptr_t whole_start = (uintptr_t)whole.p, part_start = (uintptr_t)part.p;

	return part.p != NULL && whole.p != NULL && part_start >= whole_start &&
	       part_start + part.n <= whole_start + whole.n;
}

struct span dockerfile_slice_span(const struct dockerfile_instr *instr, struct str slice)
{
	size_t from;

	if (holds(instr->line, slice)) {
		from = (size_t)(slice.p - instr->line.p);
		return span_of(instr, from, from + slice.n);
	}
	if (!holds(instr->input->bytes, slice))
		return instr->head;
	from = (size_t)(slice.p - instr->input->bytes.p);
	return dockerfile_text_span(instr->input, from, from + slice.n);
}

/* Growing list of words. */
struct words {
	struct arena *arena;
	struct dockerfile_word *items;
	size_t count, capacity;
};

static void add_word(struct words *words, struct str text, size_t from, size_t to)
{
	words->items = arena_grow(words->arena, words->items, words->count, &words->capacity,
				  sizeof(*words->items));
	words->items[words->count++] =
		(struct dockerfile_word){ text, (uint32_t)from, (uint32_t)to };
}

/* A word whose text is a slice of the line. */
static struct dockerfile_word slice_word(const struct dockerfile_instr *instr, struct str slice)
{
	size_t from = slice.n > 0 ? (size_t)(slice.p - instr->line.p) : 0;

	return (struct dockerfile_word){ slice, (uint32_t)from, (uint32_t)(from + slice.n) };
}

/* Cuts *rest at its first run of separators. */
static struct str cut_word(struct str *rest)
{
	size_t end = 0;
	struct str word;

	while (end < rest->n && !whitespace_separates(rest->p[end]))
		end++;
	word = str_slice(*rest, 0, end);
	while (end < rest->n && whitespace_separates(rest->p[end]))
		end++;
	*rest = str_slice(*rest, end, rest->n);
	return word;
}

/*
 * Reads the flag at the start of `rest` into *text, quotes removed; returns its
 * length as written.  The escape works inside single quotes as well.
 */
static size_t cut_flag(struct arena *arena, struct str rest, char escape, struct str *text)
{
	struct builder out = { .arena = arena };
	char quote = 0;
	size_t at = 0;

	while (at < rest.n && (quote != 0 || whitespace_at(rest, at) == 0)) {
		char c = rest.p[at++];

		if (c == quote) {
			quote = 0;
		} else if (quote == 0 && (c == '\'' || c == '"')) {
			quote = c;
		} else if (c == escape) {
			if (at < rest.n)
				builder_byte(&out, rest.p[at++]);
		} else {
			builder_byte(&out, c);
		}
	}
	*text = builder_str(&out);
	return at;
}

/* Reads all flags off the front of `rest`; returns what is behind them. */
static struct str cut_flags(struct arena *arena, struct dockerfile_instr *instr, struct str rest,
			    char escape)
{
	struct words flags = { .arena = arena };

	for (rest = whitespace_trim_start(rest); str_starts(rest, STR("--"));
	     rest = whitespace_trim_start(rest)) {
		size_t from = (size_t)(rest.p - instr->line.p), length;
		struct str text;

		length = cut_flag(arena, rest, escape, &text);
		rest = str_slice(rest, length, rest.n);
		if (str_eq(text, STR("--")))
			break;
		add_word(&flags, text, from, from + length);
	}
	instr->flags = flags.items;
	instr->nflags = flags.count;
	return whitespace_trim(rest);
}

static void cut_split(struct arena *arena, struct dockerfile_instr *instr)
{
	struct words words = { .arena = arena };
	struct str rest = instr->text;

	while (rest.n > 0) {
		size_t from = (size_t)(rest.p - instr->line.p);
		struct str word = cut_word(&rest);

		add_word(&words, word, from, from + word.n);
	}
	instr->words = words.items;
	instr->nwords = words.count;
}

/* Tries the exec form of `text`; true: it is one, and its strings were added. */
static bool cut_json(struct dockerfile_instr *instr, struct str text, struct words *words)
{
	struct execform list;
	size_t base;

	if (text.n == 0 || text.p[0] != '[')
		return false;
	base = (size_t)(text.p - instr->line.p);
	list = execform_parse(words->arena, text);
	if (list.status == EXECFORM_NOT_STRINGS)
		REFUSE(words->arena, instr, DOCKERFILE_JSON_NOT_STRINGS, DOCKERFILE_PARSE,
		       "the array of %.*s holds something that is no string; put every "
		       "element in double quotes",
		       STR_FMT(dockerfile_kind_name(instr->kind)));
	for (size_t i = 0; i < list.count; i++)
		add_word(words, list.items[i].text, base + list.items[i].from,
			 base + list.items[i].to);
	instr->json = list.status == EXECFORM_OK;
	return instr->json;
}

static bool cut_exec(struct arena *arena, struct dockerfile_instr *instr)
{
	struct words words = { .arena = arena };
	bool json = cut_json(instr, instr->text, &words);

	instr->words = words.items;
	instr->nwords = words.count;
	return json;
}

static void cut_whole(struct arena *arena, struct dockerfile_instr *instr)
{
	struct words words = { .arena = arena };
	size_t from = (size_t)(instr->text.p - instr->line.p);

	if (instr->text.n > 0)
		add_word(&words, instr->text, from, from + instr->text.n);
	instr->words = words.items;
	instr->nwords = words.count;
}

static void cut_healthcheck(struct arena *arena, struct dockerfile_instr *instr)
{
	struct words words = { .arena = arena };
	struct str rest = instr->text, type;
	size_t at = 0;

	while (at < rest.n && whitespace_at(rest, at) == 0)
		at++;
	type = str_slice(rest, 0, at);
	rest = whitespace_trim_start(str_slice(rest, at, rest.n));
	if (type.n > 0)
		add_word(&words, type, (size_t)(type.p - instr->line.p),
			 (size_t)(type.p - instr->line.p) + type.n);
	if (rest.n > 0 && !cut_json(instr, rest, &words))
		add_word(&words, rest, (size_t)(rest.p - instr->line.p),
			 (size_t)(rest.p - instr->line.p) + rest.n);
	instr->words = words.items;
	instr->nwords = words.count;
}

/* Length of the shell-like word at the start of `rest`; its quotes and escapes stay in it. */
static size_t shell_word(struct str rest, char escape)
{
	char quote = 0;
	size_t at = 0;

	while (at < rest.n && (quote != 0 || whitespace_at(rest, at) == 0)) {
		char c = rest.p[at];

		if (c == escape && quote != '\'' && at + 1 < rest.n) {
			struct utf8 next = utf8_decode(str_slice(rest, at + 1, rest.n));

			at += 1 + next.bytes;
			continue;
		}
		if (c == quote)
			quote = 0;
		else if (quote == 0 && (c == '\'' || c == '"'))
			quote = c;
		at++;
	}
	return at;
}

static struct dockerfile_pair pair_of(const struct dockerfile_instr *instr, struct str word)
{
	size_t equals = str_find_byte(word, '=', 0);
	struct dockerfile_pair pair = { .has_value = equals != STR_NPOS };
	size_t from = (size_t)(word.p - instr->line.p);

	pair.name = slice_word(instr, str_slice(word, 0, equals));
	pair.value = slice_word(instr, STR_NONE);
	if (pair.has_value) {
		pair.value.text = str_slice(word, equals + 1, word.n);
		pair.value.from = (uint32_t)(from + equals + 1);
		pair.value.to = (uint32_t)(from + word.n);
	}
	pair.span = span_of(instr, from, from + word.n);
	return pair;
}

static void cut_pairs(struct arena *arena, struct dockerfile_instr *instr, char escape)
{
	struct dockerfile_pair *pairs = NULL;
	size_t count = 0, capacity = 0;
	struct str rest = instr->text;

	while ((rest = whitespace_trim_start(rest)).n > 0) {
		size_t length = shell_word(rest, escape);

		pairs = arena_grow(arena, pairs, count, &capacity, sizeof(*pairs));
		pairs[count++] = pair_of(instr, str_slice(rest, 0, length));
		rest = str_slice(rest, length, rest.n);
	}
	instr->pairs = pairs;
	instr->npairs = count;
}

/* ENV NAME rest of the line: one variable. */
static void cut_legacy_pair(struct arena *arena, struct dockerfile_instr *instr)
{
	struct dockerfile_pair *pair = ARENA_NEW(arena, struct dockerfile_pair);
	struct str rest = instr->text;

	pair->name = slice_word(instr, cut_word(&rest));
	pair->value = slice_word(instr, rest);
	pair->has_value = true;
	pair->legacy = true;
	pair->span = span_of(instr, pair->name.from, pair->value.to);
	instr->pairs = pair;
	instr->npairs = 1;
	if (rest.n == 0)
		REFUSE(arena, instr, DOCKERFILE_ENV_NO_VALUE, DOCKERFILE_PARSE,
		       "%.*s gives \"%.*s\" no value; write NAME=value",
		       STR_FMT(dockerfile_kind_name(instr->kind)),
		       STR_FMT(dockerfile_quoted(instr, pair->name.text)));
}

static void cut_env(struct arena *arena, struct dockerfile_instr *instr, char escape)
{
	cut_pairs(arena, instr, escape);
	if (instr->npairs > 0 && !instr->pairs[0].has_value) {
		cut_legacy_pair(arena, instr);
		return;
	}
	for (size_t i = 0; i < instr->npairs; i++)
		if (!instr->pairs[i].has_value)
			REFUSE(arena, instr, DOCKERFILE_ENV_MISSING_EQUALS, DOCKERFILE_PARSE,
			       "word %zu of %.*s has no \"=\"; write NAME=value, and put a value "
			       "that holds blanks in quotes",
			       i + 1, STR_FMT(dockerfile_kind_name(instr->kind)));
}

/*
 * Behind ONBUILD: the same line, cut from where the trigger begins.  It is cut
 * again when it fires, and then the escape is the backslash whatever the file says.
 */
static void cut_trigger(struct arena *arena, struct dockerfile_instr *instr)
{
	struct dockerfile_instr *trigger;

	if (instr->text.n == 0)
		return;
	trigger = ARENA_NEW(arena, struct dockerfile_instr);
	trigger->span = instr->span;
	trigger->head = instr->head;
	trigger->line = instr->line;
	trigger->pieces = instr->pieces;
	trigger->npieces = instr->npieces;
	trigger->input = instr->input;
	instruction_cut(arena, trigger, (size_t)(instr->text.p - instr->line.p), '\\');
	instr->trigger = trigger;
	if (trigger->error != NULL && trigger->error->phase == DOCKERFILE_PARSE)
		instr->error = trigger->error;
}

static void cut_arguments(struct arena *arena, struct dockerfile_instr *instr, char escape)
{
	switch (syntaxes[instr->kind].form) {
	case FORM_WHOLE:
		cut_whole(arena, instr);
		break;
	case FORM_SPLIT:
		cut_split(arena, instr);
		break;
	case FORM_JSON_OR_TEXT:
		cut_exec(arena, instr);
		break;
	case FORM_JSON_OR_SPLIT:
		if (!cut_exec(arena, instr))
			cut_split(arena, instr);
		break;
	case FORM_PAIRS:
		cut_env(arena, instr, escape);
		break;
	case FORM_ARGS:
		cut_pairs(arena, instr, escape);
		break;
	case FORM_HEALTHCHECK:
		cut_healthcheck(arena, instr);
		break;
	case FORM_TRIGGER:
		cut_trigger(arena, instr);
		break;
	case FORM_IGNORED:
		break;
	}
}

void instruction_cut(struct arena *arena, struct dockerfile_instr *instr, size_t from, char escape)
{
	struct str rest = whitespace_trim(str_slice(instr->line, from, instr->line.n));
	size_t start = rest.n > 0 ? (size_t)(rest.p - instr->line.p) : from;

	instr->name = cut_word(&rest);
	instr->name_span = span_of(instr, start, start + instr->name.n);
	instr->kind = kind_of(instr->name);
	/* ONBUILD's trigger is no instruction of its own depth: it cannot nest */
	if (instr->kind == DOCKERFILE_ONBUILD && from > 0) {
		instr->text = whitespace_trim(rest);
		return;
	}
	instr->text = cut_flags(arena, instr, rest, escape);
	if (instr->text.n == 0)
		instr->text = str_slice(instr->line, instr->line.n, instr->line.n);
	cut_arguments(arena, instr, escape);
	if (instr->nwords + instr->npairs + instr->nflags > LIMIT_DOCKERFILE_WORDS)
		REFUSE(arena, instr, DOCKERFILE_TOO_LARGE, DOCKERFILE_PARSE,
		       "this instruction has more than 10000 words; split it");
}

bool instruction_takes_heredocs(const struct dockerfile_instr *instr)
{
	if (instr->kind == DOCKERFILE_ONBUILD && instr->trigger != NULL)
		instr = instr->trigger;
	return (instr->kind == DOCKERFILE_RUN || instr->kind == DOCKERFILE_COPY ||
		instr->kind == DOCKERFILE_ADD) &&
	       !instr->json;
}

struct str dockerfile_flag_name(struct str flag, struct str *value)
{
	size_t equals = str_find_byte(flag, '=', 0);

	*value = equals == STR_NPOS ? STR_NONE : str_slice(flag, equals + 1, flag.n);
	return str_slice(flag, 2, equals);
}

const struct dockerfile_word *dockerfile_flag(const struct dockerfile_instr *instr, struct str name,
					      struct str *value)
{
	for (size_t i = instr->nflags; i-- > 0;)
		if (str_eq(dockerfile_flag_name(instr->flags[i].text, value), name))
			return &instr->flags[i];
	*value = STR_NONE;
	return NULL;
}
