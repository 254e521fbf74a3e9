/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "report/merged.h"

#include <math.h>

#include "base/limits.h"
#include "base/utf8.h"
#include "model/normal.h"
#include "model/shown.h"
#include "report/line.h"
#include "report/mask.h"
#include "report/report.h"
#include "report/spot.h"
#include "report/traced.h"

/* Where the remarks of one line after the other begin, if the line leaves room. */
enum { REMARK_COLUMN = 40 };

struct merged {
	struct value_writer w;
	const struct project *project; /* NULL: without histories */
};

static const struct {
	struct str name;
	enum merged_format format;
} formats[] = {
	{ STR_INIT("yaml"), MERGED_YAML },
	{ STR_INIT("json"), MERGED_JSON },
	{ STR_INIT("tree"), MERGED_TREE },
};

bool merged_format_find(struct str name, enum merged_format *format)
{
	for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++)
		if (str_eq(name, formats[i].name)) {
			*format = formats[i].format;
			return true;
		}
	return false;
}

static void add_indent(struct merged *m, size_t depth)
{
	builder_fill(&m->w.out, ' ', 2 * depth);
}

/* ------------------------------------------------------------------ JSON */

static void add_json(struct merged *m, struct str name, const struct node *node, size_t depth)
{
	const struct pair **pairs = NULL;
	bool mapping = node->kind == NODE_MAPPING;

	if (node_is_scalar(node)) {
		value_add_scalar(&m->w, name, node);
		return;
	}
	if (mapping)
		pairs = value_in_order(&m->w.lint->run, node);
	builder_byte(&m->w.out, mapping ? '{' : '[');
	for (size_t i = 0; i < node->count; i++) {
		value_pass_on(&m->w);
		builder_add(&m->w.out, i ? STR(",\n") : STR("\n"));
		add_indent(m, depth + 1);
		if (mapping) {
			value_add_key(&m->w, pairs[i]->key->text);
			builder_add(&m->w.out, STR(": "));
			add_json(m, pairs[i]->key->text, pairs[i]->value, depth + 1);
		} else {
			add_json(m, mask_item_name(name, node, i), node->in.items[i], depth + 1);
		}
	}
	if (node->count) {
		builder_byte(&m->w.out, '\n');
		add_indent(m, depth);
	}
	builder_byte(&m->w.out, mapping ? '}' : ']');
}

static void add_files_json(struct merged *m)
{
	size_t count = 0;

	builder_byte(&m->w.out, '[');
	for (size_t i = 0; i < m->project->nfiles; i++) {
		const struct project_file *file = &m->project->files[i];

		if (!file->source)
			continue;
		builder_add(&m->w.out,
			    count++ ? STR(",\n    {\"path\": ") : STR("\n    {\"path\": "));
		value_add_quoted(&m->w, file->name);
		builder_add(&m->w.out, STR(", \"role\": "));
		value_add_quoted(&m->w, report_role_word(file->role));
		builder_byte(&m->w.out, '}');
	}
	builder_add(&m->w.out, count ? STR("\n  ]") : STR("]"));
}

/* The model, or one value of it, with the history of each value in it. */
static void add_traced_json(struct merged *m, const struct merged_request *request,
			    const struct origin_way *way, struct str name)
{
	builder_add(&m->w.out, STR("{\n  \"schema\": \"compose-lint-config-1\",\n  \"files\": "));
	add_files_json(m);
	if (request->path.p) {
		builder_add(&m->w.out, STR(",\n  \"path\": "));
		value_add_quoted(&m->w, request->path);
	}
	builder_add(&m->w.out, STR(",\n  \"model\": "));
	if (node_step(way->node, STEP_RESET))
		builder_add(&m->w.out, STR("null"));
	else
		add_json(m, name, way->node, 1);
	builder_add(&m->w.out, STR(",\n  \"provenance\": "));
	traced_add_json(&m->w, way, name, 1);
	builder_add(&m->w.out, STR("\n}\n"));
}

/* ------------------------------------------------------------------ YAML */

/* The line so far, which holds nothing but text of ours and of the model. */
static size_t column(const struct merged *m)
{
	struct str out = builder_str(&m->w.out);
	size_t newline = str_rfind_byte(out, '\n');

	return line_width(str_slice(out, newline == STR_NPOS ? 0 : newline + 1, out.n));
}

static void add_remark(struct merged *m, struct str name, const struct origin_way *way)
{
	size_t at;

	if (!m->project)
		return;
	at = column(m);
	builder_add(&m->w.out, STR("  "));
	for (at += 2; at < REMARK_COLUMN; at++)
		builder_byte(&m->w.out, ' ');
	builder_add(&m->w.out, STR("# "));
	traced_add_line(&m->w, name, way);
}

/* Keys that are there no more, as lines of their own. */
static void add_removed(struct merged *m, const struct origin_way *way, size_t depth)
{
	const struct node *node = way->node;

	for (size_t i = 0; m->project && i < node->nremoved; i++) {
		const struct pair *removed = &node->removed[i];
		struct origin_way gone = { removed->value, way };

		if (node_pair(node, removed->key->text))
			continue;
		add_indent(m, depth);
		builder_add(&m->w.out, STR("# "));
		value_add_key(&m->w, removed->key->text);
		builder_byte(&m->w.out, ':');
		add_remark(m, removed->key->text, &gone);
		builder_byte(&m->w.out, '\n');
	}
}

