/* SPDX-License-Identifier: MIT */
/*
 * The tree of a YAML value, as every stage from the reader to the rules sees it.
 *
 * A stage takes a tree and returns a tree: a node is never changed once the
 * stage that made it has ended.  A later stage makes a new node and links what
 * it was made from in `via`, a chain of steps, newest first.  Provenance is
 * that chain.  Aliases are shared nodes, not copies: the node at an alias is a
 * shallow copy whose items are those of the anchor, with one step more.
 *
 * Nodes live in the run arena.  All pointers of a node are never NULL where
 * `count` says that something is there; `via` and `parts` may be NULL.
 *
 * Spans: a scalar's span includes its quotes, not its tag or anchor; a node
 * tagged !reset or !override starts at its tag; an empty value has the span of
 * its key; a block collection ends with its last child.
 */
#ifndef BASE_NODE_H
#define BASE_NODE_H

#include "base/source.h"
#include "base/str.h"

struct arena;
struct settled;

enum node_kind {
	NODE_NULL,
	NODE_BOOL,
	NODE_INT,
	NODE_FLOAT,
	NODE_STRING,
	NODE_TIMESTAMP, /* a plain date; legal only below x- */
	NODE_SEQUENCE,
	NODE_MAPPING
};

enum node_style {
	STYLE_PLAIN,
	STYLE_SINGLE,  /* '...' */
	STYLE_DOUBLE,  /* "..." */
	STYLE_LITERAL, /* | */
	STYLE_FOLDED,  /* > */
	STYLE_BLOCK,   /* collection by indentation */
	STYLE_FLOW,    /* [...] and {...} */
	STYLE_MADE     /* written by no file: made by a stage */
};

/* The two tags that Compose acts on; all others are resolved by the reader. */
enum node_tag { TAG_NONE, TAG_RESET, TAG_OVERRIDE };

enum step_kind {
	STEP_ALIAS,     /* reached through an alias; span: the alias */
	STEP_MERGE_KEY, /* taken over by `<<`; span: the alias or mapping behind it */
	STEP_VARIABLE,  /* some of the text comes from variable `name`; span: where it got its
			   value (env file line's value, inline default), none: process or unset;
			   was: that value, where other variables are in it */
	STEP_REPLACE,   /* took the place of `was`, which an earlier layer set */
	STEP_APPEND,    /* was appended to a list of an earlier layer; was: that list */
	STEP_RESET,     /* a !reset took `was` away; span: the tagged node */
	STEP_OVERRIDE,  /* an !override took the place of `was`; span: the tagged node */
	STEP_EXTENDS,   /* inherited; span: the extends entry */
	STEP_INCLUDE,   /* brought by an include; span: the include entry */
	STEP_SHORT,     /* cut out of the short form `was`; span: of all of it */
	STEP_DEFAULT,   /* no file wrote it; span: none, the node's own tells what called for it */
	STEP_FORM,      /* the same said otherwise: a size in bytes, a path made absolute; was:
			   the value before */
	STEP_ENV_FILE   /* a line of a file that another one names; span: the scalar that does */
};

struct node;

struct step {
	enum step_kind kind;
	struct span span;
	struct str name;           /* the variable of STEP_VARIABLE */
	const struct node *was;    /* see the kinds; else NULL */
	const struct step *before; /* the step that came before this one */
};

/*
 * After interpolation a scalar's text is made of parts.  An unknown variable
 * keeps its reference as its text ("${NAME}"), since what it will be is not
 * known; node_text_when_empty() gives the text that Compose would make.
 */
enum part_kind {
	PART_LITERAL,
	PART_VALUE,   /* the known value of a variable or an inline default */
	PART_UNKNOWN, /* a variable that nothing sets */
	PART_HOST     /* a variable of the host (HOME ...), kept symbolic */
};

struct part {
	enum part_kind kind;
	uint32_t from, to;                   /* bytes of the node's text */
	uint32_t template_from, template_to; /* bytes of the template's text it stands for */
	struct str name;                     /* the variable; empty for PART_LITERAL */
	struct span origin;                  /* where the value stands; none: process or unset */
	bool refused;                        /* unknown, and required: loading stops there */
	bool unset;       /* nothing sets the variable, and Compose takes that for empty */
	bool replacement; /* not its value, but what stands behind `+` in the reference */
};

struct pair {
	const struct node *key; /* a scalar */
	const struct node *value;
};

/* Nodes are most of the memory of a run, so the small fields share one word, and what only scalars
   have lies where collections have theirs: text and counts say the truth of any node ("", 0), all
   else is asked for after the kind, or where a count says that something is there. */
struct node {
	enum node_kind kind : 3;
	enum node_style style : 3;
	enum node_tag tag : 2;
	bool is_unsigned : 1;   /* of an integer: see `value` */
	uint32_t nremoved : 23; /* of a mapping; at most NODE_MOST_REMOVED */
	struct span span;

