/* SPDX-License-Identifier: MIT */
/*
 * The declarations that a judgement relied on: what people have said of services
 * and networks, in the configuration or under x-compose-lint, each with its
 * place, so that a reader of a report sees what was taken on trust
 * (cli-and-reports 1.7, 1.11).
 *
 * Values, in the run arena; text is made visible and masked.  Nothing fails.
 */
#ifndef ENGINE_RELIANCE_H
#define ENGINE_RELIANCE_H

#include "model/project.h"

struct reliance {
	struct str what; /* "proxy.role=gateway", "agent.contract" */
	struct span place;
};

struct reliances {
	const struct reliance *all; /* services in the project's order, then networks */
	size_t count;
};

/* The project was judged, so that its declarations are known. */
struct reliances reliances_of(struct lint *lint, const struct project *project);

#endif
