/* SPDX-License-Identifier: MIT */
/*
 * The keys of the configuration: one table (setting.list) for the file
 * .compose-lint.yaml and for what stands under x-compose-lint of a service or a
 * network.
 *
 * setting_check() takes a tree as it was written and returns one that holds only
 * what the table allows; whatever it leaves out is a notice at its place, with
 * what to write instead.  So who reads a checked tree need not look again, and
 * nothing of the user's is ignored in silence.  Trees live in the run arena.
 */
#ifndef FACT_SETTING_H
#define FACT_SETTING_H

#include "base/diag.h"
#include "base/node.h"

struct setting; /* a row of the table */

enum setting_kind {
	SETTING_TEXT = 1 << 0,
	SETTING_NUMBER = 1 << 1, /* an integer */
	SETTING_BOOLEAN = 1 << 2,
	SETTING_LIST = 1 << 3,
	SETTING_MAP = 1 << 4,
	SETTING_EMPTY = 1 << 5,
	SETTING_OPEN = 1 << 6, /* keys that have no row are kept unchecked */
	SETTING_PLUS = 1 << 7,
	SETTING_KEPT =
		1 << 8 /* where the value does not count, the key does, with nothing behind it */
};

/* The whole file; what may stand below services.*; the same of networks.*. */
const struct setting *setting_of_file(void);
const struct setting *setting_of_service(void);
const struct setting *setting_of_network(void);

/* Rows one after the other: NULL begins, NULL ends; the path is "services.*.role". */
const struct setting *setting_next(const struct setting *row);
struct str setting_path(struct arena *arena, const struct setting *row);

struct setting_request {
	struct lint *lint;
	/* keys that stand twice in a file, by their first place: neither counts */
	const struct span *doubtful;
	size_t ndoubtful;
};

/* NULL: nothing of it counts. */
const struct node *setting_check(const struct setting_request *request, const struct setting *row,
				 const struct node *node);
/* The same for an option of a rule, which has no row: a value of these kinds, items are texts. */
const struct node *setting_check_option(const struct setting_request *request, struct str key,
					unsigned kinds, const struct node *node);

/* ---- reading what was checked ---- */

/* The texts of a text or a list; NULL or empty: none. */
size_t setting_texts(struct arena *arena, const struct node *node, const struct str **texts);
/* Those of `key`, or else the defaults, and behind them those of "key+". */
size_t setting_texts_over(struct arena *arena, const struct node *mapping, struct str key,
			  const struct str *defaults, size_t ndefaults, const struct str **texts);

#endif
