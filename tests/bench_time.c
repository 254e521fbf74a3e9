/* SPDX-License-Identifier: MIT */
/*
 * bench-time PAIRS A B FILE: runs "A FILE" and "B FILE" by turns, PAIRS times
 * each, and prints the median time of a whole process, the ratio and the peak
 * memory of each.
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

enum { PAIRS_MAX = 1000 };

struct subject {
	char *program;
	double ms[PAIRS_MAX];
	long peak; /* KiB, the largest of all runs */
};

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* Findings are no failure here; a signal or any other status is. */
static void run(struct subject *subject, char *file, const posix_spawn_file_actions_t *quiet,
		int turn)
{
	char *env[] = { NULL }; /* the same for everybody */
	char *argv[] = { subject->program, file, NULL };
	struct rusage usage;
	pid_t pid, reaped;
	int status;
	double start = now();
	int error = posix_spawn(&pid, subject->program, quiet, NULL, argv, env);

	if (error) {
		fprintf(stderr, "bench-time: %s: %s\n", subject->program, strerror(error));
		exit(2);
	}
	do
		reaped = wait4(pid, &status, 0, &usage);
	while (reaped < 0 && errno == EINTR);
	if (turn >= 0)
		subject->ms[turn] = now() - start;
	if (reaped < 0 || !WIFEXITED(status) || WEXITSTATUS(status) > 1) {
		fprintf(stderr, "bench-time: %s failed on %s\n", subject->program, file);
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

int main(int argc, char **argv)
{
	static struct subject a, b;
	posix_spawn_file_actions_t quiet;
	long pairs = argc == 5 ? strtol(argv[1], NULL, 10) : 0;
	double ma, mb;

	if (pairs < 1 || pairs > PAIRS_MAX) {
		fputs("usage: bench-time PAIRS A B FILE\n", stderr);
		return 2;
	}
	a.program = argv[2];
	b.program = argv[3];
	if (posix_spawn_file_actions_init(&quiet) ||
	    posix_spawn_file_actions_addopen(&quiet, 1, "/dev/null", O_WRONLY, 0)) {
		fputs("bench-time: cannot prepare\n", stderr);
		return 2;
	}
	run(&a, argv[4], &quiet, -1); /* warm: the files are cached, both programs too */
	run(&b, argv[4], &quiet, -1);
	for (int turn = 0; turn < pairs; turn++) {
		run(&a, argv[4], &quiet, turn);
		run(&b, argv[4], &quiet, turn);
	}
	posix_spawn_file_actions_destroy(&quiet);

	ma = median(a.ms, (int)pairs);
	mb = median(b.ms, (int)pairs);
	printf("%-13s median %7.3f ms   peak %6ld KiB\n", last_part(a.program), ma, a.peak);
	printf("%-13s median %7.3f ms   peak %6ld KiB\n", last_part(b.program), mb, b.peak);
	printf("ratio %.2f over %ld interleaved pairs\n", mb / ma, pairs);
	return 0;
}
