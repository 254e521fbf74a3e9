/* SPDX-License-Identifier: MIT */
/* A port is published on every interface of the host. */
#include "config.h"

#include "engine/rule.h"
#include "fact/published_port.h"
#include "model/port.h"

static void port_exposed(const struct service *service, struct sink *out);

const struct rule rule_port_exposed = {
	.name = STR_INIT("port-exposed"),
	.severity = LEVEL_WARNING,
	.group = GROUP_NETWORK,
	.applies = APPLIES_NOT_AGENT,
	.score = STR_INIT("5.8"),
	.summary = STR_INIT("a port is published on every interface of the host"),
	.reason = STR_INIT(
		"A published port without an address listens on every interface: the network at "
		"home, in the café and at work, and the internet where the machine has a public "
		"address. The engine's own packet filter rules come before those of ufw and "
		"firewalld, so a firewall that denies the port does not stop it.\n"
		"\n"
		"What is meant for the person at the machine belongs on 127.0.0.1. Services of one "
		"project reach each other by name, without any published port."),
	.silent = STR_INIT(
		"An address, whichever it is, was chosen by somebody. A port of a service whose only "
		"network binds ports to an address of its own "
		"(\"com.docker.network.bridge.host_binding_ipv4\") is not reported, nor one that is "
		"not published at all, since the service has the host's network or none. Ports of "
		"agents are another rule's."),
	.advice = STR_INIT(
		"Write 127.0.0.1 before the port, or remove it where only other services use it. One "
		"that everybody is meant to reach is excused where it stands: \"# compose-lint: "
		"ignore[port-exposed] REASON\"."),
	.see = STR_INIT(
		"Port publishing and mapping "
		"<https://docs.docker.com/engine/network/port-publishing/>\n"
		"OWASP Docker Security Cheat Sheet, rule 5a "
		"<https://cheatsheetseries.owasp.org/cheatsheets/Docker_Security_Cheat_Sheet.html>\n"
		"CIS Docker Benchmark, 5.14 <https://github.com/docker/docker-bench-security>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "  gateway:\n"
			 "    image: registry.example/gateway:1\n"
			 "    ports: [\"4000:4000\"]  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "  gateway:\n"
			 "    image: registry.example/gateway:1\n"
			 "    ports:\n"
			 "      - {target: 4000, published: \"4000\", host_ip: \"0.0.0.0\"}  # <-\n"),
		STR_INIT("services:\n"
			 "  db:\n"
			 "    image: postgres:17.2\n"
			 "    ports:\n"
			 "      - 5432  # <-\n"
			 "      - \"[::]:5433:5433\"  # <-\n"
			 "      - \"127.0.0.1:5434:5434\"\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  gateway:\n"
			 "    image: registry.example/litellm:1\n"
			 "    ports: [\"127.0.0.1:4000:4000\"]\n"),
		STR_INIT("services:\n"
			 "  gateway:\n"
			 "    image: registry.example/litellm:1\n"
			 "    ports: [\"[::1]:4000:4000\"]\n"),
		STR_INIT("services:\n"
			 "  db:\n"
			 "    image: postgres:17.2\n"
			 "    ports: [\"5432:5432\"]\n"
			 "networks:\n"
			 "  default:\n"
			 "    driver_opts:\n"
			 "      com.docker.network.bridge.host_binding_ipv4: 127.0.0.1\n"),
	},
	.service = port_exposed,
};

static const char title[] = "publish it for this machine alone";

/* The item as it is written, for the message. */
static struct str written(const struct published_port *port, struct sink *out)
{
	struct str published = sink_show(out, node_text(port->published));
	struct str address = sink_show(out, node_text(port->host_ip));

	if (port->short_form)
		return sink_show(out, node_text(port->short_form));
	if (!published.n)
		published = STR("a port that the engine chooses");
	return address.n ? sink_fmt(out, "host_ip: %.*s, published: %.*s", STR_FMT(address),
				    STR_FMT(published))
			 : sink_fmt(out, "published: %.*s", STR_FMT(published));
}

static void suggest_loopback(const struct published_port *port, struct sink *out)
{
	const struct node *item = port->short_form;
	struct str text = node_text(item);
	struct port parts;

	if (!item) {
		if (port->host_ip)
			suggest_replace(out, false, port->host_ip, STR("127.0.0.1"), title);
		return;
	}
	if (port_parse(text, &parts).message)
		return;
	text = sink_fmt(out, "127.0.0.1:%.*s:%.*s",
			STR_FMT(str_slice(text, parts.host.slice.from, parts.host.slice.to)),
			STR_FMT(str_slice(text, parts.container.slice.from, text.n)));
	if (item->style == STYLE_PLAIN)
		text = sink_fmt(out, "\"%.*s\"", STR_FMT(text));
	suggest_replace(out, false, item, text, title);
}

/* TCP and UDP may have the same number. */
static struct str of_protocol(const struct published_port *port, struct sink *out)
{
	struct str protocol = node_text(node_get(port->item, STR("protocol")));

	if (!protocol.n || str_eq(protocol, STR("tcp")))
		return port->target;
	return sink_fmt(out, "%.*s/%.*s", STR_FMT(port->target), STR_FMT(protocol));
}

static void port_exposed(const struct service *service, struct sink *out)
{
	struct published_port port = { 0 };

	while (published_port_next(service, &port)) {
		if (port.reach != PORT_EVERYWHERE)
			continue;
		report(out, port.item,
		       "\"%.*s\" publishes port %.*s on all interfaces (%.*s); Docker's rules come "
		       "before ufw/firewalld, so bind it to 127.0.0.1 unless everybody is meant to "
		       "reach it",
		       STR_FMT(sink_show(out, service->name)), STR_FMT(sink_show(out, port.target)),
		       STR_FMT(written(&port, out)));
		evidence(out, of_protocol(&port, out));
		related_history(out, port.short_form);
		if (!port.short_form) {
			related_history(out, port.host_ip);
			related_history(out, port.published);
		}
		suggest_loopback(&port, out);
	}
}
