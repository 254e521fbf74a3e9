/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/credential_part.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/node.h"
#include "base/source.h"
#include "model/name.h"

enum {
	PREFIX = CREDENTIAL_KNOWN_BYTES,
	PAIRS = 4096,         /* of first bytes that are told apart */
	LIMIT_KNOWN = 20000,  /* secrets of one run, and of one model */
	LIMIT_NAMES = 200000, /* names looked at for them, of the files and of each model */
	LIMIT_ALIKE = 16      /* secrets with one beginning that are compared at one place */
};

struct known {
	struct str *all;
	size_t count, capacity;
	bool sorted;
	bool begins[256];           /* by first byte: one of them begins so */
	uint64_t pairs[PAIRS / 64]; /* by the first two, where many share a bit */
	size_t nnames;              /* looked at */
	uint32_t nsources;          /* learnt from */
};

static unsigned pair_of(const char *p)
{
	return ((unsigned)(unsigned char)p[0] << 4 ^ (unsigned char)p[1]) % PAIRS;
}

static struct known *known_of(struct credentials *credentials)
{
	if (!credentials->known)
		credentials->known = ARENA_NEW(credentials->arena, struct known);
	return credentials->known;
}

/* Neither a word of a message nor the name of something: more than small letters and marks. */
static bool is_distinct(struct str value)
{
	bool letter = false, other = false;

	for (size_t i = 0; i < value.n; i++) {
		char c = value.p[i];

		letter = letter || byte_is_alpha(c);
		other = other || byte_is_digit(c) || (c >= 'A' && c <= 'Z') ||
			(!byte_is_alnum(c) && c != '-' && c != '_' && c != '.' && c != ' ' &&
			 c != '/');
	}
	return letter && other;
}

static void keep(struct credentials *credentials, struct str value)
{
	struct known *known = known_of(credentials);

	if (known->count >= LIMIT_KNOWN)
		return;
	known->all = arena_grow(credentials->arena, known->all, known->count, &known->capacity,
				sizeof(*known->all));
	known->all[known->count++] = value;
	known->begins[(unsigned char)value.p[0]] = true;
	known->pairs[pair_of(value.p) / 64] |= (uint64_t)1 << pair_of(value.p) % 64;
	known->sorted = false;
}

void credentials_know(struct credentials *credentials, struct str value)
{
	value = str_unquoted(str_trim(value));
	if (value.n < PREFIX || known_of(credentials)->count >= LIMIT_KNOWN ||
	    !is_distinct(value) || credential_is_placeholder(value) ||
	    credential_is_quantity(value) || credential_is_pathlike(value) ||
	    str_find_byte(value, '$', 0) != STR_NPOS)
		return;
	keep(credentials, value);
}

/* ---- what files hold ---- */

/* What stands in quotes that begin at `from`, which a string may have escaped; returns its end. */
static size_t learn_quoted(struct credentials *credentials, struct str rest, size_t from)
{
	size_t to = str_find_byte(rest, rest.p[from], from + 1), end;

	if (to == STR_NPOS)
		to = rest.n;
	for (end = to; end > from + 1 && rest.p[end - 1] == '\\';)
		end--;
	credentials_know(credentials, str_slice(rest, from + 1, end));
	return to;
}

/* "Bearer value" of a header */
static bool is_scheme(struct str word)
{
	return str_eq_nocase(word, STR("Bearer")) || str_eq_nocase(word, STR("Basic")) ||
	       str_eq_nocase(word, STR("Token"));
}

static size_t end_of_word(struct str rest, size_t at)
{
	while (at < rest.n && !byte_is_space(rest.p[at]) &&
	       str_find_byte(STR(",}]\"'"), rest.p[at], 0) == STR_NPOS)
		at++;
	return at;
}

