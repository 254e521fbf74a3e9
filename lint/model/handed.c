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

static bool is_bringer(const struct step *step)
{
	return step->kind == STEP_ALIAS || step->kind == STEP_MERGE_KEY ||
	       step->kind == STEP_INCLUDE;
}

/* The steps of the whole that are meant, newest first. */
static struct handed steps_of(struct arena *arena, const struct node *whole,
			      bool (*is_meant)(const struct step *step))
{
	struct handed handed = { .arena = arena };
	size_t count = 0;

	for (const struct step *step = whole->via; step; step = step->before)
		count += is_meant(step);
	if (!count)
		return handed;
	handed.steps = ARENA_ARRAY(arena, count, struct node_step);
	for (const struct step *step = whole->via; step; step = step->before)
		if (is_meant(step))
			handed.steps[handed.count++].step = *step;
	return handed;
}

struct handed handed_down(struct arena *arena, const struct node *whole)
{
	struct handed handed = steps_of(arena, whole, is_of_whole);

	for (size_t i = 0; i < handed.count / 2; i++) {
		struct node_step newer = handed.steps[i];

		handed.steps[i] = handed.steps[handed.count - 1 - i];
		handed.steps[handed.count - 1 - i] = newer;
	}
	return handed;
}

struct handed handed_brought(struct arena *arena, const struct node *whole)
{
	struct handed handed = steps_of(arena, whole, is_bringer);

	for (size_t i = 0; i < handed.count; i++)
		handed.steps[i].step = (struct step){ .kind = handed.steps[i].step.kind,
						      .span = handed.steps[i].step.span };
	return handed;
}

const struct node *handed_to(struct handed *handed, const struct node *value)
{
	for (size_t i = 0; i < handed->count; i++)
		value = node_with_shared_step(handed->arena, value, &handed->steps[i]);
	return value;
}
