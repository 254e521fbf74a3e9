/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "base/diag.h"

#include <stdarg.h>
#include <stdlib.h>

#include "base/limits.h"
#include "base/utf8.h"

bool diag_is_full(const struct diag *diag)
{
	return diag->count >= LIMIT_FINDINGS;
}

static void keep(struct diag *diag, struct finding *finding)
{
	diag->findings = arena_grow(diag->arena, diag->findings, diag->count, &diag->capacity,
				    sizeof(*diag->findings));
	finding->sequence = (uint32_t)diag->count;
	diag->findings[diag->count++] = finding;
	if (diag->count > diag->most)
		diag->most = diag->count;
}

struct finding *diag_add_text(struct diag *diag, struct str rule, struct span span,
			      struct str message)
{
	bool kept = !diag_is_full(diag);
	struct finding *finding =
		kept || !diag->spare ? ARENA_NEW(diag->arena, struct finding) : diag->spare;

	if (!kept) {
		diag->beyond_limit++;
		diag->spare = finding;
		*finding = (struct finding){ 0 };
	}
	finding->message = message;
	finding->rule = rule;
	finding->level = LEVEL_ERROR;
	finding->span = span;
	finding->owner = finding->path = finding->evidence = finding->shared = STR("");
	finding->project = diag->project;
	if (kept)
		keep(diag, finding);
	return finding;
}

struct finding *diag_add(struct diag *diag, struct str rule, struct span span, const char *format,
			 ...)
{
	struct str message;
	va_list args;

	/* there may be millions */
	if (diag_is_full(diag))
		return diag_add_text(diag, rule, span, STR(""));
	va_start(args, format);
	message = arena_vfmt(diag->arena, format, args);
	va_end(args);
	return diag_add_text(diag, rule, span, message);
}

struct finding **diag_take(struct diag *diag, size_t first, size_t *count)
{
	struct finding **taken = ARENA_ARRAY(diag->arena, diag->count - first, struct finding *);

	*count = diag->count - first;
	for (size_t i = 0; i < *count; i++)
		taken[i] = diag->findings[first + i];
	diag->count = first;
	return taken;
}

void diag_put(struct diag *diag, struct finding **findings, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (!diag_is_full(diag))
			keep(diag, findings[i]);
		else
			diag->beyond_limit++;
	}
}

void diag_related(struct diag *diag, struct finding *finding, enum related_kind kind,
		  struct span span, const char *format, ...)
{
	struct related **at = &finding->related;
	struct related *related = NULL;
	size_t same = 0;
	va_list args;

	if (finding == diag->spare)
		return;
	for (; *at && (*at)->kind <= kind && !related; at = &(*at)->next) {
		if (!span_is_none(span) && span_eq((*at)->span, span))
			related = *at;
		same += (*at)->kind == kind;
	}
	if (related ? related->kind != kind : same >= LIMIT_RELATED)
		return;
	if (!related) {
		related = ARENA_NEW(diag->arena, struct related);
		related->kind = kind;
		related->span = span;
		related->next = *at;
		*at = related;
	}
	va_start(args, format);
	related->message = arena_vfmt(diag->arena, format, args);
	va_end(args);
}

void diag_path_key(struct builder *path, struct str key)
{
	if (path->n)
		builder_byte(path, '.');
	utf8_add_visible(path, key, LIMIT_QUOTE_COLUMNS);
}

void diag_path_item(struct builder *path, size_t position)
{
	builder_fmt(path, "[%zu]", position);
}

/* Of one project. */
static int compare(const void *left, const void *right)
{
	const struct finding *a = *(const struct finding *const *)left;
	const struct finding *b = *(const struct finding *const *)right;
	int order;

	if (a->rank != b->rank)
		return a->rank < b->rank ? -1 : 1;
	if (a->span.source == b->span.source && a->span.start != b->span.start)
		return a->span.start < b->span.start ? -1 : 1;
	order = span_cmp(a->span, b->span);
	if (!order)
		order = str_cmp(a->rule, b->rule);
	if (!order)
		order = str_cmp(a->owner, b->owner);
	if (!order)
		order = str_cmp(a->evidence, b->evidence);
	if (!order)
		order = a->sequence < b->sequence ? -1 : 1;
	return order;
}

