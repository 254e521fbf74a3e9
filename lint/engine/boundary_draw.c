/* SPDX-License-Identifier: MIT */
/* The nine checks; what the agent sees, reaches and holds is boundary_view.c. */
#include "config.h"

#include "engine/boundary_part.h"

#include "base/limits.h"
#include "engine/sink.h"
#include "engine/yield.h"
#include "fact/credential.h"
#include "fact/declared.h"
#include "fact/gateway.h"
#include "fact/mount.h"
#include "fact/network.h"
#include "fact/user.h"
#include "model/environment.h"

enum effect { EFFECT_NOTED, EFFECT_DOUBTS, EFFECT_FAILS };

struct behind {
	enum boundary_check_name check;
	struct str rule;
	enum effect effect;
};

static const struct behind behind[] = {
#define CHECK(id, name)
#define BEHIND(id, rule, effect) { BOUNDARY_##id, STR_INIT(rule), EFFECT_##effect },
#include "engine/boundary.list"
#undef CHECK
#undef BEHIND
};

static const struct str check_names[] = {
#define CHECK(id, name) STR_INIT(name),
#define BEHIND(id, rule, effect)
#include "engine/boundary.list"
#undef CHECK
#undef BEHIND
};

enum { BEHIND_COUNT = sizeof(behind) / sizeof(*behind) };

struct str verdict_word(enum verdict verdict)
{
	static const struct str words[] = {
		[VERDICT_PASS] = STR_INIT("pass"),
		[VERDICT_CANNOT_TELL] = STR_INIT("cannot-tell"),
		[VERDICT_FAIL] = STR_INIT("fail"),
	};

	return words[verdict];
}

struct str boundary_rule(enum boundary_check_name check, size_t position)
{
	for (size_t i = 0; i < BEHIND_COUNT; i++)
		if (behind[i].check == check && !position--)
			return behind[i].rule;
	return STR("");
}

/* ---- points ---- */

static void append(struct boundary_point **list, struct boundary_point *point)
{
	while (*list)
		list = &(*list)->next;
	*list = point;
}

static struct boundary_point *point_of(const struct drawing *drawing, struct str rule,
				       struct str why, struct span place)
{
	struct arena *arena = &drawing->sink->lint->run;
	struct boundary_point *point = ARENA_NEW(arena, struct boundary_point);

	point->rule = rule;
	point->why = arena_str(arena, credential_mask_text(drawing->sink->credentials, arena, why));
	point->place = place;
	return point;
}

/* A place decides a check once: of several rules the one that boundary.list names first. */
static bool is_told(const struct boundary_point *points, enum verdict verdict, struct span place)
{
	for (; points; points = points->next)
		if (points->verdict >= verdict && !span_is_none(place) &&
		    span_eq(points->place, place))
			return true;
	return false;
}

void boundary_decide(const struct drawing *drawing, enum boundary_check_name name,
		     enum verdict verdict, struct str rule, struct str why, struct span place)
{
	struct boundary_check *check = &drawing->checks[name];
	struct boundary_point *point;

	if (is_told(check->points, verdict, place))
		return;
	point = point_of(drawing, rule, why, place);
	point->verdict = verdict;
	append(&check->points, point);
	if (verdict > check->verdict)
		check->verdict = verdict;
}

void boundary_doubt(const struct drawing *drawing, enum boundary_check_name name, struct str why,
		    struct span place)
{
	boundary_decide(drawing, name, VERDICT_CANNOT_TELL, STR(""), why, place);
}

/* ---- what the rules say ---- */

/* The host's root, or what all homes and sockets lie below. */
static bool leads_everywhere(const struct drawing *drawing, const struct finding *finding)
{
	const struct mount_list *mounts = drawing->service->mounts;

	for (size_t i = 0; i < mounts->count; i++) {
		const struct mount *mount = &mounts->all[i];
		const struct hostpath *path =
			mount->fact.class == HOSTPATH_IS_PLAIN && mount->when_empty
				? &mount->when_empty->path
				: &mount->path;

		if (!span_eq(mount->place->span, finding->span))
			continue;
		if ((path->kind == HOSTPATH_DRIVE && path->path.n == 3) ||
		    str_eq(path->path, STR("/")) || str_eq(path->path, STR("/mnt")) ||
		    str_eq(path->path, STR("/host_mnt")))
			return true;
	}
	return false;
}

