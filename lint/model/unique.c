/* SPDX-License-Identifier: MIT */
/* The unicity pass: a later item takes the place of an earlier one. */
#include "config.h"

#include "model/merge.h"

#include "base/table.h"
#include "model/cast.h"
#include "model/cut.h"
#include "model/settled.h"
#include "model/volume.h"
#include "model/trail.h"

struct unique {
	struct lint *lint;
	bool *refused;
	bool canonical;
	bool checked; /* the schema will say what is wrong with the kind of an item */
};

static struct str before_equals(struct str text)
{
	return str_slice(text, 0, str_find_byte(text, '=', 0));
}

static struct str missing(struct unique *u, const struct node *item, const struct trail *trail,
			  const char *what)
{
	*u->refused = true;
	trail_refuse(u->lint, trail, item->span, STR("target"), "this entry of \"%.*s\" has no %s",
		     STR_FMT(trail_key(trail)), what);
	return STR_NONE;
}

static struct str wrong_kind(struct unique *u, const struct node *item, const struct trail *trail)
{
	if (u->checked)
		return STR_NONE;
	*u->refused = true;
	trail_refuse(u->lint, trail, item->span, STR("item"),
		     "an item of \"%.*s\" must be a string", STR_FMT(trail_key(trail)));
	return STR_NONE;
}

/* The schema takes every number, what compares them does not. */
static struct str fraction(struct unique *u, const struct node *item, const struct trail *trail)
{
	*u->refused = true;
	trail_refuse(u->lint, trail, item->span, STR("item"),
		     "an item of \"%.*s\" must be a whole number or a string",
		     STR_FMT(trail_key(trail)));
	return STR_NONE;
}

static struct str volume_key(struct unique *u, const struct node *item, const struct trail *trail)
{
	const struct node *target;

	if (item->kind == NODE_STRING) {
		struct volume volume;

		/* as written: the target is cleaned later */
		if (volume_parse(cut_opaque(&u->lint->scratch, item), &volume).message) {
			*u->refused = true;
			return STR_NONE;
		}
		return str_slice(item->text, volume.target.from, volume.target.to);
	}
	if (item->kind != NODE_MAPPING)
		return wrong_kind(u, item, trail);
	target = node_get(item, STR("target"));
	if (!node_is_scalar(target))
		return missing(u, item, trail, "target; add `target: /path`");
	return target->text;
}

/* "host:container:permissions"; one part is both, and a container that is empty none yet. */
static struct str device_key(struct unique *u, const struct node *item, const struct trail *trail)
{
	struct str rest, host;
	const struct node *target;

	if (item->kind == NODE_STRING) {
		rest = item->text;
		host = str_cut(&rest, ':');
		return rest.p ? str_cut(&rest, ':') : host;
	}
	/* nothing is a container that is empty, and another one may take its place */
	if (item->kind == NODE_NULL && u->checked)
		return STR("");
	if (item->kind != NODE_MAPPING)
		return wrong_kind(u, item, trail);
	target = node_get(item, STR("target"));
	if (!node_is_scalar(target))
		return missing(u, item, trail, "target; add `target: /dev/name`");
	return target->text;
}

static struct str reference_key(struct unique *u, const struct node *item, struct str directory)
{
	const struct node *target = node_get(item, STR("target"));
	struct str source = item->kind == NODE_MAPPING ? node_text(node_get(item, STR("source")))
						       : node_text(item);

	if (node_is_scalar(target) && target->text.n)
		return target->text;
	return arena_fmt(&u->lint->scratch, "%.*s%.*s", STR_FMT(directory), STR_FMT(source));
}

/*
 * One part of what tells ports apart, as docker compose 2.40 has it: a number is no text that
 * reads the same, and an empty text is not a missing one.
 */
static struct str port_part(struct unique *u, const struct node *item, struct str key,
			    struct str otherwise)
{
	const struct node *part = node_get(item, key);

	if (!part)
		return otherwise;
	if (part->kind == NODE_INT)
		return arena_fmt(&u->lint->scratch, "int=%.*s",
				 STR_FMT(cast_integer_text(&u->lint->scratch, part)));
	return node_text(part);
}

static struct str port_key(struct unique *u, const struct node *item, const struct trail *trail)
{
	struct str address, published, target, protocol;

	if (item->kind == NODE_INT)
		return cast_integer_text(&u->lint->scratch, item);
	if (item->kind != NODE_MAPPING)
		return node_is_scalar(item) ? item->text : wrong_kind(u, item, trail);
	if (!node_get(item, STR("target")))
		return missing(u, item, trail, "target; add `target: PORT`");
	address = port_part(u, item, STR("host_ip"), STR("0.0.0.0"));
	published = port_part(u, item, STR("published"), STR("none"));
	target = port_part(u, item, STR("target"), STR(""));
	protocol = port_part(u, item, STR("protocol"), STR("tcp"));
	return arena_fmt(&u->lint->scratch, "%.*s:%.*s:%.*s/%.*s", STR_FMT(address),
			 STR_FMT(published), STR_FMT(target), STR_FMT(protocol));
}

