/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "model/handed.h"

#include "base/arena.h"

/* An !override stays where it stands: it speaks of the collection that is gone. */
static bool is_of_whole(const struct step *step)
{
	return step->kind == STEP_ALIAS || step->kind == STEP_MERGE_KEY ||
	       step->kind == STEP_APPEND || step->kind == STEP_REPLACE;
}

bool handed_any(const struct node *whole)
{
	for (const struct step *step = whole->via; step; step = step->before)
		if (is_of_whole(step))
			return true;
	return false;
}

static const struct step *rest(struct arena *arena, const struct step *step)
{
	const struct step *before;
	struct step *copy;

	if (!step)
		return NULL;
	before = rest(arena, step->before);
	if (is_of_whole(step))
		return before;
	copy = ARENA_NEW(arena, struct step);
	*copy = *step;
	copy->before = before;
	return copy;
}

const struct step *handed_rest(struct arena *arena, const struct node *whole)
{
	return rest(arena, whole->via);
}

static const struct node *down(struct arena *arena, const struct node *value,
			       const struct step *step)
{
	if (!step)
		return value;
	value = down(arena, value, step->before);
	return is_of_whole(step) ? node_with_step(arena, value, *step) : value;
}

const struct node *handed_down(struct arena *arena, const struct node *value,
			       const struct node *whole)
{
	return down(arena, value, whole->via);
}

const struct node *handed_brought(struct arena *arena, const struct node *value,
				  const struct node *whole)
{
	for (const struct step *step = whole->via; step; step = step->before)
		if (step->kind == STEP_ALIAS || step->kind == STEP_MERGE_KEY ||
		    step->kind == STEP_INCLUDE)
			value = node_with_step(
				arena, value,
				(struct step){ .kind = step->kind, .span = step->span });
	return value;
}
