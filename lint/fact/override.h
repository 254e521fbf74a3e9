/* SPDX-License-Identifier: MIT */
/*
 * What the files that Compose picks up unasked take from the protections of a
 * service: the base, as the history of the merged values tells it, compared with
 * what runs.  Which protections: protection.list.
 *
 * A service that only an override defines weakens nothing.  What comes from a
 * variable that nothing sets is left out.  Lives in the run arena; never fails.
 */
#ifndef FACT_OVERRIDE_H
#define FACT_OVERRIDE_H

#include "model/project.h"

struct weakening {
	struct span span;        /* the weakening text, in the override */
	const struct node *node; /* the same as a node of the model; NULL: what took a key away */
	const char *phrase;      /* "adds the capability" */
	struct str text;         /* what the file says; never a value that may be secret */
	struct span base;        /* where the base says otherwise; none: it says nothing */
};

struct weakening_list {
	const struct weakening *all;
	size_t count;
};

/* Needs the other facts of the service. */
const struct weakening_list *override_resolve(struct lint *lint, const struct project *project,
					      const struct service *service);
/* The same of a network; false: nothing. */
bool override_opens_network(const struct project *project, const struct resource *network,
			    struct weakening *weakening);
/* The base file, for a message; empty: no file was picked up. */
struct str override_base(const struct project *project);

#endif
