/* SPDX-License-Identifier: MIT */
/*
 * Every fix that is suggested in any folder of fixtures/rules, made: its finding is gone or told
 * of fewer places, and the project is as sound as before.
 */
#include "config.h"

#include <check.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/path.h"
#include "rules/registry.h"
#include "tests/mended.h"
#include "tests/suite.h"

enum { FOLDERS = 1024, FILE_BYTES = 65536 };

static struct arena arena;
static struct str folders[FOLDERS]; /* sorted */
static size_t nfolders;

struct names {
	struct str *all;
	size_t count, capacity;
};

static int by_bytes(const void *a, const void *b)
{
	const struct str *left = a, *right = b;

	return str_cmp(*left, *right);
}

/* The names in a folder, sorted; none: it is no folder. */
static struct names names_in(struct str folder)
{
	struct names list = { 0 };
	DIR *directory = opendir(arena_cstr(&arena, folder));
	struct dirent *entry;

	while (directory && (entry = readdir(directory))) {
		struct str name = str_from(entry->d_name);

		if (str_eq(name, STR(".")) || str_eq(name, STR("..")))
			continue;
		list.all =
			arena_grow(&arena, list.all, list.count, &list.capacity, sizeof(*list.all));
		list.all[list.count++] = arena_str(&arena, name);
	}
	if (directory)
		closedir(directory);
	qsort(list.all, list.count, sizeof(*list.all), by_bytes);
	return list;
}

static void find_folders(void)
{
	const char *srcdir = getenv("srcdir");
	struct str top = arena_fmt(&arena, "%s/fixtures/rules", srcdir ? srcdir : ".");
	struct names rules = names_in(top);

	for (size_t i = 0; i < rules.count; i++) {
		struct str rule = path_join(&arena, top, rules.all[i]);
		struct names cases = names_in(rule);

		for (size_t k = 0; k < cases.count && nfolders < FOLDERS; k++)
			folders[nfolders++] = path_join(&arena, rule, cases.all[k]);
	}
}

/* ---- a folder as the text of a test ---- */

static bool read_text(struct str path, struct str *text)
{
	struct builder b = { .arena = &arena };
	FILE *stream = fopen(arena_cstr(&arena, path), "rb");
	int c;

	if (!stream)
		return false;
	while (b.n <= FILE_BYTES && (c = getc(stream)) != EOF)
		builder_byte(&b, (char)c);
	fclose(stream);
	*text = builder_str(&b);
	/* a line "--- ..." would begin another file */
	return text->n <= FILE_BYTES && !str_starts(*text, STR("--- ")) &&
	       str_find(*text, STR("\n--- "), 0) == STR_NPOS &&
	       (!text->n || text->p[text->n - 1] == '\n');
}

static void add_files(struct builder *b, struct str folder, struct str below)
{
	struct names names = names_in(folder);

	for (size_t i = 0; i < names.count; i++) {
		struct str name = names.all[i], path = path_join(&arena, folder, name), text;
		struct stat about;

		if (str_eq(name, STR("args")) || str_eq(name, STR("expected")) ||
		    (!below.n && str_eq(name, STR("compose.yaml"))))
			continue;
		if (str_eq(name, STR("dot.env")))
			name = STR(".env");
		name = below.n ? path_join(&arena, below, name) : name;
		if (stat(arena_cstr(&arena, path), &about) != 0)
			continue;
		if (S_ISDIR(about.st_mode))
			add_files(b, path, name);
		else if (read_text(path, &text))
			builder_fmt(b, "--- %.*s\n%.*s", STR_FMT(name), STR_FMT(text));
	}
}

/* False: it has no compose.yaml that can be the text of a test. */
static bool read_project(struct str folder, struct str *text)
{
	struct builder b = { .arena = &arena };
	struct str whole;

	if (!read_text(path_join(&arena, folder, STR("compose.yaml")), &whole))
		return false;
	builder_add(&b, whole);
	add_files(&b, folder, STR(""));
	*text = builder_str(&b);
	return true;
}

/* ---- what it is made of it ---- */

static void lint(struct test_run *run, struct str text)
{
	struct test_options options = { TEST_SANDBOX };

	options.rules = rules_all();
	options.preset = PRESET_STRICT;
	test_lint(run, text, &options);
}

