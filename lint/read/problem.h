/* SPDX-License-Identifier: MIT */
/*
 * libyaml's words for what is wrong with a file, and ours: what it is, and
 * what to write instead.  Pure; a message never quotes the file.
 */
#ifndef READ_PROBLEM_H
#define READ_PROBLEM_H

#include "base/str.h"

struct problem {
	struct str words; /* libyaml's */
	const char *message;
	bool at_context; /* what is wrong stands where libyaml began to look */
};

/* NULL: words that we do not know. */
const struct problem *problem_find(struct str words);
/* Of a byte with which no value can begin. */
const char *problem_first_byte(char c);
/* What stands around byte `at`, or begins at `context`, may say more than libyaml does; NULL: it
   does not. */
const char *problem_around(struct str bytes, size_t at, size_t context);
/* What stands on the line behind byte `at` may look as it should and be something else; NULL: no. */
const char *problem_on_line(struct str bytes, size_t at);
/* The line before the one of the colon at `at` may be what is wrong; NULL: it is not. */
const char *problem_line_before(struct str bytes, size_t at);
/* Where the quoted value begins that ends before `at`; STR_NPOS: none ends there. */
size_t problem_quote(struct str bytes, size_t at);

#endif
