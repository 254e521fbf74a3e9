/* SPDX-License-Identifier: MIT */
/* No address of a gateway that an agent is given can work. */
#include "config.h"

#include "engine/rule.h"
#include "fact/gateway.h"
#include "fact/network.h"
#include "model/environment.h"

static void service(const struct service *service, struct sink *out);

const struct rule rule_gateway_unreachable = {
	.name = STR_INIT("gateway-unreachable"),
	.severity = LEVEL_ERROR,
	.group = GROUP_NETWORK,
	.applies = APPLIES_AGENT,
	.summary = STR_INIT("no address of a gateway that an agent is given can work"),
	.reason = STR_INIT(
		"A sandbox that keeps everything out is easy to make: one in which nothing works. An "
		"agent without a model is switched to the host's network soon, and then "
		"the sandbox is gone. So the one way that has to be open is looked at too.\n"
		"\n"
		"The address of the gateway is read from the variables that carry it "
		"(OPENAI_API_BASE, ANTHROPIC_BASE_URL, OLLAMA_HOST and their kin). It cannot work when it "
		"is empty or no URL, when the service of that name is on no network of the agent, "
		"when the host is outside and every network of the agent is internal, or when the "
		"agent has no network. One address that can work is enough; so is a proxy in HTTPS_PROXY "
		"and its kin that the agent reaches, a socket that is mounted, or a model under "
		"\"models\", which the engine itself offers. An agent without such a "
		"variable is reported where all its networks are internal, for then it "
		"cannot have a model."),
	.silent = STR_INIT(
		"What these files do not prove: names of other projects' containers "
		"(gateway-unknown-host), loopback (loopback-gateway-url), variables that nothing sets, names "
		"in extra_hosts, external networks; an agent with \"network_mode: none\" and no address at "
		"all, and a place that only runs code, such as a service \"sandbox\" without one, for no "
		"model is meant there; an empty address of an agent that has a route to the "
		"outside; and further providers beside one address that can work."),
	.advice = STR_INIT("Put the agent and the gateway on one internal network of the project, never on "
			   "the host's, and name the gateway's service as host, for example "
			   "http://gateway:4000/v1."),
	.see = STR_INIT("Networking in Compose "
			"<https://docs.docker.com/compose/how-tos/networking/>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    environment:\n"
			 "      OPENAI_API_BASE: http://gateway:4000/v1  # <-\n"
			 "    networks: [sandbox]\n"
			 "  gateway:\n"
			 "    image: ghcr.io/berriai/litellm:v1.80.0\n"
			 "    networks: [egress]\n"
			 "networks:\n"
			 "  sandbox: {internal: true}\n"
			 "  egress: {}\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    environment:\n"
			 "      - AZURE_OPENAI_ENDPOINT=\n"
			 "      - OPENAI_API_BASE=https://api.openai.com/v1  # <-\n"
			 "    networks: [sandbox]\n"
			 "networks:\n"
			 "  sandbox: {internal: true}\n"),
		STR_INIT("services:\n"
			 "  agent:  # <-\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    networks: [sandbox]\n"
			 "networks:\n"
			 "  sandbox: {internal: true}\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    environment:\n"
			 "      OPENAI_API_BASE: http://llm:4000/v1\n"
			 "      AZURE_OPENAI_ENDPOINT: \"\"\n"
			 "    networks: [sandbox]\n"
			 "  gateway:\n"
			 "    image: ghcr.io/berriai/litellm:v1.80.0\n"
			 "    networks:\n"
			 "      egress:\n"
			 "      sandbox: {aliases: [llm]}\n"
			 "networks:\n"
			 "  sandbox: {internal: true}\n"
			 "  egress: {}\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    networks: [egress]\n"
			 "networks:\n"
			 "  egress: {}\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    networks: [sandbox]\n"
			 "    models: [llm]\n"
			 "models:\n"
			 "  llm: {model: \"ai/qwen3:8B-Q4_0\"}\n"
			 "networks:\n"
			 "  sandbox: {internal: true}\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    networks: [sandbox]\n"
			 "    environment: {MODEL_SOCKET: /run/model/model.sock}\n"
			 "    volumes: [\"model:/run/model\"]\n"
			 "volumes: {model: {}}\n"
			 "networks:\n"
			 "  sandbox: {internal: true}\n"),
		STR_INIT("services:\n"
			 "  code-sandbox:\n"
			 "    image: registry.example/runner:1.4.2\n"
			 "    networks: [inside]\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    network_mode: none\n"
			 "networks:\n"
			 "  inside: {internal: true}\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    environment:\n"
			 "      OPENAI_API_BASE: http://gateway:4000/v1\n"
			 "    networks: [sandbox]\n"
			 "  gateway:\n"
			 "    image: ghcr.io/berriai/litellm:v1.80.0\n"
			 "    networks: [sandbox, egress]\n"
			 "networks:\n"
			 "  sandbox: {internal: true}\n"
			 "  egress: {}\n"),
	},
	.service = service,
};

