/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "report/merged.h"

#include <math.h>
#include <stdlib.h>

#include "base/utf8.h"
#include "model/cast.h"
#include "model/normal.h"
#include "model/shown.h"
#include "report/history.h"
#include "report/line.h"
#include "report/mask.h"
#include "report/report.h"

struct merged {
	struct lint *lint;
	struct credentials *credentials;
	struct builder out;
	bool json;
	bool provenance;
};

/* A pair or item on the way down. */
#define WITHIN(node, around) (&(const struct history_around){ (node), (around) })

bool merged_format_find(struct str name, enum merged_format *format)
{
	if (!str_eq(name, STR("yaml")) && !str_eq(name, STR("json")))
		return false;
	*format = str_eq(name, STR("json")) ? MERGED_JSON : MERGED_YAML;
	return true;
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
		add_string(m, mask_value(m->lint, m->credentials, name, node));
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
		     bool in_item, const struct history_around *around);

/* Ends the line of a value: with where it comes from, if that is asked for. */
static void end_line(struct merged *m, struct str name, const struct node *node,
		     const struct history_around *around)
{
	struct history history;

	if (m->provenance) {
		history = history_of(m->lint, m->credentials, name, node, around);
		builder_add(&m->out, STR("  # "));
		history_add_line(&m->out, &m->lint->sources, &history);
	}
	builder_byte(&m->out, '\n');
}

/* What follows "key:" or "-": a scalar on the line, or lines of their own. */
static void add_yaml_value(struct merged *m, struct str name, const struct node *node, size_t depth,
			   const struct history_around *around)
{
	if (node_is_scalar(node)) {
		builder_byte(&m->out, ' ');
		add_scalar(m, name, node);
		end_line(m, name, node, around);
	} else if (!node->count) {
		builder_add(&m->out, node->kind == NODE_MAPPING ? STR(" {}") : STR(" []"));
		end_line(m, name, node, around);
	} else {
		builder_byte(&m->out, '\n');
		add_yaml(m, name, node, depth, false, around);
	}
}

/* `in_item`: the first line stands behind "- " already. */
static void add_yaml(struct merged *m, struct str name, const struct node *node, size_t depth,
		     bool in_item, const struct history_around *around)
{
	const struct pair **pairs = node->kind == NODE_MAPPING ? in_order(m, node) : NULL;
	const struct history_around *here = WITHIN(node, around);

	for (size_t i = 0; i < node->count; i++) {
		const struct node *item = pairs ? pairs[i]->value : node->in.items[i];

		if (i || !in_item)
			add_indent(m, depth);
		if (pairs) {
			add_string(m, pairs[i]->key->text);
			builder_byte(&m->out, ':');
			add_yaml_value(m, pairs[i]->key->text, item, depth + 1, here);
			continue;
		}
		builder_byte(&m->out, '-');
		if (!node_is_scalar(item) && item->count) {
			builder_byte(&m->out, ' ');
			add_yaml(m, name, item, depth + 1, true, here);
		} else {
			add_yaml_value(m, name, item, depth, here);
		}
	}
}

/* ------------------------------------------------------------------ provenance as JSON */

/* A step of a JSON pointer (RFC 6901). */
static struct str pointer(struct merged *m, struct str up, struct str step)
{
	struct builder b = { .arena = &m->lint->run };

	builder_add(&b, up);
	builder_byte(&b, '/');
	for (size_t i = 0; i < step.n; i++)
		if (step.p[i] == '~' || step.p[i] == '/')
			builder_add(&b, step.p[i] == '~' ? STR("~0") : STR("~1"));
		else
			builder_byte(&b, step.p[i]);
	return builder_str(&b);
}

static void add_history(struct merged *m, const struct history *history)
{
	builder_byte(&m->out, '[');
	for (size_t i = 0; i < history->count; i++) {
		const struct history_entry *entry = &history->entries[i];
		struct place place;

		builder_add(&m->out, i ? STR(", {\"op\": ") : STR("{\"op\": "));
		add_quoted(m, str_from(entry->op));
		if (!span_is_none(entry->span)) {
			place = source_place(&m->lint->sources, entry->span.source,
					     entry->span.start);
			builder_add(&m->out, STR(", \"file\": "));
			add_quoted(m, source_name(&m->lint->sources, entry->span));
			builder_fmt(&m->out, ", \"line\": %u, \"column\": %u", (unsigned)place.line,
				    (unsigned)place.column);
		}
		if (entry->detail.n) {
			builder_add(&m->out, STR(", \"detail\": "));
			add_quoted(m, entry->detail);
		}
		builder_byte(&m->out, '}');
	}
	builder_byte(&m->out, ']');
}

