/* SPDX-License-Identifier: MIT */
/*
 * unset-variable: variables that nobody sets, once the rules have spoken.
 *
 * The model notes each use; one that a rule has named in its message is left out,
 * and a variable without a use left is not reported.
 * One finding per variable, at its first use.
 */
#ifndef ENGINE_UNSET_H
#define ENGINE_UNSET_H

#include "engine/grade.h"
#include "engine/sink.h"

/* Of the sink's project, whose roles are assigned; `first`: number of its first finding. */
void unset_report(const struct sink *sink, const struct grading *grading, size_t first);

#endif
