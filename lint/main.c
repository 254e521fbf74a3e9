/* SPDX-License-Identifier: MIT */
/*
 * A tour of the house, from argv to the exit status
 *
 * options                 the command line as a value
 * choice                  command line over configuration
 * command                 what the commands have shared
 * command_boundary        draws sheets, and writes contracts
 * command_config          prints the model of one project
 * output                  reports, each to its place
 * overwrite               files that no output replaces
 * discover                which files make which projects
 * discover_name           what a file's name tells
 * discover_folder         projects in a folder and below
 * discover_member         projects that may use a file
 * discover_entry          projects that a configuration lists
 * discover_variable       COMPOSE_FILE and who sets it
 * discovery               what a search has found
 * finder                  what discovery's parts share
 * processors              how many threads, and where they work
 * workers                 threads, where projects are many
 * gather                  all loaded, and which count
 * settle                  what is left of the findings
 * run                     one run, projects to findings
 *
 * base/ has the words that everybody speaks; it knows no files and no Compose:
 *
 * base/limits             hard limits, each with reason
 * base/arena              memory that ends at once
 * base/lock               what threads take in turn
 * base/str                borrowed slices, and a builder
 * base/format             vsnprintf, quick for most messages
 * base/calendar           dates, and the days of months
 * base/nearest            the known name next to a misspelt one
 * base/utf8               decode, measure, make bytes visible
 * base/path               paths as text, never looked up
 * base/source             bytes of files; offset to place
 * base/node               a YAML value, its history
 * base/table              names in order, found quickly
 * base/regex              pcre2 behind one narrow door
 * base/diag               findings as values; sorted, counted
 *
 * read/ turns bytes into trees, one reader for each language:
 *
 * read/file               the only door to files
 * read/file_once          each file read only once
 * read/replace            files written whole, or not
 * read/yaml               libyaml's events to our nodes
 * read/yaml_reader        what the reader's parts share
 * read/yaml_error         what is wrong, in clear words
 * read/yaml_place         libyaml's positions to our bytes
 * read/yaml_tags          where !reset and !override stand
 * read/yaml_scalar        a scalar to its node
 * read/yaml_anchor        what an alias may name
 * read/yaml_mend          what only Compose's reader takes
 * read/yaml_mapping       merge keys, duplicates, kept order
 * read/yaml_piece         where pieces of scalars stand
 * read/scalar             what a plain scalar is
 * read/problem            libyaml's complaints in clear words
 * read/written            quotes and escapes, back undone
 * read/template           what stands inside a ${...}
 * read/letter             letters and numbers, any script
 * read/dotenv             env files to their assignments
 * read/dockerfile         continued lines to whole instructions
 * read/dockerfile_text    where a Dockerfile's bytes stand
 * read/instruction        name, flags, words and pairs
 * read/instruction_check  what BuildKit refuses in one
 * read/execform           a JSON array of strings
 * read/git_index          whether git tracks a file
 * read/heredoc            markers of heredocs in instructions
 * read/flag_fields        key=value fields of RUN --mount
 * read/frontend           which program reads a Dockerfile
 * read/comment            comments, and what they're about
 * read/pattern            patterns of .dockerignore and COPY
 * read/whitespace         white space as BuildKit's own
 *
 * image/ evaluates a Dockerfile, from arguments to the final image:
 *
 * image/scope             the variables of a stage
 * image/expand            variables in arguments of instructions
 * image/glob              patterns of ${v#p} and kin
 * image/stage             a Dockerfile evaluated: final image
 * image/evaluate          all stages, in their order
 * image/stage_build       what the evaluation's parts share
 * image/stage_step        one instruction after the other
 * image/stage_base        which stage or image begins
 * image/stage_copy        what COPY and ADD bring
 * image/stage_run         what a RUN has done
 * image/stage_mount       what BuildKit refuses of --mount
 * image/stage_use         stages that instructions copy from
 * image/image             names of images, taken apart
 * image/shell             shell text cut into commands
 * image/account           accounts that a RUN makes
 * image/wrapper           programs that change who runs
 * image/context           files that COPY brings in
 *
 * model/ turns the trees of one project into what would run.  The loading:
 *
 * model/load_request      what loading is asked for
 * model/load              the conductor: order of stages
 * model/loader            what parts of loading share
 * model/load_env          named env files, or .env
 * model/load_example      a file that shows what .env is to set
 * model/load_include      the project that an include brings
 * model/load_name         the name of the project
 * model/env               variables, values, and their origin
 * model/env_file          env files put into scopes
 * model/go_text           values as Go writes them
 * model/cast              text to numbers and booleans
 * model/interp            templates and variables to values
 * model/extended          what is needed of a file that is only extended
 * model/extends           a service inherits from another
 * model/include           a file brings another project
 * model/trail             way from root to node
 * model/notation          lists and mappings as one
 * model/merge             later layers over earlier ones
 * model/layers            what each document can change
 * model/handed            steps of wholes to values
 * model/settled           what earlier documents settled already
 * model/tags              what !reset and !override do
 * model/unique            one entry for one name
 * model/schema            the keys that Compose knows
 * model/validate          a model against that schema
 * model/distinct          items of lists that must differ
 * model/advice            what else could be written there
 *
 * Short forms to long ones, and what Compose adds:
 *
 * model/shape             short forms to long ones
 * model/shape_item        one item of a list
 * model/cut               new nodes from short forms
 * model/port              one port in short form
 * model/volume            one volume in short form
 * model/command           command lines cut into words
 * model/defaults          what no file had written
 * model/paths             relative paths made absolute ones
 * model/name              the project's name made valid
 * model/typed             each value in its type
 *
 * What Compose refuses after the schema:
 *
 * model/consistency       references, and keys that clash
 * model/service_check     one service of the model
 * model/dependency        which service needs which others
 * model/withheld          capabilities that do not exist
 * model/seccomp           a custom profile, read in
 *
 * Then the Dockerfiles and env files, and the project as it is:
 *
 * model/entrypoint        words that a container starts with
 * model/build             reads Dockerfiles and evaluates them
 * model/build_context     ignore files, and what COPY takes
 * model/assemble          services and resources; links resolved
 * model/project           services, networks, volumes: const views
 * model/normal            with all that Compose adds
 * model/shown             as Compose's config prints it
 * model/service_env       env_file and environment of services
 * model/environment       what a container's environment holds
 *
 * fact/ answers what rules ask beyond the model:
 *
 * fact/facts              all facts of each service
 * fact/setting            keys of the configuration, checked
 * fact/declared           what people say of services
 * fact/address            hosts and addresses inside values
 * fact/hostpath           host paths made normal, comparable
 * fact/hostclass          what a host path is
 * fact/mount              what containers see, and how
 * fact/mount_link         where a linked source leads
 * fact/workspace          the mount that an agent works in
 * fact/volume_source      what hides behind named volumes
 * fact/cover              mounts that lie over others
 * fact/host_tree          what lies in a mount's source
 * fact/own_path           what the project itself reads
 * fact/own_secret         credentials in the project's files
 * fact/own_view           which of that a service sees
 * fact/network            where containers can connect to
 * fact/device             devices of the host, any way
 * fact/hook               commands at start, stop, change
 * fact/published_port     ports that the host listens on
 * fact/extra_host         names with addresses given along
 * fact/adjacency          what two services have shared
 * fact/user               who the container runs as
 * fact/security           capabilities, options, namespaces in force
 * fact/override           what files picked up unasked weaken
 * fact/host_power         what neighbours hold over hosts
 * fact/recipe             what goes into a service's image
 * fact/recipe_part        what the finders of those share
 * fact/recipe_resolve     all finders, in their order
 * fact/recipe_text        what a Dockerfile says, secrets maybe
 * fact/reference          images from elsewhere, pinned or not
 * fact/download           scripts run straight from a server
 * fact/install            agents in versions nobody chose
 * fact/group              groups that give power away
 * fact/secret_file        files that no image should hold
 * fact/agent_cli          names of known coding agents
 * fact/credential         what looks like a secret
 * fact/credential_part    what the next ones share
 * fact/credential_name    names that look like secrets
 * fact/credential_sign    what a text has that a search needs
 * fact/credential_value   values that look like secrets
 * fact/credential_placeholder  values that are none
 * fact/credential_entropy  values that are random
 * fact/credential_judge   name and value decide together
 * fact/credential_announced  secrets that words announce
 * fact/credential_broken  tokens that line ends tear
 * fact/credential_given   secrets that a text gives names
 * fact/credential_known   secrets the files themselves hold
 * fact/credential_mask    *** in place of secrets
 * fact/literal            what a file itself says
 * fact/sidecar            who filters the network beside another
 * fact/engine_proxy       does it only show containers?
 * fact/tracked            lines of env files that git tracks
 * fact/net_name           who goes by which name
 * fact/twin               services that run one program
 * fact/gateway            names of address and key
 * fact/gateway_address    can the agent reach it?
 * fact/granted            secrets that are no files
 * fact/contract           what goes beyond the declared
 * fact/contract_part      what the following three share
 * fact/contract_resolve   all parts of one contract
 * fact/contract_sees      mounts, and how they are
 * fact/contract_reaches   neighbours, and ways leading out
 * fact/contract_holds     variables of the service's environment
 * fact/contract_draft     what a contract would need
 *
 * engine/ judges a project by the rules, which it gets from here:
 *
 * engine/rule             the contract of a rule
 * engine/sink             what a rule may call
 * engine/way              where a node stands: path
 * engine/history          how a node came about
 * engine/fix              edits that would mend it
 * engine/own              the project's own files, named
 * engine/sharing          one Dockerfile's line, several services
 * engine/role             who is judged as agent
 * engine/role_word        words of names that tell it
 * engine/role_others      whom agents are compared with
 * engine/preset           which rules, at which level
 * engine/grade            rules chosen and graded otherwise
 * engine/configuration    .compose-lint.yaml, found and read
 * engine/configuration_rules  what it says of rules
 * engine/suppress         findings left out by the files
 * engine/suppress_comment what a comment says of it
 * engine/suppress_index   from a finding to comments
 * engine/walk             one walk, hooks of all
 * engine/yield            one cause, just one finding
 * engine/unset            variables that nobody sets, reported
 * engine/join             one text, one finding for all
 * engine/fingerprint      the same finding in two runs
 * engine/baseline         findings that were there before
 * engine/engine           from project to graded findings
 * engine/reliance         declarations that judgements relied on
 * engine/boundary         the nine checks, for agents
 * engine/boundary_part    what its parts have shared
 * engine/boundary_draw    asks rules and facts about
 * engine/boundary_doubt   what files alone cannot tell
 * engine/boundary_view    what a service can see
 * engine/boundary_contract  what of that is declared
 *
 * report/ turns findings into bytes:
 *
 * report/mask             *** in values we print
 * report/value            one scalar, YAML or JSON
 * report/origin           steps by which values came
 * report/traced           these steps, written for readers
 * report/spot             a value by its path
 * report/merged           the merged project, with histories
 * report/report           the formats, and their choice
 * report/line             lines that can steer nothing
 * report/notice           mistakes of ours, told apart
 * report/listing          which files a run has read
 * report/excerpt          the lines around a finding
 * report/relied           configuration and declarations, told above
 * report/text             the report for a person
 * report/gcc              one line for one place
 * report/checkout         places as a forge knows them
 * report/json_text        bytes made fit for JSON
 * report/json             the report for other programs
 * report/markdown         a rule's data sheet as Markdown
 * report/sarif_rule       rules and messages for SARIF
 * report/sarif            the report for code scanning
 * report/github           commands of a workflow's runner
 * report/gitlab           the report for Code Quality
 * report/xml              a small writer of XML
 * report/junit            findings as cases that failed
 * report/sheet            the boundary sheet for people
 * report/sheet_json       the boundary sheet for programs
 * report/sheet_contract   a contract to be reviewed
 * report/mapping          what other catalogues ask for
 * report/explain          one rule, or all rules
 * report/mdoc             the manual page of rules
 * report/term             colour and width of terminals
 *
 * Nothing here confines the process itself (seccomp, landlock, pledge), though
 * what it reads is hostile.  That would cost little: 0.03 ms for landlock and
 * 0.1 ms for a filter of forty calls, of a run of 1.2 ms.  But a project may name
 * any path to be read, and the user any to be written, so a rule for paths would
 * allow nearly all; and a list of calls would have to follow every libc and
 * sanitizer, and kill the run where it did not.  Who wants walls has better ones
 * around the whole process: no network, nothing writable, as the image has it
 * (fixtures/projects/lint-container).
 *
 * The rules themselves are in rules/, one file each; only this file knows that
 * room.  It is also the only one that exits, out of memory apart: 0 nothing to
 * report, 1 errors or warnings, 2 could not do the job.
 */
