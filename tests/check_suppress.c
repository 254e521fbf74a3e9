/* SPDX-License-Identifier: MIT */
/* Suppressions: what they cover, what is wrong with them, and which are unused. */
#include "config.h"

#include <check.h>

#include "base/limits.h"
#include "rules/registry.h"
#include "tests/suite.h"
#include "tests/support.h"

#define AGENT "services:\n  agent:\n    image: a\n"

/* The rules of an agent that says nothing of itself would drown all else: each row looks at one. */
struct row {
	const char *name, *rule;
	const char *text; /* "# <-" ends a line where the rule still reports */
};

static void lint(struct test_run *run, const char *text, const struct test_options *with)
{
	struct test_options options = *with;

	options.rules = rules_all();
	test_lint(run, str_from(text), &options);
}

static void compare(const struct row *row, const struct test_options *options)
{
	struct test_run run;
	struct str difference;

	lint(&run, row->text, options);
	difference = test_difference(&run, str_from(row->rule));
	ck_assert_msg(!difference.n, "%s:\n%.*s", row->name, STR_FMT(difference));
	difference = test_stray_span(&run);
	ck_assert_msg(!difference.n, "%s: %.*s", row->name, STR_FMT(difference));
	test_end(&run);
}

static const struct test_options sandbox = { TEST_SANDBOX };

/* ---- what is covered ---- */