/* Of a rule with many causes, only some belong to a check. */
static bool counts(const struct drawing *drawing, const struct behind *row,
		   const struct finding *finding)
{
	if (str_eq(row->rule, STR("system-mount")) && row->check != BOUNDARY_SECRET)
		return leads_everywhere(drawing, finding);
	/* among the processes of the host, their files and environment can be read in /proc */
	if (str_eq(row->rule, STR("host-namespace")))
		return str_ends(finding->path,
				row->check == BOUNDARY_SECRET ? STR(".pid") : STR(".network_mode"));
	return true;
}

static enum verdict verdict_of(const struct drawing *drawing, const struct behind *row)
{
	/* the rule speaks where root is certain and where nobody can know */
	if (str_eq(row->rule, STR("root-user")) &&
	    drawing->service->user->root == STAGE_ROOT_UNKNOWN &&
	    !drawing->service->user->root_when_empty)
		return VERDICT_CANNOT_TELL;
	return row->effect == EFFECT_FAILS ? VERDICT_FAIL : VERDICT_CANNOT_TELL;
}

static void take(const struct drawing *drawing, const struct behind *row,
		 const struct finding *finding)
{
	if (!str_eq(row->rule, finding->rule) || !counts(drawing, row, finding))
		return;
	boundary_decide(drawing, row->check, verdict_of(drawing, row), finding->rule,
			finding->message, finding->span);
}

/* One cause, one line: what gives way is told by the other rule. */
static void take_note(const struct drawing *drawing, const struct behind *row,
		      const struct finding *finding)
{
	if (finding->level != LEVEL_OFF && str_eq(row->rule, finding->rule) &&
	    counts(drawing, row, finding))
		append(&drawing->checks[row->check].notes,
		       point_of(drawing, finding->rule, finding->message, finding->span));
}

/* What is wrong beyond the nine. */
static void take_other(struct drawing *drawing, const struct finding *finding)
{
	/* a contract has lines of its own in the sheet */
	if (finding->level != LEVEL_ERROR || str_eq(finding->rule, STR("beyond-contract")))
		return;
	for (size_t i = 0; i < BEHIND_COUNT; i++)
		if (str_eq(behind[i].rule, finding->rule) && counts(drawing, &behind[i], finding))
			return;
	append(&drawing->others, point_of(drawing, finding->rule, finding->message, finding->span));
}

/* Asks the rules for this service alone; their findings are taken and go away again. */
static void ask_rules(struct drawing *drawing, struct rule_set rules)
{
	struct sink *sink = drawing->sink;
	struct diag *diag = &sink->lint->diag;
	size_t first = diag->count, lost = diag->beyond_limit;

	for (size_t i = 0; i < rules.count; i++) {
		sink->rule = rules.all[i];
		sink->level = sink->rule->severity;
		sink->current = NULL;
		if (!sink->rule->service || sink->rule->applies == APPLIES_NOT_AGENT)
			continue;
		sink->rule->service(drawing->service, sink);
		arena_reset(&sink->lint->scratch);
	}
	/* by check, and in the order of boundary.list */
	for (size_t k = 0; k < BEHIND_COUNT; k++)
		for (size_t i = first; behind[k].effect != EFFECT_NOTED && i < diag->count; i++)
			take(drawing, &behind[k], diag->findings[i]);
	yield_findings(sink->lint, rules, first);
	for (size_t k = 0; k < BEHIND_COUNT; k++)
		for (size_t i = first; behind[k].effect == EFFECT_NOTED && i < diag->count; i++)
			take_note(drawing, &behind[k], diag->findings[i]);
	for (size_t i = first; i < diag->count; i++)
		take_other(drawing, diag->findings[i]);
	drawing->nfindings = diag->count - first;
	drawing->findings =
		ARENA_ARRAY(&sink->lint->run, drawing->nfindings, const struct finding *);
	for (size_t i = 0; i < drawing->nfindings; i++)
		drawing->findings[i] = diag->findings[first + i];
	for (unsigned i = 0; diag->beyond_limit > lost && i < BOUNDARY_CHECKS; i++)
		boundary_doubt(drawing, (enum boundary_check_name)i,
			       STR("there are more findings than are kept"), SPAN_NONE);
	diag->count = first;
	diag->beyond_limit = lost;
}

/* ---- what a pass stands on ---- */

static void prove(const struct drawing *drawing, enum boundary_check_name name, struct str why,
		  struct span place)
{
	if (drawing->checks[name].verdict == VERDICT_PASS)
		boundary_decide(drawing, name, VERDICT_PASS, STR(""), why, place);
}

