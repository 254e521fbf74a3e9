/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "engine/join.h"

#include <stdlib.h>

enum { NAMED = 5 };

/* A finding and what those that go with it have in common. */
struct candidate {
	struct str key;
	size_t position; /* among the findings */
};

static int compare(const void *left, const void *right)
{
	const struct candidate *a = left, *b = right;
	int order = str_cmp(a->key, b->key);

	return order ? order : (a->position > b->position) - (a->position < b->position);
}

/* The message without the name of its service. */
static void add_message(struct builder *key, const struct finding *finding)
{
	struct builder quoted = { .arena = key->arena };
	struct str rest = finding->message;
	size_t at;

	builder_fmt(&quoted, "\"%.*s\"", STR_FMT(finding->owner));
	while ((at = str_find(rest, builder_str(&quoted), 0)) != STR_NPOS) {
		builder_add(key, str_slice(rest, 0, at));
		rest = str_slice(rest, at + quoted.n, rest.n);
	}
	builder_add(key, rest);
}

/* Where the user says that it is left out; those of one place go together. */
static void add_suppression(struct builder *key, const struct finding *finding)
{
	const struct suppression *suppression = finding->suppression;

	if (suppression)
		builder_fmt(key, "%d %u %u %zu:%.*s ", (int)suppression->kind,
			    (unsigned)suppression->place.source, (unsigned)suppression->place.start,
			    suppression->reason.n, STR_FMT(suppression->reason));
}

/* What services share; empty: it is nobody's, or has no place. */
static struct str key_of_text(struct arena *arena, const struct finding *finding)
{
	struct builder key = { .arena = arena };

	if (!finding->owner.n || span_is_none(finding->span))
		return STR("");
	builder_fmt(&key, "%u %u %u %u %d %d %.*s %zu:%.*s ", (unsigned)finding->project,
		    (unsigned)finding->span.source, (unsigned)finding->span.start,
		    (unsigned)finding->span.end, (int)finding->level, (int)finding->conceals,
		    STR_FMT(finding->rule), finding->evidence.n, STR_FMT(finding->evidence));
	add_suppression(&key, finding);
	add_message(&key, finding);
	return builder_str(&key);
}

/* What places of one service have in common; empty: no cause is named. */
static struct str key_of_cause(struct arena *arena, const struct finding *finding)
{
	struct builder key = { .arena = arena };

	if (!finding->shared.n)
		return STR("");
	builder_fmt(&key, "%u %d %.*s %zu:%.*s %.*s ", (unsigned)finding->project,
		    (int)finding->level, STR_FMT(finding->rule), finding->owner.n,
		    STR_FMT(finding->owner), STR_FMT(finding->shared));
	add_suppression(&key, finding);
	return builder_str(&key);
}

/* Hangs it, with what it has taken in itself, on the end of a chain; returns the new end. */
static struct finding **take(struct lint *lint, struct finding *first, struct finding **end,
			     struct finding *other, bool elsewhere)
{
	if (elsewhere)
		diag_related(&lint->diag, first, RELATED_OTHER, other->span, "and so does this");
	for (const struct related *related = other->related; related; related = related->next)
		diag_related(&lint->diag, first, related->kind, related->span, "%.*s",
			     STR_FMT(related->message));
	other->level = LEVEL_OFF;
	*end = other;
	while (*end)
		end = &(*end)->also;
	return end;
}

/* Those of one key are one finding, which is the first that was reported. */
static void join_alike(struct lint *lint, const struct candidate *all, size_t count, bool elsewhere)
{
	struct finding *const *findings = lint->diag.findings, *first = findings[all[0].position];
	struct finding **end;

	for (size_t i = 1; i < count; i++)
		if (findings[all[i].position]->sequence < first->sequence)
			first = findings[all[i].position];
	for (end = &first->also; *end;)
		end = &(*end)->also;
	for (size_t i = 0; i < count; i++)
		if (findings[all[i].position] != first)
			end = take(lint, first, end, findings[all[i].position], elsewhere);
}

