/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/gateway.h"

#include <stdlib.h>

#include "base/arena.h"
#include "fact/extra_host.h"
#include "fact/mount.h"
#include "fact/net_name.h"
#include "fact/network.h"
#include "model/command.h"
#include "model/environment.h"

/* ---- whose name is it ---- */

static bool has_items(const struct node *node)
{
	return node && (node->kind == NODE_SEQUENCE || node->kind == NODE_MAPPING) && node->count;
}

static bool has_text(const struct node *list, struct str text)
{
	for (size_t i = 0; list && list->kind == NODE_SEQUENCE && i < list->count; i++)
		if (str_eq_nocase(node_text(list->in.items[i]), text))
			return true;
	return false;
}

/* On every network of the service. */
static bool is_name_of(const struct service *service, struct str host)
{
	return str_eq_nocase(service->name, host) ||
	       str_eq_nocase(node_text(service_field(service, STR("container_name"))), host) ||
	       str_eq_nocase(node_text(service_field(service, STR("hostname"))), host) ||
	       net_name_of_replica(service->project, host) == service;
}

/* On one network of the service: an alias, or an address that it is given there. */
static bool is_name_on(const struct service *service, const struct network *network,
		       struct str host)
{
	const struct node *joined =
		node_get(service_field(service, STR("networks")), network->name);

	return has_text(node_get(joined, STR("aliases")), host) ||
	       str_eq(node_text(node_get(joined, STR("ipv4_address"))), host) ||
	       str_eq(node_text(node_get(joined, STR("ipv6_address"))), host);
}

/* `links: ["gateway:llm"]` gives the service one more name for another one. */
static bool is_link_to(const struct service *service, const struct service *other, struct str host)
{
	const struct node *links = service_field(service, STR("links"));

	for (size_t i = 0; links && links->kind == NODE_SEQUENCE && i < links->count; i++) {
		struct str rest = node_text(links->in.items[i]);
		struct str target = str_cut(&rest, ':');

		if (str_eq(target, other->name) && str_eq_nocase(rest, host))
			return true;
	}
	return false;
}

static bool is_named_by_external_link(const struct service *service, struct str host)
{
	const struct node *links = service_field(service, STR("external_links"));

	for (size_t i = 0; links && links->kind == NODE_SEQUENCE && i < links->count; i++) {
		struct str rest = node_text(links->in.items[i]);
		struct str target = str_cut(&rest, ':');

		if (str_eq_nocase(rest.n ? rest : target, host))
			return true;
	}
	return false;
}

/* Nothing here tells on which networks it is. */
static bool is_elsewhere(const struct service *service)
{
	if (service_field(service, STR("provider")))
		return true;
	for (size_t i = 0; i < service->networks->count; i++)
		if (service->networks->all[i].kind == NETWORK_CONTAINER)
			return true;
	return false;
}

enum named { NOT_NAMED, NAMED_APART, NAMED_IN_REACH };

static enum named names(const struct service *service, const struct service *other, struct str host)
{
	bool everywhere = is_name_of(other, host) || is_link_to(service, other, host);
	enum named found = everywhere ? NAMED_APART : NOT_NAMED;

	if (everywhere && (other == service || is_elsewhere(other)))
		return NAMED_IN_REACH;
	if (everywhere && network_is_shared(service, other))
		return NAMED_IN_REACH;
	for (size_t i = 0; !everywhere && i < other->networks->count; i++) {
		const struct network *theirs = &other->networks->all[i];

		if (theirs->through || !is_name_on(other, theirs, host))
			continue;
		found = NAMED_APART;
		if (network_find_same(service->networks, theirs, 0) < service->networks->count)
			return NAMED_IN_REACH;
	}
	return found;
}

/* The engine's resolver knows "gateway.project_network" too. */
static struct str without_network(const struct service *service, struct str host)
{
	for (size_t i = 0; i < service->networks->count; i++) {
		const struct resource *definition = service->networks->all[i].definition;
		struct str name = definition ? definition->full_name : STR("");

		if (name.n && str_ends(host, name) && host.n > name.n + 1 &&
		    host.p[host.n - name.n - 1] == '.')
			return str_slice(host, 0, host.n - name.n - 1);
	}
	return host;
}

/* The better of what is found so far and of this one; of equals the first of the project counts. */
static void look_at(const struct service *service, const struct service *other, struct str host,
		    enum named *best, const struct service **found)
{
	enum named now;

	if (!other || (*best == NAMED_IN_REACH && other > *found))
		return;
	now = names(service, other, host);
	if (now > *best || (now != NOT_NAMED && now == *best && other < *found)) {
		*best = now;
		*found = other;
	}
}

/* Whom `links` of the service give this name. */
static void look_at_links(const struct service *service, struct str host, enum named *best,
			  const struct service **found)
{
	const struct node *links = service_field(service, STR("links"));

	for (size_t i = 0; links && links->kind == NODE_SEQUENCE && i < links->count; i++) {
		struct str rest = node_text(links->in.items[i]);
		struct str target = str_cut(&rest, ':');

		if (str_eq_nocase(rest, host))
			look_at(service, project_service(service->project, target), host, best,
				found);
	}
}

