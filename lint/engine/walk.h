/* SPDX-License-Identifier: MIT */
/*
 * One walk over a project, all hooks: each rule that judges a service by the
 * preset is called for it.  The scratch arena is reset after each rule.  The grading
 * is a complete one.
 */
#ifndef ENGINE_WALK_H
#define ENGINE_WALK_H

#include "engine/grade.h"
#include "engine/sink.h"

void walk_project(struct sink *sink, const struct grading *grading);

#endif
