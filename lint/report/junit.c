/* SPDX-License-Identifier: MIT */
/*
 * JUnit's XML, as Jenkins' schema has it: a suite for each file that has findings,
 * a test case for each finding.  An info is a failure only where it makes the run
 * fail.  A run without findings has one case that passed, since a CI server takes
 * a report without cases for tests that did not run.
 */
#include "config.h"

#include "report/line.h"
#include "report/report.h"
#include "report/xml.h"

struct counts {
	size_t tests, failures, skipped;
};

static bool fails(const struct report *report, const struct finding *finding)
{
	enum level fail_on = finding->project < report->nprojects
				     ? report->projects[finding->project].fail_on
				     : LEVEL_WARNING;

	return finding->level >= LEVEL_WARNING ||
	       (fail_on != LEVEL_OFF && finding->level >= fail_on);
}

/* The findings from `first` on that stand in one file; they are sorted by it. */
static size_t same_file(const struct report *report, size_t first, struct counts *counts)
{
	const struct diag *diag = &report->lint->diag;
	uint32_t source = report_primary(report, diag->findings[first]).source;
	size_t at = first;

	*counts = (struct counts){ 0 };
	for (; at < diag->count; at++) {
		const struct finding *finding = diag->findings[at];

		if (report_primary(report, finding).source != source ||
		    finding->project != diag->findings[first]->project)
			break;
		counts->tests++;
		counts->skipped += finding->suppression != NULL;
		counts->failures += !finding->suppression && fails(report, finding);
	}
	return at;
}

static void begin_suite(struct xml *xml, struct str name, const struct counts *counts,
			size_t errors)
{
	xml_begin(xml, "testsuite");
	xml_attribute(xml, "name", name);
	xml_count(xml, "tests", counts->tests);
	xml_count(xml, "failures", counts->failures);
	xml_count(xml, "errors", errors);
	xml_count(xml, "skipped", counts->skipped);
}

/* The finding, its related places, how to mend it: as the text format has them. */
static struct str body(const struct report *report, const struct finding *finding)
{
	struct lint *lint = report->lint;
	const struct rule *rule = rule_find(report->rules, finding->rule);
	struct builder b = { .arena = &lint->run };
	struct str help;

	builder_byte(&b, '\n');
	line_add_place(&b, &lint->sources, report_primary(report, finding));
	builder_fmt(&b, ": %.*s: ", STR_FMT(report_level_word(finding->level)));
	line_add(&b, finding->message);
	builder_fmt(&b, " [%.*s]\n", STR_FMT(finding->rule));
	for (const struct related *related = finding->related; related; related = related->next) {
		if (!span_is_none(related->span)) {
			line_add_place(&b, &lint->sources, related->span);
			builder_add(&b, STR(": "));
		}
		builder_add(&b, STR("note: "));
		line_add(&b, related->message);
		builder_byte(&b, '\n');
	}
	help = rule ? rule_help_for(rule, finding->cause) : STR("");
	if (help.n)
		builder_fmt(&b, "help: %.*s\n", STR_FMT(help));
	return builder_str(&b);
}

static void put_case(const struct report *report, struct xml *xml, const struct finding *finding)
{
	struct lint *lint = report->lint;
	struct span span = report_primary(report, finding);
	struct builder name = { .arena = &lint->run };

	builder_add(&name, finding->rule);
	if (finding->path.n) {
		builder_byte(&name, ' ');
		line_add(&name, finding->path);
	}
	builder_fmt(&name, ":%u",
		    (unsigned)source_place(&lint->sources, span.source, span.start).line);
	xml_begin(xml, "testcase");
	xml_attribute(xml, "classname",
		      line_visible(&lint->run, source_name(&lint->sources, span), 0));
	xml_attribute(xml, "name", builder_str(&name));
	if (finding->suppression) {
		xml_begin(xml, "skipped");
		xml_attribute(xml, "message",
			      line_visible(&lint->run, report_suppression(report, finding), 0));
		xml_end(xml, "skipped");
	} else if (fails(report, finding)) {
		xml_begin(xml, "failure");
		xml_attribute(xml, "type", report_level_word(finding->level));
		xml_attribute(xml, "message", line_visible(&lint->run, finding->message, 0));
		xml_text(xml, body(report, finding));
		xml_end(xml, "failure");
	} else {
		xml_begin(xml, "system-out");
		xml_text(xml, body(report, finding));
		xml_end(xml, "system-out");
	}
	xml_end(xml, "testcase");
}

/* What says that the run was made, and what of it could not be. */
static void put_run(const struct report *report, struct xml *xml)
{
	struct counts counts = { .tests = report->nfailures ? report->nfailures : 1 };

	begin_suite(xml, STR(PACKAGE_NAME), &counts, report->nfailures);
	for (size_t i = 0; i < counts.tests; i++) {
		xml_begin(xml, "testcase");
		xml_attribute(xml, "classname", STR(PACKAGE_NAME));
		xml_attribute(xml, "name",
			      report->nfailures ? STR("could not be judged") : STR("no findings"));
		if (report->nfailures) {
			xml_begin(xml, "error");
			xml_attribute(xml, "type", STR("error"));
			xml_attribute(xml, "message", report->failures[i]);
			xml_end(xml, "error");
		}
		xml_end(xml, "testcase");
	}
	xml_end(xml, "testsuite");
}

void report_junit(const struct report *report, FILE *stream)
{
	struct lint *lint = report->lint;
	const struct diag *diag = &lint->diag;
	struct xml xml = xml_start(stream);

	xml_begin(&xml, "testsuites");
	xml_attribute(&xml, "name", STR(PACKAGE_NAME));
	for (size_t at = 0; at < diag->count;) {
		struct span span = report_primary(report, diag->findings[at]);
		struct counts counts;
		size_t end = same_file(report, at, &counts);

		begin_suite(&xml, line_visible(&lint->run, source_name(&lint->sources, span), 0),
			    &counts, 0);
		for (; at < end; at++)
			put_case(report, &xml, diag->findings[at]);
		xml_end(&xml, "testsuite");
	}
	if (!diag->count || report->nfailures)
		put_run(report, &xml);
	xml_end(&xml, "testsuites");
}
