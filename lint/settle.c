/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "settle.h"

#include <stdlib.h>
#include <time.h>

#include "base/calendar.h"
#include "base/limits.h"
#include "base/path.h"
#include "base/utf8.h"
#include "engine/engine.h"
#include "engine/join.h"
#include "overwrite.h"
#include "read/file.h"
#include "read/replace.h"
#include "report/term.h"

static struct failure find_today(const struct settlement *s, int *today)
{
	struct str value = term_variable(s->environment, STR("SOURCE_DATE_EPOCH"));
	int64_t seconds = (int64_t)time(NULL);

	if (value.n && (!str_to_int(value, &seconds) || seconds < 0))
		return failure_fmt(&s->lint->run,
				   "SOURCE_DATE_EPOCH is a number of seconds, and this is none");
	if (!calendar_date(seconds, today))
		return failure_fmt(&s->lint->run, "SOURCE_DATE_EPOCH is beyond all days");
	return FAILURE_NONE;
}

/* ---- baselines ---- */

static struct str absolute(const struct settlement *s, struct str path)
{
	return path_clean(&s->lint->run, path_join(&s->lint->run, s->current_directory, path));
}

/* Read once for all projects that name it. */
static struct failure find_baseline(struct settlement *s, struct str path, struct str name,
				    struct baseline **found)
{
	struct files files = file_system();
	struct arena *arena = &s->lint->run;
	struct builder shown = { .arena = arena };
	enum file_status status;
	struct str bytes;

	for (size_t i = 0; i < s->nbaselines; i++)
		if (str_eq(s->baselines[i]->path, path)) {
			*found = s->baselines[i];
			return FAILURE_NONE;
		}
	status = files.read(files.self, arena, path, LIMIT_FILE_BYTES, &bytes);
	utf8_add_visible(&shown, name, LIMIT_QUOTE_COLUMNS);
	if (status != FILE_OK)
		return failure_fmt(arena, "the baseline %.*s: %.*s%.*s",
				   STR_FMT(builder_str(&shown)), STR_FMT(file_status_text(status)),
				   STR_FMT(status == FILE_ABSENT
						   ? STR("; --write-baseline makes one")
						   : file_status_advice(name, status)));
	*found = baseline_new(s->lint, path);
	s->baselines = arena_grow(arena, s->baselines, s->nbaselines, &s->baseline_capacity,
				  sizeof(*s->baselines));
	s->baselines[s->nbaselines++] = *found;
	return baseline_read(*found, source_add(&s->lint->sources, name, path, bytes));
}

static struct failure choose_baseline(struct settlement *s, const struct config *config,
				      struct baseline **found)
{
	const struct options *options = s->options;
	struct str path = config->baseline;

	*found = NULL;
	if (!s->suppressions || options->write_baseline.n)
		return FAILURE_NONE;
	if (options->baseline.n)
		return find_baseline(s, absolute(s, options->baseline), options->baseline, found);
	if (!path.n)
		return FAILURE_NONE;
	return find_baseline(s, path,
			     source_shown(&s->lint->sources,
					  path_relative(&s->lint->run, path, s->current_directory)),
			     found);
}

static const struct source *source_of(const struct settlement *s,
				      const struct report_project *project,
				      const struct finding *finding)
{
	for (size_t i = 0; span_is_none(finding->span) && i < project->nfiles; i++)
		if (project->files[i].source)
			return source_get(&s->lint->sources, project->files[i].source);
	return source_get(&s->lint->sources, finding->span.source);
}

/* What could not be read stays: nothing behind it was judged. */
static bool can_be_known(const struct settlement *s, const struct finding *finding)
{
	const struct rule *rule = rule_find(s->rules, finding->rule);

	return !finding->suppression && !finding->unseen && rule && !rule->stays;
}

static const struct suppression known = { SUPPRESSED_BY_BASELINE, { "", 0 }, { 0, 0, 0 } };

static void mark_known(struct settlement *s, const struct report_project *projects)
{
	struct diag *diag = &s->lint->diag;

	for (size_t i = 0; i < diag->count; i++) {
		struct finding *finding = diag->findings[i];
		struct baseline *baseline = s->projects[finding->project].baseline;
		struct identity identity;

		if (!baseline || !can_be_known(s, finding))
			continue;
		identity = baseline_identity(baseline, s->credentials,
					     source_of(s, &projects[finding->project], finding),
					     finding);
		if (baseline_take(baseline, &identity))
			finding->suppression = &known;
	}
}

/* ---- what a baseline knows and nobody finds any more ---- */

