/* SPDX-License-Identifier: MIT */
/*
 * Lines of text that can steer neither a terminal nor a CI runner.
 *
 * A line is built in a builder from constants and from what line_add() made
 * visible, and ends in line_end() or line_put(), which also keep a runner from taking
 * its beginning for a command ("::", after blanks too).  Nothing here fails; an
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
/* The same where they are known. */
void line_add_name_and_place(struct builder *b, struct str name, struct place place);
/* Ends the line that begins at byte `from` of the builder.  Escape sequences of ours at its beginning are
   looked through. */
void line_end(struct builder *b, size_t from);
/* The same of a builder that has one line alone, which is printed; it is empty then, for the next. */
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
/* The same to a builder, with a last word that holds escape sequences of ours; it may be empty. */
void line_add_wrapped(struct builder *b, struct str text, size_t width, struct str first,
		      struct str next, struct str last);

#endif
