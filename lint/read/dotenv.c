/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "read/dotenv.h"

#include "base/limits.h"
#include "base/utf8.h"
#include "read/letter.h"

struct scan {
	struct lint *lint;
	const struct source *source;
	struct str bytes;
	size_t at;
	size_t next_sign; /* the first "#" at or behind a place that the scan has been at */
	struct assignment *assignments;
	size_t count, capacity;
	bool broken;
};

/* What stands before "=" or ":", or on a line alone. */
struct key {
	size_t from, to; /* without the blanks behind it */
	bool bare;
};

static struct span span_of(const struct scan *s, size_t from, size_t to)
{
	return (struct span){ s->source->number, (uint32_t)from, (uint32_t)to };
}

static void add(struct scan *s, struct assignment assignment)
{
	s->assignments = arena_grow(&s->lint->run, s->assignments, s->count, &s->capacity,
				    sizeof(*s->assignments));
	s->assignments[s->count++] = assignment;
}

/* Compose reads nothing of a file with such a line. */
static bool refuse(struct scan *s, size_t from, size_t to, const char *message)
{
	struct finding *finding;

	s->broken = true;
	finding =
		diag_add(&s->lint->diag, STR("model-invalid"), span_of(s, from, to), "%s", message);
	finding->cause = CAUSE_ENV_LINE;
	finding->unseen = true;
	return false;
}

/* Nearly all of them are ASCII, and so decoded where they stand. */
static inline struct utf8 character(const struct scan *s, size_t at)
{
	unsigned char first = (unsigned char)s->bytes.p[at];

	if (first < 0x80)
		return (struct utf8){ first, 1, true };
	return utf8_decode(str_slice(s->bytes, at, s->bytes.n));
}

/* White space inside a line, as Compose's env reader has it. */
static inline bool is_blank(struct utf8 c)
{
	return c.valid && (c.code == ' ' || c.code == '\t' || c.code == '\v' || c.code == '\f' ||
			   c.code == '\r' || c.code == 0x85 || c.code == 0xA0);
}

/* White space of any kind, line feeds included. */
static inline bool is_space(struct utf8 c)
{
	if (c.code > ' ' && c.code < 0x80)
		return false;
	return is_blank(c) ||
	       (c.valid &&
		(c.code == '\n' || c.code == 0x1680 || (c.code >= 0x2000 && c.code <= 0x200A) ||
		 c.code == 0x2028 || c.code == 0x2029 || c.code == 0x202F || c.code == 0x205F ||
		 c.code == 0x3000));
}

static inline size_t skip_blanks(const struct scan *s, size_t at)
{
	while (at < s->bytes.n && !byte_is_printed(s->bytes.p[at]) && is_blank(character(s, at)))
		at += character(s, at).bytes;
	return at;
}

static size_t line_end(const struct scan *s, size_t at)
{
	size_t end = str_find_byte(s->bytes, '\n', at);

	return end == STR_NPOS ? s->bytes.n : end;
}

static size_t trim_slowly(const struct scan *s, size_t from, size_t to)
{
	while (to > from) {
		size_t at = to - 1;

		if (byte_is_printed(s->bytes.p[at]))
			break;
		while (at > from && to - at < 4 && ((unsigned char)s->bytes.p[at] & 0xC0) == 0x80)
			at--;
		if (at + character(s, at).bytes != to || !is_space(character(s, at)))
			break;
		to = at;
	}
	return to;
}

/* The end of [from, to) without the white space at its end. */
static inline size_t trimmed_end(const struct scan *s, size_t from, size_t to)
{
	return to > from && byte_is_printed(s->bytes.p[to - 1]) ? to : trim_slowly(s, from, to);
}

/* False: nothing but white space and comments is left. */
static inline bool find_statement(struct scan *s)
{
	while (s->at < s->bytes.n) {
		if (s->bytes.p[s->at] == '#')
			s->at = line_end(s, s->at);
		else if (byte_is_printed(s->bytes.p[s->at]))
			return true;
		else if (is_space(character(s, s->at)))
			s->at += character(s, s->at).bytes;
		else
			return true;
	}
	return false;
}

static void skip_export(struct scan *s)
{
	struct str rest;
	char next;

	if (s->bytes.p[s->at] != 'e')
		return;
	rest = str_slice(s->bytes, s->at, s->bytes.n);
	if (rest.n < 7 || !str_starts(rest, STR("export")))
		return;
	next = rest.p[6];
	if (next == ' ' || next == '\t' || next == '\n' || next == '\f' || next == '\r')
		s->at = skip_blanks(s, s->at + 6);
}

/* What nearly all names are made of: ASCII letters and digits, "_". */
static inline bool is_word_byte(char c)
{
	static const uint32_t words[8] = { 0, 0x03FF0000, 0x87FFFFFE, 0x07FFFFFE };
	unsigned char byte = (unsigned char)c;

	return words[byte / 32] >> byte % 32 & 1;
}

