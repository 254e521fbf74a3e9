/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "read/git_index.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

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

/* Like most names of objects, without a byte that ends a path. */
static void put_object(struct builder *b, size_t n)
{
	while (n--)
		builder_byte(b, 'o');
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

		put_zeroes(&b, 40);
		put_object(&b, object_bytes);
		put_number(&b,
			   (version == 3 ? 0x4000 : 0) |
				   (uint32_t)(path.n < 0xfff ? path.n : 0xfff),
			   2);
		if (version == 3)
			put_number(&b, 0, 2);
		if (version == 4) /* nothing is taken over from the path before */
			builder_byte(&b, (char)last.n);
		builder_add(&b, path);
		last = path;
		put_zeroes(&b, version == 4 ? 1 : 8 - (b.n - start) % 8);
	}
	put_object(&b, object_bytes); /* the checksum */
	return builder_str(&b);
}

static const char *const paths[] = { ".env", "app/.env", "app/compose.yaml" };

static enum git_tracked look_among(struct held_files *held, const char *path)
{
	struct files files = held_files(held);
	struct git_path asked = { .path = str_from(path) };

	git_index_look(&files, &arena, &asked, 1);
	return asked.tracked;
}

static enum git_tracked look(struct str index, const char *path)
{
	const struct held_file all[] = { { STR("/project/.git/HEAD"), STR("ref: x\n") },
					 { STR("/project/.git/index"), index },
					 { STR("/project/app/x"), STR("") } };
	struct held_files held = { all, 3 };

	return look_among(&held, path);
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

/* Of ".env" alone, with an extension of this many bytes. */
static struct str extend(const char *name, uint32_t size)
{
	struct str index = make(2, 20, paths, 1);
	struct builder b = { .arena = &arena };

