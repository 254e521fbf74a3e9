/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "model/typed.h"

#include <stdlib.h>

#include "model/cast.h"
#include "model/command.h"
#include "model/cut.h"

struct typing {
	struct lint *lint;
	bool *refused;
};

static struct finding *refuse(struct typing *t, const struct trail *trail, const struct node *node,
			      const char *must)
{
	struct finding *finding =
		trail_refuse(t->lint, trail, node->span, STR("cast"), "\"%.*s\" must be %s",
			     STR_FMT(trail_key(trail)), must);

	finding->extent = node->span;
	if (node_is_scalar(node))
		trail_origins(t->lint, finding, node, 0, node->text.n);
	*t->refused = true;
	return finding;
}

/* ------------------------------------------------------------------- text */

/* A number or boolean as the text that Compose makes of it; null becomes "". */
static const struct node *as_text(struct typing *t, const struct node *node)
{
	struct arena *arena = &t->lint->run;
	struct str text = node_text(node);

	switch (node->kind) {
	case NODE_NULL:
		text = STR("");
		break;
	case NODE_BOOL:
		text = node->value.boolean ? STR("true") : STR("false");
		break;
	case NODE_INT:
		text = cast_integer_text(arena, node);
		break;
	case NODE_FLOAT:
		text = cast_float_text(arena, node->value.real);
		break;
	case NODE_TIMESTAMP:
		break;
	case NODE_STRING:
	case NODE_SEQUENCE:
	case NODE_MAPPING:
		return node;
	}
	return node_formed(arena, node, NODE_STRING, text);
}

static bool ends_in_space(struct str s)
{
	return s.n && byte_is_space(s.p[s.n - 1]);
}

/* What nothing sets is gone before its name is looked at. */
static bool drops_unset(const struct schema *at)
{
	return str_eq(schema_name(at), STR("args"));
}

static void check_blank(struct typing *t, const struct trail *trail, const struct node *key,
			struct span extent, const char *where)
{
	if (!ends_in_space(key->text) || node_is_unknown(key))
		return;
	trail_refuse(t->lint, trail, key->span, STR("blank"),
		     "the name of a variable ends in a blank; remove the blank%s", where)
		->extent = extent;
	*t->refused = true;
}

static const struct node *pairs_of_list(struct typing *t, const struct schema *at,
					const struct trail *trail, const struct node *list)
{
	struct cut all = { .lint = t->lint };
	bool inherit = at->flags & SCHEMA_INHERIT;

	for (size_t i = 0; i < list->count; i++) {
		const struct node *item = list->in.items[i], *key;
		size_t equals;

		if (item->kind != NODE_STRING)
			continue;
		equals = str_find_byte(cut_opaque(&t->lint->scratch, item), '=', 0);
		key = cut_piece(t->lint, item, 0, equals == STR_NPOS ? item->text.n : equals);
		if (inherit && (equals != STR_NPOS || !drops_unset(at)))
			check_blank(t, TRAIL_ITEM(trail, i), key, item->span,
				    equals != STR_NPOS ? " before the \"=\"" : "");
		if (equals != STR_NPOS)
			cut_add(&all, key, cut_piece(t->lint, item, equals + 1, item->text.n));
		else
			cut_add(&all, key,
				inherit ? cut_null(t->lint, item)
					: cut_text(t->lint, STR(""), item));
	}
	cut_drop_repeated(&all, true);
	return cut_mapping(&all, list);
}

/* The x- keys of a mapping of the user's, which Compose takes for extensions. */
static bool is_taken_out(const struct schema *at, bool listed, const struct node *key)
{
	return !listed && at->flags & SCHEMA_USERS_KEYS && str_starts(key->text, STR("x-"));
}

