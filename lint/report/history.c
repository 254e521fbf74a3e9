/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "report/history.h"

#include "report/line.h"

struct telling {
	struct lint *lint;
	struct credentials *credentials;
	struct str name;
	struct history history;
};

static void add(struct telling *t, const char *op, struct span span, struct str detail)
{
	struct history *h = &t->history;

	/* one alias or extends brings a value once, however many stages pass it on */
	for (size_t i = 0; i < h->count; i++)
		if (h->entries[i].op == op && h->entries[i].span.source == span.source &&
		    h->entries[i].span.start == span.start && str_eq(h->entries[i].detail, detail))
			return;
	h->entries =
		arena_grow(&t->lint->run, h->entries, h->count, &h->capacity, sizeof(*h->entries));
	h->entries[h->count++] = (struct history_entry){ op, span, detail };
}

static struct str old_text(struct telling *t, const struct node *was)
{
	if (!node_is_scalar(was) || was->kind == NODE_NULL)
		return STR("");
	return mask_value(t->lint, t->credentials, t->name, was);
}

static const char *const brings[] = {
	[STEP_ALIAS] = "alias",	    [STEP_MERGE_KEY] = "merge-key", [STEP_EXTENDS] = "extends",
	[STEP_INCLUDE] = "include", [STEP_DEFAULT] = NULL,
};

static void add_step(struct telling *t, const struct step *step)
{
	switch (step->kind) {
	case STEP_VARIABLE:
		add(t, "interpolate", step->span, step->name);
		break;
	case STEP_REPLACE:
		add(t, "replace", step->was ? step->was->span : step->span, old_text(t, step->was));
		break;
	case STEP_OVERRIDE:
		add(t, "!override", step->was ? step->was->span : step->span,
		    old_text(t, step->was));
		break;
	case STEP_APPEND:
		add(t, "append", step->was ? step->was->span : step->span, STR(""));
		break;
	case STEP_ALIAS:
	case STEP_MERGE_KEY:
	case STEP_EXTENDS:
	case STEP_INCLUDE:
		add(t, brings[step->kind], step->span, STR(""));
		break;
	case STEP_RESET:
	case STEP_SHORT:
	case STEP_DEFAULT:
		break;
	}
}

static bool is_default(const struct node *node)
{
	return node->style == STYLE_MADE && !node->written && node_step(node, STEP_DEFAULT) &&
	       !node_step(node, STEP_SHORT);
}

struct history history_of(struct lint *lint, struct credentials *credentials, struct str name,
			  const struct node *node, const struct history_around *around)
{
	struct telling t = { .lint = lint, .credentials = credentials, .name = name };

	add(&t, is_default(node) ? "default" : "set", node->span, STR(""));
	for (const struct step *step = node->via; step; step = step->before)
		add_step(&t, step);
	/* what brought a mapping brought all that is in it, unless that came later */
	for (; around; around = around->up)
		for (const struct step *step = around->node->via; step; step = step->before)
			if (step->kind < sizeof(brings) / sizeof(*brings) && brings[step->kind] &&
			    !node_step(node, STEP_REPLACE))
				add_step(&t, step);
	return t.history;
}

/* ------------------------------------------------------------------ one line */

static void add_place(struct builder *b, struct sources *sources, struct span span)
{
	struct place place = source_place(sources, span.source, span.start);

	line_add(b, source_name(sources, span));
	builder_fmt(b, ":%u", (unsigned)place.line);
}

static void add_entry(struct builder *b, struct sources *sources, const struct history_entry *entry)
{
	struct str op = str_from(entry->op);
	bool placed = !span_is_none(entry->span);

	if (str_eq(op, STR("interpolate"))) {
		builder_add(b, STR("${"));
		line_add(b, entry->detail);
		builder_add(b, placed ? STR("} from ") : STR("}"));
	} else if (str_eq(op, STR("replace"))) {
		builder_add(b, STR("replaces "));
	} else if (str_eq(op, STR("append"))) {
		builder_add(b, STR("appended to "));
	} else {
		builder_fmt(b, "%.*s ", STR_FMT(op));
	}
	if (placed)
		add_place(b, sources, entry->span);
	if (!str_eq(op, STR("interpolate")) && entry->detail.n) {
		builder_add(b, STR(" \""));
		line_add(b, str_slice(entry->detail, 0, 80));
		builder_byte(b, '"');
	}
}

void history_add_line(struct builder *b, struct sources *sources, const struct history *history)
{
	const struct history_entry *first = &history->entries[0];

	if (str_eq(str_from(first->op), STR("default")))
		builder_add(b, span_is_none(first->span) ? STR("default") : STR("default for "));
	else if (span_is_none(first->span))
		builder_add(b, STR("made"));
	if (!span_is_none(first->span))
		add_place(b, sources, first->span);
	for (size_t i = 1; i < history->count; i++) {
		builder_add(b, i > 1 ? STR("; ") : STR("  ("));
		add_entry(b, sources, &history->entries[i]);
	}
	if (history->count > 1)
		builder_byte(b, ')');
}