#include "config.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "base/regex.h"
#include "command.h"
#include "fact/credential.h"
#include "options.h"
#include "output.h"
#include "read/yaml.h"
#include "report/listing.h"
#include "report/report.h"
#include "report/term.h"
#include "rules/registry.h"
#include "run.h"

/* POSIX leaves it to the program to declare it; some systems do so themselves. */
#if !HAVE_DECL_ENVIRON
extern char **environ;
#endif

static bool wants_links(const struct run *run)
{
	return run->options.hyperlink == WHEN_AUTO
		       ? term_wants_links(run->environment, term_is_terminal(stdout),
					  command_wants_colour(run))
		       : run->options.hyperlink == WHEN_ALWAYS;
}

static int write_reports(struct run *run, const struct outputs *outputs)
{
	struct lint *lint = run->lint;
	struct report report = {
		.lint = lint,
		.rules = run->choice.grading.rules,
		.preset = run->nprojects ? run->projects[0].preset : run->choice.grading.preset,
		.projects = run->projects,
		.nprojects = run->nprojects,
		.credentials = run->credentials,
		.root = run->root,
		.current = run->current_directory,
		.url = STR(PACKAGE_URL),
		.failures = run->failures.all,
		.nfailures = run->failures.count,
		.quiet = run->options.quiet > 0,
		.silent = run->options.quiet > 1,
		.shows_suppressed = run->options.show_suppressed,
		.width = term_width(run->environment, stdout),
		.colour = command_wants_colour(run),
		.links = wants_links(run),
		.exit_status = EXIT_CLEAN,
	};

	report.spells_url =
		!report.links && term_is_read_elsewhere(run->environment, term_is_terminal(stdout));
	if (run->could_not)
		report.exit_status = EXIT_COULD_NOT;
	else if (run->fails)
		report.exit_status = EXIT_FINDINGS;
	if (run->options.verbose)
		listing_verbose(&report, stderr);
	return outputs_write(outputs, &report, run->current_directory) ? report.exit_status
								       : EXIT_COULD_NOT;
}

