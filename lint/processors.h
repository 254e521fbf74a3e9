/* SPDX-License-Identifier: MIT */
/*
 * How many threads this process may well have, and where they work.
 *
 * By default one for each processor that it may run on: those of its affinity, and no
 * more than the quota of its control group lets run at a time (cgroup v2, cpu.max, of
 * the group itself and of those around it as far as they can be seen).  Whatever is
 * wanted, no more than there are addresses for: where they are limited (ulimit -v), a
 * thread takes so many for its own stack and heap that the run could end without memory
 * where one thread would have had enough.
 *
 * A thread that wakes is put beside the one that woke it, and some kernels leave it there
 * for milliseconds though another processor has nothing to do: longer than a run of ours
 * lasts.  So each is told its processor while they share work, where there are no more
 * processors than threads; the lists of processors are the system's own
 * (sched_getaffinity), and live where the caller says.
 *
 * Nothing fails: what cannot be found out limits nothing.
 */
#ifndef PROCESSORS_H
#define PROCESSORS_H

#include <pthread.h>

#include "read/file.h"

struct processor_set;

/* At least 1; `files`: where the system tells of control groups. */
size_t processors_count(const struct files *files, struct arena *arena);
/* At least 1, at most `wanted`. */
size_t processors_with_room(size_t wanted);

/* Those that this thread may run on, for so many threads; NULL: the system does not tell, there is one, or
   there are more than threads, and it finds one that has nothing else to do. */
const struct processor_set *processors_for(struct arena *arena, size_t threads);
/* The thread works on one of them, another one for each number from 0 on until all have one; 0 is that
   of the caller.  NULL: on any. */
void processors_give(const struct processor_set *set, pthread_t thread, size_t number);
/* The thread works on any of them again. */
void processors_give_all(const struct processor_set *set, pthread_t thread);

/* For tests: processors that a quota "MICROSECONDS PERIOD" is worth, rounded up; 0: it is none. */
size_t processors_of_quota(struct str text);

#endif
