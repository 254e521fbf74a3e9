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

#include "engine/preset.h"
#include "engine/role.h"
#include "engine/rule.h"

struct engine_request {
	struct rule_set rules;
	enum preset preset;
	const struct str *agents; /* --agent */
	size_t nagents;
};

/* Judges one project; returns its roles, for the report's header. */
const struct roles *engine_judge(struct lint *lint, const struct project *project,
				 const struct engine_request *request);
/*
 * After the last project: fills the level of every finding (also those of the
 * readers and the model), masks credentials in every message, sorts, drops
 * duplicates.
 */
void engine_finish(struct lint *lint, const struct engine_request *request,
		   struct credentials *credentials);

#endif
