/* SPDX-License-Identifier: MIT */
/*
 * What the findings of a run come to: which of them are suppressed, known to a
 * baseline, or hidden, and whether what is left makes the run fail.
 *
 * The caller fills in the first members and keeps what they point to; the rest
 * lives in the run arena.  A baseline that cannot be read or written, and a
 * SOURCE_DATE_EPOCH that is none, is a failure; what is only worth knowing is a
 * notice.  Writes no file but the baseline that --write-baseline or
 * --prune-baseline asks for, whole or not at all.
 */
#ifndef SETTLE_H
#define SETTLE_H

#include "choice.h"
#include "engine/baseline.h"
#include "engine/suppress.h"
#include "options.h"
#include "report/report.h"
#include "workers.h"

/* How a project was judged. */
struct settled_project {
	struct baseline *baseline; /* NULL: none */
	struct grading grading;
	bool whole; /* all of it was read and judged */
};

struct settlement {
	struct lint *lint;
	const struct options *options;
	const char *const *environment; /* of the process */
	struct credentials *credentials;
	struct rule_set rules;
	struct str current_directory; /* absolute */
	enum level min_level;         /* what is below is hidden */
	struct workers *workers;
	/* filled in */
	struct suppressions *suppressions; /* NULL: none count */
	struct settled_project *projects;  /* in the order of their numbers */
	size_t nprojects, project_capacity;
	struct baseline **baselines; /* those that were read */
	size_t nbaselines, baseline_capacity;
};

/* Before the first project: from here on suppressions count, if the command is one that they count
   for.  What day it is comes from SOURCE_DATE_EPOCH, else from the clock. */
struct failure settle_begin(struct settlement *settlement);
/* Before and after the judgement of each project, in their order; its number is that in lint->diag,
   its findings are those from number `first` on.  *suppressions: those that count in it, or NULL. */
struct failure settle_before(struct settlement *settlement, const struct config *config,
			     const struct report_project *shown, const struct choice *choice,
			     struct suppress_view **suppressions);
void settle_behind(struct settlement *settlement, const struct report_project *shown,
		   struct suppress_view *suppressions, size_t first);
/*
 * After the last project, once: the findings in their order, without what is left out.  *fails: what
 * is left makes the run fail, or more was found than is kept.  `complete`: everything that was named
 * could be judged, so a baseline may be written.
 */
struct failure settle(struct settlement *settlement, const struct report_project *projects,
		      bool complete, bool *fails);

#endif
