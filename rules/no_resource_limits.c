/* SPDX-License-Identifier: MIT */
/* An agent has no ceiling for memory, CPU or processes. */
#include "config.h"

#include "engine/rule.h"
#include "fact/security.h"

static void no_resource_limits(const struct service *service, struct sink *out);

const struct rule rule_no_resource_limits = {
	.name = STR_INIT("no-resource-limits"),
	.severity = LEVEL_WARNING,
	.group = GROUP_RESOURCES,
	.applies = APPLIES_AGENT,
	.score = STR_INIT("3.3"),
	.summary = STR_INIT("an agent has no limit on memory, CPU or processes"),
	.reason = STR_INIT(
		"A container may use all of the machine unless it is told otherwise. An agent "
		"that starts the test suite in a loop, or a program that forks without end, "
		"then takes down everything else that runs there.\n"
		"\n"
		"Limits are no wall against an attacker; they keep the machine usable while "
		"you find out what happened."),
	.silent = STR_INIT(
		"Limits under \"deploy.resources.limits\" count like the short keys; "
		"reservations are no limits. A value from a variable that nothing sets counts "
		"as a limit."),
	.advice = STR_INIT("Set \"mem_limit\", \"cpus\" and \"pids_limit\", for example to 4g, 2 "
			   "and 512."),
	.see = STR_INIT(
		"Compose file reference, services "
		"<https://docs.docker.com/reference/compose-file/services/#mem_limit>\n"
		"Docker Engine security, control groups "
		"<https://docs.docker.com/engine/security/>\n"
		"OWASP Docker Security Cheat Sheet, rule 7 "
		"<https://cheatsheetseries.owasp.org/cheatsheets/Docker_Security_Cheat_Sheet.html>\n"
		"CIS Docker Benchmark, 5.11, 5.12, 5.29 "
		"<https://github.com/docker/docker-bench-security>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    mem_limit: 4g\n"
			 "    cpus: 2\n"
			 "    pids_limit: -1  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:  # <-\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    mem_limit: 4g\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    mem_limit: 4g\n"
			 "    cpus: 2\n"
			 "    pids_limit: 512\n"
			 "--- compose.override.yaml\n"
			 "services:\n"
			 "  agent:\n"
			 "    mem_limit: !reset null  # <-\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    deploy:\n"
			 "      resources:\n"
			 "        limits: {memory: 4g, cpus: \"2\", pids: 512}\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    mem_limit: \"8g\"\n"
			 "    cpus: 2\n"
			 "    pids_limit: 512\n"),
	},
	.service = no_resource_limits,
};

enum { KINDS = 3 };

static const struct kind {
	enum limit_kind kind;
	const char *name;
	struct str key, deployed; /* of the service, and below deploy.resources.limits */
	struct str value;         /* what to write */
} kinds[KINDS] = {
	{ LIMIT_OF_MEMORY, "memory", STR_INIT("mem_limit"), STR_INIT("memory"), STR_INIT("4g") },
	{ LIMIT_OF_CPU, "CPU", STR_INIT("cpus"), STR_INIT("cpus"), STR_INIT("2") },
	{ LIMIT_OF_PROCESSES, "process", STR_INIT("pids_limit"), STR_INIT("pids"),
	  STR_INIT("512") },
};

/* The limits that are missing, in the order of kinds. */
struct missing {
	const struct kind *kinds[KINDS];
	struct security_limit limits[KINDS];
	size_t count;
	const struct node *first; /* the ineffective value that stands first; NULL: none */
	struct str removed;       /* the key that a layer took away; empty: none */
};

static struct missing find_missing(const struct service *service)
{
	struct missing found = { .removed = STR_INIT("") };

	for (size_t i = 0; i < KINDS; i++) {
		struct security_limit limit = security_limit(service, kinds[i].kind);
		const struct node *value = limit.ineffective;

		if (limit.is_set)
			continue;
		found.kinds[found.count] = &kinds[i];
		found.limits[found.count++] = limit;
		if (value && (!found.first || project_span_cmp(service->project, value->span,
							       found.first->span) < 0))
			found.first = value;
		if (!found.removed.n && service_removed(service, kinds[i].key))
			found.removed = kinds[i].key;
	}
	return found;
}

