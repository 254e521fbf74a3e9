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
 * found_take() puts it there: what does not count leaves no trace.
 * Lives in the run arena, or as long as the workers; a project that cannot be loaded has a
 * struct failure.
 *
 * Projects are loaded by several threads where there are several workers.  What a project
 * is does not depend on the others, with few exceptions: limits of the run, and
 * files that several projects name in several ways.  Where one of these is met, all
 * are loaded again, one after the other.
 */
#ifndef GATHER_H
#define GATHER_H

#include "discover.h"
#include "workers.h"

struct config;      /* engine/configuration.h */
struct credentials; /* fact/credential.h */

/* Findings and notices that are not yet those of the run. */
struct found_aside {
	struct finding **findings;
	struct notice *notices;
	size_t nfindings, nnotices, beyond_limit;
};

struct gathered {
	const struct discovered *found;
	struct failure failure;        /* the rest holds nothing then */
	const struct project *project; /* NULL: a file of it is not well-formed */
	const struct config *config;
	bool counts;
	bool unread;       /* is to be loaded */
	bool is_layer;     /* refused alone, judged upon the default file of its folder */
	size_t instead_of; /* number of the member that the file is as well, from 1; 0: none */
	const struct lint *lint; /* with which it was loaded */
	struct found_aside loading;
	const struct credentials *learnt; /* of the model, apart; NULL: there is none */
	struct load_listing listing;      /* the files that it has asked for, whatever came of it */
	size_t first_config; /* number of the first source of a configuration that it asked for */
	size_t nconfigs;     /* how many follow each other */
};

struct gathering {
	struct gathered *all; /* in the order of the discovery */
	size_t count;
};

struct gatherer;

/* Before the search for projects; what is borrowed lives until gather() has returned. */
struct gatherer *gather_begin(struct lint *lint, struct configs *configs, struct workers *workers);
/* discover_world.found: other threads begin with it.  `self` is the gatherer. */
void gather_early(void *self, struct discovered *found, const struct config *config);
/* Loads what was discovered, and notes in its members and folders what came of them.  From then on
   the sources are in the order in which one thread would have read them. */
struct gathering gather(struct gatherer *gatherer, struct discovery *discovery);
/* Findings come in the order of the files of the projects that count, whatever else was read. */
void gather_order(struct lint *lint, const struct gathering *gathering);
/* Takes the findings from number `first` and the notices from `first_notice` on out of the lint. */
struct found_aside found_set_aside(struct lint *lint, size_t first, size_t first_notice);
/* Makes them those of the run's project of this number. */
void found_take(struct lint *lint, const struct found_aside *aside, uint32_t number);

#endif
