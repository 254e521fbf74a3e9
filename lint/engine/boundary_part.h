/* SPDX-License-Identifier: MIT */
/*
 * What the modules of the nine checks share while a sheet is drawn.  Serves
 * engine/boundary_draw.c and engine/boundary_doubt.c alone.
 */
#ifndef ENGINE_BOUNDARY_PART_H
#define ENGINE_BOUNDARY_PART_H

#include "engine/boundary.h"
#include "engine/sink.h"

/* One agent while its sheet is drawn. */
struct drawing {
	struct sink *sink;
	const struct service *service;
	struct boundary_check *checks;
	struct boundary_point *others;
	const struct finding **findings;
	size_t nfindings;
};

/* One point more; a place decides a check once. */
void boundary_decide(const struct drawing *drawing, enum boundary_check_name name,
		     enum verdict verdict, struct str rule, struct str why, struct span place);
void boundary_doubt(const struct drawing *drawing, enum boundary_check_name name, struct str why,
		    struct span place);

/* boundary_doubt.c: mounts, user, networks and keys that hang on what these files do not say; what
   could not be read; what Compose refuses. */
void boundary_doubt_facts(const struct drawing *drawing);
void boundary_doubt_incomplete(const struct drawing *drawing);
void boundary_doubt_refused(const struct drawing *drawing);
/* Why it is not known what the mount shows; empty: it is known. */
struct str boundary_mount_doubt(struct sink *sink, const struct mount *mount);

#endif
