/* SPDX-License-Identifier: MIT */
#include "config.h"

#include <check.h>

#include "model/load.h"
#include "model/name.h"
#include "model_text.h"
#include "tests/suite.h"

static const struct test_options no_rules = { .preset = PRESET_SANDBOX };

static const struct model_row rows[] = {
	{ "a relative path becomes absolute",
	  STR_INIT("services:\n  web: {image: a, volumes: ['./x/../y:/z']}\n"),
	  "services.web.volumes[0].source",
	  STR_INIT("/project/y"),
	  { 0 } },
	{ "a home is a reference",
	  STR_INIT("services:\n  web: {image: a, volumes: ['~/y:/z']}\n"),
	  "services.web.volumes[0].source",
	  STR_INIT("${HOME}/y"),
	  { 0 } },
	{ "a source that begins with an unknown variable stays",
	  STR_INIT("services:\n  web: {image: a, volumes: ['${W}/y:/z']}\n"),
	  "services.web.volumes[0].source",
	  STR_INIT("${W}/y"),
	  { 0 } },
	{ "what stands before an unknown variable is joined",
	  STR_INIT("services:\n  web: {image: a, volumes: ['./p/../q${W}/y:/z']}\n"),
	  "services.web.volumes[0].source",
	  STR_INIT("/project/q${W}/y"),
	  { 0 } },
	{ "defaults are filled in",
	  STR_INIT("services:\n  web: {build: {target: t}, ports: [{target: 80}], secrets: [s]}\n"
		   "secrets: {s: {file: ./f}}\n"),
	  "services.web.ports",
	  STR_INIT("[{target: 80, mode: ingress, protocol: tcp}]"),
	  { 0 } },
	{ "documents of one file are layers",
	  STR_INIT("services: {web: {image: a}}\n---\nservices: {web: {image: b}}\n"),
	  "services.web.image",
	  STR_INIT("b"),
	  { 0 } },
	{ "version is dropped",
	  STR_INIT("version: '3'\nservices: {web: {image: a}}\n"),
	  "version",
	  STR_INIT("(none)"),
	  { 0 } },
};

START_TEST(a_project_is_loaded)
{
	model_check(&rows[_i]);
}
END_TEST

static const struct {
	const char *name;
	struct str files, wanted;
} names[] = {
	{ "the directory's", STR_INIT("services: {}\n"), STR_INIT("project") },
	{ "the file's", STR_INIT("name: My App\nservices: {}\n"), STR_INIT("myapp") },
	{ "the last file's", STR_INIT("name: a\n--- compose.override.yaml\nname: b\n"),
	  STR_INIT("b") },
	{ "of .env before the file's",
	  STR_INIT("name: a\nservices: {}\n--- .env\nCOMPOSE_PROJECT_NAME=c\n"), STR_INIT("c") },
	{ "an empty one does not count", STR_INIT("name: ''\nservices: {}\n"),
	  STR_INIT("project") },
	{ "interpolated", STR_INIT("name: x${A}\nservices: {}\n--- .env\nA=1\n"), STR_INIT("x1") },
	{ "the directory's, when a variable leaves nothing",
	  STR_INIT("name: a\nservices: {}\n--- compose.override.yaml\nname: ${A}\n"),
	  STR_INIT("project") },
};

START_TEST(a_project_has_a_name)
{
	struct test_run run;

	test_lint(&run, names[_i].files, &no_rules);
	ck_assert_msg(str_eq(run.project->name, names[_i].wanted), "%s: got %.*s", names[_i].name,
		      STR_FMT(run.project->name));
	test_end(&run);
}
END_TEST

