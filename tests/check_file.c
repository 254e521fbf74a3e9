/* SPDX-License-Identifier: MIT */
#include "config.h"

#include <check.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/path.h"
#include "read/file.h"
#include "tests/own_folder.h"
#include "tests/suite.h"

static struct arena arena;
static struct files files;

static void setup(void)
{
	arena = (struct arena){ 0 };
	files = file_system();
	own_folder_begin();
}

static void teardown(void)
{
	own_folder_end();
	arena_free(&arena);
}

static enum file_status read_it(const char *name, size_t limit, struct str *bytes)
{
	return files.read(files.self, &arena, str_from(name), limit, bytes);
}

START_TEST(a_file_is_read_whole)
{
	struct str bytes;

	own_folder_put("a", "text\n");
	ck_assert_int_eq(read_it("a", 100, &bytes), FILE_OK);
	ck_assert(str_eq(bytes, STR("text\n")));
	own_folder_put("b", "");
	ck_assert_int_eq(read_it("b", 100, &bytes), FILE_OK);
	ck_assert_uint_eq(bytes.n, 0);
}
END_TEST

START_TEST(the_limit_is_inclusive)
{
	struct str bytes;

	own_folder_put("a", "12345");
	ck_assert_int_eq(read_it("a", 5, &bytes), FILE_OK);
	ck_assert_int_eq(read_it("a", 4, &bytes), FILE_TOO_LARGE);
	ck_assert_uint_eq(bytes.n, 0);
}
END_TEST

START_TEST(what_is_no_file_is_not_read)
{
	struct str bytes;

	ck_assert_int_eq(read_it("nothing", 100, &bytes), FILE_ABSENT);
	ck_assert_int_eq(read_it(".", 100, &bytes), FILE_DIRECTORY);
	own_folder_put("a", "x");
	ck_assert_int_eq(read_it("a/b", 100, &bytes), FILE_ABSENT);
	ck_assert_int_eq(files.read(NULL, &arena, STR("/dev/zero"), 100, &bytes), FILE_SPECIAL);
	ck_assert_int_eq(files.read(NULL, &arena, STR(""), 100, &bytes), FILE_ABSENT);
	ck_assert_int_eq(files.read(NULL, &arena, STR("/dev\0/null"), 100, &bytes), FILE_ABSENT);
}
END_TEST

START_TEST(a_fifo_does_not_block)
{
	struct str bytes;

	ck_assert_int_eq(mkfifo("fifo", 0600), 0);
	ck_assert_int_eq(read_it("fifo", 100, &bytes), FILE_SPECIAL);
	ck_assert_int_eq(files.look(NULL, &arena, STR("fifo")), FILE_SPECIAL);
}
END_TEST

START_TEST(a_loop_of_links_is_one)
{
	struct str bytes;

	ck_assert_int_eq(symlink("loop", "loop"), 0);
	ck_assert_int_eq(read_it("loop", 100, &bytes), FILE_LINK_LOOP);
}
END_TEST

START_TEST(links_are_followed)
{
	struct str bytes;

	own_folder_put("a", "x");
	ck_assert_int_eq(symlink("a", "link"), 0);
	ck_assert_int_eq(read_it("link", 100, &bytes), FILE_OK);
	ck_assert_int_eq(files.look(NULL, &arena, STR("link")), FILE_OK);
}
END_TEST

START_TEST(a_file_that_may_not_be_read_is_unreadable)
{
	struct str bytes;

	own_folder_put("a", "x");
	ck_assert_int_eq(chmod("a", 0), 0);
	/* root may read anything */
	if (geteuid() != 0)
		ck_assert_int_eq(read_it("a", 100, &bytes), FILE_UNREADABLE);
}
END_TEST

START_TEST(a_file_of_the_kernel_is_read_whatever_size_it_says)
{
	struct str bytes;

	if (files.look(NULL, &arena, STR("/proc/self/status")) != FILE_OK)
		return;
	ck_assert_int_eq(files.read(NULL, &arena, STR("/proc/self/status"), 100000, &bytes),
			 FILE_OK);
	ck_assert_uint_gt(bytes.n, 0);
	ck_assert_int_eq(files.read(NULL, &arena, STR("/proc/self/status"), 1, &bytes),
			 FILE_TOO_LARGE);
}
END_TEST

