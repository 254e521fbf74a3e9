/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "engine/sink.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/limits.h"
#include "base/utf8.h"
#include "engine/way.h"
#include "model/command.h"
#include "fact/credential.h"
#include "fact/mount.h"
#include "model/environment.h"

/* ---- text for messages ---- */

static __attribute__((format(printf, 2, 0))) struct str
formatted(struct arena *arena, const char *format, va_list args)
{
	va_list again;
	int length;
	char *text;

	va_copy(again, args);
	length = vsnprintf(NULL, 0, format, again);
	va_end(again);
	if (length < 0)
		return STR("");
	text = arena_alloc(arena, (size_t)length + 1);
	vsnprintf(text, (size_t)length + 1, format, args);
	return (struct str){text, (size_t)length};
}

struct str sink_show(struct sink *out, struct str text)
{
	struct builder b = {.arena = &out->lint->scratch};

	text = str_slice(text, 0, LIMIT_SCAN_BYTES);
	text = credential_mask_text(out->credentials, &out->lint->scratch, text);
	utf8_add_visible(&b, text, LIMIT_QUOTE_COLUMNS);
	return builder_str(&b);
}

struct str sink_fmt(struct sink *out, const char *format, ...)
{
	va_list args;
	struct str text;

	va_start(args, format);
	text = formatted(&out->lint->scratch, format, args);
	va_end(args);
	return text;
}

struct str sink_place(struct sink *out, struct span at)
{
	struct builder b = {.arena = &out->lint->scratch};

	utf8_add_visible(&b, source_name(&out->lint->sources, at), LIMIT_QUOTE_COLUMNS);
	builder_fmt(&b, ":%u", source_place(&out->lint->sources, at.source, at.start).line);
	return builder_str(&b);
}

/* Shells do not export UID, so it is as unset as the others. */
static bool is_unset(const struct part *part)
{
	return part->kind == PART_UNKNOWN ||
	       (part->kind == PART_HOST && str_eq(part->name, STR("UID")));
}

static bool is_named_before(const struct node *value, size_t position)
{
	for (size_t i = 0; i < position; i++)
		if (is_unset(&value->parts[i]) &&
		    str_eq(value->parts[i].name, value->parts[position].name))
			return true;
	return false;
}

struct str sink_unset(struct sink *out, const struct node *value)
{
	struct builder b = {.arena = &out->lint->scratch};
	size_t count = 0;

	for (size_t i = 0; value && i < value->nparts; i++) {
		if (!is_unset(&value->parts[i]) || is_named_before(value, i))
			continue;
		builder_fmt(&b, "%s%.*s", count++ ? " and " : "",
			    STR_FMT(sink_show(out, value->parts[i].name)));
	}
	if (count)
		builder_add(&b, count == 1 ? STR(" is not set") : STR(" are not set"));
	return builder_str(&b);
}

struct str sink_owners(struct sink *out, const struct service *service,
		       const struct environment_entry *entry)
{
	const struct project *project = service->project;
	struct builder b = {.arena = &out->lint->scratch};
	size_t others = 0;

	builder_fmt(&b, "\"%.*s\"", STR_FMT(sink_show(out, service->name)));
	for (size_t i = 0; entry->origin == ENVIRONMENT_IMAGE && i < project->nservices; i++) {
		const struct service *other = &project->services[i];
		const struct environment_entry *theirs =
			environment_find(other->environment, entry->name);

		if (other == service || sink_role(out, other) != SERVICE_AGENT || !theirs ||
		    !span_eq(theirs->line, entry->line))
			continue;
		if (other < service)
			return STR("");
		builder_fmt(&b, ", \"%.*s\"", STR_FMT(sink_show(out, other->name)));
		others++;
	}
	return sink_fmt(out, "%s %.*s", others ? "each of the services" : "service",
			STR_FMT(builder_str(&b)));
}

size_t sink_options(struct sink *out, const struct node *node,
		    const struct command_option **options)
{
	struct command command = command_of(&out->lint->scratch, node);
	struct command_option *all =
		ARENA_ARRAY(&out->lint->scratch, command.count + 1, struct command_option);
	size_t count = 0;

	for (size_t i = 0; i < command.count; i++)
		if (command_option(&command, i, &all[count]))
			count++;
	*options = all;
	return count;
}

