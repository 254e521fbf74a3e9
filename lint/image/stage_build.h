/* SPDX-License-Identifier: MIT */
/*
 * One stage while it is evaluated, and what all stages of an evaluation share.
 * Serves the files of the stage evaluator (image/evaluate.c and
 * image/stage_*.c) alone.
 *
 * Lists of a stage begin as its parent's, shared; the first addition copies them.
 */
#ifndef IMAGE_STAGE_BUILD_H
#define IMAGE_STAGE_BUILD_H

#include "image/expand.h"
#include "image/stage.h"

/* A list that may still be its parent's. */
struct stage_list {
	void *items;
	size_t count, capacity; /* capacity 0: shared with the parent */
};

/* Where the configuration of a stage comes from. */
struct stage_origin {
	enum stage_base kind;
	struct str image;           /* STAGE_BASE_IMAGE */
	struct span span;           /* where it is named: FROM, or the named context */
	const struct stage *parent; /* STAGE_BASE_STAGE, STAGE_BASE_SERVICE */
};

struct stage_evaluation {
	struct lint *lint;
	struct arena *arena;
	const struct stage_request *request;
	struct expander expander;
	const struct scope *global;
	struct stage *stages;
	struct stage_build *builds; /* one per stage */
	size_t nstages;
	bool *args_used;
	bool **reached; /* by stage: those that it copies from, or NULL: nobody asked; of stage_use.c */
	const struct dockerfile_error **errors;
	size_t nerrors, error_capacity;
};

/* What COPY --from or RUN --mount from names and a build cannot have. */
struct stage_doubt {
	const struct dockerfile_error *error;
	size_t stage;   /* the stage itself or one further down; STAGE_NO_PARENT: none */
	bool triggered; /* by an ONBUILD of the parent */
};

struct stage_build {
	struct stage_evaluation *evaluation;
	struct stage *stage;
	size_t first, end; /* its instructions behind FROM: [first, end) of the file */
	bool cmd_set;      /* by this stage itself, so that ENTRYPOINT keeps it */
	bool firing;       /* a trigger of the parent is at work: its errors are the FROM's */
	struct stage_list env, labels, volumes, ports, accounts, runs, copies, onbuild, uses;
	struct stage_list doubts; /* of struct stage_doubt */
};

/* Room for one more item of `size` bytes behind those of the list. */
void *stage_list_add(struct arena *arena, struct stage_list *list, size_t size);

/* The error becomes one of the whole evaluation, and a finding. */
void stage_add_error(struct stage_evaluation *evaluation, const struct dockerfile_error *error);
/* BuildKit stops there.  We leave the instruction out and go on; the first refusal is the stage's
   error.  A finding is made only where the target needs the stage. */
bool stage_refuse(struct stage_build *build, const struct dockerfile_error *error);
/* The same for what stops the build whoever needs the stage. */
void stage_refuse_always(struct stage_build *build, const struct dockerfile_error *error);
#define STAGE_REFUSE(build, instr, fault, ...)                                      \
	stage_refuse((build), dockerfile_error((build)->evaluation->arena, (fault), \
					       DOCKERFILE_BUILD, (instr)->head, __VA_ARGS__))

/* stage_base.c */
/* What a FROM of this name, expanded, is built on; stages from `count` on are not seen. */
struct stage_origin stage_find_base(struct stage_evaluation *evaluation, struct str name,
				    struct span span, size_t count);
/* The named context that takes the place of the stage or image of this name, or NULL. */
const struct build_context *stage_find_context(struct stage_evaluation *evaluation,
					       struct str name);
struct stage_origin stage_context_origin(struct stage_evaluation *evaluation,
					 const struct build_context *context);
/* The index of the last stage of this name, without regard to case; STAGE_NO_PARENT: none. */
size_t stage_find_name(const struct stage_evaluation *evaluation, struct str name);
/* Fills the start state of a stage. */
void stage_start(struct stage_build *build, const struct stage_origin *origin);

/* stage_use.c */
/* Notes what an instruction copies or mounts from, and what of that is impossible. */
void stage_collect_uses(struct stage_build *build, const struct dockerfile_instr *instr);
/* Refuses what is impossible, once it is known which stages the target needs. */
void stage_judge_uses(struct stage_build *build);

/* stage_step.c */
/* Applies one instruction; false: it was refused. */
bool stage_apply(struct stage_build *build, const struct dockerfile_instr *instr, bool triggered);
/* The values of ARG: build argument, else default, else the global scope's. */
bool stage_arg(struct stage_evaluation *evaluation, const struct scope **scope,
	       const struct dockerfile_instr *instr, bool global, struct str *error);
struct stage_value stage_value_of(const struct stage *stage, const struct expansion *expansion,
				  struct span span);

/* stage_run.c */
void stage_note_run(struct stage_build *build, const struct dockerfile_instr *instr,
		    bool triggered);

/* stage_mount.c */
/* The --mount flags of a RUN, variables replaced; false: one was refused. */
bool stage_check_mounts(struct stage_build *build, const struct dockerfile_instr *instr);

/* stage_copy.c */
bool stage_note_copy(struct stage_build *build, const struct dockerfile_instr *instr);

#endif