static int list_files(struct run *run)
{
	const struct report report = { .lint = run->lint,
				       .projects = run->projects,
				       .nprojects = run->nprojects };
	struct failure failure;

	listing_files(&report, run->options.null, stdout);
	failure = report_flush(stdout, &run->lint->run);
	if (failure.failed)
		return command_complain(failure);
	return run->could_not ? EXIT_COULD_NOT : EXIT_CLEAN;
}

static int lint_all(struct run *run)
{
	struct outputs outputs;
	struct failure failure = outputs_read(&run->lint->run, &run->options, &outputs);

	if (!failure.failed) {
		run->without_fixes = !outputs_show_fixes(&outputs);
		failure = run_judge(run);
	}
	if (!failure.failed && !run->options.list_files)
		failure = settle(&run->settlement, run->projects, !run->could_not, &run->fails);
	run_say_notices(run);
	if (failure.failed)
		return command_complain(failure);
	if (!run->nprojects && run->could_not)
		return EXIT_COULD_NOT;
	return run->options.list_files ? list_files(run) : write_reports(run, &outputs);
}

static int explain(struct run *run)
{
	struct failure failure =
		explain_rule(rules_all(), run->options.operands.all[0], stdout, &run->lint->run);

	return failure.failed ? command_complain(failure) : EXIT_CLEAN;
}

