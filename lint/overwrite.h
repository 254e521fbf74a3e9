/* SPDX-License-Identifier: MIT */
/*
 * What no output takes the place of, though this run has not read it: the file of a
 * secret or a config of the projects, and what docker compose, a build, git or this
 * program would look for by its name.  An output is often named by a script, and one
 * wrong word there must not cost a key.
 *
 * What was read is the caller's to know.  Only a file that is there counts.  Nothing
 * fails; lives in the given arena.
 */
#ifndef OVERWRITE_H
#define OVERWRITE_H

#include "report/report.h"

/* Why not, as the end of "cannot write FILE: "; p NULL: it may be.  `path`: absolute.  A model may take
   the place of a Compose file. */
struct str overwrite_refusal(struct arena *arena, const struct report_project *projects,
			     size_t nprojects, struct str path, bool is_model);

#endif
