/* SPDX-License-Identifier: MIT */
/* The schema check of schema.h: one walk over model and table together. */
#include "config.h"

#include "model/schema.h"

#include <math.h>
#include <stdlib.h>

#include "model/advice.h"
#include "model/cast.h"
#include "model/distinct.h"
#include "model/settled.h"
#include "model/trail.h"

struct validation {
	struct lint *lint;
	bool valid;
	const struct node *model;
	struct finding *unplaced; /* of the first service that stands at the top level */
};

enum { SHOWN_BYTES = 80 }; /* of a key in a message */

static struct str shown(struct str key)
{
	return str_beginning(key, SHOWN_BYTES);
}

/* From 2^53 on there are no fractions. */
static bool is_whole(double value)
{
	const double every = 9007199254740992.0;

	if (!isfinite(value))
		return false;
	return value >= every || value <= -every || (double)(int64_t)value == value;
}

/* ------------------------------------------------------------------ words */

static const char *type_words(const struct node *node)
{
	if (node->tag == TAG_OVERRIDE && node_is_scalar(node))
		return "a string, because of its !override";
	switch (node->kind) {
	case NODE_NULL:
		return "empty";
	case NODE_BOOL:
		return "true or false";
	case NODE_INT:
		return "an integer";
	case NODE_FLOAT:
		return "a number";
	case NODE_STRING:
		return "a string";
	case NODE_TIMESTAMP:
		return "a date";
	case NODE_SEQUENCE:
		return "a list";
	case NODE_MAPPING:
		return "a mapping";
	}
	return "something else";
}

static void add_alternative(struct builder *b, struct str words, bool last)
{
	if (b->n)
		builder_add(b, last ? STR(" or ") : STR(", "));
	builder_add(b, words);
}

/* "a string, an integer or a mapping" */
static struct str allowed_types(struct lint *lint, const struct schema *at)
{
	static const struct {
		unsigned type;
		struct str words;
	} all[] = {
		{ TYPE_STRING, STR_INIT("a string") },
		{ TYPE_BOOLEAN, STR_INIT("true or false") },
		{ TYPE_INTEGER, STR_INIT("an integer") },
		{ TYPE_NUMBER, STR_INIT("a number") },
		{ TYPE_LIST, STR_INIT("a list") },
		{ TYPE_MAP, STR_INIT("a mapping") },
		{ TYPE_NULL, STR_INIT("empty") },
	};
	struct builder b = { .arena = &lint->run };
	unsigned rest = at->types;

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		if (!(at->types & all[i].type))
			continue;
		rest &= ~all[i].type;
		add_alternative(&b, all[i].words, !rest);
	}
	return builder_str(&b);
}

/* What the mapping at the row is, to a reader: "a service", "build", "an item of volumes". */
static struct str noun(struct lint *lint, const struct schema *at)
{
	const struct schema *above = schema_parent(at);

	if (!above)
		return STR("the top level");
	if (str_eq(schema_name(at), STR("[]")))
		return arena_fmt(&lint->run, "an item of %.*s", STR_FMT(schema_name(above)));
	if (!str_eq(schema_name(at), STR("*")))
		return schema_name(at);
	if (at->depth == 2) /* services: a service */
		return arena_fmt(
			&lint->run, "a %.*s",
			STR_FMT(str_slice(schema_name(above), 0, schema_name(above).n - 1)));
	return arena_fmt(&lint->run, "an entry of %.*s", STR_FMT(schema_name(above)));
}

/* "services.NAME.deploy.resources" */
static void add_row(struct builder *b, const struct schema *at)
{
	const struct schema *above = schema_parent(at);

	if (!above)
		return;
	add_row(b, above);
	if (str_eq(schema_name(at), STR("[]"))) {
		builder_add(b, schema_name(at));
		return;
	}
	if (b->n)
		builder_byte(b, '.');
	builder_add(b, str_eq(schema_name(at), STR("*")) ? STR("NAME") : schema_name(at));
}

static bool is_key_of(const struct schema *at, struct str key)
{
	const struct schema *child = at ? schema_child(at, key) : NULL;

	return child && str_eq(schema_name(child), key);
}

