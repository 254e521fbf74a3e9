/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "model/interp.h"

#include "base/limits.h"
#include "model/trail.h"
#include "read/template.h"
#include "read/written.h"
#include "read/yaml.h"

enum { FEW_PARTS = 64 /* of a value, which are not counted */ };

/* One scalar on its way. */
struct work {
	struct interp *interp;
	const struct node *scalar; /* the template */
	struct str path;           /* known, or */
	const struct trail *trail; /* made when needed */
	struct builder text;
	struct part *parts;
	size_t nparts, capacity;
	const struct step *via;
	size_t nsteps;          /* of them made here */
	size_t first_use;       /* in the list of unset ones */
	struct written_map map; /* of the scalar's writing */
	bool failed;            /* Compose refuses it */
	bool too_long;          /* beyond a limit: not even its pieces are given */
};

/* ------------------------------------------------------------------ pieces */

static struct str path_of(struct work *work)
{
	if (!work->path.p && work->trail)
		work->path = trail_text(&work->interp->lint->run, work->trail);
	return work->path;
}

static struct span span_in(struct work *work, size_t from, size_t to)
{
	return yaml_subspan_of_many(&work->interp->lint->sources, work->scalar, from, to,
				    &work->map);
}

static struct finding *complain(struct work *work, struct span span, struct str name,
				struct str message)
{
	struct interp *interp = work->interp;
	struct finding *finding;

	work->failed = true;
	interp->refused = true;
	finding = trail_refuse(interp->lint, work->trail, span, name, "%.*s", STR_FMT(message));
	finding->path = path_of(work);
	return finding;
}

/* A required variable: `message` is its author's, or empty. */
static void complain_required(struct work *work, const struct template_part *part, bool empty,
			      struct str message)
{
	if (!empty && work->interp->unset)
		work->interp->unset->required = true;
	complain(work, span_in(work, part->from, part->to), part->name,
		 arena_fmt(&work->interp->lint->run, "the required variable \"%.*s\" is %s%s%.*s",
			   STR_FMT(part->name), empty ? "empty" : "not set",
			   message.n ? ": "
			   : empty   ? "; give it a value"
				     : "; set it in .env",
			   STR_FMT(message)))
		->cause = CAUSE_REQUIRED;
}

/* Compose has no such limit, so that it would refuse is not said. */
static void complain_limit(struct work *work, const char *message)
{
	struct interp *interp = work->interp;
	struct finding *finding =
		trail_report(interp->lint, work->trail, work->scalar->span, STR(""), "%s", message);

	work->failed = true;
	interp->refused = true;
	finding->path = path_of(work);
	finding->cause = CAUSE_LIMIT;
	finding->unseen = true;
}

/* the words below say so */
_Static_assert(LIMIT_VALUE_BYTES == 1024 * 1024 && LIMIT_EXPANDED_BYTES == 32 * 1024 * 1024,
	       "limits that are told");

/* Asked before anything is made: what comes to nothing takes memory all the same. */
static bool has_room(struct work *work, size_t bytes)
{
	/* a piece is larger than the name that it may consist of */
	size_t pieces = work->nparts < FEW_PARTS ? 0 : sizeof(struct part);

	if (work->too_long)
		return false;
	if (work->text.n + bytes > LIMIT_VALUE_BYTES) {
		work->too_long = true;
		if (!work->failed)
			complain_limit(work,
				       "this value grows beyond 1 MiB, the limit for one value; "
				       "shorten the variables in it");
	} else if (!lint_may_spend(work->interp->lint, SPENT_TEXT, bytes + pieces)) {
		work->too_long = true;
		complain_limit(work,
			       "the variables of this run make more text than the limit of 32 "
			       "MiB allows; shorten their values");
	}
	return !work->too_long;
}

static void add_part(struct work *work, enum part_kind kind, struct str text,
		     const struct template_part *from, struct str name, struct span origin)
{
	struct arena *arena = &work->interp->lint->run;
	struct part *part;

	if (!has_room(work, text.n))
		return;
	work->parts =
		arena_grow(arena, work->parts, work->nparts, &work->capacity, sizeof(*work->parts));
	part = &work->parts[work->nparts++];
	*part = (struct part){
		.kind = kind,
		.from = (uint32_t)work->text.n,
		.to = (uint32_t)(work->text.n + text.n),
		.template_from = (uint32_t)from->from,
		.template_to = (uint32_t)from->to,
		.name = name,
		.origin = origin,
	};
	builder_add(&work->text, text);
}

