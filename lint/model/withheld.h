/* SPDX-License-Identifier: MIT */
/*
 * Capabilities and security options that do not exist: Compose passes them on
 * unread, and the engine refuses them or nobody acts on them.  Findings only.
 */
#ifndef MODEL_WITHHELD_H
#define MODEL_WITHHELD_H

#include "model/trail.h"

/* `trail` leads to the service. */
void withheld_check(struct lint *lint, const struct trail *trail, const struct node *service);

#endif
