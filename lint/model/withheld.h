/* SPDX-License-Identifier: MIT */
/*
 * Capabilities, security options and modes that do not exist, names that a container or
 * an image cannot have, and what a service cannot say of a network that another one owns:
 * Compose passes them on, and the engine refuses them or nobody acts on them.  Findings only.
 */
#ifndef MODEL_WITHHELD_H
#define MODEL_WITHHELD_H

#include "model/trail.h"

struct nearest; /* base/nearest.h */

/* A name of Linux 6.1, or ALL; in any case, with CAP_ or without. */
bool withheld_is_capability(struct str name);
/* The same; of a name that is none the known ones are offered. */
bool withheld_find_capability(struct str name, struct nearest *nearest);
/* Key and value of an item of security_opt, as the engine splits it: at the first "=", else at the
   first ":"; without either the value is "true". */
void withheld_option(struct str text, struct str *key, struct str *value);
/* `trail` leads to the service. */
void withheld_check(struct lint *lint, const struct trail *trail, const struct node *service);

#endif
