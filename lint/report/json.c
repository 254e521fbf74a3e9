/* SPDX-License-Identifier: MIT */
/*
 * The report for programs, version 1: fields are added, never renamed or taken
 * away.  fixtures/formats/report-1.schema.json says what may stand where.
 */
#include "config.h"

#include "base/utf8.h"
#include "engine/reliance.h"
#include "fact/credential.h"
#include "report/checkout.h"
#include "report/json_text.h"
#include "report/report.h"

struct json {
	const struct report *report;
	struct lint *lint;
	struct arena *arena;
};

static json_t *text(const struct json *json, struct str s)
{
	return json_text(json->arena, s);
}

static json_t *text_or_null(const struct json *json, struct str s)
{
	return s.n ? text(json, s) : json_null();
}

static json_t *location(const struct json *json, struct span span)
{
	struct sources *sources = &json->lint->sources;
	json_t *object = json_object();
	struct place from, to;

	if (span.end < span.start)
		span.end = span.start;
	from = source_place(sources, span.source, span.start);
	to = source_place(sources, span.source, span.end);
	json_put_file(json->arena, object, source_name(sources, span));
	json_put(object, "line", json_count(from.line));
	json_put(object, "column", json_count(from.column));
	json_put(object, "endLine", json_count(to.line));
	json_put(object, "endColumn", json_count(to.column));
	json_put(object, "offset", json_count(span.start));
	json_put(object, "length", json_count(span.end - span.start));
	return object;
}

static const char *kind_word(enum related_kind kind)
{
	switch (kind) {
	case RELATED_ORIGIN:
		return "origin";
	case RELATED_OVERRIDDEN:
		return "overridden";
	case RELATED_DEFINITION:
		return "definition";
	case RELATED_DOCKERFILE:
		return "dockerfile";
	case RELATED_OTHER:
		break;
	}
	return "other";
}

static json_t *related_places(const struct json *json, const struct finding *finding)
{
	json_t *array = json_array();

	for (const struct related *related = finding->related; related; related = related->next) {
		json_t *object = json_object();

		json_put(object, "kind", json_string(kind_word(related->kind)));
		json_put(object, "message", text(json, related->message));
		json_put(object, "location",
			 span_is_none(related->span)
				 ? json_null()
				 : location(json,
					    report_told(json->report, finding, related->span)));
		json_array_append_new(array, object);
	}
	return array;
}

static json_t *fix_of(const struct json *json, const struct finding *finding)
{
	const struct fix *fix = &finding->fix;
	json_t *object, *edits;

	if (!fix->title.n)
		return json_null();
	object = json_object();
	edits = json_array();
	json_put(object, "safe", json_boolean(fix->safe));
	json_put(object, "title", text(json, fix->title));
	for (size_t i = 0; i < fix->nedits; i++) {
		const struct edit *edit = &fix->edits[i];
		json_t *one = json_object();

		json_put_file(json->arena, one,
			      edit->creates.n ? edit->creates
					      : source_name(&json->lint->sources, edit->span));
		if (edit->creates.n)
			json_put(one, "creates", json_true());
		json_put(one, "offset", json_count(edit->span.start));
		json_put(one, "length", json_count(edit->span.end - edit->span.start));
		json_put(one, "text", text(json, edit->text));
		json_array_append_new(edits, one);
	}
	json_put(object, "edits", edits);
	return object;
}

static json_t *suppression_of(const struct json *json, const struct finding *finding)
{
	static const char *const words[] = {
		[SUPPRESSED_IN_SOURCE] = "source",
		[SUPPRESSED_BY_CONFIGURATION] = "configuration",
		[SUPPRESSED_BY_BASELINE] = "baseline",
	};
	const struct suppression *suppression = finding->suppression;
	json_t *object;

	if (!suppression)
		return json_null();
	object = json_object();
	json_put(object, "kind", json_string(words[suppression->kind]));
	json_put(object, "reason",
		 text_or_null(json, credential_mask_text(json->report->credentials, json->arena,
							 suppression->reason)));
	json_put(object, "location",
		 span_is_none(suppression->place) ? json_null()
						  : location(json, suppression->place));
	return object;
}