START_TEST(resources_have_full_names)
{
	struct test_run run;
	const struct project *project;

	test_lint(&run,
		  STR("name: p\nservices: {web: {image: a}}\n"
		      "volumes: {v: , w: {name: own}, x: {external: true}}\n"),
		  &no_rules);
	project = run.project;
	ck_assert(str_eq(project_resource(project->volumes, STR("v"))->full_name, STR("p_v")));
	ck_assert(str_eq(project_resource(project->volumes, STR("w"))->full_name, STR("own")));
	ck_assert(str_eq(project_resource(project->volumes, STR("x"))->full_name, STR("x")));
	ck_assert(project_resource(project->volumes, STR("x"))->external);
	ck_assert_ptr_null(project_resource(project->volumes, STR("y")));
	ck_assert(project_resource(project->networks, STR("default"))->implicit);
	ck_assert(str_eq(project_resource(project->networks, STR("default"))->full_name,
			 STR("p_default")));
	test_end(&run);
}
END_TEST

START_TEST(a_network_that_nobody_joins_is_not_made)
{
	struct test_run run;

	test_lint(&run, STR("services: {web: {image: a, network_mode: none}}\n"), &no_rules);
	ck_assert_uint_eq(run.project->networks.count, 0);
	test_end(&run);
}
END_TEST

START_TEST(profiles_decide_what_runs)
{
	const struct test_options with_profile = { .preset = PRESET_SANDBOX, .profile = STR("p") };
	const struct str text = STR("services:\n  a: {image: a}\n  b: {image: b, profiles: [p]}\n");
	struct test_run run;

	test_lint(&run, text, &no_rules);
	ck_assert(test_service(&run, "a")->enabled);
	ck_assert(!test_service(&run, "b")->enabled);
	ck_assert(str_eq(service_profile(test_service(&run, "b")), STR("p")));
	test_end(&run);
	test_lint(&run, text, &with_profile);
	ck_assert(test_service(&run, "b")->enabled);
	test_end(&run);
	test_lint(
		&run,
		STR("services: {b: {image: b, profiles: [p]}}\n--- .env\nCOMPOSE_PROFILES=x, p\n"),
		&no_rules);
	ck_assert(test_service(&run, "b")->enabled);
	test_end(&run);
}
END_TEST

START_TEST(a_service_knows_where_it_is_defined)
{
	struct test_run run;
	const struct service *service;

	test_lint(&run,
		  STR("services:\n  web: {image: a}\n--- compose.override.yaml\nservices:\n\n"
		      "  web: {user: x}\n"),
		  &no_rules);
	service = test_service(&run, "web");
	ck_assert_uint_eq(service->ndefinitions, 2);
	ck_assert(str_eq(source_name(&run.lint.sources, service->definitions[0]->span),
			 STR("compose.yaml")));
	ck_assert(str_eq(source_name(&run.lint.sources, service->definitions[1]->span),
			 STR("compose.override.yaml")));
	ck_assert_ptr_eq(service->key, service->definitions[0]);
	test_end(&run);
}
END_TEST

START_TEST(files_that_were_looked_for_are_listed)
{
	struct test_run run;
	struct builder b = { 0 };

	test_lint(&run,
		  STR("services:\n  web: {image: a, env_file: e}\n--- compose.override.yaml\n"
		      "services: {}\n--- e\nA=1\n--- env-example.txt\nB=\n"),
		  &no_rules);
	b.arena = &run.lint.run;
	for (size_t i = 0; i < run.project->nfiles; i++)
		builder_fmt(&b, "%d %.*s%s\n", (int)run.project->files[i].role,
			    STR_FMT(run.project->files[i].name),
			    run.project->files[i].absent ? " absent" : "");
	ck_assert_msg(str_eq(builder_str(&b), STR("0 compose.yaml\n1 compose.override.yaml\n"
						  "4 .env absent\n5 e\n")),
		      "%.*s", STR_FMT(builder_str(&b)));
	ck_assert(str_eq(run.project->example_env, STR("env-example.txt")));
	test_end(&run);
}
END_TEST

