/* SPDX-License-Identifier: MIT */
/*
 * The boundary sheet: the nine checks that a boundary test runs inside an
 * agent's container, answered from the files, and what the agent sees, reaches
 * and holds.
 *
 * A check is judged by the rules behind it (boundary.list), each asked for the
 * one service whatever preset, level or suppression says, because a sheet tells
 * what is and not what was asked for; and by facts that no rule reports.  What
 * cannot be seen in the files is VERDICT_CANNOT_TELL, never a pass.  Errors that
 * belong to none of the nine are told beside them: they are not all there is.
 *
 * Values, in the run arena.  Text is made visible and masked.  Nothing fails.
 */
#ifndef ENGINE_BOUNDARY_H
#define ENGINE_BOUNDARY_H

#include "engine/engine.h"
#include "engine/role.h"
#include "fact/contract.h"

/* In rising order: the worst of its points decides a check. */
enum verdict { VERDICT_PASS, VERDICT_CANNOT_TELL, VERDICT_FAIL };

enum boundary_check_name {
#define CHECK(id, name) BOUNDARY_##id,
#define BEHIND(id, rule, effect)
#include "engine/boundary.list"
#undef CHECK
#undef BEHIND
	BOUNDARY_CHECKS
};

/* Something that speaks for or against a check. */
struct boundary_point {
	enum verdict verdict;
	struct str rule; /* empty: a fact that no rule reports */
	struct str why;
	struct span place; /* none: nowhere in particular */
	struct boundary_point *next;
};

struct boundary_check {
	struct str name;
	enum verdict verdict;
	struct boundary_point *points; /* those that decided; of a pass, its evidence */
	struct boundary_point *notes;  /* what a reader should know, and what decides nothing */
};

struct boundary_mount {
	struct str kind;   /* "bind", "volume", "tmpfs", "secret", ... */
	struct str source; /* empty: none */
	struct str target;
	struct str mode; /* "ro", "rw"; empty: not known */
	bool workspace;
	struct span place;
};

enum boundary_answer { ANSWER_NO, ANSWER_YES, ANSWER_UNKNOWN };

struct boundary_network {
	struct str name;
	enum boundary_answer internal;
	struct span place;
};

struct boundary_credential {
	struct str name;
	bool allowed; /* the gateway's key */
	struct span place;
};

/* A limit in its unit: bytes, CPUs as text, processes. */
struct boundary_limits {
	enum boundary_answer memory, cpus, pids; /* is there one? */
	int64_t memory_bytes, pids_count;        /* -1: not known */
	struct str cpus_text;
};

struct boundary_span_text {
	struct str text;
	struct span place;
};

enum boundary_state {
	STATE_PRESENT,
	STATE_MISSING,
	STATE_READ_ONLY, /* there, but declared to be writable */
	STATE_WRITABLE,  /* there, but declared to be read-only */
	STATE_UNKNOWN    /* not found in a project that could not be read whole */
};

/* An entry of a declared contract. */
struct boundary_declared {
	struct str name;
	struct str how; /* "ro", "rw"; ports, "4000, 4001"; empty: nothing */
	enum boundary_state state;
	struct span place;
};

/* What goes beyond it. */
struct boundary_beyond {
	enum contract_part part;
	struct str name; /* one or more, with commas */
	struct str what; /* "sees /x", "can write /x", ... */
	struct span place;
};

struct boundary_contract {
	struct {
		bool declared; /* else it is not judged */
		const struct boundary_declared *all;
		size_t count;
	} parts[CONTRACT_PARTS];
	const struct boundary_beyond *beyond;
	size_t nbeyond;
};

/* One service; of one that is no agent there are no checks. */
struct boundary_service {
	const struct role_entry *entry;
	bool judged;
	struct boundary_check checks[BOUNDARY_CHECKS];
	struct boundary_point *others; /* errors of rules that no check stands on */
	/* what the rules have to say of it, at their own level, LEVEL_OFF where they give way; of
	   one that is not judged nothing */
	const struct finding *const *findings;
	size_t nfindings;
	const struct boundary_mount *mounts;
	size_t nmounts;
	const struct boundary_network *networks;
	size_t nnetworks;
	const struct str *neighbours;
	size_t nneighbours;
	const struct boundary_span_text *ports; /* "127.0.0.1:8080 -> 80/tcp" */
	size_t nports;
	const struct boundary_credential *credentials;
	size_t ncredentials;
	struct boundary_limits limits;
	const struct boundary_contract *contract; /* NULL: it declares none */
};

struct boundary {
	const struct project *project;
	const struct boundary_service *services; /* in the project's order */
	size_t nservices;
};

/* `all`: the projects of the run. The roles as engine_judge() assigned them for this project; of the grading its rules and preset. */
const struct boundary *boundary_draw(struct lint *lint, const struct project *project,
				     const struct roles *roles, const struct grading *grading,
				     struct project_list all);
/* Its other half, boundary_view.c: fills in all but the checks; sheet->entry is set. */
void boundary_view(struct sink *sink, struct boundary_service *sheet);
/* The contract of the service, boundary_contract.c; NULL: it declares none. */
const struct boundary_contract *boundary_compare(struct sink *sink, const struct service *service);
struct str boundary_state_word(enum boundary_state state); /* "present", "read-only", ... */
struct str verdict_word(enum verdict verdict);             /* "pass", "cannot-tell", "fail" */
/* The rules behind a check, as boundary.list has them; "" when there are no more. */
struct str boundary_rule(enum boundary_check_name check, size_t position);

#endif
