/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "model/shown.h"

#include <math.h>
#include <stdlib.h>

#include "model/cast.h"
#include "model/command.h"
#include "model/cut.h"
#include "model/go_text.h"

struct showing {
	struct lint *lint;
	bool json;
};

static const struct node *show(struct showing *s, const struct schema *at, const struct node *node);

/* ------------------------------------------------------------------ scalars */

static const struct node *with_text(struct showing *s, const struct node *node, enum node_kind kind,
				    struct str text)
{
	return node_formed(&s->lint->run, node, kind, text);
}

static const struct node *with_integer(struct showing *s, const struct node *node, int64_t value)
{
	struct node *made = node_formed(&s->lint->run, node, NODE_INT,
					arena_fmt(&s->lint->run, "%lld", (long long)value));

	made->value.integer = value;
	made->is_unsigned = false;
	return made;
}

/* A float towards zero, within what an integer holds. */
static int64_t truncated(double real)
{
	if (real >= 9223372036854775807.0)
		return INT64_MIN; /* as the machines that run Compose have it */
	if (real <= -9223372036854775808.0 || real != real)
		return INT64_MIN;
	return (int64_t)real;
}

static int64_t integer_of(const struct node *node)
{
	int64_t value = 0;

	switch (node->kind) {
	case NODE_INT:
		return node->value.integer;
	case NODE_FLOAT:
		return truncated(node->value.real);
	case NODE_STRING:
		return cast_integer(node->text, &value) ? value : 0;
	default:
		return 0;
	}
}

static const struct node *size(struct showing *s, const struct node *node)
{
	int64_t bytes = 0;

	/* what has no sign and needs it counts as nothing, like a float */
	if (node->kind == NODE_INT && !node->is_unsigned)
		bytes = node->value.integer;
	else if (node->kind == NODE_STRING)
		cast_size(node->text, &bytes);
	return with_text(s, node, NODE_STRING, arena_fmt(&s->lint->run, "%lld", (long long)bytes));
}

static const struct node *duration(struct showing *s, const struct node *node)
{
	int64_t nanoseconds = 0;

	if (node->kind != NODE_STRING)
		return node;
	cast_duration(node->text, &nanoseconds);
	return with_text(s, node, NODE_STRING, cast_duration_text(&s->lint->run, nanoseconds));
}

static const struct node *file_mode(struct showing *s, const struct node *node)
{
	int64_t mode = integer_of(node);

	if (node->kind == NODE_STRING) {
		mode = 0;
		for (size_t i = 0; i < node->text.n; i++)
			mode = (int64_t)((uint64_t)mode << 3 | (uint64_t)(node->text.p[i] - '0'));
	}
	return with_text(
		s, node, NODE_STRING,
		mode < 0 ? arena_fmt(&s->lint->run, "0-%llo", (unsigned long long)-(uint64_t)mode)
			 : arena_fmt(&s->lint->run, "0%llo", (unsigned long long)mode));
}

static const struct node *real(struct showing *s, const struct node *node)
{
	double value = node->kind == NODE_FLOAT ? node->value.real
		       : node_is_unsigned(node) ? (double)(uint64_t)node->value.integer
						: (double)integer_of(node);
	struct str text = cast_single_text(&s->lint->run, (float)value);
	struct node *copy = node_formed(&s->lint->run, node, NODE_FLOAT, text);

	/* the number that its shortest text stands for, so that it is printed in no more digits */
	copy->value.real = isfinite(value) ? strtod(text.p, NULL) : value;
	return copy;
}

/* Text that Compose makes of another scalar. */
static const struct node *string(struct showing *s, const struct node *node)
{
	switch (node->kind) {
	case NODE_BOOL:
		return with_text(s, node, NODE_STRING,
				 node->value.boolean ? STR("true") : STR("false"));
	case NODE_INT:
		return with_text(s, node, NODE_STRING, cast_integer_text(&s->lint->run, node));
	case NODE_FLOAT:
		return with_text(s, node, NODE_STRING,
				 cast_float_text(&s->lint->run, node->value.real));
	default:
		return node;
	}
}

