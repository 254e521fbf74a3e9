/* SPDX-License-Identifier: MIT */
/*
 * The boundary sheets of a run, as text for people or JSON for programs.
 *
 * Prints what engine/boundary.h holds and adds nothing.  A failure only where
 * the stream cannot be written.
 */
#ifndef REPORT_SHEET_H
#define REPORT_SHEET_H

#include <stdio.h>

#include "engine/boundary.h"
#include "report/report.h"

enum sheet_format { SHEET_TEXT, SHEET_JSON };

struct sheets {
	struct lint *lint;
	const struct report_project *projects;
	const struct boundary *const *all; /* of the same number; NULL: it could not be loaded */
	size_t nprojects;
	struct credentials *credentials;
	bool colour;
	size_t besides; /* sheet_count_besides() */
	int exit_status;
};

/* False: no format of that name. */
bool sheet_format_find(struct str name, enum sheet_format *format);
/* Is there any agent? */
bool sheet_judges(const struct sheets *sheets);
/* The checks of all projects that ended so. */
size_t sheet_count(const struct sheets *sheets, enum verdict verdict);
/* Errors of the run's findings, sorted and each once, that no check of a sheet tells. */
size_t sheet_count_besides(const struct sheets *sheets);
/* The contracts of the agents of the one project, for a configuration. */
struct failure sheet_write_contract(const struct sheets *sheets, FILE *stream);
struct failure sheet_write(const struct sheets *sheets, enum sheet_format format, FILE *stream);

/* One of the formats; sheet_write() is the way to it. */
void sheet_json(const struct sheets *sheets, FILE *stream);

#endif