/* NAME=value, NAME: "value", {NAME: value, ...}: how much of the rest it takes. */
static size_t learn_value(struct credentials *credentials, struct str rest, bool first)
{
	size_t from = 0, to;

	while (from < rest.n && byte_is_blank(rest.p[from]))
		from++;
	for (to = from; to < rest.n && rest.p[to] == '\\';)
		to++;
	if (to < rest.n && (rest.p[to] == '"' || rest.p[to] == '\''))
		return learn_quoted(credentials, rest, to);
	/* in an env file blanks and commas are of the value */
	if (first)
		credentials_know(credentials, rest);
	to = end_of_word(rest, from);
	if (is_scheme(str_slice(rest, from, to)) && to < rest.n && byte_is_blank(rest.p[to])) {
		for (from = to; from < rest.n && byte_is_blank(rest.p[from]);)
			from++;
		to = end_of_word(rest, from);
	}
	credentials_know(credentials, str_slice(rest, from, to));
	return to;
}

/* "name:value", in one word: to the end of that, and to the next colon, for it may be a mount. */
static void learn_joined(struct credentials *credentials, struct str rest)
{
	rest = str_slice(rest, 0, end_of_word(rest, 0));
	credentials_know(credentials, rest);
	credentials_know(credentials, str_slice(rest, 0, str_find_byte(rest, ':', 0)));
}

/* The next of each kind; a text without any is walked once for it. */
struct marks {
	size_t equals, colon;
};

static size_t next_mark(struct marks *marks, struct str text, size_t at)
{
	if (marks->equals < at)
		marks->equals = str_find_byte(text, '=', at);
	if (marks->colon < at)
		marks->colon = str_find_byte(text, ':', at);
	return marks->equals < marks->colon ? marks->equals : marks->colon;
}

/* Enough in one word to be known, and no path. */
static bool is_long(struct str text)
{
	size_t to = 0;

	while (to < PREFIX && to < text.n && !byte_is_space(text.p[to]) && text.p[to] != '"')
		to++;
	return to == PREFIX && text.p[0] != '/';
}

static bool is_quoted(struct str text, size_t end)
{
	return end && (text.p[end - 1] == '"' || text.p[end - 1] == '\'');
}

/* What stands behind the colon of JSON. */
static bool may_quote(char c)
{
	return c == '"' || c == '\'' || c == '\\';
}

/* What follows names that hide, in the lines of a text.  No byte is looked at more than a few times. */
static void learn_lines(struct credentials *credentials, struct str text)
{
	struct known *known = known_of(credentials);
	struct marks marks = { str_find_byte(text, '=', 0), str_find_byte(text, ':', 0) };
	size_t line_end = 0; /* of the line that was learnt from last */

	for (size_t at = 0; (at = next_mark(&marks, text, at)) != STR_NPOS; at++) {
		char mark = text.p[at], next = at + 1 < text.n ? text.p[at + 1] : '\n';
		struct str name;
		bool first, joined = mark == ':' && next != '-' && !byte_is_blank(next) &&
				     !may_quote(next) && !is_quoted(text, at);

		if (known->nnames >= LIMIT_NAMES)
			return;
		/* most of these are of URLs, paths, ports and tags */
		if (joined && !is_long(str_slice(text, at + 1, text.n)))
			continue;
		name = credential_name_before(text, at);
		if (name.n < 2)
			continue;
		known->nnames++;
		if (!credential_name_hides(name))
			continue;
		if (joined) {
			if (credential_colon_gives(text, name, at))
				learn_joined(credentials, str_slice(text, at + 1, text.n));
			continue;
		}
		first = at >= line_end;
		if (first)
			line_end = str_find_byte(text, '\n', at);
		/* ${NAME:-value} */
		if (mark == ':' && next == '-')
			at++;
		at += learn_value(credentials, str_slice(text, at + 1, line_end), first);
	}
}

static bool ends_authority(char c)
{
	return byte_is_space(c) || str_find_byte(STR("/?#\"'<>"), c, 0) != STR_NPOS;
}

/* The password of scheme://user:password@host: what cuts a short form or cleans a path leaves it with
   no sign of what it is. */
