/* SPDX-License-Identifier: MIT */
/*
 * The lines of a file around a finding, fit to be shown: secrets masked,
 * control bytes visible, TABs as four blanks, cut around what is meant.
 *
 * What is never shown, whatever a pattern says of it: what follows the name in
 * a line of an env file, and the value that a finding about credentials points
 * at.  Lives in the given arena; nothing fails.
 */
#ifndef REPORT_EXCERPT_H
#define REPORT_EXCERPT_H

#include "base/source.h"
#include "fact/credential.h"

enum { EXCERPT_COLUMNS = 160 };

enum excerpt_kind {
	EXCERPT_YAML, /* has a parent line */
	EXCERPT_OTHER,
	EXCERPT_ENV /* NAME=value lines: no value is shown */
};

/* Findings of one line follow each other, and a parent may stand far above. */
struct excerpt_parent {
	uint32_t source, line; /* whose parent it is; 0: nobody's yet */
	uint32_t parent;
};

/* The line shown last, which is masked once however many findings it has.  Begins as { 0 };
   the arena is the same each time. */
struct excerpt_memo {
	const char *line; /* its first byte; NULL: none yet */
	enum excerpt_kind kind;
	struct credential_masked masked; /* no finding hides a byte of it */
	struct str shown;                /* `masked` as it is printed, but for the cut */
	size_t columns;                  /* of all of it */
	size_t at, width;                /* the columns of its first `at` bytes */
};

struct excerpt_request {
	struct excerpt_memo *memo; /* of the report; NULL: nothing is kept */
	struct sources *sources;
	struct credentials *credentials;
	enum excerpt_kind kind;
	bool secret;      /* the finding is about a credential */
	bool conceals;    /* the span is one */
	unsigned columns; /* of a line, at most, an ellipsis apart; 0: EXCERPT_COLUMNS */
	struct span span;
	struct excerpt_parent *last; /* kept from one request to the next; NULL: not kept */
};

struct excerpt {
	uint32_t parent; /* number of the line the first one belongs to; 0: none */
	struct str parent_text;
	uint32_t line; /* 0: nothing to show */
	struct str text;
	size_t column, width; /* columns to underline; column from 0, width at least 1 */
};

struct excerpt excerpt_make(struct arena *arena, const struct excerpt_request *request);

#endif
