/* SPDX-License-Identifier: MIT */
/*
 * The key `rules` of a configuration: levels, services to be left alone, and the
 * options that a rule's data sheet has.  Serves engine/configuration.c alone.
 *
 * A name that is no rule's, an option that the rule does not have, and a level
 * for what cannot be graded are notices and do not count.
 */
#ifndef ENGINE_CONFIGURATION_RULES_H
#define ENGINE_CONFIGURATION_RULES_H

#include "engine/grade.h"
#include "fact/setting.h"

/* `node`: checked against the table, so only rules and options are left; NULL: there is none.
   *checked: the same with nothing but what counts. */
const struct grade_setting *configuration_rules_read(const struct setting_request *request,
						     struct rule_set rules, const struct node *node,
						     const struct node **checked);

#endif
