/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "read/dockerfile.h"

#include <check.h>
#include <stdio.h>

#include "base/limits.h"
#include "evaluated.h"
#include "golden.h"
#include "tests/suite.h"

static struct golden cases;

static uint32_t line_at(struct run *read, uint32_t offset)
{
	return source_place(&read->lint.sources, read->source->number, offset).line;
}

/* ------------------------------------------------------------ golden cases */

static json_int_t integer(const json_t *object, const char *key)
{
	return json_integer_value(json_object_get(object, key));
}

static bool of_phase(const struct dockerfile_error *error, struct str phase)
{
	return (error->phase == DOCKERFILE_PARSE) == str_eq(phase, STR("parse"));
}

/* Errors that need stages or values are the evaluator's. */
static bool is_evaluators(struct str kind)
{
	static const struct str kinds[] = {
		STR_INIT("blank-base"), STR_INIT("bad-reference"), STR_INIT("target-not-found"),
		STR_INIT("self-copy"),  STR_INIT("url-in-copy"),   STR_INIT("expansion-error")
	};

	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
		if (str_eq(kinds[i], kind))
			return true;
	return false;
}

static void compare_error(struct run *read, const json_t *wanted, struct str name)
{
	struct str kind = golden_text(json_object_get(wanted, "kind"));
	const json_t *line = json_object_get(wanted, "line");
	const struct dockerfile_error *error;

	if (wanted == NULL || is_evaluators(kind)) {
		ck_assert_msg(
			read->file.nerrors == 0, "%.*s: %.*s", STR_FMT(name),
			STR_FMT(read->file.nerrors > 0 ? read->file.errors[0]->message : STR("")));
		return;
	}
	ck_assert_msg(read->file.nerrors > 0, "%.*s: no error", STR_FMT(name));
	error = read->file.errors[0];
	ck_assert_msg(str_eq(fault_name(error->fault), kind), "%.*s: %.*s", STR_FMT(name),
		      STR_FMT(fault_name(error->fault)));
	ck_assert_msg(of_phase(error, golden_text(json_object_get(wanted, "phase"))), "%.*s: phase",
		      STR_FMT(name));
	if (json_is_integer(line))
		ck_assert_msg(line_at(read, error->span.start) == json_integer_value(line),
			      "%.*s: line %u", STR_FMT(name), line_at(read, error->span.start));
	ck_assert_uint_ge(read->lint.diag.count, 1);
}

static void compare_heredocs(const struct dockerfile_instr *instr, const json_t *wanted,
			     struct str name)
{
	ck_assert_msg(json_array_size(wanted) == instr->ndocs, "%.*s: heredocs", STR_FMT(name));
	for (size_t i = 0; i < instr->ndocs; i++) {
		const json_t *doc = json_array_get(wanted, i);
		const struct dockerfile_heredoc *got = &instr->docs[i];

		ck_assert_msg(golden_text_is(json_object_get(doc, "name"), got->name) &&
				      json_is_true(json_object_get(doc, "expand")) == got->expand &&
				      json_is_true(json_object_get(doc, "strip_tabs")) ==
					      got->strip_tabs &&
				      integer(doc, "lines") == got->lines,
			      "%.*s: heredoc %zu", STR_FMT(name), i);
	}
}

