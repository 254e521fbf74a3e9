/* SPDX-License-Identifier: MIT */
/*
 * Models from text, for the tests of lint/model: one Compose document without
 * files and variables in, findings and values as text out.
 *
 * document_end() gives the memory back; what the functions return lives until then.
 */
#ifndef TESTS_DOCUMENT_H
#define TESTS_DOCUMENT_H

#include "base/diag.h"
#include "base/node.h"

struct document {
	struct lint lint;
	const struct node *model;
	bool refused; /* by any stage so far */
};

/* Reads and casts. */
void document_read(struct document *t, const char *yaml);
void document_end(struct document *t);
/* "LINE:COLUMN path evidence", one a line, sorted by place. */
const char *document_findings(struct document *t);
/* A value as JSON with the keys in their order. */
const char *document_json(struct document *t, const struct node *node);
/* The value at a path of keys and indices, "services.a.volumes.0"; a dot always separates. */
const struct node *document_at(const struct document *t, const char *path);
/* The same from any value on. */
const struct node *document_below(const struct node *node, const char *path);
/* The bytes of the file that a node covers. */
struct str document_covers(const struct document *t, const struct node *node);

#endif
