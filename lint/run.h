/* SPDX-License-Identifier: MIT */
/*
 * One run: the projects that the command line names, found, loaded and judged.
 *
 * The caller fills in the first members; the rules come from it too.  run_judge()
 * fills in the rest and leaves findings and notices in run->lint; what has to be
 * said at once goes to stderr.  A failure ends the run; what only one project
 * lacks sets run->could_not, and the others are judged.  All lives in the run
 * arena, or as long as run->workers, which the caller frees at the end.
 */
#ifndef RUN_H
#define RUN_H

#include "choice.h"
#include "options.h"
#include "report/report.h"
#include "settle.h"
#include "workers.h"

struct discovered; /* discover.h */
struct configs;    /* engine/configuration.h */
struct gathered;   /* gather.h */

struct run {
	struct lint *lint;
	struct options options;
	const char *const *environment; /* of the process */
	struct credentials *credentials;
	struct rule_set rules;
	bool without_fixes; /* no report will show them */
	/* filled in */
	struct report_project *projects;  /* those that were looked at */
	const struct gathered **gathered; /* the same, as they were loaded */
	size_t nprojects;
	struct choice choice;         /* by the command line */
	struct str current_directory; /* absolute */
	struct str root;              /* the top of the checkout, absolute; empty: none */
	struct str_list failures;     /* what could not be judged, already said */
	struct configs *configs;
	struct settlement settlement;
	struct workers workers;
	bool fails;     /* a finding is at the level that makes the run fail */
	bool could_not; /* something named could not be read */
};

/* The file that standard input is, absolute; empty: it is not read. */
struct str run_input(struct arena *arena, const struct options *options,
		     struct str current_directory);
/* One line on stderr, if there is anything to say. */
void run_complain(struct failure failure);
struct failure run_judge(struct run *run);
/* Then, once nothing more is to be noticed: on stderr. */
void run_say_notices(struct run *run);
/* Those that were looked at, NULL where one could not be loaded; in the run arena. */
struct project_list run_projects(const struct run *run);
/* The files of a project that did not come to be: those it was to be made of. */
void run_list_files(struct run *run, const struct discovered *found,
		    struct report_project *project);
/* Secrets that the names of projects were made of are secrets of the run in that form, too. */
void run_learn_names(const struct run *run);

#endif
