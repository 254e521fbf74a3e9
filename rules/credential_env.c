/* SPDX-License-Identifier: MIT */
/* An agent has a credential in its environment. */
#include "config.h"

#include "engine/rule.h"
#include "fact/credential.h"
#include "fact/gateway.h"
#include "fact/hook.h"
#include "model/environment.h"

static void service(const struct service *service, struct sink *out);

const struct rule rule_credential_env = {
	.name = STR_INIT("credential-env"),
	.severity = LEVEL_ERROR,
	.group = GROUP_CREDENTIALS,
	.applies = APPLIES_AGENT,
	.score = STR_INIT("8.1"),
	.summary = STR_INIT("an agent has a credential in its environment"),
	.reason = STR_INIT(
		"Every program in the container can read the environment, and an agent that can read "
		"a key can use it, print it and send it. A sandbox gets one key, made by the "
		"gateway for this sandbox alone and revocable there; the provider's key stays in the "
		"gateway.\n"
		"\n"
		"The rule looks at the whole environment of the container: \"environment\", env_file "
		"and the ENV of the Dockerfile, and at the variables of the shell and of .env that "
		"Compose puts into its commands, which every process list shows. A name such as "
		"GITHUB_TOKEN or DB_PASSWORD counts whatever its value, because the value is what "
		"will be there: a placeholder, a variable that only the shell sets, an empty default "
		"that silences Compose. A value with the form of a known token counts under any "
		"name. Values are never printed.\n"
		"\n"
		"OPENAI_API_KEY and AGENT_GATEWAY_KEY are expected and not reported; gateway.key in the "
		"configuration names others, such as ANTHROPIC_AUTH_TOKEN for Claude Code. A name that "
		"ends in TOKEN, SECRET, PASSWORD or API_KEY is exempted by nothing but an empty "
		"value, so that a clean report does not end in a failing boundary test."),
	.silent = STR_INIT(
		"Values that a file sets to nothing; names beside a secret, such as TOKEN_URL or "
		"PASSWORD_FILE; switches, numbers and paths, except under the names above; names "
		"such as SESSION_KEY unless their value is random enough to be a key."),
	.advice = STR_INIT(
		"Remove it, let the gateway hold the provider's key, and give the agent one scoped "
		"key of the gateway. What needs another credential, such as a push, is done outside "
		"of the sandbox."),
	.helps = RULE_HELPS(
		{ CAUSE_KEY_NAME, STR_INIT("its name ends in _API_KEY or _AUTH_TOKEN"),
		  STR_INIT("Let the gateway hold the provider's key, and give the agent one scoped key "
			   "of the gateway. If this is that key, say so in .compose-lint.yaml, with "
			   "\"gateway: {key+: [NAME]}\"; otherwise remove it.") }),
	.see = STR_INIT(
		"Secrets in Compose <https://docs.docker.com/compose/how-tos/use-secrets/>\n"
		"OWASP Docker Security Cheat Sheet, rule 12 "
		"<https://cheatsheetseries.owasp.org/cheatsheets/Docker_Security_Cheat_Sheet.html>\n"
		"NIST SP 800-190, 3.1.4 <https://doi.org/10.6028/NIST.SP.800-190>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    environment:\n"
			 "      - GITHUB_TOKEN  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    environment:\n"
			 "      AWS_SECRET_ACCESS_KEY: ${AWS_SECRET_ACCESS_KEY}  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    environment:\n"
			 "      GITHUB_TOKEN: ${GITHUB_TOKEN:-}  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    env_file:\n"
			 "      - agent.env  # <-\n"
			 "--- agent.env\n"
			 "DB_PASSWORD=change-me\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    environment:\n"
			 "      OPENAI_API_KEY: ${AGENT_GATEWAY_KEY}\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    environment:\n"
			 "      GITHUB_TOKEN: \"\"\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    environment:\n"
			 "      WEB_SESSION_KEY: ${WEB_SESSION_KEY:-}\n"),
	},
	.yields = RULE_NAMES(STR_INIT("credential-file")),
	.service = service,
};

