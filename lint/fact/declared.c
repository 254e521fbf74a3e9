/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/declared.h"

#include "base/utf8.h"
#include "fact/setting.h"

static const struct str extension = STR_INIT("x-compose-lint");

static bool is_text(const struct node *node, struct str text)
{
	return str_eq(node_text(node), text);
}

/* ---- services ---- */

/* What a declaration of the files may say where they are not trusted: what adds findings. */
static const struct node *trusted(const struct settings *settings, struct str key,
				  const struct node *value)
{
	if (!settings || !settings->distrusts_files)
		return value;
	if (str_eq(key, STR("role")))
		return is_text(value, STR("agent")) ? value : NULL;
	if (str_eq(key, STR("workspace")))
		return is_text(value, STR("none")) ? NULL : value;
	if (str_eq(key, STR("egress")) || str_eq(key, STR("disposable")) ||
	    str_eq(key, STR("ignore")))
		return NULL;
	return value;
}

struct found {
	const struct settings *settings;
	const struct node *given;  /* by the configuration; NULL */
	const struct node *inside; /* by the Compose files; NULL */
};

static const struct node *ask(const struct found *found, struct str key)
{
	const struct node *value = node_get(found->given, key);

	return value ? value : trusted(found->settings, key, node_get(found->inside, key));
}

const struct declared *declared_resolve(struct lint *lint, const struct project *project,
					const struct service *service)
{
	const struct setting_request request = { .lint = lint };
	const struct node *node = service_field(service, extension);
	struct declared *declared = ARENA_NEW(&lint->run, struct declared);
	struct found found = { .settings = project->settings };

	if (node)
		found.inside = setting_check(&request, setting_of_service(), node);
	if (found.settings)
		found.given = node_get(found.settings->services, service->name);
	if (!found.inside && !found.given)
		return declared;
	declared->role = ask(&found, STR("role"));
	declared->workspace = ask(&found, STR("workspace"));
	declared->egress = ask(&found, STR("egress"));
	declared->disposable = ask(&found, STR("disposable"));
	declared->sees = ask(&found, STR("sees"));
	declared->reaches = ask(&found, STR("reaches"));
	declared->holds = ask(&found, STR("holds"));
	declared->ignore = ask(&found, STR("ignore"));
	return declared;
}

bool declared_is_filtered(const struct declared *declared)
{
	return declared && is_text(declared->egress, STR("filtered"));
}

/* ---- networks ---- */

const struct node *declared_internal(struct lint *lint, const struct project *project,
				     const struct resource *network)
{
	const struct setting_request request = { .lint = lint };
	const struct settings *settings = project->settings;
	const struct node *given = settings ? node_get(settings->networks, network->name) : NULL;
	const struct node *node = node_get(network->node, extension), *inside = NULL;

	if (node)
		inside = setting_check(&request, setting_of_network(), node);
	if (node_get(given, STR("internal")))
		return node_get(given, STR("internal"));
	return settings && settings->distrusts_files ? NULL : node_get(inside, STR("internal"));
}

/* ---- what nobody reads ---- */

static void say_misplaced(struct lint *lint, const struct node *mapping)
{
	const struct pair *pair = node_pair(mapping, extension);

	if (pair)
		notice_add(lint, NOTICE_MISTAKE, pair->key->span,
			   "x-compose-lint does not count here; it belongs into a service or a "
			   "network");
}

/* "x-compose-lnt": Compose ignores it, and so would we. */
static void say_misspelt(struct lint *lint, const struct node *mapping)
{
	for (size_t i = 0; mapping && mapping->kind == NODE_MAPPING && i < mapping->count; i++) {
		const struct node *key = mapping->in.pairs[i].key;
		struct builder b = { .arena = &lint->run };

		if (!str_starts(key->text, STR("x-")) || str_eq(key->text, extension) ||
		    str_distance(key->text, extension) > 2)
			continue;
		utf8_add_visible(&b, key->text, 60);
		notice_add(lint, NOTICE_REMARK, key->span,
			   "'%.*s' means nothing to compose-lint; did you mean 'x-compose-lint'?",
			   STR_FMT(builder_str(&b)));
	}
}

static void look_into(struct lint *lint, struct resources resources, bool may_declare)
{
	for (size_t i = 0; i < resources.count; i++) {
		say_misspelt(lint, resources.all[i].node);
		if (!may_declare)
			say_misplaced(lint, resources.all[i].node);
	}
}

void declared_find_misplaced(struct lint *lint, const struct project *project)
{
	say_misplaced(lint, project->model);
	say_misspelt(lint, project->model);
	look_into(lint, project->networks, true);
	look_into(lint, project->volumes, false);
	look_into(lint, project->secrets, false);
	look_into(lint, project->configs, false);
	for (size_t i = 0; i < project->networks.count; i++)
		declared_internal(lint, project, &project->networks.all[i]);
	for (size_t i = 0; i < project->nservices; i++) {
		const struct node *node = project->services[i].node;

		say_misspelt(lint, node);
		for (size_t k = 0; node->kind == NODE_MAPPING && k < node->count; k++)
			if (!str_starts(node->in.pairs[k].key->text, STR("x-")))
				say_misplaced(lint, node->in.pairs[k].value);
	}
}

/* ---- options of rules ---- */

size_t declared_option(struct lint *lint, const struct project *project, struct str rule,
		       struct str option, const struct str *defaults, size_t ndefaults,
		       const struct str **texts)
{
	const struct settings *settings = project->settings;
	const struct node *given = settings ? node_get(settings->rules, rule) : NULL;

	return setting_texts_over(&lint->run, given, option, defaults, ndefaults, texts);
}
