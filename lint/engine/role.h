/* SPDX-License-Identifier: MIT */
/*
 * Who is judged as agent, gateway or ordinary service, and why.
 *
 * Declared beats scored, and when nothing is known every service that is not
 * recognised as gateway or infrastructure is judged as agent: a wrong "agent"
 * costs one visible line, a wrong "service" would be invisible.
 */
#ifndef ENGINE_ROLE_H
#define ENGINE_ROLE_H

#include "engine/rule.h"

struct role_entry {
	const struct service *service;
	enum role role;
	bool declared;    /* by x-compose-lint or --agent */
	bool needs_model; /* it is declared or recognised as more than a place where code runs */
	bool by_default;  /* agent only because nothing was known (fail closed) */
	struct str why;   /* "image installs aider-chat, Dockerfile:25"; already made visible */
};

struct roles {
	const struct role_entry *entries; /* one per service, in the project's order */
	size_t count;
	/* those that are no agents, in the same order: rules about neighbours compare each agent with
	   them; none where that would be beyond LIMIT_PAIRS, which is said */
	const struct service *const *others;
	size_t nothers;
};

const struct roles *roles_assign(struct lint *lint, const struct project *project, bool fail_closed,
				 const struct str *agents, size_t nagents);
/* NULL: no such service was looked at. */
const struct role_entry *roles_entry(const struct roles *roles, const struct service *service);
/* Whom it is judged as. */
enum role roles_of(const struct roles *roles, const struct service *service);
struct str role_name(enum role role);

/* For roles_assign(), which knows all but the others. */
void roles_list_others(struct lint *lint, const struct project *project, struct roles *roles);

#endif
