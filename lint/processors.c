/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "processors.h"

#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/path.h"

/* Of what /proc and /sys tell of a group. */
enum { GROUP_BYTES = 4096 };

/* Addresses that a thread may take: glibc reserves up to 128 MiB for the heap of one, and 1 MiB is its
   stack; and what a run of one thread is to have left. */
enum { THREAD_MIB = 130, RUN_MIB = 256 };

static size_t count_all(void)
{
	long count;
#if HAVE_DECL_SCHED_GETAFFINITY
	cpu_set_t set;

	if (sched_getaffinity(0, sizeof(set), &set) == 0)
		return (size_t)CPU_COUNT(&set);
#endif
	count = sysconf(_SC_NPROCESSORS_ONLN);
	return count > 0 ? (size_t)count : 1;
}

size_t processors_of_quota(struct str text)
{
	struct str rest = str_trim(text), quota = str_cut(&rest, ' ');
	int64_t microseconds, period;

	/* "max PERIOD" */
	if (!str_to_int(quota, &microseconds) || !rest.p || !str_to_int(rest, &period) ||
	    microseconds <= 0 || period <= 0)
		return 0;
	return (size_t)((microseconds - 1) / period + 1);
}

/* The path of our group, "/" or "/a/b": the one line of version 2 in /proc/self/cgroup. */
static struct str find_group(const struct files *files, struct arena *arena)
{
	struct str rest;

	if (files->read(files->self, arena, STR("/proc/self/cgroup"), GROUP_BYTES, &rest) !=
	    FILE_OK)
		return STR("/");
	while (rest.n) {
		struct str line = str_cut(&rest, '\n');

		if (str_starts(line, STR("0::/")))
			return path_clean(arena, str_slice(line, 3, line.n));
	}
	return STR("/");
}

size_t processors_count(const struct files *files, struct arena *arena)
{
	struct str group = find_group(files, arena), quota;
	size_t count = count_all(), most;

	for (;;) {
		struct str path = arena_fmt(arena, "/sys/fs/cgroup%.*s/cpu.max",
					    STR_FMT(group.n > 1 ? group : STR_NONE));

		if (files->read(files->self, arena, path, GROUP_BYTES, &quota) == FILE_OK) {
			most = processors_of_quota(quota);
			count = most && most < count ? most : count;
		}
		if (group.n < 2)
			return count;
		group = path_directory(group);
	}
}

#if HAVE_DECL_SCHED_GETAFFINITY && HAVE_DECL_SCHED_GETCPU && HAVE_DECL_PTHREAD_SETAFFINITY_NP
struct processor_set {
	cpu_set_t all;
	size_t count;
	size_t first; /* number among them of the one that the caller was on */
};

const struct processor_set *processors_for(struct arena *arena, size_t threads)
{
	struct processor_set *set = ARENA_NEW(arena, struct processor_set);
	int here = sched_getcpu();
	size_t before = here > 0 ? (size_t)here : 0;

	if (sched_getaffinity(0, sizeof(set->all), &set->all) != 0)
		return NULL;
	set->count = (size_t)CPU_COUNT(&set->all);
	for (size_t i = 0; i < before && i < CPU_SETSIZE; i++)
		set->first += CPU_ISSET(i, &set->all) != 0;
	return set->count < 2 || set->count > threads ? NULL : set;
}

/* The processor of that number, from 0. */
static size_t processor_at(const cpu_set_t *all, size_t number)
{
	size_t at = 0;

	while (!CPU_ISSET(at, all) || number-- > 0)
		at++;
	return at;
}

void processors_give(const struct processor_set *set, pthread_t thread, size_t number)
{
	cpu_set_t one;

	if (!set)
		return;
	CPU_ZERO(&one);
	CPU_SET(processor_at(&set->all, (set->first + number) % set->count), &one);
	/* it began with the one of the thread that made it */
	if (pthread_setaffinity_np(thread, sizeof(one), &one) != 0)
		processors_give_all(set, thread);
}

void processors_give_all(const struct processor_set *set, pthread_t thread)
{
	if (set)
		pthread_setaffinity_np(thread, sizeof(set->all), &set->all);
}
#else
const struct processor_set *processors_for(struct arena *arena, size_t threads)
{
	(void)arena;
	(void)threads;
	return NULL;
}

void processors_give(const struct processor_set *set, pthread_t thread, size_t number)
{
	(void)set;
	(void)thread;
	(void)number;
}

void processors_give_all(const struct processor_set *set, pthread_t thread)
{
	(void)set;
	(void)thread;
}
#endif

size_t processors_with_room(size_t wanted)
{
	struct rlimit limit;
	rlim_t left;

	if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
		return wanted;
	left = limit.rlim_cur / 1024 / 1024;
	left = left > RUN_MIB ? (left - RUN_MIB) / THREAD_MIB : 0;
	return left + 1 < wanted ? (size_t)left + 1 : wanted;
}
