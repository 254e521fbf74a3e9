/* SPDX-License-Identifier: MIT */
/*
 * unset-variable: variables that nobody sets, once the rules have spoken.
 *
 * The model notes each use; what a rule named in its message (rules.md 2.1, who
 * gives way) is left out, and a variable without a use left is not reported.
 * One finding per variable, at its first use.
 */
#ifndef ENGINE_UNSET_H
#define ENGINE_UNSET_H

#include "engine/rule.h"

/* `first`: number of the first finding of this project. */
void unset_report(struct lint *lint, const struct project *project, struct rule_set rules,
		  struct credentials *credentials, size_t first);

#endif
