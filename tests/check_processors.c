/* SPDX-License-Identifier: MIT */
#include "config.h"

#include <check.h>
#include <sched.h>
#include <sys/resource.h>

#include "fact/credential.h"
#include "processors.h"
#include "tests/held.h"
#include "tests/suite.h"
#include "workers.h"

static struct arena arena;

#define OWN_GROUP STR_INIT("/proc/self/cgroup")

static size_t count_with(const struct held_file *all, size_t count)
{
	struct held_files held = { all, count };
	struct files files = held_files(&held);
	size_t processors = processors_count(&files, &arena);

	arena_free(&arena);
	return processors;
}

START_TEST(a_quota_is_worth_so_many_processors_rounded_up)
{
	ck_assert_uint_eq(processors_of_quota(STR("100000 100000\n")), 1);
	ck_assert_uint_eq(processors_of_quota(STR("150000 100000\n")), 2);
	ck_assert_uint_eq(processors_of_quota(STR("1 100000")), 1);
	ck_assert_uint_eq(processors_of_quota(STR("400000 100000")), 4);
}
END_TEST

START_TEST(what_is_no_quota_limits_nothing)
{
	ck_assert_uint_eq(processors_of_quota(STR("max 100000\n")), 0);
	ck_assert_uint_eq(processors_of_quota(STR("")), 0);
	ck_assert_uint_eq(processors_of_quota(STR("100000")), 0);
	ck_assert_uint_eq(processors_of_quota(STR("100000 0")), 0);
	ck_assert_uint_eq(processors_of_quota(STR("-1 100000")), 0);
}
END_TEST

START_TEST(the_quota_of_the_own_group_counts)
{
	const struct held_file files[] = {
		{ OWN_GROUP, STR_INIT("1:cpu:/elsewhere\n0::/a/b\n") },
		{ STR_INIT("/sys/fs/cgroup/a/b/cpu.max"), STR_INIT("50000 100000\n") },
	};

	ck_assert_uint_eq(count_with(files, 2), 1);
}
END_TEST

START_TEST(so_does_that_of_each_group_around_it)
{
	const struct held_file around[] = {
		{ OWN_GROUP, STR_INIT("0::/a/b\n") },
		{ STR_INIT("/sys/fs/cgroup/a/b/cpu.max"), STR_INIT("6400000 100000\n") },
		{ STR_INIT("/sys/fs/cgroup/a/cpu.max"), STR_INIT("100000 100000\n") },
	};
	/* what a container sees of itself */
	const struct held_file top[] = {
		{ OWN_GROUP, STR_INIT("0::/\n") },
		{ STR_INIT("/sys/fs/cgroup/cpu.max"), STR_INIT("100000 100000\n") },
	};

	ck_assert_uint_eq(count_with(around, 3), 1);
	ck_assert_uint_eq(count_with(top, 2), 1);
}
END_TEST

START_TEST(without_a_quota_there_are_those_of_the_affinity)
{
	const struct held_file none[] = {
		{ OWN_GROUP, STR_INIT("0::/a\n") },
		{ STR_INIT("/sys/fs/cgroup/a/cpu.max"), STR_INIT("max 100000\n") },
	};
	size_t all = count_with(NULL, 0);

	ck_assert_uint_ge(all, 1);
	ck_assert_uint_eq(count_with(none, 2), all);
}
END_TEST

/* The room that eight threads find under a limit, which ends at once. */
static size_t room_under(rlim_t mebibytes)
{
	struct rlimit before, limit;
	size_t room;

	ck_assert_int_eq(getrlimit(RLIMIT_AS, &before), 0);
	limit = before;
	limit.rlim_cur = mebibytes * 1024 * 1024;
	ck_assert_int_eq(setrlimit(RLIMIT_AS, &limit), 0);
	room = processors_with_room(8);
	ck_assert_int_eq(setrlimit(RLIMIT_AS, &before), 0);
	return room;
}

