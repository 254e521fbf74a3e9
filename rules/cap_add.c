/* SPDX-License-Identifier: MIT */
/* A container is given a capability that the engine withholds. */
#include "config.h"

#include "engine/rule.h"
#include "fact/security.h"
#include "fact/sidecar.h"
#include "model/withheld.h"

static void cap_add(const struct service *service, struct sink *out);

const struct rule rule_cap_add = {
	.name = STR_INIT("cap-add"),
	.severity = LEVEL_ERROR,
	.group = GROUP_PRIVILEGES,
	.applies = APPLIES_AGENT,
	.score = STR_INIT("8.4"),
	.summary = STR_INIT("an agent gets a capability that the engine does not grant"),
	.reason = STR_INIT(
		"Linux divides the power of root into capabilities. The engine grants fourteen that "
		"ordinary programs use and withholds the rest, since most of the rest reach past "
		"the container: SYS_ADMIN mounts file systems, SYS_MODULE loads code into the "
		"kernel, DAC_READ_SEARCH opens files of the host by handle.\n"
		"\n"
		"NET_ADMIN is often added for a firewall inside the agent's own container. It lets "
		"whoever becomes root there take the firewall down again. A firewall holds when it "
		"stands outside: a container of its own has the network and the capability, and the "
		"agent joins it with \"network_mode: service:firewall\" and no capability."),
	.silent = STR_INIT(
		"NET_ADMIN of a service that is no agent and shares its network with one that has not got it: "
		"that is the firewall in its place. Giving back one of the fourteen after \"cap_drop: [ALL]\" is no worse than keeping "
		"them. A name that no kernel knows is \"model-invalid\"."),
	.advice = STR_INIT(
		"Remove the capability. For NET_ADMIN let a sidecar own the network namespace and "
		"the capability, and join it with \"network_mode: service:NAME\"."),
	.options = { { STR_INIT("allow"), STR_INIT("Capabilities that may be added."),
		       withheld_find_capability } },
	.see = STR_INIT(
		"Linux manual, capabilities(7) "
		"<https://man7.org/linux/man-pages/man7/capabilities.7.html>\n"
		"Docker Engine security, capabilities <https://docs.docker.com/engine/security/>\n"
		"OWASP Docker Security Cheat Sheet, rule 3 "
		"<https://cheatsheetseries.owasp.org/cheatsheets/Docker_Security_Cheat_Sheet.html>\n"
		"CIS Docker Benchmark, 5.4 <https://github.com/docker/docker-bench-security>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    cap_add: [NET_ADMIN]  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    cap_drop: [ALL]\n"
			 "    cap_add:\n"
			 "      - CHOWN\n"
			 "      - cap_sys_ptrace  # <-\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    cap_drop: [ALL]\n"
			 "    cap_add: [CHOWN, cap_net_raw]\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    network_mode: \"service:fw\"\n"
			 "  fw:\n"
			 "    image: registry.example/fw:1\n"
			 "    networks: [sandbox]\n"
			 "    cap_drop: [ALL]\n"
			 "    cap_add: [NET_ADMIN]\n"
			 "networks:\n"
			 "  sandbox: {internal: true}\n"),
	},
	.service = cap_add,
};

static const struct power {
	struct str name;
	const char *allows;
} powers[] = {
	{ STR_INIT("ALL"), "all that root may do, so code runs on the host" },
	{ STR_INIT("SYS_ADMIN"), "mounts and namespaces, so code runs on the host" },
	{ STR_INIT("SYS_MODULE"), "loading code into the kernel" },
	{ STR_INIT("SYS_RAWIO"), "raw access to memory and devices, so code runs on the host" },
	{ STR_INIT("SYS_PTRACE"), "reading and changing the memory of other processes" },
	{ STR_INIT("DAC_READ_SEARCH"), "opening files of the host by their handle" },
	{ STR_INIT("BPF"), "programs in the kernel, which read its memory" },
	{ STR_INIT("PERFMON"), "watching the kernel, which reads its memory" },
	{ STR_INIT("NET_ADMIN"), "rewriting the very firewall that confines it" },
	{ STR_INIT("SYSLOG"), "the kernel's log and the addresses in it" },
	{ STR_INIT("SYS_TIME"), "setting the host's clock" },
	{ STR_INIT("SYS_BOOT"), "restarting the host" },
};

static const char *allowed(struct str capability, bool is_agent)
{
	if (!is_agent && security_is_capability(capability, STR("NET_ADMIN")))
		return "changing its network, and any firewall in it";
	for (size_t i = 0; i < sizeof(powers) / sizeof(*powers); i++)
		if (security_is_capability(capability, powers[i].name))
			return powers[i].allows;
	return "power over more than the container";
}

static bool is_allowed(struct str capability, struct sink *out)
{
	const struct str *names;
	size_t count = sink_option(out, STR("allow"), NULL, 0, &names);

	/* both may be written with CAP_ and in any case */
	for (size_t i = 0; i < count; i++)
		if (security_is_same_capability(capability, names[i]))
			return true;
	return false;
}

/* Beside the agent it is where the firewall belongs: network-not-internal says so. */
static bool is_firewall(const struct service *service, struct str capability, struct sink *out)
{
	return security_is_capability(capability, STR("NET_ADMIN")) &&
	       sink_role(out, service) != SERVICE_AGENT && sidecar_guards(service);
}

static void cap_add(const struct service *service, struct sink *out)
{
	const struct node *list = service_field(service, STR("cap_add"));

	for (size_t i = 0; list && list->kind == NODE_SEQUENCE && i < list->count; i++) {
		const struct node *item = list->in.items[i];
		struct str text = node_text(item);

		if (node_is_unknown(item) || !withheld_is_capability(text) ||
		    security_is_default_capability(text) || is_allowed(text, out) ||
		    is_firewall(service, text, out))
			continue;
		report(out, item,
		       "service \"%.*s\" adds capability %.*s (%s), which the engine does not "
		       "grant by default",
		       STR_FMT(sink_show(out, service->name)), STR_FMT(sink_show(out, text)),
		       allowed(text, sink_role(out, service) == SERVICE_AGENT));
		evidence(out, text);
		suggest_delete_item(out, false, item, "do without the capability");
	}
}
