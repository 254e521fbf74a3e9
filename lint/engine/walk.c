/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "engine/walk.h"

/* Of one rule: the same for all services of a role. */
struct levels {
	enum level of[ROLES];
};

static const struct levels *levels_of(struct sink *sink, const struct grading *grading)
{
	struct levels *all = ARENA_ARRAY(&sink->lint->run, grading->rules.count, struct levels);

	for (size_t i = 0; i < grading->rules.count; i++)
		for (int role = 0; role < ROLES; role++)
			all[i].of[role] =
				grading_level(grading, grading->rules.all[i], (enum role)role);
	return all;
}

static void judge_service(struct sink *sink, const struct grading *grading,
			  const struct levels *graded, const struct role_entry *entry)
{
	enum role role = roles_of(sink->roles, entry->service);

	/* model-invalid has said what it is; nothing can be told of what it lacks */
	if (entry->service->node->kind != NODE_MAPPING)
		return;
	sink->service = entry->service;
	for (size_t i = 0; i < grading->rules.count; i++) {
		sink->rule = grading->rules.all[i];
		sink->level = graded[i].of[role];
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
	const struct levels *graded = levels_of(sink, grading);

	for (size_t i = 0; i < sink->roles->count; i++)
		judge_service(sink, grading, graded, &sink->roles->entries[i]);
	for (size_t i = 0; i < grading->rules.count; i++) {
		sink->rule = grading->rules.all[i];
		sink->level = graded[i].of[SERVICE_AGENT];
		sink->current = NULL;
		if (!sink->rule->project || sink->level == LEVEL_OFF)
			continue;
		sink->rule->project(sink->project, sink);
		arena_reset(&sink->lint->scratch);
	}
}