START_TEST(where_addresses_are_limited_there_are_fewer_threads)
{
	ck_assert_uint_eq(room_under(64), 1);
	ck_assert_uint_eq(room_under(600), 3);
	ck_assert_uint_eq(room_under(8 * 1024), 8);
}
END_TEST

/* Where the thread may run: how many processors, and the first of them. */
static size_t allowed(pthread_t thread, size_t *first)
{
	*first = 0;
#if HAVE_DECL_SCHED_GETAFFINITY && HAVE_DECL_SCHED_GETCPU && HAVE_DECL_PTHREAD_SETAFFINITY_NP
	cpu_set_t set;

	ck_assert_int_eq(pthread_getaffinity_np(thread, sizeof(set), &set), 0);
	while (!CPU_ISSET(*first, &set))
		++*first;
	return (size_t)CPU_COUNT(&set);
#else
	(void)thread;
	return 1;
#endif
}

START_TEST(each_thread_is_given_another_processor_until_all_have_one)
{
	pthread_t self = pthread_self();
	size_t ignored, all = allowed(self, &ignored), first, second, again;
	const struct processor_set *set = processors_for(&arena, all);

	ck_assert(set || all == 1);
	ck_assert_ptr_null(processors_for(&arena, all - 1));
	ck_assert(processors_for(&arena, all + 1) || all == 1);
	if (set) {
		processors_give(set, self, 0);
		ck_assert_uint_eq(allowed(self, &first), 1);
		processors_give(set, self, 1);
		ck_assert_uint_eq(allowed(self, &second), 1);
		ck_assert_uint_ne(first, second);
		processors_give(set, self, all);
		allowed(self, &again);
		ck_assert_uint_eq(again, first);
	}
	processors_give_all(set, self);
	ck_assert_uint_eq(allowed(self, &ignored), all);
	arena_free(&arena);
}
END_TEST

static void nothing(void *self, struct lint *lint, void *piece)
{
	(void)self;
	(void)lint;
	(void)piece;
}

START_TEST(work_that_is_shared_leaves_its_thread_where_it_may_be)
{
	static int pieces[4];
	void *all[4] = { &pieces[0], &pieces[1], &pieces[2], &pieces[3] };
	struct lint lint;
	struct workers workers;
	size_t before, after, count = allowed(pthread_self(), &before);

	lint_init(&lint);
	workers = (struct workers){ .lint = &lint,
				    .credentials = credentials_new(&lint.run),
				    .jobs = count + 1 };
	workers_open(&workers, nothing, NULL);
	for (size_t i = 0; i < 4; i++)
		workers_offer(&workers, all[i]);
	workers_close(&workers);
	ck_assert_uint_eq(allowed(pthread_self(), &after), count);
	ck_assert_uint_eq(after, before);
	workers_run(&workers, all, 4, nothing, NULL);
	ck_assert_uint_eq(allowed(pthread_self(), &after), count);
	ck_assert_uint_eq(after, before);
	workers_again(&workers, nothing, NULL);
	ck_assert_uint_eq(allowed(pthread_self(), &after), count);
	credentials_free(workers.credentials);
	workers_free(&workers);
	lint_free(&lint);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("processors");
	TCase *tests = tcase_create("processors");

	tcase_add_test(tests, a_quota_is_worth_so_many_processors_rounded_up);
	tcase_add_test(tests, what_is_no_quota_limits_nothing);
	tcase_add_test(tests, the_quota_of_the_own_group_counts);
	tcase_add_test(tests, so_does_that_of_each_group_around_it);
	tcase_add_test(tests, without_a_quota_there_are_those_of_the_affinity);
	tcase_add_test(tests, where_addresses_are_limited_there_are_fewer_threads);
	tcase_add_test(tests, each_thread_is_given_another_processor_until_all_have_one);
	tcase_add_test(tests, work_that_is_shared_leaves_its_thread_where_it_may_be);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
