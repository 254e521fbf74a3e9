/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "report/traced.h"

#include "base/utf8.h"
#include "report/mask.h"

enum { WAS_COLUMNS = 60 };

/* ------------------------------------------------------------------ words */

/* Made visible, and without the two characters that no YAML file may hold. */
static void add_visible(struct value_writer *w, struct str text, size_t columns)
{
	struct builder b = { .arena = &w->history };
	struct str visible;

	utf8_add_visible(&b, text, columns);
	visible = builder_str(&b);
	/* both begin so, and hardly any text does */
	if (str_find(visible, STR("\xEF\xBF"), 0) == STR_NPOS) {
		builder_add(&w->out, visible);
		return;
	}
	while (visible.n) {
		struct utf8 c = utf8_decode(visible);

		if (c.code == 0xfffe || c.code == 0xffff)
			builder_fmt(&w->out, "\\u{%X}", (unsigned)c.code);
		else
			builder_add(&w->out, str_slice(visible, 0, c.bytes));
		visible = str_slice(visible, c.bytes, visible.n);
	}
}

static void add_place(struct value_writer *w, struct span span, bool column)
{
	struct place place = source_place(&w->lint->sources, span.source, span.start);

	add_visible(w, source_name(&w->lint->sources, span), 0);
	builder_fmt(&w->out, ":%u", (unsigned)place.line);
	if (column)
		builder_fmt(&w->out, ":%u", (unsigned)place.column);
}

static bool has_text(const struct node *was)
{
	return node_is_scalar(was) && was->kind != NODE_NULL;
}

/* The text before.  Where the mask finds something in the value, its former form is hidden whole:
   the form may be what showed it. */
static struct str was_text(struct value_writer *w, struct str name, const struct origin_step *step)
{
	const struct node *now = step->now;

	if (node_is_scalar(now) &&
	    !str_eq(mask_value(w->lint, w->credentials, name, now), now->text))
		return STR("***");
	return mask_value(w->lint, w->credentials, name, step->was);
}

/* In quotes; of collections nothing. */
static void add_was(struct value_writer *w, struct str name, const struct origin_step *step)
{
	struct str text;
	char quote = '"';

	if (!has_text(step->was))
		return;
	text = was_text(w, name, step);
	if (str_find_byte(text, '"', 0) != STR_NPOS)
		quote = '\'';
	builder_fmt(&w->out, " %c", quote);
	add_visible(w, text, WAS_COLUMNS);
	builder_byte(&w->out, quote);
}

static void add_variable(struct value_writer *w, const struct origin_step *step)
{
	builder_add(&w->out, STR("${"));
	add_visible(w, mask_key(w->lint, w->credentials, step->name), WAS_COLUMNS);
	builder_byte(&w->out, '}');
}

static bool is_bringing(enum origin_op op)
{
	return op >= ORIGIN_MERGE_KEY && op <= ORIGIN_ENV_FILE;
}

/* "extends" as people call what brought a value. */
static struct str bringer(enum origin_op op)
{
	switch (op) {
	case ORIGIN_MERGE_KEY:
		return STR("merge key");
	case ORIGIN_ALIAS:
		return STR("alias");
	case ORIGIN_EXTENDS:
		return STR("extends");
	case ORIGIN_INCLUDE:
		return STR("include");
	default:
		return STR("env file");
	}
}

/* ------------------------------------------------------------------ one line */

static void add_line_variables(struct value_writer *w, const struct origin *origin)
{
	const char *before = "  ";

	for (size_t i = 0; i < origin->count; i++) {
		const struct origin_step *step = &origin->all[i];

		if (step->op != ORIGIN_VARIABLE)
			continue;
		builder_fmt(&w->out, "%s", before);
		before = ", ";
		add_variable(w, step);
		switch (step->giver) {
		case GIVEN_BY_FILE:
			builder_add(&w->out, STR(" from "));
			add_place(w, step->span, false);
			break;
		case GIVEN_BY_DEFAULT:
			builder_add(&w->out, STR(" by its default"));
			break;
		case GIVEN_BY_REPLACEMENT:
			builder_add(&w->out, STR(" by its replacement"));
			break;
		case GIVEN_BY_ENVIRONMENT:
			builder_add(&w->out, STR(" from the environment"));
			break;
		case GIVEN_BY_NOBODY:
			builder_add(&w->out, STR(" is not set"));
			break;
		}
	}
}

