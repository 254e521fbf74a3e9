/* SPDX-License-Identifier: MIT */
/* An agent keeps the engine's default capabilities. */
#include "config.h"

#include "engine/rule.h"
#include "fact/security.h"

static void cap_drop_missing(const struct service *service, struct sink *out);

const struct rule rule_cap_drop_missing = {
	.name = STR_INIT("cap-drop-missing"),
	.severity = LEVEL_WARNING,
	.group = GROUP_PRIVILEGES,
	.applies = APPLIES_AGENT,
	.score = STR_INIT("4.0"),
	.summary = STR_INIT("an agent keeps the engine's default capabilities"),
	.reason = STR_INIT(
		"A container starts with fourteen capabilities, among them raw sockets, "
		"changing the owner of files and ignoring their permissions. They are of use "
		"only to root; an agent that runs under an account of its own needs none of "
		"them.\n"
		"\n"
		"Dropping all of them is the layer that still stands when something in the "
		"container turns the agent into root."),
	.silent = STR_INIT(
		"A privileged service has every capability whatever it drops; \"privileged\" "
		"says so. Single capabilities given back by \"cap_add\" are not judged here."),
	.advice = STR_INIT(
		"Add \"cap_drop: [ALL]\"; give back by \"cap_add\" what a program cannot do "
		"without."),
	.see = STR_INIT(
		"Compose file reference, cap_drop "
		"<https://docs.docker.com/reference/compose-file/services/#cap_drop>\n"
		"Docker Engine security, capabilities "
		"<https://docs.docker.com/engine/security/>\n"
		"OWASP Docker Security Cheat Sheet, rule 3 "
		"<https://cheatsheetseries.owasp.org/cheatsheets/Docker_Security_Cheat_Sheet.html>\n"
		"CIS Docker Benchmark, 5.4 <https://github.com/docker/docker-bench-security>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    cap_drop: [NET_RAW]  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:  # <-\n"
			 "    image: registry.example/agent:1.4.2\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    cap_drop: [ALL]\n"
			 "--- compose.override.yaml\n"
			 "services:\n"
			 "  agent:\n"
			 "    cap_drop: !reset []  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    cap_drop: [ALL]\n"
			 "--- compose.override.yaml\n"
			 "services:\n"
			 "  agent:\n"
			 "    cap_drop: !override [NET_RAW]  # <-\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    cap_drop: [ALL]\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    cap_drop: [NET_RAW]\n"
			 "--- compose.override.yaml\n"
			 "services:\n"
			 "  agent:\n"
			 "    cap_drop: !override [\"all\"]\n"),
	},
	.service = cap_drop_missing,
};

enum { NAMED = 16 }; /* a list may have thousands */

/* " (drops only NET_RAW, CHOWN)"; empty when it drops nothing. */
static struct str dropped(const struct node *list, struct sink *out)
{
	struct str text = STR("");

	if (!list || list->kind != NODE_SEQUENCE || !list->count)
		return text;
	for (size_t i = 0; i < list->count && i < NAMED; i++)
		text = sink_fmt(out, "%.*s%s%.*s", STR_FMT(text), i ? ", " : "",
				STR_FMT(sink_show(out, node_text(list->in.items[i]))));
	if (list->count > NAMED)
		text = sink_fmt(out, "%.*s and %u more", STR_FMT(text), list->count - NAMED);
	return sink_fmt(out, " (drops only %.*s)", STR_FMT(text));
}

static void cap_drop_missing(const struct service *service, struct sink *out)
{
	static const char format[] =
		"service \"%.*s\" keeps the engine's default capabilities%.*s; %s";
	const struct node *list = service_field(service, STR("cap_drop"));
	struct str name = sink_show(out, service->name);
	struct str only = dropped(list, out);
	const char *needs = sink_role(out, service) == SERVICE_AGENT
				    ? "an agent needs none of them"
				    : "most programs need none of them";

	if (security_drops_all(service) || security_may_drop_all(service) ||
	    node_is_true(service_field(service, STR("privileged"))))
		return;
	if (list)
		report(out, list, format, STR_FMT(name), STR_FMT(only), needs);
	else
		report_absent(out, service, STR("cap_drop"), format, STR_FMT(name), STR_FMT(only),
			      needs);
	suggest_append_item(out, false, service, STR("cap_drop"), STR("ALL"),
			    "drop all capabilities");
}
