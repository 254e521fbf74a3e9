/* SPDX-License-Identifier: MIT */
#include "config.h"

#include <check.h>

#include "fact/cover.h"
#include "fact/own_view.h"
#include "tests/suite.h"
#include "tests/support.h"

static const struct test_options loaded = { .preset = PRESET_SANDBOX };

static void lint_with(struct test_run *run, const char *lines)
{
	struct arena arena = { 0 };

	test_lint(run,
		  arena_fmt(&arena, "services:\n  a:\n    image: b:1\n    volumes:\n%s", lines),
		  &loaded);
	arena_free(&arena);
}

/* "PATH ..." of what the first mount of service "a" can change, worst first, and the count. */
static struct str written(struct test_run *run)
{
	const struct own_exposure *exposure = &test_service(run, "a")->own->of_mount[0].written;
	struct builder b = { .arena = &run->lint.run };

	for (size_t i = 0; i < 3 && exposure->worst[i]; i++)
		builder_fmt(&b, "%.*s ", STR_FMT(exposure->worst[i]->path));
	builder_fmt(&b, "%zu", exposure->count);
	return builder_str(&b);
}

static const struct row {
	const char *name, *lines, *wanted;
} rows[] = {
	{ "the project", "      - .:/w\n", "/project/compose.yaml /project /project/.env 3" },
	{ "read-only", "      - .:/w:ro\n", "0" },
	{ "a mode nobody knows",
	  "      - {type: bind, source: ., target: /w, read_only: \"$RO\"}\n", "0" },
	{ "a parent", "      - ..:/w\n", "/project/compose.yaml /project /project/.env 3" },
	{ "a neighbour with the same beginning", "      - ../project-two:/w\n", "0" },
	{ "a folder of it", "      - ./src:/w\n", "0" },
	{ "a file over the Compose file",
	  "      - .:/w\n      - ./compose.yaml:/w/compose.yaml:ro\n", "/project /project/.env 2" },
	{ "a tmpfs over it", "      - .:/w\n    tmpfs: [/w/compose.yaml]\n",
	  "/project /project/.env 2" },
	{ "a volume over a parent of what is read",
	  "      - ./conf:/w\n      - /w/in\n    env_file: [{path: conf/in/x.env, required: "
	  "false}]\n",
	  "0" },
	{ "an env file that is not there",
	  "      - ./conf:/w\n    env_file: [{path: conf/in/x.env, required: false}]\n",
	  "/project/conf/in/x.env 1" },
	{ "a cover below a plain directory",
	  "      - ./conf:/w\n      - /w/in/x.env\n"
	  "    env_file: [{path: conf/in/x.env, required: false}]\n",
	  "/project/conf/in/x.env 1" },
	{ "a cover below a mount point",
	  "      - ./conf:/w\n      - /w/in\n      - /w/in/x.env\n"
	  "    env_file: [{path: conf/in/x.env, required: false}]\n",
	  "0" },
	{ "a build context that is the mount",
	  "      - ./src:/w\n  c:\n    build: ./src\n--- src/Dockerfile\nFROM b:1\n",
	  "/project/src/Dockerfile /project/src 2" },
	{ "a build context that holds the mount",
	  "      - ./src:/w\n  c:\n    build: .\n--- Dockerfile\nFROM b:1\n", "0" },
	{ "an ignore file",
	  "      - ./src:/w\n  c:\n    build: .\n--- Dockerfile\nFROM b:1\n"
	  "--- src/x\nx\n--- .dockerignore\nx\n",
	  "0" },
	{ "the source of another mount", "      - /srv/w:/w\n      - /srv/w/in:/in:ro\n",
	  "/srv/w/in 1" },
	{ "the same place again", "      - /srv/w:/w\n      - /srv/w/in:/w/in:ro\n", "0" },
	{ "the same directory for another service",
	  "      - /srv/w:/w\n  c:\n    image: b:1\n    volumes: [\"/srv/w:/w\"]\n", "0" },
	{ "a folder of it for another service",
	  "      - /srv/w:/w\n  c:\n    image: b:1\n    volumes: [\"/srv/w/in:/w/in\"]\n",
	  "/srv/w/in 1" },
	{ "a profile of seccomp",
	  "      - ./conf:/w\n    security_opt: [\"seccomp:./conf/p.json\"]\n",
	  "/project/conf/p.json 1" },
	{ "no profile of seccomp", "      - ./conf:/w\n    security_opt: [seccomp=unconfined]\n",
	  "0" },
	{ "sources of secrets and configs",
	  "      - ./conf:/w\nsecrets: {s: {file: conf/s}}\nconfigs: {c: {file: ./conf/c}}\n",
	  "/project/conf/s /project/conf/c 2" },
	{ "a path that nobody knows",
	  "      - ./conf:/w\nsecrets: {s: {file: \"conf/$NOBODY\"}, t: {file: ~/t}}\n", "0" },
	{ "a watched path",
	  "      - ./src:/w\n  c:\n    image: b:1\n    develop: {watch: [{action: restart, path: "
	  "./src/x}]}\n",
	  "/project/src/x 1" },
};

