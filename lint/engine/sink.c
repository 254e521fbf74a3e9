/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "engine/sink.h"

#include <stdarg.h>
#include <stdlib.h>

#include "base/limits.h"
#include "base/path.h"
#include "base/utf8.h"
#include "engine/way.h"
#include "fact/credential.h"
#include "fact/declared.h"
#include "fact/literal.h"
#include "fact/mount.h"
#include "fact/network.h"
#include "model/command.h"
#include "model/environment.h"

/* ---- text for messages ---- */

/* Of a finding that is only counted nobody reads a word. */
static struct str unread(void)
{
	return STR("...");
}

static struct str show(struct sink *out, struct str text)
{
	struct builder b = { .arena = &out->lint->scratch };

	text = str_slice(text, 0, LIMIT_SCAN_BYTES);
	text = credential_mask_text(out->credentials, &out->lint->scratch, text);
	utf8_add_visible(&b, text, LIMIT_QUOTE_COLUMNS);
	return builder_str(&b);
}

struct str sink_show(struct sink *out, struct str text)
{
	const struct service *service = out->service;

	if (!text.n)
		return STR("");
	if (out->only_counts)
		return unread();
	if (!service || text.p != service->name.p || text.n != service->name.n)
		return show(out, text);
	if (out->shown.of != service) {
		out->shown.of = service;
		out->shown.name = arena_str(&out->lint->run, show(out, text));
	}
	return out->shown.name;
}

struct str sink_fmt(struct sink *out, const char *format, ...)
{
	va_list args;
	struct str text;

	if (out->only_counts)
		return unread();
	va_start(args, format);
	text = arena_vfmt(&out->lint->scratch, format, args);
	va_end(args);
	return text;
}

struct str sink_file(struct sink *out, struct span at)
{
	struct builder b = { .arena = &out->lint->scratch };

	if (out->only_counts)
		return unread();
	utf8_add_visible(&b, source_name(&out->lint->sources, at), LIMIT_QUOTE_COLUMNS);
	return builder_str(&b);
}

struct str sink_place(struct sink *out, struct span at)
{
	if (out->only_counts)
		return unread();
	return sink_fmt(out, "%.*s:%u", STR_FMT(sink_file(out, at)),
			source_place(&out->lint->sources, at.source, at.start).line);
}

