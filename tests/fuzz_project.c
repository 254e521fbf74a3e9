/* SPDX-License-Identifier: MIT */
/*
 * A whole project from one input: linted, printed, drawn as a sheet, and merged
 * as `config` does it, each in a format that the bytes choose.
 *
 * The input is several files, one behind the other.  The first is compose.yaml;
 * each further one follows a line "--- NAME" with a path below the project.
 */
#include "config.h"

#include "tests/fuzz.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/path.h"
#include "engine/boundary.h"
#include "engine/configuration.h"
#include "engine/suppress.h"
#include "fact/credential.h"
#include "fact/facts.h"
#include "model/load.h"
#include "report/merged.h"
#include "report/report.h"
#include "report/sheet.h"
#include "rules/registry.h"
#include "tests/held.h"

enum { HELD_FILES = 32 };

/* One look at the project; its memory ends with end(). */
struct look {
	unsigned choice; /* of formats: a number that is the same whenever the input is */
	struct lint lint;
	struct held_file held[HELD_FILES];
	struct held_files all;
	struct files files;
	struct credentials *credentials;
	struct grading grading;
	const struct config *config;
	struct report_project shown;
};

/* The bytes up to the next line that begins with the mark, and the name behind it. */
static struct str cut_file(struct str *rest, struct str *name)
{
	struct str all = *rest;
	size_t at = str_starts(all, STR("--- ")) ? 0 : str_find(all, STR("\n--- "), 0);
	struct str behind;

	*name = STR_NONE;
	*rest = STR_NONE;
	if (at == STR_NPOS)
		return all;
	at += all.p[at] == '\n';
	behind = str_slice(all, at + 4, all.n);
	*name = str_cut(&behind, '\n');
	*rest = behind;
	return str_slice(all, 0, at);
}

static void cut_files(struct look *look, struct str bytes)
{
	struct str name = STR("compose.yaml"), rest = bytes;
	size_t count = 0;

	while (name.p && count < HELD_FILES) {
		struct str next, text = cut_file(&rest, &next);

		look->held[count++] =
			(struct held_file){ held_path(&look->lint.run, str_trim(name)), text };
		name = next;
	}
	look->all = (struct held_files){ look->held, count };
	look->files = held_files(&look->all);
}

static bool is_held(const struct look *look, struct str path)
{
	for (size_t i = 0; i < look->all.count; i++)
		if (str_eq(look->held[i].path, path))
			return true;
	return false;
}

/* Printing takes most of the time, so each input is printed in one format of each kind. */
static unsigned choice_of(struct str bytes)
{
	unsigned choice = 2166136261u;

	for (size_t i = 0; i < bytes.n; i++)
		choice = (choice ^ (unsigned char)bytes.p[i]) * 16777619u;
	return choice >> 8;
}

static void load(struct look *look, struct str bytes, bool as_compose)
{
	struct lint *lint = &look->lint;
	struct str paths[2] = { STR("compose.yaml"), STR("compose.override.yaml") };
	struct load_request request = {
		.files = &look->files,
		.current_directory = HELD_FOLDER,
		.paths = paths,
		.npaths = 1,
		.first_override = 1,
		.looks_for_override = true,
		.as_compose = as_compose,
		.facts = as_compose ? NULL : facts_resolve,
	};
	struct failure failure;

	*look = (struct look){ .choice = choice_of(bytes) };
	lint_init(lint);
	request.asks_git = look->choice & 64;
	cut_files(look, bytes);
	look->credentials = credentials_new(&lint->run);
	request.credentials = look->credentials;
	failure = configs_find(configs_new(&(struct configs_request){
				       .lint = lint,
				       .files = &look->files,
				       .rules = rules_all(),
				       .current_directory = HELD_FOLDER,
			       }),
			       HELD_FOLDER, &look->config);
	if (!failure.failed) {
		request.settings = &look->config->settings;
		request.gateway = look->config->gateway;
	}
	look->grading = grading_new(rules_all(), PRESET_STRICT);
	if (look->config)
		look->grading.settings = look->config->grades;
	if (is_held(look, STR("/project/compose.override.yaml")))
		request.npaths = 2;
	if (!failure.failed)
		load_project(lint, &request, &look->shown.project);
	look->shown.directory = STR(".");
	look->shown.preset = look->grading.preset;
	if (!look->shown.project)
		return;
	look->shown.files = look->shown.project->files;
	look->shown.nfiles = look->shown.project->nfiles;
}

static void end(struct look *look)
{
	credentials_free(look->credentials);
	lint_free(&look->lint);
}

/* ---- what is printed ---- */

/* What a writer printed; freed by the caller. */
struct printed {
	char *bytes;
	size_t n;
	FILE *stream;
};

