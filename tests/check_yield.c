/* SPDX-License-Identifier: MIT */
#include "config.h"

#include <check.h>

#include "engine/yield.h"
#include "tests/suite.h"

/* exact before general before vague */
static const struct rule exact = { .name = STR_INIT("exact") };
static const struct rule general = {
	.name = STR_INIT("general"),
	.yields = RULE_NAMES(STR_INIT("exact")),
};
static const struct rule vague = {
	.name = STR_INIT("vague"),
	.yields = RULE_NAMES(STR_INIT("exact"), STR_INIT("general"), STR_INIT("unborn")),
};
static const struct rule *const all[] = { &exact, &general, &vague };
static const struct rule_set rules = { all, 3 };

static struct finding *find(struct lint *lint, const char *rule, const char *owner, uint32_t from,
			    uint32_t to)
{
	struct span span = { 1, from, to };
	struct finding *finding = diag_add(&lint->diag, str_from(rule), span, "text");

	finding->extent = span;
	finding->owner = str_from(owner);
	finding->graded = true;
	return finding;
}

static bool is_dropped(const struct finding *finding)
{
	return finding->level == LEVEL_OFF;
}

START_TEST(one_cause_is_one_finding)
{
	struct lint lint;
	struct finding *left, *gone;

	lint_init(&lint);
	gone = find(&lint, "general", "agent", 10, 20);
	left = find(&lint, "exact", "agent", 10, 20);
	yield_findings(&lint, rules, 0);
	ck_assert(is_dropped(gone));
	ck_assert(!is_dropped(left));
	lint_free(&lint);
}
END_TEST

START_TEST(inside_and_around_are_the_same_node)
{
	struct lint lint;
	struct finding *inside, *around;

	lint_init(&lint);
	find(&lint, "exact", "agent", 10, 20);
	inside = find(&lint, "general", "agent", 12, 15);
	around = find(&lint, "vague", "agent", 5, 30);
	yield_findings(&lint, rules, 0);
	ck_assert(is_dropped(inside));
	ck_assert(is_dropped(around));
	lint_free(&lint);
}
END_TEST

START_TEST(beside_each_other_are_two_things)
{
	struct lint lint;
	struct finding *beside, *across, *elsewhere;

	lint_init(&lint);
	find(&lint, "exact", "agent", 10, 20);
	beside = find(&lint, "general", "agent", 20, 30);
	across = find(&lint, "general", "agent", 15, 25);
	elsewhere = find(&lint, "general", "agent", 10, 20);
	elsewhere->extent.source = 2;
	yield_findings(&lint, rules, 0);
	ck_assert(!is_dropped(beside));
	ck_assert(!is_dropped(across));
	ck_assert(!is_dropped(elsewhere));
	lint_free(&lint);
}
END_TEST

START_TEST(another_service_has_its_own_causes)
{
	struct lint lint;
	struct finding *other;

	lint_init(&lint);
	find(&lint, "exact", "agent", 10, 20);
	other = find(&lint, "general", "helper", 10, 20);
	yield_findings(&lint, rules, 0);
	ck_assert(!is_dropped(other));
	lint_free(&lint);
}
END_TEST

START_TEST(the_extent_counts_where_it_is_more_than_the_place)
{
	struct lint lint;
	struct finding *mount, *mode;

	/* a source and a mode stand beside each other in one item */
	lint_init(&lint);
	mount = find(&lint, "exact", "agent", 10, 14);
	mount->extent = (struct span){ 1, 10, 30 };
	mode = find(&lint, "general", "agent", 25, 30);
	yield_findings(&lint, rules, 0);
	ck_assert(is_dropped(mode));
	lint_free(&lint);
}
END_TEST

START_TEST(who_gives_way_still_counts_for_others)
{
	struct lint lint;
	struct finding *middle, *last;

	lint_init(&lint);
	find(&lint, "exact", "agent", 10, 14);
	middle = find(&lint, "general", "agent", 10, 30);
	last = find(&lint, "vague", "agent", 20, 30);
	yield_findings(&lint, rules, 0);
	ck_assert(is_dropped(middle));
	ck_assert(is_dropped(last));
	lint_free(&lint);
}
END_TEST

START_TEST(nothing_gives_way_to_a_rule_that_is_off)
{
	struct lint lint;
	struct finding *left;

	lint_init(&lint);
	find(&lint, "exact", "agent", 10, 20)->level = LEVEL_OFF;
	left = find(&lint, "general", "agent", 10, 20);
	yield_findings(&lint, rules, 0);
	ck_assert(!is_dropped(left));
	lint_free(&lint);
}
END_TEST

START_TEST(a_rule_does_not_give_way_to_those_that_give_way_to_it)
{
	struct lint lint;
	struct finding *left;

	lint_init(&lint);
	left = find(&lint, "general", "agent", 10, 20);
	find(&lint, "vague", "agent", 10, 20);
	yield_findings(&lint, rules, 0);
	ck_assert(!is_dropped(left));
	lint_free(&lint);
}
END_TEST