static bool is_real(const struct schema *at)
{
	return at->cast == CAST_FLOAT || (at->cast == CAST_NONE && at->flags & SCHEMA_LATE &&
					  at->types & TYPE_NUMBER && !(at->types & TYPE_INTEGER));
}

static const struct node *number(struct showing *s, const struct schema *at,
				 const struct node *node)
{
	int64_t value;

	if (is_real(at))
		return real(s, node);
	if (at->flags & SCHEMA_AMOUNT && node->kind == NODE_STRING &&
	    str_eq_nocase(node->text, STR("all")))
		return with_integer(s, node, -1);
	if (node_is_unsigned(node) && at->flags & SCHEMA_NATURAL)
		return with_text(s, node, NODE_INT, cast_integer_text(&s->lint->run, node));
	value = integer_of(node);
	if (str_eq(schema_name(at), STR("weight")))
		value = (uint16_t)value;
	else if (str_eq(schema_name(at), STR("mode")) || (str_eq(schema_name(at), STR("target"))))
		value = (uint32_t)value;
	return node->kind == NODE_INT && value == node->value.integer && !node->is_unsigned
		       ? with_text(s, node, NODE_INT,
				   arena_fmt(&s->lint->run, "%lld", (long long)value))
		       : with_integer(s, node, value);
}

/* The row holds text when it takes nothing but text, or numbers that become text. */
static bool is_text(const struct schema *at)
{
	static const struct str names[] = { STR_INIT("published"), STR_INIT("provenance"),
					    STR_INIT("sbom"), STR_INIT("[]") };

	if (!(at->types & (TYPE_INTEGER | TYPE_NUMBER | TYPE_BOOLEAN)))
		return true;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (str_eq(schema_name(at), names[i]))
			return true;
	return false;
}

static bool is_file_mode(const struct schema *at)
{
	return str_eq(schema_name(at), STR("mode")) && at->types & TYPE_NUMBER &&
	       !(at->flags & SCHEMA_NUMERIC);
}

static const struct node *scalar(struct showing *s, const struct schema *at,
				 const struct node *node)
{
	if (node->kind == NODE_NULL)
		return node;
	if (at->flags & SCHEMA_SIZE)
		return size(s, node);
	if (at->flags & SCHEMA_DURATION)
		return duration(s, node);
	if (is_file_mode(at))
		return file_mode(s, node);
	if (is_text(at))
		return string(s, node);
	if (node->kind == NODE_BOOL)
		return node;
	return at->types & (TYPE_INTEGER | TYPE_NUMBER) ? number(s, at, node) : node;
}

/* ------------------------------------------------------------------ special forms */

static const struct node *command(struct showing *s, const struct node *node)
{
	struct command line;
	struct cut words = { .lint = s->lint };

	if (node->kind != NODE_STRING)
		return node;
	line = command_split(&s->lint->run, node->text);
	for (size_t i = 0; i < line.count; i++)
		cut_add_item(&words, cut_as(s->lint, node, line.words[i].from, line.words[i].to,
					    line.words[i].text));
	return cut_sequence(&words, node);
}

static int by_text(const void *left, const void *right)
{
	const struct node *a = *(const struct node *const *)left;
	const struct node *b = *(const struct node *const *)right;

	return str_cmp(a->text, b->text);
}

/* "host=address" for each address of each host. */
static const struct node *hosts(struct showing *s, const struct node *node)
{
	struct cut all = { .lint = s->lint };

	if (node->kind != NODE_MAPPING)
		return node;
	for (size_t i = 0; i < node->count; i++) {
		const struct pair *pair = &node->in.pairs[i];

		for (size_t j = 0; pair->value->kind == NODE_SEQUENCE && j < pair->value->count;
		     j++) {
			const struct node *address = pair->value->in.items[j];

			cut_add_item(&all, with_text(s, address, NODE_STRING,
						     arena_fmt(&s->lint->run, "%.*s=%.*s",
							       STR_FMT(pair->key->text),
							       STR_FMT(address->text))));
		}
	}
	if (all.count)
		qsort(all.items, all.count, sizeof(*all.items), by_text);
	return cut_sequence(&all, node);
}

