/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "report/listing.h"

#include "fact/credential.h"
#include "report/line.h"

static void put_name(const struct report *report, struct table *told, struct str name, bool nul,
		     FILE *stream)
{
	struct builder b = { .arena = &report->lint->run };

	if (!name.n || table_get(told, name))
		return;
	table_add(told, name, told);
	if (nul) {
		fwrite(name.p, 1, name.n, stream);
		fputc('\0', stream);
		return;
	}
	line_add(&b, name);
	line_put(stream, &b);
}

void listing_files(const struct report *report, bool nul, FILE *stream)
{
	struct table told = { .arena = &report->lint->run };

	for (size_t i = 0; i < report->nprojects; i++) {
		const struct report_project *project = &report->projects[i];

		put_name(report, &told, project->configuration, nul, stream);
		for (size_t k = 0; k < project->nfiles; k++)
			if (project->files[k].source)
				put_name(report, &told, project->files[k].name, nul, stream);
	}
}

static void put_line(const struct report *report, const struct report_project *project,
		     struct str text, FILE *stream)
{
	struct builder b = { .arena = &report->lint->run };

	builder_add(&b, STR("compose-lint: "));
	line_add(&b, project->directory);
	builder_add(&b, STR(": "));
	line_add(&b, credential_mask_text(report->credentials, b.arena, text));
	line_put(stream, &b);
}

static void put_files(const struct report *report, const struct report_project *project,
		      FILE *stream)
{
	struct arena *arena = &report->lint->run;

	for (size_t i = 0; i < project->nfiles; i++) {
		const struct project_file *file = &project->files[i];
		const char *what = file->source   ? "read"
				   : file->absent ? "looked for"
						  : "could not read";

		put_line(report, project,
			 arena_fmt(arena, "%s %.*s (%.*s)", what, STR_FMT(file->name),
				   STR_FMT(report_role_word(file->role))),
			 stream);
	}
}

void listing_verbose(const struct report *report, FILE *stream)
{
	struct arena *arena = &report->lint->run;

	for (size_t i = 0; i < report->nprojects; i++) {
		const struct report_project *project = &report->projects[i];
		const struct roles *roles = project->roles;

		put_line(report, project,
			 arena_fmt(arena, "preset %.*s, %s%.*s",
				   STR_FMT(preset_name(project->preset)),
				   project->configuration.n ? "configuration " : "no configuration",
				   STR_FMT(project->configuration)),
			 stream);
		put_files(report, project, stream);
		for (size_t k = 0; roles && k < roles->count; k++)
			put_line(report, project,
				 arena_fmt(arena, "%.*s is judged as %.*s: %.*s",
					   STR_FMT(roles->entries[k].service->name),
					   STR_FMT(role_name(roles->entries[k].role)),
					   STR_FMT(roles->entries[k].why.n
							   ? roles->entries[k].why
							   : STR("nothing says otherwise"))),
				 stream);
	}
}