static bool is_key_character(struct utf8 c)
{
	if (!c.valid)
		return false;
	return (c.code < 0x80 && is_word_byte((char)c.code)) || c.code == '.' || c.code == '-' ||
	       c.code == '[' || c.code == ']' || is_blank(c) || letter_or_number(c.code);
}

static bool has_blank(const struct scan *s, size_t from, size_t to)
{
	return str_find_byte(str_slice(s->bytes, from, to), ' ', 0) != STR_NPOS;
}

/*
 * Reads up to the separator and leaves the scan at the value.  Without any
 * separator in the rest of the file the key is empty, and the rest its value.
 */
static bool read_key(struct scan *s, struct key *key)
{
	size_t at = s->at, word;

	*key = (struct key){ s->at, s->at, false };
	if (at >= s->bytes.n)
		return refuse(s, at ? at - 1 : at, at, "a name is missing behind \"export\"");
	while (at < s->bytes.n && is_word_byte(s->bytes.p[at]))
		at++;
	word = at;
	if (at < s->bytes.n && s->bytes.p[at] == '=') {
		key->to = at;
		s->at = at + 1;
		return true;
	}
	for (struct utf8 c; at < s->bytes.n; at += c.bytes) {
		c = character(s, at);
		if (c.code == '=' || c.code == ':' || c.code == '\n')
			break;
		if (!is_key_character(c))
			return refuse(
				s, at, at + c.bytes,
				"a name cannot hold this character; names are made of letters, "
				"digits and \"_\", and a value is given as NAME=value");
	}
	if (at >= s->bytes.n)
		return true;
	key->bare = s->bytes.p[at] == '\n';
	key->to = trimmed_end(s, s->at, at);
	if (key->to > word && has_blank(s, word, key->to))
		return refuse(
			s, key->from, key->to,
			"a name cannot hold a blank; a value is given as NAME=value, a comment "
			"begins with \"#\"");
	s->at = at + 1;
	return true;
}

/* Where the value that begins at `from` ends: before a blank and a comment, or at the line's end. */
static size_t value_end(struct scan *s, size_t from, size_t line_end)
{
	/* most files have few number signs: each is looked for once */
	if (s->next_sign <= from)
		s->next_sign = str_find_byte(s->bytes, '#', from + 1);
	while (s->next_sign < line_end) {
		if (s->bytes.p[s->next_sign - 1] == ' ')
			return s->next_sign - 1;
		s->next_sign = str_find_byte(s->bytes, '#', s->next_sign + 1);
	}
	return line_end;
}

static void read_plain(struct scan *s, struct assignment *a)
{
	size_t from = s->at, to = line_end(s, from);

	s->at = to < s->bytes.n ? to + 1 : to;
	to = trimmed_end(s, from, value_end(s, from, to));
	a->span = span_of(s, from, to);
	a->value = str_slice(s->bytes, from, to);
	a->expand = true;
}

/* The quote that ends the value which begins at `open`; STR_NPOS: none does. */
static size_t closing_quote(const struct scan *s, size_t open)
{
	for (size_t at = open + 1; at < s->bytes.n; at++) {
		if (s->bytes.p[at] == '\\')
			at++;
		else if (s->bytes.p[at] == s->bytes.p[open])
			return at;
	}
	return STR_NPOS;
}

/* A backslash before the quote is dropped; all others stay, with what they stand before. */
static struct str without_escaped_quotes(struct arena *arena, struct str inner, char quote)
{
	struct builder b = { .arena = arena };

	for (size_t at = 0; at < inner.n; at++) {
		if (inner.p[at] == '\\' && at + 1 < inner.n) {
			if (inner.p[at + 1] != quote)
				builder_byte(&b, '\\');
			at++;
		}
		builder_byte(&b, inner.p[at]);
	}
	return builder_str(&b);
}

static char simple_escape(char letter)
{
	switch (letter) {
	case 'a':
		return '\a';
	case 'b':
		return '\b';
	case 'f':
		return '\f';
	case 'n':
		return '\n';
	case 'r':
		return '\r';
	case 't':
		return '\t';
	case 'v':
		return '\v';
	case '\\':
		return '\\';
	default:
		return '\0';
	}
}

/*
 * "\0" and up to three digits: an octal number if there are three, and it is
 * at most 0377, else the text without its 0.  Gives the bytes consumed.
 */
static size_t add_octal(struct builder *b, struct str escape)
{
	size_t digits = 0;
	uint32_t value = 0;
	bool octal = true;

	while (digits < 3 && 2 + digits < escape.n && byte_is_digit(escape.p[2 + digits])) {
		octal = octal && escape.p[2 + digits] < '8';
		value = value * 8 + (uint32_t)(escape.p[2 + digits] - '0');
		digits++;
	}
	if (digits == 3 && octal && value <= 0377) {
		utf8_add(b, value);
	} else {
		builder_byte(b, '\\');
		builder_add(b, str_slice(escape, 2, 2 + digits));
	}
	return 2 + digits;
}

/* The escapes of double quotes; the result is a template, where "$$" is a dollar. */
static struct str unescaped(struct arena *arena, struct str text)
{
	struct builder b = { .arena = arena };

