/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "tests/support.h"

#include <check.h>
#include <stdlib.h>

#include "base/path.h"
#include "fact/credential.h"
#include "fact/facts.h"
#include "engine/configuration.h"
#include "model/load.h"
#include "tests/held.h"

/* ---- the text of a test ---- */

/* Places as text: sorted, each once. */
struct places {
	struct arena *arena;
	struct str *all;
	size_t count, capacity;
};

static void add_place(struct places *places, struct str name, unsigned line)
{
	places->all = arena_grow(places->arena, places->all, places->count, &places->capacity,
				 sizeof(*places->all));
	places->all[places->count++] = arena_fmt(places->arena, "%.*s:%u\n", STR_FMT(name), line);
}

static struct str places_text(struct places *places)
{
	struct builder b = { .arena = places->arena };

	if (places->count > 1)
		qsort(places->all, places->count, sizeof(*places->all), held_by_bytes);
	for (size_t i = 0; i < places->count; i++)
		if (!i || !str_eq(places->all[i], places->all[i - 1]))
			builder_add(&b, places->all[i]);
	return builder_str(&b);
}

/* The line without its mark. */
static struct str unmarked(struct str line, bool *marked)
{
	*marked = str_ends(line, STR("# <-"));
	if (!*marked)
		return line;
	line.n -= 4;
	while (line.n && byte_is_blank(line.p[line.n - 1]))
		line.n--;
	return line;
}

static void cut_files(struct test_run *run, struct str text)
{
	struct arena *arena = &run->lint.run;
	struct places marks = { .arena = arena };
	struct held_file *all = NULL;
	size_t count = 0, capacity = 0;
	struct builder bytes = { .arena = arena };
	struct str name = STR("compose.yaml"), rest = text;
	unsigned number = 0;

	while (rest.p) {
		struct str line = str_cut(&rest, '\n');
		bool starts = str_starts(line, STR("--- ")), marked, last = !rest.p && !line.n;

		if (starts || last) {
			all = arena_grow(arena, all, count, &capacity, sizeof(*all));
			all[count++] =
				(struct held_file){ held_path(arena, name), builder_str(&bytes) };
			bytes = (struct builder){ .arena = arena };
			name = str_trim(str_slice(line, 4, line.n));
			number = 0;
			continue;
		}
		line = unmarked(line, &marked);
		number++;
		if (marked)
			add_place(&marks, name, number);
		builder_add(&bytes, line);
		/* a text that does not end in a newline ends so in the file */
		if (rest.p)
			builder_byte(&bytes, '\n');
		else
			rest = STR("");
	}
	run->files = (struct held_files){ all, count };
	run->wanted = places_text(&marks);
}

/* ---- linting ---- */

/* Judges what was loaded, with all that the run does to findings. */
static void judge(struct test_run *run, const struct test_options *options,
		  const struct config *config, struct engine_request *request)
{
	struct suppressions *suppressions = suppressions_new(&(struct suppress_request){
		.lint = &run->lint,
		.rules = options->rules,
		.today = options->today,
		.distrusts_files = options->no_inline_ignores,
	});
	const struct suppress_project project = {
		.grading = request->grading,
		.project = run->project,
		.files = run->project ? run->project->files : NULL,
		.nfiles = run->project ? run->project->nfiles : 0,
		.configuration = config->source,
		.requires_reason =
			request->grading->preset != PRESET_BASELINE || config->requires_reason,
	};

	if (options->rules.count)
		request->suppressions = suppressions_begin(suppressions, &project);
	if (run->project && options->rules.count)
		run->roles = engine_judge(&run->lint, run->project, request);
	engine_grade(&run->lint, request->grading, 0);
	if (options->rules.count) {
		suppressions_apply(request->suppressions, run->roles, 0);
		suppressions_finish(suppressions);
	}
	engine_finish(&run->lint, run->credentials);
	engine_hide(&run->lint, LEVEL_OFF, options->show_suppressed);
}

/* Whatever stage made a mapping, each of its keys is found. */
static void check_keys(const struct node *node)
{
	for (size_t i = 0; i < node->count; i++) {
		if (node->kind == NODE_SEQUENCE) {
			check_keys(node->in.items[i]);
			continue;
		}
		ck_assert_ptr_eq(node_pair(node, node->in.pairs[i].key->text), &node->in.pairs[i]);
		check_keys(node->in.pairs[i].value);
	}
}

void test_lint(struct test_run *run, struct str text, const struct test_options *options)
{
	struct str paths[2] = { STR("compose.yaml"), STR("compose.override.yaml") };
	struct grading grading = grading_new(options->rules, options->preset);
	struct engine_request judging = {
		.grading = &grading,
		.agents = &options->agent,
		.nagents = options->agent.n > 0,
		.without_fixes = options->without_fixes,
	};
	struct files files;
	struct load_request request = {
		.current_directory = HELD_FOLDER,
		.paths = paths,
		.npaths = 1,
		.first_override = 1,
		.profiles = &options->profile,
		.nprofiles = options->profile.n > 0,
		.looks_for_override = true,
		.as_compose = options->as_compose,
		.facts = facts_resolve,
	};
	const struct config *config;
	struct failure failure;

	*run = (struct test_run){ .project = NULL };
	lint_init(&run->lint);
	cut_files(run, text);
	files = held_files(&run->files);
	run->credentials = credentials_new(&run->lint.run);
	request.files = &files;
	request.credentials = run->credentials;
	failure = configs_find(configs_new(&(struct configs_request){
				       .lint = &run->lint,
				       .files = &files,
				       .rules = options->rules,
				       .current_directory = HELD_FOLDER,
				       .distrusts_files = options->no_inline_ignores,
			       }),
			       HELD_FOLDER, &config);
	ck_assert_msg(!failure.failed, "%.*s", STR_FMT(failure.message));
	request.settings = &config->settings;
	request.gateway = options->gateway ? options->gateway : config->gateway;
	grading.settings = config->grades;
	if (config->has_preset)
		grading.preset = config->preset;
	if (files.look(files.self, &run->lint.run, paths[1]) == FILE_OK)
		request.npaths = 2;
	failure = load_project(&run->lint, &request, &run->project);
	ck_assert_msg(!failure.failed, "%.*s", STR_FMT(failure.message));
	if (run->project)
		check_keys(run->project->model);
	judge(run, options, config, &judging);
}

