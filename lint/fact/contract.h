/* SPDX-License-Identifier: MIT */
/*
 * The declared contract of a service compared with what is effective: which of
 * its mounts, neighbours, ways out and variables go beyond it, and what it
 * declares that is not there.
 *
 * Only the parts that are declared are compared; an empty one allows nothing.
 * What a variable that nobody sets leaves open is left to unset-variable.  Needs
 * the mounts, networks and environments of all services.  Lives in the run arena;
 * nothing fails, but too many neighbours of too many contracts are not compared,
 * which is a finding incomplete-project.
 *
 * The other way round, contract_draft() says what a contract has to have so that
 * the service, as it is, neither goes beyond it nor falls short of it.
 */
#ifndef FACT_CONTRACT_H
#define FACT_CONTRACT_H

#include "model/project.h"

struct mount;             /* fact/mount.h */
struct network;           /* fact/network.h */
struct environment_entry; /* model/environment.h */

enum contract_kind {
	CONTRACT_MOUNT,     /* a mount that `sees` does not have */
	CONTRACT_MODE,      /* writable (unmet: read-only), which `sees` has otherwise */
	CONTRACT_FILE,      /* a secret or config that is no file of the host */
	CONTRACT_ROUTE,     /* a network that is not provably internal */
	CONTRACT_NEIGHBOUR, /* a service that `reaches` does not have */
	CONTRACT_PORT,      /* a port of a service that `reaches` has */
	CONTRACT_VARIABLE   /* a variable that `holds` does not have */
};

enum { CONTRACT_NAMED = 5 };

struct contract_item {
	enum contract_kind kind;
	const struct node *declaration; /* the entry that it differs from, or the whole part */
	/* what brings it; NULL: a line of a Dockerfile, or (a route) an absent key; of what is not
	   there always NULL */
	const struct node *at;
	struct span line;              /* of the Dockerfile */
	struct str name;               /* target, network, service, port or variable */
	const struct mount *mount;     /* CONTRACT_MOUNT, CONTRACT_MODE */
	const struct network *network; /* CONTRACT_ROUTE; CONTRACT_NEIGHBOUR, NULL: a namespace */
	const struct environment_entry *entry; /* CONTRACT_VARIABLE */
	/* all that the same node brings, services of a network or variables of an env file: the
	   first ones, and how many there are */
	struct str names[CONTRACT_NAMED];
	size_t nnames;
	struct str last;
	/* of what is not there: what is, is not declared, and has nearly that name; empty: nothing */
	struct str nearest;
};

struct contract {
	const struct contract_item *beyond, *unmet;
	size_t nbeyond, nunmet;
};

enum contract_part { CONTRACT_SEES, CONTRACT_REACHES, CONTRACT_HOLDS, CONTRACT_PARTS };

struct contract_range {
	int64_t low, high;
};

/* An entry that the service, as it is, needs. */
struct contract_need {
	struct str name;                    /* container path; service or network; variable */
	bool writable;                      /* of CONTRACT_SEES */
	const struct contract_range *ports; /* of a service; none: it says of no port */
	size_t nports;
	const struct span *places; /* what brings it */
	size_t nplaces;
};

struct contract_draft {
	struct {
		const struct contract_need *all; /* sorted by name, each once */
		size_t count;
	} parts[CONTRACT_PARTS];
	/* what hangs on a variable that nobody sets, so that no entry can name it */
	const struct node *const *open;
	size_t nopen;
};

const struct contract_draft *contract_draft(struct lint *lint, const struct project *project,
					    const struct service *service);
/* "sees", "reaches", "holds" */
struct str contract_part_name(enum contract_part part);

/* The entries of a declared part, which is a text, a list or a mapping; NULL: none. */
size_t contract_count(const struct node *part);
const struct node *contract_entry_at(const struct node *part, size_t position);

/* That of each service; NULL: it declares none. */
void contract_resolve_all(struct lint *lint, const struct project *project,
			  struct service *services);

#endif
