/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "report/report.h"

#include <errno.h>
#include <string.h>

static const struct str format_words[] = {
#define FORMAT(name, word) STR_INIT(word),
#include "report/formats.list"
#undef FORMAT
};

bool report_format_find(struct str name, enum report_format *format)
{
	for (unsigned i = 0; i < REPORT_FORMATS; i++) {
		if (!str_eq(name, format_words[i]))
			continue;
		*format = (enum report_format)i;
		return true;
	}
	return false;
}

struct str report_format_words(struct arena *arena)
{
	struct builder b = { .arena = arena };

	for (size_t i = 0; i < REPORT_FORMATS; i++) {
		if (i)
			builder_add(&b, i + 1 < REPORT_FORMATS ? STR(", ") : STR(" or "));
		builder_add(&b, format_words[i]);
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

struct failure report_write(const struct report *report, enum report_format format, FILE *stream)
{
	switch (format) {
	case REPORT_GCC:
		report_gcc(report, stream);
		break;
	case REPORT_JSON:
		report_json(report, stream);
		break;
	case REPORT_TEXT:
	case REPORT_FORMATS:
		report_text(report, stream);
		break;
	}
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

struct span report_primary(const struct report *report, const struct finding *finding)
{
	if (!span_is_none(finding->span) || finding->project >= report->nprojects)
		return finding->span;
	for (size_t i = 0; i < report->projects[finding->project].nfiles; i++) {
		uint32_t source = report->projects[finding->project].files[i].source;

		if (source)
			return (struct span){ source, 0, 0 };
	}
	return finding->span;
}

enum file_role report_source_role(const struct report *report, uint32_t source)
{
	for (size_t i = 0; source && i < report->nprojects; i++)
		for (size_t k = 0; k < report->projects[i].nfiles; k++)
			if (report->projects[i].files[k].source == source)
				return report->projects[i].files[k].role;
	return ROLE_OTHER;
}

struct str report_example_env(const struct report *report, const struct report_project *project)
{
	const struct diag *diag = &report->lint->diag;
	bool absent = false;

	if (!project->project || !project->project->example_env.n)
		return STR_NONE;
	for (size_t i = 0; i < project->nfiles; i++)
		absent |= project->files[i].role == ROLE_ENV && project->files[i].absent;
	for (size_t i = 0; absent && i < diag->count; i++)
		if (str_eq(diag->findings[i]->rule, STR("unset-variable")) &&
		    diag->findings[i]->project == (uint32_t)(project - report->projects))
			return project->project->example_env;
	return STR_NONE;
}
