/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "base/table.h"

#include <string.h>

#include "base/arena.h"

enum {
	/* an index of many names costs as much as this many walks through them */
	MANY_NAMES = 64,
	MOST_WALKS = 16
};

void table_expect(struct table *table, size_t more)
{
	table->entries = arena_reserve(table->arena, table->entries, table->count, more,
				       &table->capacity, sizeof(*table->entries));
}

void table_add(struct table *table, struct str name, void *value)
{
	table->entries = arena_grow(table->arena, table->entries, table->count, &table->capacity,
				    sizeof(*table->entries));
	table->entries[table->count++] = (struct table_entry){ .name = name, .value = value };
}

static int compare(const struct table_entry *a, const struct table_entry *b)
{
	if (a->start != b->start)
		return a->start < b->start ? -1 : 1;
	return str_cmp(a->name, b->name);
}

/* Equal names keep the order of addition, so that the last one is found. */
static bool comes_before(const struct table *table, uint32_t a, uint32_t b)
{
	int order = compare(&table->entries[a], &table->entries[b]);

	return order < 0 || (order == 0 && a < b);
}

/* Two sorted runs, one behind the other, into one. */
static void merge_runs(const struct table *table, const uint32_t *left, size_t nleft, size_t nright,
		       uint32_t *to)
{
	const uint32_t *right = left + nleft, *left_end = right, *right_end = right + nright;

	/* names often come in order */
	if (!nright || comes_before(table, right[-1], right[0])) {
		memcpy(to, left, (nleft + nright) * sizeof(*to));
		return;
	}
	while (left < left_end && right < right_end)
		*to++ = comes_before(table, *right, *left) ? *right++ : *left++;
	memcpy(to, left, (size_t)(left_end - left) * sizeof(*to));
	memcpy(to + (left_end - left), right, (size_t)(right_end - right) * sizeof(*to));
}

/* All names anew. */
static void sort_all(struct table *table)
{
	size_t count = table->count;
	uint32_t *from = table->sorted, *to = ARENA_ARRAY(table->arena, count, uint32_t);

	for (size_t i = 0; i < count; i++)
		from[i] = (uint32_t)i;
	for (size_t width = 1; width < count; width *= 2) {
		uint32_t *held = from;

		for (size_t i = 0; i < count; i += 2 * width) {
			size_t left = count - i < width ? count - i : width;
			size_t rest = count - i - left;

			merge_runs(table, from + i, left, rest < width ? rest : width, to + i);
		}
		from = to;
		to = held;
	}
	if (from != table->sorted)
		memcpy(table->sorted, from, count * sizeof(*from));
	table->nsorted = table->nindexed = count;
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

/* At most `n` bytes. */
static size_t bytes_in_common(struct str a, struct str b, size_t n)
{
	size_t same = 0;

	while (same < n && same < a.n && same < b.n && a.p[same] == b.p[same])
		same++;
	return same;
}

static uint64_t start_of(const struct table *table, struct str name)
{
	return str_start(str_slice(name, table->shared, name.n));
}

static bool begins_as_all(const struct table *table, struct str name)
{
	return str_starts(name, str_slice(table->entries[0].name, 0, table->shared));
}

/* Of those that are to come into the index; of all where these share less with them. */
static void note_starts(struct table *table)
{
	struct str first = table->entries[0].name;
	size_t shared = table->nindexed ? table->shared : first.n, from = table->nindexed;

	for (size_t i = from; i < table->count; i++)
		if (!str_starts(table->entries[i].name, str_slice(first, 0, shared)))
			shared = bytes_in_common(first, table->entries[i].name, shared);
	if (shared != table->shared)
		from = 0;
	table->shared = shared;
	for (size_t i = from; i < table->count; i++)
		table->entries[i].start = start_of(table, table->entries[i].name);
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

	table->nwalks = 0;
	note_starts(table);
	table->sorted = arena_reserve(table->arena, table->sorted, table->nindexed, added,
				      &table->sorted_capacity, sizeof(*table->sorted));
	if (added > 4 && added > table->nindexed / 2) {
		sort_all(table);
		return;
	}
	while (table->nindexed < table->count) {
		uint32_t entry = (uint32_t)table->nindexed;
		uint32_t *run = table->sorted + table->nsorted;
		size_t length = table->nindexed - table->nsorted;
		size_t at = last_place_of(table, run, length, entry);

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
				   const struct table_entry *wanted)
{
	size_t low = 0, high = count;

	/* behind all of them, as the next one often is where names come in order */
	if (!count || compare(&table->entries[run[count - 1]], wanted) < 0)
		return NULL;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (compare(&table->entries[run[middle]], wanted) <= 0)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == 0 || !str_eq(table->entries[run[low - 1]].name, wanted->name))
		return NULL;
	return &table->entries[run[low - 1]];
}

/* The last entry of this name from `first` on, or NULL. */
static struct table_entry *find_behind(const struct table *table, size_t first, struct str name)
{
	for (size_t i = table->count; i > first; i--)
		if (str_eq(table->entries[i - 1].name, name))
			return &table->entries[i - 1];
	return NULL;
}

static inline struct table_entry *find_indexed(const struct table *table, struct str name)
{
	struct table_entry *entry, wanted;

	if (!table->nindexed || !begins_as_all(table, name))
		return NULL;
	/* what stands in the short run was added later */
	wanted = (struct table_entry){ .name = name, .start = start_of(table, name) };
	entry = find_in(table, table->sorted + table->nsorted, table->nindexed - table->nsorted,
			&wanted);
	return entry ? entry : find_in(table, table->sorted, table->nsorted, &wanted);
}

/* Walks through many names that are not in the index yet, instead of sorting them. */
static bool may_walk(struct table *table, size_t added)
{
	return added > MANY_NAMES && added > table->nindexed / 2 && table->nwalks++ < MOST_WALKS;
}

static struct table_entry *find(struct table *table, struct str name)
{
	struct table_entry *entry = NULL;

	if (table->count <= 8)
		return find_behind(table, 0, name);
	if (table->nindexed < table->count) {
		if (may_walk(table, table->count - table->nindexed))
			entry = find_behind(table, table->nindexed, name);
		else
			update_index(table);
	}
	return entry ? entry : find_indexed(table, name);
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
