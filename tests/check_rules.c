/* SPDX-License-Identifier: MIT */
/* Every rule's data sheet: its texts, and its examples run for real. */
#include "config.h"

#include <check.h>
#include <stdlib.h>

#include "rules/registry.h"
#include "tests/mended.h"
#include "tests/suite.h"
#include "tests/support.h"

static const struct test_options judged = { TEST_SANDBOX };

static void lint_example(struct test_run *run, struct str text)
{
	struct test_options options = judged;

	options.rules = rules_all();
	test_lint(run, text, &options);
}

/* Pure policy is on in the preset strict only. */
static void lint_example_of(const struct rule *rule, struct test_run *run, struct str text)
{
	struct test_options options = judged;

	options.rules = rules_all();
	if (preset_level(options.preset, rule, SERVICE_AGENT) == LEVEL_OFF)
		options.preset = PRESET_STRICT;
	test_lint(run, text, &options);
}

/* Rules that give way name others, some of which may not be there yet. */
static const struct str may_be_named[] = {
	STR_INIT("build-secret"),         STR_INIT("credential-env"),
	STR_INIT("credential-file"),      STR_INIT("credential-literal"),
	STR_INIT("engine-endpoint"),      STR_INIT("gateway-key"),
	STR_INIT("gateway-unreachable"),  STR_INIT("home-mount"),
	STR_INIT("host-exec-mount"),      STR_INIT("host-socket-mount"),
	STR_INIT("mount-overlap"),        STR_INIT("mount-propagation"),
	STR_INIT("no-workspace"),         STR_INIT("parent-mount"),
	STR_INIT("privileged-neighbour"), STR_INIT("root-user"),
	STR_INIT("rootfs-writable"),      STR_INIT("self-modify-mount"),
	STR_INIT("shared-storage"),       STR_INIT("socket-mount"),
	STR_INIT("system-mount"),         STR_INIT("tmpfs-options"),
};

static bool is_kebab_case(struct str name)
{
	if (!name.n || name.p[0] == '-' || name.p[name.n - 1] == '-')
		return false;
	for (size_t i = 0; i < name.n; i++) {
		char c = name.p[i];

		if (!(c >= 'a' && c <= 'z') && c != '-')
			return false;
		if (c == '-' && name.p[i - 1] == '-')
			return false;
	}
	return true;
}

/* "title <url>" on each line. */
static bool is_list_of_sources(struct str see)
{
	while (see.p) {
		struct str line = str_cut(&see, '\n');
		size_t url = str_find(line, STR(" <https://"), 0);

		if (url == STR_NPOS || url == 0 || !str_ends(line, STR(">")))
			return false;
	}
	return true;
}

/* ---- texts ---- */

START_TEST(a_name_says_the_problem_in_kebab_case)
{
	const struct rule *rule = rules_all().all[_i];

	ck_assert_msg(is_kebab_case(rule->name), "\"%.*s\"", STR_FMT(rule->name));
	if (_i > 0)
		ck_assert_msg(str_cmp(rules_all().all[_i - 1]->name, rule->name) < 0,
			      "\"%.*s\" does not stand in the order of names", STR_FMT(rule->name));
	ck_assert_ptr_eq(rule_find(rules_all(), rule->name), rule);
}
END_TEST

START_TEST(a_summary_is_one_line_in_lower_case_without_full_stop)
{
	const struct rule *rule = rules_all().all[_i];
	struct str summary = rule->summary;
	/* names keep their capitals */
	bool is_name = str_starts(summary, STR("Compose ")) ||
		       str_starts(summary, STR("BuildKit ")) ||
		       str_starts(summary, STR("Dockerfile "));

	ck_assert_msg(summary.n > 0 && summary.n <= 72 &&
			      str_find_byte(summary, '\n', 0) == STR_NPOS &&
			      !str_ends(summary, STR(".")) &&
			      (is_name || (summary.p[0] >= 'a' && summary.p[0] <= 'z')),
		      "%.*s: \"%.*s\"", STR_FMT(rule->name), STR_FMT(summary));
}
END_TEST

static bool is_prose(struct str text)
{
	return text.n > 0 && str_ends(text, STR(".")) && text.n == str_trim(text).n;
}

