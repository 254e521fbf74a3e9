/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "read/yaml_reader.h"

#include <string.h>

#include "base/table.h"

enum {
	/* mappings up to this size are searched for duplicate keys without an index */
	FEW_KEYS = 8
};

/* ---- keys ---- */

/* The key as it may be shown: a name, but nothing that could hold more than a name. */
static struct str shown_key(struct reader *r, struct str key)
{
	bool plain = key.n && key.n <= 64;

	for (size_t i = 0; i < key.n && plain; i++)
		plain = byte_is_alnum(key.p[i]) || memchr("._-/+<~", key.p[i], 7);
	return plain ? arena_fmt(&r->lint->run, "the key \"%.*s\"", STR_FMT(key)) : STR("this key");
}

static const char *kind_of_key(enum node_kind kind)
{
	switch (kind) {
	case NODE_NULL:
		return "null";
	case NODE_BOOL:
		return "a boolean";
	case NODE_TIMESTAMP:
		return "a date";
	default:
		return "a number";
	}
}

bool reader_check_key(struct reader *r, const struct made *key)
{
	struct span span = made_place(key);

	if (!node_is_scalar(key->node)) {
		reader_refuse(r, span,
			      "a mapping or list stands where a key is wanted; quote it if it is "
			      "meant as text");
		return false;
	}
	if (key->node->kind == NODE_STRING || key->is_merge_key)
		return true;
	if (key->node->text.n)
		reader_refuse(r, span, "%.*s is read as %s, and keys are text; quote it",
			      STR_FMT(shown_key(r, key->node->text)), kind_of_key(key->node->kind));
	else
		reader_refuse(r, span, "a key is missing before this colon");
	return true;
}

static bool is_alias(const struct node *key)
{
	return key->via && key->via->kind == STEP_ALIAS;
}

static struct span place_of(const struct node *key)
{
	return is_alias(key) ? key->via->span : key->span;
}

/* Compose compares keys as they are written: an alias is equal to the same alias alone. */
static bool are_written_alike(const struct reader *r, const struct node *a, const struct node *b)
{
	struct str bytes = r->source->bytes;
	struct span first = place_of(a), second = place_of(b);

	if (!is_alias(a) && !is_alias(b))
		return true;
	return is_alias(a) && is_alias(b) &&
	       str_eq(str_slice(bytes, first.start, first.end),
		      str_slice(bytes, second.start, second.end));
}

static void refuse_duplicate(struct reader *r, const struct node *first, const struct node *second)
{
	bool merges = str_eq(second->text, STR("<<"));
	struct finding *finding = reader_refuse(
		r, place_of(second), "%.*s stands twice in this mapping; %s",
		STR_FMT(shown_key(r, second->text)),
		merges ? "write one with a list behind it: <<: [*a, *b]" : "keep one of them");

	if (finding)
		diag_related(&r->lint->diag, finding, RELATED_DEFINITION, place_of(first),
			     "it stands here first");
}

/* A mapping being finished: the pairs that may come in, in the order of their right. */
struct gathering {
	/* those of the file, then those that come through `<<`; without a value where it is reset */
	struct pair *pairs;
	bool *dropped;
	size_t count, own, capacity;
	/* of each of the file the first that is written as it is; NULL while nobody asked */
	uint32_t *written_first;
};

static void gather(struct reader *r, struct gathering *g, const struct node *key,
		   const struct node *value)
{
	g->pairs = arena_grow(&r->sorting, g->pairs, g->count, &g->capacity, sizeof(*g->pairs));
	g->pairs[g->count++] = (struct pair){ key, value };
}

static void gather_merged(struct reader *r, struct gathering *g, const struct node *mapping,
			  struct span span)
{
	struct node_step merged = { .step = { .kind = STEP_MERGE_KEY, .span = span } };

	for (size_t i = 0; i < mapping->count; i++)
		gather(r, g, mapping->in.pairs[i].key,
		       node_with_shared_step(&r->lint->run, mapping->in.pairs[i].value, &merged));
}

