/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "read/replace.h"

#include <check.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "tests/own_folder.h"
#include "tests/suite.h"

static struct arena arena;

static void end(void)
{
	own_folder_end();
	arena_free(&arena);
}

static unsigned mode_of(const char *path)
{
	struct stat status;

	ck_assert_int_eq(lstat(path, &status), 0);
	return status.st_mode & 07777;
}

START_TEST(a_file_is_there_only_when_it_is_whole)
{
	struct replacement file;
	mode_t old = umask(027);

	ck_assert(!replace_begin(&arena, STR("report"), &file).failed);
	fputs("new", file.stream);
	fflush(file.stream);
	ck_assert_int_ne(access("report", F_OK), 0);
	ck_assert(!replace_commit(&file).failed);
	umask(old);
	own_folder_holds("report", "new");
	ck_assert_uint_eq(mode_of("report"), 0640);
	ck_assert_uint_eq(own_folder_clear(), 1);
}
END_TEST

START_TEST(an_old_file_gives_its_mode_to_the_new_one)
{
	struct replacement file;

	own_folder_put("report", "old");
	ck_assert_int_eq(chmod("report", 0604), 0);
	ck_assert(!replace_begin(&arena, STR("./report"), &file).failed);
	fputs("new", file.stream);
	own_folder_holds("report", "old");
	ck_assert(!replace_commit(&file).failed);
	own_folder_holds("report", "new");
	ck_assert_uint_eq(mode_of("report"), 0604);
	ck_assert_uint_eq(own_folder_clear(), 1);
}
END_TEST

START_TEST(what_is_abandoned_leaves_the_old_file)
{
	struct replacement file;

	own_folder_put("report", "old");
	ck_assert(!replace_begin(&arena, STR("report"), &file).failed);
	fputs("new", file.stream);
	replace_abandon(&file);
	own_folder_holds("report", "old");
	ck_assert_uint_eq(own_folder_clear(), 1);
}
END_TEST

/* As a full disk would: nothing can be written to this descriptor. */
START_TEST(what_cannot_be_written_leaves_the_old_file)
{
	struct replacement file;
	struct failure failure;
	FILE *full = fopen("/dev/full", "w");

	if (!full)
		return;
	own_folder_put("report", "old");
	ck_assert(!replace_begin(&arena, STR("report"), &file).failed);
	ck_assert_int_ge(dup2(fileno(full), fileno(file.stream)), 0);
	fputs("new", file.stream);
	failure = replace_commit(&file);
	ck_assert(failure.failed);
	ck_assert(str_starts(failure.message, STR("cannot write report: ")));
	own_folder_holds("report", "old");
	fclose(full);
	ck_assert_uint_eq(own_folder_clear(), 1);
}
END_TEST

START_TEST(nothing_is_written_through_a_link)
{
	struct replacement file;

	own_folder_put("other", "old");
	ck_assert_int_eq(symlink("other", "report"), 0);
	ck_assert(replace_begin(&arena, STR("report"), &file).failed);
	own_folder_holds("other", "old");
	ck_assert_int_eq(unlink("report"), 0);
	/* a link that leads nowhere is one, too */
	ck_assert_int_eq(symlink("nowhere", "report"), 0);
	ck_assert(replace_begin(&arena, STR("report"), &file).failed);
	ck_assert_int_ne(access("nowhere", F_OK), 0);
	ck_assert_uint_eq(own_folder_clear(), 2);
}
END_TEST

START_TEST(only_a_file_can_be_replaced)
{
	struct replacement file;

	ck_assert_int_eq(mkdir("report", 0777), 0);
	ck_assert_int_eq(mkfifo("pipe", 0666), 0);
	ck_assert(replace_begin(&arena, STR("report"), &file).failed);
	ck_assert(replace_begin(&arena, STR("pipe"), &file).failed);
	ck_assert(replace_begin(&arena, STR("absent/report"), &file).failed);
	ck_assert(replace_begin(&arena, STR(""), &file).failed);
	ck_assert_uint_eq(own_folder_clear(), 2);
}
END_TEST

START_TEST(what_a_killed_run_has_left_is_taken_away)
{
	struct replacement file;

	own_folder_put(".compose-lint-0.tmp", "half");
	own_folder_put(".compose-lint-x.tmp", "not ours");
	ck_assert(!replace_begin(&arena, STR("new"), &file).failed);
	fputs("whole", file.stream);
	ck_assert(!replace_commit(&file).failed);
	own_folder_holds("new", "whole");
	ck_assert_int_eq(access(".compose-lint-0.tmp", F_OK), -1);
	own_folder_holds(".compose-lint-x.tmp", "not ours");
	ck_assert_uint_eq(own_folder_clear(), 2);
}
END_TEST

START_TEST(what_another_run_writes_is_left_alone)
{
	struct replacement file, other;

	ck_assert(!replace_begin(&arena, STR("one"), &other).failed);
	fputs("one", other.stream);
	ck_assert(!replace_begin(&arena, STR("two"), &file).failed);
	fputs("two", file.stream);
	ck_assert(!replace_commit(&file).failed);
	ck_assert(!replace_commit(&other).failed);
	own_folder_holds("one", "one");
	own_folder_holds("two", "two");
	ck_assert_uint_eq(own_folder_clear(), 2);
}
END_TEST

START_TEST(a_name_that_another_has_put_there_is_not_written_to)
{
	struct replacement file;

	own_folder_put("precious", "old");
	ck_assert_int_eq(link("precious", ".compose-lint-0.tmp"), 0);
	ck_assert_int_eq(symlink("precious", ".compose-lint-1.tmp"), 0);
	ck_assert_int_eq(mkfifo(".compose-lint-2.tmp", 0666), 0);
	ck_assert(!replace_begin(&arena, STR("new"), &file).failed);
	fputs("new", file.stream);
	ck_assert(!replace_commit(&file).failed);
	own_folder_holds("precious", "old");
	own_folder_holds("new", "new");
	ck_assert_uint_eq(own_folder_clear(), 4);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("replace");
	TCase *tcase = tcase_create("replace");

	tcase_add_checked_fixture(tcase, own_folder_begin, end);
	tcase_add_test(tcase, a_file_is_there_only_when_it_is_whole);
	tcase_add_test(tcase, an_old_file_gives_its_mode_to_the_new_one);
	tcase_add_test(tcase, what_is_abandoned_leaves_the_old_file);
	tcase_add_test(tcase, what_cannot_be_written_leaves_the_old_file);
	tcase_add_test(tcase, nothing_is_written_through_a_link);
	tcase_add_test(tcase, only_a_file_can_be_replaced);
#if HAVE_FLOCK
	tcase_add_test(tcase, what_a_killed_run_has_left_is_taken_away);
#endif
	tcase_add_test(tcase, what_another_run_writes_is_left_alone);
	tcase_add_test(tcase, a_name_that_another_has_put_there_is_not_written_to);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
