/* SPDX-License-Identifier: MIT */
/* The part `holds` of a contract: names of variables. */
#include "config.h"

#include "base/nearest.h"
#include "base/table.h"
#include "fact/contract_part.h"
#include "fact/credential.h"
#include "model/environment.h"

/* Of what an image sets by itself (HOME, PATH) only what could be a secret is held. */
static bool counts(const struct project *project, const struct environment_entry *entry)
{
	struct credential_match match;

	return entry->origin != ENVIRONMENT_IMAGE || credential_name_hides(entry->name) ||
	       credential_value(project->credentials, node_text(entry->value), CREDENTIAL_HELD,
				&match);
}

/* The variables of an env file stand together, those of others between them. */
static void add_beyond(struct contract_making *to, struct contract_places *places,
		       const struct node *holds, const struct environment_entry *entry)
{
	const struct node *at = environment_place(entry);
	struct contract_item *item =
		contract_item_at(&to->beyond, places, at,
				 (struct contract_item){ .kind = CONTRACT_VARIABLE,
							 .declaration = holds,
							 .at = at,
							 .line = entry->line,
							 .name = entry->name,
							 .entry = entry });

	contract_add_name(item, entry->name);
}

/* What is held and not declared, and may be meant. */
static struct str nearest_held(struct contract_making *to, struct table *declared, struct str name)
{
	const struct environment *environment = to->service->environment;
	struct nearest nearest = { .wanted = name };

	for (size_t i = 0; environment && i < environment->count && contract_may_look(to); i++)
		if (!table_get(declared, environment->all[i].name) &&
		    counts(to->project, &environment->all[i]))
			nearest_offer(&nearest, environment->all[i].name);
	return nearest.name;
}

void contract_compare_holds(struct contract_making *to, const struct node *holds)
{
	const struct environment *environment = to->service->environment;
	struct table declared = contract_entries(to, holds);
	struct table held = { .arena = &to->lint->scratch };
	struct contract_places places = contract_places(to);

	for (size_t i = 0; environment && i < environment->count; i++) {
		const struct environment_entry *entry = &environment->all[i];

		if (!table_get(&declared, entry->name) && counts(to->project, entry))
			add_beyond(to, &places, holds, entry);
	}
	for (size_t i = 0; environment && i < environment->count; i++)
		table_add(&held, environment->all[i].name, to);
	for (size_t i = 0; i < contract_count(holds); i++) {
		const struct node *entry = contract_entry_at(holds, i);

		if (!table_get(&held, entry->text))
			contract_add(&to->unmet,
				     (struct contract_item){
					     .kind = CONTRACT_VARIABLE,
					     .declaration = entry,
					     .name = entry->text,
					     .nearest = nearest_held(to, &declared, entry->text),
				     });
	}
}

void contract_draft_holds(struct contract_drafting *to)
{
	const struct environment *environment = to->service->environment;

	table_expect(&to->entries, environment ? environment->count : 0);
	for (size_t i = 0; environment && i < environment->count; i++) {
		const struct environment_entry *entry = &environment->all[i];
		const struct node *at = environment_place(entry);

		if (counts(to->project, entry))
			contract_need(to, entry->name, at ? at->span : entry->line);
	}
}
