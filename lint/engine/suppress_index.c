/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "engine/suppress_index.h"

#include <stdlib.h>

static int compare(const void *left, const void *right)
{
	const struct suppress_cover *a = left, *b = right;

	if (a->rule != b->rule)
		return a->rule < b->rule ? -1 : 1;
	if (a->span.start != b->span.start)
		return a->span.start < b->span.start ? -1 : 1;
	if (a->span.end != b->span.end)
		return a->span.end > b->span.end ? -1 : 1;
	/* of several about one thing the one with a reason is asked first, then the last one */
	if (a->mark->has_reason != b->mark->has_reason)
		return a->mark->has_reason ? 1 : -1;
	return a->mark < b->mark ? -1 : a->mark > b->mark;
}

static bool is_same(const struct suppress_cover *a, const struct suppress_cover *b)
{
	return a->rule == b->rule && span_eq(a->span, b->span);
}

/* Of several about one thing only the one that is asked first is kept: no way outward is long. */
static size_t drop_doubles(struct suppress_cover *covers, size_t count)
{
	size_t kept = 0;

	for (size_t i = 0; i < count; i++)
		if (i + 1 == count || !is_same(&covers[i], &covers[i + 1]))
			covers[kept++] = covers[i];
	return kept;
}

static void link_outward(struct suppress_cover *covers, size_t count)
{
	for (size_t i = 1; i < count; i++) {
		const struct suppress_cover *around = &covers[i - 1];

		while (around &&
		       (around->rule != covers[i].rule || around->span.end < covers[i].span.end))
			around = around->around;
		covers[i].around = around;
	}
}

struct suppress_index suppress_index_of(struct arena *arena, struct rule_set rules,
					struct suppress_mark *marks, size_t count)
{
	struct suppress_index index = { 0 };

	for (size_t i = 0; i < count; i++)
		index.count += marks[i].nrules;
	index.covers = ARENA_ARRAY(arena, index.count + 1, struct suppress_cover);
	index.count = 0;
	for (size_t i = 0; i < count; i++) {
		if (marks[i].problem.n || span_is_none(marks[i].about))
			continue;
		for (size_t k = 0; k < marks[i].nrules; k++)
			index.covers[index.count++] = (struct suppress_cover){
				rule_position(rules, marks[i].rules[k]->name), marks[i].about,
				&marks[i], &marks[i].used[k], NULL
			};
	}
	if (index.count)
		qsort(index.covers, index.count, sizeof(*index.covers), compare);
	index.count = drop_doubles(index.covers, index.count);
	link_outward(index.covers, index.count);
	return index;
}

/* How many covers come before what is behind this place. */
static size_t count_up_to(const struct suppress_index *index, size_t rule, uint32_t start)
{
	size_t low = 0, high = index->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const struct suppress_cover *cover = &index->covers[middle];

		if (cover->rule < rule || (cover->rule == rule && cover->span.start <= start))
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

const struct suppress_cover *suppress_index_find(const struct suppress_index *index, size_t rule,
						 struct span span, bool reasons)
{
	size_t count = count_up_to(index, rule, span.start);
	const struct suppress_cover *cover = count ? &index->covers[count - 1] : NULL;

	if (cover && cover->rule != rule)
		return NULL;
	while (cover && (!span_within(span, cover->span) || (reasons && !cover->mark->has_reason)))
		cover = cover->around;
	return cover;
}
