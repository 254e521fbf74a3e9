/* SPDX-License-Identifier: MIT */
/*
 * The sheets for programs, version 1: fields are added, never renamed or taken
 * away.  fixtures/formats/boundary-1.schema.json says what may stand where.
 */
#include "config.h"

#include "base/utf8.h"
#include "engine/reliance.h"
#include "fact/credential.h"
#include "fact/security.h"
#include "fact/user.h"
#include "report/json_text.h"
#include "report/sheet.h"

struct json {
	const struct sheets *sheets;
	struct arena *arena;
};

static void set(json_t *object, const char *key, json_t *value)
{
	json_object_set_new(object, key, value);
}

static json_t *text(const struct json *json, struct str s)
{
	return json_text(json->arena, s);
}

static json_t *text_or_null(const struct json *json, struct str s)
{
	return s.n ? text(json, s) : json_null();
}

/* Of a file's own text, which may hold what must not be shown. */
static json_t *masked(const struct json *json, struct str s)
{
	return text(json, credential_mask_text(json->sheets->credentials, json->arena, s));
}

static json_t *answer(enum boundary_answer is)
{
	return is == ANSWER_UNKNOWN ? json_null() : json_boolean(is == ANSWER_YES);
}

static void add_place(const struct json *json, json_t *places, struct span span)
{
	struct sources *sources = &json->sheets->lint->sources;
	json_t *object;
	struct place place;

	if (span_is_none(span))
		return;
	place = source_place(sources, span.source, span.start);
	object = json_object();
	json_put_file(json->arena, object, source_name(sources, span));
	set(object, "line", json_count(place.line));
	set(object, "column", json_count(place.column));
	json_array_append_new(places, object);
}

static json_t *place_list(const struct json *json, struct span span)
{
	json_t *places = json_array();

	add_place(json, places, span);
	return places;
}

/* ---- the checks ---- */

static bool has_text(const json_t *array, struct str s)
{
	for (size_t i = 0; i < json_array_size(array); i++)
		if (str_eq(str_from(json_string_value(json_array_get(array, i))), s))
			return true;
	return false;
}

static void add_rule(const struct json *json, json_t *rules, struct str rule)
{
	if (rule.n && !has_text(rules, rule))
		json_array_append_new(rules, text(json, rule));
}

/* Those that decided, then the others behind the check. */
static json_t *rule_list(const struct json *json, const struct boundary_check *check,
			 enum boundary_check_name name)
{
	json_t *rules = json_array();
	struct str rule;

	for (const struct boundary_point *point = check->points; point; point = point->next)
		if (point->verdict == check->verdict)
			add_rule(json, rules, point->rule);
	for (size_t i = 0; (rule = boundary_rule(name, i)).n; i++)
		add_rule(json, rules, rule);
	return rules;
}

static json_t *point_list(const struct json *json, const struct boundary_point *point)
{
	json_t *array = json_array();

	for (; point; point = point->next) {
		json_t *object = json_object();

		set(object, "rule", text_or_null(json, point->rule));
		set(object, "why", text(json, point->why));
		set(object, "places", place_list(json, point->place));
		json_array_append_new(array, object);
	}
	return array;
}

static json_t *check_object(const struct json *json, const struct boundary_check *check,
			    enum boundary_check_name name)
{
	json_t *object = json_object(), *places = json_array();
	struct str why = STR("");

	for (const struct boundary_point *point = check->points; point; point = point->next) {
		if (point->verdict != check->verdict)
			continue;
		if (!why.n)
			why = point->why;
		add_place(json, places, point->place);
	}
	set(object, "name", text(json, check->name));
	set(object, "verdict", text(json, verdict_word(check->verdict)));
	set(object, "why", text(json, why));
	set(object, "rules", rule_list(json, check, name));
	set(object, "places", places);
	set(object, "points", point_list(json, check->points));
	set(object, "notes", point_list(json, check->notes));
	return object;
}

static json_t *check_list(const struct json *json, const struct boundary_service *service)
{
	json_t *checks = json_array();

	for (unsigned i = 0; service->judged && i < BOUNDARY_CHECKS; i++)
		json_array_append_new(checks, check_object(json, &service->checks[i],
							   (enum boundary_check_name)i));
	return checks;
}

/* ---- what it sees, reaches and holds ---- */

static json_t *mount_list(const struct json *json, const struct boundary_service *service)
{
	json_t *array = json_array();

	for (size_t i = 0; i < service->nmounts; i++) {
		const struct boundary_mount *mount = &service->mounts[i];
		json_t *object = json_object();

		set(object, "kind", text(json, mount->kind));
		set(object, "source", text_or_null(json, mount->source));
		set(object, "target", text(json, mount->target));
		set(object, "mode", text_or_null(json, mount->mode));
		set(object, "workspace", json_boolean(mount->workspace));
		set(object, "places", place_list(json, mount->place));
		json_array_append_new(array, object);
	}
	return array;
}

