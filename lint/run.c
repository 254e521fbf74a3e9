/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "run.h"

#include <stdatomic.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/limits.h"
#include "base/nearest.h"
#include "base/path.h"
#include "base/utf8.h"
#include "discover.h"
#include "gather.h"
#include "fact/credential.h"
#include "model/load.h"
#include "model/load_example.h"
#include "read/file_once.h"
#include "report/line.h"
#include "report/notice.h"
#include "report/term.h"

void run_complain(struct failure failure)
{
	struct arena arena = { 0 };
	struct builder b = { .arena = &arena };

	if (!failure.message.n)
		return;
	builder_add(&b, STR("compose-lint: "));
	line_add(&b, failure.message);
	line_put(stderr, &b);
	arena_free(&arena);
}

static void add(struct arena *arena, struct str_list *list, struct str text)
{
	list->all = arena_grow(arena, list->all, list->count, &list->capacity, sizeof(*list->all));
	list->all[list->count++] = text;
}

/* What one project lacks: said, kept for the reports, and no reason not to judge the others. */
static void fail(struct run *run, struct failure failure)
{
	failure.message = credential_mask_text(run->credentials, &run->lint->run, failure.message);
	run_complain(failure);
	run->could_not = true;
	add(&run->lint->run, &run->failures, failure.message);
}

/* Nothing is there that could be judged. */
static void lack_input(struct run *run, struct failure failure)
{
	if (run->options.allow_no_input)
		notice_add(run->lint, NOTICE_REMARK, SPAN_NONE, "%.*s", STR_FMT(failure.message));
	else
		fail(run, failure);
}

struct str run_input(struct arena *arena, const struct options *options,
		     struct str current_directory)
{
	struct str name = options->stdin_filename;
	bool reads = name.n > 0;

	for (size_t i = 0; i < options->operands.count; i++)
		reads = reads || str_eq(options->operands.all[i], STR("-"));
	for (size_t i = 0; i < options->files.count && options->command != COMMAND_CONFIG; i++)
		reads = reads || str_eq(options->files.all[i], STR("-"));
	if (!reads)
		return STR("");
	return path_clean(arena,
			  path_join(arena, current_directory, name.n ? name : STR("compose.yaml")));
}

void run_list_files(struct run *run, const struct discovered *found, struct report_project *project)
{
	const struct load_request *load = &found->load;
	struct project_file *files =
		ARENA_ARRAY(&run->lint->run, load->npaths, struct project_file);

	for (size_t i = 0; i < load->npaths; i++) {
		const struct source *source = source_find(&run->lint->sources, found->absolute[i]);

		files[i].role = i < load->first_override ? ROLE_BASE : ROLE_OVERRIDE;
		files[i].name =
			source_naming(&run->lint->sources, found->absolute[i], load->paths[i]);
		files[i].source = source ? source->number : 0;
	}
	project->files = files;
	project->nfiles = load->npaths;
}

struct project_list run_projects(const struct run *run)
{
	const struct project **all =
		ARENA_ARRAY(&run->lint->run, run->nprojects, const struct project *);

	for (size_t i = 0; i < run->nprojects; i++)
		all[i] = run->projects[i].project;
	return (struct project_list){ all, run->nprojects };
}

/* ---- judging ---- */

/* A project on its way to be judged. */
struct judged {
	struct choice choice;
	struct suppress_view *suppressions;
	/* by one of several threads, as if there were no other project */
	bool ahead;
	const struct roles *roles;
	struct found_aside found;
	size_t most; /* findings at once, those of the loading among them */
	bool beyond; /* it said more than one run keeps: LIMIT_NOTICES */
	bool asked;  /* what was reported before decided something */
};

struct judging {
	struct run *run;
	struct project_list projects;
	struct judged *all;
	/* numbers of those that threads have loaded, by the part of the run that their lint is of: those
	   of part i stand from starts[i - 1] to starts[i] */
	size_t *numbers, *starts;
	atomic_size_t nfindings;
};