static bool is_of_place(const struct finding *a, const struct finding *b)
{
	return a->project == b->project && span_eq(a->span, b->span) && str_eq(a->rule, b->rule);
}

/* Sorted findings of one rule and place follow each other; most are the only one, and need no key. */
static bool has_neighbour(const struct diag *diag, size_t position)
{
	const struct finding *finding = diag->findings[position];

	return (position && is_of_place(diag->findings[position - 1], finding)) ||
	       (position + 1 < diag->count && is_of_place(diag->findings[position + 1], finding));
}

/* `elsewhere`: they need not be at one place. */
static void join_by(struct lint *lint, struct str (*key_of)(struct arena *, const struct finding *),
		    bool elsewhere)
{
	struct diag *diag = &lint->diag;
	struct candidate *all = ARENA_ARRAY(&lint->scratch, diag->count + 1, struct candidate);
	size_t count = 0;

	for (size_t i = 0; i < diag->count; i++) {
		struct str key = STR("");

		if (diag->findings[i]->level != LEVEL_OFF && (elsewhere || has_neighbour(diag, i)))
			key = key_of(&lint->scratch, diag->findings[i]);
		if (key.n)
			all[count++] = (struct candidate){ key, i };
	}
	if (count)
		qsort(all, count, sizeof(*all), compare);
	for (size_t i = 0, end; i < count; i = end) {
		for (end = i + 1; end < count && str_eq(all[end].key, all[i].key);)
			end++;
		if (end > i + 1)
			join_alike(lint, all + i, end - i, elsewhere);
	}
	arena_reset(&lint->scratch);
}

static int compare_names(const void *left, const void *right)
{
	return str_cmp(*(const struct str *)left, *(const struct str *)right);
}

/* The names of the other services, each once, in their order; how many. */
static size_t others_of(struct arena *arena, const struct finding *first, struct str **names)
{
	size_t count = 0, kept = 0;

	for (const struct finding *other = first->also; other; other = other->also)
		count++;
	*names = ARENA_ARRAY(arena, count + 1, struct str);
	count = 0;
	for (const struct finding *other = first->also; other; other = other->also)
		if (!str_eq(other->owner, first->owner))
			(*names)[count++] = other->owner;
	if (count)
		qsort(*names, count, sizeof(**names), compare_names);
	for (size_t i = 0; i < count; i++)
		if (!kept || !str_eq((*names)[kept - 1], (*names)[i]))
			(*names)[kept++] = (*names)[i];
	return kept;
}

static void name_others(struct lint *lint, struct finding *first)
{
	struct builder message = { .arena = &lint->run };
	struct str *names;
	size_t count = others_of(&lint->scratch, first, &names);
	size_t named = count > NAMED ? NAMED : count, places = 0;

	for (const struct finding *other = first->also; other; other = other->also)
		places += str_eq(other->owner, first->owner) && !span_eq(other->span, first->span);
	if (!count && !places)
		return;
	builder_add(&message, first->message);
	if (places)
		builder_fmt(&message, "; %zu more place%s the same", places,
			    places == 1 ? " does" : "s do");
	for (size_t i = 0; i < named; i++)
		builder_fmt(&message, "%s\"%.*s\"",
			    !i               ? "; the same goes for "
			    : i + 1 == count ? " and "
					     : ", ",
			    STR_FMT(names[i]));
	if (named < count)
		builder_fmt(&message, " and %zu more", count - named);
	first->message = builder_str(&message);
}

void join_findings(struct lint *lint)
{
	struct diag *diag = &lint->diag;
	size_t kept = 0;

	join_by(lint, key_of_text, false);
	join_by(lint, key_of_cause, true);
	for (size_t i = 0; i < diag->count; i++) {
		if (diag->findings[i]->level == LEVEL_OFF)
			continue;
		if (diag->findings[i]->also)
			name_others(lint, diag->findings[i]);
		diag->findings[kept++] = diag->findings[i];
	}
	diag->count = kept;
	for (size_t i = 0; i < kept; i++)
		for (struct finding *also = diag->findings[i]->also; also; also = also->also)
			also->level = diag->findings[i]->level;
	arena_reset(&lint->scratch);
}