static void compare_instruction(struct run *read, const struct dockerfile_instr *instr,
				const json_t *wanted, struct str name)
{
	struct arena *arena = &read->lint.run;
	const json_t *flags = json_object_get(wanted, "flags");
	uint32_t line = line_at(read, instr->span.start), end = line_at(read, instr->span.end);

	ck_assert_msg(
		golden_text_is(json_object_get(wanted, "name"), str_upper(arena, instr->name)),
		"%.*s: line %u: %.*s", STR_FMT(name), line, STR_FMT(instr->name));
	ck_assert_msg(integer(wanted, "line") == line && integer(wanted, "end_line") == end,
		      "%.*s: %.*s in lines %u to %u", STR_FMT(name), STR_FMT(instr->name), line,
		      end);
	/* the cases leave an empty array unmarked */
	ck_assert_msg(json_is_true(json_object_get(wanted, "json")) ==
			      (instr->json && instr->nwords > 0),
		      "%.*s: line %u: json", STR_FMT(name), line);
	ck_assert_msg(json_array_size(flags) == instr->nflags, "%.*s: line %u: %zu flags",
		      STR_FMT(name), line, instr->nflags);
	for (size_t i = 0; i < instr->nflags; i++)
		ck_assert_msg(golden_text_is(json_array_get(flags, i), instr->flags[i].text),
			      "%.*s: line %u: %.*s", STR_FMT(name), line,
			      STR_FMT(instr->flags[i].text));
	ck_assert_msg(golden_text_is(json_object_get(wanted, "trigger"),
				     instr->trigger != NULL ? str_upper(arena, instr->trigger->name)
							    : STR_NONE),
		      "%.*s: line %u: trigger", STR_FMT(name), line);
	compare_heredocs(instr, json_object_get(wanted, "heredocs"), name);
}

static void compare_directives(const struct run *read, const json_t *wanted, struct str name)
{
	ck_assert_msg(json_object_size(wanted) == read->file.ndirectives, "%.*s: %zu directives",
		      STR_FMT(name), read->file.ndirectives);
	for (size_t i = 0; i < read->file.ndirectives; i++) {
		const struct dockerfile_directive *got = &read->file.directives[i];

		ck_assert_msg(golden_text_is(json_object_getn(wanted, got->key.p, got->key.n),
					     got->value),
			      "%.*s: directive %.*s", STR_FMT(name), STR_FMT(got->key));
	}
}

static void compare_case(struct run *read, const json_t *expected, struct str name)
{
	const json_t *instructions = json_object_get(expected, "instructions");
	const json_t *error = json_object_get(expected, "error");
	struct str escape = (struct str){ &read->file.escape, 1 };
	bool parsed = !str_eq(golden_text(json_object_get(error, "phase")), STR("parse"));

	compare_error(read, error, name);
	if (!parsed)
		return;
	if (json_object_get(expected, "escape") != NULL)
		ck_assert(golden_text_is(json_object_get(expected, "escape"), escape));
	else
		ck_assert(str_eq(escape, STR("\\")));
	compare_directives(read, json_object_get(expected, "directives"), name);
	ck_assert_msg(json_array_size(instructions) == read->file.ninstrs, "%.*s: %zu instructions",
		      STR_FMT(name), read->file.ninstrs);
	for (size_t i = 0; i < read->file.ninstrs; i++)
		compare_instruction(read, &read->file.instrs[i], json_array_get(instructions, i),
				    name);
}

START_TEST(instructions_are_cut_as_buildkit_cuts_them)
{
	size_t which = (size_t)_i;
	json_t *expected = golden_json(&cases, which, "expected.json");
	struct run read;
	struct str text;

	ck_assert_ptr_nonnull(expected);
	ck_assert(golden_read(&cases, which, "Dockerfile", &text));
	run_begin(&read, text);
	compare_case(&read, expected, cases.names[which]);
	run_end(&read);
	json_decref(expected);
}
END_TEST

START_TEST(golden_cases_are_there)
{
	ck_assert_uint_ge(cases.count, 100);
}
END_TEST

/* ------------------------------------------------------------ spans */

static struct str text_at(const struct run *read, struct span span)
{
	return source_text(&read->lint.sources, span);
}

