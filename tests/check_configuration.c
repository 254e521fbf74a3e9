/* SPDX-License-Identifier: MIT */
/* .compose-lint.yaml: where it is found, what counts in it, and what is a notice. */
#include "config.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/configuration.h"
#include "fact/setting.h"
#include "rules/registry.h"
#include "tests/suite.h"
#include "tests/support.h"

/* ---- where it is found ---- */

struct place_row {
	const char *name;
	const char *paths[4]; /* of files; a .git holds a file HEAD */
	const char *directory;
	const char *found; /* NULL: none */
};

static const struct place_row places[] = {
	{ "in the directory", { "/a/b/.compose-lint.yaml" }, "/a/b", "/a/b/.compose-lint.yaml" },
	{ "in .config", { "/a/.config/compose-lint.yaml" }, "/a", "/a/.config/compose-lint.yaml" },
	{ "the dotted one comes first",
	  { "/a/.config/compose-lint.yaml", "/a/.compose-lint.yaml" },
	  "/a",
	  "/a/.compose-lint.yaml" },
	{ "above", { "/a/.compose-lint.yaml" }, "/a/b/c", "/a/.compose-lint.yaml" },
	{ "at the root", { "/.compose-lint.yaml" }, "/a/b", "/.compose-lint.yaml" },
	{ "the first hit counts",
	  { "/a/.compose-lint.yaml", "/a/b/.compose-lint.yaml" },
	  "/a/b/c",
	  "/a/b/.compose-lint.yaml" },
	{ "beside .git",
	  { "/a/.compose-lint.yaml", "/a/.git/HEAD" },
	  "/a/b",
	  "/a/.compose-lint.yaml" },
	{ "not above .git", { "/a/.compose-lint.yaml", "/a/b/.git/HEAD" }, "/a/b/c", NULL },
	{ "a .git that is a file ends the search too",
	  { "/a/.compose-lint.yaml", "/a/b/.git" },
	  "/a/b",
	  NULL },
	{ "not under a name without the dot", { "/a/compose-lint.yaml" }, "/a", NULL },
	{ "none", { "/a/compose.yaml" }, "/a", NULL },
};

struct world {
	struct lint lint;
	struct held_file all[4];
	struct held_files held;
	struct files files;
	struct configs *configs;
};

static void begin(struct world *world, const char *const *paths, const char *bytes)
{
	size_t count = 0;

	lint_init(&world->lint);
	for (; count < 4 && paths[count]; count++)
		world->all[count] = (struct held_file){ str_from(paths[count]), str_from(bytes) };
	world->held = (struct held_files){ world->all, count };
	world->files = held_files(&world->held);
	world->configs = configs_new(&(struct configs_request){
		.lint = &world->lint,
		.files = &world->files,
		.rules = rules_all(),
		.current_directory = STR("/"),
	});
}

START_TEST(the_first_file_up_to_git_counts)
{
	const struct place_row *row = &places[_i];
	const struct config *config;
	struct world world;

	begin(&world, row->paths, "preset: strict\n");
	ck_assert(!configs_find(world.configs, str_from(row->directory), &config).failed);
	ck_assert_msg(config->has_preset == (row->found != NULL), "%s", row->name);
	if (row->found)
		ck_assert_msg(str_eq(source_get(&world.lint.sources, config->source)->path,
				     str_from(row->found)),
			      "%s: got %.*s", row->name, STR_FMT(config->name));
	lint_free(&world.lint);
}
END_TEST

START_TEST(one_file_is_read_once)
{
	const char *const paths[4] = { "/a/.compose-lint.yaml" };
	const struct config *one, *two;
	struct world world;

	begin(&world, paths, "preset: strict\n");
	ck_assert(!configs_find(world.configs, STR("/a/b"), &one).failed);
	ck_assert(!configs_find(world.configs, STR("/a/c/d"), &two).failed);
	ck_assert_ptr_eq(one, two);
	lint_free(&world.lint);
}
END_TEST

