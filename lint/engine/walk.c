/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "engine/walk.h"

static void judge_service(struct sink *sink, struct rule_set rules, enum preset preset,
			  const struct role_entry *entry)
{
	/* under baseline only a declared agent is one */
	enum role role =
		preset == PRESET_BASELINE && !entry->declared ? SERVICE_ORDINARY : entry->role;

	/* model-invalid has said what it is; nothing can be told of what it lacks */
	if (entry->service->node->kind != NODE_MAPPING)
		return;
	sink->service = entry->service;
	for (size_t i = 0; i < rules.count; i++) {
		sink->rule = rules.all[i];
		sink->level = preset_level(preset, sink->rule, role);
		sink->current = NULL;
		if (!sink->rule->service || sink->level == LEVEL_OFF)
			continue;
		sink->rule->service(entry->service, sink);
		arena_reset(&sink->lint->scratch);
	}
	sink->service = NULL;
}

void walk_project(struct sink *sink, struct rule_set rules, enum preset preset)
{
	for (size_t i = 0; i < sink->roles->count; i++)
		judge_service(sink, rules, preset, &sink->roles->entries[i]);
	for (size_t i = 0; i < rules.count; i++) {
		sink->rule = rules.all[i];
		sink->level = preset_level(preset, sink->rule, SERVICE_AGENT);
		sink->current = NULL;
		if (!sink->rule->project || sink->level == LEVEL_OFF)
			continue;
		sink->rule->project(sink->project, sink);
		arena_reset(&sink->lint->scratch);
	}
}
