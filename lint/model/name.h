/* SPDX-License-Identifier: MIT */
/*
 * The project's name (compose-semantics 1.5) as text: made valid, or judged.
 * Results live in the given arena; nothing fails.
 */
#ifndef MODEL_NAME_H
#define MODEL_NAME_H

#include "base/str.h"

struct arena;

/* Lower case, only a-z 0-9 _ -, no leading _ or -; may come out empty. */
struct str name_normalise(struct arena *arena, struct str text);
bool name_is_valid(struct str text);

#endif
