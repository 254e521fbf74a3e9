/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "model/extends.h"

#include "base/limits.h"
#include "base/table.h"
#include "model/merge.h"
#include "model/name.h"
#include "model/trail.h"

enum state { UNSEEN, IN_PROGRESS, DONE };

struct heir {
	enum state state;
	const struct node *entry; /* its extends entry, while in progress */
	const struct node *result;
	size_t size;     /* nodes of the result; 0: not counted yet */
	size_t most;     /* nodes it can have, with what it inherits in its file; 0: not counted */
	bool circular;   /* it extends itself, so it inherits nothing */
	struct heir *up; /* who asked for it, while in progress or being counted */
};

/* The services of one file and how far they are. */
struct frame {
	const struct node *services;
	const struct node *tagged;  /* the paths of its tags */
	struct str directory, name; /* name empty: the document itself */
	struct heir *heirs;         /* one for each pair of services */
};

struct extends {
	struct lint *lint;
	const struct extends_source *source;
	struct table frames; /* of other files, by name */
	struct heir *top;    /* the last one in progress */
	bool refused;
};

static struct frame *new_frame(struct extends *e, const struct node *services,
			       const struct node *tagged, struct str directory, struct str name)
{
	struct frame *frame = ARENA_NEW(&e->lint->run, struct frame);

	frame->services = services;
	frame->tagged = tagged;
	frame->directory = directory;
	frame->name = name;
	frame->heirs = ARENA_ARRAY(&e->lint->run, services->count, struct heir);
	return frame;
}

static struct finding *refuse(struct extends *e, const struct frame *frame, size_t position,
			      struct span span, struct str evidence, struct str message)
{
	const struct node *key = frame->services->in.pairs[position].key;

	e->refused = true;
	return trail_refuse(
		e->lint,
		TRAIL_KEY(TRAIL_KEY(TRAIL_KEY(NULL, STR("services")), key->text), STR("extends")),
		span, evidence, "%.*s", STR_FMT(message));
}

/* What comes by the chain is not known. */
static void refuse_unfollowed(struct extends *e, const struct frame *frame, size_t position,
			      struct span span, struct str evidence, struct str message)
{
	struct finding *finding = refuse(e, frame, position, span, evidence, message);

	finding->unseen = true;
	finding->cause = CAUSE_CHAIN_LIMIT;
}

/* ------------------------------------------------------------------ copies */

static void refuse_limit(struct extends *e, const struct frame *frame, size_t position,
			 struct span span)
{
	/* once is enough */
	if (!*e->source->limited)
		refuse_unfollowed(
			e, frame, position, span, STR("limit"),
			STR("the services of this run inherit more than the limit allows"));
	*e->source->limited = true;
	/* whatever it was: that it would be too much shows in the sum */
	lint_may_spend(e->lint, SPENT_INHERITED, SIZE_MAX);
}

/* How many nodes the run may still copy. */
static size_t left(const struct extends *e)
{
	size_t spent = e->lint->spent[SPENT_INHERITED];

	return spent < LIMIT_INHERITED_NODES ? LIMIT_INHERITED_NODES - spent : 0;
}

/* False: this one too would be more than a run may inherit. */
static bool may_inherit(struct extends *e, struct heir *from)
{
	if (!from->size)
		from->size = node_size(from->result, LIMIT_INHERITED_NODES);
	return lint_may_spend(e->lint, SPENT_INHERITED, from->size);
}

/* The service of the same file that this one extends; STR_NPOS: none. */
static size_t base_of(const struct frame *frame, size_t position)
{
	const struct node *service = frame->services->in.pairs[position].value;
	const struct node *entry = node_get(service, STR("extends")), *name = entry, *file = NULL;
	const struct pair *there;

	if (entry && entry->kind == NODE_MAPPING) {
		name = node_get(entry, STR("service"));
		file = node_get(entry, STR("file"));
	}
	there = file ? NULL : node_pair(frame->services, node_text(name));
	return there ? (size_t)(there - frame->services->in.pairs) : STR_NPOS;
}

