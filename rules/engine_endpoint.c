/* SPDX-License-Identifier: MIT */
/* An agent is given the address of a container engine. */
#include "config.h"

#include "engine/rule.h"
#include "fact/address.h"
#include "fact/engine_proxy.h"
#include "fact/hook.h"
#include "model/command.h"
#include "model/environment.h"

static void service(const struct service *service, struct sink *out);

const struct rule rule_engine_endpoint = {
	.name = STR_INIT("engine-endpoint"),
	.severity = LEVEL_ERROR,
	.group = GROUP_NETWORK,
	.applies = APPLIES_AGENT,
	.score = STR_INIT("9.3"),
	.summary = STR_INIT("an agent is given the address of a container engine"),
	.reason = STR_INIT(
		"Who can speak to an engine can start a container of its own, with any mount and any "
		"privilege, and is root on the engine's host one command later. Over TCP or SSH that is no "
		"different from the mounted socket, and a proxy that lets only some requests through "
		"still shows the environment of every container.\n"
		"\n"
		"The rule reads DOCKER_HOST, CONTAINER_HOST, BUILDKIT_HOST and their kin, options such as "
		"\"docker -H tcp://...\" on the command line and in hooks, and any URL with port 2375 or 2376."),
	.silent = STR_INIT(
		"Empty values; unix:// addresses and paths, since without a mount nothing is there, and "
		"with one socket-mount reports it; gateways and ordinary services; variables that nothing "
		"sets."),
	.advice = STR_INIT("Remove it; let something outside the sandbox speak to the engine."),
	.see = STR_INIT(
		"Protect the Docker daemon socket "
		"<https://docs.docker.com/engine/security/protect-access/>\n"
		"Docker daemon attack surface "
		"<https://docs.docker.com/engine/security/#docker-daemon-attack-surface>\n"
		"OWASP Docker Security Cheat Sheet, rule 1 "
		"<https://cheatsheetseries.owasp.org/cheatsheets/Docker_Security_Cheat_Sheet.html>\n"
		"CVE-2025-9074 <https://nvd.nist.gov/vuln/detail/CVE-2025-9074>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    environment:\n"
			 "      DOCKER_HOST: tcp://socket-proxy:2375  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    environment:\n"
			 "      - DOCKER_CONTEXT=build-machine  # <-\n"
			 "      - ENGINE=https://192.0.2.7:2376/  # <-\n"
			 "    command:\n"
			 "      - docker\n"
			 "      - -H\n"
			 "      - ssh://dev@build.example  # <-\n"
			 "      - ps\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    environment:\n"
			 "      DOCKER_HOST: tcp://docker-proxy:2375  # <-\n"
			 "  docker-proxy:\n"
			 "    image: tecnativa/docker-socket-proxy:0.3.0\n"
			 "    environment: {CONTAINERS: 1, POST: 0}\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    command: [\"docker\", \"-H\", \"tcp://10.0.0.5:2375\", \"ps\"]  # <-\n"
			 "    entrypoint: [sh, -c, \"DOCKER_HOST=tcp://10.0.0.5 exec agent\"]  # <-\n"
			 "    post_start:\n"
			 "      - command: [docker, -H, ssh://dev@build.example, ps]  # <-\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    environment:\n"
			 "      DOCKER_HOST: \"\"\n"
			 "      DOCKER_CONTEXT: default\n"
			 "      CONTAINER_HOST: unix:///run/podman/podman.sock\n"
			 "    command: uvicorn app:main --host 0.0.0.0\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "  gateway:\n"
			 "    image: ghcr.io/berriai/litellm:v1.80.0\n"
			 "    environment: {DOCKER_HOST: \"tcp://socket-proxy:2375\"}\n"),
	},
	.service = service,
};

static bool is_engine_name(struct str name)
{
	static const struct str names[] = { STR_INIT("DOCKER_HOST"),
					    STR_INIT("CONTAINER_HOST"),
					    STR_INIT("PODMAN_HOST"),
					    STR_INIT("BUILDKIT_HOST"),
					    STR_INIT("CONTAINERD_ADDRESS"),
					    STR_INIT("DOCKER_CONTEXT"),
					    STR_INIT("TESTCONTAINERS_DOCKER_SOCKET_OVERRIDE") };

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (str_eq(name, names[i]))
			return true;
	return false;
}

static bool has_engine_port(const struct address *address)
{
	return address->scheme.n &&
	       (str_eq(address->port, STR("2375")) || str_eq(address->port, STR("2376")));
}

/* A socket or pipe of the container itself, or the engine that is asked without a word. */
static bool is_local(struct str value)
{
	return value.p[0] == '/' || str_starts(value, STR("unix:")) ||
	       str_starts(value, STR("npipe:")) || str_starts(value, STR("fd:")) ||
	       str_eq(value, STR("default"));
}

/* ---- texts with several words ---- */

static bool ends_address(char c)
{
	return byte_is_space(c) || c == '"' || c == '\'' || c == ';' || c == '|' || c == '&' ||
	       c == ',' || c == '<' || c == '>';
}

/* "env DOCKER_HOST=", "export DOCKER_HOST=\"": what a shell sets is an engine's variable. */
static bool follows_variable(struct str before)
{
	size_t from;

	if (str_ends(before, STR("\"")) || str_ends(before, STR("'")))
		before = str_slice(before, 0, before.n - 1);
	if (!str_ends(before, STR("=")))
		return false;
	before = str_slice(before, 0, before.n - 1);
	from = before.n;
	while (from > 0 && (byte_is_alnum(before.p[from - 1]) || before.p[from - 1] == '_'))
		from--;
	return is_engine_name(str_slice(before, from, before.n));
}