static const struct roles *judge(struct judging *judging, struct lint *lint, size_t number)
{
	const struct options *options = &judging->run->options;
	const struct judged *judged = &judging->all[number];
	const struct engine_request request = {
		.grading = &judged->choice.grading,
		.agents = options->agents.all,
		.nagents = options->agents.count,
		.suppressions = judged->suppressions,
		.without_fixes = judging->run->without_fixes,
		.all = judging->projects,
	};

	return engine_judge(lint, judging->projects.all[number], &request);
}

/* Most projects have one configuration, or none. */
static struct choice choose(const struct judging *judging, size_t number)
{
	const struct run *run = judging->run;
	const struct config *config = run->gathered[number]->config;
	struct choice choice;

	if (number && run->gathered[number - 1]->config == config)
		return judging->all[number - 1].choice;
	choice = choice_for(&run->choice, config);
	grading_complete(&run->lint->run, &choice.grading);
	return choice;
}

/* Before any of them is judged, in their order. */
static void begin(struct judging *judging, size_t number)
{
	struct run *run = judging->run;
	const struct config *config = run->gathered[number]->config;
	struct report_project *shown = &run->projects[number];
	struct judged *judged = &judging->all[number];
	struct failure failure;

	judged->choice = choose(judging, number);
	run->lint->diag.project = (uint32_t)number;
	shown->preset = judged->choice.grading.preset;
	shown->fail_on = judged->choice.fail_on;
	shown->configuration = config->name;
	shown->requires_reason = judged->choice.requires_reason;
	failure = settle_before(&run->settlement, config, shown, &judged->choice,
				&judged->suppressions);
	if (failure.failed)
		fail(run, failure);
}

/* As if there were no other project, unless the run has too many findings already. */
static void judge_ahead(struct judging *judging, struct lint *lint, size_t number)
{
	struct judged *judged = &judging->all[number];
	struct found_aside loading = judging->run->gathered[number]->loading;
	struct diag *diag = &lint->diag;
	size_t first_notice = lint->notices.count;

	if (!judging->projects.all[number] || atomic_load(&judging->nfindings) >= LIMIT_FINDINGS)
		return;
	diag->most = diag->beyond_limit = 0;
	diag->asked = false;
	lint->notices.beyond_limit = 0;
	loading.nnotices = 0;
	found_take(lint, &loading, (uint32_t)number);
	judged->roles = judge(judging, lint, number);
	judged->ahead = true;
	judged->most = diag->most;
	judged->asked = diag->asked;
	judged->beyond = lint->notices.beyond_limit;
	judged->found = found_set_aside(lint, loading.nfindings, first_notice);
	atomic_fetch_add(&judging->nfindings, diag->count + judged->found.nfindings);
	diag->count = 0;
}

/* Those that were loaded with this lint. */
static void judge_part(void *self, struct lint *lint, void *piece)
{
	struct judging *judging = self;

	(void)piece;
	for (size_t i = judging->starts[lint->part - 1]; i < judging->starts[lint->part]; i++)
		judge_ahead(judging, lint, judging->numbers[i]);
}

static void sort_by_part(struct judging *judging, size_t nparts)
{
	const struct run *run = judging->run;
	struct arena *arena = &run->lint->run;
	size_t *starts = ARENA_ARRAY(arena, nparts + 2, size_t);

	for (size_t i = 0; i < run->nprojects; i++)
		if (run->gathered[i]->lint)
			starts[run->gathered[i]->lint->part + 1]++;
	/* part 0 is of the run itself: nothing is judged ahead there */
	starts[1] = 0;
	for (size_t i = 1; i <= nparts; i++)
		starts[i + 1] += starts[i];
	judging->numbers = ARENA_ARRAY(arena, run->nprojects, size_t);
	for (size_t i = 0; i < run->nprojects; i++)
		if (run->gathered[i]->lint && run->gathered[i]->lint->part)
			judging->numbers[starts[run->gathered[i]->lint->part]++] = i;
	judging->starts = starts;
}

/* What the projects before it have to do with a source. */
enum { SOURCE_USED = 1, SOURCE_REFUSED = 2 };

