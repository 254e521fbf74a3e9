/* SPDX-License-Identifier: MIT */
/*
 * Paths as text: joined, cleaned and cut, never looked up.  Separator "/".
 * Results live in the given arena or borrow from the arguments; nothing fails.
 */
#ifndef BASE_PATH_H
#define BASE_PATH_H

#include "base/str.h"

bool path_is_absolute(struct str path);
/* Drops empty parts and ".", resolves ".." (stops at the root); "" becomes ".". */
struct str path_clean(struct arena *arena, struct str path);
/* `path` seen from `directory`, cleaned; an absolute path stays as it is, uncleaned. */
struct str path_join(struct arena *arena, struct str directory, struct str path);
struct str path_directory(struct str path); /* "." when there is no "/" */
struct str path_base(struct str path);      /* what follows the last "/" */
/* A relative path to what lies above or beside where it begins: "..", "../x". */
bool path_leads_out(struct str path);
/* inside equals outer or lies below it; both absolute and clean */
bool path_is_within(struct str inside, struct str outer);
/* `path` as one would write it in directory `from`; both absolute and clean */
struct str path_relative(struct arena *arena, struct str path, struct str from);

#endif