static const struct row covered[] = {
	{ "behind the entry", "privileged",
	  AGENT "    privileged: true # compose-lint: ignore[privileged] why\n" },
	{ "above the entry", "privileged",
	  AGENT "    # compose-lint: ignore[privileged] why\n    privileged: true\n" },
	{ "above a list, with all in it", "socket-mount",
	  AGENT "    # compose-lint: ignore[socket-mount] why\n    volumes:\n"
		"      - /var/run/docker.sock:/a\n      - /run/podman/podman.sock:/b\n" },
	{ "above one item", "socket-mount",
	  AGENT "    volumes:\n      # compose-lint: ignore[socket-mount] why\n"
		"      - /var/run/docker.sock:/a\n      - /run/podman/podman.sock:/b # <-\n" },
	{ "above an item in the long form", "socket-mount",
	  AGENT "    volumes:\n      # compose-lint: ignore[socket-mount] why\n"
		"      - type: bind\n        source: /var/run/docker.sock\n        target: /a\n" },
	{ "behind one item", "socket-mount",
	  AGENT "    volumes:\n"
		"      - /var/run/docker.sock:/a # compose-lint: ignore[socket-mount] why\n"
		"      - /run/podman/podman.sock:/b # <-\n" },
	{ "another rule", "privileged",
	  AGENT "    # compose-lint: ignore[socket-mount] why\n    privileged: true # <-\n" },
	{ "several rules", "privileged",
	  AGENT "    # compose-lint: ignore[socket-mount, privileged,cap-add] why\n"
		"    privileged: true\n" },
	{ "what is absent stands at the name of the service", "rootfs-writable",
	  "services:\n  agent: # compose-lint: ignore[rootfs-writable] why\n    image: a\n" },
	{ "above the service", "privileged",
	  "services:\n  # compose-lint: ignore[privileged] why\n  agent:\n    image: a\n"
	  "    privileged: true\n  agent-2:\n    image: a\n    privileged: true # <-\n" },
	{ "above all services", "privileged",
	  "# compose-lint: ignore[privileged] why\n" AGENT "    privileged: true\n" },
	{ "the whole file", "privileged",
	  "# compose-lint: file-ignore[privileged] why\n" AGENT "    privileged: true\n" },
	{ "but no other file", "privileged",
	  "# compose-lint: file-ignore[privileged] why\n" AGENT "--- compose.override.yaml\n"
	  "services: {agent: {privileged: true}} # <-\n" },
	{ "in the override", "privileged",
	  AGENT "    privileged: true\n--- compose.override.yaml\nservices:\n  agent:\n"
		"    # compose-lint: ignore[privileged] why\n    privileged: true\n" },
	{ "a comment of the base does not cover what the override sets", "privileged",
	  AGENT "    # compose-lint: ignore[privileged] why\n    privileged: false\n"
		"--- compose.override.yaml\nservices: {agent: {privileged: true}} # <-\n" },
	{ "in an included file", "privileged",
	  "include: [more.yaml]\n--- more.yaml\n" AGENT
	  "    privileged: true # compose-lint: ignore[privileged] why\n" },
	{ "in an extended file", "privileged",
	  "services:\n  agent:\n    extends: {file: more.yaml, service: agent}\n--- "
	  "more.yaml\n" AGENT "    privileged: true # compose-lint: ignore[privileged] why\n" },
	{ "not at the entry that extends", "privileged",
	  "services:\n  agent:\n    # compose-lint: ignore[privileged] why\n"
	  "    extends: {file: more.yaml, service: agent}\n--- more.yaml\n" AGENT
	  "    privileged: true # <-\n" },
	{ "in a block that two services share", "privileged",
	  "x-all: &all\n  image: a\n  # compose-lint: ignore[privileged] why\n"
	  "  privileged: true\nservices:\n  agent:\n    <<: *all\n  agent-2:\n    <<: *all\n" },
	{ "not at the alias", "privileged",
	  "x-all: &all\n  image: a\n  privileged: true # <-\nservices:\n"
	  "  # compose-lint: ignore[privileged] why\n  agent: *all\n" },
	{ "in a flow", "privileged",
	  "services: {agent: {\n  image: a,\n  privileged: true # compose-lint: ignore[privileged] "
	  "why\n}}\n" },
	{ "tabs, and no blank behind the sign", "privileged",
	  AGENT "    privileged: true\t#compose-lint:ignore[privileged]\twhy\t\n" },
	{ "CRLF", "privileged",
	  "services:\r\n  agent:\r\n    image: a\r\n"
	  "    # compose-lint: ignore[privileged] why\r\n    privileged: true\r\n" },
	{ "text of a scalar is no comment", "privileged",
	  AGENT "    command: |\n      # compose-lint: file-ignore[privileged] why\n"
		"    labels: {a: \"# compose-lint: ignore[privileged] why\"}\n"
		"    privileged: true # <-\n" },
	{ "the fragment of a URL is no comment", "privileged",
	  AGENT "    labels:\n      - http://a.example/#compose-lint:ignore[privileged]why\n"
		"    privileged: true # <-\n" },
	{ "behind the document it covers nothing", "privileged",
	  AGENT "    privileged: true # <-\n...\n# compose-lint: ignore[privileged] why\n" },
	{ "what is prose covers nothing", "privileged",
	  AGENT "    # compose-lint: [privileged] is on, see the wiki\n"
		"    # compose-lint reports privileged here\n    privileged: true # <-\n" },
	{ "a line of a Dockerfile", "pipe-to-shell",
	  "services: {agent: {build: .}}\n--- Dockerfile\nFROM a@sha256:"
	  "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\n"
	  "# compose-lint: ignore[pipe-to-shell] why\nRUN curl https://a.example/i.sh | sh\n"
	  "RUN curl https://a.example/j.sh | sh # <-\n" },
	{ "the lines of an instruction", "pipe-to-shell",
	  "services: {agent: {build: .}}\n--- Dockerfile\nFROM a\n"
	  "RUN true \\\n  # compose-lint: ignore[pipe-to-shell] why\n"
	  "  && curl https://a.example/i.sh | sh\n" },
	{ "the whole Dockerfile", "pipe-to-shell",
	  "services: {agent: {build: .}}\n--- Dockerfile\n"
	  "# compose-lint: file-ignore[pipe-to-shell] why\nFROM a\n"
	  "RUN curl https://a.example/i.sh | sh\n" },
	{ "a line of an env file", "unset-variable",
	  AGENT "--- .env\n# compose-lint: ignore[unset-variable] why\nA=$NOBODY\nB=$NONE # <-\n" },
	{ "but not a line that ends the reading of an env file", "model-invalid",
	  AGENT "--- .env\n# compose-lint: ignore[model-invalid] why\nA B=1 # <-\n" },
	{ "an entry of the service", "privileged",
	  AGENT "    privileged: true\n    x-compose-lint:\n      ignore:\n"
		"        - {rule: privileged, reason: why}\n  agent-2:\n    image: a\n"
		"    privileged: true # <-\n" },
	{ "an entry of the configuration", "privileged",
	  AGENT "    privileged: true\n--- .compose-lint.yaml\nservices:\n  agent:\n"
		"    ignore: [{rule: privileged, reason: why}]\n" },
	{ "an entry that is inherited", "privileged",
	  "services:\n  agent:\n    extends: {file: more.yaml, service: agent}\n--- "
	  "more.yaml\n" AGENT "    privileged: true\n    x-compose-lint: {ignore: [{rule: "
	  "privileged, reason: why}]}\n" },
	{ "syntax errors stay", "dockerfile-syntax",
	  "services: {agent: {build: .}}\n--- Dockerfile\n"
	  "# compose-lint: file-ignore[model-invalid] why\nFROM a\nRUNN b # <-\n" },
};

