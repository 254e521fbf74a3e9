/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "base/regex.h"

#include <assert.h>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "base/arena.h"
#include "base/limits.h"
#include "base/lock.h"

struct regex_set {
	pcre2_code **codes;
	size_t ncodes;
	pcre2_match_data *data; /* NULL: a thread has it, or there is none yet */
	pcre2_match_context *limits;
	struct lock lock;
};

struct regex_set *regex_set_new(struct arena *arena, size_t patterns)
{
	struct regex_set *set = ARENA_NEW(arena, struct regex_set);

	set->codes = ARENA_ARRAY(arena, patterns, pcre2_code *);
	set->ncodes = patterns;
	return set;
}

bool regex_set_share(struct regex_set *set)
{
	return lock_share(&set->lock);
}

void regex_set_unshare(struct regex_set *set)
{
	lock_end(&set->lock);
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

/* The compiled pattern, and memory to match it in. */
static pcre2_code *prepare(struct regex_set *set, size_t slot, const char *pattern,
			   pcre2_match_data **data)
{
	pcre2_code *code;
	int error;
	PCRE2_SIZE where;

	assert(slot < set->ncodes);
	lock_take(&set->lock);
	if (!set->codes[slot]) {
		set->codes[slot] = pcre2_compile((PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED, 0,
						 &error, &where, NULL);
		assert(set->codes[slot]);
	}
	if (!set->limits) {
		set->limits = pcre2_match_context_create(NULL);
		if (!set->limits)
			arena_out_of_memory();
		pcre2_set_match_limit(set->limits, LIMIT_MATCH_STEPS);
		pcre2_set_heap_limit(set->limits, 16 * 1024); /* KiB */
	}
	*data = set->data ? set->data : pcre2_match_data_create(2, NULL);
	if (!*data)
		arena_out_of_memory();
	set->data = NULL;
	code = set->codes[slot];
	lock_give(&set->lock);
	return code;
}

static void put_back(struct regex_set *set, pcre2_match_data *data)
{
	lock_take(&set->lock);
	if (set->data)
		pcre2_match_data_free(data);
	else
		set->data = data;
	lock_give(&set->lock);
}

bool regex_search(struct regex_set *set, size_t slot, const char *pattern, struct str subject,
		  size_t from, struct regex_match *match)
{
	pcre2_match_data *data;
	const pcre2_code *code = prepare(set, slot, pattern, &data);
	int count = pcre2_match(code, (PCRE2_SPTR)(subject.p ? subject.p : ""), subject.n, from, 0,
				data, set->limits);

	if (count >= 0 && match) {
		const PCRE2_SIZE *offsets = pcre2_get_ovector_pointer(data);

		match->from = offsets[0];
		match->to = offsets[1];
		match->group_from = match->group_to = STR_NPOS;
		if (count == 0 || count > 1) {
			match->group_from = offsets[2];
			match->group_to = offsets[3];
		}
	}
	put_back(set, data);
	return count >= 0;
}

struct str regex_library_version(struct arena *arena)
{
	char text[64]; /* as pcre2api(3) advises */

	if (pcre2_config(PCRE2_CONFIG_VERSION, text) < 0)
		return STR("");
	return arena_str(arena, str_from(text));
}
