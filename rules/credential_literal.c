/* SPDX-License-Identifier: MIT */
/* A file discloses a credential. */
#include "config.h"

#include "engine/rule.h"
#include "fact/credential.h"
#include "fact/recipe.h"
#include "fact/tracked.h"
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
		"or by the name it is given: POSTGRES_PASSWORD, apiKey, --password. The rule looks at "
		"variables, commands, hooks, health checks, labels, annotations, all of a build, options "
		"of drivers and of logging, the text of configs, x- keys, and in Dockerfiles at ARG, ENV, "
		"LABEL, commands, URLs and heredocs, of stages that are not needed too. The place is the "
		"secret itself. Values are never printed.\n"
		"\n"
		"With --preset strict placeholders such as \"changeme\" count too, because they do get "
		"deployed, and so do hashes of passwords."),
	.silent = STR_INIT("Values in .env and other env files, which is where they belong, unless --git finds "
			   "that git tracks the file; references without "
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
	.yields = RULE_NAMES(STR_INIT("credential-env"), STR_INIT("gateway-key")),
	.service = service,
	.project = project,
};

/* ---- the judgement ---- */

enum { TOLD = 32, DEPTH = 6 };

/* A text that is looked at, and whose. */
struct site {
	const struct service *service; /* NULL: a section of the project */
	struct str where;              /* "environment", "a config" */
	bool variables;                /* names are those of variables */
	bool lists_names; /* any name may stand there: only that of a secret itself counts */
	bool extension;   /* what is told of elsewhere is not told again */
	bool settings;    /* texts are files of settings, else commands */
	struct credentials *credentials;
	struct sink *out;

	/* the current text: of a scalar, or of a Dockerfile */
	const struct node *node;
	const struct recipe_item *item;
	struct span extent; /* none: the scalar */
	struct str text;
	struct credential_range told[TOLD];
	size_t ntold;
};

/* Whose it is; empty: nobody's, or another service speaks of it. */
static bool find_owner(const struct site *site, struct str *owner)
{
	const struct project *project;
	const struct service *first = NULL, *agent = NULL;

	*owner = STR("");
	if (!site->service)
		return true;
	*owner =
		sink_fmt(site->out, "\"%.*s\"", STR_FMT(sink_show(site->out, site->service->name)));
	if (!site->item)
		return true;
	project = site->service->project;
	for (const struct service *other = recipe_next(project, NULL, site->item); other;
	     other = recipe_next(project, other, site->item)) {
		if (!first) {
			*owner = sink_builders(site->out, other, site->item);
			first = owner->n ? other : NULL;
		}
		if (!agent && sink_role(site->out, other) == SERVICE_AGENT)
			agent = other;
	}
	/* where an agent gets it, the rules about agents may have more to say */
	return site->service == (agent ? agent : first);
}

/* The secret is bytes [from, to) of the text. */
static void tell(struct site *site, struct str name, struct str type, size_t from, size_t to)
{
	static const char message[] =
		"%.*s%.*s contains a literal %.*s%.*s; everyone who can read this file, the image "
		"history or \"docker inspect\" has it";
	struct sink *out = site->out;
	struct str owner, variable = STR("");

	for (size_t i = 0; i < site->ntold; i++)
		if (from < site->told[i].to && site->told[i].from < to)
			return;
	/* an anchor in an extension is told of where it is used */
	if (site->ntold == TOLD || !find_owner(site, &owner) ||
	    (site->extension && sink_has_reported(out, site->node, from, to)))
		return;
	site->told[site->ntold++] = (struct credential_range){ from, to };
	if (owner.n)
		owner = sink_fmt(out, " of %.*s", STR_FMT(owner));
	if (name.n)
		variable = sink_fmt(out, " in %s%.*s", site->variables ? "variable " : "",
				    STR_FMT(sink_show(out, name)));
	if (site->item) {
		report_secret_span(out, recipe_text_span(site->item, from, to), message,
				   STR_FMT(site->where), STR_FMT(owner), STR_FMT(type),
				   STR_FMT(variable));
		extent(out, site->item->span);
		related_recipe(out, site->item, "");
	} else {
		report_secret(out, site->node, from, to, message, STR_FMT(site->where),
			      STR_FMT(owner), STR_FMT(type), STR_FMT(variable));
		if (!span_is_none(site->extent))
			extent(out, site->extent);
	}
	evidence(out, name.n ? name : site->where);
}

