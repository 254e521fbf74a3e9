/* SPDX-License-Identifier: MIT */
/*
 * The fields of a flag that holds several: RUN --mount and --device, which
 * BuildKit reads as a line of CSV with "key=value" in each field
 * (frontend/dockerfile/instructions/commands_runmount.go).
 *
 * Results live in the arena or borrow from the value.  What is no CSV is told by
 * false; what a key may be is not asked here.
 */
#ifndef READ_FLAG_FIELDS_H
#define READ_FLAG_FIELDS_H

#include "base/arena.h"
#include "base/str.h"

struct flag_field {
	struct str whole;
	struct str key;   /* lower case */
	struct str value; /* p NULL: there is no "=" */
};

/* False: not a line of CSV (it is empty, or a double quote stands where none may). */
bool flag_fields(struct arena *arena, struct str value, const struct flag_field **fields,
		 size_t *count);
/* What BuildKit takes for true or false: "1", "t", "TRUE" ... */
bool flag_is_truth(struct str text);

#endif
