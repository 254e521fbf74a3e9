/* SPDX-License-Identifier: MIT */
/*
 * A file system in memory, for tests and fuzzers: read/file.h over a list of
 * files.
 *
 * Relative paths begin at HELD_FOLDER.  A directory is what some file lies
 * below; there are no links, devices and permissions.  Borrows list and bytes.
 */
#ifndef TESTS_HELD_H
#define TESTS_HELD_H

#include "read/file.h"

#define HELD_FOLDER STR("/project")

struct held_file {
	struct str path; /* absolute and clean */
	struct str bytes;
};

struct held_files {
	const struct held_file *all;
	size_t count;
};

struct files held_files(struct held_files *files);
/* The path, absolute and clean. */
struct str held_path(struct arena *arena, struct str path);
/* For qsort() over struct str. */
int held_by_bytes(const void *a, const void *b);

#endif
