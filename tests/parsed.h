/* SPDX-License-Identifier: MIT */
/*
 * For unit tests of read/yaml.h: a text that is parsed, and the nodes of its
 * first document by path.
 *
 * parsed_begin() and parsed_end() stand around each test; what is given lives
 * until then.  A text that was parsed before is forgotten, its findings are not.
 */
#ifndef TESTS_PARSED_H
#define TESTS_PARSED_H

#include "read/yaml.h"

extern struct lint parsed_lint;
extern struct yaml_file parsed; /* the last one */

void parsed_begin(void);
void parsed_end(void);
void parse(struct str text);

struct str source_of(struct span span);
/* The node that a path of keys and indices leads to: "a.0.b"; NULL: none. */
const struct node *at(const char *path);
/* The node whose tag the document has at this path; NULL: none. */
const struct node *tagged(const char *path);
/* Fails the test unless the two are equal; the rest is for the message. */
void expect_text(const char *row, const char *what, const char *input, struct str wanted,
		 struct str got);

#endif
