/* SPDX-License-Identifier: MIT */
/*
 * The command line as one value.
 *
 * The table is options.list.  Long names count only when written out: what can
 * be shortened today would break when an option is added.  A word is a
 * subcommand only as the first argument.
 *
 * Slices borrow from argv; arrays live in the given arena.  options_parse()
 * may reorder argv, as getopt_long(3) does.  A mistake of the user is a struct
 * failure whose one line ends with where help is found.
 */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdio.h>

#include "base/diag.h"

enum subcommand {
	COMMAND_LINT,
	COMMAND_BOUNDARY,
	COMMAND_CONFIG,
	COMMAND_EXPLAIN,
	COMMAND_RULES,
	COMMAND_HELP,
	COMMAND_VERSION
};

/* Of --color and --hyperlink. */
enum when { WHEN_AUTO, WHEN_ALWAYS, WHEN_NEVER };

struct str_list {
	struct str *all;
	size_t count, capacity;
};

struct options {
	enum subcommand command;
	struct str_list operands;     /* PATHs, or the RULE of explain */
	struct str_list files;        /* -f, in merge order */
	struct str project_directory; /* empty: not given */
	struct str project_name;      /* -p; empty: not given */
	struct str_list env_files;
	struct str_list profiles;
	bool no_env, no_override, use_environment, resolve_links, git;
	struct str stdin_filename; /* empty: not given */
	struct str_list agents;
	struct str preset; /* empty: not given */
	struct str_list select, ignore, levels;
	struct str fail_on;   /* empty: not given */
	struct str min_level; /* the same */
	bool allow_no_input, exit_zero;
	struct str baseline, write_baseline; /* empty: not given */
	bool prune_baseline, show_suppressed;
	struct str config; /* --config FILE; empty: not given */
	bool no_config, strict_config, no_inline_ignores;
	struct str_list formats; /* words of --format, "NAME" or "NAME=PATH" */
	struct str format;       /* the only one of other commands than lint; empty: not given */
	struct str output;       /* -o; empty: not given */
	struct str relative_to, path_prefix; /* empty: not given */
	enum when color, hyperlink;
	size_t jobs;    /* 0: not given */
	unsigned quiet; /* how often -q was given */
	bool verbose, list_files, null;
	bool write_contract; /* of boundary */
	/* of config */
	bool all_resources, show_secrets, provenance;
	struct str model_path; /* p NULL: not given */
};

struct failure options_parse(struct arena *arena, int argc, char **argv, struct options *options);
void options_help(FILE *stream);
/* What is said of a word that is no file: a question after the nearest command, or try --help. */
struct str options_no_command(struct arena *arena, struct str word);

#endif
