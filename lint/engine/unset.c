/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "engine/unset.h"

#include "base/limits.h"
#include "base/path.h"
#include "base/table.h"
#include "base/utf8.h"
#include "engine/yield.h"
#include "fact/credential.h"
#include "fact/gateway.h"
#include "model/name.h"

enum { DEPENDENT_RULES = 4, ALL_NAMED = 12 };

/* Which rules cannot judge a field whose value is not known. */
static const struct dependent {
	struct str field;
	struct str rules[DEPENDENT_RULES];
	bool address; /* only of a variable that carries the address of a gateway */
} dependents[] = {
	{ STR_INIT("volumes"),
	  { STR_INIT("socket-mount"), STR_INIT("home-mount"), STR_INIT("system-mount") },
	  false },
	{ STR_INIT("user"), { STR_INIT("root-user") }, false },
	{ STR_INIT("dockerfile_inline"), { STR_INIT("root-user") }, false },
	{ STR_INIT("read_only"), { STR_INIT("rootfs-writable") }, false },
	{ STR_INIT("privileged"), { STR_INIT("privileged") }, false },
	{ STR_INIT("network_mode"),
	  { STR_INIT("network-not-internal"), STR_INIT("host-namespace") },
	  false },
	{ STR_INIT("networks"), { STR_INIT("network-not-internal") }, false },
	{ STR_INIT("internal"), { STR_INIT("network-not-internal") }, false },
	{ STR_INIT("pid"), { STR_INIT("host-namespace"), STR_INIT("shared-namespace") }, false },
	{ STR_INIT("ipc"), { STR_INIT("host-namespace"), STR_INIT("shared-namespace") }, false },
	{ STR_INIT("uts"), { STR_INIT("host-namespace") }, false },
	{ STR_INIT("userns_mode"), { STR_INIT("host-namespace") }, false },
	{ STR_INIT("cgroup"), { STR_INIT("host-namespace") }, false },
	{ STR_INIT("restart"), { STR_INIT("runaway-settings") }, false },
	{ STR_INIT("group_add"), { STR_INIT("privileged-group") }, false },
	{ STR_INIT("cap_drop"), { STR_INIT("cap-drop-missing") }, false },
	{ STR_INIT("security_opt"), { STR_INIT("new-privileges"), STR_INIT("unconfined") }, false },
	{ STR_INIT("cap_add"), { STR_INIT("cap-add") }, false },
	{ STR_INIT("devices"), { STR_INIT("host-device"), STR_INIT("extra-device") }, false },
	{ STR_INIT("device_cgroup_rules"), { STR_INIT("host-device") }, false },
	{ STR_INIT("mem_limit"), { STR_INIT("no-resource-limits") }, false },
	{ STR_INIT("cpus"), { STR_INIT("no-resource-limits") }, false },
	{ STR_INIT("pids_limit"), { STR_INIT("no-resource-limits") }, false },
	{ STR_INIT("limits"), { STR_INIT("no-resource-limits") }, false },
	{ STR_INIT("extra_hosts"), { STR_INIT("host-address") }, false },
	{ STR_INIT("ports"), { STR_INIT("agent-port"), STR_INIT("port-exposed") }, false },
	{ STR_INIT("dns"), { STR_INIT("internal-leak") }, false },
	{ STR_INIT("environment"),
	  { STR_INIT("loopback-gateway-url"), STR_INIT("gateway-unreachable"),
	    STR_INIT("gateway-unknown-host") },
	  true },
	{ STR_INIT("environment"),
	  { STR_INIT("credential-env"), STR_INIT("engine-endpoint"), STR_INIT("host-address") },
	  false },
	{ STR_INIT("command"),
	  { STR_INIT("loopback-gateway-url"), STR_INIT("engine-endpoint"),
	    STR_INIT("host-address") },
	  false },
	{ STR_INIT("entrypoint"),
	  { STR_INIT("loopback-gateway-url"), STR_INIT("engine-endpoint"),
	    STR_INIT("host-address") },
	  false },
	{ STR_INIT("image"), { STR_INIT("image-unpinned"), STR_INIT("image-no-digest") }, false },
};

