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

/* "agent.role=agent", as short as the roles beside it. */
static void add(struct listing *to, struct str whose, const char *key, struct str value,
		const struct node *at)
{
	to->all = arena_grow(&to->lint->run, to->all, to->count, &to->capacity, sizeof(*to->all));
	to->all[to->count++] = (struct reliance){
		.what = arena_fmt(&to->lint->run, "%.*s.%s%s%.*s", STR_FMT(shown(to, whose)), key,
				  value.n ? "=" : "", STR_FMT(value)),
		.place = at->span,
	};
}

static void add_value(struct listing *to, struct str whose, const char *key,
		      const struct node *value)
{
	if (value)
		add(to, whose, key, shown(to, value->text), value);
}

static void add_service(struct listing *to, const struct service *service)
{
	const struct declared *declared = service->declared;
	const struct node *contract;

	if (!declared)
		return;
	add_value(to, service->name, "role", declared->role);
	add_value(to, service->name, "workspace", declared->workspace);
	add_value(to, service->name, "egress", declared->egress);
	if (node_is_true(declared->disposable))
		add_value(to, service->name, "disposable", declared->disposable);
	contract = declared->sees      ? declared->sees
		   : declared->reaches ? declared->reaches
				       : declared->holds;
	if (contract)
		add(to, service->name, "contract", STR(""), contract);
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
			add_value(&list, network->name, "internal",
				  declared_internal(lint, project, network));
	}
	return (struct reliances){ list.all, list.count };
}
