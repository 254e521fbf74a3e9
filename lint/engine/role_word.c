/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "engine/role_word.h"

enum {
	NAMES = 1 << 0,
	HEADS = 1 << 1,
	ANYHOW = 1 << 2,
	IMAGES = 1 << 3,
	ENDS = 1 << 4,
	OWNERS = 1 << 5,
	AGENTS = 1 << 6,
	PRODUCT = 1 << 7
};

static const struct word {
	char text[35];   /* in place: pointers would be relocated before each run */
	unsigned char n; /* bytes of it */
	enum role_word_kind kind;
	unsigned where;
} words[] = {
#define ROLE_WORD(kind, text, where) { text, sizeof(text) - 1, ROLE_WORD_##kind, where },
#include "engine/role.list"
#undef ROLE_WORD
};

enum { NWORDS = sizeof(words) / sizeof(*words), NBEGINNINGS = 256 };

/* ---- the words by their first two letters ---- */

struct role_words {
	/* numbers of words, in the order of the list; NWORDS: no more.  Few beginnings share a place */
	uint16_t first[NBEGINNINGS], next[NWORDS];
};

/* The words of the list are in small letters. */
static char small(char c)
{
	return byte_is_alpha(c) ? (char)(c | 0x20) : c;
}

static bool is_border(char c)
{
	return c == '-' || c == '_' || c == '.';
}

static struct str text_of(const struct word *word)
{
	return word ? (struct str){ word->text, word->n } : STR("");
}

/* Of a word in small letters; none is shorter.  Equal for what word_end() takes for the same. */
static size_t beginning(char first, char second)
{
	if (is_border(second))
		second = '-';
	return ((unsigned char)first * 31U + (unsigned char)second) % NBEGINNINGS;
}

const struct role_words *role_words_new(struct arena *arena)
{
	struct role_words *index = ARENA_NEW(arena, struct role_words);

	for (size_t i = 0; i < NBEGINNINGS; i++)
		index->first[i] = NWORDS;
	for (size_t i = NWORDS; i-- > 0;) {
		uint16_t *first = &index->first[beginning(words[i].text[0], words[i].text[1])];

		index->next[i] = *first;
		*first = (uint16_t)i;
	}
	return index;
}

static size_t first_at(const struct role_words *index, struct str text, size_t at)
{
	if (at + 2 > text.n)
		return NWORDS;
	return index->first[beginning(small(text.p[at]), small(text.p[at + 1]))];
}

static size_t skip_digits(struct str text, size_t at)
{
	while (at < text.n && byte_is_digit(text.p[at]))
		at++;
	return at;
}

/* The end of the word where it stands at a byte, without case; "-" and "_" are one.  A number may
   follow it: "redis2".  0: it does not stand there. */
static size_t word_end(struct str text, size_t at, struct str word)
{
	size_t end = at + word.n;

	if (end > text.n)
		return 0;
	for (size_t i = 0; i < word.n; i++) {
		char a = text.p[at + i], b = word.p[i];

		if (is_border(a) && is_border(b))
			continue;
		if (small(a) != b)
			return 0;
	}
	end = skip_digits(text, end);
	return end == text.n || is_border(text.p[end]) ? end : 0;
}

static bool begins_part(struct str text, size_t at)
{
	return at == 0 || is_border(text.p[at - 1]);
}

/* ---- the whole of a name ---- */

/* "16", "v2" */
static size_t number_end(struct str text, size_t at)
{
	size_t from = at < text.n && (text.p[at] == 'v' || text.p[at] == 'V') ? at + 1 : at;
	size_t end = skip_digits(text, from);

	return end > from && (end == text.n || is_border(text.p[end])) ? end : 0;
}

static bool may_stand_beside(const struct word *word, enum role_word_kind kind)
{
	return word->kind == kind || word->kind == ROLE_WORD_QUALIFIER ||
	       (word->kind == ROLE_WORD_GATEWAY_QUALIFIER && kind == ROLE_WORD_GATEWAY);
}

/* The longest word that stands at a byte and does not make another program of it. */
static const struct word *longest_at(const struct role_words *index, enum role_word_kind kind,
				     struct str text, size_t at, unsigned where, size_t *end)
{
	const struct word *best = NULL;

	for (size_t i = first_at(index, text, at); i < NWORDS; i = index->next[i]) {
		size_t to;

		if (!(words[i].where & where) || !may_stand_beside(&words[i], kind))
			continue;
		to = word_end(text, at, text_of(&words[i]));
		if (to && (!best || to > *end || (to == *end && words[i].kind == kind))) {
			best = &words[i];
			*end = to;
		}
	}
	return best;
}

/* From a byte to the end there are only words of the kind and qualifiers: the first such word, or
   NULL.  *whole: it is so. */
static const struct word *only_words(const struct role_words *index, enum role_word_kind kind,
				     struct str text, size_t at, unsigned where, bool *whole)
{
	const struct word *found = NULL;
	bool with_agent = false;

	*whole = true;
	while (*whole && at < text.n) {
		const struct word *word;
		size_t end = 0;

		if (is_border(text.p[at])) {
			at++;
			continue;
		}
		word = longest_at(index, kind, text, at, where, &end);
		if (!word)
			end = number_end(text, at);
		if (!end && with_agent)
			end = word_end(text, at, STR("agent"));
		if (word && word->kind == kind) {
			found = found ? found : word;
			with_agent = with_agent || (word->where & AGENTS) != 0;
		}
		*whole = end != 0;
		at = end;
	}
	return *whole ? found : NULL;
}

