/* SPDX-License-Identifier: MIT */
/* One line per place, as compilers print: FILE:LINE:COLUMN: LEVEL: MESSAGE [RULE]. */
#include "config.h"

#include "report/line.h"
#include "report/report.h"

void report_gcc_line(const struct report *report, const struct finding *finding, FILE *stream)
{
	struct builder b = { .arena = &report->lint->run };

	line_add_place(&b, &report->lint->sources, report_primary(report, finding));
	builder_fmt(&b, ": %.*s: ", STR_FMT(report_shown_level(finding)));
	line_add(&b, finding->message);
	builder_fmt(&b, " [%.*s]", STR_FMT(finding->rule));
	report_add_suppression(report, finding, &b);
	line_put(stream, &b);
}

void report_gcc(const struct report *report, FILE *stream)
{
	struct lint *lint = report->lint;

	for (size_t i = 0; i < lint->diag.count; i++) {
		const struct finding *finding = lint->diag.findings[i];
		struct span span = report_primary(report, finding);
		struct builder b = { .arena = &lint->run };

		report_gcc_line(report, finding, stream);
		if (report->quiet)
			continue;
		for (const struct related *related = finding->related; related;
		     related = related->next) {
			b.n = 0;
			line_add_place(&b, &lint->sources,
				       span_is_none(related->span) ? span : related->span);
			builder_add(&b, STR(": note: "));
			line_add(&b, related->message);
			line_put(stream, &b);
		}
	}
}
