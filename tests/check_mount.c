/* SPDX-License-Identifier: MIT */
#include "config.h"

#include <check.h>

#include "fact/mount.h"
#include "tests/suite.h"
#include "tests/support.h"

static const struct test_options loaded = { .preset = PRESET_SANDBOX };

static const char *const types[] = {
	[MOUNT_BIND] = "bind",   [MOUNT_VOLUME] = "volume", [MOUNT_ANONYMOUS] = "anonymous",
	[MOUNT_TMPFS] = "tmpfs", [MOUNT_OTHER] = "other",
};

/* "bind PATH TARGET ro; " of each mount of service "a" */
static struct str described(struct test_run *run)
{
	const struct mount_list *list = test_service(run, "a")->mounts;
	struct builder b = { .arena = &run->lint.run };

	for (size_t i = 0; i < list->count; i++) {
		const struct mount *mount = &list->all[i];

		builder_fmt(&b, "%s %.*s%s%.*s%s%s; ", types[mount->type],
			    STR_FMT(mount->path.path), mount->path.path.n ? " " : "",
			    STR_FMT(mount->target), mount->read_only ? " ro" : "",
			    mount->hidden ? " hidden" : "");
	}
	return builder_str(&b);
}

static const struct row {
	const char *name, *text, *wanted;
} rows[] = {
	{ "nothing", "    image: b:1\n", "" },
	{ "a short bind", "    volumes: [\"/srv/x:/x\"]\n", "bind /srv/x /x; " },
	{ "read-only", "    volumes: [\"/srv/x:/x:ro\"]\n", "bind /srv/x /x ro; " },
	{ "other options", "    volumes: [\"/srv/x:/x:rw,z\"]\n", "bind /srv/x /x; " },
	{ "a relative source", "    volumes: [\"./x:/x\"]\n", "bind /project/x /x; " },
	{ "a home", "    volumes: [\"~/x:/x\"]\n", "bind HOME/x /x; " },
	{ "a home by its variable", "    volumes: [\"$HOME/x:/x\"]\n", "bind HOME/x /x; " },
	{ "a long bind",
	  "    volumes: [{type: bind, source: /srv/x, target: /x, read_only: true}]\n",
	  "bind /srv/x /x ro; " },
	{ "a target with dots", "    volumes: [\"/srv/x:/a/../x/\"]\n", "bind /srv/x /x; " },
	{ "an anonymous volume", "    volumes: [/x]\n", "anonymous /x; " },
	{ "a named volume", "    volumes: [\"vol:/x:ro\"]\nvolumes: {vol: {}}\n",
	  "volume /x ro; " },
	{ "a volume that is a bind",
	  "    volumes: [\"vol:/x\"]\n"
	  "volumes: {vol: {driver_opts: {type: none, o: bind, device: /home/me}}}\n",
	  "bind HOME /x; " },
	{ "one by the option alone",
	  "    volumes: [\"vol:/x\"]\nvolumes: {vol: {driver_opts: {o: \"ro,rbind\", device: "
	  "/run}}}\n",
	  "bind /run /x; " },
	{ "a disk of the host",
	  "    volumes: [\"vol:/x:ro\"]\nvolumes: {vol: {driver_opts: {type: ext4, device: "
	  "/dev/sda1}}}\n",
	  "volume /x ro; " },
	{ "a file system of the host's kernel",
	  "    volumes: [\"vol:/x\"]\nvolumes: {vol: {driver_opts: {type: proc, device: proc}}}\n",
	  "bind /proc /x; " },
	{ "an overlay over a directory that is more than plain",
	  "    volumes: [\"vol:/x\"]\nvolumes: {vol: {driver_opts: {type: overlay, device: "
	  "overlay, "
	  "o: \"lowerdir=/srv/a:/home/me,upperdir=/srv/u,workdir=/srv/w\"}}}\n",
	  "bind HOME /x; " },
	{ "an overlay over plain directories",
	  "    volumes: [\"vol:/x\"]\nvolumes: {vol: {driver_opts: {type: overlay, device: "
	  "overlay, "
	  "o: \"lowerdir=/srv/a,upperdir=/srv/u,workdir=/srv/w\"}}}\n",
	  "volume /x; " },
	{ "a share of another host",
	  "    volumes: [\"vol:/x\"]\nvolumes: {vol: {driver_opts: {type: cifs, device: "
	  "//files/share}}}\n",
	  "volume /x; " },
	{ "another driver is no bind",
	  "    volumes: [\"vol:/x\"]\n"
	  "volumes: {vol: {driver: nfs, driver_opts: {type: none, o: bind, device: /run}}}\n",
	  "volume /x; " },
	{ "a tmpfs that stands alone", "    tmpfs: /tmp\n", "tmpfs /tmp; " },
	{ "a tmpfs with options", "    tmpfs: [\"/tmp:size=64m\", /run]\n",
	  "tmpfs /tmp; tmpfs /run; " },
	{ "a tmpfs among the volumes", "    volumes: [{type: tmpfs, target: /tmp}]\n",
	  "tmpfs /tmp; " },
	{ "the engine's socket", "    use_api_socket: true\n",
	  "bind /run/docker.sock /var/run/docker.sock; " },
	{ "not the engine's socket", "    use_api_socket: false\n", "" },
	{ "a secret from a file", "    secrets: [key]\nsecrets: {key: {file: /srv/key}}\n",
	  "bind /srv/key /run/secrets/key ro; " },
	{ "a secret under another name",
	  "    secrets: [{source: key, target: other}]\nsecrets: {key: {file: /srv/key}}\n",
	  "bind /srv/key /run/secrets/other ro; " },
	{ "a secret from the environment",
	  "    secrets: [key]\nsecrets: {key: {environment: KEY}}\n", "" },
	{ "a config from a file", "    configs: [conf]\nconfigs: {conf: {file: ./conf}}\n",
	  "bind /project/conf /conf ro; " },
	{ "a watched path", "    develop: {watch: [{action: sync, path: ./src, target: /src}]}\n",
	  "bind /project/src /src ro; " },
	{ "a rebuild copies nothing", "    develop: {watch: [{action: rebuild, path: ./src}]}\n",
	  "" },
	{ "mounts of another service",
	  "    volumes_from: [c]\n  c:\n    image: b:1\n    volumes: [\"/srv/x:/x\"]\n",
	  "bind /srv/x /x; " },
	{ "read-only ones",
	  "    volumes_from: [\"c:ro\"]\n  c:\n    image: b:1\n    volumes: [\"/srv/x:/x\"]\n",
	  "bind /srv/x /x ro; " },
	{ "one's own win over them",
	  "    volumes_from: [c]\n    volumes: [\"/srv/y:/x\"]\n"
	  "  c:\n    image: b:1\n    volumes: [\"/srv/x:/x\"]\n",
	  "bind /srv/x /x hidden; bind /srv/y /x; " },
	{ "of another container", "    volumes_from: [\"container:c\"]\n", "other ; " },
	{ "the same target again takes its place",
	  "    volumes: [\"/srv/x:/x:ro\"]\n--- compose.override.yaml\n"
	  "services:\n  a:\n    volumes: [\"/srv/y:/x\"]\n",
	  "bind /srv/y /x; " },
	{ "a source nobody knows", "    volumes: [\"${DIR}:/x:ro\"]\n", "bind * /x ro; " },
	{ "a source from a file", "    volumes: [\"${DIR}:/x\"]\n--- .env\nDIR=/srv/x\n",
	  "bind /srv/x /x; " },
};

