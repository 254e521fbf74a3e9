/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "report/value.h"

#include <math.h>
#include <stdlib.h>

#include "base/utf8.h"
#include "model/cast.h"
#include "report/mask.h"

/* Bytes of text that are kept; all of it would be many times what was read. */
enum { PASSED_ON_BYTES = 64 * 1024 };

void value_pass_on(struct value_writer *w)
{
	if (w->out.n < PASSED_ON_BYTES)
		return;
	fwrite(w->out.p, 1, w->out.n, w->stream);
	w->out.n = 0;
}

void value_end(struct value_writer *w)
{
	fwrite(w->out.p, 1, w->out.n, w->stream);
	w->out.n = 0;
	arena_free(&w->history);
}

/* ------------------------------------------------------------------ text */

/* Characters that a reader would not see, or that turn the order of what it sees. */
static bool is_invisible(uint32_t code)
{
	return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0xad || code == 0x61c ||
	       (code >= 0x200b && code <= 0x200f) || (code >= 0x2028 && code <= 0x202e) ||
	       (code >= 0x2060 && code <= 0x206f) || code == 0xfeff || code == 0xfffe ||
	       code == 0xffff || code > 0xffff;
}

/* A character by its number; the two languages agree on \uXXXX. */
static void add_escape(struct value_writer *w, uint32_t code)
{
	if (code <= 0xffff)
		builder_fmt(&w->out, "\\u%04x", (unsigned)code);
	else if (w->json)
		builder_fmt(&w->out, "\\u%04x\\u%04x", (unsigned)(0xd7c0 + (code >> 10)),
			    (unsigned)(0xdc00 + (code & 0x3ff)));
	else
		builder_fmt(&w->out, "\\U%08x", (unsigned)code);
}

void value_add_quoted(struct value_writer *w, struct str text)
{
	builder_byte(&w->out, '"');
	while (text.n) {
		struct utf8 c = utf8_decode(text);
		struct str here = str_slice(text, 0, c.bytes);

		if (!c.valid)
			add_escape(w, 0xfffd);
		else if (c.code == '\n')
			builder_add(&w->out, STR("\\n"));
		else if (c.code == '\t')
			builder_add(&w->out, STR("\\t"));
		else if (c.code == '"' || c.code == '\\')
			builder_fmt(&w->out, "\\%c", (int)c.code);
		else if (is_invisible(c.code) ||
			 /* what a CI runner would take for a command */
			 (c.code == '#' && str_starts(text, STR("##["))) ||
			 (w->json &&
			  (c.code > 0x7f || c.code == '<' || c.code == '>' || c.code == '&')))
			add_escape(w, c.code);
		else
			builder_add(&w->out, here);
		text = str_slice(text, c.bytes, text.n);
	}
	builder_byte(&w->out, '"');
}

static bool is_word_of_yaml(struct str text)
{
	static const struct str words[] = {
		STR_INIT("true"), STR_INIT("false"), STR_INIT("yes"),
		STR_INIT("no"),   STR_INIT("on"),    STR_INIT("off"),
		STR_INIT("null"), STR_INIT("y"),     STR_INIT("n"),
	};

	for (size_t i = 0; text.n <= sizeof("false") - 1 && i < sizeof(words) / sizeof(words[0]);
	     i++)
		if (str_eq_nocase(text, words[i]))
			return true;
	return false;
}

/* A byte that means nothing to YAML, wherever it stands behind the first one. */
static bool is_plain_byte(char c)
{
	switch (c) {
	case '_':
	case '.':
	case '/':
	case '@':
	case '%':
	case '+':
	case '=':
	case ',':
	case '-':
	case '$':
		return true;
	default:
		return byte_is_alnum(c);
	}
}

/* Text that every reader of YAML takes for just that text. */
static bool is_plain(struct str text)
{
	bool dots = str_starts(text, STR("./")) || str_starts(text, STR("../"));

	if (!text.n || text.n > 1000 || is_word_of_yaml(text))
		return false;
	if (!byte_is_alpha(text.p[0]) && text.p[0] != '/' && text.p[0] != '_' && text.p[0] != '$' &&
	    !dots)
		return false;
	for (size_t i = 0; i < text.n; i++) {
		char c = text.p[i];
		bool last = i + 1 == text.n;

		if (is_plain_byte(c))
			continue;
		if ((c == ':' || c == ' ') && !last && text.p[i + 1] != ' ')
			continue;
		return false;
	}
	return true;
}