static void add_yaml(struct merged *m, struct str name, const struct origin_way *way, size_t depth,
		     bool in_item);

/* What follows "key:" or "-": a scalar on the line, or lines of their own. */
static void add_yaml_value(struct merged *m, struct str name, const struct origin_way *way,
			   size_t depth)
{
	const struct node *node = way->node;

	if (!node_is_scalar(node) && node->count) {
		/* where it begins is seen; what happened to it as a whole is not */
		if (m->project && !traced_is_plain(&m->w, way))
			add_remark(m, name, way);
		builder_byte(&m->w.out, '\n');
		add_yaml(m, name, way, depth, false);
		return;
	}
	builder_byte(&m->w.out, ' ');
	if (node_is_scalar(node))
		value_add_scalar(&m->w, name, node);
	else
		builder_add(&m->w.out, node->kind == NODE_MAPPING ? STR("{}") : STR("[]"));
	add_remark(m, name, way);
	builder_byte(&m->w.out, '\n');
	add_removed(m, way, depth);
	value_pass_on(&m->w);
}

/* `in_item`: the first line stands behind "- " already. */
static void add_yaml(struct merged *m, struct str name, const struct origin_way *way, size_t depth,
		     bool in_item)
{
	const struct node *node = way->node;
	const struct pair **pairs =
		node->kind == NODE_MAPPING ? value_in_order(&m->w.lint->run, node) : NULL;

	for (size_t i = 0; i < node->count; i++) {
		struct origin_way below = { pairs ? pairs[i]->value : node->in.items[i], way };

		if (i || !in_item)
			add_indent(m, depth);
		if (pairs) {
			value_add_key(&m->w, pairs[i]->key->text);
			builder_byte(&m->w.out, ':');
			add_yaml_value(m, pairs[i]->key->text, &below, depth + 1);
			continue;
		}
		builder_byte(&m->w.out, '-');
		if (!node_is_scalar(below.node) && below.node->count) {
			builder_byte(&m->w.out, ' ');
			add_yaml(m, name, &below, depth + 1, true);
		} else {
			add_yaml_value(m, mask_item_name(name, node, i), &below, depth);
		}
	}
	add_removed(m, way, depth);
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

/* The value and its history, for a person. */
static void add_tree(struct merged *m, struct str title, const struct origin_way *way,
		     struct str name)
{
	if (title.p) {
		value_add_string(&m->w, title);
		builder_byte(&m->w.out, ':');
		traced_add_tree(&m->w, way, name, 0);
		return;
	}
	for (size_t i = 0; i < way->node->count; i++) {
		const struct pair *pair = value_in_order(&m->w.lint->run, way->node)[i];
		struct origin_way below = { pair->value, way };

		value_add_key(&m->w, pair->key->text);
		builder_byte(&m->w.out, ':');
		traced_add_tree(&m->w, &below, pair->key->text, 0);
	}
}

static struct failure no_such_path(struct arena *arena, struct str path, struct str nearest)
{
	struct builder wanted = { .arena = arena }, known = { .arena = arena };

	utf8_add_visible(&wanted, path, LIMIT_QUOTE_COLUMNS);
	utf8_add_visible(&known, nearest, LIMIT_QUOTE_COLUMNS);
	if (!known.n)
		return failure_fmt(arena, "the model has no '%.*s'", STR_FMT(builder_str(&wanted)));
	return failure_fmt(arena, "the model has no '%.*s'; the nearest is '%.*s'",
			   STR_FMT(builder_str(&wanted)), STR_FMT(builder_str(&known)));
}

static struct failure write(struct merged *m, const struct merged_request *request,
			    const struct node *model)
{
	struct origin_way root = { model, NULL }, *way = &root;
	struct str name = STR_NONE;

	if (request->path.p) {
		struct spot spot = spot_find(&m->w.lint->run, model, request->path);

		if (!spot.found)
			return no_such_path(&m->w.lint->run, request->path, spot.nearest);
		way = spot.way;
		name = spot.name;
	}
	if (request->format == MERGED_TREE || (request->path.p && !m->w.json)) {
		add_tree(m, request->path, way, name);
	} else if (!m->w.json) {
		add_yaml(m, name, way, 0, false);
	} else if (m->project) {
		add_traced_json(m, request, way, name);
	} else {
		add_json(m, name, model, 0);
		builder_byte(&m->w.out, '\n');
	}
	return FAILURE_NONE;
}

struct failure merged_write(struct lint *lint, const struct project *project,
			    const struct merged_request *request, FILE *stream)
{
	bool traced = request->provenance || request->path.p || request->format == MERGED_TREE;
	struct merged m = {
		.w = { .lint = lint,
		       .credentials = request->credentials,
		       .out = { .arena = &lint->run },
		       .stream = stream,
		       .json = request->format == MERGED_JSON },
		.project = traced ? project : NULL,
	};
	const struct node *model =
		shown_model(lint, normal_model(lint, project, request->all_resources), m.w.json);
	struct failure failure;

	if (m.w.json && !has_json(model))
		return failure_fmt(&lint->run, "JSON has no form for a number that is infinite or "
					       "none; use --format yaml");
	failure = write(&m, request, model);
	if (failure.failed)
		return failure;
	value_end(&m.w);
	return report_flush(stream, &lint->run);
}
