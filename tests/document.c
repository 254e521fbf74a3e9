/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "document.h"

#include <check.h>

#include "base/arena.h"
#include "model/schema.h"
#include "read/yaml.h"

void document_read(struct document *t, const char *yaml)
{
	struct yaml_file file;
	struct source *source;

	*t = (struct document){ 0 };
	lint_init(&t->lint);
	source = source_add(&t->lint.sources, STR("compose.yaml"), STR("compose.yaml"),
			    str_from(yaml));
	file = yaml_parse(&t->lint, source);
	ck_assert_msg(!file.broken && file.count == 1, "not one document: %s", yaml);
	t->refused = file.refused;
	t->model = schema_cast(&t->lint, file.documents[0], &t->refused);
}

void document_end(struct document *t)
{
	lint_free(&t->lint);
}

const char *document_findings(struct document *t)
{
	struct builder b = { .arena = &t->lint.run };

	diag_sort(&t->lint.diag);
	for (size_t i = 0; i < t->lint.diag.count; i++) {
		const struct finding *finding = t->lint.diag.findings[i];
		struct place place =
			source_place(&t->lint.sources, finding->span.source, finding->span.start);

		builder_fmt(&b, "%u:%u %.*s %.*s\n", place.line, place.column,
			    STR_FMT(finding->path), STR_FMT(finding->evidence));
	}
	return arena_cstr(&t->lint.run, builder_str(&b));
}

static void add_json(struct builder *b, const struct node *node)
{
	switch (node->kind) {
	case NODE_NULL:
		builder_add(b, STR("null"));
		break;
	case NODE_BOOL:
		builder_add(b, node->value.boolean ? STR("true") : STR("false"));
		break;
	case NODE_INT:
		builder_fmt(b, "%lld", (long long)node->value.integer);
		break;
	case NODE_FLOAT:
		builder_fmt(b, "%g", node->value.real);
		break;
	case NODE_STRING:
	case NODE_TIMESTAMP:
		builder_fmt(b, "\"%.*s\"", STR_FMT(node->text));
		break;
	case NODE_SEQUENCE:
		for (size_t i = 0; i < node->count; i++) {
			builder_add(b, i ? STR(", ") : STR("["));
			add_json(b, node->in.items[i]);
		}
		builder_add(b, node->count ? STR("]") : STR("[]"));
		break;
	case NODE_MAPPING:
		for (size_t i = 0; i < node->count; i++) {
			builder_add(b, i ? STR(", ") : STR("{"));
			builder_fmt(b, "%.*s: ", STR_FMT(node->in.pairs[i].key->text));
			add_json(b, node->in.pairs[i].value);
		}
		builder_add(b, node->count ? STR("}") : STR("{}"));
		break;
	}
}

const char *document_json(struct document *t, const struct node *node)
{
	struct builder b = { .arena = &t->lint.run };

	if (!node)
		return "absent";
	add_json(&b, node);
	return arena_cstr(&t->lint.run, builder_str(&b));
}

const struct node *document_below(const struct node *node, const char *path)
{
	struct str rest = str_from(path);

	while (rest.p && node) {
		struct str step = str_cut(&rest, '.');
		int64_t index;

		if (node->kind != NODE_SEQUENCE)
			node = node_get(node, step);
		else if (str_to_int(step, &index) && index >= 0 && (size_t)index < node->count)
			node = node->in.items[index];
		else
			node = NULL;
	}
	return node;
}

const struct node *document_at(const struct document *t, const char *path)
{
	return document_below(t->model, path);
}

struct str document_covers(const struct document *t, const struct node *node)
{
	return source_text(&t->lint.sources, node->span);
}
