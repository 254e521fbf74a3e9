/* SPDX-License-Identifier: MIT */
/* An agent is told how to reach the host, or what only the host should reach. */
#include "config.h"

#include "engine/rule.h"
#include "fact/address.h"
#include "fact/extra_host.h"
#include "fact/net_name.h"
#include "fact/network.h"
#include "model/environment.h"

static void service(const struct service *service, struct sink *out);

const struct rule rule_host_address = {
	.name = STR_INIT("host-address"),
	.severity = LEVEL_WARNING,
	.group = GROUP_NETWORK,
	.applies = APPLIES_AGENT,
	.summary = STR_INIT("an agent is told how to reach the host"),
	.reason = STR_INIT(
		"What listens on the host was not made for an agent: development servers, databases "
		"without a password, model servers, the desktop's own services. "
		"\"host.docker.internal:host-gateway\" is the usual way there. The metadata service "
		"of a cloud, 169.254.169.254 and its kin, hands the machine's credentials "
		"to whoever asks.\n"
		"\n"
		"An address alone opens nothing that the network does not open already; it shows that "
		"somebody wanted it open. What the agent needs can be a service on a network "
		"that both share."),
	.silent = STR_INIT(
		"NO_PROXY, which says where a proxy is not to be used; addresses in a subnet of the "
		"project; private addresses where every network of the agent is internal, since nothing "
		"leads there; gateways and ordinary services."),
	.advice = STR_INIT("Remove it, and run what the agent needs of the host as a service on a "
			   "network that the two share."),
	.see = STR_INIT(
		"Compose file reference, extra_hosts "
		"<https://docs.docker.com/reference/compose-file/services/#extra_hosts>\n"
		"NIST SP 800-190, 3.4.2 <https://doi.org/10.6028/NIST.SP.800-190>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    extra_hosts:\n"
			 "      - \"host.docker.internal:host-gateway\"  # <-\n"
			 "      - \"nas.lan=192.168.1.7\"  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    environment:\n"
			 "      AWS_EC2_METADATA_SERVICE_ENDPOINT: http://169.254.169.254  # <-\n"
			 "    command: serve --db host.docker.internal:5432  # <-\n"
			 "    dns: 168.63.129.16  # <-\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    environment:\n"
			 "      AWS_EC2_METADATA_DISABLED: \"true\"\n"
			 "      NO_PROXY: localhost,host.docker.internal\n"
			 "    extra_hosts: [\"nas.lan=192.168.1.7\"]\n"
			 "    networks: [sandbox]\n"
			 "networks:\n"
			 "  sandbox: {internal: true}\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "  gateway:\n"
			 "    image: ghcr.io/berriai/litellm:v1.80.0\n"
			 "    extra_hosts: [\"host.docker.internal:host-gateway\"]\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    extra_hosts: [\"db.example=10.5.0.7\"]\n"
			 "    networks: [outside]\n"
			 "  db:\n"
			 "    image: postgres:17\n"
			 "    networks: {outside: {ipv4_address: 10.5.0.7}}\n"
			 "networks:\n"
			 "  outside: {}\n"),
	},
	.yields = RULE_NAMES(STR_INIT("engine-endpoint"), STR_INIT("gateway-unreachable")),
	.service = service,
};

static const char message[] = "%.*s is told how to reach %.*s";

static struct str quoted(const struct service *service, struct sink *out)
{
	return sink_fmt(out, "\"%.*s\"", STR_FMT(sink_show(out, service->name)));
}

/* What is reached, by a name or an address and the text that gives it. */
static struct str what(enum address_kind kind, struct str host, struct str entry, struct sink *out)
{
	if (kind == ADDRESS_METADATA)
		return sink_fmt(out,
				"the cloud metadata service (%.*s), which hands out credentials",
				STR_FMT(sink_show(out, host)));
	if (kind == ADDRESS_PRIVATE)
		return sink_fmt(out, "a LAN address (%.*s)", STR_FMT(sink_show(out, entry)));
	return sink_fmt(out, "the host (%.*s)", STR_FMT(sink_show(out, entry)));
}

/* One way there is one thing to take away, however many texts go it. */
static void say_cause(enum address_kind kind, struct str host, struct sink *out)
{
	if (kind == ADDRESS_ENGINE)
		shares_cause(out, STR("the host"));
	else if (kind == ADDRESS_METADATA)
		shares_cause(out, host);
}

