/* SPDX-License-Identifier: MIT */
/*
 * The only door to the file system.
 *
 * The core gets bytes through struct files, a set of callbacks: the real file
 * system, or files that a test or a fuzzer holds in memory.  Reading never
 * blocks and never follows a path into a device: what is no regular file is
 * refused before it is read.  Alone /dev/null is an empty file, as it is to docker
 * compose.  What was read is the file as it stood at one time, as far as its size
 * and time tell.  Paths are absolute or relative to the current directory.
 * Statuses are values; the caller decides whether an absent file is a finding, a
 * failure or nothing.
 */
#ifndef READ_FILE_H
#define READ_FILE_H

#include "base/arena.h"
#include "base/str.h"

enum file_status {
	FILE_OK,
	FILE_ABSENT,
	FILE_DIRECTORY,
	FILE_SPECIAL,    /* FIFO, device, socket */
	FILE_LINK_LOOP,  /* links that lead to each other, and to no file */
	FILE_UNREADABLE, /* permission, input error */
	FILE_TOO_LARGE,
	FILE_CHANGING, /* somebody writes to it while it is read */
	FILE_TOO_MANY  /* one more would be beyond what a project or a run may read */
};

/* What a directory tells of its names, without their being looked at. */
struct file_listing {
	struct str *names; /* sorted by bytes, without "." and ".." */
	/* of each, what look_itself() would say: FILE_OK, _DIRECTORY or _SPECIAL; FILE_UNREADABLE: it
	   is to be looked at */
	enum file_status *kinds;
	size_t count;
	/* the process may look for names there: what is not listed is absent, and not only unseen */
	bool is_searchable;
};

struct files {
	void *self;
	/* The bytes live in the arena. `limit` in bytes.  "-" is standard input, which may block;
	   a file of that name is "./-". */
	enum file_status (*read)(void *self, struct arena *arena, struct str path, size_t limit,
				 struct str *bytes);
	/* What stands at the path, links followed, without reading: FILE_OK, _ABSENT, _DIRECTORY,
	   _SPECIAL, _LINK_LOOP or _UNREADABLE. */
	enum file_status (*look)(void *self, struct arena *arena, struct str path);
	/* The same of the path itself: a link is FILE_SPECIAL.  NULL: there are no links. */
	enum file_status (*look_itself)(void *self, struct arena *arena, struct str path);
	/* Names in a directory, sorted by bytes, without "." and "..". */
	enum file_status (*list)(void *self, struct arena *arena, struct str path,
				 struct str **names, size_t *count);
	/* The same names, and all that the directory tells of them.  NULL: it tells nothing. */
	enum file_status (*scan)(void *self, struct arena *arena, struct str path,
				 struct file_listing *listing);
	/* Where the link at the path leads in the end, absolute; *target is empty where there is
	   no link.  FILE_ABSENT, _LINK_LOOP or _UNREADABLE: it leads nowhere.  NULL: there are no links. */
	enum file_status (*follow)(void *self, struct arena *arena, struct str path,
				   struct str *target);
};

/* The real file system. */
struct files file_system(void);
/* The same, where `current`, which is borrowed, is the current directory, absolute: what lies below it
   is reached from there, so that the folders above need not be walked through each time. */
struct files file_system_at(struct str *current);
/* "no such file", "is a directory", ...: the end of a sentence that begins with the path. */
struct str file_status_text(enum file_status status);
/* "; ..." behind it, of what is no regular file: why it is not read, or, where a shell put what a command
   prints, `<(command)`, how to have that read. */
struct str file_status_advice(struct str path, enum file_status status);
/* The current directory, absolute; false when it cannot be found out. */
bool file_current_directory(struct arena *arena, struct str *path);

#endif