START_TEST(a_suppression_covers_what_it_stands_at)
{
	compare(&covered[_i], &sandbox);
}
END_TEST

/* ---- what is wrong ---- */

struct complaint {
	const char *name, *comment;
	const char *message; /* a part of it; NULL: nothing is wrong */
};

static const struct complaint complaints[] = {
	{ "well-formed", "compose-lint: ignore[privileged] why", NULL },
	{ "blanks everywhere", "compose-lint:  ignore [ privileged , cap-add ]  why", NULL },
	{ "a reason with brackets and signs", "compose-lint: ignore[privileged] see [1] #42",
	  NULL },
	{ "an unknown name", "compose-lint: ignore[privilegd] why", "did you mean 'privileged'?" },
	{ "one unknown among others", "compose-lint: ignore[privileged, foo] why",
	  "no rule 'foo'; 'compose-lint rules' lists them" },
	{ "upper case", "compose-lint: ignore[Privileged] why",
	  "no rule 'Privileged'; did you mean 'privileged'?" },
	{ "a dash that is none",
	  "compose-lint: ignore[cap\xE2\x80\x93"
	  "add] why",
	  "did you mean 'cap-add'?" },
	{ "a group", "compose-lint: ignore[privileges] why", "'privileges' is a group" },
	{ "a star", "compose-lint: ignore[*] why", "there is no rule '*'" },
	{ "no list", "compose-lint: ignore", "name the rules that are meant, as in ignore[" },
	{ "no list but words", "compose-lint: ignore privileged", "name the rules that are meant" },
	{ "no list for the file", "compose-lint: file-ignore", "as in file-ignore[" },
	{ "an empty list", "compose-lint: ignore[ ] why", "name the rules that are meant" },
	{ "an empty name", "compose-lint: ignore[privileged,,cap-add] why", "a rule is missing" },
	{ "no bracket", "compose-lint: ignore[privileged why",
	  "\"]\" behind the names is missing" },
	{ "no reason", "compose-lint: ignore[privileged]", "a reason is required" },
	{ "a date is no reason", "compose-lint: ignore[privileged] until 2999-12-31",
	  "a reason is required" },
	{ "the last day", "compose-lint: ignore[privileged] why until 2026-11-30", NULL },
	{ "the day before", "compose-lint: ignore[privileged] why, until 2026-11-29.",
	  "it ended with 2026-11-29; renew it" },
	{ "a date in parentheses", "compose-lint: ignore[privileged] (Until 2020-02-29) why",
	  "it ended with 2020-02-29" },
	{ "of two dates the first",
	  "compose-lint: ignore[privileged] why until 2999-01-01 until "
	  "2020-01-01",
	  "it ended with 2020-01-01" },
	{ "a day that is none", "compose-lint: ignore[privileged] why until 2026-02-29",
	  "'2026-02-29' is no day" },
	{ "a month that is none", "compose-lint: ignore[privileged] why until 2026-13-01",
	  "'2026-13-01' is no day" },
	{ "a date written otherwise", "compose-lint: ignore[privileged] why until 31.12.2026",
	  "write it as \"until YYYY-MM-DD\"" },
	{ "a time that is no day", "compose-lint: ignore[privileged] why, until next year",
	  "'next' is no day; write it as \"until YYYY-MM-DD\"" },
	{ "a year alone", "compose-lint: ignore[privileged] why until 2027",
	  "'2027' is no day; write it as \"until YYYY-MM-DD\"" },
	{ "a month alone", "compose-lint: ignore[privileged] why until December",
	  "'December' is no day; write it as \"until YYYY-MM-DD\"" },
	{ "a word behind until", "compose-lint: ignore[privileged] until version 3.2 is out",
	  NULL },
	{ "a number behind until", "compose-lint: ignore[privileged] until 3.2 is out", NULL },
	{ "a file-ignore too late", "compose-lint: file-ignore[privileged] why",
	  "file-ignore belongs above everything else" },
	{ "what cannot be suppressed", "compose-lint: ignore[yaml-syntax] why",
	  "yaml-syntax stays" },
	{ "no colon", "compose-lint ignore[privileged] why", "begins with \"compose-lint:\"" },
	{ "another case", "Compose-Lint: ignore[privileged] why", "begins with \"compose-lint:\"" },
	{ "another dash", "compose\xE2\x80\x91lint: ignore[privileged] why",
	  "begins with \"compose-lint:\"" },
	{ "a blank before the colon", "compose-lint : ignore[privileged] why",
	  "begins with \"compose-lint:\"" },
	{ "the word of another linter", "compose-lint: disable privileged",
	  "'disable' says nothing here; write ignore[RULE]" },
	{ "a word of nobody", "compose-lint: foo[privileged] why", "'foo' says nothing here" },
	{ "a slip", "compose-lint: ingore[privileged] why", "'ingore' says nothing here" },
	{ "invisible characters are made visible",
	  "compose-lint: ignore[a\xE2\x80\xAE"
	  "b] why",
	  "'a\\u{202E}b'" },
};