START_TEST(env_files_can_be_disabled_in_the_env_file)
{
	struct test_run run;

	test_lint(&run,
		  STR("services: {web: {image: 'a${A:-no}'}}\n--- .env\nA=1\n"
		      "COMPOSE_DISABLE_ENV_FILE=1\n"),
		  &no_rules);
	ck_assert(str_eq(node_text(model_at(run.project, "services.web.image")), STR("ano")));
	test_end(&run);
}
END_TEST

START_TEST(a_file_that_is_not_well_formed_ends_the_project)
{
	struct test_run run;

	test_lint(&run, STR("services: {web: [}\n"), &no_rules);
	ck_assert_ptr_null(run.project);
	ck_assert_uint_eq(run.lint.diag.count, 1);
	ck_assert(str_eq(run.lint.diag.findings[0]->rule, STR("yaml-syntax")));
	test_end(&run);
}
END_TEST

START_TEST(an_included_file_that_is_not_well_formed_ends_it_too)
{
	struct test_run run;

	test_lint(&run, STR("include: [c.yaml]\nservices: {a: {}}\n--- c.yaml\na: [\n"), &no_rules);
	ck_assert_ptr_null(run.project);
	ck_assert_uint_eq(run.lint.diag.count, 1);
	test_end(&run);
}
END_TEST

START_TEST(an_empty_file_is_refused)
{
	struct test_run run;

	test_lint(&run, STR("# nothing\n"), &no_rules);
	ck_assert_ptr_nonnull(run.project);
	ck_assert(run.project->refused);
	test_end(&run);
}
END_TEST

/* What load_project() is asked here differs from what test_lint() asks. */
static struct failure load(struct lint *lint, struct held_files *held, struct load_request request,
			   const struct project **project)
{
	struct files files = held_files(held);

	lint_init(lint);
	request.files = &files;
	request.current_directory = STR("/work");
	request.first_override = request.npaths;
	return load_project(lint, &request, project);
}

START_TEST(a_named_file_that_is_missing_is_a_failure)
{
	const struct str paths[] = { STR("sub/no.yaml") };
	struct held_files held = { NULL, 0 };
	const struct project *project;
	struct failure failure;
	struct lint lint;

	failure =
		load(&lint, &held, (struct load_request){ .paths = paths, .npaths = 1 }, &project);
	ck_assert(failure.failed);
	ck_assert_msg(str_eq(failure.message, STR("sub/no.yaml: no such file")), "%.*s",
		      STR_FMT(failure.message));
	ck_assert_ptr_null(project);
	lint_free(&lint);
}
END_TEST

START_TEST(config_looks_homes_up_and_takes_unset_for_empty)
{
	const struct str paths[] = { STR("sub/c.yaml") };
	const char *const environment[] = { "HOME=/home/me", NULL };
	struct held_file all[] = {
		{ STR("/work/sub/c.yaml"),
		  STR("services: {web: {image: 'a${NO}', volumes: ['~/x:/x', './y:/y'], "
		      "working_dir: $HOME}}\n") },
	};
	struct held_files held = { all, 1 };
	const struct project *project;
	struct failure failure;
	struct lint lint;

	failure = load(&lint, &held,
		       (struct load_request){ .paths = paths,
					      .npaths = 1,
					      .environment = environment,
					      .as_compose = true },
		       &project);
	ck_assert(!failure.failed);
	ck_assert(str_eq(node_text(model_at(project, "services.web.image")), STR("a")));
	ck_assert(
		str_eq(node_text(model_at(project, "services.web.working_dir")), STR("/home/me")));
	ck_assert(str_eq(node_text(model_at(project, "services.web.volumes[0].source")),
			 STR("/home/me/x")));
	ck_assert(str_eq(node_text(model_at(project, "services.web.volumes[1].source")),
			 STR("/work/sub/y")));
	ck_assert_uint_eq(project->unset->count, 1);
	lint_free(&lint);
}
END_TEST

