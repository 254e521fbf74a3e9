/* SPDX-License-Identifier: MIT */
/*
 * Presets: which rules are on, and how they are graded, by role.
 * The table is preset.list; what it does not name is as the rule's data sheet says.
 */
#ifndef ENGINE_PRESET_H
#define ENGINE_PRESET_H

#include "engine/rule.h"

struct str preset_name(enum preset preset);
/* False: no preset of that name. */
bool preset_find(struct str name, enum preset *preset);
/* The level of a rule's finding about a service of this role; LEVEL_OFF: does not judge it. */
enum level preset_level(enum preset preset, const struct rule *rule, enum role role);
/* The same of all rules, in their order. */
void preset_levels(enum preset preset, struct rule_set rules, enum role role, enum level *levels);

#endif
