/* SPDX-License-Identifier: MIT */
/*
 * The model while documents are laid over each other.
 *
 * Compose walks the whole model again after each document.  What a document can
 * change in it is only what it names, at the top level and in the sections; so
 * the stages are given that part alone, and a project of many documents costs
 * what its documents cost.  The part also has what the document before named:
 * that has been brought into canonical form since the schema saw it, and the
 * schema must see that form once.  All other names have been seen so already.
 *
 * The order is: layers_part(), the stages that may take names away and bring
 * others, layers_more() with the names that came, the other stages,
 * layers_laid() with what became of the part.  Nodes keep their places, steps
 * and order as if the whole had been merged.  Lives in the run arena; nothing
 * fails.
 */
#ifndef MODEL_LAYERS_H
#define MODEL_LAYERS_H

#include "base/table.h"
#include "base/node.h"

struct tier;

struct layers {
	struct arena *arena;
	const struct node *whole;  /* after the first document; the root takes its place */
	struct tier *root;         /* from the second one on */
	const struct node *part;   /* what layers_part() gave */
	const struct node *before; /* the document before this one */
	size_t turn;               /* counts the documents */
};

/* Entries of lists and mappings that laying the document over the part copies. */
size_t layers_copied(const struct node *part, const struct node *document);
/* What the document and the paths of its tags (read/yaml.h) can change; NULL: it is the first. */
const struct node *layers_part(struct layers *layers, const struct node *document,
			       const struct node *tagged);
/* The part, from which names may have been taken since, with what the document names by now. */
const struct node *layers_more(struct layers *layers, const struct node *part,
			       const struct node *document);
/* The part with the document laid over it goes back into the model. */
void layers_laid(struct layers *layers, const struct node *tagged, const struct node *document,
		 const struct node *laid);
/* The whole; NULL: no document. */
const struct node *layers_model(struct layers *layers);

#endif
