/* SPDX-License-Identifier: MIT */
/*
 * Equality of JSON values: the order of keys and the way in which a number is
 * written do not count.  For programs of the tests.
 */
#ifndef TESTS_JSON_SAME_H
#define TESTS_JSON_SAME_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

/* Says on the stream where the two differ first; a NULL stream: nothing. */
bool json_same(json_t *wanted, json_t *got, FILE *stream);

#endif
