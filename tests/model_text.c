/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "model_text.h"

#include <check.h>

const struct node *model_find(const struct node *model, const char *path)
{
	const struct node *node = model;
	struct str rest = str_from(path);

	while (node && rest.p) {
		struct str segment = str_cut(&rest, '.');
		size_t open = str_find_byte(segment, '[', 0);
		int64_t index;

		node = node_get(node, str_slice(segment, 0, open));
		while (node && open != STR_NPOS) {
			size_t close = str_find_byte(segment, ']', open);

			if (!str_to_int(str_slice(segment, open + 1, close), &index) ||
			    node->kind != NODE_SEQUENCE || (size_t)index >= node->count)
				return NULL;
			node = node->in.items[index];
			open = str_find_byte(segment, '[', close);
		}
	}
	return node;
}

const struct node *model_at(const struct project *project, const char *path)
{
	return model_find(project->model, path);
}

static void add(struct builder *b, const struct node *node)
{
	switch (node->kind) {
	case NODE_NULL:
		builder_add(b, STR("null"));
		return;
	case NODE_MAPPING:
		builder_byte(b, '{');
		for (size_t i = 0; i < node->count; i++) {
			builder_fmt(b, "%s%.*s: ", i ? ", " : "",
				    STR_FMT(node->in.pairs[i].key->text));
			add(b, node->in.pairs[i].value);
		}
		builder_byte(b, '}');
		return;
	case NODE_SEQUENCE:
		builder_byte(b, '[');
		for (size_t i = 0; i < node->count; i++) {
			builder_add(b, i ? STR(", ") : STR(""));
			add(b, node->in.items[i]);
		}
		builder_byte(b, ']');
		return;
	default:
		builder_add(b, node->text);
	}
}

struct str model_text(struct arena *arena, const struct node *node)
{
	struct builder b = { .arena = arena };

	if (!node)
		return STR("(none)");
	add(&b, node);
	return b.n ? builder_str(&b) : STR("");
}

struct str model_history(struct test_run *run, const struct node *node)
{
	static const char *const words[] = {
		"alias",   "merge-key", "variable", "replace", "append", "reset",    "override",
		"extends", "include",   "short",    "default", "form",   "env-file",
	};
	struct builder b = { .arena = &run->lint.run };

	for (const struct step *step = node ? node->via : NULL; step; step = step->before) {
		struct place place;

		if (step->kind == STEP_SHORT || step->kind == STEP_DEFAULT ||
		    step->kind == STEP_FORM)
			continue;
		builder_fmt(&b, "%s%s", b.n ? "; " : "", words[step->kind]);
		if (step->name.n)
			builder_fmt(&b, " %.*s", STR_FMT(step->name));
		if (!span_is_none(step->span)) {
			place = source_place(&run->lint.sources, step->span.source,
					     step->span.start);
			builder_fmt(&b, " %.*s:%u",
				    STR_FMT(source_name(&run->lint.sources, step->span)),
				    place.line);
		}
		if (step->was)
			builder_fmt(&b, " was %.*s",
				    STR_FMT(model_text(&run->lint.run, step->was)));
	}
	return b.n ? builder_str(&b) : STR("");
}

void model_check(const struct model_row *row)
{
	const struct test_options options = { .preset = PRESET_SANDBOX };
	struct test_run run;
	const struct node *node;
	struct str got;

	test_lint(&run, row->files, &options);
	ck_assert_msg(run.project != NULL, "%s: a file is not well-formed", row->name);
	node = model_at(run.project, row->path);
	got = model_text(&run.lint.run, node);
	ck_assert_msg(str_eq(got, row->wanted), "%s: %s\nwanted %.*s\ngot    %.*s\nfindings:\n%.*s",
		      row->name, row->path, STR_FMT(row->wanted), STR_FMT(got),
		      STR_FMT(test_findings(&run, STR(""))));
	if (row->history.n) {
		got = model_history(&run, node);
		ck_assert_msg(str_eq(got, row->history), "%s: %s\nwanted %.*s\ngot    %.*s",
			      row->name, row->path, STR_FMT(row->history), STR_FMT(got));
	}
	got = test_stray_span(&run);
	ck_assert_msg(!got.n, "%s: a span leads nowhere: %.*s", row->name, STR_FMT(got));
	test_end(&run);
}
