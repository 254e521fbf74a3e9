/* SPDX-License-Identifier: MIT */
/*
 * Findings to bytes.  A format prints what it is given, sorted as it is given,
 * and adds nothing.  No byte of the input reaches the stream unescaped; what
 * each sink escapes is in cli-and-reports 3, secrets are masked in excerpts.
 *
 * report_write() returns a failure only when the stream cannot be written.
 */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include <stdio.h>

#include "base/diag.h"
#include "engine/engine.h"
#include "engine/role.h"
#include "model/project.h"

enum report_format {
#define FORMAT(name, word) REPORT_##name,
#include "report/formats.list"
#undef FORMAT
	REPORT_FORMATS
};

/* One project that was looked at; `project` is NULL when it could not be loaded. */
struct report_project {
	const struct project *project;
	const struct roles *roles;
	struct str directory;            /* as reported */
	const struct project_file *files; /* also when it could not be loaded */
	size_t nfiles;
};

struct report {
	struct lint *lint;
	struct rule_set rules;
	enum preset preset;
	const struct report_project *projects;
	size_t nprojects;
	struct credentials *credentials;
	bool colour;
	bool quiet;        /* -q: first lines only: no header, excerpt, help, summary */
	unsigned width;    /* columns of the terminal; 0: not one */
	int exit_status;
};

/* False: no format of that name. */
bool report_format_find(struct str name, enum report_format *format);
struct failure report_write(const struct report *report, enum report_format format, FILE *stream);

/* explain and rules */
struct failure explain_rule(const struct rule *rule, FILE *stream, struct arena *arena);
enum rules_format { RULES_TEXT, RULES_JSON, RULES_MDOC };
struct failure explain_all(struct rule_set rules, enum rules_format format, FILE *stream,
			   struct arena *arena);

#endif
