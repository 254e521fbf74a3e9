/* SPDX-License-Identifier: MIT */
/*
 * What a build takes from its context: reads the ignore file in force and lists
 * what COPY and ADD bring in.
 *
 * A pattern that BuildKit refuses: finding model-invalid at its line.  An ignore
 * file that cannot be read, a listing that ended at a limit: incomplete-project.
 * Part of the reading of Dockerfiles; only model/build calls it.
 */
#ifndef MODEL_BUILD_CONTEXT_H
#define MODEL_BUILD_CONTEXT_H

#include "model/loader.h"

/* For a build whose context is a local directory; build->image may be NULL. */
void build_context_load(struct loader *l, const struct service *service, struct build *build);

#endif
