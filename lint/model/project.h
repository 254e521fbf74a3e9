/* SPDX-License-Identifier: MIT */
/*
 * The project as the rules see it: services, networks, volumes, secrets and
 * configs after merging, and the facts about them.  All const; lives in the
 * run arena, until exit.
 *
 * Every node is still there with its place and its history, so that "as
 * written" and "as run" can both be asked.  Facts are made once by load, each
 * by the module of its header (fact/mount.h, fact/network.h, ...); a rule
 * that needs one includes that header.  A fact that is not known says so; it
 * is never a guess.
 */
#ifndef MODEL_PROJECT_H
#define MODEL_PROJECT_H

#include "base/diag.h"
#include "base/node.h"
#include "model/env.h"
#include "model/interp.h"

struct project;
struct mount_list;     /* fact/mount.h */
struct network_list;   /* fact/network.h */
struct environment;    /* model/environment.h */
struct user;           /* fact/user.h */
struct recipe;         /* fact/recipe.h */
struct context;        /* image/context.h */
struct stage_result;   /* image/stage.h */
struct credentials;    /* fact/credential.h */
struct gateway_names;  /* fact/gateway.h */
struct weakening_list; /* fact/override.h */
struct device_list;    /* fact/device.h */
struct seccomp;        /* model/seccomp.h */
struct gateway;        /* fact/gateway.h */
struct host_power;     /* fact/host_power.h */
struct host_view;      /* fact/host_tree.h */
struct own_paths;      /* fact/own_path.h */
struct tracked_lines;  /* fact/tracked.h */
struct tracked_lines;  /* fact/tracked.h */
struct own_views;      /* fact/own_view.h */
struct nearest;        /* base/nearest.h */
struct settings;       /* fact/declared.h */
struct declared;       /* fact/declared.h */
struct contract;       /* fact/contract.h */
struct host_power;     /* fact/host_power.h */

enum file_role {
	ROLE_BASE,
	ROLE_OVERRIDE,
	ROLE_INCLUDE,
	ROLE_EXTENDS,
	ROLE_ENV,
	ROLE_ENV_FILE,
	ROLE_DOCKERFILE,
	ROLE_OTHER
};

/* A file that was looked for while loading. */
struct project_file {
	enum file_role role;
	struct str name; /* as reported */
	struct str path; /* absolute; "-": standard input */
	uint32_t source; /* 0: it was absent or could not be read */
	bool absent;
	bool folder; /* a .env that is one sets nothing, and Compose does not say so */
};

/* Numbers of sources are in the order in which a run, or one of its threads, came to them: what one
   project says must not depend on what another one has read before. */
struct project_source {
	uint32_t number;
	uint32_t place; /* in the order in which the project has read it, from 1 */
};

/* A top-level network, volume, secret or config. */
struct resource {
	struct str name;      /* the key */
	struct str full_name; /* the name in the engine; may be empty when unknown */
	const struct node *key;
	const struct node *node; /* canonical mapping; NODE_NULL when only named */
	/* networks of the same full_name in their order, this one among them; NULL: unknown */
	const struct resource *first_namesake, *next_namesake;
	bool implicit; /* the default network that no file defines */
	bool external;
};

struct resources {
	const struct resource *all; /* in the order of the section, implicit ones behind it */
	size_t count;
	const struct node *section; /* the mapping of the model; NULL: no file has it */
};

/* What is built for a service. */
struct build {
	const struct node *node; /* the `build` mapping */
	struct str context;      /* absolute; empty: remote */
	bool remote;             /* git, http, oci-layout: nothing to read */
	bool open; /* an inline Dockerfile that is right only once its variables are set */
	const struct node *dockerfile; /* the scalar that names it; NULL: default name or inline */
	struct str dockerfile_path;    /* absolute; empty: inline */
	uint32_t source;               /* of the Dockerfile; 0: not read */
	const struct stage_result *image; /* evaluated; NULL: could not be read */
	uint32_t ignore_source;           /* of the ignore file in force; 0: none */
	struct str
		ignore_path; /* absolute: of that file, else of the .dockerignore there could be */
	struct str ignore_name;         /* the same as it is reported */
	const struct context *contents; /* what COPY takes from the context; NULL: not known */
};

