/* SPDX-License-Identifier: MIT */
#include "config.h"

#include <check.h>

#include "model_text.h"
#include "tests/suite.h"

static const struct test_options no_rules = { .preset = PRESET_SANDBOX };

static const struct model_row rows[] = {
	{ "resources of the included file are there",
	  STR_INIT("include: [sub/c.yaml]\nservices: {a: {image: i}}\n"
		   "--- sub/c.yaml\nservices: {b: {image: j, networks: [n]}}\nnetworks: {n: {}}\n"),
	  "services.b", STR_INIT("{image: j, networks: {n: null}}"),
	  STR_INIT("include compose.yaml:1") },
	{ "its paths are relative to it",
	  STR_INIT("include:\n  - sub/c.yaml\n--- sub/c.yaml\n"
		   "services: {b: {image: j, volumes: ['./d:/d']}}\n"),
	  "services.b.volumes[0].source", STR_INIT("/project/sub/d"),
	  STR_INIT("include compose.yaml:2") },
	{ "or to its project directory",
	  STR_INIT("include: [{path: sub/c.yaml, project_directory: p}]\n--- sub/c.yaml\n"
		   "services: {b: {image: j, volumes: ['./d:/d']}}\n--- p/d/x\nx\n"),
	  "services.b.volumes[0].source",
	  STR_INIT("/project/p/d"),
	  { 0 } },
	{ "or to where that lies, if it is no directory",
	  STR_INIT("include: [{path: sub/c.yaml, project_directory: p/q}]\n--- sub/c.yaml\n"
		   "services: {b: {image: j, volumes: ['./d:/d']}}\n"),
	  "services.b.volumes[0].source",
	  STR_INIT("/project/p/d"),
	  { 0 } },
	{ "several paths are merged",
	  STR_INIT("include: [{path: [c.yaml, d.yaml]}]\n--- c.yaml\nservices: {b: {image: j}}\n"
		   "--- d.yaml\nservices: {b: {image: k}}\n"),
	  "services.b.image",
	  STR_INIT("k"),
	  { 0 } },
	{ "its own .env fills gaps",
	  STR_INIT("include: [sub/c.yaml]\n--- .env\nA=outer\n--- sub/.env\nA=inner\nB=inner\n"
		   "--- sub/c.yaml\nservices: {b: {image: '${A}-${B}'}}\n"),
	  "services.b.image",
	  STR_INIT("outer-inner"),
	  { 0 } },
	{ "its env files are relative to the including project",
	  STR_INIT("include: [{path: sub/c.yaml, env_file: e}]\n--- e\nB=1\n--- sub/.env\nB=2\n"
		   "--- sub/c.yaml\nservices: {b: {image: 'x${B}'}}\n"),
	  "services.b.image",
	  STR_INIT("x1"),
	  { 0 } },
	{ "its variables end with it",
	  STR_INIT("include: [sub/c.yaml]\nservices: {a: {image: 'i${B:-none}'}}\n"
		   "--- sub/.env\nB=1\n--- sub/c.yaml\nservices: {b: {image: j}}\n"),
	  "services.a.image",
	  STR_INIT("inone"),
	  { 0 } },
	{ "includes nest",
	  STR_INIT("include: [a/c.yaml]\n--- a/c.yaml\ninclude: [b/d.yaml]\n"
		   "services: {c: {image: c}}\n--- a/b/d.yaml\nservices: {d: {build: .}}\n"),
	  "services.d.build.context",
	  STR_INIT("/project/a/b"),
	  { 0 } },
	{ "a diamond is no conflict",
	  STR_INIT("include: [a.yaml, b.yaml]\n--- a.yaml\ninclude: [c.yaml]\n--- b.yaml\n"
		   "include: [c.yaml]\n--- c.yaml\nservices: {c: {image: c}}\n"),
	  "services.c.image",
	  STR_INIT("c"),
	  { 0 } },
	{ "a file may be included again",
	  STR_INIT("include: [c.yaml, c.yaml]\n--- c.yaml\nservices: {c: {image: c}}\n"),
	  "services.c.image", STR_INIT("c"), STR_INIT("include compose.yaml:1") },
	{ "a later file changes what is included",
	  STR_INIT("include: [c.yaml]\n--- compose.override.yaml\nservices: {b: {image: k}}\n"
		   "--- c.yaml\nservices: {b: {image: j}}\n"),
	  "services.b.image",
	  STR_INIT("k"),
	  { 0 } },
	{ "an inner tag does not reach the including project",
	  STR_INIT("services: {b: {image: x, cap_add: [A]}}\n--- compose.override.yaml\n"
		   "include: [c.yaml]\n--- c.yaml\nservices: {b: {image: j, cap_add: !override "
		   "[B]}}\n"),
	  "services.b.cap_add",
	  STR_INIT("[A, B]"),
	  { 0 } },
};

