/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "base/arena.h"
#include "base/limits.h"
#include "engine/role.h"
#include "fact/mount.h"
#include "fact/network.h"

/* of LIMIT_PAIRS, for two services by themselves, and for two mounts */
enum { PAIR_COST = 8, MOUNTS_COST = 2 };

/* What has to be compared where agents and others are compared with each other: services, their
   networks, their mounts. */
struct crowd {
	uint64_t services, networks, mounts;
};

static void join(struct crowd *crowd, const struct service *service)
{
	crowd->services++;
	crowd->networks += service->networks->count;
	crowd->mounts += service->mounts->count;
}

/* True: it is said. */
static bool are_too_many(struct lint *lint, const struct project *project,
			 const struct crowd *agents, const struct crowd *others)
{
	struct finding *finding;

	if (agents->services * others->services * PAIR_COST + agents->networks * others->networks +
		    agents->mounts * others->mounts * MOUNTS_COST <=
	    LIMIT_PAIRS)
		return false;
	finding = diag_add(&lint->diag, STR("incomplete-project"), project->services[0].key->span,
			   "the agents of this project have more neighbours than the limit allows "
			   "to compare them with; what they share is not judged");
	finding->path = STR("services");
	finding->evidence = STR("neighbours");
	finding->cause = CAUSE_LIMIT;
	finding->unseen = true;
	return true;
}

void roles_list_others(struct lint *lint, const struct project *project, struct roles *roles)
{
	const struct service **others =
		ARENA_ARRAY(&lint->run, project->nservices, const struct service *);
	struct crowd agents = { 0 }, rest = { 0 };

	for (size_t i = 0; i < project->nservices; i++) {
		const struct service *service = &project->services[i];
		bool is_agent = roles_of(roles, service) == SERVICE_AGENT;

		if (!is_agent)
			others[roles->nothers++] = service;
		join(is_agent ? &agents : &rest, service);
	}
	if (are_too_many(lint, project, &agents, &rest))
		roles->nothers = 0;
	roles->others = others;
}
