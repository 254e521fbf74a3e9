/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/granted.h"

#include "base/path.h"
#include "fact/mount.h"

/* A container has one root: a path that does not begin there is meant to. */
static struct str target_of(struct lint *lint, const struct node *item, bool secret)
{
	struct str target = node_text(node_get(item, STR("target")));

	if (!target.n)
		target = node_text(node_get(item, STR("source")));
	return target.n ? path_clean(&lint->run,
				     path_join(&lint->run, secret ? STR("/run/secrets") : STR("/"),
					       target))
			: target;
}

static bool is_open(const struct node *item)
{
	const struct node *target = node_get(item, STR("target"));

	return node_is_unknown(node_text(target).n ? target : node_get(item, STR("source")));
}

static bool is_mounted(const struct service *service, struct str target)
{
	for (size_t i = 0; i < service->mounts->count; i++)
		if (str_eq(service->mounts->all[i].target, target))
			return true;
	return false;
}

static struct granted granted_of(struct lint *lint, const struct service *service,
				 const struct node *item, bool secret)
{
	const struct project *project = service->project;
	const struct node *source = node_get(item, STR("source"));
	const struct resource *resource =
		project_resource(secret ? project->secrets : project->configs, node_text(source));
	const struct node *node = resource ? resource->node : NULL;

	return (struct granted){
		.secret = secret,
		.item = item,
		.place = source ? source : item,
		.name = node_text(source),
		.target = target_of(lint, item, secret),
		.open = is_open(item),
		.origin = node_get(node, STR("environment")) ? GRANTED_VARIABLE
			  : node_get(node, STR("content"))   ? GRANTED_TEXT
							     : GRANTED_ELSEWHERE,
		.variable = node_text(node_get(node, STR("environment"))),
	};
}

static size_t count_of(const struct node *list)
{
	return list && list->kind == NODE_SEQUENCE ? list->count : 0;
}

struct granted_list granted_find(struct lint *lint, const struct service *service)
{
	const struct node *secrets = service_field(service, STR("secrets"));
	const struct node *configs = service_field(service, STR("configs"));
	size_t nsecrets = count_of(secrets), nconfigs = count_of(configs), count = 0;
	struct granted *found = ARENA_ARRAY(&lint->run, nsecrets + nconfigs, struct granted);

	for (size_t i = 0; i < nsecrets + nconfigs; i++) {
		bool secret = i < nsecrets;
		const struct node *item =
			secret ? secrets->in.items[i] : configs->in.items[i - nsecrets];
		struct granted one = granted_of(lint, service, item, secret);

		if (one.target.n && !is_mounted(service, one.target))
			found[count++] = one;
	}
	return (struct granted_list){ found, count };
}
