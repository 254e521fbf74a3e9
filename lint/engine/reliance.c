/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "engine/reliance.h"

#include "base/limits.h"
#include "base/utf8.h"
#include "engine/suppress_comment.h"
#include "fact/credential.h"
#include "fact/declared.h"
#include "fact/setting.h"

struct listing {
	struct lint *lint;
	const struct project *project;
	enum reliance_of of;
	struct reliance *all;
	size_t count, capacity;
};

static struct str shown(const struct listing *to, struct str text)
{
	struct arena *arena = &to->lint->run;
	struct builder b = { .arena = arena };

	utf8_add_visible(&b, credential_mask_text(to->project->credentials, arena, text),
			 LIMIT_QUOTE_COLUMNS);
	return builder_str(&b);
}

/* "agent.role=agent", as short as the roles beside it. */
static void add(struct listing *to, struct str whose, struct str key, struct str value,
		struct span place)
{
	to->all = arena_grow(&to->lint->run, to->all, to->count, &to->capacity, sizeof(*to->all));
	to->all[to->count++] = (struct reliance){
		.what = arena_fmt(&to->lint->run, "%.*s.%.*s%s%.*s", STR_FMT(shown(to, whose)),
				  STR_FMT(key), value.n ? "=" : "", STR_FMT(value)),
		.place = place,
	};
}

static void add_value(struct listing *to, struct str whose, struct str key,
		      const struct node *value)
{
	if (value)
		add(to, whose, key, shown(to, value->text), value->span);
}

/* "CHOWN, SETUID" */
static struct str texts_of(const struct listing *to, const struct node *value)
{
	struct builder b = { .arena = &to->lint->run };
	const struct str *texts;
	size_t count = setting_texts(b.arena, value, &texts);

	for (size_t i = 0; i < count; i++) {
		builder_add(&b, i ? STR(", ") : STR(""));
		builder_add(&b, texts[i]);
	}
	return shown(to, builder_str(&b));
}

static void add_ignored(struct listing *to, struct str whose, const struct node *ignore)
{
	for (size_t i = 0; to->of != RELIANCE_OF_SHEET && ignore && i < ignore->count; i++) {
		const struct node *item = ignore->in.items[i];
		struct suppress_directive directive = { .has_reason = false };

		suppress_read_reason(&to->lint->scratch,
				     str_trim(node_text(node_get(item, STR("reason")))),
				     &directive);
		if (directive.has_reason || to->of != RELIANCE_WITH_REASON)
			add_value(to, whose, STR("ignore"), node_get(item, STR("rule")));
	}
}

static void add_service(struct listing *to, const struct service *service)
{
	const struct declared *declared = service->declared;
	const struct node *contract;

	if (!declared)
		return;
	add_value(to, service->name, STR("role"), declared->role);
	add_value(to, service->name, STR("workspace"), declared->workspace);
	add_value(to, service->name, STR("egress"), declared->egress);
	if (node_is_true(declared->disposable))
		add_value(to, service->name, STR("disposable"), declared->disposable);
	contract = declared->sees      ? declared->sees
		   : declared->reaches ? declared->reaches
				       : declared->holds;
	if (contract)
		add(to, service->name, STR("contract"), STR(""), contract->span);
	add_ignored(to, service->name, declared->ignore);
}

static void add_gateway(struct listing *to, const struct node *gateway)
{
	for (size_t i = 0; gateway && i < gateway->count; i++) {
		const struct pair *pair = &gateway->in.pairs[i];

		add(to, STR("gateway"), pair->key->text, texts_of(to, pair->value),
		    pair->value->span);
	}
}

static void add_rule(struct listing *to, struct str name, const struct node *settings)
{
	struct str whose = arena_fmt(&to->lint->run, "rules.%.*s", STR_FMT(name));

	for (size_t i = 0; i < settings->count; i++) {
		const struct pair *pair = &settings->in.pairs[i];
		bool level = str_eq(pair->key->text, STR("level"));
		bool leaves_out = level || str_eq(pair->key->text, STR("ignore-services"));

		if ((leaves_out && to->of == RELIANCE_OF_SHEET) ||
		    (level && str_eq(node_text(pair->value), STR("error"))))
			continue;
		add(to, whose, pair->key->text, texts_of(to, pair->value), pair->value->span);
	}
}

struct reliances reliances_of(struct lint *lint, const struct project *project, enum reliance_of of)
{
	struct listing list = { .lint = lint, .project = project, .of = of };
	const struct settings *settings = project->settings;

	for (size_t i = 0; i < project->nservices; i++)
		add_service(&list, &project->services[i]);
	for (size_t i = 0; i < project->networks.count; i++) {
		const struct resource *network = &project->networks.all[i];

		/* of a network made here its own `internal` decides */
		if (network->external)
			add_value(&list, network->name, STR("internal"),
				  declared_internal(lint, project, network));
	}
	if (settings)
		add_gateway(&list, settings->gateway);
	for (size_t i = 0; settings && settings->rules && i < settings->rules->count; i++)
		add_rule(&list, settings->rules->in.pairs[i].key->text,
			 settings->rules->in.pairs[i].value);
	return (struct reliances){ list.all, list.count };
}
