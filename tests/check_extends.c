/* SPDX-License-Identifier: MIT */
#include "config.h"

#include <check.h>

#include "model_text.h"
#include "tests/suite.h"

static const struct test_options no_rules = { .preset = PRESET_SANDBOX };

static const struct model_row rows[] = {
	{ "everything but extends is inherited",
	  STR_INIT("services:\n  base: {image: a, user: root, profiles: [p]}\n"
		   "  web: {extends: {service: base}, user: '1'}\n"),
	  "services.web",
	  STR_INIT("{image: a, user: 1, profiles: [p]}"),
	  { 0 } },
	{ "an inherited value knows the entry",
	  STR_INIT("services:\n  base: {image: a}\n  web:\n    extends: base\n"),
	  "services.web.image", STR_INIT("a"), STR_INIT("extends compose.yaml:4") },
	{ "a list item knows the entry",
	  STR_INIT("services:\n  base: {image: a, cap_add: [X]}\n  web:\n    extends: base\n"),
	  "services.web.cap_add[0]", STR_INIT("X"), STR_INIT("extends compose.yaml:4") },
	{ "what is replaced remembers the inherited value",
	  STR_INIT("services:\n  base: {image: a}\n  web:\n    extends: base\n    image: b\n"),
	  "services.web.image", STR_INIT("b"), STR_INIT("replace compose.yaml:5 was a") },
	{ "chains are followed in any order",
	  STR_INIT("services:\n  c: {extends: b}\n  b: {extends: a, user: x}\n  a: {image: i}\n"),
	  "services.c",
	  STR_INIT("{image: i, user: x}"),
	  { 0 } },
	{ "the tags of every link count",
	  STR_INIT("services:\n  c: {extends: b}\n  b: {extends: a, user: !reset null, "
		   "cap_add: !override [Z]}\n  a: {image: i, user: x, cap_add: [Y]}\n"),
	  "services.c",
	  STR_INIT("{image: i, cap_add: [Z]}"),
	  { 0 } },
	{ "an inherited tag does not reach into the layers below",
	  STR_INIT(
		  "services:\n  c: {image: i, cap_add: [A]}\n--- compose.override.yaml\nservices:\n"
		  "  b: {image: i, cap_add: !override [B]}\n  c: {extends: b}\n"),
	  "services.c.cap_add",
	  STR_INIT("[A, B]"),
	  { 0 } },
	{ "paths of another file are relative to it",
	  STR_INIT("services:\n  web: {extends: {file: sub/base.yaml, service: s}}\n"
		   "--- sub/base.yaml\nservices:\n  s: {image: i, volumes: ['./d:/d'], "
		   "env_file: {path: e, required: false}}\n"),
	  "services.web.volumes[0].source",
	  STR_INIT("/project/sub/d"),
	  { 0 } },
	{ "a chain goes through files",
	  STR_INIT("services:\n  web: {extends: {file: a/x.yaml, service: s}}\n"
		   "--- a/x.yaml\nservices:\n  s: {extends: {file: ../b/y.yaml, service: t}}\n"
		   "--- b/y.yaml\nservices:\n  t: {image: deep, build: .}\n"),
	  "services.web",
	  STR_INIT("{image: deep, build: {context: /project/b}}"),
	  { 0 } },
	{ "another file is interpolated with the project's variables",
	  STR_INIT("services:\n  web: {extends: {file: b.yaml, service: s}}\n"
		   "--- b.yaml\nservices:\n  s: {image: '${I}'}\n--- .env\nI=j\n"),
	  "services.web.image",
	  STR_INIT("j"),
	  { 0 } },
	{ "later files do not change what was inherited",
	  STR_INIT("services:\n  a: {image: i}\n  web: {extends: a}\n--- compose.override.yaml\n"
		   "services:\n  a: {image: j}\n"),
	  "services.web.image",
	  STR_INIT("i"),
	  { 0 } },
};

START_TEST(services_inherit)
{
	model_check(&rows[_i]);
}
END_TEST

