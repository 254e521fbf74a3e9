/* SPDX-License-Identifier: MIT */
/* The sheets for a person: the checks first, then in plain words what there is. */
#include "config.h"

#include "report/sheet.h"

#include "engine/reliance.h"
#include "fact/credential.h"
#include "fact/user.h"
#include "report/line.h"
#include "report/relied.h"

enum { COLUMNS = 80, INDENT = 15 };

struct text {
	const struct sheets *sheets;
	struct arena *arena;
	FILE *stream;
};

bool sheet_format_find(struct str name, enum sheet_format *format)
{
	if (str_eq(name, STR("text")))
		*format = SHEET_TEXT;
	else if (str_eq(name, STR("json")))
		*format = SHEET_JSON;
	else
		return false;
	return true;
}

size_t sheet_count(const struct sheets *sheets, enum verdict verdict)
{
	size_t count = 0;

	for (size_t i = 0; i < sheets->nprojects; i++)
		for (size_t k = 0; sheets->all[i] && k < sheets->all[i]->nservices; k++) {
			const struct boundary_service *service = &sheets->all[i]->services[k];

			for (size_t j = 0; service->judged && j < BOUNDARY_CHECKS; j++)
				count += service->checks[j].verdict == verdict;
		}
	return count;
}

/* The place is told in a check of some sheet, under the same rule. */
static bool is_told(const struct sheets *sheets, const struct finding *finding)
{
	const struct boundary *boundary = sheets->all[finding->project];

	for (size_t i = 0; boundary && i < boundary->nservices; i++)
		for (unsigned k = 0; boundary->services[i].judged && k < BOUNDARY_CHECKS; k++) {
			const struct boundary_check *check = &boundary->services[i].checks[k];

			for (const struct boundary_point *at = check->points; at; at = at->next)
				if (at->verdict != VERDICT_PASS &&
				    str_eq(at->rule, finding->rule) &&
				    span_eq(at->place, finding->span))
					return true;
		}
	return false;
}

size_t sheet_count_besides(const struct sheets *sheets)
{
	const struct diag *diag = &sheets->lint->diag;
	size_t count = 0;

	for (size_t i = 0; i < diag->count; i++)
		count += diag->findings[i]->level == LEVEL_ERROR &&
			 sheets->all[diag->findings[i]->project] &&
			 !is_told(sheets, diag->findings[i]);
	return count;
}

bool sheet_judges(const struct sheets *sheets)
{
	return sheet_count(sheets, VERDICT_PASS) || sheet_count(sheets, VERDICT_FAIL) ||
	       sheet_count(sheets, VERDICT_CANNOT_TELL);
}

static struct builder fresh(const struct text *text)
{
	return (struct builder){ .arena = text->arena };
}

/* ---- the checks ---- */

static void put_check(const struct text *text, const struct boundary_check *check)
{
	static const struct {
		const char *word, *ink;
	} words[] = {
		[VERDICT_PASS] = { "PASS", "32" },
		[VERDICT_CANNOT_TELL] = { "CANNOT TELL", "33" },
		[VERDICT_FAIL] = { "FAIL", "1;31" },
	};
	struct builder b = fresh(text);

	builder_add(&b, STR("  "));
	if (text->sheets->colour)
		builder_fmt(&b, "\033[%sm", words[check->verdict].ink);
	builder_fmt(&b, "%-11s", words[check->verdict].word);
	if (text->sheets->colour)
		builder_add(&b, STR("\033[0m"));
	builder_fmt(&b, "  %.*s", STR_FMT(check->name));
	line_put(text->stream, &b);
}

static struct str blanks(size_t count)
{
	static const char all[] = "                    ";

	return (struct str){ all, count < sizeof(all) - 1 ? count : sizeof(all) - 1 };
}

static bool is_same(const struct boundary_point *a, const struct boundary_point *b)
{
	return a->verdict == b->verdict && str_eq(a->rule, b->rule) && str_eq(a->why, b->why);
}