struct service {
	struct str name;
	const struct node *key;  /* the name, in the file that defines it first */
	const struct node *node; /* canonical mapping after merge */
	uint64_t keys;           /* of that mapping: see service_keys() */
	const struct project *project;
	bool enabled;                   /* by the active profiles; others are judged all the same */
	const struct build *build;      /* NULL: image only */
	const struct service *built_by; /* whose build its image is; NULL: none */
	const struct stage_result *image; /* its build's or built_by's; NULL: unknown */
	const struct mount_list *mounts;
	const struct host_view *host; /* of each mount: what lies there on this host */
	const struct own_views *own;  /* what it sees of the files of its project */
	const struct network_list *networks;
	const struct environment *environment;
	const struct gateway *gateway;
	const struct host_power *power; /* NULL: none that these files show */
	const struct node *labels;      /* with those of label_file; NULL: none */
	const struct user *user;
	const struct declared *declared;
	const struct contract *contract; /* NULL: it declares none */
	const struct recipe *recipe;
	const struct device_list *devices;
	const struct weakening_list *weakenings; /* by overrides picked up unasked */
	const struct seccomp *seccomp; /* the custom profile in force; NULL: none, or not known */
	/* definitions of this service's name in each file, base first: where an absent key could stand */
	const struct node *const *definitions;
	size_t ndefinitions;
};

struct project {
	uint32_t *number;           /* in the run; final when all projects are loaded */
	struct str name;            /* Compose's project name */
	struct str directory;       /* absolute */
	struct str shown_directory; /* as reported */
	const struct node *model;   /* the whole canonical model */
	const struct service *services;
	size_t nservices;
	struct resources networks, volumes, secrets, configs;
	const struct project_file *files; /* in the order they were read, absent ones included */
	size_t nfiles;
	const struct project_source *sources; /* of the files, by number */
	size_t nsources;
	const struct pair *const *versions; /* a top-level `version` of any Compose file */
	size_t nversions;
	struct env *env;
	const struct unset_list *unset; /* variables that nobody sets, in the order of use */
	/* a file such as env-example.txt, of which an absent .env would be a copy; or empty */
	struct str example_env;
	struct table *example_names; /* what it sets, where an .env lacks variables; NULL */
	struct credentials *credentials;
	struct str root; /* of its repository, absolute; without one: the directory */
	const struct net_names *net_names; /* who goes by which; NULL: the facts are not wanted */
	/* `struct network_maker` of each network that it makes, by the name in the engine; NULL likewise */
	struct table *network_makers;
	const struct own_paths *paths;        /* what of the host the project itself reads */
	const struct recipe_sharers *sharers; /* who builds which line of a Dockerfile */
	bool asks_git;                        /* --git: which env files are tracked */
	bool follows_links; /* --resolve-links: of mounts, to where they lead on this host */
	const struct tracked_lines *tracked; /* lines of those; NULL: not asked for */
	bool looks_for_override; /* Compose takes an override that lies beside the first file */
	const struct gateway_names *gateway; /* NULL where the facts are not wanted */
	const struct settings *settings;     /* of its configuration; NULL: it has none */
	bool refused;                        /* Compose would not load it; findings say why */
	bool incomplete;                     /* it could not be read whole; findings say why */
	bool fragment; /* a file that is no project by itself: what it lacks may stand in
				       the file it is merged with */
};

/* The projects of a run. */
struct project_list {
	const struct project *const *all;
	size_t count;
};

/* Of its files, when they are all known. */
void project_place_sources(struct arena *arena, struct project *project);
/* Where a source stands in the order in which the project has read its files; "no place" comes first,
   and what is of no file of the project last. */
uint32_t project_source_place(const struct project *project, uint32_t number);
/* By that order, start, end. */
int project_span_cmp(const struct project *project, struct span a, struct span b);
const struct service *project_service(const struct project *project, struct str name);
/* Some service has the profile that is wanted, or those that it could be were offered. */
bool project_has_profile(const struct project *project, struct nearest *nearest);
const struct resource *project_resource(struct resources resources, struct str name);
/* The bits of all keys of a service's mapping, as node_key_bit() has them, or all bits where they are not
   known: facts and rules ask a service for 150 fields, and most are not there. */
uint64_t service_keys(const struct node *node);

const struct node *service_field_of_bit(const struct service *service, struct str key,
					uint64_t bit);

/* The value of a service's key in the merged model, or NULL. */
static inline const struct node *service_field(const struct service *service, struct str key)
{
	return service_field_of_bit(service, key, node_key_bit(key));
}

/* The tagged node that took the key away, or NULL. */
const struct node *service_removed(const struct service *service, struct str key);
/* What an absent key was before a !reset of it or an !override of the service; or NULL. */
const struct node *service_former(const struct service *service, struct str key);
/* The name of the profile that gates a service that is not active; empty when active. */
struct str service_profile(const struct service *service);

#endif
