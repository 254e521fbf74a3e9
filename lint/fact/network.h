/* SPDX-License-Identifier: MIT */
/*
 * The effective networks of a service: where its packets can go.
 * Lives in the run arena; a circle of `service:` modes ends where it began.
 */
#ifndef FACT_NETWORK_H
#define FACT_NETWORK_H

#include "base/table.h"
#include "model/project.h"

enum network_kind {
	NETWORK_NAMED,    /* an entry of `networks` */
	NETWORK_IMPLICIT, /* the default network that nothing names */
	NETWORK_MODE,     /* network_mode: bridge or another literal name */
	NETWORK_HOST,     /* network_mode: host */
	NETWORK_CONTAINER /* network_mode: container:x, which these files do not describe */
};

enum network_route {
	NETWORK_INTERNAL, /* provably without a route to the outside */
	NETWORK_ROUTED,
	NETWORK_EXTERNAL, /* made elsewhere: cannot be seen */
	NETWORK_UNKNOWN   /* its `internal` comes from a variable that nothing sets */
};

struct network {
	enum network_kind kind;
	enum network_route route;
	struct str name;                   /* the key, or the text of network_mode */
	const struct node *place;          /* the service's item, network_mode; or its name node */
	const struct resource *definition; /* NULL: none in these files */
	const struct resource *twin; /* an internal one's other definition: the same name in the
					 engine and a route, and which of them makes the network
					 is a matter of order; NULL */
	const struct node *parent;   /* an internal one's driver_opts.parent: macvlan and ipvlan put
				     its containers on the network of this interface; NULL */
	const struct node *internal; /* the definition's `internal`; NULL: absent */
	const struct node *removed;  /* the !reset that took it away; NULL */
	const struct service *through; /* whose namespace is shared; NULL: its own */
	const struct node *mode;       /* the network_mode: service:x that led there; NULL */
	/* equal of two: one network, where containers find each other; 0: never one, as the host's
	   and another container's */
	uint32_t number;
	bool verified; /* an external one that is declared to be internal */
	bool filtered; /* that owner is declared to filter what leaves it */
};

struct network_list {
	const struct network *all;
	size_t count;
	const uint32_t *sorted; /* positions by number, of equal ones in order */
	bool none;              /* network_mode: none */
	bool shares_loopback;   /* with the host, another service or another container */
};

/* What the services of one project share while their networks are found. */
struct network_making {
	size_t left;         /* of LIMIT_NETWORKS */
	bool said;           /* that there were more */
	struct table twins;  /* by the name in the engine: which definition has a route */
	struct table joined; /* keys of the networks that services name */
	/* numbers by the name in the engine, by the key where nothing defines one, and by the mode */
	struct table full_names, keys, modes;
	uint32_t last; /* of these numbers */
	const struct service *
		*ends; /* of each service: whose namespace it is in; NULL: none asked */
};

/* Of that project, before its services are asked for theirs. */
struct network_making network_begin(struct lint *lint, struct project *project);

const struct network_list *network_resolve(struct lint *lint, const struct project *project,
					   const struct service *service,
					   struct network_making *making);
/* The first of the list, from a position on, that is one network with this one; its count: none. */
size_t network_find_same(const struct network_list *list, const struct network *network,
			 size_t from);
/* What gives it its route: the definition's "internal" or "external", the !reset of it, the network_mode, the
   service's item; NULL: the service has no key for networks at all. */
const struct node *network_route_place(const struct network *network);
/* Who makes an external network, as far as the projects of the run show it. */
struct network_maker {
	const struct project *project;     /* NULL: none of them */
	const struct resource *definition; /* there */
	enum network_route route;          /* of several makers the one with a way out counts */
};

struct network_maker network_find_maker(const struct network *network,
					const struct project *project, struct project_list all);
/* Both are on one network of this project, where each finds the other by its name. */
bool network_is_shared(const struct service *a, const struct service *b);
/* Without a route to the outside, each of them, provably or as declared; true where there is none. */
bool network_is_all_internal(const struct network_list *networks);
/* Every other service on the network has another one that is not internal: none loses its way out. */
bool network_can_lose_route(const struct project *project, const struct service *service,
			    struct str name);

#endif
