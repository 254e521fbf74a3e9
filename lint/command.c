/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "command.h"

#include <stdio.h>

#include "engine/engine.h"
#include "report/report.h"
#include "report/term.h"

int command_complain(struct failure failure)
{
	run_complain(failure);
	return EXIT_COULD_NOT;
}

bool command_wants_colour(const struct run *run)
{
	return run->options.color == WHEN_AUTO
		       ? term_wants_colour(run->environment, term_is_terminal(stdout))
		       : run->options.color == WHEN_ALWAYS;
}

int command_refuse(struct run *run, const struct engine_request *request)
{
	struct lint *lint = run->lint;
	struct report report = {
		.lint = lint,
		.rules = request->grading->rules,
		.preset = request->grading->preset,
		.projects = run->projects,
		.nprojects = run->nprojects,
		.credentials = run->credentials,
		.quiet = true,
		.exit_status = EXIT_FINDINGS,
	};
	struct failure failure;

	engine_grade(lint, request->grading, 0);
	engine_finish(lint, run->credentials);
	failure = report_write(&report, REPORT_GCC, stderr);
	return failure.failed ? command_complain(failure) : EXIT_FINDINGS;
}
