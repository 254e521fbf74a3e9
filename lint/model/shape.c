/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "model/shape.h"

#include "model/go_text.h"
#include "model/settled.h"
#include "model/shape_item.h"

typedef const struct node *shape_function(struct shape *shape, const struct trail *trail,
					  const struct node *node);

/* One key whose value has a short form. */
struct shape_key {
	struct str key;
	shape_function *function;
};

static shape_function *function_of(struct str key, const struct shape_key *keys, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (str_eq(key, keys[i].key))
			return keys[i].function;
	return NULL;
}

static const struct node *apply(struct shape *shape, const struct trail *trail,
				const struct node *mapping, const struct shape_key *keys,
				size_t count)
{
	struct cut all = { .lint = shape->lint };

	if (mapping->kind != NODE_MAPPING)
		return mapping;
	for (size_t i = 0; i < mapping->count; i++) {
		const struct pair *pair = &mapping->in.pairs[i];
		shape_function *function = function_of(pair->key->text, keys, count);
		const struct node *value = pair->value;

		if (function)
			value = function(shape, TRAIL_KEY(trail, pair->key->text), value);
		cut_set_value(&all, mapping, i, value);
	}
	return all.count ? cut_refill_mapping(&all, mapping) : mapping;
}

#define APPLY(shape, trail, mapping, keys) \
	apply(shape, trail, mapping, keys, sizeof(keys) / sizeof((keys)[0]))

/* Each value of a mapping of names. */
static const struct node *each(struct shape *shape, const struct trail *trail,
			       const struct node *mapping, shape_function *function)
{
	struct cut all = { .lint = shape->lint };

	if (mapping->kind != NODE_MAPPING)
		return mapping;
	for (size_t i = 0; i < mapping->count; i++) {
		const struct pair *pair = &mapping->in.pairs[i];
		const struct node *value =
			function(shape, TRAIL_KEY(trail, pair->key->text), pair->value);

		cut_set_value(&all, mapping, i, value);
	}
	return all.count ? cut_refill_mapping(&all, mapping) : mapping;
}

/* The leading items that have their form from the documents before. */
static size_t number_shaped(const struct node *list)
{
	const struct settled *settled = settled_of(list);

	return settled ? settled->count : 0;
}

/* Each item of a list; NULL leaves it out. */
static const struct node *each_item(struct shape *shape, const struct trail *trail,
				    const struct node *list, shape_function *function)
{
	struct cut all = { .lint = shape->lint };
	bool changed = false;

	if (list->kind != NODE_SEQUENCE || number_shaped(list) == list->count)
		return list;
	cut_take_items(&all, list, number_shaped(list));
	for (size_t i = number_shaped(list); i < list->count; i++) {
		const struct node *item = function(shape, TRAIL_ITEM(trail, i), list->in.items[i]);

		changed |= item != list->in.items[i];
		if (item)
			cut_add_item(&all, item);
	}
	return changed ? cut_refill_sequence(&all, list) : list;
}

/* --------------------------------------------------------- lists of names */

static const struct node *started(struct shape *shape, const struct node *item)
{
	struct cut all = cut_pairs(shape->lint, 2);

	cut_add_long(&all, LONG_CONDITION, cut_text(shape->lint, STR("service_started"), item));
	cut_add_long(&all, LONG_REQUIRED, cut_true(shape->lint, item));
	return cut_mapping(&all, item);
}

static const struct node *null_value(struct shape *shape, const struct node *item)
{
	return cut_null(shape->lint, item);
}

static const struct node *names_to_mapping(struct shape *shape, const struct node *list,
					   const struct node *(*value)(struct shape *shape,
								       const struct node *item))
{
	struct cut all = cut_pairs(shape->lint, list->count);

	for (size_t i = 0; i < list->count; i++) {
		const struct node *item = list->in.items[i];

		if (item->kind == NODE_STRING)
			cut_add(&all, item, value(shape, item));
	}
	cut_drop_repeated(&all, false);
	return cut_mapping(&all, list);
}

