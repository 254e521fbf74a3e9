/* SPDX-License-Identifier: MIT */
/*
 * Lines of env files that git tracks, and so hands to whoever gets the repository.
 *
 * Env files are where secrets belong, as long as they stay on the machine; the
 * index of the checkout says whether one does.  Looked for on demand alone
 * (--git).  Lives in the run arena.  An index that does not tell is a finding
 * incomplete-project.
 */
#ifndef FACT_TRACKED_H
#define FACT_TRACKED_H

#include "model/project.h"
#include "read/file.h"

struct tracked_line {
	struct str name;
	const struct node
		*value; /* as the file has it: with its references, made by no YAML file */
};

struct tracked_lines {
	const struct tracked_line *all; /* in the order of the files, without bare names */
	size_t count;
};

/* Fills in project->tracked. */
void tracked_resolve(struct lint *lint, const struct files *files, struct project *project);

#endif
