/* SPDX-License-Identifier: MIT */
/*
 * What a service holds that is power over the host: who takes the service over
 * takes the host.  The first such thing, from the facts about the service; asked
 * of neighbours, whose own rules may not be on.  Lives in the run arena; nothing
 * fails.
 */
#ifndef FACT_HOST_POWER_H
#define FACT_HOST_POWER_H

#include "model/project.h"

struct host_power {
	const char *what;      /* "the engine socket", for a message */
	const struct node *at; /* the line that gives it */
};

/* Needs the service's mounts and devices; NULL: none that these files show. */
const struct host_power *host_power_resolve(struct lint *lint, const struct service *service);

#endif
