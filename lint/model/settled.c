/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "model/settled.h"

#include <string.h>

#include "base/arena.h"

struct settled *settled_new(struct arena *arena)
{
	struct settled *settled = ARENA_NEW(arena, struct settled);

	settled->arena = settled->keys.arena = settled->identities.arena = arena;
	return settled;
}

struct settled *settled_of(const struct node *list)
{
	struct settled *settled = list->kind == NODE_SEQUENCE ? list->settled : NULL;

	if (!settled || settled->count > list->count ||
	    memcmp(settled->items, list->in.items, settled->count * sizeof(*settled->items)) != 0)
		return NULL;
	return settled;
}

void settled_add(struct settled *settled, const struct node *item, struct str key)
{
	settled->items = arena_grow(settled->arena, settled->items, settled->count,
				    &settled->capacity, sizeof(*settled->items));
	settled->items[settled->count++] = item;
	if (key.p)
		settled_note(&settled->keys, key);
}

bool settled_has(struct table *table, struct str key)
{
	return table_get(table, key) != NULL;
}

void settled_note(struct table *table, struct str key)
{
	table_add(table, key, table);
}
