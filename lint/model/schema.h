/* SPDX-License-Identifier: MIT */
/*
 * Compose's keys: one table (keys.list) drives the schema check, the casts,
 * the merge and the canonical form; no key's behaviour is stated twice.
 *
 * The table is a tree, walked along with the document: schema_root(), then
 * schema_child() for a key of a mapping and schema_item() for an item of a
 * sequence.  NULL means "no such key".  Facts: compose-go,
 * schema/compose-spec.json, override/merge.go and loader/interpolate.go.
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

/* How an overriding value meets the one before (the merge column of keys.list). */
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
	UNIQUE_TEXT, /* text before the first "=" */
	UNIQUE_EXPOSE,
	UNIQUE_ENV_FILE, /* path */
	UNIQUE_VOLUME,   /* target */
	UNIQUE_DEVICE,   /* container path */
	UNIQUE_CONFIG,
	UNIQUE_SECRET, /* target or default target */
	UNIQUE_PORT
};

enum schema_special {
	SPECIAL_NONE,
	SPECIAL_BUILD,
	SPECIAL_DEPENDS_ON,
	SPECIAL_NETWORKS,
	SPECIAL_MODELS,
	SPECIAL_LOGGING,
	SPECIAL_ULIMITS,
	SPECIAL_IPAM_CONFIG,
	SPECIAL_EXTRA_HOSTS,
	SPECIAL_SSH,
	SPECIAL_GPUS,
	SPECIAL_LIST /* scalar or list to list, appended: env_file, label_file, dns ... */
};

enum schema_cast { CAST_NONE, CAST_INTEGER, CAST_FLOAT, CAST_BOOLEAN };

struct schema {
	char text[23];   /* of its name, in place: pointers would be relocated before each run */
	unsigned char n; /* bytes of it */
	unsigned depth;  /* below the root; a row's children follow it, one deeper */
	unsigned types;  /* enum schema_type, or'ed; all alternatives together */
	enum schema_merge merge;
	enum schema_unique unique;
	enum schema_special special;
	enum schema_cast cast;
	unsigned flags;  /* enum schema_flag, or'ed */
	bool has_values; /* schema_values() */
};

enum schema_flag {
	SCHEMA_REQUIRED = 1 << 0,    /* the mapping above must have it */
	SCHEMA_DISTINCT = 1 << 1,    /* items of the list must differ */
	SCHEMA_OPEN = 1 << 2,        /* unknown keys are accepted */
	SCHEMA_CLOSED = 1 << 3,      /* not even x- keys are accepted */
	SCHEMA_NAMES = 1 << 4,       /* keys are names: letters, digits, ". _ -" */
	SCHEMA_FREE_NAMES = 1 << 5,  /* what has another name is accepted unread */
	SCHEMA_LOWER_NAMES = 1 << 6, /* what is not named by a-z is accepted unread */
	SCHEMA_FILLED = 1 << 7,      /* keys must not be empty */
	SCHEMA_CONSUMED = 1 << 8,    /* gone before the schema is applied: include, extends */
	SCHEMA_LATER = 1 << 9,       /* only newer releases of Compose know it */
	SCHEMA_CONTAINER_NAME = 1 << 10,
	SCHEMA_PULL_POLICY = 1 << 11, /* the text has a pattern of its own */
	/* what the last step (model/typed.h) makes of the value */
	SCHEMA_PAIRS = 1 << 12,   /* a list of "K=V" becomes a mapping */
	SCHEMA_INHERIT = 1 << 13, /* its null values stay null: taken from the environment */
	SCHEMA_STRINGS = 1 << 14, /* values of the mapping become text */
	SCHEMA_HOSTS = 1 << 15,   /* hosts with lists of addresses */
	SCHEMA_ITEMS = 1 << 16,   /* one string becomes a list of it */
	SCHEMA_COMMAND_LINE = 1 << 17,
	SCHEMA_SIZE = 1 << 18,
	SCHEMA_DURATION = 1 << 19,
	SCHEMA_LATE = 1 << 20,       /* text is converted to the other type of the row */
	SCHEMA_NUMERIC = 1 << 21,    /* text does not become a number here */
	SCHEMA_USERS_KEYS = 1 << 22, /* keys are the user's, yet Compose takes x- keys away */
	SCHEMA_WHOLE = 1 << 24,      /* not even a float of integral value */
	SCHEMA_NATURAL = 1 << 25,    /* not negative */
	SCHEMA_AMOUNT = 1 << 26,     /* "all" or an integer */
	SCHEMA_NOT_NULL = 1 << 27,   /* null passes the schema, but Compose does not survive it */
	SCHEMA_TEST = 1 << 23,       /* one string becomes CMD-SHELL and it */
	/* how it is printed (model/shown.h) */
	SCHEMA_KEPT = 1 << 28,   /* whenever it is given, also false or 0 */
	SCHEMA_ALWAYS = 1 << 29, /* also when it is not given */
	SCHEMA_JSON_ALWAYS = SCHEMA_KEPT | SCHEMA_ALWAYS, /* that in JSON alone, else as kept */
	SCHEMA_LOST = 1 << 30                             /* never */
};

/* Last segment: a key, "*" (any key), "[]" (item); empty: the root. */
static inline struct str schema_name(const struct schema *at)
{
	return (struct str){ at->text, at->n };
}

/* It stands for any key: no key of Compose's begins so. */
static inline bool schema_is_any(const struct schema *at)
{
	return at->text[0] == '*';
}

/* "a|b": what the text must be; "0..100": the range of an integer; empty: any. */
struct str schema_values(const struct schema *at);
const struct schema *schema_root(void);
/* The row of a key: "*" where keys are names of the user's, and none is named; NULL: no such key
   (x- keys have none elsewhere). */
const struct schema *schema_child(const struct schema *at, struct str key);
/* The same for the walks of a run, which ask for few rows again and again. */
const struct schema *schema_child_again(struct lint *lint, const struct schema *at, struct str key);
const struct schema *schema_item(const struct schema *at);
/* The children of a row, one after the other: NULL begins, NULL ends. */
const struct schema *schema_next(const struct schema *at, const struct schema *child);
/* The same of those that must be there. */
const struct schema *schema_required(const struct schema *at, const struct schema *child);
/* The row above; NULL for the root. */
const struct schema *schema_parent(const struct schema *at);
/* What text becomes in the end: the row's cast, or its other type where that comes late. */
enum schema_cast schema_cast_of(const struct schema *at);
/* Whether Compose has a list of "K=V" where the model has this mapping. */
bool schema_is_listed(const struct node *mapping);
/* Whether that stays so until the end, when x- keys are taken out of mappings. */
bool schema_stays_listed(const struct schema *at, const struct node *mapping);
/* "^[a-zA-Z0-9._-]+$" */
bool schema_is_name(struct str key);
/* "^[a-z]+$" */
bool schema_is_lower(struct str key);

/* Step 3 (cast.c): converts strings where keys.list says so; what does not convert is a finding and
   sets *refused.  Unknown values stay as they are, and what !reset will take away. */
const struct node *schema_cast(struct lint *lint, const struct node *document, bool *refused);
/* Step 9 (validate.c): checks a document or an accumulated model, short forms and long ones;
   false when something was found.  A model that grows by layers may be checked again: what was
   found before is the same finding, and the findings' order and identity drop it. */
bool schema_check(struct lint *lint, const struct node *model);

/* The known name nearest to a misspelt one, or empty: at most two edits away, a third of its
   length. */
struct str schema_nearest(const struct schema *at, struct str name);

#endif
