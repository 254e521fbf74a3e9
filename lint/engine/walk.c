/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "engine/walk.h"

static void begin_rule(struct sink *sink, const struct rule *rule, enum level level)
{
	sink->rule = rule;
	sink->level = level;
	sink->current = NULL;
	sink->only_counts = diag_is_full(&sink->lint->diag);
}

static void judge_service(struct sink *sink, const struct grading *grading,
			  const struct role_entry *entry)
{
	const enum level *graded = grading->levels[roles_of(sink->roles, entry->service)];

	/* model-invalid has said what it is; nothing can be told of what it lacks */
	if (entry->service->node->kind != NODE_MAPPING)
		return;
	sink->service = entry->service;
	for (size_t i = 0; i < grading->rules.count; i++) {
		const struct rule *rule = grading->rules.all[i];

		if (graded[i] == LEVEL_OFF || !rule->service)
			continue;
		begin_rule(sink, rule, graded[i]);
		rule->service(entry->service, sink);
		arena_reset(&sink->lint->scratch);
	}
	sink->service = NULL;
}

void walk_project(struct sink *sink, const struct grading *grading)
{
	const enum level *graded = grading->levels[SERVICE_AGENT];

	for (size_t i = 0; i < sink->roles->count; i++)
		judge_service(sink, grading, &sink->roles->entries[i]);
	for (size_t i = 0; i < grading->rules.count; i++) {
		const struct rule *rule = grading->rules.all[i];

		if (graded[i] == LEVEL_OFF || !rule->project)
			continue;
		begin_rule(sink, rule, graded[i]);
		rule->project(sink->project, sink);
		arena_reset(&sink->lint->scratch);
	}
}