/* `was`: what the variable is made of in its turn, or NULL. */
static void add_step(struct work *work, struct str name, struct span span, const struct node *was)
{
	struct step *step;

	if (work->nsteps >= LIMIT_RELATED)
		return;
	for (const struct step *old = work->via; old && old != work->scalar->via; old = old->before)
		if (old->kind == STEP_VARIABLE && str_eq(old->name, name) &&
		    span_eq(old->span, span))
			return;
	step = ARENA_NEW(&work->interp->lint->run, struct step);
	*step = (struct step){
		.kind = STEP_VARIABLE, .span = span, .name = name, .was = was, .before = work->via
	};
	work->via = step;
	work->nsteps++;
}

static struct str reference_to(struct work *work, struct str name)
{
	return arena_fmt(&work->interp->lint->run, "${%.*s}", STR_FMT(name));
}

/* What an env file's value is made of goes along: an unknown piece stays unknown. */
static void add_value(struct work *work, const struct template_part *at,
		      const struct variable *variable)
{
	const struct node *value = variable->value;
	size_t done = 0;

	add_step(work, variable->name, value->span, node_step(value, STEP_VARIABLE) ? value : NULL);
	for (size_t i = 0; i < value->nparts; i++) {
		const struct part *part = &value->parts[i];

		if (part->kind != PART_UNKNOWN && part->kind != PART_HOST)
			continue;
		if (part->from > done)
			add_part(work, PART_VALUE, str_slice(value->text, done, part->from), at,
				 variable->name, value->span);
		add_part(work, part->kind, str_slice(value->text, part->from, part->to), at,
			 part->name, value->span);
		done = part->to;
	}
	if (done < value->text.n || !value->text.n)
		add_part(work, PART_VALUE, str_slice(value->text, done, value->text.n), at,
			 variable->name, value->span);
}

static void note_unset(struct work *work, const struct template_part *part)
{
	struct unset_list *list = work->interp->unset;

	if (!list)
		return;
	list->uses = arena_grow(list->arena, list->uses, list->count, &list->capacity,
				sizeof(*list->uses));
	list->uses[list->count++] = (struct unset_use){
		.name = part->name,
		.span = span_in(work, part->from, part->to),
		.path = path_of(work),
	};
}

/* ------------------------------------------------------------------ references */

static void add_template(struct work *work, const struct template *template,
			 const struct template_part *outer, unsigned depth);

/* The text of a word, for a message: what is in it is the author's own. */
static struct str word_text(struct work *work, const struct template *word)
{
	struct builder b = { .arena = &work->interp->lint->run };

	for (size_t i = 0; word && i < word->count; i++) {
		if (word->parts[i].op == TEMPLATE_LITERAL)
			builder_add(&b, word->parts[i].text);
		else
			builder_fmt(&b, "${%.*s}", STR_FMT(word->parts[i].name));
	}
	return builder_str(&b);
}

static struct span word_span(struct work *work, const struct template_part *part)
{
	const struct template *word = part->word;

	if (word && word->count)
		return span_in(work, word->parts[0].from, word->parts[word->count - 1].to);
	/* an empty word: the place before the closing brace */
	return span_in(work, part->to - 1, part->to - 1);
}

/* The word that stands in the reference itself becomes the value: a default, or a replacement. */
static void add_word(struct work *work, const struct template_part *part,
		     const struct template_part *outer, unsigned depth)
{
	const struct template *word = part->word;
	struct span span = word_span(work, part);
	bool replaces = part->op == TEMPLATE_WHEN_SET || part->op == TEMPLATE_WHEN_VALUE;
	size_t first = work->nparts;

	add_step(work, part->name, span, NULL);
	if (!word || !word->count)
		add_part(work, PART_VALUE, STR(""), outer, part->name, span);
	for (size_t i = 0; word && i < word->count; i++) {
		const struct template_part *piece = &word->parts[i];
		struct template one = { piece, 1 };

		if (piece->op == TEMPLATE_LITERAL)
			add_part(work, PART_VALUE, piece->text, outer, part->name, span);
		else
			add_template(work, &one, outer, depth + 1);
	}
	for (size_t i = first; replaces && i < work->nparts; i++)
		if (span_eq(work->parts[i].origin, span))
			work->parts[i].replacement = true;
}

/* docker compose evaluates a word even where it is not used: a requirement in it counts. */
static void check_word(struct work *work, const struct template *word, unsigned depth)
{
	if (!word || depth > LIMIT_TEMPLATE_DEPTH)
		return;
	for (size_t i = 0; i < word->count; i++) {
		const struct template_part *part = &word->parts[i];
		const struct variable *variable;
		bool met;

		if (part->op == TEMPLATE_LITERAL)
			continue;
		check_word(work, part->word, depth + 1);
		if (part->op != TEMPLATE_REQUIRE_SET && part->op != TEMPLATE_REQUIRE_VALUE)
			continue;
		variable = env_get(work->interp->env, part->name);
		met = env_is_symbolic(work->interp->env, part->name) ||
		      (variable && (part->op == TEMPLATE_REQUIRE_SET || variable->value->text.n));
		if (!met)
			complain_required(work, part, variable != NULL,
					  word_text(work, part->word));
	}
}

