/* SPDX-License-Identifier: MIT */
/*
 * For unit tests: lint files that are held in memory, and compare what is
 * reported with what was wanted.
 *
 * The text of a test is one or several files.  The first is compose.yaml;
 * further ones follow a line "--- NAME".  A compose.override.yaml among them is
 * merged and an .env is read, as when Compose is started in that folder, which
 * is /project.  A .compose-lint.yaml is its configuration.  A line that ends in "# <-" is wanted to be reported; the mark
 * and the blanks before it are cut off before anything reads the file.
 *
 * Everything lives in the run until test_end().
 */
#ifndef TESTS_SUPPORT_H
#define TESTS_SUPPORT_H

#include "engine/engine.h"
#include "tests/held.h"

struct test_options {
	struct rule_set rules; /* empty: nothing is judged, findings are not graded */
	enum preset preset;
	struct str agent;                    /* --agent; empty: none */
	struct str profile;                  /* --profile; empty: none */
	const struct gateway_names *gateway; /* fact/gateway.h; NULL: the defaults */
	bool as_compose;                     /* as `config` loads */
	int today;                           /* YYYYMMDD; 0: before any day */
	bool no_inline_ignores, show_suppressed, without_fixes;
};

/* What differs from the program's own defaults is written behind this one. */
#define TEST_SANDBOX .preset = PRESET_SANDBOX

struct test_run {
	struct lint lint;
	struct held_files files;
	struct str wanted; /* the marked lines, "compose.yaml:4\n" each, sorted */
	struct credentials *credentials;
	const struct project *project; /* NULL: a file is not well-formed */
	const struct roles *roles;     /* NULL: the same */
};

/* A failure (a file that cannot be opened ...) ends the test. */
void test_lint(struct test_run *run, struct str text, const struct test_options *options);
void test_end(struct test_run *run);

/* The lines that a rule reports, as `wanted`; a line counts once. */
struct str test_lines(struct test_run *run, struct str rule);
/* All findings of a rule as text, one "compose.yaml:4:5: message" a line, related places
   indented below them; an empty name: of every rule. */
struct str test_findings(struct test_run *run, struct str rule);
/* What was linted, what was wanted and what was reported; empty: the rule reports the marked
   lines and no others. */
struct str test_difference(struct test_run *run, struct str rule);
/* The first span that does not lie inside its source, as text; empty: all do. */
struct str test_stray_span(struct test_run *run);
/* All notices, one ".compose-lint.yaml:4:5: message" a line. */
struct str test_notices(struct test_run *run);
/* The service of this name; a missing one ends the test. */
const struct service *test_service(struct test_run *run, const char *name);

/* Fails the test unless the findings of a rule are this text. */
#define test_assert_findings(run, rule, wanted_text)                                         \
	do {                                                                                 \
		struct str test_got = test_findings((run), STR(rule));                       \
		ck_assert_msg(str_eq(test_got, STR(wanted_text)), "wanted:\n%s\ngot:\n%.*s", \
			      (wanted_text), STR_FMT(test_got));                             \
	} while (0)

#endif
