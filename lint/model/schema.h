/* SPDX-License-Identifier: MIT */
/*
 * Compose's keys: one table (keys.list) drives the schema check, the casts,
 * the merge and the canonical form; no key's behaviour is stated twice.
 *
 * The table is a tree, walked along with the document: schema_root(), then
 * schema_child() for a key of a mapping and schema_item() for an item of a
 * sequence.  NULL means "no such key".  Facts: compose-semantics 3.5, 5, 8.
 *
 * A violation is a finding model-invalid at the node's place: what is wrong,
 * and what to write instead (for an unknown key the nearest known one).  A node
 * whose value is unknown (node_is_unknown) is never a violation of type.
 */
#ifndef MODEL_SCHEMA_H
#define MODEL_SCHEMA_H

#include "base/diag.h"
#include "base/node.h"

enum schema_type {
	TYPE_STRING = 1 << 0,
	TYPE_INTEGER = 1 << 1,
	TYPE_NUMBER = 1 << 2,
	TYPE_BOOLEAN = 1 << 3,
	TYPE_NULL = 1 << 4,
	TYPE_LIST = 1 << 5,
	TYPE_MAP = 1 << 6
};

/* How an overriding value meets the one before (the merge column of section 8). */
enum schema_merge {
	MERGE_REPLACE,      /* R: null keeps the base */
	MERGE_REPLACE_NULL, /* R0: null clears it */
	MERGE_MAP,          /* M */
	MERGE_APPEND,       /* A */
	MERGE_KEY_VALUE,    /* KV: union by key over both notations */
	MERGE_UNIQUE,       /* U: append, then unique by `unique` */
	MERGE_SPECIAL       /* S: a rule of its own, named by `special` */
};

enum schema_unique {
	UNIQUE_NONE,
	UNIQUE_TEXT,          /* text before the first "=" */
	UNIQUE_EXPOSE,
	UNIQUE_ENV_FILE,      /* path */
	UNIQUE_VOLUME,        /* target */
	UNIQUE_DEVICE,        /* container path */
	UNIQUE_CONFIG, UNIQUE_SECRET, /* target or default target */
	UNIQUE_PORT
};

enum schema_special {
	SPECIAL_NONE,
	SPECIAL_BUILD, SPECIAL_DEPENDS_ON, SPECIAL_NETWORKS, SPECIAL_MODELS, SPECIAL_LOGGING,
	SPECIAL_ULIMITS, SPECIAL_IPAM_CONFIG, SPECIAL_EXTRA_HOSTS, SPECIAL_SSH, SPECIAL_GPUS,
	SPECIAL_LIST /* scalar or list to list, appended: env_file, label_file, dns ... */
};

enum schema_cast { CAST_NONE, CAST_INTEGER, CAST_FLOAT, CAST_BOOLEAN };

struct schema {
	struct str name;      /* last segment: a key, "*" (any key), "[]" (item) */
	unsigned types;       /* enum schema_type, or'ed */
	enum schema_merge merge;
	enum schema_unique unique;
	enum schema_special special;
	enum schema_cast cast;
	/* how deep a short form is written out is shape's business: see model/shape.h */
	uint16_t first_child, children; /* rows of the table */
	unsigned flags;                 /* required, unique items, extensions allowed ...: schema.c */
};

const struct schema *schema_root(void);
const struct schema *schema_child(const struct schema *at, struct str key);
const struct schema *schema_item(const struct schema *at);

/* Step 3: converts strings at the paths of 3.5; what does not convert is a finding and sets
   *refused.  Unknown values stay as they are. */
const struct node *schema_cast(struct lint *lint, const struct node *document, bool *refused);
/* Step 9: checks a document or an accumulated model; false when something was found. */
bool schema_check(struct lint *lint, const struct node *model);

/* The known name nearest to a misspelt one, or empty: at most two edits away, a third of its
   length. */
struct str schema_nearest(const struct schema *at, struct str name);

#endif
