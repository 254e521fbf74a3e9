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
	enum role_word_kind kind;
	struct str text;
	unsigned where;
} words[] = {
#define ROLE_WORD(kind, text, where) { ROLE_WORD_##kind, STR_INIT(text), where },
#include "engine/role.list"
#undef ROLE_WORD
};

enum { NWORDS = sizeof(words) / sizeof(*words) };

static bool is_border(char c)
{
	return c == '-' || c == '_' || c == '.';
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
		/* the words of the list are in small letters */
		if ((byte_is_alpha(a) ? a | 0x20 : a) != b)
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
static const struct word *longest_at(enum role_word_kind kind, struct str text, size_t at,
				     unsigned where, size_t *end)
{
	const struct word *best = NULL;

	for (size_t i = 0; i < NWORDS; i++) {
		size_t to;

		if (!(words[i].where & where) || !may_stand_beside(&words[i], kind))
			continue;
		to = word_end(text, at, words[i].text);
		if (to && (!best || to > *end || (to == *end && words[i].kind == kind))) {
			best = &words[i];
			*end = to;
		}
	}
	return best;
}

/* From a byte to the end there are only words of the kind and qualifiers: the first such word, or
   NULL.  *whole: it is so. */
static const struct word *only_words(enum role_word_kind kind, struct str text, size_t at,
				     unsigned where, bool *whole)
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
		word = longest_at(kind, text, at, where, &end);
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

/* The name ends in a word that says what the thing is. */
static const struct word *head_of(enum role_word_kind kind, struct str text, unsigned where)
{
	for (size_t i = 0; i < NWORDS; i++) {
		if (words[i].kind != kind || !(words[i].where & where))
			continue;
		for (size_t at = 0; at < text.n; at++) {
			size_t end = begins_part(text, at) ? word_end(text, at, words[i].text) : 0;
			bool whole = false;

			if (!end)
				continue;
			only_words(ROLE_WORD_QUALIFIER, text, end, NAMES, &whole);
			if (whole)
				return &words[i];
		}
	}
	return NULL;
}

static struct str text_of(const struct word *word)
{
	return word ? word->text : STR("");
}

struct str role_word_in_name(enum role_word_kind kind, struct str name)
{
	bool whole;
	const struct word *word = only_words(kind, name, 0, NAMES, &whole);

	return text_of(word ? word : head_of(kind, name, HEADS));
}

/* ---- images ---- */

/* A part of the path before the last one is the word. */
static bool is_owner(struct str path, struct str word)
{
	struct str rest = path;

	while (rest.p) {
		struct str part = str_cut(&rest, '/');

		if (rest.p && str_eq_nocase(part, word))
			return true;
	}
	return false;
}

static const struct word *by_path(enum role_word_kind kind, struct str path)
{
	for (size_t i = 0; i < NWORDS; i++) {
		struct str text = words[i].text;

		if (words[i].kind != kind)
			continue;
		if ((words[i].where & OWNERS) && is_owner(path, text))
			return &words[i];
		if ((words[i].where & IMAGES) && str_find_byte(text, '/', 0) != STR_NPOS &&
		    str_ends(path, text) &&
		    (path.n == text.n || path.p[path.n - text.n - 1] == '/'))
			return &words[i];
	}
	return NULL;
}

struct str role_word_in_image(enum role_word_kind kind, const struct image_reference *image)
{
	const struct word *word;
	bool whole;

	if (!image->valid)
		return STR("");
	word = only_words(kind, image->base, 0, IMAGES, &whole);
	if (!word)
		word = by_path(kind, image->repository);
	return text_of(word ? word : head_of(kind, image->base, ENDS));
}

/* ---- agents ---- */

static const struct word *agent_in(struct str text, unsigned where)
{
	for (size_t i = 0; i < NWORDS; i++) {
		if (words[i].kind != ROLE_WORD_AGENT || !(words[i].where & where))
			continue;
		for (size_t at = 0; at < text.n; at++)
			if (begins_part(text, at) && word_end(text, at, words[i].text))
				return &words[i];
	}
	return NULL;
}

struct str role_word_agent(struct str name)
{
	return text_of(agent_in(name, ANYHOW));
}

bool role_word_means_model(struct str name)
{
	for (size_t i = 0; i < NWORDS; i++) {
		if (words[i].kind != ROLE_WORD_AGENT || str_eq(words[i].text, STR("sandbox")))
			continue;
		for (size_t at = 0; at < name.n; at++)
			if (begins_part(name, at) && word_end(name, at, words[i].text))
				return true;
	}
	return false;
}

struct str role_word_product_in_image(const struct image_reference *image)
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
	return text_of(agent_in(image->base, IMAGES));
}

struct str role_word_product_of_variable(struct str name)
{
	for (size_t i = 0; i < NWORDS; i++)
		if (words[i].kind == ROLE_WORD_AGENT && (words[i].where & PRODUCT) &&
		    word_end(name, 0, words[i].text))
			return words[i].text;
	return STR("");
}
