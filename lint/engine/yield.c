/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "engine/yield.h"

#include <stdlib.h>

/* A place that a finding speaks of. */
struct spoken {
	struct str owner;
	struct span span;
	uint32_t furthest; /* end of the widest span of this owner and source up to here */
	const struct finding *finding;
};

/*
 * The places in the order of owner, source and start, so that a question reads
 * those around its own place and not all findings of the project.
 */
struct yield_index {
	struct spoken *all;
	size_t count;
	const struct str *rules; /* whose findings yield_is_named() asks for */
	size_t nrules;
};

static int compare(const void *left, const void *right)
{
	const struct spoken *a = left, *b = right;
	int order = str_cmp(a->owner, b->owner);

	return order ? order : span_cmp(a->span, b->span);
}

static bool is_same_text(const struct spoken *a, const struct spoken *b)
{
	return str_eq(a->owner, b->owner) && a->span.source == b->span.source;
}

static void sort(struct yield_index *index)
{
	struct spoken *all = index->all;

	if (index->count)
		qsort(all, index->count, sizeof(*all), compare);
	for (size_t i = 0; i < index->count; i++) {
		all[i].furthest = all[i].span.end;
		if (i && is_same_text(&all[i - 1], &all[i]) &&
		    all[i - 1].furthest > all[i].furthest)
			all[i].furthest = all[i - 1].furthest;
	}
}

static bool overlaps(struct span a, struct span b)
{
	return span_within(a, b) || span_within(b, a);
}

/* No names: any is.  The list may end before with an empty name. */
static bool is_listed(const struct str *names, size_t count, struct str name)
{
	if (!names)
		return true;
	for (size_t i = 0; i < count && names[i].n; i++)
		if (str_eq(names[i], name))
			return true;
	return false;
}

/* Where the first place stands that does not come before this one. */
static size_t position_of(const struct yield_index *index, const struct spoken *place)
{
	size_t low = 0, high = index->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (compare(&index->all[middle], place) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Another rule than that of `but` reports the place, and it is one of these. */
static bool speaks(const struct spoken *place, const struct str *rules, size_t count,
		   const struct finding *but)
{
	return is_listed(rules, count, place->finding->rule) &&
	       !(but && str_eq(place->finding->rule, but->rule));
}

/* One of these rules has a finding for the owner at the span; `but`: whose own rule is none. */
static bool is_spoken_of(const struct yield_index *index, struct str owner, struct span span,
			 const struct str *rules, size_t count, const struct finding *but)
{
	struct spoken wanted = { .owner = owner, .span = span };
	size_t position = position_of(index, &wanted);

	for (size_t i = position; i < index->count; i++) {
		const struct spoken *place = &index->all[i];

		if (!is_same_text(place, &wanted) || place->span.start > span.end)
			break;
		if (overlaps(place->span, span) && speaks(place, rules, count, but))
			return true;
	}
	/* what begins before the span must reach its end */
	for (size_t i = position; i > 0; i--) {
		const struct spoken *place = &index->all[i - 1];

		if (!is_same_text(place, &wanted) ||
		    (place->span.start < span.start && place->furthest < span.end))
			break;
		if (overlaps(place->span, span) && speaks(place, rules, count, but))
			return true;
	}
	return false;
}

/*
 * The findings of the project that are reported.  `owned`: those of rules, from `first` on, by
 * owner; else all alike, also what was found before anything was judged, whose level is still to
 * come.
 */
static struct yield_index index_of(struct lint *lint, size_t first, bool owned)
{
	struct diag *diag = &lint->diag;
	size_t from = first;
	struct yield_index index = { 0 };

	/* the findings of one project follow each other */
	while (!owned && from && diag->findings[from - 1]->project == diag->project)
		from--;
	index.all = ARENA_ARRAY(&lint->scratch, diag->count - from, struct spoken);
	for (size_t i = from; i < diag->count; i++) {
		const struct finding *finding = diag->findings[i];

		if (finding->level == LEVEL_OFF && (owned || finding->graded))
			continue;
		index.all[index.count++] = (struct spoken){
			owned ? finding->owner : STR(""),
			span_is_none(finding->extent) ? finding->span : finding->extent, 0, finding
		};
	}
	sort(&index);
	return index;
}

void yield_findings(struct lint *lint, struct rule_set rules, size_t first)
{
	struct diag *diag = &lint->diag;
	size_t count = diag->count - first;
	/* made when one is asked: few findings are of rules that give way */
	struct yield_index owned = { 0 }, everyone = { 0 };
	/* who gives way still counts for others: decide for all before dropping any */
	bool *dropped = ARENA_ARRAY(&lint->scratch, count, bool);

	for (size_t i = 0; i < count; i++) {
		const struct finding *finding = diag->findings[first + i];
		const struct rule *rule = NULL;

		if (finding->graded && !finding->holds)
			rule = rule_find(rules, finding->rule);
		if (!rule)
			continue;
		if (rule->yields) {
			if (!owned.all)
				owned = index_of(lint, first, true);
			dropped[i] = is_spoken_of(&owned, finding->owner, finding->extent,
						  rule->yields, SIZE_MAX, finding);
		}
		if (rule->yields_to_all) {
			if (!everyone.all)
				everyone = index_of(lint, first, false);
			dropped[i] =
				is_spoken_of(&everyone, STR(""), finding->extent, NULL, 0, finding);
		}
	}
	for (size_t i = 0; i < count; i++)
		if (dropped[i])
			diag->findings[first + i]->level = LEVEL_OFF;
	arena_reset(&lint->scratch);
}

const struct yield_index *yield_index_of(struct lint *lint, const struct str *rules, size_t count,
					 size_t first)
{
	struct diag *diag = &lint->diag;
	struct yield_index *index = ARENA_NEW(&lint->scratch, struct yield_index);

	*index = (struct yield_index){
		.all = ARENA_ARRAY(&lint->scratch, 2 * (diag->count - first), struct spoken),
		.rules = rules,
		.nrules = count,
	};
	for (size_t i = first; rules && i < diag->count; i++) {
		const struct finding *finding = diag->findings[i];

		if (finding->level == LEVEL_OFF || !is_listed(rules, count, finding->rule))
			continue;
		index->all[index->count++] =
			(struct spoken){ STR(""), finding->extent, 0, finding };
		index->all[index->count++] = (struct spoken){ STR(""), finding->span, 0, finding };
	}
	sort(index);
	return index;
}

bool yield_is_named(const struct yield_index *index, struct span span)
{
	return is_spoken_of(index, STR(""), span, index->rules, index->nrules, NULL);
}
