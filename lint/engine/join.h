/* SPDX-License-Identifier: MIT */
/*
 * One text, one finding: what a rule says of several services, or of several
 * places, for one and the same line of the user's is told once.
 *
 * Findings of one rule at one place that say the same of services which share
 * it (an anchor, `extends`) become one, and so do those of one service that
 * name one cause (shares_cause() of engine/rule.h).  The first in
 * their order stays, its message names the other services, their related places
 * become its own, and the others hang on it (`also`) with their own service,
 * path and evidence, so that none is lost to a program.
 *
 * Comes last: suppressions and baselines know each of them by itself, and what
 * is suppressed is not joined with what is not.
 */
#ifndef ENGINE_JOIN_H
#define ENGINE_JOIN_H

#include "base/diag.h"

/* Of all findings of the run, which are sorted and stay so. */
void join_findings(struct lint *lint);

#endif
