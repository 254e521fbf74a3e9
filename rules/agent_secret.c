/* SPDX-License-Identifier: MIT */
/* An agent is granted a secret. */
#include "config.h"

#include "base/path.h"
#include "engine/rule.h"
#include "fact/credential.h"
#include "fact/gateway.h"
#include "model/environment.h"

static void service(const struct service *service, struct sink *out);

const struct rule rule_agent_secret = {
	.name = STR_INIT("agent-secret"),
	.severity = LEVEL_ERROR,
	.group = GROUP_CREDENTIALS,
	.applies = APPLIES_AGENT,
	.score = STR_INIT("8.1"),
	.summary = STR_INIT("an agent is granted a secret"),
	.reason = STR_INIT(
		"\"secrets\" keep a value out of the environment and of \"docker inspect\"; they do not keep it "
		"from the container, which is what they are for. The agent is in the container: it "
		"reads the file as it would read a variable, and can send what it read.\n"
		"\n"
		"Where the secret comes from makes no difference: a file, a variable of the shell, "
		"or a secret made elsewhere. One is expected, the scoped key of the gateway, under the name "
		"agent_gateway_key. A config that takes its text from a credential's variable is a secret "
		"by another name."),
	.silent = STR_INIT("The secret with the gateway's key; secrets of a build (\"build.secrets\"), which are "
			   "gone when it ends; secrets of gateways and ordinary services."),
	.advice = STR_INIT("Remove it. The one key of the gateway is granted as agent_gateway_key, or by the name "
			   "that .compose-lint.yaml has: \"gateway: {secret: NAME}\"."),
	.see = STR_INIT("Compose file reference, secrets "
			"<https://docs.docker.com/reference/compose-file/services/#secrets>\n"
			"NIST SP 800-190, 3.1.4 <https://doi.org/10.6028/NIST.SP.800-190>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    secrets: [gh]  # <-\n"
			 "secrets:\n"
			 "  gh: {environment: GITHUB_TOKEN}\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    secrets:\n"
			 "      - source: db  # <-\n"
			 "        target: /run/db\n"
			 "secrets:\n"
			 "  db: {file: ./db.txt}\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    configs:\n"
			 "      - gh  # <-\n"
			 "      - npm  # <-\n"
			 "configs:\n"
			 "  gh: {environment: GITHUB_TOKEN}\n"
			 "  npm: {content: \"//registry.example/:_authToken=${NPM_TOKEN:-}\"}\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    secrets: [agent_gateway_key]\n"
			 "  gateway:\n"
			 "    image: ghcr.io/berriai/litellm:v1.80.0\n"
			 "    secrets: [p]\n"
			 "secrets:\n"
			 "  p: {file: ./provider.key}\n"
			 "  agent_gateway_key: {file: ./agent.key}\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    configs: [settings]\n"
			 "configs:\n"
			 "  settings: {content: \"model: ${MODEL:-x}, key: ${AGENT_GATEWAY_KEY:-}\"}\n"),
	},
	.yields = RULE_NAMES(STR_INIT("socket-mount"), STR_INIT("credential-file"), STR_INIT("host-socket-mount"),
		   STR_INIT("home-mount"), STR_INIT("system-mount")),
	.service = service,
};

/* Where the container finds it. */
static struct str target_of(const struct node *item, struct str source, struct sink *out)
{
	struct str target = node_text(node_get(item, STR("target")));

	if (!target.n)
		target = source;
	return path_is_absolute(target) ? target
					: sink_fmt(out, "/run/secrets/%.*s", STR_FMT(target));
}

/* API_KEY_FILE: /run/secrets/x */
static void relate_variables(const struct service *service, struct str target, struct sink *out)
{
	for (size_t i = 0; i < service->environment->count; i++) {
		const struct environment_entry *entry = &service->environment->all[i];

		if (str_ends(entry->name, STR("_FILE")) && str_eq(node_text(entry->value), target))
			related(out, RELATED_DEFINITION, entry->line, "%.*s points at it",
				STR_FMT(sink_show(out, entry->name)));
	}
}

static void judge(const struct service *service, const struct node *item, struct sink *out)
{
	struct str source = node_text(node_get(item, STR("source")));
	struct str allowed = service->project->gateway->secret, target;
	const struct resource *definition;

	if (!source.n || (allowed.n && str_eq(source, allowed)))
		return;
	target = target_of(item, source, out);
	definition = project_resource(service->project->secrets, source);
	report(out, item,
	       "secret \"%.*s\" is granted to \"%.*s\" (%.*s); a mounted secret is as readable to "
	       "the "
	       "agent as a variable",
	       STR_FMT(sink_show(out, source)), STR_FMT(sink_show(out, service->name)),
	       STR_FMT(sink_show(out, target)));
	evidence(out, source);
	if (definition && definition->key)
		related(out, RELATED_DEFINITION, definition->key->span,
			"the secret is defined here");
	relate_variables(service, target, out);
	suggest_delete_item(out, false, item, "grant the agent no secret");
}

/* A credential's variable, other than the gateway's key. */
static bool is_secret_name(const struct service *service, struct str name)
{
	return name.n && !gateway_is_key_name(service->project->gateway, name) &&
	       credential_name_hides(name);
}

/* The variable whose value a config brings: its `environment`, or one within its `content`. */
static struct str carried(const struct service *service, const struct node *config)
{
	struct str name = node_text(node_get(config, STR("environment")));
	const struct node *content = node_get(config, STR("content"));

	if (is_secret_name(service, name))
		return name;
	for (size_t i = 0; content && i < content->nparts; i++)
		if (!content->parts[i].replacement &&
		    is_secret_name(service, content->parts[i].name))
			return content->parts[i].name;
	return STR("");
}

static void judge_config(const struct service *service, const struct node *item, struct sink *out)
{
	struct str source = node_text(node_get(item, STR("source")));
	const struct resource *definition = project_resource(service->project->configs, source);
	struct str name = definition ? carried(service, definition->node) : STR("");

	if (!name.n)
		return;
	report(out, item,
	       "config \"%.*s\" is granted to \"%.*s\" and carries %.*s; a mounted config is as "
	       "readable to the agent as a variable",
	       STR_FMT(sink_show(out, source)), STR_FMT(sink_show(out, service->name)),
	       STR_FMT(sink_show(out, name)));
	evidence(out, source);
	if (definition->key)
		related(out, RELATED_DEFINITION, definition->key->span,
			"the config is defined here");
	suggest_delete_item(out, false, item, "grant the agent no secret");
}

static void for_items(const struct service *service, struct str key,
		      void (*each)(const struct service *, const struct node *, struct sink *),
		      struct sink *out)
{
	const struct node *list = service_field(service, key);

	for (size_t i = 0; list && list->kind == NODE_SEQUENCE && i < list->count; i++)
		each(service, list->in.items[i], out);
}

static void service(const struct service *service, struct sink *out)
{
	for_items(service, STR("secrets"), judge, out);
	for_items(service, STR("configs"), judge_config, out);
}
