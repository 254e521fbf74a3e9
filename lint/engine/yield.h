/* SPDX-License-Identifier: MIT */
/*
 * One cause, one finding: drops the findings that give way.
 *
 * Each rule's data sheet names the rules it gives way to.  Its finding goes
 * (LEVEL_OFF) where one of them has a finding for the same service whose place
 * is the same node, inside it or around it.  One rule gives way to all others,
 * whoever's the finding is.  A rule that is off has no finding
 * and nothing gives way to it.
 */
#ifndef ENGINE_YIELD_H
#define ENGINE_YIELD_H

#include "engine/rule.h"

/* Findings from number `first` on: those of the project just judged. */
void yield_findings(struct lint *lint, struct rule_set rules, size_t first);

/* The findings under one of `count` names, or of all before an empty one, for many questions; lives
   in the scratch arena. */
struct yield_index;
const struct yield_index *yield_index_of(struct lint *lint, const struct str *rules, size_t count,
					 size_t first);
/* One of them speaks of the text at `span`. */
bool yield_is_named(const struct yield_index *index, struct span span);

#endif
