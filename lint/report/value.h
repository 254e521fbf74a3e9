/* SPDX-License-Identifier: MIT */
/*
 * One scalar of a model as YAML or JSON, so that every reader takes it for just
 * that value: quoted where it is not safe as a plain scalar, every dollar
 * doubled as docker compose prints it, secrets masked.  No control byte of the
 * input reaches the stream, nothing that a CI runner would obey.
 *
 * Text is added to `out`, and goes from there to the stream when it has become much; nothing fails.
 */
#ifndef REPORT_VALUE_H
#define REPORT_VALUE_H

#include <stdio.h>

#include "base/diag.h"
#include "base/node.h"
#include "base/table.h"

struct credentials;

struct value_writer {
	struct lint *lint;
	struct credentials *credentials; /* NULL: secrets are shown */
	struct builder out;
	FILE *stream;
	struct arena history; /* for what is told of one value; report/traced resets it */
	bool json;
	struct table written; /* keys, each with the text that stands for it */
	/* keys that were masked, each with what it is called since: two stay two */
	struct table masked;
};

/* Where a line or an entry has ended: much text goes to the stream. */
void value_pass_on(struct value_writer *w);
/* All of it does, and memory is given back. */
void value_end(struct value_writer *w);
/* In double quotes, as it is. */
void value_add_quoted(struct value_writer *w, struct str text);
/* A key or a string of a file without variables: as it is, quoted where that is needed. */
void value_add_literal(struct value_writer *w, struct str text);
/* A key, masked, as a string. */
void value_add_key(struct value_writer *w, struct str key);
/* A string: dollars doubled, quoted where that is needed. */
void value_add_string(struct value_writer *w, struct str text);
/* `name`: the key that it stands behind, for the mask. */
void value_add_scalar(struct value_writer *w, struct str name, const struct node *scalar);
/* The text with its dollars doubled. */
struct str value_doubled(struct arena *arena, struct str text);
/* The pairs of a mapping sorted by key. */
const struct pair **value_in_order(struct arena *arena, const struct node *mapping);

#endif
