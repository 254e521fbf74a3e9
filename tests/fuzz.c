/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "tests/fuzz.h"

#include <stdio.h>
#include <stdlib.h>

const struct fuzz_target fuzz_targets[] = {
	{ "yaml", fuzz_yaml },
	{ "structure", fuzz_structure },
	{ "dotenv", fuzz_dotenv },
	{ "template", fuzz_template },
	{ "dockerfile", fuzz_dockerfile },
	{ "dockerignore", fuzz_dockerignore },
	{ "git_index", fuzz_git_index },
	{ "config", fuzz_config },
	{ "report", fuzz_report },
	{ "suppress", fuzz_suppress },
	{ "baseline", fuzz_baseline },
	{ "project", fuzz_project },
};
const size_t fuzz_target_count = sizeof(fuzz_targets) / sizeof(fuzz_targets[0]);

const struct fuzz_target *fuzz_find(struct str name)
{
	for (size_t i = 0; i < fuzz_target_count; i++)
		if (str_eq(str_from(fuzz_targets[i].name), name))
			return &fuzz_targets[i];
	return NULL;
}

void fuzz_promise(bool holds, const char *promise)
{
	if (holds)
		return;
	fprintf(stderr, "does not hold: %s\n", promise);
	abort();
}

static void check_place(const struct lint *lint, struct span span, bool may_be_none)
{
	const struct source *source = source_get(&lint->sources, span.source);

	if (may_be_none && span_is_none(span))
		return;
	fuzz_promise(source && span.start <= span.end && span.end <= source->bytes.n,
		     "a place lies inside its file");
}

static void check_finding(struct lint *lint, const struct finding *finding)
{
	/* of what could not be loaded at all there may be no place */
	check_place(lint, finding->span, true);
	check_place(lint, finding->extent, true);
	for (const struct related *at = finding->related; at; at = at->next)
		check_place(lint, at->span, true);
	for (size_t i = 0; i < finding->fix.nedits; i++)
		if (!finding->fix.edits[i].creates.n)
			check_place(lint, finding->fix.edits[i].span, false);
}

void fuzz_check_places(struct lint *lint)
{
	for (size_t i = 0; i < lint->diag.count; i++)
		check_finding(lint, lint->diag.findings[i]);
	for (size_t i = 0; i < lint->notices.count; i++)
		check_place(lint, lint->notices.all[i].span, true);
}

const struct source *fuzz_source(struct lint *lint, const char *name, struct str bytes)
{
	struct str shown = str_from(name);

	return source_add(&lint->sources, shown, arena_fmt(&lint->run, "/project/%s", name), bytes);
}
