/* SPDX-License-Identifier: MIT */
/*
 * Findings that the user has left out, where the files say so: by a comment or
 * by `ignore` of a service, under x-compose-lint or in the configuration.
 *
 * A comment covers the findings whose primary place lies in what it is about,
 * in whichever file it stands: so one in a base file says nothing of a value
 * that an override sets, and one in a file that several projects share counts
 * in each of them.  The innermost of several counts.  What is malformed
 * suppresses nothing and is invalid-suppression; what suppressed nothing is
 * unused-suppression, if its rules judged all that it could be about.
 *
 * What tells that part of the project could not be looked at (finding.unseen) is not
 * marked, so that a clean report never means that nobody looked.  Any other
 * finding is marked, not removed (base/diag.h), so others still give way to
 * it.  One object serves the projects of a run; a file is looked through once.  It
 * lives in the run arena; nothing fails.  Each project has a view of it: all views
 * may begin before the first one is applied, and threads may ask views of their own
 * meanwhile.
 */
#ifndef ENGINE_SUPPRESS_H
#define ENGINE_SUPPRESS_H

#include "engine/grade.h"
#include "engine/role.h"

struct suppressions;  /* those of a run */
struct suppress_view; /* those that count in one project */

struct suppress_request {
	struct lint *lint;
	struct rule_set rules;
	int today;            /* YYYYMMDD */
	bool distrusts_files; /* --no-inline-ignores: what stands in the files does not count */
	bool partial;         /* rules were selected, or findings are hidden: nothing is unused */
};

struct suppress_project {
	const struct grading *grading; /* is copied */
	const struct project *project; /* NULL: it could not be loaded */
	const struct project_file *files;
	size_t nfiles;
	uint32_t configuration; /* its source; 0: none */
	bool requires_reason;
};

struct suppressions *suppressions_new(const struct suppress_request *request);
/* Before a project, that of the number in lint->diag, is judged: reads its comments and declarations.
   The projects come in their order. */
struct suppress_view *suppressions_begin(struct suppressions *suppressions,
					 const struct suppress_project *project);
/* Marks the finding, unless it tells what could not be looked at: then the suppression is named there
   as one that does not help, and the answer is false. */
bool suppress_finding(struct diag *diag, struct finding *finding,
		      const struct suppression *suppression);
/* The service declares that it leaves out what the rule finds.  NULL: nobody does. */
bool suppressions_leave_out(struct suppress_view *view, const struct rule *rule,
			    struct str service);
/* After it was judged and graded: marks its findings, those from number `first` on, and adds what
   is wrong with the suppressions.  `roles`: NULL when it was not judged. */
void suppressions_apply(struct suppress_view *view, const struct roles *roles, size_t first);
/* After the last project: adds the unused ones. */
void suppressions_finish(struct suppressions *suppressions);

#endif