static const struct {
	const char *name;
	struct str files;
	struct str wanted;
} refusals[] = {
	{ "no such service", STR_INIT("services:\n  web: {extends: nope, image: i}\n"),
	  STR_INIT("compose.yaml:2:18: there is no service \"nope\" in this file to extend; "
		   "services "
		   "of other files need `file:`: Compose will refuse this project\n") },
	{ "no such service in the other file",
	  STR_INIT("services:\n  web: {extends: {file: b.yaml, service: s}, image: i}\n"
		   "--- b.yaml\nservices: {t: {image: i}}\n"),
	  STR_INIT(
		  "compose.yaml:2:42: there is no service \"s\" in the extended file: Compose will "
		  "refuse this project\n") },
	{ "no such file",
	  STR_INIT("services:\n  web: {extends: {file: b.yaml, service: s}, image: i}\n"),
	  STR_INIT("compose.yaml:2:25: the extended file b.yaml cannot be read: no such file: "
		   "Compose "
		   "will refuse this project\n") },
	{ "no service named",
	  STR_INIT("services:\n  web: {extends: {file: compose.yaml}, image: i}\n"),
	  STR_INIT("compose.yaml:2:18: \"extends\" does not say which service; write `extends: "
		   "{service: NAME}`: Compose will refuse this project\n") },
	{ "a service that is no mapping",
	  STR_INIT("services:\n  web: {extends: {file: b.yaml, service: s}, image: i}\n"
		   "--- b.yaml\nservices: {s: x}\n"),
	  STR_INIT("b.yaml:1:15: the extended service \"s\" must be a mapping: Compose will refuse "
		   "this project\n  compose.yaml:2:18: it is extended here\n") },
	{ "networks over none of another file",
	  STR_INIT("services:\n  web:\n    extends: {file: b.yaml, service: s}\n"
		   "    networks: [default]\n"
		   "--- b.yaml\nservices:\n  s:\n    image: i\n    networks:\n"),
	  STR_INIT(
		  "b.yaml:4:5: \"networks\" is empty here, and Compose does not survive that where "
		  "the service that extends this one names some; leave the key out, or write {}: "
		  "Compose will refuse this project\n  compose.yaml:4:15: they are named here\n") },
	{ "a circle",
	  STR_INIT("services:\n  a:\n    extends: b\n    image: i\n  b:\n    extends: a\n"),
	  STR_INIT(
		  "compose.yaml:6:14: \"b\" extends itself, by way of other services: Compose will "
		  "refuse this project\n  compose.yaml:3:14: \"a\" extends the next one here\n") },
};

START_TEST(what_cannot_be_extended_is_said_at_the_entry)
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

START_TEST(a_circle_through_files_ends)
{
	struct test_run run;

	test_lint(&run,
		  STR("services:\n  web: {extends: {file: a.yaml, service: s}, image: i}\n"
		      "--- a.yaml\nservices: {s: {extends: {file: b.yaml, service: t}}}\n"
		      "--- b.yaml\nservices: {t: {extends: {file: a.yaml, service: s}}}\n"),
		  &no_rules);
	ck_assert(run.project->refused);
	ck_assert(str_has(test_findings(&run, STR("model-invalid")), STR("extends itself")));
	test_end(&run);
}
END_TEST

/* Each link of a chain adds a little, and all of them together far more than anyone could print. */
START_TEST(a_chain_that_multiplies_is_refused_before_it_is_copied)
{
	struct arena arena = { 0 };
	struct builder b = { .arena = &arena };
	struct test_run run;

	builder_add(&b, STR("services:\n  s0: {image: i}\n"));
	for (int i = 1; i < 2000; i++)
		builder_fmt(&b, "  s%d: {extends: s%d, environment: {A%d: a}}\n", i, i - 1, i);
	test_lint(&run, builder_str(&b), &no_rules);
	ck_assert(run.project->refused);
	ck_assert(str_has(test_findings(&run, STR("model-invalid")),
			  STR("inherit more than the limit allows")));
	for (size_t i = 0; i < run.project->nservices; i++)
		ck_assert_uint_le(node_size(run.project->services[i].node, 100), 10);
	test_end(&run);
	arena_free(&arena);
}
END_TEST

START_TEST(what_services_inherit_is_limited)
{
	struct arena arena = { 0 };
	struct builder b = { .arena = &arena };
	struct test_run run;

	builder_add(&b, STR("services:\n  base:\n    image: i\n    security_opt:\n"));
	for (int i = 0; i < 10000; i++)
		builder_fmt(&b, "      - a%d\n", i);
	for (int i = 0; i < 500; i++)
		builder_fmt(&b, "  s%d: {extends: base}\n", i);
	test_lint(&run, builder_str(&b), &no_rules);
	ck_assert(run.project->refused);
	test_assert_findings(
		&run, "model-invalid",
		"compose.yaml:10034:18: the services of this run inherit more than "
		"the limit allows: Compose will refuse this project\n");
	test_end(&run);
	arena_free(&arena);
}
END_TEST

START_TEST(a_remote_file_is_not_fetched)
{
	struct test_run run;

	test_lint(&run,
		  STR("services:\n  web: {extends: {file: 'git@h:x', service: s}, image: i}\n"),
		  &no_rules);
	ck_assert(run.project->incomplete);
	ck_assert(!run.project->refused);
	test_assert_findings(&run, "incomplete-project",
			     "compose.yaml:2:25: the extended file is remote and is not fetched; "
			     "what it says is not judged\n");
	test_end(&run);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("extends");
	TCase *cases = tcase_create("extends");

	suite_add_tcase(suite, cases);
	tcase_add_loop_test(cases, services_inherit, 0, (int)(sizeof(rows) / sizeof(rows[0])));
	tcase_add_loop_test(cases, what_cannot_be_extended_is_said_at_the_entry, 0,
			    (int)(sizeof(refusals) / sizeof(refusals[0])));
	tcase_add_test(cases, a_circle_through_files_ends);
	tcase_add_test(cases, what_services_inherit_is_limited);
	tcase_add_test(cases, a_chain_that_multiplies_is_refused_before_it_is_copied);
	tcase_add_test(cases, a_remote_file_is_not_fetched);
	return run_suite(suite);
}
