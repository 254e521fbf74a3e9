/* SPDX-License-Identifier: MIT */
/*
 * Secrets and configs that a service is granted and that are no files of the
 * host, so that they are no mounts (fact/mount.h): what a variable holds, text of
 * the Compose file, what somebody made elsewhere.  Compose copies them into the
 * container.  Their values are never looked at.
 *
 * Needs the mounts of the service.  Lives in the run arena; nothing fails.
 */
#ifndef FACT_GRANTED_H
#define FACT_GRANTED_H

#include "model/project.h"

enum granted_origin { GRANTED_VARIABLE, GRANTED_TEXT, GRANTED_ELSEWHERE };

struct granted {
	bool secret;             /* else a config */
	const struct node *item; /* of the service's list */
	const struct node *place;
	struct str name;   /* of the secret or config */
	struct str target; /* absolute and clean */
	bool open;         /* where it lands hangs on a variable that nobody sets */
	enum granted_origin origin;
	struct str variable; /* GRANTED_VARIABLE */
};

struct granted_list {
	const struct granted *all; /* in the order of the service's lists, secrets first */
	size_t count;
};

struct granted_list granted_find(struct lint *lint, const struct service *service);

#endif
