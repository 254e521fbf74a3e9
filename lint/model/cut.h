/* SPDX-License-Identifier: MIT */
/*
 * New nodes out of a short form, for the modules that write it out.
 *
 * Pieces are cut with yaml_cut() and carry STEP_SHORT; what no file wrote
 * carries STEP_DEFAULT and the place of the item.  Everything lives in the run
 * arena; nothing fails.
 */
#ifndef MODEL_CUT_H
#define MODEL_CUT_H

#include "base/diag.h"
#include "base/node.h"

/* A byte of a variable whose value is not known, in a text made by cut_opaque(). */
#define CUT_OPAQUE '\1'

/* The text with the bytes of unknown and host variables replaced by CUT_OPAQUE. */
struct str cut_opaque(struct arena *arena, const struct node *scalar);

/* Bytes [from, to) of the short form as a string. */
struct node *cut_piece(struct lint *lint, const struct node *item, size_t from, size_t to);
/* The same with another text, for what Compose cleans or counts; kind NODE_STRING. */
struct node *cut_as(struct lint *lint, const struct node *item, size_t from, size_t to,
		    struct str text);
/* What no file wrote. */
const struct node *cut_text(struct lint *lint, struct str text, const struct node *item);
const struct node *cut_true(struct lint *lint, const struct node *item);
const struct node *cut_integer(struct lint *lint, int64_t value, const struct node *item);
const struct node *cut_null(struct lint *lint, const struct node *item);

/* A collection in the making. */
struct cut {
	struct lint *lint;
	struct pair *pairs;
	const struct node **items;
	size_t count, capacity;
};

/* A mapping of so many pairs, which need not grow in between the nodes that go into it. */
struct cut cut_pairs(struct lint *lint, size_t count);
void cut_add(struct cut *cut, const struct node *key, const struct node *value);
/* Keys of long forms, which no file wrote: one node of each for all, at no place.  What is told of
   one is told at its value. */
enum long_key {
	LONG_TYPE,
	LONG_SOURCE,
	LONG_TARGET,
	LONG_READ_ONLY,
	LONG_BIND,
	LONG_VOLUME,
	LONG_CREATE_HOST_PATH,
	LONG_PROPAGATION,
	LONG_SELINUX,
	LONG_NOCOPY,
	LONG_PERMISSIONS,
	LONG_CONDITION,
	LONG_REQUIRED,
	LONG_MODE,
	LONG_HOST_IP,
	LONG_PUBLISHED,
	LONG_PROTOCOL,
	LONG_PATH
};
void cut_add_long(struct cut *cut, enum long_key key, const struct node *value);
/* With a key that no file wrote, at the place of the value's short form. */
void cut_add_key(struct cut *cut, const char *key, const struct node *item,
		 const struct node *value);
void cut_add_item(struct cut *cut, const struct node *item);
/* Begins with the leading items of the list, and has room for as many as it holds. */
void cut_take_items(struct cut *cut, const struct node *list, size_t count);
/* What becomes of each value of a mapping, or item of a list, one after the other: nothing is
   copied before the first that changes, and then `count` is not 0. */
void cut_set_changed_value(struct cut *cut, const struct node *mapping, size_t position,
			   const struct node *value);
void cut_set_changed_item(struct cut *cut, const struct node *list, size_t position,
			  const struct node *item);

static inline void cut_set_value(struct cut *cut, const struct node *mapping, size_t position,
				 const struct node *value)
{
	if (cut->capacity || value != mapping->in.pairs[position].value)
		cut_set_changed_value(cut, mapping, position, value);
}

static inline void cut_set_item(struct cut *cut, const struct node *list, size_t position,
				const struct node *item)
{
	if (cut->capacity || item != list->in.items[position])
		cut_set_changed_item(cut, list, position, item);
}

/* Keys that stand more than once: the first or the last of each stays, where the first stood. */
void cut_drop_repeated(struct cut *cut, bool keep_last);
/* A mapping or sequence made of the short form `from`: its span, STEP_SHORT. */
const struct node *cut_mapping(const struct cut *cut, const struct node *from);
const struct node *cut_sequence(const struct cut *cut, const struct node *from);
/* The same collection with other contents. */
const struct node *cut_refill_mapping(const struct cut *cut, const struct node *old);
const struct node *cut_refill_sequence(const struct cut *cut, const struct node *old);

#endif