static enum named find_service(const struct service *service, struct str host,
			       const struct service **found)
{
	const struct net_name *named;
	enum named best = NOT_NAMED;
	size_t count;

	host = without_network(service, host);
	count = net_names_of(service->project, host, &named);
	*found = NULL;
	look_at(service, net_name_of_replica(service->project, host), host, &best, found);
	look_at_links(service, host, &best, found);
	for (size_t i = 0; i < count; i++)
		if (!i || named[i].service != named[i - 1].service)
			look_at(service, named[i].service, host, &best, found);
	return best;
}

/* ---- is it outside ---- */

/* An address in a subnet of the network; in one that is not IPv4 it is not looked for. */
static bool may_have(const struct network *network, struct str host)
{
	const struct node *definition = network->definition ? network->definition->node : NULL;
	const struct node *pools = node_get(node_get(definition, STR("ipam")), STR("config"));
	bool is_ipv6 = str_find_byte(host, ':', 0) != STR_NPOS;

	if (is_ipv6 && node_get(definition, STR("enable_ipv6")))
		return true;
	for (size_t i = 0; pools && pools->kind == NODE_SEQUENCE && i < pools->count; i++) {
		const struct node *subnet = node_get(pools->in.items[i], STR("subnet"));

		if (node_is_unknown(subnet) || address_in_subnet(host, node_text(subnet)) ||
		    (is_ipv6 && str_find_byte(node_text(subnet), ':', 0) != STR_NPOS))
			return true;
	}
	return false;
}

/* No network of the service leads there. */
static bool is_outside(const struct service *service, struct str host)
{
	const struct network_list *networks = service->networks;

	switch (address_kind(host)) {
	case ADDRESS_NAME:
		return !str_ends(host, STR(".internal"));
	case ADDRESS_ENGINE:
	case ADDRESS_PUBLIC:
		return true;
	case ADDRESS_PRIVATE:
		for (size_t i = 0; i < networks->count; i++)
			if (may_have(&networks->all[i], host))
				return false;
		return true;
	case ADDRESS_LABEL:
	case ADDRESS_LOOPBACK:
	case ADDRESS_METADATA:
	case ADDRESS_LINK_LOCAL:
		break;
	}
	return false;
}

/* ---- one address ---- */

static bool is_unknown_name(struct str host)
{
	enum address_kind kind = address_kind(host);

	return kind == ADDRESS_LABEL || (kind == ADDRESS_NAME && str_ends(host, STR(".internal")));
}

static bool has_external(const struct network_list *networks)
{
	for (size_t i = 0; i < networks->count; i++)
		if (networks->all[i].route == NETWORK_EXTERNAL)
			return true;
	return false;
}

static enum gateway_fault judge_host(const struct service *service, struct gateway_address *at)
{
	struct str host = at->address.host;
	enum named named;

	if (address_is_loopback(host) || extra_host_names(service, host) ||
	    is_named_by_external_link(service, host))
		return GATEWAY_USABLE;
	named = find_service(service, host, &at->service);
	if (named == NAMED_IN_REACH)
		return GATEWAY_USABLE;
	if (service->networks->none)
		return GATEWAY_NO_NETWORK;
	/* on a network made elsewhere another container may have the name */
	if (named == NAMED_APART)
		return has_external(service->networks) ? GATEWAY_USABLE : GATEWAY_APART;
	at->unknown_host = is_unknown_name(host);
	return is_outside(service, host) && network_is_all_internal(service->networks)
		       ? GATEWAY_OUTSIDE
		       : GATEWAY_USABLE;
}

/* OLLAMA_HOST=gateway:11434 is how some programs want it. */
static bool wants_scheme(struct str name)
{
	return !str_ends(name, STR("HOST")) && !str_ends(name, STR("ADDR")) &&
	       !str_ends(name, STR("ADDRESS"));
}

static enum gateway_fault judge_value(const struct service *service, struct gateway_address *at)
{
	const struct environment_entry *entry = at->entry;
	struct str value = node_text(entry->value);
	bool known = entry->value && !node_is_unknown(entry->value);
	bool parsed = address_parse(value, &at->address);

	if (!parsed || str_find_byte(at->address.host, '$', 0) != STR_NPOS)
		at->address.host = STR("");
	if (environment_is_refused(entry) ||
	    (!value.n && environment_is_left_to_shell(entry, service->project->env)))
		return GATEWAY_USABLE;
	/* with a route, a program may well go to its provider's own address */
	if (!str_trim(value).n)
		return network_is_all_internal(service->networks) ? GATEWAY_EMPTY : GATEWAY_USABLE;
	if (known && (!parsed || (!at->address.scheme.n && wants_scheme(entry->name))))
		return GATEWAY_NO_URL;
	return at->address.host.n ? judge_host(service, at) : GATEWAY_USABLE;
}

/* ---- other ways ---- */

