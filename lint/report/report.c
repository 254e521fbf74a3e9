/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "report/report.h"

#include <errno.h>
#include <string.h>

#include "base/limits.h"
#include "fact/credential.h"
#include "model/interp.h"
#include "report/line.h"

static const struct {
	struct str word;
	void (*write)(const struct report *report, FILE *stream);
} formats[] = {
#define FORMAT(name, word, writer) { STR_INIT(word), writer },
#include "report/formats.list"
#undef FORMAT
};

bool report_format_find(struct str name, enum report_format *format)
{
	for (unsigned i = 0; i < REPORT_FORMATS; i++) {
		if (!str_eq(name, formats[i].word))
			continue;
		*format = (enum report_format)i;
		return true;
	}
	return false;
}

bool report_format_shows_fixes(enum report_format format)
{
	return format == REPORT_JSON || format == REPORT_SARIF;
}

struct str report_format_words(struct arena *arena)
{
	struct builder b = { .arena = arena };

	for (size_t i = 0; i < REPORT_FORMATS; i++) {
		if (i)
			builder_add(&b, i + 1 < REPORT_FORMATS ? STR(", ") : STR(" or "));
		builder_add(&b, formats[i].word);
	}
	return builder_str(&b);
}

struct failure report_flush(FILE *stream, struct arena *arena)
{
	bool broken = ferror(stream) != 0;
	int reason = errno;

	errno = 0;
	if (fflush(stream) != 0) {
		broken = true;
		reason = errno;
	}
	if (!broken)
		return FAILURE_NONE;
	if (reason == EPIPE)
		return (struct failure){ .failed = true };
	return failure_fmt(arena, "cannot write the output: %s",
			   reason ? strerror(reason) : "unknown error");
}

static const enum file_role *source_roles(const struct report *report)
{
	enum file_role *roles =
		ARENA_ARRAY(&report->lint->run, report->lint->sources.count, enum file_role);

	for (size_t i = 0; i < report->lint->sources.count; i++)
		roles[i] = ROLE_OTHER;
	/* the first project that has it counts */
	for (size_t i = report->nprojects; i; i--) {
		const struct report_project *project = &report->projects[i - 1];

		for (size_t k = project->nfiles; k; k--)
			if (project->files[k - 1].source)
				roles[project->files[k - 1].source] = project->files[k - 1].role;
	}
	return roles;
}

struct failure report_write(const struct report *report, enum report_format format, FILE *stream)
{
	struct report known = *report;

	known.source_roles = source_roles(report);
	formats[format].write(&known, stream);
	return report_flush(stream, &report->lint->run);
}

struct str report_level_word(enum level level)
{
	switch (level) {
	case LEVEL_ERROR:
		return STR("error");
	case LEVEL_WARNING:
		return STR("warning");
	case LEVEL_INFO:
	case LEVEL_OFF:
		break;
	}
	return STR("info");
}

struct str report_shown_level(const struct finding *finding)
{
	return finding->suppression ? STR("note") : report_level_word(finding->level);
}

void report_add_suppression(const struct report *report, const struct finding *finding,
			    struct builder *b)
{
	if (!finding->suppression)
		return;
	builder_add(b, STR(" ("));
	line_add(b, report_suppression(report, finding));
	builder_byte(b, ')');
}

struct str report_role_word(enum file_role role)
{
	switch (role) {
	case ROLE_BASE:
		return STR("base");
	case ROLE_OVERRIDE:
		return STR("override");
	case ROLE_INCLUDE:
		return STR("include");
	case ROLE_EXTENDS:
		return STR("extends");
	case ROLE_ENV:
		return STR("env");
	case ROLE_ENV_FILE:
		return STR("env-file");
	case ROLE_DOCKERFILE:
		return STR("dockerfile");
	case ROLE_OTHER:
		break;
	}
	return STR("other");
}

