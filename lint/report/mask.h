/* SPDX-License-Identifier: MIT */
/*
 * Values of the merged model with *** in place of what looks like a
 * credential, of what stands behind a name of one, and of variables with such
 * a name.  Text lives in the run arena.
 */
#ifndef REPORT_MASK_H
#define REPORT_MASK_H

#include "base/diag.h"
#include "base/node.h"

struct credentials;

/* `name`: the key of the scalar.  Without credentials the text stays as it is. */
struct str mask_value(struct lint *lint, struct credentials *credentials, struct str name,
		      const struct node *node);

#endif