/* One remark in the brackets at the end; false: the step makes none. */
static bool add_remark(struct value_writer *w, struct str name, const struct origin_step *step,
		       const char *before, bool is_gone)
{
	switch (step->op) {
	case ORIGIN_DEFAULT:
		builder_fmt(&w->out, "%sdefault", before);
		return true;
	case ORIGIN_RESET:
		return false; /* said with what it took */
	case ORIGIN_REPLACE:
	case ORIGIN_OVERRIDE:
		builder_fmt(&w->out, "%s%s", before,
			    is_gone                      ? "!reset of"
			    : step->op == ORIGIN_REPLACE ? "replaces"
							 : "!override of");
		if (!span_is_none(step->span)) {
			builder_byte(&w->out, ' ');
			add_place(w, step->span, false);
		}
		add_was(w, name, step);
		return true;
	case ORIGIN_APPEND:
		builder_fmt(&w->out, "%sappended to ", before);
		add_place(w, step->span, false);
		return true;
	case ORIGIN_FORM:
		builder_fmt(&w->out, "%swritten", before);
		add_was(w, name, step);
		return true;
	default:
		return false;
	}
}

bool traced_is_plain(struct value_writer *w, const struct origin_way *way)
{
	struct origin origin = origin_of(&w->history, way);
	bool plain = origin.count == 1 && origin.all[0].op == ORIGIN_SET;

	arena_reset(&w->history);
	return plain;
}

void traced_add_line(struct value_writer *w, struct str name, const struct origin_way *way)
{
	struct origin origin = origin_of(&w->history, way);
	const struct origin_step *first = &origin.all[0];
	const char *before = "  (";
	bool placed = !span_is_none(first->span);

	if (placed)
		add_place(w, first->span, false);
	for (size_t i = 0; i < origin.count; i++)
		if (is_bringing(origin.all[i].op)) {
			struct str word = bringer(origin.all[i].op);

			builder_fmt(&w->out, " via %.*s (", STR_FMT(word));
			add_place(w, origin.all[i].span, false);
			builder_byte(&w->out, ')');
		}
	add_line_variables(w, &origin);
	for (size_t i = 0; i < origin.count; i++)
		if (add_remark(w, name, &origin.all[i], before, first->op == ORIGIN_RESET))
			before = "; ";
	if (before[0] == ';')
		builder_byte(&w->out, ')');
	arena_reset(&w->history);
}

/* ------------------------------------------------------------------ JSON */

static void add_indent(struct value_writer *w, size_t depth)
{
	for (size_t i = 0; i < depth; i++)
		builder_add(&w->out, STR("  "));
}

static void add_step_json(struct value_writer *w, struct str name, const struct origin_step *step)
{
	struct str giver = STR_NONE;
	struct place place;

	builder_add(&w->out, STR("{\"file\": "));
	if (span_is_none(step->span)) {
		builder_add(&w->out, STR("null, \"line\": null, \"column\": null"));
	} else {
		place = source_place(&w->lint->sources, step->span.source, step->span.start);
		value_add_quoted(w, source_name(&w->lint->sources, step->span));
		builder_fmt(&w->out, ", \"line\": %u, \"column\": %u", (unsigned)place.line,
			    (unsigned)place.column);
	}
	builder_add(&w->out, STR(", \"op\": "));
	value_add_quoted(w, origin_word(step->op));
	builder_add(&w->out, STR(", \"detail\": "));
	if (step->op == ORIGIN_VARIABLE)
		value_add_quoted(w, mask_key(w->lint, w->credentials, step->name));
	else if (has_text(step->was))
		value_add_quoted(w, was_text(w, name, step));
	else
		builder_add(&w->out, STR("null"));
	if (step->op == ORIGIN_VARIABLE)
		giver = step->giver == GIVEN_BY_FILE          ? STR("file")
			: step->giver == GIVEN_BY_DEFAULT     ? STR("default")
			: step->giver == GIVEN_BY_REPLACEMENT ? STR("replacement")
			: step->giver == GIVEN_BY_ENVIRONMENT ? STR("environment")
							      : STR("unset");
	if (giver.n)
		builder_fmt(&w->out, ", \"from\": \"%.*s\"", STR_FMT(giver));
	builder_byte(&w->out, '}');
}

