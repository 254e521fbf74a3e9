/* SPDX-License-Identifier: MIT */
/*
 * Which projects are meant: from PATHs, -f and the folder we stand in to load
 * requests, one for each project.
 *
 * Each PATH is a starting point of its own; their order means nothing, and two
 * PATHs of one project give it once.  -f is literal.  Looks at names and, for
 * COMPOSE_FILE, at env files; reads no Compose file.
 *
 * A Dockerfile, an env file or an ignore file stands for the projects that use
 * it: those of its folder and of the folders above, up to the top of the checkout,
 * are candidates.  A file whose name tells nothing ("settings.txt") may be one of
 * these or a Compose file: it is read as the latter only if no candidate uses it.
 *
 * A configuration may list the files of projects (`projects`) and files that are
 * not looked for in folders (`exclude`); it stands for the projects that it governs.
 *
 * What cannot be found is a struct failure of that one entry, so that the
 * others are judged all the same.  Lives in the run arena.
 */
#ifndef DISCOVER_H
#define DISCOVER_H

#include "engine/configuration.h"
#include "model/load.h"
#include "options.h"

/* A PATH that is no Compose file: it stands for the projects that use it. */
struct discovered_member {
	struct str shown; /* already made visible */
	struct str absolute;
	bool used;      /* to be set by the caller, who loads the projects */
	bool otherwise; /* a project stands in for it where nobody uses it */
};

struct discovered {
	struct failure failure; /* the rest holds nothing then */
	struct load_request load;
	const struct str *absolute; /* load.paths, absolute and clean */
	struct str directory;       /* of the project, as reported */
	bool is_candidate;          /* not named: it counts only if it uses one of the members */
	/* Number of the member that this file is as well, counted from 1: it counts only if no
	   project uses the member, and all candidates come before it.  0: none. */
	size_t instead_of;
};

struct discovery {
	struct discovered *all;
	size_t count, capacity;
	struct discovered_member *members;
	size_t nmembers, member_capacity;
};

struct discover_world {
	const struct files *files;
	struct str current_directory;    /* absolute */
	const char *const *environment;  /* of the process; NULL: does not count */
	const char *const *host;         /* handed on: load_request.host */
	bool as_compose;                 /* handed on, and "-" is standard input */
	struct credentials *credentials; /* handed on */
	struct configs *configs;         /* their `projects` and `exclude` count; NULL: none */
};

struct discovery discover_projects(struct lint *lint, const struct options *options,
				   const struct discover_world *world);

/* The top of the checkout that the folder is in, by .git; empty: it is in none.  All absolute and
   clean. */
struct str discover_top(struct arena *arena, const struct files *files, struct str folder);
/* compose.yaml, docker-compose.prod.yml, compose-sandbox.yaml and their like. */
bool discover_is_compose_name(struct str name);

#endif
