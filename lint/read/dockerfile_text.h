/* SPDX-License-Identifier: MIT */
/*
 * Where the bytes of a Dockerfile stand: in a file of their own, or in a scalar
 * of a Compose file, from which unknown variables vanish as Compose does it.
 * Serves the Dockerfile reader.  Texts live in the run arena; nothing fails.
 */
#ifndef READ_DOCKERFILE_TEXT_H
#define READ_DOCKERFILE_TEXT_H

#include "read/dockerfile.h"

const struct dockerfile_text *dockerfile_text_of_source(struct arena *arena,
							const struct source *source,
							struct span within);
const struct dockerfile_text *dockerfile_text_of_scalar(struct lint *lint,
							const struct node *scalar);
struct span dockerfile_text_span(const struct dockerfile_text *text, size_t from, size_t to);

#endif
