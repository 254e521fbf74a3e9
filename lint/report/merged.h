/* SPDX-License-Identifier: MIT */
/*
 * The merged project as `docker compose config` prints it, in YAML or JSON:
 * keys in order, every dollar doubled.  On demand each value says where it was
 * set and by which steps it came there: as a comment in YAML, beside the model
 * in JSON, and as lines of their own in the tree, which is for people.
 *
 * Values that look like a credential, or that stand behind a name of one, are
 * printed as *** unless secrets are to be shown, in histories too.  What is not
 * safe as a plain scalar is quoted, and no control byte of the input reaches
 * the stream.  Prints nothing and returns a failure when JSON has no form for a
 * number, or when the model has no value of that path.
 */
#ifndef REPORT_MERGED_H
#define REPORT_MERGED_H

#include <stdio.h>

#include "base/diag.h"
#include "model/project.h"

enum merged_format { MERGED_YAML, MERGED_JSON, MERGED_TREE };

struct merged_request {
	enum merged_format format;
	bool all_resources;
	bool provenance;                 /* the tree has it always */
	struct str path;                 /* only this value; STR_NONE: the whole model */
	struct credentials *credentials; /* NULL: secrets are shown */
};

/* False: no format of that name. */
bool merged_format_find(struct str name, enum merged_format *format);
struct failure merged_write(struct lint *lint, const struct project *project,
			    const struct merged_request *request, FILE *stream);

#endif