/* What was judged ahead stands if no other project had a say in it. */
static bool stands(const struct judging *judging, size_t number, const unsigned char *sources)
{
	const struct judged *judged = &judging->all[number];
	const struct project *project = judging->projects.all[number];
	const struct diag *diag = &judging->run->lint->diag;

	if (!judged->ahead || judged->beyond || judged->found.beyond_limit || diag->beyond_limit ||
	    judging->run->gathered[number]->loading.beyond_limit ||
	    diag->count + judged->most > LIMIT_FINDINGS)
		return false;
	for (size_t i = 0; i < project->nfiles; i++) {
		unsigned char source = sources[project->files[i].source];

		if (project->files[i].source &&
		    ((source & SOURCE_REFUSED) || ((source & SOURCE_USED) && judged->asked)))
			return false;
	}
	return true;
}

static void note_sources(const struct gathered *gathered, unsigned char *sources)
{
	for (size_t i = 0; i < gathered->listing.count; i++)
		sources[gathered->listing.files[i].source] |= SOURCE_USED;
	for (size_t i = 0; i < gathered->loading.nfindings; i++)
		if (str_eq(gathered->loading.findings[i]->rule, STR("model-invalid")))
			sources[gathered->loading.findings[i]->span.source] |= SOURCE_REFUSED;
}

static void judge_project(struct judging *judging, size_t number, unsigned char *sources)
{
	struct run *run = judging->run;
	const struct gathered *gathered = run->gathered[number];
	struct report_project *shown = &run->projects[number];
	struct judged *judged = &judging->all[number];
	struct diag *diag = &run->lint->diag;
	size_t first = diag->count;
	bool stood = stands(judging, number, sources);

	found_take(run->lint, &gathered->loading, (uint32_t)number);
	if (stood) {
		shown->roles = judged->roles;
		found_take(run->lint, &judged->found, (uint32_t)number);
	} else if (shown->project) {
		shown->roles = judge(judging, run->lint, number);
	}
	if (shown->project)
		configs_note(run->configs, gathered->config, shown->project);
	engine_grade(run->lint, &judged->choice.grading, first);
	settle_behind(&run->settlement, shown, judged->suppressions, first);
	note_sources(gathered, sources);
}

static void judge_all(struct run *run)
{
	struct arena *arena = &run->lint->run;
	struct judging judging = {
		.run = run,
		.projects = run_projects(run),
		.all = ARENA_ARRAY(arena, run->nprojects, struct judged),
	};
	unsigned char *sources;

	for (size_t i = 0; i < run->nprojects; i++)
		begin(&judging, i);
	sources = ARENA_ARRAY(arena, run->lint->sources.count, unsigned char);
	sort_by_part(&judging, run->workers.nbatches);
	workers_again(&run->workers, judge_part, &judging);
	for (size_t i = 0; i < run->nprojects; i++)
		judge_project(&judging, i, sources);
}

/* As it was written, and what stands for its variables. */
static void add_forms(const struct run *run, const struct node *name, struct str_list *texts)
{
	struct arena *arena = &run->lint->run;

	add(arena, texts, node_written(name)->text);
	for (const struct step *step = name->via; step; step = step->before)
		if (step->was && node_is_scalar(step->was))
			add(arena, texts, step->was->text);
		else if (step->kind == STEP_VARIABLE)
			add(arena, texts, source_text(&run->lint->sources, step->span));
}

void run_learn_names(const struct run *run)
{
	struct arena *arena = &run->lint->run;
	struct str_list texts = { 0 };

	for (size_t i = 0; i < run->nprojects; i++) {
		const struct project *project = run->projects[i].project;
		const struct node *name = project ? node_get(project->model, STR("name")) : NULL;

		if (project)
			add(arena, &texts, path_base(project->directory));
		if (name && node_is_scalar(name))
			add_forms(run, name, &texts);
	}
	credentials_learn_names(run->credentials, arena, texts.all, texts.count);
}

/* A project that counts gets its number; it is judged when all of them have one. */
static void number_project(struct run *run, const struct gathered *gathered)
{
	struct report_project *shown = &run->projects[run->nprojects];
	const struct project *project = gathered->project;

	if (gathered->failure.failed && gathered->found->is_no_input) {
		lack_input(run, gathered->failure);
		return;
	}
	if (gathered->failure.failed) {
		fail(run, gathered->failure);
		return;
	}
	run->gathered[run->nprojects] = gathered;
	shown->project = project;
	shown->directory = gathered->found->directory;
	if (project) {
		shown->files = project->files;
		shown->nfiles = project->nfiles;
		*project->number = (uint32_t)run->nprojects;
	} else {
		run_list_files(run, gathered->found, shown);
	}
	run->nprojects++;
}

