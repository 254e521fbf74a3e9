/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "base/table.h"

#include <string.h>

#include "base/arena.h"

void table_add(struct table *table, struct str name, void *value)
{
	table->entries = arena_grow(table->arena, table->entries, table->count, &table->capacity,
				    sizeof(*table->entries));
	table->entries[table->count++] = (struct table_entry){ name, value };
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

/* Where in a run the first position stands that does not come before `entry`. */
static size_t place_of(const struct table *table, const uint32_t *run, size_t count, uint32_t entry)
{
	size_t low = 0;

	while (low < count) {
		size_t middle = low + (count - low) / 2;

		if (comes_before(table, run[middle], entry))
			low = middle + 1;
		else
			count = middle;
	}
	return low;
}

/* The same, from behind: names often come in order, and their places are near the end. */
static size_t last_place_of(const struct table *table, const uint32_t *run, size_t count,
			    uint32_t entry)
{
	size_t step = 1, low;

	while (step <= count && comes_before(table, entry, run[count - step])) {
		count -= step;
		step *= 2;
	}
	low = step <= count ? count - step : 0;
	return low + place_of(table, run + low, count - low, entry);
}

/* Merges the short run into the long one; what lies between two names moves as one. */
static void join_runs(struct table *table)
{
	size_t end = table->nsorted, left = table->nindexed - end;
	uint32_t *run = ARENA_ARRAY(table->arena, left, uint32_t);

	memcpy(run, table->sorted + end, left * sizeof(*run));
	for (; left; left--) {
		size_t at = last_place_of(table, table->sorted, end, run[left - 1]);

		memmove(table->sorted + at + left, table->sorted + at, (end - at) * sizeof(*run));
		table->sorted[at + left - 1] = run[left - 1];
		end = at;
	}
	table->nsorted = table->nindexed;
}

/*
 * Brings the names that were added since the last lookup into the index.  Few
 * new names go into the short run one by one, which joins the long one when it
 * has grown to its square root, so that neither moves much; many are sorted
 * together with all.
 */
static void update_index(struct table *table)
{
	size_t added = table->count - table->nindexed;

	while (table->sorted_capacity < table->count)
		table->sorted = arena_grow(table->arena, table->sorted, table->sorted_capacity,
					   &table->sorted_capacity, sizeof(*table->sorted));
	if (added > 4 && added > table->nindexed / 2) {
		for (size_t i = 0; i < table->count; i++)
			table->sorted[i] = (uint32_t)i;
		heap_sort(table, table->sorted, table->count);
		table->nsorted = table->nindexed = table->count;
		return;
	}
	while (table->nindexed < table->count) {
		uint32_t entry = (uint32_t)table->nindexed;
		uint32_t *run = table->sorted + table->nsorted;
		size_t length = table->nindexed - table->nsorted;
		size_t at = place_of(table, run, length, entry);

		memmove(run + at + 1, run + at, (length - at) * sizeof(*run));
		run[at] = entry;
		table->nindexed++;
		length++;
		if (length > 64 && length * length > 2 * table->nsorted)
			join_runs(table);
	}
}

/* The last entry of this name in a run, or NULL. */
static struct table_entry *find_in(const struct table *table, const uint32_t *run, size_t count,
				   struct str name)
{
	size_t low = 0, high = count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (str_cmp(table->entries[run[middle]].name, name) <= 0)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == 0 || !str_eq(table->entries[run[low - 1]].name, name))
		return NULL;
	return &table->entries[run[low - 1]];
}

static struct table_entry *find(struct table *table, struct str name)
{
	struct table_entry *entry;

	if (table->count <= 8) {
		for (size_t i = table->count; i > 0; i--)
			if (str_eq(table->entries[i - 1].name, name))
				return &table->entries[i - 1];
		return NULL;
	}
	if (table->nindexed < table->count)
		update_index(table);
	/* what stands in the short run was added later */
	entry = find_in(table, table->sorted + table->nsorted, table->nindexed - table->nsorted,
			name);
	return entry ? entry : find_in(table, table->sorted, table->nsorted, name);
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
	if (table->nindexed < table->count)
		update_index(table);
	if (table->nsorted < table->nindexed)
		join_runs(table);
	return table->sorted;
}