START_TEST(a_file_that_is_no_yaml_fails_and_is_told_once)
{
	static const char *const broken[] = { "a: [", "- a\n- b\n", "just text\n", "a: *nowhere\n",
					      "\tb: 1\n" };
	const char *const paths[4] = { "/a/.compose-lint.yaml" };
	const struct config *config;
	struct failure failure;
	struct world world;

	begin(&world, paths, broken[_i]);
	failure = configs_find(world.configs, STR("/a"), &config);
	ck_assert(failure.failed);
	ck_assert_msg(str_starts(failure.message, STR("a/.compose-lint.yaml:")), "%.*s",
		      STR_FMT(failure.message));
	failure = configs_find(world.configs, STR("/a/b"), &config);
	ck_assert(failure.failed);
	ck_assert_uint_eq(failure.message.n, 0);
	ck_assert_uint_eq(world.lint.diag.count, 0);
	lint_free(&world.lint);
}
END_TEST

START_TEST(a_directory_of_its_name_fails)
{
	const char *const paths[4] = { "/a/.compose-lint.yaml/x" };
	const struct config *config;
	struct world world;

	begin(&world, paths, "");
	ck_assert(configs_find(world.configs, STR("/a"), &config).failed);
	lint_free(&world.lint);
}
END_TEST

START_TEST(an_empty_file_says_nothing)
{
	static const char *const texts[] = { "", "# nothing\n", "---\n", "{}\n" };
	const char *const paths[4] = { "/a/.compose-lint.yaml" };
	const struct config *config;
	struct world world;

	begin(&world, paths, texts[_i]);
	ck_assert(!configs_find(world.configs, STR("/a"), &config).failed);
	ck_assert(!config->has_preset && !config->has_fail_on);
	ck_assert_uint_eq(config->nprojects, 0);
	ck_assert_ptr_eq(config->gateway, &gateway_names_default);
	ck_assert_uint_eq(world.lint.notices.count, 0);
	lint_free(&world.lint);
}
END_TEST

START_TEST(the_file_of_another_program_is_named_once)
{
	const char *const paths[4] = { "/a/.compose-lint.yml", "/a/b/.compose-lint.yml" };
	const struct config *config;
	struct world world;

	begin(&world, paths, "rules: {}\n");
	ck_assert(!configs_find(world.configs, STR("/a/b"), &config).failed);
	ck_assert_uint_eq(world.lint.notices.count, 1);
	ck_assert_int_eq(world.lint.notices.all[0].kind, NOTICE_REMARK);
	ck_assert(str_starts(world.lint.notices.all[0].message,
			     STR("a/b/.compose-lint.yml is not read")));
	lint_free(&world.lint);
}
END_TEST

/* ---- what it says ---- */

static const char everything[] =
	"preset: baseline\n"
	"fail-on: never\n"
	"projects:\n"
	"  one: {files: [a.yaml, sub/../b.yaml], env-files: x.env, profiles: [p, q]}\n"
	"  two: {files: /abs/c.yaml}\n"
	"exclude: [third-party, \"!third-party/keep\"]\n"
	"services:\n"
	"  agent: {role: agent, workspace: /w, egress: filtered, disposable: true}\n"
	"networks:\n"
	"  n: {internal: verified}\n"
	"gateway:\n"
	"  url: [A_URL]\n"
	"  url-pattern: '^B_'\n"
	"  key+: C_KEY\n"
	"  secret: s\n"
	"  exactly-one: false\n"
	"rules:\n"
	"  socket-mount: {level: off, ignore-services: [db]}\n"
	"require-reason: true\n"
	"baseline: b.json\n"
	"trusted-registries: [r]\n"
	"required-labels: l\n";