START_TEST(two_files_lie_in_the_directory_of_the_first)
{
	const struct str paths[] = { STR("a/c.yaml"), STR("b/d.yaml") };
	struct held_file all[] = {
		{ STR("/work/a/c.yaml"), STR("services: {web: {image: a}}\n") },
		{ STR("/work/b/d.yaml"), STR("services: {web: {volumes: ['./x:/x']}}\n") },
	};
	struct held_files held = { all, 2 };
	const struct project *project;
	struct lint lint;

	load(&lint, &held, (struct load_request){ .paths = paths, .npaths = 2 }, &project);
	ck_assert(str_eq(node_text(model_at(project, "services.web.volumes[0].source")),
			 STR("/work/a/x")));
	ck_assert(str_eq(project->directory, STR("/work/a")));
	ck_assert(str_eq(project->shown_directory, STR("a")));
	lint_free(&lint);
}
END_TEST

START_TEST(names_are_made_valid)
{
	struct arena arena = { 0 };

	ck_assert(str_eq(name_normalise(&arena, STR("__My App-1_")), STR("myapp-1_")));
	ck_assert(name_is_valid(STR("a_b-1")));
	ck_assert(!name_is_valid(STR("A")));
	ck_assert(!name_is_valid(STR("-a")));
	ck_assert(!name_is_valid(STR("")));
	arena_free(&arena);
}
END_TEST

START_TEST(a_missing_dockerfile_is_said_at_the_scalar)
{
	struct test_run run;

	test_lint(&run,
		  STR("services:\n  a: {build: {context: ., dockerfile: X}}\n  b: {build: .}\n"
		      "  c: {build: {context: ., dockerfile: \"${X:-s3cret}/X\"}}\n"
		      "  d: {build: {context: nowhere, dockerfile: X}}\n"
		      "  e: {build: nowhere}\n"
		      "  f: {build: {context: away, dockerfile: ../f.Dockerfile}}\n"
		      "  g: {build: {context: away, dockerfile_inline: FROM scratch}}\n"
		      "  h: {build: {context: .., dockerfile: box/h.Dockerfile}}\n"
		      "--- f.Dockerfile\nFROM scratch\n"),
		  &no_rules);
	test_assert_findings(
		&run, "model-invalid",
		"compose.yaml:2:39: the Dockerfile X does not exist: the build will fail; make it, "
		"or name it as seen from the build context .\n"
		"compose.yaml:3:7: the Dockerfile Dockerfile does not exist: the build will fail; "
		"make it, or name another with \"dockerfile:\"\n"
		"compose.yaml:4:39: the Dockerfile ${X:-s3cret}/X does not exist: the build will "
		"fail; make it, or name it as seen from the build context .\n"
		"compose.yaml:5:24: the build context nowhere does not exist: the build will fail\n"
		"compose.yaml:6:14: the build context nowhere does not exist: the build will "
		"fail\n"
		"compose.yaml:7:24: the build context away does not exist: the build will fail\n"
		"compose.yaml:8:24: the build context away does not exist: the build will fail\n"
		"compose.yaml:9:40: the Dockerfile box/h.Dockerfile (which is ../box/h.Dockerfile) "
		"does not exist: the build will fail; make it, or name it as seen from the build "
		"context ..\n");
	ck_assert_ptr_nonnull(test_service(&run, "f")->image);
	ck_assert_ptr_nonnull(test_service(&run, "g")->image);
	/* docker compose config accepts both */
	ck_assert(!run.project->refused);
	test_end(&run);
}
END_TEST

START_TEST(a_remote_context_is_not_fetched)
{
	struct test_run run;

	test_lint(&run, STR("services:\n  a: {build: 'https://h/x.git'}\n"), &no_rules);
	test_assert_findings(
		&run, "incomplete-project",
		"compose.yaml:2:14: the build context is remote and is not fetched; the "
		"image is not judged\n");
	ck_assert(test_service(&run, "a")->build->remote);
	test_end(&run);
}
END_TEST

