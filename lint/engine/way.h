/* SPDX-License-Identifier: MIT */
/*
 * Where a node stands in the model: the keys and positions from the root down
 * to it.
 *
 * A node does not know what holds it, so it is searched; what was cut out of a
 * short form stands where the short form stood.  A way lives as long as the
 * call: `found` must not keep it.  Nothing fails; a node that is not in the
 * model has no way.
 *
 * A service of whose nodes many are asked gets an index, and so does the whole
 * model for what stands outside the service, so that a file with 50,000 findings
 * is not walked as often.
 */
#ifndef ENGINE_WAY_H
#define ENGINE_WAY_H

#include "base/arena.h"
#include "model/project.h"

/* From the model's root down to the node; the parent has the longer way. */
struct way {
	const struct node *node;
	struct str key;  /* of a mapping's value */
	size_t position; /* of a sequence's item */
	bool is_item;
	struct str path; /* the text of the way so far, where it is known; else none */
	const struct way *up;
};

/* The ways from one node down. */
struct way_table {
	struct arena arena;
	const struct way *start; /* to the node they go down from; NULL: nothing was asked yet */
	bool nearby;             /* only what the wanted node's text stands in is walked */
	size_t asked;            /* questions so far */
	struct way_known *known; /* by node; NULL: few questions so far */
	size_t count, capacity;
	const struct node *last; /* the node asked about before, and its way; NULL: none */
	const struct way *last_way;
};

/* All zeroes to begin with; ended by way_index_free(). */
struct way_index {
	const struct service *service; /* the one asked about last */
	const struct node *model;      /* the same */
	const struct node *searched;   /* the model that was searched for what was brought */
	bool has_brought;
	struct way_table in_service, in_model;
};

void way_index_free(struct way_index *index);

/* An alias, a merge key or an include: what came by it brought what is below. */
bool way_brings(const struct step *step);
/* Some collection in the model was brought.  Where none was, no node stands at two places. */
bool way_has_brought(struct way_index *index, const struct node *model);

typedef void way_found(void *self, const struct way *way);

/* `first` is searched first, since nearly every node is below the service that is judged; NULL:
   none.  False: the node is not in the model. */
bool way_find(struct way_index *index, const struct project *project, const struct service *first,
	      const struct node *wanted, way_found *found, void *self);
/* "services.agent.KEY", of a key of Compose; what was asked of another service is forgotten. */
struct str way_key_path(struct arena *arena, struct way_index *index, const struct project *project,
			const struct service *service, struct str key);
/* "services.agent.volumes[1]"; empty when the node is not in the model. */
struct str way_path(struct arena *arena, struct way_index *index, const struct project *project,
		    const struct service *first, const struct node *node);

#endif
