/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "output.h"

#include "base/limits.h"
#include "base/path.h"
#include "base/utf8.h"
#include "choice.h"
#include "overwrite.h"
#include "read/replace.h"
#include "report/checkout.h"
#include "report/line.h"
#include "run.h"

static struct str visible(struct arena *arena, struct str text)
{
	struct builder b = { .arena = arena };

	utf8_add_visible(&b, text, LIMIT_QUOTE_COLUMNS);
	return builder_str(&b);
}

/* "NAME" or "NAME=PATH" */
static struct failure read_one(struct arena *arena, struct str word, struct output *output)
{
	size_t equals = str_find_byte(word, '=', 0);
	struct str name = str_slice(word, 0, equals == STR_NPOS ? word.n : equals);

	*output = (struct output){ .format = REPORT_TEXT };
	if (!report_format_find(name, &output->format))
		return choice_no_word(arena, STR("--format"), report_format_words(arena), name);
	if (equals == STR_NPOS)
		return FAILURE_NONE;
	output->path = str_slice(word, equals + 1, word.n);
	if (str_eq(output->path, STR("-"))) {
		output->path = STR("");
		return FAILURE_NONE;
	}
	if (output->path.n)
		return FAILURE_NONE;
	return failure_fmt(arena, "--format %.*s= names no file; try 'compose-lint --help'",
			   STR_FMT(name));
}

/* Two reports in one place would be none. */
static struct failure check_places(struct arena *arena, const struct outputs *outputs,
				   struct str baseline)
{
	for (size_t i = 0; i < outputs->count; i++) {
		struct str path = outputs->all[i].path;

		for (size_t k = 0; k < i; k++) {
			struct str other = outputs->all[k].path;

			if (!path.n && !other.n)
				return failure_fmt(arena, "more than one report for the standard "
							  "output; write the others to files: "
							  "--format NAME=PATH");
			if (path.n && other.n && replace_is_same(arena, path, other))
				return failure_fmt(arena, "more than one report for %.*s",
						   STR_FMT(visible(arena, path)));
		}
		if (path.n && baseline.n && replace_is_same(arena, path, baseline))
			return failure_fmt(arena, "a report and the baseline for %.*s",
					   STR_FMT(visible(arena, path)));
	}
	return FAILURE_NONE;
}

struct failure outputs_read(struct arena *arena, const struct options *options,
			    struct outputs *outputs)
{
	const struct str_list *words = &options->formats;
	struct failure failure = FAILURE_NONE;

	outputs->all = ARENA_ARRAY(arena, words->count + 1, struct output);
	outputs->count = words->count ? words->count : 1;
	for (size_t i = 0; i < words->count && !failure.failed; i++)
		failure = read_one(arena, words->all[i], &outputs->all[i]);
	if (failure.failed)
		return failure;
	if (options->output.n && (outputs->count > 1 || outputs->all[0].path.n))
		return failure_fmt(arena, "-o is for one report; with several, each has its file: "
					  "--format NAME=PATH");
	if (options->output.n)
		outputs->all[0].path = options->output;
	return check_places(arena, outputs, options->write_baseline);
}

bool outputs_show_fixes(const struct outputs *outputs)
{
	for (size_t i = 0; i < outputs->count; i++)
		if (report_format_shows_fixes(outputs->all[i].format))
			return true;
	return false;
}

static bool is_read(struct lint *lint, struct str path)
{
	for (uint32_t i = 1; i < lint->sources.count; i++) {
		const struct source *source = source_get(&lint->sources, i);

		if (source && replace_is_same(&lint->run, path, source->path))
			return true;
	}
	return false;
}

/* Why nothing is written there; p NULL: it may be. */
static struct str refusal(const struct output_run *run, struct str path)
{
	path = path_join(&run->lint->run, run->current_directory, path);
	if (is_read(run->lint, path))
		return STR("it is one of the files that were read");
	return overwrite_refusal(&run->lint->run, run->projects, run->nprojects, path,
				 run->is_model);
}

struct failure output_to(const struct output_run *run, struct str path, output_writer *write,
			 void *self)
{
	struct arena *arena = &run->lint->run;
	struct replacement file;
	struct failure failure;
	struct str reason;

	if (!path.n)
		return write(self, stdout);
	reason = refusal(run, path);
	if (reason.p)
		return failure_fmt(arena, "cannot write %.*s: %.*s", STR_FMT(visible(arena, path)),
				   STR_FMT(reason));
	failure = replace_begin(arena, path, &file);
	if (failure.failed)
		return failure;
	failure = write(self, file.stream);
	if (!failure.failed)
		return replace_commit(&file);
	replace_abandon(&file);
	return failure_fmt(arena, "%.*s: %.*s", STR_FMT(visible(arena, path)),
			   STR_FMT(failure.message));
}

/* A report on its way to its place. */
struct writing {
	struct report report;
	enum report_format format;
};

static struct failure write_report(void *self, FILE *stream)
{
	const struct writing *writing = self;

	return report_write(&writing->report, writing->format, stream);
}

static struct failure write_one(const struct output *output, const struct report *report,
				struct str current_directory)
{
	struct writing writing = { *report, output->format };

	if (output->path.n) {
		writing.report.colour = writing.report.links = false;
		writing.report.width = 0;
	}
	return output_to(
		&(struct output_run){
			.lint = report->lint,
			.projects = report->projects,
			.nprojects = report->nprojects,
			.current_directory = current_directory,
		},
		output->path, write_report, &writing);
}

/* A report that has lost its findings looks like a clean one. */
static void say_outside(const struct report *report, enum report_format format)
{
	struct arena *arena = &report->lint->run;
	size_t count = checkout_count_outside(report);
	struct builder b = { .arena = arena };

	if (!count)
		return;
	builder_fmt(&b,
		    "compose-lint: the %s report leaves out %zu finding%s in files outside the "
		    "checkout, which is %.*s; --relative-to names another top",
		    format == REPORT_SARIF ? "sarif" : "gitlab", count, count == 1 ? "" : "s",
		    STR_FMT(visible(arena, report->root)));
	line_put(stderr, &b);
}

bool outputs_write(const struct outputs *outputs, const struct report *report,
		   struct str current_directory)
{
	bool good = true;

	for (int on_stdout = 0; on_stdout < 2; on_stdout++) {
		for (size_t i = 0; i < outputs->count; i++) {
			const struct output *output = &outputs->all[i];
			struct failure failure;

			if ((output->path.n == 0) != on_stdout || (on_stdout && report->silent))
				continue;
			if (!report->silent &&
			    (output->format == REPORT_SARIF || output->format == REPORT_GITLAB))
				say_outside(report, output->format);
			failure = write_one(output, report, current_directory);
			if (failure.failed)
				run_complain(failure);
			good = good && !failure.failed;
		}
	}
	return good;
}
