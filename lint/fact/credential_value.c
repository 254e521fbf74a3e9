/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/credential.h"

#include <assert.h>
#include <string.h>

#include "base/arena.h"
#include "base/limits.h"
#include "base/regex.h"
#include "fact/credential_part.h"

enum credential_kind {
	CREDENTIAL_PLAIN,
	CREDENTIAL_PROVIDER,
	CREDENTIAL_GROUP,
	CREDENTIAL_GROUP_NOCASE
};

struct credential_row {
	struct str type, label;
	enum credential_kind kind;
	size_t least;       /* bytes */
	const char *joins;  /* bytes before a match that make it the end of another word */
	struct str needles; /* separated by "|" */
	const char *pattern;
};

#define CREDENTIAL(slot, type, label, kind, least, joins, needles, pattern) \
	{ STR_INIT(type), STR_INIT(label), kind, least, joins, STR_INIT(needles), pattern },
static const struct credential_row rows[] = {
#include "fact/credential.list"
};
#undef CREDENTIAL

enum {
#define CREDENTIAL(slot, type, label, kind, least, joins, needles, pattern) SLOT_##slot,
#include "fact/credential.list"
#undef CREDENTIAL
	SLOT_COUNT
};

/* Bytes that two windows share; the longest token with a prefix of its own is 330 bytes. */
#define WINDOW_OVERLAP ((size_t)1024)

struct credentials *credentials_new(struct arena *arena)
{
	struct credentials *credentials = ARENA_NEW(arena, struct credentials);

	credentials->arena = arena;
	credentials->set = regex_set_new(arena, SLOT_COUNT);
	return credentials;
}

void credentials_free(struct credentials *credentials)
{
	if (credentials)
		regex_set_free(credentials->set);
}

/* ---- values: is a pattern worth trying? ---- */

/*
 * A row's pattern is tried where one of its needles is in the value, which is read once for all of
 * them: a table tells which needles end with two such bytes, which are rarer than those they begin
 * with.  Bytes of one kind it does not tell apart.
 */
typedef uint64_t row_set;
_Static_assert(SLOT_COUNT <= 64, "a set of rows has a bit for each");

enum { KINDS = 32 };

#define TEN_DIGITS 27, 27, 27, 27, 27, 27, 27, 27, 27, 27
#define LETTERS                                                                                    \
	1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, \
		26

/* A letter in either case, or a mark that needles often end with; 0: any other byte. */
static unsigned kind_of(char c)
{
	static const unsigned char kinds[256] = {
		['-'] = 28, ['.'] = 31,      ['/'] = 31, ['0'] = TEN_DIGITS,
		['='] = 30, ['A'] = LETTERS, ['_'] = 29, ['a'] = LETTERS,
	};

	return kinds[(unsigned char)c];
}

#undef LETTERS
#undef TEN_DIGITS

struct needle {
	struct str text;
	unsigned char slot;
	unsigned char next; /* from 1, with an ending of the same kinds; 0: none */
};

static bool ignores_case(size_t slot)
{
	return rows[slot].kind == CREDENTIAL_GROUP_NOCASE;
}

static unsigned ending_of(struct str needle)
{
	return kind_of(needle.p[needle.n - 2]) * KINDS + kind_of(needle.p[needle.n - 1]);
}

static void cut_needles(struct credentials *credentials)
{
	enum { NEEDLES = 200 }; /* and some room; a byte numbers them */
	struct needle *all = ARENA_ARRAY(credentials->arena, NEEDLES, struct needle);
	size_t count = 0;

	credentials->endings = ARENA_ARRAY(credentials->arena, KINDS * KINDS, unsigned char);
	for (size_t slot = 0; slot < SLOT_COUNT; slot++) {
		struct str rest = rows[slot].needles;

		while (rest.p) {
			struct needle *needle = &all[count++];
			unsigned char *ending;

			assert(count < NEEDLES);
			needle->text = str_cut(&rest, '|');
			needle->slot = (unsigned char)slot;
			ending = &credentials->endings[ending_of(needle->text)];
			needle->next = *ending;
			*ending = (unsigned char)count;
		}
	}
	credentials->needles = all;
}

