/* SPDX-License-Identifier: MIT */
/*
 * What is known of a list from the documents before.
 *
 * Compose looks through a whole list again after each document that appends to
 * it.  Its leading items are the same nodes as before, so that what was found
 * out about them holds: their keys in the unicity pass, that the schema takes
 * them, and what would be another item like one of them.  A list that grows by
 * many documents so costs what they add.
 *
 * A list has this behind node.settled, and a copy of it too; settled_of() looks
 * whether it speaks of the list.  The stages that find something out note it
 * here.  Lives in the run arena; nothing fails.
 */
#ifndef MODEL_SETTLED_H
#define MODEL_SETTLED_H

#include "base/node.h"
#include "base/table.h"

enum { SETTLED_FEWEST = 16 }; /* shorter lists are looked through again */

struct settled {
	struct arena *arena;
	const struct node **items; /* in canonical form, no two with one key */
	size_t count, capacity;
	size_t checked;          /* leading ones that the schema has taken */
	struct table keys;       /* those of the unicity pass */
	struct table identities; /* of the checked ones: equal text, equal item */
};

struct settled *settled_new(struct arena *arena);
/* NULL: nothing is known of the list's items as they are now. */
struct settled *settled_of(const struct node *list);
/* `key` without text (p NULL): it has none. */
void settled_add(struct settled *settled, const struct node *item, struct str key);
/* Whether an item with this key stands in the table; `table` is one of the two. */
bool settled_has(struct table *table, struct str key);
void settled_note(struct table *table, struct str key);

#endif
