/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/facts.h"

#include "base/limits.h"
#include "fact/contract.h"
#include "fact/declared.h"
#include "fact/device.h"
#include "fact/gateway.h"
#include "fact/host_power.h"
#include "fact/host_tree.h"
#include "fact/mount.h"
#include "fact/net_name.h"
#include "fact/network.h"
#include "fact/override.h"
#include "fact/own_view.h"
#include "fact/recipe.h"
#include "fact/tracked.h"
#include "fact/user.h"
#include "fact/workspace.h"

void facts_resolve(struct lint *lint, const struct files *files, struct project *project,
		   struct service *services)
{
	struct mount_budget budget = { LIMIT_BROUGHT_MOUNTS, false, LIMIT_MOUNTS, false };
	struct network_making networks = network_begin(lint, project);
	struct own_budget sights = { LIMIT_OWN_SIGHTS, false };
	struct table looked_at = { .arena = &lint->run };
	struct table built = recipe_built(lint, project);

	declared_find_misplaced(lint, project);
	for (size_t i = 0; i < project->nservices; i++)
		services[i].declared = declared_resolve(lint, project, &services[i]);
	for (size_t i = 0; i < project->nservices; i++) {
		struct mount_list *mounts;

		services[i].user = user_resolve(lint, project, &services[i]);
		services[i].networks = network_resolve(lint, project, &services[i], &networks);
		services[i].recipe = recipe_resolve(lint, project, &services[i], &built);
		services[i].devices = device_resolve(lint, &services[i]);
		mounts = mount_resolve(lint, files, project, &services[i], &budget,
				       project->follows_links);
		workspace_choose(lint, mounts, project, &services[i]);
		services[i].mounts = mounts;
		services[i].power = host_power_resolve(lint, &services[i]);
		services[i].weakenings = override_resolve(lint, project, &services[i]);
		arena_reset(&lint->scratch);
	}
	project->sharers = recipe_sharers_resolve(lint, project);
	project->paths = own_paths_resolve(lint, files, project);
	project->root = host_tree_root(&lint->run, files, project->directory);
	for (size_t i = 0; i < project->nservices; i++) {
		services[i].own = own_views_resolve(lint, &services[i], &sights);
		services[i].host = host_views_resolve(lint, files, &services[i], &looked_at);
		arena_reset(&lint->scratch);
	}
	project->net_names = net_names_list(lint, project);
	for (size_t i = 0; i < project->nservices; i++)
		services[i].gateway = gateway_resolve(lint, &services[i]);
	contract_resolve_all(lint, project, services);
	if (project->asks_git)
		tracked_resolve(lint, files, project);
	arena_reset(&lint->scratch);
}
