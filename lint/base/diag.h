/* SPDX-License-Identifier: MIT */
/*
 * Findings: what is wrong in the user's files, as values.
 *
 * Whoever finds something adds a finding; nobody prints.  At the end the
 * findings are sorted (source, start, rule, subject), duplicates are dropped,
 * and a format prints them.  A finding says rule, place and words; its level
 * is filled by the engine from the rule's data sheet and the preset, never by
 * the caller.  All slices and arrays live in the run arena.
 *
 * struct notice is for what the user told this program and not Compose: a
 * mistake in the configuration.  It is no finding, so no rule choice and no
 * level hides it; main() prints all of them on standard error.
 *
 * struct failure is for the other kind of bad news: the world is wrong (a file
 * cannot be opened, an option does not exist).  It is returned by value up to
 * main(), which prints it as one line and exits with status 2.
 */
#ifndef BASE_DIAG_H
#define BASE_DIAG_H

#include "base/arena.h"
#include "base/source.h"
#include "base/str.h"

/* In rising order.  LEVEL_OFF marks a finding that is not reported. */
enum level { LEVEL_OFF, LEVEL_INFO, LEVEL_WARNING, LEVEL_ERROR };

/* The order in which related places are printed. */
enum related_kind {
	RELATED_ORIGIN,     /* the env file line or default a value comes from */
	RELATED_OVERRIDDEN, /* the layer that was overridden */
	RELATED_DEFINITION, /* the definition, extends or include entry, anchor it refers to */
	RELATED_DOCKERFILE, /* FROM, USER, RUN ... */
	RELATED_OTHER
};

struct role_words;
struct cut_memo;
struct schema_memo;

struct related {
	enum related_kind kind;
	struct span span; /* none: a note without a place */
	struct str message;
	struct related *next;
};

struct edit {
	struct span span; /* what is replaced; empty: insertion */
	struct str text;
	struct str
		creates; /* the name of a file to be made with this text; empty: none, see span */
};

struct fix {
	struct str title; /* empty: none */
	bool safe;
	const struct edit *edits;
	size_t nedits;
};

/* Why a finding is not reported, where the user asks to see it all the same. */
enum suppression_kind {
	SUPPRESSED_IN_SOURCE,        /* a comment, or x-compose-lint in the Compose file */
	SUPPRESSED_BY_CONFIGURATION, /* .compose-lint.yaml */
	SUPPRESSED_BY_BASELINE
};

struct suppression {
	enum suppression_kind kind;
	struct str reason; /* as written, not yet made visible; may be empty */
	struct span place; /* where it is said; none: a baseline */
};

/*
 * What brought a finding about.  Whoever adds the finding says so, where its rule knows of it something
 * better to do than its advice (rule_help in engine/rule.h), or where others go by it.
 */
enum cause {
	CAUSE_NONE,
	/* what refers to files and other places */
	CAUSE_CIRCLE,       /* files that lead back to each other */
	CAUSE_CHAIN_CIRCLE, /* a chain of definitions that leads back to itself */
	CAUSE_CHAIN_LIMIT,  /* a chain that is not followed to its end */
	CAUSE_FILE,         /* a file that is not there */
	CAUSE_ENV_FILE,     /* the same of a file of variables */
	CAUSE_ENV_LINE,     /* a line of one that makes it unreadable */
	CAUSE_FILE_ITSELF,  /* a file that is named, not the folder it lies in */
	CAUSE_BUILD,        /* a build that will fail */
	CAUSE_REMOTE,
	CAUSE_FRONTEND, /* another program reads the file */
	CAUSE_FRAGMENT, /* a file that is merged into another */
	/* variables */
	CAUSE_REQUIRED, /* one that has to be set is not */
	CAUSE_VARIABLE, /* the text depends on one that is not known */
	CAUSE_KEY_NAME, /* the usual name of a key that may be meant */
	/* what cannot be read */
	CAUSE_TOO_LARGE,
	CAUSE_SPECIAL_FILE,
	CAUSE_LIMIT,
	CAUSE_ALIAS,
	CAUSE_BYTE,    /* one that no text may hold */
	CAUSE_IGNORED, /* what is written has no effect */
	CAUSE_ENGINE,  /* Compose takes it, and the engine does not */
	CAUSES
};

/* What is read of each of thousands, to sort, count and print them, lies in front. */
struct finding {
	struct str rule;
	struct span span;                      /* primary place */
	uint32_t project;                      /* number of the project in the run */
	const struct suppression *suppression; /* not counted, and marked; NULL: it is reported */
	uint32_t rank;                         /* of its source, filled by diag_sort */
	uint32_t sequence;                     /* order of addition, filled by diag_add */
	enum level level;
	enum cause cause;   /* CAUSE_NONE: no other than the rule says */
	bool graded;        /* the level is final; else the engine fills it at the end */
	bool conceals;      /* the text of `span` is a secret, and shown nowhere */
	bool names_file;    /* its place does, and holds no secret whatever the rule is about */
	bool holds;         /* its rule gives way to no other */
	bool unseen;        /* part of the project could not be looked at: nothing hides this */
	struct span extent; /* the node it speaks of, for one-cause-one-finding; none: span */
	struct str message;
	struct str path;         /* where in the model, "a.b[1]"; may be empty */
	struct str owner;        /* whose it is, by name; empty: nobody's */
	struct str evidence;     /* what identifies it besides the path: target, name; no secret */
	struct related *related; /* in the order of printing */
	struct str shared; /* what makes it, where several places of one owner share it; or empty */
	struct finding
		*also; /* told in this one: the same of other owners, or at other places of one
				 cause; a chain by the same member */
	struct fix fix;
};

