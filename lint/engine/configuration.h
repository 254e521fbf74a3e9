/* SPDX-License-Identifier: MIT */
/*
 * .compose-lint.yaml: found, read by our own YAML reader, checked.
 *
 * For a project it is the first of .compose-lint.yaml and
 * .config/compose-lint.yaml from the project's directory upward to the first
 * directory that holds .git; each file is read once for a run.  Its paths are
 * relative to its own directory, its patterns to the one that it was found for
 * (the one above .config).
 *
 * A file that cannot be read or parsed is a struct failure.  A mistake in it is a
 * notice at its place, and what it is about does not count.  It never names a
 * program to run or a file to write.  Results live in the run arena.
 */
#ifndef ENGINE_CONFIGURATION_H
#define ENGINE_CONFIGURATION_H

#include "engine/grade.h"
#include "fact/declared.h"
#include "fact/gateway.h"
#include "read/file.h"
#include "read/pattern.h"

/* A project that is not known by its files' names: an entry of `projects`. */
struct config_project {
	struct str name;
	const struct str *files, *env_files; /* absolute and clean */
	const struct str *profiles;
	size_t nfiles, nenv_files, nprofiles;
	struct span span; /* of its name */
	const struct span *file_spans, *env_file_spans, *profile_spans;
};

struct config {
	struct str name;      /* as reported; empty: there is none */
	struct str directory; /* absolute; where its paths begin */
	struct str governs;   /* absolute; where its patterns begin */
	uint32_t source;
	bool has_preset, has_fail_on;
	enum preset preset;
	enum level fail_on;   /* LEVEL_OFF: never */
	bool requires_reason; /* of whoever suppresses something */
	struct str baseline;  /* absolute; empty: none */
	const struct config_project *projects;
	size_t nprojects;
	struct pattern_list exclude;         /* paths below `governs` */
	const struct grade_setting *grades;  /* one per rule; NULL: nothing is said of rules */
	const struct gateway_names *gateway; /* never NULL */
	struct settings settings;
};

struct configs; /* those of a run */

struct configs_request {
	struct lint *lint;
	const struct files *files;
	struct rule_set rules;
	struct str current_directory; /* absolute */
	struct str given;             /* --config; empty: none */
	bool none;                    /* --no-config */
	bool distrusts_files;         /* --no-inline-ignores */
};

struct configs *configs_new(const struct configs_request *request);
/* The configuration that governs an absolute directory; never NULL without a failure.  A failure is
   told once: a second question about the same file has no message. */
struct failure configs_find(struct configs *configs, struct str directory,
			    const struct config **config);
/* What to say of a file of an entry that cannot be read. */
struct failure config_project_failure(struct lint *lint, const struct config_project *project,
				      struct span span, struct str file, enum file_status status);
/* The path is excluded by the configuration. */
bool config_excludes(struct lint *lint, const struct config *config, struct str path);

/* A project was judged by it. */
void configs_note(struct configs *configs, const struct config *config,
		  const struct project *project);
/* At the end: services, networks and profiles that a configuration names and no project has. */
void configs_say_unused(struct configs *configs);

#endif