/* One sentence, and every place of which it is said. */
static void put_point(const struct text *text, const struct boundary_point *point, bool note)
{
	const struct boundary_point *other = point;
	struct builder b = fresh(text);

	if (note)
		builder_add(&b, STR("note: "));
	builder_add(&b, point->why);
	if (point->rule.n)
		builder_fmt(&b, " [%.*s]", STR_FMT(point->rule));
	for (bool first = true; other; other = other->next) {
		if (!is_same(point, other) || span_is_none(other->place))
			continue;
		builder_add(&b, first ? STR(" (") : STR(", "));
		line_add_place(&b, &text->sheets->lint->sources, other->place);
		first = false;
	}
	builder_add(&b, span_is_none(point->place) ? STR("") : STR(")"));
	line_wrap(text->stream, text->arena, builder_str(&b), COLUMNS, blanks(INDENT),
		  blanks(INDENT));
}

static bool is_said_before(const struct boundary_point *first, const struct boundary_point *point)
{
	for (; first != point; first = first->next)
		if (is_same(first, point))
			return true;
	return false;
}

/* What decided; of a failed check what is merely in doubt is not needed. */
static void put_points(const struct text *text, const struct boundary_check *check)
{
	const struct boundary_point *point;

	for (point = check->points; point; point = point->next)
		if (point->verdict == check->verdict && !is_said_before(check->points, point))
			put_point(text, point, false);
	for (point = check->notes; point; point = point->next)
		if (!is_said_before(check->notes, point))
			put_point(text, point, true);
}

/* ---- in plain words ---- */

static void put(const struct text *text, const char *heading, const struct builder *b)
{
	struct builder first = fresh(text);

	builder_fmt(&first, "  %-*s", INDENT - 2, heading);
	line_wrap(text->stream, text->arena, builder_str(b), COLUMNS, builder_str(&first),
		  blanks(INDENT));
}

static void put_mounts(const struct text *text, const struct boundary_service *service)
{
	for (size_t i = 0; i < service->nmounts; i++) {
		const struct boundary_mount *mount = &service->mounts[i];
		struct builder b = fresh(text);

		builder_fmt(&b, "%.*s, %s: %.*s", STR_FMT(mount->target),
			    !mount->mode.n                   ? "mode not known"
			    : str_eq(mount->mode, STR("ro")) ? "read-only"
							     : "read-write",
			    STR_FMT(mount->kind));
		if (mount->source.n)
			builder_fmt(&b, " %.*s", STR_FMT(mount->source));
		if (mount->workspace)
			builder_add(&b, STR(", the workspace"));
		builder_add(&b, STR(" ("));
		line_add_place(&b, &text->sheets->lint->sources, mount->place);
		builder_byte(&b, ')');
		put(text, i ? "" : "sees", &b);
	}
	if (!service->nmounts) {
		struct builder b = fresh(text);

		builder_add(&b, STR("nothing but its image"));
		put(text, "sees", &b);
	}
}

static void put_networks(const struct text *text, const struct boundary_service *service)
{
	struct builder b = fresh(text);

	for (size_t i = 0; i < service->nnetworks; i++) {
		const struct boundary_network *network = &service->networks[i];

		builder_fmt(&b, "%snetwork %.*s (%s)", i ? ", " : "", STR_FMT(network->name),
			    network->internal == ANSWER_YES  ? "internal"
			    : network->internal == ANSWER_NO ? "with a route to the outside"
							     : "whether internal is not known");
	}
	if (!service->nnetworks)
		builder_add(&b, STR("no network"));
	put(text, "reaches", &b);
	b = fresh(text);
	for (size_t i = 0; i < service->nneighbours; i++)
		builder_fmt(&b, "%s%.*s", i ? ", " : "services: ", STR_FMT(service->neighbours[i]));
	if (service->nneighbours)
		put(text, "", &b);
	b = fresh(text);
	for (size_t i = 0; i < service->nports; i++)
		builder_fmt(&b, "%s%.*s",
			    i ? ", " : "published ports: ", STR_FMT(service->ports[i].text));
	if (service->nports)
		put(text, "", &b);
}

static void put_user(const struct text *text, const struct boundary_service *service)
{
	static const char *const roots[] = {
		[STAGE_ROOT_UNKNOWN] = "whether that is root is not known",
		[STAGE_ROOT_YES] = "root",
		[STAGE_ROOT_NO] = "not root",
		[STAGE_ROOT_PRESUMED_NO] = "presumably not root",
	};
	const struct user *user = service->entry->service->user;
	struct builder b = fresh(text);

	if (user->text.n) {
		line_add(&b,
			 credential_mask_text(text->sheets->credentials, text->arena, user->text));
		builder_add(&b, STR(", "));
	} else {
		builder_add(&b, STR("the image's user, "));
	}
	builder_fmt(&b, "%s", roots[user->root]);
	put(text, "runs as", &b);
}

