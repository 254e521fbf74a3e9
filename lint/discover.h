/* SPDX-License-Identifier: MIT */
/*
 * Which projects are meant: from PATHs, -f and the folder we stand in to load
 * requests, one for each project.
 *
 * Each PATH is a starting point of its own; their order means nothing, and two
 * PATHs of one project give it once.  -f is literal.  Looks at names and, for
 * COMPOSE_FILE, at env files; reads no Compose file.
 *
 * A folder stands for every project in it and below it, whatever docker compose
 * would choose there; a file of another name that only makes a project together with
 * the default one beside it is judged as that.  Folders of tools and of other people's code are left out, and
 * a link to a folder is not followed.  Without a PATH only what docker compose
 * would find counts.
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
 * others are judged all the same.  Which of the entries count is seen when they
 * are loaded: gather.h.  Lives in the run arena.
 */
#ifndef DISCOVER_H
#define DISCOVER_H

#include "discovery.h"

/* All arguments are borrowed as long as the discovery is in use. */
struct discovery *discover_projects(struct lint *lint, const struct options *options,
				    const struct discover_world *world);
/* The file that was found to be no project by itself becomes a member, and the projects of its
   folder and of those above are added as candidates.  The number of the member, from 1. */
size_t discover_owners(struct discovery *discovery, const struct discovered *found);

/* The file of another name upon the default one of its folder, as for `-f BASE -f FILE`; NULL: the
   folder has none. */
struct discovered *discover_upon_base(struct discovery *discovery, const struct discovered *found);

/* The top of the checkout that the folder is in, by .git; empty: it is in none.  All absolute and
   clean. */
struct str discover_top(struct arena *arena, const struct files *files, struct str folder);
/* compose.yaml, docker-compose.prod.yml, compose-sandbox.yaml and their like. */
bool discover_is_compose_name(struct str name);

#endif
