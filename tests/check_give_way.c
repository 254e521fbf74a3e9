/* SPDX-License-Identifier: MIT */
/* Which of several rules about one mount speaks, and which comes when that one is off. */
#include "config.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "rules/registry.h"
#include "tests/suite.h"
#include "tests/support.h"

/*
 * What stands on the marked line is reported by the first rule; without that rule by the second,
 * and so on; without all of them by no rule about mounts and credentials.
 */
static const struct row {
	const char *name;
	const char *agent; /* lines of the service "agent", and what follows it */
	const char *chain; /* rules, with one blank between them */
	const char *off;   /* those that speak of something else at that line; NULL: none */
} fixed[] = {
	{ "the root of the host", "    volumes:\n      - /:/host  # <-\n",
	  "system-mount self-modify-mount parent-mount mount-not-readonly", NULL },
	{ "the project itself", "    volumes:\n      - .:/other  # <-\n      - ./src:/work\n",
	  "self-modify-mount mount-not-readonly", NULL },
	{ "a directory for all projects",
	  "    volumes:\n      - ~/src:/other  # <-\n      - ./src:/work\n",
	  "parent-mount mount-not-readonly", NULL },
	{ "a task that is mounted twice",
	  "    volumes:\n      - ./src:/work\n      - /srv/task:/task:ro\n      - /srv/task:/t2  # "
	  "<-\n",
	  "mount-overlap mount-not-readonly", NULL },
	{ "a propagated mount",
	  "    volumes:\n      - ./src:/work\n      - /srv/x:/x:rshared  # <-\n",
	  "mount-propagation mount-not-readonly", NULL },
	{ "a propagated system directory",
	  "    volumes:\n      - ./src:/work\n      - /etc:/x:ro,rslave  # <-\n",
	  "system-mount mount-propagation", NULL },
	{ "a directory of another service",
	  "    volumes:\n      - ./src:/work\n      - /srv/x:/x  # <-\n"
	  "  db:\n    image: redis:7\n    volumes: [\"/srv/x:/x:ro\"]\n",
	  "shared-storage mount-not-readonly", NULL },
	{ "a home that another service has too",
	  "    volumes:\n      - ./src:/work\n      - /home/me:/x  # <-\n"
	  "  db:\n    image: redis:7\n    volumes: [\"/home/me:/x:ro\"]\n",
	  "home-mount shared-storage mount-not-readonly", NULL },
	{ "a socket that volumes_from brings",
	  "    volumes_from: [tool]  # <-\n  tool:\n    image: redis:7\n"
	  "    volumes: [\"/var/run/docker.sock:/s\"]\n",
	  "socket-mount host-socket-mount shared-storage mount-not-readonly", NULL },
	{ "a Makefile of the host",
	  "    volumes:\n      - ./src:/work\n      - /srv/x:/x  # <-\n--- /srv/x/Makefile\nall:\n"
	  "--- src/x\nx\n",
	  "host-exec-mount mount-not-readonly", NULL },
	{ "a home that holds the project",
	  "    volumes:\n      - /home/me:/work  # <-\n    env_file: [{path: /home/me/x, required: "
	  "false}]\n",
	  "home-mount self-modify-mount mount-not-readonly", NULL },
	{ "a temporary directory that holds a file of the project",
	  "    volumes:\n      - /tmp:/x  # <-\n    env_file: [{path: /tmp/x, required: false}]\n",
	  "host-socket-mount self-modify-mount mount-not-readonly", NULL },
	{ "a directory of the host with sockets", "    volumes:\n      - /run/udev:/udev  # <-\n",
	  "host-socket-mount mount-not-readonly", NULL },
	{ "the sockets of all users", "    volumes:\n      - /run/user:/users  # <-\n",
	  "socket-mount host-socket-mount mount-not-readonly", NULL },
	{ "a key in a home", "    volumes:\n      - ~/.ssh/id_ed25519:/key  # <-\n",
	  "credential-file home-mount mount-not-readonly", NULL },
	{ "a key that only the target of an engine gives away",
	  "    volumes:\n      - ~/.netrc:/var/run/docker.sock:ro  # <-\n",
	  "socket-mount credential-file home-mount", NULL },
	{ "a key of the system", "    volumes:\n      - /etc/ssl/private/x.key:/key:ro  # <-\n",
	  "credential-file system-mount", NULL },
	{ "an env file of a home that the agent is given",
	  "    env_file:\n      - ~/.aws/credentials  # <-\n", "credential-file", NULL },
	{ "an env file whose name says that it is a key",
	  "    env_file:\n      - app.key  # <-\n--- app.key\nDB_PASSWORD=change-me\n",
	  "credential-file credential-env implicit-env", NULL },
	{ "a key agent in a home", "    volumes:\n      - ~/.gnupg:/gnupg  # <-\n",
	  "host-socket-mount home-mount mount-not-readonly", NULL },
	{ "a key agent beside keys",
	  "    volumes:\n"
	  "      - ./src:/work\n"
	  "      - /tmp/ssh-1/agent.key:/x  # <-\n",
	  "credential-file host-socket-mount mount-not-readonly", NULL },
	{ "the data of the system",
	  "    volumes:\n"
	  "      - ./src:/work\n"
	  "      - /var:/x  # <-\n",
	  "socket-mount system-mount mount-not-readonly", "host-socket-mount" },
	{ "a socket among settings",
	  "    volumes:\n"
	  "      - ./src:/work\n"
	  "      - /etc/x.sock:/x  # <-\n",
	  "host-socket-mount system-mount mount-not-readonly", NULL },
	{ "a key of a privileged service",
	  "    volumes_from: [tool]  # <-\n"
	  "  tool:\n"
	  "    image: redis:7\n"
	  "    network_mode: none\n    privileged: true\n"
	  "    volumes: [\"/srv/keys/x.key:/s:ro\"]\n",
	  "credential-file privileged-neighbour", "shared-storage" },
	{ "root with root's group", "    user: \"0:0\"  # <-\n", "root-user privileged-group",
	  NULL },
	{ "an engine on the host",
	  "    environment:\n"
	  "      DOCKER_HOST: tcp://host.docker.internal:2375  # <-\n",
	  "engine-endpoint host-address", NULL },
	{ "a gateway on the host",
	  "    networks: [inside]\n"
	  "    environment:\n"
	  "      OPENAI_API_BASE: http://host.docker.internal:4000/v1  # <-\n"
	  "networks:\n"
	  "  inside: {internal: true}\n",
	  "gateway-unreachable host-address", NULL },
	{ "a password that is written down",
	  "    environment:\n"
	  "      DB_PASSWORD: hunter22  # <-\n",
	  "credential-env credential-literal", NULL },
	{ "one of two keys, written down",
	  "    environment:\n"
	  "      OPENAI_API_KEY: ${OTHER_KEY:-}\n"
	  "      AGENT_GATEWAY_KEY: hunter22  # <-\n",
	  "gateway-key credential-literal", NULL },
	{ "a build argument that is written down",
	  "    build:\n"
	  "      context: .\n"
	  "      args:\n"
	  "        NPM_TOKEN: hunter22  # <-\n"
	  "--- Dockerfile\n"
	  "FROM scratch\n"
	  "ARG NPM_TOKEN\n",
	  "credential-literal build-secret", NULL },
	{ "a token in the environment of an image",
	  "    build: .\n"
	  "--- Dockerfile\n"
	  "FROM scratch\n"
	  "ENV HF_TOKEN=hunter22  # <-\n",
	  "credential-env credential-literal build-secret", NULL },
	{ "a secret that is a key",
	  "    secrets:\n"
	  "      - k  # <-\n"
	  "secrets:\n"
	  "  k: {file: agent.key}\n",
	  "credential-file agent-secret", NULL },
	{ "a token that nobody sets",
	  "    environment:\n"
	  "      GITHUB_TOKEN: ${GITHUB_TOKEN}  # <-\n",
	  "credential-env unset-variable", NULL },
	{ "the engine's socket as a secret",
	  "    secrets:\n"
	  "      - k  # <-\n"
	  "secrets:\n"
	  "  k: {file: /run/docker.sock}\n",
	  "socket-mount host-socket-mount agent-secret", NULL },
	{ "a file of the home as a secret",
	  "    secrets:\n"
	  "      - k  # <-\n"
	  "secrets:\n"
	  "  k: {file: ~/.tool/settings}\n",
	  "home-mount agent-secret", NULL },
	{ "a file of the host's system as a secret",
	  "    secrets:\n"
	  "      - k  # <-\n"
	  "secrets:\n"
	  "  k: {file: /etc/shadow}\n",
	  "system-mount agent-secret", NULL },
	{ "a build argument that nobody sets",
	  "    build:\n"
	  "      context: .\n"
	  "      args:\n"
	  "        NPM_TOKEN: ${NPM_TOKEN}  # <-\n"
	  "--- Dockerfile\n"
	  "FROM scratch\n"
	  "ARG NPM_TOKEN\n",
	  "build-secret unset-variable", NULL },
	{ "a user that nobody sets", "    user: \"${AGENT_UID}:${AGENT_GID}\"  # <-\n",
	  "root-user unset-variable", NULL },
	{ "a home if a variable is not set",
	  "    volumes:\n"
	  "      - ./src:/work\n"
	  "      - /home/me/${SCRATCH}:/x:ro  # <-\n",
	  "home-mount unset-variable", NULL },
	{ "the host if a variable is not set",
	  "    volumes:\n"
	  "      - ./src:/work\n"
	  "      - ${SCRATCH}/:/x:ro  # <-\n",
	  "system-mount unset-variable", NULL },
	{ "an override that takes a protection away",
	  "    read_only: true\n"
	  "--- compose.override.yaml\n"
	  "services:\n"
	  "  agent:\n"
	  "    read_only: false  # <-\n",
	  "rootfs-writable override-weakens", NULL },
};

