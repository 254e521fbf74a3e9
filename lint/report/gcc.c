/* SPDX-License-Identifier: MIT */
/* One line per place, as compilers print: FILE:LINE:COLUMN: LEVEL: MESSAGE [RULE]. */
#include "config.h"

#include "report/line.h"
#include "report/report.h"

void report_gcc_add(const struct report *report, const struct finding *finding, struct builder *b)
{
	size_t from = b->n;

	line_add_place(b, &report->lint->sources, report_primary(report, finding));
	builder_add(b, STR(": "));
	builder_add(b, report_shown_level(finding));
	builder_add(b, STR(": "));
	line_add(b, finding->message);
	builder_add(b, STR(" ["));
	builder_add(b, finding->rule);
	builder_byte(b, ']');
	report_add_suppression(report, finding, b);
	line_end(b, from);
}

static void add_related(const struct report *report, const struct finding *finding,
			struct builder *b)
{
	struct span span = report_primary(report, finding);

	for (const struct related *related = finding->related; related; related = related->next) {
		size_t from = b->n;

		line_add_place(b, &report->lint->sources,
			       span_is_none(related->span) ? span : related->span);
		builder_add(b, STR(": note: "));
		line_add(b, related->message);
		line_end(b, from);
	}
}

static void add_finding(const struct report *report, const struct finding *finding,
			struct builder *b)
{
	report_gcc_add(report, finding, b);
	if (!report->quiet)
		add_related(report, finding, b);
}

void report_gcc(const struct report *report, FILE *stream)
{
	const struct diag *diag = &report->lint->diag;
	struct builder b = { .arena = &report->lint->run };

	for (size_t i = 0; i < diag->count; i++) {
		b.n = 0;
		add_finding(report, diag->findings[i], &b);
		fwrite(b.p, 1, b.n, stream);
	}
}