START_TEST(a_word_knows_its_place_behind_continuations)
{
	struct run read;
	const struct dockerfile_instr *instr;

	run_begin(&read, STR("FROM a\n"
			     "ENV A=1 \\\n"
			     "  # between\n"
			     "\n"
			     "    B=\"two\"\n"
			     "COPY --from=x --link a \\\n b /c/\n"));
	ck_assert_uint_eq(read.file.ninstrs, 3);
	instr = &read.file.instrs[1];
	ck_assert_uint_eq(instr->npairs, 2);
	ck_assert(str_eq(text_at(&read, instr->pairs[1].span), STR("B=\"two\"")));
	ck_assert(str_eq(text_at(&read, dockerfile_word_span(instr, &instr->pairs[1].value)),
			 STR("\"two\"")));
	ck_assert(str_eq(text_at(&read, dockerfile_slice_span(instr, instr->pairs[0].name.text)),
			 STR("A")));
	instr = &read.file.instrs[2];
	ck_assert_uint_eq(instr->nwords, 3);
	ck_assert(str_eq(text_at(&read, dockerfile_word_span(instr, &instr->words[1])), STR("b")));
	ck_assert(str_eq(text_at(&read, dockerfile_word_span(instr, &instr->flags[0])),
			 STR("--from=x")));
	ck_assert_uint_eq(read.file.ncomments, 1);
	ck_assert(str_eq(text_at(&read, read.file.comments[0]), STR("# between")));
	run_end(&read);
}
END_TEST

START_TEST(a_body_of_a_heredoc_knows_its_place)
{
	struct run read;
	const struct dockerfile_instr *instr;
	struct str body;

	run_begin(&read, STR("FROM a\nRUN <<EOF\none\ntwo\nEOF\nUSER b"));
	instr = &read.file.instrs[1];
	ck_assert_uint_eq(instr->ndocs, 1);
	body = instr->docs[0].body;
	ck_assert(str_eq(body, STR("one\ntwo\n")));
	ck_assert(str_eq(text_at(&read, dockerfile_slice_span(instr, str_slice(body, 4, 7))),
			 STR("two")));
	ck_assert(str_eq(text_at(&read, read.file.instrs[2].span), STR("USER b")));
	run_end(&read);
}
END_TEST

START_TEST(the_trigger_of_onbuild_knows_its_place)
{
	struct run read;
	const struct dockerfile_instr *trigger;

	run_begin(&read, STR("FROM a\nONBUILD \\\n USER root\n"));
	trigger = read.file.instrs[1].trigger;
	ck_assert_ptr_nonnull(trigger);
	ck_assert_int_eq(trigger->kind, DOCKERFILE_USER);
	ck_assert(str_eq(text_at(&read, dockerfile_word_span(trigger, &trigger->words[0])),
			 STR("root")));
	run_end(&read);
}
END_TEST

/* ------------------------------------------------------------ text of a Compose file */

START_TEST(an_unknown_variable_vanishes_as_compose_does_it)
{
	static const struct part parts[] = {
		{ PART_LITERAL, 0, 12, 0, 12, STR_INIT(""), { 0, 0, 0 }, false, false, false },
		{ PART_UNKNOWN, 12, 16, 12, 16, STR_INIT("X"), { 0, 0, 0 }, false, false, false },
		{ PART_LITERAL, 16, 29, 16, 29, STR_INIT(""), { 0, 0, 0 }, false, false, false },
	};
	struct node node = {
		.kind = NODE_STRING, .style = STYLE_LITERAL, .parts = parts, .nparts = 3
	};
	struct dockerfile file;
	struct lint lint;

	lint_init(&lint);
	node.text = STR("FROM a\nUSER ${X}\nWORKDIR /w\n");
	file = dockerfile_parse_text(&lint, &node);
	ck_assert_uint_eq(file.ninstrs, 3);
	ck_assert_int_eq(file.instrs[1].kind, DOCKERFILE_USER);
	ck_assert_uint_eq(file.instrs[1].nwords, 0);
	ck_assert_uint_eq(file.nerrors, 1);
	ck_assert_int_eq(file.errors[0]->fault, DOCKERFILE_MISSING_ARGUMENT);
	ck_assert(str_eq(file.instrs[2].text, STR("/w")));
	lint_free(&lint);
}
END_TEST

/* ------------------------------------------------------------ errors */

struct fault_row {
	const char *name;
	struct str text;
	enum dockerfile_fault fault;
	uint32_t line;
};

