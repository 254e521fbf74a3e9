/* SPDX-License-Identifier: MIT */
/*
 * The lines of a file around a finding, fit to be shown: secrets masked,
 * control bytes visible, TABs as four blanks, cut around what is meant.
 *
 * What is never shown, whatever a pattern says of it: what follows the name in
 * a line of an env file, and the value that a finding about credentials points
 * at; and no line of a file that stands where a Dockerfile is expected and has no FROM,
 * for it may be anything.  Lives in the given arena; nothing fails.  A line that goes on in others is
 * not shown once LIMIT_JOINED_BYTES of such lines were searched for a memo.
 */
#ifndef REPORT_EXCERPT_H
#define REPORT_EXCERPT_H

#include "base/source.h"
#include "fact/credential.h"

enum { EXCERPT_COLUMNS = 160 };

enum excerpt_kind {
	EXCERPT_YAML, /* has a parent line */
	EXCERPT_DOCKERFILE,
	EXCERPT_OTHER,
	EXCERPT_ENV /* NAME=value lines: no value is shown */
};

/* A line as it is shown when no finding hides a byte of it. */
struct excerpt_line {
	const char *first; /* byte of it; NULL: none yet */
	enum excerpt_kind kind;
	struct credential_masked masked;
	struct str shown; /* `masked` as it is printed, but for the cut */
	size_t columns;   /* of all of it */
	size_t at, width; /* the columns of its first `at` bytes */
};

enum { EXCERPT_INDENTS = 32 };

/* What of a line is hidden for what it says together with the lines that it goes on in. */
struct excerpt_torn {
	const char *first; /* byte of the line; NULL: none yet */
	enum excerpt_kind kind;
	struct credential_range *ranges; /* with room for one more */
	size_t count;
};

/*
 * What is kept from one excerpt to the next, for findings come by their places: the two lines shown
 * last, which are masked once however many findings they have, and by its indentation the line of
 * the source whose parent was asked for last.  Begins as { 0 }; the arena is the same each time.
 */
struct excerpt_memo {
	struct excerpt_line line, parent;
	struct excerpt_torn torn; /* of the line */
	size_t joined; /* bytes of lines that were searched together: LIMIT_JOINED_BYTES */
	uint32_t source;
	bool is_strange; /* the source: nothing of it is shown */
	struct {
		uint32_t line, parent;
	} asked[EXCERPT_INDENTS];
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
	struct place place;          /* source_place() of its start, if known */
	const struct source *source; /* excerpt_make() fills it in */
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