START_TEST(what_is_malformed_is_told_and_suppresses_nothing)
{
	const struct complaint *row = &complaints[_i];
	struct test_options options = { TEST_SANDBOX, .today = 20261130 };
	struct test_run run;
	struct builder text;
	struct str told, reported;

	lint_init(&run.lint);
	text = (struct builder){ .arena = &run.lint.run };
	builder_fmt(&text, AGENT "    # %s\n    privileged: true\n", row->comment);
	{
		struct str bytes = builder_str(&text);
		struct test_run judged;

		options.rules = rules_all();
		test_lint(&judged, bytes, &options);
		told = test_findings(&judged, STR("invalid-suppression"));
		reported = test_findings(&judged, STR("privileged"));
		ck_assert_msg((told.n > 0) == (row->message != NULL), "%s: %.*s", row->name,
			      STR_FMT(told));
		ck_assert_msg(!row->message || str_has(told, str_from(row->message)), "%s: %.*s",
			      row->name, STR_FMT(told));
		ck_assert_msg(!row->message || str_starts(told, STR("compose.yaml:4:5: ")),
			      "%s: %.*s", row->name, STR_FMT(told));
		ck_assert_msg((reported.n > 0) == (row->message != NULL), "%s: %.*s", row->name,
			      STR_FMT(reported));
		test_end(&judged);
	}
	lint_free(&run.lint);
}
END_TEST

START_TEST(baseline_wants_no_reason_unless_asked)
{
	static const struct row rows[] = {
		{ "not asked", "privileged",
		  AGENT "    privileged: true # compose-lint: ignore[privileged]\n" },
		{ "asked", "privileged",
		  AGENT "    privileged: true # compose-lint: ignore[privileged] # <-\n"
			"--- .compose-lint.yaml\nrequire-reason: true\n" },
	};
	static const struct test_options baseline = { .preset = PRESET_BASELINE };

	compare(&rows[0], &baseline);
	/* the mark itself would be the reason: it is cut off */
	compare(&rows[1], &baseline);
}
END_TEST

START_TEST(a_mistake_in_the_configuration_is_a_notice)
{
	struct test_run run;
	struct str notices;

	lint(&run,
	     AGENT "    privileged: true\n--- .compose-lint.yaml\nservices:\n  agent:\n"
		   "    ignore:\n      - {rule: privilegd, reason: why}\n"
		   "      - {rule: cap-add}\n      - {reason: why}\n",
	     &sandbox);
	notices = test_notices(&run);
	ck_assert_msg(
		str_eq(notices,
		       STR(".compose-lint.yaml:4:16: this suppresses nothing: there is no rule "
			   "'privilegd'; did you mean 'privileged'?\n"
			   ".compose-lint.yaml:5:16: this suppresses nothing: a reason is "
			   "required; give it as 'reason' beside 'rule'\n"
			   ".compose-lint.yaml:6:9: this suppresses nothing: the name of a rule is "
			   "missing\n")),
		"%.*s", STR_FMT(notices));
	ck_assert(!test_findings(&run, STR("invalid-suppression")).n);
	ck_assert(test_findings(&run, STR("privileged")).n);
	test_end(&run);
}
END_TEST

