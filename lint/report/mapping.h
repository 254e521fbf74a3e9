/* SPDX-License-Identifier: MIT */
/*
 * Which rules answer what other catalogues ask for: the boundary test, benchmarks,
 * guides and other linters.
 *
 * Constant texts, read from mapping.list and engine/boundary.list when the program
 * was built.  Nothing fails.  The names of rules are not looked up here: who prints
 * them knows the rules.
 */
#ifndef REPORT_MAPPING_H
#define REPORT_MAPPING_H

#include "engine/rule.h"

struct mapping {
	bool heads; /* a catalogue, not something it asks for */
	struct str name;
	struct str about; /* of a catalogue sentences, else a few words; may be empty */
	struct str url;   /* of a catalogue; may be empty */
	struct str note;  /* what differs, or why no rule answers it; may be empty */
	struct str rules; /* a blank between them; mapping_rule() is the way to them */
	size_t check;     /* of the boundary test; the rules are those behind it */
	bool tried;       /* `check` is set */
};

/* Each catalogue, followed by what it asks for; how many. */
size_t mapping_all(const struct mapping **all);
/* The rules that answer it; "" when there are no more. */
struct str mapping_rule(const struct mapping *asked, size_t position);
bool mapping_has(const struct mapping *asked, struct str rule);

#endif
