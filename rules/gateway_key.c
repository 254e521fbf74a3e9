/* SPDX-License-Identifier: MIT */
/* What an agent has as its gateway's key is more than one scoped key. */
#include "config.h"

#include "engine/rule.h"
#include "fact/credential.h"
#include "fact/gateway.h"
#include "model/environment.h"

static void service(const struct service *service, struct sink *out);

const struct rule rule_gateway_key = {
	.name = STR_INIT("gateway-key"),
	.severity = LEVEL_ERROR,
	.group = GROUP_CREDENTIALS,
	.applies = APPLIES_AGENT,
	.score = STR_INIT("8.1"),
	.summary = STR_INIT("an agent's gateway key is more than one scoped key"),
	.reason = STR_INIT(
		"One key is expected in a sandbox: made by the gateway for this sandbox alone, with a budget "
		"of its own, and revoked when the work is done. That is why OPENAI_API_KEY and "
		"AGENT_GATEWAY_KEY are not reported as credentials. The name says nothing about what is in "
		"them.\n"
		"\n"
		"The rule reports a key with the form of a model provider's, which spends the "
		"owner's money everywhere; a variable that the gateway itself uses for a key, its master key "
		"or the provider's; a name with MASTER, ADMIN or ROOT in it; and a second key with "
		"another value. Values are compared, never printed."),
	.silent = STR_INIT("Keys of the plain form sk-..., which gateways make too; one value under two "
			   "allowed names; keys that a file sets to nothing; gateways and ordinary services."),
	.advice = STR_INIT("Let the gateway make a virtual key for this sandbox, and give the agent that one."),
	.see = STR_INIT("LiteLLM, virtual keys <https://docs.litellm.ai/docs/proxy/virtual_keys>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    environment:\n"
			 "      OPENAI_API_KEY: ${PROVIDER_KEY}  # <-\n"
			 "  gateway:\n"
			 "    image: ghcr.io/berriai/litellm:v1.80.0\n"
			 "    environment: {OPENAI_API_KEY: \"${PROVIDER_KEY}\"}\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    environment:\n"
			 "      OPENAI_API_KEY: ${LITELLM_MASTER_KEY}  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    environment:\n"
			 "      - OPENAI_API_KEY=${AGENT_GATEWAY_KEY}\n"
			 "      - AGENT_GATEWAY_KEY=${OTHER_KEY}  # <-\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    environment:\n"
			 "      OPENAI_API_KEY: ${AGENT_GATEWAY_KEY:?make one at the gateway}\n"
			 "      AGENT_GATEWAY_KEY: ${AGENT_GATEWAY_KEY}\n"
			 "  gateway:\n"
			 "    image: ghcr.io/berriai/litellm:v1.80.0\n"
			 "    environment: {OPENAI_API_KEY: \"${PROVIDER_KEY}\"}\n"
			 "--- .env\n"
			 "AGENT_GATEWAY_KEY=made-for-this-sandbox\n"),
	},
	.service = service,
};

/* ---- what is in a key ---- */

/* The one variable that the whole value is; empty: it is something else. */
static struct str variable_of(const struct environment_entry *entry)
{
	const struct node *value = entry->value;

	if (entry->bare)
		return entry->name;
	if (!value || value->nparts != 1 || value->parts[0].from != 0 ||
	    value->parts[0].to != value->text.n)
		return STR("");
	return value->parts[0].name;
}

static bool uses(const struct environment_entry *entry, struct str variable)
{
	if (entry->bare)
		return str_eq(entry->name, variable);
	for (size_t i = 0; entry->value && i < entry->value->nparts; i++)
		if (str_eq(entry->value->parts[i].name, variable))
			return true;
	return false;
}

/* A key that a file sets to nothing is none. */
static bool is_key(const struct service *service, const struct environment_entry *entry)
{
	return gateway_is_key_name(service->project->gateway, entry->name) &&
	       !environment_is_refused(entry) &&
	       (environment_is_left_to_shell(entry, service->project->env) ||
		!credential_is_nothing(node_text(entry->value)));
}