/* Nothing sets it, and nothing comes of it. */
static void add_unset(struct work *work, const struct template_part *part,
		      const struct template_part *outer, struct span span)
{
	add_part(work, PART_VALUE, STR(""), outer, part->name, span);
	if (!work->too_long)
		work->parts[work->nparts - 1].unset = true;
}

static void add_unknown(struct work *work, const struct template_part *part,
			const struct template_part *outer)
{
	if (work->interp->env->unset_is_empty)
		add_unset(work, part, outer, SPAN_NONE);
	else
		add_part(work, PART_UNKNOWN, reference_to(work, part->name), outer, part->name,
			 SPAN_NONE);
	add_step(work, part->name, SPAN_NONE, NULL);
}

static void require(struct work *work, const struct template_part *part,
		    const struct template_part *outer, bool set)
{
	complain_required(work, part, set, word_text(work, part->word));
	add_part(work, PART_UNKNOWN, reference_to(work, part->name), outer, part->name, SPAN_NONE);
	if (!work->too_long)
		work->parts[work->nparts - 1].refused = true;
	add_step(work, part->name, SPAN_NONE, NULL);
}

/* `outer` is the reference in the text that this one belongs to: itself, or the one around it. */
static void add_reference(struct work *work, const struct template_part *part,
			  const struct template_part *outer, unsigned depth)
{
	struct env *env = work->interp->env;
	const struct variable *variable = env_get(env, part->name);
	bool symbolic = env_is_symbolic(env, part->name);
	/* shells do not export UID, so a default for it is what Compose takes */
	bool exported = symbolic && !str_eq(part->name, STR("UID"));
	bool set = exported || variable;
	/* an unknown piece leaves open whether it is empty; what is there counts */
	bool filled = exported || (variable && variable->value->text.n);
	bool use_word = false, use_value = true;

	switch (part->op) {
	case TEMPLATE_LITERAL:
	case TEMPLATE_PLAIN:
		break;
	case TEMPLATE_IF_UNSET:
		use_word = !set;
		break;
	case TEMPLATE_IF_EMPTY:
		use_word = !filled;
		break;
	case TEMPLATE_REQUIRE_SET:
	case TEMPLATE_REQUIRE_VALUE:
		if (symbolic || (part->op == TEMPLATE_REQUIRE_SET ? set : filled))
			break;
		require(work, part, outer, set);
		return;
	case TEMPLATE_WHEN_SET:
	case TEMPLATE_WHEN_VALUE:
		use_word = part->op == TEMPLATE_WHEN_SET ? set : filled;
		use_value = false;
		break;
	}
	if (use_word) {
		add_word(work, part, outer, depth);
		return;
	}
	check_word(work, part->word, depth);
	if (!use_value && variable) {
		add_value(work, outer, variable); /* it is empty, or the word would stand here */
	} else if (!use_value) {
		struct span nothing = span_in(work, part->to - 1, part->to - 1);

		add_unset(work, part, outer, nothing);
		add_step(work, part->name, nothing, NULL);
	} else if (symbolic) {
		add_part(work, PART_HOST, reference_to(work, part->name), outer, part->name,
			 SPAN_NONE);
		add_step(work, part->name, SPAN_NONE, NULL);
	} else if (variable) {
		add_value(work, outer, variable);
	} else {
		note_unset(work, part);
		add_unknown(work, part, outer);
	}
}

static void add_template(struct work *work, const struct template *template,
			 const struct template_part *outer, unsigned depth)
{
	/* template_parse() has refused what is nested deeper */
	if (depth > LIMIT_TEMPLATE_DEPTH)
		return;
	for (size_t i = 0; i < template->count && !work->too_long; i++) {
		const struct template_part *part = &template->parts[i];

		if (part->op == TEMPLATE_LITERAL)
			add_part(work, PART_LITERAL, part->text, outer ? outer : part, STR(""),
				 SPAN_NONE);
		else
			add_reference(work, part, outer ? outer : part, depth);
	}
}

/* ------------------------------------------------------------------ scalars */

/* A value that cannot be known, as one unknown piece. */
static const struct node *unknown_node(struct work *work)
{
	struct arena *arena = &work->interp->lint->run;
	struct node *node = node_copy(arena, work->scalar);
	struct part *part = ARENA_NEW(arena, struct part);

	*part = (struct part){
		.kind = PART_UNKNOWN,
		.to = (uint32_t)node->text.n,
		.template_to = (uint32_t)node->text.n,
		.name = STR(""),
	};
	node->parts = part;
	node->nparts = 1;
	node->written = work->scalar;
	return node;
}