	builder_add(&b, str_slice(index, 0, index.n - 20));
	builder_add(&b, str_from(name));
	put_number(&b, size, 4);
	put_zeroes(&b, size);
	put_object(&b, 20);
	return builder_str(&b);
}

START_TEST(a_split_index_does_not_tell)
{
	ck_assert_int_eq(look(extend("link", 20), "/project/app/.env"), GIT_UNKNOWN);
	ck_assert_int_eq(look(extend("link", 20), "/project/.env"), GIT_TRACKED);
}
END_TEST

START_TEST(an_extension_that_git_may_ignore_is_ignored)
{
	ck_assert_int_eq(look(extend("TREE", 20), "/project/app/.env"), GIT_UNTRACKED);
	ck_assert_int_eq(look(extend("TREE", 300), "/project/app/.env"), GIT_UNTRACKED);
	ck_assert_int_eq(look(extend("tree", 20), "/project/app/.env"), GIT_UNKNOWN);
}
END_TEST

START_TEST(an_index_is_not_taken_for_one_of_the_other_hash)
{
	for (uint32_t version = 2; version <= 4; version++)
		for (uint32_t count = 0; count <= 3; count++)
			for (size_t object = 20; object <= 32; object += 12) {
				struct str index = make(version, object, paths, count);

				ck_assert_int_eq(look(index, "/project/.env"),
						 count ? GIT_TRACKED : GIT_UNTRACKED);
				ck_assert_int_eq(look(index, "/project/none"), GIT_UNTRACKED);
			}
}
END_TEST

START_TEST(a_directory_of_a_sparse_index_does_not_tell_what_is_in_it)
{
	static const char *const sparse[] = { ".env", "app/" };
	struct str index = make(2, 20, sparse, 2);

	ck_assert_int_eq(look(index, "/project/.env"), GIT_TRACKED);
	ck_assert_int_eq(look(index, "/project/app/.env"), GIT_UNKNOWN);
	ck_assert_int_eq(look(index, "/project/apple/.env"), GIT_UNTRACKED);
}
END_TEST

START_TEST(a_path_that_no_system_takes_does_not_tell)
{
	char *longest = arena_alloc(&arena, 4098), *longer = arena_alloc(&arena, 4098);
	const char *const fits[] = { longest }, *const not [] = { longer };

	memset(longest, 'a', 4096);
	longest[4096] = '\0';
	memset(longer, 'a', 4097);
	longer[4097] = '\0';
	for (uint32_t version = 2; version <= 4; version++) {
		ck_assert_int_eq(look(make(version, 20, fits, 1), "/project/b"), GIT_UNTRACKED);
		ck_assert_int_eq(look(make(version, 20, not, 1), "/project/b"), GIT_UNKNOWN);
	}
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

	ck_assert_int_eq(look_among(&held, "/project/tree/app/.env"), GIT_TRACKED);
	ck_assert_int_eq(look_among(&held, "/project/tree/app/x"), GIT_UNTRACKED);
}
END_TEST

START_TEST(files_of_several_checkouts_are_looked_for_at_once)
{
	const struct held_file all[] = { { STR("/project/a/.git/index"), make(2, 20, paths, 3) },
					 { STR("/project/b/.git/index"), make(4, 32, paths, 1) },
					 { STR("/project/c/.git/index"), STR("no index") } };
	struct held_files held = { all, 3 };
	struct files files = held_files(&held);
	struct git_path asked[] = { { .path = STR("/project/b/app/.env") },
				    { .path = STR("/project/a/app/compose.yaml") },
				    { .path = STR("/project/a/app/.envrc") },
				    { .path = STR("/project/a/.env") },
				    { .path = STR("/project/.env") },
				    { .path = STR("/project/b/.env") },
				    { .path = STR("/project/c/.env") },
				    { .path = STR("/project/a/.env") } };
	static const enum git_tracked wanted[] = { GIT_UNTRACKED, GIT_TRACKED,   GIT_UNTRACKED,
						   GIT_TRACKED,   GIT_UNTRACKED, GIT_TRACKED,
						   GIT_UNKNOWN,   GIT_TRACKED };

	git_index_look(&files, &arena, asked, 8);
	for (size_t i = 0; i < 8; i++)
		ck_assert_int_eq(asked[i].tracked, wanted[i]);
}
END_TEST

START_TEST(a_file_that_leads_to_no_checkout_does_not_tell)
{
	const struct held_file all[] = { { STR("/gone/.git"), STR("gitdir: /nowhere\n") },
					 { STR("/other/.git"), STR("no such file\n") } };
	struct held_files held = { all, 2 };

	ck_assert_int_eq(look_among(&held, "/gone/.env"), GIT_UNKNOWN);
	ck_assert_int_eq(look_among(&held, "/other/app/.env"), GIT_UNKNOWN);
}
END_TEST

START_TEST(without_a_checkout_or_an_index_nothing_is_tracked)
{
	const struct held_file all[] = { { STR("/project/.git/HEAD"), STR("") },
					 { STR("/elsewhere/.env"), STR("") } };
	struct held_files held = { all, 2 };

	ck_assert_int_eq(look_among(&held, "/project/.env"), GIT_UNTRACKED);
	ck_assert_int_eq(look_among(&held, "/elsewhere/.env"), GIT_UNTRACKED);
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
	tcase_add_test(tcase, an_extension_that_git_may_ignore_is_ignored);
	tcase_add_test(tcase, an_index_is_not_taken_for_one_of_the_other_hash);
	tcase_add_test(tcase, a_directory_of_a_sparse_index_does_not_tell_what_is_in_it);
	tcase_add_test(tcase, a_path_that_no_system_takes_does_not_tell);
	tcase_add_test(tcase, paths_that_are_not_in_order_do_not_tell);
	tcase_add_test(tcase, the_index_of_a_worktree_lies_where_its_file_says);
	tcase_add_test(tcase, a_file_that_leads_to_no_checkout_does_not_tell);
	tcase_add_test(tcase, files_of_several_checkouts_are_looked_for_at_once);
	tcase_add_test(tcase, without_a_checkout_or_an_index_nothing_is_tracked);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
