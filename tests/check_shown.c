/* SPDX-License-Identifier: MIT */
#include "config.h"

#include <check.h>

#include "model/normal.h"
#include "model/shown.h"
#include "model_text.h"
#include "tests/suite.h"

#define SERVICE "name: p\nservices:\n  a:\n    image: x\n"

static const struct row {
	const char *name, *files, *path, *wanted;
	bool json;           /* the form of JSON */
	const char *profile; /* or NULL */
} rows[] = {
	{ "a size is in bytes, as text", SERVICE "    mem_limit: 1g\n", "services.a.mem_limit",
	  "1073741824", false, NULL },
	{ "a duration is written as Go writes it", SERVICE "    stop_grace_period: 90s\n",
	  "services.a.stop_grace_period", "1m30s", false, NULL },
	{ "a command line is split into words", SERVICE "    command: run 'two words' x\n",
	  "services.a.command", "[run, two words, x]", false, NULL },
	{ "a command that is not given is not there in YAML", SERVICE, "services.a.command",
	  "(none)", false, NULL },
	{ "a command that is not given is null in JSON", SERVICE, "services.a.command", "null",
	  true, NULL },
	{ "what is false is left out", SERVICE "    privileged: false\n    read_only: true\n",
	  "services.a.privileged", "(none)", false, NULL },
	{ "what is true is not", SERVICE "    privileged: false\n    read_only: true\n",
	  "services.a.read_only", "true", false, NULL },
	{ "init is kept when it is false", SERVICE "    init: false\n", "services.a.init", "false",
	  false, NULL },
	{ "an empty list is left out", SERVICE "    cap_add: []\n", "services.a.cap_add", "(none)",
	  false, NULL },
	{ "hosts are one list", SERVICE "    extra_hosts: {h: 10.0.0.1}\n",
	  "services.a.extra_hosts", "[h=10.0.0.1]", false, NULL },
	{ "an environment in a list is a mapping", SERVICE "    environment: [A=1, B]\n",
	  "services.a.environment", "{A: 1, B: null}", false, NULL },
	{ "a mode of a file is octal text",
	  SERVICE "    configs: [{source: c, mode: 0440}]\nconfigs: {c: {content: x}}\n",
	  "services.a.configs[0].mode", "0440", false, NULL },
	{ "a share of a processor is a number", SERVICE "    cpus: 0.50\n", "services.a.cpus",
	  "0.5", false, NULL },
	{ "a dollar is not doubled yet", SERVICE "    hostname: a$$b\n", "services.a.hostname",
	  "a$b", false, NULL },
	{ "an x- key below the top stands in YAML", SERVICE "    x-note: {a: 1}\n",
	  "services.a.x-note", "{a: 1}", false, NULL },
	{ "but not in JSON", SERVICE "    x-note: {a: 1}\n", "services.a.x-note", "(none)", true,
	  NULL },
	{ "an x- key at the top stands in both", SERVICE "x-note: {a: 1}\n", "x-note", "{a: 1}",
	  true, NULL },
};

START_TEST(a_value_has_the_form_in_which_compose_prints_it)
{
	const struct row *row = &rows[_i];
	const struct test_options options = {
		.preset = PRESET_SANDBOX,
		.as_compose = true,
		.profile = str_from(row->profile ? row->profile : ""),
	};
	struct test_run run;
	const struct node *model;
	struct str got;

	test_lint(&run, str_from(row->files), &options);
	ck_assert_msg(run.project && !run.project->refused, "%s: refused:\n%.*s", row->name,
		      STR_FMT(test_findings(&run, STR(""))));
	model = shown_model(&run.lint, normal_model(&run.lint, run.project, false), row->json);
	got = model_text(&run.lint.run, model_find(model, row->path));
	ck_assert_msg(str_eq(got, str_from(row->wanted)), "%s: %s\nwanted %s\ngot    %.*s",
		      row->name, row->path, row->wanted, STR_FMT(got));
	test_end(&run);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("shown");
	TCase *cases = tcase_create("shown");

	suite_add_tcase(suite, cases);
	tcase_add_loop_test(cases, a_value_has_the_form_in_which_compose_prints_it, 0,
			    (int)(sizeof(rows) / sizeof(rows[0])));
	return run_suite(suite);
}