static void add_pointers(struct merged *m, struct str name, struct str path,
			 const struct node *node, const struct history_around *around, bool *more)
{
	const struct pair **pairs = node->kind == NODE_MAPPING ? in_order(m, node) : NULL;
	struct history history;

	for (size_t i = 0; !node_is_scalar(node) && i < node->count; i++) {
		struct str step = pairs ? pairs[i]->key->text : arena_fmt(&m->lint->run, "%zu", i);

		add_pointers(m, pairs ? step : name, pointer(m, path, step),
			     pairs ? pairs[i]->value : node->in.items[i], WITHIN(node, around),
			     more);
	}
	if (!node_is_scalar(node) && node->count)
		return;
	history = history_of(m->lint, m->credentials, name, node, around);
	builder_add(&m->out, *more ? STR(",\n    ") : STR("\n    "));
	*more = true;
	add_quoted(m, path);
	builder_add(&m->out, STR(": "));
	add_history(m, &history);
}

static void add_provenance(struct merged *m, const struct project *project,
			   const struct node *model)
{
	bool more = false;

	builder_add(&m->out, STR("{\n  \"schema\": 1,\n  \"files\": ["));
	for (size_t i = 0; i < project->nfiles; i++) {
		if (project->files[i].absent)
			continue;
		builder_add(&m->out, more ? STR(", ") : STR(""));
		add_quoted(m, project->files[i].name);
		more = true;
	}
	builder_add(&m->out, STR("],\n  \"model\": "));
	add_json(m, STR_NONE, model, 1);
	builder_add(&m->out, STR(",\n  \"provenance\": {"));
	more = false;
	add_pointers(m, STR_NONE, STR(""), model, NULL, &more);
	builder_add(&m->out, STR("\n  }\n}\n"));
}

/* ------------------------------------------------------------------ one value */

/* Where the rest of the path begins behind the key; STR_NPOS: the path does not begin with it. */
static size_t behind_key(struct str path, struct str key)
{
	if (!str_starts(path, key))
		return STR_NPOS;
	if (path.n == key.n || path.p[key.n] == '[')
		return key.n;
	return path.p[key.n] == '.' ? key.n + 1 : STR_NPOS;
}

struct found {
	const struct node *node;
	struct str name;
};

/* The value at "services.web.ports[0].target"; a key may hold dots itself. */
static struct found find(const struct node *node, struct str name, struct str path)
{
	struct found found = { NULL, name };

	if (!path.n)
		return (struct found){ node, name };
	if (node->kind == NODE_SEQUENCE && path.p[0] == '[') {
		size_t close = str_find_byte(path, ']', 0);
		int64_t index;

		if (close == STR_NPOS || !str_to_int(str_slice(path, 1, close), &index) ||
		    index < 0 || (uint64_t)index >= node->count)
			return found;
		close += close + 1 < path.n && path.p[close + 1] == '.';
		return find(node->in.items[index], name, str_slice(path, close + 1, path.n));
	}
	for (size_t i = 0; node->kind == NODE_MAPPING && i < node->count && !found.node; i++) {
		const struct pair *pair = &node->in.pairs[i];
		size_t rest = behind_key(path, pair->key->text);

		if (rest != STR_NPOS)
			found = find(pair->value, pair->key->text, str_slice(path, rest, path.n));
	}
	return found;
}

/* One history; of a mapping or list, what is in it. */
static struct failure add_one(struct merged *m, const struct node *model, struct str path)
{
	struct found found = find(model, STR_NONE, path);
	struct builder shown = { .arena = &m->lint->run };

	if (!found.node) {
		utf8_add_visible(&shown, path, 200);
		return failure_fmt(&m->lint->run, "the model has no value at '%.*s'",
				   STR_FMT(builder_str(&shown)));
	}
	m->provenance = true;
	add_string(m, path);
	builder_byte(&m->out, ':');
	add_yaml_value(m, found.name, found.node, 1, NULL);
	return FAILURE_NONE;
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
		.json = request->format == MERGED_JSON && !request->path.n,
		.provenance = request->provenance,
	};
	struct failure failure;
	const struct node *model =
		shown_model(lint, normal_model(lint, project, request->all_resources), m.json);

	if (m.json && !has_json(model))
		return failure_fmt(&lint->run, "JSON has no form for a number that is infinite or "
					       "none; use --format yaml");
	if (request->path.n) {
		failure = add_one(&m, model, request->path);
		if (failure.failed)
			return failure;
	} else if (m.json && m.provenance) {
		add_provenance(&m, project, model);
	} else if (m.json) {
		add_json(&m, STR_NONE, model, 0);
		builder_byte(&m.out, '\n');
	} else {
		add_yaml(&m, STR_NONE, model, 0, false, NULL);
	}
	fwrite(m.out.p, 1, m.out.n, stream);
	return report_flush(stream, &lint->run);
}