/* What stands behind `<<`: a mapping or a list of them, directly or through aliases. */
static void gather_behind_merge_key(struct reader *r, struct gathering *g,
				    const struct entry *entry)
{
	const struct node *value = entry->value.node;
	struct span span = made_place(&entry->value);
	bool good = value->kind == NODE_MAPPING || value->kind == NODE_SEQUENCE;

	if (value->kind == NODE_MAPPING)
		gather_merged(r, g, value, span);
	for (size_t i = 0; value->kind == NODE_SEQUENCE && i < value->count; i++) {
		const struct node *item = value->in.items[i];
		const struct step *alias = item->via;
		struct span item_span = item->span;

		/* a list that came through an alias is shown where the alias stands */
		if (entry->value.is_alias)
			item_span = span;
		else if (alias && alias->kind == STEP_ALIAS)
			item_span = alias->span;
		if (item->kind == NODE_MAPPING)
			gather_merged(r, g, item, item_span);
		else
			good = false;
	}
	if (!good)
		reader_refuse(
			r, span,
			"behind \"<<\" a mapping must stand, an alias of one, or a list of them");
}

/* An alias with the text it stands for; "*" and a blank stand in no other alias. */
static struct str as_written(struct reader *r, const struct node *key)
{
	struct builder b = { .arena = &r->sorting };
	struct span place = place_of(key);

	if (is_alias(key))
		builder_add(&b, str_slice(r->source->bytes, place.start, place.end));
	builder_byte(&b, ' ');
	builder_add(&b, key->text);
	return builder_str(&b);
}

static void find_written_first(struct reader *r, struct gathering *g)
{
	struct table names = { .arena = &r->sorting };
	const uint32_t *sorted;

	g->written_first = ARENA_ARRAY(&r->sorting, g->own, uint32_t);
	for (size_t i = 0; i < g->own; i++)
		table_add(&names, as_written(r, g->pairs[i].key), NULL);
	sorted = table_sorted(&names);
	for (size_t i = 0; i < g->own; i++) {
		bool again = i && str_eq(names.entries[sorted[i]].name,
					 names.entries[sorted[i - 1]].name);

		g->written_first[sorted[i]] = again ? g->written_first[sorted[i - 1]] : sorted[i];
	}
}

/* The key before it that is written as this one; SIZE_MAX: none. */
static size_t written_before(struct reader *r, struct gathering *g, size_t later)
{
	if (!g->written_first)
		find_written_first(r, g);
	return g->written_first[later] == later ? SIZE_MAX : g->written_first[later];
}

/* Of equal names the first keeps its place; a later one of the file is an error, unless one of
   them is an alias: then the later one counts. */
static void drop_one(struct reader *r, struct gathering *g, size_t first, size_t later)
{
	size_t alike = first;

	if (later < g->own && !are_written_alike(r, g->pairs[first].key, g->pairs[later].key)) {
		alike = written_before(r, g, later);
		g->dropped[first] = alike == SIZE_MAX;
	}
	g->dropped[later] = alike != SIZE_MAX;
	if (later < g->own && alike != SIZE_MAX)
		refuse_duplicate(r, g->pairs[alike].key, g->pairs[later].key);
}

/* What is reset does not stand in the way of what comes through `<<`. */
static bool are_equal(const struct gathering *g, size_t first, size_t later)
{
	return (later < g->own || g->pairs[first].value) &&
	       str_eq(g->pairs[first].key->text, g->pairs[later].key->text);
}

static void drop_equal_names(struct reader *r, struct gathering *g)
{
	struct table names = { .arena = &r->sorting };
	const uint32_t *sorted;
	size_t first = 0;

	g->dropped = ARENA_ARRAY(&r->sorting, g->count, bool);
	if (g->count <= FEW_KEYS) {
		for (size_t i = 0; i < g->count; i++)
			for (size_t j = i + 1; j < g->count && !g->dropped[i]; j++)
				if (!g->dropped[j] && are_equal(g, i, j))
					drop_one(r, g, i, j);
		return;
	}
	for (size_t i = 0; i < g->count; i++)
		table_add(&names, g->pairs[i].key->text, NULL);
	sorted = table_sorted(&names);
	for (size_t i = 1; i < g->count; i++) {
		size_t a = sorted[first], b = sorted[i];

		if (are_equal(g, a, b))
			drop_one(r, g, a, b);
		if (!are_equal(g, a, b) || g->dropped[a])
			first = i;
	}
}

