/* SPDX-License-Identifier: MIT */
/*
 * Regular expressions: pcre2 behind one door.
 *
 * A pattern of ours is compiled at its first use and lives until
 * regex_set_free(); it is compiled without PCRE2_UTF, so it works on any bytes.
 * Work is bounded by a match limit (LIMIT_MATCH_STEPS) and a heap limit; a
 * match that hits a limit counts as "no match".  A pattern of ours that does
 * not compile is our error and ends in an assertion.  Between regex_set_share() and
 * regex_set_unshare() several threads may search, LIMIT_JOBS at most.
 */
#ifndef BASE_REGEX_H
#define BASE_REGEX_H

#include "base/str.h"

struct regex_set; /* compiled patterns of one run and their match memory */

struct regex_match {
	size_t from, to;             /* bytes of the subject */
	size_t group_from, group_to; /* group 1; STR_NPOS when it took no part */
};

struct regex_set *regex_set_new(struct arena *arena, size_t patterns);
void regex_set_free(struct regex_set *set);
/* False: it cannot be shared. */
bool regex_set_share(struct regex_set *set);
void regex_set_unshare(struct regex_set *set);
/*
 * Searches from byte `from`.  `slot` (below `patterns`) names the pattern's
 * place in the set, where the compiled form is kept.
 */
bool regex_search(struct regex_set *set, size_t slot, const char *pattern, struct str subject,
		  size_t from, struct regex_match *match);
/* A pattern of the user's: false, and why, when it does not compile. */
bool regex_compiles(struct arena *arena, struct str pattern, struct str *why);
/* Searches for a pattern of the user's, which must compile and live as long as the set.  Those last
   searched for stay compiled, LIMIT_JOBS of them. */
bool regex_search_given(struct regex_set *set, const char *pattern, struct str subject);

/* The version of pcre2 that is linked, for --version. */
struct str regex_library_version(struct arena *arena);

#endif