/* The networks of a service, for the message. */
static struct str networks_of(const struct network_list *networks, struct sink *out)
{
	struct str text = STR("");

	for (size_t i = 0; i < networks->count; i++) {
		const struct network *network = &networks->all[i];
		const char *between = i == 0 ? "" : i + 1 == networks->count ? " and " : ", ";

		if (network->kind == NETWORK_HOST)
			text = sink_fmt(out, "%.*s%sthe host's network", STR_FMT(text), between);
		else
			text = sink_fmt(out, "%.*s%s\"%.*s\"", STR_FMT(text), between,
					STR_FMT(sink_show(out, network->name)));
	}
	return networks->count ? text : STR("no network");
}

static struct str why_apart(const struct service *service, const struct gateway_address *at,
			    struct sink *out)
{
	struct str host = sink_show(out, at->address.host);

	if (network_is_shared(service, at->service))
		return sink_fmt(out,
				"\"%.*s\" is a name of \"%.*s\" only on a network that the agent "
				"is not on",
				STR_FMT(host), STR_FMT(sink_show(out, at->service->name)));
	return sink_fmt(out, "\"%.*s\" is on %.*s, the agent is on %.*s", STR_FMT(host),
			STR_FMT(networks_of(at->service->networks, out)),
			STR_FMT(networks_of(service->networks, out)));
}

static struct str why(const struct service *service, const struct gateway_address *at,
		      struct sink *out)
{
	switch (at->fault) {
	case GATEWAY_EMPTY:
		return STR("it is empty");
	case GATEWAY_NO_URL:
		return STR("it is not a URL");
	case GATEWAY_NO_NETWORK:
		return STR("\"network_mode\" is \"none\"");
	case GATEWAY_APART:
		return why_apart(service, at, out);
	case GATEWAY_OUTSIDE:
		return sink_fmt(out, "%.*s is outside and every network of the agent is internal",
				STR_FMT(sink_show(out, at->address.host)));
	case GATEWAY_USABLE:
		break;
	}
	return STR("");
}

static void relate_networks(const struct service *service, const char *whose, struct sink *out)
{
	for (size_t i = 0; i < service->networks->count; i++) {
		const struct network *network = &service->networks->all[i];
		const struct node *at = network->mode ? network->mode : network->place;

		related(out, RELATED_DEFINITION, at->span, "%s network \"%.*s\"", whose,
			STR_FMT(sink_show(out, network->name)));
	}
}

/* The gateway joins the first network of the agent. */
static void mend(const struct service *service, const struct service *gateway, struct sink *out)
{
	for (size_t i = 0; i < service->networks->count; i++) {
		const struct network *network = &service->networks->all[i];

		if (network->kind != NETWORK_NAMED || !service_field(gateway, STR("networks")))
			continue;
		suggest_append_item(out, false, gateway, STR("networks"), network->name,
				    "attach the gateway to the agent's network");
		return;
	}
}

static void judge(const struct service *service, const struct gateway_address *at, struct sink *out)
{
	struct str value = sink_show(out, at->address.text);

	report_entry(out, service, at->entry, "%.*s=%.*s cannot work from \"%.*s\": %.*s",
		     STR_FMT(sink_show(out, at->entry->name)), STR_FMT(value),
		     STR_FMT(sink_show(out, service->name)), STR_FMT(why(service, at, out)));
	if (at->fault == GATEWAY_APART || at->fault == GATEWAY_OUTSIDE)
		relate_networks(service, "the agent is on", out);
	if (at->fault != GATEWAY_APART)
		return;
	relate_networks(at->service, "the gateway is on", out);
	mend(service, at->service, out);
}

/* Nothing of its environment stands in a file that could not be read. */
static bool is_read_whole(const struct environment *environment)
{
	for (size_t i = 0; i < environment->nfiles; i++)
		if (!environment->files[i].source)
			return false;
	return true;
}

static void judge_absence(const struct service *service, struct sink *out)
{
	const struct gateway_names *names = service->project->gateway;

	if (!names->nurls || !network_is_all_internal(service->networks) ||
	    service->networks->none || !is_read_whole(service->environment) ||
	    !sink_needs_model(out, service))
		return;
	report_absent(out, service, STR("environment"),
		      "no variable tells \"%.*s\" where its model is (%.*s or another address of a "
		      "gateway), and every network of it is internal; it cannot work",
		      STR_FMT(sink_show(out, service->name)),
		      STR_FMT(sink_show(out, names->urls[0])));
	relate_networks(service, "the agent is on", out);
}

static void service(const struct service *service, struct sink *out)
{
	const struct gateway *gateway = service->gateway;
	size_t first = 0;

	if (gateway->usable)
		return;
	if (!gateway->count) {
		judge_absence(service, out);
		return;
	}
	while (first < gateway->count && gateway->addresses[first].fault == GATEWAY_EMPTY)
		first++;
	judge(service, &gateway->addresses[first < gateway->count ? first : 0], out);
}
