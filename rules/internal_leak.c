/* SPDX-License-Identifier: MIT */
/* An internal network still shows the host to an agent. */
#include "config.h"

#include "engine/rule.h"
#include "fact/network.h"

static void service(const struct service *service, struct sink *out);

const struct rule rule_internal_leak = {
	.name = STR_INIT("internal-leak"),
	.severity = LEVEL_INFO,
	.group = GROUP_NETWORK,
	.applies = APPLIES_AGENT,
	.summary = STR_INIT("an internal network still shows the host to an agent"),
	.reason = STR_INIT(
		"\"internal: true\" takes away the route to the outside, but the host keeps an address on "
		"the network's bridge. A program of the host that listens on every address, 0.0.0.0, "
		"answers there: a database of the developer, a model server, an engine's port. "
		"Since Engine 28 the option com.docker.network.bridge.gateway_mode_ipv4, and _ipv6, "
		"with the value \"isolated\" takes that address away.\n"
		"\n"
		"Names are the other leak. The engine asks the resolvers of \"dns\" from the host's side "
		"for what it does not know, and a question can carry data."),
	.silent = STR_INIT(
		"Networks that are not internal (network-not-internal), external ones, other drivers than "
		"bridge; inhibit_ipv4; a resolver that is a service on the same internal network, "
		"which filters."),
	.advice = STR_INIT(
		"On Engine 28 or later, set \"driver_opts: "
		"{com.docker.network.bridge.gateway_mode_ipv4: isolated}\" on the network; where it has "
		"IPv6, set gateway_mode_ipv6 as well."),
	.see = STR_INIT("Port publishing, gateway modes "
			"<https://docs.docker.com/engine/network/port-publishing/#gateway-modes>\n"
			"DNS from internal networks, CVE-2024-29018 "
			"<https://github.com/moby/moby/security/advisories/GHSA-mq39-4gv4-mvpx>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    networks: [sandbox]\n"
			 "networks:\n"
			 "  sandbox:  # <-\n"
			 "    driver: bridge\n"
			 "    internal: true\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    networks: [sandbox]\n"
			 "    dns: [1.1.1.1]  # <-\n"
			 "networks:\n"
			 "  sandbox:\n"
			 "    internal: true\n"
			 "    driver_opts: {com.docker.network.bridge.gateway_mode_ipv4: isolated}\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    networks: [sandbox]\n"
			 "networks:\n"
			 "  sandbox:\n"
			 "    internal: true\n"
			 "    driver_opts: {com.docker.network.bridge.gateway_mode_ipv4: isolated}\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    networks: [sandbox]\n"
			 "  gateway:\n"
			 "    image: ghcr.io/berriai/litellm:v1.80.0\n"
			 "    networks: [sandbox]\n"
			 "    dns: [1.1.1.1]\n"
			 "networks:\n"
			 "  sandbox:\n"
			 "    internal: true\n"
			 "    driver_opts: {com.docker.network.bridge.inhibit_ipv4: \"true\"}\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    networks: [sandbox]\n"
			 "    dns: [10.9.0.53]\n"
			 "  resolver:\n"
			 "    image: registry.example/filter:1\n"
			 "    networks:\n"
			 "      sandbox: {ipv4_address: 10.9.0.53}\n"
			 "networks:\n"
			 "  sandbox:\n"
			 "    internal: true\n"
			 "    ipam: {config: [{subnet: 10.9.0.0/24}]}\n"
			 "    driver_opts: {com.docker.network.bridge.gateway_mode_ipv4: isolated}\n"),
	},
	.service = service,
};

/* ---- the bridge's address ---- */

/* The mode of this family says that the host has no address there, or nothing known says what. */
static bool is_isolated(const struct node *options, const char *mode_name)
{
	const struct node *mode = node_get(options, str_from(mode_name));

	return node_is_unknown(mode) || str_eq(node_text(mode), STR("isolated"));
}

static bool is_bridge(const struct node *definition)
{
	struct str driver = node_text(node_get(definition, STR("driver")));

	return !driver.n || str_eq(driver, STR("bridge"));
}

static bool shows_host(const struct network *network)
{
	const struct node *definition = network->definition ? network->definition->node : NULL;
	const struct node *options = node_get(definition, STR("driver_opts"));
	bool ipv4 = is_isolated(options, "com.docker.network.bridge.gateway_mode_ipv4") ||
		    node_is_true(node_get(options, STR("com.docker.network.bridge.inhibit_ipv4")));
	bool ipv6 = !node_is_true(node_get(definition, STR("enable_ipv6"))) ||
		    is_isolated(options, "com.docker.network.bridge.gateway_mode_ipv6");

	return network->route == NETWORK_INTERNAL && is_bridge(definition) && !(ipv4 && ipv6);
}

