/* SPDX-License-Identifier: MIT */
/*
 * What the parts of the search for projects share.  Only discover and its parts
 * include this:
 *
 * discover           the starting points: PATHs, -f, the folder we stand in
 * discover_folder    the projects of one folder, and of all below it
 * discover_member    the projects that may use a file
 * discover_entry     what a configuration says
 * discover_variable  COMPOSE_FILE
 * discover_name      what a file's name tells
 *
 * Everything lives in the run arena.  Nothing here returns a failure: what is wrong
 * becomes an entry of the discovery, unless only candidates are being added.
 */
#ifndef FINDER_H
#define FINDER_H

#include "base/table.h"
#include "discovery.h"

struct finder {
	struct lint *lint;
	struct arena *arena; /* run */
	const struct options *options;
	struct discover_world world;
	const struct str *env_files; /* --env-file, or COMPOSE_ENV_FILES */
	size_t nenv_files;
	const struct config_project *entry; /* of a configuration, whose files are added; NULL */
	bool as_candidate;  /* what is added counts only if it uses a file that was named */
	bool as_found;      /* what is added was not named: a part of a project does not count */
	size_t folder;      /* the one that is being searched, from 1; 0: none */
	struct table known; /* the files of a project, joined -> struct discovered */
	struct table candidates; /* folders whose projects were added as candidates */
	struct discovery out;
};

/* One folder: how it is opened and how it is reported. */
struct folder {
	struct str absolute, shown;
};

/* A list of Compose files in merge order. */
struct file_list {
	struct str *absolute, *shown;
	size_t count, capacity, shown_capacity;
};

enum named {
	BY_NAME,    /* all of its files were asked for */
	BY_DEFAULT, /* an override that lies beside it would be taken */
	ALONE       /* a name that Compose does not look for */
};

/* COMPOSE_FILE, and who says so. */
struct compose_file {
	bool set;
	struct str value, separator, where;
	bool in_file; /* an env file says it */
};

/* ---- finder ---- */

struct str finder_visible(struct finder *finder, struct str text);
struct str finder_absolute(struct finder *finder, struct str path);
struct folder finder_folder(struct finder *finder, struct str shown);
enum file_status finder_look(struct finder *finder, struct str path);

void finder_list(struct finder *finder, struct file_list *list, struct str absolute,
		 struct str shown);
void finder_list_in(struct finder *finder, struct file_list *list, struct folder folder,
		    struct str name);
bool finder_lists(const struct file_list *list, struct str absolute);

/* What is wrong; NULL where candidates are added, of which nothing is said. */
struct discovered *finder_fail(struct finder *finder, struct failure failure);
/* The project that is known by these files alone, or NULL. */
struct discovered *finder_known(struct finder *finder, const struct file_list *list);
/*
 * `start` is where docker compose would stand: its .env counts before the one
 * beside the first file.  `first_override`: files from there on were found, not named.
 */
struct discovered *finder_add(struct finder *finder, const struct file_list *list,
			      size_t first_override, struct folder start, enum named how);

/* ---- discover_name ---- */

bool discover_is_base_name(struct str name);
bool discover_is_override_name(struct str name);
bool discover_is_yaml_name(struct str name);
/* A file that belongs to projects but is none. */
bool discover_is_member_name(struct str name);
bool discover_is_configuration(struct str absolute_path);
/* Of the default names the first that exists, whatever it is: a folder of that name is chosen, then
   not readable.  NULL: none. */
const struct str *discover_base(struct finder *finder, struct folder folder);
const struct str *discover_override(struct finder *finder, struct folder folder);

/* ---- discover_entry ---- */

/* The command line comes before it. */
bool discover_takes_env_files(const struct finder *finder, const struct config_project *entry);
/* The configuration of the folder; NULL: none, or it cannot be read, which is then a failure of its
   own. */
const struct config *discover_config(struct finder *finder, struct str folder);
void discover_entry(struct finder *finder, const struct config_project *entry);
/* The entry that lists just these files, for its env files and profiles, or NULL.  False: an env file
   of it is missing, which is said. */
bool discover_entry_of(struct finder *finder, struct str folder, const struct file_list *list,
		       const struct config_project **entry);
/* The entries that list the file; how many. */
size_t discover_entries_with(struct finder *finder, struct str folder, struct str absolute_path);
/* The entries whose first file lies in the folder; how many. */
size_t discover_entries_in(struct finder *finder, struct str folder);
bool discover_is_excluded(struct finder *finder, struct folder folder, struct str name);

/* ---- discover_variable ---- */

/* Of the process; false: it is not set. */
bool discover_ask_process(const struct finder *finder, struct str name, struct str *value);
struct compose_file discover_ask(struct finder *finder, struct folder start, bool with_process);
struct file_list discover_split(struct finder *finder, const struct compose_file *from,
				struct folder start);
/* The list becomes the project, or the failure says which part of it is none. */
void discover_listed(struct finder *finder, const struct compose_file *from,
		     const struct file_list *list, struct folder start);

/* ---- discover_folder ---- */

/* A default name with the override beside it. */
void discover_default(struct finder *finder, struct folder folder, struct folder start,
		      struct str base);
/* A file of another name. */
struct discovered *discover_alone(struct finder *finder, struct folder folder, struct str name);
/* Compose files of a folder, without what is excluded. */
struct str *discover_compose_names(struct finder *finder, struct folder folder, bool overrides,
				   size_t *count);
/* All projects of a folder, but not of those below it. */
void discover_in(struct finder *finder, struct folder folder);
/* All projects of a folder and below it; `governor`: only where this configuration governs. */
void discover_below(struct finder *finder, struct folder folder, const struct config *governor,
		    struct str configuration);

/* ---- discover_member ---- */

/* The number of the member, from 1. */
size_t discover_member(struct finder *finder, struct str path, struct str absolute_path);

#endif
