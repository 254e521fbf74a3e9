/* SPDX-License-Identifier: MIT */
#include "config.h"

#include <check.h>

#include "engine/join.h"
#include "tests/suite.h"

static struct finding *find(struct lint *lint, const char *owner, uint32_t from)
{
	struct finding *finding = diag_add(&lint->diag, STR("rule"), (struct span){ 1, from, 9 },
					   "\"%s\" has it, and \"%s\" must not", owner, owner);

	finding->owner = str_from(owner);
	finding->evidence = STR("it");
	finding->graded = true;
	return finding;
}

static void assert_message(const struct finding *finding, const char *expected)
{
	ck_assert_msg(str_eq(finding->message, str_from(expected)), "wanted: %s\ngot: %.*s",
		      expected, STR_FMT(finding->message));
}

START_TEST(what_services_share_is_told_once_and_names_them)
{
	struct lint lint;
	struct finding *first, *other;

	lint_init(&lint);
	first = find(&lint, "a", 1);
	other = find(&lint, "b", 1);
	diag_related(&lint.diag, other, RELATED_DEFINITION, (struct span){ 1, 5, 6 }, "alias");
	find(&lint, "c", 1);
	join_findings(&lint);
	ck_assert_uint_eq(lint.diag.count, 1);
	ck_assert_ptr_eq(lint.diag.findings[0], first);
	assert_message(first,
		       "\"a\" has it, and \"a\" must not; the same goes for \"b\" and \"c\"");
	ck_assert_ptr_eq(first->also, other);
	ck_assert(str_eq(first->also->also->owner, STR("c")));
	ck_assert_int_ne(first->level, LEVEL_OFF);
	ck_assert_int_eq(other->level, first->level);
	ck_assert(str_eq(first->related->message, STR("alias")));
	lint_free(&lint);
}
END_TEST

START_TEST(more_services_than_a_line_can_hold_are_counted)
{
	static const char *const names[] = { "a", "b", "c", "d", "e", "f", "g", "h" };
	struct lint lint;

	lint_init(&lint);
	for (size_t i = 0; i < 8; i++)
		find(&lint, names[i], 1);
	join_findings(&lint);
	assert_message(lint.diag.findings[0],
		       "\"a\" has it, and \"a\" must not; the same goes for \"b\", \"c\", \"d\", "
		       "\"e\", \"f\" and 2 more");
	lint_free(&lint);
}
END_TEST

START_TEST(what_differs_stays_apart)
{
	static const struct suppression said = { SUPPRESSED_IN_SOURCE, { "why", 3 }, { 1, 2, 3 } };
	struct lint lint;

	lint_init(&lint);
	find(&lint, "a", 1);
	find(&lint, "a", 2);                             /* another place */
	find(&lint, "b", 1)->evidence = STR("other");    /* another thing */
	find(&lint, "c", 1)->level = LEVEL_INFO;         /* another grade */
	find(&lint, "d", 1)->suppression = &said;        /* left out */
	find(&lint, "e", 1)->message = STR("otherwise"); /* another reason */
	find(&lint, "f", 1)->project = 1;                /* another project */
	find(&lint, "", 1)->message = STR(" has it");    /* nobody's */
	diag_add(&lint.diag, STR("more"), (struct span){ 1, 1, 9 }, "\"g\" has it");
	join_findings(&lint);
	ck_assert_uint_eq(lint.diag.count, 9);
	for (size_t i = 0; i < lint.diag.count; i++)
		ck_assert_ptr_null(lint.diag.findings[i]->also);
	lint_free(&lint);
}
END_TEST

START_TEST(what_is_left_out_for_one_reason_goes_together)
{
	static const struct suppression said = { SUPPRESSED_IN_SOURCE, { "why", 3 }, { 1, 2, 3 } };
	static const struct suppression again = { SUPPRESSED_IN_SOURCE, { "why", 3 }, { 1, 2, 3 } };
	struct lint lint;

	lint_init(&lint);
	find(&lint, "a", 1)->suppression = &said;
	find(&lint, "b", 1)->suppression = &again;
	join_findings(&lint);
	ck_assert_uint_eq(lint.diag.count, 1);
	lint_free(&lint);
}
END_TEST

START_TEST(places_of_one_cause_are_one_finding_at_the_first_that_was_reported)
{
	struct lint lint;
	struct finding *first;

	lint_init(&lint);
	first = find(&lint, "a", 7);
	first->shared = STR("the host");
	find(&lint, "a", 2)->shared = STR("the host");
	find(&lint, "a", 3)->shared = STR("the host");
	find(&lint, "a", 4)->shared = STR("another");
	find(&lint, "b", 7)->shared = STR("the host");
	find(&lint, "b", 2)->shared = STR("the host");
	diag_sort(&lint.diag);
	join_findings(&lint);
	ck_assert_uint_eq(lint.diag.count, 2);
	ck_assert_ptr_eq(lint.diag.findings[1], first);
	assert_message(first,
		       "\"a\" has it, and \"a\" must not; 2 more places do the same; the same "
		       "goes for \"b\"");
	ck_assert_uint_eq(first->related->span.start, 2);
	lint_free(&lint);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("join");
	TCase *c = tcase_create("join");

	tcase_add_test(c, what_services_share_is_told_once_and_names_them);
	tcase_add_test(c, more_services_than_a_line_can_hold_are_counted);
	tcase_add_test(c, what_differs_stays_apart);
	tcase_add_test(c, what_is_left_out_for_one_reason_goes_together);
	tcase_add_test(c, places_of_one_cause_are_one_finding_at_the_first_that_was_reported);
	suite_add_tcase(s, c);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
