/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "read/pattern.h"

#include <string.h>

#include "base/limits.h"
#include "base/path.h"
#include "base/utf8.h"
#include "read/whitespace.h"

enum token_kind {
	TOKEN_LITERAL, /* `text` */
	TOKEN_ANY,     /* one character, no "/" */
	TOKEN_RUN,     /* any characters but "/" */
	TOKEN_DEEP,    /* nothing, or anything that ends in "/" */
	TOKEN_ALL,     /* anything */
	TOKEN_CLASS    /* `text`: what stands between the brackets */
};

struct pattern_token {
	enum token_kind kind;
	struct str text;
	bool negated;
};

/* Tokens while they are collected. */
struct tokens {
	struct arena *arena;
	struct pattern_token *all;
	size_t count, capacity;
};

static void add(struct tokens *tokens, enum token_kind kind, struct str text)
{
	tokens->all = arena_grow(tokens->arena, tokens->all, tokens->count, &tokens->capacity,
				 sizeof(*tokens->all));
	tokens->all[tokens->count++] = (struct pattern_token){ kind, text, false };
}

/* ------------------------------------------------------------ classes */

/* A character of a class, a backslash before it undone; false: there is none. */
static bool class_character(struct str class, size_t *at, uint32_t *character)
{
	if (*at < class.n && class.p[*at] == '\\')
		(*at)++;
	if (*at >= class.n)
		return false;
	*character = utf8_decode(str_slice(class, *at, class.n)).code;
	*at += utf8_decode(str_slice(class, *at, class.n)).bytes;
	return true;
}

static bool class_holds(const struct pattern_token *token, uint32_t character)
{
	size_t at = 0;
	uint32_t low, high;

	while (class_character(token->text, &at, &low)) {
		high = low;
		if (at < token->text.n && token->text.p[at] == '-') {
			at++;
			if (!class_character(token->text, &at, &high))
				return false;
		}
		if (low <= character && character <= high)
			return true;
	}
	return false;
}

/* The class that begins behind "[" at `from`; false: no valid class.  *to is behind its "]". */
static bool cut_class(struct str text, size_t from, struct pattern_token *token, size_t *to)
{
	size_t at = from;
	bool any = false;

	*token = (struct pattern_token){ .kind = TOKEN_CLASS };
	if (at < text.n && text.p[at] == '^') {
		token->negated = true;
		at++;
	}
	from = at;
	while (at < text.n && !(text.p[at] == ']' && any)) {
		uint32_t character;

		for (int part = 0; part < 2; part++) {
			/* as Go's path matching: these need a backslash */
			if (at >= text.n || text.p[at] == '-' || text.p[at] == ']')
				return false;
			if (!class_character(text, &at, &character))
				return false;
			if (part > 0 || at >= text.n || text.p[at] != '-')
				break;
			at++;
		}
		any = true;
	}
	if (at >= text.n)
		return false;
	token->text = str_slice(text, from, at);
	*to = at + 1;
	return true;
}

/* ------------------------------------------------------------ one pattern */

/* Behind the first of two stars; where the text goes on. */
static size_t add_stars(struct tokens *tokens, struct str text, size_t at)
{
	bool first = tokens->count == 0;
	bool slash = at < text.n && text.p[at] == '/';
	struct str rest = str_slice(text, at, text.n);

	if (slash)
		at++;
	if (at >= text.n)
		add(tokens, TOKEN_ALL, STR(""));
	/* "**.env" is what ends in ".env", as long as nothing else is special in it */
	else if (first && !slash && !pattern_is_wild(rest))
		add(tokens, TOKEN_ALL, STR(""));
	else
		add(tokens, TOKEN_DEEP, STR(""));
	return at;
}

/* A bit for each byte; several bytes have the same. */
static uint64_t byte_bit(char byte)
{
	return (uint64_t)1 << ((unsigned char)byte % 64);
}

/* The bytes that every match begins with, as far as they stand in the text as they are. */
static struct str beginning_of(const struct pattern *pattern)
{
	size_t known = 0;

	while (known < pattern->ntokens && pattern->tokens[known].kind == TOKEN_LITERAL &&
	       pattern->tokens[known].text.p == pattern->text.p + known)
		known++;
	return str_slice(pattern->text, 0, known);
}