bool credentials_share(struct credentials *credentials)
{
	if (!credentials->needles)
		cut_needles(credentials);
	credential_sort_known(credentials);
	return regex_set_share(credentials->set);
}

void credentials_unshare(struct credentials *credentials)
{
	regex_set_unshare(credentials->set);
}

/* Whatever its needles say, and before a pattern is compiled for nothing: most URLs are harmless,
   and most names with "_API_KEY" are no flags. */
static bool is_out_of_question(size_t slot, struct str value)
{
	char needed = slot == SLOT_URL_USERINFO ? '@' : slot == SLOT_CLI_SECRET_FLAG ? '-' : '\0';

	return value.n < rows[slot].least ||
	       (needed && str_find_byte(value, needed, 0) == STR_NPOS);
}

static size_t first_slot(row_set set)
{
	return (size_t)__builtin_ctzll(set);
}

static bool ends_in(struct str text, const struct needle *needle)
{
	struct str there;

	if (needle->text.n > text.n)
		return false;
	there = str_slice(text, text.n - needle->text.n, text.n);
	if (byte_lower(there.p[0]) != byte_lower(needle->text.p[0]))
		return false;
	return ignores_case(needle->slot) ? str_eq_nocase(there, needle->text)
					  : str_eq(there, needle->text);
}

/* Of a needle that ends where the text does, the first with that ending: adds the rows to the set. */
static row_set rows_ending(const struct credentials *credentials, struct str text, unsigned first,
			   row_set set)
{
	for (unsigned i = first; i; i = credentials->needles[i - 1].next) {
		const struct needle *needle = &credentials->needles[i - 1];
		row_set row = (row_set)1 << needle->slot;

		if (!(set & row) && ends_in(text, needle))
			set |= row;
	}
	return set;
}

/* The same for all that end in bytes [from, to). */
static row_set rows_within(const struct credentials *credentials, struct str value, size_t from,
			   size_t to, row_set set)
{
	const unsigned char *endings = credentials->endings;
	unsigned before = 0;

	for (size_t at = from; at < to; at++) {
		unsigned kind = kind_of(value.p[at]), first = endings[before * KINDS + kind];

		if (first)
			set = rows_ending(credentials, str_slice(value, 0, at + 1), first, set);
		before = kind;
	}
	return set;
}

/* The rows that are worth trying on a value that has such a part. */
static row_set rows_from(struct credentials *credentials, struct str value, struct str part)
{
	row_set set = 0;

	if (!credentials->needles)
		cut_needles(credentials);
	while (part.n) {
		size_t from = (size_t)(part.p - value.p), to = from + part.n;

		set = rows_within(credentials, value, from, to, set);
		part = credential_long_word(value, to);
	}
	for (row_set left = set; left; left &= left - 1)
		if (is_out_of_question(first_slot(left), value))
			set &= ~((row_set)1 << first_slot(left));
	return set;
}

/*
 * Searches one pattern from byte *at, in windows: what begins in the part that
 * the next window repeats is left to that one, which sees all of it.
 */
static bool row_search(struct credentials *credentials, size_t slot, struct str value, size_t at,
		       struct regex_match *match)
{
	for (;;) {
		size_t end = value.n - at > LIMIT_SCAN_BYTES ? at + LIMIT_SCAN_BYTES : value.n;
		size_t shared = end < value.n ? end - WINDOW_OVERLAP : end;

		if (regex_search(credentials->set, slot, rows[slot].pattern,
				 str_slice(value, 0, end), at, match) &&
		    (end == value.n || match->from < shared))
			return true;
		if (end == value.n)
			return false;
		at = shared;
	}
}

static bool is_group(const struct credential_row *row)
{
	return row->kind == CREDENTIAL_GROUP || row->kind == CREDENTIAL_GROUP_NOCASE;
}

static struct credential_match match_of(size_t slot, size_t from, size_t to)
{
	const struct credential_row *row = &rows[slot];

	return (struct credential_match){
		row->type,
		row->label,
		from,
		to,
		row->kind == CREDENTIAL_PROVIDER,
		!is_group(row) && slot != SLOT_PRIVATE_KEY && slot != SLOT_GCP_SERVICE_ACCOUNT,
	};
}

