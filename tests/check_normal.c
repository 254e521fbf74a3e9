/* SPDX-License-Identifier: MIT */
#include "config.h"

#include <check.h>

#include "model/normal.h"
#include "model_text.h"
#include "tests/suite.h"

#define SERVICE "name: p\nservices:\n  a:\n    image: x\n"

static const struct row {
	const char *name, *files, *path, *wanted;
	bool all;            /* with all resources */
	const char *profile; /* or NULL */
} rows[] = {
	{ "a service without networks joins the default one", SERVICE, "services.a.networks",
	  "{default: null}", false, NULL },
	{ "and the network gets the project's name", SERVICE, "networks",
	  "{default: {name: p_default}}", false, NULL },
	{ "a service with a network mode joins none", SERVICE "    network_mode: host\n",
	  "services.a.networks", "(none)", false, NULL },
	{ "and then there is no default network", SERVICE "    network_mode: host\n", "networks",
	  "(none)", false, NULL },
	{ "a volume gets the project's name before its own",
	  SERVICE "    volumes: [\"data:/d\"]\nvolumes: {data: {}}\n", "volumes",
	  "{data: {name: p_data}}", false, NULL },
	{ "a name that is given stays",
	  SERVICE "    volumes: [\"data:/d\"]\nvolumes: {data: {name: mine}}\n", "volumes",
	  "{data: {name: mine}}", false, NULL },
	{ "an external resource has its own name",
	  SERVICE "    volumes: [\"data:/d\"]\nvolumes: {data: {external: true}}\n", "volumes",
	  "{data: {name: data, external: true}}", false, NULL },
	{ "a volume that nobody uses is left out", SERVICE "volumes: {idle: {}}\n", "volumes", "{}",
	  false, NULL },
	{ "unless all are asked for", SERVICE "volumes: {idle: {}}\n", "volumes",
	  "{idle: {name: p_idle}}", true, NULL },
	{ "a service of a profile is left out", SERVICE "  b: {image: y, profiles: [debug]}\n",
	  "services.b", "(none)", false, NULL },
	{ "and stands there when its profile is on", SERVICE "  b: {image: y, profiles: [debug]}\n",
	  "services.b.image", "y", false, "debug" },
	{ "what only a disabled service uses is left out",
	  SERVICE
	  "  b: {image: y, profiles: [debug], volumes: [\"data:/d\"]}\nvolumes: {data: {}}\n",
	  "volumes", "{}", false, NULL },
	{ "sharing a network means depending on its service",
	  SERVICE "  b: {image: y, network_mode: \"service:a\"}\n", "services.b.depends_on",
	  "{a: {condition: service_started, restart: true, required: true}}", false, NULL },
	{ "a link means depending on its service", SERVICE "  b: {image: y, links: [a]}\n",
	  "services.b.depends_on",
	  "{a: {condition: service_started, restart: true, required: true}}", false, NULL },
	{ "lines of an env file join the environment, and lose against it",
	  SERVICE "    env_file: e.env\n    environment: {A: own}\n--- e.env\nA=file\nB=file\n",
	  "services.a.environment", "{A: own, B: file}", false, NULL },
	{ "the env file is named no more", SERVICE "    env_file: e.env\n--- e.env\nA=file\n",
	  "services.a.env_file", "(none)", false, NULL },
	{ "a build has a Dockerfile", "name: p\nservices:\n  a: {build: ./src}\n",
	  "services.a.build", "{context: /project/src, dockerfile: Dockerfile}", false, NULL },
};

START_TEST(compose_adds_and_takes_away)
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
	model = normal_model(&run.lint, run.project, row->all);
	got = model_text(&run.lint.run, model_find(model, row->path));
	ck_assert_msg(str_eq(got, str_from(row->wanted)), "%s: %s\nwanted %s\ngot    %.*s",
		      row->name, row->path, row->wanted, STR_FMT(got));
	test_end(&run);
}
END_TEST

START_TEST(what_is_added_points_at_what_called_for_it)
{
	const struct test_options options = { .preset = PRESET_SANDBOX, .as_compose = true };
	struct test_run run;
	const struct node *model, *name;

	test_lint(&run, STR(SERVICE), &options);
	model = normal_model(&run.lint, run.project, false);
	name = model_find(model, "networks.default.name");
	ck_assert_ptr_nonnull(name);
	ck_assert_ptr_nonnull(node_step(name, STEP_DEFAULT));
	ck_assert(str_eq(source_text(&run.lint.sources, name->span), STR("a")));
	test_end(&run);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("normal");
	TCase *cases = tcase_create("normal");

	suite_add_tcase(suite, cases);
	tcase_add_loop_test(cases, compose_adds_and_takes_away, 0,
			    (int)(sizeof(rows) / sizeof(rows[0])));
	tcase_add_test(cases, what_is_added_points_at_what_called_for_it);
	return run_suite(suite);
}
