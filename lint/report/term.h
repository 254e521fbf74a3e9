/* SPDX-License-Identifier: MIT */
/*
 * What the terminal wants: colour or not, and how wide it is.
 *
 * `environment` is that of the process, NAME=VALUE strings ended by NULL.  The
 * first that speaks decides: NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE, CLICOLOR,
 * TERM; then whether the stream is a terminal.
 */
#ifndef REPORT_TERM_H
#define REPORT_TERM_H

#include <stdio.h>

#include "base/str.h"

bool term_wants_colour(const char *const *environment, bool is_terminal);
bool term_is_terminal(FILE *stream);
/* Columns; 0 when the stream is no terminal. */
unsigned term_width(const char *const *environment, FILE *stream);

#endif