START_TEST(projects_are_included)
{
	model_check(&rows[_i]);
}
END_TEST

static const struct {
	const char *name;
	struct str files;
	struct str wanted;
} refusals[] = {
	{ "no list", STR_INIT("include: c.yaml\nservices: {a: {image: i}}\n"),
	  STR_INIT(
		  "compose.yaml:1:10: \"include\" must be a list; write `include: [FILE]`: Compose "
		  "will refuse this project\n") },
	{ "no such file", STR_INIT("include: [c.yaml]\nservices: {a: {image: i}}\n"),
	  STR_INIT("compose.yaml:1:11: the included file c.yaml cannot be read: no such file: "
		   "Compose "
		   "will refuse this project\n") },
	{ "a conflict",
	  STR_INIT("include: [c.yaml]\nservices: {a: {image: i}}\n--- c.yaml\n"
		   "services: {a: {image: j}}\n"),
	  STR_INIT("compose.yaml:1:11: this include brings \"a\" of \"services\", which is defined "
		   "otherwise already; change an included one in a later file: an override file or "
		   "another -f: Compose will refuse this project\n"
		   "  compose.yaml:2:12: defined here\n  c.yaml:1:12: included from here\n") },
	{ "the same file with other env files is another project",
	  STR_INIT("include: [c.yaml, c.yaml, {path: c.yaml, env_file: e}]\n"
		   "services: {a: {image: i}}\n--- c.yaml\n"
		   "services: {b: {image: 'j${A:-1}'}}\n--- e\nA=2\n"),
	  STR_INIT("compose.yaml:1:27: this include brings \"b\" of \"services\", which is defined "
		   "otherwise already; change an included one in a later file: an override file or "
		   "another -f: Compose will refuse this project\n"
		   "  c.yaml:1:12: included from here\n") },
	{ "what is wrong in a file that is included again is said once",
	  STR_INIT("include: [c.yaml, c.yaml]\nservices: {a: {image: i}}\n--- c.yaml\n"
		   "services: {b: {image: j, no_key: k}}\n"),
	  STR_INIT("c.yaml:1:26: \"no_key\" is no key of a service; remove it or put \"x-\" before "
		   "it: Compose will refuse this project\n") },
	{ "a circle",
	  STR_INIT("include: [c.yaml]\nservices: {a: {image: i}}\n--- c.yaml\n"
		   "include: [compose.yaml]\n"),
	  STR_INIT("c.yaml:1:11: this file is being included already: the includes go round in a "
		   "circle: Compose will refuse this project\n") },
};

START_TEST(what_cannot_be_included_is_said_at_the_entry)
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

START_TEST(includes_that_multiply_end_at_a_limit)
{
	struct arena arena = { 0 };
	struct builder b = { .arena = &arena };
	struct test_run run;

	builder_add(&b, STR("include: [f0.yaml]\n"));
	for (int i = 0; i < 40; i++)
		builder_fmt(&b, "--- f%d.yaml\ninclude: [f%d.yaml, f%d.yaml]\n", i, i + 1, i + 1);
	builder_add(&b, STR("--- f40.yaml\nservices: {a: {image: i}}\n"));
	test_lint(&run, builder_str(&b), &no_rules);
	ck_assert(run.project->incomplete);
	ck_assert(str_has(test_findings(&run, STR("incomplete-project")),
			  STR("bring more than the limit allows")));
	test_end(&run);
	arena_free(&arena);
}
END_TEST

START_TEST(a_remote_project_is_not_fetched)
{
	struct test_run run;

	test_lint(&run, STR("include: ['oci://x/y']\nservices: {a: {image: i}}\n"), &no_rules);
	ck_assert(run.project->incomplete);
	ck_assert(!run.project->refused);
	test_assert_findings(&run, "incomplete-project",
			     "compose.yaml:1:11: the included file is remote and is not fetched; "
			     "what it says is not judged\n");
	test_end(&run);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("include");
	TCase *cases = tcase_create("include");

	suite_add_tcase(suite, cases);
	tcase_add_loop_test(cases, projects_are_included, 0, (int)(sizeof(rows) / sizeof(rows[0])));
	tcase_add_loop_test(cases, what_cannot_be_included_is_said_at_the_entry, 0,
			    (int)(sizeof(refusals) / sizeof(refusals[0])));
	tcase_add_test(cases, includes_that_multiply_end_at_a_limit);
	tcase_add_test(cases, a_remote_project_is_not_fetched);
	return run_suite(suite);
}
