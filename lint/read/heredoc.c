/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "read/heredoc.h"

#include "read/whitespace.h"

enum { REFERENCE_DEPTH = 64 };

static size_t skip_reference(struct str s, size_t at, int depth);

/* From a quote at `at`, behind the closing one; STR_NPOS without. */
static size_t skip_quoted(struct str s, size_t at, int depth)
{
	char quote = s.p[at++];

	while (at < s.n && s.p[at] != quote) {
		if (quote == '"' && s.p[at] == '$')
			at = skip_reference(s, at, depth);
		else
			at += quote == '"' && s.p[at] == '\\' && at + 1 < s.n ? 2 : 1;
	}
	return at < s.n ? at + 1 : STR_NPOS;
}

/* From behind the modifier of a reference, or behind a part of it, behind `end`. */
static size_t skip_modifier(struct str s, size_t at, char end, int depth)
{
	while (at < s.n && s.p[at] != end) {
		if (s.p[at] == '\'' || s.p[at] == '"')
			at = skip_quoted(s, at, depth);
		else if (s.p[at] == '$')
			at = skip_reference(s, at, depth);
		else
			at += s.p[at] == '\\' && at + 1 < s.n ? 2 : 1;
	}
	return at < s.n ? at + 1 : STR_NPOS;
}

/*
 * From a "$" at `at`, behind the reference.  A malformed ${...} makes the line
 * one that cannot be split, although for the shell it may mean something.
 */
static size_t skip_reference(struct str s, size_t at, int depth)
{
	static const struct str modifiers = STR_INIT(":+-?#%/");

	at++;
	if (at >= s.n || s.p[at] != '{')
		return at < s.n && s.p[at] == '$' ? at + 1 : at; /* "$$": its own name */
	at++;
	if (depth >= REFERENCE_DEPTH || at >= s.n ||
	    str_find_byte(STR("{}:"), s.p[at], 0) != STR_NPOS)
		return STR_NPOS;
	if (str_find_byte(STR("@*#?-$!"), s.p[at], 0) != STR_NPOS)
		at++;
	else
		while (at < s.n &&
		       (byte_is_alnum(s.p[at]) || s.p[at] == '_' || (unsigned char)s.p[at] >= 0x80))
			at++;
	if (at >= s.n)
		return STR_NPOS;
	if (s.p[at] == '}')
		return at + 1;
	if (str_find_byte(modifiers, s.p[at], 0) == STR_NPOS)
		return STR_NPOS;
	if (s.p[at] == '/') { /* "${v/p/r}" and "${v//p/r}": the builder insists on the last "/" */
		at = skip_modifier(s, at + (at + 1 < s.n && s.p[at + 1] == '/' ? 2 : 1), '/',
				   depth + 1);
		return skip_modifier(s, at, '}', depth + 1);
	}
	if (s.p[at] == ':')
		at++; /* and any character is its modifier */
	return skip_modifier(s, at + 1, '}', depth + 1);
}

/* `word` ends in the "<<" of a marker, whose name may follow behind blanks; not behind "<<-". */
static bool awaits_name(struct str word)
{
	if (!str_ends(word, STR("<<")))
		return false;
	for (size_t i = 0; i + 2 < word.n; i++)
		if (!byte_is_digit(word.p[i]))
			return false;
	return true;
}

/* From `at`, which is no blank, behind the word; STR_NPOS: unbalanced. */
static size_t skip_word(struct str line, size_t at)
{
	size_t start = at;

	while (at < line.n) {
		size_t blank = whitespace_at(line, at);

		if (blank > 0) {
			if (!awaits_name(str_slice(line, start, at)))
				return at;
			while ((blank = whitespace_at(line, at)) > 0)
				at += blank;
		} else if (line.p[at] == '\'' || line.p[at] == '"') {
			at = skip_quoted(line, at, 0);
		} else if (line.p[at] == '$') {
			at = skip_reference(line, at, 0);
		} else {
			at += line.p[at] == '\\' && at + 1 < line.n ? 2 : 1;
		}
	}
	return at;
}

/* Removes quotes and escapes; false: there were no quotes. */
static bool unquote(struct arena *arena, struct str word, struct str *plain)
{
	struct builder out = { .arena = arena };
	char quote = 0;
	bool quoted = false;

	for (size_t i = 0; i < word.n; i++) {
		char c = word.p[i];

		if (quote == 0 && (c == '\'' || c == '"')) {
			quote = c;
			quoted = true;
		} else if (quote != 0 && c == quote) {
			quote = 0;
		} else if (c == '\\' && quote != '\'' && i + 1 < word.n &&
			   (quote == 0 || word.p[i + 1] == '"' || word.p[i + 1] == '$' ||
			    word.p[i + 1] == '\\')) {
			builder_byte(&out, word.p[++i]); /* expands all the same */
		} else {
			builder_byte(&out, c);
		}
	}
	*plain = builder_str(&out);
	return quoted;
}

bool heredoc_is_marker(struct arena *arena, struct str word, struct heredoc_marker *marker)
{
	size_t at = 0, blank;
	struct str rest;

	while (at < word.n && byte_is_digit(word.p[at]))
		at++;
	if (!str_starts(str_slice(word, at, word.n), STR("<<")))
		return false;
	at += 2;
	marker->strip_tabs = at < word.n && word.p[at] == '-';
	if (marker->strip_tabs)
		at++;
	while ((blank = whitespace_at(word, at)) > 0)
		at += blank;
	rest = str_slice(word, at, word.n);
	if (rest.n == 0 || str_find_byte(rest, '<', 0) != STR_NPOS)
		return false;
	marker->expand = !unquote(arena, rest, &marker->name);
	return marker->name.n > 0;
}

struct heredoc_markers heredoc_find(struct arena *arena, struct str line)
{
	struct heredoc_marker *found = NULL, marker;
	size_t count = 0, capacity = 0, at = 0;

	while (at < line.n) {
		size_t blank = whitespace_at(line, at), end;

		if (blank > 0) {
			at += blank;
			continue;
		}
		end = skip_word(line, at);
		if (end == STR_NPOS)
			return (struct heredoc_markers){ NULL, 0 };
		if (heredoc_is_marker(arena, str_slice(line, at, end), &marker)) {
			found = arena_grow(arena, found, count, &capacity, sizeof(*found));
			found[count++] = marker;
		}
		at = end;
	}
	return (struct heredoc_markers){ found, count };
}

struct str heredoc_kept_apart(struct str line)
{
	for (size_t at = 0; (at = str_find(line, STR("<<-"), at)) != STR_NPOS; at += 3) {
		size_t from = at + 3, to, blank;

		while ((blank = whitespace_at(line, from)) > 0)
			from += blank;
		if (from == at + 3 || (at && line.p[at - 1] == '<'))
			continue;
		for (to = from; to < line.n && !whitespace_at(line, to);)
			to++;
		return str_slice(line, from, to);
	}
	return STR("");
}
