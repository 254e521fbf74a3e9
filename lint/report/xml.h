/* SPDX-License-Identifier: MIT */
/*
 * XML 1.0 as a stream of bytes: elements, attributes, text.
 *
 * Any bytes may be given.  What is no UTF-8 and what XML 1.0 forbids even as a
 * reference (most control characters, U+FFFE, U+FFFF) becomes U+FFFD; markup is
 * escaped, and so is what a CI runner would take for a command.  There is no CDATA
 * section, since the text could end it.  Names are constants of ours.
 *
 * xml_attribute() comes right behind xml_begin().  An error of the stream is found
 * by whoever flushes it.
 */
#ifndef REPORT_XML_H
#define REPORT_XML_H

#include <stdbool.h>
#include <stdio.h>

#include "base/str.h"

struct xml {
	FILE *stream;
	unsigned depth;
	bool in_tag;  /* the start tag is not closed yet */
	bool in_text; /* no line may be broken before the next tag */
};

/* The declaration. */
struct xml xml_start(FILE *stream);
void xml_begin(struct xml *xml, const char *name);
void xml_attribute(struct xml *xml, const char *name, struct str value);
void xml_count(struct xml *xml, const char *name, size_t count);
void xml_text(struct xml *xml, struct str text);
void xml_end(struct xml *xml, const char *name);

#endif
