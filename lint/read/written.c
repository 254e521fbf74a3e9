/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "read/written.h"

#include <string.h>

#include "base/arena.h"
#include "base/utf8.h"

/* The text being found again, piece by piece. */
struct walk {
	struct str writing, text;
	size_t at;       /* in the writing */
	size_t told;     /* bytes of the text that were found */
	size_t from, to; /* what is wanted */
	size_t start, end;
	bool has_start, differs;
	size_t indent;  /* of a block scalar */
	bool in_line;   /* of one: the walk stands behind an indentation */
	bool is_spaced; /* and that line begins with a blank */
	struct written_map *map;
};

/* Where a walk may begin. */
struct written_mark {
	size_t at, told, indent;
	bool in_line, is_spaced;
};

enum {
	/* bytes of text between two marks, and of a piece that is told at once */
	MARK_BYTES = 256
};

static void set_mark(struct walk *w)
{
	struct written_map *map = w->map;

	if (!map || (map->count && w->told < map->marks[map->count - 1].told + MARK_BYTES))
		return;
	map->marks =
		arena_grow(map->arena, map->marks, map->count, &map->capacity, sizeof(*map->marks));
	map->marks[map->count++] =
		(struct written_mark){ w->at, w->told, w->indent, w->in_line, w->is_spaced };
}

/* Goes to the last mark before what is wanted; false: the walk begins at the start. */
static bool go_to_mark(struct walk *w)
{
	size_t low = 0, high = w->map ? w->map->count : 0;
	const struct written_mark *mark;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (w->map->marks[middle].told <= w->from)
			low = middle + 1;
		else
			high = middle;
	}
	if (!low)
		return false;
	mark = &w->map->marks[low - 1];
	w->at = mark->at;
	w->told = mark->told;
	w->indent = mark->indent;
	w->in_line = mark->in_line;
	w->is_spaced = mark->is_spaced;
	return true;
}

size_t written_break(struct str writing, size_t at)
{
	struct str rest = str_slice(writing, at, writing.n);

	if (str_starts(rest, STR("\r\n")))
		return 2;
	if (str_starts(rest, STR("\n")) || str_starts(rest, STR("\r")))
		return 1;
	if (str_starts(rest, STR("\xC2\x85"))) /* NEL */
		return 2;
	/* LS and PS */
	return str_starts(rest, STR("\xE2\x80\xA8")) || str_starts(rest, STR("\xE2\x80\xA9")) ? 3
											      : 0;
}

/* What a break becomes in the text: LS and PS stay, all others are a line feed. */
static struct str break_text(struct str writing, size_t at)
{
	size_t n = written_break(writing, at);

	return n == 3 ? str_slice(writing, at, at + n) : STR("\n");
}

/* Bytes [from, to) of the writing stand for `piece`; `same`: byte for byte, else as a whole. */
static void tell(struct walk *w, struct str piece, size_t from, size_t to, bool same)
{
	size_t told = w->told;

	if (!str_eq(str_slice(w->text, told, told + piece.n), piece)) {
		w->differs = true;
		return;
	}
	w->told += piece.n;
	if (!w->has_start && w->told > w->from) {
		w->has_start = true;
		w->start = same ? from + (w->from - told) : from;
	}
	if (w->to > told && w->to <= w->told)
		w->end = same ? from + (w->to - told) : to;
}

static void tell_same(struct walk *w, size_t from, size_t to)
{
	if (from < to)
		tell(w, str_slice(w->writing, from, to), from, to, true);
}

static void tell_break(struct walk *w, size_t at)
{
	tell(w, break_text(w->writing, at), at, at + written_break(w->writing, at), false);
}

/* Nothing behind what is wanted is looked at. */
static bool is_done(const struct walk *w)
{
	return w->differs || w->told >= w->to || w->at >= w->writing.n;
}

/*
 * Blanks and breaks between two words.  Blanks around breaks vanish; one break
 * is a blank, more of them are one less.  `continued`: a break has just been
 * escaped, so none of them is folded.
 */
