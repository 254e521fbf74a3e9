/* SPDX-License-Identifier: MIT */
/*
 * The project's name as text, made valid or judged (compose-go,
 * loader/loader.go); and names that miss what they name.
 * Results live in the given arena; nothing fails.
 */
#ifndef MODEL_NAME_H
#define MODEL_NAME_H

#include "base/str.h"

struct arena;
struct node;

/* Lower case, only a-z 0-9 _ -, no leading _ or -; may come out empty. */
struct str name_normalise(struct arena *arena, struct str text);
bool name_is_valid(struct str text);
/* "; write "x" if that is meant": the key of the mapping (may be NULL) that is nearest to a name
   that it lacks; empty when none is near. */
struct str name_hint(struct arena *arena, const struct node *mapping, struct str name);

#endif
