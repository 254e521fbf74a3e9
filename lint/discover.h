/* SPDX-License-Identifier: MIT */
/*
 * Which projects are meant: from PATHs, -f and the folder we stand in to load
 * requests, one for each project.
 *
 * Each PATH is a starting point of its own; their order means nothing, and two
 * PATHs of one project give it once.  -f is literal.  Looks at names and, for
 * COMPOSE_FILE, at env files; reads no Compose file.
 *
 * What cannot be found is a struct failure of that one entry, so that the
 * others are judged all the same.  Lives in the run arena.
 */
#ifndef DISCOVER_H
#define DISCOVER_H

#include "model/load.h"
#include "options.h"

struct discovered {
	struct failure failure;   /* the rest holds nothing then */
	struct load_request load;
	const struct str *absolute; /* load.paths, absolute and clean */
	struct str directory;     /* of the project, as reported */
};

struct discovery {
	struct discovered *all;
	size_t count, capacity;
};

struct discover_world {
	const struct files *files;
	struct str current_directory;          /* absolute */
	const char *const *environment;        /* of the process; NULL: does not count */
	const char *const *host;               /* handed on: load_request.host */
	bool as_compose;                       /* handed on, and "-" is standard input */
	struct credentials *credentials;       /* handed on */
};

struct discovery discover_projects(struct lint *lint, const struct options *options,
				   const struct discover_world *world);

/* compose.yaml, docker-compose.prod.yml, compose-sandbox.yaml and their like. */
bool discover_is_compose_name(struct str name);

#endif