static void walk_gap(struct walk *w, bool continued)
{
	size_t from = w->at, first = 0, n;
	size_t breaks = 0;

	while (w->at < w->writing.n) {
		n = written_break(w->writing, w->at);
		if (n) {
			if (!breaks++)
				first = w->at;
		} else if (!byte_is_blank(w->writing.p[w->at])) {
			break;
		}
		w->at += n ? n : 1;
	}
	if (!breaks) {
		if (!continued)
			tell_same(w, from, w->at);
		return;
	}
	if (!continued && breaks == 1 && written_break(w->writing, first) != 3) {
		tell(w, STR(" "), from, w->at, false);
		return;
	}
	for (size_t at = first; at < w->at; at += n ? n : 1) {
		n = written_break(w->writing, at);
		if (n && (at > first || continued || n == 3))
			tell_break(w, at);
	}
}

static bool at_gap(const struct walk *w)
{
	return byte_is_blank(w->writing.p[w->at]) || written_break(w->writing, w->at) > 0;
}

static void walk_plain(struct walk *w)
{
	while (!is_done(w)) {
		size_t from = w->at;

		set_mark(w);
		while (w->at < w->writing.n && w->at - from < MARK_BYTES && !at_gap(w))
			w->at++;
		tell_same(w, from, w->at);
		if (!is_done(w) && at_gap(w))
			walk_gap(w, false);
	}
}

static void walk_single(struct walk *w)
{
	while (!is_done(w)) {
		size_t from = w->at;

		set_mark(w);
		while (w->at < w->writing.n && w->at - from < MARK_BYTES &&
		       w->writing.p[w->at] != '\'' && !at_gap(w))
			w->at++;
		tell_same(w, from, w->at);
		if (is_done(w))
			return;
		if (w->writing.p[w->at] == '\'') {
			tell(w, STR("'"), w->at, w->at + 2, false);
			w->at += 2;
		} else if (at_gap(w)) {
			walk_gap(w, false);
		}
	}
}

static size_t hex_digits(char escape)
{
	return escape == 'x' ? 2 : escape == 'u' ? 4 : escape == 'U' ? 8 : 0;
}

static uint32_t hex_value(struct str digits)
{
	uint32_t value = 0;

	for (size_t i = 0; i < digits.n; i++) {
		char c = digits.p[i];

		value = value << 4 | (uint32_t)(byte_is_digit(c) ? c - '0' : (c | 0x20) - 'a' + 10);
	}
	return value;
}

/* What one letter behind a backslash stands for; the letter itself where it does. */
static uint32_t escape_code(char letter)
{
	static const char letters[] = "0abtnvfre N_LP";
	static const uint32_t codes[] = { 0x00, 0x07, 0x08, 0x09, 0x0A, 0x0B,   0x0C,
					  0x0D, 0x1B, 0x20, 0x85, 0xA0, 0x2028, 0x2029 };
	const char *found = memchr(letters, letter, sizeof(letters) - 1);

	return found ? codes[found - letters] : (uint32_t)(unsigned char)letter;
}

/* Without an arena: at most four bytes. */
static struct str encode(uint32_t code, char room[4])
{
	if (code < 0x80) {
		room[0] = (char)code;
		return (struct str){ room, 1 };
	}
	if (code < 0x800) {
		room[0] = (char)(0xC0 | code >> 6);
		room[1] = (char)(0x80 | (code & 0x3F));
		return (struct str){ room, 2 };
	}
	if (code < 0x10000) {
		room[0] = (char)(0xE0 | code >> 12);
		room[1] = (char)(0x80 | (code >> 6 & 0x3F));
		room[2] = (char)(0x80 | (code & 0x3F));
		return (struct str){ room, 3 };
	}
	room[0] = (char)(0xF0 | code >> 18);
	room[1] = (char)(0x80 | (code >> 12 & 0x3F));
	room[2] = (char)(0x80 | (code >> 6 & 0x3F));
	room[3] = (char)(0x80 | (code & 0x3F));
	return (struct str){ room, 4 };
}

