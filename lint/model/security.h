/* SPDX-License-Identifier: MIT */
/*
 * What the kernel and the engine are told to withhold: capabilities,
 * security_opt, limits.  Questions about a service's canonical mapping; nothing
 * is kept and nothing fails.  Facts: rules.md 2.3 (`security_opt`: files append,
 * the last value of a key wins), compose-semantics 7.5, 7.6.
 */
#ifndef MODEL_SECURITY_H
#define MODEL_SECURITY_H

#include "model/project.h"

/* A capability without CAP_ and case: "NET_ADMIN" names "cap_net_admin". */
bool security_is_capability(struct str text, struct str name);
/* cap_drop holds ALL. */
bool security_drops_all(const struct service *service);

/* cap_add holds it, or ALL. */
bool security_adds(const struct service *service, struct str capability);

struct security_option {
	const struct node *item;  /* the item that decides; NULL: not set */
	struct str value;         /* "true" for a bare no-new-privileges */
};

/* The last item of this key. */
struct security_option security_option(const struct service *service, struct str key);

enum limit_kind { LIMIT_OF_MEMORY, LIMIT_OF_CPU, LIMIT_OF_PROCESSES };

struct security_limit {
	bool is_set;              /* an effective limit; an unknown value counts as one */
	const struct node *ineffective; /* a value that limits nothing; NULL: none written */
	struct str key;           /* whose value that is, "pids_limit" */
};

struct security_limit security_limit(const struct service *service, enum limit_kind kind);

#endif
