/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "tests/words.h"

#include <check.h>
#include <stdio.h>

enum { WORDS = 20 };

struct failure words_parse(struct arena *arena, const char *const *words, struct options *options)
{
	static char storage[WORDS + 1][64];
	char *argv[WORDS + 2];
	int argc = 0;

	snprintf(storage[argc], sizeof(storage[argc]), "compose-lint");
	argv[argc] = storage[argc];
	argc++;
	for (; *words; words++) {
		ck_assert_int_le(argc, WORDS);
		snprintf(storage[argc], sizeof(storage[argc]), "%s", *words);
		argv[argc] = storage[argc];
		argc++;
	}
	argv[argc] = NULL;
	return options_parse(arena, argc, argv, options);
}
