/* SPDX-License-Identifier: MIT */
/*
 *     compare COMPOSE COMPOSE-LINT SEED COUNT
 *
 * Resolves COUNT random projects (tests/compare_make.h) with docker compose and
 * with compose-lint, and compares: the same model, or refused by both.  A
 * project on which the two differ is made smaller, line by line, as long as
 * they still differ in that way, and printed.  Exits 0 when there was none.
 *
 * What docker compose answers now this way, now that way is not held against
 * anybody: it is asked again, and counted apart.  Works below the current
 * folder.
 */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "compare_make.h"
#include "json_same.h"

enum verdict { SAME, COMPOSE_REFUSES, WE_REFUSE, OTHER_MODEL, WE_CRASH };

enum { SECONDS = 20, ARGUMENTS = 24 };

struct run {
	const char *compose, *lint;
	char folder[3000]; /* where the project stands */
	unsigned long loaded, refused, random;
};

static void die(const char *what)
{
	fprintf(stderr, "compare: %s: %s\n", what, strerror(errno));
	exit(2);
}

/* ------------------------------------------------------------------ programs */

/* The exit status; standard output and error go to files beside the project. */
static int start(struct run *run, const char *const *words, const char *out, const char *err)
{
	char path[3100];
	int status;
	pid_t child = fork();

	if (child < 0)
		die("fork");
	if (child == 0) {
		static const char *const environment[] = { "PATH=/usr/bin:/bin",
							   "HOME=/home/golden",
							   "DOCKER_CONFIG=/nonexistent",
							   "ASAN_OPTIONS=detect_leaks=0", NULL };
		int in = open("/dev/null", O_RDONLY), fd;

		snprintf(path, sizeof(path), "%s.%s", run->folder, out);
		fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
		dup2(in, 0);
		dup2(fd, 1);
		snprintf(path, sizeof(path), "%s.%s", run->folder, err);
		fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
		dup2(fd, 2);
		if (chdir(run->folder) != 0)
			_exit(127);
		alarm(SECONDS); /* some projects make docker compose run without an end */
		execve(words[0], (char *const *)(uintptr_t)words,
		       (char *const *)(uintptr_t)environment);
		_exit(127);
	}
	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			die("waitpid");
	if (WIFSIGNALED(status))
		return 128 + WTERMSIG(status);
	return WEXITSTATUS(status);
}

static int ask_compose(struct run *run, const struct make_project *project, const char *out)
{
	const char *words[ARGUMENTS];
	size_t n = 0;

	words[n++] = run->compose;
	for (size_t i = 0; i < project->narguments; i++)
		words[n++] = project->arguments[i];
	words[n++] = "config";
	words[n++] = "--format";
	words[n++] = "json";
	words[n] = NULL;
	return start(run, words, out, "compose.err");
}

static int ask_lint(struct run *run, const struct make_project *project)
{
	const char *words[ARGUMENTS];
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
	return start(run, words, "lint.json", "lint.err");
}

static json_t *load(struct run *run, const char *name)
{
	char path[3100];
	json_t *value;

	snprintf(path, sizeof(path), "%s.%s", run->folder, name);
	value = json_load_file(path, 0, NULL);
	return value ? value : json_load_file(path, JSON_DECODE_INT_AS_REAL, NULL);
}

static bool same_model(struct run *run, const char *one, const char *two, FILE *stream)
{
	json_t *left = load(run, one), *right = load(run, two);
	bool same = left && right && json_same(left, right, stream);

	if (stream && (!left || !right))
		fprintf(stream, "%s prints no JSON\n", left ? "compose-lint" : "docker compose");
	json_decref(left);
	json_decref(right);
	return same;
}

static void print_file(struct run *run, const char *name)
{
	char path[3100], line[2000];
	FILE *file;

	snprintf(path, sizeof(path), "%s.%s", run->folder, name);
	file = fopen(path, "r");
	for (int i = 0; file && i < 12 && fgets(line, sizeof(line), file); i++)
		printf("  %s", line);
	if (file)
		fclose(file);
}

/* ------------------------------------------------------------------ projects */

static void write_project(struct run *run, const struct make_project *project)
{
	char path[3100];

	for (size_t i = 0; i < project->count; i++) {
		const struct make_file *file = &project->files[i];
		FILE *stream;

		snprintf(path, sizeof(path), "%s/%s", run->folder, file->name);
		if (!file->count) {
			unlink(path);
			continue;
		}
		stream = fopen(path, "w");
		if (!stream)
			die(path);
		for (size_t k = 0; k < file->count; k++)
			fprintf(stream, "%s\n", file->lines[k]);
		fclose(stream);
	}
}

static void remove_project(struct run *run, const struct make_project *project)
{
	char path[3100];

	for (size_t i = 0; i < project->count; i++) {
		snprintf(path, sizeof(path), "%s/%s", run->folder, project->files[i].name);
		unlink(path);
	}
}

static enum verdict judge(struct run *run, const struct make_project *project)
{
	int ours, theirs;

