/* SPDX-License-Identifier: MIT */
/*
 * SARIF 2.1.0 as forges take it: one run; one place for each result, complete, the
 * others related to it and linked from the message; paths relative to the top of
 * the checkout; a fingerprint of our own, since the one that GitHub makes of the
 * line is GitHub's to make.  No date, host, user or absolute path is in it.
 *
 * One bad result makes GitHub refuse the whole file, and more results than it shows
 * are of no use there: the worst come first where there are too many.
 */
#include "config.h"

#include "base/utf8.h"
#include "fact/credential.h"
#include "report/checkout.h"
#include "report/json_text.h"
#include "report/line.h"
#include "report/report.h"
#include "report/sarif_rule.h"

enum {
	LIMIT_RESULTS = 5000, /* what GitHub shows of a run */
	LIMIT_LINKS = 20      /* related places that a message leads to */
};

struct sarif {
	const struct report *report;
	struct lint *lint;
	struct arena *arena;
	const struct rule **rules; /* of the results, in the order of the set */
	size_t nrules;
	struct finding **findings; /* those of other services at a line as well */
	size_t nfindings;
	bool *taken;            /* by position of the finding: it is a result */
	size_t outside, beyond; /* findings that are none */
};

/* The path percent-encoded, so that no byte of it means anything in a URI. */
static struct str uri_of(struct arena *arena, struct str path)
{
	struct str valid = utf8_repair(arena, path);
	struct builder b = { .arena = arena };

	for (size_t i = 0; i < valid.n; i++) {
		char c = valid.p[i];

		if (byte_is_alnum(c) || str_find_byte(STR("-._~/"), c, 0) != STR_NPOS)
			builder_byte(&b, c);
		else
			builder_fmt(&b, "%%%02X", (unsigned)(unsigned char)c);
	}
	return builder_str(&b);
}

static json_t *artifact(const struct sarif *sarif, struct str path)
{
	json_t *object = json_object();

	json_put(object, "uri", json_text(sarif->arena, uri_of(sarif->arena, path)));
	json_put(object, "uriBaseId", json_string("%SRCROOT%"));
	return object;
}

/* A region has a width, but for the place of an insertion. */
static json_t *region(const struct sarif *sarif, struct span span, bool may_be_empty)
{
	struct sources *sources = &sarif->lint->sources;
	json_t *object = json_object();
	struct place from, to;

	if (span.end < span.start)
		span.end = span.start;
	from = source_place_utf16(sources, span.source, span.start);
	to = source_place_utf16(sources, span.source, span.end);
	if (!may_be_empty && from.line == to.line && from.column == to.column)
		to.column++;
	json_put(object, "startLine", json_count(from.line));
	json_put(object, "startColumn", json_count(from.column));
	json_put(object, "endLine", json_count(to.line));
	json_put(object, "endColumn", json_count(to.column));
	return object;
}

static json_t *location(const struct sarif *sarif, struct span span, struct str path)
{
	json_t *object = json_object(), *physical = json_object();

	json_put(physical, "artifactLocation", artifact(sarif, path));
	json_put(physical, "region", region(sarif, span, false));
	json_put(object, "physicalLocation", physical);
	return object;
}

static void add_logical(const struct sarif *sarif, json_t *array, struct str path)
{
	json_t *one = json_object();

	json_put(one, "fullyQualifiedName", json_text(sarif->arena, path));
	json_array_append_new(array, one);
}

static json_t *locations(const struct sarif *sarif, const struct finding *finding,
			 const struct checkout_place *place)
{
	json_t *array = json_array(),
	       *only = location(sarif, report_told(sarif->report, finding, place->span),
				place->path);

	if (finding->path.n) {
		json_t *logical = json_array();

		add_logical(sarif, logical, finding->path);
		json_put(only, "logicalLocations", logical);
	}
	json_array_append_new(array, only);
	return array;
}

