/* SPDX-License-Identifier: MIT */
#include "compare_make.h"

#include <assert.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "compare_grammar.h"
#include "compare_layout.h"

const char *const make_folders[] = { "sub", "sub/deep", "other", "deep" };
const size_t make_folder_count = sizeof(make_folders) / sizeof(*make_folders);

/* How docker compose is told what to load. */
enum found { BY_NAME, BY_PARENT_SEARCH, BY_OPTION, BY_VARIABLE, FOUND_KINDS };

struct plan {
	struct maker m;
	struct make_project *project;
	enum found found;
	const char *home;         /* the folder of the first file: "" or "sub" */
	const char *root;         /* the project directory */
	const char *include_root; /* the project directory of what is included */
	bool includes, nests, extends, told;
};

static void argument(struct plan *plan, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
static void variable(struct plan *plan, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static void argument(struct plan *plan, const char *format, ...)
{
	struct make_project *project = plan->project;
	va_list list;

	assert(project->narguments < MAKE_WORDS);
	va_start(list, format);
	vsnprintf(project->arguments[project->narguments++], sizeof(project->arguments[0]), format,
		  list);
	va_end(list);
}

static void variable(struct plan *plan, const char *format, ...)
{
	struct make_project *project = plan->project;
	va_list list;

	assert(project->nenvironment < MAKE_WORDS);
	va_start(list, format);
	vsnprintf(project->environment[project->nenvironment++], sizeof(project->environment[0]),
		  format, list);
	va_end(list);
}

/* NAME below FOLDER. */
static void path_in(char *path, size_t size, const char *folder, const char *name)
{
	snprintf(path, size, "%s%s%s", folder, *folder ? "/" : "", name);
}

/* TARGET, below the project, as seen from FOLDER. */
static void path_from(char *path, size_t size, const char *folder, const char *target)
{
	size_t n = strlen(folder);

	if (!n)
		snprintf(path, size, "%s", target);
	else if (strncmp(folder, target, n) == 0 && target[n] == '/')
		snprintf(path, size, "%s", target + n + 1);
	else
		snprintf(path, size, "%s%s", strchr(folder, '/') ? "../../" : "../", target);
}

static struct make_file *new_file(struct plan *plan, const char *folder, const char *name)
{
	struct make_file *file = &plan->project->files[plan->project->count++];

	assert(plan->project->count <= MAKE_FILES);
	path_in(file->name, sizeof(file->name), folder, name);
	file->count = 0;
	file->encoding = MAKE_UTF8;
	snprintf(file->line_end, sizeof(file->line_end), "%s", chance(&plan->m, 4) ? "\r\n" : "\n");
	snprintf(file->last_line_end, sizeof(file->last_line_end), "%s",
		 chance(&plan->m, 5) ? "" : file->line_end);
	if (chance(&plan->m, 4))
		file->encoding = MAKE_UTF8_BOM;
	plan->m.nanchors = 0;
	return file;
}

static struct make_file *new_document(struct plan *plan, const char *folder, const char *name)
{
	struct make_file *file = new_file(plan, folder, name);

	if (chance(&plan->m, 4))
		file->encoding = (enum make_encoding)number(&plan->m, 4);
	if (chance(&plan->m, 1))
		snprintf(file->line_end, sizeof(file->line_end), "\r");
	return file;
}

/* A line of a file that is not YAML. */
static void add_text(struct plan *plan, struct make_file *file, const char *before,
		     const char *alternatives)
{
	struct text text = { .n = 0 };

	put(&text, before, strlen(before));
	expand(&plan->m, &text, alternatives);
	add_line(file, 0, text.bytes);
}

/* ------------------------------------------------------------------ services */

static bool is_in_camp(const struct maker *m, enum camp camp)
{
	switch (camp) {
	case WITH_DEPLOY:
		return m->with_deploy;
	case WITHOUT_DEPLOY:
		return !m->with_deploy && !m->named;
	case NAMED:
		return !m->with_deploy && m->named && !m->over;
	case WITH_NETWORKS:
		return !m->with_network_mode;
	case WITH_NETWORK_MODE:
		return m->with_network_mode;
	case FIRST_ONLY:
		return !m->current;
	case BASE_ONLY:
		return !m->over;
	case NEVER:
		return false;
	default:
		return true;
	}
}

static void add_keys(struct plan *plan, struct make_file *file, unsigned indent, size_t most)
{
	struct maker *m = &plan->m;
	const char *used[24];
	size_t count = 1 + number(m, most), nused = 0;

	assert(count <= sizeof(used) / sizeof(*used));
	for (size_t i = 0; i < count; i++) {
		const struct service_key *key = &service_keys[number(m, service_key_count)];
		bool twice = false;

		for (size_t k = 0; k < nused; k++)
			twice |= strcmp(used[k], key->key) == 0;
		if ((twice && !errs(m, 5)) || (!m->over && strcmp(key->key, "image") == 0))
			continue;
		if (!is_in_camp(m, key->camp) && !errs(m, 3))
			continue;
		used[nused++] = key->key;
		if (errs(m, 1))
			add_pair(m, file, indent, "bogus", "1");
		add_pair(m, file, indent, key->key,
			 errs(m, 2)                ? "@O"
			 : m->over && chance(m, 4) ? "!reset null|!reset [a]|!reset {}|!reset x"
						   : key->value);
	}
}

/* A service of another file that comes no earlier, so that no circle arises. */
static void add_extends(struct plan *plan, struct make_file *file, const char *folder,
			const char *other)
{
	struct maker *m = &plan->m;
	char value[240], path[60];
	size_t from = errs(m, 5) ? 0 : m->current;

	if (!*other) {
		add_pair(m, file, 4, "extends",
			 "@M|{service: @M}|{service: @M, x: 1}||{service: nope}|{}|[@M]|{service: "
			 "5}|{file: none.yaml, service: a}");
		return;
	}
	path_from(path, sizeof(path), folder, other);
	snprintf(value, sizeof(value), "{file: %s, service: %s}|{file: \"./%s\", service: %s}",
		 path, service_names[from + number(m, service_count - from)], path,
		 service_names[m->current]);
	add_pair(m, file, 4, "extends", value);
}

/* FOLDER is the one that `extends` starts from; OTHER a file, or "", or NULL: it extends nothing. */
static void add_service(struct plan *plan, struct make_file *file, size_t which, const char *folder,
			const char *other)
{
	struct maker *m = &plan->m;
	bool extends = other && chance(m, m->over ? 5 : 15) && (*other || !m->over || errs(m, 10));
	char header[64];

	m->current = which;
	snprintf(header, sizeof(header), "%s:%s", service_names[which],
		 chance(m, 4) ? " &anchor" : "");
	add_line(file, 2, header);
	if (!m->over && !extends && !errs(m, 2))
		add_pair(m, file, 4, "image", "i:1|\"${SET}\"|demo|\"@W:${UNSET:-latest}\"");
	if (extends)
		add_extends(plan, file, folder, chance(m, 30) && !m->over ? "" : other);
	if (chance(m, 6))
		add_pair(m, file, 4, "<<",
			 "*common|[*common, *more]|[*more]|[{tty: true}, *common]|{init: true}");
	add_keys(plan, file, 4, 7);
}

/* ------------------------------------------------------------------ resources */

/* The kind of each one stays, since Compose refuses two kinds at once. */
static void add_resources(struct plan *plan, struct make_file *file, bool included)
{
	struct maker *m = &plan->m;
	bool all = !m->over;

	if (all || chance(m, 30)) {
		add_line(file, 0, "networks:");
		add_pair(m, file, 2, "front", "@j");
		add_pair(m, file, 2, "back", "@j");
		if (all)
			add_pair(m, file, 2, "ext", "{external: true}|@3|@j");
		if (!included && chance(m, 20))
			add_pair(m, file, 2, "default", "@j");
	}
	if (all || chance(m, 30)) {
		add_line(file, 0, "volumes:");
		add_pair(m, file, 2, "data", "@o");
		add_pair(m, file, 2, "cache", "@o");
		if (all)
			add_pair(m, file, 2, "vext", "@3");
	}
	if (all || chance(m, 30)) {
		add_line(file, 0, "secrets:");
		add_pair(m, file, 2, "s1", "@6");
		add_pair(m, file, 2, "s2", "@7");
		if (all)
			add_pair(m, file, 2, "s3", "@3");
	}
	if (all || chance(m, 30)) {
		add_line(file, 0, "configs:");
		add_pair(m, file, 2, "c1", "@8");
		add_pair(m, file, 2, "c2", "@6");
		if (all)
			add_pair(m, file, 2, "c3",
				 included ? "{environment: UNSET@#}|{environment: LONELY}||@7"
					  : "@7");
	}
	if (all || chance(m, 30)) {
		add_line(file, 0, "models:");
		add_pair(m, file, 2, "mo", "@z");
	}
}

/* ------------------------------------------------------------------ compose files */

static void add_include(struct plan *plan, struct make_file *file, const char *folder,
			const char *included, const char *second)
{
	char first[60], more[60], directory[60], env[60], value[2000];

	path_from(first, sizeof(first), folder, included);
	path_from(more, sizeof(more), folder, second);
	path_from(env, sizeof(env), folder, "inc.env");
	path_from(directory, sizeof(directory), folder, "other/.");
	if (strcmp(plan->include_root, "other") == 0 && strcmp(included, "sub/inc.yaml") == 0) {
		snprintf(value, sizeof(value),
			 "[{path: %s, project_directory: %s}]|[{path: [%s, %s], project_directory: "
			 "%s, "
			 "env_file: %s}]",
			 first, directory, first, more, directory, env);
		add_pair(&plan->m, file, 0, "include", value);
		return;
	}
	snprintf(value, sizeof(value),
		 "[%s]|[{path: %s}]|[{path: [%s, %s]}]|[{path: %s, env_file: %s}]|"
		 "[{path: %s, env_file: [%s, %s]}]|"
		 "[{path: [%s], env_file: []}, %s]|[\"./%s\", null]||[none.yaml]|%s|[{path: %s, "
		 "env_file: none}]|"
		 "[[%s]]|[{path: 5}]|[5]|{path: %s}",
		 first, first, first, more, first, env, first, env, env, first, first, first, first,
		 first, first, first);
	add_pair(&plan->m, file, 0, "include", value);
}

/* Deeper than compose-lint goes. */
static void add_depth(struct make_file *file)
{
	char text[MAKE_BYTES] = "x-deep: ";
	size_t n = strlen(text), depth = 260;

	memset(text + n, '[', depth);
	memset(text + n + depth, ']', depth);
	add_line(file, 0, text);
}

static void add_header(struct plan *plan, struct make_file *file)
{
	struct maker *m = &plan->m;

	if (chance(m, 2))
		add_line(file, 0, "%YAML 1.1");
	if (file->count || chance(m, 5))
		add_line(file, 0, "---");
	if (chance(m, 15))
		add_pair(m, file, 0, "name",
			 "gold|Proj_${NUM}|\"\"|\"a.b c\"|\"${UNSET:-n}\"|@W||@O|\"...\"");
	if (chance(m, 10))
		add_pair(m, file, 0, "version", "\"3.8\"|'2'||3|@O");
	if (errs(m, 1))
		add_depth(file);
	add_line(file, 0, "x-env:");
	add_pair(m, file, 2, "one", "&env {A: @V, E1: @V}");
	add_pair(m, file, 2, "two", "&env2 {A: @V, E2: @0}");
	add_pair(m, file, 0, "x-common",
		 "&common {labels: {A: @V}}|&common {restart: always, environment: {A: @V, C: "
		 "}}|&common {tty: @B}|"
		 "&common {<<: {read_only: @B}, cap_drop: [a]}|&common {x-more: @x}");
	add_pair(m, file, 0, "x-more",
		 "&more {init: @B, cap_add: @Q}|&more {}|&more {stop_grace_period: @I}");
}

/* FOLDER is the project directory of the file. */
static void add_project(struct plan *plan, struct make_file *file, const char *folder, bool over,
			const char *other)
{
	struct maker *m = &plan->m;

	m->over = over;
	add_line(file, 0, "services:");
	for (size_t i = 0; i + 1 < service_count; i++)
		if (!over || chance(m, i ? 40 : 60))
			add_service(plan, file, i, folder, other);
	add_pair(m, file, 2, "base", over ? "{x-base: @x}|{hostname: @W}|null" : "{image: base}");
	if (!over || chance(m, 25))
		add_resources(plan, file, false);
	if (!chance(m, 8))
		return;
	if (chance(m, 20))
		add_line(file, 0, "...");
	add_line(file, 0, chance(m, 80) ? "---" : "--- # one more");
	m->over = true;
	add_line(file, 0, "services:");
	add_service(plan, file, 0, folder, NULL);
	if (chance(m, 30))
		add_resources(plan, file, false);
}

static void add_main_file(struct plan *plan, const char *folder, const char *name, bool over)
{
	struct make_file *file = new_document(plan, folder, name);

	add_header(plan, file);
	plan->m.over = over;
	if (plan->includes && !over)
		add_include(plan, file, plan->root, "sub/inc.yaml", "sub/more.yaml");
	add_project(plan, file, plan->root, over, plan->extends ? "other/common.yaml" : "");
}

/* What is included has names of its own. */
static void add_included(struct plan *plan, const char *folder, const char *name,
			 const char *service)
{
	struct make_file *file = new_document(plan, folder, name);
	struct maker *m = &plan->m;
	bool outer = strcmp(service, "inc") == 0;
	char header[40];

	m->over = false;
	m->current = 0;
	add_header(plan, file);
	if (outer && plan->nests)
		add_include(plan, file, plan->include_root,
			    chance(m, 50) ? "sub/near.yaml" : "sub/deep/far.yaml", "sub/more.yaml");
	add_line(file, 0, "services:");
	snprintf(header, sizeof(header), "%s:", service);
	add_line(file, 2, header);
	add_pair(m, file, 4, "image", "inc|\"${SET}\"|\"a${INC}\"|\"a${DEEP}\"");
	if (chance(m, 20) && plan->extends && outer)
		add_extends(plan, file, plan->include_root, "other/common.yaml");
	add_keys(plan, file, 4, 5);
	add_resources(plan, file, true);
	if (errs(m, 10))
		add_service(plan, file, 0, folder, NULL);
}

/* The resources that an included file brings along, under other names. */
static void rename_resources(struct make_file *file, const char *prefix)
{
	static const char *const tops[] = { "networks:", "volumes:", "secrets:", "configs:",
					    "models:" };
	bool within = false;
	char old[MAKE_BYTES];

	for (size_t i = 0; i < file->count; i++) {
		char *line = file->lines[i];

		if (*line && *line != ' ' && *line != '#')
			within = false;
		for (size_t k = 0; k < sizeof(tops) / sizeof(*tops); k++)
			within |= strcmp(line, tops[k]) == 0;
		if (!within || strncmp(line, "  ", 2) != 0 || strchr(" #", line[2]))
			continue;
		line += strchr("\"'", line[2]) ? 3 : 2;
		if (strncmp(line, "default", 7) == 0)
			continue;
		snprintf(old, sizeof(old), "%s", line);
		snprintf(line, MAKE_BYTES - 3, "%s%.*s", prefix, MAKE_BYTES - 10, old);
	}
}

/* ------------------------------------------------------------------ other files */

static void add_variables(struct plan *plan, struct make_file *file)
{
	add_text(plan, file, "SET=", "value|'a b'|\"q\\nr\"|$$d|va#l|x #c|\"v\" # c|é");
	add_text(plan, file, "EMPTY=", "|''|\"\"");
	add_text(plan, file, "NUM=", "5|608|2|\"3\"|'4' # c|0");
	add_text(plan, file, "BOOL=", "true|false|yes|no|\"on\"|N||1");
	if (chance(&plan->m, 25))
		add_text(plan, file, "COMPOSE_PROFILES=", "dev|*|prod,dev||\"dev, prod\"");
	if (chance(&plan->m, 10))
		add_text(plan, file, "COMPOSE_PROJECT_NAME=", "fromenv||Bad Name|a_b-c");
	if (chance(&plan->m, 30))
		add_text(plan, file, "",
			 "export X=1|REF=${SET}|# c|BARE|Y: 2|Z=\"${NUM}\" # "
			 "c|K='$SET'|M='multi|export  T=${SET:-x}|"
			 "|   |A.b-c=1|U=${UNSET:-u}|V=$$SET|W=\"\\$SET\\t\"|1A=2||bad "
			 "key=1|B=\"open|=x|!=1|export");
	if (strcmp(file->lines[file->count - 1], "M='multi") == 0)
		add_line(file, 0, "line'");
}

static void add_env_files(struct plan *plan, const char *folder)
{
	struct make_file *file = new_file(plan, folder, "e1.env");

	add_text(plan, file, "A=",
		 "1|'x y'|\"${SET}\"|$SET|${UNSET:-d}||\"a\\\"b\"|${SET:+p}|\"x${EMPTY:-y}\"");
	add_text(plan, file, "",
		 "FROM_FILE=1|B=\"a\\tb\"|SET|export E=5|Q=${A}${B}|# c|R=a#b "
		 "#c|S='$A'|T=${A:-${B:-c}}||X Y=1|Z='|A:=1");
	add_text(plan, file, "",
		 "C=|D=$$x|N=\"1\" # c|FROM_FILE|M: v|x-e=1|L=\"one\\ntwo\"|UNSET|O=a 'b' "
		 "\"c\"|PP=\"$A\"'q'||N=\"1\" 2");
	file = new_file(plan, folder, "e2.env");
	add_text(plan, file, "A=", "2|${A}|${B:-z}|'2'");
	add_text(plan, file, "", "B=${FROM_FILE}|NUM|H=$A-$A|Z=\"a$$b\"|T=1|A=3|export A=${A}");
	file = new_file(plan, folder, "r.env");
	add_text(plan, file, "", "A='x' # y|B=$SET|C=|SET|# c|  D=1| E = 2||export A=1");
	file = new_file(plan, folder, "l1.labels");
	add_text(plan, file, "A=", "l|${SET}|\"q\"|'${A}'");
	add_text(plan, file, "", "lab=1|lab.x=${A}|B=$A|A|C=${B:-c}");
	file = new_file(plan, folder, "l2.labels");
	add_text(plan, file, "A=", "m|${A}|${lab}");
}

/* The variables: from .env, from --env-file, or from the environment. */
static void give_variables(struct plan *plan)
{
	static const char *const extra[] = { "UNSET=", "EMPTY=", "LONELY=1", "SET=shell", "NUM=7" };
	size_t nextra = 5;
	struct maker *m = &plan->m;
	struct make_file *file;

	if (chance(m, 12)) {
		file = new_file(plan, "other", "one.env");
		add_variables(plan, file);
		file = new_file(plan, "", "two.env");
		add_text(plan, file, "", "SET=${SET}2|NUM=6|LATER=now|EMPTY=full|# nothing");
		if (chance(m, 50)) {
			argument(plan, "--env-file");
			argument(plan, "%sother/one.env", *plan->project->folder ? "../../" : "");
			if (chance(m, 50)) {
				argument(plan, "--env-file");
				argument(plan, "%stwo.env", *plan->project->folder ? "../../" : "");
			}
		} else if (*plan->project->folder) {
			variable(plan, "COMPOSE_ENV_FILES=../../other/one.env");
		} else {
			variable(plan, "COMPOSE_ENV_FILES=other/one.env%s",
				 chance(m, 50) ? ",two.env" : ",");
		}
	} else if (chance(m, 92)) {
		file = new_file(plan, plan->found == BY_VARIABLE ? "" : plan->root, ".env");
		add_variables(plan, file);
		if (plan->found == BY_VARIABLE && !plan->told) {
			add_line(file, 0, "COMPOSE_FILE=compose.yaml:extra.yaml");
			plan->told = true;
		}
	} else {
		nextra = 3;
		variable(plan, "NUM=5");
		variable(plan, "BOOL=true");
		variable(plan, "SET=fromshell");
		if (chance(m, 30))
			variable(plan, "COMPOSE_DISABLE_ENV_FILE=%s", errs(m, 20) ? "x" : "1");
	}
	if (plan->found == BY_VARIABLE && !plan->told)
		variable(plan, "COMPOSE_FILE=extra.yaml:compose.yaml");
	if (chance(m, 15))
		variable(plan, "%s", extra[number(m, nextra)]);
	if (*plan->project->folder && chance(m, 40)) {
		file = new_file(plan, plan->project->folder, ".env");
		add_text(plan, file, "SET=", "near|${NUM:-n}|n${NUM}");
	}
}

/* ------------------------------------------------------------------ the command */

static void give_options(struct plan *plan)
{
	struct maker *m = &plan->m;

	if (chance(m, 15)) {
		argument(plan, "--profile");
		argument(plan, "%s", chance(m, 50) ? "dev" : "*");
		if (chance(m, 20)) {
			argument(plan, "--profile");
			argument(plan, "prod");
		}
	} else if (chance(m, 8)) {
		variable(plan, "COMPOSE_PROFILES=%s", chance(m, 50) ? " dev , x" : "*");
	}
	if (chance(m, 8)) {
		argument(plan, "-p");
		argument(plan, "%s", errs(m, 20) ? "Not Valid" : "named");
	} else if (chance(m, 5)) {
		variable(plan, "COMPOSE_PROJECT_NAME=%s", chance(m, 70) ? "shellname" : "");
	}
	if (chance(m, 15))
		argument(plan, "--all-resources");
}

static void place_files(struct plan *plan)
{
	static const char *const names[] = { "compose.yaml", "compose.yml", "docker-compose.yml",
					     "docker-compose.yaml" };
	static const char *const overrides[] = { "compose.override.yml", "compose.override.yaml",
						 "docker-compose.override.yml",
						 "docker-compose.override.yaml" };
	struct maker *m = &plan->m;
	const char *second = chance(m, 40) ? "other/third.yaml" : "extra.yaml";
	bool reversed;
	char path[60];

	switch (plan->found) {
	case BY_NAME:
	case BY_PARENT_SEARCH:
		add_main_file(plan, "", names[chance(m, 70) ? 0 : number(m, 4)], false);
		if (chance(m, 50))
			add_main_file(plan, "", overrides[number(m, 4)], true);
		break;
	case BY_OPTION:
		if (strcmp(plan->home, plan->root) != 0) {
			argument(plan, "--project-directory");
			argument(plan, "%s", plan->root);
		}
		reversed = !*plan->home && chance(m, 20) && strcmp(second, "extra.yaml") == 0;
		for (int i = 0; i < 2; i++) {
			argument(plan, "-f");
			if (i == reversed) {
				path_in(path, sizeof(path), plan->home, "compose.yaml");
				argument(plan, "%s", path);
				add_main_file(plan, plan->home, "compose.yaml", false);
			} else {
				argument(plan, "%s", second);
				add_main_file(plan, "", second, true);
			}
			if (!i && !reversed && chance(m, 30))
				break;
		}
		if (chance(m, 15)) {
			argument(plan, "-f");
			argument(plan, "sub/../last.yml");
			add_main_file(plan, "", "last.yml", true);
		}
		break;
	default:
		add_main_file(plan, "", "compose.yaml", false);
		add_main_file(plan, "", "extra.yaml", true);
		if (chance(m, 40)) {
			variable(plan, "COMPOSE_FILE=compose.yaml:extra.yaml");
			plan->told = true;
		} else if (chance(m, 30)) {
			plan->told = true;
			variable(plan, "COMPOSE_FILE=compose.yaml;;extra.yaml");
			variable(plan, "COMPOSE_PATH_SEPARATOR=;;");
		}
	}
}

static void choose_plan(struct plan *plan)
{
	struct maker *m = &plan->m;
	uint64_t way = number(m, 100);

	m->mistakes = chance(m, 82) ? 0 : 1 + (unsigned)number(m, 3);
	m->with_deploy = chance(m, 50);
	m->named = chance(m, 40);
	m->with_network_mode = chance(m, 30);
	plan->found = way < 50   ? BY_NAME
		      : way < 60 ? BY_PARENT_SEARCH
		      : way < 88 ? BY_OPTION
				 : BY_VARIABLE;
	plan->home = plan->root = "";
	if (plan->found == BY_OPTION && chance(m, 30))
		plan->home = plan->root = "sub";
	if (plan->found == BY_OPTION && chance(m, 20))
		plan->root = *plan->home ? "." : "sub";
	plan->includes = chance(m, 20) && strcmp(plan->root, ".") != 0;
	plan->nests = plan->includes && chance(m, 40);
	plan->include_root = chance(m, 75) ? "sub" : "other";
	plan->extends = chance(m, 45) && strcmp(plan->root, ".") != 0;
	snprintf(plan->project->folder, sizeof(plan->project->folder), "%s",
		 plan->found == BY_PARENT_SEARCH ? "sub/deep" : "");
}

/* One byte of a file of the project, left out or put in. */
static void break_a_line(struct plan *plan)
{
	static const char signs[] = "{}[],:\"'&*!|>#%@ -?\t~<=.$";
	struct maker *m = &plan->m;
	struct make_file *file = &plan->project->files[number(m, plan->project->count)];
	char *line, with;
	size_t n, at;

	if (!file->count)
		return;
	line = file->lines[number(m, file->count)];
	n = strlen(line);
	at = (size_t)number(m, n + 1);
	with = signs[number(m, sizeof(signs) - 1)];
	if (at < n && chance(m, 40)) {
		memmove(line + at, line + at + 1, n - at);
	} else if (at < n && chance(m, 30)) {
		line[at] = with;
	} else if (n + 2 < MAKE_BYTES) {
		memmove(line + at + 1, line + at, n - at + 1);
		line[at] = with;
	}
}

void make_project(struct make_project *project, uint64_t seed)
{
	struct plan plan = { .m.state = seed * 0x2545f4914f6cdd1dU + 1, .project = project };
	struct make_file *file;

	project->count = project->narguments = project->nenvironment = 0;
	choose_plan(&plan);
	place_files(&plan);
	if (plan.extends) {
		file = new_document(&plan, "other", "common.yaml");
		add_header(&plan, file);
		add_project(&plan, file, "other", false,
			    chance(&plan.m, 30) ? "sub/deep/chain.yaml" : NULL);
		if (chance(&plan.m, 90)) {
			file = new_document(&plan, "sub/deep", "chain.yaml");
			add_header(&plan, file);
			add_project(&plan, file, "sub/deep", false, NULL);
			add_env_files(&plan, "sub/deep");
		}
	}
	if (plan.includes) {
		add_included(&plan, "sub", "inc.yaml", "inc");
		rename_resources(&project->files[project->count - 1], "i");
		file = new_document(&plan, "sub", "more.yaml");
		add_line(file, 0, "services:");
		add_line(file, 2, "more:");
		add_pair(&plan.m, file, 4, "image", "more|\"${INC}m\"");
		file = new_file(&plan, "", "inc.env");
		add_text(&plan, file, "SET=", "included|${NUM}");
		add_text(&plan, file, "INC=", "${SET}|'i'");
		if (strcmp(plan.root, "sub") != 0) {
			file = new_file(&plan, "sub", ".env");
			add_text(&plan, file, "INC=", "sub|${SET}");
			add_text(&plan, file, "DEEP=", "sub||'s'");
		}
	}
	if (plan.nests) {
		add_included(&plan, "sub", "near.yaml", "near");
		rename_resources(&project->files[project->count - 1], "n");
		add_included(&plan, "sub/deep", "far.yaml", "far");
		rename_resources(&project->files[project->count - 1], "f");
	}
	give_variables(&plan);
	give_options(&plan);
	add_env_files(&plan, plan.root[0] == '.' ? "" : plan.root);
	if (plan.extends || plan.includes) {
		add_env_files(&plan, "other");
		if (strcmp(plan.root, "sub") != 0)
			add_env_files(&plan, "sub");
	}
	if (plan.m.mistakes && chance(&plan.m, 10))
		break_a_line(&plan);
}
