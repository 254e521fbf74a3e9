/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "report/origin.h"

#include "base/arena.h"
#include "base/limits.h"

struct finding_out {
	struct arena *arena;
	const struct node *node;
	struct origin origin;
};

struct str origin_word(enum origin_op op)
{
	static const struct str words[] = {
		[ORIGIN_SET] = STR_INIT("set"),         [ORIGIN_DEFAULT] = STR_INIT("default"),
		[ORIGIN_RESET] = STR_INIT("!reset"),    [ORIGIN_VARIABLE] = STR_INIT("interpolate"),
		[ORIGIN_REPLACE] = STR_INIT("replace"), [ORIGIN_OVERRIDE] = STR_INIT("!override"),
		[ORIGIN_APPEND] = STR_INIT("append"),   [ORIGIN_MERGE_KEY] = STR_INIT("merge-key"),
		[ORIGIN_ALIAS] = STR_INIT("anchor"),    [ORIGIN_EXTENDS] = STR_INIT("extends"),
		[ORIGIN_INCLUDE] = STR_INIT("include"), [ORIGIN_ENV_FILE] = STR_INIT("env-file"),
		[ORIGIN_FORM] = STR_INIT("convert"),
	};

	return words[op];
}

/* False: it is there already. */
static bool add(struct finding_out *f, struct origin_step step)
{
	struct origin *origin = &f->origin;

	for (size_t i = 0; i < origin->count; i++)
		if (origin->all[i].op == step.op && span_eq(origin->all[i].span, step.span) &&
		    str_eq(origin->all[i].name, step.name))
			return false;
	origin->all = arena_grow(f->arena, origin->all, origin->count, &origin->capacity,
				 sizeof(*origin->all));
	origin->all[origin->count++] = step;
	return true;
}

static struct span span_of(const struct node *node)
{
	return node ? node->span : SPAN_NONE;
}

/* ------------------------------------------------------------------ variables */

/* The form of the value that still knows which variables are in it. */
static const struct node *with_parts(const struct node *node)
{
	while (node && !node->nparts) {
		const struct step *form = node_step(node, STEP_FORM);

		node = form ? form->was : NULL;
	}
	return node;
}

/* The part of the value that the step speaks of, or NULL. */
static const struct part *part_of(const struct node *node, const struct step *step)
{
	for (size_t i = 0; node && i < node->nparts; i++)
		if (node->parts[i].kind != PART_LITERAL &&
		    str_eq(node->parts[i].name, step->name) &&
		    span_eq(node->parts[i].origin, step->span))
			return &node->parts[i];
	return NULL;
}

static enum origin_giver giver_of(const struct node *value, const struct part *part,
				  const struct step *step)
{
	const struct node *written = node_written(value);

	if (part && part->unset)
		return GIVEN_BY_NOBODY;
	if (part && part->replacement)
		return GIVEN_BY_REPLACEMENT;
	if (span_is_none(step->span))
		return GIVEN_BY_ENVIRONMENT;
	return span_within(step->span, written->span) ? GIVEN_BY_DEFAULT : GIVEN_BY_FILE;
}

static void add_variables(struct finding_out *f, const struct node *value, const struct step *step);

static void add_variable(struct finding_out *f, const struct node *value, const struct step *step)
{
	const struct node *node = with_parts(value);
	const struct part *part = part_of(node, step);

	if (node ? !part : value->style != STYLE_MADE)
		return;
	/* what many variables are made of is named once, and nobody reads more than some of them */
	if (f->origin.count < LIMIT_RELATED &&
	    add(f, (struct origin_step){ .op = ORIGIN_VARIABLE,
					 .span = step->span,
					 .name = step->name,
					 .giver = giver_of(node ? node : value, part, step) }) &&
	    step->was)
		add_variables(f, step->was, step->was->via);
}

/* The variables that are in the value of a variable. */
static void add_variables(struct finding_out *f, const struct node *value, const struct step *step)
{
	if (!step)
		return;
	add_variables(f, value, step->before);
	if (step->kind == STEP_VARIABLE)
		add_variable(f, value, step);
}

/* ------------------------------------------------------------------ steps */

static void add_replaced(struct finding_out *f, const struct step *step);

