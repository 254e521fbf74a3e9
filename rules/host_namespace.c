/* SPDX-License-Identifier: MIT */
/* A container joins a namespace of the host. */
#include "config.h"

#include "engine/rule.h"

static void host_namespace(const struct service *service, struct sink *out);

const struct rule rule_host_namespace = {
	.name = STR_INIT("host-namespace"),
	.severity = LEVEL_ERROR,
	.group = GROUP_PRIVILEGES,
	.applies = APPLIES_ANY,
	.score = STR_INIT("8.6"),
	.summary = STR_INIT("a container joins a namespace of the host"),
	.reason = STR_INIT(
		"The engine gives each container its own view of networks, processes, shared "
		"memory, host name, user ids and control groups. \"host\" takes that view away "
		"as a whole.\n"
		"\n"
		"With the host's network every interface and every service that listens on "
		"localhost is in reach, whatever the networks of the project say. With the "
		"host's process ids all processes can be seen and signalled, and their "
		"environment read. With the host's IPC its shared memory can be read and "
		"written."),
	.silent = STR_INIT(
		"\"private\", \"shareable\" and \"none\" stay inside, and \"service:\" shares "
		"the namespace of another service, not the host's. On a daemon that does not "
		"remap user ids \"userns_mode: host\" changes nothing, which these files "
		"cannot show."),
	.advice = STR_INIT(
		"Remove the key. Where the container has to talk to something, publish a port, or "
		"join a network of the project; a program that watches the host runs on the host."),
	.see = STR_INIT(
		"Compose file reference, network_mode "
		"<https://docs.docker.com/reference/compose-file/services/#network_mode>\n"
		"Isolate containers with a user namespace "
		"<https://docs.docker.com/engine/security/userns-remap/>\n"
		"OWASP Docker Security Cheat Sheet, rule 5 "
		"<https://cheatsheetseries.owasp.org/cheatsheets/Docker_Security_Cheat_Sheet.html>\n"
		"CIS Docker Benchmark, 5.10, 5.16, 5.17, 5.21, 5.31 "
		"<https://github.com/docker/docker-bench-security>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    network_mode: host  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    pid: host  # <-\n"
			 "    ipc: host  # <-\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    ipc: private\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    network_mode: none\n"),
	},
	.service = host_namespace,
};

static const struct way {
	struct str key;
	const char *name;
	const char *consequence;
} ways[] = {
	{ STR_INIT("network_mode"), "network",
	  "every interface of the host and every service on its localhost is in reach" },
	{ STR_INIT("pid"), "process",
	  "all processes of the host can be seen, signalled and, with ptrace rights, read" },
	{ STR_INIT("ipc"), "IPC", "the host's shared memory can be read and written" },
	{ STR_INIT("uts"), "UTS", "the host's name can be seen and, with the rights, changed" },
	{ STR_INIT("userns_mode"), "user",
	  "it opts out of remapped user ids, so root in it is root on the host" },
	{ STR_INIT("cgroup"), "cgroup", "the host's tree of control groups can be seen" },
};

static void host_namespace(const struct service *service, struct sink *out)
{
	for (size_t i = 0; i < sizeof(ways) / sizeof(*ways); i++) {
		const struct node *value = service_field(service, ways[i].key);

		if (!str_eq(node_text(value), STR("host")))
			continue;
		report(out, value, "service \"%.*s\" uses the host's %s namespace (%.*s: host); %s",
		       STR_FMT(sink_show(out, service->name)), ways[i].name, STR_FMT(ways[i].key),
		       ways[i].consequence);
		suggest_delete_key(out, false, service, ways[i].key, "keep its own namespace");
	}
}
