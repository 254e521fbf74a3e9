/* SPDX-License-Identifier: MIT */
/*
 * What the loading of one project is asked for: by the caller of load_project(),
 * and read by the modules that do it.
 *
 * Whoever asks owns all that it points to, and keeps it until the project is
 * used no more: a project refers to paths, credentials, settings and names of
 * the gateway as they were handed in.
 */
#ifndef MODEL_LOAD_REQUEST_H
#define MODEL_LOAD_REQUEST_H

#include "model/project.h"
#include "read/file.h"

/* The files that a loading has asked for, in that order. */
struct load_listing {
	const struct project_file *files;
	size_t count;
};

struct load_request {
	const struct files *files;
	struct str current_directory; /* absolute */
	struct str project_directory; /* --project-directory; empty: the first file's */
	struct str project_name;      /* -p; empty: as Compose derives it */
	const struct str *paths;      /* Compose files in merge order, as the user wrote them */
	size_t npaths;
	size_t first_override;   /* paths from here on were found, not named; npaths: none */
	bool looks_for_override; /* an override that lies beside the first file would be taken */
	bool alone;              /* one file of a name that Compose does not look for: where a
					     service in it has no image, build, extends or provider,
					     it is a fragment (incomplete-project), not refused */
	const struct str *env_files; /* --env-file; none: .env of the project directory */
	size_t nenv_files;
	struct str
		start_directory; /* its .env counts before the one of the project directory, which
				       only fills gaps; empty: there is one .env */
	bool no_env;             /* --no-env: not even .env */
	bool asks_git;           /* --git: which env files are tracked */
	bool follows_links; /* --resolve-links: mounts count as what they lead to on this host */
	const struct str *profiles; /* --profile */
	size_t nprofiles;
	const char *const *environment; /* of the process, for --use-environment; NULL: not read */
	const char *const *host;        /* of the process, for names of the host alone (HOME ...),
					     where `environment` is not read; NULL: not even they */
	bool as_compose;                /* config: unset is empty, HOME is looked up */
	struct credentials *credentials;
	const struct settings *settings;     /* fact/declared.h; NULL: there is no configuration */
	const struct gateway_names *gateway; /* fact/gateway.h; NULL: facts are not wanted */
	struct load_listing
		*listing; /* filled in, whatever comes of the project; NULL: not wanted */
	/*
	 * Fills in what rules ask for beyond the model (fact/facts.h) before the project is
	 * const; NULL: not wanted.  A callback, since the facts come after the model.
	 */
	void (*facts)(struct lint *lint, const struct files *files, struct project *project,
		      struct service *services);
};

#endif