static void prove_mounts(const struct drawing *drawing)
{
	static const struct {
		enum boundary_check_name check;
		const char *none, *some;
	} texts[] = {
		{ BOUNDARY_HOME, "nothing of the host is mounted",
		  "no mount leads to a home directory" },
		{ BOUNDARY_SOCKET, "nothing of the host is mounted",
		  "no mount leads to an engine's socket" },
		{ BOUNDARY_SECRET, "nothing of the host is mounted",
		  "no mount leads to a file that is known to hold secrets it is not given" },
	};
	const struct mount_list *mounts = drawing->service->mounts;

	for (size_t k = 0; k < sizeof(texts) / sizeof(*texts); k++) {
		bool some = false;

		for (size_t i = 0; i < mounts->count; i++) {
			const struct mount *mount = &mounts->all[i];

			if (mount->type != MOUNT_BIND || mount->hidden)
				continue;
			prove(drawing, texts[k].check, str_from(texts[k].some), mount->place->span);
			some = true;
		}
		if (!some)
			prove(drawing, texts[k].check, str_from(texts[k].none), SPAN_NONE);
	}
}

static void prove_user(const struct drawing *drawing)
{
	const struct user *user = drawing->service->user;
	struct sink *sink = drawing->sink;
	struct str text = sink_show(sink, user->text);
	struct str why = user->root == STAGE_ROOT_PRESUMED_NO
				 ? sink_fmt(sink, "runs as %.*s, which is presumably not root",
					    STR_FMT(text))
				 : sink_fmt(sink, "runs as %.*s", STR_FMT(text));

	if (!text.n)
		why = STR("its image is known to run as a user other than root");
	prove(drawing, BOUNDARY_USER, why,
	      user->node      ? user->node->span
	      : user->nplaces ? user->places[user->nplaces - 1].span
			      : drawing->service->key->span);
}

static void prove_rootfs(const struct drawing *drawing)
{
	const struct node *value = service_field(drawing->service, STR("read_only"));

	if (value)
		prove(drawing, BOUNDARY_ROOTFS, STR("read_only is true"), value->span);
}

/* A positive control: it has to be there. */
static void judge_workspace(const struct drawing *drawing)
{
	const struct mount_list *mounts = drawing->service->mounts;
	const struct mount *workspace = mounts->workspace;
	struct sink *sink = drawing->sink;

	/* what Compose refuses may be the very mount that is missed */
	if (!workspace && sink->project->refused)
		return;
	if (!workspace)
		boundary_decide(
			drawing, BOUNDARY_PROJECT, VERDICT_FAIL, STR("no-workspace"),
			mounts->workspace_declared
				? sink_fmt(sink,
					   "no directory of the host is mounted for writing at "
					   "%.*s, "
					   "which is declared to be the workspace",
					   STR_FMT(sink_show(
						   sink,
						   drawing->service->declared->workspace->text)))
				: STR("nothing of the host is mounted for writing, so the agent "
				      "cannot work on a project"),
			mounts->workspace_declared ? mounts->workspace_reason
						   : drawing->service->key->span);
	else if (workspace->mode_is_unknown)
		boundary_doubt(
			drawing, BOUNDARY_PROJECT,
			STR("whether its workspace is writable hangs on a variable that nothing "
			    "sets"),
			workspace->item->span);
	else if (workspace->path.has_unknown)
		boundary_doubt(drawing, BOUNDARY_PROJECT, boundary_mount_doubt(sink, workspace),
			       workspace->place->span);
	else
		prove(drawing, BOUNDARY_PROJECT,
		      sink_fmt(sink, "%.*s is writable at %.*s",
			       STR_FMT(sink_source(sink, workspace->source)),
			       STR_FMT(sink_show(sink, workspace->target))),
		      workspace->place->span);
}

static void prove_environment(const struct drawing *drawing)
{
	const struct environment *environment = drawing->service->environment;
	struct sink *sink = drawing->sink;
	bool some = false;

	for (size_t i = 0; i < environment->count; i++) {
		const struct environment_entry *entry = &environment->all[i];
		const struct node *at = environment_place(entry);

		if (!gateway_is_key_name(drawing->sink->project->gateway, entry->name))
			continue;
		if (environment_is_left_to_shell(entry, sink->project->env)) {
			boundary_doubt(
				drawing, BOUNDARY_ENVIRONMENT,
				sink_fmt(sink,
					 "whose key %.*s holds is not known: nothing here sets it",
					 STR_FMT(sink_show(sink, entry->name))),
				at ? at->span : entry->line);
			some = true;
			continue;
		}
		prove(drawing, BOUNDARY_ENVIRONMENT,
		      sink_fmt(sink, "it holds the gateway's key, %.*s, and no other credential",
			       STR_FMT(sink_show(sink, entry->name))),
		      at ? at->span : entry->line);
		some = true;
	}
	if (!some)
		prove(drawing, BOUNDARY_ENVIRONMENT, STR("it holds no credential"), SPAN_NONE);
}