/* The same expression, or the same value. */
static bool is_same(const struct service *service, const struct environment_entry *a,
		    const struct environment_entry *b)
{
	struct env *env = service->project->env;
	struct str variable = variable_of(a);

	if (variable.n && str_eq(variable, variable_of(b)))
		return true;
	if (!a->value || !b->value)
		return false;
	/* of an unknown value the text is the expression */
	return environment_is_left_to_shell(a, env) == environment_is_left_to_shell(b, env) &&
	       str_eq(node_text(a->value), node_text(b->value)) && node_text(a->value).n;
}

/* MASTER, ADMIN or ROOT: a key with all rights. */
static bool has_all_rights(struct str name)
{
	static const char *const words[] = { "master", "admin", "root" };

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		struct str word = str_from(words[i]);

		for (size_t at = 0; at + word.n <= name.n; at++)
			if (str_eq_nocase(str_slice(name, at, at + word.n), word))
				return true;
	}
	return false;
}

/* ---- the gateway's own keys ---- */

/* The agent's key comes along when a gateway takes a whole .env; it is not for the gateway. */
static bool is_agents(const struct service *gateway, const struct environment_entry *entry)
{
	return entry->origin == ENVIRONMENT_ENV_FILE && str_has(entry->name, STR("GATEWAY")) &&
	       gateway_is_key_name(gateway->project->gateway, entry->name);
}

/* The key's variable got its value from the line that the gateway has through its env_file. */
static bool has_same_line(const struct environment_entry *entry,
			  const struct environment_entry *key)
{
	if (entry->origin != ENVIRONMENT_ENV_FILE)
		return false;
	if (span_eq(key->line, entry->line))
		return key->origin == ENVIRONMENT_ENV_FILE || key->bare;
	for (size_t i = 0; !key->bare && key->value && i < key->value->nparts; i++)
		if (entry->value && key->value->parts[i].kind == PART_VALUE &&
		    !span_is_none(key->value->parts[i].origin) &&
		    (span_eq(key->value->parts[i].origin, entry->value->span) ||
		     span_eq(key->value->parts[i].origin, entry->line)))
			return true;
	return false;
}

/* Two names, two files, one secret. */
static bool has_same_value(const struct service *gateway, const struct environment_entry *entry,
			   const struct environment_entry *key)
{
	struct str value = node_text(key->value);
	struct env *env = gateway->project->env;

	return entry->value && key->value && value.n && str_eq(value, node_text(entry->value)) &&
	       !environment_is_left_to_shell(entry, env) &&
	       !environment_is_left_to_shell(key, env) && !credential_is_placeholder(value) &&
	       !credential_is_quantity(value);
}

/* A variable that the key is made of. */
static bool uses_any(const struct environment_entry *entry, const struct environment_entry *key)
{
	if (key->bare)
		return uses(entry, key->name);
	for (size_t i = 0; key->value && i < key->value->nparts; i++)
		if (key->value->parts[i].name.n && uses(entry, key->value->parts[i].name))
			return true;
	return false;
}

/* What a gateway has from the same variable, or the same line of an env file, as a credential. */
static const struct environment_entry *gateways_own(const struct service *gateway,
						    const struct environment_entry *key)
{
	const struct environment *environment = gateway->environment;

	for (size_t i = 0; i < environment->count; i++) {
		const struct environment_entry *entry = &environment->all[i];

		/* what a name says is asked last: that takes longest */
		if ((has_same_line(entry, key) || uses_any(entry, key)) &&
		    credential_name_hides(entry->name) && !is_agents(gateway, entry))
			return entry;
	}
	return NULL;
}

static const struct environment_entry *gateways_equal(const struct service *gateway,
						      const struct environment_entry *key)
{
	const struct environment *environment = gateway->environment;

	for (size_t i = 0; i < environment->count; i++)
		if (has_same_value(gateway, &environment->all[i], key) &&
		    credential_name_hides(environment->all[i].name) &&
		    !is_agents(gateway, &environment->all[i]))
			return &environment->all[i];
	return NULL;
}

static const struct environment_entry *find_gateways_own(const struct service *service,
							 const struct environment_entry *key,
							 const struct service **gateway,
							 bool *by_value, struct sink *out)
{
	const struct project *project = service->project;
	const struct environment_entry *found = NULL;

	for (size_t i = 0; i < project->nservices && !found; i++) {
		*gateway = &project->services[i];
		if (*gateway != service && sink_role(out, *gateway) == SERVICE_GATEWAY)
			found = gateways_own(*gateway, key);
	}
	*by_value = !found;
	for (size_t i = 0; i < project->nservices && !found; i++) {
		*gateway = &project->services[i];
		if (*gateway != service && sink_role(out, *gateway) == SERVICE_GATEWAY)
			found = gateways_equal(*gateway, key);
	}
	return found;
}

