/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "model/schema.h"

#include <assert.h>

#include "base/nearest.h"

/* The words of keys.list. */
enum {
	text = TYPE_STRING,
	integer = TYPE_INTEGER,
	number = TYPE_NUMBER,
	boolean = TYPE_BOOLEAN,
	null = TYPE_NULL,
	list = TYPE_LIST,
	map = TYPE_MAP,

	required = SCHEMA_REQUIRED,
	distinct = SCHEMA_DISTINCT,
	open = SCHEMA_OPEN,
	closed = SCHEMA_CLOSED,
	names = SCHEMA_NAMES,
	free_names = SCHEMA_FREE_NAMES,
	lower_names = SCHEMA_LOWER_NAMES,
	filled = SCHEMA_FILLED,
	consumed = SCHEMA_CONSUMED,
	later = SCHEMA_LATER,
	container_pattern = SCHEMA_CONTAINER_NAME,
	policy_pattern = SCHEMA_PULL_POLICY,
	pairs = SCHEMA_PAIRS,
	inherit = SCHEMA_INHERIT,
	strings = SCHEMA_STRINGS,
	hosts = SCHEMA_HOSTS,
	items = SCHEMA_ITEMS,
	command_line = SCHEMA_COMMAND_LINE,
	size = SCHEMA_SIZE,
	duration = SCHEMA_DURATION,
	late = SCHEMA_LATE,
	numeric = SCHEMA_NUMERIC,
	whole = SCHEMA_WHOLE,
	natural = SCHEMA_NATURAL,
	amount = SCHEMA_AMOUNT,
	not_null = SCHEMA_NOT_NULL,
	users_keys = SCHEMA_USERS_KEYS,
	test = SCHEMA_TEST,
	kept = SCHEMA_KEPT,
	always = SCHEMA_ALWAYS,
	json_always = SCHEMA_JSON_ALWAYS,
	lost = SCHEMA_LOST,

	no = CAST_NONE,
	integer_ = CAST_INTEGER,
	float_ = CAST_FLOAT,
	boolean_ = CAST_BOOLEAN
};

/* The merge column is one number, since macros pass it on as one argument. */
#define MERGING(merge, unique, special) ((merge) | (unique) << 8 | (special) << 16)

#define R           MERGING(MERGE_REPLACE, 0, 0)
#define R0          MERGING(MERGE_REPLACE_NULL, 0, 0)
#define M           MERGING(MERGE_MAP, 0, 0)
#define A           MERGING(MERGE_APPEND, 0, 0)
#define N           MERGING(MERGE_REPLACE, 0, 0)
#define KV          MERGING(MERGE_KEY_VALUE, UNIQUE_TEXT, 0)
#define KV_REPEATED MERGING(MERGE_KEY_VALUE, UNIQUE_NONE, 0)
#define U(by)       MERGING(MERGE_UNIQUE, UNIQUE_##by, 0)
#define S(rule)     MERGING(MERGE_SPECIAL, 0, SPECIAL_##rule)
#define L(by)       MERGING(MERGE_SPECIAL, UNIQUE_##by, SPECIAL_LIST)

#define KEY(row_depth, row_name, row_types, merging, row_cast, row_flags, row_values) \
	{                                                                             \
		.name = STR_INIT(row_name),                                           \
		.depth = row_depth,                                                   \
		.types = row_types,                                                   \
		.merge = (enum schema_merge)((merging)&0xff),                         \
		.unique = (enum schema_unique)((merging) >> 8 & 0xff),                \
		.special = (enum schema_special)((merging) >> 16 & 0xff),             \
		.cast = (enum schema_cast)(row_cast),                                 \
		.flags = row_flags,                                                   \
		.values = STR_INIT(row_values),                                       \
	},

static const struct schema rows[] = {
#include "model/keys.list"
};

#undef KEY
#define KEY(row_depth, row_name, row_types, merging, row_cast, row_flags, row_values) \
	{ row_depth, sizeof(row_name) - 1 },

/* What a search looks at first, side by side: a name is asked for at every key in every stage. */
static const struct sight {
	uint8_t depth, length; /* length of the name, bytes */
} sights[] = {
#include "model/keys.list"
};

#undef KEY
#undef R
#undef R0
#undef M
#undef A
#undef N
#undef KV
#undef KV_REPEATED
#undef U
#undef S
#undef L

static const struct schema *const rows_end = rows + sizeof(rows) / sizeof(rows[0]);

const struct schema *schema_root(void)
{
	return rows;
}

const struct schema *schema_next(const struct schema *at, const struct schema *child)
{
	if (!at)
		return NULL;
	for (const struct schema *row = (child ? child : at) + 1;
	     row < rows_end && row->depth > at->depth; row++)
		if (row->depth == at->depth + 1)
			return row;
	return NULL;
}

const struct schema *schema_parent(const struct schema *at)
{
	const struct schema *row = at;

	if (!at || !at->depth)
		return NULL;
	while (row->depth >= at->depth) {
		assert(row > rows);
		row--;
	}
	return row;
}

/* The child of this name. */
static const struct schema *named(const struct schema *at, struct str name)
{
	const struct sight *parent = at ? &sights[at - rows] : NULL;
	const struct sight *end = sights + sizeof(sights) / sizeof(sights[0]);

	if (!at)
		return NULL;
	for (const struct sight *row = parent + 1; row < end && row->depth > parent->depth; row++)
		if (row->length == name.n && row->depth == parent->depth + 1 &&
		    str_eq(rows[row - sights].name, name))
			return &rows[row - sights];
	return NULL;
}

const struct schema *schema_child(const struct schema *at, struct str key)
{
	const struct schema *row;

	if (str_eq(key, STR("*")) || str_eq(key, STR("[]")))
		return named(at, STR("*")); /* only ever a user's name */
	row = named(at, key);
	return row ? row : named(at, STR("*"));
}

const struct schema *schema_item(const struct schema *at)
{
	return named(at, STR("[]"));
}

enum schema_cast schema_cast_of(const struct schema *at)
{
	if (at->cast != CAST_NONE || !(at->flags & SCHEMA_LATE))
		return at->cast;
	if (at->types & TYPE_BOOLEAN)
		return CAST_BOOLEAN;
	return at->types & TYPE_INTEGER ? CAST_INTEGER : CAST_FLOAT;
}

bool schema_is_listed(const struct node *mapping)
{
	const struct step *step = node_step(mapping, STEP_SHORT);

	return mapping->kind == NODE_MAPPING && step && step->was &&
	       step->was->kind == NODE_SEQUENCE;
}

bool schema_stays_listed(const struct schema *at, const struct node *mapping)
{
	return at->flags & SCHEMA_PAIRS && schema_is_listed(mapping);
}

bool schema_is_name(struct str key)
{
	for (size_t i = 0; i < key.n; i++)
		if (!byte_is_alnum(key.p[i]) && key.p[i] != '.' && key.p[i] != '_' &&
		    key.p[i] != '-')
			return false;
	return key.n > 0;
}

bool schema_is_lower(struct str key)
{
	for (size_t i = 0; i < key.n; i++)
		if (key.p[i] < 'a' || key.p[i] > 'z')
			return false;
	return key.n > 0;
}

struct str schema_nearest(const struct schema *at, struct str name)
{
	struct nearest nearest = { .wanted = name };

	for (const struct schema *row = schema_next(at, NULL); row; row = schema_next(at, row))
		if (!str_eq(row->name, STR("*")) && !str_eq(row->name, STR("[]")))
			nearest_offer(&nearest, row->name);
	return nearest.name.p ? nearest.name : STR("");
}