START_TEST(every_key_is_read)
{
	const char *const paths[4] = { "/a/.compose-lint.yaml" };
	const struct config *config;
	struct grading grading = grading_new(rules_all(), PRESET_SANDBOX);
	const struct rule *rule = rule_find(rules_all(), STR("socket-mount"));
	const struct gateway_names *names;
	struct world world;

	begin(&world, paths, everything);
	ck_assert(!configs_find(world.configs, STR("/a"), &config).failed);
	ck_assert_uint_eq(world.lint.notices.count, 0);
	ck_assert(config->has_preset && config->preset == PRESET_BASELINE);
	ck_assert(config->has_fail_on && config->fail_on == LEVEL_OFF);
	ck_assert_uint_eq(config->nprojects, 2);
	ck_assert_uint_eq(config->projects[0].nfiles, 2);
	ck_assert(str_eq(config->projects[0].files[1], STR("/a/b.yaml")));
	ck_assert(str_eq(config->projects[0].env_files[0], STR("/a/x.env")));
	ck_assert(str_eq(config->projects[0].profiles[1], STR("q")));
	ck_assert(str_eq(config->projects[1].files[0], STR("/abs/c.yaml")));
	ck_assert(config_excludes(&world.lint, config, STR("/a/third-party/x.yaml")));
	ck_assert(!config_excludes(&world.lint, config, STR("/a/third-party/keep/x.yaml")));
	ck_assert(!config_excludes(&world.lint, config, STR("/b/third-party")));
	ck_assert(str_eq(node_text(node_get(node_get(config->settings.services, STR("agent")),
					    STR("workspace"))),
			 STR("/w")));
	ck_assert(node_get(node_get(config->settings.networks, STR("n")), STR("internal")) != NULL);
	names = config->gateway;
	ck_assert(names->nurls == 1 && str_eq(names->urls[0], STR("A_URL")));
	ck_assert_str_eq(names->url_pattern, "^B_");
	ck_assert(gateway_is_key_name(names, STR("OPENAI_API_KEY")));
	ck_assert(gateway_is_key_name(names, STR("C_KEY")));
	ck_assert(str_eq(names->secret, STR("s")));
	ck_assert(!names->exactly_one);
	grading.settings = config->grades;
	ck_assert_int_eq(grading_level(&grading, rule, SERVICE_AGENT), LEVEL_OFF);
	ck_assert(grading_ignores(&grading, rule, STR("db")));
	ck_assert(!grading_ignores(&grading, rule, STR("web")));
	ck_assert(!grading_select(&world.lint.run, &grading, STR("socket-mount")).failed);
	/* the command line has the last word */
	ck_assert_int_eq(grading_level(&grading, rule, SERVICE_AGENT), LEVEL_ERROR);
	ck_assert(!grading_set_level(&world.lint.run, &grading, STR("mounts=info")).failed);
	ck_assert_int_eq(grading_level(&grading, rule, SERVICE_AGENT), LEVEL_INFO);
	lint_free(&world.lint);
}
END_TEST

/* ---- mistakes ---- */