static int list_rules(struct run *run)
{
	struct arena *arena = &run->lint->run;
	enum rules_format format = RULES_TEXT;
	struct failure failure;

	if (run->options.format.n && !explain_format_find(run->options.format, &format))
		return command_complain(choice_no_word(arena, STR("--format of rules"),
						       STR("text, json or mdoc"),
						       run->options.format));
	failure = explain_all(rules_all(), format, stdout, arena);
	return failure.failed ? command_complain(failure) : EXIT_CLEAN;
}

static int print_version(struct arena *arena)
{
	struct failure failure;

	printf("compose-lint %s\n"
	       "Copyright (C) 2026 the compose-lint authors\n"
	       "Licence MIT: <https://spdx.org/licenses/MIT.html>.\n"
	       "There is no warranty, to the extent permitted by law.\n"
	       "\n"
	       "libyaml %.*s, pcre2 %.*s, jansson %.*s\n",
	       PACKAGE_VERSION, STR_FMT(yaml_library_version()),
	       STR_FMT(regex_library_version(arena)), STR_FMT(report_json_library_version()));
	failure = report_flush(stdout, arena);
	return failure.failed ? command_complain(failure) : EXIT_CLEAN;
}

static int print_help(struct arena *arena)
{
	struct failure failure;

	options_help(stdout);
	failure = report_flush(stdout, arena);
	return failure.failed ? command_complain(failure) : EXIT_CLEAN;
}

