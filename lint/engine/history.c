/* SPDX-License-Identifier: MIT */
/* How a node came to be what it is, as related places of a finding. */
#include "config.h"

#include "engine/sink.h"
#include "engine/way.h"
#include "model/trail.h"

static void relate_variable(struct sink *out, struct str name, struct span origin)
{
	struct str shown = sink_show(out, name);

	/* an inline default stands in the reported text itself */
	if (span_within(origin, out->current->span) && !span_is_none(origin))
		return;
	if (span_is_none(origin))
		related(out, RELATED_ORIGIN, origin,
			"the value of %.*s comes from the environment of the process",
			STR_FMT(shown));
	else
		related(out, RELATED_ORIGIN, origin, "the value of %.*s comes from here",
			STR_FMT(shown));
}

static void relate_parts(struct sink *out, const struct node *node)
{
	const struct node *written = node_written(node);

	for (size_t i = 0; i < node->nparts; i++) {
		const struct part *part = &node->parts[i];

		/* an empty inline default gives nothing */
		if (part->kind == PART_VALUE &&
		    (part->from != part->to || !span_within(part->origin, written->span)))
			relate_variable(out, part->name, part->origin);
	}
}

static void relate_step(struct sink *out, const struct step *step)
{
	const struct span was = step->was ? step->was->span : SPAN_NONE;

	switch (step->kind) {
	case STEP_REPLACE:
		if (step->was)
			related(out, RELATED_OVERRIDDEN, was, "it replaces what was set here");
		break;
	case STEP_RESET:
		if (step->was)
			related(out, RELATED_OVERRIDDEN, was,
				"\"!reset\" takes away what was set here");
		break;
	case STEP_OVERRIDE:
		if (step->was)
			related(out, RELATED_OVERRIDDEN, was,
				"\"!override\" takes the place of what was set here");
		break;
	case STEP_ALIAS:
	case STEP_MERGE_KEY:
	case STEP_EXTENDS:
	case STEP_INCLUDE:
		related(out, RELATED_DEFINITION, step->span, "%s", trail_words(step->kind));
		break;
	case STEP_ENV_FILE:
		related(out, RELATED_DEFINITION, step->span, "this names the file");
		break;
	case STEP_VARIABLE:
	case STEP_APPEND:
	case STEP_SHORT:
	case STEP_DEFAULT:
	case STEP_FORM:
		break;
	}
}

/* The steps of the node itself; a piece of a short form shares those of the whole item. */
static void relate_steps(struct sink *out, const struct node *node)
{
	for (const struct step *step = node->via; step; step = step->before) {
		relate_step(out, step);
		if (step->kind == STEP_SHORT && step->was && step->was != node)
			relate_steps(out, step->was);
	}
}

/* What brought a mapping brought the values in it; what it replaced is not theirs. */
static void relate_bringers(void *self, const struct way *way)
{
	struct sink *out = self;

	for (way = way->up; way; way = way->up) {
		if (!way->node)
			continue;
		for (const struct step *step = way->node->via; step; step = step->before)
			if (way_brings(step))
				relate_step(out, step);
	}
}

void related_history(struct sink *out, const struct node *node)
{
	if (!out->current || !node)
		return;
	relate_parts(out, node);
	relate_steps(out, node);
	/* most projects have no anchor and no include: nothing need be searched for what brought it */
	if (way_has_brought(&out->ways, out->project->model))
		way_find(&out->ways, out->project, out->service, node, relate_bringers, out);
}
