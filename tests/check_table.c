/* SPDX-License-Identifier: MIT */
#include "config.h"

#include <check.h>

#include "base/arena.h"
#include "base/table.h"
#include "tests/suite.h"

enum { NAMES = 3000 };

/* Names in order, in the reverse order, and in none; some of them twice. */
static struct str name_of(struct arena *arena, int order, uint32_t i)
{
	static const uint32_t scatter = 2654435761U;
	uint32_t number = order == 0 ? i : order == 1 ? NAMES - i : i * scatter % 2000;

	return arena_fmt(arena, "NAME_%05u", (unsigned)number);
}

START_TEST(names_are_found_while_others_are_added)
{
	struct arena arena = { 0 };
	struct table table = { .arena = &arena };
	int numbers[NAMES];
	const uint32_t *sorted;

	for (uint32_t i = 0; i < NAMES; i++) {
		struct str name = name_of(&arena, _i, i);

		table_add(&table, name, &numbers[i]);
		/* in small steps and in large ones */
		if (i % 7 && (i < 1000 || i > 1500)) {
			ck_assert_ptr_eq(table_get(&table, name), &numbers[i]);
			ck_assert_ptr_null(table_get(&table, STR("NAME_")));
		}
	}
	sorted = table_sorted(&table);
	for (uint32_t i = 1; i < NAMES; i++) {
		int order =
			str_cmp(table.entries[sorted[i - 1]].name, table.entries[sorted[i]].name);

		ck_assert(order < 0 || (order == 0 && sorted[i - 1] < sorted[i]));
	}
	for (uint32_t i = 0; i < NAMES; i++) {
		const int *value = table_get(&table, table.entries[i].name);

		ck_assert_ptr_nonnull(value);
		/* the last of its name */
		ck_assert(str_eq(table.entries[value - numbers].name, table.entries[i].name));
		ck_assert(value - numbers >= (ptrdiff_t)i);
	}
	arena_free(&arena);
}
END_TEST

/* Asked a few times and then often, behind names that are in the index and without such. */
START_TEST(the_last_of_many_is_found_by_a_walk_and_by_the_index)
{
	struct arena arena = { 0 };
	struct table table = { .arena = &arena };
	int numbers[NAMES];

	for (uint32_t i = 0; i < NAMES; i++) {
		table_add(&table, name_of(&arena, 2, i), &numbers[i]);
		if (i == 99 && _i)
			table_sorted(&table);
	}
	for (uint32_t i = 0; i < 100; i++) {
		const int *last = NULL;

		for (uint32_t j = 0; j < NAMES; j++)
			if (str_eq(table.entries[j].name, table.entries[i].name))
				last = &numbers[j];
		ck_assert_ptr_eq(table_get(&table, table.entries[i].name), last);
		ck_assert_ptr_null(table_get(&table, STR("NAME_")));
		ck_assert_ptr_null(table_get(&table, STR("OTHER_00001")));
	}
	arena_free(&arena);
}
END_TEST

START_TEST(setting_replaces_the_value_in_its_place)
{
	struct arena arena = { 0 };
	struct table table = { .arena = &arena };
	int first, second;

	table_set(&table, STR("a"), &first);
	table_set(&table, STR("b"), &first);
	table_set(&table, STR("a"), &second);
	ck_assert_uint_eq(table.count, 2);
	ck_assert_ptr_eq(table.entries[0].value, &second);
	arena_free(&arena);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("table");
	TCase *cases = tcase_create("names");

	suite_add_tcase(suite, cases);
	tcase_add_loop_test(cases, names_are_found_while_others_are_added, 0, 3);
	tcase_add_loop_test(cases, the_last_of_many_is_found_by_a_walk_and_by_the_index, 0, 2);
	tcase_add_test(cases, setting_replaces_the_value_in_its_place);
	return run_suite(suite);
}