/* The notices of a configuration, or of a Compose file, whose service is "web". */
static const struct mistake {
	const char *text;
	const char *notices; /* without the file's name */
} mistakes[] = {
	{ "presset: strict\n",
	  ":1:1: there is no key 'presset' here, so it does not count; did you mean 'preset'?\n" },
	{ "roles: {a: agent}\n",
	  ":1:1: there is no key 'roles' here, so it does not count; did you "
	  "mean 'services: {NAME: {role: ...}}'?\n" },
	{ "services: {a: {reach: [b]}}\n",
	  ":1:12: no project of this run has a service 'a', so what is said of it does not count\n"
	  ":1:16: there is no key 'reach' here, so it does not count; did you mean 'reaches'?\n" },
	{ "PRESET: strict\n",
	  ":1:1: there is no key 'PRESET' here, so it does not count; did you mean 'preset'?\n" },
	{ "exclude: [a/b, \"[\"]\n", ":1:16: '[' is no pattern, so it does not count\n" },
	{ "gateway: {a: b}\n", ":1:11: there is no key 'a' here, so it does not count; known are "
			       "url, url-pattern, key, secret, exactly-one\n" },
	{ "gateway: {secret+: b}\n", ":1:11: there is no key 'secret+' here, so it does not count; "
				     "did you mean 'secret'?\n" },
	{ "preset: lax\n",
	  ":1:9: 'preset' has to be sandbox, baseline or strict, not 'lax', so it does "
	  "not count\n" },
	{ "preset: Strict\n",
	  ":1:9: 'preset' has to be sandbox, baseline or strict, not 'Strict', so it "
	  "does not count; did you mean 'strict'?\n" },
	{ "preset:\n", ":1:1: 'preset' has to be text and is empty, so it does not count\n" },
	{ "preset: [strict]\n",
	  ":1:9: 'preset' has to be text and is a list, so it does not count\n" },
	{ "fail-on: off\n",
	  ":1:10: 'fail-on' has to be error, warning, info or never, not 'off', so it "
	  "does not count\n" },
	{ "exclude: [a, {b: c}]\n",
	  ":1:14: an item of this list has to be text and is a mapping, so it does not count\n" },
	{ "projects: {a: {profiles: [x]}}\n",
	  ":1:12: this project has no 'files', so it does not count\n" },
	{ "services: {web: {rol: agent}}\n",
	  ":1:18: there is no key 'rol' here, so it does not count; did you mean 'role'?\n" },
	{ "services: {web: agent}\n",
	  ":1:17: 'web' has to be a mapping and is text, so it does not count; did you mean "
	  "'{role: agent}'?\n" },
	{ "services: {wep: {role: agent}}\n",
	  ":1:12: no project of this run has a service 'wep', so what is said of it does not "
	  "count; did you mean 'web'?\n" },
	{ "services: {\"a\\e[2J\": {role: agent}}\n",
	  ":1:12: no project of this run has a service 'a\\x1B[2J', so what is said of it does not "
	  "count\n" },
	{ "networks: {outside: {internal: verified}}\n",
	  ":1:12: no project of this run has a network 'outside', so what is said of it does not "
	  "count\n" },
	{ "services: {web: {sees: {/w: rwx}}}\n", ":1:29: '/w' has to be ro or rw, not 'rwx', so "
						  "only its name counts; did you mean 'rw'?\n" },
	{ "services: {web: {sees: [/work, /task]}}\n",
	  ":1:24: 'sees' has to be a mapping and is a list, so it does not count; did you mean "
	  "'{/work: ro}'?\n" },
	{ "services: {web: {sees: /work}}\n",
	  ":1:24: 'sees' has to be a mapping and is text, so it does not count; did you mean "
	  "'{/work: ro}'?\n" },
	{ "services: {web: {ignore: [root-user]}}\n",
	  ":1:27: an item of this list has to be a mapping and is text, so it does not count; did "
	  "you mean '{rule: root-user, reason: ...}'?\n" },
	{ "services: {web: {workspace: work}}\n",
	  ":1:29: 'workspace' has to be none or /PATH, not 'work', so it does not count\n" },
	{ "services: {web: {reaches: {web: http}}}\n",
	  ":1:33: 'web' has to be PORT or PORT-PORT, not 'http', so only its name counts\n" },
	{ "services: {web: {reaches: {web: [80, 70000]}}}\n",
	  ":1:38: an item of this list has to be PORT or PORT-PORT, not '70000', so it does not "
	  "count\n" },
	{ "rules: {image-unpinned: info}\n",
	  ":1:25: 'image-unpinned' has to be a mapping and is text, so it does not count; did you "
	  "mean '{level: info}'?\n" },
	{ "rules: {image-unpinned: warn}\n",
	  ":1:25: 'image-unpinned' has to be a mapping and is text, so it does not count; did you "
	  "mean '{level: warning}'?\n" },
	{ "rules: {image-unpinned: {level: warn}}\n",
	  ":1:33: 'level' has to be error, warning, info or off, not 'warn', so it does not count; "
	  "did you mean 'warning'?\n" },
	{ "rules: {image-unpinned: {ignore-services: [web, wep]}}\n",
	  ":1:49: no project of this run has a service 'wep', so what is said of it does not "
	  "count; did you mean 'web'?\n" },
	{ "rules: {cap-add: {allow: [CHOWN, CAP_CHWON]}}\n",
	  ":1:34: 'CAP_CHWON' of 'allow' is none that exists, so it does not count; did you mean "
	  "'CHOWN'?\n" },
	{ "gateway: {exactly-one: yes}\n",
	  ":1:24: 'exactly-one' has to be true or false and is text, so it does not count\n" },
	{ "gateway: {url-pattern: '(('}\n",
	  ":1:24: 'url-pattern' is no regular expression, so it does not count: missing closing "
	  "parenthesis, at byte 2\n" },
	{ "rules: {socket-mont: {level: off}}\n",
	  ":1:9: there is no rule 'socket-mont', so it does not count; did you mean "
	  "'socket-mount'?\n" },
	{ "rules: {x: {level: off}}\n", ":1:9: there is no rule 'x', so it does not count; "
					"'compose-lint rules' lists them\n" },
	{ "rules: {socket-mount: {levle: off}}\n",
	  ":1:24: socket-mount has no option 'levle', so it does not count; did you mean "
	  "'level'?\n" },
	{ "rules: {cap-add: {alow: [SYS_PTRACE]}}\n",
	  ":1:19: cap-add has no option 'alow', so it does not count; did you mean 'allow'?\n" },
	{ "rules: {cap-add: {zzz: 1}}\n",
	  ":1:19: cap-add has no option 'zzz', so it does not count; known are level, "
	  "ignore-services, allow\n" },
	{ "rules: {yaml-syntax: {level: off}}\n",
	  ":1:23: the level of yaml-syntax stays as it is: nothing can be judged of what could not "
	  "be read\n" },
	{ "preset: strict\npreset: baseline\n",
	  ":2:1: 'preset' stands here a second time, so neither of the two counts; the first is in "
	  "line 1\n" },
	{ "preset: strict\n---\npreset: baseline\n",
	  ":3:1: only the first document of the file counts\n" },
};