/* "id: path", or the id alone. */
static const struct node *keys_of_ssh(struct showing *s, const struct node *node)
{
	struct cut all = { .lint = s->lint };

	if (node->kind != NODE_MAPPING)
		return node;
	for (size_t i = 0; i < node->count; i++) {
		const struct pair *pair = &node->in.pairs[i];
		struct str path = node_text(pair->value);

		cut_add_item(&all,
			     path.n ? with_text(s, pair->value, NODE_STRING,
						arena_fmt(&s->lint->run, "%.*s: %.*s",
							  STR_FMT(pair->key->text), STR_FMT(path)))
				    : with_text(s, pair->key, NODE_STRING, pair->key->text));
	}
	if (all.count)
		qsort(all.items, all.count, sizeof(*all.items), by_text);
	return cut_sequence(&all, node);
}

/* A limit of 0 has no single form; JSON leaves out the half that is 0. */
static const struct node *ulimit(struct showing *s, const struct node *node)
{
	static const struct str names[] = { STR_INIT("soft"), STR_INIT("hard") };
	struct cut all = { .lint = s->lint };

	if (node->kind != NODE_MAPPING) {
		int64_t single = integer_of(node);

		if (single)
			return with_integer(s, node, single);
	}
	for (size_t i = 0; i < 2; i++) {
		const struct node *half = node_get(node, names[i]);
		int64_t value = half ? integer_of(half) : 0;

		if (value || !s->json)
			cut_add(&all, cut_text(s->lint, names[i], node),
				half                   ? with_integer(s, half, value)
				: node_is_scalar(node) ? with_integer(s, node, value)
						       : cut_integer(s->lint, value, node));
	}
	return cut_mapping(&all, node);
}

/* Options of a provider are lists of text. */
static const struct node *options(struct showing *s, const struct node *node)
{
	struct cut all = { .lint = s->lint };

	if (node->kind == NODE_SEQUENCE)
		for (size_t i = 0; i < node->count; i++)
			cut_add_item(&all, string(s, node->in.items[i]));
	else
		cut_add_item(&all, string(s, node));
	return cut_sequence(&all, node);
}

/* ------------------------------------------------------------------ x- keys among a user's */

static bool is_extension(struct str key)
{
	return str_starts(key, STR("x-"));
}

/* Not of what is a list of "K=V" to Compose. */
static bool takes_extensions(const struct schema *at, const struct node *mapping)
{
	return at->flags & SCHEMA_USERS_KEYS && !schema_stays_listed(at, mapping);
}

/* What Compose makes of the x- keys that it takes out of labels and their like. */
static const struct node *swallowed(struct showing *s, const struct schema *at,
				    const struct node *mapping)
{
	const struct schema *row = schema_child(at, STR("*"));
	struct cut none = { .lint = s->lint }, taken = { .lint = s->lint };
	const struct pair *pairs = mapping->in.pairs;

	if (row && row->types & TYPE_MAP)
		return at->flags & SCHEMA_LOWER_NAMES ? ulimit(s, cut_mapping(&none, mapping))
						      : cut_mapping(&none, mapping);
	for (size_t i = 0; i < mapping->count; i++)
		if (is_extension(pairs[i].key->text))
			cut_add(&taken, pairs[i].key, pairs[i].value);
	return with_text(s, cut_text(s->lint, STR(""), mapping), NODE_STRING,
			 go_text(&s->lint->run, cut_mapping(&taken, mapping)));
}

