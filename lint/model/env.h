/* SPDX-License-Identifier: MIT */
/*
 * Variables: names, their values, and where they came from.
 *
 * An env is a scope; an inner scope (an include's) sees the outer one first.
 * Values are scalar nodes: their span is the value in the env file, their parts
 * tell which pieces are unknown themselves.  Lives in the run arena.  Nothing
 * fails; env files are put into a scope by model/env_file.h.
 */
#ifndef MODEL_ENV_H
#define MODEL_ENV_H

#include "base/arena.h"
#include "base/node.h"
#include "base/table.h"

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

struct env {
	struct arena *arena;
	struct env *outer; /* looked up first; may be NULL */
	/* name -> struct variable; of several with one name the last counts */
	struct table variables;
	bool host_is_symbolic; /* HOME and its kin stay references (lint), or are looked up (config) */
	bool unset_is_empty; /* what nobody sets is "" (config), or stays unknown (lint) */
};

/* A scope inside another one, of the same mode; outer may be NULL. */
struct env *env_new(struct arena *arena, struct env *outer);
const struct variable *env_get(struct env *env, struct str name);
/* The variable that Compose would see is the machine's: it stays a reference.  HOME and PWD are
   always the machine's, the others unless an env file sets them. */
bool env_is_symbolic(struct env *env, struct str name);
/* Adds the name unless it is set already. */
void env_add(struct env *env, struct str name, enum variable_origin origin,
	     const struct node *value);
/* Sets the name in this scope, whatever it was there. */
void env_set(struct env *env, struct str name, enum variable_origin origin,
	     const struct node *value);
/* Takes over the names of another scope, which is used up; what this one holds already counts. */
void env_take(struct env *env, struct env *other);
/* NAME=VALUE strings of the process, ended by NULL. */
void env_add_process(struct env *env, const char *const *environ_strings);
/* Of these, only what belongs to the machine. */
void env_add_host(struct env *env, const char *const *environ_strings);

#endif
