/* SPDX-License-Identifier: MIT */
/* An agent and another service see each other's processes or shared memory. */
#include "config.h"

#include "engine/rule.h"
#include "fact/net_name.h"

static void shared_namespace(const struct service *service, struct sink *out);

const struct rule rule_shared_namespace = {
	.name = STR_INIT("shared-namespace"),
	.severity = LEVEL_WARNING,
	.group = GROUP_PRIVILEGES,
	.applies = APPLIES_AGENT,
	.score = STR_INIT("5.4"),
	.summary = STR_INIT("an agent shares a process or IPC namespace with another service"),
	.reason = STR_INIT(
		"Two containers in one process namespace see, signal and, as the same user, trace "
		"each other's processes: the environment of the gateway, with the provider's key in "
		"it, is a file below /proc. In one IPC namespace they read and write each other's "
		"shared memory. It does not matter which of the two names the other."),
	.silent = STR_INIT(
		"Two agents may share what they like. \"network_mode: service:NAME\" is the way to "
		"a firewall in a sidecar; the rules about networks judge it."),
	.advice = STR_INIT("Remove the key; let the two talk over a network or a file."),
	.see = STR_INIT(
		"Compose file reference, pid "
		"<https://docs.docker.com/reference/compose-file/services/#pid>\n"
		"Linux manual, pid_namespaces(7) "
		"<https://man7.org/linux/man-pages/man7/pid_namespaces.7.html>\n"
		"CIS Docker Benchmark, 5.16, 5.17 "
		"<https://github.com/docker/docker-bench-security>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    pid: \"service:gateway\"  # <-\n"
			 "  gateway:\n"
			 "    image: registry.example/gateway:1\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    ipc: shareable\n"
			 "  gateway:\n"
			 "    image: registry.example/gateway:1\n"
			 "    ipc: \"service:agent\"  # <-\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    ipc: private\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    network_mode: \"service:gateway\"\n"
			 "  gateway:\n"
			 "    image: registry.example/gateway:1\n"),
	},
	.service = shared_namespace,
};

static const struct str keys[] = { STR_INIT("pid"), STR_INIT("ipc") };

/* "PROJECT-SERVICE-1" */
static bool is_made_of(struct str name, struct str project, struct str service)
{
	return name.n == project.n + service.n + 3 && str_starts(name, project) &&
	       name.p[project.n] == '-' &&
	       str_eq(str_slice(name, project.n + 1, name.n - 2), service) &&
	       str_ends(name, STR("-1"));
}

/* The service whose container has this name; NULL: these files do not describe it. */
static const struct service *container(const struct project *project, struct str name)
{
	const struct service *found = net_name_of_replica(project, name);
	const struct net_name *named;
	size_t count = net_names_of(project, name, &named);

	/* the name that Compose gives where the file gives none */
	if (found && (node_text(service_field(found, STR("container_name"))).n ||
		      !is_made_of(name, project->name, found->name)))
		found = NULL;
	for (size_t i = 0; i < count; i++)
		if ((!found || named[i].service < found) &&
		    str_eq(node_text(service_field(named[i].service, STR("container_name"))), name))
			found = named[i].service;
	return found;
}

/* Whose namespace the value names; `name`: as it is written; false: nobody's. */
static bool target_of(const struct service *service, const struct node *value,
		      const struct service **target, struct str *name)
{
	struct str text = node_text(value), rest = text;
	struct str kind = str_cut(&rest, ':');

	*target = NULL;
	*name = rest;
	if (!rest.n || node_is_unknown(value))
		return false;
	if (str_eq(kind, STR("service")))
		*target = project_service(service->project, rest);
	else if (str_eq(kind, STR("container")))
		*target = container(service->project, rest);
	else
		return false;
	return *target || str_eq(kind, STR("container"));
}

static void share(struct sink *out, const struct service *agent, const struct service *holder,
		  struct str key, struct str other)
{
	const struct node *value = service_field(holder, key);

	report(out, value,
	       "\"%.*s\" and \"%.*s\" share %s namespace (%.*s: %.*s); same-uid processes can "
	       "be read, traced or killed across it",
	       STR_FMT(sink_show(out, agent->name)), STR_FMT(sink_show(out, other)),
	       str_eq(key, STR("pid")) ? "a pid" : "an ipc", STR_FMT(key),
	       STR_FMT(sink_show(out, node_text(value))));
	evidence(out, key);
	suggest_delete_key(out, false, holder, key, "keep the namespaces apart");
}

static void of_agent(const struct service *agent, struct str key, struct sink *out)
{
	const struct service *target;
	struct str name;

	if (!target_of(agent, service_field(agent, key), &target, &name) ||
	    (target && sink_role(out, target) == SERVICE_AGENT))
		return;
	share(out, agent, agent, key, target ? target->name : name);
	if (target)
		related(out, RELATED_OTHER, target->key->span, "the other service");
}

/* Only such a value may mean the agent: asked of each other service, so it must be quick. */
static bool may_name(const struct node *value, const struct service *agent)
{
	struct str text = node_text(value);
	struct str own = node_text(service_field(agent, STR("container_name")));

	return text.n && (own.n ? str_ends(text, own) || str_ends(text, agent->name)
				: str_has(text, agent->name));
}

static void of_others(const struct service *agent, struct str key, struct sink *out)
{
	const struct service *const *others;
	size_t count = sink_others(out, &others);

	for (size_t i = 0; i < count; i++) {
		const struct service *other = others[i], *target;
		const struct node *shareable;
		struct str name;

		if (!may_name(service_field(other, key), agent) ||
		    !target_of(other, service_field(other, key), &target, &name) || target != agent)
			continue;
		share(out, agent, other, key, other->name);
		related(out, RELATED_OTHER, agent->key->span, "the agent");
		shareable = service_field(agent, key);
		if (str_eq(node_text(shareable), STR("shareable")))
			related(out, RELATED_OTHER, shareable->span, "the agent allows it here");
	}
}

static void shared_namespace(const struct service *service, struct sink *out)
{
	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
		of_agent(service, keys[i], out);
		of_others(service, keys[i], out);
	}
}