static const struct fault_row fault_rows[] = {
	{ "empty file", STR_INIT(""), DOCKERFILE_NO_INSTRUCTIONS, 1 },
	{ "copy flag given twice", STR_INIT("FROM a\nCOPY --from=x --from=y a b\n"),
	  DOCKERFILE_UNKNOWN_FLAG, 2 },
	{ "boolean flag", STR_INIT("FROM a\nCOPY --link=maybe a b\n"), DOCKERFILE_FLAG_NEEDS_VALUE,
	  2 },
	{ "variable in from", STR_INIT("FROM a\nCOPY --from=$X a b\n"),
	  DOCKERFILE_FROM_FLAG_VARIABLE, 2 },
	{ "variable in a mount", STR_INIT("FROM a\nRUN --mount=type=bind,from=$X,target=/x y\n"),
	  DOCKERFILE_FROM_FLAG_VARIABLE, 2 },
	{ "empty volume", STR_INIT("FROM a\nVOLUME [\"\"]\n"), DOCKERFILE_MISSING_ARGUMENT, 2 },
	{ "empty shell", STR_INIT("FROM a\nSHELL []\n"), DOCKERFILE_MISSING_ARGUMENT, 2 },
	{ "health check type", STR_INIT("FROM a\nHEALTHCHECK curl x\n"), DOCKERFILE_BAD_VALUE, 2 },
	{ "health check duration", STR_INIT("FROM a\nHEALTHCHECK --interval=30 CMD x\n"),
	  DOCKERFILE_BAD_VALUE, 2 },
	{ "onbuild of from", STR_INIT("FROM a\nONBUILD FROM b\n"), DOCKERFILE_ONBUILD_FORBIDDEN,
	  2 },
	{ "stage name", STR_INIT("FROM a AS 1b\n"), DOCKERFILE_BAD_STAGE_NAME, 1 },
	{ "unbalanced array", STR_INIT("FROM a\nCMD [\"a\", [\"b\"]]\n"),
	  DOCKERFILE_JSON_NOT_STRINGS, 2 },
	{ "parse errors come first", STR_INIT("FROM a b\nENV A\n"), DOCKERFILE_ENV_NO_VALUE, 2 },
};

START_TEST(a_refused_file_is_reported_at_its_line)
{
	const struct fault_row *row = &fault_rows[_i];
	struct run read;

	run_begin(&read, row->text);
	ck_assert_msg(read.file.nerrors > 0, "%s: no error", row->name);
	ck_assert_msg(read.file.errors[0]->fault == row->fault, "%s: %.*s", row->name,
		      STR_FMT(fault_name(read.file.errors[0]->fault)));
	ck_assert_msg(line_at(&read, read.file.errors[0]->span.start) == row->line, "%s: line",
		      row->name);
	ck_assert_uint_eq(read.lint.diag.count, read.file.nerrors);
	run_end(&read);
}
END_TEST

START_TEST(a_message_is_not_cut)
{
	struct arena arena = { 0 };
	struct builder b = { .arena = &arena };
	const struct dockerfile_error *error;

	for (int i = 0; i < 400; i++)
		builder_add(&b, STR("\xC3\xA9"));
	error = dockerfile_error(&arena, DOCKERFILE_UNKNOWN_FLAG, DOCKERFILE_PARSE, SPAN_NONE,
				 "a%.*s", STR_FMT(builder_str(&b)));
	ck_assert_uint_eq(error->message.n, 801);
	arena_free(&arena);
}
END_TEST

static const struct str accepted_rows[] = {
	STR_INIT("FROM a\nARG --x A=1\n"),
	STR_INIT("FROM a\nHEALTHCHECK --interval=1m30s --retries=3 CMD x\n"),
	STR_INIT("FROM a\nHEALTHCHECK --any NONE\n"),
	STR_INIT("FROM a\nONBUILD COPY a\n"),
	STR_INIT("FROM a\nCMD -- --serve\n"),
	STR_INIT("FROM a\nCMD [\"a\", \"b\",]\n"),
	STR_INIT("FROM a\nRUN\nCMD\nENTRYPOINT []\n"),
	STR_INIT("FROM a\nRUN echo ${x^^} <<EOF\n"),
};

