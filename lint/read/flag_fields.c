/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "read/flag_fields.h"

/* A field in double quotes, "" in it being one quote; *at is behind the closing one. */
static bool quoted_field(struct arena *arena, struct str value, size_t *at, struct str *field)
{
	struct builder text = { .arena = arena };

	for (++*at; *at < value.n; ++*at) {
		if (value.p[*at] == '"') {
			++*at;
			if (*at >= value.n || value.p[*at] != '"') {
				*field = builder_str(&text);
				return *at >= value.n || value.p[*at] == ',';
			}
		}
		builder_byte(&text, value.p[*at]);
	}
	return false;
}

static bool bare_field(struct str value, size_t *at, struct str *field)
{
	size_t end = str_find_byte(value, ',', *at);

	if (end == STR_NPOS)
		end = value.n;
	*field = str_slice(value, *at, end);
	*at = end;
	return str_find_byte(*field, '"', 0) == STR_NPOS;
}

static struct flag_field cut_field(struct arena *arena, struct str text)
{
	size_t equals = str_find_byte(text, '=', 0);
	struct flag_field field = { .whole = text, .value = STR_NONE };

	field.key = str_lower(arena, str_slice(text, 0, equals));
	if (equals != STR_NPOS)
		field.value = str_slice(text, equals + 1, text.n);
	return field;
}

bool flag_fields(struct arena *arena, struct str value, const struct flag_field **fields,
		 size_t *count)
{
	struct flag_field *all = NULL;
	size_t capacity = 0, at = 0;

	*fields = NULL;
	*count = 0;
	if (value.n == 0)
		return false;
	for (;; at++) {
		struct str text;

		if (at < value.n && value.p[at] == '"' ? !quoted_field(arena, value, &at, &text)
						       : !bare_field(value, &at, &text))
			return false;
		all = arena_grow(arena, all, *count, &capacity, sizeof(*all));
		all[(*count)++] = cut_field(arena, text);
		*fields = all;
		if (at >= value.n)
			return true;
	}
}

bool flag_is_truth(struct str text)
{
	static const struct str words[] = {
		STR_INIT("1"),    STR_INIT("t"),     STR_INIT("T"),     STR_INIT("TRUE"),
		STR_INIT("true"), STR_INIT("True"),  STR_INIT("0"),     STR_INIT("f"),
		STR_INIT("F"),    STR_INIT("FALSE"), STR_INIT("false"), STR_INIT("False")
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (str_eq(words[i], text))
			return true;
	return false;
}
