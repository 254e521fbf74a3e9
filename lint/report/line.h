/* SPDX-License-Identifier: MIT */
/*
 * Lines of text that can steer neither a terminal nor a CI runner.
 *
 * A line is built in a builder from constants and from what line_add() made
 * visible, and ends in line_put(), which also keeps a runner from taking its
 * beginning for a command ("::", after blanks too).  Nothing here fails; an
 * error of the stream is found by report_flush().
 */
#ifndef REPORT_LINE_H
#define REPORT_LINE_H

#include <stdio.h>

#include "base/source.h"
#include "base/str.h"

void line_add(struct builder *b, struct str text);
/* The same by itself, cut after so many columns; 0: not cut. */
struct str line_visible(struct arena *arena, struct str text, size_t columns);
/* "FILE:LINE:COLUMN" of the start of a span */
void line_add_place(struct builder *b, struct sources *sources, struct span span);
/* Prints the line and ends it; escape sequences of ours at its beginning are looked through.  The
   builder is empty then, for the next line. */
void line_put(FILE *stream, struct builder *b);
/* Columns of visible text; escape sequences of ours take none. */
size_t line_width(struct str visible);
/*
 * Words of the text in lines of at most `width` columns, the first behind
 * `first`, the others behind `next`; 0: in one line.  A word is never cut; white
 * space of the text is a gap between words.
 */
void line_wrap(FILE *stream, struct arena *arena, struct str text, size_t width, struct str first,
	       struct str next);
/* The same with a last word that holds escape sequences of ours; it may be empty. */
void line_wrap_with(FILE *stream, struct arena *arena, struct str text, size_t width,
		    struct str first, struct str next, struct str last);

#endif