/* A mount of the service holds this path. */
static bool is_mounted(const struct service *service, struct str path)
{
	const struct mount_list *mounts = service->mounts;

	for (size_t i = 0; mounts && i < mounts->count; i++) {
		struct str target = mounts->all[i].target;

		if (mounts->all[i].type != MOUNT_TMPFS && target.n && str_starts(path, target) &&
		    (path.n == target.n || path.p[target.n] == '/'))
			return true;
	}
	return false;
}

/* SANDBOX_SOCKET=/run/gateway/gateway.sock, OPENAI_BASE_URL=unix:///run/gateway.sock: a socket in a
   mount, at whose other end somebody listens. */
static bool is_socket(const struct service *service, const struct environment_entry *entry)
{
	struct str path = str_trim(node_text(entry->value)), name = entry->name;
	size_t mark;

	if (str_find_byte(path, '/', 0) == STR_NPOS)
		return false;
	mark = str_find(path, STR("unix:"), 0);
	if (mark != STR_NPOS)
		path = str_slice(path, mark + 5, path.n);
	while (str_starts(path, STR("//")))
		path = str_slice(path, 1, path.n);
	if (!path.n || path.p[0] != '/' || !is_mounted(service, path))
		return false;
	/* that of an engine or of an ssh agent leads to no model */
	if (str_ends(path, STR("docker.sock")) || str_ends(path, STR("podman.sock")) ||
	    str_eq(name, STR("SSH_AUTH_SOCK")) || str_eq(name, STR("DOCKER_HOST")))
		return false;
	return mark != STR_NPOS || str_ends(path, STR(".sock")) || str_ends(path, STR(".socket")) ||
	       str_has(name, STR("SOCK"));
}

/* A proxy that is, or may be, a service on a network of the agent. */
static bool is_way_out(const struct service *service, const struct environment_entry *entry)
{
	const struct service *other;
	struct address address;

	if (!gateway_is_proxy_name(entry->name))
		return false;
	if (!node_text(entry->value).n)
		return environment_is_left_to_shell(entry, service->project->env);
	if (!address_parse(node_text(entry->value), &address))
		return false;
	if (str_find_byte(address.host, '$', 0) != STR_NPOS)
		return true;
	switch (find_service(service, address.host, &other)) {
	case NAMED_IN_REACH:
		return true;
	case NAMED_APART:
		return has_external(service->networks);
	case NOT_NAMED:
		break;
	}
	return address_kind(address.host) == ADDRESS_LABEL && !service->networks->none;
}

/* The command line says where the model is. */
static bool has_option(struct lint *lint, const struct service *service, struct str key)
{
	struct command command = command_of(&lint->scratch, service_field(service, key));
	struct command_option option;

	for (size_t i = 0; i < command.count; i++)
		if (command_option(&command, i, &option) && gateway_is_url_option(option.name))
			return true;
	return false;
}

/* ---- all of them ---- */

struct ranked {
	size_t rank; /* in the list of names; behind it for those of the pattern */
	struct gateway_address address;
};

static int compare_ranked(const void *left, const void *right)
{
	const struct ranked *a = left, *b = right;

	if (a->rank != b->rank)
		return a->rank < b->rank ? -1 : 1;
	return str_cmp(a->address.entry->name, b->address.entry->name);
}

/* In the order in which they are asked. */
static const struct gateway_address *sorted(struct lint *lint, struct ranked *found, size_t count)
{
	struct gateway_address *all = ARENA_ARRAY(&lint->run, count, struct gateway_address);

	if (count)
		/* NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker): what is counted is there */
		qsort(found, count, sizeof(*found), compare_ranked);
	for (size_t i = 0; i < count; i++)
		all[i] = found[i].address;
	return all;
}

const struct gateway *gateway_resolve(struct lint *lint, const struct service *service)
{
	const struct environment *environment = service->environment;
	const struct gateway_names *wanted = service->project->gateway;
	struct gateway *gateway = ARENA_NEW(&lint->run, struct gateway);
	struct ranked *found = NULL;
	size_t capacity = 0;

	for (size_t i = 0; environment && i < environment->count; i++) {
		const struct environment_entry *entry = &environment->all[i];
		struct ranked *last;

		if (is_way_out(service, entry) || is_socket(service, entry))
			gateway->usable = true;
		if (!gateway_is_url_name(service->project->credentials, wanted, entry->name) ||
		    gateway_is_listening(wanted, entry->name, node_text(entry->value)))
			continue;
		found = arena_grow(&lint->scratch, found, gateway->count, &capacity,
				   sizeof(*found));
		last = &found[gateway->count++];
		*last = (struct ranked){ .rank = gateway_url_rank(wanted, entry->name),
					 .address = { .entry = entry } };
		last->address.fault = judge_value(service, &last->address);
		if (last->address.fault == GATEWAY_USABLE)
			gateway->usable = true;
	}
	/* the engine offers it, and Compose says where */
	if (has_items(service_field(service, STR("models"))))
		gateway->usable = true;
	if (has_option(lint, service, STR("entrypoint")) ||
	    has_option(lint, service, STR("command")))
		gateway->usable = true;
	gateway->addresses = sorted(lint, found, gateway->count);
	return gateway;
}
