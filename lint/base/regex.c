/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "base/regex.h"

#include <assert.h>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "base/arena.h"
#include "base/limits.h"

struct regex_set {
	pcre2_code **codes;
	size_t ncodes;
	pcre2_match_data *data;
	pcre2_match_context *limits;
};

struct regex_set *regex_set_new(struct arena *arena, size_t patterns)
{
	struct regex_set *set = ARENA_NEW(arena, struct regex_set);

	set->codes = ARENA_ARRAY(arena, patterns, pcre2_code *);
	set->ncodes = patterns;
	return set;
}

void regex_set_free(struct regex_set *set)
{
	if (!set)
		return;
	for (size_t i = 0; i < set->ncodes; i++)
		pcre2_code_free(set->codes[i]);
	pcre2_match_data_free(set->data);
	pcre2_match_context_free(set->limits);
}

void regex_set_drop(struct regex_set *set, size_t slot)
{
	pcre2_code_free(set->codes[slot]);
	set->codes[slot] = NULL;
}

bool regex_compiles(struct arena *arena, struct str pattern, struct str *why)
{
	int error;
	PCRE2_SIZE where;
	pcre2_code *code;
	PCRE2_UCHAR text[128];

	*why = STR("it holds a NUL byte");
	if (str_find_byte(pattern, '\0', 0) != STR_NPOS)
		return false;
	code = pcre2_compile((PCRE2_SPTR)pattern.p, pattern.n, 0, &error, &where, NULL);
	if (code) {
		pcre2_code_free(code);
		return true;
	}
	if (pcre2_get_error_message(error, text, sizeof(text)) < 0)
		text[0] = '\0';
	*why = arena_fmt(arena, "%s, at byte %zu", (const char *)text, (size_t)where);
	return false;
}

bool regex_search(struct regex_set *set, size_t slot, const char *pattern, struct str subject,
		  size_t from, struct regex_match *match)
{
	PCRE2_SIZE *offsets;
	int error, count;
	PCRE2_SIZE where;

	assert(slot < set->ncodes);
	if (!set->codes[slot]) {
		set->codes[slot] = pcre2_compile((PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED, 0,
						 &error, &where, NULL);
		assert(set->codes[slot]);
	}
	if (!set->data) {
		set->data = pcre2_match_data_create(2, NULL);
		set->limits = pcre2_match_context_create(NULL);
		if (!set->data || !set->limits)
			arena_out_of_memory();
		pcre2_set_match_limit(set->limits, LIMIT_MATCH_STEPS);
		pcre2_set_heap_limit(set->limits, 16 * 1024); /* KiB */
	}
	count = pcre2_match(set->codes[slot], (PCRE2_SPTR)(subject.p ? subject.p : ""), subject.n,
			    from, 0, set->data, set->limits);
	if (count < 0)
		return false;
	offsets = pcre2_get_ovector_pointer(set->data);
	if (match) {
		match->from = offsets[0];
		match->to = offsets[1];
		match->group_from = match->group_to = STR_NPOS;
		if (count == 0 || count > 1) {
			match->group_from = offsets[2];
			match->group_to = offsets[3];
		}
	}
	return true;
}

struct str regex_library_version(struct arena *arena)
{
	char text[64]; /* as pcre2api(3) advises */

	if (pcre2_config(PCRE2_CONFIG_VERSION, text) < 0)
		return STR("");
	return arena_str(arena, str_from(text));
}
