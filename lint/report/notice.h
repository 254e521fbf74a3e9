/* SPDX-License-Identifier: MIT */
/*
 * Notices for a person: one line each on standard error, "compose-lint:
 * FILE:LINE:COLUMN: MESSAGE", with credentials masked.  They are no part of the
 * report, whatever its format; the JSON report lists them too.
 */
#ifndef REPORT_NOTICE_H
#define REPORT_NOTICE_H

#include <stdio.h>

#include "base/diag.h"

struct credentials; /* fact/credential.h */

/* `remarks`: also what is no mistake. */
void notices_write(struct lint *lint, struct credentials *credentials, bool remarks, FILE *stream);
/* How many are mistakes. */
size_t notices_count_mistakes(const struct lint *lint);

#endif
