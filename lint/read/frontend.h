/* SPDX-License-Identifier: MIT */
/*
 * Which program is to read a Dockerfile: `# syntax=IMAGE`, found as laxly as
 * BuildKit finds it (frontend/dockerfile/parser/directives.go).  Behind a line
 * "#!..." it also takes `// syntax=IMAGE` and a JSON object with "syntax",
 * since such a file need be no Dockerfile at all.
 *
 * The image is a slice of the text, or lives in the arena; nothing fails.
 */
#ifndef READ_FRONTEND_H
#define READ_FRONTEND_H

#include "base/arena.h"
#include "base/str.h"

struct frontend {
	struct str image; /* empty: none is asked for */
	size_t from, to;  /* where it stands in the text */
};

struct frontend frontend_find(struct arena *arena, struct str text);
/* docker/dockerfile or docker/dockerfile-upstream, in whatever registry. */
bool frontend_is_standard(struct str image);

#endif