/*
 * A mount that has to go for what its source is, in each relation that it can have; "@" is the
 * source.
 */
static const struct {
	const char *name, *path, *chain;
} sources[] = {
	{ "the sockets of engines", "/run", "socket-mount host-socket-mount" },
	{ "a display", "/tmp/.X11-unix", "host-socket-mount" },
	{ "a profile", "/home/me/.profiles", "home-mount" },
	{ "the settings of the system", "/etc", "system-mount" },
};

static const struct row relations[] = {
	{ "a file of the project is there",
	  "    volumes:\n      - ./src:/work\n      - @:/x  # <-\n"
	  "    env_file: [{path: \"@/x\", required: false}]\n",
	  "self-modify-mount mount-not-readonly", NULL },
	{ "it is mounted twice",
	  "    volumes:\n      - ./src:/work\n      - @:/y:ro\n      - @:/x  # <-\n",
	  "mount-overlap mount-not-readonly", NULL },
	{ "it is propagated", "    volumes:\n      - ./src:/work\n      - @:/x:ro,rslave  # <-\n",
	  "mount-propagation", NULL },
	{ "another service has it too",
	  "    volumes:\n      - ./src:/work\n      - @:/x  # <-\n"
	  "  db:\n    image: redis:7\n    volumes: [\"@:/x:ro\"]\n",
	  "shared-storage mount-not-readonly", NULL },
	{ "a privileged service brings it",
	  "    volumes_from: [tool]  # <-\n  tool:\n    image: redis:7\n    network_mode: none\n   "
	  " privileged: true\n"
	  "    volumes: [\"@:/s:ro\"]\n",
	  "privileged-neighbour", "shared-storage" },
};

