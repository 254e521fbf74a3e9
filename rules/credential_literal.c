/* SPDX-License-Identifier: MIT */
/* A file discloses a credential. */
#include "config.h"

#include "engine/rule.h"
#include "fact/credential.h"
#include "model/environment.h"

static void service(const struct service *service, struct sink *out);
static void project(const struct project *project, struct sink *out);

const struct rule rule_credential_literal = {
	.name = STR_INIT("credential-literal"),
	.severity = LEVEL_ERROR,
	.group = GROUP_CREDENTIALS,
	.applies = APPLIES_ANY,
	.score = STR_INIT("8.1"),
	.summary = STR_INIT("a file discloses a credential"),
	.reason = STR_INIT(
		"A Compose file is made to be shared: it lies in a repository, in its history for ever, and "
		"in every copy of it. What stands in it as a literal is known to all who can read "
		"it, and \"docker inspect\" shows it again. The default of a variable, "
		"${NAME:-value}, is a literal too.\n"
		"\n"
		"A value counts by its form, as that of a known token, a private key or a URL with a password, "
		"or by the name it is given: POSTGRES_PASSWORD, apiKey. The rule looks at variables, command "
		"lines, health checks, labels, build arguments, options of drivers and of logging, the "
		"text of configs, and ENV of Dockerfiles. Values are never printed.\n"
		"\n"
		"With --preset strict placeholders such as \"changeme\" count too, because they do get "
		"deployed, and so do hashes of passwords."),
	.silent = STR_INIT("Values in .env and other env files, which is where they belong; references without "
			   "a default; placeholders; paths, switches and numbers; digests and UUIDs; names "
			   "beside a secret, such as PASSWORD_FILE."),
	.advice = STR_INIT("Take it from a secret (NAME_FILE) or from an ignored .env (${NAME:?}), and "
			   "replace the credential, since it is known now."),
	.see = STR_INIT(
		"Secrets in Compose <https://docs.docker.com/compose/how-tos/use-secrets/>\n"
		"OWASP Docker Security Cheat Sheet, rule 12 "
		"<https://cheatsheetseries.owasp.org/cheatsheets/Docker_Security_Cheat_Sheet.html>\n"
		"CIS Docker Benchmark, 4.10 <https://github.com/docker/docker-bench-security>"),
	.bad = {
		STR_INIT("services:\n"
			 "  db:\n"
			 "    image: postgres:17\n"
			 "    environment:\n"
			 "      POSTGRES_PASSWORD: hunter22  # <-\n"
			 "      REPLICA_PASSWORD: ${REPLICA_PASSWORD:-hunter22}  # <-\n"
			 "    healthcheck:\n"
			 "      test: curl -f http://app:hunter22@localhost/  # <-\n"),
		STR_INIT("services:\n"
			 "  gateway:\n"
			 "    image: ghcr.io/berriai/litellm:v1.80.0\n"
			 "    environment:\n"
			 "      - DATABASE_URL=postgres://app:hunter22@db/app  # <-\n"
			 "    command: [\"--requirepass=hunter22\"]  # <-\n"),
		STR_INIT("services:\n"
			 "  web:\n"
			 "    image: nginx:1.27\n"
			 "    configs: [app]\n"
			 "configs:\n"
			 "  app:\n"
			 "    content: \"dsn=mysql://app:hunter22@db/app\"  # <-\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  db:\n"
			 "    image: postgres:17\n"
			 "    environment:\n"
			 "      POSTGRES_PASSWORD_FILE: /run/secrets/pg\n"
			 "      REPLICA_PASSWORD: changeme\n"
			 "  gateway:\n"
			 "    image: ghcr.io/berriai/litellm:v1.80.0\n"
			 "    environment:\n"
			 "      DATABASE_URL: postgres://app:${PG_PASSWORD:?}@db/app\n"
			 "--- .env\n"
			 "PG_PASSWORD=hunter22\n"),
	},
	.yields = {STR_INIT("credential-env"), STR_INIT("gateway-key")},
	.service = service,
	.project = project,
};

/* ---- the judgement ---- */

struct site {
	const struct service *service; /* NULL: a section of the project */
	struct str where;              /* "environment", "configs" */
	struct credentials *credentials;
};

/* What it is, for the message; empty: no credential. */
static struct str type_of(const struct site *site, struct str name, struct str text,
			  struct sink *out)
{
	struct credential_question question = {
		.name = name, .value = text, .known = true, .view = CREDENTIAL_SHIPPED
	};
	struct credential_verdict verdict = credential_judge(site->credentials, &question);
	bool strict = sink_preset(out) == PRESET_STRICT;

	if (str_eq(verdict.match.type, STR("password-hash")))
		return strict && credential_name_hides(name) ? verdict.match.label : STR("");
	if (verdict.reason != CREDENTIAL_NOT)
		return verdict.match.type.n ? verdict.match.label : STR("credential");
	if (strict && credential_name_hides(name) && credential_is_placeholder(text) &&
	    !credential_is_nothing(text))
		return STR("weak default");
	return STR("");
}

/* A name is given where the file gives one: NAME=value, a key. */
static bool judge(const struct site *site, const struct node *at, struct str name, struct str text,
		  struct sink *out)
{
	struct str type = type_of(site, name, text, out), owner = STR(""), variable = STR("");

