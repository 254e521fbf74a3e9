/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/adjacency.h"

/* The keys whose "service:x" joins a namespace. */
static const struct str namespaces[] = { STR_INIT("network_mode"), STR_INIT("pid"),
					 STR_INIT("ipc") };

enum { NAMESPACES = sizeof(namespaces) / sizeof(*namespaces) };

static bool names_service(struct str text, const struct service *service)
{
	return str_starts(text, STR("service:")) &&
	       str_eq(str_slice(text, 8, text.n), service->name);
}

static bool has_namespace(const struct service *service)
{
	for (size_t i = 0; i < NAMESPACES; i++)
		if (service_field(service, namespaces[i]))
			return true;
	return false;
}

static bool by_namespace(const struct service *service, const struct service *other, size_t step,
			 struct adjacency *found)
{
	struct str key = namespaces[step];
	const struct node *ours = service_field(service, key), *theirs = service_field(other, key);

	if (names_service(node_text(ours), other))
		found->ours = ours;
	if (names_service(node_text(theirs), service))
		found->theirs = theirs;
	found->name = key;
	return found->ours || found->theirs;
}

/* A pair of networks, of which most differ: *step moves to the next pair that does not. */
static bool by_network(const struct service *service, const struct service *other, size_t *step,
		       struct adjacency *found)
{
	size_t count = other->networks->count, at = *step / count, from = *step % count, same;
	const struct network *ours, *theirs;

	for (;; at++, from = 0) {
		if (at == service->networks->count)
			return false;
		ours = &service->networks->all[at];
		same = network_find_same(other->networks, ours, from);
		if (same < count)
			break;
	}
	theirs = &other->networks->all[same];
	*step = at * count + same;
	found->our_network = ours;
	found->their_network = theirs;
	found->name = ours->name;
	found->ours = ours->mode ? ours->mode : ours->place;
	found->theirs = theirs->mode ? theirs->mode : theirs->place;
	return true;
}

/* The item of `volumes_from` that names the other service; NULL: there is none. */
static const struct node *takes_volumes(const struct service *service, const struct service *other)
{
	const struct node *list = service_field(service, STR("volumes_from"));

	for (size_t i = 0; list && list->kind == NODE_SEQUENCE && i < list->count; i++) {
		struct str rest = node_text(list->in.items[i]);

		if (str_eq(str_cut(&rest, ':'), other->name))
			return list->in.items[i];
	}
	return NULL;
}

static bool by_volumes_from(const struct service *service, const struct service *other,
			    struct adjacency *found)
{
	found->ours = takes_volumes(service, other);
	found->theirs = takes_volumes(other, service);
	return found->ours || found->theirs;
}

static bool is_storage(const struct mount *mount, const struct service *of_neither)
{
	return (mount->origin == MOUNT_FROM_VOLUMES || mount->origin == MOUNT_FROM_SERVICE) &&
	       mount->from != of_neither && !mount->hidden;
}

/* One path of the host; the same text is the same path, whatever variables are in it. */
static bool is_same_path(const struct mount *a, const struct mount *b)
{
	if (a->path.absolute.n && str_eq(a->path.absolute, b->path.absolute))
		return true;
	return node_text(a->source).n && str_eq(node_text(a->source), node_text(b->source));
}

static bool is_same_volume(const struct resource *a, const struct resource *b)
{
	return a && b && (a == b || (a->full_name.n && str_eq(a->full_name, b->full_name)));
}

static bool by_volume(const struct service *service, const struct service *other, size_t step,
		      struct adjacency *found)
{
	const struct mount *ours = &service->mounts->all[step / other->mounts->count];
	const struct mount *theirs = &other->mounts->all[step % other->mounts->count];

	if (ours->type != theirs->type || !is_storage(ours, other) || !is_storage(theirs, service))
		return false;
	if (ours->type == MOUNT_VOLUME ? !is_same_volume(ours->resource, theirs->resource)
				       : ours->type != MOUNT_BIND || !is_same_path(ours, theirs))
		return false;
	found->our_mount = ours;
	found->their_mount = theirs;
	found->name = ours->type == MOUNT_VOLUME ? ours->resource->name : STR("");
	found->ours = ours->item;
	found->theirs = theirs->item;
	return true;
}

/* The next way before the step `end`, at which the adjacency stands if there is none. */
static bool next_before(const struct service *service, const struct service *other,
			struct adjacency *adjacency, const size_t *behind, size_t end)
{
	size_t step = adjacency->step;

	for (; step < end; step++) {
		struct adjacency found = { 0 };
		bool is_found;

		if (step < behind[ADJACENT_BY_NAMESPACE]) {
			found.kind = ADJACENT_BY_NAMESPACE;
			is_found = by_namespace(service, other, step, &found);
		} else if (step < behind[ADJACENT_BY_NETWORK]) {
			size_t pair = step - behind[ADJACENT_BY_NAMESPACE];

			found.kind = ADJACENT_BY_NETWORK;
			is_found = by_network(service, other, &pair, &found);
			step = is_found ? behind[ADJACENT_BY_NAMESPACE] + pair
					: behind[ADJACENT_BY_NETWORK] - 1;
		} else if (step < behind[ADJACENT_BY_VOLUMES_FROM]) {
			found.kind = ADJACENT_BY_VOLUMES_FROM;
			is_found = by_volumes_from(service, other, &found);
		} else {
			found.kind = ADJACENT_BY_VOLUME;
			is_found = by_volume(service, other,
					     step - behind[ADJACENT_BY_VOLUMES_FROM], &found);
		}
		if (is_found) {
			*adjacency = found;
			adjacency->step = step + 1;
			return true;
		}
	}
	adjacency->step = step;
	return false;
}

static bool next(const struct service *service, const struct service *other,
		 struct adjacency *adjacency, enum adjacency_kind last)
{
	size_t networks = service->networks->count * other->networks->count;
	size_t mounts = service->mounts->count * other->mounts->count;
	size_t behind[4];

	behind[ADJACENT_BY_NAMESPACE] = NAMESPACES;
	behind[ADJACENT_BY_NETWORK] = behind[ADJACENT_BY_NAMESPACE] + networks;
	behind[ADJACENT_BY_VOLUMES_FROM] = behind[ADJACENT_BY_NETWORK] + 1;
	behind[ADJACENT_BY_VOLUME] = behind[ADJACENT_BY_VOLUMES_FROM] + mounts;
	if (service == other)
		return false;
	/* most pairs share no namespace */
	if (adjacency->step < behind[ADJACENT_BY_NAMESPACE] && !has_namespace(service) &&
	    !has_namespace(other))
		adjacency->step = behind[ADJACENT_BY_NAMESPACE];
	return next_before(service, other, adjacency, behind, behind[last]);
}

bool adjacency_next(const struct service *service, const struct service *other,
		    struct adjacency *adjacency)
{
	return next(service, other, adjacency, ADJACENT_BY_VOLUME);
}

bool adjacency_next_reach(const struct service *service, const struct service *other,
			  struct adjacency *adjacency)
{
	return next(service, other, adjacency, ADJACENT_BY_NETWORK);
}
