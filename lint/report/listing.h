/* SPDX-License-Identifier: MIT */
/*
 * Which files a run has read, for --list-files and -v, and who is judged as
 * what.  A name for a person is made visible; ended by NUL bytes names are as
 * they are, for other programs.
 */
#ifndef REPORT_LISTING_H
#define REPORT_LISTING_H

#include "report/report.h"

/* Each file once, in the order in which it was read. */
void listing_files(const struct report *report, bool nul, FILE *stream);
/* Lines "compose-lint: ..." about each project. */
void listing_verbose(const struct report *report, FILE *stream);

#endif
