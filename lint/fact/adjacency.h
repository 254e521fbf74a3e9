/* SPDX-License-Identifier: MIT */
/*
 * What two services share: networks, volumes, namespaces.
 *
 * Adjacency is computed, never declared, and profiles do not hide a service
 * from it.  The ways from one service to another are enumerated one by one, so
 * that nothing is kept for the pairs of a large project.  Needs the services'
 * networks and mounts; nothing fails.
 */
#ifndef FACT_ADJACENCY_H
#define FACT_ADJACENCY_H

#include "fact/mount.h"
#include "fact/network.h"

enum adjacency_kind {
	ADJACENT_BY_NAMESPACE,    /* network_mode, pid or ipc: service:..., either direction */
	ADJACENT_BY_NETWORK,      /* both are on it, also through another's namespace */
	ADJACENT_BY_VOLUMES_FROM, /* either direction */
	ADJACENT_BY_VOLUME        /* a named volume, or one path of the host */
};

/* All zeroes: before the first way. */
struct adjacency {
	enum adjacency_kind kind;
	struct str name; /* of the network or volume, empty for a path; the key of a namespace */
	const struct node *ours;   /* what makes it, in the service; NULL: nothing there does */
	const struct node *theirs; /* the same in the other one; NULL */
	const struct network *our_network, *their_network; /* ADJACENT_BY_NETWORK, else NULL */
	const struct mount *our_mount, *their_mount;       /* ADJACENT_BY_VOLUME, else NULL */
	size_t step;                                       /* where the search goes on */
};

/* The next thing that both share; false: no more.  A service shares nothing with itself. */
bool adjacency_next(const struct service *service, const struct service *other,
		    struct adjacency *adjacency);
/* The same of what lets packets through alone: namespaces and networks. */
bool adjacency_next_reach(const struct service *service, const struct service *other,
			  struct adjacency *adjacency);

#endif