/* A project of one service "a", with an image unless the lines bring it. */
static void lint_with(struct test_run *run, const char *lines)
{
	struct arena arena = { 0 };
	const char *image = str_has(str_from(lines), STR("    image: b:1\n")) &&
					    !str_has(str_from(lines), STR("  c:"))
				    ? ""
				    : "    image: b:1\n";

	test_lint(run, arena_fmt(&arena, "services:\n  a:\n%s%s", image, lines), &loaded);
	arena_free(&arena);
}

START_TEST(a_container_sees_what_is_mounted)
{
	const struct row *row = &rows[_i];
	struct test_run run;
	struct str got;

	lint_with(&run, row->text);
	got = described(&run);
	ck_assert_msg(str_eq(got, str_from(row->wanted)), "%s: wanted \"%s\", got \"%.*s\"\n%.*s",
		      row->name, row->wanted, STR_FMT(got), STR_FMT(test_findings(&run, STR(""))));
	test_end(&run);
}
END_TEST

/* With few mounts and with many; one's own stand behind those of another service. */
START_TEST(what_stands_at_a_target_is_the_last_of_its_mounts)
{
	for (size_t more = 0; more < 20; more += 4) {
		struct arena arena = { 0 };
		struct builder b = { .arena = &arena };
		const struct mount_list *mounts;
		struct test_run run;

		builder_add(&b, STR("    volumes_from: [c]\n    volumes: [\"/srv/y:/x\""));
		for (size_t i = 0; i < more; i++)
			builder_fmt(&b, ", \"/srv/%zu:/%zu\"", i, i);
		builder_add(&b, STR("]\n  c:\n    image: b:1\n    volumes: [\"/srv/x:/x\"]\n"));
		lint_with(&run, arena_cstr(&arena, builder_str(&b)));
		mounts = test_service(&run, "a")->mounts;
		ck_assert_uint_eq(mounts->count, more + 2);
		ck_assert(mounts->all[0].hidden);
		ck_assert_ptr_eq(mount_at(mounts, STR("/x")), &mounts->all[1]);
		ck_assert_ptr_null(mount_at(mounts, STR("/y")));
		ck_assert_ptr_null(mount_at(mounts, STR("")));
		test_end(&run);
		arena_free(&arena);
	}
}
END_TEST

