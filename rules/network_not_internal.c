/* SPDX-License-Identifier: MIT */
/* An agent is on a network that has a route to the outside. */
#include "config.h"

#include "engine/rule.h"
#include "fact/network.h"
#include "fact/security.h"

static void service(const struct service *service, struct sink *out);

const struct rule rule_network_not_internal = {
	.name = STR_INIT("network-not-internal"),
	.severity = LEVEL_ERROR,
	.group = GROUP_NETWORK,
	.applies = APPLIES_AGENT,
	.score = STR_INIT("7.5"),
	.summary = STR_INIT("an agent is on a network with a route to the outside"),
	.reason = STR_INIT(
		"What an agent can read it can send away, to any host that its network reaches. A "
		"network with \"internal: true\" has no default route: packets go to the containers on "
		"it and nowhere else. The gateway joins that network and a second one, and is then "
		"the only way out.\n"
		"\n"
		"Each network is asked for itself, since one route is enough. A service without "
		"\"networks\" is on the project's default network, which has a route unless the file "
		"defines it with \"internal: true\". Where two definitions have one \"name\", either may make the "
		"network, so both have to be internal. An override adds networks and does not replace "
		"them. \"network_mode: bridge\" is the engine's own network, which always has a "
		"route; with \"network_mode: service:x\" the networks are those of x. On a macvlan or "
		"ipvlan network with a \"parent\", \"internal\" takes away the default route only: the "
		"hosts of that interface's network are still neighbours. Switching off "
		"masquerading is no isolation, and neither is a firewall that the agent could take "
		"down again.\n"
		"\n"
		"A sidecar whose firewall somebody has reviewed is declared in the file by "
		"\"x-compose-lint: {egress: filtered}\"; services that join it with \"network_mode: "
		"service:...\" are then not reported."),
	.silent = STR_INIT(
		"The host's network, which host-namespace reports; external networks and networks of "
		"other containers, which nothing here describes; an \"internal\" that comes from a "
		"variable nobody sets; gateways and ordinary services."),
	.advice = STR_INIT(
		"Set \"internal: true\" on the network, or take the agent off it where it has an "
		"internal one already. Give the gateway a second network for its own way out."),
	.see = STR_INIT(
		"Compose file reference, networks, internal "
		"<https://docs.docker.com/reference/compose-file/networks/#internal>\n"
		"Port publishing, gateway modes "
		"<https://docs.docker.com/engine/network/port-publishing/>\n"
		"OWASP Docker Security Cheat Sheet, rule 5 "
		"<https://cheatsheetseries.owasp.org/cheatsheets/Docker_Security_Cheat_Sheet.html>\n"
		"NIST SP 800-190, 3.4.2 <https://doi.org/10.6028/NIST.SP.800-190>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    networks:\n"
			 "      - sandbox\n"
			 "      - default  # <-\n"
			 "networks:\n"
			 "  sandbox: {internal: true}\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    networks: [sandbox]\n"
			 "networks:\n"
			 "  sandbox:\n"
			 "    internal: false  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:  # <-\n"
			 "    image: registry.example/agent:1.4.2\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    networks: [sandbox]\n"
			 "  gateway:\n"
			 "    image: ghcr.io/berriai/litellm:v1.80.0\n"
			 "    networks: [sandbox, outside]\n"
			 "networks:\n"
			 "  sandbox: {internal: true}\n"
			 "  outside: {}\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    network_mode: service:fw\n"
			 "  fw:\n"
			 "    image: registry.example/fw:1\n"
			 "    networks: [sandbox]\n"
			 "networks:\n"
			 "  sandbox: {internal: true}\n"),
	},
	.service = service,
};

/* Why it has a route, for the message. */
static struct str cause(const struct network *network, struct sink *out)
{
	if (network->kind == NETWORK_MODE && str_eq(network->name, STR("bridge")))
		return STR("the engine's default bridge");
	if (network->kind == NETWORK_MODE)
		return STR("a network of the engine");
	if (network->parent)
		return sink_fmt(out, "\"internal\" does not part it from the network of %.*s",
				STR_FMT(sink_show(out, network->parent->text)));
	if (network->twin)
		return sink_fmt(out,
				"not provably internal: \"%.*s\" defines the same network "
				"without \"internal: true\"",
				STR_FMT(sink_show(out, network->twin->name)));
	if (network->internal && network->internal->kind != NODE_NULL)
		return sink_fmt(out, "\"internal: %.*s\" in %.*s",
				STR_FMT(sink_show(out, node_text(network->internal))),
				STR_FMT(sink_place(out, network->internal->span)));
	return network->kind == NETWORK_IMPLICIT ? STR("the implicit default")
						 : STR("\"internal\" is not set");
}

