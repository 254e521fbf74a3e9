/* SPDX-License-Identifier: MIT */
/*
 * What a report says of each finding by itself, made by several threads before one of
 * them prints it in order.
 *
 * What depends on the findings before, advice that is given once or a limit of all
 * excerpts, is not in it: whoever prints adds it, or makes the text itself.  Lives as
 * long as the threads' memory.
 */
#ifndef REPORT_AHEAD_H
#define REPORT_AHEAD_H

#include "report/report.h"

/* The texts of so many findings; with the lint of the report alone.  It may stop early: those that it
   leaves without a text (p NULL) are left to the one that prints. */
typedef void ahead_maker(const struct report *report, struct finding *const *findings, size_t count,
			 struct str *made);

/* One text for each finding of the report; NULL: there are no threads, or nothing to share. */
const struct str *ahead_make(const struct report *report, ahead_maker *make);

#endif