static json_t *reaches(const struct json *json, const struct boundary_service *service)
{
	json_t *object = json_object(), *networks = json_array(), *neighbours = json_array();
	json_t *ports = json_array();

	for (size_t i = 0; i < service->nnetworks; i++) {
		const struct boundary_network *network = &service->networks[i];
		json_t *one = json_object();

		set(one, "name", text(json, network->name));
		set(one, "internal", answer(network->internal));
		set(one, "places", place_list(json, network->place));
		json_array_append_new(networks, one);
	}
	for (size_t i = 0; i < service->nneighbours; i++)
		json_array_append_new(neighbours, text(json, service->neighbours[i]));
	for (size_t i = 0; i < service->nports; i++) {
		json_t *one = json_object();

		set(one, "port", text(json, service->ports[i].text));
		set(one, "places", place_list(json, service->ports[i].place));
		json_array_append_new(ports, one);
	}
	set(object, "networks", networks);
	set(object, "neighbours", neighbours);
	set(object, "ports", ports);
	return object;
}

static json_t *user_object(const struct json *json, const struct user *user)
{
	static const char *const roots[] = {
		[STAGE_ROOT_UNKNOWN] = "unknown",
		[STAGE_ROOT_YES] = "yes",
		[STAGE_ROOT_NO] = "no",
		[STAGE_ROOT_PRESUMED_NO] = "presumed-no",
	};
	json_t *object = json_object(), *places = json_array();

	if (user->node)
		add_place(json, places, user->node->span);
	for (size_t i = 0; i < user->nplaces; i++)
		add_place(json, places, user->places[i].span);
	set(object, "value", user->text.n ? masked(json, user->text) : json_null());
	set(object, "uid", user->uid < 0 ? json_null() : json_integer(user->uid));
	set(object, "root", json_string(roots[user->root]));
	set(object, "places", places);
	return object;
}

static json_t *credential_array(const struct json *json, const struct boundary_service *service)
{
	json_t *array = json_array();

	for (size_t i = 0; i < service->ncredentials; i++) {
		const struct boundary_credential *credential = &service->credentials[i];
		json_t *object = json_object();

		set(object, "name", text(json, credential->name));
		set(object, "allowed", json_boolean(credential->allowed));
		set(object, "places", place_list(json, credential->place));
		json_array_append_new(array, object);
	}
	return array;
}

static json_t *limits_object(const struct json *json, const struct boundary_limits *limits)
{
	json_t *object = json_object();
	bool memory = limits->memory == ANSWER_YES && limits->memory_bytes >= 0;
	bool pids = limits->pids == ANSWER_YES && limits->pids_count >= 0;

	set(object, "memory", memory ? json_integer(limits->memory_bytes) : json_null());
	set(object, "cpus",
	    limits->cpus == ANSWER_YES ? text_or_null(json, limits->cpus_text) : json_null());
	set(object, "pids", pids ? json_integer(limits->pids_count) : json_null());
	return object;
}

static json_t *texts_of(const struct json *json, const struct node *list)
{
	json_t *array = json_array();

	for (size_t i = 0; list && list->kind == NODE_SEQUENCE && i < list->count; i++)
		json_array_append_new(array, masked(json, node_text(list->in.items[i])));
	return array;
}

static json_t *flag(const struct service *service, struct str key)
{
	const struct node *value = service_field(service, key);

	return node_is_unknown(value) ? json_null() : json_boolean(node_is_true(value));
}

static json_t *hardening(const struct json *json, const struct service *service)
{
	struct security_option option = security_option(service, STR("no-new-privileges"));
	json_t *object = json_object();

	set(object, "read_only", flag(service, STR("read_only")));
	set(object, "cap_drop", texts_of(json, service_field(service, STR("cap_drop"))));
	set(object, "cap_add", texts_of(json, service_field(service, STR("cap_add"))));
	set(object, "no_new_privileges",
	    option.is_unknown ? json_null()
			      : json_boolean(option.item && security_is_on(option.value)));
	set(object, "privileged", flag(service, STR("privileged")));
	return object;
}

/* ---- the contract ---- */

static json_t *declared_list(const struct json *json, const struct boundary_contract *contract,
			     enum contract_part part)
{
	json_t *array;