enum {
	FIXED = sizeof(fixed) / sizeof(*fixed),
	SOURCES = sizeof(sources) / sizeof(*sources),
	RELATIONS = sizeof(relations) / sizeof(*relations),
	ROWS = FIXED + SOURCES * RELATIONS
};

static const char *with_source(struct arena *arena, const char *text, const char *path)
{
	struct str rest = str_from(text);
	struct builder b = { .arena = arena };

	while (rest.p) {
		builder_add(&b, str_cut(&rest, '@'));
		if (rest.p)
			builder_add(&b, str_from(path));
	}
	builder_add(&b, (struct str){ "", 1 });
	return builder_str(&b).p;
}

static struct row row_at(struct arena *arena, size_t i)
{
	const char *chain;
	struct row row;

	if (i < FIXED)
		return fixed[i];
	row = relations[(i - FIXED) % RELATIONS];
	chain = arena_fmt(arena, "%s %s%c", sources[(i - FIXED) / RELATIONS].chain, row.chain, 0).p;
	row.name =
		arena_fmt(arena, "%s: %s%c", sources[(i - FIXED) / RELATIONS].name, row.name, 0).p;
	row.agent = with_source(arena, row.agent, sources[(i - FIXED) / RELATIONS].path);
	row.chain = chain;
	return row;
}