	/* of a scalar the decoded value; for numbers and booleans the text as written */
	struct str text;
	uint32_t count;  /* items or pairs of a collection */
	uint32_t nparts; /* of a scalar; 0: no variable in it */
	union {
		union {
			bool boolean;
			int64_t integer; /* two's complement of values above INT64_MAX, then
					    `is_unsigned` */
			double real;
		} value;
		uint64_t may_have; /* of a mapping of few pairs: see node_key_bit(); 0: not known */
		const struct node_keys *keys; /* of another one; NULL: not known */
		struct settled *settled;      /* of a sequence: see model/settled.h; may be NULL */
	};
	union {
		const struct part *parts;
		union {
			const struct node *const *items; /* NODE_SEQUENCE */
			const struct pair *pairs; /* NODE_MAPPING, in the order of the file */
		} in;
	};
	union {
		const struct node *written; /* of a scalar: see node_written(); NULL: this one */
		/* keys of a mapping that a !reset took away: key, and the tagged node whose step
		   STEP_RESET holds what was there */
		const struct pair *removed;
	};
	const struct step *via;
};

/* The keys of a mapping of many pairs. */
struct node_keys {
	uint64_t may_have;
	uint32_t sorted[]; /* positions by name */
};

enum {
	/* more than a run has nodes */
	NODE_MOST_REMOVED = (1 << 23) - 1,
	/* up to so many pairs are few: they are looked through */
	NODE_FEW_PAIRS = 16
};

/* Fresh nodes, to be filled by the stage that makes them. */
struct node *node_new(struct arena *arena, enum node_kind kind, struct span span);
struct node *node_copy(struct arena *arena, const struct node *node); /* shallow */
/* A scalar that no file wrote: style made, span of what called for it, step STEP_DEFAULT. */
struct node *node_made(struct arena *arena, struct str text, struct span called_for_by);
/* A scalar whose text is another form of what was there, in no parts: STEP_FORM, or no step where
   the text stays. */
struct node *node_formed(struct arena *arena, const struct node *node, enum node_kind kind,
			 struct str text);
/* A shallow copy with one step more. */
const struct node *node_with_step(struct arena *arena, const struct node *node, struct step step);
/* The same for many nodes: those that have come the same way share the step. */
struct node_step {
	struct step step;
	const struct step *newest; /* the last one that was made; NULL: none yet */
};
const struct node *node_with_shared_step(struct arena *arena, const struct node *node,
					 struct node_step *shared);
/* A copy of the tree for another place: one step more on each node, and no tags, which have done
   their work in the file they stand in. */
const struct node *node_brought(struct arena *arena, const struct node *node, struct step step);
/* Ends the filling of a mapping, of new pairs or of a copy that has not the keys of what it was copied
   from: makes its index. */
void node_index(struct arena *arena, struct node *mapping);
/* The same where the positions by name are known; NULL: they are not. */
void node_index_sorted(struct arena *arena, struct node *mapping, const uint32_t *sorted);

/*
 * Most keys that are asked for are not there, and most are asked for by a name that the compiler
 * knows: a mapping has a set of 64 bits in which each of its keys has one, made of its ends and its
 * length.  A key whose bit is not in it is not there; of one whose bit is, nothing is known.
 */
static inline uint64_t node_key_bit(struct str key)
{
	unsigned ends =
		key.n ? 5U * (unsigned char)key.p[0] + 7U * (unsigned char)key.p[key.n - 1] : 0;

	return (uint64_t)1 << ((ends + key.n) % 64);
}

/* Questions.  All accept NULL and answer as for "not there". */
const struct pair *node_pair_of_bit(const struct node *mapping, struct str key, uint64_t bit);
const struct node *node_get_of_bit(const struct node *mapping, struct str key, uint64_t bit);

static inline const struct pair *node_pair(const struct node *mapping, struct str key)
{
	return node_pair_of_bit(mapping, key, node_key_bit(key));
}

static inline const struct node *node_get(const struct node *mapping, struct str key)
{
	return node_get_of_bit(mapping, key, node_key_bit(key));
}

/* The tagged node that a !reset left behind, or NULL. */
const struct node *node_removed(const struct node *mapping, struct str key);
bool node_is_scalar(const struct node *node);
/* An integer from 2^63: Compose holds it in a type of its own, which not every key takes. */
bool node_is_unsigned(const struct node *node);
/* The scalar in the file whose text the parts refer to and whose bytes the span covers; for most
   nodes, and all collections, the node itself. */
const struct node *node_written(const struct node *node);
bool node_is_true(const struct node *node); /* boolean true, or a string that Compose casts to it */
struct str node_text(const struct node *node); /* empty for NULL and collections */
/* Any part of the text is of this kind. */
bool node_has_part(const struct node *node, enum part_kind kind);
/* Its final value is not known: some part of it is an unknown variable. */
bool node_is_unknown(const struct node *node);
/* Some part of it is a required variable that nothing sets. */
bool node_is_refused(const struct node *node);
/* The text that Compose makes: unknown variables are empty; host variables keep their reference. */
struct str node_text_when_empty(struct arena *arena, const struct node *node);
/* The nodes of the tree, itself included; counting stops beyond the limit. */
size_t node_size(const struct node *node, size_t limit);
/* The newest step of this kind, or NULL. */
const struct step *node_step(const struct node *node, enum step_kind kind);

#endif
