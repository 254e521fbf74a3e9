/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "base/regex.h"

#include <assert.h>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "base/arena.h"
#include "base/limits.h"
#include "base/lock.h"

/* A pattern of the user's, which at most one thread has at a time: no two of them wait for each other
   while they match. */
struct given {
	const char *pattern; /* NULL: none yet */
	pcre2_code *code;
	bool used;
};

struct regex_set {
	struct given given[LIMIT_JOBS]; /* so that there is always one that nobody uses */
	size_t next_given;              /* where another one may come in */
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
	/* where nobody asked, the library's code need not even be brought in */
	for (size_t i = 0; i < set->ncodes; i++)
		if (set->codes[i])
			pcre2_code_free(set->codes[i]);
	for (size_t i = 0; i < LIMIT_JOBS; i++)
		if (set->given[i].code)
			pcre2_code_free(set->given[i].code);
	if (set->data)
		pcre2_match_data_free(set->data);
	if (set->limits)
		pcre2_match_context_free(set->limits);
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

static pcre2_code *compile(const char *pattern)
{
	int error;
	PCRE2_SIZE where;
	pcre2_code *code =
		pcre2_compile((PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED, 0, &error, &where, NULL);

	if (!code && error == PCRE2_ERROR_HEAP_FAILED)
		arena_out_of_memory();
	assert(code);
	return code;
}

/* Memory to match in; the lock is taken. */
static pcre2_match_data *take_data(struct regex_set *set)
{
	pcre2_match_data *data = set->data ? set->data : pcre2_match_data_create(2, NULL);

	if (!set->limits) {
		set->limits = pcre2_match_context_create(NULL);
		if (!set->limits)
			arena_out_of_memory();
		pcre2_set_match_limit(set->limits, LIMIT_MATCH_STEPS);
		pcre2_set_heap_limit(set->limits, 16 * 1024); /* KiB */
	}
	if (!data)
		arena_out_of_memory();
	set->data = NULL;
	return data;
}

/* The lock is taken. */
static void put_back(struct regex_set *set, pcre2_match_data *data)
{
	if (set->data)
		pcre2_match_data_free(data);
	else
		set->data = data;
}

static int match_with(const struct regex_set *set, const pcre2_code *code, struct str subject,
		      size_t from, pcre2_match_data *data)
{
	int count = pcre2_match(code, (PCRE2_SPTR)(subject.p ? subject.p : ""), subject.n, from, 0,
				data, set->limits);

	/* not that the pattern does not match: nobody knows */
	if (count == PCRE2_ERROR_NOMEMORY)
		arena_out_of_memory();
	return count;
}

bool regex_search(struct regex_set *set, size_t slot, const char *pattern, struct str subject,
		  size_t from, struct regex_match *match)
{
	pcre2_match_data *data;
	const pcre2_code *code;
	int count;

	assert(slot < set->ncodes);
	lock_take(&set->lock);
	if (!set->codes[slot])
		set->codes[slot] = compile(pattern);
	code = set->codes[slot];
	data = take_data(set);
	lock_give(&set->lock);
	count = match_with(set, code, subject, from, data);
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
	lock_take(&set->lock);
	put_back(set, data);
	lock_give(&set->lock);
	return count >= 0;
}

/* ---- patterns of the user's ---- */

/* One that holds the pattern, or else is to hold it from now on; the lock is taken. */
static struct given *take_given(struct regex_set *set, const char *pattern)
{
	struct given *given;

	for (size_t i = 0; i < LIMIT_JOBS; i++)
		if (!set->given[i].used && set->given[i].pattern == pattern)
			return &set->given[i];
	do {
		given = &set->given[set->next_given];
		set->next_given = (set->next_given + 1) % LIMIT_JOBS;
	} while (given->used);
	pcre2_code_free(given->code);
	*given = (struct given){ .pattern = pattern };
	return given;
}

bool regex_search_given(struct regex_set *set, const char *pattern, struct str subject)
{
	struct given *given;
	pcre2_match_data *data;
	int count;

	lock_take(&set->lock);
	given = take_given(set, pattern);
	given->used = true;
	data = take_data(set);
	lock_give(&set->lock);
	if (!given->code)
		given->code = compile(pattern);
	count = match_with(set, given->code, subject, 0, data);
	lock_take(&set->lock);
	given->used = false;
	put_back(set, data);
	lock_give(&set->lock);
	return count >= 0;
}

struct str regex_library_version(struct arena *arena)
{
	char text[64]; /* as pcre2api(3) advises */

	if (pcre2_config(PCRE2_CONFIG_VERSION, text) < 0)
		return STR("");
	return arena_str(arena, str_from(text));
}
