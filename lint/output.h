/* SPDX-License-Identifier: MIT */
/*
 * Where the reports of a run go: each --format is one report, on the standard
 * output or in a file.
 *
 * A file is written whole or not at all, and never over a file that the run has
 * read.  The files come first and the standard output last, so that a reader that
 * goes away takes no file with it; what fails does not keep the others from being
 * written.  Lives in the run arena.
 */
#ifndef OUTPUT_H
#define OUTPUT_H

#include "options.h"
#include "report/report.h"

struct output {
	enum report_format format;
	struct str path; /* empty: standard output */
};

struct outputs {
	struct output *all; /* at least one; at most one on the standard output */
	size_t count;
};

/* The words of --format and -o; a mistake in them is a failure. */
struct failure outputs_read(struct arena *arena, const struct options *options,
			    struct outputs *outputs);
/* One of them tells how to mend what is found by edits. */
bool outputs_show_fixes(const struct outputs *outputs);
/*
 * Writes them.  Each failure is said on stderr; false: there was one.  What depends
 * on the terminal counts on the standard output alone.
 */
bool outputs_write(const struct outputs *outputs, const struct report *report,
		   struct str current_directory);

/* Writes to a stream; `self` is handed on. */
typedef struct failure output_writer(void *self, FILE *stream);
/* Of the run that writes. */
struct output_run {
	struct lint *lint;
	const struct report_project *projects;
	size_t nprojects;
	struct str current_directory;
	bool is_model; /* what is written is a Compose file */
};

/* To the file, whole or not at all; to standard output where the path is empty.  A file that the run
   has read is not written to, nor what overwrite.h keeps. */
struct failure output_to(const struct output_run *run, struct str path, output_writer *write,
			 void *self);

#endif