	for (size_t at = 0; at < text.n;) {
		char next = at + 1 < text.n ? text.p[at + 1] : '\0';

		if (text.p[at] != '\\') {
			builder_byte(&b, text.p[at++]);
		} else if (next == '0') {
			at += add_octal(&b, str_slice(text, at, text.n));
		} else if (next == '$') {
			builder_add(&b, STR("$$"));
			at += 2;
		} else if (simple_escape(next)) {
			builder_byte(&b, simple_escape(next));
			at += 2;
		} else {
			builder_byte(&b, text.p[at++]);
		}
	}
	return builder_str(&b);
}

static bool read_quoted(struct scan *s, struct assignment *a)
{
	size_t open = s->at, close = closing_quote(s, open);
	char quote = s->bytes.p[open];

	if (close == STR_NPOS)
		return refuse(s, open, open + 1, "this quote is never closed");
	a->span = span_of(s, open, close + 1);
	a->value = str_slice(s->bytes, open + 1, close);
	if (str_find_byte(a->value, '\\', 0) != STR_NPOS) {
		a->value = without_escaped_quotes(&s->lint->run, a->value, quote);
		if (quote == '"')
			a->value = unescaped(&s->lint->run, a->value);
	}
	a->expand = quote == '"';
	s->at = close + 1;
	return true;
}

static bool read_statement(struct scan *s)
{
	struct assignment a = { 0 };
	struct key key;

	skip_export(s);
	if (!read_key(s, &key))
		return false;
	a.name = str_slice(s->bytes, key.from, key.to);
	a.name_span = a.span = span_of(s, key.from, key.to);
	a.value = STR("");
	a.bare = key.bare;
	s->at = skip_blanks(s, s->at);
	if (!a.bare) {
		bool quoted = s->at < s->bytes.n &&
			      (s->bytes.p[s->at] == '"' || s->bytes.p[s->at] == '\'');

		if (quoted && !read_quoted(s, &a))
			return false;
		if (!quoted)
			read_plain(s, &a);
	}
	add(s, a);
	return true;
}

/* One line of the raw format, [from, to) without its end. */
static bool read_raw_line(struct scan *s, size_t from, size_t to)
{
	struct assignment a = { .value = STR("") };
	size_t equals, behind;

	if (!utf8_is_valid(str_slice(s->bytes, from, to)))
		return refuse(s, from, to, "this line is not valid UTF-8");
	while (from < to && is_space(character(s, from)))
		from += character(s, from).bytes;
	if (from == to || s->bytes.p[from] == '#')
		return true;
	equals = str_find_byte(str_slice(s->bytes, from, to), '=', 0);
	a.bare = equals == STR_NPOS;
	behind = a.bare ? to : from + equals;
	if (behind == from)
		return refuse(s, from, from + 1, "a name is missing before \"=\"");
	a.name = str_slice(s->bytes, from, behind);
	a.name_span = a.span = span_of(s, from, behind);
	if (str_find_byte(a.name, ' ', 0) != STR_NPOS || str_find_byte(a.name, '\t', 0) != STR_NPOS)
		return refuse(
			s, from, behind,
			"a name cannot hold a blank; format \"raw\" takes NAME=value as it is, "
			"without \"export\" and without blanks around \"=\"");
	if (!a.bare) {
		a.value = str_slice(s->bytes, behind + 1, to);
		a.span = span_of(s, behind + 1, to);
	}
	add(s, a);
	return true;
}

static void read_raw(struct scan *s)
{
	while (s->at < s->bytes.n && !s->broken) {
		size_t end = line_end(s, s->at), to = end;

		if (to > s->at && s->bytes.p[to - 1] == '\r')
			to--;
		if (!read_raw_line(s, s->at, to))
			return;
		s->at = end + 1;
	}
}

/* Lines that something stands on, as far as they are not too many for room that may stay empty. */
static size_t lines_of(struct str bytes)
{
	size_t count = 1;

	for (size_t at = 0; count < LIMIT_ENV_LINES; at++) {
		at = str_find_byte(bytes, '\n', at);
		if (at == STR_NPOS)
			break;
		count += at + 1 < bytes.n && bytes.p[at + 1] != '\n' && bytes.p[at + 1] != '#';
	}
	return count;
}

struct dotenv dotenv_parse(struct lint *lint, const struct source *source,
			   enum dotenv_format format)
{
	struct scan s = { .lint = lint, .source = source, .bytes = source->bytes };

	/* most lines are one; a long list that grows step by step leaves copies behind */
	s.assignments = arena_reserve(&lint->run, NULL, 0, lines_of(s.bytes), &s.capacity,
				      sizeof(*s.assignments));
	if (str_starts(s.bytes, STR("\xEF\xBB\xBF")))
		s.at = 3;
	if (format == DOTENV_RAW)
		read_raw(&s);
	else
		while (find_statement(&s) && read_statement(&s))
			;
	return (struct dotenv){ s.assignments, s.count, s.broken };
}