/* ---- extra_hosts ---- */

/* Some service of the project has it, or one of its networks. */
static bool is_of_project(const struct project *project, struct str address)
{
	const struct net_name *named;
	size_t count = net_names_of(project, address, &named);

	for (size_t i = 0; i < count; i++) {
		const struct node *networks = service_field(named[i].service, STR("networks"));

		for (size_t k = 0;
		     networks && networks->kind == NODE_MAPPING && k < networks->count; k++)
			if (str_eq(node_text(node_get(networks->in.pairs[k].value,
						      STR("ipv4_address"))),
				   address))
				return true;
	}
	return net_has_subnet_of(project, address);
}

static bool is_special(const struct service *service, const struct extra_host *host,
		       enum address_kind *kind)
{
	enum address_kind address = address_kind(host->address);

	*kind = address_kind(host->name);
	if (*kind == ADDRESS_ENGINE || *kind == ADDRESS_METADATA)
		return true;
	*kind = str_eq(host->address, STR("host-gateway")) ? ADDRESS_ENGINE : address;
	if (*kind == ADDRESS_ENGINE || *kind == ADDRESS_METADATA)
		return true;
	return *kind == ADDRESS_PRIVATE && !network_is_all_internal(service->networks) &&
	       !is_of_project(service->project, host->address);
}

static void judge_hosts(const struct service *service, struct sink *out)
{
	struct extra_host host = { .step = 0 };

	while (extra_host_next(service, &host)) {
		struct str entry =
			sink_fmt(out, "%.*s=%.*s", STR_FMT(host.name), STR_FMT(host.address));
		struct str address = host.address;
		enum address_kind kind;

		if (!is_special(service, &host, &kind))
			continue;
		if (kind == ADDRESS_METADATA && address_kind(host.name) == ADDRESS_METADATA)
			address = host.name;
		report(out, host.node, message, STR_FMT(quoted(service, out)),
		       STR_FMT(what(kind, address, entry, out)));
		evidence(out, host.name);
		say_cause(kind, address, out);
		suggest_delete_item(out, false, host.node, "take the address away");
	}
}

/* ---- other texts ---- */

static void judge_entry(const struct service *service, const struct environment_entry *entry,
			struct sink *out)
{
	enum address_kind kind;
	struct str host, who;

	if (str_eq_nocase(entry->name, STR("NO_PROXY")) ||
	    !address_find_special(node_text(entry->value), &kind, &host))
		return;
	who = sink_owners(out, service, entry);
	if (!who.n)
		return;
	report_entry(
		out, service, entry, message, STR_FMT(who),
		STR_FMT(what(kind, host,
			     sink_fmt(out, "%.*s in %.*s", STR_FMT(host), STR_FMT(entry->name)),
			     out)));
	say_cause(kind, host, out);
	if (entry->origin == ENVIRONMENT_SERVICE)
		suggest_delete_item(out, false, entry->item, "take the address away");
}

static bool judge_text(const struct service *service, const struct node *at, struct str text,
		       struct sink *out)
{
	enum address_kind kind;
	struct str host;

	if (!address_find_special(text, &kind, &host))
		return false;
	report(out, at, message, STR_FMT(quoted(service, out)),
	       STR_FMT(what(kind, host, host, out)));
	evidence(out, host);
	say_cause(kind, host, out);
	return true;
}

static void judge_field(const struct service *service, struct str key, struct sink *out)
{
	const struct node *value = service_field(service, key);

	if (value && value->kind != NODE_SEQUENCE)
		judge_text(service, value, node_text(value), out);
	for (size_t i = 0; value && value->kind == NODE_SEQUENCE && i < value->count; i++) {
		const struct node *item = value->in.items[i];

		/* a word of a command cannot go alone */
		if (judge_text(service, item, node_text(item), out) && str_eq(key, STR("dns")))
			suggest_delete_item(out, false, item, "take the address away");
	}
}

static void service(const struct service *service, struct sink *out)
{
	judge_hosts(service, out);
	for (size_t i = 0; i < service->environment->count; i++)
		judge_entry(service, &service->environment->all[i], out);
	judge_field(service, STR("entrypoint"), out);
	judge_field(service, STR("command"), out);
	judge_field(service, STR("dns"), out);
}