/* The places that a rule tells of, each finding and what it goes for too. */
static size_t count_of(const struct test_run *run, struct str rule)
{
	size_t count = 0;

	for (size_t i = 0; i < run->lint.diag.count; i++)
		count += str_eq(run->lint.diag.findings[i]->rule, rule);
	return count;
}

static void want_mended(struct str folder, struct test_run *run, const struct finding *finding)
{
	static const struct str sound[] = { STR_INIT("yaml-syntax"), STR_INIT("model-invalid"),
					    STR_INIT("dockerfile-syntax"),
					    STR_INIT("incomplete-project") };
	struct str mended = test_mended(run, &finding->fix);
	struct test_run again;

	lint(&again, mended);
	ck_assert_msg(count_of(&again, finding->rule) < count_of(run, finding->rule),
		      "%.*s: \"%.*s\" leaves %.*s:\n%.*s%.*s", STR_FMT(folder),
		      STR_FMT(finding->fix.title), STR_FMT(finding->rule), STR_FMT(mended),
		      STR_FMT(test_findings(&again, finding->rule)));
	for (size_t i = 0; i < sizeof(sound) / sizeof(*sound); i++)
		ck_assert_msg(count_of(&again, sound[i]) <= count_of(run, sound[i]),
			      "%.*s: \"%.*s\" of %.*s makes a fault:\n%.*s%.*s", STR_FMT(folder),
			      STR_FMT(finding->fix.title), STR_FMT(finding->rule), STR_FMT(mended),
			      STR_FMT(test_findings(&again, sound[i])));
	test_end(&again);
}

START_TEST(a_fix_takes_its_finding_away_and_breaks_nothing)
{
	struct str text;
	struct test_run run;

	if (!read_project(folders[_i], &text))
		return;
	lint(&run, text);
	for (size_t i = 0; i < run.lint.diag.count; i++)
		/* "${X:?}" is there to make Compose refuse */
		if (run.lint.diag.findings[i]->fix.nedits &&
		    !str_eq(run.lint.diag.findings[i]->rule, STR("unset-variable")))
			want_mended(folders[_i], &run, run.lint.diag.findings[i]);
	test_end(&run);
}
END_TEST