static struct str without_names(struct arena *arena, struct str notices)
{
	struct builder b = { .arena = arena };

	while (notices.n) {
		struct str line = str_cut(&notices, '\n');

		builder_add(&b, str_slice(line, str_find_byte(line, ':', 0), line.n));
		builder_byte(&b, '\n');
	}
	return builder_str(&b);
}

START_TEST(a_mistake_is_a_notice_with_place_and_advice)
{
	const struct mistake *row = &mistakes[_i];
	const char *const paths[4] = { "/project/.compose-lint.yaml" };
	const struct test_options options = { .rules = rules_all(), TEST_SANDBOX };
	const struct config *config;
	struct world world;
	struct test_run run;
	struct str got;

	test_lint(&run, STR("services:\n  web:\n    image: nginx:1.27\n"), &options);
	begin(&world, paths, row->text);
	ck_assert(!configs_find(world.configs, STR("/project"), &config).failed);
	configs_note(world.configs, config, run.project);
	configs_say_unused(world.configs);
	run.lint.notices = world.lint.notices;
	{
		struct test_run shown = { .lint = world.lint };

		got = test_notices(&shown);
		got = without_names(&shown.lint.run, got);
		ck_assert_msg(str_eq(got, str_from(row->notices)), "%s\nwanted:\n%s\ngot:\n%.*s",
			      row->text, row->notices, STR_FMT(got));
		world.lint = shown.lint;
	}
	ck_assert(!config->has_preset ||
		  str_starts(str_from(row->text), STR("preset: strict\n---")));
	ck_assert_uint_eq(world.lint.diag.count, 0);
	lint_free(&world.lint);
	test_end(&run);
}
END_TEST