struct str report_rule_url(const struct report *report, struct str rule)
{
	return report->url.n ? arena_fmt(&report->lint->run, "%.*srules/%.*s", STR_FMT(report->url),
					 STR_FMT(rule))
			     : STR_NONE;
}

struct str report_suppression(const struct report *report, const struct finding *finding)
{
	static const struct str words[] = {
		[SUPPRESSED_IN_SOURCE] = STR_INIT("suppressed"),
		[SUPPRESSED_BY_CONFIGURATION] = STR_INIT("suppressed by the configuration"),
		[SUPPRESSED_BY_BASELINE] = STR_INIT("in the baseline"),
	};
	struct arena *arena = &report->lint->run;
	struct str word = words[finding->suppression->kind];
	struct str reason =
		credential_mask_text(report->credentials, arena, finding->suppression->reason);

	return reason.n ? arena_fmt(arena, "%.*s: %.*s", STR_FMT(word), STR_FMT(reason)) : word;
}

/* The text of the span's first line that may be shown ends before the span does. */
static bool holds_secret(const struct report *report, struct span span)
{
	struct sources *sources = &report->lint->sources;
	const struct source *source = source_get(sources, span.source);
	struct credential_masked masked;
	struct str line;
	size_t start;

	if (!source || span.start > source->bytes.n)
		return false;
	line = source_line(sources, span.source,
			   source_place(sources, span.source, span.start).line);
	/* many findings on one line of a megabyte: what is not looked at is not told */
	if (line.n > LIMIT_SCAN_BYTES)
		return true;
	start = line.n ? (size_t)(line.p - source->bytes.p) : span.start;
	masked = credential_mask_line(report->credentials, &report->lint->run, line, NULL, 0);
	for (size_t i = 0; i < masked.nranges; i++)
		if (start + masked.ranges[i].from < span.end &&
		    span.start < start + masked.ranges[i].to)
			return true;
	return false;
}

static bool is_in_env_file(const struct report *report, struct span span)
{
	enum file_role role = report->source_roles[span.source];

	return role == ROLE_ENV || role == ROLE_ENV_FILE;
}

struct span report_told(const struct report *report, const struct finding *finding,
			struct span span)
{
	const struct rule *rule = rule_find(report->rules, finding->rule);
	bool hides = finding->conceals && span.source == finding->span.source &&
		     span.start < finding->span.end && finding->span.start < span.end;

	if (hides || (is_in_env_file(report, span) && holds_secret(report, span)) ||
	    (rule && rule->group == GROUP_CREDENTIALS && holds_secret(report, span)))
		span.end = span.start;
	return span;
}

enum reliance_of report_relies(const struct report_project *project)
{
	return project->requires_reason ? RELIANCE_WITH_REASON : RELIANCE_OF_REPORT;
}

struct span report_project_start(const struct report *report, uint32_t project)
{
	if (project >= report->nprojects)
		return SPAN_NONE;
	for (size_t i = 0; i < report->projects[project].nfiles; i++) {
		uint32_t source = report->projects[project].files[i].source;

		if (source)
			return (struct span){ source, 0, 0 };
	}
	return SPAN_NONE;
}

struct span report_primary(const struct report *report, const struct finding *finding)
{
	return span_is_none(finding->span) ? report_project_start(report, finding->project)
					   : finding->span;
}

struct str report_example_env(const struct report *report, const struct report_project *project)
{
	const struct diag *diag = &report->lint->diag;
	bool absent = false;

	if (!project->project || !project->project->example_env.n)
		return STR_NONE;
	for (size_t i = 0; i < project->nfiles; i++)
		absent |= project->files[i].role == ROLE_ENV && project->files[i].absent;
	if (absent && project->project->unset && project->project->unset->required)
		return project->project->example_env;
	for (size_t i = 0; absent && i < diag->count; i++)
		if (str_eq(diag->findings[i]->rule, STR("unset-variable")) &&
		    diag->findings[i]->project == (uint32_t)(project - report->projects))
			return project->project->example_env;
	return STR_NONE;
}