/*
 * Findings come nearly in order, and then each is moved to its place in few steps.  False: these are
 * too far from it, and all of them are still there.
 */
static bool sort_by_moves(struct finding **all, size_t count)
{
	enum { MOVES = 4 }; /* of each, on the average; of a few findings all are allowed */
	size_t left = 16 * MOVES;

	for (size_t i = 1; i < count; i++) {
		struct finding *finding = all[i];
		size_t at = i;

		left += MOVES;
		for (; at && left && compare(&all[at - 1], &finding) > 0; at--, left--)
			all[at] = all[at - 1];
		all[at] = finding;
		if (!left)
			return false;
	}
	return true;
}

static bool same(const struct finding *a, const struct finding *b)
{
	return a->project == b->project && span_eq(a->span, b->span) && str_eq(a->rule, b->rule) &&
	       str_eq(a->owner, b->owner) && str_eq(a->path, b->path) &&
	       str_eq(a->evidence, b->evidence);
}

/* They mostly come project by project. */
static bool is_grouped(const struct diag *diag)
{
	for (size_t i = 1; i < diag->count; i++)
		if (diag->findings[i - 1]->project > diag->findings[i]->project)
			return false;
	return true;
}

void diag_group(struct diag *diag)
{
	struct finding **from;
	size_t *places, nprojects = 0;

	if (is_grouped(diag))
		return;
	for (size_t i = 0; i < diag->count; i++)
		if (diag->findings[i]->project >= nprojects)
			nprojects = (size_t)diag->findings[i]->project + 1;
	places = ARENA_ARRAY(diag->arena, nprojects + 1, size_t);
	from = ARENA_ARRAY(diag->arena, diag->count, struct finding *);
	for (size_t i = 0; i < diag->count; i++) {
		from[i] = diag->findings[i];
		places[from[i]->project + 1]++;
	}
	for (size_t i = 0; i < nprojects; i++)
		places[i + 1] += places[i];
	for (size_t i = 0; i < diag->count; i++)
		diag->findings[places[from[i]->project]++] = from[i];
}

/* Where whole projects end that have at least so many findings from number `first` on; none is looked
   at from `to` on. */
static size_t end_of(const struct diag *diag, size_t first, size_t least, size_t to)
{
	size_t end = to - first > least ? first + least : to;

	while (end < to && diag->findings[end - 1]->project == diag->findings[end]->project)
		end++;
	return end;
}

void **diag_shares(const struct diag *diag, size_t *count)
{
	enum { LEAST = 256 };
	struct diag_share *shares =
		ARENA_ARRAY(diag->arena, diag->count / LEAST + 1, struct diag_share);
	void **all = ARENA_ARRAY(diag->arena, diag->count / LEAST + 1, void *);

	*count = 0;
	for (size_t i = 0; i < diag->count; i = shares[(*count)++].end) {
		shares[*count] = (struct diag_share){ i, end_of(diag, i, LEAST, diag->count) };
		all[*count] = &shares[*count];
	}
	return all;
}

void diag_sort_share(const struct diag *diag, const struct diag_share *share)
{
	struct finding **all = diag->findings;

	for (size_t i = share->first; i < share->end; i++) {
		uint32_t source = all[i]->span.source;

		all[i]->rank = !diag->ranks            ? source
			       : source < diag->nranks ? diag->ranks[source]
						       : UINT32_MAX;
	}
	/* a few small sorts are less work than a large one */
	for (size_t i = share->first, end; i < share->end; i = end) {
		end = end_of(diag, i, 1, share->end);
		if (!sort_by_moves(all + i, end - i))
			qsort(all + i, end - i, sizeof(*all), compare);
	}
}

