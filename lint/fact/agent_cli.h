/* SPDX-License-Identifier: MIT */
/*
 * Does a text bring or start a known command-line agent?  The names are
 * agent_cli.list.  Slices borrow from the text; nothing fails.
 */
#ifndef FACT_AGENT_CLI_H
#define FACT_AGENT_CLI_H

#include "base/str.h"

struct agent_cli_match {
	struct str name; /* as listed */
	size_t from, to; /* bytes of the text */
};

/* A package, an install script or a download in a shell text; searches from byte `from`. */
bool agent_cli_in_run(struct str text, size_t from, struct agent_cli_match *match);
/* A word of an image's name: "ghcr.io/all-hands-ai/openhands:0.9". */
bool agent_cli_in_image(struct str reference, struct agent_cli_match *match);
/* The program that an argument starts: "/usr/local/bin/aider". */
bool agent_cli_is_program(struct str argument, struct agent_cli_match *match);

#endif
