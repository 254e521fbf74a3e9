/* SPDX-License-Identifier: MIT */
/*
 * bench-time TURNS COMMAND [ARGUMENT...] [-- COMMAND [ARGUMENT...]]...
 *
 * Runs the commands by turns, TURNS times each, and prints for each the median
 * time of a whole process, the peak memory, and the first command's time in
 * ratio to its own.
 *
 * Kept small on purpose: a child begins with its parent's peak memory as its
 * own, so a large driver would be measured in its place; posix_spawn() does not
 * copy page tables as fork() does. The clock runs from before the spawn until
 * the child is reaped.
 */

#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>

enum { TURNS_MAX = 1000, SUBJECTS_MAX = 8 };

struct subject {
	char **argv; /* ends with NULL */
	double ms[TURNS_MAX];
	long peak; /* KiB, the largest of all runs */
};

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* The same for everybody; some look for their own files. */
static char **environment(void)
{
	static char path[8192], home[8192];
	static char *env[] = { path, home, NULL };
	const char *own_path = getenv("PATH"), *own_home = getenv("HOME");

	snprintf(path, sizeof(path), "PATH=%s", own_path ? own_path : "/usr/bin:/bin");
	snprintf(home, sizeof(home), "HOME=%s", own_home ? own_home : "/");
	return env;
}

/* Findings are no failure here; a signal or any other status is. */
static void run(struct subject *subject, const posix_spawn_file_actions_t *quiet, int turn)
{
	char **argv = subject->argv;
	struct rusage usage;
	pid_t pid, reaped;
	int status;
	double start = now();
	/* NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker): a subject has its program */
	int error = posix_spawnp(&pid, argv[0], quiet, NULL, argv, environment());

	if (error) {
		fprintf(stderr, "bench-time: %s: %s\n", argv[0], strerror(error));
		exit(2);
	}
	do
		reaped = wait4(pid, &status, 0, &usage);
	while (reaped < 0 && errno == EINTR);
	if (turn >= 0)
		subject->ms[turn] = now() - start;
	if (reaped < 0 || !WIFEXITED(status) || WEXITSTATUS(status) > 1) {
		fprintf(stderr, "bench-time: %s failed\n", argv[0]);
		exit(2);
	}
#ifdef __APPLE__
	usage.ru_maxrss /= 1024; /* bytes there */
#endif
	if (usage.ru_maxrss > subject->peak)
		subject->peak = usage.ru_maxrss;
}

static int by_size(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static double median(double *ms, int n)
{
	qsort(ms, (size_t)n, sizeof *ms, by_size);
	return n % 2 ? ms[n / 2] : (ms[n / 2 - 1] + ms[n / 2]) / 2;
}

static const char *last_part(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* The commands, each of which a "--" is made to end; 0: too many, or one is empty. */
static size_t cut(char **argv, struct subject *all)
{
	size_t count = 0;

	for (char **at = argv; *at;) {
		if (count == SUBJECTS_MAX || strcmp(*at, "--") == 0)
			return 0;
		all[count++].argv = at;
		while (*at && strcmp(*at, "--") != 0)
			at++;
		if (*at)
			*at++ = NULL;
	}
	return count;
}

int main(int argc, char **argv)
{
	static struct subject all[SUBJECTS_MAX];
	posix_spawn_file_actions_t quiet;
	long turns = argc > 2 ? strtol(argv[1], NULL, 10) : 0;
	size_t count = turns > 0 && turns <= TURNS_MAX ? cut(argv + 2, all) : 0;
	double first = 0;

	if (!count) {
		fputs("usage: bench-time TURNS COMMAND [ARGUMENT...] [-- COMMAND...]...\n", stderr);
		return 2;
	}
	if (posix_spawn_file_actions_init(&quiet) ||
	    posix_spawn_file_actions_addopen(&quiet, 1, "/dev/null", O_WRONLY, 0) ||
	    posix_spawn_file_actions_addopen(&quiet, 2, "/dev/null", O_WRONLY, 0)) {
		fputs("bench-time: cannot prepare\n", stderr);
		return 2;
	}
	/* the first time is for warmth: the files are cached, and the programs */
	for (int turn = -1; turn < turns; turn++)
		for (size_t i = 0; i < count; i++)
			run(&all[i], &quiet, turn);
	posix_spawn_file_actions_destroy(&quiet);

	for (size_t i = 0; i < count; i++) {
		double ms = median(all[i].ms, (int)turns);

		if (!i)
			first = ms;
		printf("  %-22s median %9.3f ms   peak %7ld KiB", last_part(all[i].argv[0]), ms,
		       all[i].peak);
		if (i && first < ms / 10)
			printf("   ratio 1/%.0f", ms / first);
		else if (i)
			printf("   ratio %.2f", first / ms);
		putchar('\n');
	}
	return 0;
}