static const struct {
	const char *text; /* below the service */
	const char *notices;
} inline_mistakes[] = {
	{ "    x-compose-lint: {role: agent}\n", "" },
	{ "    x-compose-lint: {rol: agent}\n", "compose.yaml:4:22: there is no key 'rol' here, so "
						"it does not count; did you mean 'role'?\n" },
	{ "    x-compose-lint: agent\n",
	  "compose.yaml:4:21: 'x-compose-lint' has to be a mapping and is text, so it does not "
	  "count; did you mean '{role: agent}'?\n" },
	{ "    x-compose-lint: {role: \"${ROLE}\"}\n",
	  "compose.yaml:4:28: 'role' comes from a variable that is not set, so it does not "
	  "count\n" },
	{ "    x-compose-lnt: {role: agent}\n",
	  "compose.yaml:4:5: 'x-compose-lnt' means nothing to compose-lint; did you mean "
	  "'x-compose-lint'?\n" },
	{ "    deploy: {x-compose-lint: {role: agent}}\n",
	  "compose.yaml:4:14: x-compose-lint does not count here; it belongs into a service or a "
	  "network\n" },
	{ "    networks: [n]\nnetworks:\n  n: {x-compose-lint: {internal: true}}\n",
	  "compose.yaml:6:34: 'internal' has to be verified, not 'true', so it does not count\n" },
	{ "volumes:\n  v: {x-compose-lint: {internal: verified}}\n",
	  "compose.yaml:5:7: x-compose-lint does not count here; it belongs into a service or a "
	  "network\n" },
	{ "x-compose-lint: {role: agent}\n",
	  "compose.yaml:4:1: x-compose-lint does not count here; it belongs into a service or a "
	  "network\n" },
};

START_TEST(a_mistake_in_a_compose_file_is_a_notice_too)
{
	const struct test_options options = { .rules = rules_all(), TEST_SANDBOX };
	struct test_run run;
	char text[400];
	struct str got;

	snprintf(text, sizeof(text), "services:\n  web:\n    image: nginx:1.27\n%s",
		 inline_mistakes[_i].text);
	test_lint(&run, str_from(text), &options);
	got = test_notices(&run);
	ck_assert_msg(str_eq(got, str_from(inline_mistakes[_i].notices)),
		      "%s\nwanted:\n%s\ngot:\n%.*s", text, inline_mistakes[_i].notices,
		      STR_FMT(got));
	test_end(&run);
}
END_TEST

/* ---- who wins ---- */

START_TEST(the_configuration_wins_over_the_file_key_by_key)
{
	const struct test_options options = { .rules = rules_all(), TEST_SANDBOX };
	struct test_run run;
	const struct declared *declared;

	test_lint(&run,
		  STR("services:\n"
		      "  web:\n"
		      "    image: nginx:1.27\n"
		      "    x-compose-lint: {role: gateway, workspace: /w}\n"
		      "--- .compose-lint.yaml\n"
		      "services: {web: {role: service}}\n"),
		  &options);
	declared = test_service(&run, "web")->declared;
	ck_assert(str_eq(node_text(declared->role), STR("service")));
	ck_assert(str_eq(node_text(declared->workspace), STR("/w")));
	ck_assert_int_eq(run.roles->entries[0].role, SERVICE_ORDINARY);
	test_end(&run);
}
END_TEST

START_TEST(what_is_left_out_of_one_service_is_not_lost_to_another)
{
	const struct test_options options = { .rules = rules_all(), TEST_SANDBOX };
	struct test_run run;

	test_lint(&run,
		  STR("services:\n"
		      "  a: {build: .}\n"
		      "  b: {build: .}\n"
		      "--- Dockerfile\n"
		      "FROM debian\n"
		      "--- .compose-lint.yaml\n"
		      "rules: {image-unpinned: {ignore-services: a}}\n"),
		  &options);
	ck_assert_uint_eq(run.lint.diag.suppressed, 1);
	ck_assert(str_has(test_findings(&run, STR("image-unpinned")), STR("Dockerfile:1:6")));
	test_end(&run);
}
END_TEST

