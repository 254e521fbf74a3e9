/* SPDX-License-Identifier: MIT */
/*
 * What the findings of a run come to: which of them are suppressed, known to a
 * baseline, or hidden, and whether what is left makes the run fail.
 */
#ifndef SETTLE_H
#define SETTLE_H

#include "choice.h"
#include "engine/suppress.h"
#include "options.h"
#include "report/report.h"

struct settlement {
	struct lint *lint;
	const struct options *options;
	const char *const *environment; /* of the process */
	struct credentials *credentials;
	struct rule_set rules;
	enum level min_level; /* what is below is hidden */
	/* filled in */
	struct suppressions *suppressions; /* NULL: none count */
};

/* Before the first project: from here on suppressions count, if the command is one that they count
   for.  What day it is comes from SOURCE_DATE_EPOCH, else from the clock. */
struct failure settle_begin(struct settlement *settlement);
/* Around the judgement of a project, whose findings are those from number `first` on. */
void settle_before(struct settlement *settlement, const struct config *config,
		   const struct report_project *shown, const struct choice *choice);
void settle_behind(struct settlement *settlement, const struct report_project *shown, size_t first);
/* After the last project, once: the findings in their order, without what is left out.  *fails: what
   is left makes the run fail. */
struct failure settle(struct settlement *settlement, const struct report_project *projects,
		      bool *fails);

#endif