/* The name ends in a word that says what the thing is: of several the first of the list. */
static const struct word *head_of(const struct role_words *index, enum role_word_kind kind,
				  struct str text, unsigned where)
{
	size_t best = NWORDS;

	for (size_t at = 0; at < text.n; at++) {
		if (!begins_part(text, at))
			continue;
		for (size_t i = first_at(index, text, at); i < best; i = index->next[i]) {
			size_t end;
			bool whole = false;

			if (words[i].kind != kind || !(words[i].where & where))
				continue;
			end = word_end(text, at, text_of(&words[i]));
			if (end)
				only_words(index, ROLE_WORD_QUALIFIER, text, end, NAMES, &whole);
			if (whole)
				best = i;
		}
	}
	return best < NWORDS ? &words[best] : NULL;
}

struct str role_word_in_name(const struct role_words *index, enum role_word_kind kind,
			     struct str name)
{
	bool whole;
	const struct word *word = only_words(index, kind, name, 0, NAMES, &whole);

	return text_of(word ? word : head_of(index, kind, name, HEADS));
}

/* ---- images ---- */

/* A word stands at the beginning of a part of a path: it is a part before the last one, or, with "/"
   in it, all that follows. */
static bool is_of_path(const struct word *word, struct str path, size_t at)
{
	struct str rest = str_slice(path, at, path.n), whole = rest;
	struct str part = str_cut(&rest, '/');

	if ((word->where & OWNERS) && rest.p && str_eq_nocase(part, text_of(word)))
		return true;
	return (word->where & IMAGES) && str_find_byte(text_of(word), '/', 0) != STR_NPOS &&
	       str_eq(whole, text_of(word));
}

static const struct word *by_path(const struct role_words *index, enum role_word_kind kind,
				  struct str path)
{
	size_t best = NWORDS;

	for (size_t at = 0; at < path.n; at++) {
		if (at && path.p[at - 1] != '/')
			continue;
		for (size_t i = first_at(index, path, at); i < best; i = index->next[i])
			if (words[i].kind == kind && is_of_path(&words[i], path, at))
				best = i;
	}
	return best < NWORDS ? &words[best] : NULL;
}

struct str role_word_in_image(const struct role_words *index, enum role_word_kind kind,
			      const struct image_reference *image)
{
	const struct word *word;
	bool whole;

	if (!image->valid)
		return STR("");
	word = only_words(index, kind, image->base, 0, IMAGES, &whole);
	if (!word)
		word = by_path(index, kind, image->repository);
	return text_of(word ? word : head_of(index, kind, image->base, ENDS));
}

/* ---- agents ---- */

static const struct word *agent_in(const struct role_words *index, struct str text, unsigned where)
{
	size_t best = NWORDS;

	for (size_t at = 0; at < text.n; at++) {
		if (!begins_part(text, at))
			continue;
		for (size_t i = first_at(index, text, at); i < best; i = index->next[i])
			if (words[i].kind == ROLE_WORD_AGENT && (words[i].where & where) &&
			    word_end(text, at, text_of(&words[i])))
				best = i;
	}
	return best < NWORDS ? &words[best] : NULL;
}

struct str role_word_agent(const struct role_words *index, struct str name)
{
	return text_of(agent_in(index, name, ANYHOW));
}

struct str role_word_part(struct str name)
{
	static const struct str parts[] = { STR_INIT("ui"),       STR_INIT("webui"),
					    STR_INIT("frontend"), STR_INIT("dashboard"),
					    STR_INIT("manager"),  STR_INIT("console") };

	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
		size_t n = name.n - parts[i].n;

		if (str_ends(name, parts[i]) && n && is_border(name.p[n - 1]))
			return parts[i];
	}
	return STR("");
}

bool role_word_means_model(const struct role_words *index, struct str name)
{
	for (size_t at = 0; at < name.n; at++) {
		if (!begins_part(name, at))
			continue;
		for (size_t i = first_at(index, name, at); i < NWORDS; i = index->next[i])
			if (words[i].kind == ROLE_WORD_AGENT &&
			    !str_eq(text_of(&words[i]), STR("sandbox")) &&
			    word_end(name, at, text_of(&words[i])))
				return true;
	}
	return false;
}

struct str role_word_product_in_image(const struct role_words *index,
				      const struct image_reference *image)
{
	static const struct str others[] = { STR_INIT("proxy"),     STR_INIT("router"),
					     STR_INIT("ui"),        STR_INIT("webui"),
					     STR_INIT("web"),       STR_INIT("frontend"),
					     STR_INIT("dashboard"), STR_INIT("docs"),
					     STR_INIT("exporter"),  STR_INIT("db") };

	if (!image->valid)
		return STR("");
	/* a front end of it, or what stands before it, is another program */
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++) {
		size_t n = image->base.n - others[i].n;

		if (str_ends(image->base, others[i]) && n && is_border(image->base.p[n - 1]))
			return STR("");
	}
	return text_of(agent_in(index, image->base, IMAGES));
}

struct str role_word_product_of_variable(const struct role_words *index, struct str name)
{
	for (size_t i = first_at(index, name, 0); i < NWORDS; i = index->next[i])
		if (words[i].kind == ROLE_WORD_AGENT && (words[i].where & PRODUCT) &&
		    word_end(name, 0, text_of(&words[i])))
			return text_of(&words[i]);
	return STR("");
}