/* A pattern matched `secret`; is it one for this question? */
static bool secret_counts(const struct credential_row *row, struct str secret,
			  enum credential_view view)
{
	if (is_group(row) && (credential_is_quantity(secret) || credential_is_nothing(secret)))
		return false;
	if (view == CREDENTIAL_HELD)
		return true;
	if (is_group(row) && credential_is_only_references(secret))
		return false;
	return !credential_is_placeholder(secret) && !credential_repeats_one_byte(secret);
}

/* adduser --disabled-password app: the flag says that there is none */
static bool denies_secret(size_t slot, struct str match)
{
	static const char *const prefixes[] = { "--disabled-", "--disable-", "--no-",
						"--without-" };

	if (slot != SLOT_CLI_SECRET_FLAG)
		return false;
	/* --init-token --slot 0: another flag follows */
	if (str_has(match, STR(" -")))
		return true;
	for (size_t i = 0; i < sizeof(prefixes) / sizeof(*prefixes); i++) {
		struct str prefix = str_from(prefixes[i]);

		if (match.n > prefix.n && str_eq_nocase(str_slice(match, 0, prefix.n), prefix))
			return true;
	}
	return false;
}

static bool is_joined(const struct credential_row *row, struct str value, size_t from)
{
	char before = from ? value.p[from - 1] : 0;

	if (byte_is_alnum(before))
		before = before <= '9' ? '0' : before <= 'Z' ? 'A' : 'a';
	return before && strchr(row->joins, before);
}

static bool row_match(struct credentials *credentials, size_t slot, struct str value, size_t at,
		      enum credential_view view, struct credential_match *match)
{
	const struct credential_row *row = &rows[slot];
	struct regex_match found;

	while (at < value.n && row_search(credentials, slot, value, at, &found)) {
		size_t from = is_group(row) ? found.group_from : found.from;
		size_t to = is_group(row) ? found.group_to : found.to;

		if (is_joined(row, value, found.from)) {
			at = found.from + 1;
			continue;
		}
		if (from != STR_NPOS &&
		    !denies_secret(slot, str_slice(value, found.from, found.to)) &&
		    (view == CREDENTIAL_HELD || slot != SLOT_CLI_SECRET_FLAG ||
		     !credential_is_owned_reference(str_slice(value, from, to))) &&
		    secret_counts(row, str_slice(value, from, to), view)) {
			*match = match_of(slot, from, to);
			return true;
		}
		at = found.to;
	}
	return false;
}

bool credential_value(struct credentials *credentials, struct str value, enum credential_view view,
		      struct credential_match *match)
{
	struct str part = credential_first_part(value, credential_signs(value));
	row_set set;

	if (value.n < 6 || !part.n)
		return false;
	set = rows_from(credentials, value, part);
	for (; set; set &= set - 1)
		if (row_match(credentials, first_slot(set), value, 0, view, match))
			return true;
	return false;
}

void credential_each_from(struct credentials *credentials, struct str value, struct str part,
			  void (*found)(void *context, const struct credential_match *match),
			  void *context)
{
	row_set set = rows_from(credentials, value, part);

	for (; set; set &= set - 1) {
		size_t slot = first_slot(set);
		const struct credential_row *row = &rows[slot];
		struct regex_match match;
		size_t at = 0;

		while (at < value.n && row_search(credentials, slot, value, at, &match)) {
			bool group = is_group(row) && match.group_from != STR_NPOS;
			struct credential_match told;

			at = match.to;
			if (denies_secret(slot, str_slice(value, match.from, match.to)))
				continue;
			told = match_of(slot, group ? match.group_from : match.from,
					group ? match.group_to : match.to);
			found(context, &told);
		}
	}
}

void credential_each(struct credentials *credentials, struct str value,
		     void (*found)(void *context, const struct credential_match *match),
		     void *context)
{
	struct str part = credential_first_part(value, credential_signs(value));

	if (part.n)
		credential_each_from(credentials, value, part, found, context);
}

/* ---- a pattern of the user's ---- */

bool credentials_search(struct credentials *credentials, const char *pattern, struct str subject)
{
	return regex_search_given(credentials->set, pattern, subject);
}