enum role sink_role(const struct sink *out, const struct service *service)
{
	return roles_of(out->roles, service);
}

/* ---- the way to a node ---- */

/* Through the service that is judged, where two have the node. */
static const struct way *find_way(const struct sink *sink, const struct node *wanted)
{
	return way_to(sink->ways, wanted, sink->service ? sink->service->node : NULL);
}

static void add_way(struct builder *b, const struct way *way)
{
	if (!way->up)
		return;
	add_way(b, way->up);
	if (way->is_item) {
		builder_fmt(b, "[%zu]", way->position);
		return;
	}
	if (b->n)
		builder_byte(b, '.');
	utf8_add_visible(b, way->key, LIMIT_QUOTE_COLUMNS);
}

struct str sink_path(const struct sink *sink, const struct node *node)
{
	struct builder b = {.arena = &sink->lint->run};
	const struct way *way = find_way(sink, node);

	if (!way)
		return STR("");
	add_way(&b, way);
	return builder_str(&b);
}

/* ---- findings ---- */

/* A service that the profiles leave out is judged like the others, and the message says so. */
static struct str left_out(struct sink *out)
{
	struct str profile = out->service ? service_profile(out->service) : STR("");

	if (!profile.n)
		return profile;
	return sink_fmt(out, " (profile \"%.*s\" is not active)", STR_FMT(sink_show(out, profile)));
}

static __attribute__((format(printf, 3, 0))) struct finding *
begin(struct sink *out, struct span at, const char *format, va_list args)
{
	struct str message = formatted(&out->lint->scratch, format, args);
	struct finding *finding = diag_add(&out->lint->diag, out->rule->name, at, "%.*s%.*s",
					   STR_FMT(message), STR_FMT(left_out(out)));

	finding->level = out->level;
	finding->graded = true;
	finding->extent = at;
	finding->project = out->project->number;
	if (out->service)
		finding->owner = out->service->name;
	out->current = finding;
	return finding;
}

void report_span(struct sink *out, struct span at, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	begin(out, at, format, args);
	va_end(args);
}

void report(struct sink *out, const struct node *at, const char *format, ...)
{
	struct finding *finding;
	va_list args;

	va_start(args, format);
	finding = begin(out, at->span, format, args);
	va_end(args);
	finding->path = sink_path(out, at);
	related_history(out, at);
}

/* Where it could have stood: the service in the other files that speak of it. */
static void relate_definitions(struct sink *out, const struct service *service)
{
	for (size_t i = 0; i < service->ndefinitions; i++) {
		const struct node *name = service->definitions[i];

		if (!span_eq(name->span, service->key->span))
			related(out, RELATED_OTHER, name->span,
				"it could be set here too");
	}
}

void report_absent(struct sink *out, const struct service *service, struct str key,
		   const char *format, ...)
{
	const struct node *removed = service_removed(service, key);
	const struct node *at = removed ? removed : service->key;
	struct builder path = {.arena = &out->lint->run};
	struct finding *finding;
	va_list args;

	va_start(args, format);
	finding = begin(out, at->span, format, args);
	va_end(args);
	builder_add(&path, STR("services."));
	utf8_add_visible(&path, service->name, LIMIT_QUOTE_COLUMNS);
	builder_byte(&path, '.');
	builder_add(&path, key);
	finding->path = builder_str(&path);
	if (removed)
		related_history(out, removed);
	else
		relate_definitions(out, service);
}

void related(struct sink *out, enum related_kind kind, struct span at, const char *format, ...)
{
	va_list args;
	struct str message;

	if (!out->current)
		return;
	va_start(args, format);
	message = formatted(&out->lint->scratch, format, args);
	va_end(args);
	diag_related(&out->lint->diag, out->current, kind, at, "%.*s", STR_FMT(message));
}

void evidence(struct sink *out, struct str text)
{
	struct builder b = {.arena = &out->lint->run};

	utf8_add_visible(&b, text, LIMIT_QUOTE_COLUMNS);
	if (out->current)
		out->current->evidence = builder_str(&b);
}

void extent(struct sink *out, struct span whole)
{
	if (out->current)
		out->current->extent = whole;
}

