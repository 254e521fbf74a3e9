/* SPDX-License-Identifier: MIT */
/*
 * Threads that share the work of a run, project by project.
 *
 * Each works with a struct lint that no other one has meanwhile: memory, findings and
 * notices, which the caller takes out of it, in the order of the projects, when all work
 * is done.  It lives as long as the workers.  What was made with a lint may go on growing
 * in its memory, so later only one thread at a time may work on what has one lint in
 * common: a thread takes a new one for every few pieces, and what comes of them is shared
 * among the threads again, lint by lint.  What all have in common is locked meanwhile: the
 * sources of the run, the files it has read, and its patterns.
 * While they work each has a processor of its own, as far as there are some.
 * With one job, or one piece of work, there is no thread, and the work is done with the
 * lint of the run itself.
 *
 * Nothing fails: where the system gives no further thread, there are fewer, at the
 * least the one that calls.
 */
#ifndef WORKERS_H
#define WORKERS_H

#include "base/diag.h"

struct credentials;   /* fact/credential.h */
struct processor_set; /* processors.h */
struct batch;
struct worker;
struct offered;

struct workers {
	struct lint *lint; /* of the run */
	struct credentials *credentials;
	size_t jobs; /* threads at most, this one among them; 0: as many as there are processors.  It
			is less where there is no room for them (processors.h) */
	/* filled in */
	bool knows; /* `jobs` is what it will be */
	const struct processor_set
		*processors; /* for the threads; NULL: it is left to the system */
	struct worker *all;
	size_t count;             /* of those that have worked */
	struct batch *batches;    /* each with a lint, the newest first */
	struct arena memory;      /* of the batches: whoever takes some has the lock */
	struct arena_store store; /* for what is done with them */
	size_t nbatches;          /* the `part` of their lints is a number from 1 to this one */
	struct offered *offered;
};

/* One piece of the work; nobody else has the lint. */
typedef void worker_task(void *self, struct lint *lint, void *piece);

/* Does all of them, in any order. */
void workers_run(struct workers *workers, void *const *pieces, size_t count, worker_task *task,
		 void *self);
/* Once, without a piece, for each lint that was used before; none was where no work has been shared. */
void workers_again(struct workers *workers, worker_task *task, void *self);
/*
 * Pieces that are found one after the other: while this thread goes on looking, others work.  Of the
 * run's lint it uses all but what is locked.  workers_close() ends it, and returns when
 * all is done; where there was no other thread, nothing is.
 */
void workers_open(struct workers *workers, worker_task *task, void *self);
void workers_offer(struct workers *workers, void *piece);
void workers_close(struct workers *workers);
/* Everything that the threads have made ends here. */
void workers_free(struct workers *workers);

#endif