START_TEST(a_project_that_is_not_trusted_suppresses_nothing)
{
	static const struct row rows[] = {
		{ "a comment", "privileged",
		  AGENT "    # compose-lint: ignore[privileged] why\n    privileged: true # <-\n" },
		{ "an entry", "privileged",
		  AGENT "    privileged: true # <-\n    x-compose-lint: {ignore: [{rule: "
			"privileged, reason: why}]}\n" },
		{ "the configuration is trusted", "privileged",
		  AGENT "    privileged: true\n--- .compose-lint.yaml\nservices:\n  agent:\n"
			"    ignore: [{rule: privileged, reason: why}]\n" },
		{ "nothing is wrong with what is not looked at", "invalid-suppression",
		  AGENT "    # compose-lint: ignore[foo] why\n    privileged: true\n" },
	};
	const struct test_options distrusting = { TEST_SANDBOX, .no_inline_ignores = true };

	compare(&rows[_i], &distrusting);
}
END_TEST

/* ---- what is unused ---- */

static const struct row unused[] = {
	{ "used", "unused-suppression",
	  AGENT "    # compose-lint: ignore[privileged] why\n    privileged: true\n" },
	{ "unused", "unused-suppression",
	  AGENT "    # compose-lint: ignore[privileged] why # <-\n    privileged: false\n" },
	{ "about nothing", "unused-suppression",
	  AGENT "    privileged: true\n# compose-lint: ignore[privileged] why # <-\n" },
	{ "one name of two", "unused-suppression",
	  AGENT "    # compose-lint: ignore[privileged, cap-add] why # <-\n"
		"    privileged: true\n" },
	{ "the innermost counts", "unused-suppression",
	  AGENT "    # compose-lint: ignore[privileged] why # <-\n"
		"    # compose-lint: ignore[privileged] again\n    privileged: true\n" },
	{ "the outer is used by what else it covers", "unused-suppression",
	  AGENT "    # compose-lint: ignore[socket-mount] why\n    volumes:\n"
		"      - /var/run/docker.sock:/a\n"
		"      - /run/podman/podman.sock:/b # compose-lint: ignore[socket-mount] same\n" },
	{ "of the service and the file the service counts", "unused-suppression",
	  "# compose-lint: file-ignore[privileged] why # <-\n" AGENT
	  "    privileged: true\n    x-compose-lint: {ignore: [{rule: privileged, reason: "
	  "why}]}\n" },
	{ "a malformed one is not unused", "unused-suppression",
	  AGENT "    # compose-lint: ignore[privilegd] why\n    privileged: false\n" },
	{ "a rule that the preset has off", "unused-suppression",
	  AGENT "    # compose-lint: ignore[image-no-digest] why\n    privileged: true\n" },
	{ "a rule that the configuration has off", "unused-suppression",
	  AGENT "    # compose-lint: ignore[privileged] why\n    privileged: false\n"
		"--- .compose-lint.yaml\nrules: {privileged: {level: off}}\n" },
	{ "a project that is not whole", "unused-suppression",
	  "include: [\"https://a.example/b.git\"]\n" AGENT
	  "    # compose-lint: ignore[privileged] why\n    privileged: false\n" },
	{ "a project that Compose refuses", "unused-suppression",
	  AGENT "    # compose-lint: ignore[privileged] why\n    privileged: 3\n" },
	{ "one that says so itself", "unused-suppression",
	  AGENT "    # compose-lint: ignore[privileged, unused-suppression] why\n"
		"    privileged: false\n" },
	{ "one in a file that says so", "unused-suppression",
	  "# compose-lint: file-ignore[unused-suppression] why\n" AGENT
	  "    # compose-lint: ignore[privileged] why\n    privileged: false\n" },
	{ "an entry of a service", "unused-suppression",
	  AGENT "    x-compose-lint:\n      ignore:\n"
		"        - {rule: privileged, reason: why} # <-\n" },
	{ "an entry that one of two heirs uses", "unused-suppression",
	  "x-all: &all\n  image: a\n  x-compose-lint:\n"
	  "    ignore: [{rule: privileged, reason: why}]\nservices:\n"
	  "  agent: {<<: *all, privileged: true}\n  agent-2: {<<: *all}\n" },
	{ "a finding that gave way is suppressed by nobody", "unused-suppression",
	  AGENT "    volumes:\n"
		"      # compose-lint: ignore[mount-not-readonly] why # <-\n"
		"      - /var/run/docker.sock:/a\n" },
};

