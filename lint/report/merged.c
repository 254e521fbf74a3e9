/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "report/merged.h"

#include <math.h>
#include <stdlib.h>

#include "base/utf8.h"
#include "fact/credential.h"
#include "model/cast.h"
#include "model/normal.h"
#include "model/shown.h"
#include "report/report.h"

struct merged {
	struct lint *lint;
	struct credentials *credentials;
	struct builder out;
	bool json;
};

bool merged_format_find(struct str name, enum merged_format *format)
{
	if (!str_eq(name, STR("yaml")) && !str_eq(name, STR("json")))
		return false;
	*format = str_eq(name, STR("json")) ? MERGED_JSON : MERGED_YAML;
	return true;
}

/* ------------------------------------------------------------------ masks */

struct hiding {
	bool *hidden; /* by byte */
	size_t count;
};

static void hide(void *context, const struct credential_match *match)
{
	struct hiding *hiding = context;

	for (size_t i = match->from; i < match->to && i < hiding->count; i++)
		hiding->hidden[i] = true;
}

/* A value behind a name that hides says nothing but whether it is there. */
static bool hides_whole(struct str name, struct str text)
{
	return name.n && text.n && credential_name_hides(name) && !credential_is_nothing(text) &&
	       !credential_is_quantity(text) && !credential_is_pathlike(text);
}

static struct str masked(struct merged *m, struct str name, const struct node *node)
{
	struct hiding hiding = { .count = node->text.n };
	struct builder b = { .arena = &m->lint->run };