/* The row nearest in the tree that knows the key: above, in a service, at the top, below. */
static const struct schema *owner_of(const struct schema *at, struct str key)
{
	const struct schema *service =
		schema_child(schema_child(schema_root(), STR("services")), STR("*"));

	for (const struct schema *above = schema_parent(at); above; above = schema_parent(above))
		if (is_key_of(above, key))
			return above;
	if (is_key_of(service, key))
		return service;
	if (is_key_of(schema_root(), key))
		return schema_root();
	for (const struct schema *row = schema_next(at, NULL); row; row = schema_next(at, row)) {
		if (is_key_of(row, key))
			return row;
		for (const struct schema *below = schema_next(row, NULL); below;
		     below = schema_next(row, below))
			if (is_key_of(below, key))
				return below;
	}
	return NULL;
}

/* Keys of the first Compose file format, and what took their place. */
static struct str successor(struct str key)
{
	static const struct {
		struct str old, now;
	} legacy[] = {
		{ STR_INIT("net"), STR_INIT("network_mode") },
		{ STR_INIT("dockerfile"), STR_INIT("build.dockerfile") },
		{ STR_INIT("log_driver"), STR_INIT("logging.driver") },
		{ STR_INIT("log_opt"), STR_INIT("logging.options") },
		{ STR_INIT("volume_driver"), STR_INIT("driver of a volume at the top level") },
	};

	for (size_t i = 0; i < sizeof(legacy) / sizeof(legacy[0]); i++)
		if (str_eq(legacy[i].old, key))
			return legacy[i].now;
	return STR("");
}

/* Words of "docker run --mount" in the long form of a mount. */
static struct str mount_word(const struct schema *at, struct str key)
{
	if (!str_eq(schema_name(at), STR("[]")) ||
	    !str_eq(schema_name(schema_parent(at)), STR("volumes")))
		return STR("");
	if (str_eq(key, STR("destination")) || str_eq(key, STR("dst")))
		return STR("target");
	return str_eq(key, STR("src"))  ? STR("source")
	       : str_eq(key, STR("ro")) ? STR("read_only")
					: STR("");
}

static struct str hint_for_key(struct lint *lint, const struct schema *at, struct str key)
{
	struct str nearest = schema_nearest(at, key), instead = successor(key);
	const struct schema *owner = owner_of(at, key);
	bool of_service = at->depth == 2 && str_eq(schema_name(schema_parent(at)), STR("services"));
	struct builder path = { .arena = &lint->run };

	if (!instead.n || !of_service)
		instead = mount_word(at, key);
	if (instead.n)
		return arena_fmt(&lint->run, "; write %.*s instead", STR_FMT(instead));
	if (owner && owner->depth) {
		add_row(&path, owner);
		return arena_fmt(&lint->run, "; it belongs to %.*s, as %.*s.%.*s",
				 STR_FMT(noun(lint, owner)), STR_FMT(builder_str(&path)),
				 STR_FMT(key));
	}
	if (owner)
		return STR("; it belongs to the top level");
	if (nearest.n)
		return arena_fmt(&lint->run, "; write \"%.*s\" if that is meant", STR_FMT(nearest));
	return STR("; remove it or put \"x-\" before it");
}

static void say_unknown_key(struct validation *v, const struct schema *at,
			    const struct trail *trail, const struct node *key)
{
	struct lint *lint = v->lint;
	struct str hint = hint_for_key(lint, at, key->text);

	if (at->flags & SCHEMA_CLOSED && hint.n && str_has(hint, STR("x-")))
		hint = STR("; remove it");
	v->valid = false;
	trail_refuse(lint, trail, key->span, key->text, "\"%.*s\" is no key of %.*s%.*s",
		     STR_FMT(shown(key->text)), STR_FMT(noun(lint, at)), STR_FMT(hint))
		->extent = key->span;
}

static bool stands_for_a_service(const struct validation *v, const struct schema *at,
				 const struct node *value)
{
	return !at->depth && !node_get(v->model, STR("services")) &&
	       (node_get(value, STR("image")) || node_get(value, STR("build")));
}