	if (!contract->parts[part].declared)
		return json_null();
	array = json_array();
	for (size_t i = 0; i < contract->parts[part].count; i++) {
		const struct boundary_declared *declared = &contract->parts[part].all[i];
		json_t *object = json_object();

		set(object, "name", text(json, declared->name));
		if (part != CONTRACT_HOLDS)
			set(object, part == CONTRACT_SEES ? "mode" : "ports",
			    text_or_null(json, declared->how));
		set(object, "state", text(json, boundary_state_word(declared->state)));
		set(object, "places", place_list(json, declared->place));
		json_array_append_new(array, object);
	}
	return array;
}

static json_t *contract_object(const struct json *json, const struct boundary_contract *contract)
{
	json_t *object, *beyond;

	if (!contract)
		return json_null();
	object = json_object();
	beyond = json_array();
	for (unsigned part = 0; part < CONTRACT_PARTS; part++)
		set(object, arena_cstr(json->arena, contract_part_name((enum contract_part)part)),
		    declared_list(json, contract, (enum contract_part)part));
	for (size_t i = 0; i < contract->nbeyond; i++) {
		json_t *one = json_object();

		set(one, "part", text(json, contract_part_name(contract->beyond[i].part)));
		set(one, "name", text(json, contract->beyond[i].name));
		set(one, "what", text(json, contract->beyond[i].what));
		set(one, "places", place_list(json, contract->beyond[i].place));
		json_array_append_new(beyond, one);
	}
	set(object, "beyond", beyond);
	return object;
}

static json_t *service_object(const struct json *json, const struct boundary_service *sheet)
{
	const struct service *service = sheet->entry->service;
	json_t *object = json_object();

	set(object, "role", text(json, role_name(sheet->entry->role)));
	set(object, "why", text(json, sheet->entry->why));
	set(object, "checks", check_list(json, sheet));
	set(object, "others", point_list(json, sheet->others));
	set(object, "sees", mount_list(json, sheet));
	set(object, "reaches", reaches(json, sheet));
	set(object, "user", service->user ? user_object(json, service->user) : json_null());
	set(object, "credentials", credential_array(json, sheet));
	set(object, "limits", limits_object(json, &sheet->limits));
	set(object, "hardening", hardening(json, service));
	set(object, "contract", contract_object(json, sheet->contract));
	return object;
}

static json_t *declaration_list(const struct json *json, const struct boundary *boundary)
{
	json_t *array = json_array();
	struct reliances relied = { .count = 0 };

	if (boundary)
		relied = reliances_of(json->sheets->lint, boundary->project, RELIANCE_OF_SHEET);
	for (size_t i = 0; i < relied.count; i++) {
		json_t *object = json_object();

		set(object, "what", text(json, relied.all[i].what));
		set(object, "places", place_list(json, relied.all[i].place));
		json_array_append_new(array, object);
	}
	return array;
}

static json_t *project_object(const struct json *json, size_t number)
{
	const struct report_project *project = &json->sheets->projects[number];
	const struct boundary *boundary = json->sheets->all[number];
	json_t *object = json_object(), *files = json_array(), *services = json_object();

	for (size_t i = 0; i < project->nfiles; i++)
		if (project->files[i].source)
			json_array_append_new(files, text(json, project->files[i].name));
	for (size_t i = 0; boundary && i < boundary->nservices; i++) {
		struct str name = utf8_repair(
			json->arena,
			credential_mask_name(json->sheets->credentials, json->arena,
					     boundary->services[i].entry->service->name));

		set(services, arena_cstr(json->arena, name),
		    service_object(json, &boundary->services[i]));
	}
	set(object, "directory", text(json, project->directory));
	set(object, "files", files);
	set(object, "configuration", text_or_null(json, project->configuration));
	set(object, "declarations", declaration_list(json, boundary));
	set(object, "services", services);
	return object;
}

void sheet_json(const struct sheets *sheets, FILE *stream)
{
	struct json json = { sheets, &sheets->lint->run };
	json_t *document, *tool, *projects, *summary;

	json_begin();
	document = json_object();
	tool = json_object();
	projects = json_array();
	summary = json_object();
	set(tool, "name", json_string(PACKAGE_NAME));
	set(tool, "version", json_string(PACKAGE_VERSION));
	for (size_t i = 0; i < sheets->nprojects; i++)
		json_array_append_new(projects, project_object(&json, i));
	set(summary, "pass", json_count(sheet_count(sheets, VERDICT_PASS)));
	set(summary, "fail", json_count(sheet_count(sheets, VERDICT_FAIL)));
	set(summary, "cannot-tell", json_count(sheet_count(sheets, VERDICT_CANNOT_TELL)));
	set(summary, "errors-besides", json_count(sheets->besides));
	set(summary, "exit", json_integer(sheets->exit_status));
	set(document, "schema", json_string("compose-lint-boundary-1"));
	set(document, "version", json_count(1));
	set(document, "tool", tool);
	set(document, "projects", projects);
	set(document, "summary", summary);
	json_print(document, stream);
}
