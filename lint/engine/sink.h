/* SPDX-License-Identifier: MIT */
/*
 * Where a rule's findings go: fills in what the rule need not say (rule, level,
 * service, model path, history of the node).  The functions a rule calls are
 * declared in engine/rule.h and stand in sink.c, history.c (related_history()) and
 * fix.c (suggest_*()); this header is for the engine, which moves the sink from
 * rule to rule.  Findings live in the run arena.
 */
#ifndef ENGINE_SINK_H
#define ENGINE_SINK_H

#include "engine/grade.h"
#include "engine/role.h"
#include "engine/rule.h"
#include "engine/suppress.h"
#include "engine/way.h"

/* What Compose refuses, of all projects: the loading says it, so it is complete before any rule. */
struct refusals {
	bool known;
	struct span *all; /* in their order */
	size_t count;
	bool chain; /* includes or extends go in a circle, or on beyond a limit */
};

/* Where the rule that asks has reported something. */
struct reported {
	const struct rule *rule; /* NULL: nobody has asked yet */
	struct table spans;      /* by their bytes */
	size_t next;             /* findings before this one are in it */
};

struct sink {
	struct lint *lint;
	const struct project *project;
	const struct grading *grading;
	const struct roles *roles;
	struct credentials *credentials;
	struct suppress_view *suppressions; /* NULL: none count */
	struct project_list all;            /* of the run; may make what is external here */
	bool alone;         /* one service is asked for: what several share is told of it too */
	bool without_fixes; /* what is suggested is dropped */
	bool only_counts;   /* there is no room for one more finding: what is said of it is lost */
	struct way_index ways; /* to the nodes of the service that is judged */
	/* who speaks about whom; moved by the walk */
	const struct rule *rule;
	const struct service *service; /* NULL in a project hook */
	enum level level;
	/* of findings that are there already, asked again and again */
	struct refusals refusals;
	struct reported reported;
	struct {
		const struct service *of; /* NULL: none yet */
		struct str name;          /* as sink_show() makes it, in the run arena */
	} shown;                          /* the service that is judged: most rules name it */
	struct finding *current;          /* the last finding of this rule; NULL: none yet */
};

/* The configuration, or the service itself, leaves out what the rule finds of it. */
bool sink_leaves_out(const struct sink *out, const struct service *service);

#endif
