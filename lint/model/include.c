/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "model/include.h"

#include "base/table.h"
#include "model/trail.h"

struct include {
	struct lint *lint;
	bool *refused;
};

/* ------------------------------------------------------------------ entries */

/* A string or a list of strings as scalars. */
static size_t scalars(struct include *in, const struct node *node, const struct trail *trail,
		      const struct node *const **result)
{
	const struct node **items;
	size_t count = 0, most;

	*result = NULL;
	if (!node || node->kind == NODE_NULL)
		return 0;
	most = node->kind == NODE_SEQUENCE ? node->count : 1;
	items = ARENA_ARRAY(&in->lint->run, most, const struct node *);
	for (size_t i = 0; i < most; i++) {
		const struct node *item = node->kind == NODE_SEQUENCE ? node->in.items[i] : node;

		if (item->kind == NODE_STRING) {
			items[count++] = item;
			continue;
		}
		*in->refused = true;
		trail_refuse(in->lint, trail, item->span, STR("item"),
			     "\"%.*s\" of an include must be a file name or a list of them",
			     STR_FMT(trail_key(trail)));
	}
	*result = items;
	return count;
}

static bool read_entry(struct include *in, const struct node *item, const struct trail *trail,
		       struct include_entry *entry)
{
	*entry = (struct include_entry){ .entry = item };
	if (item->kind == NODE_NULL)
		return false;
	if (item->kind == NODE_STRING) {
		entry->npaths = scalars(in, item, trail, &entry->paths);
		return true;
	}
	if (item->kind != NODE_MAPPING) {
		*in->refused = true;
		trail_refuse(in->lint, trail, item->span, STR("item"),
			     "an item of \"include\" must be a file name or a mapping with `path`");
		return false;
	}
	entry->npaths = scalars(in, node_get(item, STR("path")), TRAIL_KEY(trail, STR("path")),
				&entry->paths);
	entry->nenv_files = scalars(in, node_get(item, STR("env_file")),
				    TRAIL_KEY(trail, STR("env_file")), &entry->env_files);
	entry->project_directory = node_get(item, STR("project_directory"));
	if (entry->project_directory && entry->project_directory->kind != NODE_STRING &&
	    entry->project_directory->kind != NODE_INT) {
		if (entry->project_directory->kind != NODE_NULL) {
			*in->refused = true;
			trail_refuse(in->lint, TRAIL_KEY(trail, STR("project_directory")),
				     entry->project_directory->span, STR("item"),
				     "\"project_directory\" must be the name of a directory");
		}
		entry->project_directory = NULL;
	}
	return true;
}

/* ------------------------------------------------------------------ bringing */

/* Equal to Compose: the same kinds and values, keys in any order.  A port of a short form is a
   number of another kind than that of a long one. */
static bool equal(const struct node *a, const struct node *b)
{
	if (a->kind != b->kind)
		return false;
	switch (a->kind) {
	case NODE_NULL:
		return true;
	case NODE_BOOL:
		return a->value.boolean == b->value.boolean;
	case NODE_INT:
		return a->value.integer == b->value.integer && a->is_unsigned == b->is_unsigned &&
		       !node_step(a, STEP_SHORT) == !node_step(b, STEP_SHORT);
	case NODE_FLOAT:
		return !(a->value.real < b->value.real) && !(a->value.real > b->value.real);
	case NODE_STRING:
	case NODE_TIMESTAMP:
		return str_eq(a->text, b->text);
	case NODE_SEQUENCE:
		if (a->count != b->count)
			return false;
		for (size_t i = 0; i < a->count; i++)
			if (!equal(a->in.items[i], b->in.items[i]))
				return false;
		return true;
	case NODE_MAPPING:
		if (a->count != b->count)
			return false;
		for (size_t i = 0; i < a->count; i++) {
			const struct node *other = node_get(b, a->in.pairs[i].key->text);

			if (!other || !equal(a->in.pairs[i].value, other))
				return false;
		}
		return true;
	}
	return false;
}

static void refuse_conflict(struct include *in, const struct node *entry, struct str section,
			    const struct pair *ours, const struct pair *theirs)
{
	struct finding *finding;

	*in->refused = true;
	finding = trail_refuse(in->lint, TRAIL_KEY(TRAIL_KEY(NULL, section), ours->key->text),
			       entry->span, ours->key->text,
			       "this include brings \"%.*s\" of \"%.*s\", which is defined "
			       "otherwise already; change an included one in a later file: an "
			       "override file or another -f",
			       STR_FMT(ours->key->text), STR_FMT(section));
	diag_related(&in->lint->diag, finding, RELATED_DEFINITION, ours->key->span, "defined here");
	diag_related(&in->lint->diag, finding, RELATED_DEFINITION, theirs->key->span,
		     "included from here");
}

/* An include that was read. */
struct arrived {
	const struct node *entry;
	const struct node *model;
};

/* A section of the document while includes bring names into it. */
struct section {
	struct str name;
	const struct node *key; /* NULL: nothing yet */
	const struct node *node;
	struct pair *pairs;
	size_t count, capacity;
	struct table defined; /* name to the pair that defined it first */
};

static void add_pair(struct arena *arena, struct section *section, const struct pair *pair,
		     const struct node *value)
{
	section->pairs = arena_grow(arena, section->pairs, section->count, &section->capacity,
				    sizeof(*section->pairs));
	section->pairs[section->count++] = (struct pair){ pair->key, value };
}