static const struct node *shape_dependency(struct shape *shape, const struct trail *trail,
					   const struct node *entry)
{
	struct cut all = { .lint = shape->lint };

	(void)trail;
	if (entry->kind != NODE_MAPPING ||
	    (node_pair(entry, STR("required")) && node_pair(entry, STR("condition"))))
		return entry;
	for (size_t i = 0; i < entry->count; i++)
		cut_add(&all, entry->in.pairs[i].key, entry->in.pairs[i].value);
	if (!node_pair(entry, STR("condition")))
		cut_add_long(&all, LONG_CONDITION,
			     cut_text(shape->lint, STR("service_started"), entry));
	if (!node_pair(entry, STR("required")))
		cut_add_long(&all, LONG_REQUIRED, cut_true(shape->lint, entry));
	return cut_refill_mapping(&all, entry);
}

static const struct node *shape_depends_on(struct shape *shape, const struct trail *trail,
					   const struct node *node)
{
	if (node->kind == NODE_SEQUENCE)
		return names_to_mapping(shape, node, started);
	return each(shape, trail, node, shape_dependency);
}

static const struct node *shape_names(struct shape *shape, const struct trail *trail,
				      const struct node *node)
{
	(void)trail;
	if (node->kind == NODE_SEQUENCE)
		return names_to_mapping(shape, node, null_value);
	return node;
}

/* ------------------------------------------------------------------ files */

static const struct node *one_item(struct shape *shape, const struct node *node,
				   const struct node *item)
{
	struct cut all = { .lint = shape->lint };

	cut_add_item(&all, item);
	return cut_sequence(&all, node);
}

static const struct node *shape_env_file_item(struct shape *shape, const struct trail *trail,
					      const struct node *item)
{
	struct cut all = { .lint = shape->lint };

	(void)trail;
	if (item->kind == NODE_STRING) {
		cut_add_long(&all, LONG_PATH, item);
		cut_add_long(&all, LONG_REQUIRED, cut_true(shape->lint, item));
		return cut_mapping(&all, item);
	}
	if (item->kind != NODE_MAPPING || node_pair(item, STR("required")))
		return item;
	for (size_t i = 0; i < item->count; i++)
		cut_add(&all, item->in.pairs[i].key, item->in.pairs[i].value);
	cut_add_long(&all, LONG_REQUIRED, cut_true(shape->lint, item));
	return cut_refill_mapping(&all, item);
}

static const struct node *shape_env_file(struct shape *shape, const struct trail *trail,
					 const struct node *node)
{
	if (node->kind == NODE_STRING)
		return one_item(shape, node, shape_env_file_item(shape, trail, node));
	return each_item(shape, trail, node, shape_env_file_item);
}

static const struct node *shape_list(struct shape *shape, const struct trail *trail,
				     const struct node *node)
{
	(void)trail;
	return node->kind == NODE_STRING ? one_item(shape, node, node) : node;
}

static const struct node *shape_reference(struct shape *shape, const struct trail *trail,
					  const struct node *item)
{
	struct cut all = { .lint = shape->lint };

	(void)trail;
	if (item->kind != NODE_STRING)
		return item;
	cut_add_long(&all, LONG_SOURCE, item);
	return cut_mapping(&all, item);
}

static const struct node *shape_references(struct shape *shape, const struct trail *trail,
					   const struct node *node)
{
	return each_item(shape, trail, node, shape_reference);
}

/* ------------------------------------------------------------------ build */

/* "name=value" items to a mapping; `lonely` is the only name that may stand alone. */
static const struct node *pairs_to_mapping(struct shape *shape, const struct trail *trail,
					   const struct node *list, struct str lonely,
					   const char *example)
{
	struct cut all = { .lint = shape->lint };

	for (size_t i = 0; i < list->count; i++) {
		const struct node *item = list->in.items[i], *key, *value;
		size_t equals;

		if (item->kind != NODE_STRING)
			continue;
		equals = str_find_byte(cut_opaque(&shape->lint->scratch, item), '=', 0);
		if (equals == STR_NPOS) {
			if (!str_eq(item->text, lonely) || !lonely.n) {
				if (node_is_unknown(item))
					continue;
				*shape->refused = true;
				trail_refuse(shape->lint, TRAIL_ITEM(trail, i), item->span,
					     STR("short"),
					     "this item of \"%.*s\" cannot be read: write it as %s",
					     STR_FMT(trail_key(trail)), example);
				continue;
			}
			key = item;
			value = cut_null(shape->lint, item);
		} else {
			key = cut_piece(shape->lint, item, 0, equals);
			value = cut_piece(shape->lint, item, equals + 1, item->text.n);
		}
		cut_add(&all, key, value);
	}
	cut_drop_repeated(&all, true);
	return cut_mapping(&all, list);
}

