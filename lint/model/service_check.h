/* SPDX-License-Identifier: MIT */
/*
 * What Compose checks in one enabled service of the typed model, for
 * model/consistency.h.  False: refused.
 */
#ifndef MODEL_SERVICE_CHECK_H
#define MODEL_SERVICE_CHECK_H

#include "base/diag.h"
#include "base/node.h"
#include "base/table.h"

/* `service` is the pair in `services`; NULL or no mapping: nothing to say.  `enabled`: the names of
   all enabled services. */
bool service_check(struct lint *lint, const struct node *model, struct table *enabled,
		   const struct pair *service);
/* Of one that is not enabled: only the networks, volumes and so on that nobody defines. */
void service_check_names(struct lint *lint, const struct node *model, const struct pair *service);

#endif
