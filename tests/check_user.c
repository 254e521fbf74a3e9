/* SPDX-License-Identifier: MIT */
#include "config.h"

#include <check.h>

#include "fact/user.h"
#include "tests/suite.h"
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
	struct arena arena = { 0 };

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

/* ---- the places that decide ---- */

static const char *const kinds[] = {
	[USER_AT_BUILD] = "build",     [USER_AT_TARGET] = "target",   [USER_AT_ARGUMENT] = "arg",
	[USER_AT_USER] = "user",       [USER_AT_VARIABLE] = "var",    [USER_AT_BASE] = "base",
	[USER_AT_CONTEXT] = "context", [USER_AT_ACCOUNT] = "account", [USER_AT_BEFORE] = "before",
};

/* "ORIGIN VERDICT UID", then "KIND FILE:LINE" for each place; service a begins in line 2. */
static const struct row place_rows[] = {
	{ "the last USER", BUILD "FROM debian:12\nUSER 5\nUSER 0\n",
	  "dockerfile root 0; user Dockerfile:3; before Dockerfile:2" },
	{ "FROM where there is none", BUILD "FROM debian:12 AS b\nFROM b\n",
	  "base root 0; base Dockerfile:1" },
	{ "FROM of a base that steps down", BUILD "FROM postgres:16\n",
	  "base root 0; base Dockerfile:1" },
	{ "FROM of one that is no root", BUILD "FROM gcr.io/distroless/static:nonroot\n",
	  "base no 65532; base Dockerfile:1" },
	{ "scratch", BUILD "FROM scratch\n", "base root 0; base Dockerfile:1" },
	{ "the stage above", BUILD "FROM debian:12 AS b\nUSER 7\nFROM b\nRUN x\n",
	  "dockerfile no 7; user Dockerfile:2" },
	{ "the target",
	  "    build: {context: ., target: B}\n--- Dockerfile\n"
	  "FROM debian:12 AS b\nUSER 0\nFROM b\nUSER 7\n",
	  "dockerfile root 0; target compose.yaml:3; user Dockerfile:2" },
	{ "a default of ARG", BUILD "FROM debian:12\nARG U=0\nUSER $U\n",
	  "dockerfile root 0; user Dockerfile:3; var Dockerfile:2" },
	{ "a build argument",
	  "    build: {context: ., args: {U: \"0\"}}\n--- Dockerfile\n"
	  "FROM debian:12\nARG U=5\nUSER $U\n",
	  "dockerfile root 0; user Dockerfile:3; var Dockerfile:2; arg compose.yaml:3" },
	{ "a build argument that nobody declares",
	  "    build: {context: ., args: {U: \"0\"}}\n--- Dockerfile\n"
	  "FROM debian:12\nUSER 5\n",
	  "dockerfile no 5; user Dockerfile:2" },
	{ "a bare build argument",
	  "    build: {context: ., args: [U]}\n--- Dockerfile\n"
	  "FROM debian:12\nARG U=5\nUSER $U\n",
	  "dockerfile unknown -1; user Dockerfile:3; var Dockerfile:2; arg compose.yaml:3" },
	{ "a bare one that .env sets",
	  "    build: {context: ., args: [U]}\n--- Dockerfile\n"
	  "FROM debian:12\nARG U=5\nUSER $U\n--- .env\nU=0\n",
	  "dockerfile root 0; user Dockerfile:3; var Dockerfile:2; arg compose.yaml:3" },
	{ "ENV and a global ARG", BUILD "ARG G=0\nFROM debian:12\nARG G\nENV U=$G\nUSER ${U}\n",
	  "dockerfile root 0; user Dockerfile:5; var Dockerfile:4; var Dockerfile:3; "
	  "var Dockerfile:1" },
	{ "a global ARG that is not repeated", BUILD "ARG U=5\nFROM scratch\nUSER $U\n",
	  "dockerfile root 0; user Dockerfile:3" },
	{ "a variable that the base may set", BUILD "FROM debian:12\nUSER $APP_UID\n",
	  "dockerfile unknown -1; user Dockerfile:2" },
	{ "the base by a build argument",
	  "    build: {context: ., args: {B: debian}}\n--- Dockerfile\n"
	  "ARG B=node\nFROM $B\n",
	  "base root 0; base Dockerfile:2; var Dockerfile:1; arg compose.yaml:3" },
	{ "ONBUILD", BUILD "FROM debian:12 AS b\nONBUILD USER 0\nFROM b\n",
	  "dockerfile root 0; user Dockerfile:2" },
	{ "an account", BUILD "FROM debian:12\nRUN a && \\\n useradd -ou0 x\nUSER x\n",
	  "dockerfile root 0; user Dockerfile:4; account Dockerfile:3" },
	{ "an account of the stage above, renumbered",
	  BUILD "FROM debian:12 AS b\nRUN adduser -D x\nFROM b\nRUN usermod -u 9 x\nUSER x\n",
	  "dockerfile no 9; user Dockerfile:5; account Dockerfile:4" },
	{ "an account by hand",
	  BUILD "FROM debian:12\nRUN echo 'x:x:0:0::/:' >> /etc/passwd\nUSER x:5\n",
	  "dockerfile root 0; user Dockerfile:3; account Dockerfile:2" },
	{ "Compose's user is an account of the image",
	  "    user: x\n    build: .\n--- Dockerfile\nFROM debian:12\nRUN useradd -u 12 x\n",
	  "compose no 12; account Dockerfile:2" },
	{ "Compose's user with a group beats USER",
	  "    user: \"0:1000\"\n    build: .\n--- Dockerfile\nFROM debian:12\nUSER 5\n",
	  "compose root 0" },
	{ "a unicode name",
	  "    user: j\xC3\xBCrgen\n    build: .\n--- Dockerfile\nFROM debian:12\n",
	  "compose presumed -1" },
	{ "a blank user is none",
	  "    user: \"\"\n    build: .\n--- Dockerfile\nFROM debian:12\nUSER 5\n",
	  "dockerfile no 5; user Dockerfile:2" },
	{ "image and build: the build decides",
	  "    image: grafana/grafana:11.0.0\n    build: .\n--- Dockerfile\nFROM debian:12\n",
	  "base root 0; base Dockerfile:1" },
	{ "the image of another service",
	  "    image: me/x:1\n  b:\n    image: me/x:1\n    build: .\n--- Dockerfile\n"
	  "FROM debian:12\nUSER 5\n",
	  "dockerfile no 5; build compose.yaml:6; user Dockerfile:2" },
	{ "FROM the image of another service",
	  "    build: {context: ., dockerfile: D}\n  b:\n    image: me/x:1\n    build: .\n"
	  "--- Dockerfile\nFROM debian:12\nUSER 5\n--- D\nFROM me/x:1\n",
	  "dockerfile no 5; user Dockerfile:2" },
	{ "a named context for the base",
	  "    build:\n      context: .\n      additional_contexts:\n"
	  "        debian: docker-image://gcr.io/distroless/static:nonroot\n"
	  "--- Dockerfile\nFROM debian\n",
	  "base no 65532; context compose.yaml:6" },
	{ "a named context for a stage",
	  "    build:\n      context: .\n      additional_contexts:\n"
	  "        base: docker-image://debian:12\n"
	  "--- Dockerfile\nFROM node AS base\nUSER 5\nFROM base\n",
	  "base root 0; context compose.yaml:6" },
	{ "a directory as base has no user",
	  "    build:\n      context: .\n      additional_contexts:\n        debian: ./rootfs\n"
	  "--- Dockerfile\nFROM debian\n--- rootfs/x\n\n",
	  "base root 0; context compose.yaml:6; base Dockerfile:1" },
	{ "a service as base",
	  "    build:\n      context: .\n      additional_contexts: [\"base=service:b\"]\n"
	  "  b:\n    build: {context: ., dockerfile: D}\n"
	  "--- Dockerfile\nFROM base\n--- D\nFROM debian:12\nUSER 0\n",
	  "dockerfile root 0; context compose.yaml:5; user D:2" },
	{ "an OCI layout as base",
	  "    build:\n      context: .\n      additional_contexts: {debian: \"oci-layout://x\"}\n"
	  "--- Dockerfile\nFROM debian\n",
	  "base unknown -1; context compose.yaml:5; base Dockerfile:1" },
	{ "dockerfile_inline",
	  "    build:\n      dockerfile_inline: |\n        FROM debian:12\n        USER 0\n",
	  "dockerfile root 0; user compose.yaml:6" },
	{ "a target that is no stage",
	  "    build: {context: ., target: nope}\n--- Dockerfile\nFROM debian:12\nUSER 0\n",
	  "nothing unknown -1" },
	{ "a refused instruction in the middle",
	  BUILD "FROM debian:12\nUSER 5\nENV\nNONSENSE\nUSER root\n",
	  "dockerfile root 0; user Dockerfile:5; before Dockerfile:2" },
	{ "a refused FROM", BUILD "FROM a b c d\nUSER root\n",
	  "dockerfile root 0; user Dockerfile:2" },
};

