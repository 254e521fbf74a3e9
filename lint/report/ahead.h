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

struct ahead {
	struct str text; /* empty: not made */
	struct str help; /* of the rule, for this finding; empty: none */
};

/* The texts of so many findings, one after the other; with the lint of the report alone.  It may stop
   early: those that it leaves empty are left to the one that prints. */
typedef void ahead_maker(const struct report *report, struct finding *const *findings, size_t count,
			 struct ahead *made);

/* One for each finding of the report; NULL: there are no threads, or nothing to share. */
const struct ahead *ahead_make(const struct report *report, ahead_maker *make);

#endif