/* What is told in the finding too, each with its own identity. */
static json_t *others(const struct json *json, const struct finding *finding)
{
	json_t *array = json_array();

	for (const struct finding *other = finding->also; other; other = other->also) {
		struct identity identity = checkout_identity(json->report, other);
		json_t *object = json_object();

		json_put(object, "service", text_or_null(json, other->owner));
		json_put(object, "path", text_or_null(json, other->path));
		json_put(object, "location",
			 location(json, report_told(json->report, other,
						    report_primary(json->report, other))));
		json_put(object, "fingerprint", text(json, fingerprint(json->arena, &identity)));
		json_array_append_new(array, object);
	}
	return array;
}

static json_t *finding_object(const struct json *json, const struct finding *finding)
{
	const struct rule *rule = rule_find(json->report->rules, finding->rule);
	struct span span = report_primary(json->report, finding);
	struct identity identity = checkout_identity(json->report, finding);
	json_t *object = json_object();

	json_put(object, "rule", text(json, finding->rule));
	json_put(object, "level", text(json, report_level_word(finding->level)));
	json_put(object, "score", text_or_null(json, rule ? rule->score : STR_NONE));
	json_put(object, "project", json_count(finding->project));
	json_put(object, "message", text(json, finding->message));
	json_put(object, "path", text_or_null(json, finding->path));
	json_put(object, "service", text_or_null(json, finding->owner));
	json_put(object, "location", location(json, report_told(json->report, finding, span)));
	json_put(object, "also", others(json, finding));
	json_put(object, "related", related_places(json, finding));
	json_put(object, "fix", fix_of(json, finding));
	json_put(object, "suppressed", suppression_of(json, finding));
	json_put(object, "fingerprint", text(json, fingerprint(json->arena, &identity)));
	json_put(object, "url", text_or_null(json, report_rule_url(json->report, finding->rule)));
	return object;
}

static json_t *declarations(const struct json *json, const struct report_project *project)
{
	json_t *array = json_array();
	struct reliances relied = { .count = 0 };

	if (project->project && project->roles)
		relied = reliances_of(json->lint, project->project, report_relies(project));
	for (size_t i = 0; i < relied.count; i++) {
		json_t *one = json_object();

		json_put(one, "what", text(json, relied.all[i].what));
		json_put(one, "location", location(json, relied.all[i].place));
		json_array_append_new(array, one);
	}
	return array;
}

static json_t *project_object(const struct json *json, size_t number)
{
	const struct report_project *project = &json->report->projects[number];
	json_t *object = json_object(), *files = json_array(), *missing = json_array();
	json_t *roles = json_object();

	for (size_t i = 0; i < project->nfiles; i++) {
		const struct project_file *file = &project->files[i];
		json_t *one;

		if (!file->source) {
			struct str name = credential_mask_text(json->report->credentials,
							       json->arena, file->name);

			/* nothing opens it: what a file gives as a name may hold a secret */
			json_array_append_new(missing, text(json, name));
			continue;
		}
		one = json_object();
		json_put(one, "path", text(json, file->name));
		json_put(one, "role", text(json, report_role_word(file->role)));
		json_array_append_new(files, one);
	}
	for (size_t i = 0; project->roles && i < project->roles->count; i++) {
		const struct role_entry *entry = &project->roles->entries[i];
		struct str name = utf8_repair(
			json->arena, credential_mask_name(json->report->credentials, json->arena,
							  entry->service->name));
		json_t *one = json_object();

		json_put(one, "role", text(json, role_name(entry->role)));
		json_put(one, "why", text(json, entry->why));
		json_put(one, "declared", json_boolean(entry->declared));
		/* no NUL in it: YAML has none in a key that Compose takes for a name */
		json_put(roles, arena_cstr(json->arena, name), one);
	}
	json_put(object, "id", json_count(number));
	json_put(object, "directory", text(json, project->directory));
	json_put(object, "preset", text(json, preset_name(project->preset)));
	json_put(object, "configuration", text_or_null(json, project->configuration));
	json_put(object, "declarations", declarations(json, project));
	json_put(object, "files", files);
	json_put(object, "missing", missing);
	json_put(object, "roles", roles);
	return object;
}