/* The value without its quotes, as a range of the text. */
static struct credential_range whole(struct str text)
{
	struct str value = str_trim(text);

	if (value.n >= 2 && (value.p[0] == '"' || value.p[0] == '\'') &&
	    value.p[value.n - 1] == value.p[0])
		value = str_slice(value, 1, value.n - 1);
	if (!value.n)
		return (struct credential_range){ 0, text.n };
	return (struct credential_range){ (size_t)(value.p - text.p),
					  (size_t)(value.p - text.p) + value.n };
}

/* The name and the value decide; true: they are told, or no secret whatever the form.  *has_form: the
   form may give one away. */
static bool judge_named(struct site *site, struct str name, bool *has_form)
{
	struct credential_question question = {
		.name = name, .value = site->text, .known = true, .view = CREDENTIAL_SHIPPED
	};
	struct credential_verdict verdict = credential_judge(site->credentials, &question);
	struct credential_range range = whole(site->text);
	bool strict = sink_preset(site->out) == PRESET_STRICT;

	*has_form = verdict.reason != CREDENTIAL_NOT;
	if (str_eq(verdict.match.type, STR("password-hash"))) {
		if (strict && credential_name_hides(name))
			tell(site, name, verdict.match.label, range.from, range.to);
		return true;
	}
	if (verdict.reason == CREDENTIAL_NOT && strict && credential_name_hides(name) &&
	    credential_is_placeholder(site->text) && !credential_is_nothing(site->text)) {
		tell(site, name, STR("weak default"), range.from, range.to);
		return true;
	}
	if (verdict.reason != CREDENTIAL_BY_NAME)
		return false;
	if (verdict.match.type.n)
		tell(site, name, verdict.match.label, verdict.match.from, verdict.match.to);
	else
		tell(site, name, STR("credential"), range.from, range.to);
	return true;
}

/* Every secret in bytes [from, to) that its form gives away. */
static void judge_forms(struct site *site, struct str name, size_t from, size_t to, unsigned depth)
{
	struct credential_match match;

	if (depth == DEPTH || !credential_value(site->credentials, str_slice(site->text, from, to),
						CREDENTIAL_SHIPPED, &match))
		return;
	tell(site, name, match.label, from + match.from, from + match.to);
	judge_forms(site, name, from, from + match.from, depth + 1);
	judge_forms(site, name, from + match.to, to, depth + 1);
}

/* Words that stand in for one, as in `SECRET_KEY_BASE=precompile rails ...`, and what code calls
   one, `process.env.TOKEN`. */
static bool is_word(struct str value)
{
	bool dotted = str_find_byte(value, '.', 0) != STR_NPOS;

	for (size_t i = 0; i < value.n; i++) {
		char c = value.p[i];

		if ((c < 'a' || c > 'z') && c != '-' && c != '_' && c != '.' &&
		    !(dotted && c >= 'A' && c <= 'Z'))
			return false;
	}
	return true;
}

/* NAME=value inside of the text */
static void judge_given(void *context, struct str name, size_t from, size_t to)
{
	struct site *site = context;
	struct str value = str_slice(site->text, from, to);
	struct credential_question question = {
		.name = name, .value = value, .known = true, .view = CREDENTIAL_SHIPPED
	};
	struct credential_verdict verdict;
	bool variables = site->variables;

	if (is_word(value))
		return;
	verdict = credential_judge(site->credentials, &question);
	if (verdict.reason == CREDENTIAL_NOT || str_eq(verdict.match.type, STR("password-hash")))
		return;
	/* the name is one of the text's own, whatever the text is the value of */
	site->variables = false;
	tell(site, name, verdict.match.type.n ? verdict.match.label : STR("credential"), from, to);
	site->variables = variables;
}

/* "username=app,password=..." in one text: each name in it decides. */
static void judge_options(struct site *site)
{
	struct str rest = site->text;

	while (rest.p) {
		struct str value = str_cut(&rest, ','), name = str_cut(&value, '=');

		if (value.n && credential_name_is_secret(name)) {
			struct credential_question question = { .name = name,
								.value = value,
								.known = true,
								.view = CREDENTIAL_SHIPPED };
			size_t from = (size_t)(value.p - site->text.p);

			if (credential_judge(site->credentials, &question).reason != CREDENTIAL_NOT)
				tell(site, name, STR("credential"), from, from + value.n);
		}
	}
}