/* A JSON pointer on the stack of the walk. */
struct pointer {
	struct str key;
	size_t position;
	bool is_item;
	const struct pointer *up;
};

static struct str shown_key(struct value_writer *w, struct str key)
{
	return value_doubled(&w->lint->run, mask_key(w->lint, w->credentials, key));
}

static void add_pointer(struct builder *b, const struct pointer *pointer)
{
	if (!pointer)
		return;
	add_pointer(b, pointer->up);
	builder_byte(b, '/');
	if (pointer->is_item) {
		builder_fmt(b, "%zu", pointer->position);
		return;
	}
	for (size_t i = 0; i < pointer->key.n; i++) {
		char c = pointer->key.p[i];

		if (c == '~')
			builder_add(b, STR("~0"));
		else if (c == '/')
			builder_add(b, STR("~1"));
		else
			builder_byte(b, c);
	}
}

static void add_entry_json(struct value_writer *w, struct str name, const struct origin_way *way,
			   const struct pointer *pointer, size_t depth, bool *first)
{
	struct origin origin = origin_of(&w->history, way);
	struct builder b = { .arena = &w->history };

	add_pointer(&b, pointer);
	builder_add(&w->out, *first ? STR("\n") : STR(",\n"));
	*first = false;
	add_indent(w, depth);
	value_add_quoted(w, builder_str(&b));
	builder_add(&w->out, STR(": ["));
	for (size_t i = 0; i < origin.count; i++) {
		builder_add(&w->out, i ? STR(",\n") : STR("\n"));
		add_indent(w, depth + 1);
		add_step_json(w, name, &origin.all[i]);
	}
	builder_byte(&w->out, '\n');
	add_indent(w, depth);
	builder_byte(&w->out, ']');
	arena_reset(&w->history);
	value_pass_on(w);
}

static bool has_gone(const struct node *mapping, const struct pair *removed)
{
	return !node_pair(mapping, removed->key->text);
}

static void walk_json(struct value_writer *w, struct str name, const struct origin_way *way,
		      const struct pointer *pointer, size_t depth, bool *first)
{
	const struct node *node = way->node;
	const struct pair **pairs = NULL;

	if (pointer || node_is_scalar(node))
		add_entry_json(w, name, way, pointer, depth, first);
	if (node_is_scalar(node))
		return;
	if (node->kind == NODE_MAPPING)
		pairs = value_in_order(&w->lint->run, node);
	for (size_t i = 0; i < node->count; i++) {
		struct pointer next = { .position = i, .is_item = !pairs, .up = pointer };
		struct origin_way below = { pairs ? pairs[i]->value : node->in.items[i], way };

		if (pairs)
			next.key = shown_key(w, pairs[i]->key->text);
		walk_json(w, pairs ? pairs[i]->key->text : mask_item_name(name, node, i), &below,
			  &next, depth, first);
	}
	for (size_t i = 0; pairs && i < node->nremoved; i++) {
		const struct pair *gone = &node->removed[i];
		struct pointer next = { .key = shown_key(w, gone->key->text), .up = pointer };
		struct origin_way below = { gone->value, way };

		if (has_gone(node, gone))
			add_entry_json(w, gone->key->text, &below, &next, depth, first);
	}
}

void traced_add_json(struct value_writer *w, const struct origin_way *way, struct str name,
		     size_t depth)
{
	bool first = true;

	builder_byte(&w->out, '{');
	walk_json(w, name, way, NULL, depth + 1, &first);
	if (!first) {
		builder_byte(&w->out, '\n');
		add_indent(w, depth);
	}
	builder_byte(&w->out, '}');
}

/* ------------------------------------------------------------------ tree */

