/* SPDX-License-Identifier: MIT */
/*
 * Names in the order in which they were added, found by a sorted index.
 *
 * No hash: so no seed, no collisions to fear, and output that is always in the
 * same order.  A table borrows names and values and lives in an arena; adding
 * never fails.  Lookups sort the index when names were added since the last
 * one, so a table is best filled first and asked afterwards.  Of a table that is
 * asked only a few times most names are never sorted: a lookup may write to it
 * until table_sorted() has put all in order, which must come before threads share
 * a table.
 */
#ifndef BASE_TABLE_H
#define BASE_TABLE_H

#include "base/str.h"

struct table_entry {
	struct str name;
	void *value;
	/* of one in the index: bytes of the name behind what all names share, as a number: most names
	   differ in them */
	uint64_t start;
};

struct table {
	struct arena *arena;
	struct table_entry *entries; /* in the order of addition */
	size_t count, capacity;
	uint32_t *sorted; /* positions in entries, by name: a long run and behind it a short one */
	size_t nsorted;   /* of the long run */
	size_t nindexed;  /* of both; entries behind are not in it yet */
	size_t shared;    /* first bytes that all names in the index begin with: paths have many */
	size_t sorted_capacity;
	size_t nwalks; /* lookups since names were indexed that walked all that are not */
};

/* Room for so many entries more: a long table that grows step by step leaves copies behind. */
void table_expect(struct table *table, size_t more);
/* Does not look for an entry of that name: the caller knows, or wants both. */
void table_add(struct table *table, struct str name, void *value);
/* The value of the last entry of that name, or NULL. */
void *table_get(struct table *table, struct str name);
/* Adds, or replaces the value of the entry of that name in its place. */
void table_set(struct table *table, struct str name, void *value);

/* The positions of the entries in the order of their names; lives in the table's arena. */
const uint32_t *table_sorted(struct table *table);

#endif