/* ---- history ---- */

static void relate_variable(struct sink *out, struct str name, struct span origin)
{
	struct str shown = sink_show(out, name);

	/* an inline default stands in the reported text itself */
	if (span_within(origin, out->current->span) && !span_is_none(origin))
		return;
	if (span_is_none(origin))
		related(out, RELATED_ORIGIN, origin,
			"the value of %.*s comes from the environment of the process",
			STR_FMT(shown));
	else
		related(out, RELATED_ORIGIN, origin, "the value of %.*s comes from here",
			STR_FMT(shown));
}

static void relate_parts(struct sink *out, const struct node *node)
{
	for (size_t i = 0; i < node->nparts; i++)
		if (node->parts[i].kind == PART_VALUE)
			relate_variable(out, node->parts[i].name, node->parts[i].origin);
}

static void relate_step(struct sink *out, const struct step *step)
{
	const struct span was = step->was ? step->was->span : SPAN_NONE;

	switch (step->kind) {
	case STEP_REPLACE:
		if (step->was)
			related(out, RELATED_OVERRIDDEN, was, "it replaces what was set here");
		break;
	case STEP_RESET:
		if (step->was)
			related(out, RELATED_OVERRIDDEN, was, "\"!reset\" takes away what was set here");
		break;
	case STEP_OVERRIDE:
		if (step->was)
			related(out, RELATED_OVERRIDDEN, was,
				"\"!override\" takes the place of what was set here");
		break;
	case STEP_ALIAS:
		related(out, RELATED_DEFINITION, step->span, "this alias brings it here");
		break;
	case STEP_MERGE_KEY:
		related(out, RELATED_DEFINITION, step->span, "this merge key brings it here");
		break;
	case STEP_EXTENDS:
		related(out, RELATED_DEFINITION, step->span, "it is inherited through this \"extends\"");
		break;
	case STEP_INCLUDE:
		related(out, RELATED_DEFINITION, step->span, "it comes through this \"include\"");
		break;
	case STEP_VARIABLE:
	case STEP_APPEND:
	case STEP_SHORT:
	case STEP_DEFAULT:
		break;
	}
}

/* The steps of the node itself; a piece of a short form shares those of the whole item. */
static void relate_steps(struct sink *out, const struct node *node)
{
	for (const struct step *step = node->via; step; step = step->before) {
		relate_step(out, step);
		if (step->kind == STEP_SHORT && step->was && step->was != node)
			relate_steps(out, step->was);
	}
}

/* What brought a mapping brought the values in it; what it replaced is not theirs. */
static void relate_bringers(struct sink *out, const struct way *way)
{
	for (way = way ? way->up : NULL; way; way = way->up) {
		if (!way->node)
			continue;
		for (const struct step *step = way->node->via; step; step = step->before)
			if (step->kind == STEP_ALIAS || step->kind == STEP_MERGE_KEY ||
			    step->kind == STEP_INCLUDE)
				relate_step(out, step);
	}
}

void related_history(struct sink *out, const struct node *node)
{
	if (!out->current || !node)
		return;
	relate_parts(out, node);
	relate_steps(out, node);
	relate_bringers(out, find_way(out, node));
}

void about_mount(struct sink *out, const struct mount *mount)
{
	const struct node *definition = mount_definition(mount);

	evidence(out, mount->target);
	extent(out, mount->item->span);
	related_history(out, mount->item);
	if (mount->source != mount->place)
		related_history(out, mount->source);
	if (mount->inherited)
		related(out, RELATED_DEFINITION, mount->inherited->span,
			"service \"%.*s\" mounts it here",
			STR_FMT(sink_show(out, mount->from->name)));
	else if (definition)
		related(out, RELATED_DEFINITION, definition->span,
			"the path on the host is written here");
}

/* ---- fixes ---- */

static bool text_is_its_own(const struct node *node)
{
	return node && !node->nparts && !node_step(node, STEP_ALIAS) &&
	       !node_step(node, STEP_MERGE_KEY) && !node_step(node, STEP_INCLUDE) &&
	       !node_step(node, STEP_EXTENDS) && node->style != STYLE_MADE &&
	       !span_is_none(node->span);
}