/* A name is given where the file gives one: NAME=value, a key.  What a reference is a part of is no
   literal: there the form decides alone. */
static void judge_text(struct site *site, struct str name, bool refers)
{
	bool lines, has_form = true;

	site->ntold = 0;
	if (str_eq(name, STR("o")))
		judge_options(site);
	if (name.n && !refers && (!site->lists_names || credential_name_is_secret(name)) &&
	    judge_named(site, name, &has_form))
		return;
	if (has_form)
		judge_forms(site, name, 0, site->text.n, 0);
	/* a file of settings or a script may be the value of a variable and the word of a command */
	lines = str_find_byte(str_trim(site->text), '\n', 0) != STR_NPOS;
	if (!site->variables || lines)
		credential_each_given(site->text, site->settings, judge_given, site);
	if (lines && !site->settings)
		credential_each_given(site->text, true, judge_given, site);
}

/* ---- trees ---- */

/* The name that a value has: the last part of "app.db.password". */
static struct str last_part(struct str name)
{
	size_t dot = str_rfind_byte(name, '.');

	return dot == STR_NPOS ? name : str_slice(name, dot + 1, name.n);
}

static void judge_scalar(struct site *site, const struct node *node, struct str name)
{
	bool refers;

	if (span_is_none(node->span))
		return;
	site->node = node;
	site->text = sink_literal(site->out, node, &refers);
	judge_text(site, last_part(name), refers);
}

/* -u user:password */
static void judge_pair(struct site *site, const struct node *node)
{
	size_t from = credential_password_of_pair(node_text(node));
	struct str password = str_slice(node_text(node), from, node_text(node).n);

	if (!from || node->nparts || credential_is_quantity(password) ||
	    credential_is_placeholder(password) || credential_is_only_references(password))
		return;
	site->node = node;
	site->text = node_text(node);
	site->ntold = 0;
	tell(site, STR(""), STR("password on a command line"), from, site->text.n);
}

static void judge_tree(struct site *site, const struct node *node, struct str name);

/* A word may be the value of the flag before it. */
static void judge_items(struct site *site, const struct node *list)
{
	struct str before = STR("");

	for (size_t i = 0; i < list->count; i++) {
		const struct node *item = list->in.items[i];
		struct str flag = credential_flag(before);

		/* a flag in its place: the one before has no value */
		if (str_starts(node_text(item), STR("-")) ||
		    credential_is_owned_reference(node_text(node_written(item))))
			flag = STR("");
		if (credential_takes_user(before))
			judge_pair(site, item);
		judge_tree(site, item, credential_name_is_secret(flag) ? flag : STR(""));
		before = node_text(item);
	}
}

static void judge_tree(struct site *site, const struct node *node, struct str name)
{
	if (!node || str_eq(name, STR("x-compose-lint")) || str_eq(name, STR("dockerfile_inline")))
		return;
	if (node->kind == NODE_SEQUENCE)
		judge_items(site, node);
	for (size_t i = 0; node->kind == NODE_MAPPING && i < node->count; i++)
		judge_tree(site, node->in.pairs[i].value, node->in.pairs[i].key->text);
	if (node_is_scalar(node) && node->kind == NODE_STRING && node->style != STYLE_MADE)
		judge_scalar(site, node, name);
}

/* Of a mapping, the x- keys. */
static void judge_extensions(struct site *site, const struct node *mapping)
{
	site->where = STR("an extension");
	site->extension = true;
	for (size_t i = 0; mapping && mapping->kind == NODE_MAPPING && i < mapping->count; i++)
		if (str_starts(mapping->in.pairs[i].key->text, STR("x-")))
			judge_tree(site, mapping->in.pairs[i].value,
				   mapping->in.pairs[i].key->text);
}

/* ---- places ---- */

static void judge_entry(struct site *site, const struct environment_entry *entry)
{
	/* a value of an env file is where it belongs, one that .env supplies too; an ENV is among
	   the texts of the Dockerfile */
	if (entry->origin != ENVIRONMENT_SERVICE || entry->bare || !entry->value)
		return;
	site->extent = environment_extent(entry);
	judge_scalar(site, entry->value, entry->name);
	site->extent = SPAN_NONE;
}

