/* SPDX-License-Identifier: MIT */
/*
 * Which rules judge, at which level, and what makes the run fail: the command
 * line over the configuration of a project over the defaults.
 *
 * choice_read() takes the words of the command line once; a word that is none is
 * a struct failure.  Lives in the given arena.
 */
#ifndef CHOICE_H
#define CHOICE_H

#include "engine/configuration.h"
#include "options.h"

struct choice {
	struct grading grading; /* by the command line alone */
	bool has_preset, has_fail_on;
	bool requires_reason; /* of whoever suppresses something */
	enum level fail_on;   /* LEVEL_OFF: never */
	enum level min_level; /* what is below is hidden; LEVEL_OFF: nothing is */
};

struct failure choice_read(struct arena *arena, const struct options *options,
			   struct rule_set rules, struct choice *choice);
/* For a project with this configuration. */
struct choice choice_for(const struct choice *choice, const struct config *config);
/* "OPTION is WORDS, not 'NAME'" */
struct failure choice_no_word(struct arena *arena, struct str option, struct str words,
			      struct str name);

#endif
