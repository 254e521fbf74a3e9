/* SPDX-License-Identifier: MIT */
/*
 * Values with the form of tokens, made while a test runs, so that no file holds
 * anything that looks like one.  Equal recipes give equal values.  They live in
 * the given arena; nothing fails.
 */
#ifndef TESTS_TOKEN_H
#define TESTS_TOKEN_H

#include <stdint.h>

#include "base/arena.h"
#include "base/str.h"

/* The next of a row of numbers that `state` begins. */
uint32_t token_random(uint32_t *state);
/* {X12} in a recipe becomes twelve bytes of set X: see the sets. */
struct str token_made(struct arena *arena, const char *recipe);
/* One to five of the scraps, one behind the other. */
struct str token_scrambled(struct arena *arena, uint32_t *state, const char *const *scraps,
			   size_t nscraps);

#endif
