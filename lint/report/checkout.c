/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "report/checkout.h"

#include "base/path.h"
#include "base/table.h"

static struct str within(const struct report *report, uint32_t number)
{
	const struct source *source = source_get(&report->lint->sources, number);
	struct str top = report->root.n ? report->root : report->current;

	if (!source)
		return STR("");
	if (!top.n || !path_is_absolute(source->path))
		return source->name;
	return source_shown(&report->lint->sources,
			    path_relative(&report->lint->run, source->path, top));
}

struct str checkout_path(const struct report *report, uint32_t source)
{
	struct str path = within(report, source);

	if (!path.n || path_is_absolute(path) || (report->root.n && path_leads_out(path)))
		return STR("");
	return source_prefixed(&report->lint->sources, path);
}

static bool take(const struct report *report, struct span span, struct checkout_place *place)
{
	place->span = span;
	place->path = checkout_path(report, span.source);
	return place->path.n > 0;
}

bool checkout_place(const struct report *report, const struct finding *finding,
		    struct checkout_place *place)
{
	place->elsewhere = false;
	if (take(report, report_primary(report, finding), place))
		return true;
	place->elsewhere = true;
	for (const struct related *related = finding->related; related; related = related->next)
		if (!span_is_none(related->span) && take(report, related->span, place))
			return true;
	return take(report, report_project_start(report, finding->project), place);
}

size_t checkout_count_outside(const struct report *report)
{
	const struct diag *diag = &report->lint->diag;
	struct checkout_place place;
	size_t count = 0;

	for (size_t i = 0; i < diag->count; i++)
		count += !checkout_place(report, diag->findings[i], &place);
	return count;
}

struct identity checkout_identity(const struct report *report, const struct finding *finding)
{
	return identity_of(&report->lint->run, report->credentials,
			   within(report, report_primary(report, finding).source), finding);
}

const struct str *checkout_prints(const struct report *report, struct finding *const *findings,
				  size_t count)
{
	struct arena *arena = &report->lint->run;
	struct str *prints = ARENA_ARRAY(arena, count + 1, struct str);
	struct table seen = { .arena = arena };

	for (size_t i = 0; i < count; i++) {
		struct identity identity = checkout_identity(report, findings[i]);
		struct str print = fingerprint(arena, &identity);
		size_t *times = table_get(&seen, print);

		if (!times) {
			times = ARENA_NEW(arena, size_t);
			table_add(&seen, print, times);
		}
		prints[i] = str_slice(print, sizeof("v1:") - 1, print.n);
		if (++*times > 1)
			prints[i] = arena_fmt(arena, "%.*s-%zu", STR_FMT(prints[i]), *times);
	}
	return prints;
}

struct finding **checkout_findings(const struct report *report, size_t *count)
{
	const struct diag *diag = &report->lint->diag;
	struct finding **all, *also;

	*count = diag->count;
	for (size_t i = 0; i < diag->count; i++)
		for (also = diag->findings[i]->also; also; also = also->also)
			++*count;
	all = ARENA_ARRAY(&report->lint->run, *count + 1, struct finding *);
	*count = 0;
	for (size_t i = 0; i < diag->count; i++)
		all[(*count)++] = diag->findings[i];
	for (size_t i = 0; i < diag->count; i++)
		for (also = diag->findings[i]->also; also; also = also->also)
			all[(*count)++] = also;
	return all;
}
