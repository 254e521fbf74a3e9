/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "engine/walk.h"

/* By role: the level of each rule, the same for all services of that role; NULL: not yet asked. */
struct levels {
	const enum level *of[ROLES];
};

static const enum level *levels_of(struct sink *sink, const struct grading *grading,
				   struct levels *levels, enum role role)
{
	enum level *all;

	if (grading->levels[role])
		return grading->levels[role];
	if (levels->of[role])
		return levels->of[role];
	all = ARENA_ARRAY(&sink->lint->run, grading->rules.count, enum level);
	grading_levels(grading, role, all);
	return levels->of[role] = all;
}

static void judge_service(struct sink *sink, const struct grading *grading, struct levels *levels,
			  const struct role_entry *entry)
{
	const enum level *graded =
		levels_of(sink, grading, levels, roles_of(sink->roles, entry->service));

	/* model-invalid has said what it is; nothing can be told of what it lacks */
	if (entry->service->node->kind != NODE_MAPPING)
		return;
	sink->service = entry->service;
	for (size_t i = 0; i < grading->rules.count; i++) {
		sink->rule = grading->rules.all[i];
		sink->level = graded[i];
		sink->current = NULL;
		if (!sink->rule->service || sink->level == LEVEL_OFF)
			continue;
		sink->rule->service(entry->service, sink);
		arena_reset(&sink->lint->scratch);
	}
	sink->service = NULL;
}

void walk_project(struct sink *sink, const struct grading *grading)
{
	struct levels levels = { { NULL } };
	const enum level *graded = levels_of(sink, grading, &levels, SERVICE_AGENT);

	for (size_t i = 0; i < sink->roles->count; i++)
		judge_service(sink, grading, &levels, &sink->roles->entries[i]);
	for (size_t i = 0; i < grading->rules.count; i++) {
		sink->rule = grading->rules.all[i];
		sink->level = graded[i];
		sink->current = NULL;
		if (!sink->rule->project || sink->level == LEVEL_OFF)
			continue;
		sink->rule->project(sink->project, sink);
		arena_reset(&sink->lint->scratch);
	}
}