static void add_notice(json_t *notices, const char *level, json_t *message, json_t *file)
{
	json_t *object = json_object();

	json_put(object, "level", json_string(level));
	json_put(object, "message", message);
	json_put(object, "file", file);
	json_array_append_new(notices, object);
}

static json_t *notices_of(const struct json *json)
{
	const struct report *report = json->report;
	const struct notices *all = &report->lint->notices;
	json_t *notices = json_array();

	for (size_t i = 0; i < report->nfailures; i++)
		add_notice(notices, "error", text(json, report->failures[i]), json_null());
	for (size_t i = 0; i < report->nprojects; i++) {
		struct str example = report_example_env(report, &report->projects[i]);

		if (example.n)
			add_notice(
				notices, "note",
				text(json, arena_fmt(json->arena, ".env is absent; --env-file %.*s",
						     STR_FMT(example))),
				text(json, example));
	}
	for (size_t i = 0; i < all->count; i++) {
		const struct notice *notice = &all->all[i];
		struct str message =
			credential_mask_text(report->credentials, json->arena, notice->message);
		struct str file = source_name(&report->lint->sources, notice->span);

		add_notice(notices, "note", text(json, message), text_or_null(json, file));
		if (!span_is_none(notice->span))
			json_put(json_array_get(notices, json_array_size(notices) - 1), "location",
				 location(json, notice->span));
	}
	if (report->lint->diag.beyond_limit)
		add_notice(notices, "note",
			   text(json, arena_fmt(json->arena, "%zu more findings are not shown",
						report->lint->diag.beyond_limit)),
			   json_null());
	return notices;
}

void report_json(const struct report *report, FILE *stream)
{
	struct json json = { report, report->lint, &report->lint->run };
	const struct diag *diag = &report->lint->diag;
	json_t *document, *tool, *projects, *findings, *summary;

	json_begin();
	document = json_object();
	tool = json_object();
	projects = json_array();
	findings = json_array();
	summary = json_object();

	json_put(tool, "name", json_string(PACKAGE_NAME));
	json_put(tool, "version", json_string(PACKAGE_VERSION));
	for (size_t i = 0; i < report->nprojects; i++)
		json_array_append_new(projects, project_object(&json, i));
	for (size_t i = 0; i < diag->count; i++)
		json_array_append_new(findings, finding_object(&json, diag->findings[i]));
	json_put(summary, "error", json_count(diag_count(diag, LEVEL_ERROR)));
	json_put(summary, "warning", json_count(diag_count(diag, LEVEL_WARNING)));
	json_put(summary, "info", json_count(diag_count(diag, LEVEL_INFO)));
	json_put(summary, "suppressed", json_count(diag->suppressed));
	json_put(summary, "baselined", json_count(diag->baselined));
	json_put(summary, "exit", json_integer(report->exit_status));

	json_put(document, "schema", json_string("compose-lint-report-1"));
	json_put(document, "version", json_count(1));
	json_put(document, "tool", tool);
	json_put(document, "columnUnit", json_string("codepoint"));
	json_put(document, "preset", text(&json, preset_name(report->preset)));
	json_put(document, "projects", projects);
	json_put(document, "findings", findings);
	json_put(document, "notices", notices_of(&json));
	json_put(document, "summary", summary);
	json_print(document, stream);
}

struct str report_json_library_version(void)
{
	return STR(JANSSON_VERSION);
}
