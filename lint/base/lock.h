/* SPDX-License-Identifier: MIT */
/*
 * What threads take one after the other.
 *
 * A run has one thread until it shares work (workers.h), and what it shares then has
 * a lock.  All zeroes: nobody shares, and taking costs nothing.  lock_share() is
 * called while there is still one thread, once; lock_end() when there is again one.
 * Whoever holds one takes no other, but that of a store of memory (arena.h), under
 * which nothing is taken.
 */
#ifndef BASE_LOCK_H
#define BASE_LOCK_H

#include <pthread.h>
#include <stdbool.h>

struct lock {
	bool shared;
	pthread_mutex_t mutex;
	pthread_cond_t changed;
};

/* False: the system has no room for it, and there must be no second thread. */
static inline bool lock_share(struct lock *lock)
{
	lock->shared = pthread_mutex_init(&lock->mutex, NULL) == 0;
	if (lock->shared && pthread_cond_init(&lock->changed, NULL) != 0) {
		pthread_mutex_destroy(&lock->mutex);
		lock->shared = false;
	}
	return lock->shared;
}

static inline void lock_end(struct lock *lock)
{
	if (lock->shared) {
		pthread_cond_destroy(&lock->changed);
		pthread_mutex_destroy(&lock->mutex);
	}
	lock->shared = false;
}

static inline void lock_take(struct lock *lock)
{
	if (lock->shared)
		pthread_mutex_lock(&lock->mutex);
}

static inline void lock_give(struct lock *lock)
{
	if (lock->shared)
		pthread_mutex_unlock(&lock->mutex);
}

/* Lets others take it until one of them calls lock_wake(). */
static inline void lock_wait(struct lock *lock)
{
	if (lock->shared)
		pthread_cond_wait(&lock->changed, &lock->mutex);
}

static inline void lock_wake(struct lock *lock)
{
	if (lock->shared)
		pthread_cond_broadcast(&lock->changed);
}

#endif
