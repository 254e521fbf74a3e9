/* SPDX-License-Identifier: MIT */
#include "config.h"

#include <check.h>

#include "fact/group.h"
#include "fact/recipe.h"
#include "tests/suite.h"
#include "tests/support.h"

static const struct test_options loaded = { TEST_SANDBOX };

static const struct joined_row {
	const char *lines, *group; /* NULL: none */
	const char *variable;
} joined_rows[] = {
	{ "group_add: [docker]", "docker", "" },
	{ "group_add: [0]", "root", "" },
	{ "group_add: [\"00\"]", "root", "" },
	{ "group_add: [\"1000\", render]", "render", "" },
	{ "group_add: [1000]", NULL, "" },
	{ "group_add: [staff]", NULL, "" },
	{ "group_add: [podman]", NULL, "" },
	{ "group_add: [\"${DOCKER_GID}\"]", "docker", "DOCKER_GID" },
	{ "group_add: [\"${HOST_GROUP_VIDEO:-44}\"]", "video", "HOST_GROUP_VIDEO" },
	{ "group_add: [\"${gid_docker:-plain}\"]", NULL, "" },
	{ "group_add: [\"${DOCKER_HOST_PORT}\"]", NULL, "" },
	{ "group_add: [\"${AGENT_GID}\"]", NULL, "" },
	{ "group_add: [\"${AGENT_GID:-0}\"]", "root", "" },
	{ "user: \"10001:0\"", "root", "" },
	{ "user: \"10001:docker\"", "docker", "" },
	{ "user: \"10001\"", NULL, "" },
	{ "user: \"0:10001\"", NULL, "" },
	{ "user: \"${SOME_UID}:${DOCKER_GID}\"", "docker", "DOCKER_GID" },
	{ "user: \"${DOCKER_GID}:10001\"", NULL, "" },
	{ "user: \"${SOME_UID}:0\"", "root", "" },
};

START_TEST(a_group_is_known_by_name_number_or_variable)
{
	const struct joined_row *row = &joined_rows[_i];
	struct arena arena = { 0 };
	struct group group = { 0 };
	struct test_run run;
	bool found;

	test_lint(&run, arena_fmt(&arena, "services:\n  a:\n    image: b:1\n    %s\n", row->lines),
		  &loaded);
	found = group_next(test_service(&run, "a"), &group);
	ck_assert_msg(found == (row->group != NULL), "%s", row->lines);
	if (found) {
		ck_assert_msg(str_eq(group.name, str_from(row->group)), "%s", row->lines);
		ck_assert_msg(str_eq(group.variable, str_from(row->variable)), "%s", row->lines);
		ck_assert_msg(!group_next(test_service(&run, "a"), &group), "%s", row->lines);
	}
	test_end(&run);
	arena_free(&arena);
}
END_TEST

static const struct image_row {
	const char *run, *account, *group; /* NULL: none */
} image_rows[] = {
	{ "usermod -aG docker agent", "agent", "docker" },
	{ "usermod -a -G users,sudo agent", "agent", "sudo" },
	{ "usermod --append --groups=wheel agent", "agent", "wheel" },
	{ "usermod --groups disk agent", "agent", "disk" },
	{ "useradd -m -G sudo -u 10001 agent", "agent", "sudo" },
	{ "useradd -m -Gsudo agent", "agent", "sudo" },
	{ "useradd -g root agent", "agent", "root" },
	{ "adduser agent sudo", "agent", "sudo" },
	{ "adduser --ingroup root agent", "agent", "root" },
	{ "adduser -D -G wheel agent", "agent", "wheel" },
	{ "adduser -D -g sudo agent", NULL, NULL },
	{ "addgroup agent docker", "agent", "docker" },
	{ "addgroup docker", NULL, NULL },
	{ "addgroup -g 998 docker", NULL, NULL },
	{ "gpasswd -a agent docker", "agent", "docker" },
	{ "gpasswd --add agent docker", "agent", "docker" },
	{ "groupadd docker", NULL, NULL },
	{ "useradd -G video,render agent", NULL, NULL },
	{ "useradd agent && echo sudo", NULL, NULL },
};

START_TEST(a_line_of_the_image_puts_an_account_into_a_group)
{
	const struct image_row *row = &image_rows[_i];
	struct arena arena = { 0 };
	const struct recipe *recipe;
	struct test_run run;
	size_t found = 0;

	test_lint(&run,
		  arena_fmt(&arena,
			    "services:\n  a:\n    build: .\n--- Dockerfile\nFROM debian:12\nRUN "
			    "%s\n",
			    row->run),
		  &loaded);
	recipe = test_service(&run, "a")->recipe;
	for (size_t i = 0; i < recipe->count; i++) {
		if (recipe->all[i].kind != RECIPE_GROUP)
			continue;
		found++;
		ck_assert_msg(row->group && str_eq(recipe->all[i].text, str_from(row->group)) &&
				      str_eq(recipe->all[i].what, str_from(row->account)),
			      "%s", row->run);
	}
	ck_assert_msg(found == (row->group != NULL), "%s", row->run);
	test_end(&run);
	arena_free(&arena);
}
END_TEST

#define ROWS(rows) ((int)(sizeof(rows) / sizeof(*(rows))))

int main(void)
{
	Suite *suite = suite_create("group");
	TCase *cases = tcase_create("groups");

	suite_add_tcase(suite, cases);
	tcase_add_loop_test(cases, a_group_is_known_by_name_number_or_variable, 0,
			    ROWS(joined_rows));
	tcase_add_loop_test(cases, a_line_of_the_image_puts_an_account_into_a_group, 0,
			    ROWS(image_rows));
	return run_suite(suite);
}
