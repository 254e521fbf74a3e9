/* SPDX-License-Identifier: MIT */
/*
 * Folders of golden cases: fixtures/<kind>/<case>/ with input files and
 * expected.json.  For tests only: what is missing fails the test.  Memory is
 * the arena's; JSON values are the caller's to release.
 */
#ifndef TESTS_GOLDEN_H
#define TESTS_GOLDEN_H

#include <jansson.h>

#include "base/arena.h"
#include "base/str.h"

enum { GOLDEN_CASES = 512 };

struct golden {
	struct arena arena;
	struct str kind;                /* "dockerfile" */
	struct str names[GOLDEN_CASES]; /* sorted */
	size_t count;
};

/* Below $srcdir, or the current directory. */
void golden_list(struct golden *golden, const char *kind);
/* False when the case has no such file. */
bool golden_read(struct golden *golden, size_t which, const char *file, struct str *bytes);
/* NULL when the case has no such file; a file that is no JSON fails the test. */
json_t *golden_json(struct golden *golden, size_t which, const char *file);

/* For comparing: NULL stands for an absent key. */
bool golden_text_is(const json_t *wanted, struct str got);
struct str golden_text(const json_t *value);

#endif