/* The first format of the file had no "services"; all that stand outside have one cause. */
static void say_unplaced(struct validation *v, const struct trail *trail, const struct node *key)
{
	v->valid = false;
	if (v->unplaced) {
		diag_related(&v->lint->diag, v->unplaced, RELATED_OTHER, key->span, "this one too");
		return;
	}
	v->unplaced = trail_refuse(
		v->lint, trail, key->span, key->text,
		"the service \"%.*s\" stands at the top level, as in the first format of the file, "
		"which is no longer read; indent all services below a line \"services:\"",
		STR_FMT(shown(key->text)));
	v->unplaced->extent = key->span;
}

/* The name under which a message speaks of the node. */
static struct str called(struct lint *lint, const struct trail *trail)
{
	if (!trail)
		return STR("the file");
	if (trail->item)
		return arena_fmt(&lint->run, "an item of %.*s", STR_FMT(shown(trail_key(trail))));
	return arena_fmt(&lint->run, "\"%.*s\"", STR_FMT(shown(trail->key)));
}

static void say_wrong_type(struct validation *v, const struct schema *at, const struct trail *trail,
			   const struct node *node)
{
	struct lint *lint = v->lint;
	struct str hint = advice_for_type(lint, at, node);

	v->valid = false;
	trail_refuse(lint, trail, node->span, STR("type"), "%.*s must be %.*s, is %s%.*s",
		     STR_FMT(called(lint, trail)), STR_FMT(allowed_types(lint, at)),
		     type_words(node), STR_FMT(hint))
		->extent = node->span;
}

/* ---------------------------------------------------------------- scalars */

static bool has_type(const struct schema *at, const struct node *node)
{
	unsigned types = at->types;

	if (node->tag == TAG_OVERRIDE && node_is_scalar(node))
		return types & TYPE_STRING;
	switch (node->kind) {
	case NODE_NULL:
		return types & TYPE_NULL;
	case NODE_BOOL:
		return types & TYPE_BOOLEAN;
	case NODE_INT:
		return types & (TYPE_INTEGER | TYPE_NUMBER);
	case NODE_FLOAT:
		return types & TYPE_NUMBER || (types & TYPE_INTEGER && is_whole(node->value.real));
	case NODE_STRING:
		return types & TYPE_STRING;
	case NODE_TIMESTAMP:
		return false;
	case NODE_SEQUENCE:
		return types & TYPE_LIST;
	case NODE_MAPPING:
		return types & TYPE_MAP;
	}
	return false;
}

/* values is "LOW..HIGH"; HIGH may be missing */
static void check_range(struct validation *v, const struct schema *at, const struct trail *trail,
			const struct node *node)
{
	struct str range = schema_values(at);
	size_t dots = str_find(range, STR(".."), 0);
	struct str low_text = str_slice(range, 0, dots);
	struct str high_text = str_slice(range, dots + 2, range.n);
	int64_t low = 0, high = 0;
	double value;

	if (node->kind != NODE_INT && node->kind != NODE_FLOAT)
		return;
	value = cast_number(node);
	str_to_int(low_text, &low);
	if (value >= (double)low && (!str_to_int(high_text, &high) || value <= (double)high))
		return;
	v->valid = false;
	if (high_text.n)
		trail_refuse(v->lint, trail, node->span, STR("range"),
			     "%.*s must be between %.*s and %.*s", STR_FMT(called(v->lint, trail)),
			     STR_FMT(low_text), STR_FMT(high_text));
	else
		trail_refuse(v->lint, trail, node->span, STR("range"), "%.*s must be at least %.*s",
			     STR_FMT(called(v->lint, trail)), STR_FMT(low_text));
}

static void check_values(struct validation *v, const struct schema *at, const struct trail *trail,
			 const struct node *node)
{
	struct builder b = { .arena = &v->lint->run };
	struct str rest = schema_values(at);

	while (rest.p) {
		struct str value = str_cut(&rest, '|');

		if (str_eq(value, node->text))
			return;
		add_alternative(&b, arena_fmt(&v->lint->run, "\"%.*s\"", STR_FMT(value)), !rest.p);
	}
	v->valid = false;
	trail_refuse(v->lint, trail, node->span, STR("value"), "%.*s must be %.*s%s",
		     STR_FMT(called(v->lint, trail)), STR_FMT(builder_str(&b)),
		     at->types & TYPE_LIST ? " or a list" : "");
}