static const struct node *texts_of_mapping(struct typing *t, const struct schema *at,
					   const struct trail *trail, const struct node *mapping)
{
	struct cut all = { .lint = t->lint };
	bool listed = schema_stays_listed(at, mapping);

	for (size_t i = 0; i < mapping->count; i++) {
		const struct pair *pair = &mapping->in.pairs[i];
		const struct node *value = pair->value;

		/* an item "K=V" to Compose by now */
		if (listed && at->flags & SCHEMA_INHERIT &&
		    (value->kind != NODE_NULL || !drops_unset(at)))
			check_blank(t, TRAIL_KEY(trail, pair->key->text), pair->key,
				    pair->key->span, "");
		if (at->flags & SCHEMA_WHOLE && value->kind != NODE_STRING &&
		    (value->kind != NODE_INT || node_is_unsigned(value)) &&
		    value->kind != NODE_NULL)
			refuse(t, TRAIL_KEY(trail, pair->key->text), value,
			       "a string; write it in quotes");
		if (value->kind != NODE_NULL ||
		    !(at->flags & SCHEMA_INHERIT || is_taken_out(at, listed, pair->key)))
			value = as_text(t, value);
		cut_set_value(&all, mapping, i, value);
	}
	return all.count ? cut_refill_mapping(&all, mapping) : mapping;
}

/* ------------------------------------------------------------------ hosts */

/* One address without its brackets. */
static const struct node *address(struct typing *t, const struct node *item, size_t from, size_t to)
{
	struct str text = str_slice(item->text, from, to);

	if (text.n > 1 && text.p[0] == '[' && text.p[text.n - 1] == ']')
		return cut_piece(t->lint, item, from + 1, to - 1);
	return cut_piece(t->lint, item, from, to);
}

static void add_addresses(struct typing *t, struct cut *addresses, const struct node *item,
			  size_t from)
{
	struct str text = cut_opaque(&t->lint->scratch, item);

	for (;;) {
		size_t comma = str_find_byte(text, ',', from);
		size_t to = comma == STR_NPOS ? text.n : comma;

		cut_add_item(addresses, address(t, item, from, to));
		if (comma == STR_NPOS)
			break;
		from = comma + 1;
	}
}

/* One "host=address,address" item: where its addresses begin. */
struct host {
	const struct node *key, *item;
	size_t from, order;
};

static int compare_hosts(const void *left, const void *right)
{
	const struct host *a = left, *b = right;
	int order = str_cmp(a->key->text, b->key->text);

	if (order)
		return order;
	return a->order < b->order ? -1 : a->order > b->order;
}

static bool check_host(struct typing *t, const struct trail *trail, const struct node *key)
{
	if (node_is_unknown(key) || (key->text.n && str_find_byte(key->text, ':', 0) == STR_NPOS &&
				     str_find_byte(key->text, '=', 0) == STR_NPOS))
		return true;
	trail_refuse(t->lint, trail, key->span, STR("host"),
		     "the host's name in \"%.*s\" cannot be read; write \"HOST=ADDRESS\"",
		     STR_FMT(trail_key(trail)));
	*t->refused = true;
	return false;
}

static const struct node *hosts_of_list(struct typing *t, const struct trail *trail,
					const struct node *list)
{
	struct host *hosts = ARENA_ARRAY(&t->lint->scratch, list->count + 1, struct host);
	struct cut all = { .lint = t->lint };
	size_t count = 0;

	for (size_t i = 0; i < list->count; i++) {
		const struct node *item = list->in.items[i], *key;
		struct str text;
		size_t at;

		if (item->kind != NODE_STRING)
			continue;
		text = cut_opaque(&t->lint->scratch, item);
		at = str_find_byte(text, '=', 0);
		if (at == STR_NPOS)
			at = str_find_byte(text, ':', 0);
		if (at == STR_NPOS && node_is_unknown(item))
			continue;
		key = cut_piece(t->lint, item, 0, at == STR_NPOS ? 0 : at);
		if (check_host(t, TRAIL_ITEM(trail, i), key))
			hosts[count++] = (struct host){ key, item, at + 1, i };
	}
	if (count)
		qsort(hosts, count, sizeof(*hosts), compare_hosts);
	for (size_t i = 0, end; i < count; i = end) {
		struct cut addresses = { .lint = t->lint };

		for (end = i; end < count && str_eq(hosts[end].key->text, hosts[i].key->text);
		     end++)
			add_addresses(t, &addresses, hosts[end].item, hosts[end].from);
		cut_add(&all, hosts[i].key, cut_sequence(&addresses, hosts[i].item));
	}
	return cut_mapping(&all, list);
}

