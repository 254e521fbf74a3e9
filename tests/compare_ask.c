/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L

#include "compare_ask.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "compare_files.h"

enum { SECONDS = 20, WORDS = MAKE_WORDS + 8, PATH_BYTES = 3200 };

static void die(const char *what)
{
	fprintf(stderr, "compare: %s: %s\n", what, strerror(errno));
	exit(2);
}

/* ------------------------------------------------------------------ programs */

static void open_as(int fd, const char *path)
{
	int opened = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);

	dup2(opened, fd);
}

/* In the child: never returns. */
static void become(struct run *run, const struct make_project *project, const char *const *words,
		   const char *out, const char *err)
{
	/* the last three spare docker compose what it will not need */
	const char *environment[WORDS + 3] = {
		"PATH=/usr/bin:/bin",          "HOME=/home/golden", "DOCKER_CONFIG=/nonexistent",
		"ASAN_OPTIONS=detect_leaks=0", "GOGC=off",          "GOMEMLIMIT=300MiB"
	};
	char path[PATH_BYTES];
	size_t n = 7;

	for (size_t i = 0; i < project->nenvironment; i++)
		environment[n++] = project->environment[i];
	dup2(open("/dev/null", O_RDONLY), 0);
	snprintf(path, sizeof(path), "%s.%s", run->folder, out);
	open_as(1, path);
	snprintf(path, sizeof(path), "%s.%s", run->folder, err);
	open_as(2, path);
	snprintf(path, sizeof(path), "%s/%s", run->folder, project->folder);
	if (chdir(path) != 0)
		_exit(127);
	alarm(SECONDS); /* some projects make docker compose run without an end */
	execve(words[0], (char *const *)(uintptr_t)words, (char *const *)(uintptr_t)environment);
	_exit(127);
}

static int start(struct run *run, const struct make_project *project, const char *const *words,
		 const char *out, const char *err)
{
	int status;
	pid_t child = fork();

	if (child < 0)
		die("fork");
	if (child == 0)
		become(run, project, words, out, err);
	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			die("waitpid");
	if (WIFSIGNALED(status))
		return 128 + WTERMSIG(status);
	return WEXITSTATUS(status);
}

int ask_compose(struct run *run, const struct make_project *project, const char *out)
{
	const char *words[WORDS];
	size_t n = 0;

	words[n++] = run->compose;
	for (size_t i = 0; i < project->narguments; i++)
		words[n++] = project->arguments[i];
	words[n++] = "config";
	words[n++] = "--format";
	words[n++] = "json";
	words[n] = NULL;
	return run->theirs = start(run, project, words, out, "compose.err");
}

int ask_lint(struct run *run, const struct make_project *project)
{
	const char *words[WORDS];
	size_t n = 0;

	words[n++] = run->lint;
	words[n++] = "config";
	words[n++] = "--use-environment";
	words[n++] = "--show-secrets";
	words[n++] = "--format";
	words[n++] = "json";
	for (size_t i = 0; i < project->narguments; i++)
		words[n++] = project->arguments[i];
	words[n] = NULL;
	return run->ours = start(run, project, words, "lint.json", "lint.err");
}

/* ------------------------------------------------------------------ answers */

static json_t *load(struct run *run, const char *name)
{
	char path[PATH_BYTES];
	json_t *value;

	snprintf(path, sizeof(path), "%s.%s", run->folder, name);
	value = json_load_file(path, JSON_ALLOW_NUL, NULL);
	return value ? value : json_load_file(path, JSON_ALLOW_NUL | JSON_DECODE_INT_AS_REAL, NULL);
}

bool ask_same_model(struct run *run, const char *one, const char *two, FILE *stream)
{
	json_t *left = load(run, one), *right = load(run, two);
	bool same = left && right && json_same(left, right, stream);

	if (stream && (!left || !right))
		fprintf(stream, "%s prints no JSON\n", left ? "compose-lint" : "docker compose");
	json_decref(left);
	json_decref(right);
	return same;
}

static FILE *open_answer(struct run *run, const char *name)
{
	char path[PATH_BYTES];

	snprintf(path, sizeof(path), "%s.%s", run->folder, name);
	return fopen(path, "r");
}

void ask_print(struct run *run, const char *name)
{
	char line[2000];
	FILE *file = open_answer(run, name);

	for (int i = 0; file && i < 12 && fgets(line, sizeof(line), file); i++)
		printf("  %s", line);
	if (file)
		fclose(file);
}

static enum verdict compare_answers(struct run *run)
{
	if (run->ours > 2)
		return WE_CRASH;
	if (run->theirs == 0 && run->ours == 0)
		return ask_same_model(run, "compose.json", "lint.json", NULL) ? SAME : OTHER_MODEL;
	if (run->theirs == 0)
		return WE_REFUSE;
	return run->ours == 0 ? COMPOSE_REFUSES : SAME;
}

enum verdict ask_both(struct run *run, const struct make_project *project)
{
	files_write(run->folder, project);
	ask_lint(run, project);
	ask_compose(run, project, "compose.json");
	return compare_answers(run);
}

/* ------------------------------------------------------------------ exceptions */

