/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "model/schema.h"

#include <assert.h>
#include <string.h>

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

enum { VALUES_BYTES = 64 };

#define KEY(row_depth, row_name, row_types, merging, row_cast, row_flags, row_values) \
	{                                                                             \
		.text = row_name,                                                     \
		.n = sizeof(row_name) - 1,                                            \
		.depth = row_depth,                                                   \
		.types = row_types,                                                   \
		.merge = (enum schema_merge)((merging)&0xff),                         \
		.unique = (enum schema_unique)((merging) >> 8 & 0xff),                \
		.special = (enum schema_special)((merging) >> 16 & 0xff),             \
		.cast = (enum schema_cast)(row_cast),                                 \
		.flags = row_flags,                                                   \
		.has_values = sizeof(row_values) > 1,                                 \
	},

/* Behind the last one stands a row that is below none. */
static const struct schema rows[] = {
#include "model/keys.list"
	KEY(0, "", 0, 0, 0, 0, "")
};

#undef KEY
#define KEY(row_depth, row_name, row_types, merging, row_cast, row_flags, row_values) row_values,

static const char values[][VALUES_BYTES] = {
#include "model/keys.list"
};

#undef KEY
#define KEY(row_depth, row_name, row_types, merging, row_cast, row_flags, row_values) \
	_Static_assert(sizeof(row_values) <= VALUES_BYTES, "values of a row are cut off");

#include "model/keys.list"

#undef KEY
#define KEY(row_depth, row_name, row_types, merging, row_cast, row_flags, row_values) row_depth,

/* A name is asked for at every key in every stage: memchr(3) runs through these two instead. */
static const unsigned char depths[] = {
#include "model/keys.list"
};

#undef KEY
#define KEY(row_depth, row_name, row_types, merging, row_cast, row_flags, row_values) \
	(row_flags) & SCHEMA_REQUIRED ? (row_depth) : 0,

/* Of what must be there alone; few mappings have such a key, and all are asked for it. */
static const unsigned char required_depths[] = {
#include "model/keys.list"
};

/* By which most other rows are told apart. */
#define MARK(depth, first, length) \
	((unsigned char)((depth)*67U + (unsigned char)(first)*5U + (unsigned)(length)*31U))

#undef KEY
#define KEY(row_depth, row_name, row_types, merging, row_cast, row_flags, row_values) \
	MARK(row_depth, row_name[0], sizeof(row_name) - 1),

static const unsigned char marks[] = {
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

enum { ROWS = sizeof(rows) / sizeof(rows[0]) - 1 };

struct str schema_values(const struct schema *at)
{
	return at->has_values ? str_from(values[at - rows]) : STR("");
}

const struct schema *schema_root(void)
{
	return rows;
}

/* The number of the row behind all that is below this one. */
static size_t end_of(const struct schema *at)
{
	size_t first = (size_t)(at - rows) + 1;
	/* up to a row as deep as the parent, all rows one deeper are its children */
	const unsigned char *end = memchr(depths + first, (int)at->depth, ROWS - first);

	return end ? (size_t)(end - depths) : ROWS;
}

/* The row that stands for any key comes before all others. */
static const struct schema *any(const struct schema *at)
{
	return at[1].depth == at->depth + 1 && schema_is_any(at + 1) ? at + 1 : NULL;
}

const struct schema *schema_required(const struct schema *at, const struct schema *child)
{
	size_t first = (size_t)((child ? child : at) - rows) + 1;
	const unsigned char *row;

	/* nothing is below it, or what nobody can ask for */
	if (at[1].depth <= at->depth || any(at))
		return NULL;
	row = memchr(required_depths + first, (int)at->depth + 1, end_of(at) - first);
	return row ? &rows[row - required_depths] : NULL;
}

const struct schema *schema_next(const struct schema *at, const struct schema *child)
{
	if (!at)
		return NULL;
	for (const struct schema *row = (child ? child : at) + 1;
	     row < rows + ROWS && row->depth > at->depth; row++)
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
	const unsigned char *row, *end;
	unsigned depth;
	int mark;

	if (!at || !name.n)
		return NULL;
	depth = at->depth + 1;
	mark = MARK(depth, name.p[0], name.n);
	end = marks + end_of(at);
	for (row = marks + (at - rows) + 1; (row = memchr(row, mark, (size_t)(end - row))); row++)
		if (rows[row - marks].depth == depth &&
		    str_eq(schema_name(&rows[row - marks]), name))
			return &rows[row - marks];
	return NULL;
}

const struct schema *schema_child(const struct schema *at, struct str key)
{
	const struct schema *row = at ? any(at) : NULL;

	/* where any key may stand, none is named; the items of a list have a name that is no key */
	if (row || str_eq(key, STR("[]")))
		return row;
	return named(at, key);
}

enum { MEMO_PLACES = 256, MEMO_MOST = MEMO_PLACES / 4 * 3 };

/* Rows that were found before, each at a place that parent and name give, or at the next free one. */
struct schema_memo {
	const struct schema *above[MEMO_PLACES], *found[MEMO_PLACES];
	size_t count;
};

const struct schema *schema_child_again(struct lint *lint, const struct schema *at, struct str key)
{
	const struct schema *row = at ? any(at) : NULL;
	struct schema_memo *memo = lint->memo;
	unsigned char place;

	if (!at || !key.n || row)
		return row;
	if (!memo)
		memo = lint->memo = ARENA_NEW(&lint->run, struct schema_memo);
	place = (unsigned char)(MARK(at->depth, key.p[0], key.n) + (unsigned)(at - rows) * 13U);
	for (; memo->above[place]; place++)
		if (memo->above[place] == at && str_eq(schema_name(memo->found[place]), key))
			return memo->found[place];
	row = schema_child(at, key);
	if (row && memo->count < MEMO_MOST) {
		memo->above[place] = at;
		memo->found[place] = row;
		memo->count++;
	}
	return row;
}

const struct schema *schema_item(const struct schema *at)
{
	const struct schema *row;

	if (!at || at[1].depth <= at->depth)
		return NULL;
	row = at + 1;
	/* it is the first child, or the one behind any key and what is below that */
	if (schema_is_any(row))
		for (row++; row->depth > at->depth + 1; row++)
			;
	return row->depth == at->depth + 1 && row->text[0] == '[' ? row : NULL;
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
		if (!schema_is_any(row) && !str_eq(schema_name(row), STR("[]")))
			nearest_offer(&nearest, schema_name(row));
	return nearest.name.p ? nearest.name : STR("");
}
