/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/credential_part.h"

/* What a value is not made of, unless something is put in its place. */
static bool is_literal(struct str value)
{
	for (size_t i = 0; i < value.n; i++)
		if (str_find_byte(STR("$`(){}[]<>%\"'"), value.p[i], 0) != STR_NPOS)
			return false;
	return value.n != 0;
}

static bool is_name_byte(char c)
{
	return byte_is_alnum(c) || c == '_';
}

/* ---- a shell ---- */

static bool ends_word(char c)
{
	return byte_is_space(c) || str_find_byte(STR(";|&()`\"'"), c, 0) != STR_NPOS;
}

/* The value that begins at `at`: in its quotes, or up to the end of the word. */
static struct str shell_value(struct str text, size_t at)
{
	size_t to = at;

	if (at < text.n && (text.p[at] == '"' || text.p[at] == '\'')) {
		to = str_find_byte(text, text.p[at], at + 1);
		return str_slice(text, at + 1, to == STR_NPOS ? at + 1 : to);
	}
	while (to < text.n && !ends_word(text.p[to]))
		to++;
	return str_slice(text, at, to);
}

static void give(struct str text, struct str name, struct str value, credential_given *found,
		 void *context)
{
	size_t from = value.n ? (size_t)(value.p - text.p) : 0;

	if (is_literal(value) && credential_name_is_secret(name))
		found(context, name, from, from + value.n);
}

static void each_of_shell(struct str text, credential_given *found, void *context)
{
	for (size_t at = 0; at < text.n;) {
		size_t from = at, to;
		struct str value;

		if (!is_name_byte(text.p[at]) || (at && !ends_word(text.p[at - 1]))) {
			at++;
			continue;
		}
		while (at < text.n && is_name_byte(text.p[at]))
			at++;
		to = at;
		if (at == text.n || text.p[at] != '=' || byte_is_digit(text.p[from]))
			continue;
		value = shell_value(text, at + 1);
		give(text, str_slice(text, from, to), value, found, context);
		at += 1 + value.n;
	}
}

/* ---- settings ---- */

/* `name = value`, `name: "value",` in a line; the name's last part counts. */
static void find_setting(struct str text, struct str line, credential_given *found, void *context)
{
	size_t at = 0, from, to;
	struct str name, value;

	line = str_trim(line);
	if (str_starts(line, STR("- ")))
		line = str_trim(str_slice(line, 2, line.n));
	if (str_starts(line, STR("export ")))
		line = str_trim(str_slice(line, 7, line.n));
	while (at < line.n && (line.p[at] == '"' || line.p[at] == '\'' || line.p[at] == '{' ||
			       byte_is_blank(line.p[at])))
		at++;
	for (from = at;
	     at < line.n && (is_name_byte(line.p[at]) || line.p[at] == '-' || line.p[at] == '.');
	     at++)
		if (line.p[at] == '.')
			from = at + 1;
	to = at;
	while (at < line.n &&
	       (line.p[at] == '"' || line.p[at] == '\'' || byte_is_blank(line.p[at])))
		at++;
	if (from == to || at == line.n || (line.p[at] != '=' && line.p[at] != ':'))
		return;
	name = str_slice(line, from, to);
	value = str_trim(str_slice(line, at + 1, line.n));
	while (value.n && str_find_byte(STR(",;}"), value.p[value.n - 1], 0) != STR_NPOS)
		value.n--;
	value = str_trim(value);
	if (value.n && (value.p[0] == '"' || value.p[0] == '\''))
		value = shell_value(value, 0);
	else if (str_find_byte(value, ' ', 0) != STR_NPOS)
		return; /* prose, or a comment behind it */
	give(text, name, value, found, context);
}

/* The first comma or brace that stands in no quotes. */
static size_t end_of_pair(struct str line)
{
	char quote = '\0';

	for (size_t at = 0; at < line.n; at++) {
		char c = line.p[at];

		if (quote && c == '\\')
			at++;
		else if (quote)
			quote = c == quote ? '\0' : quote;
		else if (c == '"')
			quote = c;
		else if (c == ',' || c == '{' || c == '}')
			return at;
	}
	return line.n;
}

/* A line of JSON may hold many: {"user": "app", "password": "..."}. */
static void find_settings(struct str text, struct str line, credential_given *found, void *context)
{
	if (!str_has(line, STR("\":")) && !str_has(line, STR("\" :"))) {
		find_setting(text, line, found, context);
		return;
	}
	while (line.n) {
		size_t end = end_of_pair(line);

		find_setting(text, str_slice(line, 0, end), found, context);
		line = str_slice(line, end < line.n ? end + 1 : end, line.n);
	}
}

void credential_each_given(struct str text, bool settings, credential_given *found, void *context)
{
	struct str rest = text;

	if (!settings) {
		each_of_shell(text, found, context);
		return;
	}
	while (rest.p)
		find_settings(text, str_cut(&rest, '\n'), found, context);
}