/* Is it a credential, as far as the agent is concerned? */
static bool is_credential(const struct service *service, const struct environment_entry *entry,
			  struct credential_match *match)
{
	bool left = environment_is_left_to_shell(entry, service->project->env);
	struct credential_question question = {
		.name = entry->name,
		.value = node_text(entry->value),
		.known = !left,
		.agent = true,
		.view = CREDENTIAL_HELD,
	};
	struct credential_verdict verdict;

	if (gateway_is_key_name(service->project->gateway, entry->name) ||
	    environment_is_refused(entry))
		return false;
	/* a required variable that is not set stops Compose, which is said of it already */
	if (node_is_refused(entry->value))
		return false;
	/* what a file sets to nothing, an ENV that only unset variables fill */
	if (!question.value.n && !left)
		return false;
	verdict = credential_judge(service->project->credentials, &question);
	*match = verdict.match;
	return verdict.reason != CREDENTIAL_NOT;
}

/* How the value comes in, for the message. */
static struct str origin(const struct service *service, const struct environment_entry *entry,
			 struct sink *out)
{
	struct str line = sink_place(out, entry->line);

	/* .env sets a bare name, if only to what another variable leaves of it */
	bool is_set = entry->bare && entry->value && entry->origin == ENVIRONMENT_SERVICE;

	if (!is_set && environment_is_left_to_shell(entry, service->project->env))
		return STR("from the shell that runs compose");
	if (entry->origin == ENVIRONMENT_ENV_FILE)
		return sink_fmt(out, "from env_file %.*s", STR_FMT(line));
	if (entry->origin == ENVIRONMENT_IMAGE)
		return sink_fmt(out, "from ENV in %.*s", STR_FMT(line));
	if (entry->bare)
		return sink_fmt(out, "from %.*s", STR_FMT(line));
	for (size_t i = 0; i < entry->value->nparts; i++) {
		const struct part *part = &entry->value->parts[i];

		if (part->kind != PART_VALUE || part->origin.source == entry->key->span.source)
			continue;
		if (span_is_none(part->origin))
			return STR("from the shell that runs compose");
		return sink_fmt(out, "from %.*s", STR_FMT(sink_place(out, part->origin)));
	}
	return STR("literal");
}

static struct str allowed(const struct gateway_names *names, struct sink *out)
{
	struct str text = STR("");

	for (size_t i = 0; i < names->nkeys; i++)
		text = sink_fmt(out, "%.*s%s%.*s", STR_FMT(text), i ? " or " : ", only ",
				STR_FMT(names->keys[i]));
	return names->nkeys ? sink_fmt(out, "%.*s is expected", STR_FMT(text)) : text;
}

static const char *article(struct str label)
{
	if (!label.n)
		return "";
	return str_find_byte(STR("AEIOU"), label.p[0], 0) != STR_NPOS &&
			       !str_starts(label, STR("URL"))
		       ? ", value looks like an "
		       : ", value looks like a ";
}

/* Some agents want to have the gateway's key under a name of their provider's. */
static bool names_gateway_key(struct str name)
{
	return str_ends(name, STR("_API_KEY")) || str_ends(name, STR("_AUTH_TOKEN"));
}

static void judge(const struct service *service, const struct environment_entry *entry,
		  struct sink *out)
{
	static const char message[] =
		"%.*s gets %.*s in its environment (%.*s%s%.*s); the agent can read and "
		"send %s%.*s";
	struct credential_match match = { .type = STR("") };
	struct str name, who;
	bool stands_in;

	if (!is_credential(service, entry, &match))
		return;
	stands_in = !match.type.n && credential_is_placeholder(node_text(entry->value)) &&
		    !environment_is_left_to_shell(entry, service->project->env);
	name = sink_show(out, entry->name);
	who = sink_owners(out, service, entry);
	if (!who.n)
		return;
	report_entry(out, service, entry, message, STR_FMT(who), STR_FMT(name),
		     STR_FMT(sink_fmt(out, "%s%.*s", stands_in ? "a placeholder, " : "",
				      STR_FMT(origin(service, entry, out)))),
		     article(match.type.n ? match.label : STR("")),
		     STR_FMT(match.type.n ? match.label : STR("")),
		     stands_in ? "what takes its place" : "it",
		     STR_FMT(allowed(service->project->gateway, out)));
	if (names_gateway_key(entry->name))
		because(out, CAUSE_KEY_NAME);
}

