/* SPDX-License-Identifier: MIT */
/* A file that nobody named takes a protection away. */
#include "config.h"

#include "engine/rule.h"
#include "fact/override.h"

static void of_service(const struct service *service, struct sink *out);
static void of_networks(const struct project *project, struct sink *out);

const struct rule rule_override_weakens = {
	.name = STR_INIT("override-weakens"),
	.severity = LEVEL_WARNING,
	.group = GROUP_FILES,
	.applies = APPLIES_ANY,
	.score = STR_INIT("4.5"),
	.summary = STR_INIT("a file that is merged unasked weakens a service"),
	.reason = STR_INIT(
		"Compose merges compose.override.yaml without being asked, and every file that "
		"COMPOSE_FILE in .env adds. Whoever reads the base file, or tests it, sees other "
		"walls than those that stand: a further mount, a raised limit or another user comes "
		"from a file that is often not even under version control.\n"
		"\n"
		"The base and what runs are compared key by key: user, capabilities, options, "
		"namespaces, networks, mounts, devices, secrets, ports, limits, restarts. A service or "
		"a network that \"!override\" replaces as a whole is compared with what it was."),
	.silent = STR_INIT(
		"Where another rule reports the same text, its finding stands there and is enough. A "
		"file named with -f was asked for. What an override makes stricter is not reported, "
		"nor a service that only the override has."),
	.advice = STR_INIT(
		"Move the change into a file of another name that is used with -f, or delete it."),
	.see = STR_INIT(
		"Merge Compose files "
		"<https://docs.docker.com/compose/how-tos/multiple-compose-files/merge/>\n"
		"Compose file reference, merge "
		"<https://docs.docker.com/reference/compose-file/merge/>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    working_dir: /work\n"
			 "    volumes: [\"/srv/agent/project:/work\"]\n"
			 "--- compose.override.yaml\n"
			 "services:\n"
			 "  agent:\n"
			 "    volumes: [\"/srv/agent/notes:/notes:ro\"]  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    mem_limit: 4g\n"
			 "--- compose.override.yaml\n"
			 "services:\n"
			 "  agent:\n"
			 "    mem_limit: 64g  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "  db:\n"
			 "    image: postgres:17.2\n"
			 "    user: \"999:999\"\n"
			 "    read_only: true\n"
			 "--- compose.override.yaml\n"
			 "services:\n"
			 "  db:\n"
			 "    user: root  # <-\n"
			 "    read_only: !reset null  # <-\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    mem_limit: 4g\n"
			 "--- compose.override.yaml\n"
			 "services:\n"
			 "  agent:\n"
			 "    mem_limit: 2g\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    networks: [sandbox]\n"
			 "networks:\n"
			 "  sandbox: {internal: true}\n"
			 "--- compose.override.yaml\n"
			 "services:\n"
			 "  agent:\n"
			 "    networks: [default]\n"),
	},
	.yields_to_all = true,
	.service = of_service,
	.project = of_networks,
};

static void tell(struct sink *out, const struct project *project, const struct weakening *weakening,
		 struct str what)
{
	struct str place = sink_file(out, weakening->span);
	static const char format[] = "%.*s is merged automatically and weakens %.*s; what runs is "
				     "the merged file, not %.*s";
	struct str base = sink_show(out, override_base(project));

	if (weakening->node)
		report(out, weakening->node, format, STR_FMT(place), STR_FMT(what), STR_FMT(base));
	else
		report_span(out, weakening->span, format, STR_FMT(place), STR_FMT(what),
			    STR_FMT(base));
	evidence(out, sink_fmt(out, "%s %.*s", weakening->phrase, STR_FMT(weakening->text)));
	if (!span_is_none(weakening->base))
		related(out, RELATED_OVERRIDDEN, weakening->base, "the base has it here");
}

static void of_service(const struct service *service, struct sink *out)
{
	for (size_t i = 0; i < service->weakenings->count; i++) {
		const struct weakening *weakening = &service->weakenings->all[i];

		tell(out, service->project, weakening,
		     sink_fmt(out, "\"%.*s\": it %s %.*s", STR_FMT(sink_show(out, service->name)),
			      weakening->phrase, STR_FMT(sink_show(out, weakening->text))));
	}
}

static void of_networks(const struct project *project, struct sink *out)
{
	struct weakening weakening;

	for (size_t i = 0; i < project->networks.count; i++) {
		const struct resource *network = &project->networks.all[i];

		if (override_opens_network(project, network, &weakening))
			tell(out, project, &weakening,
			     sink_fmt(out, "network \"%.*s\": it %s",
				      STR_FMT(sink_show(out, network->name)), weakening.phrase));
	}
}
