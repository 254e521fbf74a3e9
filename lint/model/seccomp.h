/* SPDX-License-Identifier: MIT */
/*
 * The seccomp profile that a service names in `security_opt`: a JSON file,
 * which Compose reads when it creates the container (docker/compose,
 * pkg/compose/create.go) and the engine with Go's encoding/json, for which
 * "defaultaction" is defaultAction (moby, profiles/seccomp).  A path is relative to the project directory,
 * whichever file names it.
 *
 * A profile that cannot be had is a finding at its path; what could be read is
 * given all the same.  Lives in the run arena.
 */
#ifndef MODEL_SECCOMP_H
#define MODEL_SECCOMP_H

#include "model/loader.h"

/* The profile in force, of the last item of its key. */
struct seccomp {
	const struct node *item; /* of security_opt */
	/* what lets all pass that it does not name: its defaultAction, or the whole of a profile
	   that says nothing, with which the engine filters nothing; NULL: it does filter */
	const struct node *opens;
};

/* Reads every profile that is named, as Compose does; NULL: none is in force, or it is not known. */
const struct seccomp *seccomp_load(struct loader *l, const struct service *service);

#endif