struct str value_doubled(struct arena *arena, struct str text)
{
	struct builder doubled = { .arena = arena };

	if (str_find_byte(text, '$', 0) == STR_NPOS)
		return text;
	for (size_t i = 0; i < text.n; i++) {
		builder_byte(&doubled, text.p[i]);
		if (text.p[i] == '$')
			builder_byte(&doubled, '$');
	}
	return builder_str(&doubled);
}

void value_add_string(struct value_writer *w, struct str text)
{
	value_add_literal(w, value_doubled(&w->lint->run, text));
}

void value_add_literal(struct value_writer *w, struct str text)
{
	if (!w->json && is_plain(text))
		builder_add(&w->out, text);
	else
		value_add_quoted(w, text);
}

static void add_new_key(struct value_writer *w, struct str key)
{
	struct str shown = mask_key(w->lint, w->credentials, key), *known;

	if (!str_eq(shown, key)) {
		w->masked.arena = &w->lint->run;
		known = table_get(&w->masked, key);
		if (!known) {
			known = ARENA_NEW(&w->lint->run, struct str);
			*known = w->masked.count ? arena_fmt(&w->lint->run, "%.*s (%zu)",
							     STR_FMT(shown), w->masked.count + 1)
						 : shown;
			table_add(&w->masked, key, known);
		}
		shown = *known;
	}
	value_add_string(w, shown);
}

/* A model has the same keys in each service. */
void value_add_key(struct value_writer *w, struct str key)
{
	struct str *known;
	size_t from = w->out.n;

	w->written.arena = &w->lint->run;
	known = table_get(&w->written, key);
	if (known) {
		builder_add(&w->out, *known);
		return;
	}
	add_new_key(w, key);
	known = ARENA_NEW(&w->lint->run, struct str);
	*known = arena_str(&w->lint->run, str_slice(builder_str(&w->out), from, w->out.n));
	table_add(&w->written, key, known);
}

/* ------------------------------------------------------------------ values */

static void add_number(struct value_writer *w, const struct node *node)
{
	double real = node->value.real;

	if (node->kind == NODE_FLOAT && isnan(real))
		builder_add(&w->out, STR(".nan"));
	else if (node->kind == NODE_FLOAT && isinf(real))
		builder_add(&w->out, real < 0 ? STR("-.inf") : STR(".inf"));
	else if (node->kind == NODE_FLOAT)
		builder_add(&w->out, w->json ? cast_json_float_text(&w->lint->run, real)
					     : cast_float_text(&w->lint->run, real));
	else
		builder_fmt(&w->out, node->is_unsigned ? "%llu" : "%lld",
			    (unsigned long long)node->value.integer);
}

void value_add_scalar(struct value_writer *w, struct str name, const struct node *scalar)
{
	switch (scalar->kind) {
	case NODE_NULL:
		builder_add(&w->out, STR("null"));
		break;
	case NODE_BOOL:
		builder_add(&w->out, scalar->value.boolean ? STR("true") : STR("false"));
		break;
	case NODE_INT:
	case NODE_FLOAT:
		add_number(w, scalar);
		break;
	case NODE_TIMESTAMP:
		if (w->json)
			value_add_quoted(w, cast_timestamp_text(&w->lint->run, scalar->text));
		else
			builder_add(&w->out, cast_timestamp_text(&w->lint->run, scalar->text));
		break;
	default:
		value_add_string(w, mask_value(w->lint, w->credentials, name, scalar));
	}
}

static int by_key(const void *left, const void *right)
{
	const struct pair *const *a = left, *const *b = right;

	return str_cmp((*a)->key->text, (*b)->key->text);
}

const struct pair **value_in_order(struct arena *arena, const struct node *mapping)
{
	const struct pair **pairs = ARENA_ARRAY(arena, mapping->count, const struct pair *);

	for (size_t i = 0; i < mapping->count; i++)
		pairs[i] = &mapping->in.pairs[i];
	if (mapping->count)
		qsort(pairs, mapping->count, sizeof(*pairs), by_key);
	return pairs;
}
