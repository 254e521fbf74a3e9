/* SPDX-License-Identifier: MIT */
/*
 * The door of libFuzzer, which AFL++ knows too.  The environment variable
 * FUZZ_TARGET says which target runs.
 *
 * Mutants of whole projects are made of lines more often than of bytes: Compose
 * files differ in which lines they have, and below which others these stand.
 */
#include "config.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);

static const struct fuzz_target *target;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	target = fuzz_find(str_from(getenv("FUZZ_TARGET")));
	if (target)
		return 0;
	fputs("FUZZ_TARGET is one of:", stderr);
	for (size_t i = 0; i < fuzz_target_count; i++)
		fprintf(stderr, " %s", fuzz_targets[i].name);
	fputs("\n", stderr);
	exit(2);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	target->run((struct str){ size ? (const char *)data : "", size });
	return 0;
}

/* ---- mutants of lines ---- */

static unsigned next(unsigned *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> 8;
}

static size_t line_start(const uint8_t *data, size_t size, size_t at)
{
	(void)size;
	while (at && data[at - 1] != '\n')
		at--;
	return at;
}

static size_t line_end(const uint8_t *data, size_t size, size_t at)
{
	while (at < size && data[at] != '\n')
		at++;
	return at < size ? at + 1 : size;
}

/* Some lines from anywhere, put before some other line. */
static size_t repeat_lines(uint8_t *data, size_t size, size_t max_size, unsigned *state)
{
	size_t from = line_start(data, size, next(state) % size), to = from;
	size_t at = line_start(data, size, next(state) % size), n;
	uint8_t *copy;

	for (unsigned lines = 1 + next(state) % 6; lines && to < size; lines--)
		to = line_end(data, size, to);
	n = to - from;
	if (n == 0 || size + n > max_size)
		return size;
	copy = malloc(n);
	if (!copy)
		return size;
	memcpy(copy, data + from, n);
	memmove(data + at + n, data + at, size - at);
	memcpy(data + at, copy, n);
	free(copy);
	return size + n;
}

static size_t drop_lines(uint8_t *data, size_t size, unsigned *state)
{
	size_t from = line_start(data, size, next(state) % size), to = from;

	for (unsigned lines = 1 + next(state) % 4; lines && to < size; lines--)
		to = line_end(data, size, to);
	memmove(data + from, data + to, size - to);
	return size - (to - from);
}

/* Two blanks more or less before a line: it stands below another one. */
static size_t indent_line(uint8_t *data, size_t size, size_t max_size, unsigned *state)
{
	size_t at = line_start(data, size, next(state) % size);

	if (next(state) % 2 && at + 2 < size && data[at] == ' ' && data[at + 1] == ' ') {
		memmove(data + at, data + at + 2, size - at - 2);
		return size - 2;
	}
	if (size + 2 > max_size)
		return size;
	memmove(data + at + 2, data + at, size - at);
	memset(data + at, ' ', 2);
	return size + 2;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
	unsigned state = seed;

	if (!size || !str_eq(str_from(target->name), STR("project")))
		return LLVMFuzzerMutate(data, size, max_size);
	switch (next(&state) % 6) {
	case 0:
		return repeat_lines(data, size, max_size, &state);
	case 1:
		return drop_lines(data, size, &state);
	case 2:
		return indent_line(data, size, max_size, &state);
	default:
		return LLVMFuzzerMutate(data, size, max_size);
	}
}