/* Brackets in the text of a link are escaped. */
static void add_link(struct builder *b, struct str text, size_t id)
{
	builder_add(b, id == 1 ? STR(" See [") : STR(", ["));
	for (size_t i = 0; i < text.n; i++) {
		if (text.p[i] == '[' || text.p[i] == ']' || text.p[i] == '\\')
			builder_byte(b, '\\');
		builder_byte(b, text.p[i]);
	}
	builder_fmt(b, "](%zu)", id);
}

static bool is_related_place(const struct sarif *sarif, const struct related *related,
			     struct str *path)
{
	*path = span_is_none(related->span) ? STR("")
					    : checkout_path(sarif->report, related->span.source);
	return path->n > 0;
}

/* Related places within the checkout; NULL: there is none. */
static json_t *related_locations(const struct sarif *sarif, const struct finding *finding)
{
	json_t *array = json_array();

	for (const struct related *related = finding->related; related; related = related->next) {
		json_t *one;
		struct str path;

		if (!is_related_place(sarif, related, &path))
			continue;
		one = location(sarif, report_told(sarif->report, finding, related->span), path);
		json_put(one, "id", json_count(json_array_size(array) + 1));
		json_put(one, "message",
			 sarif_message(sarif->arena, sarif_text(sarif->arena, related->message)));
		json_array_append_new(array, one);
	}
	if (json_array_size(array))
		return array;
	json_decref(array);
	return NULL;
}

static struct str message(const struct sarif *sarif, const struct finding *finding,
			  const struct checkout_place *place)
{
	struct builder b = { .arena = sarif->arena };
	size_t id = 0;

	if (place->elsewhere) {
		struct builder own = { .arena = sarif->arena };

		line_add_place(&own, &sarif->lint->sources, report_primary(sarif->report, finding));
		builder_add(&b, sarif_text(sarif->arena, builder_str(&own)));
		builder_add(&b, STR(": "));
	}
	builder_add(&b, sarif_text(sarif->arena, finding->message));
	builder_byte(&b, '.');
	for (const struct related *related = finding->related; related && id < LIMIT_LINKS;
	     related = related->next) {
		struct str path;

		if (is_related_place(sarif, related, &path))
			add_link(&b, sarif_text(sarif->arena, related->message), ++id);
	}
	if (id)
		builder_byte(&b, '.');
	return builder_str(&b);
}

/* NULL: there is no fix, or it is about files that are outside or not there yet. */
static json_t *fixes(const struct sarif *sarif, const struct finding *finding)
{
	const struct fix *fix = &finding->fix;
	json_t *array, *one, *changes;

	if (!fix->title.n || !fix->nedits)
		return NULL;
	for (size_t i = 0; i < fix->nedits; i++)
		if (fix->edits[i].creates.n ||
		    !checkout_path(sarif->report, fix->edits[i].span.source).n)
			return NULL;
	array = json_array();
	one = json_object();
	changes = json_array();
	for (size_t i = 0; i < fix->nedits; i++) {
		const struct edit *edit = &fix->edits[i];
		json_t *change = json_object(), *all = json_array(), *replacement = json_object();
		json_t *content = json_object();

		json_put(content, "text", json_text(sarif->arena, edit->text));
		json_put(replacement, "deletedRegion", region(sarif, edit->span, true));
		json_put(replacement, "insertedContent", content);
		json_array_append_new(all, replacement);
		json_put(change, "artifactLocation",
			 artifact(sarif, checkout_path(sarif->report, edit->span.source)));
		json_put(change, "replacements", all);
		json_array_append_new(changes, change);
	}
	json_put(one, "description",
		 sarif_message(sarif->arena, sarif_text(sarif->arena, fix->title)));
	json_put(one, "artifactChanges", changes);
	json_array_append_new(array, one);
	return array;
}

