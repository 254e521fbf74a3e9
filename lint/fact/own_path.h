/* SPDX-License-Identifier: MIT */
/*
 * What of the host a project itself reads: who can write there decides what the
 * next "docker compose up" does (self-modify-mount), and who can
 * read there may find what the project keeps secret (credential-file).
 *
 * Paths are absolute, clean and lexical; one that depends on a variable nobody
 * sets, or on where a home is, is left out.  Lives in the run arena; nothing
 * fails.  Files are read only where a mount of some service holds them.
 */
#ifndef FACT_OWN_PATH_H
#define FACT_OWN_PATH_H

#include "fact/mount.h"
#include "fact/own_secret.h"
#include "read/file.h"

/* In the order of danger. */
enum own_path_kind {
	OWN_COMPOSE_FILE, /* with what it includes and extends */
	OWN_OVERRIDES,    /* the directory in which Compose looks for an override */
	OWN_DOCKERFILE,
	OWN_CONTEXT,
	OWN_IGNORE_FILE,
	OWN_ENV_FILE,
	OWN_PROGRAM, /* a provider */
	OWN_PROFILE, /* of seccomp */
	OWN_SECRET,
	OWN_CONFIG,
	OWN_WATCHED,
	OWN_OTHER,  /* label files, the configuration of this program */
	OWN_SOURCE, /* of a bind mount: a directory above it can be replaced by a link */
	OWN_KINDS
};

struct own_path {
	enum own_path_kind kind;
	struct str path;
	bool is_absent;    /* it can be made */
	struct span named; /* where a file names it; none: Compose looks for it by itself */
	const struct service *owner;  /* OWN_SOURCE: who mounts it; else NULL */
	struct str target;            /* OWN_SOURCE: where that service sees it */
	uint32_t source;              /* of a file that was read as a whole; 0: none */
	const struct resource *grant; /* OWN_SECRET: what a service has to be granted; else NULL */
	uint32_t file, sequence;      /* of their order: of the file that names it; of addition */
	struct own_secret secret; /* in an env file or a secret that some mount holds; else none */
};

struct own_paths {
	const struct own_path *all; /* in the order of the paths: what lies below one follows it */
	size_t count;
	size_t nsecrets; /* those with a secret */
};

/* `services` are those of the project; their mounts and environments are needed. */
const struct own_paths *own_paths_resolve(struct lint *lint, const struct files *files,
					  const struct project *project);

/* Those that lie in the directory, or are it; *count of them. */
const struct own_path *own_paths_in(const struct own_paths *paths, struct str directory,
				    size_t *count);

#endif
