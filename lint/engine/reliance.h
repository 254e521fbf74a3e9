/* SPDX-License-Identifier: MIT */
/*
 * The declarations that a judgement relied on: what people have said of
 * services, networks, the gateway and rules, in the configuration or under
 * x-compose-lint, each with its place, so that a reader of a report sees what
 * was taken on trust.  A rule that is made an error takes nothing away and is
 * not among them; neither are comments, which the suppressed findings name.
 *
 * Values, in the run arena; text is made visible and masked.  Nothing fails.
 */
#ifndef ENGINE_RELIANCE_H
#define ENGINE_RELIANCE_H

#include "model/project.h"

struct reliance {
	struct str what; /* "proxy.role=gateway", "agent.contract", "rules.cap-add.allow=CHOWN" */
	struct span place;
};

struct reliances {
	const struct reliance *all; /* services in the project's order, networks, gateway, rules */
	size_t count;
};

enum reliance_of {
	RELIANCE_OF_REPORT,
	RELIANCE_WITH_REASON, /* the same, where no service ignores a rule without saying why */
	RELIANCE_OF_SHEET     /* which no level and nothing that is to be ignored changes */
};

/* The project was judged, so that its declarations are known. */
struct reliances reliances_of(struct lint *lint, const struct project *project,
			      enum reliance_of of);

#endif