static void put_credentials(const struct text *text, const struct boundary_service *service)
{
	struct builder b = fresh(text);

	for (size_t i = 0; i < service->ncredentials; i++) {
		const struct boundary_credential *credential = &service->credentials[i];

		builder_fmt(&b, "%s%.*s%s", i ? ", " : "", STR_FMT(credential->name),
			    credential->allowed ? " (the gateway's key)" : "");
	}
	if (!service->ncredentials)
		builder_add(&b, STR("no credential in its environment"));
	put(text, "holds", &b);
}

/* "4 GiB", "512 MiB", "1000 bytes" */
static void add_bytes(struct builder *b, int64_t bytes)
{
	static const char *const units[] = { "bytes", "KiB", "MiB", "GiB", "TiB" };
	size_t unit = 0;

	while (unit < 4 && bytes && bytes % 1024 == 0) {
		bytes /= 1024;
		unit++;
	}
	builder_fmt(b, "%lld %s", (long long)bytes, units[unit]);
}

static void put_limits(const struct text *text, const struct boundary_service *service)
{
	const struct boundary_limits *limits = &service->limits;
	struct builder b = fresh(text);

	if (limits->memory == ANSWER_YES && limits->memory_bytes >= 0) {
		add_bytes(&b, limits->memory_bytes);
		builder_add(&b, STR(" of memory"));
	} else {
		builder_add(&b, limits->memory == ANSWER_NO ? STR("memory without limit")
							    : STR("memory: not known"));
	}
	if (limits->cpus == ANSWER_YES && limits->cpus_text.n)
		builder_fmt(&b, ", %.*s CPUs", STR_FMT(limits->cpus_text));
	else
		builder_add(&b, limits->cpus == ANSWER_NO    ? STR(", CPUs without limit")
				: limits->cpus == ANSWER_YES ? STR(", CPUs limited")
							     : STR(", CPUs: not known"));
	if (limits->pids == ANSWER_YES && limits->pids_count >= 0)
		builder_fmt(&b, ", %lld processes", (long long)limits->pids_count);
	else
		builder_add(&b, limits->pids == ANSWER_NO ? STR(", processes without limit")
							  : STR(", processes: not known"));
	put(text, "limits", &b);
}

static void put_declared(const struct text *text, enum contract_part part,
			 const struct boundary_declared *declared, const char *heading)
{
	struct builder b = fresh(text);

	builder_fmt(&b, "%.*s %.*s", STR_FMT(contract_part_name(part)), STR_FMT(declared->name));
	if (part == CONTRACT_SEES && declared->how.n)
		builder_add(&b, str_eq(declared->how, STR("ro")) ? STR(", read-only")
								 : STR(", read-write"));
	else if (declared->how.n)
		builder_fmt(&b, ", port %.*s", STR_FMT(declared->how));
	builder_fmt(&b, ": %s%.*s (",
		    declared->state == STATE_PRESENT || declared->state == STATE_UNKNOWN ? ""
		    : declared->state == STATE_MISSING ? "NOT MET, "
						       : "but ",
		    STR_FMT(boundary_state_word(declared->state)));
	line_add_place(&b, &text->sheets->lint->sources, declared->place);
	builder_byte(&b, ')');
	put(text, heading, &b);
}

/* What is declared and whether it is there; then what is there and not declared. */
static void put_contract(const struct text *text, const struct boundary_contract *contract)
{
	const char *heading = "contract";

	for (unsigned part = 0; part < CONTRACT_PARTS; part++) {
		struct builder b = fresh(text);

		for (size_t i = 0; i < contract->parts[part].count; i++) {
			put_declared(text, (enum contract_part)part, &contract->parts[part].all[i],
				     heading);
			heading = "";
		}
		if (contract->parts[part].count)
			continue;
		builder_fmt(&b, "%.*s: %s", STR_FMT(contract_part_name((enum contract_part)part)),
			    contract->parts[part].declared ? "nothing is declared, so nothing is "
							     "allowed"
							   : "not declared, so not judged");
		put(text, heading, &b);
		heading = "";
	}
	for (size_t i = 0; i < contract->nbeyond; i++) {
		struct builder b = fresh(text);

		builder_fmt(&b, "BEYOND: %.*s (", STR_FMT(contract->beyond[i].what));
		line_add_place(&b, &text->sheets->lint->sources, contract->beyond[i].place);
		builder_byte(&b, ')');
		put(text, "", &b);
	}
	if (!contract->nbeyond) {
		struct builder b = fresh(text);

		builder_add(&b, STR("nothing goes beyond it"));
		put(text, "", &b);
	}
}