START_TEST(a_service_can_change_what_its_project_reads)
{
	const struct row *row = &rows[_i];
	struct test_run run;
	struct str got;

	lint_with(&run, row->lines);
	got = written(&run);
	ck_assert_msg(str_eq(got, str_from(row->wanted)), "%s: wanted \"%s\", got \"%.*s\"\n%.*s",
		      row->name, row->wanted, STR_FMT(got), STR_FMT(test_findings(&run, STR(""))));
	test_end(&run);
}
END_TEST

START_TEST(a_secret_is_seen_through_a_mount)
{
	struct test_run run;
	const struct own_view *view;

	lint_with(&run,
		  "      - ./conf:/w:ro\n  c:\n    image: b:1\n    env_file: [conf/c.env]\n"
		  "    secrets: [s, plain]\n"
		  "secrets: {s: {file: conf/s}, plain: {file: conf/plain}}\n"
		  "--- conf/c.env\nA=1\nDB_PASSWORD=x1\n--- conf/s\nhunter2\n--- conf/plain\n\n");
	view = &test_service(&run, "a")->own->of_mount[0];
	ck_assert_uint_eq(view->nsecrets, 2);
	ck_assert(str_eq(view->secrets[0]->secret.name, STR("DB_PASSWORD")));
	ck_assert(str_eq(source_text(&run.lint.sources, view->secrets[0]->secret.at),
			 STR("DB_PASSWORD")));
	ck_assert(str_eq(view->secrets[1]->secret.name, STR("s")));
	ck_assert(span_is_none(view->secrets[1]->secret.at));
	test_end(&run);
}
END_TEST

START_TEST(what_is_granted_is_no_secret_of_others)
{
	struct test_run run;

	lint_with(&run, "      - ./conf:/w\n    env_file: [conf/c.env]\n    secrets: [s]\n"
			"secrets: {s: {file: conf/s}}\n"
			"--- conf/c.env\nDB_PASSWORD=x1\n--- conf/s\nhunter2\n");
	ck_assert_uint_eq(test_service(&run, "a")->own->of_mount[0].nsecrets, 0);
	test_end(&run);
}
END_TEST

START_TEST(what_a_later_line_takes_back_is_no_secret)
{
	struct test_run run;

	lint_with(&run, "      - .:/w\n--- .env\nDB_PASSWORD=x1\nDB_PASSWORD=\n");
	ck_assert_uint_eq(test_service(&run, "a")->own->of_mount[0].nsecrets, 0);
	test_end(&run);
	lint_with(&run, "      - .:/w\n--- .env\nDB_PASSWORD=\nDB_PASSWORD=x1\n");
	ck_assert_uint_eq(test_service(&run, "a")->own->of_mount[0].nsecrets, 1);
	test_end(&run);
}
END_TEST

START_TEST(the_gap_is_the_highest_plain_directory)
{
	struct test_run run;
	const struct mount_list *mounts;

	lint_with(&run, "      - /srv/w:/w\n      - /srv/x:/w/a/b/c\n      - /srv/y:/w/a\n"
			"      - /srv/z:/w/d\n      - /srv/v:/other\n");
	mounts = test_service(&run, "a")->mounts;
	ck_assert(str_eq(cover_gap(mounts, &mounts->all[0], &mounts->all[1]), STR("/w/a/b")));
	ck_assert(!cover_gap(mounts, &mounts->all[0], &mounts->all[3]).n);
	ck_assert_ptr_eq(cover_over(mounts, &mounts->all[0], STR("/w/a/b/c/x")), &mounts->all[1]);
	ck_assert_ptr_eq(cover_over(mounts, &mounts->all[0], STR("/w/a/x")), &mounts->all[2]);
	ck_assert_ptr_null(cover_over(mounts, &mounts->all[0], STR("/w/ab")));
	ck_assert(cover_protects(mounts, &mounts->all[0], STR("/w/a/b/c/x")));
	ck_assert(
		str_eq(cover_inside(&run.lint.run, &mounts->all[0], STR("/srv/w/q")), STR("/w/q")));
	ck_assert(!cover_inside(&run.lint.run, &mounts->all[0], STR("/srv/wq")).n);
	test_end(&run);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("own_path");
	TCase *cases = tcase_create("own paths");

	suite_add_tcase(suite, cases);
	tcase_add_loop_test(cases, a_service_can_change_what_its_project_reads, 0,
			    (int)(sizeof(rows) / sizeof(*rows)));
	tcase_add_test(cases, a_secret_is_seen_through_a_mount);
	tcase_add_test(cases, what_a_later_line_takes_back_is_no_secret);
	tcase_add_test(cases, what_is_granted_is_no_secret_of_others);
	tcase_add_test(cases, the_gap_is_the_highest_plain_directory);
	return run_suite(suite);
}
