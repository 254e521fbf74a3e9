/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "engine/yield.h"

static bool overlaps(struct span a, struct span b)
{
	return span_within(a, b) || span_within(b, a);
}

static bool is_listed(const struct str *names, size_t count, struct str name)
{
	for (size_t i = 0; i < count && names[i].n; i++)
		if (str_eq(names[i], name))
			return true;
	return false;
}

static bool gives_way(const struct finding *finding, const struct finding *to,
		      const struct rule *rule)
{
	/* cheap questions first: every finding is held against every other */
	return to != finding && overlaps(finding->extent, to->extent) && to->level != LEVEL_OFF &&
	       str_eq(finding->owner, to->owner) &&
	       is_listed(rule->yields, RULE_YIELDS, to->rule);
}

void yield_findings(struct lint *lint, struct rule_set rules, size_t first)
{
	struct diag *diag = &lint->diag;
	/* who gives way still counts for others: decide for all before dropping any */
	bool *dropped = ARENA_ARRAY(&lint->scratch, diag->count - first + 1, bool);

	for (size_t i = first; i < diag->count; i++) {
		const struct rule *rule = rule_find(rules, diag->findings[i]->rule);

		if (!rule || !rule->yields[0].n || !diag->findings[i]->graded)
			continue;
		for (size_t j = first; j < diag->count && !dropped[i - first]; j++)
			dropped[i - first] =
				gives_way(diag->findings[i], diag->findings[j], rule);
	}
	for (size_t i = first; i < diag->count; i++)
		if (dropped[i - first])
			diag->findings[i]->level = LEVEL_OFF;
	arena_reset(&lint->scratch);
}

bool yield_is_named(const struct lint *lint, const struct str *rules, size_t count, size_t first,
		    struct span span)
{
	for (size_t i = first; i < lint->diag.count; i++) {
		const struct finding *finding = lint->diag.findings[i];

		if ((overlaps(span, finding->extent) || overlaps(span, finding->span)) &&
		    finding->level != LEVEL_OFF && is_listed(rules, count, finding->rule))
			return true;
	}
	return false;
}
