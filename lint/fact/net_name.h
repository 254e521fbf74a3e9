/* SPDX-License-Identifier: MIT */
/*
 * Who goes by which name or address on the networks of a project, so that a
 * name is looked up once and not compared with those of every service.
 *
 * Lives in the run arena; nothing fails.
 */
#ifndef FACT_NET_NAME_H
#define FACT_NET_NAME_H

#include "model/project.h"

/* A service's own name, its container_name or hostname, or what one of its networks knows it by: an
   alias or an address. */
struct net_name {
	struct str name;
	const struct service *service;
};

struct net_names {
	const struct net_name *all; /* by name, whose case does not matter, then as the services */
	size_t count;
	const struct address_range
		*subnets; /* of the networks, IPv4: in order, none meets another */
	size_t nsubnets;
};

const struct net_names *net_names_list(struct lint *lint, const struct project *project);
/* Those of this name in any case, in the order of the services; how many.  A service may be there
   several times. */
size_t net_names_of(const struct project *project, struct str name, const struct net_name **first);
/* The service whose numbered container has this name, "project-service-1" or "project_service_1";
   NULL: none. */
const struct service *net_name_of_replica(const struct project *project, struct str name);
/* An IPv4 address in a subnet of one of the networks. */
bool net_has_subnet_of(const struct project *project, struct str address);

#endif
