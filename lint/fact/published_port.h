/* SPDX-License-Identifier: MIT */
/*
 * The ports that a service publishes on the host, one for each item as it is
 * written: a range is one item, however many ports it makes.
 *
 * Ports of a service without a network of its own (host, none) are not
 * published and left out.  Slices borrow from the model; nothing is allocated,
 * nothing fails.
 */
#ifndef FACT_PUBLISHED_PORT_H
#define FACT_PUBLISHED_PORT_H

#include "model/project.h"

enum port_reach {
	PORT_EVERYWHERE, /* every address of the host */
	PORT_LOOPBACK,
	PORT_ADDRESS, /* one address that is none of the two */
	PORT_UNKNOWN  /* a variable that nothing sets decides */
};

/* All zeroes: before the first one. */
struct published_port {
	enum port_reach reach;
	const struct node *item;       /* its mapping in the model */
	const struct node *short_form; /* the item as one text, "8080:80"; NULL: long form */
	const struct node *host_ip;    /* NULL: none is written */
	const struct node *published;  /* the port of the host; NULL: the engine chooses one */
	struct str target;             /* the container's port or range, "80", "8000-8002" */
	size_t next;                   /* where the search goes on */
};

/* The next one; false: no more.  Needs the networks. */
bool published_port_next(const struct service *service, struct published_port *port);

#endif
