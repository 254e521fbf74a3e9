/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "workers.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>

#include "base/limits.h"
#include "fact/credential.h"

/* Of each thread: our walks recurse as deep as files may nest, and some systems give little. */
enum { STACK_BYTES = 8 * 1024 * 1024 };

/* The work that is being done. */
struct shift {
	worker_task *task;
	void *self;
	bool once; /* for each of the workers; else for each of the items */
	size_t items;
	atomic_size_t next;
};

struct worker {
	struct lint lint;
	struct shift *shift;
	pthread_t thread;
	bool runs;
};

/* Those that this process may run on. */
static size_t count_processors(void)
{
	long count;
#if HAVE_SCHED_GETAFFINITY
	cpu_set_t set;

	if (sched_getaffinity(0, sizeof(set), &set) == 0)
		return (size_t)CPU_COUNT(&set);
#endif
	count = sysconf(_SC_NPROCESSORS_ONLN);
	return count > 0 ? (size_t)count : 1;
}

static size_t threads_for(struct workers *workers, size_t items)
{
	if (items < 2 || workers->jobs == 1)
		return 1;
	if (!workers->jobs) {
		workers->jobs = count_processors();
		if (workers->jobs > LIMIT_JOBS)
			workers->jobs = LIMIT_JOBS;
	}
	return items < workers->jobs ? items : workers->jobs;
}

bool workers_share(struct workers *workers, size_t items)
{
	return threads_for(workers, items) > 1;
}

static void *work(void *argument)
{
	struct worker *worker = argument;
	struct shift *shift = worker->shift;
	size_t item;

	if (shift->once)
		shift->task(shift->self, &worker->lint, 0);
	while ((item = atomic_fetch_add(&shift->next, 1)) < shift->items)
		shift->task(shift->self, &worker->lint, item);
	return NULL;
}

static void hire(struct workers *workers, size_t count)
{
	struct arena *arena = &workers->lint->run;

	if (!workers->all)
		workers->all = ARENA_ARRAY(arena, workers->jobs, struct worker);
	for (; workers->count < count; workers->count++)
		lint_share(&workers->all[workers->count].lint, workers->lint);
}

/* The first of them is this thread. */
static void start(struct workers *workers)
{
	pthread_attr_t attributes;

	if (pthread_attr_init(&attributes) != 0)
		return;
	if (pthread_attr_setstacksize(&attributes, STACK_BYTES) == 0)
		for (size_t i = 1; i < workers->count; i++)
			workers->all[i].runs = pthread_create(&workers->all[i].thread, &attributes,
							      work, &workers->all[i]) == 0;
	pthread_attr_destroy(&attributes);
}

static bool share_all(struct workers *workers)
{
	return lock_share(&workers->lint->sources.lock) && credentials_share(workers->credentials);
}

static void unshare_all(struct workers *workers)
{
	credentials_unshare(workers->credentials);
	lock_end(&workers->lint->sources.lock);
}

/* What a thread would have done that there is not is done by this one. */
static void run_shift(struct workers *workers, struct shift *shift)
{
	for (size_t i = 0; i < workers->count; i++)
		workers->all[i].shift = shift;
	if (share_all(workers))
		start(workers);
	for (size_t i = 0; i < workers->count; i++)
		if (!workers->all[i].runs)
			work(&workers->all[i]);
	for (size_t i = 0; i < workers->count; i++)
		if (workers->all[i].runs)
			pthread_join(workers->all[i].thread, NULL);
	for (size_t i = 0; i < workers->count; i++)
		workers->all[i].runs = false;
	unshare_all(workers);
}

void workers_run(struct workers *workers, size_t items, worker_task *task, void *self)
{
	struct shift shift = { .task = task, .self = self, .items = items };
	size_t count = threads_for(workers, items);

	for (size_t i = 0; i < items && count < 2; i++)
		task(self, workers->lint, i);
	if (count < 2)
		return;
	hire(workers, count);
	run_shift(workers, &shift);
}

void workers_again(struct workers *workers, worker_task *task, void *self)
{
	struct shift shift = { .task = task, .self = self, .once = true };

	if (workers->count)
		run_shift(workers, &shift);
}

void workers_free(struct workers *workers)
{
	for (size_t i = 0; i < workers->count; i++)
		lint_free(&workers->all[i].lint);
}
