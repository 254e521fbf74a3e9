/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "model/environment.h"

#include "base/table.h"
#include "image/stage.h"

struct gathering {
	struct lint *lint;
	struct environment_entry *all; /* layer after layer, room for all of them */
	struct table names;            /* of all; no values */
};

static void put(struct gathering *g, struct environment_entry entry)
{
	g->all[g->names.count] = entry;
	table_add(&g->names, entry.name, NULL);
}

/* What is there of a name with a later entry over it. */
static struct environment_entry over(struct arena *arena, const struct environment_entry *below,
				     struct environment_entry entry)
{
	struct environment_entry *hidden;

	entry.hidden = below->hidden;
	if (below->origin != entry.origin) {
		hidden = ARENA_NEW(arena, struct environment_entry);
		*hidden = *below;
		entry.hidden = hidden;
	}
	return entry;
}

/* One entry of each name, where its first one stands; gives their number. */
static size_t settle_names(struct gathering *g)
{
	const uint32_t *sorted = table_sorted(&g->names);
	bool *is_over = ARENA_ARRAY(&g->lint->run, g->names.count, bool);
	size_t first = 0, kept = 0;

	for (size_t i = 1; i < g->names.count; i++) {
		struct environment_entry *entry = &g->all[sorted[first]];

		if (str_eq(entry->name, g->all[sorted[i]].name)) {
			*entry = over(&g->lint->run, entry, g->all[sorted[i]]);
			is_over[sorted[i]] = true;
		} else {
			first = i;
		}
	}
	for (size_t i = 0; i < g->names.count; i++)
		if (!is_over[i])
			g->all[kept++] = g->all[i];
	return kept;
}

/* ------------------------------------------------------------------ layers */

static void put_image(struct gathering *g, const struct stage_result *image)
{
	const struct stage *stage = image ? image->target : NULL;

	for (size_t i = 0; stage && i < stage->nenv; i++) {
		const struct stage_variable *variable = &stage->env[i];
		struct node *value = node_new(&g->lint->run, NODE_STRING, variable->value.span);

		value->style = STYLE_MADE;
		value->text = variable->value.text;
		if (variable->value.known != STAGE_KNOWN) {
			struct part *part = ARENA_NEW(&g->lint->run, struct part);

			*part = (struct part){
				.kind = PART_UNKNOWN,
				.to = (uint32_t)value->text.n,
				.template_to = (uint32_t)value->text.n,
				.name = variable->value.nunset ? variable->value.unset[0] : STR(""),
			};
			value->parts = part;
			value->nparts = 1;
		}
		put(g, (struct environment_entry){
			       .name = variable->name,
			       .origin = ENVIRONMENT_IMAGE,
			       .value = value,
			       .line = variable->value.span,
		       });
	}
}

static void put_file(struct gathering *g, const struct environment_file *file)
{
	for (size_t i = 0; i < file->lines.count; i++) {
		const struct env_line *line = &file->lines.lines[i];

		put(g, (struct environment_entry){
			       .name = line->name,
			       .origin = ENVIRONMENT_ENV_FILE,
			       .item = file->item,
			       .value = line->value,
			       .bare = line->bare,
			       .line = line->value ? line->value->span : line->name_span,
		       });
	}
}

/* A bare name got its value from the env: model/defaults made it at the name's place. */
static bool is_supplied(const struct node *value, struct str name)
{
	const struct step *step = node_step(value, STEP_VARIABLE);

	return value->style == STYLE_MADE && step && str_eq(step->name, name) && value->nparts &&
	       value->written && value->written->kind != NODE_NULL &&
	       str_eq(value->written->text, name);
}

static void put_item(struct gathering *g, const struct node *item, const struct node *key,
		     const struct node *value)
{
	struct environment_entry entry = {
		.name = key->text,
		.origin = ENVIRONMENT_SERVICE,
		.item = item,
		.key = key,
		.value = value,
	};

	if (!value || value->kind == NODE_NULL) {
		entry.value = NULL;
		entry.bare = true;
		entry.line = key->span;
	} else if (is_supplied(value, key->text)) {
		const struct step *step = node_step(value, STEP_VARIABLE);

		entry.bare = true;
		entry.line = span_is_none(step->span) ? key->span : step->span;
	} else {
		entry.line = value->span;
	}
	put(g, entry);
}

