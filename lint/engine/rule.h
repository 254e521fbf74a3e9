/* SPDX-License-Identifier: MIT */
/*
 * The contract of a rule: a data sheet, and the hooks it wants.
 *
 * A rule is one file in rules/: one `const struct rule` and static functions.
 * It reads a const struct project and calls report(); it opens no file, reads
 * no environment and no clock, allocates nothing but text by sink_fmt(), and
 * keeps no state.  The engine walks each project once and calls the hooks of
 * the rules that judge the service.  NULL hook: not interested.  A rule without
 * any hook is a data sheet for what the readers, the model and the engine
 * report.
 *
 * What a hook reports gets its rule, service, level, model path and the history
 * of the node it points at (.env line, override, extends, include, anchor) from
 * the sink; the rule adds only what it alone knows.
 */
#ifndef ENGINE_RULE_H
#define ENGINE_RULE_H

#include "base/diag.h"
#include "base/str.h"
#include "fact/hostpath.h"
#include "model/project.h"

enum rule_group {
	GROUP_MOUNTS,
	GROUP_PRIVILEGES,
	GROUP_NETWORK,
	GROUP_CREDENTIALS,
	GROUP_RESOURCES,
	GROUP_IMAGE,
	GROUP_FILES,
	GROUP_CONTRACT,
	RULE_GROUPS
};

enum rule_applies {
	APPLIES_ANY,   /* every service */
	APPLIES_AGENT, /* services judged as agent */
	APPLIES_NOT_AGENT
};

enum preset { PRESET_BASELINE, PRESET_SANDBOX, PRESET_STRICT, PRESETS };

enum role { SERVICE_AGENT, SERVICE_GATEWAY, SERVICE_ORDINARY };
enum { ROLES = SERVICE_ORDINARY + 1 };

struct command;           /* model/command.h */
struct command_option;    /* the same */
struct environment_entry; /* model/environment.h */
struct mount;             /* fact/mount.h */
struct network;           /* fact/network.h */
struct network_maker;     /* the same */
struct own_path;          /* fact/own_path.h */
struct own_exposure;      /* fact/own_view.h */
struct recipe_item;       /* fact/recipe.h */
struct sink;

enum { RULE_EXAMPLES = 6, RULE_OPTIONS = 2 };

struct nearest; /* base/nearest.h */

/* What a configuration may set for a rule: a list of texts.  "name+" in it adds to the defaults. */
struct rule_option {
	struct str name;
	struct str about; /* a sentence for the manual, upper case, with full stop */
	/* False: no such text, and the known ones were offered.  NULL: any text will do. */
	bool (*knows)(struct str text, struct nearest *nearest);
};

/* What to do about the findings of a rule that have this cause. */
struct rule_help {
	enum cause cause;
	struct str when; /* the cause as the manual names it: lower case, goes on after "Where" */
	struct str text;
};

/* Lists that few rules have lie outside of the data sheet, and end with an empty element. */
#define RULE_NAMES(...) ((const struct str[]){ __VA_ARGS__, { NULL, 0 } })
#define RULE_HELPS(...) \
	((const struct rule_help[]){ __VA_ARGS__, { CAUSE_NONE, { NULL, 0 }, { NULL, 0 } } })

struct rule {
	struct str name; /* kebab-case, names the problem, for ever */
	enum level severity;
	enum rule_group group;
	enum rule_applies applies;
	bool stays; /* can neither be switched off nor graded otherwise: nothing can be judged of
		       what was not read */
	struct str score;   /* SARIF security-severity, "9.3"; empty: none */
	struct str summary; /* one line, lower case, no full stop */
	struct str reason;  /* paragraphs for the manual, separated by an empty line */
	struct str silent;  /* what it does not report, and why; may be empty */
	struct str advice;  /* how to fix it; one or two sentences; may be printed as help */
	/* Of several causes: help in place of the advice.  RULE_HELPS(); NULL: none. */
	const struct rule_help *helps;
	struct str see; /* what grounds it: "title <url>" lines */
	/* Compose files.  Each line of .bad that ends in "# <-" is reported by this rule and no
	   other line is; .good is silent for it.  Further files of an example follow a line
	   "--- NAME" (".env", "Dockerfile"). */
	struct str bad[RULE_EXAMPLES], good[RULE_EXAMPLES];
	/* The rules this one gives way to: its finding is dropped where one of them reports the
	   same node of the same service.  RULE_NAMES(); NULL: none. */
	const struct str *yields;
	bool yields_to_all; /* where any other rule reports the same node, whoever's it is */
	struct rule_option options[RULE_OPTIONS];