/* ---- variables in what the container runs ---- */

/* A text that programs in the container are started with, and whose it is. */
struct given {
	const struct service *service;
	const struct node *text;
	const char *where;
};

static struct str value_of(const struct given *given, const struct part *part)
{
	return str_slice(node_text(given->text), part->from, part->to);
}

/* Nothing sets it, or only its own default to nothing. */
static bool is_left_to_shell(const struct given *given, const struct part *part)
{
	return span_is_none(part->origin) ||
	       (!value_of(given, part).n && part->origin.source == given->text->span.source);
}

static struct str origin_of(const struct given *given, const struct part *part, struct sink *out)
{
	if (is_left_to_shell(given, part))
		return STR("from the shell that runs compose");
	if (part->origin.source == given->text->span.source)
		return STR("literal");
	return sink_fmt(out, "from %.*s", STR_FMT(sink_place(out, part->origin)));
}

/* As for an entry of the environment: what only the shell sets counts, what a file empties does not. */
static bool brings_credential(const struct given *given, const struct part *part,
			      struct credential_match *match)
{
	const struct project *project = given->service->project;
	struct credential_question question = {
		.name = part->name,
		.value = value_of(given, part),
		.known = !is_left_to_shell(given, part),
		.agent = true,
		.view = CREDENTIAL_HELD,
	};
	struct credential_verdict verdict;

	if (part->kind == PART_LITERAL || part->replacement || part->refused ||
	    gateway_is_key_name(project->gateway, part->name) ||
	    (question.known && !question.value.n))
		return false;
	verdict = credential_judge(project->credentials, &question);
	*match = verdict.match;
	return verdict.reason != CREDENTIAL_NOT;
}

static bool has_come_before(const struct node *text, size_t at)
{
	for (size_t i = 0; i < at; i++)
		if (str_eq(text->parts[i].name, text->parts[at].name))
			return true;
	return false;
}

static void judge_text(const struct given *given, struct sink *out)
{
	const struct service *service = given->service;

	for (size_t i = 0; i < given->text->nparts; i++) {
		const struct part *part = &given->text->parts[i];
		struct credential_match match = { .type = STR("") };
		struct str name;

		if (!brings_credential(given, part, &match) || has_come_before(given->text, i))
			continue;
		name = sink_show(out, part->name);
		report(out, given->text,
		       "service \"%.*s\" gets %.*s in its %s (%.*s%s%.*s); the agent can read and "
		       "send it%.*s",
		       STR_FMT(sink_show(out, service->name)), STR_FMT(name), given->where,
		       STR_FMT(origin_of(given, part, out)),
		       article(match.type.n ? match.label : STR("")),
		       STR_FMT(match.type.n ? match.label : STR("")),
		       STR_FMT(allowed(service->project->gateway, out)));
		evidence(out, part->name);
	}
}

/* All texts of a node, which may be none. */
static void judge_texts(const struct service *service, const struct node *node, const char *where,
			struct sink *out)
{
	if (!node)
		return;
	if (node->kind == NODE_SEQUENCE)
		for (size_t i = 0; i < node->count; i++)
			judge_texts(service, node->in.items[i], where, out);
	else if (node->kind == NODE_MAPPING)
		for (size_t i = 0; i < node->count; i++)
			judge_texts(service, node->in.pairs[i].value, where, out);
	else if (node_is_scalar(node))
		judge_text(&(struct given){ service, node, where }, out);
}

static void service(const struct service *service, struct sink *out)
{
	const struct node *test = node_get(service_field(service, STR("healthcheck")), STR("test"));

	for (size_t i = 0; i < service->environment->count; i++)
		judge(service, &service->environment->all[i], out);
	judge_texts(service, service_field(service, STR("entrypoint")), "entrypoint", out);
	judge_texts(service, service_field(service, STR("command")), "command", out);
	judge_texts(service, test, "healthcheck", out);
	for (struct hook hook = { 0 }; hook_next(service, &hook);) {
		judge_texts(service, hook.command, hook_name(hook.kind), out);
		judge_texts(service, hook.environment, hook_name(hook.kind), out);
	}
}