START_TEST(reason_and_advice_are_sentences)
{
	const struct rule *rule = rules_all().all[_i];
	struct str rest = rule->reason;

	ck_assert_msg(is_prose(rule->reason), "%.*s: reason", STR_FMT(rule->name));
	ck_assert_msg(is_prose(rule->advice), "%.*s: advice", STR_FMT(rule->name));
	ck_assert_msg(!rule->silent.n || is_prose(rule->silent), "%.*s: silent",
		      STR_FMT(rule->name));
	/* one newline alone would be lost between the lines of a paragraph */
	while (rest.p) {
		struct str paragraph = str_cut(&rest, '\n');

		ck_assert_msg(!rest.p || paragraph.n == 0 || rest.p[0] == '\n',
			      "%.*s: a paragraph of the reason is broken", STR_FMT(rule->name));
	}
}
END_TEST

START_TEST(what_grounds_it_is_a_list_of_titles_and_addresses)
{
	const struct rule *rule = rules_all().all[_i];

	ck_assert_msg(is_list_of_sources(rule->see), "%.*s:\n%.*s", STR_FMT(rule->name),
		      STR_FMT(rule->see));
}
END_TEST

START_TEST(a_score_is_a_number_with_one_decimal)
{
	const struct rule *rule = rules_all().all[_i];
	struct str score = rule->score;

	ck_assert_msg(!score.n || str_eq(score, STR("10.0")) ||
			      (score.n == 3 && byte_is_digit(score.p[0]) && score.p[1] == '.' &&
			       byte_is_digit(score.p[2])),
		      "%.*s: \"%.*s\"", STR_FMT(rule->name), STR_FMT(score));
	ck_assert_msg(rule->severity != LEVEL_OFF, "%.*s", STR_FMT(rule->name));
}
END_TEST

START_TEST(it_gives_way_to_known_rules_only)
{
	const struct rule *rule = rules_all().all[_i];

	for (size_t i = 0; rule->yields && rule->yields[i].n; i++) {
		bool known = false;

		for (size_t j = 0; j < sizeof(may_be_named) / sizeof(*may_be_named); j++)
			known = known || str_eq(rule->yields[i], may_be_named[j]);
		ck_assert_msg(known, "%.*s gives way to \"%.*s\"", STR_FMT(rule->name),
			      STR_FMT(rule->yields[i]));
		ck_assert_msg(!str_eq(rule->yields[i], rule->name), "%.*s gives way to itself",
			      STR_FMT(rule->name));
	}
}
END_TEST

/* ---- examples ---- */

START_TEST(bad_examples_are_reported_on_the_marked_lines_only)
{
	const struct rule *rule = rules_all().all[_i];

	ck_assert_msg(rule->bad[0].n > 0, "%.*s has no bad example", STR_FMT(rule->name));
	for (size_t i = 0; i < RULE_EXAMPLES && rule->bad[i].n; i++) {
		struct test_run run;
		struct str difference;

		lint_example_of(rule, &run, rule->bad[i]);
		ck_assert_msg(run.wanted.n > 0, "%.*s: bad example %zu has no mark",
			      STR_FMT(rule->name), i);
		difference = test_difference(&run, rule->name);
		ck_assert_msg(!difference.n, "%.*s: bad example %zu\n%.*s", STR_FMT(rule->name), i,
			      STR_FMT(difference));
		test_end(&run);
	}
}
END_TEST

/* What a reader or the model finds would make the silence of a rule worthless. */
static bool is_sound(struct test_run *run)
{
	static const struct str names[] = {
		STR_INIT("yaml-syntax"),
		STR_INIT("dockerfile-syntax"),
		STR_INIT("model-invalid"),
		STR_INIT("incomplete-project"),
	};

	if (!run->project || run->project->nservices == 0)
		return false;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (test_lines(run, names[i]).n)
			return false;
	return true;
}

START_TEST(good_examples_are_whole_projects_and_silent)
{
	const struct rule *rule = rules_all().all[_i];

	ck_assert_msg(rule->good[0].n > 0, "%.*s has no good example", STR_FMT(rule->name));
	for (size_t i = 0; i < RULE_EXAMPLES && rule->good[i].n; i++) {
		struct test_run run;
		struct str difference;

		lint_example_of(rule, &run, rule->good[i]);
		ck_assert_msg(!run.wanted.n, "%.*s: good example %zu has a mark",
			      STR_FMT(rule->name), i);
		ck_assert_msg(is_sound(&run), "%.*s: good example %zu is no sound project:\n%.*s",
			      STR_FMT(rule->name), i, STR_FMT(test_findings(&run, STR(""))));
		difference = test_difference(&run, rule->name);
		ck_assert_msg(!difference.n, "%.*s: good example %zu\n%.*s", STR_FMT(rule->name), i,
			      STR_FMT(difference));
		test_end(&run);
	}
}
END_TEST

