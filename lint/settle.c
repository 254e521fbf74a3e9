/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "settle.h"

#include <time.h>

#include "engine/engine.h"
#include "report/term.h"

static struct failure find_today(const struct settlement *s, int *today)
{
	struct str value = term_variable(s->environment, STR("SOURCE_DATE_EPOCH"));
	int64_t seconds = (int64_t)time(NULL);
	time_t moment;
	struct tm day;

	if (value.n && (!str_to_int(value, &seconds) || seconds < 0))
		return failure_fmt(&s->lint->run,
				   "SOURCE_DATE_EPOCH is a number of seconds, and this is none");
	moment = (time_t)seconds;
	if (!gmtime_r(&moment, &day) || day.tm_year > 8099)
		return failure_fmt(&s->lint->run, "SOURCE_DATE_EPOCH is beyond all days");
	*today = (day.tm_year + 1900) * 10000 + (day.tm_mon + 1) * 100 + day.tm_mday;
	return FAILURE_NONE;
}

struct failure settle_begin(struct settlement *s)
{
	const struct options *options = s->options;
	struct suppress_request request = {
		.lint = s->lint,
		.rules = s->rules,
		.distrusts_files = options->no_inline_ignores,
		.partial = options->select.count > 0 || options->min_level.n > 0,
	};
	struct failure failure;

	/* the boundary sheet tells what is, whatever was said of it */
	if (options->command != COMMAND_LINT)
		return FAILURE_NONE;
	failure = find_today(s, &request.today);
	if (!failure.failed)
		s->suppressions = suppressions_new(&request);
	return failure;
}

void settle_before(struct settlement *s, const struct config *config,
		   const struct report_project *shown, const struct choice *choice)
{
	const struct suppress_project project = {
		.grading = &choice->grading,
		.project = shown->project,
		.files = shown->files,
		.nfiles = shown->nfiles,
		.configuration = config->source,
		.requires_reason =
			choice->grading.preset != PRESET_BASELINE || config->requires_reason,
	};

	if (s->suppressions)
		suppressions_begin(s->suppressions, &project);
}

void settle_behind(struct settlement *s, const struct report_project *shown, size_t first)
{
	if (s->suppressions)
		suppressions_apply(s->suppressions, shown->roles, first);
}

/* Is there anything that makes the run fail? */
static bool fails(const struct diag *diag, const struct report_project *projects)
{
	for (size_t i = 0; i < diag->count; i++) {
		const struct finding *finding = diag->findings[i];
		enum level from = projects[finding->project].fail_on;

		if (from != LEVEL_OFF && finding->level >= from && !finding->suppression)
			return true;
	}
	return false;
}

struct failure settle(struct settlement *s, const struct report_project *projects, bool *failing)
{
	if (s->suppressions)
		suppressions_finish(s->suppressions);
	engine_finish(s->lint, s->credentials);
	engine_hide(s->lint, s->min_level, s->options->show_suppressed);
	*failing = fails(&s->lint->diag, projects);
	return FAILURE_NONE;
}