/* Compose has no empty list below an x- key: in JSON it is null. */
static const struct node *extension(struct showing *s, const struct node *node)
{
	struct cut all = { .lint = s->lint };

	if (!s->json || node_is_scalar(node))
		return node;
	if (node->kind == NODE_SEQUENCE) {
		for (size_t i = 0; i < node->count; i++)
			cut_add_item(&all, extension(s, node->in.items[i]));
		return node->count ? cut_refill_sequence(&all, node) : cut_null(s->lint, node);
	}
	for (size_t i = 0; i < node->count; i++)
		cut_add(&all, node->in.pairs[i].key, extension(s, node->in.pairs[i].value));
	return cut_refill_mapping(&all, node);
}

/* ------------------------------------------------------------------ collections */

static bool is_struct(const struct schema *at)
{
	for (const struct schema *row = schema_next(at, NULL); row; row = schema_next(at, row))
		if (!str_eq(schema_name(row), STR("*")) && !str_eq(schema_name(row), STR("[]")))
			return true;
	return false;
}

static bool is_nothing(const struct node *node)
{
	switch (node->kind) {
	case NODE_NULL:
		return true;
	case NODE_BOOL:
		return !node->value.boolean;
	case NODE_INT:
		return !node->value.integer;
	case NODE_FLOAT:
		return !(node->value.real < 0 || node->value.real > 0 ||
			 node->value.real != node->value.real);
	case NODE_STRING:
		return !node->text.n;
	case NODE_SEQUENCE:
	case NODE_MAPPING:
		return !node->count;
	default:
		return false;
	}
}

/*
 * Left out: what says nothing, unless the key is one that is kept.  A host
 * without an address is something to Compose.
 */
static bool is_omitted(struct showing *s, const struct schema *row, const struct node *given,
		       const struct node *shown)
{
	unsigned always = row->flags & SCHEMA_JSON_ALWAYS;

	if (shown->kind == NODE_NULL)
		return !(always == SCHEMA_JSON_ALWAYS && s->json);
	if (shown->kind == NODE_MAPPING && always != SCHEMA_JSON_ALWAYS && is_struct(row))
		return false;
	if ((row->flags & SCHEMA_SIZE && str_eq(shown->text, STR("0"))) ||
	    (row->flags & SCHEMA_DURATION && str_eq(shown->text, STR("0s"))))
		return !always;
	if (!is_nothing(shown) || (row->flags & SCHEMA_HOSTS && given->count))
		return false;
	if (always == SCHEMA_JSON_ALWAYS && shown->kind == NODE_MAPPING)
		return !s->json;
	return !always;
}

/* The value of a key that is always there. */
static const struct node *nothing(struct showing *s, const struct schema *row,
				  const struct node *owner)
{
	struct cut none = { .lint = s->lint };

	if (row->flags & SCHEMA_SIZE)
		return cut_text(s->lint, STR("0"), owner);
	if (row->types & TYPE_NULL)
		return cut_null(s->lint, owner);
	if (row->types & TYPE_MAP)
		return show(s, row, cut_mapping(&none, owner));
	if (row->types & (TYPE_INTEGER | TYPE_NUMBER))
		return cut_integer(s->lint, 0, owner);
	return cut_text(s->lint, STR(""), owner);
}

/* Items of the block devices' lists keep the names that they have in Compose's source. */
static const struct node *key_shown(struct showing *s, const struct schema *row,
				    const struct node *key)
{
	struct str text;
	char first;

	if (!s->json || (row->flags & SCHEMA_JSON_ALWAYS) != SCHEMA_ALWAYS ||
	    !(schema_parent(row)->flags & SCHEMA_CLOSED))
		return key;
	first = (char)(key->text.p[0] - 'a' + 'A');
	text = arena_fmt(&s->lint->run, "%c%.*s", first,
			 STR_FMT(str_slice(key->text, 1, key->text.n)));
	return with_text(s, key, NODE_STRING, text);
}

