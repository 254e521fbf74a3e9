/* SPDX-License-Identifier: MIT */
/*
 * What people declare of a service or a network: whom it is judged as, where an
 * agent works, what they have verified, and the contract of what a service may
 * see, reach and hold: compose-lint-config(5).
 *
 * A declaration stands under x-compose-lint in the Compose files or in the
 * configuration, which wins, key by key.  Values were checked (fact/setting.h):
 * what is not as it should be is a notice and not here.  Lives in the run arena;
 * nothing fails.
 */
#ifndef FACT_DECLARED_H
#define FACT_DECLARED_H

#include "model/project.h"

/* What a configuration says of services, networks and rules; all checked. */
struct settings {
	const struct node *services, *networks, *rules; /* mappings by name; NULL: nothing */
	const struct node *gateway;                     /* as it was written; NULL: nothing */
	/* --no-inline-ignores: what stands in the Compose files may add findings, not take any */
	bool distrusts_files;
};

struct declared {
	const struct node *role, *workspace, *egress, *disposable; /* scalars; NULL: not declared */
	/* the contract; NULL: not declared, so not judged */
	const struct node *sees, *reaches, *holds;
	const struct node *ignore; /* a list of mappings with `rule` and `reason`; NULL: none */
};

/* Of the service; also says what is wrong in its x-compose-lint. */
const struct declared *declared_resolve(struct lint *lint, const struct project *project,
					const struct service *service);
/* Its egress was declared to be filtered, by somebody who has looked. */
bool declared_is_filtered(const struct declared *declared);
/* The scalar that declares the network, made elsewhere, to be internal, by somebody who has looked;
   NULL: none does. */
const struct node *declared_internal(struct lint *lint, const struct project *project,
				     const struct resource *network);
/* x-compose-lint stands where nothing reads it: says so. */
void declared_find_misplaced(struct lint *lint, const struct project *project);

/* The texts of an option of a rule: those of the configuration, else the defaults; "option+" adds. */
size_t declared_option(struct lint *lint, const struct project *project, struct str rule,
		       struct str option, const struct str *defaults, size_t ndefaults,
		       const struct str **texts);

#endif
