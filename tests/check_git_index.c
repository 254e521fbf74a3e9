/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "read/git_index.h"

#include <check.h>
#include <stdlib.h>

#include "base/arena.h"
#include "tests/held.h"
#include "tests/suite.h"

static struct arena arena;

static void end(void)
{
	arena_free(&arena);
}

static void put_number(struct builder *b, uint32_t number, unsigned size)
{
	while (size--)
		builder_byte(b, (char)(number >> 8 * size & 0xff));
}

static void put_zeroes(struct builder *b, size_t n)
{
	while (n--)
		builder_byte(b, '\0');
}

/* An index of these paths, in order; version 3 entries have the second flags. */
static struct str make(uint32_t version, size_t object_bytes, const char *const *paths,
		       uint32_t count)
{
	struct builder b = { .arena = &arena };
	struct str last = STR("");

	builder_add(&b, STR("DIRC"));
	put_number(&b, version, 4);
	put_number(&b, count, 4);
	for (uint32_t i = 0; i < count; i++) {
		struct str path = str_from(paths[i]);
		size_t start = b.n;

		put_zeroes(&b, 40 + object_bytes);
		put_number(&b, version == 3 ? 0x4000 : 0, 2);
		if (version == 3)
			put_number(&b, 0, 2);
		if (version == 4) /* nothing is taken over from the path before */
			builder_byte(&b, (char)last.n);
		builder_add(&b, path);
		last = path;
		put_zeroes(&b, version == 4 ? 1 : 8 - (b.n - start) % 8);
	}
	return builder_str(&b);
}

static const char *const paths[] = { ".env", "app/.env", "app/compose.yaml" };

static enum git_tracked look(struct str index, const char *path)
{
	const struct held_file all[] = { { STR("/project/.git/HEAD"), STR("ref: x\n") },
					 { STR("/project/.git/index"), index },
					 { STR("/project/app/x"), STR("") } };
	struct held_files held = { all, 3 };
	struct files files = held_files(&held);

	return git_index_look(&files, &arena, str_from(path));
}

START_TEST(every_version_and_hash_is_read)
{
	for (uint32_t version = 2; version <= 4; version++)
		for (size_t object = 20; object <= 32; object += 12) {
			struct str index = make(version, object, paths, 3);

			ck_assert_int_eq(look(index, "/project/.env"), GIT_TRACKED);
			ck_assert_int_eq(look(index, "/project/app/.env"), GIT_TRACKED);
			ck_assert_int_eq(look(index, "/project/app/.en"), GIT_UNTRACKED);
			ck_assert_int_eq(look(index, "/project/app/.env.local"), GIT_UNTRACKED);
		}
}
END_TEST

START_TEST(what_is_cut_off_or_unknown_does_not_tell)
{
	struct str index = make(2, 20, paths, 3), other;

	for (size_t n = 0; n < index.n; n++)
		ck_assert_int_ne(look(str_slice(index, 0, n), "/project/none"), GIT_TRACKED);
	ck_assert_int_eq(look(str_slice(index, 0, index.n - 1), "/project/none"), GIT_UNKNOWN);
	ck_assert_int_eq(look(STR(""), "/project/none"), GIT_UNKNOWN);
	ck_assert_int_eq(look(STR("no index at all"), "/project/none"), GIT_UNKNOWN);
	other = make(5, 20, paths, 3);
	ck_assert_int_eq(look(other, "/project/.env"), GIT_UNKNOWN);
}
END_TEST

START_TEST(a_split_index_does_not_tell)
{
	struct builder b = { .arena = &arena };

	builder_add(&b, make(2, 20, paths, 1));
	builder_add(&b, STR("link"));
	put_number(&b, 20, 4);
	put_zeroes(&b, 20 + 20);
	ck_assert_int_eq(look(builder_str(&b), "/project/app/.env"), GIT_UNKNOWN);
	ck_assert_int_eq(look(builder_str(&b), "/project/.env"), GIT_TRACKED);
}
END_TEST

START_TEST(paths_that_are_not_in_order_do_not_tell)
{
	static const char *const mixed[] = { "b", "a" };

	ck_assert_int_eq(look(make(2, 20, mixed, 2), "/project/a"), GIT_UNKNOWN);
}
END_TEST

START_TEST(the_index_of_a_worktree_lies_where_its_file_says)
{
	const struct held_file all[] = {
		{ STR("/project/tree/.git"), STR("gitdir: ../main/worktrees/tree\n") },
		{ STR("/project/main/worktrees/tree/index"), make(2, 20, paths, 3) },
		{ STR("/project/tree/app/x"), STR("") }
	};
	struct held_files held = { all, 3 };
	struct files files = held_files(&held);

	ck_assert_int_eq(git_index_look(&files, &arena, STR("/project/tree/app/.env")),
			 GIT_TRACKED);
	ck_assert_int_eq(git_index_look(&files, &arena, STR("/project/tree/app/x")), GIT_UNTRACKED);
}
END_TEST

START_TEST(a_file_that_leads_to_no_checkout_does_not_tell)
{
	const struct held_file all[] = { { STR("/gone/.git"), STR("gitdir: /nowhere\n") },
					 { STR("/other/.git"), STR("no such file\n") } };
	struct held_files held = { all, 2 };
	struct files files = held_files(&held);

	ck_assert_int_eq(git_index_look(&files, &arena, STR("/gone/.env")), GIT_UNKNOWN);
	ck_assert_int_eq(git_index_look(&files, &arena, STR("/other/app/.env")), GIT_UNKNOWN);
}
END_TEST

START_TEST(without_a_checkout_or_an_index_nothing_is_tracked)
{
	const struct held_file all[] = { { STR("/project/.git/HEAD"), STR("") },
					 { STR("/elsewhere/.env"), STR("") } };
	struct held_files held = { all, 2 };
	struct files files = held_files(&held);

	ck_assert_int_eq(git_index_look(&files, &arena, STR("/project/.env")), GIT_UNTRACKED);
	ck_assert_int_eq(git_index_look(&files, &arena, STR("/elsewhere/.env")), GIT_UNTRACKED);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("git_index");
	TCase *tcase = tcase_create("git_index");

	tcase_add_checked_fixture(tcase, NULL, end);
	tcase_add_test(tcase, every_version_and_hash_is_read);
	tcase_add_test(tcase, what_is_cut_off_or_unknown_does_not_tell);
	tcase_add_test(tcase, a_split_index_does_not_tell);
	tcase_add_test(tcase, paths_that_are_not_in_order_do_not_tell);
	tcase_add_test(tcase, the_index_of_a_worktree_lies_where_its_file_says);
	tcase_add_test(tcase, a_file_that_leads_to_no_checkout_does_not_tell);
	tcase_add_test(tcase, without_a_checkout_or_an_index_nothing_is_tracked);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
