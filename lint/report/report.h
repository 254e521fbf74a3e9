/* SPDX-License-Identifier: MIT */
/*
 * Findings to bytes.  A format is one function in one file: it prints what it is
 * given, sorted as it is given, and adds nothing.  The same report gives the same
 * bytes, everywhere and at any time.
 *
 * No byte of the input reaches the stream unescaped.  Each sink has one sanitiser,
 * and no format escapes by hand: lines for people and CI runners line.h, JSON
 * json_text.h, XML xml.h, Markdown markdown.h.  Secrets are masked in excerpts.
 *
 * report_write() returns a failure only when the stream cannot be written.  A
 * reader that went away (a closed pipe) is a failure without a message: there
 * is nobody to tell.
 */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include <stdio.h>

#include "base/diag.h"
#include "engine/engine.h"
#include "engine/reliance.h"
#include "engine/role.h"
#include "model/project.h"

enum report_format {
#define FORMAT(name, word, writer) REPORT_##name,
#include "report/formats.list"
#undef FORMAT
	REPORT_FORMATS
};

/* One project that was looked at; `project` is NULL when it could not be loaded. */
struct report_project {
	const struct project *project;
	const struct roles *roles;        /* NULL when not judged */
	struct str directory;             /* as reported */
	const struct project_file *files; /* also when it could not be loaded */
	size_t nfiles;
	enum preset preset;
	enum level fail_on;       /* LEVEL_OFF: never */
	struct str configuration; /* the file, as reported; empty: none */
	bool requires_reason;     /* what suppresses counts with a reason only */
};

struct report {
	struct lint *lint;
	struct rule_set rules;
	enum preset preset;
	const struct report_project *projects; /* index = number of the project */
	size_t nprojects;
	struct credentials *credentials;
	struct str root;            /* top of the checkout, absolute and clean; empty: none */
	struct str current;         /* current directory, the same; paths begin there without one */
	struct str url;             /* the pages of the rules lie below it; empty: there are none */
	const struct str *failures; /* what could not be judged, a line each, already visible */
	size_t nfailures;
	bool shows_suppressed; /* --show-suppressed: they are among the findings */
	int exit_status;
	/* of sources in the projects, by number, ROLE_OTHER when none has it; report_write()
	   fills it in */
	const enum file_role *source_roles;
	/* of text alone */
	bool silent; /* -qq: nothing goes to the standard output */
	bool quiet;  /* -q, of gcc too: first lines only: no header, excerpt, help, summary */
	bool colour;
	bool links;      /* names of rules lead to their pages, where there are such */
	bool spells_url; /* the address of the page is printed */
	unsigned width;  /* columns of the terminal; 0: not one */
};

/* False: no format of that name. */
bool report_format_find(struct str name, enum report_format *format);
/* It tells how to mend what is found by edits. */
bool report_format_shows_fixes(enum report_format format);
struct failure report_write(const struct report *report, enum report_format format, FILE *stream);

/* The words of all formats, "text, gcc, ... or junit". */
struct str report_format_words(struct arena *arena);
/* Ends what was printed on the stream: all of it is out, or a failure. */
struct failure report_flush(FILE *stream, struct arena *arena);
/* The version of jansson, for --version. */
struct str report_json_library_version(void);

/* ---- what formats ask ---- */

struct str report_level_word(enum level level);   /* "error", "warning", "info" */
struct str report_role_word(enum file_role role); /* "base", "env-file", ... */
/* Where a finding stands: its span, or the beginning of its project's first file. */
struct span report_primary(const struct report *report, const struct finding *finding);
/* What of a place may be told: where a secret begins, but not how long it is. */
struct span report_told(const struct report *report, const struct finding *finding,
			struct span span);
/* Which declarations this report names as relied on. */
enum reliance_of report_relies(const struct report_project *project);
/* The beginning of a project's first file that could be read; none: there is no such file. */
struct span report_project_start(const struct report *report, uint32_t project);
/* "error", ..., as it is shown: what is suppressed is a note, which nothing counts. */
struct str report_shown_level(const struct finding *finding);
/* " (suppressed: REASON)" where it is, or by what else, to a line. */
void report_add_suppression(const struct report *report, const struct finding *finding,
			    struct builder *b);
/* The file that says what belongs in an absent .env, when some project has unset variables. */
struct str report_example_env(const struct report *report, const struct report_project *project);

/* The page of a rule; empty: there is none. */
struct str report_rule_url(const struct report *report, struct str rule);
/* "suppressed", "in the baseline", and ": REASON" where one is given, masked. */
struct str report_suppression(const struct report *report, const struct finding *finding);

/* The formats; report_write() is the way to them. */
#define FORMAT(name, word, writer) void writer(const struct report *report, FILE *stream);
#include "report/formats.list"
#undef FORMAT
/* Adds a finding as a line of gcc, without its related places. */
void report_gcc_add(const struct report *report, const struct finding *finding, struct builder *b);

/* ---- explain and rules ---- */

/* The rules of the set are those that may be named. */
struct failure explain_rule(struct rule_set rules, struct str name, FILE *stream,
			    struct arena *arena);
enum rules_format { RULES_TEXT, RULES_JSON, RULES_MDOC };
/* False: no format of that name. */
bool explain_format_find(struct str name, enum rules_format *format);
struct failure explain_all(struct rule_set rules, enum rules_format format, FILE *stream,
			   struct arena *arena);
/* "every service", "services judged as agents", ... */
struct str explain_applies(enum rule_applies applies);
/* All rules as the manual page compose-lint-rules(7); explain_all() is the way to it. */
void report_mdoc(struct rule_set rules, FILE *stream);

#endif