START_TEST(what_buildkit_accepts_is_accepted)
{
	struct run read;

	run_begin(&read, accepted_rows[_i]);
	ck_assert_msg(read.file.nerrors == 0, "row %d: %.*s", _i,
		      STR_FMT(read.file.nerrors > 0 ? read.file.errors[0]->message : STR("")));
	run_end(&read);
}
END_TEST

START_TEST(limits_end_in_one_finding)
{
	struct builder text = { 0 };
	struct arena arena = { 0 };
	struct run read;

	text.arena = &arena;
	builder_add(&text, STR("FROM a\n"));
	for (int i = 0; i < LIMIT_INSTRUCTIONS + 10; i++)
		builder_add(&text, STR("USER a\n"));
	run_begin(&read, builder_str(&text));
	ck_assert_uint_eq(read.file.ninstrs, LIMIT_INSTRUCTIONS);
	ck_assert_uint_eq(read.file.nerrors, 1);
	ck_assert_int_eq(read.file.errors[0]->fault, DOCKERFILE_TOO_LARGE);
	run_end(&read);
	arena_free(&arena);
}
END_TEST

START_TEST(many_words_end_in_one_finding)
{
	struct builder text = { 0 };
	struct arena arena = { 0 };
	struct run read;

	text.arena = &arena;
	builder_add(&text, STR("FROM a\nENV"));
	for (int i = 0; i <= LIMIT_DOCKERFILE_WORDS; i++)
		builder_add(&text, STR(" A=1"));
	builder_add(&text, STR("\nUSER a\n"));
	run_begin(&read, builder_str(&text));
	ck_assert_uint_ge(read.file.nerrors, 1);
	ck_assert_int_eq(read.file.errors[0]->fault, DOCKERFILE_TOO_LARGE);
	ck_assert_uint_eq(read.file.ninstrs, 2);
	run_end(&read);
	arena_free(&arena);
}
END_TEST

START_TEST(a_long_line_ends_in_one_finding)
{
	struct builder text = { 0 };
	struct arena arena = { 0 };
	struct run read;

	text.arena = &arena;
	builder_add(&text, STR("FROM a\nRUN "));
	for (int i = 0; i < LIMIT_DOCKERFILE_LINE_BYTES; i++)
		builder_byte(&text, 'x');
	run_begin(&read, builder_str(&text));
	ck_assert_uint_eq(read.file.nerrors, 1);
	ck_assert_int_eq(read.file.errors[0]->fault, DOCKERFILE_TOO_LARGE);
	run_end(&read);
	arena_free(&arena);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("dockerfile");
	TCase *golden = tcase_create("golden"), *spans = tcase_create("spans");
	TCase *errors = tcase_create("errors");

	tcase_add_test(golden, golden_cases_are_there);
	tcase_add_loop_test(golden, instructions_are_cut_as_buildkit_cuts_them, 0,
			    (int)cases.count);
	tcase_add_test(spans, a_word_knows_its_place_behind_continuations);
	tcase_add_test(spans, a_body_of_a_heredoc_knows_its_place);
	tcase_add_test(spans, the_trigger_of_onbuild_knows_its_place);
	tcase_add_test(spans, an_unknown_variable_vanishes_as_compose_does_it);
	tcase_add_loop_test(errors, a_refused_file_is_reported_at_its_line, 0,
			    (int)(sizeof(fault_rows) / sizeof(*fault_rows)));
	tcase_add_test(errors, a_message_is_not_cut);
	tcase_add_loop_test(errors, what_buildkit_accepts_is_accepted, 0,
			    (int)(sizeof(accepted_rows) / sizeof(*accepted_rows)));
	tcase_add_test(errors, limits_end_in_one_finding);
	tcase_add_test(errors, many_words_end_in_one_finding);
	tcase_add_test(errors, a_long_line_ends_in_one_finding);
	suite_add_tcase(s, golden);
	suite_add_tcase(s, spans);
	suite_add_tcase(s, errors);
	return s;
}

int main(void)
{
	int failed;

	golden_list(&cases, "dockerfile");
	failed = run_suite(suite());
	arena_free(&cases.arena);
	return failed;
}
