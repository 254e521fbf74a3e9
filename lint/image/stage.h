/* SPDX-License-Identifier: MIT */
/*
 * A Dockerfile evaluated: what the image of each stage would be configured to,
 * under the build arguments, the target and the contexts that Compose hands
 * over, and what rules ask about it.
 *
 * Input is const; results are const and live in the run arena.  Expansion, ARG
 * and ENV, the stage graph, ONBUILD, the command line and the accounts follow
 * BuildKit, frontend/dockerfile/dockerfile2llb/convert.go.
 *
 * The user's file is wrong: finding dockerfile-syntax, and the error is in the
 * result; what could be evaluated is given all the same.  A target that does
 * not exist is a status, not a finding: the model reports it at build.target.
 * A file may be evaluated for many services; equal findings are dropped when
 * they are sorted.  Questions accept NULL for a stage that is not known.
 */
#ifndef IMAGE_STAGE_H
#define IMAGE_STAGE_H

#include "image/image.h"
#include "image/scope.h"
#include "image/shell.h"
#include "read/dockerfile.h"

struct stage_result;

struct build_arg {
	struct str name;
	struct str value;
	bool unknown;     /* it has a value, but which one cannot be known */
	struct span span; /* the Compose node that sets it */
};

struct build_context {
	struct str name;  /* key of additional_contexts */
	struct str value; /* docker-image://REF, service:NAME, oci-layout://..., URL or directory */
	struct span span;
};

/* What a service or an image of the project stands for. */
struct stage_source {
	const struct stage_result *result; /* go on in its target stage */
	struct str image;                  /* else an image that nobody here builds; may be empty */
};

struct stage_request {
	const struct dockerfile *file;
	const struct build_arg *args;
	size_t nargs;
	struct str target; /* empty: the last stage */
	struct span target_span;
	const struct build_context *contexts;
	size_t ncontexts;
	struct str platform; /* os/arch[/variant]; empty: linux/amd64 */
	size_t *work;        /* of expanding that is left, EXPAND_WORK at first; NULL: all of it */
	void *self;          /* for the callbacks, which may be NULL */
	/* False: cannot be known (a circle, no such service). */
	bool (*service)(void *self, struct str name, struct stage_source *found);
	/* False: no service of the project builds this image. */
	bool (*image)(void *self, struct str reference, struct stage_source *found);
};

enum stage_base {
	STAGE_BASE_SCRATCH,   /* empty, known whole */
	STAGE_BASE_IMAGE,     /* an external image */
	STAGE_BASE_STAGE,     /* a stage above */
	STAGE_BASE_SERVICE,   /* the target of another build of the project */
	STAGE_BASE_DIRECTORY, /* a directory, git or http context: empty configuration */
	STAGE_BASE_UNKNOWN    /* a refused FROM, an OCI layout */
};

enum stage_known {
	STAGE_INHERITED, /* whatever the base image says */
	STAGE_KNOWN,
	STAGE_UNCERTAIN /* computed, but from names that the base image may set */
};

struct stage_value {
	enum stage_known known;
	struct str text;
	struct span span;        /* the instruction's argument; none: no instruction set it */
	const struct str *unset; /* names without a value that took part */
	size_t nunset;
	const struct scope_origin *origins; /* the ARG, ENV and build arguments that fed it */
	size_t norigins;
};

struct stage_variable {
	struct str name;
	struct stage_value value; /* span: the pair */
};

enum stage_form { STAGE_FORM_INHERITED, STAGE_FORM_NONE, STAGE_FORM_EXEC, STAGE_FORM_SHELL };

struct stage_command {
	enum stage_form form;
	const struct str *argv; /* shell form: the shell, then the text */
	size_t argc;
	const struct dockerfile_instr *instr; /* the one that set it, or NULL */
};

enum stage_root {
	STAGE_ROOT_UNKNOWN, /* the base image decides */
	STAGE_ROOT_YES,
	STAGE_ROOT_NO,
	STAGE_ROOT_PRESUMED_NO /* a name whose uid cannot be seen */
};

struct stage_verdict {
	enum stage_root root;
	int64_t uid;      /* -1: not known */
	struct span span; /* where the account was made; none: not seen */
};

/* An account that a RUN of the FROM chain makes or renumbers; the last one of a name counts. */
struct stage_account {
	struct str name;
	int64_t uid;      /* -1: not known, but not 0; or ACCOUNT_UID_OPEN */
	struct span span; /* the command */
};

/* A privilege-changing program at the start of the command line. */
struct stage_switch {
	struct str tool;  /* empty: none */
	struct str user;  /* p NULL: not known */
	struct span span; /* the instruction */
};

/* A RUN of the FROM chain. */
struct stage_run {
	const struct dockerfile_instr *instr;
	const struct scope *scope;    /* ARG and ENV at that point: scope_find() */
	struct stage_value user;      /* who runs it */
	struct stage_verdict verdict; /* about `user` */
	/* The shell code it executes: slices of its line or of heredoc bodies, or the text of
	   `sh -c`.  None for other programs; then its words are an argv. */
	const struct str *texts;
	const struct shell_commands *commands; /* of each text, under the scope */
	size_t ntexts;
	bool triggered; /* by an ONBUILD */
};

