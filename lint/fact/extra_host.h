/* SPDX-License-Identifier: MIT */
/*
 * The `extra_hosts` of a service: names whose addresses its containers are
 * told, in either form.  Slices borrow from the nodes; nothing fails.
 */
#ifndef FACT_EXTRA_HOST_H
#define FACT_EXTRA_HOST_H

#include "model/project.h"

/* All zeroes: before the first one. */
struct extra_host {
	struct str name;
	struct str address; /* "host-gateway", an IP address, maybe in brackets; may be empty */
	const struct node *node; /* the list item; of a mapping, the scalar with the address */
	size_t step, position;   /* where the search goes on: entry, address of it */
};

/* The next one; false: no more. */
bool extra_host_next(const struct service *service, struct extra_host *host);
/* The service is told an address for this name. */
bool extra_host_names(const struct service *service, struct str name);

#endif