static bool judges(const struct settled_project *project, const struct rule *rule)
{
	return grading_level(&project->grading, rule, SERVICE_AGENT) != LEVEL_OFF ||
	       grading_level(&project->grading, rule, SERVICE_GATEWAY) != LEVEL_OFF ||
	       grading_level(&project->grading, rule, SERVICE_ORDINARY) != LEVEL_OFF;
}

/* The names of the files, as the baseline has them, of the projects that it serves -> how the last
   of them was judged. */
static struct table files_of(const struct settlement *s, const struct report_project *projects,
			     const struct baseline *baseline)
{
	struct table files = { .arena = &s->lint->run };

	for (size_t i = 0; i < s->nprojects; i++) {
		if (s->projects[i].baseline != baseline)
			continue;
		for (size_t k = 0; k < projects[i].nfiles; k++) {
			const struct source *source =
				source_get(&s->lint->sources, projects[i].files[k].source);
			struct str name = baseline_file_name(baseline, source);
			struct settled_project *before = source ? table_get(&files, name) : NULL;

			/* one that was not judged whole has the last word */
			if (source && !(before && !before->whole))
				table_set(&files, name, &s->projects[i]);
		}
	}
	return files;
}

/* It would have been found again, or its file is gone. */
static bool is_stale(const struct settlement *s, const struct baseline *baseline,
		     struct table *judged, const struct baseline_entry *entry)
{
	const struct rule *rule = rule_find(s->rules, entry->identity.rule);
	const struct settled_project *project = table_get(judged, entry->identity.file);
	struct files files = file_system();

	if (entry->taken == entry->count)
		return false;
	if (project)
		return project->whole && (!rule || judges(project, rule));
	return files.look(files.self, &s->lint->run,
			  path_join(&s->lint->run, baseline->directory, entry->identity.file)) ==
	       FILE_ABSENT;
}

/* How many are stale; *rest: the others, with what is left of their counts. */
static size_t split(const struct settlement *s, const struct report_project *projects,
		    const struct baseline *baseline, struct baseline *rest, struct span *first)
{
	struct table judged = files_of(s, projects, baseline);
	size_t count = 0;

	*rest = *baseline;
	rest->entries = ARENA_ARRAY(&s->lint->run, baseline->count + 1, struct baseline_entry);
	rest->count = 0;
	for (size_t i = 0; i < baseline->count; i++) {
		struct baseline_entry entry = baseline->entries[i];

		if (is_stale(s, baseline, &judged, &entry)) {
			if (!count++ || span_cmp(entry.span, *first) < 0)
				*first = entry.span;
			entry.count = entry.taken;
		}
		if (entry.count)
			rest->entries[rest->count++] = entry;
	}
	return count;
}

/* ---- writing ---- */

static bool is_baseline(const struct settlement *s, const struct source *source)
{
	for (size_t i = 0; i < s->nbaselines; i++)
		if (s->baselines[i]->source == source->number)
			return true;
	return false;
}

static struct failure write_file(const struct settlement *s, struct str path, struct str bytes)
{
	struct replacement file;
	struct failure failure;

	for (uint32_t i = 1; i < s->lint->sources.count; i++) {
		const struct source *source = source_at(&s->lint->sources, i);

		if (source && !is_baseline(s, source) &&
		    replace_is_same(&s->lint->run, path, source->path))
			return failure_fmt(&s->lint->run,
					   "the baseline is not written over %.*s, which "
					   "this run has read",
					   STR_FMT(source->name));
	}
	failure = replace_begin(&s->lint->run, path, &file);
	if (failure.failed)
		return failure;
	fwrite(bytes.p, 1, bytes.n, file.stream);
	return replace_commit(&file);
}

static struct failure tell_stale(const struct settlement *s, const struct report_project *projects,
				 const struct baseline *baseline, bool complete)
{
	struct span first = SPAN_NONE;
	struct baseline rest;
	size_t count = split(s, projects, baseline, &rest, &first);
	bool prunes = s->options->prune_baseline && complete;
	/* the configuration of a checked tree may not say what is rewritten */
	const char *how =
		s->options->baseline.n
			? "--prune-baseline takes them out"
			: "--prune-baseline takes them out where --baseline names the file";
	struct failure failure = FAILURE_NONE;

	if (!count)
		return FAILURE_NONE;
	if (prunes)
		failure = write_file(s, baseline->path, baseline_text(&rest));
	if (!failure.failed)
		notice_add(s->lint, NOTICE_REMARK, first,
			   "what this entry knows is not found any more (%zu such in this "
			   "baseline); %s",
			   count, prunes ? "they are taken out" : how);
	return failure;
}