/* What COPY --from and RUN --mount from name. */
struct stage_use {
	const struct dockerfile_instr *instr;
	struct span span; /* of the name */
	struct str name;  /* as written */
	enum stage_base kind;
	size_t stage;     /* STAGE_BASE_STAGE: its index */
	struct str image; /* STAGE_BASE_IMAGE: the reference */
};

struct stage_copy {
	const struct dockerfile_instr *instr;
	const struct str *sources; /* expanded; heredoc markers are left out */
	const struct span *spans;  /* of the sources */
	size_t nsources;
	struct str destination;
	struct str workdir; /* what a relative destination is relative to */
	bool from_context;  /* no --from */
};

struct stage_port {
	uint16_t first, last;
	struct str protocol; /* lower case */
	struct span span;
};

struct stage_path {
	struct str text;
	struct span span;
};

#define STAGE_NO_PARENT SIZE_MAX

struct stage {
	size_t index;
	struct str name; /* lower case; empty: none */
	const struct dockerfile_instr *from;
	struct span from_span;   /* the base name in FROM */
	struct stage_value base; /* the name after expansion */
	enum stage_base kind;
	size_t parent;          /* index of the stage it is built on, or STAGE_NO_PARENT */
	struct str image;       /* the external image at the root of the FROM chain; empty: none */
	struct span image_span; /* where that image is named: FROM, or the named context */
	/* the named context that takes the place of a stage or image of the chain; none: there is
	   none */
	struct span context_span;
	bool replaced; /* a named context took its place: nothing of it runs */
	bool needed;   /* the target needs it */
	bool in_chain; /* it is the target or in the target's FROM chain */
	bool external; /* the chain begins with an image that is not visible */
	bool windows;
	const struct dockerfile_error *error; /* evaluation stopped there */

	struct stage_value user;
	struct stage_verdict verdict;              /* about `user` */
	const struct dockerfile_instr *user_instr; /* USER, also behind ONBUILD, or NULL */
	struct span user_before;    /* the last USER before it that was no root, if there is one */
	struct stage_value workdir; /* "<base>" stands for that of the base image */
	struct stage_command entrypoint, cmd;
	struct stage_switch privilege; /* of entrypoint and cmd joined */
	const struct str *shell;       /* NULL: the default */
	size_t nshell;
	struct stage_value stopsignal;
	/* argv as in the image: NONE; CMD, program ...; CMD-SHELL, text */
	struct stage_command healthcheck;
	const struct stage_variable
		*env; /* set by ENV in the chain, in the order of the last ENV */
	size_t nenv;
	const struct stage_variable *labels;
	size_t nlabels;
	const struct stage_path *volumes;
	size_t nvolumes;
	const struct stage_port *ports;
	size_t nports;
	const struct stage_account *accounts;
	size_t naccounts;
	const struct dockerfile_instr *const *onbuild; /* triggers for a child */
	size_t nonbuild;

	/* of the whole FROM chain, parents first */
	const struct stage_run *runs;
	size_t nruns;
	const struct stage_copy *copies;
	size_t ncopies;
	/* of this stage alone */
	const struct stage_use *uses;
	size_t nuses;
	const struct scope *scope; /* ARG and ENV at the end */
};

enum stage_status {
	STAGE_OK,
	STAGE_TARGET_NOT_FOUND,
	STAGE_NO_STAGES /* nothing to evaluate; dockerfile_parse() has said why */
};

struct stage_result {
	enum stage_status status;
	const struct dockerfile *file;
	const struct stage *stages; /* each evaluated as if it were the target */
	size_t nstages;
	const struct stage *target;                   /* NULL unless STAGE_OK */
	const struct dockerfile_error *const *errors; /* of the stages that the target needs */
	size_t nerrors;
	const struct scope *global;
	/* Build arguments that no ARG declares: bit set by position. */
	const bool *args_unused;
};

/* Evaluates a Dockerfile; lives in image/evaluate.c.  The file must live as long as the result. */
const struct stage_result *stage_evaluate(struct lint *lint, const struct stage_request *request);

/* About a value of USER, which may be inherited, or empty only as far as can be seen. */
struct stage_verdict stage_verdict_of(const struct stage *stage, const struct stage_value *user);
/* The verdict about a Compose `user` (or a USER value) in this stage's image; stage may be NULL. */
struct stage_verdict stage_user_verdict(const struct stage *stage, struct str user);
/* The account of this name made in the chain, or NULL. */
const struct stage_account *stage_account(const struct stage *stage, struct str name);
/* What the command line starts with: Compose's entrypoint and command given as one argv. */
struct stage_switch stage_switch_of(struct arena *arena, const struct str *argv, size_t argc);
/* A source of ADD that is no file of the context: a URL or a git repository. */
bool stage_is_remote_source(struct str source);

#endif
