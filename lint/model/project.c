/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "model/project.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/nearest.h"

/* ---- the order of its files ---- */

static int compare_sources(const void *left, const void *right)
{
	const struct project_source *a = left, *b = right;

	if (a->number != b->number)
		return a->number < b->number ? -1 : 1;
	return (a->place > b->place) - (a->place < b->place);
}

void project_place_sources(struct arena *arena, struct project *project)
{
	struct project_source *all = ARENA_ARRAY(arena, project->nfiles, struct project_source);
	size_t count = 0;

	for (size_t i = 0; i < project->nfiles; i++)
		if (project->files[i].source)
			all[count++] = (struct project_source){ project->files[i].source,
								(uint32_t)i + 1 };
	if (count)
		qsort(all, count, sizeof(*all), compare_sources);
	project->sources = all;
	project->nsources = count;
}

uint32_t project_source_place(const struct project *project, uint32_t number)
{
	size_t low = 0, high = project->nsources;

	if (!number)
		return 0;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (project->sources[middle].number < number)
			low = middle + 1;
		else
			high = middle;
	}
	return low < project->nsources && project->sources[low].number == number
		       ? project->sources[low].place
		       : UINT32_MAX;
}

int project_span_cmp(const struct project *project, struct span a, struct span b)
{
	uint32_t left, right;

	if (a.source == b.source)
		return span_cmp(a, b);
	left = project_source_place(project, a.source);
	right = project_source_place(project, b.source);
	return (left > right) - (left < right);
}

/* ---- what it has ---- */

/* Services and resources stand in the order of the model, whose mappings have an index. */
const struct service *project_service(const struct project *project, struct str name)
{
	const struct node *services = node_get(project->model, STR("services"));
	const struct pair *pair = node_pair(services, name);

	return pair ? &project->services[pair - services->in.pairs] : NULL;
}

const struct resource *project_resource(struct resources resources, struct str name)
{
	const struct pair *pair;

	if (resources.section && (pair = node_pair(resources.section, name)))
		return resources.all + (pair - resources.section->in.pairs);
	/* what no file defines stands behind what files define */
	for (size_t i = resources.section ? resources.section->count : 0; i < resources.count; i++)
		if (str_eq(resources.all[i].name, name))
			return resources.all + i;
	return NULL;
}

uint64_t service_keys(const struct node *node)
{
	uint64_t keys;

	if (node->kind != NODE_MAPPING)
		return 0;
	if (node->count > NODE_FEW_PAIRS)
		keys = node->keys ? node->keys->may_have : 0;
	else
		keys = node->may_have;
	return keys ? keys : UINT64_MAX;
}

const struct node *service_field_of_bit(const struct service *service, struct str key, uint64_t bit)
{
	return service->keys & bit ? node_get_of_bit(service->node, key, bit) : NULL;
}

const struct node *service_removed(const struct service *service, struct str key)
{
	return node_removed(service->node, key);
}

const struct node *service_former(const struct service *service, struct str key)
{
	const struct step *step = node_step(service_removed(service, key), STEP_RESET);

	if (step)
		return step->was;
	step = node_step(service->node, STEP_OVERRIDE);
	return step && !service_field(service, key) ? node_get(step->was, key) : NULL;
}

struct str service_profile(const struct service *service)
{
	const struct node *profiles =
		service->enabled ? NULL : service_field(service, STR("profiles"));

	if (!profiles || profiles->kind != NODE_SEQUENCE || !profiles->count)
		return STR("");
	return node_text(profiles->in.items[0]);
}

bool project_has_profile(const struct project *project, struct nearest *nearest)
{
	for (size_t i = 0; i < project->nservices; i++) {
		const struct node *list = service_field(&project->services[i], STR("profiles"));

		for (size_t k = 0; list && list->kind == NODE_SEQUENCE && k < list->count; k++) {
			struct str profile = node_text(list->in.items[k]);

			if (str_eq(profile, nearest->wanted))
				return true;
			nearest_offer(nearest, profile);
		}
	}
	return false;
}
