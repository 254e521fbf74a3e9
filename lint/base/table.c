/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "base/table.h"

#include <string.h>

#include "base/arena.h"

void table_add(struct table *table, struct str name, void *value)
{
	table->entries = arena_grow(table->arena, table->entries, table->count,
				    &table->capacity, sizeof(*table->entries));
	table->entries[table->count++] = (struct table_entry){name, value};
}

/* Equal names keep the order of addition, so that the last one is found. */
static bool comes_before(const struct table *table, uint32_t a, uint32_t b)
{
	int order = str_cmp(table->entries[a].name, table->entries[b].name);

	return order < 0 || (order == 0 && a < b);
}

static void sift(const struct table *table, uint32_t *heap, size_t root, size_t count)
{
	for (;;) {
		size_t child = 2 * root + 1;
		uint32_t held;

		if (child >= count)
			return;
		if (child + 1 < count && comes_before(table, heap[child], heap[child + 1]))
			child++;
		if (!comes_before(table, heap[root], heap[child]))
			return;
		held = heap[root];
		heap[root] = heap[child];
		heap[child] = held;
		root = child;
	}
}

static void heap_sort(const struct table *table, uint32_t *positions, size_t count)
{
	for (size_t root = count / 2; root > 0; root--)
		sift(table, positions, root - 1, count);
	for (size_t last = count; last > 1; last--) {
		uint32_t held = positions[0];

		positions[0] = positions[last - 1];
		positions[last - 1] = held;
		sift(table, positions, 0, last - 1);
	}
}

/*
 * Brings the names that were added since the last lookup into the index.  Few
 * new names are put into their places one by one; many are sorted together.
 */
static void update_index(struct table *table)
{
	size_t added = table->count - table->nsorted;

	while (table->sorted_capacity < table->count)
		table->sorted = arena_grow(table->arena, table->sorted, table->sorted_capacity,
					   &table->sorted_capacity, sizeof(*table->sorted));
	if (added > 4) {
		for (size_t i = table->nsorted; i < table->count; i++)
			table->sorted[i] = (uint32_t)i;
		heap_sort(table, table->sorted, table->count);
		table->nsorted = table->count;
		return;
	}
	while (table->nsorted < table->count) {
		uint32_t entry = (uint32_t)table->nsorted;
		size_t low = 0, high = table->nsorted;

		while (low < high) {
			size_t middle = low + (high - low) / 2;

			if (comes_before(table, table->sorted[middle], entry))
				low = middle + 1;
			else
				high = middle;
		}
		memmove(table->sorted + low + 1, table->sorted + low,
			(table->nsorted - low) * sizeof(*table->sorted));
		table->sorted[low] = entry;
		table->nsorted++;
	}
}

static struct table_entry *find(struct table *table, struct str name)
{
	size_t low = 0, high;

	if (table->count <= 8) {
		for (size_t i = table->count; i > 0; i--)
			if (str_eq(table->entries[i - 1].name, name))
				return &table->entries[i - 1];
		return NULL;
	}
	if (table->nsorted < table->count)
		update_index(table);
	high = table->nsorted;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (str_cmp(table->entries[table->sorted[middle]].name, name) <= 0)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == 0 || !str_eq(table->entries[table->sorted[low - 1]].name, name))
		return NULL;
	return &table->entries[table->sorted[low - 1]];
}

void *table_get(struct table *table, struct str name)
{
	struct table_entry *entry = find(table, name);

	return entry ? entry->value : NULL;
}

void table_set(struct table *table, struct str name, void *value)
{
	struct table_entry *entry = find(table, name);

	if (entry)
		entry->value = value;
	else
		table_add(table, name, value);
}

const uint32_t *table_sorted(struct table *table)
{
	if (table->nsorted < table->count)
		update_index(table);
	return table->sorted;
}