static void compile(struct arena *arena, struct pattern *pattern, bool deep)
{
	struct tokens tokens = { .arena = arena };
	struct str text = pattern->text;
	size_t at = 0;

	while (at < text.n) {
		char c = text.p[at];

		if (c == '*' && deep && at + 1 < text.n && text.p[at + 1] == '*') {
			at = add_stars(&tokens, text, at + 2);
		} else if (c == '*' || c == '?') {
			add(&tokens, c == '*' ? TOKEN_RUN : TOKEN_ANY, STR(""));
			at++;
		} else if (c == '[') {
			struct pattern_token token;

			if (!cut_class(text, at + 1, &token, &at)) {
				pattern->malformed = true;
				return;
			}
			add(&tokens, TOKEN_CLASS, token.text);
			tokens.all[tokens.count - 1].negated = token.negated;
		} else {
			if (c == '\\' && ++at >= text.n) {
				pattern->malformed = true;
				return;
			}
			add(&tokens, TOKEN_LITERAL, str_slice(text, at, at + 1));
			at++;
		}
	}
	pattern->tokens = tokens.all;
	pattern->ntokens = tokens.count;
	pattern->beginning = beginning_of(pattern);
	for (size_t i = 0; i < tokens.count; i++)
		if (tokens.all[i].kind == TOKEN_LITERAL)
			pattern->bytes |= byte_bit(tokens.all[i].text.p[0]);
}

static struct pattern make(struct arena *arena, struct str text, bool deep)
{
	struct pattern pattern = { .span = SPAN_NONE };

	text = whitespace_trim(text);
	if (str_starts(text, STR("!"))) {
		pattern.exception = true;
		text = whitespace_trim(str_slice(text, 1, text.n));
	}
	if (text.n > 0)
		text = path_clean(arena, text);
	if (text.n > 1 && text.p[0] == '/')
		text = str_slice(text, 1, text.n);
	pattern.text = text;
	pattern.malformed = text.n == 0;
	compile(arena, &pattern, deep);
	return pattern;
}

struct pattern pattern_of(struct arena *arena, struct str text)
{
	return make(arena, text, true);
}

struct pattern pattern_of_source(struct arena *arena, struct str text)
{
	struct pattern pattern = { .span = SPAN_NONE, .text = text };

	compile(arena, &pattern, false);
	return pattern;
}

struct str pattern_line(struct arena *arena, struct str path)
{
	struct builder line = { .arena = arena };
	struct pattern pattern;
	size_t left = SIZE_MAX;

	for (size_t i = 0; i < path.n; i++) {
		if (str_find_byte(i == 0 ? STR("*?[\\!#") : STR("*?[\\"), path.p[i], 0) != STR_NPOS)
			builder_byte(&line, '\\');
		builder_byte(&line, path.p[i]);
	}
	pattern = make(arena, builder_str(&line), true);
	if (str_find_byte(path, '\n', 0) != STR_NPOS ||
	    !pattern_matches_whole(arena, &pattern, path, &left))
		return STR_NONE;
	return builder_str(&line);
}

bool pattern_is_wild(struct str text)
{
	for (size_t i = 0; i < text.n; i++)
		if (str_find_byte(STR("*?[\\"), text.p[i], 0) != STR_NPOS)
			return true;
	return false;
}

/* ------------------------------------------------------------ ignore files */

struct pattern_list pattern_read(struct arena *arena, const struct source *source)
{
	struct pattern_list list = { .count = 0 };
	struct pattern *all = NULL;
	struct str rest = source->bytes;
	size_t capacity = 0;

	if (str_starts(rest, STR("\xef\xbb\xbf")))
		rest = str_slice(rest, 3, rest.n);
	while (rest.p != NULL) {
		struct str line = str_cut(&rest, '\n'), text = whitespace_trim(line);
		uint32_t start = (uint32_t)(text.p - source->bytes.p);

		/* a comment begins in the first column, nowhere else */
		if (str_starts(line, STR("#")) || text.n == 0)
			continue;
		if (list.count >= LIMIT_PATTERNS) {
			list.too_long = true;
			break;
		}
		all = arena_grow(arena, all, list.count, &capacity, sizeof(*all));
		all[list.count] = make(arena, text, true);
		all[list.count].span =
			(struct span){ source->number, start, start + (uint32_t)text.n };
		list.has_exceptions = list.has_exceptions || all[list.count].exception;
		list.count++;
	}
	list.all = all;
	return list;
}

/* ------------------------------------------------------------ matching */

/*
 * Every place of the path that the tokens so far can have come to, all at once:
 * here[i] says that they match the first i bytes.  Outside of [low, high] all is
 * false; few tokens leave more than one place.
 */
struct places {
	bool *here;
	size_t low, high;
};

/* One character, which may have several bytes; from the end, so that none is seen twice. */
static void go_on_by_character(const struct pattern_token *token, struct str path,
			       struct places *at)
{
	size_t high = at->high;

