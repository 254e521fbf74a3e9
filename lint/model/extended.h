/* SPDX-License-Identifier: MIT */
/*
 * What docker compose 2.40 needs of a file that is only extended.
 *
 * No schema is applied to such a file, yet all of it is brought to its long
 * form, and paths in it are made absolute: a value of a kind that neither can
 * take stops Compose, or crashes it, though nobody uses it.  What is inherited
 * is looked at by the schema as well, so this comes last, and is silent where
 * another finding speaks of the same place.
 */
#ifndef MODEL_EXTENDED_H
#define MODEL_EXTENDED_H

#include "base/diag.h"
#include "base/node.h"

/* DOCUMENT: as it was before it was merged and brought to its long form. */
void extended_check(struct lint *lint, const struct node *document, bool *refused);

#endif