static void walk_escape(struct walk *w)
{
	size_t n = written_break(w->writing, w->at + 1), digits;
	struct str piece;
	char room[4], letter;
	size_t from = w->at;

	if (n) {
		w->at += 1 + n;
		walk_gap(w, true);
		return;
	}
	letter = w->at + 1 < w->writing.n ? w->writing.p[w->at + 1] : '\0';
	digits = hex_digits(letter);
	w->at += 2 + digits;
	piece = encode(digits ? hex_value(str_slice(w->writing, from + 2, w->at))
			      : escape_code(letter),
		       room);
	tell(w, piece, from, w->at, false);
}

static void walk_double(struct walk *w)
{
	while (!is_done(w)) {
		size_t from = w->at;

		set_mark(w);
		while (w->at < w->writing.n && w->at - from < MARK_BYTES &&
		       w->writing.p[w->at] != '\\' && w->writing.p[w->at] != '"' && !at_gap(w))
			w->at++;
		tell_same(w, from, w->at);
		if (is_done(w) || w->writing.p[w->at] == '"')
			return;
		if (w->writing.p[w->at] == '\\')
			walk_escape(w);
		else if (at_gap(w))
			walk_gap(w, false);
	}
}

/* Leading blanks (byte ' ') of the first line that holds more than them; STR_NPOS: none does. */
static size_t first_indentation(struct str s, size_t at)
{
	while (at < s.n) {
		size_t from = at, n;

		while (at < s.n && s.p[at] == ' ')
			at++;
		n = at < s.n ? written_break(s, at) : 0;
		if (at < s.n && !n)
			return at - from;
		at += n;
	}
	return STR_NPOS;
}

static size_t skip_line(struct str s, size_t at)
{
	while (at < s.n && !written_break(s, at))
		at++;
	return at;
}

/*
 * Lines that hold nothing beyond the indentation; leaves the walk behind the
 * indentation of the next line that does.  Gives the number of the empty ones.
 */
static size_t walk_empty_lines(struct walk *w, size_t indent, bool silent, bool *goes_on)
{
	for (size_t count = 0;; count++) {
		size_t line = w->at, n;

		while (w->at < w->writing.n && w->at - line < indent && w->writing.p[w->at] == ' ')
			w->at++;
		n = written_break(w->writing, w->at);
		if (!n) {
			*goes_on = w->at < w->writing.n && w->at - line == indent;
			return count;
		}
		/* behind the last byte that is wanted there may be lines that are no text */
		if (!silent && !is_done(w))
			tell_break(w, w->at);
		w->at += n;
	}
}

/* The breaks from the end of a line with text to the next such line; false: there is none. */
static bool walk_block_breaks(struct walk *w, size_t indent, bool folds)
{
	size_t n = written_break(w->writing, w->at), empty;
	struct walk ahead = *w;
	bool goes_on;

	ahead.at += n;
	empty = walk_empty_lines(&ahead, indent, true, &goes_on);
	/* a line that begins with a blank is not folded, neither is the end */
	folds = folds && n != 3 && goes_on && !byte_is_blank(w->writing.p[ahead.at]);
	if (!folds)
		tell_break(w, w->at);
	else if (!empty)
		tell(w, STR(" "), w->at, w->at + n, false);
	w->at += n;
	walk_empty_lines(w, indent, false, &goes_on);
	return goes_on && !is_done(w);
}

/* Finds the indentation and goes behind that of the first line with text; false: none has any. */
static bool enter_block(struct walk *w)
{
	size_t header = skip_line(w->writing, 0), in_text = first_indentation(w->text, 0);

	w->at = header + written_break(w->writing, header);
	w->indent = first_indentation(w->writing, w->at);
	if (w->indent == STR_NPOS || in_text == STR_NPOS || in_text > w->indent) {
		w->differs = true; /* blanks and breaks only */
		return false;
	}
	w->indent -= in_text;
	walk_empty_lines(w, w->indent, false, &w->in_line);
	return w->in_line;
}

