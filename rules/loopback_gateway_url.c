/* SPDX-License-Identifier: MIT */
/* An agent is told to look for its gateway in its own container. */
#include "config.h"

#include "engine/rule.h"
#include "fact/address.h"
#include "fact/gateway.h"
#include "model/command.h"
#include "model/environment.h"
#include "fact/network.h"

static void service(const struct service *service, struct sink *out);

const struct rule rule_loopback_gateway_url = {
	.name = STR_INIT("loopback-gateway-url"),
	.severity = LEVEL_ERROR,
	.group = GROUP_NETWORK,
	.applies = APPLIES_AGENT,
	.summary = STR_INIT("the address of the gateway is the container itself"),
	.reason = STR_INIT(
		"In a container, localhost is the container. An address that works in a shell of the "
		"host, http://localhost:4000/v1, finds nobody in there; and the quickest way to make "
		"it work, the host's network, opens the sandbox. The gateway is reached by the name "
		"of its service on a network that both share.\n"
		"\n"
		"The rule reads the variables that tell programs where their model is "
		"(OPENAI_API_BASE, ANTHROPIC_BASE_URL, OLLAMA_HOST and their kin), the proxy "
		"variables, and options such as --openai-api-base on the command line. Every "
		"spelling of loopback counts: localhost, 127.0.0.1, [::1], 0.0.0.0, whole numbers."),
	.silent = STR_INIT(
		"Services that share their network with the host, with another service or with a "
		"container, because loopback is then shared too; NO_PROXY; addresses of the "
		"application itself, such as APP_BASE_URL, and where it listens itself, such as "
		"CLAUDE_SERVER_HOST=0.0.0.0."),
	.advice = STR_INIT("Use the name of the gateway's service on a network that both share."),
	.see = STR_INIT("Networking in Compose "
			"<https://docs.docker.com/compose/how-tos/networking/>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    environment:\n"
			 "      OPENAI_API_BASE: http://127.0.0.1:4000/v1  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    environment:\n"
			 "      - ANTHROPIC_BASE_URL=http://[::1]:4000  # <-\n"
			 "      - OLLAMA_ENDPOINT=http://localhost:11434  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    command: aider --openai-api-base http://0.0.0.0:4000/v1  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    environment:\n"
			 "      OPENAI_API_BASE: ${GATEWAY_URL}  # <-\n"
			 "  gateway:\n"
			 "    image: ghcr.io/berriai/litellm:v1.80.0\n"
			 "--- .env\n"
			 "GATEWAY_URL=http://localhost:4000/v1\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    environment:\n"
			 "      OPENAI_API_BASE: http://gateway:4000/v1\n"
			 "      APP_BASE_URL: http://localhost:3000\n"
			 "      CLAUDE_SERVER_HOST: 0.0.0.0\n"
			 "      OLLAMA_HOST: 0.0.0.0:11434\n"
			 "      GATEWAY_ADDR: \"::\"\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    network_mode: service:gateway\n"
			 "    environment:\n"
			 "      OPENAI_API_BASE: http://127.0.0.1:4000/v1\n"
			 "  gateway:\n"
			 "    image: ghcr.io/berriai/litellm:v1.80.0\n"),
	},
	.service = service,
};

/* The one gateway that shares a network with the service; NULL: none, or several. */
static const struct service *only_gateway(const struct service *service, struct sink *out)
{
	const struct project *project = service->project;
	const struct service *found = NULL;

	for (size_t i = 0; i < project->nservices; i++) {
		const struct service *other = &project->services[i];

		if (sink_role(out, other) != SERVICE_GATEWAY || !network_is_shared(service, other))
			continue;
		if (found)
			return NULL;
		found = other;
	}
	return found;
}

/* The same address at the gateway. */
static struct str moved(const struct address *address, struct str host, struct sink *out)
{
	return sink_fmt(out, "%.*s%s%.*s%s%.*s%.*s", STR_FMT(address->scheme),
			address->scheme.n ? "://" : "", STR_FMT(host), address->port.n ? ":" : "",
			STR_FMT(address->port), STR_FMT(address->path));
}

/* What is wrong with the address, and where to look for the gateway instead. */
static struct str message(struct str name, const struct address *address, struct str better,
			  struct sink *out)
{
	return sink_fmt(
		out,
		"%.*s=%.*s points at %.*s; inside the container that is the container itself, so "
		"use the gateway's service name on a shared network (for example %.*s)",
		STR_FMT(sink_show(out, name)), STR_FMT(sink_show(out, address->text)),
		STR_FMT(sink_show(out, address->host)), STR_FMT(better));
}

/* The edit, where the whole value is the address and nothing of it must be kept from sight. */
static void mend(const struct node *value, const struct address *address, struct str better,
		 struct sink *out)
{
	static const char title[] = "name the gateway's service";

	if (!str_eq(node_text(value), address->text) || address->has_userinfo || address->has_query)
		return;
	suggest_replace(out, false, value, better, title);
	suggest_replace_at_origin(out, false, value, better, title);
}

static bool is_loopback(struct str text, struct address *address)
{
	return address_parse(text, address) && address_is_loopback(address->host);
}

static bool is_address_name(const struct service *service, struct str name)
{
	return gateway_is_proxy_name(name) ||
	       gateway_is_url_name(service->project->credentials, service->project->gateway, name);
}

static void judge_entry(const struct service *service, const struct environment_entry *entry,
			struct sink *out)
{
	const struct service *gateway;
	struct str who, better, whose = STR("");
	struct address address;

	if (!is_address_name(service, entry->name) ||
	    gateway_is_listening(service->project->gateway, entry->name, node_text(entry->value)) ||
	    !is_loopback(node_text(entry->value), &address))
		return;
	who = sink_owners(out, service, entry);
	if (!who.n)
		return;
	if (entry->origin == ENVIRONMENT_IMAGE)
		whose = sink_fmt(out, "; %.*s gets it from the image", STR_FMT(who));
	gateway = only_gateway(service, out);
	better = moved(&address, gateway ? gateway->name : STR("gateway"), out);
	report_entry(out, service, entry, "%.*s%.*s",
		     STR_FMT(message(entry->name, &address, better, out)), STR_FMT(whose));
	if (gateway)
		mend(entry->value, &address, better, out);
}

/* --openai-api-base, --base-url and their kin */
static void judge_command(const struct service *service, struct str key, struct sink *out)
{
	const struct command_option *options;
	size_t count = sink_options(out, service_field(service, key), &options);

	for (size_t i = 0; i < count; i++) {
		const struct service *gateway;
		struct str name, better;
		struct address address;

		if (!gateway_is_url_option(options[i].name) ||
		    !is_loopback(options[i].value, &address))
			continue;
		name = sink_fmt(out, "--%.*s", STR_FMT(options[i].name));
		gateway = only_gateway(service, out);
		better = moved(&address, gateway ? gateway->name : STR("gateway"), out);
		report(out, options[i].node, "%.*s", STR_FMT(message(name, &address, better, out)));
		evidence(out, name);
		if (gateway)
			mend(options[i].node, &address, better, out);
	}
}

static void service(const struct service *service, struct sink *out)
{
	if (service->networks->shares_loopback)
		return;
	for (size_t i = 0; i < service->environment->count; i++)
		judge_entry(service, &service->environment->all[i], out);
	judge_command(service, STR("entrypoint"), out);
	judge_command(service, STR("command"), out);
}
