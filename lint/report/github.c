/* SPDX-License-Identifier: MIT */
/*
 * Workflow commands of GitHub Actions: one line that the runner shows at the
 * place in the pull request.  A runner shows ten of each level for a step and
 * says nothing of the others, so the worst come first and what is beyond ten is
 * printed as gcc lines.  A message is cut where the runner would cut it.
 */
#include "config.h"

#include "report/checkout.h"
#include "report/line.h"

enum {
	SHOWN_OF_LEVEL = 10,
	MESSAGE_COLUMNS = 1000 /* the runner takes 4096 bytes */
};

/* Visible text so that neither the line nor a property ends in it. */
static void add(struct builder *b, struct str visible, bool is_property)
{
	for (size_t i = 0; i < visible.n; i++) {
		char c = visible.p[i];

		if (c == '%' || c == '\r' || c == '\n' || (is_property && (c == ':' || c == ',')))
			builder_fmt(b, "%%%02X", (unsigned)(unsigned char)c);
		else
			builder_byte(b, c);
	}
}

static struct str word_of(enum level level)
{
	return level == LEVEL_ERROR     ? STR("error")
	       : level == LEVEL_WARNING ? STR("warning")
					: STR("notice");
}

static void put(const struct report *report, const struct finding *finding,
		const struct checkout_place *place, FILE *stream)
{
	struct sources *sources = &report->lint->sources;
	struct arena *arena = &report->lint->run;
	struct builder b = { .arena = arena };
	struct place from = source_place(sources, place->span.source, place->span.start);
	struct place to = source_place(sources, place->span.source, place->span.end);

	builder_fmt(&b, "::%.*s file=", STR_FMT(word_of(finding->level)));
	add(&b, line_visible(arena, place->path, 0), true);
	/* on several lines, columns make the runner drop the command */
	if (from.line == to.line)
		builder_fmt(&b, ",line=%u,col=%u,endLine=%u,endColumn=%u", (unsigned)from.line,
			    (unsigned)from.column, (unsigned)to.line, (unsigned)to.column);
	else
		builder_fmt(&b, ",line=%u,endLine=%u", (unsigned)from.line, (unsigned)to.line);
	builder_fmt(&b, ",title=compose-lint %.*s::", STR_FMT(finding->rule));
	if (place->elsewhere) {
		struct builder own = { .arena = arena };

		line_add_place(&own, sources, report_primary(report, finding));
		add(&b, builder_str(&own), false);
		builder_add(&b, STR(": "));
	}
	add(&b, line_visible(arena, finding->message, MESSAGE_COLUMNS), false);
	builder_byte(&b, '\n');
	fwrite(b.p, 1, b.n, stream);
}

void report_github(const struct report *report, FILE *stream)
{
	static const enum level levels[] = { LEVEL_ERROR, LEVEL_WARNING, LEVEL_INFO };
	const struct diag *diag = &report->lint->diag;
	bool *shown = ARENA_ARRAY(&report->lint->run, diag->count + 1, bool);
	struct builder b = { .arena = &report->lint->run };

	for (size_t k = 0; k < sizeof(levels) / sizeof(*levels); k++) {
		size_t count = 0;

		for (size_t i = 0; i < diag->count && count < SHOWN_OF_LEVEL; i++) {
			const struct finding *finding = diag->findings[i];
			struct checkout_place place;

			if (finding->level != levels[k] || finding->suppression ||
			    !checkout_place(report, finding, &place))
				continue;
			put(report, finding, &place, stream);
			shown[i] = true;
			count++;
		}
	}
	for (size_t i = 0; i < diag->count; i++) {
		if (shown[i])
			continue;
		b.n = 0;
		report_gcc_add(report, diag->findings[i], &b);
		fwrite(b.p, 1, b.n, stream);
	}
}