static void learn_urls(struct credentials *credentials, struct str text)
{
	if (str_find_byte(text, '@', 0) == STR_NPOS)
		return;
	for (size_t at = 0; (at = str_find(text, STR("://"), at)) != STR_NPOS;) {
		size_t from = at + 3, end = 0, password;

		for (at = from; at < text.n && !ends_authority(text.p[at]); at++)
			if (text.p[at] == '@')
				end = at;
		password = str_find_byte(str_slice(text, 0, end), ':', from);
		if (password != STR_NPOS)
			credentials_know(credentials, str_slice(text, password + 1, end));
	}
}

/* --password value, or two items of a list: a word by itself where a command is cut into words. */
static void learn_flags(struct credentials *credentials, struct str text)
{
	struct known *known = known_of(credentials);

	for (size_t at = 0; (at = str_find(text, STR("--"), at)) != STR_NPOS;) {
		size_t from = at;

		for (at += 2; at < text.n && byte_is_name(text.p[at]);)
			at++;
		if (known->nnames >= LIMIT_NAMES)
			return;
		if (at - from < 4 || at == text.n || text.p[at] == '=' || text.p[at] == '\n')
			continue;
		known->nnames++;
		if (!credential_flag(str_slice(text, from, at)).n)
			continue;
		while (at < text.n &&
		       (byte_is_blank(text.p[at]) || may_quote(text.p[at]) || text.p[at] == ','))
			at++;
		credentials_know(credentials, str_slice(text, at, end_of_word(text, at)));
	}
}

/* `signs`: of the text, or more */
static void learn_text(struct credentials *credentials, struct str text, unsigned signs)
{
	if (signs & (SIGN_EQUALS | SIGN_COLON))
		learn_lines(credentials, text);
	if (signs & SIGN_DASH)
		learn_flags(credentials, text);
	if (signs & SIGN_AT)
		learn_urls(credentials, text);
}

void credentials_learn(struct credentials *credentials, const struct sources *sources)
{
	struct known *known = known_of(credentials);

	for (; known->nsources + 1 < sources->count; known->nsources++) {
		const struct source *source = source_at(sources, known->nsources + 1);

		if (source) {
			learn_text(credentials, source->bytes, SIGN_ALL);
			credential_learn_broken(credentials, source->bytes);
		}
	}
}

/* "TOKEN value" in a list, where "=" was forgotten: Compose takes all of it for a name. */
static void learn_name(struct credentials *credentials, struct str key)
{
	size_t blank = str_find_byte(key, ' ', 0);

	if (blank != STR_NPOS && credential_name_hides(str_slice(key, 0, blank)))
		credentials_know(credentials, str_slice(key, blank, key.n));
}

/* What stands there as it is was learnt from the file. */
static bool has_more(const struct node *node)
{
	return node->kind == NODE_SEQUENCE || node->kind == NODE_MAPPING ||
	       (node->kind == NODE_STRING && (node->style != STYLE_PLAIN || node->nparts));
}

void credentials_learn_model(struct credentials *credentials, const struct node *model)
{
	struct known *known = known_of(credentials);

	for (size_t i = 0; model->kind == NODE_SEQUENCE && i < model->count; i++)
		if (has_more(model->in.items[i]))
			credentials_learn_model(credentials, model->in.items[i]);
	for (size_t i = 0; model->kind == NODE_MAPPING && i < model->count; i++) {
		const struct pair *pair = &model->in.pairs[i];

		if (pair->value->kind == NODE_STRING && known->nnames < LIMIT_NAMES) {
			known->nnames++;
			if (credential_name_hides(pair->key->text))
				credentials_know(credentials, pair->value->text);
		} else if (pair->value->kind == NODE_NULL && known->nnames < LIMIT_NAMES) {
			known->nnames++;
			learn_name(credentials, pair->key->text);
		}
		if (has_more(pair->value))
			credentials_learn_model(credentials, pair->value);
	}
	if (model->kind == NODE_STRING && has_more(model))
		learn_text(credentials, model->text, credential_signs(model->text));
}

struct credentials *credentials_apart(const struct credentials *whole, struct arena *arena)
{
	struct credentials *apart = ARENA_NEW(arena, struct credentials);

