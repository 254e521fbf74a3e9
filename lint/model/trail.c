/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "model/trail.h"

#include <stdarg.h>

/* of what brought a value here, one by one: nobody follows more, and a chain may have hundreds */
enum { BRINGERS = 20 };

static void add(struct builder *b, const struct trail *trail)
{
	if (!trail)
		return;
	add(b, trail->up);
	if (trail->item)
		diag_path_item(b, trail->index);
	else
		diag_path_key(b, trail->key);
}

struct str trail_text(struct arena *arena, const struct trail *trail)
{
	struct builder b = { .arena = arena };

	add(&b, trail);
	return builder_str(&b);
}

static const struct trail *below(const struct trail *trail, size_t depth)
{
	size_t length = 0;

	for (const struct trail *step = trail; step; step = step->up)
		length++;
	if (length < depth)
		return NULL;
	for (; length > depth; length--)
		trail = trail->up;
	return trail;
}

/* The step below the root: "services"; empty at the root. */
static struct str section_of(const struct trail *trail)
{
	const struct trail *step = below(trail, 1);

	return step && !step->item ? step->key : STR("");
}

/* The service, network, volume ... that the trail leads through; empty when none. */
static struct str name_of(const struct trail *trail)
{
	const struct trail *step = below(trail, 2);

	return step && !step->item ? step->key : STR("");
}

struct str trail_key(const struct trail *trail)
{
	while (trail && trail->item)
		trail = trail->up;
	return trail ? trail->key : STR("");
}

__attribute__((format(printf, 6, 0))) static struct finding *
say(struct lint *lint, const struct trail *trail, struct span span, struct str evidence,
    const char *consequence, const char *format, va_list args)
{
	struct str what;
	struct finding *finding;

	if (diag_is_full(&lint->diag))
		return diag_add_text(&lint->diag, STR("model-invalid"), span, STR(""));
	what = arena_vfmt(&lint->run, format, args);
	finding = diag_add(&lint->diag, STR("model-invalid"), span, "%.*s%s", STR_FMT(what),
			   consequence);
	finding->path = trail_text(&lint->run, trail);
	if (str_eq(section_of(trail), STR("services")))
		finding->owner = name_of(trail);
	finding->evidence = evidence;
	return finding;
}

struct finding *trail_refuse(struct lint *lint, const struct trail *trail, struct span span,
			     struct str evidence, const char *format, ...)
{
	struct finding *finding;
	va_list args;

	va_start(args, format);
	finding = say(lint, trail, span, evidence, ": Compose will refuse this project", format,
		      args);
	va_end(args);
	return finding;
}

struct finding *trail_ignore(struct lint *lint, const struct trail *trail, struct span span,
			     struct str evidence, const char *format, ...)
{
	struct finding *finding;
	va_list args;

	va_start(args, format);
	finding = say(lint, trail, span, evidence,
		      ": Compose accepts it but does not do what it says", format, args);
	va_end(args);
	finding->cause = CAUSE_IGNORED;
	return finding;
}

struct finding *trail_report(struct lint *lint, const struct trail *trail, struct span span,
			     struct str evidence, const char *format, ...)
{
	struct finding *finding;
	va_list args;

	va_start(args, format);
	finding = say(lint, trail, span, evidence, "", format, args);
	va_end(args);
	finding->cause = CAUSE_ENGINE;
	return finding;
}

void trail_origins(struct lint *lint, struct finding *finding, const struct node *scalar,
		   size_t from, size_t to)
{
	for (size_t i = 0; i < scalar->nparts; i++) {
		const struct part *part = &scalar->parts[i];

		if (part->kind != PART_VALUE || part->to < from || part->from > to)
			continue;
		if (part->from != part->to)
			diag_related(&lint->diag, finding, RELATED_ORIGIN, part->origin,
				     "value comes from here");
		else if (span_is_none(part->origin))
			diag_related(&lint->diag, finding, RELATED_ORIGIN, part->origin,
				     "%.*s is set to nothing in the environment",
				     STR_FMT(part->name));
		else
			diag_related(&lint->diag, finding, RELATED_ORIGIN, part->origin,
				     "%.*s is set to nothing here", STR_FMT(part->name));
	}
}

const char *trail_words(enum step_kind kind)
{
	switch (kind) {
	case STEP_ALIAS:
		return "this alias brings it here";
	case STEP_MERGE_KEY:
		return "this merge key brings it here";
	case STEP_EXTENDS:
		return "it is inherited through this \"extends\"";
	case STEP_INCLUDE:
		return "it comes through this \"include\"";
	case STEP_VARIABLE:
	case STEP_REPLACE:
	case STEP_APPEND:
	case STEP_RESET:
	case STEP_OVERRIDE:
	case STEP_SHORT:
	case STEP_DEFAULT:
	case STEP_FORM:
	case STEP_ENV_FILE:
		break;
	}
	return NULL;
}

void trail_bringers(struct lint *lint, struct finding *finding, const struct node *node)
{
	const struct step *step = node ? node->via : NULL;

	for (size_t left = BRINGERS; step && left; step = step->before) {
		const char *words = trail_words(step->kind);

		left -= words != NULL;
		if (words)
			diag_related(&lint->diag, finding, RELATED_DEFINITION, step->span, "%s",
				     words);
	}
}

/* Or nothing more is kept, which bounds the search. */
bool trail_is_refused(const struct lint *lint, struct span span)
{
	if (lint->diag.beyond_limit)
		return true;
	for (size_t i = 0; i < lint->diag.count; i++) {
		const struct finding *finding = lint->diag.findings[i];

		if (str_eq(finding->rule, STR("model-invalid")) &&
		    (span_eq(finding->span, span) || span_eq(finding->extent, span)))
			return true;
	}
	return false;
}