/* Shells do not export UID, so it is as unset as the others. */
static bool is_unset(const struct part *part)
{
	return part->kind == PART_UNKNOWN || part->unset ||
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

/* A path as the file has it, before it was joined to a directory; STR_NONE: variables are in it. */
static struct str path_as_written(const struct node *path)
{
	struct str text = node_written(path)->text, rest = text;

	if (str_has(text, STR("$")))
		return STR_NONE;
	/* of a short form, the part before the target; a drive's colon is no end of it */
	if (node_step(path, STEP_SHORT) && !str_starts(text, path->text))
		return str_cut(&rest, ':');
	return node_step(path, STEP_SHORT) ? path->text : text;
}

struct str sink_source(struct sink *out, const struct node *source)
{
	struct arena *scratch = &out->lint->scratch;
	struct str directory = out->project->directory, path;

	if (!source)
		return STR(".");
	if (out->only_counts)
		return unread();
	path = path_as_written(source);
	if (path.p)
		return sink_show(out, path);
	if (node_written(source) == source || !path_is_absolute(source->text))
		return sink_show(out, source->text);
	path = path_clean(scratch, source->text);
	if (!path_is_within(path, directory))
		return sink_show(out, source->text);
	path = path_relative(scratch, path, directory);
	return str_eq(path, STR(".")) ? path
				      : sink_fmt(out, "./%.*s", STR_FMT(sink_show(out, path)));
}

struct str sink_literal(struct sink *out, const struct node *value, bool *refers)
{
	return literal_text(&out->lint->scratch, value, refers);
}

struct str sink_unset(struct sink *out, const struct node *value)
{
	struct builder b = { .arena = &out->lint->scratch };
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
	struct builder b = { .arena = &out->lint->scratch };
	bool shared =
		!out->alone && entry->origin == ENVIRONMENT_IMAGE && !sink_leaves_out(out, service);
	size_t others = 0;

	builder_fmt(&b, "\"%.*s\"", STR_FMT(sink_show(out, service->name)));
	for (size_t i = 0; shared && i < project->nservices; i++) {
		const struct service *other = &project->services[i];
		const struct environment_entry *theirs =
			environment_find(other->environment, entry->name);

		if (!theirs || !span_eq(theirs->line, entry->line) || other == service ||
		    sink_role(out, other) != SERVICE_AGENT || sink_leaves_out(out, other))
			continue;
		if (other < service)
			return STR("");
		builder_fmt(&b, ", \"%.*s\"", STR_FMT(sink_show(out, other->name)));
		others++;
	}
	return sink_fmt(out, "%s %.*s", others ? "each of the services" : "service",
			STR_FMT(builder_str(&b)));
}

struct command sink_command(struct sink *out, const struct node *command)
{
	return command_of(&out->lint->scratch, command);
}

size_t sink_options(struct sink *out, const struct node *node,
		    const struct command_option **options)
{
	struct command command = sink_command(out, node);
	struct command_option *all =
		ARENA_ARRAY(&out->lint->scratch, command.count + 1, struct command_option);
	size_t count = 0;

	for (size_t i = 0; i < command.count; i++)
		if (command_option(&command, i, &all[count]))
			count++;
	*options = all;
	return count;
}

size_t sink_option(struct sink *out, struct str option, const struct str *defaults,
		   size_t ndefaults, const struct str **texts)
{
	return declared_option(out->lint, out->project, out->rule->name, option, defaults,
			       ndefaults, texts);
}

enum preset sink_preset(const struct sink *out)
{
	return out->grading->preset;
}

struct network_maker sink_maker(const struct sink *out, const struct network *network)
{
	return network_find_maker(network, out->project, out->all);
}

bool sink_leaves_out(const struct sink *out, const struct service *service)
{
	return grading_ignores(out->grading, out->rule, service->name) ||
	       suppressions_leave_out(out->suppressions, out->rule, service->name);
}

enum role sink_role(const struct sink *out, const struct service *service)
{
	return roles_of(out->roles, service);
}

/* A suppressed finding counts: it is there. */
bool sink_reports_class(const struct sink *out, const struct service *service,
			const struct mount *mount, enum hostpath_class class)
{
	static const struct str rules[] = {
		[HOSTPATH_IS_SOCKET] = STR_INIT("socket-mount"),
		[HOSTPATH_IS_CREDENTIAL_FILE] = STR_INIT("credential-file"),
		[HOSTPATH_IS_HOST_SOCKET] = STR_INIT("host-socket-mount"),
		[HOSTPATH_IS_HOME] = STR_INIT("home-mount"),
		[HOSTPATH_IS_SYSTEM] = STR_INIT("system-mount"),
	};
	const struct rule *rule;

	if (!mount_is(mount, class, NULL) && !mount_becomes(mount, class))
		return false;
	rule = rule_find(out->grading->rules, rules[class]);
	return rule && grading_level(out->grading, rule, sink_role(out, service)) != LEVEL_OFF;
}

bool sink_reports_source(const struct sink *out, const struct service *service,
			 const struct mount *mount)
{
	for (int class = HOSTPATH_IS_SOCKET; class <= HOSTPATH_IS_SYSTEM; class ++)
		if (sink_reports_class(out, service, mount, (enum hostpath_class) class))
			return true;
	return false;
}

size_t sink_others(const struct sink *out, const struct service *const **others)
{
	*others = out->roles->others;
	return out->roles->nothers;
}

bool sink_needs_model(const struct sink *out, const struct service *service)
{
	const struct role_entry *entry = roles_entry(out->roles, service);

	return entry && entry->needs_model;
}

/* ---- findings ---- */

/* A service that the profiles leave out is judged like the others, and the message says so. */
static struct str with_profile(struct sink *out, struct str message)
{
	struct str profile = out->service ? service_profile(out->service) : STR("");

	if (!profile.n)
		return message;
	profile = sink_show(out, profile);
	return arena_fmt(&out->lint->run, "%.*s (profile \"%.*s\" is not active)", STR_FMT(message),
			 STR_FMT(profile));
}

/* NULL: there are too many, and it is only counted; nothing more need be said of it. */
static __attribute__((format(printf, 3, 0))) struct finding *begin(struct sink *out, struct span at,
								   const char *format, va_list args)
{
	struct str message;
	struct finding *finding;

	out->current = NULL;
	if (diag_is_full(&out->lint->diag)) {
		out->lint->diag.beyond_limit++;
		return NULL;
	}
	message = with_profile(out, arena_vfmt(&out->lint->run, format, args));
	finding = diag_add_text(&out->lint->diag, out->rule->name, at, message);
	finding->level = out->level;
	finding->graded = true;
	finding->holds = !out->rule->yields && !out->rule->yields_to_all;
	finding->extent = at;
	finding->project = *out->project->number;
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

void report_secret_span(struct sink *out, struct span at, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	begin(out, at, format, args);
	va_end(args);
	if (out->current)
		out->current->conceals = true;
}

void report_secret(struct sink *out, const struct node *at, size_t from, size_t to,
		   const char *format, ...)
{
	struct span span = literal_span(&out->lint->sources, at, from, to);
	struct finding *finding;
	va_list args;

	va_start(args, format);
	finding = begin(out, span, format, args);
	va_end(args);
	if (!finding)
		return;
	finding->extent = at->span;
	finding->path = way_path(&out->lint->run, &out->ways, out->project, out->service, at);
	finding->conceals = true;
	related_history(out, at);
}

bool sink_has_reported(struct sink *out, const struct node *at, size_t from, size_t to)
{
	struct arena *run = &out->lint->run;
	struct diag *diag = &out->lint->diag;
	struct reported *known = &out->reported;
	struct span span = literal_span(&out->lint->sources, at, from, to);

	diag->asked = true;
	if (known->rule != out->rule)
		*known = (struct reported){ .rule = out->rule, .spans = { .arena = run } };
	for (; known->next < diag->count; known->next++) {
		struct finding *finding = diag->findings[known->next];

		if (str_eq(finding->rule, out->rule->name))
			table_add(&known->spans,
				  (struct str){ (const char *)&finding->span, sizeof(span) },
				  finding);
	}
	return table_get(&known->spans, (struct str){ (const char *)&span, sizeof(span) }) != NULL;
}

static int compare_spans(const void *left, const void *right)
{
	return span_cmp(*(const struct span *)left, *(const struct span *)right);
}

/* What services would take from others is not known then, so what they lack follows from that. */
static bool breaks_chain(const struct sink *out, const struct finding *finding)
{
	return finding->project == *out->project->number &&
	       (finding->cause == CAUSE_CIRCLE || finding->cause == CAUSE_CHAIN_CIRCLE ||
		finding->cause == CAUSE_CHAIN_LIMIT);
}

static const struct refusals *find_refusals(struct sink *out)
{
	const struct diag *diag = &out->lint->diag;
	struct refusals *refusals = &out->refusals;

	if (refusals->known)
		return refusals;
	refusals->known = true;
	for (size_t i = 0; i < diag->count; i++)
		refusals->count += str_eq(diag->findings[i]->rule, STR("model-invalid"));
	refusals->all = ARENA_ARRAY(&out->lint->run, refusals->count, struct span);
	for (size_t i = 0, to = 0; i < diag->count; i++)
		if (str_eq(diag->findings[i]->rule, STR("model-invalid"))) {
			refusals->all[to++] = diag->findings[i]->span;
			refusals->chain = refusals->chain || breaks_chain(out, diag->findings[i]);
		}
	if (refusals->count)
		qsort(refusals->all, refusals->count, sizeof(*refusals->all), compare_spans);
	return refusals;
}

/* What a fragment leaves out may stand in the file that it is merged with; what is missing where a
   chain of files or services cannot be followed may come by it. */
static bool is_left_open(struct sink *out, const struct node *at)
{
	if (!out->service || at != out->service->key ||
	    !(out->project->fragment || (out->project->refused && find_refusals(out)->chain)))
		return false;
	out->current = NULL;
	return true;
}

void report(struct sink *out, const struct node *at, const char *format, ...)
{
	struct finding *finding;
	va_list args;

	if (is_left_open(out, at))
		return;
	va_start(args, format);
	finding = begin(out, at->span, format, args);
	va_end(args);
	if (!finding)
		return;
	finding->path = way_path(&out->lint->run, &out->ways, out->project, out->service, at);
	related_history(out, at);
}

/* Where it could have stood: the service in the other files that speak of it. */
static void relate_definitions(struct sink *out, const struct service *service)
{
	for (size_t i = 0; i < service->ndefinitions; i++) {
		const struct node *name = service->definitions[i];

		if (!span_eq(name->span, service->key->span))
			related(out, RELATED_OTHER, name->span, "it could be set here too");
	}
}

/* Something within the place is refused. */
static bool has_refusal(const struct refusals *refusals, struct span whole)
{
	struct span first = { whole.source, whole.start, whole.start };
	size_t low = 0, high = refusals->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (span_cmp(refusals->all[middle], first) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	for (; low < refusals->count && refusals->all[low].source == whole.source &&
	       refusals->all[low].start <= whole.end;
	     low++)
		if (span_within(refusals->all[low], whole))
			return true;
	return false;
}

/* The key is there, but Compose refuses what it says: its absence only follows from that. */
static bool is_refused(struct sink *out, const struct service *service, struct str key)
{
	const struct pair *pair = node_pair(service->node, key);
	const struct refusals *refusals = pair ? find_refusals(out) : NULL;

	return refusals &&
	       (has_refusal(refusals, pair->value->span) || has_refusal(refusals, pair->key->span));
}

void report_absent(struct sink *out, const struct service *service, struct str key,
		   const char *format, ...)
{
	const struct node *removed = service_removed(service, key);
	const struct node *former = service_former(service, key);
	const struct step *override = node_step(service->node, STEP_OVERRIDE);
	struct finding *finding;
	va_list args;

	if (is_refused(out, service, key) ||
	    (!removed && !former && is_left_open(out, service->key))) {
		out->current = NULL;
		return;
	}
	va_start(args, format);
	finding = begin(out,
			removed  ? removed->span
			: former ? override->span
				 : service->key->span,
			format, args);
	va_end(args);
	if (!finding)
		return;
	finding->path = way_key_path(&out->lint->run, &out->ways, out->project, service, key);
	if (removed)
		related_history(out, removed);
	else if (former)
		related(out, RELATED_OVERRIDDEN, former->span,
			"the service's \"!override\" takes away what was set here");
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
	message = arena_vfmt(&out->lint->scratch, format, args);
	va_end(args);
	diag_related(&out->lint->diag, out->current, kind, at, "%.*s", STR_FMT(message));
}

void evidence(struct sink *out, struct str text)
{
	struct builder b = { .arena = &out->lint->run };

	if (!out->current)
		return;
	utf8_add_visible(&b, text, LIMIT_QUOTE_COLUMNS);
	out->current->evidence = builder_str(&b);
}

void place_names_file(struct sink *out)
{
	if (out->current)
		out->current->names_file = true;
}

void because(struct sink *out, enum cause cause)
{
	if (out->current)
		out->current->cause = cause;
}

void shares_cause(struct sink *out, struct str text)
{
	if (out->current)
		out->current->shared = arena_fmt(&out->lint->run, "%.*s", STR_FMT(text));
}

void extent(struct sink *out, struct span whole)
{
	if (out->current)
		out->current->extent = whole;
}

void report_entry(struct sink *out, const struct service *service,
		  const struct environment_entry *entry, const char *format, ...)
{
	const struct node *at = environment_place(entry);
	va_list args;
	struct str message;

	va_start(args, format);
	message = arena_vfmt(&out->lint->scratch, format, args);
	va_end(args);
	report(out, at ? at : entry->value, "%.*s", STR_FMT(message));
	evidence(out, entry->name);
	extent(out, environment_extent(entry));
	/* a bare name has no value, but it can stand where another layer had one */
	related_history(out, entry->value ? entry->value
					  : node_get(service_field(service, STR("environment")),
						     entry->name));
	if (out->current)
		out->current->names_file = entry->origin == ENVIRONMENT_ENV_FILE;
	if (at && entry->line.source != at->span.source)
		related(out, RELATED_ORIGIN, entry->line, "%.*s is set here",
			STR_FMT(sink_show(out, entry->name)));
	if (entry->origin == ENVIRONMENT_IMAGE && service->build)
		related(out, RELATED_DEFINITION, service->build->node->span,
			"this build brings it");
}

void about_mount(struct sink *out, const struct mount *mount)
{
	const struct node *definition = mount_definition(mount);

	place_names_file(out);
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
	if (mount->link.n)
		related(out, RELATED_OTHER, SPAN_NONE,
			"on this host %.*s is a link: what is mounted is %.*s",
			STR_FMT(sink_show(out, mount->link)),
			STR_FMT(sink_show(out, mount->link_end)));
}