/* What was replaced may have replaced something before. */
static void add_former(struct finding_out *f, const struct step *step)
{
	if (!step)
		return;
	add_former(f, step->before);
	if (step->kind == STEP_REPLACE || step->kind == STEP_OVERRIDE)
		add_replaced(f, step);
}

static void add_replaced(struct finding_out *f, const struct step *step)
{
	if (!step->was)
		return;
	add_former(f, step->was->via);
	add(f, (struct origin_step){ .op = step->kind == STEP_OVERRIDE ? ORIGIN_OVERRIDE
								       : ORIGIN_REPLACE,
				     .span = span_of(step->was),
				     .was = step->was });
}

static void add_step(struct finding_out *f, const struct step *step)
{
	switch (step->kind) {
	case STEP_ALIAS:
		add(f, (struct origin_step){ .op = ORIGIN_ALIAS, .span = step->span });
		break;
	case STEP_MERGE_KEY:
		add(f, (struct origin_step){ .op = ORIGIN_MERGE_KEY, .span = step->span });
		break;
	case STEP_VARIABLE:
		add_variable(f, f->node, step);
		break;
	case STEP_REPLACE:
	case STEP_OVERRIDE:
	case STEP_RESET:
		add_replaced(f, step);
		break;
	case STEP_APPEND:
		add(f, (struct origin_step){ .op = ORIGIN_APPEND, .span = span_of(step->was) });
		break;
	case STEP_EXTENDS:
		add(f, (struct origin_step){ .op = ORIGIN_EXTENDS, .span = step->span });
		break;
	case STEP_INCLUDE:
		add(f, (struct origin_step){ .op = ORIGIN_INCLUDE, .span = step->span });
		break;
	case STEP_ENV_FILE:
		add(f, (struct origin_step){ .op = ORIGIN_ENV_FILE, .span = step->span });
		break;
	case STEP_FORM:
		/* what the file says is the first of the forms */
		if (step->was && !node_step(step->was, STEP_FORM) && step->was->text.n)
			add(f, (struct origin_step){ .op = ORIGIN_FORM,
						     .span = step->was->span,
						     .was = step->was,
						     .now = f->node });
		break;
	case STEP_SHORT:
	case STEP_DEFAULT:
		break;
	}
}

static void add_steps(struct finding_out *f, const struct step *step)
{
	if (!step)
		return;
	add_steps(f, step->before);
	add_step(f, step);
}

/* What happened to a whole collection happened to what is in it; env files, extends and includes
   leave their mark on each value. */
static void add_of_collection(struct finding_out *f, const struct step *step)
{
	if (!step)
		return;
	add_of_collection(f, step->before);
	/* a later file adds to what an !override made */
	if (step->kind == STEP_OVERRIDE && step->span.source != f->node->span.source)
		return;
	if (step->kind == STEP_ALIAS || step->kind == STEP_MERGE_KEY || step->kind == STEP_APPEND ||
	    step->kind == STEP_REPLACE || step->kind == STEP_OVERRIDE)
		add_step(f, step);
}

static bool is_made(const struct node *node)
{
	return node->style == STYLE_MADE && node_step(node, STEP_DEFAULT);
}

/* What took the place of an item of the list was not added to it. */
static void drop_append(struct origin *origin)
{
	bool replaced = false;
	size_t kept = 0;

	for (size_t i = 0; i < origin->count; i++)
		replaced |= origin->all[i].op == ORIGIN_REPLACE;
	for (size_t i = 0; i < origin->count; i++)
		if (!replaced || origin->all[i].op != ORIGIN_APPEND)
			origin->all[kept++] = origin->all[i];
	origin->count = kept;
}

struct origin origin_of(struct arena *arena, const struct origin_way *way)
{
	struct finding_out f = { .arena = arena, .node = way->node };
	enum origin_op op = ORIGIN_SET;

	if (node_step(way->node, STEP_RESET))
		op = ORIGIN_RESET;
	else if (is_made(way->node))
		op = ORIGIN_DEFAULT;
	add(&f, (struct origin_step){ .op = op, .span = way->node->span });
	add_steps(&f, way->node->via);
	for (const struct origin_way *up = way->up; up && op == ORIGIN_SET; up = up->up)
		if (up->node)
			add_of_collection(&f, up->node->via);
	drop_append(&f.origin);
	return f.origin;
}
