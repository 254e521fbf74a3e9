/* SPDX-License-Identifier: MIT */
/*
 * Env files to assignments: the grammar of .env (compose-go, dotenv/parser.go)
 * and the raw one (`format: raw`).  Looks nothing up; order and duplicates are
 * kept.
 *
 * A line that Compose cannot read: finding model-invalid at that line, and the
 * file is `broken`; the assignments before it are given.  Never quotes a value.
 */
#ifndef READ_DOTENV_H
#define READ_DOTENV_H

#include "base/diag.h"

struct assignment {
	struct str name;
	struct span name_span;
	struct span span; /* the value with its quotes; for a bare name: the name */
	struct str
		value; /* template text if `expand` (a literal dollar is doubled), else the value */
	bool expand;
	bool bare; /* a name without "=": its value is looked up */
};

struct dotenv {
	const struct assignment *assignments;
	size_t count;
	bool broken;
};

enum dotenv_format { DOTENV_DEFAULT, DOTENV_RAW };

struct dotenv dotenv_parse(struct lint *lint, const struct source *source,
			   enum dotenv_format format);

#endif