static void prove_networks(const struct drawing *drawing)
{
	const struct network_list *networks = drawing->service->networks;
	struct sink *sink = drawing->sink;

	if (networks->none)
		prove(drawing, BOUNDARY_INTERNET, STR("network_mode is none"),
		      service_field(drawing->service, STR("network_mode"))->span);
	for (size_t i = 0; i < networks->count; i++)
		prove(drawing, BOUNDARY_INTERNET,
		      sink_fmt(sink, "network \"%.*s\" is %s",
			       STR_FMT(sink_show(sink, networks->all[i].name)),
			       networks->all[i].filtered ? "filtered, by declaration" : "internal"),
		      networks->all[i].place->span);
}

/* A positive control: an address that can work, of a service in these files. */
static void judge_gateway(const struct drawing *drawing)
{
	const struct gateway *gateway = drawing->service->gateway;
	struct sink *sink = drawing->sink;

	for (size_t i = 0; i < gateway->count; i++) {
		const struct gateway_address *at = &gateway->addresses[i];
		const struct node *node = environment_place(at->entry);
		struct span place = node ? node->span : at->entry->line;
		struct str name = sink_show(sink, at->entry->name);

		if (at->fault != GATEWAY_USABLE)
			continue;
		if (at->service)
			prove(drawing, BOUNDARY_GATEWAY,
			      sink_fmt(sink,
				       "%.*s names \"%.*s\", which is on a network of the agent; "
				       "whether it answers only the running container can tell",
				       STR_FMT(name), STR_FMT(sink_show(sink, at->service->name))),
			      place);
		else
			boundary_doubt(
				drawing, BOUNDARY_GATEWAY,
				sink_fmt(sink,
					 "%.*s names no service of this project, so these files do "
					 "not show whether it is there",
					 STR_FMT(name)),
				place);
	}
	if (drawing->checks[BOUNDARY_GATEWAY].points)
		return;
	boundary_doubt(
		drawing, BOUNDARY_GATEWAY,
		gateway->usable
			? STR("a proxy or an argument of its command may be the way to a "
			      "model, which these files do not show")
			: STR("no variable says where a gateway is; its route to the outside "
			      "may lead to a model"),
		drawing->service->key->span);
}

/* ---- the sheet ---- */

static void draw_checks(struct drawing *drawing, struct rule_set rules)
{
	ask_rules(drawing, rules);
	boundary_doubt_facts(drawing);
	judge_workspace(drawing);
	judge_gateway(drawing);
	boundary_doubt_incomplete(drawing);
	boundary_doubt_refused(drawing);
	prove_mounts(drawing);
	prove_user(drawing);
	prove_rootfs(drawing);
	prove_environment(drawing);
	prove_networks(drawing);
}

static void draw_service(struct sink *sink, const struct role_entry *entry,
			 const struct grading *grading, struct boundary_service *sheet)
{
	struct drawing drawing = { .sink = sink, .service = entry->service };

	sheet->entry = entry;
	sheet->judged = sink_role(sink, entry->service) == SERVICE_AGENT;
	for (unsigned i = 0; i < BOUNDARY_CHECKS; i++)
		sheet->checks[i].name = check_names[i];
	sink->service = entry->service;
	drawing.checks = sheet->checks;
	/* text or nothing where a service should be: nothing can be told of what it lacks */
	if (entry->service->node->kind != NODE_MAPPING) {
		boundary_doubt_refused(&drawing);
		return;
	}
	if (sheet->judged)
		draw_checks(&drawing, grading->rules);
	sheet->others = drawing.others;
	sheet->findings = drawing.findings;
	sheet->nfindings = drawing.nfindings;
	boundary_view(sink, sheet);
	arena_reset(&sink->lint->scratch);
	sink->service = NULL;
}

const struct boundary *boundary_draw(struct lint *lint, const struct project *project,
				     const struct roles *roles, const struct grading *grading,
				     struct project_list all)
{
	struct boundary *boundary = ARENA_NEW(&lint->run, struct boundary);
	struct boundary_service *services =
		ARENA_ARRAY(&lint->run, roles->count, struct boundary_service);
	struct sink sink = {
		.lint = lint,
		.project = project,
		.grading = grading,
		.roles = roles,
		.credentials = project->credentials,
		.alone = true,
		.all = all,
	};

	for (size_t i = 0; i < roles->count; i++)
		draw_service(&sink, &roles->entries[i], grading, &services[i]);
	way_index_free(&sink.ways);
	boundary->project = project;
	boundary->services = services;
	boundary->nservices = roles->count;
	return boundary;
}
