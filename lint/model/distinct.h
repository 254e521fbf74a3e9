/* SPDX-License-Identifier: MIT */
/*
 * Whether the items of a list differ, as the JSON schema's uniqueItems asks, and as docker
 * compose 2.40 answers: 1 and 1.0 are equal, so are mappings whatever the order of their keys, and
 * a number is equal to an earlier text that reads as it.
 *
 * A repetition is a finding model-invalid at the later item, with the first one related; what
 * holds an unknown variable is equal to nothing.  SETTLED: what the list's settled_of() gave; what
 * is found out is noted there.
 */
#ifndef MODEL_DISTINCT_H
#define MODEL_DISTINCT_H

#include "model/settled.h"
#include "model/trail.h"

/* False: something was found. */
bool distinct_check(struct lint *lint, const struct trail *trail, const struct node *list,
		    struct settled *settled);

#endif
