/* SPDX-License-Identifier: MIT */
/*
 * GitLab's Code Quality report: an array, "[]" when there is nothing, of objects
 * all of whose fields are required.  GitLab shows the description alone, so the
 * name of the rule is in it; findings of one fingerprint would become one.
 */
#include "config.h"

#include "report/checkout.h"
#include "report/json_text.h"
#include "report/line.h"

/*
 * Merge requests are compared by fingerprint.  What is told in another finding has an issue of its
 * own, or a service that comes to share a faulty anchor would bring nothing new.
 */

static const char *severity(enum level level)
{
	return level == LEVEL_ERROR ? "critical" : level == LEVEL_WARNING ? "major" : "minor";
}

static json_t *issue(const struct report *report, const struct finding *finding,
		     const struct checkout_place *place, struct str print)
{
	struct lint *lint = report->lint;
	struct arena *arena = &lint->run;
	struct sources *sources = &lint->sources;
	struct span span = place->span;
	struct builder description = { .arena = arena };
	json_t *object = json_object(), *where = json_object(), *lines = json_object();

	if (place->elsewhere) {
		line_add_place(&description, sources, report_primary(report, finding));
		builder_add(&description, STR(": "));
	}
	line_add(&description, finding->message);
	builder_fmt(&description, " [%.*s]", STR_FMT(finding->rule));
	json_put(lines, "begin", json_count(source_place(sources, span.source, span.start).line));
	json_put(lines, "end", json_count(source_place(sources, span.source, span.end).line));
	json_put(where, "path", json_text(arena, place->path));
	json_put(where, "lines", lines);
	json_put(object, "description", json_text(arena, builder_str(&description)));
	json_put(object, "check_name", json_text(arena, finding->rule));
	json_put(object, "fingerprint", json_text(arena, print));
	json_put(object, "severity", json_string(severity(finding->level)));
	json_put(object, "location", where);
	return object;
}

void report_gitlab(const struct report *report, FILE *stream)
{
	size_t count;
	struct finding **all = checkout_findings(report, &count);
	const struct str *prints = checkout_prints(report, all, count);
	json_t *issues;

	json_begin();
	issues = json_array();
	for (size_t i = 0; i < count; i++) {
		struct checkout_place place;

		if (!all[i]->suppression && checkout_place(report, all[i], &place))
			json_array_append_new(issues, issue(report, all[i], &place, prints[i]));
	}
	json_print(issues, stream);
}
