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
 * anybody: it is asked again, and counted apart; and so are the exceptions of
 * tests/compare_ask.h.  Works below the current folder.
 */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compare_ask.h"
#include "compare_files.h"

struct tally {
	unsigned long equal, refused, random, differ, theirs, ours, exceptions[EXCEPTIONS];
};

/* docker compose walks maps in random order, and some answers depend on it. */
static bool is_random(struct run *run, const struct make_project *project)
{
	int first = ask_compose(run, project, "compose.json");

	for (int i = 0; i < 6; i++) {
		int again = ask_compose(run, project, "again.json");

		if ((first == 0) != (again == 0))
			return true;
		if (first == 0 && !ask_same_model(run, "compose.json", "again.json", NULL))
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
static void cut(struct make_file *file, size_t at)
{
	size_t count = 1, indent = indent_of(file->lines[at]);

	while (at + count < file->count && indent_of(file->lines[at + count]) > indent)
		count++;
	memmove(file->lines[at], file->lines[at + count],
		(file->count - at - count) * sizeof(file->lines[0]));
	file->count -= count;
}

/* Takes SMALLER when the two still differ in that way, and not for a known reason. */
static bool take(struct run *run, struct make_project *project, const struct make_project *smaller,
		 enum verdict kind)
{
	if (ask_both(run, smaller) != kind || exception_of(run, smaller, kind) != NO_EXCEPTION)
		return false;
	*project = *smaller;
	return true;
}

static void shrink(struct run *run, struct make_project *project, enum verdict kind)
{
	static struct make_project smaller;
	bool changed = true;

	for (size_t i = 0; i < project->count; i++) {
		smaller = *project;
		smaller.files[i].count = 0;
		take(run, project, &smaller, kind);
	}
	while (changed) {
		changed = false;
		for (size_t i = 0; i < project->count; i++)
			for (size_t k = 0; k < project->files[i].count; k++) {
				smaller = *project;
				cut(&smaller.files[i], k);
				if (!take(run, project, &smaller, kind))
					continue;
				changed = true;
				k--;
			}
	}
	smaller = *project;
	smaller.narguments = 0;
	take(run, project, &smaller, kind);
	smaller = *project;
	smaller.nenvironment = 0;
	take(run, project, &smaller, kind);
	for (size_t i = 0; i < project->count; i++) {
		smaller = *project;
		smaller.files[i].encoding = MAKE_UTF8;
		strcpy(smaller.files[i].line_end, "\n");
		strcpy(smaller.files[i].last_line_end, "\n");
		take(run, project, &smaller, kind);
	}
	ask_both(run, project);
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
	files_print(project);
	printf("---\n");
	if (kind == OTHER_MODEL)
		ask_same_model(run, "compose.json", "lint.json", stdout);
	else
		ask_print(run, kind == COMPOSE_REFUSES ? "compose.err" : "lint.err");
	fflush(stdout);
}

/* ------------------------------------------------------------------ one by one */

static void compare(struct run *run, struct tally *tally, unsigned long long seed)
{
	static struct make_project project;
	enum verdict kind;
	enum exception exception;

	make_project(&project, seed);
	kind = ask_both(run, &project);
	tally->theirs += run->theirs == 0;
	tally->ours += run->ours == 0;
	if (kind == SAME && run->theirs == 0) {
		tally->equal++;
	} else if ((exception = exception_of(run, &project, kind)) != NO_EXCEPTION) {
		tally->exceptions[exception]++;
	} else if (kind == SAME) {
		tally->refused++;
	} else if (is_random(run, &project)) {
		tally->random++;
	} else {
		tally->differ++;
		report(run, &project, kind, seed);
	}
	files_remove(run->folder, &project);
}

static void print_tally(const struct tally *tally, unsigned long long count)
{
	static const char *const words[EXCEPTIONS] = {
		[COMPOSE_CRASHES] = "docker compose crashes or does not end",
		[NESTED_ENV] = "env files of an include that is included",
		[SSH_IN_JSON] = "build.ssh in JSON",
		[LATER_KEY] = "keys of newer releases",
		[DEPTH] = "deeper than the limit",
		[COLON_IN_FLOW] = "a colon before a bracket or comma",
	};

	printf("%llu projects: docker compose accepts %lu, compose-lint %lu; %lu equal, "
	       "%lu refused by both, %lu without one answer, %lu differ\n",
	       count, tally->theirs, tally->ours, tally->equal, tally->refused, tally->random,
	       tally->differ);
	for (int i = 1; i < EXCEPTIONS; i++)
		if (tally->exceptions[i])
			printf("exceptions: %lu: %s\n", tally->exceptions[i], words[i]);
}

static void remove_answers(struct run *run)
{
	static const char *const names[] = { "compose.json", "again.json", "compose.err",
					     "lint.json", "lint.err" };
	char path[3200];

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		snprintf(path, sizeof(path), "%s.%s", run->folder, names[i]);
		unlink(path);
	}
}

int main(int argc, char **argv)
{
	struct run run = { 0 };
	struct tally tally = { 0 };
	unsigned long long seed, count;
	char here[2000], above[2100];

	if (argc != 5) {
		fprintf(stderr, "usage: compare COMPOSE COMPOSE-LINT SEED COUNT\n");
		return 2;
	}
	if (!getcwd(here, sizeof(here))) {
		fprintf(stderr, "compare: getcwd: %s\n", strerror(errno));
		return 2;
	}
	run.compose = argv[1];
	run.lint = argv[2];
	seed = strtoull(argv[3], NULL, 10);
	count = strtoull(argv[4], NULL, 10);
	snprintf(above, sizeof(above), "%s/compare.%ld.tmp", here, (long)getpid());
	snprintf(run.folder, sizeof(run.folder), "%s/proj", above);
	files_make_folders(above);
	files_make_folders(run.folder);
	for (unsigned long long i = 0; i < count; i++)
		compare(&run, &tally, seed + i);
	print_tally(&tally, count);
	remove_answers(&run);
	files_remove_folders(run.folder);
	files_remove_folders(above);
	return tally.differ ? 1 : 0;
}
