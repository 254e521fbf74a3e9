/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "options.h"

#include <getopt.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/limits.h"
#include "base/nearest.h"
#include "base/utf8.h"
#include "engine/preset.h"
#include "report/report.h"

/* Which commands take an option. */
enum {
	ON_LINT = 1,
	ON_EXPLAIN = 2,
	ON_RULES = 4,
	ON_CONFIG = 8,
	ON_BOUNDARY = 16,
	ON_JUDGED = ON_LINT | ON_BOUNDARY, /* those that judge */
	ON_MODEL = ON_JUDGED | ON_CONFIG,  /* those that load projects */
	ON_ANY = ON_MODEL | ON_EXPLAIN | ON_RULES
};

/* Above every letter, so that getopt_long() cannot mistake one for the other. */
enum {
	OPTION_FIRST = 256,
#define COMMAND(id, word, commands, operand, help)
#define GROUP(heading)
#define OPTION(id, letter, name, argument, commands, help) OPTION_##id,
#define VALUES(id, commands, words)
#include "options.list"
#undef COMMAND
#undef OPTION
#undef GROUP
	OPTION_LAST
};

enum { OPTION_COUNT = OPTION_LAST - OPTION_FIRST - 1, NO_OPTION = OPTION_LAST };

struct row {
	int id;               /* NO_OPTION: a heading */
	char letter;          /* 0: none */
	const char *name;     /* NULL: a letter only */
	const char *argument; /* NULL: takes none */
	unsigned commands;
	const char *help;
};

