/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "workers.h"

#include <pthread.h>

#include "base/limits.h"
#include "fact/credential.h"
#include "processors.h"

/* Of each thread: our walks recurse as deep as files may nest (LIMIT_DEPTH and its like), for which 128
   KiB are enough, and several times as much under sanitizers; some systems give less.  More would
   be taken from what a process may have in all. */
enum { STACK_BYTES = 1024 * 1024 };

/* Pieces that are done with one lint: so few that what follows is shared out evenly, so many that a
   lint costs nothing. */
enum { BATCH_PIECES = 32 };

struct batch {
	struct lint lint;
	struct batch *next;
	size_t pieces; /* that were done with it */
};

/* The work that is being done. */
struct shift {
	worker_task *task;
	void *self;
	struct workers *workers;
	struct lock lock;    /* of all that follows, and of the batches of the workers */
	void *const *pieces; /* those from `next` on are still to be done */
	size_t count, next;
	bool open;          /* more may come */
	bool once;          /* for each batch, no piece: */
	struct batch *left; /* still to be done */
};

struct worker {
	struct batch *batch; /* with which it works; NULL: none yet */
	struct shift *shift;
	pthread_t thread;
	bool runs;
};

static size_t threads_for(struct workers *workers, size_t items)
{
	if (items < 2 || workers->jobs == 1)
		return 1;
	if (!workers->knows) {
		struct files files = file_system();

		if (!workers->jobs)
			workers->jobs = processors_count(&files, &workers->lint->run);
		if (workers->jobs > LIMIT_JOBS)
			workers->jobs = LIMIT_JOBS;
		workers->jobs = processors_with_room(workers->jobs);
		if (workers->jobs > 1)
			workers->processors = processors_for(&workers->lint->run, workers->jobs);
		workers->knows = true;
	}
	return items < workers->jobs ? items : workers->jobs;
}

/* False: all is done, or being done. */
static bool take(struct shift *shift, void **piece)
{
	bool taken;

	lock_take(&shift->lock);
	while (shift->open && shift->next == shift->count)
		lock_wait(&shift->lock);
	taken = shift->next < shift->count;
	if (taken)
		*piece = shift->pieces[shift->next++];
	lock_give(&shift->lock);
	return taken;
}

static struct batch *take_batch(struct shift *shift)
{
	struct batch *batch;

	lock_take(&shift->lock);
	batch = shift->left;
	if (batch)
		shift->left = batch->next;
	lock_give(&shift->lock);
	return batch;
}

/* No arena is this thread's alone yet: what all batches lie in belongs to whoever has the lock. */
static struct batch *new_batch(struct shift *shift)
{
	struct workers *workers = shift->workers;
	struct batch *batch;

	lock_take(&shift->lock);
	batch = ARENA_NEW(&workers->memory, struct batch);
	lint_share(&batch->lint, workers->lint);
	batch->lint.run.store = &workers->store;
	batch->next = workers->batches;
	workers->batches = batch;
	batch->lint.part = ++workers->nbatches;
	lock_give(&shift->lock);
	return batch;
}

static struct lint *lint_for_piece(struct worker *worker)
{
	struct batch *batch = worker->batch;

	if (!batch || batch->pieces == BATCH_PIECES) {
		batch = new_batch(worker->shift);
		worker->batch = batch;
	}
	batch->pieces++;
	return &batch->lint;
}

static void *work(void *argument)
{
	struct worker *worker = argument;
	struct shift *shift = worker->shift;
	struct batch *batch;
	void *piece;

	while (shift->once && (batch = take_batch(shift)))
		shift->task(shift->self, &batch->lint, NULL);
	while (take(shift, &piece))
		shift->task(shift->self, lint_for_piece(worker), piece);
	return NULL;
}

/* The first of them is this thread. */
static void hire(struct workers *workers, struct shift *shift, size_t count)
{
	if (!workers->all)
		workers->all = ARENA_ARRAY(&workers->lint->run, workers->jobs, struct worker);
	for (; workers->count < count; workers->count++)
		workers->all[workers->count].shift = shift;
}

static bool start(struct worker *worker)
{
	struct workers *workers = worker->shift->workers;
	pthread_attr_t attributes;

	if (pthread_attr_init(&attributes) != 0)
		return false;
	worker->runs = pthread_attr_setstacksize(&attributes, STACK_BYTES) == 0 &&
		       pthread_create(&worker->thread, &attributes, work, worker) == 0;
	pthread_attr_destroy(&attributes);
	if (worker->runs)
		processors_give(workers->processors, worker->thread,
				(size_t)(worker - workers->all));
	return worker->runs;
}

