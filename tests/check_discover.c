/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "discover.h"

#include <check.h>

#include "base/path.h"
#include "tests/held.h"
#include "tests/suite.h"
#include "tests/words.h"

/* ---- files in memory ---- */

enum { FILES = 8, WORDS = 6 };

struct memory_file {
	const char *path; /* absolute; one that ends in "/" is a folder */
	const char *text;
};

static struct held_files held_of(struct arena *arena, const struct memory_file *memory)
{
	struct held_file *all = ARENA_ARRAY(arena, FILES, struct held_file);
	struct held_files held = { .all = all };

	for (; memory[held.count].path; held.count++)
		all[held.count] = (struct held_file){ str_from(memory[held.count].path),
						      str_from(memory[held.count].text) };
	return held;
}

/* As in memory; but what is called "forbidden" may not be listed. */
static enum file_status list(void *self, struct arena *arena, struct str path, struct str **names,
			     size_t *count)
{
	if (str_eq(path_base(path), STR("forbidden")))
		return FILE_UNREADABLE;
	return held_files(self).list(self, arena, path, names, count);
}

/* ---- cases ---- */

/*
 * `found`: one line for each project, its files as reported; in parentheses
 * those that were found, not named; "alone", the env files where given, the
 * folder whose .env counts first; or "failure" and a part of its message.
 */