START_TEST(names_are_sorted_by_bytes)
{
	struct str *names;
	size_t count;

	own_folder_put("b", "");
	own_folder_put("a", "");
	own_folder_put("B", "");
	ck_assert_int_eq(files.list(NULL, &arena, STR("."), &names, &count), FILE_OK);
	ck_assert_uint_eq(count, 3);
	ck_assert(str_eq(names[0], STR("B")) && str_eq(names[1], STR("a")));
	ck_assert_int_eq(files.list(NULL, &arena, STR("nothing"), &names, &count), FILE_ABSENT);
	ck_assert_int_eq(files.list(NULL, &arena, STR("a"), &names, &count), FILE_UNREADABLE);
	ck_assert_int_eq(mkdir("d", 0700), 0);
	ck_assert_int_eq(files.list(NULL, &arena, STR("d"), &names, &count), FILE_OK);
	ck_assert_uint_eq(count, 0);
}
END_TEST

START_TEST(a_directory_tells_what_its_names_are)
{
	struct file_listing listing;

	own_folder_put("a", "");
	ck_assert_int_eq(mkdir("b", 0700), 0);
	ck_assert_int_eq(symlink("a", "c"), 0);
	ck_assert_int_eq(files.scan(NULL, &arena, STR("."), &listing), FILE_OK);
	ck_assert_uint_eq(listing.count, 3);
	ck_assert(listing.is_searchable);
	for (size_t i = 0; i < 3; i++)
		ck_assert(listing.kinds[i] == FILE_UNREADABLE ||
			  listing.kinds[i] == files.look_itself(NULL, &arena, listing.names[i]));
	ck_assert_int_eq(chmod("b", 0400), 0);
	ck_assert_int_eq(files.scan(NULL, &arena, STR("b"), &listing), FILE_OK);
	/* root may search anything */
	ck_assert(listing.is_searchable == (geteuid() == 0));
}
END_TEST

START_TEST(what_lies_below_the_current_directory_is_reached_from_there)
{
	struct str current, bytes;
	struct files near;

	own_folder_put("a", "x");
	ck_assert_int_eq(mkdir("b", 0700), 0);
	own_folder_put("b/-", "y");
	ck_assert(file_current_directory(&arena, &current));
	near = file_system_at(&current);
	ck_assert_int_eq(
		near.read(near.self, &arena, path_join(&arena, current, STR("a")), 9, &bytes),
		FILE_OK);
	ck_assert(str_eq(bytes, STR("x")));
	ck_assert_int_eq(
		near.read(near.self, &arena, path_join(&arena, current, STR("b/-")), 9, &bytes),
		FILE_OK);
	ck_assert(str_eq(bytes, STR("y")));
	ck_assert_int_eq(near.look(near.self, &arena, current), FILE_DIRECTORY);
	ck_assert_int_eq(near.look(near.self, &arena, path_directory(current)), FILE_DIRECTORY);
	ck_assert_int_eq(near.look(near.self, &arena, STR("/dev/null")), FILE_OK);
	ck_assert_int_eq(unlink("b/-"), 0);
}
END_TEST

START_TEST(the_current_directory_is_absolute)
{
	struct str path;

	ck_assert(file_current_directory(&arena, &path));
	ck_assert(path_is_absolute(path));
}
END_TEST

START_TEST(each_status_has_words)
{
	for (int status = FILE_OK; status <= FILE_TOO_LARGE; status++)
		ck_assert_uint_gt(file_status_text((enum file_status)status).n, 0);
	/* it stands behind "cannot be read: " */
	ck_assert(!str_has(file_status_text(FILE_UNREADABLE), STR("cannot be read")));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("file");
	TCase *tests = tcase_create("file");

	tcase_add_checked_fixture(tests, setup, teardown);
	tcase_add_test(tests, a_file_is_read_whole);
	tcase_add_test(tests, the_limit_is_inclusive);
	tcase_add_test(tests, what_is_no_file_is_not_read);
	tcase_add_test(tests, a_fifo_does_not_block);
	tcase_add_test(tests, a_loop_of_links_is_one);
	tcase_add_test(tests, links_are_followed);
	tcase_add_test(tests, a_file_that_may_not_be_read_is_unreadable);
	tcase_add_test(tests, a_file_of_the_kernel_is_read_whatever_size_it_says);
	tcase_add_test(tests, names_are_sorted_by_bytes);
	tcase_add_test(tests, a_directory_tells_what_its_names_are);
	tcase_add_test(tests, what_lies_below_the_current_directory_is_reached_from_there);
	tcase_add_test(tests, the_current_directory_is_absolute);
	tcase_add_test(tests, each_status_has_words);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