static struct failure write_baseline(struct settlement *s, const struct report_project *projects)
{
	struct baseline *baseline = baseline_new(s->lint, absolute(s, s->options->write_baseline));
	struct diag *diag = &s->lint->diag;
	struct builder shown = { .arena = &s->lint->run };
	struct str reason =
		overwrite_refusal(&s->lint->run, projects, s->nprojects, baseline->path, false);

	if (reason.p) {
		utf8_add_visible(&shown, s->options->write_baseline, LIMIT_QUOTE_COLUMNS);
		return failure_fmt(&s->lint->run, "cannot write %.*s: %.*s",
				   STR_FMT(builder_str(&shown)), STR_FMT(reason));
	}
	for (size_t i = 0; i < diag->count; i++) {
		struct finding *finding = diag->findings[i];
		struct identity identity;

		if (!can_be_known(s, finding))
			continue;
		identity = baseline_identity(baseline, s->credentials,
					     source_of(s, &projects[finding->project], finding),
					     finding);
		baseline_add(baseline, &identity);
		finding->suppression = &known;
	}
	baseline_sort(baseline);
	return write_file(s, baseline->path, baseline_text(baseline));
}

static struct failure settle_baselines(struct settlement *s, const struct report_project *projects,
				       bool complete)
{
	struct failure failure = FAILURE_NONE;
	size_t beyond = s->lint->diag.beyond_limit;

	if (s->options->write_baseline.n && complete && beyond)
		return failure_fmt(&s->lint->run,
				   "the baseline is not written: it would lack %zu findings, for a "
				   "run keeps %d; lint folder by folder, or --ignore rules",
				   beyond, LIMIT_FINDINGS);
	if (s->options->write_baseline.n && complete)
		return write_baseline(s, projects);
	if (s->options->write_baseline.n || (s->options->prune_baseline && !complete))
		notice_add(s->lint, NOTICE_REMARK, SPAN_NONE,
			   "not everything could be judged, so the baseline is not written");
	mark_known(s, projects);
	for (size_t i = 0; i < s->nbaselines && !failure.failed; i++)
		failure = tell_stale(s, projects, s->baselines[i], complete);
	return failure;
}

/* ---- projects ---- */

struct failure settle_begin(struct settlement *s)
{
	const struct options *options = s->options;
	struct suppress_request request = {
		.lint = s->lint,
		.rules = s->rules,
		.distrusts_files = options->no_inline_ignores,
		.partial = options->select.count > 0 || options->min_level.n > 0,
	};
	struct baseline *baseline;
	struct failure failure;

	/* the boundary sheet tells what is, whatever was said of it */
	if (options->command != COMMAND_LINT)
		return FAILURE_NONE;
	failure = find_today(s, &request.today);
	if (failure.failed)
		return failure;
	s->suppressions = suppressions_new(&request);
	return options->baseline.n ? find_baseline(s, absolute(s, options->baseline),
						   options->baseline, &baseline)
				   : FAILURE_NONE;
}

static bool is_whole(const struct settlement *s, const struct project *project)
{
	return project && !project->refused && !project->incomplete && !project->fragment &&
	       !s->lint->diag.beyond_limit;
}

struct failure settle_before(struct settlement *s, const struct config *config,
			     const struct report_project *shown, const struct choice *choice,
			     struct suppress_view **suppressions)
{
	const struct suppress_project project = {
		.grading = &choice->grading,
		.project = shown->project,
		.files = shown->files,
		.nfiles = shown->nfiles,
		.configuration = config->source,
		.requires_reason = choice->requires_reason,
	};
	struct settled_project settled = { .grading = choice->grading };
	struct failure failure = choose_baseline(s, config, &settled.baseline);

	*suppressions = s->suppressions ? suppressions_begin(s->suppressions, &project) : NULL;
	s->projects = arena_grow(&s->lint->run, s->projects, s->nprojects, &s->project_capacity,
				 sizeof(*s->projects));
	s->projects[s->nprojects++] = settled;
	return failure;
}

void settle_behind(struct settlement *s, const struct report_project *shown,
		   struct suppress_view *suppressions, size_t first)
{
	if (suppressions)
		suppressions_apply(suppressions, shown->roles, first);
	s->projects[s->lint->diag.project].whole = is_whole(s, shown->project);
}

/* ---- what makes the run fail ---- */

static bool makes_finding_fail(const struct finding *finding, const struct report_project *projects)
{
	enum level from = projects[finding->project].fail_on;

	return from != LEVEL_OFF && finding->level >= from && !finding->suppression;
}