	*apart = *whole;
	apart->arena = arena;
	apart->known = NULL;
	return apart;
}

void credentials_take(struct credentials *whole, const struct credentials *apart)
{
	struct known *known = known_of(whole);

	if (!apart->known)
		return;
	/* of one model they are few enough; of all of them they count together */
	known->nnames += apart->known->nnames;
	for (size_t i = 0; i < apart->known->count; i++)
		keep(whole, apart->known->all[i]);
}

/* Secrets of the text that a name is made of. */
struct naming {
	struct arena *arena;
	struct str text;
	struct str *all;
	size_t count, capacity;
};

static void add_normalised(void *context, size_t from, size_t to)
{
	struct naming *naming = context;

	naming->all = arena_grow(naming->arena, naming->all, naming->count, &naming->capacity,
				 sizeof(*naming->all));
	naming->all[naming->count++] =
		name_normalise(naming->arena, str_slice(naming->text, from, to));
}

static void add_match(void *context, const struct credential_match *match)
{
	add_normalised(context, match->from, match->to);
}

void credentials_learn_names(struct credentials *credentials, struct arena *arena,
			     const struct str *texts, size_t count)
{
	struct naming naming = { .arena = arena };

	/* what becomes known has to be sorted in: all of it at once, when none is looked for */
	for (size_t i = 0; i < count; i++) {
		naming.text = texts[i];
		credential_each(credentials, texts[i], add_match, &naming);
		credential_each_known(credentials, texts[i], add_normalised, &naming);
	}
	for (size_t i = 0; i < naming.count; i++)
		credentials_know(credentials, naming.all[i]);
}

/* ---- where they stand ---- */

static int by_bytes(const void *a, const void *b)
{
	return str_cmp(*(const struct str *)a, *(const struct str *)b);
}

static void sort(struct known *known)
{
	size_t kept = 0;

	qsort(known->all, known->count, sizeof(*known->all), by_bytes);
	for (size_t i = 0; i < known->count; i++)
		if (!kept || !str_eq(known->all[kept - 1], known->all[i]))
			known->all[kept++] = known->all[i];
	known->count = kept;
	known->sorted = true;
}

void credential_sort_known(struct credentials *credentials)
{
	struct known *known = credentials->known;

	if (known && known->count && !known->sorted)
		sort(known);
}

/* The first that does not come before these PREFIX bytes. */
static size_t first_from(const struct known *known, const char *prefix)
{
	size_t low = 0, high = known->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (memcmp(known->all[middle].p, prefix, PREFIX) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* How much of the text, which one of them may begin, is one; 0: it is none. */
static size_t known_at(const struct known *known, struct str text)
{
	size_t longest = 0, first = first_from(known, text.p);

	for (size_t i = first; i < known->count && memcmp(known->all[i].p, text.p, PREFIX) == 0;
	     i++) {
		/* too many to compare: the word that begins so is hidden */
		if (i - first == LIMIT_ALIKE) {
			while (longest < text.n && !byte_is_space(text.p[longest]))
				longest++;
			break;
		}
		if (known->all[i].n > longest && str_starts(text, known->all[i]))
			longest = known->all[i].n;
	}
	return longest;
}

/* Of many secrets one or the other begins with nearly any letter, and few with the two at `p`. */
static bool may_begin(const struct known *known, const char *p)
{
	return known->begins[(unsigned char)p[0]] &&
	       (known->pairs[pair_of(p) / 64] >> pair_of(p) % 64 & 1);
}

static void each_of(const struct known *known, struct str text, credential_found *found,
		    void *context)
{
	for (size_t at = 0; at + PREFIX <= text.n;) {
		size_t n = 0;

		if (may_begin(known, text.p + at))
			n = known_at(known, str_slice(text, at, text.n));
		if (n)
			found(context, at, at + n);
		at += n ? n : 1;
	}
}

void credential_each_known(struct credentials *credentials, struct str text,
			   credential_found *found, void *context)
{
	if (!credentials->known || !credentials->known->count)
		return;
	credential_sort_known(credentials);
	each_of(credentials->known, text, found, context);
}
