/* SPDX-License-Identifier: MIT */
/*
 * A door to the files behind another door, which opens each of them once.
 *
 * A run asks for a file again and again: for COMPOSE_FILE in an env file, for
 * the project, for another project that shares it.  All are to see one state of
 * it, whoever writes to it in between, and nobody is to pay twice.  So bytes, and
 * that there are none, are kept by path as long as the arena lives.
 *
 * One path may stand for standard input: the file that somebody edits and has
 * not saved.  It is there, whatever lies on the disk.
 *
 * A folder is listed once, too, unless it has very many names, and what the listing
 * tells of a name is not asked again: that it is absent, a file, a folder, a link.
 * Where a link leads, and all else that stands at a path, is looked at anew, but for
 * whether a folder has a .git, which is asked again and again.  A listing tells
 * nothing where the folder may not be searched, for whatever is asked for there is
 * refused; nor of names beyond ASCII, which the system may spell in another way.
 *
 * Several threads may read through it, each by files of its own: who asks for a file that another
 * one is just reading waits for it.
 */
#ifndef READ_FILE_ONCE_H
#define READ_FILE_ONCE_H

#include "base/lock.h"
#include "read/file.h"

/* `input`: absolute and clean; empty: none.  Bytes live in the arena, what is known of them in `held`,
   which the lock is of.  All of it and `under` must outlive the result. */
struct files files_once(const struct files *under, struct str input, struct arena *arena,
			struct arena *held, struct lock *lock);
/* The same files for another thread, whose bytes live in an arena of its own as long as the first. */
struct files files_once_share(const struct files *once, struct arena *arena);

#endif
