/* SPDX-License-Identifier: MIT */
#include "config.h"

#include <check.h>

#include "model_text.h"

#include "model/env_file.h"
#include "model/environment.h"
#include "tests/suite.h"

static const struct test_options no_rules = { .preset = PRESET_SANDBOX };

START_TEST(an_inner_scope_sees_the_outer_one_first)
{
	struct arena arena = { 0 };
	struct env *outer = env_new(&arena, NULL), *inner = env_new(&arena, outer);

	env_add(outer, STR("A"), VARIABLE_ENV_FILE, node_made(&arena, STR("1"), SPAN_NONE));
	env_set(inner, STR("A"), VARIABLE_ENV_FILE, node_made(&arena, STR("2"), SPAN_NONE));
	env_set(inner, STR("B"), VARIABLE_ENV_FILE, node_made(&arena, STR("3"), SPAN_NONE));
	ck_assert(str_eq(env_get(inner, STR("A"))->value->text, STR("1")));
	ck_assert(str_eq(env_get(inner, STR("B"))->value->text, STR("3")));
	ck_assert_ptr_null(env_get(outer, STR("B")));
	arena_free(&arena);
}
END_TEST

START_TEST(what_was_set_last_counts_unless_the_scope_that_takes_it_has_it)
{
	struct arena arena = { 0 };
	struct env *env = env_new(&arena, NULL), *file = env_new(&arena, env);

	env_add(env, STR("A"), VARIABLE_PROCESS, node_made(&arena, STR("1"), SPAN_NONE));
	env_set(file, STR("A"), VARIABLE_ENV_FILE, node_made(&arena, STR("2"), SPAN_NONE));
	env_set(file, STR("B"), VARIABLE_ENV_FILE, node_made(&arena, STR("3"), SPAN_NONE));
	env_set(file, STR("B"), VARIABLE_ENV_FILE, node_made(&arena, STR("4"), SPAN_NONE));
	env_take(env, file);
	ck_assert(str_eq(env_get(env, STR("A"))->value->text, STR("1")));
	ck_assert(str_eq(env_get(env, STR("B"))->value->text, STR("4")));
	env_set(env, STR("A"), VARIABLE_PROJECT, node_made(&arena, STR("5"), SPAN_NONE));
	ck_assert(str_eq(env_get(env, STR("A"))->value->text, STR("5")));
	arena_free(&arena);
}
END_TEST

START_TEST(names_of_the_machine_stay_symbolic)
{
	struct arena arena = { 0 };
	struct env *env = env_new(&arena, NULL);

	env->host_is_symbolic = true;
	env_add(env, STR("HOME"), VARIABLE_ENV_FILE, node_made(&arena, STR("/h"), SPAN_NONE));
	env_add(env, STR("UID"), VARIABLE_ENV_FILE, node_made(&arena, STR("5"), SPAN_NONE));
	env_add(env, STR("XAUTHORITY"), VARIABLE_PROCESS, node_made(&arena, STR("x"), SPAN_NONE));
	ck_assert(env_is_symbolic(env, STR("HOME")));
	ck_assert(env_is_symbolic(env, STR("PWD")));
	ck_assert(!env_is_symbolic(env, STR("UID")));
	ck_assert(env_is_symbolic(env, STR("XAUTHORITY")));
	ck_assert(!env_is_symbolic(env, STR("PATH")));
	env->host_is_symbolic = false;
	ck_assert(!env_is_symbolic(env, STR("HOME")));
	arena_free(&arena);
}
END_TEST

START_TEST(the_process_gives_names_and_values)
{
	const char *const strings[] = { "A=1", "B=", "C=x=y", "broken", NULL };
	struct arena arena = { 0 };
	struct env *env = env_new(&arena, NULL);

	env_add_process(env, strings);
	ck_assert(str_eq(env_get(env, STR("A"))->value->text, STR("1")));
	ck_assert_uint_eq(env_get(env, STR("B"))->value->text.n, 0);
	ck_assert(str_eq(env_get(env, STR("C"))->value->text, STR("x=y")));
	ck_assert_ptr_null(env_get(env, STR("broken")));
	arena_free(&arena);
}
END_TEST

START_TEST(one_name_of_an_env_file_can_be_asked_for)
{
	struct held_file all[] = { { STR("/p/.env"), STR("A=1\nCOMPOSE_FILE=x${A}.yaml:b\n") } };
	struct held_files held = { all, 1 };
	struct files files = held_files(&held);
	struct lint lint;
	struct str value;

	lint_init(&lint);
	ck_assert(env_file_value(&lint, &files, STR("/p/.env"), STR("COMPOSE_FILE"), &value));
	ck_assert(str_eq(value, STR("x1.yaml:b")));
	ck_assert(!env_file_value(&lint, &files, STR("/p/.env"), STR("NO"), &value));
	ck_assert(!env_file_value(&lint, &files, STR("/q/.env"), STR("A"), &value));
	ck_assert_uint_eq(lint.diag.count, 0);
	lint_free(&lint);
}
END_TEST

/* "NAME=value origin[ bare] line" of each variable of service web */
static struct str variables(struct test_run *run)
{
	static const char *const origins[] = { "service", "env-file", "image" };
	const struct environment *environment = test_service(run, "web")->environment;
	struct builder b = { .arena = &run->lint.run };

	for (size_t i = 0; i < environment->count; i++) {
		const struct environment_entry *entry = &environment->all[i];
		struct place place =
			source_place(&run->lint.sources, entry->line.source, entry->line.start);

		builder_fmt(&b, "%.*s", STR_FMT(entry->name));
		if (entry->value)
			builder_fmt(&b, "=%.*s", STR_FMT(entry->value->text));
		builder_fmt(&b, " %s%s %.*s:%u\n", origins[entry->origin],
			    entry->bare ? " bare" : "",
			    STR_FMT(source_name(&run->lint.sources, entry->line)), place.line);
	}
	return b.n ? builder_str(&b) : STR("");
}