static int run_command(struct run *run)
{
	switch (run->options.command) {
	case COMMAND_BOUNDARY:
		return command_boundary(run);
	case COMMAND_CONFIG:
		return command_config(run);
	case COMMAND_EXPLAIN:
		return explain(run);
	case COMMAND_RULES:
		return list_rules(run);
	case COMMAND_HELP:
		return print_help(&run->lint->run);
	case COMMAND_VERSION:
		return print_version(&run->lint->run);
	case COMMAND_LINT:
		break;
	}
	return lint_all(run);
}

int main(int argc, char **argv)
{
	struct lint lint;
	struct run run = {
		.lint = &lint,
		.environment = (const char *const *)environ,
		.rules = rules_all(),
	};
	struct failure failure;
	int status;

	/* a reader that goes away is an error of writing, not a death */
	signal(SIGPIPE, SIG_IGN);
#ifdef SIGXFSZ
	signal(SIGXFSZ, SIG_IGN);
#endif
	lint_init(&lint);
	run.credentials = credentials_new(&lint.run);
	lint.sources.naming.shown = credential_mask_path;
	lint.sources.naming.self = run.credentials;
	failure = options_parse(&lint.run, argc, argv, &run.options);
	run.workers = (struct workers){ .lint = &lint,
					.credentials = run.credentials,
					.jobs = run.options.jobs };
	status = failure.failed ? command_complain(failure) : run_command(&run);
	workers_free(&run.workers);
	credentials_free(run.credentials);
	lint_free(&lint);
	return status;
}
