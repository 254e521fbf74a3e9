/* SPDX-License-Identifier: MIT */
/*
 * Asks docker compose and compose-lint for the model of one project, and
 * compares the answers, which lie beside the project's folder.
 */
#ifndef TESTS_COMPARE_ASK_H
#define TESTS_COMPARE_ASK_H

#include <stdbool.h>

#include "compare_make.h"
#include "json_same.h"

enum verdict { SAME, COMPOSE_REFUSES, WE_REFUSE, OTHER_MODEL, WE_CRASH };

/*
 * Where compose-lint departs on purpose; the same list stands in
 * compose-lint(1), under CAVEATS.
 */
enum exception {
	NO_EXCEPTION,
	COMPOSE_CRASHES, /* or never ends: we refuse */
	NESTED_ENV,      /* env files of an include that is included */
	SSH_IN_JSON,     /* build.ssh with a path */
	LATER_KEY,       /* what only newer releases know */
	COLON_IN_FLOW,   /* {a: b:} is no YAML to libyaml */
	DEPTH,           /* collections deeper than our limit */
	EXCEPTIONS
};

struct run {
	const char *compose, *lint;
	char folder[3000]; /* where the project stands */
	int theirs, ours;  /* exit statuses of the last two */
};

/* The exit status, or 128 and a signal; the output goes to OUT. */
int ask_compose(struct run *run, const struct make_project *project, const char *out);
int ask_lint(struct run *run, const struct make_project *project);

/* Writes the project and asks both. */
enum verdict ask_both(struct run *run, const struct make_project *project);

/* Says on STREAM, which may be NULL, where the two outputs differ. */
bool ask_same_model(struct run *run, const char *one, const char *two, FILE *stream);

/* Why a verdict is what it has to be; looks at the answers of the last ask_both(). */
enum exception exception_of(struct run *run, const struct make_project *project,
			    enum verdict verdict);

void ask_print(struct run *run, const char *name);

#endif
