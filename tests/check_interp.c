/* SPDX-License-Identifier: MIT */
#include "config.h"

#include <check.h>

#include "model_text.h"
#include "tests/suite.h"

/* The value of a label of a service, under an .env. */
#define VALUE(text) "services:\n  web:\n    image: a\n    working_dir: " text "\n"
#define ENV         "--- .env\n"
#define AT          "services.web.working_dir"

static const struct model_row rows[] = {
	{ "a variable of .env is its value", STR_INIT(VALUE("x${A}y") ENV "A=1\n"), AT,
	  STR_INIT("x1y"), STR_INIT("variable A .env:1") },
	{ "the dollar sign may be an escape", STR_INIT(VALUE("\"x\\x24{A}y\"") ENV "A=1\n"), AT,
	  STR_INIT("x1y"), STR_INIT("variable A .env:1") },
	{ "the dollar sign may be in base64", STR_INIT(VALUE("!!binary JHtBfQ==") ENV "A=1\n"), AT,
	  STR_INIT("1"), STR_INIT("variable A .env:1") },
	{ "what nobody sets stays a reference", STR_INIT(VALUE("x${A}y")), AT, STR_INIT("x${A}y"),
	  STR_INIT("variable A") },
	{ "a reference without braces is kept with them",
	  STR_INIT(VALUE("$A/y")),
	  AT,
	  STR_INIT("${A}/y"),
	  { 0 } },
	{ "a default stands for what nobody sets", STR_INIT(VALUE("${A:-d}")), AT, STR_INIT("d"),
	  STR_INIT("variable A compose.yaml:4") },
	{ "an empty value is not unset",
	  STR_INIT(VALUE("x${A-d}") ENV "A=\n"),
	  AT,
	  STR_INIT("x"),
	  { 0 } },
	{ "an empty value takes the other default",
	  STR_INIT(VALUE("x${A:-d}") ENV "A=\n"),
	  AT,
	  STR_INIT("xd"),
	  { 0 } },
	{ "a default may hold a reference",
	  STR_INIT(VALUE("${A:-p${B}q}") ENV "B=2\n"),
	  AT,
	  STR_INIT("p2q"),
	  { 0 } },
	{ "an unknown piece of a default stays unknown",
	  STR_INIT(VALUE("${A:-p${B}q}")),
	  AT,
	  STR_INIT("p${B}q"),
	  { 0 } },
	{ "an alternative counts when the variable is set",
	  STR_INIT(VALUE("x${A+alt}${B+alt}") ENV "A=1\n"),
	  AT,
	  STR_INIT("xalt"),
	  { 0 } },
	{ "two dollar signs are one", STR_INIT(VALUE("a$$b")), AT, STR_INIT("a$b"), { 0 } },
	{ "values are not scanned again",
	  STR_INIT(VALUE("${A}") ENV "A='$B'\n"),
	  AT,
	  STR_INIT("$B"),
	  { 0 } },
	{ "HOME stays a reference whatever .env says",
	  STR_INIT(VALUE("${HOME}/x") ENV "HOME=/h\n"),
	  AT,
	  STR_INIT("${HOME}/x"),
	  { 0 } },
	{ "HOME needs no default",
	  STR_INIT(VALUE("${HOME:-/root}/x")),
	  AT,
	  STR_INIT("${HOME}/x"),
	  { 0 } },
	{ "UID is known when .env sets it",
	  STR_INIT(VALUE("$UID") ENV "UID=5\n"),
	  AT,
	  STR_INIT("5"),
	  { 0 } },
	{ "an unknown piece of an env file's value stays unknown",
	  STR_INIT(VALUE("${A}/y") ENV "A=p${B}\n"), AT, STR_INIT("p${B}/y"),
	  STR_INIT("variable A .env:1 was p${B}") },
	{ "a symbolic piece of an env file's value stays symbolic",
	  STR_INIT(VALUE("${A}/y") ENV "A=$HOME/p\n"),
	  AT,
	  STR_INIT("${HOME}/p/y"),
	  { 0 } },
	{ "keys are never touched",
	  STR_INIT("services:\n  web:\n    image: a\n    labels: {'${A}': v}\n" ENV "A=1\n"),
	  "services.web.labels",
	  STR_INIT("{${A}: v}"),
	  { 0 } },
	{ "what is tagged !reset is left alone",
	  STR_INIT(VALUE("!reset '${A:?no}'")),
	  "services.web.image",
	  STR_INIT("a"),
	  { 0 } },
};

START_TEST(references_become_values)
{
	model_check(&rows[_i]);
}
END_TEST

static const struct test_options no_rules = { .preset = PRESET_SANDBOX };