static void suggest(struct sink *out, bool safe, struct span span, struct str text,
		    const char *title)
{
	struct fix *fix;
	struct edit *edits;

	if (!out->current)
		return;
	fix = &out->current->fix;
	edits = ARENA_ARRAY(&out->lint->run, fix->nedits + 1, struct edit);
	for (size_t i = 0; i < fix->nedits; i++)
		edits[i] = fix->edits[i];
	edits[fix->nedits].span = span;
	edits[fix->nedits].text = arena_str(&out->lint->run, text);
	*fix = (struct fix){str_from(title), safe && (!fix->nedits || fix->safe), edits,
			    fix->nedits + 1};
}

void suggest_replace(struct sink *out, bool safe, const struct node *scalar, struct str text,
		     const char *title)
{
	struct span span;

	if (!text_is_its_own(scalar))
		return;
	span = scalar->span;
	/* the quotes stay */
	if ((scalar->style == STYLE_SINGLE || scalar->style == STYLE_DOUBLE) &&
	    span.end - span.start >= 2) {
		span.start++;
		span.end--;
	}
	suggest(out, safe, span, text, title);
}

/* Whole lines from the first to the last byte of the span, their ends included. */
static struct span whole_lines(const struct source *source, struct span span)
{
	while (span.start > 0 && source->bytes.p[span.start - 1] != '\n')
		span.start--;
	while (span.end < source->bytes.n && source->bytes.p[span.end] != '\n')
		span.end++;
	if (span.end < source->bytes.n)
		span.end++;
	return span;
}

/* The line holds nothing but the node behind `lead` ("- ", "key: "), so it can go as a whole. */
static bool is_alone(const struct source *source, struct span whole, struct span node,
		     struct str lead)
{
	struct str before = str_trim(str_slice(source->bytes, whole.start, node.start));
	struct str behind = str_trim(str_slice(source->bytes, node.end, whole.end));

	return str_eq(before, lead) && (!behind.n || behind.p[0] == '#');
}

/* The list that holds an item, and the key of the list. */
struct holder {
	const struct node *list;
	const struct pair *pair;
};

static void find_holder(const struct way *way, struct holder *holder)
{
	if (!way || !way->is_item || way->up->is_item || !way->up->up)
		return;
	holder->list = way->up->node;
	holder->pair = node_pair(way->up->up->node, way->up->key);
}

static bool has_neighbour(const struct node *list, const struct node *item)
{
	for (size_t i = 0; i < list->count; i++)
		if (list->in.items[i] != item &&
		    list->in.items[i]->span.source == item->span.source)
			return true;
	return false;
}

/* "key:" and the only item below it; false when there is more, or they stand in two files. */
static bool key_and_item(const struct source *source, const struct pair *pair,
			 const struct node *item, struct span *whole)
{
	struct span key, both;
	struct str between, colon;

	if (!pair || !text_is_its_own(pair->key) || pair->key->span.source != source->number ||
	    pair->key->span.end > item->span.start)
		return false;
	key = pair->key->span;
	between = str_slice(source->bytes, key.end, item->span.start);
	colon = str_cut(&between, '\n');
	if (!str_eq(str_trim(colon), STR(":")) || !str_eq(str_trim(between), STR("-")))
		return false;
	both = (struct span){source->number, key.start, item->span.end};
	*whole = whole_lines(source, both);
	return is_alone(source, *whole, both, STR(""));
}

void suggest_delete_item(struct sink *out, bool safe, const struct node *item, const char *title)
{
	const struct source *source = source_get(&out->lint->sources, item->span.source);
	struct holder holder = {NULL, NULL};
	struct span whole;

	if (!source || !text_is_its_own(item))
		return;
	find_holder(find_way(out, item), &holder);
	if (holder.list && !has_neighbour(holder.list, item)) {
		/* a key without a value would be refused */
		if (key_and_item(source, holder.pair, item, &whole))
			suggest(out, safe, whole, STR(""), title);
		return;
	}
	whole = whole_lines(source, item->span);
	if (is_alone(source, whole, item->span, STR("-")))
		suggest(out, safe, whole, STR(""), title);
}

