/* SPDX-License-Identifier: MIT */
#include "compare_layout.h"

#include <stdio.h>
#include <string.h>

enum { PARTS = 12 };

void add_line(struct make_file *file, unsigned indent, const char *text)
{
	size_t n = strlen(text);
	char *line;

	if (file->count == MAKE_LINES)
		return;
	if (n > MAKE_BYTES - 1 - indent)
		n = MAKE_BYTES - 1 - indent;
	line = file->lines[file->count++];
	memset(line, ' ', indent);
	memcpy(line + indent, text, n);
	line[indent + n] = '\0';
}

/* ------------------------------------------------------------------ flow style */

struct slice {
	const char *p;
	size_t n;
};

/* Past a quoted scalar. */
static size_t skip_quoted(const char *text, size_t at, size_t n)
{
	char quote = text[at++];

	while (at < n && text[at] != quote)
		at += text[at] == '\\' && quote == '"' ? 2 : 1;
	return at;
}

/* The items of a flow collection; 0 when there are too many, or it is none. */
static size_t split(struct slice whole, struct slice *parts)
{
	size_t depth = 0, count = 0, from = 1;
	char before = ' ';

	if (whole.n < 3 || !strchr("[{", whole.p[0]) || !strchr("]}", whole.p[whole.n - 1]))
		return 0;
	for (size_t at = 1; at < whole.n; at++) {
		char c = whole.p[at];

		if (strchr("\"'", c) && strchr(" [{,", before))
			at = skip_quoted(whole.p, at, whole.n);
		else if (strchr("[{", c))
			depth++;
		else if (strchr("]}", c) && depth)
			depth--;
		else if (!depth && (c == ',' || at + 1 == whole.n)) {
			while (whole.p[from] == ' ')
				from++;
			if (count == PARTS || from >= at)
				return 0;
			parts[count++] = (struct slice){ whole.p + from, at - from };
			from = at + 1;
		} else if (!depth && strchr("]}", c))
			return 0; /* something stands behind it */
		before = c;
	}
	return count;
}

/* Where the value begins in "key: value"; 0 when there is none. */
static size_t value_of(struct slice part)
{
	size_t at = 0;

	if (strchr("\"'", part.p[0]))
		at = skip_quoted(part.p, 0, part.n);
	for (; at + 1 < part.n; at++)
		if (part.p[at] == ':' && part.p[at + 1] == ' ')
			return at + 2;
	return 0;
}

/* The length of anchors and tags before a collection. */
static size_t properties(struct slice text)
{
	size_t n = 0;

	while (n < text.n && (text.p[n] == '&' || text.p[n] == '!')) {
		while (n < text.n && text.p[n] != ' ')
			n++;
		while (n < text.n && text.p[n] == ' ')
			n++;
	}
	return n;
}

/* ------------------------------------------------------------------ block style */

static void add_value(struct maker *m, struct make_file *file, unsigned indent, const char *before,
		      struct slice value);

static void add_in_one_line(struct maker *m, struct make_file *file, unsigned indent,
			    const char *before, struct slice value)
{
	char text[MAKE_BYTES];

	snprintf(text, sizeof(text), "%s%.*s%s", before, (int)value.n, value.p,
		 chance(m, 1)   ? " # a comment: \"with\" {signs}"
		 : chance(m, 1) ? "\t"
				: "");
	add_line(file, indent, text);
}

/* A text in quotes as a block scalar, if it is a simple one. */
static bool add_block_scalar(struct maker *m, struct make_file *file, unsigned indent,
			     const char *before, struct slice value)
{
	static const char *const styles[] = { "|-", ">-", "|", ">", "|+", "|2-", ">1-" };
	const char *style = styles[number(m, m->mistakes ? 7 : 2)];
	char text[MAKE_BYTES];

	if (value.n < 3 || !strchr("\"'", value.p[0]) || value.p[value.n - 1] != value.p[0])
		return false;
	for (size_t i = 1; i + 1 < value.n; i++)
		if (strchr("\"'\\", value.p[i]))
			return false;
	snprintf(text, sizeof(text), "%s%s", before, style);
	add_line(file, indent, text);
	snprintf(text, sizeof(text), "%.*s", (int)value.n - 2, value.p + 1);
	add_line(file, indent + 2, text);
	if (chance(m, 20))
		add_line(file, chance(m, 50) ? 0 : indent + 2, "");
	return true;
}

/* The items of a collection, one below the other; the first stands behind BEFORE. */
static void add_items(struct maker *m, struct make_file *file, unsigned indent, const char *before,
		      char kind, const struct slice *parts, size_t count)
{
	unsigned deeper = indent + (unsigned)strlen(before);

	for (size_t i = 0; i < count; i++) {
		char start[MAKE_BYTES];
		size_t at = kind == '{' ? value_of(parts[i]) : 0;
		struct slice key = { parts[i].p, at ? at - 2 : 0 };
		struct slice value = { parts[i].p + at, parts[i].n - at };

		if (kind == '[')
			snprintf(start, sizeof(start), "%s- ", i ? "" : before);
		else
			snprintf(start, sizeof(start), "%s%.*s: ", i ? "" : before, (int)key.n,
				 key.p);
		add_value(m, file, i ? deeper : indent, start, value);
	}
}

static void add_value(struct maker *m, struct make_file *file, unsigned indent, const char *before,
		      struct slice value)
{
	struct slice parts[PARTS], rest = value;
	size_t own = properties(value), count, blanks = strspn(before, " -");
	char text[MAKE_BYTES];
	bool item = blanks && blanks == strlen(before);

	rest.p += own;
	rest.n -= own;
	while (rest.n && rest.p[rest.n - 1] == ' ')
		rest.n--;
	count = chance(m, 45) ? split(rest, parts) : 0;
	for (size_t i = 0; count && rest.p[0] == '{' && i < count; i++)
		if (!value_of(parts[i]))
			count = 0;
	if (!count) {
		if (own || !chance(m, 12) || !add_block_scalar(m, file, indent, before, value))
			add_in_one_line(m, file, indent, before, value);
		return;
	}
	if (item && !own && chance(m, 70)) {
		add_items(m, file, indent, before, rest.p[0], parts, count);
		return;
	}
	snprintf(text, sizeof(text), "%s%.*s", before, (int)own, value.p);
	add_line(file, indent, text);
	add_items(m, file, indent + (unsigned)blanks + (chance(m, 90) ? 2 : 1), "", rest.p[0],
		  parts, count);
}

void add_pair(struct maker *m, struct make_file *file, unsigned indent, const char *key,
	      const char *alternatives)
{
	struct text value = { .n = 0 };
	char before[80];
	const char *quote = chance(m, 3) ? "\"" : chance(m, 2) ? "'" : "";

	if (strcmp(key, "<<") == 0)
		quote = "";
	expand(m, &value, alternatives);
	snprintf(before, sizeof(before), "%s%s%s:%s", quote, key, quote,
		 chance(m, 1)   ? "\t"
		 : chance(m, 1) ? "   "
				: " ");
	if (chance(m, 1))
		add_line(file, chance(m, 50) ? indent : 0, chance(m, 50) ? "# a comment" : "");
	add_value(m, file, indent, before, (struct slice){ value.bytes, value.n });
}
