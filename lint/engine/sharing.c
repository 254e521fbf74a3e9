/* SPDX-License-Identifier: MIT */
/*
 * What several services share: a line of a Dockerfile that all of them build is
 * reported once, and names them.  The functions are declared in engine/rule.h.
 */
#include "config.h"

#include "engine/sink.h"
#include "fact/recipe.h"

enum { NAMED = 5 };

/* The rule speaks of that service too. */
static bool is_judged(const struct sink *out, const struct service *service)
{
	return rule_judges(out->rule, sink_role(out, service)) && !sink_leaves_out(out, service);
}

/* The service and those behind it that share the item; none: an earlier one does. */
static size_t count_sharing(struct sink *out, const struct service *service,
			    const struct recipe_item *item)
{
	const struct project *project = service->project;
	size_t count = 1;

	/* what is left out of one service must not be lost to the others */
	if (sink_leaves_out(out, service))
		return 1;
	if (out->alone || item->node)
		return 1;
	for (const struct service *other = recipe_next(project, NULL, item); other;
	     other = recipe_next(project, other, item)) {
		if (other == service || !is_judged(out, other))
			continue;
		if (other < service)
			return 0;
		count++;
	}
	return count;
}

struct str sink_builders(struct sink *out, const struct service *service,
			 const struct recipe_item *item)
{
	size_t count = count_sharing(out, service, item), named = 0;
	struct str names = STR("");

	for (const struct service *other = service; named < count && other;
	     other = recipe_next(service->project, other, item)) {
		if (other != service && !is_judged(out, other))
			continue;
		if (named == NAMED)
			return sink_fmt(out, "%.*s and %zu more", STR_FMT(names), count - named);
		named++;
		names = sink_fmt(out, "%.*s%s\"%.*s\"", STR_FMT(names),
				 named == 1                         ? ""
				 : named == count && count <= NAMED ? " and "
								    : ", ",
				 STR_FMT(sink_show(out, other->name)));
	}
	return names;
}

void related_recipe(struct sink *out, const struct recipe_item *item, const char *other)
{
	for (size_t i = 0; i < item->norigins; i++) {
		const struct scope_origin *origin = &item->origins[i];
		struct str name = sink_show(out, origin->name);

		if (span_is_none(origin->span) || span_eq(origin->span, item->span))
			continue;
		if (origin->kind == SCOPE_BUILD_ARG)
			related(out, RELATED_DEFINITION, origin->span,
				"%.*s is given to the build here", STR_FMT(name));
		else
			related(out, RELATED_DOCKERFILE, origin->span, "%.*s is set here",
				STR_FMT(name));
	}
	if (!span_is_none(item->other))
		related(out,
			item->kind == RECIPE_SECRET && !item->node ? RELATED_DEFINITION
								   : RELATED_DOCKERFILE,
			item->other, "%s", other);
	if (!item->node && out->service && out->service->build)
		related(out, RELATED_DEFINITION, out->service->build->node->span,
			"this build brings it");
}