static struct str with_places(struct test_run *run, const struct user *user)
{
	struct builder b = { .arena = &run->lint.run };

	builder_fmt(&b, "%s %s %lld", origins[user->origin], verdicts[user->root],
		    (long long)user->uid);
	for (size_t i = 0; i < user->nplaces; i++) {
		struct span span = user->places[i].span;

		builder_fmt(&b, "; %s %.*s:%u", kinds[user->places[i].kind],
			    STR_FMT(source_name(&run->lint.sources, span)),
			    source_place(&run->lint.sources, span.source, span.start).line);
	}
	return builder_str(&b);
}

START_TEST(the_places_that_decide_are_known)
{
	const struct row *row = &place_rows[_i];
	struct test_run run;
	const struct user *user = user_of(&run, row->text);
	struct str got = with_places(&run, user);

	ck_assert_msg(str_eq(got, str_from(row->wanted)), "%s:\nwanted %s\ngot    %.*s\n%.*s",
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
	struct arena arena = { 0 };
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

	suite_add_tcase(suite, cases);
	tcase_add_loop_test(cases, compose_then_the_image_say_who_runs, 0,
			    (int)(sizeof(rows) / sizeof(*rows)));
	tcase_add_loop_test(cases, the_places_that_decide_are_known, 0,
			    (int)(sizeof(place_rows) / sizeof(*place_rows)));
	tcase_add_loop_test(cases, a_user_of_unset_variables_only_is_root, 0,
			    (int)(sizeof(empty_rows) / sizeof(*empty_rows)));
	tcase_add_test(cases, a_program_that_steps_down_is_told);
	return run_suite(suite);
}