/* What speaks of the uses: the project as it was judged. */
struct speaker {
	struct lint *lint;
	const struct project *project;
	const struct roles *roles;
	struct credentials *credentials;
	const struct grading *grading;
	size_t first; /* finding of the project */
	const struct yield_index
		*by_rule[sizeof(dependents) / sizeof(*dependents)][DEPENDENT_RULES];
	/* the value that was spoken of last, and what Compose makes of it: one text may hold
	   thousands of variables */
	const struct node *value;
	struct str result, shown;
};

/* The field of a path "services.NAME.FIELD..." or the last segment elsewhere; without "[1]". */
static bool mentions_field(struct str path, struct str field)
{
	size_t at = 0;

	while ((at = str_find(path, field, at)) != STR_NPOS) {
		size_t end = at + field.n;

		if (at > 0 && path.p[at - 1] == '.' &&
		    (end == path.n || path.p[end] == '.' || path.p[end] == '['))
			return true;
		at = end;
	}
	return false;
}

/* The service that a path leads through; NULL: any may be meant. */
static const struct service *service_at(const struct speaker *speaker, struct str path)
{
	const struct service *service = NULL;

	if (!str_starts(path, STR("services.")))
		return NULL;
	path = str_slice(path, 9, path.n);
	/* names may hold dots: the longest is meant */
	for (size_t end = path.n; end > 0 && !service; end--)
		if (path.p[end - 1] == '.')
			service = project_service(speaker->project, str_slice(path, 0, end - 1));
	return service;
}

/* The variable of a service that the use gives its value: of "environment.NAME" or "NAME=...". */
static struct str variable_of(const struct unset_use *use)
{
	size_t at = str_find(use->path, STR(".environment."), 0);
	struct str text;

	if (at != STR_NPOS)
		return str_slice(use->path, at + 13, use->path.n);
	if (!use->value)
		return STR("");
	text = node_text(use->value);
	return str_cut(&text, '=');
}

static bool depends(const struct speaker *speaker, const struct dependent *dependent,
		    const struct service *service, struct str path, const struct unset_use *use)
{
	/* most of an inline Dockerfile can be judged all the same */
	if (str_eq(dependent->field, STR("dockerfile_inline")) &&
	    !(service && service->build && service->build->open))
		return false;
	return mentions_field(path, dependent->field) &&
	       (!dependent->address ||
		gateway_is_url_name(speaker->credentials, speaker->project->gateway,
				    variable_of(use)));
}

/* The value as a whole: a rule may have reported what the known part of it already shows. */
static bool has_judged(struct speaker *speaker, const struct dependent *dependent, size_t rule,
		       const struct unset_use *use)
{
	const struct yield_index **index = &speaker->by_rule[dependent - dependents][rule];

	if (!*index)
		*index = yield_index_of(speaker->lint, &dependent->rules[rule], 1, speaker->first);
	return yield_is_named(*index, use->value ? use->value->span : use->span);
}

/* The rules that would have judged what a variable is used in, in the order of the table. */
struct unjudged {
	struct str names[ALL_NAMED];
	size_t count;
};

static void add_unjudged(struct unjudged *unjudged, struct str name)
{
	for (size_t i = 0; i < unjudged->count; i++)
		if (str_eq(unjudged->names[i], name))
			return;
	if (unjudged->count < ALL_NAMED)
		unjudged->names[unjudged->count++] = name;
}

/* What a later file put in the place of the value that the use stands in; NULL: nothing, or not
   of a field or a variable of a service. */
static const struct node *replacement_of(const struct speaker *speaker, const struct unset_use *use)
{
	const struct service *service = service_at(speaker, use->path);
	struct str field;
	const struct node *now;

	if (!service || !use->value)
		return NULL;
	field = str_slice(use->path, 10 + service->name.n, use->path.n);
	now = str_starts(field, STR("environment"))
		      ? node_get(node_get(service->node, STR("environment")), variable_of(use))
		      : node_get(service->node, field);
	for (const struct step *step = now ? now->via : NULL; step; step = step->before)
		if (step->was && (step->kind == STEP_REPLACE || step->kind == STEP_OVERRIDE) &&
		    span_within(use->span, node_written(step->was)->span))
			return now;
	return NULL;
}