static void judge_hooks(struct site *site, const struct node *hooks)
{
	for (size_t i = 0; hooks && hooks->kind == NODE_SEQUENCE && i < hooks->count; i++) {
		site->where = STR("a hook");
		judge_tree(site, node_get(hooks->in.items[i], STR("command")), STR(""));
		site->where = STR("environment of a hook");
		judge_tree(site, node_get(hooks->in.items[i], STR("environment")), STR(""));
	}
}

static void judge_dockerfile(struct site *site, const struct recipe *recipe)
{
	for (size_t i = 0; recipe && i < recipe->ntexts; i++) {
		const struct recipe_item *item = &recipe->texts[i];
		bool label = str_eq(item->what, STR("LABEL"));
		bool refers = str_find_byte(item->content, '$', 0) != STR_NPOS;

		site->item = item;
		site->where = item->what;
		site->text = item->content;
		site->settings = item->form == RECIPE_SETTINGS;
		site->variables = str_eq(item->what, STR("ARG")) || str_eq(item->what, STR("ENV"));
		site->lists_names = !site->variables;
		judge_text(site, label ? last_part(item->text) : item->text, refers);
	}
}

static void service(const struct service *service, struct sink *out)
{
	static const struct {
		struct str key, where;
	} fields[] = {
		{ STR_INIT("command"), STR_INIT("command") },
		{ STR_INIT("entrypoint"), STR_INIT("entrypoint") },
		{ STR_INIT("labels"), STR_INIT("a label") },
		{ STR_INIT("annotations"), STR_INIT("an annotation") },
		{ STR_INIT("healthcheck"), STR_INIT("the health check") },
		{ STR_INIT("logging"), STR_INIT("the logging") },
		{ STR_INIT("provider"), STR_INIT("the provider") },
		{ STR_INIT("storage_opt"), STR_INIT("an option") },
	};
	const struct node *build = service_field(service, STR("build"));
	struct site site = { .service = service,
			     .where = STR("environment"),
			     .variables = true,
			     .credentials = service->project->credentials,
			     .out = out };

	for (size_t i = 0; i < service->environment->count; i++)
		judge_entry(&site, &service->environment->all[i]);
	site.variables = false;
	judge_hooks(&site, service_field(service, STR("post_start")));
	judge_hooks(&site, service_field(service, STR("pre_stop")));
	site.where = STR("the build");
	judge_tree(&site, build, STR(""));
	site.lists_names = true;
	for (size_t i = 0; i < sizeof(fields) / sizeof(*fields); i++) {
		site.where = fields[i].where;
		judge_tree(&site, service_field(service, fields[i].key), STR(""));
	}
	site.where = STR("a label");
	judge_tree(&site, node_get(service_field(service, STR("deploy")), STR("labels")), STR(""));
	judge_extensions(&site, service->node);
	site.extension = false;
	judge_dockerfile(&site, service->recipe);
}

static void judge_resources(struct site *site, struct resources resources, struct str where,
			    struct str key)
{
	site->where = where;
	for (size_t i = 0; i < resources.count; i++)
		judge_tree(site, node_get(resources.all[i].node, key), STR(""));
}

/* An env file that git tracks keeps no secret. */
static void judge_tracked(struct site *site, const struct tracked_lines *lines)
{
	site->where = STR("an env file that git tracks");
	site->variables = true;
	site->lists_names = site->extension = false;
	for (size_t i = 0; lines && i < lines->count; i++)
		judge_scalar(site, lines->all[i].value, lines->all[i].name);
}

static void project(const struct project *project, struct sink *out)
{
	struct site site = { .credentials = project->credentials,
			     .lists_names = true,
			     .settings = true,
			     .out = out };

	judge_resources(&site, project->volumes, STR("an option of a volume"), STR("driver_opts"));
	judge_resources(&site, project->networks, STR("an option of a network"),
			STR("driver_opts"));
	judge_resources(&site, project->networks, STR("an option of a network"), STR("ipam"));
	judge_resources(&site, project->volumes, STR("a label"), STR("labels"));
	judge_resources(&site, project->networks, STR("a label"), STR("labels"));
	judge_resources(&site, project->configs, STR("a config"), STR("content"));
	judge_extensions(&site, project->model);
	judge_tracked(&site, project->tracked);
}