	write_project(run, project);
	ours = ask_lint(run, project);
	theirs = ask_compose(run, project, "compose.json");
	if (ours > 2)
		return WE_CRASH;
	if (theirs == 0 && ours == 0)
		return same_model(run, "compose.json", "lint.json", NULL) ? SAME : OTHER_MODEL;
	if (theirs == 0)
		return WE_REFUSE;
	return ours == 0 ? COMPOSE_REFUSES : SAME;
}

/* docker compose walks maps in random order, and some answers depend on it. */
static bool is_random(struct run *run, const struct make_project *project)
{
	int first = ask_compose(run, project, "compose.json");

	for (int i = 0; i < 6; i++) {
		int again = ask_compose(run, project, "again.json");

		if ((first == 0) != (again == 0))
			return true;
		if (first == 0 && !same_model(run, "compose.json", "again.json", NULL))
			return true;
	}
	return false;
}

/* ------------------------------------------------------------------ smaller */

static size_t indent_of(const char *line)
{
	return strspn(line, " ");
}

/* Takes out the line and what is indented below it. */
static size_t cut(struct make_file *file, size_t at, bool with_block)
{
	size_t count = 1, indent = indent_of(file->lines[at]);

	while (with_block && at + count < file->count &&
	       indent_of(file->lines[at + count]) > indent)
		count++;
	memmove(file->lines[at], file->lines[at + count],
		(file->count - at - count) * sizeof(file->lines[0]));
	file->count -= count;
	return count;
}

static void shrink(struct run *run, struct make_project *project, enum verdict kind)
{
	static struct make_project smaller;
	bool changed = true;

	while (changed) {
		changed = false;
		for (size_t i = 0; i < project->count; i++)
			for (size_t k = 0; k < project->files[i].count; k++) {
				smaller = *project;
				cut(&smaller.files[i], k, true);
				if (judge(run, &smaller) != kind)
					continue;
				*project = smaller;
				changed = true;
				k--;
			}
	}
	if (project->narguments) {
		smaller = *project;
		smaller.narguments = 0;
		if (judge(run, &smaller) == kind)
			*project = smaller;
	}
	judge(run, project);
}

static void print_project(const struct make_project *project)
{
	if (project->narguments) {
		printf("arguments:");
		for (size_t i = 0; i < project->narguments; i++)
			printf(" %s", project->arguments[i]);
		printf("\n");
	}
	for (size_t i = 0; i < project->count; i++) {
		if (project->files[i].count)
			printf("--- %s\n", project->files[i].name);
		for (size_t k = 0; k < project->files[i].count; k++)
			printf("%s\n", project->files[i].lines[k]);
	}
}

static void report(struct run *run, struct make_project *project, enum verdict kind,
		   unsigned long long seed)
{
	static const char *const words[] = { "the same",
					     "docker compose refuses it, compose-lint does not",
					     "compose-lint refuses it, docker compose does not",
					     "another model", "compose-lint crashes" };

	shrink(run, project, kind);
	printf("\nseed %llu: %s\n", seed, words[kind]);
	print_project(project);
	printf("---\n");
	if (kind == OTHER_MODEL)
		same_model(run, "compose.json", "lint.json", stdout);
	else
		print_file(run, kind == COMPOSE_REFUSES ? "compose.err" : "lint.err");
	fflush(stdout);
}

/* False: the two differ. */
static bool compare(struct run *run, unsigned long long seed)
{
	static struct make_project project;
	enum verdict kind;
	bool fine = true;

	make_project(&project, seed);
	kind = judge(run, &project);
	if (kind == SAME) {
		json_t *model = load(run, "lint.json");

		if (model)
			run->loaded++;
		else
			run->refused++;
		json_decref(model);
	} else if (is_random(run, &project)) {
		run->random++;
	} else {
		report(run, &project, kind, seed);
		fine = false;
	}
	remove_project(run, &project);
	return fine;
}

static void make_folder(const char *path)
{
	if (mkdir(path, 0777) != 0 && errno != EEXIST)
		die(path);
}

int main(int argc, char **argv)
{
	struct run run = { 0 };
	unsigned long long seed, count;
	unsigned long differ = 0;
	char here[2000], sub[3100];

	if (argc != 5) {
		fprintf(stderr, "usage: compare COMPOSE COMPOSE-LINT SEED COUNT\n");
		return 2;
	}
	if (!getcwd(here, sizeof(here)))
		die("getcwd");
	run.compose = argv[1];
	run.lint = argv[2];
	seed = strtoull(argv[3], NULL, 10);
	count = strtoull(argv[4], NULL, 10);
	snprintf(run.folder, sizeof(run.folder), "%s/compare.%ld.tmp", here, (long)getpid());
	make_folder(run.folder);
	snprintf(run.folder, sizeof(run.folder), "%s/compare.%ld.tmp/proj", here, (long)getpid());
	make_folder(run.folder);
	snprintf(sub, sizeof(sub), "%s/sub", run.folder);
	make_folder(sub);
	for (unsigned long long i = 0; i < count; i++)
		if (!compare(&run, seed + i))
			differ++;
	printf("%llu projects: %lu equal, %lu refused by both, %lu without one answer, "
	       "%lu differ\n",
	       count, run.loaded, run.refused, run.random, differ);
	return differ ? 1 : 0;
}