START_TEST(what_suppresses_nothing_is_told)
{
	compare(&unused[_i], &sandbox);
}
END_TEST

START_TEST(others_still_give_way_to_what_is_suppressed)
{
	static const struct row row = {
		"gives way", "mount-not-readonly",
		AGENT "    volumes:\n      - /var/run/docker.sock:/a # compose-lint: "
		      "ignore[socket-mount] why\n"
	};

	compare(&row, &sandbox);
}
END_TEST

START_TEST(the_malformed_can_be_suppressed_too)
{
	static const struct row row = {
		"suppressed", "invalid-suppression",
		"# compose-lint: file-ignore[invalid-suppression] moving over from v1\n" AGENT
		"    # compose-lint: ignore[privilegd] why\n    privileged: true\n"
	};

	compare(&row, &sandbox);
}
END_TEST

/* Applies the one edit of a finding. */
static struct str mended(struct test_run *run, const char *rule)
{
	for (size_t i = 0; i < run->lint.diag.count; i++) {
		const struct finding *finding = run->lint.diag.findings[i];
		const struct edit *edit = finding->fix.edits;
		struct str bytes;

		if (!str_eq(finding->rule, str_from(rule)))
			continue;
		ck_assert(finding->fix.nedits == 1 && finding->fix.safe);
		bytes = source_get(&run->lint.sources, edit->span.source)->bytes;
		return arena_fmt(&run->lint.run, "%.*s%.*s%.*s",
				 STR_FMT(str_slice(bytes, 0, edit->span.start)),
				 STR_FMT(edit->text),
				 STR_FMT(str_slice(bytes, edit->span.end, bytes.n)));
	}
	return STR("");
}

START_TEST(the_fix_takes_out_what_is_unused)
{
	static const struct {
		const char *before, *behind;
	} rows[] = {
		{ AGENT "    # compose-lint: ignore[privileged] why\n    privileged: false\n",
		  AGENT "    privileged: false\n" },
		{ AGENT "    privileged: false # compose-lint: ignore[privileged] why\n",
		  AGENT "    privileged: false\n" },
		{ AGENT "    # compose-lint: ignore[cap-add,privileged, socket-mount] why\n"
			"    privileged: true\n",
		  AGENT "    # compose-lint: ignore[privileged] why\n    privileged: true\n" },
		{ AGENT "    # compose-lint: ignore[privileged, host-namespace, cap-add] why\n"
			"    <<: {privileged: true, pid: host}\n",
		  AGENT "    # compose-lint: ignore[privileged, host-namespace] why\n"
			"    <<: {privileged: true, pid: host}\n" },
		{ "services:\r\n  agent:\r\n    image: a\r\n"
		  "    # compose-lint: ignore[privileged] why\r\n    tty: true\r\n",
		  "services:\r\n  agent:\r\n    image: a\r\n    tty: true\r\n" },
		{ AGENT "    # compose-lint: ignore[privileged] why  \t\n    tty: true\n",
		  AGENT "    tty: true\n" },
		{ AGENT "# compose-lint: ignore[privileged] why", AGENT },
	};
	struct test_run run;
	struct str got;

	lint(&run, rows[_i].before, &sandbox);
	got = mended(&run, "unused-suppression");
	ck_assert_msg(str_eq(got, str_from(rows[_i].behind)), "%.*s", STR_FMT(got));
	test_end(&run);
}
END_TEST

START_TEST(three_of_the_unused_are_named)
{
	struct test_run run;

	lint(&run,
	     AGENT
	     "    # compose-lint: ignore[privileged, cap-add, socket-mount] why\n"
	     "    # compose-lint: ignore[home-mount, host-device, host-namespace, parent-mount, "
	     "system-mount] why\n    tty: true\n",
	     &sandbox);
	test_assert_findings(&run, "unused-suppression",
			     "compose.yaml:4:5: nothing is left for this to suppress: privileged, "
			     "cap-add, socket-mount report nothing here\n"
			     "compose.yaml:5:5: nothing is left for this to suppress: home-mount, "
			     "host-device, host-namespace and 2 more report nothing here\n");
	test_end(&run);
}
END_TEST

/* ---- marks ---- */

