/* SPDX-License-Identifier: MIT */
#include "config.h"

#include <check.h>
#include <stdlib.h>

#include "fact/user.h"
#include "tests/support.h"

static const struct test_options loaded = { .preset = PRESET_SANDBOX };

static const char *const origins[] = {
	[USER_FROM_COMPOSE] = "compose", [USER_FROM_DOCKERFILE] = "dockerfile",
	[USER_FROM_BASE] = "base",       [USER_FROM_IMAGE] = "image",
	[USER_FROM_NOTHING] = "nothing",
};

static const char *const verdicts[] = {
	[STAGE_ROOT_UNKNOWN] = "unknown",
	[STAGE_ROOT_YES] = "root",
	[STAGE_ROOT_NO] = "no",
	[STAGE_ROOT_PRESUMED_NO] = "presumed",
};

#define BUILD "    build: .\n--- Dockerfile\n"
#define IMAGE "    image: registry.example/x:1\n"

static const struct row {
	const char *name, *text, *wanted; /* "ORIGIN VERDICT UID" */
} rows[] = {
	{ "a number", IMAGE "    user: \"1000\"\n", "compose no 1000" },
	{ "with a group", IMAGE "    user: \"1000:0\"\n", "compose no 1000" },
	{ "zero", IMAGE "    user: \"0\"\n", "compose root 0" },
	{ "zeroes", IMAGE "    user: \"00:10\"\n", "compose root 0" },
	{ "root by name", IMAGE "    user: root\n", "compose root 0" },
	{ "no user before the group", IMAGE "    user: \":1000\"\n", "compose root 0" },
	{ "a name", IMAGE "    user: agent\n", "compose presumed -1" },
	{ "an empty user is none", IMAGE "    user: \"\"\n", "image unknown -1" },
	{ "one taken away",
	  IMAGE "    user: \"1000\"\n--- compose.override.yaml\n"
		"services:\n  a:\n    user: !reset null\n",
	  "image unknown -1" },
	{ "an image that starts as root", "    image: debian:12-slim\n", "image root 0" },
	{ "one that does not", "    image: grafana/grafana:11.0.0\n", "image no 472" },
	{ "one that nobody knows", IMAGE, "image unknown -1" },
	{ "a Dockerfile's user", BUILD "FROM debian:12-slim\nUSER 1000\n", "dockerfile no 1000" },
	{ "the last one", BUILD "FROM debian:12-slim\nUSER 1000\nUSER root\n",
	  "dockerfile root 0" },
	{ "none in the Dockerfile", BUILD "FROM debian:12-slim\n", "base root 0" },
	{ "none, on a base that nobody knows", BUILD "FROM registry.example/x:1\n",
	  "base unknown -1" },
	{ "that of the stage above", BUILD "FROM debian:12-slim AS b\nUSER 1000\nFROM b\n",
	  "dockerfile no 1000" },
	{ "an account that is made there",
	  BUILD "FROM debian:12-slim\nRUN useradd -u 10001 agent\nUSER agent\n",
	  "dockerfile no 10001" },
	{ "one that is root under another name",
	  BUILD "FROM debian:12-slim\nRUN useradd -o -u 0 agent\nUSER agent\n",
	  "dockerfile root 0" },
	{ "Compose's user is looked up there too",
	  "    build: .\n    user: agent\n--- Dockerfile\n"
	  "FROM debian:12-slim\nRUN useradd -o -u 0 agent\n",
	  "compose root 0" },
	{ "Compose's user decides",
	  "    build: .\n    user: \"0\"\n--- Dockerfile\n"
	  "FROM debian:12-slim\nUSER 1000\n",
	  "compose root 0" },
	{ "by a build argument",
	  "    build: {context: ., args: {WHO: root}}\n--- Dockerfile\n"
	  "FROM debian:12-slim\nARG WHO=1000\nUSER $WHO\n",
	  "dockerfile root 0" },
	{ "by a target",
	  "    build: {context: ., target: first}\n--- Dockerfile\n"
	  "FROM debian:12-slim AS first\nFROM first AS second\nUSER 1000\n",
	  "base root 0" },
	{ "the image that another service builds",
	  "    image: me/x:1\n  b:\n    build: .\n    image: me/x:1\n--- Dockerfile\n"
	  "FROM debian:12-slim\nUSER 1000\n",
	  "dockerfile no 1000" },
	{ "a context from elsewhere", "    build: https://git.example/x.git\n",
	  "nothing unknown -1" },
	{ "a variable", IMAGE "    user: \"${WHO}\"\n", "compose unknown -1" },
	{ "a variable that is set", IMAGE "    user: \"${WHO}\"\n--- .env\nWHO=0\n",
	  "compose root 0" },
};

static const struct user *user_of(struct test_run *run, const char *lines)
{
	struct arena arena = { NULL, NULL, NULL, NULL, NULL };

	test_lint(run, arena_fmt(&arena, "services:\n  a:\n%s", lines), &loaded);
	arena_free(&arena);
	return test_service(run, "a")->user;
}

START_TEST(compose_then_the_image_say_who_runs)
{
	const struct row *row = &rows[_i];
	struct test_run run;
	const struct user *user = user_of(&run, row->text);
	struct str got = arena_fmt(&run.lint.run, "%s %s %lld", origins[user->origin],
				   verdicts[user->root], (long long)user->uid);

	ck_assert_msg(str_eq(got, str_from(row->wanted)), "%s: wanted \"%s\", got \"%.*s\"\n%.*s",
		      row->name, row->wanted, STR_FMT(got), STR_FMT(test_findings(&run, STR(""))));
	test_end(&run);
}
END_TEST

static const struct empty_row {
	const char *user;
	bool root_when_empty;
} empty_rows[] = {
	{ "${NOBODY_SETS}", true },
	{ "${NOBODY_SETS}:1000", true },
	{ "${UID}:${GID}", true },
	{ "${A}${B}", true },
	{ "${A}1", false },
	{ "u${A}", false },
	{ "1000:${A}", false },
	{ "${A:-1000}:${B}", false },
	{ "${UID:-1000}:${GID:-1000}", false },
};

START_TEST(a_user_of_unset_variables_only_is_root)
{
	const struct empty_row *row = &empty_rows[_i];
	struct test_run run;
	struct arena arena = { NULL, NULL, NULL, NULL, NULL };
	const struct user *user = user_of(
		&run, arena_cstr(&arena, arena_fmt(&arena, IMAGE "    user: \"%s\"\n", row->user)));

	ck_assert_msg(user->root_when_empty == row->root_when_empty, "%s", row->user);
	arena_free(&arena);
	test_end(&run);
}
END_TEST

START_TEST(a_program_that_steps_down_is_told)
{
	struct test_run run;
	const struct user *user = user_of(
		&run, BUILD "FROM debian:12-slim\nENTRYPOINT [\"gosu\", \"agent\", \"x\"]\n");

	ck_assert(str_eq(user->steps_down, STR("gosu")));
	test_end(&run);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("user");
	TCase *cases = tcase_create("effective user");
	SRunner *runner = srunner_create(suite);
	int failed;

	suite_add_tcase(suite, cases);
	tcase_add_loop_test(cases, compose_then_the_image_say_who_runs, 0,
			    (int)(sizeof(rows) / sizeof(*rows)));
	tcase_add_loop_test(cases, a_user_of_unset_variables_only_is_root, 0,
			    (int)(sizeof(empty_rows) / sizeof(*empty_rows)));
	tcase_add_test(cases, a_program_that_steps_down_is_told);
	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