static bool is_template(const struct node *scalar)
{
	return scalar->kind == NODE_STRING && str_find_byte(scalar->text, '$', 0) != STR_NPOS;
}

static const struct node *interpolate(struct work *work)
{
	struct arena *arena = &work->interp->lint->run;
	struct unset_list *unset = work->interp->unset;
	struct template template;
	struct node *node;
	size_t error_at = 0;

	work->map.arena = arena;
	if (!template_parse(arena, work->scalar->text, &template, &error_at)) {
		complain(work, span_in(work, error_at, work->scalar->text.n), STR(""),
			 STR("this reference to a variable cannot be read; write ${NAME} or "
			     "${NAME:-default}, or $$ for a dollar sign"));
		return unknown_node(work);
	}
	work->text.arena = arena;
	work->via = work->scalar->via;
	work->first_use = unset ? unset->count : 0;
	add_template(work, &template, NULL, 0);
	if (work->too_long)
		return unknown_node(work);
	node = node_copy(arena, work->scalar);
	node->text = work->text.n ? builder_str(&work->text) : STR("");
	node->parts = work->parts;
	node->nparts = (uint32_t)work->nparts;
	node->written = node_written(work->scalar);
	node->via = work->via;
	for (size_t i = work->first_use; unset && i < unset->count; i++)
		unset->uses[i].value = node;
	return node;
}

const struct node *interp_scalar(struct interp *interp, const struct node *scalar, struct str path)
{
	struct work work = { .interp = interp, .scalar = scalar, .path = path };

	return is_template(scalar) ? interpolate(&work) : scalar;
}

/* ------------------------------------------------------------------ trees */

static const struct node *walk(struct interp *interp, const struct node *node,
			       const struct trail *trail);

static const struct node *walk_sequence(struct interp *interp, const struct node *node,
					const struct trail *up)
{
	const struct node **items = NULL;
	struct node *copy;

	for (size_t i = 0; i < node->count; i++) {
		const struct node *item = walk(interp, node->in.items[i], TRAIL_ITEM(up, i));

		if (item == node->in.items[i])
			continue;
		if (!items) {
			items = ARENA_ARRAY(&interp->lint->run, node->count, const struct node *);
			for (size_t j = 0; j < node->count; j++)
				items[j] = node->in.items[j];
		}
		items[i] = item;
	}
	if (!items)
		return node;
	copy = node_copy(&interp->lint->run, node);
	copy->in.items = items;
	return copy;
}

static const struct node *walk_mapping(struct interp *interp, const struct node *node,
				       const struct trail *up)
{
	struct pair *pairs = NULL;
	struct node *copy;

	for (size_t i = 0; i < node->count; i++) {
		const struct pair *pair = &node->in.pairs[i];
		const struct node *value =
			walk(interp, pair->value, TRAIL_KEY(up, pair->key->text));

		if (value == pair->value)
			continue;
		if (!pairs) {
			pairs = ARENA_ARRAY(&interp->lint->run, node->count, struct pair);
			for (size_t j = 0; j < node->count; j++)
				pairs[j] = node->in.pairs[j];
		}
		pairs[i].value = value;
	}
	if (!pairs)
		return node;
	copy = node_copy(&interp->lint->run, node);
	copy->in.pairs = pairs; /* the keys and so the index stay */
	return copy;
}

static const struct node *walk_scalar(struct interp *interp, const struct node *node,
				      const struct trail *trail)
{
	struct work work = { .interp = interp, .scalar = node, .trail = trail };

	return interpolate(&work);
}

static const struct node *walk(struct interp *interp, const struct node *node,
			       const struct trail *trail)
{
	switch (node->kind) {
	case NODE_SEQUENCE:
		return walk_sequence(interp, node, trail);
	case NODE_MAPPING:
		return walk_mapping(interp, node, trail);
	default:
		return is_template(node) ? walk_scalar(interp, node, trail) : node;
	}
}

/* The file may hold a dollar sign: as it is, as an escape, or as the base64 of a tag. */
static bool may_refer(const struct lint *lint, const struct node *document)
{
	const struct source *source = source_get(&lint->sources, document->span.source);

	return !source || str_find_byte(source->bytes, '$', 0) != STR_NPOS ||
	       str_find_byte(source->bytes, '\\', 0) != STR_NPOS ||
	       str_find_byte(source->bytes, '!', 0) != STR_NPOS;
}

const struct node *interp_document(struct interp *interp, const struct node *document)
{
	return may_refer(interp->lint, document) ? walk(interp, document, NULL) : document;
}