static const struct {
	const char *name;
	struct str files;
	struct str wanted;
} rows[] = {
	{ "environment wins over env files, the last of which wins",
	  STR_INIT("services:\n  web:\n    image: a\n    env_file: [a.env, b.env]\n"
		   "    environment: {X: own}\n"
		   "--- a.env\nX=a\nY=a\nZ=a\n--- b.env\n\nY=b\n"),
	  STR_INIT("X=own service compose.yaml:5\nY=b env-file b.env:2\nZ=a env-file a.env:3\n") },
	{ "an entry stands where its name was first set",
	  STR_INIT("services:\n  web:\n    image: a\n    env_file: [a.env, b.env]\n"
		   "    environment: {Y: own, W: own}\n"
		   "--- a.env\nX=a\nY=a\nX=b\nV=\n--- b.env\nZ=b\nX=c\n"),
	  STR_INIT("X=c env-file b.env:2\nY=own service compose.yaml:5\nV= env-file a.env:4\n"
		   "Z=b env-file b.env:1\nW=own service compose.yaml:5\n") },
	{ "a bare name takes its value from .env, whose line is its place",
	  STR_INIT("services:\n  web:\n    image: a\n    environment: [X, Y]\n--- .env\nX=1\n"),
	  STR_INIT("X=1 service bare .env:1\nY service bare compose.yaml:4\n") },
	{ "a bare key of a mapping too",
	  STR_INIT("services:\n  web:\n    image: a\n    environment:\n      X:\n      Y: ''\n"
		   "--- .env\nX=1\n"),
	  STR_INIT("X=1 service bare .env:1\nY= service compose.yaml:6\n") },
	{ "a bare name without a value hides the env file's",
	  STR_INIT("services:\n  web:\n    image: a\n    env_file: a.env\n    environment: [X]\n"
		   "--- a.env\nX=1\n"),
	  STR_INIT("X service bare compose.yaml:5\n") },
	{ "a bare name of an env file",
	  STR_INIT("services:\n  web:\n    image: a\n    env_file: a.env\n--- a.env\nX\nY\nZ=\n"
		   "--- .env\nX=1\n"),
	  STR_INIT("X=1 env-file bare .env:1\nY env-file bare a.env:2\nZ= env-file a.env:3\n") },
	{ "an env file sees .env, the service's own and the lines above",
	  STR_INIT(
		  "services:\n  web:\n    image: a\n    env_file: a.env\n    environment: [O=own]\n"
		  "--- a.env\nA=1\nX=${A}${O}${E}\n--- .env\nE=e\n"),
	  STR_INIT("A=1 env-file a.env:1\nX=1owne env-file a.env:2\nO=own service "
		   "compose.yaml:5\n") },
	{ "an item without = of a list that was interpolated is a name",
	  STR_INIT("services:\n  web:\n    image: a\n    environment: ['${N}=v']\n--- .env\nN=M\n"),
	  STR_INIT("M=v service compose.yaml:4\n") },
	{ "a file that need not be there",
	  STR_INIT("services:\n  web:\n    image: a\n    env_file: [{path: a.env, required: "
		   "false}]\n"),
	  STR_INIT("") },
};

START_TEST(a_container_gets_its_environment)
{
	struct test_run run;
	struct str got;

	test_lint(&run, rows[_i].files, &no_rules);
	got = variables(&run);
	ck_assert_msg(str_eq(got, rows[_i].wanted), "%s\nwanted\n%.*sgot\n%.*s", rows[_i].name,
		      STR_FMT(rows[_i].wanted), STR_FMT(got));
	ck_assert(!run.project->refused);
	test_end(&run);
}
END_TEST

START_TEST(a_missing_env_file_is_said_where_it_is_named)
{
	struct test_run run;

	test_lint(&run, STR("services:\n  web:\n    image: a\n    env_file: [a.env]\n"), &no_rules);
	test_assert_findings(&run, "model-invalid",
			     "compose.yaml:4:16: the env file a.env cannot be read: no such file: "
			     "Compose will refuse this project\n");
	ck_assert(run.project->refused);
	test_end(&run);
}
END_TEST

START_TEST(env_files_of_services_that_do_not_run_may_be_missing)
{
	struct test_run run;

	test_lint(&run, STR("services:\n  web: {image: a, env_file: [a.env], profiles: [p]}\n"),
		  &no_rules);
	test_assert_findings(&run, "model-invalid", "");
	ck_assert(!run.project->refused);
	test_end(&run);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("env");
	TCase *cases = tcase_create("env");

	suite_add_tcase(suite, cases);
	tcase_add_loop_test(cases, a_container_gets_its_environment, 0,
			    (int)(sizeof(rows) / sizeof(rows[0])));
	tcase_add_test(cases, an_inner_scope_sees_the_outer_one_first);
	tcase_add_test(cases, what_was_set_last_counts_unless_the_scope_that_takes_it_has_it);
	tcase_add_test(cases, names_of_the_machine_stay_symbolic);
	tcase_add_test(cases, the_process_gives_names_and_values);
	tcase_add_test(cases, one_name_of_an_env_file_can_be_asked_for);
	tcase_add_test(cases, a_missing_env_file_is_said_where_it_is_named);
	tcase_add_test(cases, env_files_of_services_that_do_not_run_may_be_missing);
	return run_suite(suite);
}
