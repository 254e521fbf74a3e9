/* SPDX-License-Identifier: MIT */
/* The contract that a service, as it is, would keep to the letter. */
#include "config.h"

#include "base/arena.h"
#include "fact/contract_part.h"

struct str contract_part_name(enum contract_part part)
{
	static const struct str names[] = { STR_INIT("sees"), STR_INIT("reaches"),
					    STR_INIT("holds") };

	return names[part];
}

struct contract_draft_entry *contract_need(struct contract_drafting *to, struct str name,
					   struct span place)
{
	struct contract_draft_entry *entry = table_get(&to->entries, name);

	if (!entry) {
		entry = ARENA_NEW(&to->lint->run, struct contract_draft_entry);
		entry->need.name = name;
		table_add(&to->entries, name, entry);
	}
	if (!span_is_none(place)) {
		entry->places = arena_grow(&to->lint->run, entry->places, entry->need.nplaces,
					   &entry->places_capacity, sizeof(*entry->places));
		entry->places[entry->need.nplaces++] = place;
	}
	return entry;
}

void contract_need_port(struct contract_drafting *to, struct contract_draft_entry *entry,
			struct contract_range range)
{
	for (size_t i = 0; i < entry->need.nports; i++)
		if (entry->ports[i].low == range.low && entry->ports[i].high == range.high)
			return;
	entry->ports = arena_grow(&to->lint->run, entry->ports, entry->need.nports,
				  &entry->ports_capacity, sizeof(*entry->ports));
	entry->ports[entry->need.nports++] = range;
}

void contract_leave_open(struct contract_drafting *to, const struct node *node)
{
	to->open = arena_grow(&to->lint->run, to->open, to->nopen, &to->open_capacity,
			      sizeof(*to->open));
	to->open[to->nopen++] = node;
}

const struct contract_draft *contract_draft(struct lint *lint, const struct project *project,
					    const struct service *service)
{
	static void (*const makers[CONTRACT_PARTS])(struct contract_drafting *) = {
		contract_draft_sees, contract_draft_reaches, contract_draft_holds
	};
	struct contract_drafting making = { .lint = lint, .project = project, .service = service };
	struct contract_draft *draft = ARENA_NEW(&lint->run, struct contract_draft);

	for (unsigned part = 0; part < CONTRACT_PARTS; part++) {
		struct contract_need *all;
		const uint32_t *order;

		making.entries = (struct table){ .arena = &lint->run };
		makers[part](&making);
		all = ARENA_ARRAY(&lint->run, making.entries.count, struct contract_need);
		order = table_sorted(&making.entries);
		for (size_t i = 0; i < making.entries.count; i++) {
			struct contract_draft_entry *entry = making.entries.entries[order[i]].value;

			entry->need.ports = entry->ports;
			entry->need.places = entry->places;
			all[i] = entry->need;
		}
		draft->parts[part].all = all;
		draft->parts[part].count = making.entries.count;
	}
	draft->open = making.open;
	draft->nopen = making.nopen;
	return draft;
}
