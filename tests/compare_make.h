/* SPDX-License-Identifier: MIT */
/*
 * Random Compose projects for tests/compare.c: legal ones and nearly legal
 * ones, of several files, with .env, includes, extends, anchors, merge keys,
 * tags, profiles, and every key in all its forms.
 *
 * The same seed gives the same project.  A file is a list of lines, so that a
 * project can be made smaller by leaving lines out.
 */
#ifndef TESTS_COMPARE_MAKE_H
#define TESTS_COMPARE_MAKE_H

#include <stddef.h>
#include <stdint.h>

enum { MAKE_FILES = 12, MAKE_LINES = 400, MAKE_BYTES = 600 };

struct make_file {
	char name[40]; /* below the project; "" ends the list */
	char lines[MAKE_LINES][MAKE_BYTES];
	size_t count;
};

struct make_project {
	struct make_file files[MAKE_FILES];
	size_t count;
	char arguments[8][40]; /* before and behind `config`, as docker compose takes them */
	size_t narguments;
};

void make_project(struct make_project *project, uint64_t seed);

#endif