static void begin_print(struct printed *printed)
{
	*printed = (struct printed){ .bytes = NULL };
	printed->stream = open_memstream(&printed->bytes, &printed->n);
	if (!printed->stream)
		abort();
}

static void end_print(struct printed *printed, bool is_json)
{
	struct str text;

	fclose(printed->stream);
	text = (struct str){ printed->bytes, printed->n };
	fuzz_promise(fuzz_is_harmless(text), "nothing that is printed steers a terminal");
	if (is_json)
		fuzz_check_json(text);
	free(printed->bytes);
}

static void print_report(struct look *look)
{
	const struct report report = {
		.lint = &look->lint,
		.rules = rules_all(),
		.preset = look->grading.preset,
		.projects = &look->shown,
		.nprojects = 1,
		.credentials = look->credentials,
		.width = 80,
	};

	fuzz_print_report(&report, (enum report_format)(look->choice % REPORT_FORMATS));
}

/* What was drafted for a configuration is one, with nothing to be said of it. */
static void check_draft(struct str text)
{
	const struct held_file held = { STR("/project/.compose-lint.yaml"), text };
	struct held_files all = { &held, 1 };
	struct files files = held_files(&all);
	const struct config *config;
	struct failure failure;
	struct lint lint;

	lint_init(&lint);
	failure = configs_find(configs_new(&(struct configs_request){
				       .lint = &lint,
				       .files = &files,
				       .rules = rules_all(),
				       .current_directory = HELD_FOLDER,
			       }),
			       HELD_FOLDER, &config);
	if (failure.failed)
		fprintf(stderr, "%.*s\n", STR_FMT(failure.message));
	fuzz_promise(!failure.failed && !lint.diag.count && !lint.notices.count,
		     "the draft of a contract is a configuration");
	lint_free(&lint);
}

static void print_draft(const struct sheets *sheets)
{
	struct printed printed;

	begin_print(&printed);
	sheet_write_contract(sheets, printed.stream);
	fflush(printed.stream);
	check_draft((struct str){ printed.bytes, printed.n });
	end_print(&printed, false);
}

static void print_sheet(struct look *look)
{
	const enum sheet_format format = look->choice % 2 ? SHEET_JSON : SHEET_TEXT;
	const struct project *project = look->shown.project;
	const struct boundary *boundary;
	struct printed printed;
	struct sheets sheets = {
		.lint = &look->lint,
		.projects = &look->shown,
		.all = &boundary,
		.nprojects = 1,
		.credentials = look->credentials,
	};

	boundary = boundary_draw(&look->lint, project, look->shown.roles, &look->grading,
				 (struct project_list){ NULL, 0 });
	if (look->choice % 4 == 3 && sheet_judges(&sheets) && !project->refused &&
	    !project->incomplete) {
		print_draft(&sheets);
		return;
	}
	begin_print(&printed);
	sheet_write(&sheets, format, printed.stream);
	end_print(&printed, format == SHEET_JSON);
}

static void print_merged(struct look *look)
{
	const struct merged_request request = {
		.format = (enum merged_format)(look->choice % (MERGED_TREE + 1)),
		.provenance = true,
		.credentials = look->credentials,
	};
	struct printed printed;

	begin_print(&printed);
	merged_write(&look->lint, look->shown.project, &request, printed.stream);
	end_print(&printed, request.format == MERGED_JSON);
}

/* Comments of every language, and what the configuration leaves out. */
static void suppress(struct look *look, struct suppressions *suppressions)
{
	const struct suppress_project project = {
		.grading = &look->grading,
		.project = look->shown.project,
		.files = look->shown.files,
		.nfiles = look->shown.nfiles,
		.configuration = look->config ? look->config->source : 0,
		.requires_reason = true,
	};

	suppressions_apply(suppressions_begin(suppressions, &project), look->shown.roles, 0);
	suppressions_finish(suppressions);
}

static void lint_it(struct str bytes)
{
	struct engine_request request;
	struct look look;

	load(&look, bytes, false);
	request = (struct engine_request){ .grading = &look.grading };
	if (look.shown.project)
		look.shown.roles = engine_judge(&look.lint, look.shown.project, &request);
	engine_grade(&look.lint, &look.grading, 0);
	if (look.shown.roles)
		print_sheet(&look);
	suppress(&look, suppressions_new(&(struct suppress_request){
				.lint = &look.lint, .rules = rules_all(), .today = 20260101 }));
	engine_finish(&look.lint, look.credentials);
	fuzz_check_places(&look.lint);
	print_report(&look);
	end(&look);
}

static void merge_it(struct str bytes)
{
	struct look look;

	load(&look, bytes, true);
	if (look.shown.project && !look.shown.project->refused && !look.shown.project->incomplete)
		print_merged(&look);
	end(&look);
}

void fuzz_project(struct str bytes)
{
	lint_it(bytes);
	merge_it(bytes);
}
