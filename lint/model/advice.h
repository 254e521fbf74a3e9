/* SPDX-License-Identifier: MIT */
/*
 * What to write instead of a value of a type that the schema does not take.
 *
 * Quotes are advised only where the text in them would be taken: not by the schema alone, but by
 * what Compose makes of the text afterwards.  The text lives in the run arena and begins with
 * "; ", or is empty where there is nothing to say.
 */
#ifndef MODEL_ADVICE_H
#define MODEL_ADVICE_H

#include "base/diag.h"
#include "model/schema.h"

struct str advice_for_type(struct lint *lint, const struct schema *at, const struct node *node);

#endif
