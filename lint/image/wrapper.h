/* SPDX-License-Identifier: MIT */
/*
 * Programs at the start of a command line that change who runs: gosu, su-exec,
 * setpriv, su, sudo and relatives, behind inits and env.  Texts borrow the argv
 * or live in the arena.
 */
#ifndef IMAGE_WRAPPER_H
#define IMAGE_WRAPPER_H

#include "base/arena.h"
#include "base/str.h"

struct wrapper {
	struct str tool; /* name without its path; empty: none */
	struct str user; /* p NULL: it changes privileges, to whom is not known */
};

struct wrapper wrapper_find(struct arena *arena, const struct str *argv, size_t argc);

#endif
