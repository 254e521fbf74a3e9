/* SPDX-License-Identifier: MIT */
/*
 * Writes values of tests/compare_grammar.h as lines of YAML: the grammar has
 * them in flow style on one line; here they become blocks, block scalars,
 * quoted keys, tabs and comments now and then.
 */
#ifndef TESTS_COMPARE_LAYOUT_H
#define TESTS_COMPARE_LAYOUT_H

#include "compare_grammar.h"
#include "compare_make.h"

/* One line as it stands. */
void add_line(struct make_file *file, unsigned indent, const char *text);

/* KEY and one of the alternatives, on as many lines as it takes. */
void add_pair(struct maker *m, struct make_file *file, unsigned indent, const char *key,
	      const char *alternatives);

#endif