/* Of one use, those that are on for its service and did not report what is known of the value. */
static void find_unjudged(struct speaker *speaker, const struct unset_use *use,
			  struct unjudged *unjudged)
{
	const struct service *service = service_at(speaker, use->path);
	enum role role = service ? roles_of(speaker->roles, service) : SERVICE_AGENT;
	/* a service may have the name of a field */
	struct str path =
		service ? str_slice(use->path, 9 + service->name.n, use->path.n) : use->path;
	struct str field = STR("");

	if (replacement_of(speaker, use))
		return;
	for (size_t i = 0; i < sizeof(dependents) / sizeof(*dependents); i++) {
		const struct dependent *dependent = &dependents[i];

		if ((field.n && !str_eq(field, dependent->field)) ||
		    !depends(speaker, dependent, service, path, use))
			continue;
		field = dependent->field;
		for (size_t j = 0; j < DEPENDENT_RULES && dependent->rules[j].n; j++) {
			const struct rule *rule =
				rule_find(speaker->grading->rules, dependent->rules[j]);

			if (rule && grading_level(speaker->grading, rule, role) != LEVEL_OFF &&
			    !has_judged(speaker, dependent, j, use))
				add_unjudged(unjudged, rule->name);
		}
	}
}

static struct str visible(const struct speaker *speaker, struct str text)
{
	struct arena *scratch = &speaker->lint->scratch;
	struct builder b = { .arena = scratch };

	utf8_add_visible(&b, credential_mask_text(speaker->credentials, scratch, text), 80);
	return builder_str(&b);
}

/* Rules of one use are named with it; `told` are those named before. */
static struct str names_of(struct speaker *speaker, const struct unjudged *unjudged,
			   const struct unjudged *told)
{
	struct builder names = { .arena = &speaker->lint->scratch };
	struct unjudged left = { .count = 0 };

	for (size_t i = 0; i < unjudged->count; i++) {
		bool is_told = false;

		for (size_t k = 0; k < told->count; k++)
			is_told = is_told || str_eq(told->names[k], unjudged->names[i]);
		if (!is_told)
			add_unjudged(&left, unjudged->names[i]);
	}
	for (size_t i = 0; i < left.count; i++)
		builder_fmt(&names, "%s%.*s",
			    i == 0                ? ""
			    : i + 1 == left.count ? " and "
						  : ", ",
			    STR_FMT(left.names[i]));
	return builder_str(&names);
}

/* Those of the use whose path is shown, then what other uses add; each rule is named once. */
static void add_rules(struct speaker *speaker, struct builder *message,
		      const struct unset_use *const *uses, size_t nuses)
{
	static const struct unjudged none = { .count = 0 };
	struct unjudged own = { .count = 0 }, others = { .count = 0 };
	const struct service *service = NULL;
	bool several = false;
	struct str names;

	find_unjudged(speaker, uses[0], &own);
	names = names_of(speaker, &own, &none);
	if (names.n)
		builder_fmt(message, ", so %.*s could not be judged", STR_FMT(names));
	for (size_t i = 1; i < nuses; i++) {
		size_t before = others.count;

		find_unjudged(speaker, uses[i], &others);
		if (others.count == before)
			continue;
		several = several || before > 0;
		service = service_at(speaker, uses[i]->path);
	}
	names = names_of(speaker, &others, &own);
	if (!names.n)
		return;
	builder_add(message, STR("; "));
	if (service && !several)
		builder_fmt(message, "of \"%.*s\", where it is used too, ",
			    STR_FMT(visible(speaker, service->name)));
	else
		builder_add(message, STR("where it is used too, "));
	builder_fmt(message, "%.*s could not be judged", STR_FMT(names));
}

/* Compose itself refuses what the empty text makes of the value. */
static bool is_refused(struct speaker *speaker, const struct unset_use *use, struct str result)
{
	if (str_eq(use->path, STR("name")))
		return !name_normalise(&speaker->lint->scratch, result).n;
	if (mentions_field(use->path, STR("volumes")))
		return result.n && result.p[0] == ':';
	return !result.n && (mentions_field(use->path, STR("cpus")) ||
			     mentions_field(use->path, STR("mem_limit")) ||
			     mentions_field(use->path, STR("pids_limit")) ||
			     mentions_field(use->path, STR("read_only")) ||
			     mentions_field(use->path, STR("privileged")) ||
			     mentions_field(use->path, STR("internal")));
}