	if (!m->credentials || !node->text.n)
		return node->text;
	if (hides_whole(name, node->text))
		return STR("***");
	hiding.hidden = ARENA_ARRAY(&m->lint->scratch, node->text.n, bool);
	credential_each(m->credentials, node->text, hide, &hiding);
	for (size_t i = 0; i < node->nparts; i++) {
		const struct part *part = &node->parts[i];

		if (part->kind == PART_VALUE && part->to <= node->text.n && part->from < part->to &&
		    hides_whole(part->name, str_slice(node->text, part->from, part->to)))
			for (size_t k = part->from; k < part->to; k++)
				hiding.hidden[k] = true;
	}
	for (size_t i = 0; i < node->text.n; i++)
		if (!hiding.hidden[i])
			builder_byte(&b, node->text.p[i]);
		else if (!i || !hiding.hidden[i - 1])
			builder_add(&b, STR("***"));
	arena_reset(&m->lint->scratch);
	return builder_str(&b);
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
static void add_escape(struct merged *m, uint32_t code)
{
	if (code <= 0xffff)
		builder_fmt(&m->out, "\\u%04x", (unsigned)code);
	else if (m->json)
		builder_fmt(&m->out, "\\u%04x\\u%04x", (unsigned)(0xd7c0 + (code >> 10)),
			    (unsigned)(0xdc00 + (code & 0x3ff)));
	else
		builder_fmt(&m->out, "\\U%08x", (unsigned)code);
}

static void add_quoted(struct merged *m, struct str text)
{
	builder_byte(&m->out, '"');
	while (text.n) {
		struct utf8 c = utf8_decode(text);
		struct str here = str_slice(text, 0, c.bytes);

		if (!c.valid)
			add_escape(m, 0xfffd);
		else if (c.code == '\n')
			builder_add(&m->out, STR("\\n"));
		else if (c.code == '\t')
			builder_add(&m->out, STR("\\t"));
		else if (c.code == '"' || c.code == '\\')
			builder_fmt(&m->out, "\\%c", (int)c.code);
		else if (is_invisible(c.code) ||
			 /* what a CI runner would take for a command */
			 (c.code == '#' && str_starts(text, STR("##["))) ||
			 (m->json &&
			  (c.code > 0x7f || c.code == '<' || c.code == '>' || c.code == '&')))
			add_escape(m, c.code);
		else
			builder_add(&m->out, here);
		text = str_slice(text, c.bytes, text.n);
	}
	builder_byte(&m->out, '"');
}

static bool is_word_of_yaml(struct str text)
{
	static const struct str words[] = {
		STR_INIT("true"), STR_INIT("false"), STR_INIT("yes"),
		STR_INIT("no"),	  STR_INIT("on"),    STR_INIT("off"),
		STR_INIT("null"), STR_INIT("y"),     STR_INIT("n"),
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (str_eq_nocase(text, words[i]))
			return true;
	return false;
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

		if (byte_is_alnum(c) || str_find_byte(STR("_./@%+=,-$"), c, 0) != STR_NPOS)
			continue;
		if ((c == ':' || c == ' ') && !last && text.p[i + 1] != ' ')
			continue;
		return false;
	}
	return true;
}

static void add_string(struct merged *m, struct str text)
{
	struct builder doubled = { .arena = &m->lint->run };

	if (str_find_byte(text, '$', 0) != STR_NPOS) {
		for (size_t i = 0; i < text.n; i++) {
			builder_byte(&doubled, text.p[i]);
			if (text.p[i] == '$')
				builder_byte(&doubled, '$');
		}
		text = builder_str(&doubled);
	}
	if (!m->json && is_plain(text))
		builder_add(&m->out, text);
	else
		add_quoted(m, text);
}

/* ------------------------------------------------------------------ values */

static void add_number(struct merged *m, const struct node *node)
{
	double real = node->value.real;

	if (node->kind == NODE_FLOAT && isnan(real))
		builder_add(&m->out, STR(".nan"));
	else if (node->kind == NODE_FLOAT && isinf(real))
		builder_add(&m->out, real < 0 ? STR("-.inf") : STR(".inf"));
	else if (node->kind == NODE_FLOAT)
		builder_add(&m->out, cast_float_text(&m->lint->run, real));
	else
		builder_fmt(&m->out, node->is_unsigned ? "%llu" : "%lld",
			    (unsigned long long)node->value.integer);
}

static void add_scalar(struct merged *m, struct str name, const struct node *node)
{
	switch (node->kind) {
	case NODE_NULL:
		builder_add(&m->out, STR("null"));
		break;
	case NODE_BOOL:
		builder_add(&m->out, node->value.boolean ? STR("true") : STR("false"));
		break;
	case NODE_INT:
	case NODE_FLOAT:
		add_number(m, node);
		break;
	case NODE_TIMESTAMP:
		if (m->json)
			add_quoted(m, cast_timestamp_text(&m->lint->run, node->text));
		else
			builder_add(&m->out, cast_timestamp_text(&m->lint->run, node->text));
		break;
	default:
		add_string(m, masked(m, name, node));
	}
}

static int by_key(const void *left, const void *right)
{
	const struct pair *const *a = left, *const *b = right;

	return str_cmp((*a)->key->text, (*b)->key->text);
}

static const struct pair **in_order(struct merged *m, const struct node *mapping)
{
	const struct pair **pairs = ARENA_ARRAY(&m->lint->run, mapping->count, const struct pair *);

	for (size_t i = 0; i < mapping->count; i++)
		pairs[i] = &mapping->in.pairs[i];
	if (mapping->count)
		qsort(pairs, mapping->count, sizeof(*pairs), by_key);
	return pairs;
}

static void add_indent(struct merged *m, size_t depth)
{
	for (size_t i = 0; i < depth; i++)
		builder_add(&m->out, STR("  "));
}

static void add_json(struct merged *m, struct str name, const struct node *node, size_t depth)
{
	const struct pair **pairs = NULL;
	bool mapping = node->kind == NODE_MAPPING;

	if (node_is_scalar(node)) {
		add_scalar(m, name, node);
		return;
	}
	if (mapping)
		pairs = in_order(m, node);
	builder_byte(&m->out, mapping ? '{' : '[');
	for (size_t i = 0; i < node->count; i++) {
		builder_add(&m->out, i ? STR(",\n") : STR("\n"));
		add_indent(m, depth + 1);
		if (mapping) {
			add_string(m, pairs[i]->key->text);
			builder_add(&m->out, STR(": "));
			add_json(m, pairs[i]->key->text, pairs[i]->value, depth + 1);
		} else {
			add_json(m, name, node->in.items[i], depth + 1);
		}
	}
	if (node->count) {
		builder_byte(&m->out, '\n');
		add_indent(m, depth);
	}
	builder_byte(&m->out, mapping ? '}' : ']');
}

static void add_yaml(struct merged *m, struct str name, const struct node *node, size_t depth,
		     bool in_item);

/* What follows "key:" or "-": a scalar on the line, or lines of their own. */
static void add_yaml_value(struct merged *m, struct str name, const struct node *node, size_t depth)
{
	if (node_is_scalar(node)) {
		builder_byte(&m->out, ' ');
		add_scalar(m, name, node);
		builder_byte(&m->out, '\n');
	} else if (!node->count) {
		builder_add(&m->out, node->kind == NODE_MAPPING ? STR(" {}\n") : STR(" []\n"));
	} else {
		builder_byte(&m->out, '\n');
		add_yaml(m, name, node, depth, false);
	}
}

/* `in_item`: the first line stands behind "- " already. */
static void add_yaml(struct merged *m, struct str name, const struct node *node, size_t depth,
		     bool in_item)
{
	const struct pair **pairs = node->kind == NODE_MAPPING ? in_order(m, node) : NULL;

	for (size_t i = 0; i < node->count; i++) {
		if (i || !in_item)
			add_indent(m, depth);
		if (pairs) {
			add_string(m, pairs[i]->key->text);
			builder_byte(&m->out, ':');
			add_yaml_value(m, pairs[i]->key->text, pairs[i]->value, depth + 1);
			continue;
		}
		builder_byte(&m->out, '-');
		if (!node_is_scalar(node->in.items[i]) && node->in.items[i]->count) {
			builder_byte(&m->out, ' ');
			add_yaml(m, name, node->in.items[i], depth + 1, true);
		} else {
			add_yaml_value(m, name, node->in.items[i], depth);
		}
	}
}

/* ------------------------------------------------------------------ the whole */

static bool has_json(const struct node *node)
{
	if (node->kind == NODE_FLOAT)
		return isfinite(node->value.real) != 0;
	for (size_t i = 0; node->kind == NODE_SEQUENCE && i < node->count; i++)
		if (!has_json(node->in.items[i]))
			return false;
	for (size_t i = 0; node->kind == NODE_MAPPING && i < node->count; i++)
		if (!has_json(node->in.pairs[i].value))
			return false;
	return true;
}

struct failure merged_write(struct lint *lint, const struct project *project,
			    const struct merged_request *request, FILE *stream)
{
	struct merged m = {
		.lint = lint,
		.credentials = request->credentials,
		.out = { .arena = &lint->run },
		.json = request->format == MERGED_JSON,
	};
	const struct node *model =
		shown_model(lint, normal_model(lint, project, request->all_resources), m.json);

	if (m.json && !has_json(model))
		return failure_fmt(&lint->run, "JSON has no form for a number that is infinite or "
					       "none; use --format yaml");
	if (m.json) {
		add_json(&m, STR_NONE, model, 0);
		builder_byte(&m.out, '\n');
	} else {
		add_yaml(&m, STR_NONE, model, 0, false);
	}
	fwrite(m.out.p, 1, m.out.n, stream);
	return report_flush(stream, &lint->run);
}