/* It is told once, of the first agent on it. */
static bool is_told(const struct service *service, const struct network *network, struct sink *out)
{
	for (const struct service *other = service->project->services; other < service; other++) {
		if (sink_role(out, other) != SERVICE_AGENT)
			continue;
		for (size_t i = 0; i < other->networks->count; i++)
			if (other->networks->all[i].definition == network->definition)
				return true;
	}
	return false;
}

/* The mode of a family goes where it stands in the way of nothing, else a person has to decide. */
static void suggest_isolation(const struct resource *definition, struct sink *out)
{
	static const char *const modes[] = { "com.docker.network.bridge.gateway_mode_ipv4",
					     "com.docker.network.bridge.gateway_mode_ipv6" };
	static const struct str options_key = STR_INIT("driver_opts");
	static const char title[] = "take the host's address off the bridge (Engine 28)";
	const struct pair *options = node_pair(definition->node, options_key);
	size_t count = node_is_true(node_get(definition->node, STR("enable_ipv6"))) ? 2 : 1;
	struct str all = STR("");

	for (size_t i = 0; i < count; i++) {
		if (options && node_get(options->value, str_from(modes[i])))
			return;
		all = sink_fmt(out, "%.*s%s%s: isolated", STR_FMT(all), i ? ", " : "", modes[i]);
	}
	for (size_t i = 0; options && i < count; i++)
		suggest_insert_pair(out, false, options->key, options->value, str_from(modes[i]),
				    STR("isolated"), title);
	if (!options)
		suggest_insert_pair(out, false, definition->key, definition->node, options_key,
				    sink_fmt(out, "{%.*s}", STR_FMT(all)), title);
}

static void judge_network(const struct network *network, struct sink *out)
{
	const struct resource *definition = network->definition;

	report(out, definition->key,
	       "internal network \"%.*s\" still gives containers the host's bridge address, so "
	       "host "
	       "services that listen on 0.0.0.0 answer; set "
	       "com.docker.network.bridge.gateway_mode_ipv4 (and _ipv6) to isolated",
	       STR_FMT(sink_show(out, network->name)));
	evidence(out, network->name);
	suggest_isolation(definition, out);
	related(out, RELATED_DEFINITION, (network->mode ? network->mode : network->place)->span,
		"the agent is on it through this");
}

/* ---- other resolvers ---- */

/* The address of a service on this network. */
static bool is_service_on(const struct project *project, const struct network *network,
			  struct str address)
{
	for (size_t i = 0; i < project->nservices; i++) {
		const struct node *joined = node_get(
			service_field(&project->services[i], STR("networks")), network->name);

		if (str_eq(node_text(node_get(joined, STR("ipv4_address"))), address) ||
		    str_eq(node_text(node_get(joined, STR("ipv6_address"))), address))
			return true;
	}
	return false;
}

static void judge_resolver(const struct service *service, const struct network *network,
			   struct str key, const struct node *item, struct sink *out)
{
	struct str text = node_text(item);

	if (!text.n || node_is_unknown(item) ||
	    (str_eq(key, STR("dns")) && is_service_on(service->project, network, text)))
		return;
	report(out, item, "internal network \"%.*s\" still uses custom DNS (%.*s: %.*s)",
	       STR_FMT(sink_show(out, network->name)), STR_FMT(key), STR_FMT(sink_show(out, text)));
	evidence(out, text);
}

static void judge_resolvers(const struct service *service, const struct network *network,
			    struct str key, struct sink *out)
{
	const struct node *value = service_field(service, key);

	for (size_t i = 0; value && value->kind == NODE_SEQUENCE && i < value->count; i++)
		judge_resolver(service, network, key, value->in.items[i], out);
}

static void service(const struct service *service, struct sink *out)
{
	const struct network *internal = NULL;

	for (size_t i = 0; i < service->networks->count; i++) {
		const struct network *network = &service->networks->all[i];

		if (shows_host(network) && !is_told(service, network, out))
			judge_network(network, out);
		if (!internal && network->route == NETWORK_INTERNAL)
			internal = network;
	}
	if (!internal)
		return;
	judge_resolvers(service, internal, STR("dns"), out);
	judge_resolvers(service, internal, STR("dns_search"), out);
	judge_resolvers(service, internal, STR("dns_opt"), out);
}