/* The most nodes that will be copied for this service, but for what was counted before. */
static size_t count_chain(struct frame *frame, size_t position)
{
	struct heir *chain = NULL;
	size_t at = position, inherited = 0, sum = 0;

	while (at != STR_NPOS && !frame->heirs[at].most) {
		frame->heirs[at].most = 1; /* a circle ends here */
		frame->heirs[at].up = chain;
		chain = &frame->heirs[at];
		at = base_of(frame, at);
	}
	if (at != STR_NPOS)
		inherited = frame->heirs[at].most;
	while (chain && sum <= LIMIT_INHERITED_NODES) {
		struct heir *next = chain->up;

		sum += inherited;
		chain->most =
			inherited + node_size(frame->services->in.pairs[chain - frame->heirs].value,
					      LIMIT_INHERITED_NODES);
		inherited = chain->most;
		chain->up = NULL;
		chain = next;
	}
	return sum;
}

/* Refuses, before anything is copied, what chains would make of a file. */
static void count_all(struct extends *e, struct frame *frame)
{
	size_t rest = left(e);

	for (size_t i = 0; i < frame->services->count; i++) {
		const struct node *entry =
			node_get(frame->services->in.pairs[i].value, STR("extends"));
		size_t sum = entry ? count_chain(frame, i) : 0;

		if (sum > rest) {
			refuse_limit(e, frame, i, entry->span);
			return;
		}
		rest -= sum;
	}
}

static const struct node *without_extends(struct extends *e, const struct node *service)
{
	struct node *copy = node_copy(&e->lint->run, service);
	struct pair *pairs = ARENA_ARRAY(&e->lint->run, service->count, struct pair);
	size_t count = 0;

	for (size_t i = 0; i < service->count; i++)
		if (!str_eq(service->in.pairs[i].key->text, STR("extends")))
			pairs[count++] = service->in.pairs[i];
	copy->in.pairs = pairs;
	copy->count = (uint32_t)count;
	node_index(&e->lint->run, copy);
	return copy;
}

/* ------------------------------------------------------------------ the chain */

static const struct node *resolve(struct extends *e, struct frame *frame, size_t position,
				  size_t depth);

static void refuse_cycle(struct extends *e, struct frame *frame, size_t position,
			 struct frame *where, size_t back)
{
	struct arena *arena = &e->lint->run;
	struct finding *finding = refuse(
		e, frame, position, frame->heirs[position].entry->span,
		frame->services->in.pairs[position].key->text,
		arena_fmt(arena, "\"%.*s\" extends itself%s",
			  STR_FMT(frame->services->in.pairs[position].key->text),
			  where == frame && back == position ? "" : ", by way of other services"));

	finding->unseen = true;
	finding->cause = CAUSE_CHAIN_CIRCLE;
	for (struct heir *heir = e->top; heir; heir = heir->up) {
		heir->circular = true;
		if (heir == &where->heirs[back])
			break;
	}
	for (size_t i = 0; i < where->services->count; i++) {
		const struct heir *heir = &where->heirs[i];

		if (heir->state != IN_PROGRESS || (where == frame && i == position))
			continue;
		if (i == back || where == frame)
			diag_related(&e->lint->diag, finding, RELATED_DEFINITION, heir->entry->span,
				     "\"%.*s\" extends the next one here",
				     STR_FMT(where->services->in.pairs[i].key->text));
	}
}

/* The frame that the extends entry leads to; NULL when it cannot be had (already said). */
static struct frame *frame_of(struct extends *e, struct frame *frame, size_t position,
			      const struct node *file)
{
	struct str directory = STR(""), name = STR("");
	const struct node *services, *tagged = NULL;
	struct frame *other;

	if (!file || file->kind == NODE_NULL)
		return frame;
	if (file->kind != NODE_STRING) {
		refuse(e, frame, position, file->span, STR("file"),
		       STR("\"file\" of \"extends\" must be the name of a file"));
		return NULL;
	}
	services = e->source->services(e->source->self, file, frame->directory, &directory, &name,
				       &tagged);
	if (!services)
		return NULL;
	if (services->kind != NODE_MAPPING) {
		refuse(e, frame, position, file->span, STR("file"),
		       STR("the extended file has no services"));
		return NULL;
	}
	other = table_get(&e->frames, name);
	if (!other) {
		other = new_frame(e, services, tagged, directory, name);
		table_add(&e->frames, name, other);
	}
	return other;
}