/* [a-zA-Z0-9][a-zA-Z0-9_.-]+ anywhere in the text, as Compose looks for it */
static bool has_container_name(struct str name)
{
	for (size_t i = 0; i + 1 < name.n; i++)
		if (byte_is_alnum(name.p[i]) && byte_is_name(name.p[i + 1]))
			return true;
	return false;
}

/* The documented policies anywhere in the text, as Compose looks for them. */
static bool has_pull_policy(struct str policy)
{
	static const struct str known[] = {
		STR_INIT("always"),         STR_INIT("never"),   STR_INIT("build"),
		STR_INIT("if_not_present"), STR_INIT("missing"), STR_INIT("refresh"),
		STR_INIT("daily"),          STR_INIT("weekly"),
	};
	struct str every = STR("every_");

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (str_has(policy, known[i]))
			return true;
	for (size_t at = str_find(policy, every, 0); at != STR_NPOS;
	     at = str_find(policy, every, at + 1)) {
		size_t i = at + every.n;

		while (i < policy.n && byte_is_digit(policy.p[i]))
			i++;
		if (i > at + every.n && i < policy.n &&
		    str_find_byte(STR("wdhms"), policy.p[i], 0) != STR_NPOS)
			return true;
	}
	return false;
}

static void check_text(struct validation *v, const struct schema *at, const struct trail *trail,
		       const struct node *node)
{
	if (at->flags & SCHEMA_CONTAINER_NAME && !has_container_name(node->text)) {
		v->valid = false;
		trail_refuse(v->lint, trail, node->span, STR("pattern"),
			     "\"container_name\" must be a letter or digit, then one or more "
			     "letters, digits, \"_\", \".\" or \"-\"");
	}
	if (at->flags & SCHEMA_PULL_POLICY && !has_pull_policy(node->text)) {
		v->valid = false;
		trail_refuse(
			v->lint, trail, node->span, STR("pattern"),
			"\"pull_policy\" must be \"always\", \"never\", \"build\", \"missing\", "
			"\"if_not_present\", \"refresh\", \"daily\", \"weekly\" or "
			"\"every_\" with a time such as \"every_12h\"");
	}
}

static void check_scalar(struct validation *v, const struct schema *at, const struct trail *trail,
			 const struct node *node)
{
	if (at->has_values && str_has(schema_values(at), STR("..")))
		check_range(v, at, trail, node);
	else if (at->has_values && node->kind == NODE_STRING)
		check_values(v, at, trail, node);
	if (node->kind == NODE_STRING)
		check_text(v, at, trail, node);
}

/* ------------------------------------------------------------ collections */

static void check(struct validation *v, const struct schema *at, const struct trail *trail,
		  const struct node *key, const struct node *node);

/* What was brought here stands elsewhere: its findings, from number `first` on, say through what. */
static void relate_bringers(struct validation *v, const struct node *node, size_t first)
{
	for (size_t i = first; node->via && i < v->lint->diag.count; i++)
		trail_bringers(v->lint, v->lint->diag.findings[i], node);
}

static void check_pair(struct validation *v, const struct schema *at, const struct trail *trail,
		       const struct pair *pair, bool listed)
{
	const struct node *key = pair->key;
	const struct schema *row = schema_child_again(v->lint, at, key->text);
	struct trail here = { trail, key->text, 0, false };
	size_t first = v->lint->diag.count;

	if (!row) {
		if (at->flags & SCHEMA_OPEN ||
		    (str_starts(key->text, STR("x-")) && !(at->flags & SCHEMA_CLOSED)))
			return;
		if (stands_for_a_service(v, at, pair->value))
			say_unplaced(v, &here, key);
		else
			say_unknown_key(v, at, &here, key);
		relate_bringers(v, pair->value, first);
		return;
	}
	if (schema_is_any(row)) {
		if (at->flags & SCHEMA_NAMES && !schema_is_name(key->text)) {
			v->valid = false;
			trail_refuse(
				v->lint, &here, key->span, STR("name"),
				"a name in \"%.*s\" may hold letters, digits, \".\", \"_\" and "
				"\"-\" only",
				STR_FMT(schema_name(at)))
				->extent = key->span;
			return;
		}
		if (at->flags & SCHEMA_FILLED && !key->text.n && !listed) {
			v->valid = false;
			trail_refuse(v->lint, &here, key->span, STR("name"),
				     "a key of \"%.*s\" must not be empty",
				     STR_FMT(schema_name(at)))
				->extent = key->span;
			return;
		}
	}
	if ((at->flags & SCHEMA_FREE_NAMES && !schema_is_name(key->text)) ||
	    (at->flags & SCHEMA_LOWER_NAMES && !schema_is_lower(key->text)) ||
	    (at->flags & SCHEMA_OPEN && !key->text.n))
		return;
	check(v, row, &here, key, pair->value);
}

