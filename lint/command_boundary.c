/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "command.h"

#include <stdio.h>

#include "base/limits.h"
#include "engine/boundary.h"
#include "engine/engine.h"
#include "fact/mount.h"
#include "fact/network.h"
#include "output.h"
#include "report/sheet.h"

/* Projects that could not be loaded have no sheet: what is wrong with them goes to stderr. */
static void report_unloaded(struct run *run)
{
	const struct engine_request request = { .grading = &run->choice.grading };
	struct diag *diag = &run->lint->diag;
	bool some = false;

	for (size_t i = 0; i < run->nprojects; i++)
		some = some || !run->projects[i].project;
	if (!some)
		return;
	for (size_t i = 0; i < diag->count; i++) {
		if (!run->projects[diag->findings[i]->project].project)
			continue;
		diag->findings[i]->level = LEVEL_OFF;
		diag->findings[i]->graded = true;
	}
	command_refuse(run, &request);
	run->could_not = true;
}

/* At most how many entries the sheets have; a mount or a network weighs as much as a few names, and
   so do many pairs of mounts, each of which is asked whether it is one place. */
static size_t count_entries(const struct run *run)
{
	enum { NAMES_OF_AN_ENTRY = 8, PAIRS_OF_AN_ENTRY = 50 };
	size_t count = 0;

	for (size_t i = 0; i < run->nprojects; i++) {
		const struct project *project = run->projects[i].project;
		size_t mounts = 0, pairs = 0;

		for (size_t k = 0; project && k < project->nservices; k++) {
			pairs += 2 * mounts * project->services[k].mounts->count;
			mounts += project->services[k].mounts->count;
			count += project->nservices +
				 NAMES_OF_AN_ENTRY * (project->services[k].mounts->count +
						      project->services[k].networks->count);
		}
		count += pairs / PAIRS_OF_AN_ENTRY;
	}
	return count;
}

/* Those of the projects that could be loaded. */
static const struct boundary *const *draw_all(struct run *run)
{
	const struct boundary **all =
		ARENA_ARRAY(&run->lint->run, run->nprojects + 1, const struct boundary *);
	struct project_list projects = run_projects(run);

	for (size_t i = 0; i < run->nprojects; i++) {
		const struct report_project *project = &run->projects[i];
		struct grading grading = grading_new(run->rules, project->preset);

		if (project->roles)
			all[i] = boundary_draw(run->lint, project->project, project->roles,
					       &grading, projects);
	}
	return all;
}

/* Leaves what the readers and the model found, which no hook of a rule reports. */
static void keep_refusals(struct run *run)
{
	struct diag *diag = &run->lint->diag;

	for (size_t i = 0; i < diag->count; i++) {
		const struct rule *rule = rule_find(run->rules, diag->findings[i]->rule);

		if (rule && (rule->service || rule->project))
			diag->findings[i]->level = LEVEL_OFF;
	}
}

static struct failure write_contract_to(void *self, FILE *stream)
{
	return sheet_write_contract(self, stream);
}

static struct failure write_to(const struct run *run, output_writer *write, void *self)
{
	return output_to(
		&(struct output_run){
			.lint = run->lint,
			.projects = run->projects,
			.nprojects = run->nprojects,
			.current_directory = run->current_directory,
		},
		run->options.output, write, self);
}

/* The contract of one project, whole or not at all: half of one would bless what it does not name. */
static int write_contract(struct run *run, struct sheets *sheets)
{
	const struct engine_request request = { .grading = &run->choice.grading };
	const struct project *project = run->nprojects ? run->projects[0].project : NULL;
	struct failure failure;

	if (run->nprojects > 1)
		return command_complain(failure_fmt(
			&run->lint->run, "--write-contract is for one project: name it, or its "
					 "files with -f"));
	if (project && (project->refused || project->incomplete)) {
		keep_refusals(run);
		return command_refuse(run, &request);
	}
	failure = write_to(run, write_contract_to, sheets);
	return failure.failed ? command_complain(failure) : EXIT_CLEAN;
}

/* The sheets on their way to their place. */
struct sheet_writing {
	const struct sheets *sheets;
	enum sheet_format format;
};

static struct failure write_sheets(void *self, FILE *stream)
{
	const struct sheet_writing *writing = self;

	return sheet_write(writing->sheets, writing->format, stream);
}

int command_boundary(struct run *run)
{
	struct lint *lint = run->lint;
	enum sheet_format format = SHEET_TEXT;
	struct sheets sheets = { .lint = lint, .credentials = run->credentials };
	struct failure failure;

	if (run->options.write_contract && run->options.format.n)
		return command_complain(failure_fmt(&lint->run,
						    "--write-contract has one form, and no "
						    "--format"));
	if (run->options.format.n && !sheet_format_find(run->options.format, &format))
		return command_complain(choice_no_word(&lint->run, STR("--format of boundary"),
						       STR("text or json"), run->options.format));
	run->without_fixes = true;
	failure = run_judge(run);
	run_say_notices(run);
	if (failure.failed)
		return command_complain(failure);
	if (count_entries(run) > LIMIT_SHEET_ENTRIES)
		return command_complain(failure_fmt(
			&lint->run, "the sheets of these services would be larger than the limit; "
				    "name fewer projects, or lint without boundary"));
	sheets.projects = run->projects;
	sheets.all = draw_all(run);
	sheets.nprojects = run->nprojects;
	sheets.colour = !run->options.output.n && command_wants_colour(run);
	engine_finish(lint, run->credentials);
	sheets.besides = sheet_count_besides(&sheets);
	report_unloaded(run);
	/* an empty sheet must not look like a clean one */
	if (!sheet_judges(&sheets) && !run->could_not)
		return command_complain(failure_fmt(
			&lint->run, "no service is judged as agent; name one with --agent "
				    "NAME, or declare it: \"x-compose-lint: {role: agent}\""));
	if (!sheet_judges(&sheets))
		return EXIT_COULD_NOT;
	if (run->options.write_contract)
		return write_contract(run, &sheets);
	sheets.exit_status = run->could_not                       ? EXIT_COULD_NOT
			     : sheet_count(&sheets, VERDICT_FAIL) ? EXIT_FINDINGS
								  : EXIT_CLEAN;
	failure = write_to(run, write_sheets, &(struct sheet_writing){ &sheets, format });
	return failure.failed ? command_complain(failure) : sheets.exit_status;
}