/* The option before an address says that it is an engine's: -H tcp://..., --host=ssh://... */
static bool follows_option(struct str before, const struct address *address)
{
	if (!str_eq(address->scheme, STR("tcp")) && !str_eq(address->scheme, STR("ssh")))
		return false;
	if (follows_variable(before))
		return true;
	if (str_ends(before, STR("=")) || str_ends(before, STR(" ")))
		before = str_slice(before, 0, before.n - 1);
	return str_ends(before, STR("-H")) || str_ends(before, STR("--host"));
}

/* Without the port of an engine or the scheme that goes with an option it is none: most are not taken
   apart. */
static bool may_be_engine(struct str word)
{
	return str_starts(word, STR("tcp:")) || str_starts(word, STR("ssh:")) ||
	       str_has(word, STR(":237"));
}

/* The first address of an engine in a text; `before` is the word before it. */
static bool find_engine(struct str text, struct str before, struct address *address)
{
	for (size_t mark = str_find(text, STR("://"), 0); mark != STR_NPOS;
	     mark = str_find(text, STR("://"), mark + 1)) {
		size_t from = mark, to = mark;

		while (from > 0 && (byte_is_alnum(text.p[from - 1]) || text.p[from - 1] == '+'))
			from--;
		while (to < text.n && !ends_address(text.p[to]))
			to++;
		/* "-Htcp://..." is written without a space, too */
		if (from > 0 && text.p[from - 1] == '-' && text.p[from] == 'H')
			from++;
		if (may_be_engine(str_slice(text, from, to)) &&
		    address_parse(str_slice(text, from, to), address) &&
		    (has_engine_port(address) ||
		     follows_option(from ? str_slice(text, 0, from) : before, address)))
			return true;
	}
	return false;
}

/* ---- the two places ---- */

/* The service of this project that answers at the address, other than the one that asks; NULL. */
static const struct service *answering(const struct service *service, const struct address *address)
{
	const struct service *other = project_service(service->project, address->host);

	return other != service ? other : NULL;
}

static struct str consequence(const struct service *other, struct sink *out)
{
	if (other && engine_proxy_only_shows(other))
		return sink_fmt(out,
				"\"%.*s\" lets nothing through that changes one, but over it the "
				"agent can read the environment of every container",
				STR_FMT(sink_show(out, other->name)));
	return STR("over it the agent can start containers of its own");
}

static void relate_service(const struct service *other, struct sink *out)
{
	if (other)
		related(out, RELATED_DEFINITION, other->key->span, "this service answers there");
}

static void judge_entry(const struct service *service, const struct environment_entry *entry,
			struct sink *out)
{
	struct str value = str_trim(node_text(entry->value)), who;
	bool is_engines = is_engine_name(entry->name), parsed;
	const struct service *other;
	struct address address, whole;

	/* a variable that nothing sets may be empty or a socket's path */
	if (!value.n || environment_is_refused(entry) ||
	    (value.p[0] == '$' && node_is_unknown(entry->value)))
		return;
	if (is_engines ? is_local(value) : !find_engine(value, STR(""), &address))
		return;
	parsed = address_parse(value, &whole);
	if (is_engines)
		address = whole;
	who = sink_owners(out, service, entry);
	if (!who.n)
		return;
	other = parsed ? answering(service, &address) : NULL;
	report_entry(out, service, entry, "%.*s=%.*s gives %.*s a container engine address; %.*s",
		     STR_FMT(sink_show(out, entry->name)), STR_FMT(sink_show(out, address.text)),
		     STR_FMT(who), STR_FMT(consequence(other, out)));
	relate_service(other, out);
	if (entry->origin == ENVIRONMENT_SERVICE)
		suggest_delete_item(out, false, entry->item, "remove the address of the engine");
}

static void judge_command(const struct service *service, struct str where, const struct node *node,
			  struct sink *out)
{
	struct command command = sink_command(out, node);

	for (size_t i = 0; i < command.count; i++) {
		struct str before = i ? command.words[i - 1].text : STR("");
		const struct service *other;
		struct address address;

		if (!find_engine(command.words[i].text, before, &address))
			continue;
		other = answering(service, &address);
		report(out, command_node(&command, i),
		       "%.*s in \"%.*s\" gives service \"%.*s\" a container engine address; %.*s",
		       STR_FMT(sink_show(out, address.text)), STR_FMT(where),
		       STR_FMT(sink_show(out, service->name)), STR_FMT(consequence(other, out)));
		evidence(out, address.host);
		relate_service(other, out);
	}
}

static void judge_hooks(const struct service *service, struct sink *out)
{
	for (struct hook hook = { 0 }; hook_next(service, &hook);)
		judge_command(service, str_from(hook_name(hook.kind)), hook.command, out);
}

static void service(const struct service *service, struct sink *out)
{
	for (size_t i = 0; i < service->environment->count; i++)
		judge_entry(service, &service->environment->all[i], out);
	judge_command(service, STR("entrypoint"), service_field(service, STR("entrypoint")), out);
	judge_command(service, STR("command"), service_field(service, STR("command")), out);
	judge_hooks(service, out);
}
