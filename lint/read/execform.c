/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "read/execform.h"

#include "base/utf8.h"

enum { JSON_DEPTH = 64 };

struct json {
	struct arena *arena;
	struct str text;
	size_t at;
};

static int peek(const struct json *json)
{
	return json->at < json->text.n ? (unsigned char)json->text.p[json->at] : -1;
}

static bool accept(struct json *json, char c)
{
	if (peek(json) != (unsigned char)c)
		return false;
	json->at++;
	return true;
}

static void skip_blanks(struct json *json)
{
	while (peek(json) == ' ' || peek(json) == '\t' || peek(json) == '\n' || peek(json) == '\r')
		json->at++;
}

static bool hex4(struct json *json, uint32_t *code)
{
	*code = 0;
	for (int i = 0; i < 4; i++) {
		int c = peek(json);

		if (c >= '0' && c <= '9')
			*code = *code * 16 + (uint32_t)(c - '0');
		else if (c >= 'a' && c <= 'f')
			*code = *code * 16 + (uint32_t)(c - 'a') + 10;
		else if (c >= 'A' && c <= 'F')
			*code = *code * 16 + (uint32_t)(c - 'A') + 10;
		else
			return false;
		json->at++;
	}
	return true;
}

/* Behind "\u"; a pair of surrogates is one character, a lone one is U+FFFD. */
static bool unicode_escape(struct json *json, struct builder *out)
{
	uint32_t high, low;
	size_t behind;

	if (!hex4(json, &high))
		return false;
	if (high < 0xD800 || high > 0xDFFF) {
		utf8_add(out, high);
		return true;
	}
	behind = json->at;
	if (high < 0xDC00 && accept(json, '\\') && accept(json, 'u')) {
		if (!hex4(json, &low))
			return false;
		if (low >= 0xDC00 && low <= 0xDFFF) {
			utf8_add(out, 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00));
			return true;
		}
	}
	json->at = behind;
	utf8_add(out, 0xFFFD);
	return true;
}

static bool escape(struct json *json, struct builder *out)
{
	static const struct str from = STR_INIT("\"\\/bfnrt");
	static const struct str to = STR_INIT("\"\\/\b\f\n\r\t");
	size_t which;
	int c = peek(json);

	if (c < 0)
		return false;
	json->at++;
	if (c == 'u')
		return unicode_escape(json, out);
	which = str_find_byte(from, (char)c, 0);
	if (which == STR_NPOS)
		return false;
	builder_byte(out, to.p[which]);
	return true;
}

static bool string(struct json *json, struct str *decoded)
{
	struct builder out = { .arena = json->arena };

	if (!accept(json, '"'))
		return false;
	for (;;) {
		struct utf8 c;

		if (peek(json) < 0x20) /* the end, or a raw control character */
			return false;
		if (accept(json, '"'))
			break;
		if (accept(json, '\\')) {
			if (!escape(json, &out))
				return false;
			continue;
		}
		c = utf8_decode(str_slice(json->text, json->at, json->text.n));
		if (c.valid)
			builder_add(&out, str_slice(json->text, json->at, json->at + c.bytes));
		else
			utf8_add(&out, 0xFFFD);
		json->at += c.bytes;
	}
	*decoded = builder_str(&out);
	return true;
}

static bool digits(struct json *json)
{
	size_t start = json->at;

	while (peek(json) >= '0' && peek(json) <= '9')
		json->at++;
	return json->at > start;
}

static bool number(struct json *json)
{
	accept(json, '-');
	if (!accept(json, '0') && !digits(json))
		return false;
	if (accept(json, '.') && !digits(json))
		return false;
	if (accept(json, 'e') || accept(json, 'E')) {
		if (!accept(json, '+'))
			accept(json, '-');
		return digits(json);
	}
	return true;
}

static bool word(struct json *json, struct str literal)
{
	if (!str_starts(str_slice(json->text, json->at, json->text.n), literal))
		return false;
	json->at += literal.n;
	return true;
}

