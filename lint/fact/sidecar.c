/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/sidecar.h"

#include "fact/mount.h"
#include "fact/security.h"

static bool may_filter(const struct service *service)
{
	const struct node *list = service_field(service, STR("cap_add"));

	for (size_t i = 0; list && list->kind == NODE_SEQUENCE && i < list->count; i++)
		if (security_is_capability(node_text(list->in.items[i]), STR("NET_ADMIN")))
			return true;
	return false;
}

static bool can_write_files(const struct service *service)
{
	const struct mount_list *mounts = service->mounts;

	for (size_t i = 0; mounts && i < mounts->count; i++)
		if (mounts->all[i].type == MOUNT_BIND && !mounts->all[i].read_only)
			return true;
	return false;
}

/* network_mode: service:NAME */
static bool joins(const struct service *service, const struct service *other)
{
	struct str mode = node_text(service_field(service, STR("network_mode")));

	return str_starts(mode, STR("service:")) && str_eq(str_slice(mode, 8, mode.n), other->name);
}

bool sidecar_guards(const struct service *service)
{
	const struct project *project = service->project;

	if (!may_filter(service) || can_write_files(service))
		return false;
	for (size_t i = 0; i < project->nservices; i++) {
		const struct service *other = &project->services[i];

		if (other != service && (joins(service, other) || joins(other, service)) &&
		    !may_filter(other))
			return true;
	}
	return false;
}
