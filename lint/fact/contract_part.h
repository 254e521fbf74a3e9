/* SPDX-License-Identifier: MIT */
/*
 * What the three parts of a contract share while they are compared.  Serves
 * fact/contract_resolve.c and the modules of the parts alone.
 */
#ifndef FACT_CONTRACT_PART_H
#define FACT_CONTRACT_PART_H

#include "base/table.h"
#include "fact/contract.h"

struct contract_items {
	struct lint *lint;
	struct contract_item *all;
	size_t count, capacity;
};

struct contract_making {
	struct lint *lint;
	const struct project *project;
	const struct service *service;
	struct contract_items beyond, unmet;
	size_t looked; /* at names that may be meant */
};

/* A draft while it is made. */
struct contract_draft_entry {
	struct contract_need need;
	struct contract_range *ports;
	struct span *places;
	size_t ports_capacity, places_capacity;
};

struct contract_drafting {
	struct lint *lint;
	const struct project *project;
	const struct service *service;
	struct table entries; /* of the part that is being made -> struct contract_draft_entry */
	const struct node **open;
	size_t nopen, open_capacity;
};

/* The entry of that name, made where there is none, with one place more (none: no place). */
struct contract_draft_entry *contract_need(struct contract_drafting *to, struct str name,
					   struct span place);
void contract_need_port(struct contract_drafting *to, struct contract_draft_entry *entry,
			struct contract_range range);
void contract_leave_open(struct contract_drafting *to, const struct node *node);

/* False: enough names were looked at for what may be meant by those that are not there. */
bool contract_may_look(struct contract_making *to);

struct contract_item *contract_add(struct contract_items *to, struct contract_item item);
/* One name more that the node brings; the same one twice in a row is one. */
void contract_add_name(struct contract_item *item, struct str name);

/* The entries of a part, by name, for contract_compare_... alone: name -> const struct node, the
   first of it. */
struct table contract_entries(struct contract_making *to, const struct node *part);

/* Where items are, by the address of the node that brings them. */
struct contract_places {
	struct arena *arena;
	struct table by_node; /* -> size_t, the number of the item */
};

struct contract_places contract_places(struct contract_making *to);
/* What this node brings will be the item of that number; NULL is no place. */
void contract_places_note(struct contract_places *places, const struct node *at, size_t number);
/* The item that was noted for the node; else this one, which is added and noted. */
struct contract_item *contract_item_at(struct contract_items *items, struct contract_places *places,
				       const struct node *at, struct contract_item item);

/* contract_sees.c, contract_reaches.c, contract_holds.c */
void contract_compare_sees(struct contract_making *to, const struct node *sees);
void contract_compare_reaches(struct contract_making *to, const struct node *reaches);
void contract_compare_holds(struct contract_making *to, const struct node *holds);
void contract_draft_sees(struct contract_drafting *to);
void contract_draft_reaches(struct contract_drafting *to);
void contract_draft_holds(struct contract_drafting *to);

#endif