/* Is there anything that makes the run fail?  What was not kept may be anything. */
static bool makes_fail(const struct settlement *s, const struct report_project *projects)
{
	const struct diag *diag = &s->lint->diag;

	for (size_t i = 0; i < diag->count; i++)
		if (makes_finding_fail(diag->findings[i], projects))
			return true;
	for (size_t i = 0; diag->beyond_limit && i < s->nprojects; i++)
		if (projects[i].fail_on != LEVEL_OFF)
			return true;
	return false;
}

/* ---- what projects share ---- */

/* A finding, with what makes it the one that is kept. */
struct shared {
	struct finding *finding;
	bool fails;
};

static int compare_facts(const struct finding *a, const struct finding *b)
{
	int order = span_cmp(a->span, b->span);

	if (!order)
		order = str_cmp(a->rule, b->rule);
	if (!order)
		order = str_cmp(a->path, b->path);
	if (!order)
		order = str_cmp(a->owner, b->owner);
	return order ? order : str_cmp(a->evidence, b->evidence);
}

/* Of equal ones the one that matters most comes first. */
static int compare_shared(const void *left, const void *right)
{
	const struct shared *a = left, *b = right;
	int order = compare_facts(a->finding, b->finding);

	if (!order)
		order = (int)b->fails - (int)a->fails;
	if (!order)
		order = (a->finding->suppression != NULL) - (b->finding->suppression != NULL);
	if (!order && a->finding->level != b->finding->level)
		order = a->finding->level > b->finding->level ? -1 : 1;
	if (!order && a->finding->project != b->finding->project)
		order = a->finding->project < b->finding->project ? -1 : 1;
	return order;
}

/* By source: have findings of more than one project a place there? */
static bool *find_shared_sources(const struct settlement *s)
{
	const struct diag *diag = &s->lint->diag;
	size_t nsources = s->lint->sources.count;
	uint32_t *first = ARENA_ARRAY(&s->lint->run, nsources, uint32_t); /* its number and 1 */
	bool *shared = ARENA_ARRAY(&s->lint->run, nsources, bool);

	for (size_t i = 0; i < diag->count; i++) {
		uint32_t source = diag->findings[i]->span.source;
		uint32_t project = diag->findings[i]->project + 1;

		if (span_is_none(diag->findings[i]->span))
			continue;
		if (!first[source])
			first[source] = project;
		else if (first[source] != project)
			shared[source] = true;
	}
	return shared;
}

/* One place of a file says one thing once, however many projects read it. */
static void drop_shared(struct settlement *s, const struct report_project *projects)
{
	struct diag *diag = &s->lint->diag;
	const bool *is_shared = find_shared_sources(s);
	struct shared *all = ARENA_ARRAY(&s->lint->run, diag->count + 1, struct shared);
	size_t count = 0, kept = 0;

	for (size_t i = 0; i < diag->count; i++)
		if (is_shared[diag->findings[i]->span.source])
			all[count++] = (struct shared){
				.finding = diag->findings[i],
				.fails = makes_finding_fail(diag->findings[i], projects),
			};
	if (!count)
		return;
	qsort(all, count, sizeof(*all), compare_shared);
	for (size_t i = 1; i < count; i++) {
		if (compare_facts(all[kept].finding, all[i].finding))
			kept = i;
		else if (all[kept].finding->project != all[i].finding->project)
			all[i].finding->level = LEVEL_OFF;
	}
	diag_sort(diag);
}

/* ---- all of it ---- */

static void finish_share(void *self, struct lint *lint, void *piece)
{
	const struct settlement *s = self;

	engine_finish_share(lint, s->credentials, &s->lint->diag, piece);
}

static void finish(struct settlement *s)
{
	size_t count;
	void **shares;

	engine_finish_begin(s->lint, s->credentials);
	shares = diag_shares(&s->lint->diag, &count);
	workers_run(s->workers, shares, count, finish_share, s);
	diag_drop_equal(&s->lint->diag);
}

struct failure settle(struct settlement *s, const struct report_project *projects, bool complete,
		      bool *fails)
{
	struct failure failure;

	if (s->suppressions)
		suppressions_finish(s->suppressions);
	finish(s);
	drop_shared(s, projects);
	failure = settle_baselines(s, projects, complete);
	if (s->lint->diag.beyond_limit && !failure.failed)
		notice_add(s->lint, NOTICE_REMARK, SPAN_NONE,
			   "%zu findings are not shown, for a run keeps %d; they count as errors, "
			   "since they may be; lint folder by folder, or mend what is shown first",
			   s->lint->diag.beyond_limit, LIMIT_FINDINGS);
	join_findings(s->lint);
	engine_hide(s->lint, s->min_level, s->options->show_suppressed);
	*fails = makes_fail(s, projects);
	return failure;
}