/* The first fix of a rule, made; empty: there is none. */
static const struct {
	struct str rule, text, mended;
} made[] = {
	{ STR_INIT("cap-drop-missing"),
	  STR_INIT("x-groups: &groups [audio]\n"
		   "services:\n"
		   "  agent:\n"
		   "    image: registry.example/agent:1.4.2\n"
		   "    group_add: *groups\n"),
	  STR_INIT("x-groups: &groups [audio]\n"
		   "services:\n"
		   "  agent:\n"
		   "    image: registry.example/agent:1.4.2\n"
		   "    group_add: *groups\n"
		   "    cap_drop: [ALL]\n") },
	{ STR_INIT("no-resource-limits"),
	  STR_INIT("services:\n"
		   "  agent:\n"
		   "    image: registry.example/agent:1.4.2\n"
		   "    deploy:\n"
		   "      resources:\n"
		   "        limits:\n"
		   "          cpus: \"2\"\n"),
	  STR_INIT("services:\n"
		   "  agent:\n"
		   "    image: registry.example/agent:1.4.2\n"
		   "    deploy:\n"
		   "      resources:\n"
		   "        limits:\n"
		   "          cpus: \"2\"\n"
		   "          memory: 4g\n"
		   "          pids: 512\n") },
	{ STR_INIT("implicit-env"),
	  STR_INIT("services:\n"
		   "  agent:\n"
		   "    image: registry.example/agent:1.4.2\n"
		   "    environment: [EDITOR, PAGER=less]\n"),
	  STR_INIT("services:\n"
		   "  agent:\n"
		   "    image: registry.example/agent:1.4.2\n"
		   "    environment: [\"EDITOR=${EDITOR-}\", PAGER=less]\n") },
	{ STR_INIT("socket-mount"),
	  STR_INIT("services:\n"
		   "  agent:\n"
		   "    image: registry.example/agent:1.4.2\n"
		   "    volumes:\n"
		   "      - /srv/agent/project:/work\n"
		   "      - \"/run:/host-run:ro\"  # for later\n"),
	  STR_INIT("services:\n"
		   "  agent:\n"
		   "    image: registry.example/agent:1.4.2\n"
		   "    volumes:\n"
		   "      - /srv/agent/project:/work\n") },
	{ STR_INIT("home-mount"),
	  STR_INIT("services:\n"
		   "  agent:\n"
		   "    image: registry.example/agent:1.4.2\n"
		   "    volumes:\n"
		   "      - /home/me:/work\n"),
	  STR_INIT("services:\n"
		   "  agent:\n"
		   "    image: registry.example/agent:1.4.2\n") },
	{ STR_INIT("mount-not-readonly"),
	  STR_INIT("services:\n"
		   "  agent:\n"
		   "    image: registry.example/agent:1.4.2\n"
		   "    volumes:\n"
		   "      - /srv/agent/project:/work\n"
		   "      - target: /ref\n"
		   "        type: bind\n"
		   "        source: /srv/ref\n"),
	  STR_INIT("services:\n"
		   "  agent:\n"
		   "    image: registry.example/agent:1.4.2\n"
		   "    volumes:\n"
		   "      - /srv/agent/project:/work\n"
		   "      - target: /ref\n"
		   "        type: bind\n"
		   "        source: /srv/ref\n"
		   "        read_only: true\n") },
	{ STR_INIT("runaway-settings"),
	  STR_INIT("services:\n"
		   "  agent:\n"
		   "    image: registry.example/agent:1.4.2\n"
		   "    sysctls:\n"
		   "      net.ipv4.ip_forward: 1\n"
		   "      net.core.somaxconn: 1024\n"),
	  STR_INIT("services:\n"
		   "  agent:\n"
		   "    image: registry.example/agent:1.4.2\n"
		   "    sysctls:\n"
		   "      net.core.somaxconn: 1024\n") },
	{ STR_INIT("root-user"),
	  STR_INIT("services:\n"
		   "  agent: {image: \"registry.example/agent:1.4.2\"}\n"),
	  STR_INIT("services:\n"
		   "  agent: {image: \"registry.example/agent:1.4.2\", user: \"10001:10001\"}\n") },
	{ STR_INIT("cap-drop-missing"),
	  STR_INIT("services:\n"
		   "  agent:\n"
		   "    image: registry.example/agent:1.4.2\n"
		   "    cap_drop: [NET_RAW, \"MKNOD\"]\n"),
	  STR_INIT("services:\n"
		   "  agent:\n"
		   "    image: registry.example/agent:1.4.2\n"
		   "    cap_drop: [NET_RAW, \"MKNOD\", ALL]\n") },
	{ STR_INIT("host-device"),
	  STR_INIT("services:\n"
		   "  agent:\n"
		   "    image: registry.example/agent:1.4.2\n"
		   "    devices: [\"/dev/sda\"]\n"),
	  STR_INIT("services:\n"
		   "  agent:\n"
		   "    image: registry.example/agent:1.4.2\n") },
	{ STR_INIT("socket-mount"),
	  STR_INIT("services:\n"
		   "  agent: {image: \"registry.example/agent:1.4.2\", volumes: [\"/run:/r\", "
		   "\"/srv/p:/work\"]}\n"),
	  STR_INIT("services:\n"
		   "  agent: {image: \"registry.example/agent:1.4.2\", volumes: "
		   "[\"/srv/p:/work\"]}\n") },
	{ STR_INIT("engine-endpoint"),
	  STR_INIT("services:\n"
		   "  agent:\n"
		   "    image: registry.example/agent:1.4.2\n"
		   "    environment:\n"
		   "      DOCKER_HOST: tcp://proxy:2375\n"
		   "      PAGER: less\n"),
	  STR_INIT("services:\n"
		   "  agent:\n"
		   "    image: registry.example/agent:1.4.2\n"
		   "    environment:\n"
		   "      PAGER: less\n") },
	{ STR_INIT("cap-add"),
	  STR_INIT("services:\n"
		   "  agent:\n"
		   "    image: registry.example/agent:1.4.2\n"
		   "    cap_add: [CHOWN,\n"
		   "      SYS_ADMIN]\n"),
	  STR_INIT("services:\n"
		   "  agent:\n"
		   "    image: registry.example/agent:1.4.2\n"
		   "    cap_add: [CHOWN]\n") },
	{ STR_INIT("cap-add"),
	  STR_INIT("services:\n"
		   "  agent:\n"
		   "    image: registry.example/agent:1.4.2\n"
		   "    cap_add: [SYS_ADMIN, # for tar\n"
		   "      CHOWN]\n"),
	  STR_INIT("services:\n"
		   "  agent:\n"
		   "    image: registry.example/agent:1.4.2\n"
		   "    cap_add: [ # for tar\n"
		   "      CHOWN]\n") },
	/* the comma before the item is one of a comment */
	{ STR_INIT("cap-add"),
	  STR_INIT("services:\n"
		   "  agent:\n"
		   "    image: registry.example/agent:1.4.2\n"
		   "    cap_add: [CHOWN, # for tar,\n"
		   "      SYS_ADMIN]\n"),
	  STR_INIT("") },
	{ STR_INIT("new-privileges"),
	  STR_INIT("services:\n"
		   "  agent:\n"
		   "    image: registry.example/agent:1.4.2\n"
		   "    security_opt:\n"
		   "      - no-new-privileges=true\n"
		   "      - no-new-privileges:false\n"),
	  STR_INIT("services:\n"
		   "  agent:\n"
		   "    image: registry.example/agent:1.4.2\n"
		   "    security_opt:\n"
		   "      - no-new-privileges=true\n") },
	{ STR_INIT("host-address"),
	  STR_INIT("services:\n"
		   "  agent:\n"
		   "    image: registry.example/agent:1.4.2\n"
		   "    extra_hosts:\n"
		   "      - host.docker.internal:host-gateway\n"),
	  STR_INIT("services:\n"
		   "  agent:\n"
		   "    image: registry.example/agent:1.4.2\n") },
	{ STR_INIT("host-address"),
	  STR_INIT("services:\n"
		   "  agent:\n"
		   "    image: registry.example/agent:1.4.2\n"
		   "    extra_hosts:\n"
		   "      host.docker.internal: host-gateway\n"),
	  STR_INIT("services:\n"
		   "  agent:\n"
		   "    image: registry.example/agent:1.4.2\n") },
	{ STR_INIT("engine-endpoint"),
	  STR_INIT("services:\n"
		   "  agent:\n"
		   "    image: registry.example/agent:1.4.2\n"
		   "    environment: [\"DOCKER_HOST=tcp://proxy:2375\"]\n"),
	  STR_INIT("services:\n"
		   "  agent:\n"
		   "    image: registry.example/agent:1.4.2\n") },
};

