/* SPDX-License-Identifier: MIT */
/*
 * For unit tests of reports: a report that is made by hand, of two rules and of
 * files and findings that the test adds.
 *
 * made_begin() and made_end() stand around each test.  What made_write() returns
 * lives until the next call; all else, until made_end().
 */
#ifndef TESTS_MADE_H
#define TESTS_MADE_H

#include "report/report.h"

extern const struct rule made_mount; /* "socket-mount", an error with a score */
extern const struct rule made_token; /* "token", a warning about credentials */

extern struct lint made_lint;
extern struct report_project made_projects[2];
extern struct project_file made_files[6]; /* of the first project */
extern struct report made;
extern char *made_output;

void made_begin(void);
void made_end(void);
const struct source *made_add(struct str name, struct str bytes, enum file_role role);
/* The span of the first place where the text stands. */
struct span made_at(const struct source *source, struct str text);
struct finding *made_find(const struct rule *rule, struct span span, struct str message);
/* A finding with its origin in .env; returns the Compose file. */
const struct source *made_socket_mount(void);
struct str made_write(enum report_format format);

/* The text is this, has this part, has it not. */
void equals(struct str got, const char *wanted);
void has(struct str got, const char *part);
void has_not(struct str got, const char *part);

#endif
