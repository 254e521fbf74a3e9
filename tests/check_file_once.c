/* SPDX-License-Identifier: MIT */
#include "config.h"

#include <check.h>

#include "base/path.h"
#include "read/file_once.h"
#include "tests/suite.h"

/* A folder /d with one file, that may be searched or not; it counts how often it is asked. */
struct counted {
	struct str name;       /* of the file */
	enum file_status kind; /* that the listing tells of it */
	bool is_searched;
	unsigned asked, listed;
};

static struct arena arena;
static struct lock lock;
static struct counted counted;
static struct files under, files;

static enum file_status look(void *self, struct arena *unused, struct str path)
{
	struct counted *folder = self;

	(void)unused;
	folder->asked++;
	if (str_eq(path, STR("/d")))
		return FILE_DIRECTORY;
	if (!folder->is_searched)
		return FILE_UNREADABLE;
	return str_eq(path_base(path), folder->name) ? FILE_OK : FILE_ABSENT;
}

static enum file_status read_bytes(void *self, struct arena *unused, struct str path, size_t limit,
				   struct str *bytes)
{
	(void)limit;
	*bytes = STR("x");
	return look(self, unused, path);
}

static enum file_status scan(void *self, struct arena *unused, struct str path,
			     struct file_listing *listing)
{
	struct counted *folder = self;

	(void)unused;
	(void)path;
	folder->listed++;
	*listing = (struct file_listing){ &folder->name, &folder->kind, 1, folder->is_searched };
	return FILE_OK;
}

static void setup(void)
{
	arena = (struct arena){ 0 };
	counted = (struct counted){ .name = STR("compose.yaml"),
				    .kind = FILE_OK,
				    .is_searched = true };
	under = (struct files){ .self = &counted,
				.read = read_bytes,
				.look = look,
				.look_itself = look,
				.scan = scan };
	files = files_once(&under, STR("/d/unsaved.yaml"), &arena, &arena, &lock);
}

static void teardown(void)
{
	arena_free(&arena);
}

static void list_folder(void)
{
	struct str *names;
	size_t count;

	ck_assert_int_eq(files.list(files.self, &arena, STR("/d"), &names, &count), FILE_OK);
	ck_assert_uint_eq(count, 1);
}

static enum file_status look_at(struct str path)
{
	return files.look(files.self, &arena, path);
}

START_TEST(a_file_is_opened_once)
{
	struct str bytes;

	for (int i = 0; i < 3; i++) {
		ck_assert_int_eq(files.read(files.self, &arena, STR("/d/compose.yaml"), 10, &bytes),
				 FILE_OK);
		ck_assert(str_eq(bytes, STR("x")));
	}
	ck_assert_uint_eq(counted.asked, 1);
}
END_TEST

START_TEST(a_folder_is_listed_once)
{
	struct str *names;
	size_t count;

	for (int i = 0; i < 3; i++) {
		ck_assert_int_eq(files.list(files.self, &arena, STR("/d"), &names, &count),
				 FILE_OK);
		ck_assert_uint_eq(count, 1);
		ck_assert(str_eq(names[0], STR("compose.yaml")));
		/* the caller's to change */
		names[0] = STR("other");
	}
	ck_assert_uint_eq(counted.listed, 1);
}
END_TEST

START_TEST(what_a_listed_folder_lacks_is_absent_without_asking)
{
	struct str bytes;

	list_folder();
	ck_assert_int_eq(look_at(STR("/d/a")), FILE_ABSENT);
	ck_assert_int_eq(look_at(STR("/d/b/c")), FILE_ABSENT);
	ck_assert_int_eq(files.look_itself(files.self, &arena, STR("/d/.env")), FILE_ABSENT);
	ck_assert_int_eq(files.read(files.self, &arena, STR("/d/.env"), 10, &bytes), FILE_ABSENT);
	ck_assert_uint_eq(bytes.n, 0);
	ck_assert_uint_eq(counted.asked, 0);
}
END_TEST

START_TEST(what_a_listing_tells_of_a_name_is_not_asked)
{
	list_folder();
	ck_assert_int_eq(look_at(STR("/d/compose.yaml")), FILE_OK);
	ck_assert_int_eq(files.look_itself(files.self, &arena, STR("/d/compose.yaml")), FILE_OK);
	ck_assert_uint_eq(counted.asked, 0);
}
END_TEST

