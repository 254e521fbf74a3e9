/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "run.h"

#include <stdio.h>
#include <time.h>

#include "base/nearest.h"
#include "base/path.h"
#include "base/utf8.h"
#include "discover.h"
#include "fact/facts.h"
#include "model/load.h"
#include "report/notice.h"

void run_complain(struct failure failure)
{
	if (failure.message.n)
		fprintf(stderr, "compose-lint: %.*s\n", STR_FMT(failure.message));
}

void run_list_files(struct run *run, const struct discovered *found, struct report_project *project)
{
	const struct load_request *load = &found->load;
	struct project_file *files =
		ARENA_ARRAY(&run->lint->run, load->npaths, struct project_file);

	for (size_t i = 0; i < load->npaths; i++) {
		const struct source *source = source_find(&run->lint->sources, found->absolute[i]);

		files[i].role = i < load->first_override ? ROLE_BASE : ROLE_OVERRIDE;
		files[i].name = load->paths[i];
		files[i].source = source ? source->number : 0;
	}
	project->files = files;
	project->nfiles = load->npaths;
}

/* The members of the project among the PATHs are noted; false: there is none. */
static bool has_member(const struct run *run, struct discovery *discovery,
		       const struct project *project)
{
	bool has = false;

	for (size_t i = 0; i < discovery->nmembers; i++) {
		const struct source *member =
			source_find(&run->lint->sources, discovery->members[i].absolute);

		for (size_t k = 0; member && k < project->nfiles; k++) {
			if (project->files[k].source != member->number)
				continue;
			discovery->members[i].used = has = true;
		}
	}
	return has;
}

/* It is included or extended by a project that was looked at, and reported there. */
static bool is_part(const struct run *run, const struct discovered *found)
{
	const struct source *source = source_find(&run->lint->sources, found->absolute[0]);

	for (size_t i = 0; source && i < run->nprojects; i++)
		for (size_t k = 0; k < run->projects[i].nfiles; k++)
			if (run->projects[i].files[k].source == source->number)
				return true;
	return false;
}

/* The configuration that governs the project, and what it makes of the request. */
static struct failure configure(struct run *run, const struct discovered *found,
				struct load_request *load, const struct config **config)
{
	struct str directory = path_directory(found->absolute[0]);
	struct failure failure;

	if (load->project_directory.n)
		directory = path_clean(&run->lint->run,
				       path_join(&run->lint->run, load->current_directory,
						 load->project_directory));
	failure = configs_find(run->configs, directory, config);
	load->settings = &(*config)->settings;
	load->gateway = (*config)->gateway;
	return failure;
}

/* Before the project is judged. */
static void read_suppressions(struct run *run, const struct config *config,
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

	suppressions_begin(run->suppressions, &project);
}

static bool is_whole(const struct run *run, const struct project *project)
{
	return project && !project->refused && !project->incomplete && !project->fragment &&
	       !run->lint->diag.beyond_limit;
}

static void judge_project(struct run *run, const struct config *config,
			  struct report_project *shown, size_t first)
{
	const struct options *options = &run->options;
	struct choice choice = choice_for(&run->choice, config);
	const struct engine_request request = {
		.grading = &choice.grading,
		.agents = options->agents.all,
		.nagents = options->agents.count,
		.suppressions = run->suppressions,
	};

	shown->preset = choice.grading.preset;
	shown->configuration = config->name;
	if (run->suppressions)
		read_suppressions(run, config, shown, &choice);
	if (shown->project) {
		shown->roles = engine_judge(run->lint, shown->project, &request);
		configs_note(run->configs, config, shown->project);
	}
	engine_grade(run->lint, &choice.grading, first);
	if (run->suppressions)
		suppressions_apply(run->suppressions, shown->roles, first);
	run->how[run->nprojects] =
		(struct run_project){ config, choice.fail_on, is_whole(run, shown->project) };
}

static void lint_project(struct run *run, struct discovery *discovery,
			 const struct discovered *found)
{
	struct report_project *shown = &run->projects[run->nprojects];
	const struct project *project = NULL;
	const struct config *config = NULL;
	struct load_request load = found->load;
	struct failure failure = found->failure;
	size_t findings = run->lint->diag.count, notices = run->lint->notices.count;
	bool has;

	if (found->is_candidate && is_part(run, found))
		return;
	if (found->instead_of && discovery->members[found->instead_of - 1].used)
		return;
	load.facts = facts_resolve;
	run->lint->diag.project = (uint32_t)run->nprojects;
	if (!failure.failed)
		failure = configure(run, found, &load, &config);
	if (!failure.failed)
		failure = load_project(run->lint, &load, &project);
	has = project && has_member(run, discovery, project);
	if (found->is_candidate && (!has || project->fragment)) {
		run->lint->diag.count = findings;
		run->lint->notices.count = notices;
		return;
	}
	if (failure.failed) {
		run_complain(failure);
		run->could_not = true;
		return;
	}
	shown->project = project;
	shown->directory = found->directory;
	if (project) {
		shown->files = project->files;
		shown->nfiles = project->nfiles;
	} else {
		run_list_files(run, found, shown);
	}
	judge_project(run, config, shown, findings);
	run->nprojects++;
}

