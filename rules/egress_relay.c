/* SPDX-License-Identifier: MIT */
/* A neighbour of an agent has a way out. */
#include "config.h"

#include "engine/rule.h"
#include "fact/adjacency.h"

static void service(const struct service *service, struct sink *out);

const struct rule rule_egress_relay = {
	.name = STR_INIT("egress-relay"),
	.severity = LEVEL_WARNING,
	.group = GROUP_NETWORK,
	.applies = APPLIES_AGENT,
	.summary = STR_INIT("a neighbour on an agent's internal network has a way out"),
	.reason = STR_INIT(
		"An internal network has no route of its own, but a container that is on a second network "
		"may have one. A proxy, a VPN client or an SSH server there forwards whatever it is told to; "
		"a web server or a database may be talked into it. Then \"internal: true\" "
		"is as wide as that neighbour.\n"
		"\n"
		"One neighbour has to be like that: the gateway. A proxy that lets through what is on a "
		"list, and nothing else, is one too; it is declared in its service by \"x-compose-lint: {role: "
		"gateway}\"."),
	.silent = STR_INIT("Gateways, by declaration or recognised; neighbours that are on internal networks only; the owner of a network "
			   "namespace that the agent joins."),
	.advice = STR_INIT("Separate the networks; if it is the proxy that filters, declare it: "
			   "\"x-compose-lint: {role: gateway}\", with a list of destinations in its own "
			   "configuration."),
	.see = STR_INIT("Compose file reference, networks "
			"<https://docs.docker.com/reference/compose-file/networks/>\n"
			"NIST SP 800-190, 3.4.2 <https://doi.org/10.6028/NIST.SP.800-190>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    networks:\n"
			 "      - sandbox  # <-\n"
			 "  squid:\n"
			 "    image: ubuntu/squid:6.6\n"
			 "    networks: [sandbox, egress]\n"
			 "networks:\n"
			 "  sandbox: {internal: true}\n"
			 "  egress: {}\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    networks: [sandbox]  # <-\n"
			 "  db:\n"
			 "    image: postgres:17\n"
			 "    networks: [sandbox, default]\n"
			 "networks:\n"
			 "  sandbox: {internal: true}\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    networks: [sandbox]\n"
			 "  db:\n"
			 "    image: postgres:17\n"
			 "    networks: [sandbox]\n"
			 "networks:\n"
			 "  sandbox: {internal: true}\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    networks: [sandbox]\n"
			 "  squid:\n"
			 "    image: ubuntu/squid:6.6\n"
			 "    networks: [sandbox, egress]\n"
			 "    x-compose-lint: {role: gateway}\n"
			 "networks:\n"
			 "  sandbox: {internal: true}\n"
			 "  egress: {}\n"),
	},
	.service = service,
};

/* Programs that are made to forward. */
static const char *const forwarders[] = {
	"squid", "tinyproxy", "privoxy", "dante",     "3proxy",    "tor",         "haproxy",
	"nginx", "envoy",     "caddy",   "traefik",   "gost",      "openssh",     "sshd",
	"socat", "openvpn",   "frp",     "wireguard", "tailscale", "cloudflared", "ngrok"
};

static const char *forwarder(const struct service *service)
{
	struct str image = node_text(service_field(service, STR("image")));
	size_t slash = str_rfind_byte(image, '/');

	image = slash == STR_NPOS ? image : str_slice(image, slash + 1, image.n);
	for (size_t i = 0; i < sizeof(forwarders) / sizeof(*forwarders); i++)
		if (str_starts(image, str_from(forwarders[i])))
			return forwarders[i];
	return NULL;
}

/* A network with a route, or one that nobody here can see. */
static const struct network *way_out(const struct service *service)
{
	for (size_t i = 0; i < service->networks->count; i++) {
		const struct network *network = &service->networks->all[i];

		if (!network->verified &&
		    (network->route == NETWORK_ROUTED || network->route == NETWORK_EXTERNAL))
			return network;
	}
	return NULL;
}

static void judge(const struct service *service, const struct service *other,
		  const struct adjacency *way, const struct network *leads_out, struct sink *out)
{
	const char *program = forwarder(other);

	report(out, way->ours,
	       "\"%.*s\" is on internal network \"%.*s\" and on \"%.*s\", which %s; whatever it "
	       "forwards is a way out for \"%.*s\"%s%s%s",
	       STR_FMT(sink_show(out, other->name)), STR_FMT(sink_show(out, way->name)),
	       STR_FMT(sink_show(out, leads_out->name)),
	       leads_out->route == NETWORK_ROUTED ? "has a route" : "may have a route",
	       STR_FMT(sink_show(out, service->name)), program ? ", and forwarding is what " : "",
	       program ? program : "", program ? " is made for" : "");
	evidence(out, sink_fmt(out, "%.*s/%.*s", STR_FMT(other->name), STR_FMT(way->name)));
	if (way->theirs)
		related(out, RELATED_DEFINITION, way->theirs->span, "\"%.*s\" is on it too",
			STR_FMT(sink_show(out, other->name)));
	related(out, RELATED_DEFINITION,
		(leads_out->mode ? leads_out->mode : leads_out->place)->span,
		"this network leads out");
}

static void service(const struct service *service, struct sink *out)
{
	const struct service *const *others;
	size_t count = sink_others(out, &others);

	for (size_t i = 0; i < count; i++) {
		const struct service *other = others[i];
		const struct network *leads_out = way_out(other);
		struct adjacency way = { .step = 0 };

		/* an agent with a way out is network-not-internal itself */
		if (!leads_out || sink_role(out, other) != SERVICE_ORDINARY)
			continue;
		/* in one namespace the way out is the agent's own: network-not-internal */
		while (adjacency_next(service, other, &way))
			if (way.kind == ADJACENT_BY_NETWORK &&
			    way.our_network->route == NETWORK_INTERNAL &&
			    way.our_network->through != other &&
			    way.their_network->through != service)
				judge(service, other, &way, leads_out, out);
	}
}