/* The service has another key in this file, so that it does not become empty. */
static bool has_other_key(const struct service *service, const struct pair *pair)
{
	const struct node *node = service->node;
	uint32_t source = pair->key->span.source;

	for (size_t i = 0; i < node->count; i++)
		if (&node->in.pairs[i] != pair && node->in.pairs[i].key->span.source == source)
			return true;
	for (size_t i = 0; i < node->nremoved; i++)
		if (node->removed[i].key->span.source == source)
			return true;
	return false;
}

void suggest_delete_key(struct sink *out, bool safe, const struct service *service,
			struct str key, const char *title)
{
	const struct pair *pair = node_pair(service->node, key);
	const struct source *source;
	struct span whole, both;

	if (!pair || !text_is_its_own(pair->value) || !text_is_its_own(pair->key) ||
	    !has_other_key(service, pair))
		return;
	source = source_get(&out->lint->sources, pair->key->span.source);
	if (!source || pair->value->span.source != pair->key->span.source ||
	    pair->value->span.end < pair->key->span.start)
		return;
	both = (struct span){pair->key->span.source, pair->key->span.start, pair->value->span.end};
	whole = whole_lines(source, both);
	if (is_alone(source, whole, both, STR("")))
		suggest(out, safe, whole, STR(""), title);
}

/* Blanks before the first key of the service in the file that defines it; false in flow style. */
static bool insertion_point(struct sink *out, const struct service *service, struct span *at,
			    struct str *indent)
{
	const struct source *source;
	const struct pair *last = NULL;
	struct span line;
	size_t blanks = 0;

	if (service->node->style != STYLE_BLOCK || !text_is_its_own(service->key))
		return false;
	source = source_get(&out->lint->sources, service->key->span.source);
	if (!source)
		return false;
	for (size_t i = 0; i < service->node->count; i++) {
		const struct pair *pair = &service->node->in.pairs[i];

		if (pair->key->span.source == source->number && text_is_its_own(pair->key) &&
		    pair->value->span.source == source->number &&
		    (!last || pair->key->span.start > last->key->span.start))
			last = pair;
	}
	if (!last || last->value->style == STYLE_LITERAL || last->value->style == STYLE_FOLDED)
		return false;
	line = whole_lines(source, last->key->span);
	while (byte_is_blank(source->bytes.p[line.start + blanks]))
		blanks++;
	if (line.start + blanks != last->key->span.start)
		return false;
	*indent = str_slice(source->bytes, line.start, line.start + blanks);
	line = whole_lines(source, last->value->span);
	if (line.end == 0 || source->bytes.p[line.end - 1] != '\n')
		return false;
	*at = (struct span){source->number, line.end, line.end};
	return true;
}

void suggest_insert_key(struct sink *out, bool safe, const struct service *service,
			struct str key, struct str value, const char *title)
{
	struct span at;
	struct str indent;

	/* a key that a later layer takes away would go with what was there */
	if (!service_removed(service, key) && insertion_point(out, service, &at, &indent))
		suggest(out, safe, at,
			sink_fmt(out, "%.*s%.*s: %.*s\n", STR_FMT(indent), STR_FMT(key),
				 STR_FMT(value)),
			title);
}

void suggest_append_item(struct sink *out, bool safe, const struct service *service,
			 struct str key, struct str item, const char *title)
{
	const struct node *list = service_field(service, key);
	const struct node *last;
	const struct source *source;
	struct span line;
	struct str lead;

	if (!list || !list->count) {
		if (!list)
			suggest_insert_key(out, safe, service, key,
					   sink_fmt(out, "[%.*s]", STR_FMT(item)), title);
		return;
	}
	if (list->kind != NODE_SEQUENCE || list->style != STYLE_BLOCK)
		return;
	last = list->in.items[list->count - 1];
	source = source_get(&out->lint->sources, last->span.source);
	if (!source || !text_is_its_own(last))
		return;
	line = whole_lines(source, last->span);
	lead = str_slice(source->bytes, line.start, last->span.start);
	if (!is_alone(source, line, last->span, STR("-")) ||
	    source->bytes.p[line.end - 1] != '\n')
		return;
	suggest(out, safe, (struct span){source->number, line.end, line.end},
		sink_fmt(out, "%.*s%.*s\n", STR_FMT(lead), STR_FMT(item)), title);
}
