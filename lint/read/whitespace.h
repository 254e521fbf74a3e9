/* SPDX-License-Identifier: MIT */
/*
 * White space as BuildKit sees it: Unicode's at the ends of a line and between
 * the words of ENV, LABEL and ARG; only ASCII's between other words.  Works on
 * any bytes; nothing fails.
 */
#ifndef READ_WHITESPACE_H
#define READ_WHITESPACE_H

#include "base/str.h"

/* Bytes of the white-space character at `at`, 0 if there is none. */
size_t whitespace_at(struct str s, size_t at);
struct str whitespace_trim(struct str s);
struct str whitespace_trim_start(struct str s);
/* Space, TAB, VT, FF, CR: what separates the words of an instruction. */
bool whitespace_separates(char c);

#endif
