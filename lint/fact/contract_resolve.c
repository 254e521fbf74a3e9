/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/contract_part.h"
#include "fact/declared.h"

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

const struct node *contract_entry(const struct node *part, struct str name)
{
	if (!part || part->kind == NODE_NULL)
		return NULL;
	if (part->kind == NODE_MAPPING) {
		const struct pair *pair = node_pair(part, name);

		return pair ? pair->key : NULL;
	}
	if (part->kind != NODE_SEQUENCE)
		return str_eq(node_text(part), name) ? part : NULL;
	for (size_t i = 0; i < part->count; i++)
		if (str_eq(node_text(part->in.items[i]), name))
			return part->in.items[i];
	return NULL;
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

const struct contract *contract_resolve(struct lint *lint, const struct project *project,
					const struct service *service)
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
	if (declared->reaches)
		contract_compare_reaches(&making, declared->reaches);
	if (declared->holds)
		contract_compare_holds(&making, declared->holds);
	contract = ARENA_NEW(&lint->run, struct contract);
	*contract = (struct contract){ making.beyond.all, making.unmet.all, making.beyond.count,
				       making.unmet.count };
	return contract;
}