static void put_service(const struct text *text, const struct boundary_service *service)
{
	struct builder b = fresh(text);

	line_add(&b, credential_mask_name(text->sheets->credentials, text->arena,
					  service->entry->service->name));
	builder_fmt(&b, ": %.*s", STR_FMT(role_name(service->entry->role)));
	if (service->entry->why.n)
		builder_fmt(&b, ", %.*s", STR_FMT(service->entry->why));
	line_wrap(text->stream, text->arena, builder_str(&b), COLUMNS, STR(""), STR("    "));
	fputc('\n', text->stream);
	for (size_t i = 0; service->judged && i < BOUNDARY_CHECKS; i++) {
		put_check(text, &service->checks[i]);
		put_points(text, &service->checks[i]);
	}
	if (service->others) {
		struct builder heading = fresh(text);

		builder_add(&heading, STR("  besides"));
		line_put(text->stream, &heading);
	}
	for (const struct boundary_point *point = service->others; point; point = point->next)
		put_point(text, point, false);
	if (service->judged)
		fputc('\n', text->stream);
	put_mounts(text, service);
	put_networks(text, service);
	put_user(text, service);
	if (service->judged) {
		put_credentials(text, service);
		put_limits(text, service);
	}
	if (service->contract)
		put_contract(text, service->contract);
	fputc('\n', text->stream);
}

/* Agents first. */
static void put_project(const struct text *text, const struct boundary *boundary)
{
	for (size_t i = 0; i < boundary->nservices; i++)
		if (boundary->services[i].judged)
			put_service(text, &boundary->services[i]);
	for (size_t i = 0; i < boundary->nservices; i++)
		if (!boundary->services[i].judged)
			put_service(text, &boundary->services[i]);
}

/* A blank line behind it, if there is anything. */
static void put_relied(const struct text *text, const struct report_project *project)
{
	if (!project->configuration.n &&
	    !reliances_of(text->sheets->lint, project->project, RELIANCE_OF_SHEET).count)
		return;
	relied_put(text->sheets->lint, project, RELIANCE_OF_SHEET, text->stream);
	fputc('\n', text->stream);
}

/* Errors that no check stands on must not hide behind nine passes. */
static void put_summary(const struct text *text)
{
	const struct sheets *sheets = text->sheets;
	struct builder b = fresh(text);

	builder_fmt(&b, "%zu pass, %zu fail, %zu cannot tell", sheet_count(sheets, VERDICT_PASS),
		    sheet_count(sheets, VERDICT_FAIL), sheet_count(sheets, VERDICT_CANNOT_TELL));
	if (sheets->besides)
		builder_fmt(&b, "; compose-lint reports %zu error%s besides", sheets->besides,
			    sheets->besides == 1 ? "" : "s");
	line_put(text->stream, &b);
}

static void sheet_text(const struct sheets *sheets, FILE *stream)
{
	struct text text = { sheets, &sheets->lint->run, stream };

	for (size_t i = 0; i < sheets->nprojects; i++) {
		struct builder b = fresh(&text);

		if (!sheets->all[i])
			continue;
		if (sheets->nprojects > 1) {
			builder_add(&b, STR("project in "));
			line_add(&b, sheets->projects[i].directory);
			line_put(stream, &b);
			fputc('\n', stream);
		}
		put_relied(&text, &sheets->projects[i]);
		put_project(&text, sheets->all[i]);
	}
	put_summary(&text);
}

struct failure sheet_write(const struct sheets *sheets, enum sheet_format format, FILE *stream)
{
	if (format == SHEET_JSON)
		sheet_json(sheets, stream);
	else
		sheet_text(sheets, stream);
	return report_flush(stream, &sheets->lint->run);
}
