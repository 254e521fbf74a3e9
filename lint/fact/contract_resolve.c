/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "base/limits.h"
#include "fact/contract_part.h"
#include "fact/declared.h"
#include "fact/network.h"

enum {
	/* names of one service that are looked at: the declared ones that are not there times those that
	   are */
	LIMIT_LOOKED_NAMES = 1000 * 1000
};

bool contract_may_look(struct contract_making *to)
{
	return to->looked++ < LIMIT_LOOKED_NAMES;
}

struct contract_item *contract_add(struct contract_items *to, struct contract_item item)
{
	to->all = arena_grow(&to->lint->run, to->all, to->count, &to->capacity, sizeof(*to->all));
	to->all[to->count] = item;
	return &to->all[to->count++];
}

void contract_add_name(struct contract_item *item, struct str name)
{
	if (item->nnames && str_eq(item->last, name))
		return;
	item->last = name;
	if (item->nnames < CONTRACT_NAMED)
		item->names[item->nnames] = name;
	item->nnames++;
}

size_t contract_count(const struct node *part)
{
	if (!part || part->kind == NODE_NULL)
		return 0;
	return part->kind == NODE_MAPPING || part->kind == NODE_SEQUENCE ? part->count : 1;
}

const struct node *contract_entry_at(const struct node *part, size_t position)
{
	if (part->kind == NODE_MAPPING)
		return part->in.pairs[position].key;
	return part->kind == NODE_SEQUENCE ? part->in.items[position] : part;
}

struct table contract_entries(struct contract_making *to, const struct node *part)
{
	struct table entries = { .arena = &to->lint->scratch };
	size_t count = contract_count(part);

	table_expect(&entries, count);
	/* backwards, so that the first of a name is the last one added */
	for (size_t i = count; i > 0; i--) {
		const struct node *entry = contract_entry_at(part, i - 1);

		table_add(&entries, node_text(entry), (void *)(uintptr_t)entry);
	}
	return entries;
}

/* ---- items at one place ---- */

struct contract_places contract_places(struct contract_making *to)
{
	return (struct contract_places){ .arena = &to->lint->scratch,
					 .by_node.arena = &to->lint->scratch };
}

static struct str address_of(const struct node *const *at)
{
	return (struct str){ (const char *)at, sizeof(*at) };
}

void contract_places_note(struct contract_places *places, const struct node *at, size_t number)
{
	size_t *held;

	/* the first one stays */
	if (!at || table_get(&places->by_node, address_of(&at)))
		return;
	held = ARENA_NEW(places->arena, size_t);
	*held = number;
	table_add(&places->by_node, arena_str(places->arena, address_of(&at)), held);
}

struct contract_item *contract_item_at(struct contract_items *items, struct contract_places *places,
				       const struct node *at, struct contract_item item)
{
	const size_t *number = at ? table_get(&places->by_node, address_of(&at)) : NULL;

	if (number)
		return &items->all[*number];
	contract_places_note(places, at, items->count);
	return contract_add(items, item);
}

/* ---- all of a project ---- */

static const struct contract *resolve(struct lint *lint, const struct project *project,
				      const struct service *service, bool reaches)
{
	const struct declared *declared = service->declared;
	struct contract_making making = { .lint = lint,
					  .project = project,
					  .service = service,
					  .beyond.lint = lint,
					  .unmet.lint = lint };
	struct contract *contract;

	if (!declared->sees && !declared->reaches && !declared->holds)
		return NULL;
	if (declared->sees)
		contract_compare_sees(&making, declared->sees);
	if (declared->reaches && reaches)
		contract_compare_reaches(&making, declared->reaches);
	if (declared->holds)
		contract_compare_holds(&making, declared->holds);
	contract = ARENA_NEW(&lint->run, struct contract);
	*contract = (struct contract){ making.beyond.all, making.unmet.all, making.beyond.count,
				       making.unmet.count };
	return contract;
}

/* of LIMIT_PAIRS, for two services by themselves: each neighbour may be an item */
enum { PAIR_COST = 128 };

/* Each contract is compared with all services and their networks.  False: that would be too much,
   which is said. */
static bool may_reach(struct lint *lint, const struct project *project)
{
	uint64_t contracts = 0, ours = 0, networks = 0;
	struct finding *finding;

	for (size_t i = 0; i < project->nservices; i++) {
		const struct service *service = &project->services[i];

		networks += service->networks->count;
		contracts += service->declared->reaches != NULL;
		ours += service->declared->reaches ? service->networks->count : 0;
	}
	if (contracts * (project->nservices * PAIR_COST + networks) + ours * project->nservices <=
	    LIMIT_PAIRS)
		return true;
	finding =
		diag_add(&lint->diag, STR("incomplete-project"), project->services[0].key->span,
			 "the contracts of this project have more neighbours than the limit allows "
			 "to compare them with; what their \"reaches\" leaves out is not judged");
	finding->path = STR("services");
	finding->evidence = STR("contracts");
	finding->cause = CAUSE_LIMIT;
	finding->unseen = true;
	return false;
}

void contract_resolve_all(struct lint *lint, const struct project *project,
			  struct service *services)
{
	bool reaches = may_reach(lint, project);

	for (size_t i = 0; i < project->nservices; i++) {
		services[i].contract = resolve(lint, project, &services[i], reaches);
		arena_reset(&lint->scratch);
	}
}