static bool value(struct json *json, int depth);

static bool member(struct json *json, int depth)
{
	struct str key;

	skip_blanks(json);
	if (!string(json, &key))
		return false;
	skip_blanks(json);
	return accept(json, ':') && value(json, depth);
}

static bool collection(struct json *json, char close, int depth)
{
	skip_blanks(json);
	if (accept(json, close))
		return true;
	do {
		if (close == '}' ? !member(json, depth) : !value(json, depth))
			return false;
		skip_blanks(json);
	} while (accept(json, ','));
	return accept(json, close);
}

/* Any JSON value; what it is does not matter, only where it ends. */
static bool value(struct json *json, int depth)
{
	struct str ignored;

	if (depth > JSON_DEPTH)
		return false;
	skip_blanks(json);
	if (peek(json) == '"')
		return string(json, &ignored);
	if (accept(json, '['))
		return collection(json, ']', depth + 1);
	if (accept(json, '{'))
		return collection(json, '}', depth + 1);
	if (word(json, STR("true")) || word(json, STR("false")) || word(json, STR("null")))
		return true;
	return number(json);
}

struct list {
	struct execform_item *items;
	size_t count, capacity;
	bool strings; /* nothing else so far */
};

static bool element(struct json *json, struct list *list)
{
	struct execform_item item = { .from = 0 };

	skip_blanks(json);
	item.from = json->at;
	if (peek(json) != '"') {
		list->strings = false;
		return value(json, 1);
	}
	if (!string(json, &item.text))
		return false;
	item.to = json->at;
	list->items = arena_grow(json->arena, list->items, list->count, &list->capacity,
				 sizeof(*list->items));
	list->items[list->count++] = item;
	return true;
}

static bool array(struct json *json, struct list *list)
{
	skip_blanks(json);
	if (!accept(json, '['))
		return false;
	skip_blanks(json);
	if (!accept(json, ']')) {
		do {
			if (!element(json, list))
				return false;
			skip_blanks(json);
		} while (accept(json, ','));
		if (!accept(json, ']'))
			return false;
	}
	skip_blanks(json);
	return json->at == json->text.n;
}

struct execform execform_parse(struct arena *arena, struct str text)
{
	struct json json = { .arena = arena, .text = text };
	struct list list = { .strings = true };

	if (!array(&json, &list))
		return (struct execform){ .status = EXECFORM_NOT_JSON };
	if (!list.strings)
		return (struct execform){ .status = EXECFORM_NOT_STRINGS };
	return (struct execform){ EXECFORM_OK, list.items, list.count };
}

/* ------------------------------------------------------------ objects */

/* One member of an object; *item is set where it is the wanted one and a string. */
static bool wanted_member(struct json *json, struct str key, struct execform_item *item)
{
	struct str name;

	skip_blanks(json);
	if (!string(json, &name))
		return false;
	skip_blanks(json);
	if (!accept(json, ':'))
		return false;
	skip_blanks(json);
	if (!str_eq(name, key))
		return value(json, 1);
	*item = (struct execform_item){ .text = STR(""), .from = json->at };
	if (peek(json) == '"' ? !string(json, &item->text) : !value(json, 1))
		return false;
	item->to = json->at;
	return true;
}

bool execform_member(struct arena *arena, struct str text, struct str key,
		     struct execform_item *item)
{
	struct json json = { .arena = arena, .text = text };

	*item = (struct execform_item){ .text = STR("") };
	skip_blanks(&json);
	if (!accept(&json, '{'))
		return false;
	skip_blanks(&json);
	if (peek(&json) != '}')
		do {
			if (!wanted_member(&json, key, item))
				return false;
			skip_blanks(&json);
		} while (accept(&json, ','));
	if (!accept(&json, '}'))
		return false;
	skip_blanks(&json);
	return json.at == text.n && item->text.n > 0;
}