/* The words of a chain, by position. */
static struct str word_of(const char *chain, size_t position)
{
	struct str rest = str_from(chain), word = STR_NONE;

	for (size_t i = 0; i <= position && rest.p; i++)
		word = str_cut(&rest, ' ');
	return word;
}

static size_t length_of(const char *chain)
{
	struct str rest = str_from(chain);
	size_t length = 0;

	while (rest.p) {
		str_cut(&rest, ' ');
		length++;
	}
	return length;
}

/* The place of a rule in a chain; its length: it is not in it. */
static size_t position_of(const char *chain, struct str rule)
{
	size_t length = length_of(chain), i = 0;

	while (i < length && !str_eq(word_of(chain, i), rule))
		i++;
	return i;
}

/* All rules, but of a chain only those from position `first` on, or only two. */
static struct rule_set rules_without(struct arena *arena, const struct row *row, size_t first,
				     size_t only, size_t also)
{
	struct rule_set every = rules_all();
	const struct rule **kept = ARENA_ARRAY(arena, every.count, const struct rule *);
	struct rule_set set = { kept, 0 };
	size_t length = length_of(row->chain);

	for (size_t i = 0; i < every.count; i++) {
		size_t at = position_of(row->chain, every.all[i]->name);

		if (row->off && position_of(row->off, every.all[i]->name) < length_of(row->off))
			continue;
		if (at == length || (at >= first && (only == length || at == only || at == also)))
			kept[set.count++] = every.all[i];
	}
	return set;
}

/* Rules whose business is no mount and no credential speak of other things than the row is about,
   unless some row names them. */
static bool counts(const struct rule *rule)
{
	bool named = rule->group == GROUP_MOUNTS || rule->group == GROUP_CREDENTIALS;

	for (size_t i = 0; i < FIXED && !named; i++)
		named = position_of(fixed[i].chain, rule->name) < length_of(fixed[i].chain);
	return named;
}

/* The rules that report the marked line, with one blank between them. */
static struct str speakers(struct test_run *run)
{
	struct rule_set every = rules_all();
	struct builder b = { .arena = &run->lint.run };

	for (size_t i = 0; i < every.count; i++)
		if (counts(every.all[i]) &&
		    str_has(test_lines(run, every.all[i]->name), run->wanted))
			builder_fmt(&b, "%s%.*s", b.n ? " " : "", STR_FMT(every.all[i]->name));
	return builder_str(&b);
}

static void want_speaker(struct arena *arena, const struct row *row, struct rule_set rules,
			 struct str wanted)
{
	struct test_options options = { TEST_SANDBOX };
	struct test_run run;
	struct str got;