/* The text of the line that sets ".env" right, or says that it is not there. */
static const struct project_file *env_file(const struct project *project)
{
	for (size_t i = 0; i < project->nfiles; i++)
		if (project->files[i].role == ROLE_ENV)
			return &project->files[i];
	return NULL;
}

static void add_where_to_set(struct builder *message, const struct project *project,
			     struct str name)
{
	const struct project_file *env = env_file(project);

	if (env && env->absent) {
		builder_fmt(message, "; %.*s is absent", STR_FMT(path_base(env->name)));
		if (project->example_env.n)
			builder_fmt(message, " (%.*s shows what it should set)",
				    STR_FMT(project->example_env));
	} else if (env && env->folder) {
		builder_fmt(message, "; %.*s is a folder, which Compose passes over",
			    STR_FMT(path_base(env->name)));
	} else if (env && project->example_names && table_get(project->example_names, name)) {
		builder_fmt(message, "; %.*s shows how to set it", STR_FMT(project->example_env));
	}
}

/* An edit for each use that the finding names: mended alone, one would leave the others. */
static struct fix refuse_without(struct lint *lint, struct str name,
				 const struct unset_use *const *uses, size_t nuses)
{
	struct edit *edits = ARENA_ARRAY(&lint->run, nuses, struct edit);
	struct table spans = { .arena = &lint->scratch };
	struct str text =
		arena_fmt(&lint->run, "${%.*s:?set %.*s in .env}", STR_FMT(name), STR_FMT(name));
	size_t count = 0;

	for (size_t i = 0; i < nuses && count <= LIMIT_RELATED; i++) {
		struct str key = { (const char *)&uses[i]->span, sizeof(uses[i]->span) };

		/* what an alias or "extends" repeats is written once */
		if (table_get(&spans, key))
			continue;
		table_add(&spans, key, lint);
		edits[count++] = (struct edit){ .span = uses[i]->span, .text = text };
	}
	return (struct fix){ STR("refuse to start without it"), false, edits, count };
}

static void relate_uses(struct lint *lint, struct finding *finding, const struct project *project,
			const struct unset_use *first, const struct unset_use *const *uses,
			size_t nuses)
{
	const struct project_file *env = env_file(project);

	for (size_t i = 0; i < nuses; i++)
		/* an env file of several services is one line all the same */
		if (uses[i] != first && !span_eq(uses[i]->span, first->span))
			diag_related(&lint->diag, finding, RELATED_OTHER, uses[i]->span,
				     "it is used here too");
	if (env && env->source) {
		const struct source *source = source_get(&lint->sources, env->source);
		uint32_t end = (uint32_t)source->bytes.n;

		/* the last line that holds something */
		while (end > 0 && byte_is_space(source->bytes.p[end - 1]))
			end--;
		diag_related(&lint->diag, finding, RELATED_ORIGIN,
			     (struct span){ env->source, end, end }, "set it in this file");
	}
}

static void look_at(struct speaker *speaker, const struct node *value)
{
	if (speaker->value == value)
		return;
	speaker->value = value;
	speaker->result = node_text_when_empty(&speaker->lint->scratch, value);
	speaker->shown = visible(speaker, speaker->result);
}

