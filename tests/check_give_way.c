/* SPDX-License-Identifier: MIT */
/* Which of several rules about one mount speaks, and which comes when that one is off. */
#include "config.h"

#include <check.h>
#include <stdlib.h>

#include "rules/registry.h"
#include "tests/support.h"

/*
 * What stands on the marked line is reported by the first rule; without that rule by the second,
 * and so on; without all of them by no rule about mounts and credentials.
 */
static const struct row {
	const char *name;
	const char *agent; /* lines of the service "agent", and what follows it */
	const char *chain; /* rules, with one blank between them */
} rows[] = {
	{ "the root of the host", "    volumes:\n      - /:/host  # <-\n",
	  "system-mount self-modify-mount parent-mount mount-not-readonly" },
	{ "the project itself", "    volumes:\n      - .:/other  # <-\n      - ./src:/work\n",
	  "self-modify-mount mount-not-readonly" },
	{ "a directory for all projects",
	  "    volumes:\n      - ~/src:/other  # <-\n      - ./src:/work\n",
	  "parent-mount mount-not-readonly" },
	{ "a task that is mounted twice",
	  "    volumes:\n      - ./src:/work\n      - /srv/task:/task:ro\n      - /srv/task:/t2  # "
	  "<-\n",
	  "mount-overlap mount-not-readonly" },
	{ "a propagated mount",
	  "    volumes:\n      - ./src:/work\n      - /srv/x:/x:rshared  # <-\n",
	  "mount-propagation mount-not-readonly" },
	{ "a propagated system directory",
	  "    volumes:\n      - ./src:/work\n      - /etc:/x:ro,rslave  # <-\n",
	  "system-mount mount-propagation" },
	{ "a directory of another service",
	  "    volumes:\n      - ./src:/work\n      - /srv/x:/x  # <-\n"
	  "  db:\n    image: redis:7\n    volumes: [\"/srv/x:/x:ro\"]\n",
	  "shared-storage mount-not-readonly" },
	{ "a home that another service has too",
	  "    volumes:\n      - ./src:/work\n      - /home/me:/x  # <-\n"
	  "  db:\n    image: redis:7\n    volumes: [\"/home/me:/x:ro\"]\n",
	  "home-mount shared-storage mount-not-readonly" },
	{ "a socket that volumes_from brings",
	  "    volumes_from: [tool]  # <-\n  tool:\n    image: redis:7\n"
	  "    volumes: [\"/var/run/docker.sock:/s\"]\n",
	  "socket-mount host-socket-mount shared-storage mount-not-readonly" },
	{ "a Makefile of the host",
	  "    volumes:\n      - ./src:/work\n      - /srv/x:/x  # <-\n--- /srv/x/Makefile\nall:\n"
	  "--- src/x\nx\n",
	  "host-exec-mount mount-not-readonly" },
	{ "a home that holds the project",
	  "    volumes:\n      - /home/me:/work  # <-\n    env_file: [{path: /home/me/x, required: "
	  "false}]\n",
	  "home-mount self-modify-mount mount-not-readonly" },
	{ "a temporary directory that holds a file of the project",
	  "    volumes:\n      - /tmp:/x  # <-\n    env_file: [{path: /tmp/x, required: false}]\n",
	  "host-socket-mount self-modify-mount mount-not-readonly" },
	{ "a directory of the host with sockets", "    volumes:\n      - /run/udev:/udev  # <-\n",
	  "host-socket-mount mount-not-readonly" },
	{ "the sockets of all users", "    volumes:\n      - /run/user:/users  # <-\n",
	  "socket-mount host-socket-mount mount-not-readonly" },
	{ "a key in a home", "    volumes:\n      - ~/.ssh/id_ed25519:/key  # <-\n",
	  "credential-file home-mount mount-not-readonly" },
	{ "a key that only the target of an engine gives away",
	  "    volumes:\n      - ~/.netrc:/var/run/docker.sock:ro  # <-\n",
	  "socket-mount credential-file home-mount" },
	{ "a key of the system", "    volumes:\n      - /etc/ssl/private/x.key:/key:ro  # <-\n",
	  "credential-file system-mount" },
	{ "an env file of a home that the agent is given",
	  "    env_file:\n      - ~/.aws/credentials  # <-\n", "credential-file" },
	{ "an env file whose name says that it is a key",
	  "    env_file:\n      - app.key  # <-\n--- app.key\nDB_PASSWORD=change-me\n",
	  "credential-file credential-env implicit-env" },
	{ "a key agent in a home", "    volumes:\n      - ~/.gnupg:/gnupg  # <-\n",
	  "host-socket-mount home-mount mount-not-readonly" },
};

/* All rules but the first `without` of a chain. */
static struct rule_set rules_without(struct arena *arena, struct str chain, size_t without)
{
	struct rule_set every = rules_all();
	const struct rule **kept = ARENA_ARRAY(arena, every.count, const struct rule *);
	struct rule_set set = { kept, 0 };

	for (size_t i = 0; i < every.count; i++) {
		struct str rest = chain;
		bool is_off = false;

		for (size_t k = 0; k < without; k++)
			is_off = str_eq(str_cut(&rest, ' '), every.all[i]->name) || is_off;
		if (!is_off)
			kept[set.count++] = every.all[i];
	}
	return set;
}

/* The rules about mounts and credentials that report the marked line, with one blank between them. */
static struct str speakers(struct test_run *run)
{
	struct rule_set every = rules_all();
	struct builder b = { .arena = &run->lint.run };

	for (size_t i = 0; i < every.count; i++)
		if ((every.all[i]->group == GROUP_MOUNTS ||
		     every.all[i]->group == GROUP_CREDENTIALS) &&
		    str_has(test_lines(run, every.all[i]->name), run->wanted))
			builder_fmt(&b, "%s%.*s", b.n ? " " : "", STR_FMT(every.all[i]->name));
	return builder_str(&b);
}

static size_t length_of(struct str chain)
{
	size_t length = 0;

	while (chain.p) {
		str_cut(&chain, ' ');
		length++;
	}
	return length;
}

START_TEST(the_first_speaks_and_the_next_comes_when_it_is_off)
{
	const struct row *row = &rows[_i];
	struct arena arena = { NULL, NULL, NULL, NULL, NULL };
	struct str rest = str_from(row->chain);
	size_t length = length_of(rest);
	struct str text = arena_fmt(&arena,
				    "services:\n"
				    "  agent:\n"
				    "    image: registry.example/agent:1.4.2\n"
				    "%s",
				    row->agent);

	for (size_t without = 0; without <= length; without++) {
		struct test_options options = { TEST_SANDBOX };
		struct str wanted = rest.p ? str_cut(&rest, ' ') : STR(""), got;
		struct test_run run;

		options.rules = rules_without(&arena, str_from(row->chain), without);
		test_lint(&run, text, &options);
		ck_assert_uint_gt(run.wanted.n, 0);
		got = speakers(&run);
		ck_assert_msg(str_eq(got, wanted),
			      "%s, without %zu: wanted \"%.*s\", got \"%.*s\"\n%.*s", row->name,
			      without, STR_FMT(wanted), STR_FMT(got),
			      STR_FMT(test_findings(&run, STR(""))));
		test_end(&run);
	}
	arena_free(&arena);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("give_way");
	TCase *cases = tcase_create("mounts");
	SRunner *runner = srunner_create(suite);
	int failed;

	suite_add_tcase(suite, cases);
	tcase_add_loop_test(cases, the_first_speaks_and_the_next_comes_when_it_is_off, 0,
			    (int)(sizeof(rows) / sizeof(*rows)));
	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
