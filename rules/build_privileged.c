/* SPDX-License-Identifier: MIT */
/* The steps of a build have power over the machine that builds. */
#include "config.h"

#include "engine/rule.h"
#include "fact/mount.h"
#include "image/stage.h"

static void service(const struct service *service, struct sink *out);

const struct rule rule_build_privileged = {
	.name = STR_INIT("build-privileged"),
	.severity = LEVEL_WARNING,
	.group = GROUP_IMAGE,
	.applies = APPLIES_ANY,
	.score = STR_INIT("6.4"),
	.summary = STR_INIT("the steps of a build have power over the machine that builds"),
	.reason = STR_INIT(
		"BuildKit runs every RUN in a sandbox of its own. \"privileged\", the entitlements "
		"security.insecure and network.host, and \"network: host\" take its walls down, for "
		"every step and for every package that a step installs.\n"
		"\n"
		"An ssh agent lets a step log in wherever its owner may. It is reported where the "
		"steps are not the owner's alone: the Dockerfile or its context can be written by an "
		"agent, or is fetched from elsewhere."),
	.silent = STR_INIT("An ssh agent for a build whose files no agent can write."),
	.advice = STR_INIT("Remove it; what a step needs from a private place can come through "
			   "\"build.secrets\"."),
	.see = STR_INIT(
		"Compose build specification <https://docs.docker.com/reference/compose-file/build/>\n"
		"RUN --security, Dockerfile reference "
		"<https://docs.docker.com/reference/dockerfile/#run---security>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    build:\n"
			 "      context: .\n"
			 "      privileged: true  # <-\n"
			 "--- Dockerfile\n"
			 "FROM debian:bookworm-slim\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    build:\n"
			 "      context: .\n"
			 "      network: host  # <-\n"
			 "      entitlements:\n"
			 "        - security.insecure  # <-\n"
			 "--- Dockerfile\n"
			 "FROM debian:bookworm-slim\n"
			 "RUN --security=insecure make\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    build:\n"
			 "      context: https://git.example/agent.git\n"
			 "      ssh: [default]  # <-\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    build: {context: ., network: none}\n"
			 "--- Dockerfile\n"
			 "FROM debian:bookworm-slim\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    build: {context: ., ssh: [default]}\n"
			 "--- Dockerfile\n"
			 "FROM debian:bookworm-slim\n"),
	},
	.service = service,
};

/* An agent whose writable mount holds the build's files, or lies among them; NULL: none. */
static const struct service *writer(const struct service *service, struct sink *out)
{
	const struct project *project = service->project;

	for (size_t i = 0; i < project->nservices; i++) {
		const struct service *agent = &project->services[i];

		if (sink_role(out, agent) != SERVICE_AGENT || !agent->mounts)
			continue;
		for (size_t k = 0; k < agent->mounts->count; k++)
			if (mount_can_write(&agent->mounts->all[k], service->build->context) ||
			    mount_can_write(&agent->mounts->all[k],
					    service->build->dockerfile_path))
				return agent;
	}
	return NULL;
}

/* Where the build keeps another key, the one that is too much can go. */
static void suggest_without(const struct build *build, struct str key, struct sink *out)
{
	const struct pair *pair = node_pair(build->node, key);

	if (pair && build->node->count > 1)
		suggest_delete_pair(out, false, pair, "build without it");
}

/* The steps that make use of it. */
static void relate_steps(const struct service *service, struct sink *out, struct str flag,
			 struct str value)
{
	const struct dockerfile *file = service->image ? service->image->file : NULL;

	for (size_t i = 0; file && i < file->ninstrs; i++)
		for (size_t k = 0; k < file->instrs[i].nflags; k++)
			if (str_starts(file->instrs[i].flags[k].text, flag) &&
			    str_has(file->instrs[i].flags[k].text, value))
				related(out, RELATED_DOCKERFILE, file->instrs[i].head,
					"this step runs with it");
}

static void complain(const struct service *service, struct sink *out, const struct node *at,
		     struct str what)
{
	const struct service *agent = writer(service, out);
	struct str whose = STR("");

	if (agent)
		whose = sink_fmt(out, " that \"%.*s\" can write",
				 STR_FMT(sink_show(out, agent->name)));
	report(out, at, "the build of \"%.*s\" uses %.*s; build steps%.*s run with it",
	       STR_FMT(sink_show(out, service->name)), STR_FMT(what), STR_FMT(whose));
}

static void judge_entitlements(const struct service *service, struct sink *out,
			       const struct node *list)
{
	for (size_t i = 0; list && list->kind == NODE_SEQUENCE && i < list->count; i++) {
		const struct node *item = list->in.items[i];
		bool insecure = str_eq(node_text(item), STR("security.insecure"));

		if (!insecure && !str_eq(node_text(item), STR("network.host")))
			continue;
		complain(service, out, item,
			 sink_fmt(out, "the entitlement %.*s", STR_FMT(item->text)));
		evidence(out, item->text);
		relate_steps(service, out, insecure ? STR("--security=") : STR("--network="),
			     insecure ? STR("insecure") : STR("host"));
		suggest_delete_item(out, false, item, "build without it");
	}
}

static void service(const struct service *service, struct sink *out)
{
	const struct build *build = service->build;
	const struct node *privileged, *network, *ssh;

	if (!build)
		return;
	privileged = node_get(build->node, STR("privileged"));
	network = node_get(build->node, STR("network"));
	ssh = node_get(build->node, STR("ssh"));
	if (node_is_true(privileged)) {
		complain(service, out, privileged, STR("\"privileged\""));
		relate_steps(service, out, STR("--security="), STR("insecure"));
		suggest_without(build, STR("privileged"), out);
	}
	judge_entitlements(service, out, node_get(build->node, STR("entitlements")));
	if (str_eq(node_text(network), STR("host"))) {
		complain(service, out, network, STR("\"network: host\""));
		relate_steps(service, out, STR("--network="), STR("host"));
		suggest_without(build, STR("network"), out);
	}
	if (ssh && ssh->count && (build->remote || writer(service, out))) {
		const struct node *at =
			ssh->kind == NODE_SEQUENCE ? ssh->in.items[0] : ssh->in.pairs[0].key;

		complain(service, out, at, STR("the ssh agent"));
		relate_steps(service, out, STR("--mount="), STR("type=ssh"));
		suggest_without(build, STR("ssh"), out);
	}
}
