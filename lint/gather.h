/* SPDX-License-Identifier: MIT */
/*
 * The projects of a run, all of them loaded, and which of them count.
 *
 * All are loaded before one is judged, for what one counts for depends on the
 * others: a file that another project includes or extends is reported there; a
 * file found in a folder counts only if it is a project by itself; a Dockerfile
 * that was named stands for the projects whose model refers to it.
 *
 * What the loading of a project found is kept with it and not in the run, until
 * gathered_take_findings() puts it there: what does not count leaves no trace.
 * Lives in the run arena; a project that cannot be loaded has a struct failure.
 */
#ifndef GATHER_H
#define GATHER_H

#include "discover.h"

struct config; /* engine/configuration.h */

struct gathered {
	const struct discovered *found;
	struct failure failure;        /* the rest holds nothing then */
	const struct project *project; /* NULL: a file of it is not well-formed */
	const struct config *config;
	bool counts;
	bool is_layer; /* refused alone, judged upon the default file of its folder */
	size_t instead_of; /* number of the member that the file is as well, from 1; 0: none */
	/* of the loading */
	struct finding **findings;
	struct notice *notices;
	size_t nfindings, nnotices, beyond_limit;
};

struct gathering {
	struct gathered *all; /* in the order of the discovery */
	size_t count;
};

/* Loads what was discovered, and notes in its members and folders what came of them. */
struct gathering gather(struct lint *lint, struct discovery *discovery, struct configs *configs);
/* Findings come in the order of the files of the projects that count, whatever else was read. */
void gather_order(struct lint *lint, const struct gathering *gathering);
/* Makes the findings of its loading those of the run's project of this number. */
void gathered_take_findings(struct lint *lint, const struct gathered *gathered, uint32_t number);

#endif