START_TEST(what_is_suppressed_is_counted_and_can_be_shown_with_its_reason)
{
	struct test_options options = { TEST_SANDBOX };
	const char *text = AGENT "    # compose-lint: ignore[privileged]  why \xE2\x80\xAE #42 \n"
				 "    privileged: true\n";
	const struct suppression *suppression = NULL;
	struct test_run run;

	lint(&run, text, &options);
	ck_assert_uint_eq(run.lint.diag.suppressed, 1);
	ck_assert(!test_findings(&run, STR("privileged")).n);
	test_end(&run);
	options.show_suppressed = true;
	lint(&run, text, &options);
	ck_assert_uint_eq(run.lint.diag.suppressed, 1);
	for (size_t i = 0; i < run.lint.diag.count; i++)
		if (run.lint.diag.findings[i]->suppression)
			suppression = run.lint.diag.findings[i]->suppression;
	ck_assert(suppression && suppression->kind == SUPPRESSED_IN_SOURCE);
	ck_assert(str_eq(suppression->reason, STR("why \xE2\x80\xAE #42")));
	ck_assert_uint_eq(
		source_place(&run.lint.sources, suppression->place.source, suppression->place.start)
			.line,
		4);
	test_end(&run);
}
END_TEST

/* ---- much of it ---- */

/* "PIECE" so many times between two texts. */
static struct str many(struct arena *arena, const char *before, const char *piece, size_t times,
		       const char *behind)
{
	struct builder b = { .arena = arena };

	builder_add(&b, str_from(before));
	for (size_t i = 0; i < times; i++)
		builder_add(&b, str_from(piece));
	builder_add(&b, str_from(behind));
	return builder_str(&b);
}

START_TEST(ten_thousand_names_are_one_suppression)
{
	static const struct {
		const char *before, *piece, *behind;
		bool wrong;
	} rows[] = {
		{ AGENT "    # compose-lint: ignore[privileged", ",privileged",
		  "] why\n    privileged: true\n", false },
		{ AGENT "    # compose-lint: ignore[privileged", ",privilegd",
		  "] why\n    privileged: true\n", true },
		{ AGENT "    # compose-lint: ignore[", "[", "\n    privileged: true\n", true },
		{ AGENT, "    # compose-lint: ignore[privileged] why\n", "    privileged: true\n",
		  false },
		{ AGENT "    # compose-lint: ignore[privileged] why", " until",
		  "\n    privileged: true\n", false },
	};
	struct test_options options = { TEST_SANDBOX, .rules = rules_all() };
	struct arena arena = { 0 };
	struct test_run run;
	struct str invalid;

	test_lint(&run, many(&arena, rows[_i].before, rows[_i].piece, 10000, rows[_i].behind),
		  &options);
	invalid = test_lines(&run, STR("invalid-suppression"));
	ck_assert_msg(str_eq(invalid, rows[_i].wrong ? STR("compose.yaml:4\n") : STR("")), "%.*s",
		      STR_FMT(invalid));
	ck_assert((test_lines(&run, STR("privileged")).n > 0) == rows[_i].wrong);
	test_end(&run);
	arena_free(&arena);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("suppress");
	TCase *tcase = tcase_create("suppress");

	tcase_set_timeout(tcase, 60);
	tcase_add_loop_test(tcase, a_suppression_covers_what_it_stands_at, 0,
			    sizeof(covered) / sizeof(*covered));
	tcase_add_loop_test(tcase, what_is_malformed_is_told_and_suppresses_nothing, 0,
			    sizeof(complaints) / sizeof(*complaints));
	tcase_add_test(tcase, baseline_wants_no_reason_unless_asked);
	tcase_add_test(tcase, a_mistake_in_the_configuration_is_a_notice);
	tcase_add_loop_test(tcase, a_project_that_is_not_trusted_suppresses_nothing, 0, 4);
	tcase_add_loop_test(tcase, what_suppresses_nothing_is_told, 0,
			    sizeof(unused) / sizeof(*unused));
	tcase_add_test(tcase, others_still_give_way_to_what_is_suppressed);
	tcase_add_test(tcase, the_malformed_can_be_suppressed_too);
	tcase_add_loop_test(tcase, the_fix_takes_out_what_is_unused, 0, 7);
	tcase_add_test(tcase, three_of_the_unused_are_named);
	tcase_add_test(tcase, what_is_suppressed_is_counted_and_can_be_shown_with_its_reason);
	tcase_add_loop_test(tcase, ten_thousand_names_are_one_suppression, 0, 5);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
