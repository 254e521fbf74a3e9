/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "report/relied.h"

#include "report/line.h"

enum { COLUMNS = 80, NAMED = 6 };

static void put_configuration(struct lint *lint, struct str name, FILE *stream)
{
	struct builder b = { .arena = &lint->run };

	builder_add(&b, STR("configuration: "));
	line_add(&b, name);
	line_put(stream, &b);
}

void relied_put(struct lint *lint, const struct report_project *project, enum reliance_of of,
		FILE *stream)
{
	struct builder b = { .arena = &lint->run };
	struct reliances relied;

	if (project->configuration.n)
		put_configuration(lint, project->configuration, stream);
	if (!project->project || !project->roles)
		return;
	relied = reliances_of(lint, project->project, of);
	for (size_t i = 0; i < relied.count && i < NAMED; i++) {
		builder_add(&b, i ? STR("; ") : STR(""));
		builder_add(&b, relied.all[i].what);
		builder_add(&b, STR(" ("));
		line_add_place(&b, &lint->sources, relied.all[i].place);
		builder_byte(&b, ')');
	}
	if (relied.count > NAMED)
		builder_fmt(&b, "; and %zu more", relied.count - NAMED);
	if (relied.count)
		line_wrap(stream, &lint->run, builder_str(&b), COLUMNS, STR("relied on: "),
			  STR("           "));
}