START_TEST(a_service_may_run_what_another_builds)
{
	struct test_run run;

	test_lint(&run,
		  STR("services:\n  a: {build: ., image: my/x}\n  b: {image: my/x}\n"
		      "  c: {image: other}\n--- Dockerfile\nFROM scratch\n"),
		  &no_rules);
	ck_assert_ptr_eq(test_service(&run, "b")->built_by, test_service(&run, "a"));
	ck_assert_ptr_null(test_service(&run, "c")->built_by);
	ck_assert_ptr_null(test_service(&run, "a")->built_by);
	test_end(&run);
}
END_TEST

/* Docker Compose itself crashes on these; each is a refusal with a place. */
static const struct {
	const char *name;
	struct str files, place;
} crashes[] = {
	{ "an empty pid", STR_INIT("services:\n  a:\n    image: i\n    pid:\n"),
	  STR_INIT("compose.yaml:4:5: ") },
	{ "an empty logging over one",
	  STR_INIT("services:\n  a:\n    image: i\n    logging: {driver: x}\n"
		   "--- compose.override.yaml\nservices:\n  a:\n    logging:\n"),
	  STR_INIT("compose.override.yaml:3:5: ") },
	{ "a logging over an empty one",
	  STR_INIT("services:\n  a:\n    image: i\n    logging:\n"
		   "--- compose.override.yaml\nservices:\n  a:\n    logging: {driver: x}\n"),
	  STR_INIT("compose.yaml:4:5: ") },
	{ "a logging that is no mapping",
	  STR_INIT("services:\n  a:\n    image: i\n    logging: x\n"
		   "--- compose.override.yaml\nservices:\n  a:\n    logging: {driver: x}\n"),
	  STR_INIT("compose.yaml:4:14: ") },
	{ "a number among overriding dependencies",
	  STR_INIT("services:\n  a:\n    image: i\n    depends_on: [b]\n  b: {image: i}\n"
		   "--- compose.override.yaml\nservices:\n  a:\n    depends_on: [1]\n"),
	  STR_INIT("compose.override.yaml:3:18: ") },
	{ "a number among overriding networks",
	  STR_INIT("services:\n  a:\n    image: i\n    networks: [b]\nnetworks: {b: {}}\n"
		   "--- compose.override.yaml\nservices:\n  a:\n    networks: [1]\n"),
	  STR_INIT("compose.override.yaml:3:16: ") },
	{ "a number among overriding models",
	  STR_INIT("services:\n  a:\n    image: i\n    models: [b]\nmodels: {b: {model: x}}\n"
		   "--- compose.override.yaml\nservices:\n  a:\n    models: [1]\n"),
	  STR_INIT("compose.override.yaml:3:14: ") },
	{ "an extended file that is a number",
	  STR_INIT("services:\n  a:\n    image: i\n    extends: {service: b, file: 1}\n"),
	  STR_INIT("compose.yaml:4:33: ") },
	{ "an empty additional context",
	  STR_INIT("services:\n  a:\n    build:\n      additional_contexts: {x: }\n"
		   "--- Dockerfile\nFROM scratch\n"),
	  STR_INIT("compose.yaml:4:29: ") },
	{ "an additional context that is a number",
	  STR_INIT("services:\n  a:\n    build:\n      additional_contexts: {x: 1}\n"
		   "--- Dockerfile\nFROM scratch\n"),
	  STR_INIT("compose.yaml:4:32: ") },
	{ "a number among the contexts of an extended file",
	  STR_INIT("services:\n  a:\n    extends: {file: b.yaml, service: s}\n"
		   "--- b.yaml\nservices:\n  s:\n    build:\n"
		   "      additional_contexts: {x: 1}\n--- Dockerfile\nFROM scratch\n"),
	  STR_INIT("b.yaml:4:32: ") },
	{ "models over a text of an extended file",
	  STR_INIT("services:\n  a:\n    extends: {file: b.yaml, service: s}\n    models: [m]\n"
		   "models: {m: {model: x}}\n--- b.yaml\nservices:\n  s:\n    image: i\n"
		   "    models: x\n"),
	  STR_INIT("b.yaml:4:13: ") },
	{ "an env file without a path",
	  STR_INIT("services:\n  a:\n    image: i\n    env_file: [{path: null}]\n"),
	  STR_INIT("compose.yaml:4:23: ") },
	{ "an env file that is a number",
	  STR_INIT("services:\n  a:\n    image: i\n    env_file: [{path: 1}]\n"),
	  STR_INIT("compose.yaml:4:23: ") },
	{ "the target of a secret",
	  STR_INIT("services:\n  a:\n    image: i\n    secrets: [{source: s, target: 1}]\n"
		   "secrets: {s: {environment: X}}\n"),
	  STR_INIT("compose.yaml:4:35: ") },
	{ "the target of a config",
	  STR_INIT("services:\n  a:\n    image: i\n    configs: [{source: s, target: 1}]\n"
		   "configs: {s: {content: X}}\n"),
	  STR_INIT("compose.yaml:4:35: ") },
	{ "a soft limit with a point",
	  STR_INIT("services:\n  a:\n    image: i\n    ulimits: {core: {soft: 1.0, hard: 2}}\n"),
	  STR_INIT("compose.yaml:4:28: ") },
	{ "a hard limit with a point",
	  STR_INIT("services:\n  a:\n    image: i\n    ulimits: {core: {soft: 1, hard: 2.0}}\n"),
	  STR_INIT("compose.yaml:4:37: ") },
	{ "a limit of the build in quotes",
	  STR_INIT("services:\n  a:\n    build:\n      ulimits: {core: {soft: '1', hard: 2}}\n"
		   "--- Dockerfile\nFROM scratch\n"),
	  STR_INIT("compose.yaml:4:30: ") },
};