START_TEST(a_circle_of_volumes_from_ends)
{
	struct test_run run;

	lint_with(&run,
		  "    volumes_from: [c]\n    volumes: [\"/srv/x:/x\"]\n"
		  "  c:\n    image: b:1\n    volumes_from: [a]\n    volumes: [\"/srv/y:/y\"]\n");
	ck_assert_uint_eq(test_service(&run, "a")->mounts->count, 2);
	test_end(&run);
}
END_TEST

START_TEST(mounts_that_many_services_take_over_are_counted)
{
	struct arena arena = { 0 };
	struct builder b = { .arena = &arena };
	struct test_run run;

	builder_add(&b, STR("services:\n  a:\n    image: b:1\n    volumes:\n"));
	for (int i = 0; i < 1000; i++)
		builder_fmt(&b, "      - /srv/%d:/x%d\n", i, i);
	for (int i = 0; i < 120; i++)
		builder_fmt(&b, "  s%d: {image: \"b:1\", volumes_from: [a]}\n", i);
	test_lint(&run, builder_str(&b), &loaded);
	ck_assert_uint_eq(test_service(&run, "s99")->mounts->count, 1000);
	ck_assert_uint_eq(test_service(&run, "s100")->mounts->count, 0);
	test_assert_findings(&run, "incomplete-project",
			     "compose.yaml:1105:39: mounts taken over by volumes_from beyond the "
			     "limit are not judged\n");
	arena_free(&arena);
	test_end(&run);
}
END_TEST

START_TEST(a_chain_of_volumes_from_is_followed_to_a_depth)
{
	struct arena arena = { 0 };
	struct builder b = { .arena = &arena };
	struct test_run run;

	builder_add(&b, STR("services:\n  s0: {image: \"b:1\", volumes: [\"/srv/x:/x\"]}\n"));
	for (int i = 1; i < 300; i++)
		builder_fmt(&b, "  s%d: {image: \"b:1\", volumes_from: [s%d]}\n", i, i - 1);
	test_lint(&run, builder_str(&b), &loaded);
	ck_assert_uint_eq(test_service(&run, "s256")->mounts->count, 1);
	ck_assert_uint_eq(test_service(&run, "s257")->mounts->count, 0);
	ck_assert_uint_gt(test_findings(&run, STR("incomplete-project")).n, 0);
	arena_free(&arena);
	test_end(&run);
}
END_TEST

START_TEST(what_an_override_replaced_is_remembered)
{
	struct test_run run;
	const struct mount *mount;

	lint_with(&run, "    volumes: [\"/srv/x:/x:ro\"]\n--- compose.override.yaml\n"
			"services:\n  a:\n    volumes: [\"/srv/x:/x\"]\n");
	mount = &test_service(&run, "a")->mounts->all[0];
	ck_assert_ptr_nonnull(mount->replaced);
	ck_assert(mount->replaced_read_only);
	ck_assert_uint_ne(mount->replaced->span.source, mount->item->span.source);
	test_end(&run);
}
END_TEST

START_TEST(the_place_is_the_source_in_the_item)
{
	struct test_run run;
	const struct mount *mount;
	struct sources *sources = &run.lint.sources;

	lint_with(&run, "    volumes: [\"/srv/x:/x:ro\", /y]\n");
	mount = &test_service(&run, "a")->mounts->all[0];
	ck_assert(str_eq(source_text(sources, mount->place->span), STR("/srv/x")));
	ck_assert(str_eq(source_text(sources, mount->item->span), STR("\"/srv/x:/x:ro\"")));
	mount++;
	ck_assert(str_eq(source_text(sources, mount->place->span), STR("/y")));
	test_end(&run);
}
END_TEST

START_TEST(an_unset_variable_may_leave_a_root_or_a_home)
{
	struct test_run run;
	const struct mount_list *list;

	lint_with(&run, "    volumes: [\"${A}/:/x\", \"/home/me/$B:/y\", \"/srv/$C:/z\"]\n");
	list = test_service(&run, "a")->mounts;
	ck_assert_uint_eq(list->count, 3);
	ck_assert(mount_becomes(&list->all[0], HOSTPATH_IS_SYSTEM));
	ck_assert(mount_becomes(&list->all[1], HOSTPATH_IS_HOME));
	ck_assert(mount_becomes(&list->all[2], HOSTPATH_IS_PLAIN));
	ck_assert(mount_source_is_reported(&list->all[0]));
	ck_assert(!mount_source_is_reported(&list->all[2]));
	test_end(&run);
}
END_TEST

