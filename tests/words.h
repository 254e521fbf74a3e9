/* SPDX-License-Identifier: MIT */
/* For unit tests: options from the words behind the program's name, which NULL ends. */
#ifndef TESTS_WORDS_H
#define TESTS_WORDS_H

#include "options.h"

/* Of up to 20 words of 63 bytes; the options point into what lives until the next call. */
struct failure words_parse(struct arena *arena, const char *const *words, struct options *options);

#endif