static const struct node *shape_ssh(struct shape *shape, const struct trail *trail,
				    const struct node *node)
{
	if (node->kind != NODE_SEQUENCE)
		return node;
	return pairs_to_mapping(shape, trail, node, STR("default"), "\"ID=PATH\" or \"default\"");
}

/* Of what was an item "NAME=CONTEXT" of a list, which is text whatever it was before. */
static const struct node *shape_context(struct shape *shape, const struct trail *trail,
					const struct node *node)
{
	if (node->kind == NODE_NULL) {
		trail_refuse(shape->lint, trail, node->span, STR("type"),
			     "a context must be a path, an image or a service")
			->extent = node->span;
		*shape->refused = true;
		return node;
	}
	return node_formed(&shape->lint->run, node, NODE_STRING, go_text(&shape->lint->run, node));
}

/* The mapping, which is one to Compose again from here on. */
static const struct node *as_mapping(struct shape *shape, const struct node *mapping)
{
	struct node *made = node_new(&shape->lint->run, NODE_MAPPING, mapping->span);

	made->style = STYLE_MADE;
	return node_with_step(
		&shape->lint->run, mapping,
		(struct step){ .kind = STEP_SHORT, .span = mapping->span, .was = made });
}

static const struct node *shape_contexts(struct shape *shape, const struct trail *trail,
					 const struct node *node)
{
	if (schema_is_listed(node))
		node = each(shape, trail, node, shape_context);
	else if (node->kind == NODE_SEQUENCE)
		node = pairs_to_mapping(shape, trail, node, STR(""), "\"NAME=CONTEXT\"");
	return schema_is_listed(node) ? as_mapping(shape, node) : node;
}

/* The schema knows text and booleans alone, but does not see an extended file. */
static const struct node *shape_attestation(struct shape *shape, const struct trail *trail,
					    const struct node *node)
{
	(void)trail;
	if (node->kind == NODE_STRING)
		return node;
	return node_formed(&shape->lint->run, node, NODE_STRING, go_text(&shape->lint->run, node));
}

static const struct node *shape_build(struct shape *shape, const struct trail *trail,
				      const struct node *node)
{
	static const struct shape_key keys[] = {
		{ STR_INIT("secrets"), shape_references },
		{ STR_INIT("ssh"), shape_ssh },
		{ STR_INIT("additional_contexts"), shape_contexts },
		{ STR_INIT("provenance"), shape_attestation },
		{ STR_INIT("sbom"), shape_attestation },
	};
	struct cut all = { .lint = shape->lint };

	if (node->kind == NODE_STRING) {
		cut_add_key(&all, "context", node, node);
		return cut_mapping(&all, node);
	}
	return APPLY(shape, trail, node, keys);
}

/* --------------------------------------------------------------- services */

static const struct node *shape_gpus(struct shape *shape, const struct trail *trail,
				     const struct node *node)
{
	struct cut all = { .lint = shape->lint };

	(void)trail;
	if (node->kind != NODE_STRING)
		return node;
	/* whatever it says: the schema knows "all" alone, but does not see an extended file */
	if (!node_is_unknown(node))
		node = node_formed(&shape->lint->run, node, NODE_STRING, STR("all"));
	cut_add_key(&all, "count", node, node);
	return one_item(shape, node, cut_mapping(&all, node));
}

/* Only where it stays (model/extends.h). */
static const struct node *shape_extends(struct shape *shape, const struct trail *trail,
					const struct node *node)
{
	struct cut all = { .lint = shape->lint };

	(void)trail;
	if (node->kind != NODE_STRING)
		return node;
	cut_add_key(&all, "service", node, node);
	return cut_mapping(&all, node);
}

static const struct node *shape_volumes(struct shape *shape, const struct trail *trail,
					const struct node *node)
{
	return each_item(shape, trail, node, shape_item_volume);
}

static const struct node *shape_devices(struct shape *shape, const struct trail *trail,
					const struct node *node)
{
	return each_item(shape, trail, node, shape_item_device);
}

static const struct node *shape_ports(struct shape *shape, const struct trail *trail,
				      const struct node *node)
{
	struct cut all = { .lint = shape->lint };
	bool changed = false;

	if (node->kind != NODE_SEQUENCE || number_shaped(node) == node->count)
		return node;
	cut_take_items(&all, node, number_shaped(node));
	for (size_t i = number_shaped(node); i < node->count; i++) {
		changed |= node->in.items[i]->kind != NODE_MAPPING;
		shape_item_port(shape, TRAIL_ITEM(trail, i), node->in.items[i], &all);
	}
	return changed ? cut_refill_sequence(&all, node) : node;
}