/* The item of the service, the owner of its namespace and the definition.  What is on an internal
   network already may be on this one by mistake, and others for its route. */
static void relate_way(const struct network *network, const struct node *at, bool has_internal,
		       struct sink *out)
{
	const struct resource *definition = network->definition;

	if (network->twin) {
		related(out, RELATED_DEFINITION, definition->key->span, "it is internal here");
		related(out, RELATED_DEFINITION, network->twin->key->span,
			"the same \"name\" has a route here; which of the two makes the network is "
			"a "
			"matter of order");
	}
	if (network->mode && network->mode != at)
		related(out, RELATED_DEFINITION, network->mode->span,
			"it is on the networks of the service named here");
	if (network->place != at && network->kind != NETWORK_IMPLICIT)
		related(out, RELATED_DEFINITION, network->place->span, "it joins the network here");
	if (network->place != at)
		related_history(out, network->place);
	if (network->parent && network->internal)
		related(out, RELATED_DEFINITION, network->internal->span, "it is internal here");
	if (!network->twin && !network->parent && definition && definition->key &&
	    !definition->implicit && network->internal != at && network->removed != at)
		related(out, RELATED_DEFINITION, definition->key->span,
			"\"internal: true\" belongs here%s",
			has_internal ? ", unless others need its route" : "");
}

static void judge(const struct service *service, const struct network *network, bool has_internal,
		  struct sink *out)
{
	static const char message[] =
		"service \"%.*s\" is attached to network \"%.*s\" (%.*s)%.*s, which has a route to "
		"the outside; everything the agent can read can leave through it%s";
	const char *firewall =
		security_adds(service, STR("NET_ADMIN"))
			? "; it could take down a firewall of its own: put the firewall into a "
			  "sidecar and join it with \"network_mode: service:...\""
			: "";
	bool is_set = !network->twin && !network->parent && network->internal &&
		      network->internal->kind != NODE_NULL;
	const struct node *at = network_route_place(network);
	struct str who = sink_show(out, service->name), name = sink_show(out, network->name);
	struct str why = cause(network, out);
	struct str through = network->through
				     ? sink_fmt(out, " through service \"%.*s\"",
						STR_FMT(sink_show(out, network->through->name)))
				     : STR("");

	if (!at)
		report_absent(out, service, STR("networks"), message, STR_FMT(who), STR_FMT(name),
			      STR_FMT(why), STR_FMT(through), firewall);
	else
		report(out, at, message, STR_FMT(who), STR_FMT(name), STR_FMT(why),
		       STR_FMT(through), firewall);
	evidence(out, network->name);
	relate_way(network, at ? at : network->place, has_internal, out);
	if (is_set && network_can_lose_route(service->project, service, network->name))
		suggest_replace(out, false, at, STR("true"), "make the network internal");
}

/* It is external here, and another project of the run makes it. */
static void judge_made_elsewhere(const struct service *service, const struct network *network,
				 struct sink *out)
{
	struct network_maker maker = sink_maker(out, network);

	if (maker.route != NETWORK_ROUTED || network->verified || network->filtered)
		return;
	report(out, network_route_place(network),
	       "service \"%.*s\" is attached to network \"%.*s\" (made by the project in %.*s, "
	       "not internal there), which has a route to the outside; everything the agent can "
	       "read can leave through it",
	       STR_FMT(sink_show(out, service->name)), STR_FMT(sink_show(out, network->name)),
	       STR_FMT(sink_show(out, maker.project->shown_directory)));
	evidence(out, network->name);
	related(out, RELATED_DEFINITION, network->place->span, "it joins the network here");
	if (maker.definition->key)
		related(out, RELATED_DEFINITION, maker.definition->key->span,
			"\"internal: true\" belongs here");
}

static void service(const struct service *service, struct sink *out)
{
	bool has_internal = false;

	for (size_t i = 0; i < service->networks->count; i++)
		has_internal = has_internal || service->networks->all[i].route == NETWORK_INTERNAL;
	for (size_t i = 0; i < service->networks->count; i++) {
		const struct network *network = &service->networks->all[i];

		if (network->route == NETWORK_ROUTED && network->kind != NETWORK_HOST &&
		    !network->filtered)
			judge(service, network, has_internal, out);
		else
			judge_made_elsewhere(service, network, out);
	}
}