static const struct row {
	const char *name;
	struct memory_file files[FILES + 1];
	const char *words[WORDS + 1];
	const char *environment[3];
	const char *found;
} rows[] = {
	{ "a default base", { { "/w/compose.yaml", "" } }, { NULL }, { NULL }, "compose.yaml\n" },
	{ "the first base wins",
	  { { "/w/docker-compose.yaml", "" },
	    { "/w/docker-compose.yml", "" },
	    { "/w/compose.yml", "" } },
	  { NULL },
	  { NULL },
	  "compose.yml\n" },
	{ "yml before yaml among the old names",
	  { { "/w/docker-compose.yaml", "" }, { "/w/docker-compose.yml", "" } },
	  { NULL },
	  { NULL },
	  "docker-compose.yml\n" },
	{ "an override of another prefix",
	  { { "/w/compose.yaml", "" }, { "/w/docker-compose.override.yml", "" } },
	  { NULL },
	  { NULL },
	  "compose.yaml (docker-compose.override.yml)\n" },
	{ "an override left out",
	  { { "/w/compose.yaml", "" }, { "/w/compose.override.yaml", "" } },
	  { "--no-override" },
	  { NULL },
	  "compose.yaml\n" },
	{ "a base above",
	  { { "/compose.yaml", "" }, { "/compose.override.yml", "" } },
	  { NULL },
	  { NULL },
	  "../compose.yaml (../compose.override.yml) start /w\n" },
	{ "two env files when the base is above",
	  { { "/compose.yaml", "" }, { "/.env", "" }, { "/w/.env", "" } },
	  { NULL },
	  { NULL },
	  "../compose.yaml start /w\n" },
	{ "nothing here",
	  { { "/w/README", "" } },
	  { NULL },
	  { NULL },
	  "failure: no compose.yaml here or in a folder above; name a Compose file or" },
	{ "files of other names here",
	  { { "/w/compose-a.yaml", "" }, { "/w/compose.override.yml", "" } },
	  { NULL },
	  { NULL },
	  "failure: name a Compose file: compose-a.yaml and compose.override.yml lie here" },
	{ "a folder",
	  { { "/w/p/compose.yaml", "" }, { "/w/p/compose.override.yml", "" } },
	  { "p/" },
	  { NULL },
	  "p/compose.yaml (p/compose.override.yml)\nfolder p has\n" },
	{ "a folder with one file of another name",
	  { { "/w/p/compose-sandbox.yaml", "" }, { "/w/p/x", "" } },
	  { "p" },
	  { NULL },
	  "p/compose-sandbox.yaml alone if whole\nfolder p\n" },
	{ "a folder with all kinds of names",
	  { { "/w/p/compose-b.yaml", "" },
	    { "/w/p/compose-a.yaml", "" },
	    { "/w/p/docker-compose.yml", "" },
	    { "/w/p/compose.override.yaml", "" },
	    { "/w/p/compose.yml", "" },
	    { "/w/p/compose-lint.yaml", "" },
	    { "/w/p/stack.yaml", "" } },
	  { "p" },
	  { NULL },
	  "p/compose-a.yaml alone if whole\np/compose-b.yaml alone if whole\n"
	  "p/compose.yml (p/compose.override.yaml)\n"
	  "p/docker-compose.yml (p/compose.override.yaml)\nfolder p has\n" },
	{ "a folder with none",
	  { { "/w/p/x", "" } },
	  { "p" },
	  { NULL },
	  "folder p: no file in this folder or below has the name of a Compose file; name the "
	  "file itself\n" },
	{ "a folder with an override alone",
	  { { "/w/p/q/compose.override.yml", "" } },
	  { "p" },
	  { NULL },
	  "folder p: no Compose project in this folder or below; p/q/compose.override.yml lies "
	  "there, no project without the file it is merged with: give them with -f, in merge "
	  "order\n" },
	{ "the folders below a folder, in the order of their paths",
	  { { "/w/z/compose.yaml", "" },
	    { "/w/a/b/compose.yml", "" },
	    { "/w/a-b/compose.yaml", "" },
	    { "/w/compose.yaml", "" },
	    { "/w/.devcontainer/docker-compose.yml", "" } },
	  { "." },
	  { NULL },
	  ".devcontainer/docker-compose.yml\na-b/compose.yaml\na/b/compose.yml\ncompose.yaml\n"
	  "z/compose.yaml\nfolder . has\n" },
	{ "what is skipped below a folder",
	  { { "/w/.git/compose.yaml", "" },
	    { "/w/node_modules/compose.yaml", "" },
	    { "/w/a/vendor/compose.yaml", "" },
	    { "/w/.venv/a/compose.yaml", "" },
	    { "/w/b/c/compose.yaml", "" },
	    { "/w/d/compose.yaml", "" },
	    { "/w/.compose-lint.yaml", "exclude: [b]" } },
	  { "." },
	  { NULL },
	  "d/compose.yaml\nfolder . has\n" },
	{ "what is skipped may be named",
	  { { "/w/vendor/compose.yaml", "" } },
	  { "vendor" },
	  { NULL },
	  "vendor/compose.yaml\nfolder vendor has\n" },
	{ "a folder below that cannot be read is a failure beside the others",
	  { { "/w/a/forbidden/compose.yaml", "" }, { "/w/b/compose.yaml", "" } },
	  { "." },
	  { NULL },
	  "failure: a/forbidden: the system refuses access\nb/compose.yaml\nfolder . has" },
	{ "COMPOSE_FILE in a folder below, and what it does not list",
	  { { "/w/a/x.yaml", "" },
	    { "/w/a/compose.yaml", "" },
	    { "/w/a/compose-b.yaml", "" },
	    { "/w/a/.env", "COMPOSE_FILE=x.yaml:compose-b.yaml" } },
	  { "." },
	  { NULL },
	  "a/compose.yaml\na/x.yaml (a/compose-b.yaml)\nfolder . has\n" },
	{ "a folder and what lies in it give each project once",
	  { { "/w/a/compose.yaml", "" }, { "/w/a/compose-b.yaml", "" }, { "/w/a/.env", "" } },
	  { "a/.env", "a/compose-b.yaml", "a", "." },
	  { NULL },
	  "a/compose-b.yaml alone\na/compose.yaml\nmember a/.env\nfolder a has\nfolder . has\n" },
	{ "an absolute path stays absolute",
	  { { "/w/p/compose.yaml", "" } },
	  { "/w/p" },
	  { NULL },
	  "/w/p/compose.yaml\nfolder /w/p has\n" },
	{ "a file of another name",
	  { { "/w/compose-sandbox.yaml", "" }, { "/w/compose.override.yaml", "" } },
	  { "./compose-sandbox.yaml" },
	  { NULL },
	  "compose-sandbox.yaml alone\n" },
	{ "a named base",
	  { { "/w/compose.yaml", "" }, { "/w/compose.override.yaml", "" } },
	  { "compose.yaml" },
	  { NULL },
	  "compose.yaml (compose.override.yaml)\n" },
	{ "a named override",
	  { { "/w/compose.yaml", "" }, { "/w/compose.override.yaml", "" } },
	  { "compose.override.yaml" },
	  { NULL },
	  "compose.yaml (compose.override.yaml)\n" },
	{ "a named override that Compose would not choose",
	  { { "/w/compose.yaml", "" },
	    { "/w/compose.override.yml", "" },
	    { "/w/compose.override.yaml", "" } },
	  { "compose.override.yaml" },
	  { NULL },
	  "compose.yaml compose.override.yaml\n" },
	{ "an override that is named and left out",
	  { { "/w/compose.yaml", "" }, { "/w/compose.override.yaml", "" } },
	  { "compose.override.yaml", "--no-override" },
	  { NULL },
	  "compose.yaml compose.override.yaml\n" },
	{ "an override without a base",
	  { { "/w/compose.override.yaml", "" } },
	  { "compose.override.yaml" },
	  { NULL },
	  "compose.override.yaml alone\n" },
	{ "base and override are one project",
	  { { "/w/compose.yaml", "" }, { "/w/compose.override.yaml", "" } },
	  { "compose.override.yaml", "compose.yaml", ".", "/w/compose.yaml" },
	  { NULL },
	  "compose.yaml (compose.override.yaml)\nfolder . has\n" },
	{ "an entry of the configuration that lists the file",
	  { { "/w/a.yaml", "" },
	    { "/w/b.yaml", "" },
	    { "/w/x.env", "" },
	    { "/w/.compose-lint.yaml",
	      "projects: {one: {files: [a.yaml, b.yaml], env-files: x.env}}" } },
	  { "b.yaml" },
	  { NULL },
	  "a.yaml b.yaml env x.env\n" },
	{ "a file of an entry that is not there is told where the entry names it",
	  { { "/w/b.yaml", "" },
	    { "/w/.compose-lint.yaml", "projects: {one: {files: [a.yaml, b.yaml]}}" } },
	  { "b.yaml" },
	  { NULL },
	  "failure: .compose-lint.yaml:1:26: project 'one' wants a.yaml: no such file" },
	{ "so is its env file",
	  { { "/w/b.yaml", "" },
	    { "/w/.compose-lint.yaml", "projects: {one: {files: b.yaml, env-files: [x.env]}}" } },
	  { "b.yaml" },
	  { NULL },
	  "failure: .compose-lint.yaml:1:45: project 'one' wants x.env: no such file" },
	{ "a default name is no matter of an entry",
	  { { "/w/compose.yaml", "" },
	    { "/w/.compose-lint.yaml", "projects: {one: {files: [compose.yaml, b.yaml]}}" } },
	  { "compose.yaml" },
	  { NULL },
	  "compose.yaml\n" },
	{ "but one that lists just its files reads them its way",
	  { { "/w/compose.yaml", "" },
	    { "/w/compose.override.yaml", "" },
	    { "/w/x.env", "" },
	    { "/w/.compose-lint.yaml", "projects: {one: {files: [compose.yaml, "
				       "compose.override.yaml], env-files: x.env}}" } },
	  { "compose.yaml" },
	  { NULL },
	  "compose.yaml (compose.override.yaml) env x.env\n" },
	{ "so does its folder, where it is one project",
	  { { "/w/compose.yaml", "" },
	    { "/w/x.env", "" },
	    { "/w/.compose-lint.yaml",
	      "projects: {one: {files: compose.yaml, env-files: x.env}}" } },
	  { "." },
	  { NULL },
	  "compose.yaml env x.env\nfolder . has\n" },
	{ "the env file that it wants is missing",
	  { { "/w/compose.yaml", "" },
	    { "/w/.compose-lint.yaml",
	      "projects: {one: {files: compose.yaml, env-files: x.env}}" } },
	  { "compose.yaml" },
	  { NULL },
	  "failure: .compose-lint.yaml:1:50: project 'one' wants x.env: no such file" },
	{ "a folder has its entries beside its default",
	  { { "/w/p/compose.yaml", "" },
	    { "/w/p/a.yaml", "" },
	    { "/w/.compose-lint.yaml",
	      "projects: {a: {files: p/a.yaml}, b: {files: elsewhere/b.yaml}}" } },
	  { "p" },
	  { NULL },
	  "p/a.yaml\np/compose.yaml\nfolder p has\n" },
	{ "an env file on the command line comes before that of an entry",
	  { { "/w/a.yaml", "" },
	    { "/w/.compose-lint.yaml", "projects: {a: {files: a.yaml, env-files: x.env}}" } },
	  { "a.yaml", "--env-file", "y.env" },
	  { NULL },
	  "a.yaml env y.env\n" },
	{ "the configuration stands for what it lists and for its folder",
	  { { "/w/compose.yaml", "" },
	    { "/w/p/a.yaml", "" },
	    { "/w/.compose-lint.yaml", "projects: {a: {files: p/a.yaml}}" } },
	  { ".compose-lint.yaml" },
	  { NULL },
	  "compose.yaml\np/a.yaml\nfolder . of .compose-lint.yaml has\n" },
	{ "the configuration stands for what it governs below",
	  { { "/w/c/compose.yaml", "" },
	    { "/w/c/d/compose.yaml", "" },
	    { "/w/c/d/.compose-lint.yaml", "" },
	    { "/w/c/e/f/compose-x.yaml", "" },
	    { "/w/c/.config/compose-lint.yaml", "" },
	    { "/w/compose.yaml", "" } },
	  { "c/.config/compose-lint.yaml" },
	  { NULL },
	  "c/compose.yaml\nc/e/f/compose-x.yaml alone if whole\n"
	  "folder c of c/.config/compose-lint.yaml has\n" },
	{ "a configuration that governs nothing",
	  { { "/w/.compose-lint.yaml", "" } },
	  { ".compose-lint.yaml" },
	  { NULL },
	  "folder . of .compose-lint.yaml: no file in this folder or below has the name of a "
	  "Compose "
	  "file; name the file itself\n" },
	{ "what is excluded is not found in a folder",
	  { { "/w/p/compose-a.yaml", "" },
	    { "/w/p/compose-b.yaml", "" },
	    { "/w/.compose-lint.yaml", "exclude: p/*-b.yaml" } },
	  { "p" },
	  { NULL },
	  "p/compose-a.yaml alone if whole\nfolder p\n" },
	{ "what is excluded may be named",
	  { { "/w/p/compose.yaml", "" }, { "/w/.compose-lint.yaml", "exclude: p" } },
	  { "p/compose.yaml" },
	  { NULL },
	  "p/compose.yaml\n" },
	{ "a configuration that cannot be read is a failure",
	  { { "/w/p/compose.yaml", "" }, { "/w/.compose-lint.yaml", "a: [" } },
	  { "p" },
	  { NULL },
	  "failure: .compose-lint.yaml:1:4: " },
	{ "several projects",
	  { { "/w/a/compose.yaml", "" }, { "/w/b/compose.yaml", "" } },
	  { "b", "a", "b/../b" },
	  { NULL },
	  "a/compose.yaml\nb/compose.yaml\nfolder b has\nfolder a has\nfolder b has\n" },
	{ "one that is missing beside a good one",
	  { { "/w/a/compose.yaml", "" } },
	  { "nowhere", "a" },
	  { NULL },
	  "failure: nowhere: no such file" },
	{ "one whose name is nearly right",
	  { { "/w/a/compose.yaml", "" } },
	  { "a/compose.yml", "a" },
	  { NULL },
	  "failure: a/compose.yml: no such file; did you mean 'a/compose.yaml'?" },
	{ "a word that is nearly a command",
	  { { "/w/a/compose.yaml", "" } },
	  { "rulez", "a" },
	  { NULL },
	  "failure: rulez: no such file; did you mean 'rules'?" },
	{ "a word that is no command",
	  { { "/w/a/compose.yaml", "" } },
	  { "help", "a" },
	  { NULL },
	  "failure: help: no such file; try 'compose-lint --help'" },
	{ "a name that is no word",
	  { { "/w/a/compose.yaml", "" } },
	  { "a.yaml", "a" },
	  { NULL },
	  "failure: a.yaml: no such file" },
	{ "-f is literal",
	  { { "/w/compose.yaml", "" }, { "/w/compose.override.yaml", "" } },
	  { "-f", "compose.yaml" },
	  { NULL },
	  "compose.yaml\n" },
	{ "-f keeps its order",
	  { { "/w/a.yaml", "" }, { "/w/b.yaml", "" } },
	  { "-f", "b.yaml", "-f", "a.yaml" },
	  { NULL },
	  "b.yaml a.yaml\n" },
	{ "-f of the standard input",
	  { { "/w/compose.yaml", "" }, { "/w/compose.override.yaml", "" } },
	  { "-f", "-" },
	  { NULL },
	  "compose.yaml\n" },
	{ "standard input is compose.yaml",
	  { { "/w/compose.override.yaml", "" } },
	  { "-" },
	  { NULL },
	  "compose.yaml (compose.override.yaml)\n" },
	{ "standard input of a name",
	  { { "/w/p/compose.override.yaml", "" }, { "/w/p/compose-x.yaml", "" } },
	  { "--stdin-filename", "p/compose-x.yaml", "-" },
	  { NULL },
	  "p/compose-x.yaml alone\n" },
	{ "standard input is a Dockerfile",
	  { { "/w/p/compose.yaml", "" }, { "/w/.git/x", "" } },
	  { "--stdin-filename", "p/Dockerfile", "-" },
	  { NULL },
	  "p/compose.yaml if used\nmember p/Dockerfile\n" },
	{ "a Dockerfile that nobody can use",
	  { { "/w/agent.Dockerfile", "" } },
	  { "agent.Dockerfile" },
	  { NULL },
	  "member agent.Dockerfile\n" },
	{ "a Dockerfile",
	  { { "/w/p/image/agent.Dockerfile", "" },
	    { "/w/p/compose-sandbox.yaml", "" },
	    { "/w/p/compose.yaml", "" },
	    { "/w/p/compose.override.yaml", "" },
	    { "/w/p/.git/HEAD", "" },
	    { "/w/compose.yaml", "" } },
	  { "p/image/agent.Dockerfile" },
	  { NULL },
	  "p/compose-sandbox.yaml alone if used\n"
	  "p/compose.yaml (p/compose.override.yaml) if used\n"
	  "member p/image/agent.Dockerfile\n" },
	{ "an env file beside a named project",
	  { { "/w/.env", "" }, { "/w/compose.yaml", "" }, { "/w/compose-a.yaml", "" } },
	  { ".env", "compose.yaml" },
	  { NULL },
	  "compose-a.yaml alone if used\ncompose.yaml\nmember .env\n" },
	{ "an ignore file",
	  { { "/w/.dockerignore", "" }, { "/w/compose.yaml", "" } },
	  { "/w/.dockerignore" },
	  { NULL },
	  "/w/compose.yaml if used\nmember /w/.dockerignore\n" },
	{ "a file whose name tells nothing",
	  { { "/w/p/settings.txt", "" }, { "/w/p/compose-sandbox.yaml", "" } },
	  { "p/settings.txt" },
	  { NULL },
	  "p/compose-sandbox.yaml alone if used\n"
	  "p/settings.txt alone unless member 1 is used\n"
	  "member p/settings.txt\n" },
	{ "a file without an ending, named twice",
	  { { "/w/stack", "" } },
	  { "stack", "./stack" },
	  { NULL },
	  "stack alone unless member 1 is used\nmember stack\n" },
	{ "a YAML file is no env file",
	  { { "/w/env.yml", "" }, { "/w/compose.yaml", "" } },
	  { "env.yml" },
	  { NULL },
	  "env.yml alone\n" },
	{ "COMPOSE_FILE in .env",
	  { { "/w/compose.yaml", "" },
	    { "/w/a.yaml", "" },
	    { "/w/.env", "COMPOSE_FILE=a.yaml:compose.yaml\n" } },
	  { NULL },
	  { NULL },
	  "a.yaml (compose.yaml)\n" },
	{ "COMPOSE_FILE with a reference and another separator",
	  { { "/w/a.yaml", "" },
	    { "/w/b.yaml", "" },
	    { "/w/.env", "COMPOSE_PATH_SEPARATOR=,,\nX=b\nCOMPOSE_FILE=a.yaml,,${X}.yaml\n" } },
	  { NULL },
	  { NULL },
	  "a.yaml (b.yaml)\n" },
	{ "COMPOSE_FILE that lists the named file",
	  { { "/w/p/compose-a.yaml", "" },
	    { "/w/p/b.yaml", "" },
	    { "/w/p/.env", "COMPOSE_FILE=compose-a.yaml:b.yaml\n" } },
	  { "p/compose-a.yaml", "p", "p/b.yaml" },
	  { NULL },
	  "p/compose-a.yaml (p/b.yaml)\nfolder p has\n" },
	{ "COMPOSE_FILE that does not list the named file",
	  { { "/w/compose.yaml", "" },
	    { "/w/b.yaml", "" },
	    { "/w/.env", "COMPOSE_FILE=b.yaml\n" } },
	  { "compose.yaml" },
	  { NULL },
	  "compose.yaml\n" },
	{ "COMPOSE_FILE names what is not there",
	  { { "/w/.env", "COMPOSE_FILE=b.yaml\n" } },
	  { NULL },
	  { NULL },
	  "failure: b.yaml: no such file (named by COMPOSE_FILE in .env)" },
	{ "COMPOSE_FILE is empty",
	  { { "/w/compose.yaml", "" }, { "/w/.env", "COMPOSE_FILE=\n" } },
	  { NULL },
	  { NULL },
	  "failure: .: is a directory (named by COMPOSE_FILE in .env)" },
	{ "COMPOSE_FILE of a file in a folder below keeps the .env here",
	  { { "/w/s/a.yaml", "" }, { "/w/.env", "COMPOSE_FILE=s/a.yaml\n" } },
	  { NULL },
	  { NULL },
	  "s/a.yaml start /w\n" },
	{ "COMPOSE_FILE in an --env-file",
	  { { "/w/a.yaml", "" }, { "/w/x.env", "COMPOSE_FILE=a.yaml\n" } },
	  { "--env-file", "x.env" },
	  { NULL },
	  "a.yaml env x.env\n" },
	{ "--no-env hides COMPOSE_FILE",
	  { { "/w/compose.yaml", "" }, { "/w/.env", "COMPOSE_FILE=a.yaml\n" } },
	  { "--no-env" },
	  { NULL },
	  "compose.yaml\n" },
	{ "the environment does not count",
	  { { "/w/compose.yaml", "" }, { "/w/a.yaml", "" } },
	  { NULL },
	  { "COMPOSE_FILE=a.yaml" },
	  "compose.yaml\n" },
	{ "the environment counts when asked",
	  { { "/w/compose.yaml", "" },
	    { "/w/a.yaml", "" },
	    { "/w/.env", "COMPOSE_FILE=b.yaml\n" } },
	  { "--use-environment" },
	  { "COMPOSE_FILE=a.yaml" },
	  "a.yaml\n" },
	{ "a PATH is stronger than the environment",
	  { { "/w/compose.yaml", "" }, { "/w/a.yaml", "" } },
	  { "--use-environment", "." },
	  { "COMPOSE_FILE=a.yaml" },
	  "compose.yaml\nfolder . has\n" },
	{ "env files of the environment",
	  { { "/w/compose.yaml", "" } },
	  { "--use-environment" },
	  { "COMPOSE_ENV_FILES=a.env,,b.env" },
	  "compose.yaml env a.env env b.env\n" },
	{ "a project directory is where the search begins",
	  { { "/w/p/compose.yaml", "" } },
	  { "--project-directory", "p" },
	  { NULL },
	  "p/compose.yaml\n" },
	{ "a hostile name in a failure",
	  { { "/w/x", "" } },
	  { "a\033[2J\nb" },
	  { NULL },
	  "failure: a\\x1B[2J\\nb: no such file" },
};

