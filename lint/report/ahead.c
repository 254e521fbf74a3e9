/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "report/ahead.h"

struct making {
	const struct report *report;
	ahead_maker *make;
	struct str *made;
};

static void make_share(void *of, struct lint *lint, void *which)
{
	const struct making *making = of;
	const struct diag_share *share = which;
	struct report report = *making->report;

	report.lint = lint;
	making->make(&report, making->report->lint->diag.findings + share->first,
		     share->end - share->first, making->made + share->first);
}

const struct str *ahead_make(const struct report *report, ahead_maker *make)
{
	const struct diag *diag = &report->lint->diag;
	struct making making = { .report = report, .make = make };
	size_t count;
	void **shares;

	if (!report->threads.run)
		return NULL;
	shares = diag_shares(diag, &count);
	if (count < 2)
		return NULL;
	making.made = ARENA_ARRAY(&report->lint->run, diag->count, struct str);
	report->threads.run(report->threads.self, shares, count, make_share, &making);
	return making.made;
}