START_TEST(parts_tell_what_is_known)
{
	struct test_run run;
	const struct node *node;

	test_lint(&run, STR(VALUE("a${B}${C:-}$HOME$D") ENV "B=bb\n"), &no_rules);
	node = model_at(run.project, AT);
	ck_assert_uint_eq(node->nparts, 5);
	ck_assert_int_eq(node->parts[0].kind, PART_LITERAL);
	ck_assert_int_eq(node->parts[1].kind, PART_VALUE);
	ck_assert(str_eq(node->parts[1].name, STR("B")));
	ck_assert(str_eq(source_name(&run.lint.sources, node->parts[1].origin), STR(".env")));
	ck_assert_uint_eq(node->parts[1].from, 1);
	ck_assert_uint_eq(node->parts[1].to, 3);
	ck_assert_uint_eq(node->parts[1].template_from, 1);
	ck_assert_uint_eq(node->parts[1].template_to, 5);
	/* the empty default is there to be seen */
	ck_assert_int_eq(node->parts[2].kind, PART_VALUE);
	ck_assert(str_eq(node->parts[2].name, STR("C")));
	ck_assert_uint_eq(node->parts[2].from, node->parts[2].to);
	ck_assert(!span_is_none(node->parts[2].origin));
	ck_assert_uint_eq(node->parts[2].origin.start, node->parts[2].origin.end);
	ck_assert_int_eq(node->parts[3].kind, PART_HOST);
	ck_assert_int_eq(node->parts[4].kind, PART_UNKNOWN);
	ck_assert(str_eq(node_text_when_empty(&run.lint.run, node), STR("abb${HOME}")));
	test_end(&run);
}
END_TEST

START_TEST(each_use_of_an_unset_variable_is_noted)
{
	struct test_run run;
	const struct unset_list *unset;

	test_lint(&run,
		  STR("services:\n  web:\n    image: a\n    cpus: ${CPUS}\n"
		      "    labels: [x, \"l=$HOME${L}\"]\n    user: ${U-}\n"),
		  &no_rules);
	unset = run.project->unset;
	ck_assert_uint_eq(unset->count, 2);
	ck_assert(str_eq(unset->uses[0].path, STR("services.web.cpus")));
	ck_assert(str_eq(unset->uses[0].name, STR("CPUS")));
	ck_assert(str_eq(source_text(&run.lint.sources, unset->uses[0].span), STR("${CPUS}")));
	ck_assert(str_eq(unset->uses[1].path, STR("services.web.labels[1]")));
	ck_assert(str_eq(source_text(&run.lint.sources, unset->uses[1].span), STR("${L}")));
	ck_assert_ptr_nonnull(unset->uses[1].value);
	ck_assert(!run.project->refused);
	test_end(&run);
}
END_TEST

static const struct {
	const char *name;
	struct str files;
	struct str wanted;
} refusals[] = {
	{ "malformed", STR_INIT(VALUE("'a${B C}'")),
	  STR_INIT("compose.yaml:4:20: this reference to a variable cannot be read; write ${NAME} "
		   "or "
		   "${NAME:-default}, or $$ for a dollar sign: Compose will refuse this "
		   "project\n") },
	{ "required and not set", STR_INIT(VALUE("\"a\\t${B:?give it}\"")),
	  STR_INIT("compose.yaml:4:22: the required variable \"B\" is not set: give it: Compose "
		   "will "
		   "refuse this project\n") },
	{ "required and empty", STR_INIT(VALUE("${B:?give it}") ENV "B=\n"),
	  STR_INIT("compose.yaml:4:18: the required variable \"B\" is empty: give it: Compose will "
		   "refuse this project\n") },
	{ "required in a default that is not used", STR_INIT(VALUE("${A:-${B:?}}") ENV "A=1\n"),
	  STR_INIT("compose.yaml:4:23: the required variable \"B\" is not set; set it in .env: "
		   "Compose will refuse this project\n") },
	{ "in an env file", STR_INIT(VALUE("$A") ENV "X=1\nA=${B:?}\n"),
	  STR_INIT(".env:2:3: the required variable \"B\" is not set; set it in .env: Compose will "
		   "refuse this project\n") },
};

START_TEST(what_compose_refuses_is_said_at_the_reference)
{
	struct test_run run;
	struct str got;

	test_lint(&run, refusals[_i].files, &no_rules);
	got = test_findings(&run, STR("model-invalid"));
	ck_assert_msg(str_eq(got, refusals[_i].wanted), "%s\nwanted %.*s\ngot    %.*s",
		      refusals[_i].name, STR_FMT(refusals[_i].wanted), STR_FMT(got));
	ck_assert(run.project->refused);
	test_end(&run);
}
END_TEST

START_TEST(values_do_not_grow_without_end)
{
	struct builder b = { 0 };
	struct arena arena = { 0 };
	struct test_run run;

	b.arena = &arena;
	builder_add(&b, STR(VALUE("${A30}") ENV "A0=xxxxxxxxxxxxxxxx\n"));
	for (int i = 1; i <= 30; i++)
		builder_fmt(&b, "A%d=${A%d}${A%d}\n", i, i - 1, i - 1);
	test_lint(&run, builder_str(&b), &no_rules);
	ck_assert(run.project->refused);
	ck_assert(node_text(model_at(run.project, AT)).n <= (size_t)1024 * 1024);
	test_end(&run);
	arena_free(&arena);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("interp");
	TCase *cases = tcase_create("interp");

	suite_add_tcase(suite, cases);
	tcase_add_loop_test(cases, references_become_values, 0,
			    (int)(sizeof(rows) / sizeof(rows[0])));
	tcase_add_loop_test(cases, what_compose_refuses_is_said_at_the_reference, 0,
			    (int)(sizeof(refusals) / sizeof(refusals[0])));
	tcase_add_test(cases, parts_tell_what_is_known);
	tcase_add_test(cases, each_use_of_an_unset_variable_is_noted);
	tcase_add_test(cases, values_do_not_grow_without_end);
	return run_suite(suite);
}
