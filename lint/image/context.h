/* SPDX-License-Identifier: MIT */
/*
 * Which files of the build context COPY and ADD bring into an image,
 * by the files as they lie on the disk.
 *
 * Only what a source names is looked at; a link is not followed.  Beyond
 * LIMIT_CONTEXT_DEPTH, LIMIT_CONTEXT_ENTRIES or the budget the listing is
 * `cut`; where the system does not say what there is, `unreadable`.
 * Everything lives in the run arena; nothing fails.
 */
#ifndef IMAGE_CONTEXT_H
#define IMAGE_CONTEXT_H

#include "base/limits.h"
#include "image/stage.h"
#include "read/file.h"
#include "read/pattern.h"

struct context_file {
	struct str path;   /* relative to the root of the context */
	struct str below;  /* the part of it that is kept at the destination */
	bool in_directory; /* it came with a directory that a source names */
	bool is_directory; /* noted, not entered */
	bool is_absent;    /* named by the instruction, but not there */
	struct str head;   /* what stands in it, where `peeked` asks for that; p NULL: not read */
};

/* One COPY or ADD from the context. */
struct context_copy {
	const struct stage_copy *copy;
	size_t stage; /* the first that holds it */
	const struct context_file *files;
	size_t nfiles;
	bool is_whole; /* a source is the whole context */
};

struct context {
	const struct context_copy *copies; /* of the stages that the target needs */
	size_t ncopies;
	bool cut, unreadable;
};

/* What the listings of one project may still take together; see limits.h. */
struct context_budget {
	size_t entries, steps, peeked_bytes;
};

#define CONTEXT_BUDGET                                                          \
	{                                                                       \
		LIMIT_PROJECT_ENTRIES, LIMIT_PATTERN_STEPS, LIMIT_CONTEXT_BYTES \
	}

struct context_request {
	const struct files *files;
	struct str root; /* absolute */
	const struct stage_result *image;
	struct pattern_list ignored;
	const struct str *closed; /* names of directories that are not entered */
	size_t nclosed;
	const struct str *peeked; /* patterns for names of files whose content is wanted */
	size_t npeeked;
	struct context_budget *budget; /* NULL: of this call alone */
};

const struct context *context_list(struct arena *arena, const struct context_request *request);

/* A file of that copy becomes part of the target's image: by its FROM chain, or because other
   stages copy it on. */
bool context_reaches_target(struct arena *scratch, const struct stage_result *image,
			    const struct context_copy *copy, const struct context_file *file);

#endif