	if (!type.n || span_is_none(at->span))
		return false;
	if (site->service)
		owner = sink_fmt(out, " of \"%.*s\"", STR_FMT(sink_show(out, site->service->name)));
	if (name.n)
		variable = sink_fmt(out, " in %.*s", STR_FMT(sink_show(out, name)));
	report(out, at,
	       "%.*s%.*s contains a literal %.*s%.*s; everyone who can read this file, the image "
	       "history or \"docker inspect\" has it",
	       STR_FMT(site->where), STR_FMT(owner), STR_FMT(type), STR_FMT(variable));
	evidence(out, name.n ? name : site->where);
	return true;
}

/* "username=app,password=..." in one text: true when a name in it decides. */
static bool judge_options(const struct site *site, const struct node *node, struct str text,
			  struct sink *out)
{
	while (text.p) {
		struct str value = str_cut(&text, ','), name = str_cut(&value, '=');

		if (value.n && credential_name_hides(name) && judge(site, node, name, value, out))
			return true;
	}
	return false;
}

/* The name that a value has: the last part of "app.db.password". */
static struct str last_part(struct str name)
{
	size_t dot = str_rfind_byte(name, '.');

	return dot == STR_NPOS ? name : str_slice(name, dot + 1, name.n);
}

static void judge_scalar(const struct site *site, const struct node *node, struct str name,
			 struct sink *out)
{
	bool refers;
	struct str text = sink_literal(out, node, &refers);

	/* what a reference is a part of is no literal: there the form decides alone */
	if (refers)
		name = STR("");
	if (str_eq(name, STR("o")) && judge_options(site, node, text, out))
		return;
	judge(site, node, last_part(name), text, out);
}

static void judge_tree(const struct site *site, const struct node *node, struct str name,
		       struct sink *out)
{
	if (!node || str_eq(name, STR("x-compose-lint")))
		return;
	for (size_t i = 0; node->kind == NODE_SEQUENCE && i < node->count; i++)
		judge_tree(site, node->in.items[i], STR(""), out);
	for (size_t i = 0; node->kind == NODE_MAPPING && i < node->count; i++)
		judge_tree(site, node->in.pairs[i].value, node->in.pairs[i].key->text, out);
	if (node_is_scalar(node) && node->kind == NODE_STRING && node->style != STYLE_MADE)
		judge_scalar(site, node, name, out);
}

/* ---- places ---- */

static void judge_entry(const struct site *site, const struct environment_entry *entry,
			struct sink *out)
{
	struct str text, type, who;
	bool refers = false;

	/* a value of an env file is where it belongs; one that .env supplies too */
	if (entry->origin == ENVIRONMENT_ENV_FILE || entry->bare || !entry->value)
		return;
	text = entry->origin == ENVIRONMENT_IMAGE ? node_text(entry->value)
						  : sink_literal(out, entry->value, &refers);
	type = type_of(site, refers ? STR("") : entry->name, text, out);
	if (!type.n)
		return;
	who = sink_owners(out, site->service, entry);
	if (!who.n)
		return;
	report_entry(
		out, site->service, entry,
		"%s of %.*s contains a literal %.*s in variable %.*s; everyone who can read this "
		"file, the image history or \"docker inspect\" has it",
		entry->origin == ENVIRONMENT_IMAGE ? "ENV" : "environment", STR_FMT(who),
		STR_FMT(type), STR_FMT(sink_show(out, entry->name)));
}

static void service(const struct service *service, struct sink *out)
{
	static const struct {
		struct str key, where;
	} fields[] = { { STR_INIT("command"), STR_INIT("command") },
		       { STR_INIT("entrypoint"), STR_INIT("entrypoint") },
		       { STR_INIT("labels"), STR_INIT("a label") },
		       { STR_INIT("annotations"), STR_INIT("an annotation") } };
	const struct node *build = service_field(service, STR("build"));
	struct site site = { .service = service,
			     .where = STR("environment"),
			     .credentials = service->project->credentials };

	for (size_t i = 0; i < service->environment->count; i++)
		judge_entry(&site, &service->environment->all[i], out);
	for (size_t i = 0; i < sizeof(fields) / sizeof(*fields); i++) {
		site.where = fields[i].where;
		judge_tree(&site, service_field(service, fields[i].key), STR(""), out);
	}
	site.where = STR("the health check");
	judge_tree(&site, node_get(service_field(service, STR("healthcheck")), STR("test")),
		   STR(""), out);
	site.where = STR("the logging");
	judge_tree(&site, node_get(service_field(service, STR("logging")), STR("options")), STR(""),
		   out);
	site.where = STR("the build");
	judge_tree(&site, node_get(build, STR("args")), STR(""), out);
	judge_tree(&site, node_get(build, STR("labels")), STR(""), out);
}

static void judge_resources(struct resources resources, struct str where, struct str key,
			    struct site *site, struct sink *out)
{
	site->where = where;
	for (size_t i = 0; i < resources.count; i++)
		judge_tree(site, node_get(resources.all[i].node, key), STR(""), out);
}

static void project(const struct project *project, struct sink *out)
{
	struct site site = { .credentials = project->credentials };

	judge_resources(project->volumes, STR("an option of a volume"), STR("driver_opts"), &site,
			out);
	judge_resources(project->networks, STR("an option of a network"), STR("driver_opts"), &site,
			out);
	judge_resources(project->configs, STR("a config"), STR("content"), &site, out);
}
