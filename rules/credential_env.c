/* SPDX-License-Identifier: MIT */
/* An agent has a credential in its environment. */
#include "config.h"

#include "engine/rule.h"
#include "fact/credential.h"
#include "fact/gateway.h"
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
		"and the ENV of the Dockerfile. A name such as GITHUB_TOKEN or DB_PASSWORD counts "
		"whatever its value, because the value is what will be there: a placeholder, a "
		"variable that only the shell sets, an empty default that silences Compose. A value "
		"with the form of a known token counts under any name. Values are never printed.\n"
		"\n"
		"OPENAI_API_KEY and AGENT_GATEWAY_KEY are expected and not reported. A name that "
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
	.yields = {STR_INIT("credential-file")},
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

	if (environment_is_left_to_shell(entry, service->project->env))
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
}

static void service(const struct service *service, struct sink *out)
{
	for (size_t i = 0; i < service->environment->count; i++)
		judge(service, &service->environment->all[i], out);
}
