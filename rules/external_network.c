/* SPDX-License-Identifier: MIT */
/* An agent is on a network that is made elsewhere. */
#include "config.h"

#include "engine/rule.h"
#include "fact/network.h"

static void service(const struct service *service, struct sink *out);

const struct rule rule_external_network = {
	.name = STR_INIT("external-network"),
	.severity = LEVEL_WARNING,
	.group = GROUP_NETWORK,
	.applies = APPLIES_AGENT,
	.summary = STR_INIT("an agent is on a network that is made elsewhere"),
	.reason = STR_INIT(
		"Whether a network has a route to the outside is decided where it is made. An external "
		"network, the network of another container, and containers that are linked by name "
		"alone are made outside this project, and who else is on them can change at any time.\n"
		"\n"
		"An external network is a good way to reach the gateway of another project, once "
		"somebody has looked at it. Then say so in the file, under the network: "
		"\"x-compose-lint: {internal: verified}\". \"internal: true\" beside \"external: true\" "
		"is read by nobody."),
	.silent = STR_INIT("Networks that are declared as verified, or that another project of the "
			   "same run makes: network-not-internal speaks of those with a route; "
			   "networks of ordinary services."),
	.advice = STR_INIT("Check it with \"docker network inspect -f '{{.Internal}}' NAME\"; where that "
			   "prints true, write \"x-compose-lint: {internal: verified}\" under the network."),
	.see = STR_INIT("Compose file reference, networks, external "
			"<https://docs.docker.com/reference/compose-file/networks/#external>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    networks: [sandbox]\n"
			 "networks:\n"
			 "  sandbox:\n"
			 "    external: true  # <-\n"
			 "    name: part9_private\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    network_mode: container:gw  # <-\n"
			 "    external_links:\n"
			 "      - models_1:models  # <-\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    networks: [sandbox]\n"
			 "  web:\n"
			 "    image: nginx:1.27\n"
			 "    networks: [front]\n"
			 "networks:\n"
			 "  sandbox:\n"
			 "    external: true\n"
			 "    name: part9_private\n"
			 "    x-compose-lint: {internal: verified}\n"
			 "  front: {external: true}\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    networks: [egress]\n"
			 "networks:\n"
			 "  egress: {driver: bridge}\n"),
	},
	.service = service,
};

static void judge_container(const struct service *service, const struct network *network,
			    struct sink *out)
{
	struct str container = str_slice(network->name, sizeof("container:") - 1, network->name.n);

	report(out, network->place,
	       "the network of container \"%.*s\" is that of \"%.*s\" too; these files cannot show "
	       "whether it is internal, and container:%.*s cannot be inspected",
	       STR_FMT(sink_show(out, container)), STR_FMT(sink_show(out, service->name)),
	       STR_FMT(sink_show(out, container)));
	evidence(out, network->name);
	if (network->mode)
		related(out, RELATED_DEFINITION, network->mode->span,
			"it is on the networks of the service named here");
}

static void judge_network(const struct service *service, const struct network *network,
			  struct sink *out)
{
	const struct resource *definition = network->definition;
	const struct node *external = node_get(definition->node, STR("external"));
	const struct node *at = network->mode ? network->mode : network->place;
	struct str real = STR("");

	if (definition->full_name.n && !str_eq(definition->full_name, network->name))
		real = sink_fmt(out, " (real name \"%.*s\")",
				STR_FMT(sink_show(out, definition->full_name)));
	report(out, external ? external : definition->key,
	       "network \"%.*s\" of \"%.*s\" is external%.*s; these files cannot show whether it "
	       "is "
	       "internal%s",
	       STR_FMT(sink_show(out, network->name)), STR_FMT(sink_show(out, service->name)),
	       STR_FMT(real),
	       network->internal && node_is_true(network->internal)
		       ? ", and \"internal: true\" beside \"external\" says nothing about it"
		       : "");
	evidence(out, network->name);
	related_history(out, definition->node);
	related(out, RELATED_DEFINITION, at->span, "\"%.*s\" is on it through this",
		STR_FMT(sink_show(out, service->name)));
}

static void judge_link(const struct service *service, const struct node *item, struct sink *out)
{
	struct str rest = node_text(item), container = str_cut(&rest, ':');

	if (!container.n)
		return;
	report(out, item,
	       "\"%.*s\" is linked to container \"%.*s\", which is not of this project; these "
	       "files "
	       "cannot show what is on the network that both share",
	       STR_FMT(sink_show(out, service->name)), STR_FMT(sink_show(out, container)));
	evidence(out, container);
}

/* Another project of the run makes it, and shows whether it is internal. */
static bool is_shown(const struct sink *out, const struct network *network)
{
	enum network_route route = sink_maker(out, network).route;

	return route == NETWORK_INTERNAL || route == NETWORK_ROUTED;
}

static void service(const struct service *service, struct sink *out)
{
	const struct node *links = service_field(service, STR("external_links"));

	for (size_t i = 0; i < service->networks->count; i++) {
		const struct network *network = &service->networks->all[i];

		if (network->kind == NETWORK_CONTAINER)
			judge_container(service, network, out);
		else if (network->route == NETWORK_EXTERNAL && !network->verified &&
			 !is_shown(out, network))
			judge_network(service, network, out);
	}
	for (size_t i = 0; links && links->kind == NODE_SEQUENCE && i < links->count; i++)
		judge_link(service, links->in.items[i], out);
}