	for (size_t i = high + 1; i-- > at->low;) {
		struct utf8 next = utf8_decode(str_slice(path, i, path.n));

		if (!at->here[i])
			continue;
		at->here[i] = false;
		if (!next.bytes ||
		    (token->kind == TOKEN_ANY ? next.code == '/'
					      : class_holds(token, next.code) == token->negated))
			continue;
		at->here[i + next.bytes] = true;
		if (i + next.bytes > at->high)
			at->high = i + next.bytes;
	}
}

static void step(const struct pattern_token *token, struct str path, struct places *at)
{
	bool *here = at->here, open = false;

	switch (token->kind) {
	case TOKEN_RUN:
		for (size_t i = at->low; i <= path.n && (open || i <= at->high); i++) {
			if (i > 0 && path.p[i - 1] == '/')
				open = false;
			here[i] = open = open || here[i];
			at->high = open && i > at->high ? i : at->high;
		}
		break;
	case TOKEN_ALL:
		memset(here + at->low, true, path.n + 1 - at->low);
		at->high = path.n;
		break;
	case TOKEN_DEEP:
		for (size_t i = at->low; i <= path.n; i++) {
			bool was = here[i];

			here[i] = was || (open && path.p[i - 1] == '/');
			open = open || was;
		}
		at->high = path.n;
		break;
	case TOKEN_LITERAL:
		at->high = at->high < path.n ? at->high + 1 : at->high;
		for (size_t i = at->high + 1; i-- > at->low;)
			here[i] = i > at->low && here[i - 1] && path.p[i - 1] == token->text.p[0];
		break;
	case TOKEN_ANY:
	case TOKEN_CLASS:
		go_on_by_character(token, path, at);
		break;
	}
	while (at->low <= at->high && !here[at->low])
		at->low++;
	while (at->high > at->low && !here[at->high])
		at->high--;
}

/* Takes from what may be done; false: it is spent. */
static bool spend(size_t *left, size_t steps)
{
	*left = *left > steps ? *left - steps : 0;
	return *left > 0;
}

/* What a class takes at each place where it is tried, besides one step. */
static bool spend_class(size_t *left, const struct pattern_token *token, const struct places *at)
{
	for (size_t i = at->low; token->kind == TOKEN_CLASS && i <= at->high; i++)
		if (at->here[i] && !spend(left, token->text.n))
			return false;
	return true;
}

/* What patterns are compared with. */
struct candidate {
	struct str path;
	uint64_t bytes; /* the bits of those that it has */
	bool *here;     /* one more than it has bytes; all false between two patterns */
};

static struct candidate candidate_of(struct arena *scratch, struct str path)
{
	struct candidate candidate = { .path = path,
				       .here = ARENA_ARRAY(scratch, path.n + 1, bool) };

	for (size_t i = 0; i < path.n; i++)
		candidate.bytes |= byte_bit(path.p[i]);
	return candidate;
}

static bool matches(const struct pattern *pattern, const struct candidate *candidate, bool parents,
		    size_t *left)
{
	struct str path = candidate->path;
	size_t known = pattern->beginning.n;
	struct places at = { candidate->here, known, known };
	bool found;

	/* most patterns fail here */
	if (!spend(left, 1) || (pattern->bytes & ~candidate->bytes) || pattern->malformed ||
	    !str_starts(path, pattern->beginning))
		return false;
	at.here[known] = true;
	for (size_t i = known; i < pattern->ntokens; i++) {
		size_t low = at.low, high = at.high;
		bool enough = spend_class(left, &pattern->tokens[i], &at);

		if (enough)
			step(&pattern->tokens[i], path, &at);
		if (!enough || !spend(left, 1 + (at.high > high ? at.high : high) - low)) {
			memset(at.here, false, path.n + 1);
			return false;
		}
		if (at.low > at.high)
			return false;
	}
	found = at.here[path.n];
	for (size_t i = at.low; parents && !found && i <= at.high && i < path.n; i++)
		found = i > 0 && at.here[i] && path.p[i] == '/';
	memset(at.here + at.low, false, at.high - at.low + 1);
	return found;
}

bool pattern_matches(struct arena *scratch, const struct pattern *pattern, struct str path,
		     size_t *left)
{
	struct candidate candidate = candidate_of(scratch, path);

	return matches(pattern, &candidate, true, left);
}

bool pattern_matches_whole(struct arena *scratch, const struct pattern *pattern, struct str path,
			   size_t *left)
{
	struct candidate candidate = candidate_of(scratch, path);

	return matches(pattern, &candidate, false, left);
}

bool pattern_excludes(struct arena *scratch, const struct pattern_list *list, struct str path,
		      size_t *left)
{
	struct candidate candidate = candidate_of(scratch, path);

	for (size_t i = list->count; i-- > 0;)
		if (matches(&list->all[i], &candidate, true, left))
			return !list->all[i].exception;
	return false;
}