/* --agent names a service of some project; one that could not be loaded may have it. */
static struct failure check_agents(const struct run *run)
{
	const struct str_list *agents = &run->options.agents;

	for (size_t i = 0; i < agents->count; i++) {
		bool found = false;
		struct builder b = { .arena = &run->lint->run };

		struct nearest nearest = { .wanted = agents->all[i] };

		for (size_t k = 0; k < run->nprojects && !found; k++)
			found = !run->projects[k].project ||
				project_service(run->projects[k].project, agents->all[i]);
		if (found)
			continue;
		for (size_t k = 0; k < run->nprojects; k++)
			for (size_t j = 0; j < run->projects[k].project->nservices; j++)
				nearest_offer(&nearest, run->projects[k].project->services[j].name);
		utf8_add_visible(&b, agents->all[i], 200);
		return failure_fmt(
			b.arena, "--agent %.*s: no project has a service of that name%.*s",
			STR_FMT(builder_str(&b)), STR_FMT(nearest_question(b.arena, &nearest)));
	}
	return FAILURE_NONE;
}

static void say_notices(struct run *run)
{
	configs_say_unused(run->configs);
	notices_sort(&run->lint->notices);
	notices_write(run->lint, run->credentials, stderr);
	if (run->options.strict_config && notices_count_mistakes(run->lint))
		run->could_not = true;
}

/* The day that ends suppressions: of the moment that everything is said to happen at, or of now. */
static struct failure find_today(const struct run *run, int *today)
{
	struct str value = str_of_variable(run->environment, STR("SOURCE_DATE_EPOCH"));
	int64_t seconds = (int64_t)time(NULL);
	time_t moment;
	struct tm day;

	if (value.n && (!str_to_int(value, &seconds) || seconds < 0))
		return failure_fmt(&run->lint->run,
				   "SOURCE_DATE_EPOCH is a number of seconds, and this is none");
	moment = (time_t)seconds;
	if (!gmtime_r(&moment, &day) || day.tm_year > 8099)
		return failure_fmt(&run->lint->run, "SOURCE_DATE_EPOCH is beyond all days");
	*today = (day.tm_year + 1900) * 10000 + (day.tm_mon + 1) * 100 + day.tm_mday;
	return FAILURE_NONE;
}

static struct failure begin_suppressions(struct run *run)
{
	const struct options *options = &run->options;
	struct suppress_request request = {
		.lint = run->lint,
		.rules = run->rules,
		.distrusts_files = options->no_inline_ignores,
		.partial = options->select.count > 0 || options->min_level.n > 0,
	};
	struct failure failure;

	/* the boundary sheet tells what is, whatever was said of it */
	if (options->command != COMMAND_LINT)
		return FAILURE_NONE;
	failure = find_today(run, &request.today);
	if (!failure.failed)
		run->suppressions = suppressions_new(&request);
	return failure;
}

/* Is there anything that makes the run fail? */
static bool fails(const struct run *run)
{
	const struct diag *diag = &run->lint->diag;

	for (size_t i = 0; i < diag->count; i++) {
		const struct finding *finding = diag->findings[i];
		enum level from = run->how[finding->project].fail_on;

		if (from != LEVEL_OFF && finding->level >= from && !finding->suppression)
			return true;
	}
	return false;
}

struct failure run_settle(struct run *run)
{
	struct failure failure = FAILURE_NONE;

	if (run->suppressions)
		suppressions_finish(run->suppressions);
	engine_finish(run->lint, run->credentials);
	engine_hide(run->lint, run->choice.min_level, run->options.show_suppressed);
	run->fails = fails(run);
	return failure;
}

struct failure run_judge(struct run *run)
{
	struct lint *lint = run->lint;
	const struct options *options = &run->options;
	struct files files = file_system();
	struct discover_world world = {
		.files = &files,
		.environment = options->use_environment ? run->environment : NULL,
		.credentials = run->credentials,
	};
	struct discovery discovery;
	struct failure failure;

	if (!file_current_directory(&lint->run, &world.current_directory))
		return failure_fmt(&lint->run, "the current directory cannot be found");
	failure = choice_read(&lint->run, options, run->rules, &run->choice);
	if (failure.failed)
		return failure;
	failure = begin_suppressions(run);
	if (failure.failed)
		return failure;
	run->configs = configs_new(&(struct configs_request){
		.lint = lint,
		.files = &files,
		.rules = run->rules,
		.current_directory = world.current_directory,
		.given = options->config,
		.none = options->no_config,
		.distrusts_files = options->no_inline_ignores,
	});
	world.configs = run->configs;
	discovery = discover_projects(lint, options, &world);
	run->projects = ARENA_ARRAY(&lint->run, discovery.count, struct report_project);
	run->how = ARENA_ARRAY(&lint->run, discovery.count, struct run_project);
	for (size_t i = 0; i < discovery.count; i++)
		lint_project(run, &discovery, &discovery.all[i]);
	say_notices(run);
	for (size_t i = 0; i < discovery.nmembers; i++)
		if (!discovery.members[i].used && !discovery.members[i].otherwise)
			fprintf(stderr, "compose-lint: %.*s: no project uses this file\n",
				STR_FMT(discovery.members[i].shown));
	return run->nprojects ? check_agents(run) : FAILURE_NONE;
}