static const struct node *hosts_of_mapping(struct typing *t, const struct trail *trail,
					   const struct node *mapping)
{
	struct cut all = { .lint = t->lint };

	for (size_t i = 0; i < mapping->count; i++) {
		const struct pair *pair = &mapping->in.pairs[i];
		struct cut addresses = { .lint = t->lint };

		if (pair->value->kind == NODE_SEQUENCE) {
			for (size_t j = 0; j < pair->value->count; j++) {
				const struct node *item = pair->value->in.items[j];

				cut_add_item(&addresses, item->kind == NODE_STRING
								 ? address(t, item, 0, item->text.n)
								 : item);
			}
			if (check_host(t, trail, pair->key))
				cut_add(&all, pair->key,
					cut_refill_sequence(&addresses, pair->value));
			continue;
		}
		if (!check_host(t, trail, pair->key) || pair->value->kind != NODE_STRING)
			continue;
		cut_add_item(&addresses, address(t, pair->value, 0, pair->value->text.n));
		cut_add(&all, pair->key, cut_sequence(&addresses, pair->value));
	}
	return cut_refill_mapping(&all, mapping);
}

/* ---------------------------------------------------------------- scalars */

static void check_size(struct typing *t, const struct trail *trail, const struct node *node)
{
	int64_t bytes;

	if (node->kind == NODE_STRING && !cast_size(node->text, &bytes))
		refuse(t, trail, node, "a size such as \"512m\" or \"2gb\"");
}

static void check_duration(struct typing *t, const struct trail *trail, const struct node *node)
{
	int64_t nanoseconds;

	if (node->kind == NODE_STRING && !cast_duration(node->text, &nanoseconds))
		refuse(t, trail, node, "a duration such as \"30s\" or \"1m30s\"");
}

static void check_command(struct typing *t, const struct trail *trail, const struct node *node)
{
	struct command command;

	if (node->kind != NODE_STRING || node_is_unknown(node))
		return;
	command = command_split(&t->lint->scratch, node->text);
	if (command.malformed)
		refuse(t, trail, node,
		       "a command line with its quotes and brackets closed, or a list of words");
}

static bool is_file_mode(const struct schema *at)
{
	return at->types & TYPE_NUMBER && !(at->flags & SCHEMA_NUMERIC) &&
	       str_eq(schema_name(at), STR("mode"));
}

static void check_file_mode(struct typing *t, const struct trail *trail, const struct node *node)
{
	bool octal = node->text.n > 0;

	for (size_t i = 0; i < node->text.n; i++)
		octal &= node->text.p[i] >= '0' && node->text.p[i] <= '7';
	if (node->kind == NODE_FLOAT || (node->kind == NODE_STRING && !octal))
		refuse(t, trail, node, "octal digits, such as \"0440\"");
}

static void check_amount(struct typing *t, const struct trail *trail, const struct node *node)
{
	int64_t amount;

	if (node->kind == NODE_STRING && !str_eq_nocase(node->text, STR("all")) &&
	    !cast_integer(node->text, &amount))
		refuse(t, trail, node, "\"all\" or an integer");
}

static bool is_negative(const struct node *node)
{
	return (node->kind == NODE_INT && !node->is_unsigned && node->value.integer < 0) ||
	       (node->kind == NODE_FLOAT && node->value.real <= -1);
}

