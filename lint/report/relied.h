/* SPDX-License-Identifier: MIT */
/*
 * What a report for a person says of trust, below who is judged: the
 * configuration that was read, and the declarations that were relied on, each
 * with its place.  Prints nothing where there are none.
 */
#ifndef REPORT_RELIED_H
#define REPORT_RELIED_H

#include "report/report.h"

void relied_put(struct lint *lint, const struct report_project *project, FILE *stream);

#endif
