/* SPDX-License-Identifier: MIT */
/*
 * What the search has found: requests for projects, and the PATHs that stand for
 * some of them.
 *
 * Whoever loads the projects fills in what can be seen only then: whether a member
 * is used, and what came of a folder.  Lives in the run arena.
 */
#ifndef DISCOVERY_H
#define DISCOVERY_H

#include "engine/configuration.h"
#include "model/load_request.h"
#include "options.h"

struct gathered; /* gather.h */

/* A PATH that is no Compose file: it stands for the projects that use it. */
struct discovered_member {
	struct str shown; /* already made visible */
	struct str absolute;
	bool used;      /* to be set by the caller, who loads the projects */
	bool otherwise; /* a project stands in for it where nobody uses it */
};

/* A PATH that stands for what is below it. */
struct discovered_folder {
	struct str shown, absolute;
	struct str configuration; /* by which it was named, already made visible; empty: itself */
	bool has_project;         /* or something else was said of it; the caller adds to it */
	/* Compose files below that are no project by themselves, as reported; the caller adds to them */
	struct str *parts;
	size_t nparts, part_capacity;
};

struct discovered {
	struct failure failure; /* the rest holds nothing then */
	bool is_no_input;       /* of the failure: nothing is wrong but that nothing is there */
	struct load_request load;
	const struct str *absolute; /* load.paths, absolute and clean */
	struct str directory;       /* of the project, as reported */
	bool is_candidate;          /* not named: it counts only if it uses one of the members */
	bool is_found;              /* not named: it counts only if it is a project by itself */
	/* Number of the member that this file is as well, counted from 1: it counts only if no
	   project uses the member.  0: none. */
	size_t instead_of;
	size_t sequence; /* order of being found */
	struct gathered
		*early; /* of whoever was told of it while the search went on; NULL: nobody */
};

struct discovery {
	struct discovered **all;
	size_t count, capacity;
	struct discovered_member *members;
	size_t nmembers, member_capacity;
	struct discovered_folder *folders;
	size_t nfolders, folder_capacity;
	struct finder *finder; /* goes on searching: discover_owners() */
};

struct discover_world {
	const struct files *files;
	struct str current_directory;    /* absolute */
	const char *const *environment;  /* of the process; NULL: does not count */
	const char *const *host;         /* handed on: load_request.host */
	bool as_compose;                 /* handed on; one project is wanted, by Compose's choice */
	struct credentials *credentials; /* handed on */
	struct configs *configs;         /* their `projects` and `exclude` count; NULL: none */
	/* Told of each project in a folder that is searched, governed by the configuration, which will
	   be there in the end; NULL: nobody is. */
	void (*found)(void *self, struct discovered *found, const struct config *config);
	void *self;
};

/* What is to be said of a folder without a project. */
struct failure discovered_folder_nothing(struct lint *lint, const struct discovered_folder *folder);
/* What is left unjudged in a folder with projects, one line; empty: nothing. */
struct str discovered_folder_parts(struct lint *lint, const struct discovered_folder *folder);
void discovered_folder_add(struct arena *arena, struct discovered_folder *folder, struct str part);
/* "a, b and c", made visible; of many only the first. */
struct str discovery_joined(struct arena *arena, const struct str *names, size_t count);

#endif