/* In scratch memory, which ends with the list.  p NULL: it has none, and that has been said. */
static struct str key_of(struct unique *u, enum schema_unique by, const struct node *item,
			 const struct trail *trail)
{
	switch (by) {
	case UNIQUE_TEXT:
		if (item->kind == NODE_STRING)
			return before_equals(item->text);
		return wrong_kind(u, item, trail);
	case UNIQUE_EXPOSE:
		if (item->kind == NODE_INT)
			return cast_integer_text(&u->lint->scratch, item);
		if (item->kind == NODE_FLOAT)
			return fraction(u, item, trail);
		return item->kind == NODE_STRING ? item->text : wrong_kind(u, item, trail);
	case UNIQUE_ENV_FILE:
		return item->kind == NODE_MAPPING ? node_text(node_get(item, STR("path")))
						  : node_text(item);
	case UNIQUE_VOLUME:
		return volume_key(u, item, trail);
	case UNIQUE_DEVICE:
		return device_key(u, item, trail);
	case UNIQUE_CONFIG:
		return reference_key(u, item, STR("/"));
	case UNIQUE_SECRET:
		return reference_key(u, item, STR("/run/secrets/"));
	case UNIQUE_PORT:
		return port_key(u, item, trail);
	case UNIQUE_NONE:
		break;
	}
	return STR_NONE;
}

/* Nothing of what was added has a key that stands already.  Notes what was added. */
static bool goes_on(struct unique *u, enum schema_unique by, struct settled *settled,
		    const struct node *list, const struct trail *trail)
{
	size_t added = list->count - settled->count;
	struct table fresh = { .arena = &u->lint->scratch };
	struct str *keys = ARENA_ARRAY(&u->lint->scratch, added, struct str);

	for (size_t i = 0; i < added; i++) {
		size_t at = settled->count + i;

		keys[i] = key_of(u, by, list->in.items[at], TRAIL_ITEM(trail, at));
		if (!keys[i].p)
			continue;
		if (settled_has(&settled->keys, keys[i]) || settled_has(&fresh, keys[i]))
			return false;
		settled_note(&fresh, keys[i]);
	}
	for (size_t i = 0; u->canonical && i < added; i++)
		settled_add(settled, list->in.items[settled->count],
			    keys[i].p ? arena_str(&u->lint->run, keys[i]) : STR_NONE);
	return true;
}

static const struct node *const *kept_items(struct arena *arena, const struct node *const *items,
					    size_t count)
{
	const struct node **kept = ARENA_ARRAY(arena, count, const struct node *);

	for (size_t i = 0; i < count; i++)
		kept[i] = items[i];
	return kept;
}

static const struct node *unique_items(struct unique *u, enum schema_unique by,
				       const struct node *list, const struct trail *trail)
{
	struct arena *arena = &u->lint->run;
	struct table seen = { .arena = &u->lint->scratch };
	struct settled *settled = settled_of(list);
	const struct node **items;
	struct node *result = NULL;
	size_t count = 0;

	if (list->count < 2) {
		/* one item is unique, but it must be fit to be compared */
		if (list->count && !node_is_scalar(node_get(list->in.items[0], STR("target"))))
			key_of(u, by, list->in.items[0], TRAIL_ITEM(trail, 0));
		return list;
	}
	if (settled && goes_on(u, by, settled, list, trail)) {
		arena_reset(&u->lint->scratch);
		return list;
	}
	if (by == UNIQUE_NONE && (!u->canonical || list->count < SETTLED_FEWEST))
		return list;
	items = ARENA_ARRAY(&u->lint->scratch, list->count, const struct node *);
	for (size_t i = 0; i < list->count; i++) {
		const struct node *item = list->in.items[i];
		struct str key = key_of(u, by, item, TRAIL_ITEM(trail, i));
		const struct node **there = key.p ? table_get(&seen, key) : NULL;

		if (there) {
			*there = node_with_step(arena, item,
						(struct step){ .kind = STEP_REPLACE,
							       .span = item->span,
							       .was = *there });
			continue;
		}
		items[count] = item;
		if (key.p)
			table_add(&seen, key, &items[count]);
		count++;
	}
	settled = u->canonical && count >= SETTLED_FEWEST ? settled_new(arena) : NULL;
	if (count != list->count || settled) {
		result = node_copy(arena, list);
		result->in.items = kept_items(arena, items, count);
		result->count = (uint32_t)count;
		result->settled = settled;
	}
	for (size_t i = 0; settled && i < count; i++)
		settled_add(settled, items[i], STR_NONE);
	for (size_t i = 0; settled && i < seen.count; i++)
		settled_note(&settled->keys, arena_str(arena, seen.entries[i].name));
	arena_reset(&u->lint->scratch);
	return result ? result : list;
}

static const struct node *walk(struct unique *u, const struct schema *at, const struct node *node,
			       const struct trail *trail)
{
	struct pair *pairs = NULL;
	struct node *result;

	if (node->kind == NODE_SEQUENCE)
		return unique_items(u, at->unique, node, trail);
	if (node->kind != NODE_MAPPING)
		return node;
	for (size_t i = 0; i < node->count; i++) {
		const struct pair *pair = &node->in.pairs[i];
		const struct node *value = pair->value;
		const struct schema *child =
			node_is_scalar(value) ? NULL
					      : schema_child_again(u->lint, at, pair->key->text);

		if (child)
			value = walk(u, child, value, TRAIL_KEY(trail, pair->key->text));
		if (value != pair->value && !pairs) {
			pairs = ARENA_ARRAY(&u->lint->run, node->count, struct pair);
			for (size_t j = 0; j < node->count; j++)
				pairs[j] = node->in.pairs[j];
		}
		if (pairs)
			pairs[i].value = value;
	}
	if (!pairs)
		return node;
	result = node_copy(&u->lint->run, node);
	result->in.pairs = pairs;
	return result;
}

const struct node *merge_unique(struct lint *lint, const struct node *model, bool canonical,
				bool checked, bool *refused)
{
	struct unique u = {
		.lint = lint, .refused = refused, .canonical = canonical, .checked = checked
	};

	return walk(&u, schema_root(), model, NULL);
}