static bool share_all(struct workers *workers, struct shift *shift)
{
	processors_give(workers->processors, pthread_self(), 0);
	return lock_share(&shift->lock) && lock_share(&workers->store.lock) &&
	       lock_share(&workers->lint->sources.lock) && credentials_share(workers->credentials);
}

static void unshare_all(struct workers *workers, struct shift *shift)
{
	credentials_unshare(workers->credentials);
	lock_end(&workers->lint->sources.lock);
	lock_end(&workers->store.lock);
	lock_end(&shift->lock);
	processors_give_all(workers->processors, pthread_self());
}

/* What a thread would have done that there is not is done by this one. */
static void finish(struct workers *workers, struct shift *shift)
{
	for (size_t i = 0; i < workers->count; i++)
		if (!workers->all[i].runs)
			work(&workers->all[i]);
	for (size_t i = 0; i < workers->count; i++)
		if (workers->all[i].runs)
			pthread_join(workers->all[i].thread, NULL);
	for (size_t i = 0; i < workers->count; i++)
		workers->all[i].runs = false;
	unshare_all(workers, shift);
}

static void run_shift(struct workers *workers, struct shift *shift)
{
	bool shares = share_all(workers, shift);

	for (size_t i = 0; i < workers->count; i++)
		workers->all[i].shift = shift;
	for (size_t i = 1; shares && i < workers->count; i++)
		start(&workers->all[i]);
	finish(workers, shift);
}

void workers_run(struct workers *workers, void *const *pieces, size_t count, worker_task *task,
		 void *self)
{
	struct shift shift = {
		.workers = workers, .task = task, .self = self, .pieces = pieces, .count = count
	};
	size_t threads = threads_for(workers, count);

	if (threads > 1) {
		hire(workers, &shift, threads);
		run_shift(workers, &shift);
		return;
	}
	for (size_t i = 0; i < count; i++)
		task(self, workers->lint, pieces[i]);
}

void workers_again(struct workers *workers, worker_task *task, void *self)
{
	struct shift shift = { .workers = workers,
			       .task = task,
			       .self = self,
			       .once = true,
			       .left = workers->batches };

	if (workers->batches)
		run_shift(workers, &shift);
}

/* ---- while pieces are found ---- */

struct offered {
	struct shift shift;
	void **pieces;
	size_t capacity;
	bool alone; /* the system gives no more threads */
};

void workers_open(struct workers *workers, worker_task *task, void *self)
{
	struct offered *offered = ARENA_NEW(&workers->lint->run, struct offered);

	offered->shift =
		(struct shift){ .workers = workers, .task = task, .self = self, .open = true };
	workers->offered = offered;
}

/* One more for each piece behind the first: who finds few needs few. */
static void hire_another(struct workers *workers, struct offered *offered)
{
	struct shift *shift = &offered->shift;

	if (offered->alone || workers->count == workers->jobs)
		return;
	if (!workers->count) {
		offered->alone = !share_all(workers, shift);
		if (offered->alone) {
			unshare_all(workers, shift);
			return;
		}
		hire(workers, shift, 1);
	}
	hire(workers, shift, workers->count + 1);
	offered->alone = !start(&workers->all[workers->count - 1]);
}

void workers_offer(struct workers *workers, void *piece)
{
	struct offered *offered = workers->offered;
	struct shift *shift = &offered->shift;

	if (threads_for(workers, 2) < 2)
		return;
	lock_take(&shift->lock);
	offered->pieces = arena_grow(&workers->lint->run, offered->pieces, shift->count,
				     &offered->capacity, sizeof(*offered->pieces));
	offered->pieces[shift->count++] = piece;
	shift->pieces = offered->pieces;
	lock_wake(&shift->lock);
	lock_give(&shift->lock);
	if (shift->count > 1)
		hire_another(workers, offered);
}

void workers_close(struct workers *workers)
{
	struct shift *shift = &workers->offered->shift;

	lock_take(&shift->lock);
	shift->open = false;
	lock_wake(&shift->lock);
	lock_give(&shift->lock);
	if (workers->count)
		finish(workers, shift);
}

void workers_free(struct workers *workers)
{
	for (struct batch *batch = workers->batches; batch; batch = batch->next)
		lint_free(&batch->lint);
	workers->batches = NULL;
	arena_store_free(&workers->store);
	arena_free(&workers->memory);
}