static const struct row rows[] = {
#define COMMAND(id, word, commands, operand, help)
#define GROUP(heading) { NO_OPTION, 0, NULL, NULL, 0, heading },
#define OPTION(id, letter, name, argument, commands, help) \
	{ OPTION_##id, letter, name, argument, commands, help },
#include "options.list"
#undef COMMAND
#undef OPTION
#undef GROUP
};

enum { ROW_COUNT = sizeof(rows) / sizeof(*rows) };

static const struct {
	const char *word;
	enum subcommand command;
	unsigned on;
} subcommands[] = {
#define COMMAND(id, word, commands, operand, help) { word, COMMAND_##id, commands },
#define GROUP(heading)
#define OPTION(id, letter, name, argument, commands, help)
#include "options.list"
#undef COMMAND
#undef OPTION
#undef GROUP
#undef VALUES
};

static const struct row *row_of(int id)
{
	for (size_t i = 0; i < ROW_COUNT; i++)
		if (rows[i].id != NO_OPTION && (rows[i].id == id || rows[i].letter == id))
			return &rows[i];
	return NULL;
}

static void add(struct arena *arena, struct str_list *list, struct str text)
{
	list->all = arena_grow(arena, list->all, list->count, &list->capacity, sizeof(*list->all));
	list->all[list->count++] = text;
}

static struct str visible(struct arena *arena, struct str text)
{
	struct builder b = { .arena = arena };

	utf8_add_visible(&b, text, 200);
	return builder_str(&b);
}

/* "PROBLEM 'TEXT'; try ..." */
static struct failure mistake(struct arena *arena, const char *problem, struct str text)
{
	struct str shown = visible(arena, text);

	return failure_fmt(arena, "%s '%.*s'; try 'compose-lint --help'", problem, STR_FMT(shown));
}

/* The option as the user wrote it, without "=value". */
static struct str as_written(struct str word)
{
	size_t equals = str_find_byte(word, '=', 0);

	return str_starts(word, STR("--")) && equals != STR_NPOS ? str_slice(word, 0, equals)
								 : word;
}

static struct str name_of(struct arena *arena, const struct row *row)
{
	return row->name ? arena_fmt(arena, "--%s", row->name)
			 : arena_fmt(arena, "-%c", row->letter);
}

/* What is said twice would be meant once, and nobody knows which. */
static struct failure take_once(struct arena *arena, const struct row *row, struct str *field,
				struct str value)
{
	if (field->n)
		return mistake(arena, "more than one option", name_of(arena, row));
	*field = value;
	return FAILURE_NONE;
}

/* Compose takes these empty: a name and a directory as not given, a profile by that name. */
static bool may_be_empty(const struct row *row)
{
	return row->id == OPTION_PROJECT_NAME || row->id == OPTION_PROJECT_DIRECTORY ||
	       row->id == OPTION_PROFILE;
}

static struct failure take_when(struct arena *arena, const struct row *row, enum when *field,
				struct str value)
{
	static const struct str words[] = { [WHEN_AUTO] = STR_INIT("auto"),
					    [WHEN_ALWAYS] = STR_INIT("always"),
					    [WHEN_NEVER] = STR_INIT("never") };

	for (unsigned i = 0; i < sizeof(words) / sizeof(*words); i++) {
		if (!str_eq(value, words[i]))
			continue;
		*field = (enum when)i;
		return FAILURE_NONE;
	}
	return mistake(arena,
		       arena_cstr(arena, arena_fmt(arena, "--%s is auto, always or never, not",
						   row->name)),
		       value);
}

/* Digits and nothing else: no sign, no blank, no zero in front. */
static struct failure take_jobs(struct arena *arena, struct options *options, struct str value)
{
	int64_t jobs;

	if (options->jobs)
		return mistake(arena, "more than one option", STR("--jobs"));
	if (!str_to_int(value, &jobs) || value.p[0] < '1' || value.p[0] > '9' || jobs > LIMIT_JOBS)
		return mistake(
			arena,
			arena_cstr(arena,
				   arena_fmt(arena, "--jobs is a whole number from 1 to %d, not",
					     LIMIT_JOBS)),
			value);
	options->jobs = (size_t)jobs;
	return FAILURE_NONE;
}

/* What the value of an option, or its being there, is written into. */
static const struct field {
	int id;
	enum { TAKES_SWITCH, TAKES_LIST, TAKES_ONCE, TAKES_LAST, TAKES_WHEN } kind;
	size_t offset; /* of a bool, struct str_list, struct str, the same, enum when */
} fields[] = {
	{ OPTION_FILE, TAKES_LIST, offsetof(struct options, files) },
	{ OPTION_PROJECT_DIRECTORY, TAKES_LAST, offsetof(struct options, project_directory) },
	{ OPTION_ENV_FILE, TAKES_LIST, offsetof(struct options, env_files) },
	{ OPTION_PROJECT_NAME, TAKES_LAST, offsetof(struct options, project_name) },
	{ OPTION_WRITE_CONTRACT, TAKES_SWITCH, offsetof(struct options, write_contract) },
	{ OPTION_ALL_RESOURCES, TAKES_SWITCH, offsetof(struct options, all_resources) },
	{ OPTION_PROVENANCE, TAKES_SWITCH, offsetof(struct options, provenance) },
	{ OPTION_SHOW_SECRETS, TAKES_SWITCH, offsetof(struct options, show_secrets) },
	{ OPTION_PROFILE, TAKES_LIST, offsetof(struct options, profiles) },
	{ OPTION_NO_ENV, TAKES_SWITCH, offsetof(struct options, no_env) },
	{ OPTION_NO_OVERRIDE, TAKES_SWITCH, offsetof(struct options, no_override) },
	{ OPTION_USE_ENVIRONMENT, TAKES_SWITCH, offsetof(struct options, use_environment) },
	{ OPTION_AGENT, TAKES_LIST, offsetof(struct options, agents) },
	{ OPTION_PRESET, TAKES_ONCE, offsetof(struct options, preset) },
	{ OPTION_SELECT, TAKES_LIST, offsetof(struct options, select) },
	{ OPTION_IGNORE, TAKES_LIST, offsetof(struct options, ignore) },
	{ OPTION_LEVEL, TAKES_LIST, offsetof(struct options, levels) },
	{ OPTION_CONFIG, TAKES_ONCE, offsetof(struct options, config) },
	{ OPTION_NO_CONFIG, TAKES_SWITCH, offsetof(struct options, no_config) },
	{ OPTION_STRICT_CONFIG, TAKES_SWITCH, offsetof(struct options, strict_config) },
	{ OPTION_NO_INLINE_IGNORES, TAKES_SWITCH, offsetof(struct options, no_inline_ignores) },
	{ OPTION_FAIL_ON, TAKES_ONCE, offsetof(struct options, fail_on) },
	{ OPTION_MIN_LEVEL, TAKES_ONCE, offsetof(struct options, min_level) },
	{ OPTION_RESOLVE_LINKS, TAKES_SWITCH, offsetof(struct options, resolve_links) },
	{ OPTION_GIT, TAKES_SWITCH, offsetof(struct options, git) },
	{ OPTION_STDIN_FILENAME, TAKES_ONCE, offsetof(struct options, stdin_filename) },
	{ OPTION_ALLOW_NO_INPUT, TAKES_SWITCH, offsetof(struct options, allow_no_input) },
	{ OPTION_EXIT_ZERO, TAKES_SWITCH, offsetof(struct options, exit_zero) },
	{ OPTION_SHOW_SUPPRESSED, TAKES_SWITCH, offsetof(struct options, show_suppressed) },
	{ OPTION_BASELINE, TAKES_ONCE, offsetof(struct options, baseline) },
	{ OPTION_WRITE_BASELINE, TAKES_ONCE, offsetof(struct options, write_baseline) },
	{ OPTION_PRUNE_BASELINE, TAKES_SWITCH, offsetof(struct options, prune_baseline) },
	{ OPTION_LIST_FILES, TAKES_SWITCH, offsetof(struct options, list_files) },
	{ OPTION_NUL, TAKES_SWITCH, offsetof(struct options, null) },
	{ OPTION_OUTPUT, TAKES_ONCE, offsetof(struct options, output) },
	{ OPTION_RELATIVE_TO, TAKES_ONCE, offsetof(struct options, relative_to) },
	{ OPTION_PATH_PREFIX, TAKES_ONCE, offsetof(struct options, path_prefix) },
	{ OPTION_COLOR, TAKES_WHEN, offsetof(struct options, color) },
	{ OPTION_HYPERLINK, TAKES_WHEN, offsetof(struct options, hyperlink) },
};

static const struct field *field_of(int id)
{
	for (size_t i = 0; i < sizeof(fields) / sizeof(*fields); i++)
		if (fields[i].id == id)
			return &fields[i];
	return NULL;
}

/* Those that are more than a field, or may come twice. */
static struct failure take_other(struct arena *arena, const struct row *row, struct str value,
				 struct options *options)
{
	switch (row->id) {
	case OPTION_JOBS:
		return take_jobs(arena, options, value);
	case OPTION_FORMAT:
		if (options->command != COMMAND_LINT)
			return take_once(arena, row, &options->format, value);
		add(arena, &options->formats, value);
		break;
	case OPTION_QUIET:
		if (++options->quiet > 2)
			return mistake(arena, "more than two options", name_of(arena, row));
		break;
	case OPTION_VERBOSE:
		if (options->verbose)
			return mistake(arena, "more than one option", name_of(arena, row));
		options->verbose = true;
		break;
	case OPTION_HELP:
		options->command = COMMAND_HELP;
		break;
	case OPTION_VERSION:
		options->command = COMMAND_VERSION;
		break;
	default:
		break;
	}
	return FAILURE_NONE;
}

static struct failure take(struct arena *arena, const struct row *row, struct str value,
			   struct options *options)
{
	const struct field *field = field_of(row->id);
	void *to = field ? (char *)options + field->offset : NULL;

	if (row->argument && !value.n && !may_be_empty(row))
		return mistake(arena, "an empty value for option", name_of(arena, row));
	if (!field)
		return take_other(arena, row, value, options);
	switch (field->kind) {
	case TAKES_SWITCH:
		*(bool *)to = true;
		break;
	case TAKES_LIST:
		add(arena, to, value);
		break;
	case TAKES_ONCE:
		return take_once(arena, row, to, value);
	case TAKES_LAST:
		*(struct str *)to = value;
		break;
	case TAKES_WHEN:
		return take_when(arena, row, to, value);
	}
	return FAILURE_NONE;
}

/* getopt_long()'s view of the table. */
struct tables {
	char letters[2 * ROW_COUNT + 2];
	struct option longs[OPTION_COUNT + 1];
};

static void fill(struct tables *tables)
{
	size_t nletters = 0, nlongs = 0;

	tables->letters[nletters++] = ':'; /* a missing value is told apart, and nothing printed */
	for (size_t i = 0; i < ROW_COUNT; i++) {
		const struct row *row = &rows[i];

		if (row->letter) {
			tables->letters[nletters++] = row->letter;
			if (row->argument)
				tables->letters[nletters++] = ':';
		}
		if (row->name)
			tables->longs[nlongs++] =
				(struct option){ row->name,
						 row->argument ? required_argument : no_argument,
						 NULL, row->id };
	}
	tables->letters[nletters] = '\0';
	tables->longs[nlongs] = (struct option){ NULL, 0, NULL, 0 };
}

/* "--color=never" for "--no-color", "--format=json" for "--json", "--preset=strict" for "--strict":
   as other programs call it. */
static struct str as_value(struct arena *arena, struct str word)
{
	enum report_format format;
	enum preset preset;
	struct str name;

	if (!str_starts(word, STR("--")))
		return STR_NONE;
	name = str_slice(word, 2, word.n);
	if (report_format_find(name, &format))
		return arena_fmt(arena, "--format=%.*s", STR_FMT(name));
	if (preset_find(name, &preset))
		return arena_fmt(arena, "--preset=%.*s", STR_FMT(name));
	for (size_t i = 0; i < ROW_COUNT; i++)
		if (rows[i].name && rows[i].argument &&
		    str_eq(str_from(rows[i].argument), STR("WHEN")) &&
		    str_eq(name, arena_fmt(arena, "no-%s", rows[i].name)))
			return arena_fmt(arena, "--%s=never", rows[i].name);
	return STR_NONE;
}

/* A long option that does not exist, with the one that it may be. */
static struct failure unknown_option(struct arena *arena, struct str word)
{
	struct nearest nearest = { .wanted = word, .name = as_value(arena, word) };
	struct str shown = visible(arena, word);

	for (size_t i = 0; i < ROW_COUNT; i++)
		if (rows[i].name)
			nearest_offer(&nearest, name_of(arena, &rows[i]));
	if (!nearest.name.n)
		return mistake(arena, "unknown option", word);
	return failure_fmt(arena,
			   "unknown option '%.*s'; did you mean '%.*s'? try 'compose-lint --help'",
			   STR_FMT(shown), STR_FMT(nearest.name));
}

/* What getopt_long() stumbled over: `word` is the argument it looked at. */
static struct failure stumble(struct arena *arena, int what, struct str word)
{
	const struct row *row = row_of(optopt);
	struct str letter = STR_NONE;

	if (!str_starts(word, STR("--")) && optopt > 0 && optopt < 256)
		letter = arena_fmt(arena, "-%c", optopt);
	if (what == ':' && row)
		return mistake(arena, "no value for option", letter.n ? letter : word);
	if (letter.n)
		return mistake(arena, "unknown option", letter);
	if (row && row->name && str_eq(as_written(word), name_of(arena, row)))
		return mistake(arena, "a value for an option that takes none:", word);
	return unknown_option(arena, as_written(word));
}

/* An option of other commands.  Without a command the option itself may be the first word. */
static struct failure of_another(struct arena *arena, struct str command, unsigned on,
				 const struct row *row)
{
	struct str shown = visible(arena, command), name = name_of(arena, row);

	for (size_t i = 0; on == ON_LINT && i < sizeof(subcommands) / sizeof(*subcommands); i++)
		if (subcommands[i].on & row->commands)
			return failure_fmt(arena,
					   "%.*s goes with a command, as in 'compose-lint %s "
					   "%.*s'; try 'compose-lint --help'",
					   STR_FMT(name), subcommands[i].word, STR_FMT(name));
	return failure_fmt(arena, "'%.*s' takes no option '%.*s'; try 'compose-lint --help'",
			   STR_FMT(shown), STR_FMT(name));
}

static struct failure parse(struct arena *arena, int argc, char **argv, unsigned on,
			    struct str command, struct options *options)
{
	struct tables tables;
	int id, index = -1;

	fill(&tables);
	optind = 0; /* begin anew, also in a second call */
	opterr = 0;
	while ((id = getopt_long(argc, argv, tables.letters, tables.longs, &index)) != -1) {
		struct str word = str_from(argv[optind - 1]);
		const struct row *row;
		struct failure failure;

		if (id == '?' || id == ':')
			return stumble(arena, id, word);
		row = row_of(id);
		if (!row)
			continue;
		if (index >= 0) {
			/* a long name: getopt_long() takes its beginning too, we do not */
			if (optarg && optarg == argv[optind - 1])
				word = str_from(argv[optind - 2]);
			if (!str_eq(as_written(word), name_of(arena, row)))
				return unknown_option(arena, as_written(word));
			index = -1;
		}
		if (!(row->commands & on))
			return of_another(arena, command, on, row);
		failure = take(arena, row, str_from(optarg), options);
		if (failure.failed)
			return failure;
	}
	for (int i = optind; i < argc; i++)
		add(arena, &options->operands, str_from(argv[i]));
	return FAILURE_NONE;
}

/* The last operand of config is a path in the model: the only one beside -f, else the second. */
static struct failure take_model_path(struct arena *arena, struct options *options)
{
	struct str_list *operands = &options->operands;
	size_t paths = options->files.count ? 0 : 1;

	if (operands->count > paths + 1)
		return mistake(arena,
			       paths ? "config takes one PATH and one MODEL-PATH, not also"
				     : "config takes one MODEL-PATH beside -f, not also",
			       operands->all[paths + 1]);
	if (operands->count <= paths)
		return FAILURE_NONE;
	options->model_path = operands->all[paths];
	operands->count = paths;
	return options->model_path.n ? FAILURE_NONE
				     : mistake(arena, "an empty MODEL-PATH", options->model_path);
}

/* The same of the options about what is left out and printed. */
static struct failure agree_on_output(struct arena *arena, const struct options *options)
{
	if (options->write_baseline.n && options->baseline.n)
		return mistake(arena, "--write-baseline begins anew, so not also --baseline",
			       options->baseline);
	if (options->prune_baseline && !options->baseline.n)
		return failure_fmt(arena, "--prune-baseline wants --baseline FILE, which is then "
					  "rewritten; try 'compose-lint --help'");
	if (options->null && !options->list_files)
		return failure_fmt(arena,
				   "--null goes with --list-files; try 'compose-lint --help'");
	if (options->quiet && options->verbose)
		return failure_fmt(arena, "-q and -v contradict each other; try 'compose-lint "
					  "--help'");
	return FAILURE_NONE;
}

static bool names_standard_input(const struct str_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		if (str_eq(list->all[i], STR("-")))
			return true;
	return false;
}

/* What no option says alone. */
static struct failure agree(struct arena *arena, const struct options *options)
{
	const struct str_list *operands = &options->operands;

	if (options->config.n && options->no_config)
		return mistake(arena, "--no-config reads no configuration, so not also",
			       options->config);
	switch (options->command) {
	case COMMAND_BOUNDARY:
	case COMMAND_CONFIG:
	case COMMAND_LINT:
		if (options->files.count && operands->count)
			return mistake(
				arena,
				"-f names one project, a PATH another; give one kind, not also",
				operands->all[0]);
		for (size_t i = 0; i < operands->count; i++)
			if (!operands->all[i].n)
				return mistake(arena, "an empty PATH", operands->all[i]);
		if (options->stdin_filename.n && !names_standard_input(operands) &&
		    !names_standard_input(&options->files))
			return mistake(arena,
				       "- is not among the PATHs, so there is no use for "
				       "--stdin-filename",
				       options->stdin_filename);
		break;
	case COMMAND_EXPLAIN:
		if (!operands->count)
			return failure_fmt(arena, "explain wants the name of a rule; "
						  "'compose-lint rules' lists them");
		if (operands->count > 1)
			return mistake(arena, "explain takes one rule, not also", operands->all[1]);
		break;
	case COMMAND_RULES:
		if (operands->count)
			return mistake(arena, "rules takes no operand, not", operands->all[0]);
		break;
	case COMMAND_HELP:
	case COMMAND_VERSION:
		break;
	}
	return FAILURE_NONE;
}

struct failure options_parse(struct arena *arena, int argc, char **argv, struct options *options)
{
	struct str first = argc > 1 ? str_from(argv[1]) : STR_NONE;
	struct failure failure;
	unsigned on = ON_LINT;

	*options = (struct options){ .command = COMMAND_LINT };
	for (size_t i = 0; i < sizeof(subcommands) / sizeof(*subcommands); i++) {
		if (!str_eq(first, str_from(subcommands[i].word)))
			continue;
		options->command = subcommands[i].command;
		on = subcommands[i].on;
		argc--;
		argv++;
		break;
	}
	failure = parse(arena, argc, argv, on, first, options);
	/* the standard stream, as in the place of a PATH, and no file of that name */
	if (str_eq(options->output, STR("-")))
		options->output = STR("");
	if (!failure.failed && options->command == COMMAND_CONFIG)
		failure = take_model_path(arena, options);
	if (!failure.failed)
		failure = agree_on_output(arena, options);
	return failure.failed ? failure : agree(arena, options);
}

struct str options_no_command(struct arena *arena, struct str word)
{
	struct nearest nearest = { .wanted = word };

	for (size_t i = 0; i < sizeof(subcommands) / sizeof(*subcommands); i++)
		nearest_offer(&nearest, str_from(subcommands[i].word));
	return nearest.name.n ? nearest_question(arena, &nearest)
			      : STR("; try 'compose-lint --help'");
}

void options_help(FILE *stream)
{
	fputs("Usage: compose-lint [OPTION]... [--] [PATH]...\n"
	      "       compose-lint [OPTION]... -f FILE [-f FILE]...\n"
	      "       compose-lint boundary [OPTION]... [PATH... | -f FILE...]\n"
	      "       compose-lint config [OPTION]... [PATH | -f FILE...] [MODEL-PATH]\n"
	      "       compose-lint explain RULE\n"
	      "       compose-lint rules [--format text|json|mdoc]\n"
	      "\n"
	      "Lints Docker Compose projects: what a container could see, reach and hold,\n"
	      "read from the files before anything runs. PATH is a Compose file or a folder\n"
	      "that holds one; without it, the project that docker compose would find here.\n"
	      "boundary prints for each agent the nine checks of a boundary test, as the files\n"
	      "answer them, and what it can see, reach and hold.\n"
	      "config prints the merged project, as docker compose config does, as yaml, json\n"
	      "or tree, or how one value of it came about:\n"
	      "compose-lint config . services.agent.user\n"
	      "\n"
	      "Exit status: 0 nothing to report, 1 errors or warnings, 2 could not do the job.\n",
	      stream);
	for (size_t i = 0; i < ROW_COUNT; i++) {
		const struct row *row = &rows[i];
		int column = 0;

		if (row->id == NO_OPTION) {
			fprintf(stream, "\n%s:\n", row->help);
			continue;
		}
		if (row->letter)
			column += fprintf(stream, "  -%c%s", row->letter, row->name ? ", " : "");
		else
			column += fprintf(stream, "      ");
		if (row->name)
			column += fprintf(stream, "--%s", row->name);
		if (row->argument)
			column += fprintf(stream, " %s", row->argument);
		fprintf(stream, "%*s%s\n", 31 - column, "", row->help);
	}
	fputs("\n"
	      "Manual: compose-lint(1); the rules: compose-lint-rules(7).\n",
	      stream);
	if (sizeof(PACKAGE_BUGREPORT) > 1)
		fprintf(stream, "Report bugs to: %s\n", PACKAGE_BUGREPORT);
	else
		fputs("Report bugs in the project's issue tracker; README says how.\n", stream);
}
