/* SPDX-License-Identifier: MIT */
/*
 * Random Compose projects for tests/compare.c: legal ones and, less often,
 * nearly legal ones, of several files in several folders, with .env, includes,
 * extends, anchors, merge keys, tags, profiles, every key in all its forms,
 * and all the ways in which docker compose is told what to load.
 *
 * The same seed gives the same project.  A file is a list of lines, so that a
 * project can be made smaller by leaving lines out.
 */
#ifndef TESTS_COMPARE_MAKE_H
#define TESTS_COMPARE_MAKE_H

#include <stddef.h>
#include <stdint.h>

enum { MAKE_FILES = 40, MAKE_LINES = 300, MAKE_BYTES = 640, MAKE_WORDS = 16 };

enum make_encoding { MAKE_UTF8, MAKE_UTF8_BOM, MAKE_UTF16_LE, MAKE_UTF16_BE };

struct make_file {
	char name[40]; /* below the project */
	char lines[MAKE_LINES][MAKE_BYTES];
	size_t count; /* of lines; 0 when there is no such file */
	enum make_encoding encoding;
	char line_end[3], last_line_end[3];
};

struct make_project {
	struct make_file files[MAKE_FILES];
	size_t count;
	char arguments[MAKE_WORDS][60];   /* as docker compose takes them before `config` */
	char environment[MAKE_WORDS][60]; /* NAME=VALUE */
	size_t narguments, nenvironment;
	char folder[20]; /* where the command runs; "" is the project's own */
};

/* The folders that files lie in, each behind the one that holds it. */
extern const char *const make_folders[];
extern const size_t make_folder_count;

void make_project(struct make_project *project, uint64_t seed);

#endif