static void want_places_inside(const struct rule *rule, struct str text)
{
	struct test_run run;
	struct str stray;

	if (!text.n)
		return;
	lint_example_of(rule, &run, text);
	stray = test_stray_span(&run);
	ck_assert_msg(!stray.n, "%.*s: an example gives: %.*s", STR_FMT(rule->name),
		      STR_FMT(stray));
	test_end(&run);
}

START_TEST(every_place_lies_inside_its_file)
{
	const struct rule *rule = rules_all().all[_i];

	for (size_t i = 0; i < RULE_EXAMPLES; i++) {
		want_places_inside(rule, rule->bad[i]);
		want_places_inside(rule, rule->good[i]);
	}
}
END_TEST

static const struct {
	const char *rule;
	enum cause cause;
	const char *help;
} cause_rows[] = {
	{ "credential-env", CAUSE_KEY_NAME, "gateway: {key+: [NAME]}" },
	{ "credential-env", CAUSE_NONE, "push" },
	{ "incomplete-project", CAUSE_TOO_LARGE, "nothing is read" },
	{ "incomplete-project", CAUSE_SPECIAL_FILE, "FIFO" },
	{ "incomplete-project", CAUSE_CIRCLE, "make the file readable" },
	{ "yaml-syntax", CAUSE_ALIAS, "anchor" },
};

START_TEST(the_help_is_that_of_the_cause)
{
	const struct rule *rule = rule_find(rules_all(), str_from(cause_rows[_i].rule));
	struct str help;

	ck_assert_ptr_nonnull(rule);
	help = rule_help_for(rule, cause_rows[_i].cause);
	ck_assert_msg(str_has(help, str_from(cause_rows[_i].help)), "%.*s", STR_FMT(help));
}
END_TEST

START_TEST(each_help_has_a_cause_of_its_own)
{
	const struct rule *rule = rules_all().all[_i];

	for (size_t i = 0; rule->helps && rule->helps[i].text.n; i++) {
		ck_assert_int_ne(rule->helps[i].cause, CAUSE_NONE);
		ck_assert(is_prose(rule->helps[i].text));
		ck_assert(rule->helps[i].when.n && !str_ends(rule->helps[i].when, STR(".")));
		for (size_t j = 0; j < i; j++)
			ck_assert_int_ne(rule->helps[i].cause, rule->helps[j].cause);
	}
}
END_TEST

static bool is_message(struct str message)
{
	return message.n > 0 && !str_ends(message, STR(".")) &&
	       str_find_byte(message, '\n', 0) == STR_NPOS &&
	       !(message.n > 1 && message.p[0] >= 'A' && message.p[0] <= 'Z' &&
		 message.p[1] >= 'a' && message.p[1] <= 'z' &&
		 !str_starts(message, STR("Compose ")));
}

START_TEST(messages_begin_in_lower_case_and_have_no_full_stop)
{
	const struct rule *rule = rules_all().all[_i];

	for (size_t i = 0; i < RULE_EXAMPLES && rule->bad[i].n; i++) {
		struct test_run run;

		lint_example_of(rule, &run, rule->bad[i]);
		for (size_t j = 0; j < run.lint.diag.count; j++) {
			struct str message = run.lint.diag.findings[j]->message;

			ck_assert_msg(is_message(message), "\"%.*s\"", STR_FMT(message));
		}
		test_end(&run);
	}
}
END_TEST

/* ---- fixes ---- */

static size_t count_of(const struct test_run *run, const struct rule *rule)
{
	size_t count = 0;

	for (size_t i = 0; i < run->lint.diag.count; i++)
		count += str_eq(run->lint.diag.findings[i]->rule, rule->name);
	return count;
}