void diag_drop_equal(struct diag *diag)
{
	size_t kept = 0;

	for (size_t i = 0; i < diag->count; i++) {
		struct finding *finding = diag->findings[i];

		if (finding->level == LEVEL_OFF)
			continue;
		if (kept && same(diag->findings[kept - 1], finding))
			continue;
		diag->findings[kept++] = finding;
	}
	diag->count = kept;
}

void diag_sort(struct diag *diag)
{
	diag_group(diag);
	diag_sort_share(diag, &(struct diag_share){ 0, diag->count });
	diag_drop_equal(diag);
}

size_t diag_count(const struct diag *diag, enum level level)
{
	size_t count = 0;

	for (size_t i = 0; i < diag->count; i++)
		count += diag->findings[i]->level == level && !diag->findings[i]->suppression;
	return count;
}

void notice_add(struct lint *lint, enum notice_kind kind, struct span span, const char *format, ...)
{
	struct notices *notices = &lint->notices;
	struct notice notice = { .kind = kind, .span = span };
	va_list args;

	va_start(args, format);
	notice.message = arena_vfmt(&lint->run, format, args);
	va_end(args);
	for (size_t i = 0; i < notices->count; i++)
		if (span_eq(notices->all[i].span, span) &&
		    str_eq(notices->all[i].message, notice.message))
			return;
	if (notices->count >= LIMIT_NOTICES) {
		notices->beyond_limit++;
		return;
	}
	notices->all = arena_grow(&lint->run, notices->all, notices->count, &notices->capacity,
				  sizeof(*notices->all));
	notice.sequence = notices->count;
	notices->all[notices->count++] = notice;
}

static int compare_notices(const void *left, const void *right)
{
	const struct notice *a = left, *b = right;
	int order = a->rank < b->rank ? -1 : a->rank > b->rank;

	if (!order)
		order = span_cmp(a->span, b->span);
	return order ? order : a->sequence < b->sequence ? -1 : a->sequence > b->sequence;
}

void notices_sort(struct lint *lint)
{
	struct notices *notices = &lint->notices;

	for (size_t i = 0; i < notices->count; i++)
		notices->all[i].rank = source_place_of(&lint->sources, notices->all[i].span.source);
	if (notices->count)
		qsort(notices->all, notices->count, sizeof(*notices->all), compare_notices);
}

struct failure failure_fmt(struct arena *arena, const char *format, ...)
{
	struct failure failure = { .failed = true };
	va_list args;

	va_start(args, format);
	failure.message = arena_vfmt(arena, format, args);
	va_end(args);
	return failure;
}

static const size_t most_spent[SPENDINGS] = {
	[SPENT_NODES] = LIMIT_RUN_NODES,
	[SPENT_ALIASES] = LIMIT_RUN_ALIAS_NODES,
	[SPENT_INHERITED] = LIMIT_INHERITED_NODES,
	[SPENT_TEXT] = LIMIT_EXPANDED_BYTES,
};

bool lint_may_spend(struct lint *lint, enum spending kind, size_t more)
{
	size_t *spent = &lint->spent[kind];

	if (*spent <= most_spent[kind] && more <= most_spent[kind] - *spent) {
		*spent += more;
		return true;
	}
	/* beyond the limit it stays there, which threads tell by the sum; what they have used up
	   together may be more, and is not given back */
	if (*spent <= most_spent[kind])
		*spent = most_spent[kind] + 1;
	return false;
}

bool lint_spent_is_allowed(const size_t *spent)
{
	for (unsigned kind = 0; kind < SPENDINGS; kind++)
		if (spent[kind] > most_spent[kind])
			return false;
	return true;
}

void lint_init(struct lint *lint)
{
	*lint = (struct lint){ 0 };
	sources_init(&lint->sources, &lint->run);
	lint->diag.arena = &lint->run;
}

void lint_share(struct lint *lint, struct lint *whole)
{
	*lint = (struct lint){ 0 };
	sources_share(&lint->sources, &lint->run, &whole->sources);
	lint->diag.arena = &lint->run;
}

void lint_free(struct lint *lint)
{
	sources_free(&lint->sources);
	arena_free(&lint->scratch);
	arena_free(&lint->run);
}
