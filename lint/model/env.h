/* SPDX-License-Identifier: MIT */
/*
 * Variables: names, their values, and where they came from.
 *
 * An env is a scope; an inner scope (an include's) sees the outer one first
 * (compose-semantics 1.3, 6.2.2).  Values are scalar nodes: their span is the
 * value in the env file, their parts tell which pieces are unknown themselves.
 * Lives in the run arena.  A bad reference in an env file is a finding.
 */
#ifndef MODEL_ENV_H
#define MODEL_ENV_H

#include "base/diag.h"
#include "base/node.h"
#include "base/table.h"
#include "read/dotenv.h"

enum variable_origin {
	VARIABLE_ENV_FILE, /* .env, --env-file, an include's env_file */
	VARIABLE_PROCESS,  /* the environment of the process, with --use-environment */
	VARIABLE_PROJECT   /* COMPOSE_PROJECT_NAME, made by the loader */
};

struct variable {
	struct str name;
	enum variable_origin origin;
	const struct node *value; /* scalar; for VARIABLE_PROCESS without a place */
};

struct unset_use; /* model/interp.h */
struct unset_list;

struct env {
	struct arena *arena;
	const struct env *outer;   /* looked up first; may be NULL */
	struct table variables;    /* name -> struct variable */
	bool host_is_symbolic;     /* HOME and its kin stay references (lint), or are looked up (config) */
	bool unset_is_empty;       /* what nobody sets is "" (config), or stays unknown (lint) */
};

/* Names whose value belongs to the machine: HOME USERPROFILE XDG_RUNTIME_DIR SSH_AUTH_SOCK
   XAUTHORITY WAYLAND_DISPLAY PWD UID (rules.md 2.3). */
bool env_is_host_name(struct str name);

const struct variable *env_get(struct env *env, struct str name);
/* Adds the name unless it is set already. */
void env_add(struct env *env, struct str name, enum variable_origin origin,
	     const struct node *value);
/* NAME=VALUE strings of the process, ended by NULL. */
void env_add_process(struct env *env, const char *const *environ_strings);
/*
 * Adds the assignments of one run of env files, in order: a later one wins over
 * an earlier one, none over what the env already holds.  References in them are
 * resolved here, what they leave unset is noted in `unset`.
 */
bool env_add_files(struct lint *lint, struct env *env, const struct dotenv *files, size_t count,
		   struct unset_list *unset);

#endif