/* The pairs that stay, in the order of the file; merged ones stand where `<<` stood. */
static void fill_mapping(struct reader *r, struct node *node, const struct gathering *g,
			 size_t merge_at)
{
	struct pair *pairs;
	size_t count = 0;

	for (size_t i = 0; i < g->count; i++)
		count += !g->dropped[i];
	pairs = ARENA_ARRAY(&r->lint->run, count, struct pair);
	for (size_t i = 0; i <= g->own; i++) {
		for (size_t j = g->own; i == merge_at && j < g->count; j++)
			if (!g->dropped[j])
				pairs[node->count++] = g->pairs[j];
		if (i < g->own && !g->dropped[i])
			pairs[node->count++] = g->pairs[i];
	}
	node->in.pairs = pairs;
	node_index(&r->lint->run, node);
}

/* Keys that are kept as they are: nothing is merged in, reset or refused. */
static bool are_plain(const struct entry *entries, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (!entries[i].key || entries[i].value.is_merged || entries[i].value.gone)
			return false;
	return true;
}

/* Those that are equal have the same bit, and few others have. */
static bool has_equal_names(const struct pair *pairs, size_t count)
{
	uint64_t seen = 0;

	for (size_t i = 0; i < count; i++) {
		uint64_t bit = node_key_bit(pairs[i].key->text);

		for (size_t j = 0; seen & bit && j < i; j++)
			if (str_eq(pairs[i].key->text, pairs[j].key->text))
				return true;
		seen |= bit;
	}
	return false;
}

/* The order of the names; NULL: some are equal. */
static const uint32_t *sort_names(struct reader *r, const struct pair *pairs, size_t count)
{
	struct table names = { .arena = &r->sorting };
	const uint32_t *sorted;

	table_expect(&names, count);
	for (size_t i = 0; i < count; i++)
		table_add(&names, pairs[i].key->text, NULL);
	sorted = table_sorted(&names);
	for (size_t i = 1; i < count; i++)
		if (str_eq(pairs[sorted[i - 1]].key->text, pairs[sorted[i]].key->text))
			return NULL;
	return sorted;
}

/* Nearly every mapping has plain keys, each once.  False: there is more to it, and it is not filled. */
static bool fill_at_once(struct reader *r, struct node *node, const struct entry *entries,
			 size_t count)
{
	const uint32_t *sorted = NULL;
	struct pair *pairs;
	bool equal;

	if (!are_plain(entries, count))
		return false;
	pairs = ARENA_ARRAY(&r->lint->run, count, struct pair);
	for (size_t i = 0; i < count; i++)
		pairs[i] = (struct pair){ entries[i].key, entries[i].value.node };
	if (count <= NODE_FEW_PAIRS) {
		equal = has_equal_names(pairs, count);
	} else {
		sorted = sort_names(r, pairs, count);
		equal = !sorted;
	}
	if (!equal) {
		node->in.pairs = pairs;
		node->count = (uint32_t)count;
		node_index_sorted(&r->lint->run, node, sorted);
	}
	arena_reset(&r->sorting);
	return !equal;
}

void reader_finish_mapping(struct reader *r, struct node *node, const struct entry *entries,
			   size_t count)
{
	struct gathering g = { 0 };
	size_t merge_at = SIZE_MAX;

	if (fill_at_once(r, node, entries, count))
		return;
	for (size_t i = 0; i < count; i++)
		if (entries[i].key) {
			if (entries[i].value.is_merged && merge_at == SIZE_MAX)
				merge_at = g.count;
			gather(r, &g, entries[i].key,
			       entries[i].value.gone ? NULL : entries[i].value.node);
		}
	g.own = g.count;
	for (size_t i = 0; i < count; i++)
		if (entries[i].key && entries[i].value.is_merged && !entries[i].value.gone)
			gather_behind_merge_key(r, &g, &entries[i]);
	drop_equal_names(r, &g);
	if (merge_at != SIZE_MAX)
		g.dropped[merge_at] = true;
	for (size_t i = 0; i < g.own; i++)
		g.dropped[i] = g.dropped[i] || !g.pairs[i].value;
	fill_mapping(r, node, &g, merge_at);
	arena_reset(&r->sorting);
}