/* Step 12: null and empty items count as nothing. */
static const struct node *shape_dns(struct shape *shape, const struct trail *trail,
				    const struct node *node)
{
	struct cut all = { .lint = shape->lint };

	(void)trail;
	if (node->kind == NODE_STRING && !node->text.n)
		return cut_sequence(&all, node);
	if (node->kind != NODE_SEQUENCE)
		return node;
	for (size_t i = 0; i < node->count; i++)
		if (node->in.items[i]->kind != NODE_NULL &&
		    (node->in.items[i]->kind != NODE_STRING || node->in.items[i]->text.n))
			cut_add_item(&all, node->in.items[i]);
	return all.count == node->count ? node : cut_refill_sequence(&all, node);
}

static const struct node *shape_service(struct shape *shape, const struct trail *trail,
					const struct node *node)
{
	static const struct shape_key keys[] = {
		{ STR_INIT("build"), shape_build },
		{ STR_INIT("configs"), shape_references },
		{ STR_INIT("depends_on"), shape_depends_on },
		{ STR_INIT("devices"), shape_devices },
		{ STR_INIT("dns"), shape_dns },
		{ STR_INIT("env_file"), shape_env_file },
		{ STR_INIT("extends"), shape_extends },
		{ STR_INIT("gpus"), shape_gpus },
		{ STR_INIT("label_file"), shape_list },
		{ STR_INIT("models"), shape_names },
		{ STR_INIT("networks"), shape_names },
		{ STR_INIT("ports"), shape_ports },
		{ STR_INIT("secrets"), shape_references },
		{ STR_INIT("volumes"), shape_volumes },
	};

	return APPLY(shape, trail, node, keys);
}

/* -------------------------------------------------------------- resources */

/* external: {name: x} is external: true and name: x */
static const struct node *shape_resource(struct shape *shape, const struct trail *trail,
					 const struct node *node)
{
	const struct node *external = node_get(node, STR("external"));
	const struct node *name = node_get(node, STR("name"));
	const struct pair *given = node_pair(external, STR("name"));
	struct cut all = { .lint = shape->lint };

	if (!external || external->kind != NODE_MAPPING)
		return node;
	if (given && name && !str_eq(node_text(name), node_text(given->value)) &&
	    !node_is_unknown(name) && !node_is_unknown(given->value)) {
		struct finding *finding =
			trail_refuse(shape->lint, trail, given->value->span, STR("name"),
				     "\"external.name\" differs from \"name\"; write the name "
				     "once, as \"name\", "
				     "beside \"external: true\"");

		diag_related(&shape->lint->diag, finding, RELATED_DEFINITION, name->span,
			     "the other name is here");
		*shape->refused = true;
	}
	for (size_t i = 0; i < node->count; i++) {
		const struct pair *pair = &node->in.pairs[i];

		if (pair->value != external) {
			cut_add(&all, pair->key, pair->value);
		} else {
			cut_add(&all, pair->key, cut_true(shape->lint, external));
		}
	}
	if (given && !name)
		cut_add(&all, given->key, given->value);
	return cut_refill_mapping(&all, node);
}

static const struct node *shape_services(struct shape *shape, const struct trail *trail,
					 const struct node *node)
{
	return each(shape, trail, node, shape_service);
}

static const struct node *shape_resources(struct shape *shape, const struct trail *trail,
					  const struct node *node)
{
	return each(shape, trail, node, shape_resource);
}

const struct node *shape_canonical(struct lint *lint, const struct node *model, bool *refused)
{
	static const struct shape_key keys[] = {
		{ STR_INIT("services"), shape_services }, { STR_INIT("networks"), shape_resources },
		{ STR_INIT("volumes"), shape_resources }, { STR_INIT("secrets"), shape_resources },
		{ STR_INIT("configs"), shape_resources },
	};
	struct shape shape = { .lint = lint, .refused = refused };

	return model ? APPLY(&shape, NULL, model, keys) : NULL;
}

const struct node *shape_volume(struct lint *lint, const struct node *item, bool *refused)
{
	struct shape shape = { .lint = lint, .refused = refused, .quiet = true };

	return shape_item_volume(&shape, NULL, item);
}