static struct str described(struct lint *lint, const struct discovery *discovery)
{
	struct builder b = { .arena = &lint->run };

	for (size_t i = 0; i < discovery->count; i++) {
		const struct discovered *found = discovery->all[i];
		const struct load_request *load = &found->load;

		if (found->failure.failed) {
			builder_fmt(&b, "failure: %.*s\n", STR_FMT(found->failure.message));
			continue;
		}
		for (size_t k = 0; k < load->npaths; k++) {
			builder_fmt(&b, "%s%s%.*s%s", k ? " " : "",
				    k >= load->first_override ? "(" : "", STR_FMT(load->paths[k]),
				    k >= load->first_override ? ")" : "");
			ck_assert(path_is_absolute(found->absolute[k]));
		}
		if (load->alone)
			builder_add(&b, STR(" alone"));
		for (size_t k = 0; k < load->nenv_files; k++)
			builder_fmt(&b, " env %.*s", STR_FMT(load->env_files[k]));
		if (load->start_directory.n)
			builder_fmt(&b, " start %.*s", STR_FMT(load->start_directory));
		if (found->is_candidate)
			builder_add(&b, STR(" if used"));
		if (found->is_found && !found->is_candidate && load->alone)
			builder_add(&b, STR(" if whole"));
		if (found->instead_of)
			builder_fmt(&b, " unless member %zu is used", found->instead_of);
		builder_byte(&b, '\n');
	}
	for (size_t i = 0; i < discovery->nmembers; i++)
		builder_fmt(&b, "member %.*s\n", STR_FMT(discovery->members[i].shown));
	for (size_t i = 0; i < discovery->nfolders; i++) {
		const struct discovered_folder *folder = &discovery->folders[i];

		builder_fmt(&b, "folder %.*s", STR_FMT(folder->shown));
		if (folder->configuration.n)
			builder_fmt(&b, " of %.*s", STR_FMT(folder->configuration));
		if (folder->has_project)
			builder_add(&b, STR(" has"));
		else if (!discovery->count)
			builder_fmt(
				&b, "%.*s",
				STR_FMT(str_slice(discovered_folder_nothing(lint, folder).message,
						  folder->shown.n, STR_NPOS)));
		builder_byte(&b, '\n');
	}
	return builder_str(&b);
}