static void report_variable(struct speaker *speaker, const struct rule *rule,
			    const struct unset_use *const *uses, size_t nuses)
{
	struct lint *lint = speaker->lint;
	const struct project *project = speaker->project;
	const struct unset_use *use = uses[0];
	struct str name = visible(speaker, use->name);
	struct builder message = { .arena = &lint->scratch };
	const struct node *instead = replacement_of(speaker, use);
	struct finding *finding;

	builder_fmt(&message, "%.*s is not set and has no default; ", STR_FMT(name));
	if (instead) {
		builder_fmt(&message, "%.*s is replaced in %.*s, so nothing comes of it",
			    STR_FMT(visible(speaker, use->path)),
			    STR_FMT(source_name(&lint->sources, instead->span)));
	} else if (use->value) {
		look_at(speaker, use->value);
		builder_fmt(&message, "%.*s becomes \"%.*s\"", STR_FMT(visible(speaker, use->path)),
			    STR_FMT(speaker->shown));
		if (is_refused(speaker, use, speaker->result))
			builder_add(&message, STR(", which Compose refuses"));
	} else {
		builder_fmt(&message, "%.*s is left without it",
			    STR_FMT(visible(speaker, use->path)));
	}
	add_rules(speaker, &message, uses, nuses);
	add_where_to_set(&message, project, use->name);
	finding = diag_add(&lint->diag, rule->name, use->span, "%.*s",
			   STR_FMT(builder_str(&message)));
	finding->project = *project->number;
	finding->path = use->path;
	finding->evidence = use->name;
	relate_uses(lint, finding, project, use, uses, nuses);
	finding->fix = refuse_without(lint, name, uses, nuses);
}

/* What credential-env says of the services that an env file feeds, by the variable. */
static struct table credentials_named(struct lint *lint, size_t first)
{
	struct table by_name = { .arena = &lint->scratch };

	for (size_t i = first; i < lint->diag.count; i++) {
		struct finding *finding = lint->diag.findings[i];

		if (finding->level != LEVEL_OFF && str_eq(finding->rule, STR("credential-env")) &&
		    !table_get(&by_name, finding->evidence))
			table_set(&by_name, finding->evidence, finding);
	}
	return by_name;
}

/* An env file's NAME=${NAME}: the finding stands at the item of the service and points at the line. */
static bool is_told(struct table *credentials, const struct unset_use *use)
{
	const struct finding *finding =
		str_eq(use->path, use->name) ? table_get(credentials, use->name) : NULL;

	for (const struct related *at = finding ? finding->related : NULL; at; at = at->next)
		if (at->span.source == use->span.source && at->span.start <= use->span.end &&
		    use->span.start <= at->span.end)
			return true;
	return false;
}

void unset_report(const struct sink *sink, const struct grading *grading, size_t first)
{
	struct speaker speaker = {
		.lint = sink->lint,
		.project = sink->project,
		.roles = sink->roles,
		.credentials = sink->credentials,
		.grading = grading,
		.first = first,
	};
	const struct project *project = sink->project;
	struct lint *lint = sink->lint;
	const struct rule *rule = rule_find(grading->rules, STR("unset-variable"));
	const struct unset_list *list = project->unset;
	struct table by_name = { .arena = &lint->scratch };
	struct table credentials;
	const struct yield_index *named;
	size_t *next;
	const struct unset_use **uses;

	if (!rule || !list || !list->count)
		return;
	named = yield_index_of(lint, rule->yields, SIZE_MAX, first);
	credentials = credentials_named(lint, first);
	/* uses of one name are chained in their order: next[i] is the use behind use i, 0 for none */
	next = ARENA_ARRAY(&lint->scratch, list->count, size_t);
	uses = ARENA_ARRAY(&lint->scratch, list->count, const struct unset_use *);
	for (size_t i = list->count; i > 0; i--) {
		struct unset_use *use = &list->uses[i - 1];
		struct unset_use *later;

		/* no rule reads an extension; what an alias takes out of it is a use of its own */
		if (str_starts(use->path, STR("x-")))
			continue;
		if (yield_is_named(named, use->span) || is_told(&credentials, use))
			continue;
		later = table_get(&by_name, use->name);
		next[i - 1] = later ? (size_t)(later - list->uses) : 0;
		table_set(&by_name, use->name, use);
	}
	for (size_t i = 0; i < by_name.count; i++) {
		const struct unset_use *use = by_name.entries[i].value;
		size_t count = 0;

		for (;;) {
			size_t position = (size_t)(use - list->uses);

			uses[count++] = use;
			if (!next[position])
				break;
			use = &list->uses[next[position]];
		}
		report_variable(&speaker, rule, uses, count);
	}
	arena_reset(&lint->scratch);
}
