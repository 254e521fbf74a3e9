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

struct engine_request {
	const struct grading *grading;
	const struct str *agents; /* --agent */
	size_t nagents;
};

/* Judges one project; returns its roles, for the report's header. */
const struct roles *engine_judge(struct lint *lint, const struct project *project,
				 const struct engine_request *request);
/* Fills the level of the findings from number `first` on that have none: those of the readers and
   the model, of a project that was judged or could not be.  Drops what the configuration leaves out
   of a service; it counts as suppressed. */
void engine_grade(struct lint *lint, const struct grading *grading, size_t first);
/* After the last project: masks credentials in every message, sorts, drops duplicates. */
void engine_finish(struct lint *lint, struct credentials *credentials);

#endif