/* Where one result has them, all have: those that are not suppressed an empty list. */
static json_t *suppressions(const struct sarif *sarif, const struct finding *finding)
{
	const struct suppression *suppression = finding->suppression;
	json_t *array = json_array(), *one;

	if (!suppression)
		return array;
	one = json_object();
	json_put(one, "kind",
		 json_string(suppression->kind == SUPPRESSED_IN_SOURCE ? "inSource" : "external"));
	json_put(one, "status", json_string("accepted"));
	if (suppression->reason.n)
		json_put(one, "justification",
			 json_text(sarif->arena,
				   sarif_text(sarif->arena,
					      credential_mask_text(sarif->report->credentials,
								   sarif->arena,
								   suppression->reason))));
	json_array_append_new(array, one);
	return array;
}

static json_t *result(const struct sarif *sarif, const struct finding *finding, struct str print)
{
	json_t *object = json_object(), *prints = json_object(), *some;
	struct checkout_place place;

	checkout_place(sarif->report, finding, &place);
	json_put(object, "ruleId", json_text(sarif->arena, finding->rule));
	for (size_t i = 0; i < sarif->nrules; i++)
		if (str_eq(sarif->rules[i]->name, finding->rule))
			json_put(object, "ruleIndex", json_count(i));
	json_put(object, "level", json_string(sarif_level(finding->level)));
	json_put(object, "message", sarif_message(sarif->arena, message(sarif, finding, &place)));
	json_put(object, "locations", locations(sarif, finding, &place));
	some = related_locations(sarif, finding);
	if (some)
		json_put(object, "relatedLocations", some);
	json_put(prints, "composeLint/v1", json_text(sarif->arena, print));
	json_put(object, "partialFingerprints", prints);
	some = fixes(sarif, finding);
	if (some)
		json_put(object, "fixes", some);
	if (sarif->report->shows_suppressed)
		json_put(object, "suppressions", suppressions(sarif, finding));
	return object;
}

/* Chooses the results: those that have a place, the worst first where there are too many. */
static void choose(struct sarif *sarif)
{
	static const enum level levels[] = { LEVEL_ERROR, LEVEL_WARNING, LEVEL_INFO };
	size_t count = 0;

	sarif->taken = ARENA_ARRAY(sarif->arena, sarif->nfindings + 1, bool);
	for (size_t k = 0; k < sizeof(levels) / sizeof(*levels); k++) {
		for (size_t i = 0; i < sarif->nfindings; i++) {
			struct checkout_place place;

			if (sarif->findings[i]->level != levels[k])
				continue;
			if (!checkout_place(sarif->report, sarif->findings[i], &place))
				sarif->outside++;
			else if (count == LIMIT_RESULTS)
				sarif->beyond++;
			else
				sarif->taken[i] = true;
			count += sarif->taken[i];
		}
	}
}

static bool is_asked_for(const struct sarif *sarif, const struct rule *rule)
{
	for (size_t i = 0; i < sarif->nfindings; i++)
		if (sarif->taken[i] && str_eq(sarif->findings[i]->rule, rule->name))
			return true;
	return false;
}

static json_t *driver(struct sarif *sarif)
{
	const struct report *report = sarif->report;
	json_t *object = json_object(), *rules = json_array();

	sarif->rules = ARENA_ARRAY(sarif->arena, report->rules.count + 1, const struct rule *);
	for (size_t i = 0; i < report->rules.count; i++) {
		if (!is_asked_for(sarif, report->rules.all[i]))
			continue;
		sarif->rules[sarif->nrules++] = report->rules.all[i];
		json_array_append_new(rules, sarif_rule(report, report->rules.all[i]));
	}
	json_put(object, "name", json_string(PACKAGE_NAME));
	json_put(object, "version", json_string(PACKAGE_VERSION));
	json_put(object, "semanticVersion", json_string(PACKAGE_VERSION));
	if (report->url.n)
		json_put(object, "informationUri", json_text(sarif->arena, report->url));
	json_put(object, "rules", rules);
	return object;
}

static json_t *notification(const struct sarif *sarif, const char *level, struct str text)
{
	json_t *object = json_object();

	json_put(object, "level", json_string(level));
	json_put(object, "message", sarif_message(sarif->arena, sarif_text(sarif->arena, text)));
	return object;
}