/* "memory, CPU or process" */
static struct str named(const struct missing *missing, struct sink *out)
{
	struct str text = STR("");

	for (size_t i = 0; i < missing->count; i++)
		text = sink_fmt(out, "%.*s%s%s", STR_FMT(text),
				i == 0                   ? ""
				: i + 1 < missing->count ? ", "
							 : " or ",
				missing->kinds[i]->name);
	return text;
}

/* " (pids_limit: -1 means unlimited)"; empty when nothing was written. */
static struct str ineffective(const struct missing *missing, struct sink *out)
{
	struct str text = STR("");

	for (size_t i = 0; i < missing->count; i++) {
		const struct security_limit *limit = &missing->limits[i];
		struct str value = node_text(limit->ineffective);

		if (!limit->ineffective)
			continue;
		text = sink_fmt(out, "%.*s%s%.*s: %.*s means unlimited", STR_FMT(text),
				text.n ? ", " : "", STR_FMT(limit->key),
				STR_FMT(value.n ? sink_show(out, value) : STR("\"\"")));
	}
	return text.n ? sink_fmt(out, " (%.*s)", STR_FMT(text)) : text;
}

/* Where "deploy" has a section of limits, Compose refuses one that stands beside it alone. */
static const struct pair *section_of(const struct service *service)
{
	const struct node *deploy = service_field(service, STR("deploy"));
	const struct pair *limits = node_pair(node_get(deploy, STR("resources")), STR("limits"));

	return limits && limits->value->kind == NODE_MAPPING ? limits : NULL;
}

static const char title[] = "set the missing limits";

static void suggest_value(const struct node *value, struct str text, struct sink *out)
{
	if (value->nparts)
		suggest_replace_at_origin(out, false, value, text, title);
	else
		suggest_replace(out, false, value, text, title);
}

static void suggest_limits(const struct missing *missing, const struct service *service,
			   struct sink *out)
{
	const struct pair *section = section_of(service);

	for (size_t i = 0; i < missing->count; i++) {
		const struct kind *kind = missing->kinds[i];
		const struct node *value = missing->limits[i].ineffective;
		const struct node *deployed =
			section ? node_get(section->value, kind->deployed) : NULL;

		/* where both stand they have to say the same */
		if (value)
			suggest_value(value, kind->value, out);
		if (deployed && deployed != value)
			suggest_value(deployed, kind->value, out);
		else if (section && !deployed)
			suggest_insert_pair(out, false, section->key, section->value,
					    kind->deployed, kind->value, title);
		else if (!section && !value)
			suggest_insert_key(out, false, service, kind->key, kind->value, title);
	}
}

static void no_resource_limits(const struct service *service, struct sink *out)
{
	static const char format[] =
		"\"%.*s\" has no %.*s limit%.*s; a runaway %s can take the whole machine";
	const char *what_runs = sink_role(out, service) == SERVICE_AGENT ? "agent" : "process";
	struct missing missing = find_missing(service);
	struct str name = sink_show(out, service->name);
	struct str what = named(&missing, out), why = ineffective(&missing, out);

	if (!missing.count)
		return;
	if (missing.first)
		report(out, missing.first, format, STR_FMT(name), STR_FMT(what), STR_FMT(why),
		       what_runs);
	else
		report_absent(out, service,
			      missing.removed.n ? missing.removed : missing.kinds[0]->key, format,
			      STR_FMT(name), STR_FMT(what), STR_FMT(why), what_runs);
	for (size_t i = 0; i < missing.count; i++) {
		const struct node *other = missing.limits[i].ineffective;

		if (!other || other == missing.first)
			continue;
		related(out, RELATED_OTHER, other->span, "this means unlimited too");
		related_history(out, other);
	}
	suggest_limits(&missing, service, out);
}
