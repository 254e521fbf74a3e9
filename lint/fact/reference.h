/* SPDX-License-Identifier: MIT */
/*
 * Is a reference to an image pinned: by digest, by a tag that names a version,
 * or by one that moves (rules.md 2.11, `image-unpinned`)?  Pure.
 */
#ifndef FACT_REFERENCE_H
#define FACT_REFERENCE_H

#include "fact/recipe.h"
#include "image/image.h"

enum recipe_pin reference_pin(const struct image_reference *reference);
/* No registry is named, or Docker Hub is. */
bool reference_is_of_docker_hub(struct str text);
/*
 * Made here and not pulled: "localhost/x", and "x:local".  Docker Hub gives names of one component
 * to nobody, and none of its own has that tag.
 */
bool reference_is_local(struct str text);

#endif