/* A mapping with this one pair. */
static const struct node *around(struct arena *arena, const struct node *key,
				 const struct node *value)
{
	struct node *mapping = node_new(arena, NODE_MAPPING, value->span);
	struct pair *pair = ARENA_NEW(arena, struct pair);

	*pair = (struct pair){ key, value };
	mapping->in.pairs = pair;
	mapping->count = 1;
	return mapping;
}

/* What is inherited, but for what the paths below this service take away. */
static const struct node *without_tagged(struct extends *e, const struct frame *frame,
					 const struct node *key, const struct node *base,
					 const struct node **service)
{
	struct arena *arena = &e->lint->run;
	const struct node *tagged = node_get(frame->tagged, STR("services")), *left, *over;

	if (!tagged || tagged->tag != TAG_NONE)
		return base;
	over = around(arena, key, *service);
	left = node_get(merge_apply_tags(e->lint, tagged, around(arena, key, base), &over),
			key->text);
	/* a path that ends at the service takes away only what other documents say of it */
	if (!left)
		return base;
	*service = over->in.pairs[0].value;
	return left;
}

static void refuse_no_mapping(struct extends *e, const struct frame *frame, size_t position,
			      const struct node *base, struct str wanted)
{
	const struct node *entry = frame->heirs[position].entry;
	struct finding *finding =
		refuse(e, frame, position, base->span, wanted,
		       arena_fmt(&e->lint->run, "the extended service \"%.*s\" must be a mapping",
				 STR_FMT(wanted)));

	diag_related(&e->lint->diag, finding, RELATED_OTHER, entry->span, "it is extended here");
}

/* `name`: what the entry says, or NULL. */
static void refuse_no_service(struct extends *e, const struct frame *frame, size_t position,
			      const struct node *name, const struct frame *other)
{
	struct arena *arena = &e->lint->run;
	const struct node *place = name ? name : frame->heirs[position].entry;
	struct str wanted = name && name->kind == NODE_STRING ? name->text : STR("");
	struct str hint = name_hint(arena, other->services, wanted);

	refuse(e, frame, position, place->span, wanted,
	       !wanted.n ? STR("\"extends\" does not say which service; write "
			       "`extends: {service: NAME}`")
	       : other == frame
		       ? arena_fmt(arena,
				   "there is no service \"%.*s\" in this file to extend; services "
				   "of other files need `file:`%.*s",
				   STR_FMT(wanted), STR_FMT(hint))
		       : arena_fmt(arena, "there is no service \"%.*s\" in the extended file%.*s",
				   STR_FMT(wanted), STR_FMT(hint)));
}

/* The service over its base; `alone`: without its extends. */
static const struct node *inherit(struct extends *e, const struct frame *frame, size_t position,
				  const struct node *base, const struct node *alone)
{
	const struct pair *service = &frame->services->in.pairs[position];
	const struct schema *at =
		schema_child(schema_child(schema_root(), STR("services")), service->key->text);
	const struct node *entry = frame->heirs[position].entry, *left = alone, *merged;

	base = node_brought(&e->lint->run, base,
			    (struct step){ .kind = STEP_EXTENDS, .span = entry->span });
	/* one that was left as it is written takes part with its extends */
	if (node_pair(base, STR("extends")))
		left = service->value;
	base = without_tagged(e, frame, service->key, base, &left);
	merged = merge_nodes(e->lint, at, base, left, &e->refused);
	return left == alone ? merged : without_extends(e, merged);
}

