/* SPDX-License-Identifier: MIT */
/*
 * The merged project as YAML or JSON, as `docker compose config` prints it:
 * keys in order, every dollar doubled.
 *
 * Values that look like a credential, or that stand behind a name of one, are
 * printed as *** unless secrets are to be shown.  What is not safe as a plain
 * scalar is quoted, and no control byte of the input reaches the stream.
 * Prints nothing and returns a failure when JSON has no form for a number, or
 * the model has no value at the path.
 */
#ifndef REPORT_MERGED_H
#define REPORT_MERGED_H

#include <stdio.h>

#include "base/diag.h"
#include "model/project.h"

enum merged_format { MERGED_YAML, MERGED_JSON };

struct merged_request {
	enum merged_format format;
	bool all_resources;
	bool provenance; /* says of each value where it comes from */
	struct str path; /* only the value there, with its history, as YAML; empty: all */
	struct credentials *credentials; /* NULL: secrets are shown */
};

/* False: no format of that name. */
bool merged_format_find(struct str name, enum merged_format *format);
struct failure merged_write(struct lint *lint, const struct project *project,
			    const struct merged_request *request, FILE *stream);

#endif
