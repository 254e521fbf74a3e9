/* SPDX-License-Identifier: MIT */
/*
 * Two services that run one program: the same image, or the same build of it.  Texts
 * live in the scratch arena; nothing fails.
 */
#ifndef FACT_TWIN_H
#define FACT_TWIN_H

#include "base/table.h"
#include "model/project.h"

/* Equal where context, Dockerfile, stage and arguments are the same; empty: nothing is built, or with
   arguments that are not known.  The table has what long texts are in it, and is all zeroes but for
   its arena at first. */
struct str twin_build_key(struct lint *lint, const struct service *service,
			  struct table *long_texts);
/* Equal where the image is the same one; empty: none, or one that many programs share ("python"). */
struct str twin_image_key(struct lint *lint, const struct service *service);
/* Its command does nothing: "true", "exit 0"; it is there for its image to be built. */
bool twin_starts_nothing(struct lint *lint, const struct service *service);

#endif