START_TEST(options_of_rules_are_read)
{
	const struct test_options options = { .rules = rules_all(), TEST_SANDBOX };
	struct test_run run;

	test_lint(&run,
		  STR("services:\n"
		      "  agent:\n"
		      "    image: registry.example/a:1\n"
		      "    volumes: [\"/srv/p:/work\"]\n"
		      "    cap_add:\n"
		      "      - CAP_SYS_PTRACE\n"
		      "      - NET_ADMIN  # <-\n"
		      "--- /srv/p/build.sh\n"
		      "--- /srv/p/Makefile\n"
		      "--- .compose-lint.yaml\n"
		      "rules:\n"
		      "  cap-add: {allow: sys_ptrace}\n"
		      "  host-exec-mount: {paths+: [build.sh]}\n"),
		  &options);
	ck_assert(!run.lint.notices.count);
	ck_assert(!test_difference(&run, STR("cap-add")).n);
	ck_assert(str_has(test_findings(&run, STR("host-exec-mount")),
			  STR("Makefile and build.sh in /srv/p, which your shell or somebody")));
	test_end(&run);
}
END_TEST

/* ---- the manual ---- */

static struct str manual(struct arena *arena)
{
	const char *top = getenv("srcdir");
	FILE *file = fopen(arena_cstr(arena, arena_fmt(arena, "%s/man/compose-lint-config.5",
						       top ? top : ".")),
			   "rb");
	struct builder b = { .arena = arena };
	int c;

	ck_assert_ptr_nonnull(file);
	while ((c = fgetc(file)) != EOF)
		builder_byte(&b, (char)c);
	fclose(file);
	return builder_str(&b);
}

/* "services.*.ignore.[].rule" is "services.*.ignore.rule" to a reader; an item has no name. */
static struct str name_in_manual(struct arena *arena, const struct setting *row)
{
	struct str rest = setting_path(arena, row), name = STR("");

	if (str_ends(rest, STR("[]")))
		return name;
	while (rest.p) {
		struct str part = str_cut(&rest, '.');

		if (!str_eq(part, STR("[]")))
			name = name.n ? arena_fmt(arena, "%.*s.%.*s", STR_FMT(name), STR_FMT(part))
				      : part;
	}
	return name;
}

START_TEST(the_manual_has_each_key_of_the_table_and_no_other)
{
	struct lint lint;
	struct str text, rest;
	struct table known;

	lint_init(&lint);
	known = (struct table){ .arena = &lint.run };
	text = manual(&lint.run);
	for (const struct setting *row = NULL; (row = setting_next(row));) {
		struct str name = name_in_manual(&lint.run, row);

		if (!name.n)
			continue;
		table_add(&known, name, &known);
		ck_assert_msg(str_has(text, arena_fmt(&lint.run, "\n.It Ic %.*s\n", STR_FMT(name))),
			      "compose-lint-config(5) does not have %.*s", STR_FMT(name));
	}
	rest = text;
	while (rest.p) {
		struct str line = str_cut(&rest, '\n');

		if (str_starts(line, STR(".It Ic ")))
			ck_assert_msg(table_get(&known, str_slice(line, 7, line.n)) != NULL,
				      "there is no key %.*s", STR_FMT(line));
	}
	lint_free(&lint);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("configuration");
	TCase *cases = tcase_create("configuration");

	tcase_add_loop_test(cases, the_first_file_up_to_git_counts, 0,
			    sizeof(places) / sizeof(*places));
	tcase_add_test(cases, one_file_is_read_once);
	tcase_add_loop_test(cases, a_file_that_is_no_yaml_fails_and_is_told_once, 0, 5);
	tcase_add_test(cases, a_directory_of_its_name_fails);
	tcase_add_loop_test(cases, an_empty_file_says_nothing, 0, 4);
	tcase_add_test(cases, the_file_of_another_program_is_named_once);
	tcase_add_test(cases, every_key_is_read);
	tcase_add_loop_test(cases, a_mistake_is_a_notice_with_place_and_advice, 0,
			    sizeof(mistakes) / sizeof(*mistakes));
	tcase_add_loop_test(cases, a_mistake_in_a_compose_file_is_a_notice_too, 0,
			    sizeof(inline_mistakes) / sizeof(*inline_mistakes));
	tcase_add_test(cases, the_configuration_wins_over_the_file_key_by_key);
	tcase_add_test(cases, what_is_left_out_of_one_service_is_not_lost_to_another);
	tcase_add_test(cases, options_of_rules_are_read);
	tcase_add_test(cases, the_manual_has_each_key_of_the_table_and_no_other);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
