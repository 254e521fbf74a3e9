/* SPDX-License-Identifier: MIT */
/*
 * The workspace of a service: the one writable bind in which its agent works.
 *
 * What is declared decides; else working_dir, or WORKDIR of the image, when it
 * lies in a writable bind; else the custom of targets such as /work, and then the
 * deepest target.  A host path that a rule of sources reports, a file, and what
 * holds the project itself is none by custom.  Where no bind is surely writable, one
 * whose mode a variable decides that nothing sets is taken.  Pure; nothing fails.
 */
#ifndef FACT_WORKSPACE_H
#define FACT_WORKSPACE_H

#include "fact/mount.h"

/* Sets the workspace of the list and what chose it.  Needs service->declared and service->image. */
void workspace_choose(struct lint *lint, struct mount_list *list, const struct project *project,
		      const struct service *service);

#endif
