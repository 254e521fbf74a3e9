/* SPDX-License-Identifier: MIT */
/*
 * What a suppression comment says:
 *
 *     compose-lint: ignore[RULE, RULE] REASON
 *     compose-lint: file-ignore[RULE] REASON
 *
 * The reason is free text; "until YYYY-MM-DD" in it ends the suppression after
 * that day.  What is not as it should be is one `problem`, and then nothing is
 * suppressed.  Serves engine/suppress alone.  Lives in the given arena; takes
 * time in proportion to the comment.
 */
#ifndef ENGINE_SUPPRESS_COMMENT_H
#define ENGINE_SUPPRESS_COMMENT_H

#include "engine/rule.h"

struct suppress_directive {
	bool whole_file;
	const struct rule **rules; /* each once, in the order of the comment */
	size_t nrules;
	struct str names;   /* what stands between the brackets */
	struct str reason;  /* all behind them, trimmed */
	bool has_reason;    /* there is more than a date */
	int until;          /* YYYYMMDD, the last day; 0: no end */
	struct str problem; /* what is wrong, made visible; empty: nothing */
};

/* The text of a comment speaks to this program, or was meant to: for read/comment. */
bool suppress_is_addressed(struct str text);
/* False: it is addressed, but speaks of something else. */
bool suppress_parse(struct arena *arena, struct rule_set rules, struct str text,
		    struct suppress_directive *directive);
/* Of an entry of a list: what is wrong with a name that is to be suppressed; empty: nothing, and
   *rule is set. */
struct str suppress_find_rule(struct arena *arena, struct rule_set rules, struct str name,
			      const struct rule **rule);
/* The reason of an entry of a list: its date, and whether there is more. */
void suppress_read_reason(struct arena *arena, struct str reason,
			  struct suppress_directive *directive);

#endif
