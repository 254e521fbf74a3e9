/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "report/mapping.h"

#include <check.h>

#include "engine/boundary.h"
#include "rules/registry.h"
#include "tests/suite.h"

START_TEST(each_name_is_that_of_a_rule)
{
	const struct mapping *all;
	size_t count = mapping_all(&all);

	ck_assert_uint_gt(count, 0);
	for (size_t i = 0; i < count; i++) {
		struct str name;

		for (size_t j = 0; (name = mapping_rule(&all[i], j)).n; j++)
			ck_assert_msg(rule_find(rules_all(), name) != NULL,
				      "%.*s names \"%.*s\", which is no rule", STR_FMT(all[i].name),
				      STR_FMT(name));
	}
}
END_TEST

START_TEST(a_rule_is_named_once_for_a_question)
{
	const struct mapping *all;
	size_t count = mapping_all(&all);

	for (size_t i = 0; i < count; i++) {
		struct str name;

		for (size_t j = 0; (name = mapping_rule(&all[i], j)).n; j++)
			for (size_t k = 0; k < j; k++)
				ck_assert_msg(!str_eq(name, mapping_rule(&all[i], k)),
					      "%.*s names \"%.*s\" twice", STR_FMT(all[i].name),
					      STR_FMT(name));
	}
}
END_TEST

START_TEST(what_no_rule_answers_says_why)
{
	const struct mapping *all;
	size_t count = mapping_all(&all);

	ck_assert(all[0].heads);
	for (size_t i = 0; i < count; i++)
		ck_assert_msg(all[i].heads || mapping_rule(&all[i], 0).n || all[i].note.n,
			      "%.*s has neither a rule nor a note", STR_FMT(all[i].name));
}
END_TEST

START_TEST(a_catalogue_asks_for_a_thing_once)
{
	const struct mapping *all;
	size_t count = mapping_all(&all);

	for (size_t i = 0; i < count; i++)
		for (size_t j = i + 1; j < count && !all[j].heads; j++)
			ck_assert_msg(all[i].heads || !str_eq(all[i].name, all[j].name),
				      "%.*s stands twice", STR_FMT(all[i].name));
}
END_TEST

START_TEST(the_boundary_test_has_all_its_checks)
{
	const struct mapping *all;
	size_t count = mapping_all(&all), tried = 0;

	for (size_t i = 0; i < count; i++) {
		if (!all[i].tried)
			continue;
		ck_assert_uint_eq(all[i].check, tried);
		ck_assert(mapping_has(&all[i], boundary_rule((enum boundary_check_name)tried, 0)));
		tried++;
	}
	ck_assert_uint_eq(tried, BOUNDARY_CHECKS);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("mapping");
	TCase *cases = tcase_create("mapping");

	tcase_add_test(cases, each_name_is_that_of_a_rule);
	tcase_add_test(cases, a_rule_is_named_once_for_a_question);
	tcase_add_test(cases, what_no_rule_answers_says_why);
	tcase_add_test(cases, a_catalogue_asks_for_a_thing_once);
	tcase_add_test(cases, the_boundary_test_has_all_its_checks);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