static void put_service(struct gathering *g, const struct node *environment)
{
	/* the model has made a mapping of a list, unless Compose refuses it */
	if (!environment || environment->kind != NODE_MAPPING)
		return;
	for (size_t i = 0; i < environment->count; i++) {
		const struct pair *pair = &environment->in.pairs[i];

		const struct step *step = node_step(pair->value, STEP_SHORT);

		if (node_is_scalar(pair->value))
			put_item(g, step && step->was ? step->was : pair->value, pair->key,
				 pair->value);
	}
}

const struct environment *environment_resolve(struct lint *lint, const struct service *service,
					      const struct environment_file *files, size_t nfiles)
{
	const struct node *own = service_field(service, STR("environment"));
	struct gathering g = { .lint = lint, .names = { .arena = &lint->run } };
	struct environment *environment = ARENA_NEW(&lint->run, struct environment);
	size_t most = own ? own->count : 0;

	if (service->image && service->image->target)
		most += service->image->target->nenv;
	for (size_t i = 0; i < nfiles; i++)
		most += files[i].lines.count;
	g.all = ARENA_ARRAY(&lint->run, most, struct environment_entry);
	table_expect(&g.names, most);
	put_image(&g, service->image);
	for (size_t i = 0; i < nfiles; i++)
		put_file(&g, &files[i]);
	put_service(&g, own);
	*environment = (struct environment){
		.all = g.all,
		.count = settle_names(&g),
		.files = files,
		.nfiles = nfiles,
	};
	return environment;
}

const struct environment_entry *environment_find(const struct environment *environment,
						 struct str name)
{
	for (size_t i = 0; environment && i < environment->count; i++)
		if (str_eq(environment->all[i].name, name))
			return &environment->all[i];
	return NULL;
}

/* ------------------------------------------------------------------ questions */

/* The name stands before the value; where an override set the value, it is another file's. */
static bool has_own_key(const struct environment_entry *entry)
{
	struct span key = entry->key->span, value = entry->item->span;

	return entry->item == entry->value && key.source == value.source && key.end <= value.start;
}

const struct node *environment_place(const struct environment_entry *entry)
{
	return entry->origin == ENVIRONMENT_SERVICE && has_own_key(entry) ? entry->key
									  : entry->item;
}

struct span environment_extent(const struct environment_entry *entry)
{
	if (entry->origin == ENVIRONMENT_SERVICE && has_own_key(entry))
		return (struct span){ entry->key->span.source, entry->key->span.start,
				      entry->item->span.end };
	return entry->item ? entry->item->span : entry->line;
}

/* Nothing is there but inline defaults, and what they stand for is set nowhere. */
static bool is_empty_default(const struct node *value, struct env *env)
{
	const struct node *written = node_written(value);
	bool found = false;

	for (size_t i = 0; i < value->nparts; i++) {
		const struct part *part = &value->parts[i];

		if (part->kind != PART_VALUE || !span_within(part->origin, written->span) ||
		    env_get(env, part->name))
			return false;
		found = true;
	}
	return found && !value->text.n;
}

/* Compose refuses to start without this variable. */
static bool is_required(const struct node *value, const struct part *part)
{
	const struct node *written = node_written(value);
	struct str reference = str_slice(written->text, part->template_from, part->template_to);

	for (size_t at = 0; (at = str_find(reference, part->name, at)) != STR_NPOS; at++) {
		struct str behind = str_slice(reference, at + part->name.n, reference.n);

		if (at && reference.p[at - 1] == '{' &&
		    (str_starts(behind, STR("?")) || str_starts(behind, STR(":?"))))
			return true;
	}
	return false;
}

bool environment_is_refused(const struct environment_entry *entry)
{
	for (size_t i = 0; entry->value && i < entry->value->nparts; i++)
		if (entry->value->parts[i].kind == PART_UNKNOWN &&
		    (!entry->value->parts[i].name.n ||
		     is_required(entry->value, &entry->value->parts[i])))
			return entry->origin != ENVIRONMENT_IMAGE;
	return false;
}

bool environment_is_left_to_shell(const struct environment_entry *entry, struct env *env)
{
	if (!entry->value)
		return true;
	if (entry->origin == ENVIRONMENT_IMAGE)
		return false; /* the shell has no part in a build's ENV */
	return node_is_unknown(entry->value) || is_empty_default(entry->value, env);
}
