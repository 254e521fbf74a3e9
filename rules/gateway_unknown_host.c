/* SPDX-License-Identifier: MIT */
/* An agent's gateway has a name that nothing in the project has. */
#include "config.h"

#include "engine/rule.h"
#include "fact/gateway.h"
#include "fact/network.h"
#include "model/environment.h"

static void service(const struct service *service, struct sink *out);

const struct rule rule_gateway_unknown_host = {
	.name = STR_INIT("gateway-unknown-host"),
	.severity = LEVEL_INFO,
	.group = GROUP_NETWORK,
	.applies = APPLIES_AGENT,
	.summary = STR_INIT("an agent's gateway has a name that nothing in the project has"),
	.reason = STR_INIT(
		"A gateway may well belong to another project: its container then joins the network of "
		"the sandbox, and is found there by its name. These files cannot show that it "
		"does, and until it does the agent has no model.\n"
		"\n"
		"The engine puts the project's name before that of a network, so the network to join is "
		"the one the message names. A fixed \"name\" under the network keeps it the "
		"same wherever the project lies."),
	.silent = STR_INIT("Names of services, containers, aliases and links of the project, and names in "
			   "extra_hosts; names with a domain; agents that are on ordinary networks "
			   "only, where other ways to resolve a name exist."),
	.advice = STR_INIT("Attach the gateway's container to the network, with \"docker network connect "
			   "NETWORK CONTAINER\" or, in its own project, as an external network; a fixed "
			   "\"name\" under the network helps with both. Files do not show it: accept this "
			   "with a comment once it works."),
	.see = STR_INIT("Compose file reference, networks, name "
			"<https://docs.docker.com/reference/compose-file/networks/#name>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    environment:\n"
			 "      OPENAI_API_BASE: http://litellm:4000/v1  # <-\n"
			 "    networks: [sandbox]\n"
			 "networks:\n"
			 "  sandbox: {internal: true}\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    environment:\n"
			 "      - OLLAMA_HOST=models.internal:11434  # <-\n"
			 "    networks: [far]\n"
			 "networks:\n"
			 "  far: {external: true}\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    environment:\n"
			 "      OPENAI_API_BASE: http://gateway:4000\n"
			 "    networks: [sandbox]\n"
			 "  gateway:\n"
			 "    image: ghcr.io/berriai/litellm:v1.80.0\n"
			 "    networks: [sandbox]\n"
			 "networks:\n"
			 "  sandbox: {internal: true}\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    environment:\n"
			 "      OPENAI_API_BASE: http://gw.lan.example:4000\n"
			 "    extra_hosts: [\"gw.lan.example=10.1.2.3\"]\n"
			 "    networks: [sandbox]\n"
			 "networks:\n"
			 "  sandbox: {internal: true}\n"),
	},
	.service = service,
};

/* The network where the gateway is looked for; NULL: names are resolved elsewhere too. */
static const struct network *network_to_join(const struct network_list *networks)
{
	for (size_t i = 0; i < networks->count; i++)
		if ((networks->all[i].route == NETWORK_INTERNAL ||
		     networks->all[i].route == NETWORK_EXTERNAL) &&
		    networks->all[i].kind != NETWORK_CONTAINER)
			return &networks->all[i];
	return NULL;
}

/* As the engine calls it. */
static struct str full_name(const struct network *network)
{
	const struct resource *definition = network->definition;

	return definition && definition->full_name.n ? definition->full_name : network->name;
}

/* Another variable before this one has the same host. */
static bool is_told(const struct gateway *gateway, size_t position)
{
	struct str host = gateway->addresses[position].address.host;

	for (size_t i = 0; i < position; i++)
		if (gateway->addresses[i].unknown_host &&
		    str_eq_nocase(gateway->addresses[i].address.host, host))
			return true;
	return false;
}

static void judge(const struct service *service, const struct gateway_address *at,
		  const struct network *network, struct sink *out)
{
	const struct resource *definition = network->definition;

	if (!sink_owners(out, service, at->entry).n)
		return;
	report_entry(
		out, service, at->entry,
		"%.*s names \"%.*s\", which is no service of this project; attach the gateway's "
		"container to network \"%.*s\", otherwise the agent has no model",
		STR_FMT(sink_show(out, at->entry->name)), STR_FMT(sink_show(out, at->address.host)),
		STR_FMT(sink_show(out, full_name(network))));
	if (definition && definition->key && !definition->implicit)
		related(out, RELATED_DEFINITION, definition->key->span,
			"the network is defined here");
}

static void service(const struct service *service, struct sink *out)
{
	const struct gateway *gateway = service->gateway;
	const struct network *network = network_to_join(service->networks);

	for (size_t i = 0; network && i < gateway->count; i++)
		if (gateway->addresses[i].unknown_host && !is_told(gateway, i))
			judge(service, &gateway->addresses[i], network, out);
}
