/* SPDX-License-Identifier: MIT */
/*
 * A project and the rules to findings: roles, preset, walk, giving way, levels.
 *
 * The rules come from the caller (the registry, or one rule in a test).  Adds
 * findings to lint->diag; prints nothing.  The judgement is made for the
 * header of the reports and lives in the run arena.
 */
#ifndef ENGINE_ENGINE_H
#define ENGINE_ENGINE_H

#include "engine/grade.h"
#include "engine/role.h"
#include "engine/rule.h"
#include "engine/suppress.h"

struct engine_request {
	const struct grading *grading;
	const struct str *agents; /* --agent */
	size_t nagents;
	struct suppress_view *suppressions; /* engine/suppress.h; NULL: none count */
	bool without_fixes;                 /* no report will show them, so none is made */
	struct project_list all;            /* of the run, this one among them */
};

/* Judges one project; returns its roles, for the report's header. */
const struct roles *engine_judge(struct lint *lint, const struct project *project,
				 const struct engine_request *request);
/* Fills the level of the findings from number `first` on that have none: those of the readers and
   the model, of a project that was judged or could not be.  Marks what the configuration leaves out
   of a service as suppressed. */
void engine_grade(struct lint *lint, const struct grading *grading, size_t first);
/* After the last project: masks credentials in every message, sorts, drops duplicates. */
void engine_finish(struct lint *lint, struct credentials *credentials);
/* The same in steps.  What is to be masked becomes known, and the findings are put together by
   project: */
void engine_finish_begin(struct lint *lint, struct credentials *credentials);
/* Then a share of `diag`; several threads may do it, each with another one and a lint of its own: */
void engine_finish_share(struct lint *lint, struct credentials *credentials,
			 const struct diag *diag, const struct diag_share *share);
/* And at last diag_drop_equal(). */
/* Then: counts what is suppressed or below the level, and drops it; `shown`: what is suppressed
   stays, marked. */
void engine_hide(struct lint *lint, enum level level, bool shown);

#endif