/* The first line of an answer that holds WORDS, in LINE. */
static bool says(struct run *run, const char *name, const char *words, char *line, int size)
{
	FILE *file = open_answer(run, name);
	bool found = false;

	while (file && !found && fgets(line, size, file))
		found = strstr(line, words);
	if (file)
		fclose(file);
	return found;
}

static bool is_env_file(const char *name)
{
	size_t n = strlen(name);

	return n >= 4 && strcmp(name + n - 4, ".env") == 0;
}

/* Adds a copy of the file under a name where no file lies, in a folder that is there. */
static void add_copy(struct run *run, struct make_project *project, const struct make_file *file,
		     const char *up, const char *name)
{
	struct make_file *copy = &project->files[project->count];
	char path[PATH_BYTES];
	char *slash;

	if (project->count == MAKE_FILES)
		return;
	*copy = *file;
	if (snprintf(copy->name, sizeof(copy->name), "%s%s%s%s", project->folder,
		     *project->folder ? "/" : "", up, name) >= (int)sizeof(copy->name))
		return;
	snprintf(path, sizeof(path), "%s/%s", run->folder, copy->name);
	if (access(path, F_OK) == 0)
		return;
	slash = strrchr(path, '/');
	*slash = '\0';
	if (access(path, F_OK) == 0)
		project->count++;
}

/*
 * Compose looks for the env files of a nested include from the folder where it
 * runs, by their path as seen from the include.  With copies there, the two
 * must agree.
 */
static bool is_nested_env(struct run *run, const struct make_project *project)
{
	static struct make_project with_copies;
	enum verdict verdict;

	with_copies = *project;
	for (size_t i = 0; i < project->count; i++) {
		const struct make_file *file = &project->files[i];
		const char *base = strrchr(file->name, '/');

		base = base ? base + 1 : file->name;
		if (!is_env_file(file->name) || !file->count)
			continue;
		add_copy(run, &with_copies, file, "", base);
		if (strcmp(base, ".env") != 0)
			add_copy(run, &with_copies, file, "../", base);
		if (strncmp(file->name, "sub/", 4) == 0)
			add_copy(run, &with_copies, file, "", file->name + 4);
	}
	if (with_copies.count == project->count)
		return false;
	verdict = ask_both(run, &with_copies);
	files_remove(run->folder, &with_copies);
	files_write(run->folder, project);
	return verdict == SAME;
}

/* The text from our first error on that says WORDS; NULL when there is none. */
static const char *error_place(struct run *run, const struct make_project *project,
			       const char *words)
{
	char line[2000], *name = line, *place;
	unsigned long row, column;

	if (!says(run, "lint.err", words, line, sizeof(line)))
		return NULL;
	while (strncmp(name, "../", 3) == 0)
		name += 3;
	place = strchr(name, ':');
	if (!place)
		return NULL;
	*place++ = '\0';
	row = strtoul(place, &place, 10);
	column = strtoul(place + 1, NULL, 10);
	for (size_t i = 0; i < project->count; i++) {
		const struct make_file *file = &project->files[i];

		if (strcmp(file->name, name) == 0 && row && row <= file->count && column &&
		    column <= strlen(file->lines[row - 1]))
			return file->lines[row - 1] + column - 1;
	}
	return NULL;
}

/* A colon that ends a plain scalar within brackets. */
static bool is_colon_in_flow(struct run *run, const struct make_project *project)
{
	const char *at = error_place(run, project, "a colon cannot stand here");

	return at && *at == ':' && at[1] && strchr(",[]{}", at[1]);
}

/* The brackets of compare_make.c stand on one line, behind a blank. */
static bool is_depth(struct run *run, const struct make_project *project)
{
	const char *at = error_place(run, project, "nested deeper than 256 levels");
	size_t depth = 0;

	while (at && *at == '[') {
		depth++;
		at--;
	}
	return depth >= 256;
}

static bool is_later_key(struct run *run)
{
	char line[2000];

	return says(run, "compose.err", "properties 'pre_start' not allowed", line, sizeof(line)) ||
	       says(run, "compose.err", "properties 'no_cache_filter' not allowed", line,
		    sizeof(line));
}

enum exception exception_of(struct run *run, const struct make_project *project,
			    enum verdict verdict)
{
	char line[2000];

	switch (verdict) {
	case SAME:
		return run->theirs == 128 + SIGALRM || run->theirs == 128 + SIGKILL ||
				       (run->theirs == 2 &&
					says(run, "compose.err", "goroutine ", line, sizeof(line)))
			       ? COMPOSE_CRASHES
			       : NO_EXCEPTION;
	case COMPOSE_REFUSES:
		if (says(run, "compose.err", "SSHKey", line, sizeof(line)))
			return SSH_IN_JSON;
		if (is_later_key(run))
			return LATER_KEY;
		return is_nested_env(run, project) ? NESTED_ENV : NO_EXCEPTION;
	case WE_REFUSE:
		if (is_colon_in_flow(run, project))
			return COLON_IN_FLOW;
		if (is_depth(run, project))
			return DEPTH;
		return is_nested_env(run, project) ? NESTED_ENV : NO_EXCEPTION;
	case OTHER_MODEL:
		return is_nested_env(run, project) ? NESTED_ENV : NO_EXCEPTION;
	default:
		return NO_EXCEPTION;
	}
}
