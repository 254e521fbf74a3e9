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
 * Nothing can be pulled under this name: "localhost/x", and names of one component that are no
 * official image, because Docker Hub gives such names to nobody else.  Such an image is made here.
 */
bool reference_is_local(struct str text);

#endif
