/* SPDX-License-Identifier: MIT */
/*
 * For unit tests: a Dockerfile read from memory of exactly its size, so that a
 * sanitizer sees one byte too many, and evaluated.  Everything lives until
 * run_end().
 */
#ifndef TESTS_EVALUATED_H
#define TESTS_EVALUATED_H

#include "image/stage.h"

struct run {
	struct lint lint;
	char *bytes;
	const struct source *source;
	struct dockerfile file;
	struct stage_request request; /* to be filled between the first two calls */
	const struct stage_result *result;
};

void run_begin(struct run *run, struct str text);
void run_evaluate(struct run *run);
/* Both. */
void run_text(struct run *run, struct str text);
void run_end(struct run *run);

uint32_t line_of(struct run *run, struct span span);
struct str span_text(const struct run *run, struct span span);
/* The error that BuildKit would name, or NULL. */
const struct dockerfile_error *first_error(const struct run *run);
struct str fault_name(enum dockerfile_fault fault); /* "env-no-value" */
struct str root_name(enum stage_root root);         /* "presumed-no" */
/* The variable that ENV sets in the chain, or NULL. */
const struct stage_variable *env_of(const struct stage *stage, struct str name);

#endif
