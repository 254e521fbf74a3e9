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
	if (entry->project_directory && entry->project_directory->kind != NODE_STRING) {
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

/* Equal to Compose: the same kinds and values, keys in any order. */
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
		return a->value.integer == b->value.integer && a->is_unsigned == b->is_unsigned;
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
	diag_related(&in->lint->diag, finding, RELATED_DEFINITION, ours->key->span,
		     "defined here");
	diag_related(&in->lint->diag, finding, RELATED_DEFINITION, theirs->key->span,
		     "included from here");
}

/* The section of the document with what the model brings. */
static const struct node *bring(struct include *in, const struct node *entry,
				struct str section, const struct node *ours,
				const struct node *theirs)
{
	const struct step step = { .kind = STEP_INCLUDE, .span = entry->span };
	struct arena *arena = &in->lint->run;
	struct node *result;
	struct pair *pairs;
	size_t count = 0;

	if (!theirs || theirs->kind != NODE_MAPPING)
		return ours;
	if (ours && ours->kind != NODE_MAPPING && ours->kind != NODE_NULL)
		return ours; /* the schema says so */
	if (!ours || ours->kind == NODE_NULL)
		ours = node_new(arena, NODE_MAPPING, theirs->span);
	result = node_copy(arena, ours);
	pairs = ARENA_ARRAY(arena, ours->count + theirs->count, struct pair);
	for (; count < ours->count; count++)
		pairs[count] = ours->in.pairs[count];
	for (size_t i = 0; i < theirs->count; i++) {
		const struct pair *pair = &theirs->in.pairs[i];
		const struct pair *there = node_pair(ours, pair->key->text);

		if (!there)
			pairs[count++] = (struct pair){ pair->key,
							node_brought(arena, pair->value, step) };
		else if (!equal(there->value, pair->value))
			refuse_conflict(in, entry, section, there, pair);
	}
	result->in.pairs = pairs;
	result->count = count;
	node_index(arena, result);
	return result;
}

static const struct node *with_model(struct include *in, const struct node *document,
				     const struct node *entry, const struct node *model)
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
		const struct pair *theirs = node_pair(model, sections[i]);
		const struct node *value = bring(in, entry, sections[i], ours ? ours->value : NULL,
						 theirs ? theirs->value : NULL);

		if (ours)
			pairs[ours - document->in.pairs].value = value;
		else if (value)
			pairs[result->count++] = (struct pair){ theirs->key, value };
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
	for (size_t i = 0; i < list->count; i++) {
		const struct node *item = list->in.items[i];
		struct include_entry entry;
		const struct node *model;

		if (!read_entry(&in, item, TRAIL_ITEM(trail, i), &entry))
			continue;
		model = source->model(source->self, &entry);
		if (model && model->kind == NODE_MAPPING)
			document = with_model(&in, document, item, model);
	}
	return document;
}
