/* SPDX-License-Identifier: MIT */
/*
 * A file that is written whole or not at all.
 *
 * What is written goes to a new file in the folder of the target, which takes
 * the target's place at the end: whoever reads the target finds the old bytes
 * or the new ones, and a full disk leaves the old ones.  The mode of an old
 * target is kept; a new one gets 0666 less the umask.  The target is a regular
 * file or not there yet: a link, a folder or a device is refused, since writing
 * through it would reach what nobody named.
 *
 * The new file is locked while it is written; one that nobody holds was left by a
 * run that was killed, and the next one that writes into the folder takes it away.
 * Where files cannot be locked it stays.
 *
 *     failure = replace_begin(arena, path, &file);
 *     ... write to file.stream ...
 *     failure = replace_commit(&file);   or   replace_abandon(&file);
 *
 * Exactly one of the last two ends what began without a failure.  Failures are
 * one line that names the target; nothing is left behind then.
 */
#ifndef READ_REPLACE_H
#define READ_REPLACE_H

#include <stdio.h>

#include "base/diag.h"

struct replacement {
	FILE *stream;
	struct arena *arena;
	struct str path, temporary;
	int held; /* a descriptor, for the lock */
};

/* Both names are one file, or will be: by way of links to folders, too. */
bool replace_is_same(struct arena *arena, struct str path, struct str other);
struct failure replace_begin(struct arena *arena, struct str path, struct replacement *file);
struct failure replace_commit(struct replacement *file);
void replace_abandon(struct replacement *file);

#endif