START_TEST(two_findings_of_one_rule_stay)
{
	struct lint lint;
	struct finding *one, *two;

	lint_init(&lint);
	one = find(&lint, "general", "agent", 10, 20);
	two = find(&lint, "general", "agent", 10, 20);
	yield_findings(&lint, rules, 0);
	ck_assert(!is_dropped(one));
	ck_assert(!is_dropped(two));
	lint_free(&lint);
}
END_TEST

START_TEST(findings_of_earlier_projects_are_left_alone)
{
	struct lint lint;
	struct finding *earlier, *now;

	lint_init(&lint);
	earlier = find(&lint, "general", "agent", 10, 20);
	find(&lint, "exact", "agent", 10, 20);
	now = find(&lint, "general", "agent", 10, 20);
	yield_findings(&lint, rules, 2);
	ck_assert(!is_dropped(earlier));
	ck_assert(!is_dropped(now));
	lint_free(&lint);
}
END_TEST

static bool is_named(struct lint *lint, size_t count, size_t first, struct span span)
{
	static const struct str names[] = { STR_INIT("exact"), STR_INIT("general") };

	return yield_is_named(yield_index_of(lint, names, count, first), span);
}

START_TEST(a_named_use_is_one_that_a_finding_covers)
{
	struct lint lint;
	struct finding *finding;

	lint_init(&lint);
	ck_assert(!is_named(&lint, 2, 0, (struct span){ 1, 12, 15 }));
	finding = find(&lint, "exact", "agent", 10, 20);
	ck_assert(is_named(&lint, 2, 0, (struct span){ 1, 12, 15 }));
	ck_assert(!is_named(&lint, 2, 0, (struct span){ 1, 30, 35 }));
	ck_assert(!is_named(&lint, 2, 0, (struct span){ 2, 12, 15 }));
	find(&lint, "general", "agent", 50, 60);
	ck_assert(is_named(&lint, 2, 0, (struct span){ 1, 50, 55 }));
	ck_assert(!is_named(&lint, 1, 0, (struct span){ 1, 50, 55 }));
	finding->extent = (struct span){ 1, 10, 40 };
	ck_assert(is_named(&lint, 2, 0, (struct span){ 1, 30, 35 }));
	ck_assert(!is_named(&lint, 2, 1, (struct span){ 1, 30, 35 }));
	finding->level = LEVEL_OFF;
	ck_assert(!is_named(&lint, 2, 0, (struct span){ 1, 12, 15 }));
	lint_free(&lint);
}
END_TEST

/* What yield.h says, word by word. */
static bool should_go(const struct lint *lint, const struct finding *finding)
{
	for (size_t i = 0; i < lint->diag.count; i++) {
		const struct finding *to = lint->diag.findings[i];

		if (str_eq(finding->rule, STR("general")) && str_eq(to->rule, STR("exact")) &&
		    str_eq(to->owner, finding->owner) &&
		    (span_within(to->extent, finding->extent) ||
		     span_within(finding->extent, to->extent)))
			return true;
	}
	return false;
}

START_TEST(many_findings_give_way_as_few_do)
{
	static const char *const owners[] = { "agent", "db", "gateway" };
	struct lint lint;
	uint32_t random = 1;
	bool wanted[400];
	size_t gone = 0;

	lint_init(&lint);
	for (size_t i = 0; i < 400; i++) {
		uint32_t from, length;

		random = random * 1103515245 + 12345;
		from = (random >> 8) % 2000;
		length = (random >> 20) % (i % 40 ? 12 : 400);
		find(&lint, (random >> 4) % 3 ? "general" : "exact", owners[(random >> 16) % 3],
		     from, from + length);
	}
	for (size_t i = 0; i < 400; i++)
		wanted[i] = should_go(&lint, lint.diag.findings[i]);
	yield_findings(&lint, rules, 0);
	for (size_t i = 0; i < 400; i++) {
		ck_assert_msg(is_dropped(lint.diag.findings[i]) == wanted[i], "finding %zu", i);
		gone += wanted[i];
	}
	/* else it proves nothing */
	ck_assert(gone > 50 && gone < 250);
	lint_free(&lint);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("yield");
	TCase *cases = tcase_create("giving way");

	suite_add_tcase(suite, cases);
	tcase_add_test(cases, one_cause_is_one_finding);
	tcase_add_test(cases, many_findings_give_way_as_few_do);
	tcase_add_test(cases, inside_and_around_are_the_same_node);
	tcase_add_test(cases, beside_each_other_are_two_things);
	tcase_add_test(cases, another_service_has_its_own_causes);
	tcase_add_test(cases, the_extent_counts_where_it_is_more_than_the_place);
	tcase_add_test(cases, who_gives_way_still_counts_for_others);
	tcase_add_test(cases, nothing_gives_way_to_a_rule_that_is_off);
	tcase_add_test(cases, a_rule_does_not_give_way_to_those_that_give_way_to_it);
	tcase_add_test(cases, two_findings_of_one_rule_stay);
	tcase_add_test(cases, findings_of_earlier_projects_are_left_alone);
	tcase_add_test(cases, a_named_use_is_one_that_a_finding_covers);
	return run_suite(suite);
}
