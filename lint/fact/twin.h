/* SPDX-License-Identifier: MIT */
/*
 * Two services that run one program: the same image, or the same build of it.  Texts
 * live in the scratch arena; nothing fails.
 */
#ifndef FACT_TWIN_H
#define FACT_TWIN_H

#include "model/project.h"

/* The same context, Dockerfile, stage and arguments. */
bool twin_has_same_build(const struct service *a, const struct service *b);
/* Equal where the image is the same one; empty: none, or one that many programs share ("python"). */
struct str twin_image_key(struct lint *lint, const struct service *service);
/* Its command does nothing: "true", "exit 0"; it is there for its image to be built. */
bool twin_starts_nothing(struct lint *lint, const struct service *service);

#endif