static void say_missing(struct validation *v, const struct schema *row, const struct trail *trail,
			const struct node *key, const struct node *mapping)
{
	struct lint *lint = v->lint;
	/* another file wrote the key, and a mapping that this one took the place of */
	bool replaced = key && !span_is_none(key->span) && key->span.source != mapping->span.source;
	struct span span = mapping->span;
	struct str why = STR("");

	if (key && !replaced)
		span = key->span;
	else if (mapping->count)
		span = mapping->in.pairs[0].key->span;
	/* a key of a long form, which stands where the whole does */
	if (span_is_none(span))
		span = mapping->span;
	if (replaced)
		why = arena_fmt(&lint->run, "; this takes the place of all that %.*s says of it",
				STR_FMT(source_name(&lint->sources, key->span)));
	v->valid = false;
	trail_refuse(lint, trail, span,
		     arena_fmt(&lint->run, "required %.*s", STR_FMT(schema_name(row))),
		     "%.*s needs \"%.*s\"%.*s", STR_FMT(called(lint, trail)),
		     STR_FMT(schema_name(row)), STR_FMT(why))
		->extent = mapping->span;
}

static void check_mapping(struct validation *v, const struct schema *at, const struct trail *trail,
			  const struct node *key, const struct node *mapping)
{
	bool listed = schema_is_listed(mapping);

	for (size_t i = 0; i < mapping->count; i++)
		check_pair(v, at, trail, &mapping->in.pairs[i], listed);
	for (const struct schema *row = schema_required(at, NULL); row;
	     row = schema_required(at, row))
		if (!node_pair(mapping, schema_name(row)))
			say_missing(v, row, trail, key, mapping);
}

static void check_sequence(struct validation *v, const struct schema *at, const struct trail *trail,
			   const struct node *list)
{
	const struct schema *item = schema_item(at);
	struct settled *settled = settled_of(list);

	for (size_t i = settled ? settled->checked : 0; item && i < list->count; i++)
		check(v, item, TRAIL_ITEM(trail, i), NULL, list->in.items[i]);
	if (at->flags & SCHEMA_DISTINCT)
		v->valid &= distinct_check(v->lint, trail, list, settled);
	if (settled && v->valid)
		settled->checked = settled->count;
}

static void check(struct validation *v, const struct schema *at, const struct trail *trail,
		  const struct node *key, const struct node *node)
{
	size_t first = v->lint->diag.count;

	if (at->flags & SCHEMA_CONSUMED || node_is_unknown(node))
		return;
	if (!has_type(at, node)) {
		say_wrong_type(v, at, trail, node);
	} else if (node->kind == NODE_MAPPING) {
		check_mapping(v, at, trail, key, node);
	} else if (node->kind == NODE_SEQUENCE) {
		check_sequence(v, at, trail, node);
	} else {
		check_scalar(v, at, trail, node);
	}
	relate_bringers(v, node, first);
}

bool schema_check(struct lint *lint, const struct node *model)
{
	struct validation v = { .lint = lint, .valid = true, .model = model };

	if (!model)
		return true;
	if (model->kind != NODE_MAPPING) {
		trail_refuse(lint, NULL, model->span, STR("type"),
			     "the top level must be a mapping, is %s", type_words(model));
		return false;
	}
	check(&v, schema_root(), NULL, NULL, model);
	return v.valid;
}
