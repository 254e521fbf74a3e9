/* SPDX-License-Identifier: MIT */
/*
 * A whole project from one input: linted, printed in every format, drawn as a
 * sheet, and merged as `config` does it.
 *
 * The input is several files, one behind the other.  The first is compose.yaml;
 * each further one follows a line "--- NAME" with a path below the project.
 */
#include "config.h"

#include "tests/fuzz.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/path.h"
#include "engine/boundary.h"
#include "engine/configuration.h"
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

	*look = (struct look){ .config = NULL };
	lint_init(lint);
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

/* Bytes that steer a terminal; none is ours while there is no colour. */
static bool is_harmless(struct str text)
{
	for (size_t i = 0; i < text.n; i++) {
		unsigned char c = (unsigned char)text.p[i];

		if ((c < 0x20 && c != '\n' && c != '\t') || c == 0x7f)
			return false;
		/* C1 in UTF-8 */
		if (c == 0xc2 && i + 1 < text.n && (unsigned char)text.p[i + 1] < 0xa0)
			return false;
	}
	return true;
}

static void check_json(struct str text)
{
	json_t *value = json_loadb(text.p, text.n, JSON_ALLOW_NUL | JSON_REJECT_DUPLICATES, NULL);

	fuzz_promise(value != NULL, "a report in JSON is JSON");
	json_decref(value);
}

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
	fuzz_promise(is_harmless(text), "nothing that is printed steers a terminal");
	if (is_json)
		check_json(text);
	free(printed->bytes);
}

static void print_reports(struct look *look)
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

	for (int format = 0; format < REPORT_FORMATS; format++) {
		struct printed printed;

		begin_print(&printed);
		report_write(&report, (enum report_format)format, printed.stream);
		end_print(&printed, format == REPORT_JSON);
	}
}

static void print_sheets(struct look *look)
{
	const struct boundary *boundary;
	struct sheets sheets = {
		.lint = &look->lint,
		.projects = &look->shown,
		.all = &boundary,
		.nprojects = 1,
		.credentials = look->credentials,
	};

	boundary = boundary_draw(&look->lint, look->shown.project, look->shown.roles,
				 &look->grading, (struct project_list){ NULL, 0 });
	for (int format = SHEET_TEXT; format <= SHEET_JSON; format++) {
		struct printed printed;

		begin_print(&printed);
		sheet_write(&sheets, (enum sheet_format)format, printed.stream);
		end_print(&printed, format == SHEET_JSON);
	}
}

static void print_merged(struct look *look)
{
	for (int format = MERGED_YAML; format <= MERGED_TREE; format++) {
		struct merged_request request = {
			.format = (enum merged_format)format,
			.provenance = true,
			.credentials = look->credentials,
		};
		struct printed printed;

		begin_print(&printed);
		merged_write(&look->lint, look->shown.project, &request, printed.stream);
		end_print(&printed, format == MERGED_JSON);
	}
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
		print_sheets(&look);
	engine_finish(&look.lint, look.credentials);
	fuzz_check_places(&look.lint);
	print_reports(&look);
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
