/* SPDX-License-Identifier: MIT */
/*
 * Which service needs which (compose-semantics 6.3): depends_on, and what Compose
 * adds to it from links, volumes_from and modes such as "service:db".
 */
#ifndef MODEL_DEPENDENCY_H
#define MODEL_DEPENDENCY_H

#include "base/diag.h"
#include "base/node.h"

/* Unknown and disabled targets, and cycles; false when something was found. */
bool dependency_check(struct lint *lint, const struct node *services, const struct str *enabled,
		      size_t count);

#endif
