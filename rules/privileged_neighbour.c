/* SPDX-License-Identifier: MIT */
/* A neighbour of an agent holds power over the host. */
#include "config.h"

#include "engine/rule.h"
#include "fact/adjacency.h"
#include "fact/host_power.h"

static void service(const struct service *service, struct sink *out);

const struct rule rule_privileged_neighbour = {
	.name = STR_INIT("privileged-neighbour"),
	.severity = LEVEL_WARNING,
	.group = GROUP_NETWORK,
	.applies = APPLIES_AGENT,
	.summary = STR_INIT("a neighbour of an agent holds power over the host"),
	.reason = STR_INIT(
		"What a sandbox does not hold itself it may borrow. A socket proxy, a dashboard, an updater or "
		"a debugging container holds the engine's socket or runs privileged, or is an engine itself, if "
		"only built FROM one; an agent that "
		"shares a network, a volume or a namespace with it has its ports, its files or its memory to work "
		"on. Taking that neighbour over takes the host.\n"
		"\n"
		"Profiles do not hide a neighbour: the container is there as soon as somebody asks for the "
		"profile. To suppress the neighbour's own finding does not silence this one."),
	.silent = STR_INIT("Neighbours with which nothing is shared; read-only mounts of system directories."),
	.advice = STR_INIT("Put the two on different networks, and share no volume and no namespace."),
	.see = STR_INIT("docker-socket-proxy, security recommendations "
			"<https://github.com/Tecnativa/docker-socket-proxy#security-recommendations>\n"
			"NIST SP 800-190, 3.4.2 <https://doi.org/10.6028/NIST.SP.800-190>\n"
			"OWASP Docker Security Cheat Sheet, rule 5 "
			"<https://cheatsheetseries.owasp.org/cheatsheets/Docker_Security_Cheat_Sheet.html>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    networks:\n"
			 "      - sandbox  # <-\n"
			 "  proxy:\n"
			 "    image: tecnativa/docker-socket-proxy:0.3.0\n"
			 "    volumes: [\"/var/run/docker.sock:/var/run/docker.sock:ro\"]\n"
			 "    networks: [sandbox]\n"
			 "networks:\n"
			 "  sandbox: {internal: true}\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    networks: [sandbox]  # <-\n"
			 "  dbg:\n"
			 "    image: busybox:1.37\n"
			 "    profiles: [debug]\n"
			 "    privileged: true\n"
			 "    networks: [sandbox]\n"
			 "networks:\n"
			 "  sandbox: {internal: true}\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    networks: [sandbox]\n"
			 "  proxy:\n"
			 "    image: tecnativa/docker-socket-proxy:0.3.0\n"
			 "    volumes: [\"/var/run/docker.sock:/var/run/docker.sock:ro\"]\n"
			 "    networks: [egress]\n"
			 "  db:\n"
			 "    image: postgres:17\n"
			 "    networks: [sandbox]\n"
			 "networks:\n"
			 "  sandbox: {internal: true}\n"
			 "  egress: {}\n"),
	},
	.yields = RULE_NAMES(STR_INIT("socket-mount"), STR_INIT("credential-file"),
		   STR_INIT("host-socket-mount"), STR_INIT("home-mount"),
		   STR_INIT("system-mount")),
	.service = service,
};

/* What both share, for the message. */
static struct str shared(const struct adjacency *way, struct sink *out)
{
	switch (way->kind) {
	case ADJACENT_BY_NAMESPACE:
		return sink_fmt(out, "its namespace (%.*s)", STR_FMT(way->name));
	case ADJACENT_BY_NETWORK:
		return sink_fmt(out, "network \"%.*s\"", STR_FMT(sink_show(out, way->name)));
	case ADJACENT_BY_VOLUMES_FROM:
		return STR("its volumes (volumes_from)");
	case ADJACENT_BY_VOLUME:
		break;
	}
	if (!way->name.n)
		return sink_fmt(out, "path %.*s of the host",
				STR_FMT(sink_source(out, way->our_mount->source)));
	return sink_fmt(out, "volume \"%.*s\"", STR_FMT(sink_show(out, way->name)));
}

static void judge(const struct service *service, const struct service *other,
		  const struct adjacency *way, const struct host_power *power, struct sink *out)
{
	struct str profile = service_profile(other);
	/* where only the neighbour's text makes them share, it stands there */
	const struct node *at = way->ours ? way->ours : way->theirs;

	if (profile.n)
		profile = sink_fmt(out, " (profile %.*s)", STR_FMT(sink_show(out, profile)));
	report(out, at,
	       "\"%.*s\"%.*s holds %s and shares %.*s with \"%.*s\"; taking it over takes the host",
	       STR_FMT(sink_show(out, other->name)), STR_FMT(profile), power->what,
	       STR_FMT(shared(way, out)), STR_FMT(sink_show(out, service->name)));
	evidence(out, other->name);
	related(out, RELATED_DEFINITION, power->at->span, "it holds %s through this", power->what);
	if (way->ours && way->theirs)
		related(out, RELATED_DEFINITION, way->theirs->span, "\"%.*s\" shares it here",
			STR_FMT(sink_show(out, other->name)));
}

static void service(const struct service *service, struct sink *out)
{
	const struct service *const *others;
	size_t count = sink_others(out, &others);

	for (size_t i = 0; i < count; i++) {
		const struct service *other = others[i];
		struct adjacency way = { .step = 0 };

		/* the first thing they share is told; another agent is judged for itself */
		if (other->power && adjacency_next(service, other, &way))
			judge(service, other, &way, other->power, out);
	}
}