/* What is not whole about the report. */
static json_t *execution(const struct sarif *sarif)
{
	const struct report *report = sarif->report;
	json_t *array = json_array();
	size_t beyond = sarif->beyond + sarif->lint->diag.beyond_limit;

	for (size_t i = 0; i < report->nfailures; i++)
		json_array_append_new(array, notification(sarif, "error", report->failures[i]));
	if (sarif->outside)
		json_array_append_new(
			array,
			notification(sarif, "warning",
				     arena_fmt(sarif->arena,
					       "%zu finding%s in files outside the "
					       "checkout %s not shown",
					       sarif->outside, sarif->outside == 1 ? "" : "s",
					       sarif->outside == 1 ? "is" : "are")));
	if (beyond)
		json_array_append_new(
			array, notification(sarif, "warning",
					    arena_fmt(sarif->arena,
						      "%zu more findings are not shown", beyond)));
	return array;
}

static json_t *configuration(const struct sarif *sarif)
{
	const struct report *report = sarif->report;
	const struct notices *notices = &sarif->lint->notices;
	json_t *array = json_array();

	for (size_t i = 0; i < notices->count; i++) {
		const struct notice *notice = &notices->all[i];
		struct str path = checkout_path(report, notice->span.source);
		json_t *one = notification(
			sarif, notice->kind == NOTICE_MISTAKE ? "warning" : "note",
			credential_mask_text(report->credentials, sarif->arena, notice->message));
		json_t *places;

		json_array_append_new(array, one);
		if (!path.n)
			continue;
		places = json_array();
		json_array_append_new(places, location(sarif, notice->span, path));
		json_put(one, "locations", places);
	}
	return array;
}

static json_t *invocations(const struct sarif *sarif)
{
	json_t *array = json_array(), *one = json_object();

	json_put(one, "executionSuccessful", json_boolean(!sarif->report->nfailures));
	json_put(one, "exitCode", json_integer(sarif->report->exit_status));
	json_put(one, "toolExecutionNotifications", execution(sarif));
	json_put(one, "toolConfigurationNotifications", configuration(sarif));
	json_array_append_new(array, one);
	return array;
}

static json_t *base_ids(const struct sarif *sarif)
{
	json_t *object = json_object(), *root = json_object();

	json_put(root, "description", sarif_message(sarif->arena, STR("The top of the checkout.")));
	json_put(object, "%SRCROOT%", root);
	return object;
}

static json_t *run_of(struct sarif *sarif)
{
	const struct str *prints =
		checkout_prints(sarif->report, sarif->findings, sarif->nfindings);
	json_t *run = json_object(), *tool = json_object(), *id = json_object();
	json_t *results = json_array();

	choose(sarif);
	json_put(tool, "driver", driver(sarif));
	json_put(run, "tool", tool);
	json_put(id, "id", json_string(PACKAGE_NAME "/"));
	json_put(run, "automationDetails", id);
	json_put(run, "invocations", invocations(sarif));
	json_put(run, "originalUriBaseIds", base_ids(sarif));
	json_put(run, "columnKind", json_string("utf16CodeUnits"));
	for (size_t i = 0; i < sarif->nfindings; i++)
		if (sarif->taken[i])
			json_array_append_new(results,
					      result(sarif, sarif->findings[i], prints[i]));
	json_put(run, "results", results);
	return run;
}

void report_sarif(const struct report *report, FILE *stream)
{
	struct sarif sarif = { .report = report,
			       .lint = report->lint,
			       .arena = &report->lint->run };
	json_t *document, *runs;

	sarif.findings = checkout_findings(report, &sarif.nfindings);
	json_begin();
	document = json_object();
	runs = json_array();
	json_put(document, "$schema",
		 json_string("https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"
			     "sarif-schema-2.1.0.json"));
	json_put(document, "version", json_string("2.1.0"));
	json_array_append_new(runs, run_of(&sarif));
	json_put(document, "runs", runs);
	json_print(document, stream);
}
