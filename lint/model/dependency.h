/* SPDX-License-Identifier: MIT */
/*
 * Which service needs which (compose-go, loader/normalize.go): depends_on, and
 * what Compose adds to it from links, volumes_from and modes such as
 * "service:db".
 */
#ifndef MODEL_DEPENDENCY_H
#define MODEL_DEPENDENCY_H

#include "base/diag.h"
#include "base/node.h"

struct dependency {
	struct str on;           /* the other service's name */
	const struct node *node; /* what says so: a key of depends_on, an item, a mode */
	struct str key;          /* "depends_on", "links" ... */
	bool required;
};

struct dependencies {
	struct dependency *items;
	size_t count, capacity;
};

/* Of one service's mapping, depends_on first; what it names is not implied once more. */
struct dependencies dependency_list(struct arena *arena, const struct node *service);
/* Unknown and disabled targets, and cycles; false when something was found. */
bool dependency_check(struct lint *lint, const struct node *services, const struct pair *enabled,
		      size_t count);
/* Of a service that is not enabled: only the targets that nobody defines. */
void dependency_check_names(struct lint *lint, const struct node *services,
			    const struct pair *service);

#endif