	void (*service)(const struct service *service, struct sink *out);
	void (*project)(const struct project *project, struct sink *out);
};

struct rule_set {
	const struct rule *const *all; /* sorted by name */
	size_t count;
};

/* How to fix a finding of the rule: of .helps that of its cause, else .advice. */
struct str rule_help_for(const struct rule *rule, enum cause cause);
/* NULL: no rule of that name. */
const struct rule *rule_find(struct rule_set rules, struct str name);
/* Where the rule of that name stands in the set; the count when it does not. */
size_t rule_position(struct rule_set rules, struct str name);
struct str rule_group_name(enum rule_group group);
/* By its data sheet it judges services of this role. */
bool rule_judges(const struct rule *rule, enum role role);

/*
 * Reports at the node's place.  The last finding is the current one: what
 * follows (related, evidence, extent, suggest) is about it.  The message begins
 * in lower case, has no full stop, and quotes only what sink_show() returns.
 */
void report(struct sink *out, const struct node *at, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/*
 * At a secret in a scalar, bytes [from, to) of what sink_literal() gives: nothing else is its place,
 * the whole scalar its extent.  From then on no report shows its text.
 */
void report_secret(struct sink *out, const struct node *at, size_t from, size_t to,
		   const char *format, ...) __attribute__((format(printf, 5, 6)));
/* The same at a place without a node. */
void report_secret_span(struct sink *out, struct span at, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* The same at a place without a node (a Dockerfile line). */
void report_span(struct sink *out, struct span at, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/*
 * A key of the service that is not there: at the node that took it away (its !reset or the
 * service's !override, with what was there as related place), else at the service's name.
 */
void report_absent(struct sink *out, const struct service *service, struct str key,
		   const char *format, ...) __attribute__((format(printf, 4, 5)));

void related(struct sink *out, enum related_kind kind, struct span at, const char *format, ...)
	__attribute__((format(printf, 4, 5)));
/* The history of another node: its .env line, extends entry and so on, as related places. */
void related_history(struct sink *out, const struct node *node);
/* All that goes with a finding about a mount: where its host path is written, the history of its
   item and source as related places; its target as evidence; its whole item as extent. */
void about_mount(struct sink *out, const struct mount *mount);
/*
 * At the place of a variable in a service's environment: the entry of the Compose file or, of an
 * ENV, its line.  The name as evidence, the whole entry as extent; as related places the history of
 * the value, the line of the env file, the build.
 */
void report_entry(struct sink *out, const struct service *service,
		  const struct environment_entry *entry, const char *format, ...)
	__attribute__((format(printf, 4, 5)));
/* What identifies the finding besides its path: mount target, variable name; never a value. */
void evidence(struct sink *out, struct str text);
/* Its place names a file: no secret stands there, though the rule is about secrets. */
void place_names_file(struct sink *out);
/* What brought it about, where the rule has help for that. */
void because(struct sink *out, enum cause cause);
/* Why it is so, where other places of the service are for the same reason: they are one finding then,
   at the place that was reported first, with the others as related places. */
void shares_cause(struct sink *out, struct str text);
/* The whole node that the finding speaks of, where that is more than its primary place. */
void extent(struct sink *out, struct span whole);
/* What a fix may do; none is offered where the text is not the service's own.
   Each call adds one edit to the fix of the current finding; one that is not safe makes it so. */
void suggest_replace(struct sink *out, bool safe, const struct node *scalar, struct str text,
		     const char *title);
/* Where one line of an env file gives the whole value, in that line. */
void suggest_replace_at_origin(struct sink *out, bool safe, const struct node *value,
			       struct str text, const char *title);
void suggest_delete_item(struct sink *out, bool safe, const struct node *item, const char *title);
void suggest_delete_key(struct sink *out, bool safe, const struct service *service, struct str key,
			const char *title);
/* Of a mapping that keeps another key, or may be empty. */
void suggest_delete_pair(struct sink *out, bool safe, const struct pair *pair, const char *title);
void suggest_insert_key(struct sink *out, bool safe, const struct service *service, struct str key,
			struct str value, const char *title);
/* The same of a mapping that stands behind this key. */
void suggest_insert_pair(struct sink *out, bool safe, const struct node *name,
			 const struct node *mapping, struct str key, struct str value,
			 const char *title);
void suggest_append_item(struct sink *out, bool safe, const struct service *service, struct str key,
			 struct str item, const char *title);
/* Whole lines at the end of a file, such as an ignore file, which need not end in a line end. */
void suggest_append_lines(struct sink *out, bool safe, uint32_t source, struct str lines,
			  const char *title);
/* A file that does not exist yet; `name`: as it would be reported. */
void suggest_new_file(struct sink *out, bool safe, struct str name, struct str text,
		      const char *title);

/*
 * Text from a file made fit for a message: visible, cut, credentials masked.  It is for what is reported
 * alone, and so are the texts by sink_fmt(), sink_source() and the like: where there are too many
 * findings already, they are no more than not empty.
 */
struct str sink_show(struct sink *out, struct str text);
struct str sink_fmt(struct sink *out, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/*
 * The path on the host of a mount, for a message: as its file has it, and what variables make of it
 * relative to the project where it lies there, so that the place of a checkout does not matter.
 */
struct str sink_source(struct sink *out, const struct node *source);
/* One of the project's own files, for a message: as seen from the project. */
struct str sink_own_path(struct sink *out, const struct own_path *path);
/* The worst of what can be changed, as related places. */
void related_own(struct sink *out, const struct own_exposure *written);
/* What of its project an agent can change through a mount that has to go for another reason, so that
   its finding says so too; NULL: nothing, or it is no agent. */
const struct own_exposure *own_in_mount(struct sink *out, const struct service *service,
					const struct mount *mount);
/* What the file itself says of a value; *refers: some part of it comes from elsewhere. */
struct str sink_literal(struct sink *out, const struct node *value, bool *refers);
/* "A and B are not set", of the variables that a value lacks; empty: it lacks none. */
struct str sink_unset(struct sink *out, const struct node *value);
/*
 * Whose environment an entry is in, `service "a"`, as the subject of a sentence.  What a line of a
 * Dockerfile sets is told once, of all agents that get it: `each of the services "a", "b"`.
 * Empty: it is told of an earlier service.
 */
struct str sink_owners(struct sink *out, const struct service *service,
		       const struct environment_entry *entry);
/* Who makes an external network, if another project of the run does (fact/network.h). */
struct network_maker sink_maker(const struct sink *out, const struct network *network);
/*
 * Whose image an item of a recipe goes into, `"a"` or `"a" and "b"`: what stands on a line of a
 * Dockerfile is told once, of all services that build it.  Empty: it is told of an earlier one.
 */
struct str sink_builders(struct sink *out, const struct service *service,
			 const struct recipe_item *item);
/* The ARG, ENV and build arguments that fed an item, and the place that goes with it. */
void related_recipe(struct sink *out, const struct recipe_item *item, const char *other);
/* A command line cut into words. */
struct command sink_command(struct sink *out, const struct node *command);
/* The options with a value of a command line, the service's "command" or "entrypoint"; how many. */
size_t sink_options(struct sink *out, const struct node *command,
		    const struct command_option **options);
/* The texts of one of the rule's options: those of the configuration, else the defaults. */
size_t sink_option(struct sink *out, struct str option, const struct str *defaults,
		   size_t ndefaults, const struct str **texts);
/* The preset of the run: few rules report other things under another one. */
enum preset sink_preset(const struct sink *out);
enum role sink_role(const struct sink *out, const struct service *service);
/* The services that are no agents; how many. */
size_t sink_others(const struct sink *out, const struct service *const **others);
/* The rule has reported this secret of the scalar already, whoever's it is. */
bool sink_has_reported(struct sink *out, const struct node *at, size_t from, size_t to);
/*
 * Of the five rules that say what a mount's source is, one that is on for the service reports this
 * mount; the first asks for the one that goes with a class.  Who gives way to what is off would
 * leave a mount unsaid.
 */
bool sink_reports_class(const struct sink *out, const struct service *service,
			const struct mount *mount, enum hostpath_class class);
bool sink_reports_source(const struct sink *out, const struct service *service,
			 const struct mount *mount);
/* It is declared or recognised as an agent, not only as a place where code is run ("sandbox"). */
bool sink_needs_model(const struct sink *out, const struct service *service);
/* File and line of a place, "compose.yaml:12", for a message. */
struct str sink_place(struct sink *out, struct span at);
struct str sink_file(struct sink *out, struct span at); /* without the line */

#endif