/* ---- the judgement ---- */

static const char message[] = "the gateway key of %.*s (%.*s) %.*s; a sandbox gets exactly one "
			      "scoped, revocable key";

static bool is_providers(const struct service *service, const struct environment_entry *key,
			 struct credential_match *match)
{
	return credential_value(service->project->credentials, node_text(key->value),
				CREDENTIAL_HELD, match) &&
	       match->provider;
}

/* What is wrong with one key by itself; empty: nothing.  *own: the gateway's entry that shows it. */
static struct str fault_of(const struct service *service, const struct environment_entry *key,
			   const struct environment_entry **own, struct sink *out)
{
	struct str variable = variable_of(key);
	struct credential_match match;
	const struct service *gateway;
	bool by_value;

	if (is_providers(service, key, &match))
		return sink_fmt(out, "is issued by a model provider, not by your gateway (%.*s)",
				STR_FMT(match.label));
	*own = find_gateways_own(service, key, &gateway, &by_value, out);
	if (*own && by_value)
		return sink_fmt(out, "has the value that \"%.*s\" uses as its own key, %.*s",
				STR_FMT(sink_show(out, gateway->name)),
				STR_FMT(sink_show(out, (*own)->name)));
	if (*own) {
		struct str same = variable.n ? variable : key->name;
		bool renamed = !str_eq((*own)->name, same);

		return sink_fmt(
			out, "is the same variable (%.*s) that \"%.*s\" uses as its own key%s%.*s",
			STR_FMT(sink_show(out, same)), STR_FMT(sink_show(out, gateway->name)),
			renamed ? ", " : "",
			STR_FMT(renamed ? sink_show(out, (*own)->name) : STR("")));
	}
	if (has_all_rights(key->name) || has_all_rights(variable))
		return sink_fmt(
			out, "is called %.*s, as keys with all rights are",
			STR_FMT(sink_show(out, has_all_rights(variable) ? variable : key->name)));
	return STR("");
}

static bool judge(const struct service *service, const struct environment_entry *key,
		  struct sink *out)
{
	const struct environment_entry *own = NULL;
	struct str fault = fault_of(service, key, &own, out), who;

	if (!fault.n)
		return false;
	who = sink_owners(out, service, key);
	if (!who.n)
		return true;
	report_entry(out, service, key, message, STR_FMT(who), STR_FMT(sink_show(out, key->name)),
		     STR_FMT(fault));
	if (own)
		related(out, RELATED_DEFINITION, own->line, "the gateway gets it here");
	return true;
}

/* How many keys the agent has that are not one and the same. */
static size_t count_different(const struct service *service)
{
	const struct environment *environment = service->environment;
	size_t count = 0;

	for (size_t i = 0; i < environment->count; i++) {
		bool same = !is_key(service, &environment->all[i]);

		for (size_t k = 0; k < i && !same; k++)
			same = is_key(service, &environment->all[k]) &&
			       is_same(service, &environment->all[k], &environment->all[i]);
		count += !same;
	}
	return count;
}

static void judge_second(const struct service *service, const struct environment_entry *key,
			 const struct environment_entry *first, struct sink *out)
{
	struct str who = sink_owners(out, service, key);

	if (!who.n)
		return;
	report_entry(
		out, service, key, message, STR_FMT(who), STR_FMT(sink_show(out, key->name)),
		STR_FMT(sink_fmt(out, "is one of %zu different keys", count_different(service))));
	related(out, RELATED_DEFINITION, first->line, "%.*s is another one",
		STR_FMT(sink_show(out, first->name)));
}

static void service(const struct service *service, struct sink *out)
{
	const struct environment *environment = service->environment;
	const struct environment_entry *first = NULL;

	for (size_t i = 0; i < environment->count; i++) {
		const struct environment_entry *key = &environment->all[i];

		if (!is_key(service, key) || judge(service, key, out))
			continue;
		if (first && service->project->gateway->exactly_one &&
		    !is_same(service, first, key))
			judge_second(service, key, first, out);
		if (!first)
			first = key;
	}
}
