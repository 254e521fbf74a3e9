/* SPDX-License-Identifier: MIT */
/*
 * How many threads this process may well have.
 *
 * By default one for each processor that it may run on: those of its affinity, and no
 * more than the quota of its control group lets run at a time (cgroup v2, cpu.max, of
 * the group itself and of those around it as far as they can be seen).  Whatever is
 * wanted, no more than there are addresses for: where they are limited (ulimit -v), a
 * thread takes so many for its own stack and heap that the run could end without memory
 * where one thread would have had enough.
 *
 * Nothing fails: what cannot be found out limits nothing.
 */
#ifndef PROCESSORS_H
#define PROCESSORS_H

#include "read/file.h"

/* At least 1; `files`: where the system tells of control groups. */
size_t processors_count(const struct files *files, struct arena *arena);
/* At least 1, at most `wanted`. */
size_t processors_with_room(size_t wanted);

/* For tests: processors that a quota "MICROSECONDS PERIOD" is worth, rounded up; 0: it is none. */
size_t processors_of_quota(struct str text);

#endif
