/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "engine/reliance.h"

#include "base/limits.h"
#include "base/utf8.h"
#include "fact/credential.h"
#include "fact/declared.h"

struct listing {
	struct lint *lint;
	const struct project *project;
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

static void add(struct listing *to, struct str what, struct str whose, const struct node *at)
{
	to->all = arena_grow(&to->lint->run, to->all, to->count, &to->capacity, sizeof(*to->all));
	to->all[to->count++] = (struct reliance){
		.what = arena_fmt(&to->lint->run, "%.*s of %.*s", STR_FMT(what),
				  STR_FMT(shown(to, whose))),
		.place = at->span,
	};
}

static void add_value(struct listing *to, const char *key, const struct node *value,
		      struct str whose)
{
	if (value)
		add(to, arena_fmt(&to->lint->run, "%s: %.*s", key, STR_FMT(shown(to, value->text))),
		    whose, value);
}

static void add_service(struct listing *to, const struct service *service)
{
	const struct declared *declared = service->declared;
	const struct node *contract;

	if (!declared)
		return;
	add_value(to, "role", declared->role, service->name);
	add_value(to, "workspace", declared->workspace, service->name);
	add_value(to, "egress", declared->egress, service->name);
	if (node_is_true(declared->disposable))
		add_value(to, "disposable", declared->disposable, service->name);
	contract = declared->sees      ? declared->sees
		   : declared->reaches ? declared->reaches
				       : declared->holds;
	if (contract)
		add(to, STR("contract"), service->name, contract);
}

struct reliances reliances_of(struct lint *lint, const struct project *project)
{
	struct listing list = { .lint = lint, .project = project };

	for (size_t i = 0; i < project->nservices; i++)
		add_service(&list, &project->services[i]);
	for (size_t i = 0; i < project->networks.count; i++) {
		const struct resource *network = &project->networks.all[i];

		/* of a network made here its own `internal` decides */
		if (network->external)
			add_value(&list, "internal", declared_internal(lint, project, network),
				  network->name);
	}
	return (struct reliances){ list.all, list.count };
}