static void walk_block(struct walk *w, bool folded)
{
	bool begins = true;

	if (go_to_mark(w))
		begins = false;
	else if (!enter_block(w))
		return;
	while (w->in_line && !is_done(w)) {
		size_t from = w->at;

		if (begins)
			w->is_spaced = byte_is_blank(w->writing.p[from]);
		begins = false;
		set_mark(w);
		while (w->at < w->writing.n && w->at - from < MARK_BYTES &&
		       !written_break(w->writing, w->at))
			w->at++;
		tell_same(w, from, w->at);
		if (is_done(w))
			return;
		if (!written_break(w->writing, w->at))
			continue;
		w->in_line = walk_block_breaks(w, w->indent, folded && !w->is_spaced);
		begins = true;
	}
}

bool written_find(struct str writing, enum node_style style, struct str text, size_t from,
		  size_t to, struct written_map *map, size_t *start, size_t *end)
{
	struct walk w = { .writing = writing, .text = text, .from = from, .to = to, .map = map };

	if (!text.n || from > to || to > text.n)
		return false;
	if (map && map->writing.p != writing.p) {
		map->writing = writing;
		map->count = 0;
	}
	/* an empty piece stands where the byte behind it, or before it, stands */
	if (from == to && from < text.n)
		w.to = from + 1;
	else if (from == to)
		w.from = from - 1;
	if (style == STYLE_LITERAL || style == STYLE_FOLDED)
		walk_block(&w, style == STYLE_FOLDED);
	else if (!go_to_mark(&w))
		w.at = style == STYLE_PLAIN ? 0 : 1; /* behind the quote */
	if (style == STYLE_PLAIN)
		walk_plain(&w);
	else if (style == STYLE_SINGLE)
		walk_single(&w);
	else if (style == STYLE_DOUBLE)
		walk_double(&w);
	if (w.differs || w.told < w.to)
		return false;
	*start = from == to && from == text.n ? w.end : w.start;
	*end = from == to && from < text.n ? w.start : w.end;
	return true;
}

static size_t skip_space_and_comments(struct str s, size_t at)
{
	bool apart = false; /* a comment may begin: a break may be of several bytes */

	while (at < s.n) {
		size_t n = written_break(s, at);

		if (n || byte_is_blank(s.p[at]))
			at += n ? n : 1;
		else if (s.p[at] == '#' && apart)
			at = skip_line(s, at);
		else
			break;
		apart = true;
	}
	return at;
}

/* Behind the name of an anchor; what is no part of a name may follow it at once, as in "&a:b". */
static size_t skip_anchor(struct str writing, size_t at)
{
	at++;
	while (at < writing.n &&
	       (byte_is_alnum(writing.p[at]) || writing.p[at] == '_' || writing.p[at] == '-'))
		at++;
	return at;
}

/* To Compose a tag goes on over commas and brackets. */
static size_t skip_tag(struct str writing, size_t at)
{
	if (str_starts(str_slice(writing, at, writing.n), STR("!<"))) {
		size_t close = str_find_byte(writing, '>', at);

		at = close < writing.n ? close + 1 : writing.n;
	}
	while (at < writing.n && !byte_is_blank(writing.p[at]) && !written_break(writing, at) &&
	       !memchr("{}", writing.p[at], 2))
		at++;
	return at;
}

size_t written_properties(struct str writing)
{
	size_t at = 0;

	while (at < writing.n && (writing.p[at] == '&' || writing.p[at] == '!')) {
		at = writing.p[at] == '&' ? skip_anchor(writing, at) : skip_tag(writing, at);
		at = skip_space_and_comments(writing, at);
	}
	return at;
}