/* What a step did, behind its place. */
static void add_words(struct value_writer *w, struct str name, const struct origin_step *step)
{

	switch (step->op) {
	case ORIGIN_SET:
		builder_add(&w->out, STR("set"));
		break;
	case ORIGIN_DEFAULT:
		builder_add(&w->out, STR("calls for it; no file writes this default"));
		break;
	case ORIGIN_RESET:
		builder_add(&w->out, STR("taken away by !reset"));
		break;
	case ORIGIN_VARIABLE:
		add_variable(w, step);
		builder_add(&w->out, step->giver == GIVEN_BY_DEFAULT ? STR(" by its default")
				     : step->giver == GIVEN_BY_REPLACEMENT
					     ? STR(" by its replacement")
				     : step->giver == GIVEN_BY_NOBODY ? STR(" is not set")
								      : STR(" is set"));
		break;
	case ORIGIN_REPLACE:
		builder_add(&w->out, STR("replaced"));
		add_was(w, name, step);
		break;
	case ORIGIN_OVERRIDE:
		builder_add(&w->out, STR("replaced by !override"));
		add_was(w, name, step);
		break;
	case ORIGIN_APPEND:
		builder_add(&w->out, STR("the list it was appended to"));
		break;
	case ORIGIN_FORM:
		builder_add(&w->out, STR("written"));
		add_was(w, name, step);
		break;
	case ORIGIN_MERGE_KEY:
	case ORIGIN_ALIAS:
	case ORIGIN_EXTENDS:
	case ORIGIN_INCLUDE:
	case ORIGIN_ENV_FILE:
		builder_add(&w->out, STR("via "));
		builder_add(&w->out, bringer(step->op));
		break;
	}
}

/* A place that begins a line, which no CI runner may take for a command. */
static void begin_with_place(struct value_writer *w, struct span span)
{
	if (str_starts(source_name(&w->lint->sources, span), STR("::")))
		builder_byte(&w->out, '\\');
	add_place(w, span, true);
}

static void add_steps(struct value_writer *w, struct str name, const struct origin_way *way,
		      size_t depth)
{
	struct origin origin = origin_of(&w->history, way);

	for (size_t i = 0; i < origin.count; i++) {
		const struct origin_step *step = &origin.all[i];

		add_indent(w, depth + 2);
		if (!span_is_none(step->span))
			begin_with_place(w, step->span);
		else if (step->op == ORIGIN_VARIABLE && step->giver == GIVEN_BY_ENVIRONMENT)
			builder_add(&w->out, STR("environment"));
		else
			builder_add(&w->out, STR("no file"));
		builder_add(&w->out, STR("  "));
		add_words(w, name, step);
		builder_byte(&w->out, '\n');
	}
	arena_reset(&w->history);
	value_pass_on(w);
}

static void tree(struct value_writer *w, struct str name, const struct origin_way *way,
		 size_t depth)
{
	const struct node *node = way->node;
	const struct pair **pairs = NULL;

	if (node_step(node, STEP_RESET)) {
		builder_add(&w->out, STR(" -\n"));
		add_steps(w, name, way, depth);
		return;
	}
	if (node_is_scalar(node) || !node->count) {
		builder_byte(&w->out, ' ');
		if (node_is_scalar(node))
			value_add_scalar(w, name, node);
		else
			builder_add(&w->out, node->kind == NODE_MAPPING ? STR("{}") : STR("[]"));
	}
	builder_byte(&w->out, '\n');
	add_steps(w, name, way, depth);
	if (node_is_scalar(node))
		return;
	if (node->kind == NODE_MAPPING)
		pairs = value_in_order(&w->lint->run, node);
	for (size_t i = 0; i < node->count; i++) {
		struct origin_way below = { pairs ? pairs[i]->value : node->in.items[i], way };

		add_indent(w, depth + 1);
		if (pairs) {
			value_add_key(w, pairs[i]->key->text);
			builder_byte(&w->out, ':');
		} else {
			builder_byte(&w->out, '-');
		}
		tree(w, pairs ? pairs[i]->key->text : mask_item_name(name, node, i), &below,
		     depth + 1);
	}
	for (size_t i = 0; pairs && i < node->nremoved; i++) {
		struct origin_way below = { node->removed[i].value, way };

		if (!has_gone(node, &node->removed[i]))
			continue;
		add_indent(w, depth + 1);
		value_add_key(w, node->removed[i].key->text);
		builder_byte(&w->out, ':');
		tree(w, node->removed[i].key->text, &below, depth + 1);
	}
}

void traced_add_tree(struct value_writer *w, const struct origin_way *way, struct str name,
		     size_t depth)
{

	tree(w, name, way, depth);
}
