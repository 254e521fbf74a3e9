/* SPDX-License-Identifier: MIT */
/*
 * Commands that Compose runs inside a service's container beside its own: the
 * hooks of its life, and what `develop.watch` executes when files change.
 *
 * A pre_start with an image of its own runs elsewhere and is left out.  Nothing
 * is allocated, nothing fails.
 */
#ifndef FACT_HOOK_H
#define FACT_HOOK_H

#include "model/project.h"

enum hook_kind { HOOK_PRE_START, HOOK_POST_START, HOOK_PRE_STOP, HOOK_WATCH };

/* All zeroes: before the first one. */
struct hook {
	enum hook_kind kind;
	const struct node *command;     /* a list of words, or one text; NULL: none */
	const struct node *environment; /* what it gets beside the service's own; NULL: none */
	const struct node *user;        /* a user that is root; NULL: none, another, or unknown */
	const struct node *privileged;  /* a true one; NULL */
	const struct node *script; /* the word that lies in a writable mount of the service; NULL */
	size_t next;               /* where the search goes on, in the list of `kind` */
};

/* The next one, in the order of the kinds; false: no more.  Needs mounts and image. */
bool hook_next(const struct service *service, struct hook *hook);
/* As messages call it. */
const char *hook_name(enum hook_kind kind);

#endif
