/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/net_name.h"

#include <stdlib.h>

#include "base/arena.h"
#include "fact/address.h"

struct collected {
	struct arena *arena;
	struct net_name *all;
	size_t count, capacity;
};

static void add(struct collected *to, const struct service *service, struct str name)
{
	if (!name.n)
		return;
	to->all = arena_grow(to->arena, to->all, to->count, &to->capacity, sizeof(*to->all));
	to->all[to->count++] = (struct net_name){ name, service };
}

static void add_service(struct collected *to, const struct service *service)
{
	const struct node *networks = service_field(service, STR("networks"));

	add(to, service, service->name);
	add(to, service, node_text(service_field(service, STR("container_name"))));
	add(to, service, node_text(service_field(service, STR("hostname"))));
	for (size_t i = 0; networks && networks->kind == NODE_MAPPING && i < networks->count; i++) {
		const struct node *joined = networks->in.pairs[i].value;
		const struct node *aliases = node_get(joined, STR("aliases"));

		add(to, service, node_text(node_get(joined, STR("ipv4_address"))));
		add(to, service, node_text(node_get(joined, STR("ipv6_address"))));
		for (size_t k = 0; aliases && aliases->kind == NODE_SEQUENCE && k < aliases->count;
		     k++)
			add(to, service, node_text(aliases->in.items[k]));
	}
}

/* ---- order ---- */

static int compare_names(struct str a, struct str b)
{
	for (size_t i = 0; i < a.n && i < b.n; i++) {
		char left = byte_lower(a.p[i]), right = byte_lower(b.p[i]);

		if (left != right)
			return left < right ? -1 : 1;
	}
	return (a.n > b.n) - (a.n < b.n);
}

static int compare(const void *left, const void *right)
{
	const struct net_name *a = left, *b = right;
	int order = compare_names(a->name, b->name);

	return order ? order : (a->service > b->service) - (a->service < b->service);
}

size_t net_names_of(const struct project *project, struct str name, const struct net_name **first)
{
	const struct net_names *names = project->net_names;
	size_t low = 0, high = names->count, count = 0;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (compare_names(names->all[middle].name, name) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	*first = low < names->count ? &names->all[low] : NULL;
	while (low + count < names->count && str_eq_nocase(names->all[low + count].name, name))
		count++;
	return count;
}

static bool is_separator(char c)
{
	return c == '-' || c == '_';
}

const struct service *net_name_of_replica(const struct project *project, struct str name)
{
	struct str rest = name;
	size_t end;

	if (!str_starts(rest, project->name))
		return NULL;
	rest = str_slice(rest, project->name.n, rest.n);
	if (!rest.n || !is_separator(rest.p[0]))
		return NULL;
	rest = str_slice(rest, 1, rest.n);
	for (end = rest.n; end && byte_is_digit(rest.p[end - 1]);)
		end--;
	if (end < 2 || end == rest.n || !is_separator(rest.p[end - 1]))
		return NULL;
	return project_service(project, str_slice(rest, 0, end - 1));
}

/* ---- subnets ---- */

static int compare_ranges(const void *left, const void *right)
{
	const struct address_range *a = left, *b = right;

	return a->first != b->first ? (a->first < b->first ? -1 : 1)
				    : (a->last > b->last) - (a->last < b->last);
}

/* What two of them hold together is one. */
static size_t join(struct address_range *all, size_t count)
{
	size_t kept = 0;

	if (count)
		qsort(all, count, sizeof(*all), compare_ranges);
	for (size_t i = 0; i < count; i++) {
		if (!kept || all[i].first > all[kept - 1].last)
			all[kept++] = all[i];
		else if (all[i].last > all[kept - 1].last)
			all[kept - 1].last = all[i].last;
	}
	return kept;
}

static void list_subnets(struct net_names *names, struct arena *arena,
			 const struct project *project)
{
	struct address_range *all = NULL;
	size_t count = 0, capacity = 0;

	for (size_t i = 0; i < project->networks.count; i++) {
		const struct node *pools = node_get(
			node_get(project->networks.all[i].node, STR("ipam")), STR("config"));

		for (size_t k = 0; pools && pools->kind == NODE_SEQUENCE && k < pools->count; k++) {
			all = arena_grow(arena, all, count, &capacity, sizeof(*all));
			count += address_range(
				node_text(node_get(pools->in.items[k], STR("subnet"))),
				&all[count]);
		}
	}
	names->subnets = all;
	names->nsubnets = join(all, count);
}

bool net_has_subnet_of(const struct project *project, struct str address)
{
	const struct net_names *names = project->net_names;
	size_t low = 0, high = names->nsubnets;
	uint32_t wanted;

	if (!address_ipv4(address, &wanted))
		return false;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (names->subnets[middle].last < wanted)
			low = middle + 1;
		else
			high = middle;
	}
	return low < names->nsubnets && names->subnets[low].first <= wanted;
}

const struct net_names *net_names_list(struct lint *lint, const struct project *project)
{
	struct net_names *names = ARENA_NEW(&lint->run, struct net_names);
	struct collected found = { .arena = &lint->run };

	for (size_t i = 0; i < project->nservices; i++)
		add_service(&found, &project->services[i]);
	if (found.count)
		qsort(found.all, found.count, sizeof(*found.all), compare);
	names->all = found.all;
	names->count = found.count;
	list_subnets(names, &lint->run, project);
	return names;
}
