/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "command.h"

#include <stdio.h>

#include "base/limits.h"
#include "base/table.h"
#include "base/utf8.h"
#include "choice.h"
#include "discover.h"
#include "engine/engine.h"
#include "fact/credential.h"
#include "model/load.h"
#include "output.h"
#include "read/file_once.h"
#include "report/merged.h"

/* "services.agent.user", and not the name of a file. */
static bool is_model_path(struct str text)
{
	static const struct str sections[] = { STR_INIT("services"), STR_INIT("networks"),
					       STR_INIT("volumes"), STR_INIT("secrets"),
					       STR_INIT("configs") };
	struct str section = str_cut(&text, '.');

	for (size_t i = 0; i < sizeof(sections) / sizeof(*sections); i++)
		if (str_eq(section, sections[i]))
			return true;
	return false;
}

/* A model path where the PATH belongs is told how it is meant. */
static struct failure misplaced_path(struct lint *lint, const struct options *options,
				     struct failure failure)
{
	struct builder b = { .arena = &lint->run };

	if (options->operands.count != 1 || !is_model_path(options->operands.all[0]))
		return failure;
	utf8_add_visible(&b, options->operands.all[0], LIMIT_QUOTE_COLUMNS);
	return failure_fmt(&lint->run,
			   "%.*s; a place in the model follows the project: "
			   "compose-lint config . %.*s",
			   STR_FMT(failure.message), STR_FMT(builder_str(&b)));
}

/* A model on its way to its place. */
struct model_writing {
	struct lint *lint;
	const struct project *project;
	const struct merged_request *merged;
};

static struct failure write_model(void *self, FILE *stream)
{
	const struct model_writing *writing = self;

	return merged_write(writing->lint, writing->project, writing->merged, stream);
}

/* The first use of each variable that nobody sets and that has no default, once it is printed. */
static void note_unset(struct lint *lint, const struct unset_list *list)
{
	struct table named = { .arena = &lint->scratch };

	for (size_t i = 0; list && i < list->count; i++) {
		struct unset_use *use = &list->uses[i];
		struct builder name = { .arena = &lint->scratch };

		if (table_get(&named, use->name))
			continue;
		table_set(&named, use->name, use);
		utf8_add_visible(&name, use->name, LIMIT_QUOTE_COLUMNS);
		notice_add(lint, NOTICE_REMARK, use->span,
			   "%.*s is not set and has no default, so it is empty here",
			   STR_FMT(builder_str(&name)));
	}
	arena_reset(&lint->scratch);
}

int command_config(struct run *run)
{
	struct lint *lint = run->lint;
	const struct options *options = &run->options;
	struct grading grading = grading_new(run->rules, PRESET_SANDBOX);
	struct engine_request request = { .grading = &grading };
	struct merged_request merged = {
		.all_resources = options->all_resources,
		.provenance = options->provenance,
		.path = options->model_path,
		.credentials = options->show_secrets ? NULL : run->credentials,
	};
	struct files disk = file_system(), files;
	struct discover_world world = {
		.files = &files,
		.environment = options->use_environment ? run->environment : NULL,
		.host = run->environment,
		.as_compose = true,
		.credentials = run->credentials,
	};
	struct report_project *shown = ARENA_NEW(&lint->run, struct report_project);
	const struct discovered *found;
	const struct discovery *discovery;
	struct failure failure;

	if (options->format.n && !merged_format_find(options->format, &merged.format))
		return command_complain(choice_no_word(&lint->run, STR("--format of config"),
						       STR("yaml, json or tree"), options->format));
	if (!file_current_directory(&lint->run, &world.current_directory))
		return command_complain(
			failure_fmt(&lint->run, "the current directory cannot be found"));
	files = files_once(&disk, run_input(&lint->run, options, world.current_directory),
			   &lint->run, &lint->sources.held, &lint->sources.lock);
	discovery = discover_projects(lint, options, &world);
	run->projects = shown;
	if (!discovery->count)
		return EXIT_COULD_NOT;
	found = discovery->all[0];
	failure = found->failure;
	if (!failure.failed)
		failure = load_project(lint, &found->load, &shown->project);
	if (failure.failed)
		return command_complain(misplaced_path(lint, options, failure));
	credentials_learn(run->credentials, &lint->sources);
	run->nprojects = 1;
	shown->directory = found->directory;
	if (shown->project)
		credentials_learn_model(run->credentials, shown->project->model);
	run_learn_names(run);
	if (!shown->project)
		run_list_files(run, found, shown);
	if (!shown->project || shown->project->refused || shown->project->incomplete)
		return command_refuse(run, &request);
	failure = output_to(
		&(struct output_run){
			.lint = lint,
			.projects = shown,
			.nprojects = 1,
			.current_directory = world.current_directory,
			.is_model = true,
		},
		options->output, write_model,
		&(struct model_writing){ lint, shown->project, &merged });
	if (failure.failed)
		return command_complain(failure);
	if (!options->model_path.n)
		note_unset(lint, shown->project->unset);
	run_say_notices(run);
	return EXIT_CLEAN;
}