static const struct node *show_struct(struct showing *s, const struct schema *at,
				      const struct node *mapping)
{
	struct cut all = { .lint = s->lint };
	bool top = !at->depth;

	for (size_t i = 0; i < mapping->count; i++) {
		const struct pair *pair = &mapping->in.pairs[i];
		const struct schema *row = schema_child_again(s->lint, at, pair->key->text);
		const struct node *value;

		if (!row) {
			if (is_extension(pair->key->text) && (top || !s->json))
				cut_add(&all, pair->key, extension(s, pair->value));
			continue;
		}
		if (row->flags & SCHEMA_LOST ||
		    (top && s->json && str_eq(schema_name(row), STR("models"))))
			continue;
		value = show(s, row, pair->value);
		if (value && !is_omitted(s, row, pair->value, value))
			cut_add(&all, key_shown(s, row, pair->key), value);
	}
	for (const struct schema *row = schema_next(at, NULL); row; row = schema_next(at, row)) {
		const struct node *value;

		if (!(row->flags & SCHEMA_ALWAYS) || node_pair(mapping, schema_name(row)))
			continue;
		value = nothing(s, row, mapping);
		if (!is_omitted(s, row, value, value))
			cut_add(&all,
				key_shown(s, row, cut_text(s->lint, schema_name(row), mapping)),
				value);
	}
	return cut_refill_mapping(&all, mapping);
}

/* Values of a provider's options, whose x- keys become one option too. */
static bool are_options(const struct schema *row)
{
	return row && row->types & TYPE_LIST && row->types & TYPE_BOOLEAN;
}

static const struct node *show_names(struct showing *s, const struct schema *at,
				     const struct node *mapping)
{
	const struct schema *row = schema_child(at, STR("*"));
	bool takes = takes_extensions(at, mapping), taken = false;
	struct cut all = { .lint = s->lint };

	for (size_t i = 0; i < mapping->count; i++) {
		const struct pair *pair = &mapping->in.pairs[i];
		const struct node *value;

		if (takes && is_extension(pair->key->text) && pair->key->style != STYLE_MADE) {
			taken = true;
			continue;
		}
		if (are_options(row) && pair->value->kind == NODE_SEQUENCE && !pair->value->count)
			continue; /* an option without a value is none */
		if (str_eq(schema_name(at), STR("ulimits")))
			value = ulimit(s, pair->value);
		else if (are_options(row))
			value = options(s, pair->value);
		else if (at->flags & (SCHEMA_PAIRS | SCHEMA_STRINGS) && node_is_scalar(pair->value))
			value = pair->value;
		else
			value = row ? show(s, row, pair->value) : pair->value;
		cut_add(&all, pair->key, value);
	}
	if (taken) {
		const struct node *value = swallowed(s, at, mapping);

		cut_add(&all, cut_text(s->lint, STR("#extensions"), mapping),
			are_options(row) ? options(s, value) : value);
	}
	return cut_refill_mapping(&all, mapping);
}

static const struct node *show_list(struct showing *s, const struct schema *at,
				    const struct node *list)
{
	const struct schema *row = schema_item(at);
	struct cut all = { .lint = s->lint };

	for (size_t i = 0; i < list->count; i++)
		cut_add_item(&all, row ? show(s, row, list->in.items[i]) : list->in.items[i]);
	return cut_refill_sequence(&all, list);
}

static const struct node *show(struct showing *s, const struct schema *at, const struct node *node)
{
	if (at->flags & SCHEMA_COMMAND_LINE)
		node = command(s, node);
	if (at->flags & SCHEMA_HOSTS)
		node = hosts(s, node);
	if (at->special == SPECIAL_SSH)
		node = keys_of_ssh(s, node);
	if (node->kind == NODE_SEQUENCE)
		return show_list(s, at, node);
	if (node->kind == NODE_MAPPING)
		return is_struct(at) ? show_struct(s, at, node) : show_names(s, at, node);
	return scalar(s, at, node);
}

const struct node *shown_model(struct lint *lint, const struct node *model, bool json)
{
	struct showing s = { .lint = lint, .json = json };

	return show_struct(&s, schema_root(), model);
}