/* PATHs of which no project came. */
static void tell_unused(struct run *run, const struct discovery *discovery)
{
	struct lint *lint = run->lint;

	for (size_t i = 0; i < discovery->nmembers; i++)
		/* an example is there for people, whatever a hook names */
		if (!discovery->members[i].used && !discovery->members[i].otherwise &&
		    !load_is_example(path_base(discovery->members[i].absolute)))
			notice_add(lint, NOTICE_REMARK, SPAN_NONE,
				   "%.*s: no project uses this file",
				   STR_FMT(discovery->members[i].shown));
	for (size_t i = 0; i < discovery->nfolders; i++) {
		const struct discovered_folder *folder = &discovery->folders[i];
		struct str parts = discovered_folder_parts(lint, folder);

		if (!folder->has_project && folder->configuration.n)
			notice_add(lint, NOTICE_REMARK, SPAN_NONE,
				   "%.*s: no project uses this file",
				   STR_FMT(folder->configuration));
		else if (!folder->has_project)
			lack_input(run, discovered_folder_nothing(lint, folder));
		else if (parts.n)
			notice_add(lint, NOTICE_REMARK, SPAN_NONE, "%.*s", STR_FMT(parts));
	}
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

/* Compose takes any name for a profile, and then starts less than was meant. */
static void check_profiles(struct run *run)
{
	const struct str_list *profiles = &run->options.profiles;

	/* where there is no project, that is what is wrong */
	for (size_t i = 0; run->nprojects && i < profiles->count; i++) {
		struct nearest nearest = { .wanted = profiles->all[i] };
		struct builder b = { .arena = &run->lint->run };
		bool found = str_eq(profiles->all[i], STR("*"));

		for (size_t k = 0; k < run->nprojects && !found; k++)
			found = !run->projects[k].project ||
				project_has_profile(run->projects[k].project, &nearest);
		utf8_add_visible(&b, profiles->all[i], 200);
		if (!found)
			notice_add(run->lint, NOTICE_REMARK, SPAN_NONE,
				   "--profile %.*s: no service has a profile of that name%.*s",
				   STR_FMT(builder_str(&b)),
				   STR_FMT(nearest_question(b.arena, &nearest)));
	}
}

/* -f is literal: what is meant to be merged into another file is the whole project there. */
static void check_lone_override(struct run *run)
{
	const struct str_list *files = &run->options.files;
	struct builder b = { .arena = &run->lint->run };

	if (files->count != 1 || str_find(path_base(files->all[0]), STR("override"), 0) == STR_NPOS)
		return;
	utf8_add_visible(&b, files->all[0], 200);
	notice_add(run->lint, NOTICE_REMARK, SPAN_NONE,
		   "%.*s is judged as a whole project, for -f names nothing else; give the file it "
		   "is merged into before it, with another -f",
		   STR_FMT(builder_str(&b)));
}

void run_say_notices(struct run *run)
{
	notices_sort(run->lint);
	if (run->options.quiet < 2)
		notices_write(run->lint, run->credentials, !run->options.quiet, stderr);
	if (run->options.strict_config && notices_count_mistakes(run->lint))
		run->could_not = true;
}

/*
 * The top of the checkout, by which forges name files: as the user has it, as the CI server has it,
 * else the folder with .git around the first project.  Empty: there is no checkout.
 */
static struct str find_root(const struct run *run, const struct files *files,
			    const struct discovery *discovery)
{
	static const struct str variables[] = { STR_INIT("GITHUB_WORKSPACE"),
						STR_INIT("CI_PROJECT_DIR") };
	struct arena *arena = &run->lint->run;
	struct str folder = run->current_directory;

	if (run->lint->sources.naming.relative_to.n)
		return run->lint->sources.naming.relative_to;
	for (size_t i = 0; i < discovery->count; i++) {
		if (discovery->all[i]->failure.failed)
			continue;
		folder = path_directory(discovery->all[i]->absolute[0]);
		break;
	}
	for (size_t i = 0; i < sizeof(variables) / sizeof(*variables); i++) {
		struct str top = term_variable(run->environment, variables[i]);

		if (path_is_absolute(top) && path_is_within(folder, path_clean(arena, top)))
			return path_clean(arena, top);
	}
	return discover_top(arena, files, folder);
}

/* --relative-to and --path-prefix */
static struct failure name_paths(struct run *run, const struct files *files)
{
	struct arena *arena = &run->lint->run;
	struct path_naming *naming = &run->lint->sources.naming;
	struct str directory = run->options.relative_to;
	struct builder b = { .arena = arena };
	enum file_status status;

	naming->prefix = run->options.path_prefix;
	if (!directory.n)
		return FAILURE_NONE;
	naming->relative_to =
		path_clean(arena, path_join(arena, run->current_directory, directory));
	status = files->look(files->self, arena, naming->relative_to);
	if (status == FILE_DIRECTORY)
		return FAILURE_NONE;
	utf8_add_visible(&b, directory, LIMIT_QUOTE_COLUMNS);
	return failure_fmt(
		arena, "--relative-to %.*s: %.*s", STR_FMT(builder_str(&b)),
		STR_FMT(status == FILE_OK ? STR("is no directory") : file_status_text(status)));
}

static struct failure begin_settlement(struct run *run)
{
	run->settlement = (struct settlement){
		.lint = run->lint,
		.options = &run->options,
		.environment = run->environment,
		.credentials = run->credentials,
		.rules = run->rules,
		.current_directory = run->current_directory,
		.min_level = run->choice.min_level,
		.workers = &run->workers,
	};
	return settle_begin(&run->settlement);
}

static void number_projects(struct run *run, const struct gathering *gathering)
{
	struct arena *arena = &run->lint->run;

	run->projects = ARENA_ARRAY(arena, gathering->count, struct report_project);
	run->gathered = ARENA_ARRAY(arena, gathering->count, const struct gathered *);
	for (size_t i = 0; i < gathering->count; i++)
		if (gathering->all[i].counts)
			number_project(run, &gathering->all[i]);
}

/* Before anything is judged: a message is cut to its width where it is made, and half of a secret is
   known to nobody. */
static void learn(struct run *run)
{
	credentials_learn(run->credentials, &run->lint->sources);
	for (size_t i = 0; i < run->nprojects; i++)
		if (run->gathered[i]->learnt)
			credentials_take(run->credentials, run->gathered[i]->learnt);
	run_learn_names(run);
}

struct failure run_judge(struct run *run)
{
	struct lint *lint = run->lint;
	const struct options *options = &run->options;
	struct files disk = file_system_at(&run->current_directory), files;
	struct discover_world world = {
		.files = &files,
		.environment = options->use_environment ? run->environment : NULL,
		.credentials = run->credentials,
	};
	struct discovery *discovery;
	struct gatherer *gatherer;
	struct gathering gathering;
	struct failure failure;

	if (!file_current_directory(&lint->run, &run->current_directory))
		return failure_fmt(&lint->run, "the current directory cannot be found");
	world.current_directory = run->current_directory;
	files = files_once(&disk, run_input(&lint->run, options, run->current_directory),
			   &lint->run, &lint->sources.held, &lint->sources.lock);
	failure = name_paths(run, &files);
	if (!failure.failed)
		failure = choice_read(&lint->run, options, run->rules, &run->choice);
	if (failure.failed)
		return failure;
	failure = begin_settlement(run);
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
	gatherer = gather_begin(lint, run->configs, &run->workers);
	world.configs = run->configs;
	world.found = gather_early;
	world.self = gatherer;
	discovery = discover_projects(lint, options, &world);
	run->root = find_root(run, &files, discovery);
	gathering = gather(gatherer, discovery);
	gather_order(lint, &gathering);
	number_projects(run, &gathering);
	learn(run);
	judge_all(run);
	tell_unused(run, discovery);
	configs_say_unused(run->configs);
	check_profiles(run);
	check_lone_override(run);
	credentials_learn(run->credentials, &lint->sources);
	return run->nprojects ? check_agents(run) : FAILURE_NONE;
}
