/* SPDX-License-Identifier: MIT */
/*
 * Runs fuzz targets over files: replay TARGET COUNT FILE...
 *
 * Each file is run as it is, and COUNT mutants of it, which are the same in every
 * run.  Prints TAP, one test a file, so that what fails has a name.
 */
#include "config.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/fuzz.h"

enum { LARGEST_BYTES = 64 * 1024 };

/* What abort() or a signal would leave unsaid. */
static const char *running;
static unsigned mutant;

static void on_signal(int number)
{
	char text[256];
	/* NOLINTNEXTLINE(bugprone-signal-handler): the process has failed already */
	int n = snprintf(text, sizeof(text), "Bail out! %s, mutant %u: signal %d\n", running,
			 mutant, number);

	/* the status says all that is left to say when this fails */
	if (n > 0 && write(STDOUT_FILENO, text, (size_t)n) < 0)
		_exit(98);
	_exit(99);
}

static unsigned next(unsigned *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> 8;
}

/* Bytes changed, left out, cut off, or taken from elsewhere in the file. */
static size_t mutate(char *bytes, size_t n, const char *original, size_t norig, unsigned *state)
{
	static const char sharp[] = "\0\n\r\t '\"#$&*-:;<=>?@[\\]^`{|}~\x1b\x7f\xc2\x85\xff%!,/.0";
	unsigned changes = 1 + next(state) % 4;

	while (changes-- && n) {
		size_t at = next(state) % n, k;

		switch (next(state) % 5) {
		case 0:
			bytes[at] = sharp[next(state) % (sizeof(sharp) - 1)];
			break;
		case 1:
			bytes[at] = (char)next(state);
			break;
		case 2:
			k = 1 + next(state) % 16;
			k = k > n - at ? n - at : k;
			memmove(bytes + at, bytes + at + k, n - at - k);
			n -= k;
			break;
		case 3:
			n = at;
			break;
		default:
			k = 1 + next(state) % 64;
			k = k > norig ? norig : k;
			if (n + k > LARGEST_BYTES)
				break;
			memmove(bytes + at + k, bytes + at, n - at);
			memcpy(bytes + at, original + next(state) % (norig - k + 1), k);
			n += k;
		}
	}
	return n;
}

static size_t read_whole(const char *path, char *bytes)
{
	FILE *stream = fopen(path, "rb");
	size_t n;

	if (!stream) {
		printf("Bail out! cannot open %s\n", path);
		exit(1);
	}
	n = fread(bytes, 1, LARGEST_BYTES, stream);
	fclose(stream);
	return n;
}

/* A piece of memory of just this size, so that a sanitizer sees what lies beyond it. */
static void run_exactly(const struct fuzz_target *target, const char *bytes, size_t n)
{
	char *exact = malloc(n ? n : 1);

	if (!exact)
		abort();
	memcpy(exact, bytes, n);
	target->run((struct str){ exact, n });
	free(exact);
}

static void replay(const struct fuzz_target *target, const char *path, unsigned count)
{
	static char original[LARGEST_BYTES], bytes[LARGEST_BYTES];
	size_t norig = read_whole(path, original);

	running = path;
	for (mutant = 0; mutant <= count; mutant++) {
		unsigned state = mutant * 2654435761u + (unsigned)norig;
		size_t n = norig;

		memcpy(bytes, original, norig);
		if (mutant)
			n = mutate(bytes, n, original, norig, &state);
		run_exactly(target, bytes, n);
	}
}

int main(int argc, char **argv)
{
	const struct fuzz_target *target = argc > 2 ? fuzz_find(str_from(argv[1])) : NULL;
	unsigned count;

	if (!target) {
		fputs("usage: replay TARGET COUNT FILE...\n", stderr);
		return 2;
	}
	signal(SIGABRT, on_signal);
	signal(SIGSEGV, on_signal);
	signal(SIGBUS, on_signal);
	signal(SIGALRM, on_signal);
	count = (unsigned)strtoul(argv[2], NULL, 10);
	for (int i = 3; i < argc; i++) {
		/* what hangs is a fault too */
		alarm(120);
		replay(target, argv[i], count);
		printf("ok - %s: %s and its mutants\n", target->name, argv[i]);
	}
	return 0;
}