/* Text in the model that a file may write as an integer. */
static bool becomes_text(const struct schema *at)
{
	return str_eq(schema_name(at), STR("published")) ||
	       (str_eq(schema_name(at), STR("[]")) && at->types & TYPE_NUMBER) ||
	       (str_eq(schema_name(at), STR("cpus")) && at->cast == CAST_NONE);
}

/* Most rows want nothing of a scalar. */
static bool wants_any(const struct schema *at)
{
	const unsigned wishes = SCHEMA_SIZE | SCHEMA_DURATION | SCHEMA_COMMAND_LINE |
				SCHEMA_NUMERIC | SCHEMA_WHOLE | SCHEMA_NATURAL | SCHEMA_AMOUNT |
				SCHEMA_NOT_NULL | SCHEMA_LATE;

	return at->flags & wishes || at->cast != CAST_NONE || is_file_mode(at);
}

static const struct node *scalar(struct typing *t, const struct schema *at,
				 const struct trail *trail, const struct node *node)
{
	if ((!node->is_unsigned && !wants_any(at)) || node_is_unknown(node))
		return node;
	if (at->flags & SCHEMA_SIZE)
		check_size(t, trail, node);
	if (at->flags & SCHEMA_DURATION)
		check_duration(t, trail, node);
	if (at->flags & SCHEMA_COMMAND_LINE)
		check_command(t, trail, node);
	if (at->flags & SCHEMA_NUMERIC && node->kind == NODE_STRING)
		refuse(t, trail, node, "a number without quotes");
	if (at->flags & SCHEMA_WHOLE && node->kind == NODE_FLOAT &&
	    !trail_is_refused(t->lint, node->span))
		refuse(t, trail, node, "an integer, without a point or exponent");
	if (node_is_unsigned(node) &&
	    (at->flags & SCHEMA_WHOLE || becomes_text(at) || is_file_mode(at)))
		refuse(t, trail, node, "an integer below 2^63");
	if (at->flags & SCHEMA_NATURAL && is_negative(node))
		refuse(t, trail, node, "0 or more");
	if (at->flags & SCHEMA_AMOUNT)
		check_amount(t, trail, node);
	if (at->flags & SCHEMA_NOT_NULL && node->kind == NODE_NULL)
		refuse(t, trail, node, "a string; remove the key if nothing is meant");
	if (is_file_mode(at))
		check_file_mode(t, trail, node);
	return cast_node(t->lint, schema_cast_of(at), trail, node, t->refused);
}

/* ------------------------------------------------------------------- walk */

/* Whether what Compose makes of the x- keys that it takes out is no value of the key. */
static bool swallows_badly(const struct schema *at)
{
	return at->flags & SCHEMA_HOSTS || (at->flags & SCHEMA_STRINGS && at->flags & SCHEMA_WHOLE);
}

static void say_swallowed(struct typing *t, const struct schema *at, const struct trail *trail,
			  const struct node *mapping)
{
	if (schema_stays_listed(at, mapping))
		return;
	for (size_t i = 0; i < mapping->count; i++) {
		const struct node *key = mapping->in.pairs[i].key;
		struct str shown = str_beginning(key->text, 80);

		if (!str_starts(key->text, STR("x-")))
			continue;
		if (swallows_badly(at)) {
			trail_refuse(t->lint, TRAIL_KEY(trail, key->text), key->span,
				     STR("extension"),
				     "\"%.*s\" begins with \"x-\", which Compose takes for an "
				     "extension and cannot read in \"%.*s\"; use another name",
				     STR_FMT(shown), STR_FMT(schema_name(at)));
			*t->refused = true;
			continue;
		}
		trail_ignore(
			t->lint, TRAIL_KEY(trail, key->text), key->span, STR("extension"),
			"\"%.*s\" begins with \"x-\", so Compose takes it out of \"%.*s\" as an "
			"extension%s",
			STR_FMT(shown), STR_FMT(schema_name(at)),
			at->flags & SCHEMA_PAIRS ? "; write \"KEY=VALUE\" items instead" : "");
	}
}