struct diag {
	struct arena *arena;
	struct finding **findings;
	size_t count, capacity;
	size_t beyond_limit;   /* findings that were not kept */
	struct finding *spare; /* what each of them is written to; NULL: there was none yet */
	size_t suppressed;     /* findings that the user has left out */
	size_t baselined;      /* findings that a baseline knows */
	size_t most;           /* how many there were at once */
	bool asked;            /* what is reported depends on what was reported before */
	uint32_t project;      /* number given to new findings */
	const uint32_t
		*ranks; /* of sources in the order of findings, by number; NULL: the number */
	size_t nranks;  /* sources behind come last */
};

/* One more would only be counted. */
bool diag_is_full(const struct diag *diag);
/* The finding is the caller's to fill.  One beyond the limit has no words, and the next such one is
   written over it. */
struct finding *diag_add(struct diag *diag, struct str rule, struct span span, const char *format,
			 ...) __attribute__((format(printf, 4, 5)));
/* The same with a message that lies in the arena of the findings. */
struct finding *diag_add_text(struct diag *diag, struct str rule, struct span span,
			      struct str message);
/* Takes away the findings from number `first` on, to be put back behind others later. */
struct finding **diag_take(struct diag *diag, size_t first, size_t *count);
void diag_put(struct diag *diag, struct finding **findings, size_t count);
/* Adds a related place behind those of its kind.  A place is named once: of two texts of one kind
   the later one, which the rule chose knowing more than the history; else the earlier one. */
void diag_related(struct diag *diag, struct finding *finding, enum related_kind kind,
		  struct span span, const char *format, ...) __attribute__((format(printf, 5, 6)));
/* Goes on with the path of a finding, key by key, so that it does not depend on who reports: "a",
   "a.b", "a.b[1]".  A key is made visible, and cut when nobody would read it. */
void diag_path_key(struct builder *path, struct str key);
void diag_path_item(struct builder *path, size_t position);
/* Sorts by project, source, start, rule, evidence; drops equal ones and those of LEVEL_OFF. */
void diag_sort(struct diag *diag);

/* Findings of whole projects, from number `first` to `end`. */
struct diag_share {
	size_t first, end;
};

/* The same in steps.  By project alone: */
void diag_group(struct diag *diag);
/* Then by all else, share by share; several threads may do it, each with another share: */
void diag_sort_share(const struct diag *diag, const struct diag_share *share);
/* And at last what is equal or off goes: */
void diag_drop_equal(struct diag *diag);
/* All findings, which are grouped by project, in shares that are each worth a thread: pointers to
   struct diag_share, in the memory of `diag`. */
void **diag_shares(const struct diag *diag, size_t *count);

/* How many of this level, without those that are suppressed. */
size_t diag_count(const struct diag *diag, enum level level);

/* A mistake in what configures us; what it is about does not count. */
enum notice_kind {
	NOTICE_MISTAKE, /* --strict-config ends the run with status 2 */
	NOTICE_REMARK   /* may be right: said, and no more */
};

struct notice {
	enum notice_kind kind;
	struct span span;
	struct str message; /* one line, already made visible; not yet masked */
	uint32_t rank;      /* of its source, filled by notices_sort */
	size_t sequence;    /* order of addition */
};

struct notices {
	struct notice *all; /* in the order of addition; one place says one thing once */
	size_t count, capacity;
	size_t beyond_limit; /* those that were not kept */
};

struct failure {
	bool failed;
	struct str message; /* one line, without the program's name; already made visible */
};

#define FAILURE_NONE ((struct failure){ false, { NULL, 0 } })

struct failure failure_fmt(struct arena *arena, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* What the projects of a run use up together, each kind with a limit of its own. */
enum spending {
	SPENT_NODES,     /* values of the YAML files: LIMIT_RUN_NODES */
	SPENT_ALIASES,   /* values that aliases add to them: LIMIT_RUN_ALIAS_NODES */
	SPENT_INHERITED, /* nodes that extends copied: LIMIT_INHERITED_NODES */
	SPENT_TEXT,      /* bytes that interpolation made: LIMIT_EXPANDED_BYTES */
	SPENDINGS
};

/* What one run shares: passed down, never global. */
struct lint {
	struct arena run;     /* until exit */
	struct arena scratch; /* reset after each rule */
	struct sources sources;
	size_t spent[SPENDINGS];
	struct cut_memo *cut;           /* for model/cut alone; NULL: none yet */
	struct schema_memo *memo;       /* for model/schema alone; NULL: none yet */
	const struct role_words *words; /* for engine/role alone; the same */
	struct diag diag;
	struct notices notices;
	size_t part; /* number among those that threads work with (workers.h); 0: the run's own */
};

void notice_add(struct lint *lint, enum notice_kind kind, struct span span, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* By place, those of one place in the order of addition. */
void notices_sort(struct lint *lint);

/* Counts what is about to be used up; false: it, or what was before, is more than a run may. */
bool lint_may_spend(struct lint *lint, enum spending kind, size_t more);
/* All kinds are within their limits. */
bool lint_spent_is_allowed(const size_t *spent);

void lint_init(struct lint *lint);
/* For a thread that works for a run, whose sources it shares. */
void lint_share(struct lint *lint, struct lint *whole);
void lint_free(struct lint *lint);

#endif
