/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/facts.h"

#include "base/limits.h"
#include "fact/gateway.h"
#include "fact/host_power.h"
#include "fact/mount.h"
#include "fact/network.h"
#include "fact/recipe.h"
#include "fact/user.h"

void facts_resolve(struct lint *lint, const struct project *project, struct service *services)
{
	struct mount_budget budget = { LIMIT_BROUGHT_MOUNTS, false };
	struct table built = recipe_built(lint, project);

	for (size_t i = 0; i < project->nservices; i++) {
		services[i].user = user_resolve(lint, project, &services[i]);
		services[i].networks = network_resolve(lint, project, &services[i]);
		services[i].recipe = recipe_resolve(lint, project, &services[i], &built);
		services[i].mounts = mount_resolve(lint, project, &services[i], &budget);
		services[i].power = host_power_resolve(lint, &services[i]);
		arena_reset(&lint->scratch);
	}
	for (size_t i = 0; i < project->nservices; i++)
		services[i].gateway = gateway_resolve(lint, &services[i]);
	arena_reset(&lint->scratch);
}
