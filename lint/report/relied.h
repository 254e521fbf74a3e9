/* SPDX-License-Identifier: MIT */
/*
 * What a report for a person says of trust, below who is judged: the
 * configuration that was read, and the declarations that were relied on, each
 * with its place.  Prints nothing where there are none.
 */
#ifndef REPORT_RELIED_H
#define REPORT_RELIED_H

#include "engine/reliance.h"
#include "report/report.h"

void relied_put(struct lint *lint, const struct report_project *project, enum reliance_of of,
		FILE *stream);

#endif