START_TEST(where_a_link_leads_is_looked_at_anew)
{
	counted.kind = FILE_SPECIAL;
	list_folder();
	for (int i = 0; i < 2; i++)
		ck_assert_int_eq(look_at(STR("/d/compose.yaml")), FILE_OK);
	ck_assert_int_eq(files.look_itself(files.self, &arena, STR("/d/compose.yaml")),
			 FILE_SPECIAL);
	ck_assert_uint_eq(counted.asked, 2);
}
END_TEST

START_TEST(what_a_listing_does_not_tell_is_looked_at_anew)
{
	counted.kind = FILE_UNREADABLE;
	list_folder();
	for (int i = 0; i < 2; i++) {
		ck_assert_int_eq(look_at(STR("/d/compose.yaml")), FILE_OK);
		ck_assert_int_eq(files.look_itself(files.self, &arena, STR("/d/compose.yaml")),
				 FILE_OK);
	}
	ck_assert_uint_eq(counted.asked, 4);
}
END_TEST

START_TEST(what_was_read_before_its_folder_was_listed_stays)
{
	struct str bytes;

	ck_assert_int_eq(files.read(files.self, &arena, STR("/d/compose.yaml"), 10, &bytes),
			 FILE_OK);
	counted.name = STR("other");
	list_folder();
	ck_assert_int_eq(files.read(files.self, &arena, STR("/d/compose.yaml"), 10, &bytes),
			 FILE_OK);
	ck_assert(str_eq(bytes, STR("x")));
}
END_TEST

START_TEST(a_name_in_other_letters_may_be_the_same_file)
{
	list_folder();
	look_at(STR("/d/Compose.YAML"));
	ck_assert_uint_eq(counted.asked, 1);
}
END_TEST

START_TEST(a_name_beyond_ascii_may_be_spelt_in_another_way)
{
	list_folder();
	look_at(STR("/d/\xc3\xa9"));
	ck_assert_uint_eq(counted.asked, 1);
}
END_TEST

START_TEST(a_folder_with_such_a_name_is_asked_each_time)
{
	counted.name = STR("e\xcc\x81");
	list_folder();
	for (int i = 0; i < 3; i++)
		ck_assert_int_eq(look_at(STR("/d/a")), FILE_ABSENT);
	ck_assert_uint_eq(counted.asked, 3);
}
END_TEST

START_TEST(a_folder_that_may_not_be_searched_lacks_nothing)
{
	counted.is_searched = false;
	list_folder();
	for (int i = 0; i < 2; i++)
		ck_assert_int_eq(look_at(STR("/d/a")), FILE_UNREADABLE);
	ck_assert_uint_eq(counted.asked, 2);
}
END_TEST

START_TEST(the_file_on_standard_input_is_there_whatever_the_folder_lists)
{
	list_folder();
	ck_assert_int_eq(look_at(STR("/d/unsaved.yaml")), FILE_OK);
	ck_assert_int_eq(files.look_itself(files.self, &arena, STR("/d/unsaved.yaml")), FILE_OK);
}
END_TEST

START_TEST(whether_a_folder_begins_a_checkout_is_asked_once)
{
	for (int i = 0; i < 3; i++)
		ck_assert_int_eq(look_at(STR("/d/.git")), FILE_ABSENT);
	ck_assert_uint_eq(counted.asked, 1);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("file_once");
	TCase *tests = tcase_create("file_once");

	tcase_add_checked_fixture(tests, setup, teardown);
	tcase_add_test(tests, a_file_is_opened_once);
	tcase_add_test(tests, a_folder_is_listed_once);
	tcase_add_test(tests, what_a_listed_folder_lacks_is_absent_without_asking);
	tcase_add_test(tests, what_a_listing_tells_of_a_name_is_not_asked);
	tcase_add_test(tests, where_a_link_leads_is_looked_at_anew);
	tcase_add_test(tests, what_a_listing_does_not_tell_is_looked_at_anew);
	tcase_add_test(tests, what_was_read_before_its_folder_was_listed_stays);
	tcase_add_test(tests, a_name_in_other_letters_may_be_the_same_file);
	tcase_add_test(tests, a_name_beyond_ascii_may_be_spelt_in_another_way);
	tcase_add_test(tests, a_folder_with_such_a_name_is_asked_each_time);
	tcase_add_test(tests, a_folder_that_may_not_be_searched_lacks_nothing);
	tcase_add_test(tests, the_file_on_standard_input_is_there_whatever_the_folder_lists);
	tcase_add_test(tests, whether_a_folder_begins_a_checkout_is_asked_once);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
