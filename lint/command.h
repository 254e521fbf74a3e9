/* SPDX-License-Identifier: MIT */
/*
 * The commands that print something else than a report on findings, and what all
 * commands share.
 *
 * A command takes the run as main has begun it, writes to stdout or to --output,
 * says on stderr what went wrong, and gives the exit status, with which main alone
 * exits.
 */
#ifndef COMMAND_H
#define COMMAND_H

#include "run.h"

struct engine_request; /* engine/engine.h */

enum { EXIT_CLEAN, EXIT_FINDINGS, EXIT_COULD_NOT };

/* "boundary": the sheets of the agents, or with --write-contract their contracts. */
int command_boundary(struct run *run);
/* "config": the model of the one project that docker compose would choose. */
int command_config(struct run *run);

/* Says it; the status of a run that could not do what it was asked for. */
int command_complain(struct failure failure);
bool command_wants_colour(const struct run *run);
/* Compose's own refusals and what made them, on stderr; what else a rule might say is not asked
   here. */
int command_refuse(struct run *run, const struct engine_request *request);

#endif
