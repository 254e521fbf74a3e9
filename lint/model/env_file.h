/* SPDX-License-Identifier: MIT */
/*
 * Env files to variables (compose-go, dotenv/env.go): .env, --env-file, an
 * include's env_file, and the env_file of a service.
 *
 * The readers give assignments; here the references in them are resolved and
 * their order becomes precedence.  Everything lives in the run arena.  A bad
 * reference in an env file is a finding model-invalid at that line; what is
 * not set in one is noted in the list.
 */
#ifndef MODEL_ENV_FILE_H
#define MODEL_ENV_FILE_H

#include "model/env.h"
#include "model/interp.h"
#include "read/dotenv.h"
#include "read/file.h"

/* One assignment with its value. */
struct env_line {
	struct str name;
	struct span name_span;
	const struct node *value; /* scalar; span: the value in the file; NULL: a bare name that
				     nothing here sets, so the shell may */
	bool bare;                /* only a name stands there */
};

struct env_lines {
	const struct env_line *lines;
	size_t count;
};

/*
 * Adds the assignments of one run of env files, in order: a later one wins over
 * an earlier one, none over what the env already holds.  False: Compose refuses
 * one of them.
 */
bool env_add_files(struct lint *lint, struct env *env, const struct dotenv *files, size_t count,
		   struct unset_list *unset);

/*
 * The values of one env file of a service, in the order of the file; of a name
 * that stands there twice, both.  Looked up, first hit wins: `env`; then `own`, what the
 * service's environment sets; then `lines_so_far`, what its earlier files and the lines above
 * set, to which the file's lines are added.  The last two have no outer scope.
 * *refused is set when Compose refuses the file.
 */
struct env_lines env_resolve_file(struct lint *lint, struct env *env, struct env *own,
				  struct env *lines_so_far, const struct dotenv *file,
				  struct unset_list *unset, bool *refused);

/*
 * The value that the env file at `path` gives to `name`, for whoever looks for
 * COMPOSE_FILE before anything is loaded.  False: no such file, or it does not
 * set the name.  Findings are not made; references see only the file itself.
 */
bool env_file_value(struct lint *lint, const struct files *files, struct str path, struct str name,
		    struct str *value);

#endif
