/* SPDX-License-Identifier: MIT */
/*
 * Places as a forge or a CI server knows them: paths relative to the top of the
 * checkout, report.root, with "/", no "./" and no ".." in them.  Without a checkout they
 * begin in the current directory and may climb out of it.
 *
 * What lies outside the checkout cannot be shown there.  A finding in such a file
 * is shown where the checkout leads to it: at its first related place within, else
 * at the beginning of its project.  All lives in the run arena; nothing fails.
 */
#ifndef REPORT_CHECKOUT_H
#define REPORT_CHECKOUT_H

#include "engine/fingerprint.h"
#include "report/report.h"

struct checkout_place {
	struct span span;
	struct str path;
	bool elsewhere; /* the finding's own place is outside */
};

/* Empty: the source lies outside, or is none. */
struct str checkout_path(const struct report *report, uint32_t source);
/* False: nothing of the finding lies within. */
bool checkout_place(const struct report *report, const struct finding *finding,
		    struct checkout_place *place);
/* How many findings lie nowhere within, so that no forge can show them. */
size_t checkout_count_outside(const struct report *report);
/* The findings of the run, and behind them those that are told in them, in their order: a forge
   knows each service's by itself. */
struct finding **checkout_findings(const struct report *report, size_t *count);
struct identity checkout_identity(const struct report *report, const struct finding *finding);
/* The fingerprint of each finding without "v1:"; those of one identity are told apart by "-2",
   "-3" at their end. */
const struct str *checkout_prints(const struct report *report, struct finding *const *findings,
				  size_t count);

#endif