static const struct node *extend(struct extends *e, struct frame *frame, size_t position,
				 const struct node *entry, size_t depth)
{
	const struct node *service = frame->services->in.pairs[position].value;
	const struct node *alone = without_extends(e, service);
	const struct node *name =
		entry->kind == NODE_MAPPING ? node_get(entry, STR("service")) : entry;
	struct frame *other = frame_of(e, frame, position, node_get(entry, STR("file")));
	struct str wanted = name && name->kind == NODE_STRING ? name->text : STR("");
	const struct pair *there;
	const struct node *base;

	if (!other || *e->source->limited)
		return alone;
	if (node_is_unknown(name))
		return alone; /* which one is not known: unset-variable says so */
	there = node_pair(other->services, wanted);
	if (!there) {
		refuse_no_service(e, frame, position, name, other);
		return alone;
	}
	/* those of the document have been counted at once */
	if (other != frame &&
	    count_chain(other, (size_t)(there - other->services->in.pairs)) > left(e)) {
		refuse_limit(e, frame, position, entry->span);
		return alone;
	}
	base = resolve(e, other, (size_t)(there - other->services->in.pairs), depth + 1);
	if (!base) {
		refuse_cycle(e, frame, position, other,
			     (size_t)(there - other->services->in.pairs));
		return alone;
	}
	/* what came around the circle is its own */
	if (frame->heirs[position].circular)
		return alone;
	/* Compose goes no further, and leaves the service as it is written */
	if (base->kind == NODE_NULL)
		return service;
	if (base->kind != NODE_MAPPING) {
		refuse_no_mapping(e, frame, position, base, wanted);
		return alone;
	}
	if (!may_inherit(e, &other->heirs[there - other->services->in.pairs])) {
		refuse_limit(e, frame, position, entry->span);
		return alone;
	}
	return inherit(e, frame, position, base, alone);
}

/* The service with what it inherits; NULL: a circle. */
static const struct node *resolve(struct extends *e, struct frame *frame, size_t position,
				  size_t depth)
{
	struct heir *heir = &frame->heirs[position];
	const struct node *service = frame->services->in.pairs[position].value;
	const struct node *entry = node_get(service, STR("extends"));

	if (heir->state == DONE)
		return heir->result;
	if (heir->state == IN_PROGRESS)
		return NULL;
	if (!entry) {
		heir->result = service;
		heir->state = DONE;
		return service;
	}
	heir->entry = entry;
	if (depth >= LIMIT_EXTENDS_DEPTH) {
		refuse_unfollowed(e, frame, position, entry->span, STR("depth"),
				  STR("this chain of extends is longer than the limit"));
		heir->result = without_extends(e, service);
		heir->state = DONE;
		return heir->result;
	}
	heir->state = IN_PROGRESS;
	heir->up = e->top;
	e->top = heir;
	heir->result = extend(e, frame, position, entry, depth);
	e->top = heir->up;
	heir->state = DONE;
	return heir->result;
}

const struct node *extends_resolve(struct lint *lint, const struct node *document,
				   const struct node *tagged, struct str directory,
				   const struct extends_source *source, bool *refused)
{
	struct extends e = {
		.lint = lint,
		.source = source,
		.frames = { .arena = &lint->run },
	};
	const struct pair *section = node_pair(document, STR("services"));
	struct frame *frame;
	struct pair *pairs, *sections;
	struct node *services, *result;
	bool any = false;

	if (!section || section->value->kind != NODE_MAPPING)
		return document;
	for (size_t i = 0; i < section->value->count && !any; i++)
		any = node_get(section->value->in.pairs[i].value, STR("extends")) != NULL;
	if (!any)
		return document;
	frame = new_frame(&e, section->value, tagged, directory, STR(""));
	count_all(&e, frame);
	services = node_copy(&lint->run, section->value);
	pairs = ARENA_ARRAY(&lint->run, services->count, struct pair);
	for (size_t i = 0; i < services->count; i++)
		pairs[i] = (struct pair){ services->in.pairs[i].key, resolve(&e, frame, i, 0) };
	services->in.pairs = pairs;
	result = node_copy(&lint->run, document);
	sections = ARENA_ARRAY(&lint->run, result->count, struct pair);
	for (size_t i = 0; i < result->count; i++)
		sections[i] = document->in.pairs[i];
	sections[section - document->in.pairs].value = services;
	result->in.pairs = sections;
	if (e.refused)
		*refused = true;
	return result;
}