static const struct node *walk(struct typing *t, const struct schema *at, const struct trail *trail,
			       const struct node *node);

static const struct node *walk_mapping(struct typing *t, const struct schema *at,
				       const struct trail *trail, const struct node *mapping)
{
	struct cut all = { .lint = t->lint };

	for (size_t i = 0; i < mapping->count; i++) {
		const struct pair *pair = &mapping->in.pairs[i];
		const struct node *value;

		/* the schema has not looked at it */
		if (at->flags & SCHEMA_FREE_NAMES && !schema_is_name(pair->key->text) &&
		    pair->value->kind != NODE_MAPPING && pair->value->kind != NODE_NULL)
			refuse(t, TRAIL_KEY(trail, pair->key->text), pair->value, "a mapping");
		if (at->flags & SCHEMA_LOWER_NAMES && !schema_is_lower(pair->key->text) &&
		    pair->value->kind != NODE_MAPPING && pair->value->kind != NODE_INT &&
		    pair->value->kind != NODE_STRING) {
			refuse(t, TRAIL_KEY(trail, pair->key->text), pair->value,
			       "an integer, or a mapping of \"soft\" and \"hard\"");
			cut_add(&all, pair->key, pair->value);
			continue;
		}
		value = walk(t, schema_child_again(t->lint, at, pair->key->text),
			     TRAIL_KEY(trail, pair->key->text), pair->value);
		cut_set_value(&all, mapping, i, value);
	}
	return all.count ? cut_refill_mapping(&all, mapping) : mapping;
}

static const struct node *walk_sequence(struct typing *t, const struct schema *at,
					const struct trail *trail, const struct node *list)
{
	const struct schema *row = schema_item(at);
	struct cut all = { .lint = t->lint };

	for (size_t i = 0; i < list->count; i++) {
		const struct node *item = walk(t, row, TRAIL_ITEM(trail, i), list->in.items[i]);

		cut_set_item(&all, list, i, item);
	}
	return all.count ? cut_refill_sequence(&all, list) : list;
}

static const struct node *listed(struct typing *t, const struct schema *at, const struct node *node)
{
	struct cut all = { .lint = t->lint };

	if (at->flags & SCHEMA_TEST)
		cut_add_item(&all, cut_text(t->lint, STR("CMD-SHELL"), node));
	cut_add_item(&all, node);
	return cut_sequence(&all, node);
}

static const struct node *walk(struct typing *t, const struct schema *at, const struct trail *trail,
			       const struct node *node)
{
	if (!at)
		return node;
	if (node->kind != NODE_MAPPING && node->kind != NODE_SEQUENCE)
		return at->flags & (SCHEMA_ITEMS | SCHEMA_TEST) && node->kind == NODE_STRING
			       ? listed(t, at, node)
			       : scalar(t, at, trail, node);
	if (node->kind == NODE_MAPPING && (at->flags & SCHEMA_USERS_KEYS || swallows_badly(at)))
		say_swallowed(t, at, trail, node);
	if (at->flags & SCHEMA_HOSTS && node->kind == NODE_SEQUENCE)
		return hosts_of_list(t, trail, node);
	if (at->flags & SCHEMA_HOSTS && node->kind == NODE_MAPPING)
		return hosts_of_mapping(t, trail, node);
	if (at->flags & SCHEMA_PAIRS && node->kind == NODE_SEQUENCE)
		return pairs_of_list(t, at, trail, node);
	if (at->flags & SCHEMA_STRINGS && node->kind == NODE_MAPPING)
		return texts_of_mapping(t, at, trail, node);
	if (node->kind == NODE_MAPPING)
		return walk_mapping(t, at, trail, node);
	return walk_sequence(t, at, trail, node);
}

const struct node *typed_model(struct lint *lint, const struct node *model, bool *refused)
{
	struct typing t = { lint, refused };

	return model ? walk(&t, schema_root(), NULL, model) : NULL;
}
