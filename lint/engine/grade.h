/* SPDX-License-Identifier: MIT */
/*
 * At which level a rule judges a service of one run: the preset, and what the
 * configuration and the command line, which has the last word, make of it.
 *
 * A rule is named by its name, or with the others of its group.  What tells that
 * something could not be read stays on whatever is selected, so that a clean
 * report never means "could not look"; a rule whose data sheet says `stays`
 * cannot be changed at all.  A grading is filled once and then only asked, by copies of
 * it as well; it lives in the arena that it was made in.  A name that is none is a struct failure.
 */
#ifndef ENGINE_GRADE_H
#define ENGINE_GRADE_H

#include "engine/preset.h"

struct grade_choice; /* what was said of one rule */

/* What a configuration says of one rule. */
struct grade_setting {
	bool graded; /* `level` was given */
	enum level level;
	const struct str *services; /* whose findings of this rule are left out */
	size_t nservices;
	struct suppression suppression; /* what they are marked with */
};

struct grading {
	struct rule_set rules;
	enum preset preset;
	struct grade_choice *choices; /* one per rule, in their order; NULL: nothing was said */
	const struct grade_setting *settings; /* of the configuration, one per rule; NULL: none */
	bool selects;                         /* only what was selected is on */
	/* by role, one for each rule in their order: grading_complete() fills it; NULL: it has not */
	const enum level *levels[ROLES];
};

struct grading grading_new(struct rule_set rules, enum preset preset);
/* Of --select and --ignore: "a,b"; of --level: "RULE=LEVEL". */
struct failure grading_select(struct arena *arena, struct grading *grading, struct str names);
struct failure grading_ignore(struct arena *arena, struct grading *grading, struct str names);
struct failure grading_set_level(struct arena *arena, struct grading *grading, struct str text);

/* Nothing more is said: the levels are made that each service of a role asks for. */
void grading_complete(struct arena *arena, struct grading *grading);

/* LEVEL_OFF: the rule does not judge services of this role. */
enum level grading_level(const struct grading *grading, const struct rule *rule, enum role role);

/* What the findings of this rule about that service are marked with, where the configuration leaves
   them out; else NULL. */
const struct suppression *grading_ignores(const struct grading *grading, const struct rule *rule,
					  struct str service);

/* False: no level of that name.  "off" is LEVEL_OFF. */
bool level_find(struct str word, enum level *level);

#endif