START_TEST(what_makes_compose_crash_is_refused_at_its_place)
{
	struct test_run run;
	struct str got;

	test_lint(&run, crashes[_i].files, &no_rules);
	got = test_findings(&run, STR("model-invalid"));
	ck_assert_msg(str_has(got, crashes[_i].place) &&
			      str_has(got, STR("Compose will refuse this project")),
		      "%s: got\n%.*s", crashes[_i].name, STR_FMT(got));
	ck_assert(run.project->refused);
	test_end(&run);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("load");
	TCase *cases = tcase_create("load");

	suite_add_tcase(suite, cases);
	tcase_add_loop_test(cases, a_project_is_loaded, 0, (int)(sizeof(rows) / sizeof(rows[0])));
	tcase_add_loop_test(cases, a_project_has_a_name, 0,
			    (int)(sizeof(names) / sizeof(names[0])));
	tcase_add_test(cases, resources_have_full_names);
	tcase_add_test(cases, a_network_that_nobody_joins_is_not_made);
	tcase_add_test(cases, profiles_decide_what_runs);
	tcase_add_test(cases, a_service_knows_where_it_is_defined);
	tcase_add_test(cases, files_that_were_looked_for_are_listed);
	tcase_add_test(cases, env_files_can_be_disabled_in_the_env_file);
	tcase_add_test(cases, a_file_that_is_not_well_formed_ends_the_project);
	tcase_add_test(cases, an_included_file_that_is_not_well_formed_ends_it_too);
	tcase_add_test(cases, an_empty_file_is_refused);
	tcase_add_test(cases, a_named_file_that_is_missing_is_a_failure);
	tcase_add_test(cases, config_looks_homes_up_and_takes_unset_for_empty);
	tcase_add_test(cases, two_files_lie_in_the_directory_of_the_first);
	tcase_add_test(cases, names_are_made_valid);
	tcase_add_test(cases, a_missing_dockerfile_is_said_at_the_scalar);
	tcase_add_test(cases, a_remote_context_is_not_fetched);
	tcase_add_test(cases, a_service_may_run_what_another_builds);
	tcase_add_loop_test(cases, what_makes_compose_crash_is_refused_at_its_place, 0,
			    (int)(sizeof(crashes) / sizeof(crashes[0])));
	return run_suite(suite);
}
