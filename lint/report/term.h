/* SPDX-License-Identifier: MIT */
/*
 * What the terminal wants: colour or not, links or not, and how wide it is.
 *
 * `environment` is that of the process, NAME=VALUE strings ended by NULL.  The
 * first that speaks decides: NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE, CLICOLOR,
 * TERM; then whether the stream is a terminal.
 */
#ifndef REPORT_TERM_H
#define REPORT_TERM_H

#include <stdio.h>

#include "base/str.h"

/* The value of a variable; empty: it is not set, or to nothing. */
struct str term_variable(const char *const *environment, struct str name);
bool term_wants_colour(const char *const *environment, bool is_terminal);
bool term_is_terminal(FILE *stream);
/*
 * Whether a link (OSC 8) would be one: a terminal that is known to show links, not on a CI server;
 * FORCE_HYPERLINK forces it.  Elsewhere the sequence may be printed as it is.
 */
bool term_wants_links(const char *const *environment, bool is_terminal, bool colour);
/* A CI server, or no terminal: the reader cannot follow a link. */
bool term_is_read_elsewhere(const char *const *environment, bool is_terminal);
/* Columns; 0 when the stream is no terminal. */
unsigned term_width(const char *const *environment, FILE *stream);

#endif
