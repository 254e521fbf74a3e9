/* SPDX-License-Identifier: MIT */
/*
 * Dockerfiles to instructions, as BuildKit cuts them
 * (frontend/dockerfile/parser).
 *
 * Nothing is expanded here and no stage is looked at: that is image/stage.  A
 * Dockerfile is a whole file or the text of a Compose node (dockerfile_inline);
 * either way every piece of an instruction knows where it stands in its file.
 *
 * A file for another frontend than BuildKit's own (`foreign`) is cut all the same,
 * but what is wrong with it only that frontend knows, so nothing is reported.
 *
 * What BuildKit refuses becomes finding dockerfile-syntax and an error of the
 * file; reading goes on: the instruction is skipped (`error` is set), an
 * unterminated heredoc takes the rest of the file.  Limits: LIMIT_DOCKERFILE_BYTES,
 * LIMIT_INSTRUCTIONS, LIMIT_STAGES, LIMIT_DOCKERFILE_LINE_BYTES, LIMIT_DOCKERFILE_WORDS.
 *
 * Everything lives in the run arena and borrows the bytes of the source.  The
 * texts may hold NUL bytes (a JSON escape may bring one).
 */
#ifndef READ_DOCKERFILE_H
#define READ_DOCKERFILE_H

#include "base/diag.h"
#include "base/node.h"
#include "read/frontend.h"
#include "read/instruction.h"

struct dockerfile_directive {
	struct str key; /* lower case: syntax, escape, check */
	struct str value;
	struct span span; /* of the value */
};

struct dockerfile {
	char escape; /* backslash or backtick */
	const struct dockerfile_directive *directives;
	size_t ndirectives;
	const struct dockerfile_instr *instrs;
	size_t ninstrs;
	const struct span *comments; /* each from its "#" to the end of the line, in order */
	size_t ncomments;
	const struct dockerfile_error *const *errors; /* the one BuildKit would name comes first */
	size_t nerrors;
	bool broken; /* cut only by guessing (an error of DOCKERFILE_PARSE) */
	bool foreign;
	struct str frontend; /* the image of `# syntax=`; empty: none */
	struct span frontend_span;
	const struct dockerfile_text *input;
};

/* A range of a source; of a whole file: {number, 0, length}. */
struct dockerfile dockerfile_parse(struct lint *lint, const struct source *source,
				   struct span within);
/* The text of a scalar as Compose hands it on: unknown variables are empty. */
struct dockerfile dockerfile_parse_text(struct lint *lint, const struct node *scalar);

#endif