START_TEST(what_is_named_and_lies_there_makes_the_projects)
{
	const struct row *row = &rows[_i];
	struct held_files held;
	struct files files;
	struct discover_world world = { .files = &files, .current_directory = STR("/w") };
	struct options options;
	const struct discovery *discovery;
	struct lint lint;
	struct str got;
	bool right;

	lint_init(&lint);
	held = held_of(&lint.run, row->files);
	files = held_files(&held);
	files.list = list;
	ck_assert(!words_parse(&lint.run, row->words, &options).failed);
	if (options.use_environment)
		world.environment = row->environment;
	world.configs = configs_new(&(struct configs_request){
		.lint = &lint, .files = &files, .current_directory = STR("/w") });
	discovery = discover_projects(&lint, &options, &world);
	got = described(&lint, discovery);
	right = str_starts(str_from(row->found), STR("failure: "))
			? str_has(got, str_slice(str_from(row->found), 9, STR_NPOS)) &&
				  str_has(got, STR("failure: "))
			: str_eq(got, str_from(row->found));
	ck_assert_msg(right, "%s: wanted %s, got %.*s", row->name, row->found, STR_FMT(got));
	/* looking for COMPOSE_FILE reports nothing and keeps no source but a configuration */
	ck_assert_uint_eq(lint.diag.count, 0);
	for (uint32_t i = 1; i < lint.sources.count; i++)
		ck_assert(str_ends(source_get(&lint.sources, i)->path, STR("compose-lint.yaml")));
	lint_free(&lint);
}
END_TEST

static const struct {
	const char *name;
	bool is;
} names[] = {
	{ "compose.yaml", true },
	{ "compose-sandbox.yaml", true },
	{ "compose_prod.yml", true },
	{ "docker-compose.test.yml", true },
	{ "docker-compose.yaml", true },
	{ "compose.override.yaml", true },
	{ "composer.yaml", false },
	{ "compose.json", false },
	{ "my-compose.yaml", false },
	{ "compose", false },
	{ ".compose-lint.yaml", false },
	{ "compose-lint.yaml", false },
	{ "compose-lint.yml", false },
	{ "compose-linter.yaml", true },
	{ "docker-", false },
	{ ".yaml", false },
};

START_TEST(a_compose_file_is_known_by_its_name)
{
	ck_assert_msg(discover_is_compose_name(str_from(names[_i].name)) == names[_i].is, "%s",
		      names[_i].name);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("discover");
	TCase *cases = tcase_create("discover");

	tcase_add_loop_test(cases, what_is_named_and_lies_there_makes_the_projects, 0,
			    (int)(sizeof(rows) / sizeof(*rows)));
	tcase_add_loop_test(cases, a_compose_file_is_known_by_its_name, 0,
			    (int)(sizeof(names) / sizeof(*names)));
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
