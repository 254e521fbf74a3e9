/* SPDX-License-Identifier: MIT */
/*
 * Where the bytes of a Dockerfile stand: in a file of their own, or in a scalar
 * of a Compose file, from which unknown variables vanish as Compose does it.
 * Serves the Dockerfile reader.  Texts live in the run arena; nothing fails.
 */
#ifndef READ_DOCKERFILE_TEXT_H
#define READ_DOCKERFILE_TEXT_H

#include "base/diag.h"
#include "base/node.h"

/* From byte `line` of an instruction's line on, the bytes stand at `input` of the Dockerfile. */
struct dockerfile_piece {
	uint32_t line, input;
};

struct written_map;

/* The text of a Dockerfile and where it stands. */
struct dockerfile_text {
	struct str bytes;
	struct span within;        /* of a source; or, with a node, the node's span */
	const struct node *scalar; /* NULL: bytes of the source from within.start on */
	const struct sources *sources;
	const struct dockerfile_piece *pieces; /* bytes -> text of the scalar; NULL: the same */
	size_t npieces;
	struct written_map *map; /* of the scalar's writing */
	bool strange; /* a file that does not look like a Dockerfile: nothing of it is quoted */
};

const struct dockerfile_text *
dockerfile_text_of_source(struct arena *arena, const struct source *source, struct span within);
const struct dockerfile_text *dockerfile_text_of_scalar(struct lint *lint,
							const struct node *scalar);
/* A file without a line "FROM image", "FROM image AS name" or "FROM" and what goes on below builds
   nothing: it is some other text, whose lines may be secrets. */
bool dockerfile_text_has_from(struct str bytes);
struct span dockerfile_text_span(const struct dockerfile_text *text, size_t from, size_t to);
/* The place of a range of a text that was put together from pieces. */
void dockerfile_piece_range(const struct dockerfile_piece *pieces, size_t count, size_t *from,
			    size_t *to);

#endif
