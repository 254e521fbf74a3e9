/* SPDX-License-Identifier: MIT */
/*
 * The first credential in a file that a project treats as secret: its .env, an
 * env_file, the source of a secret (credential-file).
 * Judged as on an agent; the one key of the gateway does not count.
 */
#ifndef FACT_OWN_SECRET_H
#define FACT_OWN_SECRET_H

#include "model/project.h"
#include "read/file.h"

struct own_secret {
	struct str name; /* of the variable, or of the secret; empty: there is none */
	struct span at;  /* none: the whole file */
};

/* In an env file of the project that was read; `source` 0: in none. */
struct own_secret own_secret_in_env(const struct project *project, uint32_t source);
/* In the file that a secret comes from, which is read for that. */
struct own_secret own_secret_in_file(struct arena *arena, const struct files *files,
				     const struct project *project, const struct resource *secret,
				     struct str path);

#endif
