/* SPDX-License-Identifier: MIT */
/*
 * A value of the model with *** in place of what looks like a credential.
 *
 * Every form of `config` prints values through here, those of histories too.
 * What is hidden: all of a value behind a name that hides; what a pattern finds;
 * what came from a variable whose name hides, also where the value was given
 * another form since.  Without credentials nothing is hidden.  Never fails;
 * the result borrows from the node or lives in the run arena.
 */
#ifndef REPORT_MASK_H
#define REPORT_MASK_H

#include "base/diag.h"
#include "base/node.h"

struct credentials;

/* The text of a scalar that stands behind `name`, which may be empty. */
struct str mask_value(struct lint *lint, struct credentials *credentials, struct str name,
		      const struct node *scalar);
/* A key, which holds a secret only by mistake. */
struct str mask_key(struct lint *lint, struct credentials *credentials, struct str key);
/* What item i of a list stands behind: the flag before it, as in [--password, x], or `name`. */
struct str mask_item_name(struct str name, const struct node *list, size_t i);

#endif