START_TEST(a_mode_may_be_unknown)
{
	struct test_run run;
	const struct mount *mount;

	lint_with(&run, "    volumes:\n      - {type: bind, source: /srv/x, target: /x, "
			"read_only: \"${RO}\"}\n");
	mount = &test_service(&run, "a")->mounts->all[0];
	ck_assert(mount->mode_is_unknown);
	ck_assert(!mount->read_only);
	test_end(&run);
}
END_TEST

START_TEST(a_mode_from_volumes_from_decides_what_a_source_is)
{
	struct test_run run;

	lint_with(&run, "    volumes_from: [\"c:ro\"]\n  c:\n    image: b:1\n"
			"    volumes: [\"~/.gitconfig:/x\", \"/etc:/y\"]\n");
	ck_assert_int_eq(test_service(&run, "c")->mounts->all[0].fact.class, HOSTPATH_IS_HOME);
	ck_assert_int_eq(test_service(&run, "a")->mounts->all[0].fact.class, HOSTPATH_IS_PLAIN);
	ck_assert(str_has(test_service(&run, "a")->mounts->all[1].fact.what, STR("shadow")));
	test_end(&run);
}
END_TEST

/* ---- the workspace ---- */

static const struct workspace_row {
	const char *name, *text, *wanted; /* its target */
} workspace_rows[] = {
	{ "a customary place", "    volumes: [\"/srv/a:/data\", \"/srv/b:/work\"]\n", "/work" },
	{ "the working directory",
	  "    working_dir: /src/app\n"
	  "    volumes: [\"/srv/a:/work\", \"/srv/b:/src\"]\n",
	  "/src" },
	{ "declared",
	  "    x-compose-lint: {workspace: /data}\n"
	  "    volumes: [\"/srv/a:/data\", \"/srv/b:/work\"]\n",
	  "/data" },
	{ "no file", "    volumes: [\"/srv/a:/data\", \"/srv/b.conf:/etc/b/b.conf\"]\n", "/data" },
	{ "no device", "    volumes: [\"/srv/a:/data\", \"/dev/null:/data/x/.env\"]\n", "/data" },
	{ "files only", "    volumes: [\"/srv/b.YML:/etc/b/b.yml\"]\n", "" },
	{ "none that is read-only", "    volumes: [\"/srv/b:/work:ro\"]\n", "" },
	{ "none that is a danger", "    volumes: [\"/var/run/docker.sock:/work\"]\n", "" },
	{ "the deepest of others", "    volumes: [\"/srv/a:/x\", \"/srv/b:/x/y\"]\n", "/x/y" },
	{ "not a dot directory", "    volumes: [\"/srv/a:/x\", \"/srv/.cache:/x/y\"]\n", "/x" },
	{ "the image's working directory",
	  "    build: .\n    volumes: [\"/srv/a:/work\", \"/srv/b:/opt\"]\n"
	  "--- Dockerfile\nFROM debian:12-slim\nWORKDIR /opt\n",
	  "/opt" },
};

START_TEST(an_agent_works_in_one_place)
{
	const struct workspace_row *row = &workspace_rows[_i];
	struct test_run run;
	const struct mount *mount;

	lint_with(&run, row->text);
	mount = test_service(&run, "a")->mounts->workspace;
	ck_assert_msg(str_eq(mount ? mount->target : STR(""), str_from(row->wanted)),
		      "%s: got \"%.*s\"", row->name, STR_FMT(mount ? mount->target : STR("")));
	test_end(&run);
}
END_TEST

#define ROWS(table) (int)(sizeof(table) / sizeof(*(table)))

int main(void)
{
	Suite *suite = suite_create("mount");
	TCase *cases = tcase_create("effective mounts");

	suite_add_tcase(suite, cases);
	tcase_add_loop_test(cases, a_container_sees_what_is_mounted, 0, ROWS(rows));
	tcase_add_test(cases, what_stands_at_a_target_is_the_last_of_its_mounts);
	tcase_add_test(cases, a_circle_of_volumes_from_ends);
	tcase_add_test(cases, mounts_that_many_services_take_over_are_counted);
	tcase_add_test(cases, a_chain_of_volumes_from_is_followed_to_a_depth);
	tcase_add_test(cases, what_an_override_replaced_is_remembered);
	tcase_add_test(cases, the_place_is_the_source_in_the_item);
	tcase_add_test(cases, an_unset_variable_may_leave_a_root_or_a_home);
	tcase_add_test(cases, a_mode_may_be_unknown);
	tcase_add_test(cases, a_mode_from_volumes_from_decides_what_a_source_is);
	tcase_add_loop_test(cases, an_agent_works_in_one_place, 0, ROWS(workspace_rows));
	return run_suite(suite);
}