static void want_mended(const struct rule *rule, struct str text)
{
	const struct finding *finding = NULL;
	struct test_run run, again;

	lint_example_of(rule, &run, text);
	for (size_t i = 0; i < run.lint.diag.count && !finding; i++)
		if (str_eq(run.lint.diag.findings[i]->rule, rule->name) &&
		    run.lint.diag.findings[i]->fix.nedits)
			finding = run.lint.diag.findings[i];
	if (finding) {
		struct str mended = test_mended(&run, &finding->fix);

		lint_example_of(rule, &again, mended);
		ck_assert_msg(count_of(&again, rule) < count_of(&run, rule),
			      "%.*s: the fix leaves its finding:\n%.*s%.*s", STR_FMT(rule->name),
			      STR_FMT(mended), STR_FMT(test_findings(&again, rule->name)));
		test_end(&again);
	}
	test_end(&run);
}

START_TEST(a_fix_that_is_made_takes_its_finding_away)
{
	const struct rule *rule = rules_all().all[_i];

	for (size_t i = 0; i < RULE_EXAMPLES && rule->bad[i].n; i++)
		want_mended(rule, rule->bad[i]);
}
END_TEST

/* ---- the test itself ---- */

START_TEST(a_wrong_mark_is_noticed)
{
	static const struct str texts[] = {
		/* the right line, to begin with */
		STR_INIT("services:\n  agent:\n    image: a:1\n    privileged: true  # <-\n"),
		STR_INIT("services:\n  agent:\n    image: a:1  # <-\n    privileged: true\n"),
		STR_INIT("services:\n  agent:\n    image: a:1\n    privileged: true\n"),
		STR_INIT("services:\n  agent:\n    image: a:1  # <-\n    privileged: true  # <-\n"),
		STR_INIT("services:\n  agent:\n    image: a:1\n    privileged: false  # <-\n"),
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		struct test_run run;

		lint_example(&run, texts[i]);
		ck_assert_msg((test_difference(&run, STR("privileged")).n > 0) == (i > 0),
			      "text %zu", i);
		test_end(&run);
	}
}
END_TEST

START_TEST(a_project_that_is_not_sound_is_noticed)
{
	struct test_run run;

	lint_example(&run, STR("services:\n  agent:\n    image: a:1\n    networks: [nowhere]\n"));
	ck_assert(!is_sound(&run));
	test_end(&run);
	lint_example(&run, STR("services:\n  agent: *nowhere\n"));
	ck_assert(!is_sound(&run));
	test_end(&run);
}
END_TEST

int main(void)
{
	int count = (int)rules_all().count;
	Suite *suite = suite_create("rules");
	TCase *texts = tcase_create("texts");
	TCase *examples = tcase_create("examples");
	TCase *control = tcase_create("control");

	tcase_add_loop_test(texts, a_name_says_the_problem_in_kebab_case, 0, count);
	tcase_add_loop_test(texts, a_summary_is_one_line_in_lower_case_without_full_stop, 0, count);
	tcase_add_loop_test(texts, reason_and_advice_are_sentences, 0, count);
	tcase_add_loop_test(texts, each_help_has_a_cause_of_its_own, 0, count);
	tcase_add_loop_test(texts, the_help_is_that_of_the_cause, 0,
			    sizeof(cause_rows) / sizeof(*cause_rows));
	tcase_add_loop_test(texts, what_grounds_it_is_a_list_of_titles_and_addresses, 0, count);
	tcase_add_loop_test(texts, a_score_is_a_number_with_one_decimal, 0, count);
	tcase_add_loop_test(texts, it_gives_way_to_known_rules_only, 0, count);
	tcase_add_loop_test(examples, bad_examples_are_reported_on_the_marked_lines_only, 0, count);
	tcase_add_loop_test(examples, good_examples_are_whole_projects_and_silent, 0, count);
	tcase_add_loop_test(examples, every_place_lies_inside_its_file, 0, count);
	tcase_add_loop_test(examples, messages_begin_in_lower_case_and_have_no_full_stop, 0, count);
	tcase_add_loop_test(examples, a_fix_that_is_made_takes_its_finding_away, 0, count);
	tcase_add_test(control, a_wrong_mark_is_noticed);
	tcase_add_test(control, a_project_that_is_not_sound_is_noticed);
	suite_add_tcase(suite, texts);
	suite_add_tcase(suite, examples);
	suite_add_tcase(suite, control);
	return run_suite(suite);
}
