/* SPDX-License-Identifier: MIT */
/*
 * Groups whose members have power: of the host, where a service joins one, or
 * in the image, where its Dockerfile puts an account into one (then an item of
 * the recipe, RECIPE_GROUP).
 *
 * A group is known by its name, by the number 0, or, where a variable gives the
 * number, by the name of that variable.  Nothing is allocated, nothing fails.
 */
#ifndef FACT_GROUP_H
#define FACT_GROUP_H

#include "model/project.h"

/* All zeroes: before the first one. */
struct group {
	struct str name;          /* "docker" */
	struct str variable;      /* whose name gives the number away; empty: none */
	const char *power;        /* what a member may do; a phrase for a message */
	const struct node *place; /* the item of group_add, or `user` */
	bool is_user;             /* the group part of `user` */
	size_t next;              /* where the search goes on */
};

/* The next one that the service joins: group_add, then `user`; false: no more. */
bool group_next(const struct service *service, struct group *group);
/* What a member may do inside an image; NULL: nothing that others may not. */
const char *group_power_in_image(struct str name);

#endif