	options.rules = rules;
	test_lint(&run,
		  arena_fmt(arena,
			    "services:\n"
			    "  agent:\n"
			    "%s%s",
			    strstr(row->agent, "build:")
				    ? ""
				    : "    image: registry.example/agent:1.4.2\n",
			    row->agent),
		  &options);
	ck_assert_uint_gt(run.wanted.n, 0);
	got = speakers(&run);
	ck_assert_msg(str_eq(got, wanted), "%s: wanted \"%.*s\", got \"%.*s\"\n%.*s", row->name,
		      STR_FMT(wanted), STR_FMT(got), STR_FMT(test_findings(&run, STR(""))));
	test_end(&run);
}

START_TEST(the_first_speaks_and_the_next_comes_when_it_is_off)
{
	struct arena arena = { 0 };
	struct row row = row_at(&arena, (size_t)_i);
	size_t length = length_of(row.chain);

	for (size_t without = 0; without <= length; without++)
		want_speaker(&arena, &row, rules_without(&arena, &row, without, length, length),
			     without < length ? word_of(row.chain, without) : STR(""));
	arena_free(&arena);
}
END_TEST

/* Not only because another one between them gives way too. */
START_TEST(each_gives_way_to_each_before_it)
{
	struct arena arena = { 0 };
	struct row row = row_at(&arena, (size_t)_i);
	size_t length = length_of(row.chain);

	for (size_t strong = 0; strong < length; strong++)
		for (size_t weak = strong + 1; weak < length; weak++)
			want_speaker(&arena, &row, rules_without(&arena, &row, 0, strong, weak),
				     word_of(row.chain, strong));
	arena_free(&arena);
}
END_TEST

static bool is_in_a_chain(struct arena *arena, struct str strong, struct str weak)
{
	for (size_t i = 0; i < ROWS; i++) {
		struct row row = row_at(arena, i);
		size_t at = position_of(row.chain, weak);

		if (at < length_of(row.chain) && position_of(row.chain, strong) < at)
			return true;
	}
	return false;
}

/*
 * What the host holds is not looked at where a rule reports the source, a home is no directory of
 * the system, and of what lies above the project only the root is mounted here.
 */
static const struct {
	struct str weak, strong;
} never_met[] = {
	{ STR_INIT("host-exec-mount"), STR_INIT("socket-mount") },
	{ STR_INIT("host-exec-mount"), STR_INIT("host-socket-mount") },
	{ STR_INIT("host-exec-mount"), STR_INIT("home-mount") },
	{ STR_INIT("host-exec-mount"), STR_INIT("system-mount") },
	{ STR_INIT("parent-mount"), STR_INIT("socket-mount") },
	{ STR_INIT("parent-mount"), STR_INIT("host-socket-mount") },
	{ STR_INIT("parent-mount"), STR_INIT("home-mount") },
	{ STR_INIT("system-mount"), STR_INIT("home-mount") },
};

static bool is_never_met(struct str strong, struct str weak)
{
	for (size_t i = 0; i < sizeof(never_met) / sizeof(*never_met); i++)
		if (str_eq(never_met[i].weak, weak) && str_eq(never_met[i].strong, strong))
			return true;
	return false;
}

START_TEST(who_gives_way_to_whom_is_tried_here)
{
	const struct rule *rule = rules_all().all[_i];
	struct arena arena = { 0 };

	for (size_t i = 0; rule->yields && rule->yields[i].n; i++)
		ck_assert_msg(
			is_in_a_chain(&arena, rule->yields[i], rule->name) !=
				is_never_met(rule->yields[i], rule->name),
			"%.*s gives way to %.*s, and no row tries it, or one that never meets it",
			STR_FMT(rule->name), STR_FMT(rule->yields[i]));
	arena_free(&arena);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("give_way");
	TCase *cases = tcase_create("chains");

	suite_add_tcase(suite, cases);
	tcase_add_loop_test(cases, the_first_speaks_and_the_next_comes_when_it_is_off, 0, ROWS);
	tcase_add_loop_test(cases, each_gives_way_to_each_before_it, 0, ROWS);
	tcase_add_loop_test(cases, who_gives_way_to_whom_is_tried_here, 0, (int)rules_all().count);
	return run_suite(suite);
}
