/* SPDX-License-Identifier: MIT */
/*
 * Where a reference to an image leads; whether it is pinned is an item of
 * fact/recipe.h.  Pure.
 */
#ifndef FACT_REFERENCE_H
#define FACT_REFERENCE_H

#include "base/str.h"

/* No registry is named, or Docker Hub is. */
bool reference_is_of_docker_hub(struct str text);

#endif
