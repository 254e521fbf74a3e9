/* SPDX-License-Identifier: MIT */
/* An agent publishes a port. */
#include "config.h"

#include "engine/rule.h"
#include "fact/address.h"

static void service(const struct service *service, struct sink *out);

const struct rule rule_agent_port = {
	.name = STR_INIT("agent-port"),
	.severity = LEVEL_WARNING,
	.group = GROUP_NETWORK,
	.applies = APPLIES_AGENT,
	.summary = STR_INIT("an agent publishes a port"),
	.reason = STR_INIT(
		"A published port lets others in: to whatever the agent starts there, which need not be "
		"what the port was published for. A browser of the developer that opens it "
		"brings cookies and trust along. Without an address the port is open on every interface "
		"of the host, and the engine's rules come before those of ufw and firewalld.\n"
		"\n"
		"Before Engine 28 a port published to 127.0.0.1 could be reached from the same network "
		"segment too. \"expose\" publishes nothing, and containers on the same network need "
		"neither."),
	.silent = STR_INIT("\"expose\"; ports of gateways and ordinary services; with --preset baseline, "
			   "ports that are bound to loopback."),
	.advice = STR_INIT("Remove it, or publish the port from a service of its own that somebody has "
			   "reviewed."),
	.see = STR_INIT(
		"Port publishing <https://docs.docker.com/engine/network/port-publishing/>\n"
		"CIS Docker Benchmark, 5.9 and 5.14 <https://github.com/docker/docker-bench-security>\n"
		"OWASP Docker Security Cheat Sheet, rule 5a "
		"<https://cheatsheetseries.owasp.org/cheatsheets/Docker_Security_Cheat_Sheet.html>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    ports:\n"
			 "      - \"8080:8080\"  # <-\n"
			 "      - \"127.0.0.1:9222:9222\"  # <-\n"
			 "      - \"3000\"  # <-\n"
			 "      - target: 80  # <-\n"
			 "        published: \"8000\"\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    expose: [\"8080\"]\n"
			 "  gateway:\n"
			 "    image: ghcr.io/berriai/litellm:v1.80.0\n"
			 "    ports: [\"127.0.0.1:4000:4000\"]\n"),
	},
	.service = service,
};

/* One item of a range becomes several ports. */
static bool is_of_item(const struct node *port, const struct node *item)
{
	return span_eq(port->span, item->span);
}

static struct str published_of(const struct node *first, const struct node *last, struct sink *out)
{
	struct str from = node_text(node_get(first, STR("published")));
	struct str to = node_text(node_get(last, STR("published")));
	bool is_one = str_eq(from, to);

	if (!from.n)
		return STR("a random port");
	from = sink_show(out, from);
	if (is_one)
		return sink_fmt(out, "port %.*s", STR_FMT(from));
	to = sink_show(out, to);
	return sink_fmt(out, "ports %.*s-%.*s", STR_FMT(from), STR_FMT(to));
}

static bool is_every_interface(struct str address)
{
	return !address.n || str_eq(address, STR("0.0.0.0")) || str_eq(address, STR("::")) ||
	       str_eq(address, STR("[::]"));
}

static void judge(const struct service *service, const struct node *first, const struct node *last,
		  struct sink *out)
{
	const struct node *address = node_get(first, STR("host_ip"));
	bool every = is_every_interface(node_text(address));
	bool loopback = !every && address_is_loopback(node_text(address));
	struct str name, ports, where;

	if (loopback && sink_preset(out) == PRESET_BASELINE)
		return;
	name = sink_show(out, service->name);
	ports = published_of(first, last, out);
	where = every ? STR("every interface") : sink_show(out, node_text(address));
	report(out, first,
	       "\"%.*s\" publishes %.*s on %.*s; a service run by the agent becomes reachable from "
	       "%s",
	       STR_FMT(name), STR_FMT(ports), STR_FMT(where),
	       every      ? "every interface"
	       : loopback ? "this host, and before Engine 28.0 from its network segment"
			  : "the network of that address");
	evidence(out, sink_fmt(out, "%.*s/%.*s", STR_FMT(node_text(node_get(first, STR("target")))),
			       STR_FMT(node_text(node_get(first, STR("protocol"))))));
	related_history(out, node_get(first, STR("published")));
	related_history(out, address);
	if (first == last)
		suggest_delete_item(out, false, first, "publish no port of the agent");
}

static void service(const struct service *service, struct sink *out)
{
	const struct node *ports = service_field(service, STR("ports"));
	size_t next;

	for (size_t i = 0; ports && ports->kind == NODE_SEQUENCE && i < ports->count; i = next) {
		const struct node *first = ports->in.items[i];

		next = i + 1;
		while (next < ports->count && is_of_item(ports->in.items[next], first))
			next++;
		judge(service, first, ports->in.items[next - 1], out);
	}
}