struct str test_notices(struct test_run *run)
{
	struct builder b = { .arena = &run->lint.run };

	notices_sort(&run->lint);
	for (size_t i = 0; i < run->lint.notices.count; i++) {
		const struct notice *notice = &run->lint.notices.all[i];
		struct place place =
			source_place(&run->lint.sources, notice->span.source, notice->span.start);

		builder_fmt(&b, "%.*s:%u:%u: %.*s\n",
			    STR_FMT(source_name(&run->lint.sources, notice->span)), place.line,
			    place.column, STR_FMT(notice->message));
	}
	return builder_str(&b);
}

void test_end(struct test_run *run)
{
	credentials_free(run->credentials);
	lint_free(&run->lint);
}

const struct service *test_service(struct test_run *run, const char *name)
{
	const struct service *service =
		run->project ? project_service(run->project, str_from(name)) : NULL;

	ck_assert_msg(service, "no service \"%s\"", name);
	return service;
}

/* ---- what is reported ---- */

/* As the test wrote it: seen from the HELD_FOLDER. */
static struct str file_of(struct test_run *run, struct span span)
{
	const struct source *source = source_get(&run->lint.sources, span.source);

	if (!source)
		return STR("");
	return path_relative(&run->lint.run, held_path(&run->lint.run, source->path), HELD_FOLDER);
}

struct str test_lines(struct test_run *run, struct str rule)
{
	struct places places = { .arena = &run->lint.run };

	for (size_t i = 0; i < run->lint.diag.count; i++) {
		const struct finding *finding = run->lint.diag.findings[i];
		struct span at = finding->span;

		if (str_eq(finding->rule, rule))
			add_place(&places, file_of(run, at),
				  source_place(&run->lint.sources, at.source, at.start).line);
	}
	return places_text(&places);
}

static void add_span(struct test_run *run, struct builder *b, struct span span)
{
	struct place place;

	if (span_is_none(span))
		return;
	place = source_place(&run->lint.sources, span.source, span.start);
	builder_fmt(b, "%.*s:%u:%u: ", STR_FMT(file_of(run, span)), place.line, place.column);
}

struct str test_findings(struct test_run *run, struct str rule)
{
	struct builder b = { .arena = &run->lint.run };

	for (size_t i = 0; i < run->lint.diag.count; i++) {
		const struct finding *finding = run->lint.diag.findings[i];

		if (rule.n && !str_eq(finding->rule, rule))
			continue;
		add_span(run, &b, finding->span);
		if (!rule.n)
			builder_fmt(&b, "[%.*s] ", STR_FMT(finding->rule));
		builder_fmt(&b, "%.*s\n", STR_FMT(finding->message));
		for (const struct related *at = finding->related; at; at = at->next) {
			builder_add(&b, STR("  "));
			add_span(run, &b, at->span);
			builder_fmt(&b, "%.*s\n", STR_FMT(at->message));
		}
	}
	return builder_str(&b);
}

struct str test_difference(struct test_run *run, struct str rule)
{
	struct str got = test_lines(run, rule), findings = test_findings(run, STR(""));
	struct builder b = { .arena = &run->lint.run };

	if (str_eq(got, run->wanted))
		return STR("");
	for (size_t i = 0; i < run->files.count; i++)
		builder_fmt(&b, "--- %.*s\n%.*s", STR_FMT(path_base(run->files.all[i].path)),
			    STR_FMT(run->files.all[i].bytes));
	builder_fmt(&b, "wanted of %.*s:\n%.*sgot:\n%.*sall findings:\n%.*s", STR_FMT(rule),
		    STR_FMT(run->wanted), STR_FMT(got), STR_FMT(findings));
	return builder_str(&b);
}

/* ---- spans ---- */

static bool is_inside(struct test_run *run, struct span span)
{
	const struct source *source = source_get(&run->lint.sources, span.source);

	return source && span.start <= span.end && span.end <= source->bytes.n;
}

static struct str stray(struct test_run *run, const struct finding *finding, struct span span)
{
	return arena_fmt(&run->lint.run, "%.*s: \"%.*s\" has a place %u:%u-%u outside of any file",
			 STR_FMT(finding->rule), STR_FMT(finding->message), span.source, span.start,
			 span.end);
}

struct str test_stray_span(struct test_run *run)
{
	for (size_t i = 0; i < run->lint.diag.count; i++) {
		const struct finding *finding = run->lint.diag.findings[i];

		if (!is_inside(run, finding->span))
			return stray(run, finding, finding->span);
		if (!span_is_none(finding->extent) && !is_inside(run, finding->extent))
			return stray(run, finding, finding->extent);
		/* a note may have no place */
		for (const struct related *at = finding->related; at; at = at->next)
			if (!span_is_none(at->span) && !is_inside(run, at->span))
				return stray(run, finding, at->span);
		for (size_t j = 0; j < finding->fix.nedits; j++)
			if (!finding->fix.edits[j].creates.n &&
			    !is_inside(run, finding->fix.edits[j].span))
				return stray(run, finding, finding->fix.edits[j].span);
	}
	return STR("");
}