START_TEST(a_fix_is_written_as_a_person_would)
{
	struct str got = STR("");
	struct test_run run;

	lint(&run, made[_i].text);
	for (size_t i = 0; i < run.lint.diag.count && !got.n; i++)
		if (str_eq(run.lint.diag.findings[i]->rule, made[_i].rule) &&
		    run.lint.diag.findings[i]->fix.nedits)
			got = test_mended(&run, &run.lint.diag.findings[i]->fix);
	ck_assert_msg(str_eq(got, made[_i].mended), "%.*s:\n%.*s", STR_FMT(made[_i].rule),
		      STR_FMT(got));
	test_end(&run);
}
END_TEST

START_TEST(most_folders_are_projects_and_many_have_fixes)
{
	size_t projects = 0, fixes = 0;

	for (size_t i = 0; i < nfolders; i++) {
		struct test_run run;
		struct str text;

		if (!read_project(folders[i], &text))
			continue;
		projects++;
		lint(&run, text);
		for (size_t k = 0; k < run.lint.diag.count; k++)
			fixes += run.lint.diag.findings[k]->fix.nedits > 0;
		test_end(&run);
	}
	ck_assert_msg(projects * 2 > nfolders && fixes > 100, "%zu of %zu, %zu fixes", projects,
		      nfolders, fixes);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("fixes");
	TCase *all = tcase_create("all"), *control = tcase_create("control");

	find_folders();
	tcase_add_loop_test(all, a_fix_takes_its_finding_away_and_breaks_nothing, 0, (int)nfolders);
	tcase_add_test(control, most_folders_are_projects_and_many_have_fixes);
	tcase_add_loop_test(all, a_fix_is_written_as_a_person_would, 0,
			    (int)(sizeof(made) / sizeof(*made)));
	suite_add_tcase(suite, all);
	suite_add_tcase(suite, control);
	return run_suite(suite);
}