/* Names go into an index, not through the list: there may be hundreds of includes. */
static void define(struct section *section, const struct pair *pair)
{
	/* the table keeps pointers and never writes through them */
	union {
		const struct pair *pair;
		void *value;
	} entry = { .pair = pair };

	table_add(&section->defined, pair->key->text, entry.value);
}

static void bring(struct include *in, const struct arrived *from, struct section *section)
{
	const struct step step = { .kind = STEP_INCLUDE, .span = from->entry->span };
	const struct pair *theirs = node_pair(from->model, section->name);
	struct arena *arena = &in->lint->run;

	if (!theirs || theirs->value->kind != NODE_MAPPING)
		return;
	if (section->node && section->node->kind != NODE_MAPPING &&
	    section->node->kind != NODE_NULL)
		return; /* the schema says so */
	if (section->node && section->node->kind == NODE_NULL) {
		*in->refused = true;
		trail_refuse(in->lint, TRAIL_KEY(NULL, section->name), section->key->span,
			     STR("null"),
			     "\"%.*s\" must be a mapping, is empty, and an include brings some; "
			     "leave the key out, or write {}",
			     STR_FMT(section->name));
	}
	if (!section->key)
		section->key = theirs->key;
	if (!section->node || section->node->kind == NODE_NULL)
		section->node = node_new(arena, NODE_MAPPING, theirs->value->span);
	for (size_t i = 0; i < theirs->value->count; i++) {
		const struct pair *pair = &theirs->value->in.pairs[i];
		const struct pair *there = table_get(&section->defined, pair->key->text);

		if (!there) {
			add_pair(arena, section, pair, node_brought(arena, pair->value, step));
			define(section, pair);
		} else if (!equal(there->value, pair->value)) {
			refuse_conflict(in, from->entry, section->name, there, pair);
		}
	}
}

static const struct node *with_models(struct include *in, const struct node *document,
				      const struct arrived *arrived, size_t count)
{
	static const struct str sections[] = {
		STR_INIT("services"), STR_INIT("volumes"), STR_INIT("networks"),
		STR_INIT("secrets"),  STR_INIT("configs"), STR_INIT("models"),
	};
	const size_t nsections = sizeof(sections) / sizeof(sections[0]);
	struct arena *arena = &in->lint->run;
	struct node *result = node_copy(arena, document);
	struct pair *pairs = ARENA_ARRAY(arena, document->count + nsections, struct pair);

	for (size_t i = 0; i < document->count; i++)
		pairs[i] = document->in.pairs[i];
	for (size_t i = 0; i < nsections; i++) {
		const struct pair *ours = node_pair(document, sections[i]);
		struct section section = { .name = sections[i], .defined = { .arena = arena } };
		struct node *node;

		if (ours) {
			section.key = ours->key;
			section.node = ours->value;
		}
		for (size_t j = 0;
		     ours && ours->value->kind == NODE_MAPPING && j < ours->value->count; j++) {
			add_pair(arena, &section, &ours->value->in.pairs[j],
				 ours->value->in.pairs[j].value);
			define(&section, &ours->value->in.pairs[j]);
		}
		for (size_t j = 0; j < count; j++)
			bring(in, &arrived[j], &section);
		if (!section.node || section.node->kind != NODE_MAPPING)
			continue;
		node = node_copy(arena, section.node);
		node->in.pairs = section.pairs;
		node->count = (uint32_t)section.count;
		node_index(arena, node);
		if (ours)
			pairs[ours - document->in.pairs].value = node;
		else
			pairs[result->count++] = (struct pair){ section.key, node };
	}
	result->in.pairs = pairs;
	node_index(arena, result);
	return result;
}

static const struct node *without_include(struct arena *arena, const struct node *document)
{
	struct node *result = node_copy(arena, document);
	struct pair *pairs = ARENA_ARRAY(arena, document->count, struct pair);

	result->count = 0;
	for (size_t i = 0; i < document->count; i++)
		if (!str_eq(document->in.pairs[i].key->text, STR("include")))
			pairs[result->count++] = document->in.pairs[i];
	result->in.pairs = pairs;
	node_index(arena, result);
	return result;
}

const struct node *include_resolve(struct lint *lint, const struct node *document,
				   const struct include_source *source, bool *refused)
{
	struct include in = { .lint = lint, .refused = refused };
	const struct node *list = node_get(document, STR("include"));
	const struct trail *trail = TRAIL_KEY(NULL, STR("include"));
	struct arrived *arrived;
	size_t narrived = 0;

	if (!list)
		return document;
	document = without_include(&lint->run, document);
	if (list->kind == NODE_NULL)
		return document;
	if (list->kind != NODE_SEQUENCE) {
		*refused = true;
		trail_refuse(lint, trail, list->span, STR("include"),
			     "\"include\" must be a list; write `include: [FILE]`");
		return document;
	}
	arrived = ARENA_ARRAY(&lint->run, list->count, struct arrived);
	for (size_t i = 0; i < list->count; i++) {
		const struct node *item = list->in.items[i];
		struct include_entry entry;
		const struct node *model;

		if (!read_entry(&in, item, TRAIL_ITEM(trail, i), &entry))
			continue;
		model = source->model(source->self, &entry);
		if (model && model->kind == NODE_MAPPING)
			arrived[narrived++] = (struct arrived){ item, model };
	}
	return narrived ? with_models(&in, document, arrived, narrived) : document;
}
