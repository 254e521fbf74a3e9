/* SPDX-License-Identifier: MIT */
#include "config.h"

#include <stdlib.h>

#include "image/stage_build.h"

/*
 * The order is BuildKit's, so that the first error is the one it would name:
 * global ARG, the names behind FROM, the target, what is copied from where,
 * image references; then stage by stage what the instructions do.
 */

static struct str refused_name(struct str name)
{
	return str_beginning(name, 60);
}

/* ------------------------------------------------------------ global scope */

static void set_builtin(struct stage_evaluation *evaluation, const char *prefix, const char *name,
			struct str value)
{
	const struct stage_request *request = evaluation->request;
	struct str full = arena_fmt(evaluation->arena, "%s%s", prefix, name);
	struct scope_value set = { .text = value, .kind = SCOPE_BUILTIN };

	for (size_t i = 0; i < request->nargs; i++) {
		struct scope_origin *origin;

		if (!str_eq(request->args[i].name, full))
			continue;
		origin = ARENA_NEW(evaluation->arena, struct scope_origin);
		*origin = (struct scope_origin){ SCOPE_BUILD_ARG, full, request->args[i].span };
		set.text = request->args[i].value;
		set.origins = origin;
		set.norigins = 1;
		set.uncertain = request->args[i].unknown;
		evaluation->args_used[i] = true;
	}
	evaluation->global = scope_set(evaluation->arena, evaluation->global, full, set);
}

static void set_platform(struct stage_evaluation *evaluation, const char *prefix,
			 struct str platform)
{
	struct str rest = platform, os = str_cut(&rest, '/'), arch = str_cut(&rest, '/');

	set_builtin(evaluation, prefix, "PLATFORM", platform);
	set_builtin(evaluation, prefix, "OS", os);
	set_builtin(evaluation, prefix, "OSVERSION", STR(""));
	set_builtin(evaluation, prefix, "ARCH", arch);
	set_builtin(evaluation, prefix, "VARIANT", rest.p != NULL ? rest : STR(""));
}

static struct str target_platform(const struct stage_evaluation *evaluation)
{
	return evaluation->request->platform.n > 0 ? evaluation->request->platform
						   : STR("linux/amd64");
}

static struct str target_name(const struct stage_evaluation *evaluation)
{
	struct str name = evaluation->request->target;

	if (name.n == 0 && evaluation->nstages > 0)
		name = evaluation->stages[evaluation->nstages - 1].name;
	return name.n > 0 ? str_lower(evaluation->arena, name) : STR("default");
}

/* ARG in front of the first FROM; an expansion that fails stops the build whoever needs it. */
static void set_globals(struct stage_evaluation *evaluation)
{
	const struct dockerfile *file = evaluation->request->file;

	set_platform(evaluation, "TARGET", target_platform(evaluation));
	set_platform(evaluation, "BUILD", STR("linux/amd64"));
	set_builtin(evaluation, "TARGET", "STAGE", target_name(evaluation));
	for (size_t i = 0; i < file->ninstrs && file->instrs[i].kind != DOCKERFILE_FROM; i++) {
		const struct dockerfile_instr *instr = &file->instrs[i];
		struct str error = STR("");

		if (instr->kind != DOCKERFILE_ARG || instr->error != NULL)
			continue;
		if (!stage_arg(evaluation, &evaluation->global, instr, true, &error))
			stage_add_error(evaluation, dockerfile_error(evaluation->arena,
								     DOCKERFILE_EXPANSION_ERROR,
								     DOCKERFILE_BUILD, instr->head,
								     "ARG cannot be expanded: %.*s",
								     STR_FMT(error)));
	}
}

/* ------------------------------------------------------------ stages and their names */

static size_t count_stages(const struct dockerfile *file)
{
	size_t count = 0;

	for (size_t i = 0; i < file->ninstrs; i++)
		count += file->instrs[i].kind == DOCKERFILE_FROM;
	return count;
}

static void find_stages(struct stage_evaluation *evaluation)
{
	const struct dockerfile *file = evaluation->request->file;
	size_t count = count_stages(file), at = 0;

	evaluation->nstages = count;
	evaluation->stages = ARENA_ARRAY(evaluation->arena, count, struct stage);
	evaluation->builds = ARENA_ARRAY(evaluation->arena, count, struct stage_build);
	evaluation->reached = ARENA_ARRAY(evaluation->arena, count, bool *);
	for (size_t i = 0; i < file->ninstrs; i++) {
		const struct dockerfile_instr *from = &file->instrs[i];
		struct stage *stage;

		if (from->kind != DOCKERFILE_FROM) {
			if (at > 0)
				evaluation->builds[at - 1].end = i + 1;
			continue;
		}
		stage = &evaluation->stages[at];
		stage->index = at;
		stage->from = from;
		stage->parent = STAGE_NO_PARENT;
		stage->kind = STAGE_BASE_UNKNOWN;
		stage->name = stage->image = STR("");
		stage->base.text = STR("");
		if (from->error == NULL && from->nwords == 3)
			stage->name = str_lower(evaluation->arena, from->words[2].text);
		evaluation->builds[at].evaluation = evaluation;
		evaluation->builds[at].stage = stage;
		evaluation->builds[at].first = evaluation->builds[at].end = i + 1;
		at++;
	}
}

/* The error of a FROM stops the build even in stages that nobody needs. */
static void refuse_from(struct stage_evaluation *evaluation, struct stage *stage,
			const struct dockerfile_error *error)
{
	if (stage->error == NULL)
		stage->error = error;
	stage_add_error(evaluation, error);
}

#define REFUSE_FROM(evaluation, stage, fault, ...)                                   \
	refuse_from((evaluation), (stage),                                           \
		    dockerfile_error((evaluation)->arena, (fault), DOCKERFILE_BUILD, \
				     (stage)->from->head, __VA_ARGS__))

/* os, os/arch or os/arch/variant; an architecture alone is one too. */
static bool is_platform(struct str text)
{
	static const struct str alone[] = {
		STR_INIT("linux"),   STR_INIT("windows"), STR_INIT("darwin"),   STR_INIT("freebsd"),
		STR_INIT("wasip1"),  STR_INIT("amd64"),   STR_INIT("x86_64"),   STR_INIT("x86-64"),
		STR_INIT("386"),     STR_INIT("i386"),    STR_INIT("arm64"),    STR_INIT("aarch64"),
		STR_INIT("arm"),     STR_INIT("armhf"),   STR_INIT("armel"),    STR_INIT("ppc64le"),
		STR_INIT("riscv64"), STR_INIT("s390x"),   STR_INIT("mips64le"), STR_INIT("loong64"),
		STR_INIT("mips64"),  STR_INIT("ppc64"),   STR_INIT("wasm"),
	};
	struct str rest = text;
	size_t parts = 0;

	while (rest.p != NULL) {
		struct str part = str_cut(&rest, '/');

		/* "windows(10.0.17763)" */
		if (parts == 0 && str_ends(part, STR(")")) &&
		    str_find_byte(part, '(', 0) != STR_NPOS)
			part = str_slice(part, 0, str_find_byte(part, '(', 0));
		parts++;
		for (size_t i = 0; i < part.n; i++)
			if (!byte_is_alnum(part.p[i]) &&
			    str_find_byte(STR("_.-"), part.p[i], 0) == STR_NPOS)
				return false;
		if (part.n == 0)
			return false;
	}
	for (size_t i = 0; parts == 1 && i < sizeof(alone) / sizeof(*alone); i++)
		if (str_eq_nocase(text, alone[i]) || str_find_byte(text, '(', 0) != STR_NPOS)
			return true;
	return parts == 2 || parts == 3;
}

/* The platform of a stage, which also says whether it is one of Windows. */
static void expand_platform(struct stage_evaluation *evaluation, struct stage *stage)
{
	struct str platform;
	struct expansion expansion;

	stage->windows = str_starts(target_platform(evaluation), STR("windows"));
	if (dockerfile_flag(stage->from, STR("platform"), &platform) == NULL || platform.n == 0)
		return;
	expansion = expand_word(&evaluation->expander, platform, evaluation->global);
	stage->windows = str_starts(expansion.text, STR("windows"));
	if (expansion.error.n > 0)
		REFUSE_FROM(evaluation, stage, DOCKERFILE_EXPANSION_ERROR,
			    "--platform of FROM cannot be expanded: %.*s",
			    STR_FMT(expansion.error));
	else if (!expansion.uncertain && !is_platform(expansion.text))
		REFUSE_FROM(evaluation, stage, DOCKERFILE_BAD_VALUE,
			    "\"%.*s\" is no platform for FROM; write one such as linux/amd64",
			    STR_FMT(refused_name(expansion.text)));
}

static void expand_base(struct stage_evaluation *evaluation, struct stage *stage)
{
	const struct dockerfile_word *word;
	struct expansion expansion;

	if (stage->from->error != NULL) {
		stage->error = stage->from->error; /* reported by the reader */
		return;
	}
	word = &stage->from->words[0];
	stage->from_span = dockerfile_word_span(stage->from, word);
	expand_platform(evaluation, stage);
	expansion = expand_word(&evaluation->expander, word->text, evaluation->global);
	stage->base = stage_value_of(NULL, &expansion, stage->from_span);
	if (expansion.error.n > 0)
		REFUSE_FROM(evaluation, stage, DOCKERFILE_EXPANSION_ERROR,
			    "FROM cannot be expanded: %.*s", STR_FMT(expansion.error));
	else if (expansion.text.n == 0 && !expansion.uncertain)
		REFUSE_FROM(evaluation, stage, DOCKERFILE_BLANK_BASE,
			    "the image of this FROM is empty; give its variable a value with an "
			    "ARG above the first FROM");
}

/* ------------------------------------------------------------ the graph */

static size_t find_target(struct stage_evaluation *evaluation, enum stage_status *status)
{
	size_t found = evaluation->nstages - 1;

	if (evaluation->request->target.n > 0)
		found = stage_find_name(evaluation, evaluation->request->target);
	if (found == STAGE_NO_PARENT)
		*status = STAGE_TARGET_NOT_FOUND;
	return found;
}

static struct stage_origin find_origin(struct stage_evaluation *evaluation, struct stage *stage)
{
	struct stage_origin unknown = { STAGE_BASE_UNKNOWN, STR(""), stage->from_span, NULL };
	struct stage_origin origin;
	const struct build_context *context = NULL;

	if (stage->name.n > 0)
		context = stage_find_context(evaluation, stage->name);
	stage->replaced = context != NULL;
	if (stage->replaced)
		return stage_context_origin(evaluation, context);
	if (stage->error != NULL)
		return unknown;
	origin = stage_find_base(evaluation, stage->base.text, stage->from_span, stage->index);
	/* the part that is not known may be what makes it one */
	if (stage->base.known == STAGE_UNCERTAIN && origin.kind == STAGE_BASE_IMAGE &&
	    !image_parse(origin.image).valid)
		return unknown;
	return origin;
}

static void link_stage(struct stage_evaluation *evaluation, struct stage *stage,
		       struct stage_origin *origin)
{
	*origin = find_origin(evaluation, stage);
	stage->kind = origin->kind;
	if (origin->kind == STAGE_BASE_STAGE)
		stage->parent = origin->parent->index;
}

static void collect_uses(struct stage_evaluation *evaluation, struct stage_build *build)
{
	const struct dockerfile *file = evaluation->request->file;
	const struct stage *stage = build->stage;

	if (stage->replaced)
		return;
	if (stage->parent != STAGE_NO_PARENT) {
		const struct stage_build *parent = &evaluation->builds[stage->parent];

		build->firing = true;
		for (size_t i = parent->first; i < parent->end; i++)
			if (file->instrs[i].kind == DOCKERFILE_ONBUILD &&
			    file->instrs[i].trigger != NULL && !parent->stage->replaced)
				stage_collect_uses(build, file->instrs[i].trigger);
		build->firing = false;
	}
	for (size_t i = build->first; i < build->end; i++)
		stage_collect_uses(build, &file->instrs[i]);
	build->stage->uses = build->uses.items;
	build->stage->nuses = build->uses.count;
}

static void check_reference(struct stage_evaluation *evaluation, struct stage *stage,
			    const struct stage_origin *origin)
{
	if (stage->error != NULL || origin->kind != STAGE_BASE_IMAGE || stage->replaced)
		return;
	if (!image_parse(origin->image).valid)
		REFUSE_FROM(evaluation, stage, DOCKERFILE_BAD_REFERENCE,
			    "\"%.*s\" is neither a stage above nor a valid image reference; write "
			    "names in lower case, with a tag behind \":\"",
			    STR_FMT(refused_name(origin->image)));
}

/* The stages above that a stage needs lie above it, so one pass upwards finds all. */
static void mark_needed(struct stage_evaluation *evaluation, size_t target)
{
	evaluation->stages[target].needed = true;
	for (size_t i = target + 1; i-- > 0;) {
		struct stage *stage = &evaluation->stages[i];

		if (!stage->needed)
			continue;
		if (stage->parent != STAGE_NO_PARENT)
			evaluation->stages[stage->parent].needed = true;
		for (size_t k = 0; k < stage->nuses; k++)
			if (stage->uses[k].kind == STAGE_BASE_STAGE)
				evaluation->stages[stage->uses[k].stage].needed = true;
	}
	while (target != STAGE_NO_PARENT) {
		evaluation->stages[target].in_chain = true;
		target = evaluation->stages[target].parent;
	}
}

/* ------------------------------------------------------------ evaluation */

/* A variable and its place in the order of setting. */
struct setting {
	struct str name;
	size_t at;
};

static int by_name_and_place(const void *left, const void *right)
{
	const struct setting *a = left, *b = right;
	int order = str_cmp(a->name, b->name);

	return order != 0 ? order : (a->at > b->at) - (a->at < b->at);
}

/* Keeps the last of each name; the order is that of the last setting. */
static void drop_overwritten(struct arena *arena, struct stage_list *list)
{
	struct stage_variable *all = list->items;
	struct setting *settings;
	size_t kept = 0;
	bool *last;

	if (list->capacity == 0)
		return; /* the parent's, and as it left it */
	settings = ARENA_ARRAY(arena, list->count, struct setting);
	last = ARENA_ARRAY(arena, list->count, bool);
	for (size_t i = 0; i < list->count; i++)
		settings[i] = (struct setting){ all[i].name, i };
	qsort(settings, list->count, sizeof(*settings), by_name_and_place);
	for (size_t i = 0; i < list->count; i++)
		last[settings[i].at] =
			i + 1 == list->count || !str_eq(settings[i].name, settings[i + 1].name);
	for (size_t i = 0; i < list->count; i++)
		if (last[i])
			all[kept++] = all[i];
	list->count = kept;
}

/* The command line as the container starts it. */
static void find_switch(struct arena *arena, struct stage *stage)
{
	const struct stage_command *first = &stage->entrypoint, *second = &stage->cmd;
	size_t count = 0;
	struct str *argv;

	if (first->form == STAGE_FORM_NONE || first->form == STAGE_FORM_INHERITED) {
		first = &stage->cmd;
		second = NULL;
	} else if (first->form == STAGE_FORM_SHELL) {
		second = NULL; /* CMD becomes the shell's arguments */
	}
	argv = ARENA_ARRAY(arena, first->argc + (second != NULL ? second->argc : 0), struct str);
	for (size_t i = 0; i < first->argc; i++)
		argv[count++] = first->argv[i];
	for (size_t i = 0; second != NULL && i < second->argc; i++)
		argv[count++] = second->argv[i];
	stage->privilege = stage_switch_of(arena, argv, count);
	if (first->instr != NULL)
		stage->privilege.span = first->instr->span;
}

static void finish_stage(struct stage_build *build)
{
	struct arena *arena = build->evaluation->arena;
	struct stage *stage = build->stage;

	drop_overwritten(arena, &build->env);
	drop_overwritten(arena, &build->labels);
	stage->env = build->env.items;
	stage->nenv = build->env.count;
	stage->labels = build->labels.items;
	stage->nlabels = build->labels.count;
	stage->volumes = build->volumes.items;
	stage->nvolumes = build->volumes.count;
	stage->ports = build->ports.items;
	stage->nports = build->ports.count;
	stage->accounts = build->accounts.items;
	stage->naccounts = build->accounts.count;
	stage->runs = build->runs.items;
	stage->nruns = build->runs.count;
	stage->copies = build->copies.items;
	stage->ncopies = build->copies.count;
	stage->onbuild = build->onbuild.items;
	stage->nonbuild = build->onbuild.count;
	stage->verdict = stage_verdict_of(stage, &stage->user);
	find_switch(arena, stage);
}

static void fire(struct stage_build *build, const struct dockerfile_instr *trigger)
{
	build->firing = true;
	if (trigger->error != NULL)
		stage_refuse(build, trigger->error);
	else
		stage_apply(build, trigger, true);
	build->firing = false;
}

static void fire_triggers(struct stage_build *build, const struct stage_origin *origin)
{
	if (origin->parent == NULL || build->stage->replaced)
		return;
	for (size_t i = 0; i < origin->parent->nonbuild; i++)
		fire(build, origin->parent->onbuild[i]);
}

/* Refusals of one stage, after which it is left: one cause may spoil all that follows. */
enum { REFUSED = 8 };

static void run_stage(struct stage_build *build, const struct stage_origin *origin)
{
	const struct dockerfile *file = build->evaluation->request->file;
	size_t refused = 0;

	stage_start(build, origin);
	fire_triggers(build, origin);
	/* one that is refused does not blind us for the others */
	for (size_t i = build->first; !build->stage->replaced && i < build->end; i++)
		if (file->instrs[i].error == NULL && !stage_apply(build, &file->instrs[i], false) &&
		    ++refused == REFUSED)
			break;
	finish_stage(build);
}

static void inherit_error(struct stage_evaluation *evaluation, struct stage *stage)
{
	if (stage->error == NULL && stage->parent != STAGE_NO_PARENT && !stage->replaced)
		stage->error = evaluation->stages[stage->parent].error;
}

static void evaluate(struct stage_evaluation *evaluation, struct stage_result *result)
{
	struct stage_origin *origins =
		ARENA_ARRAY(evaluation->arena, evaluation->nstages, struct stage_origin);
	size_t count = evaluation->nstages, target;

	for (size_t i = 0; i < count; i++)
		expand_base(evaluation, &evaluation->stages[i]);
	target = find_target(evaluation, &result->status);
	for (size_t i = 0; i < count; i++)
		link_stage(evaluation, &evaluation->stages[i], &origins[i]);
	for (size_t i = 0; i < count; i++)
		collect_uses(evaluation, &evaluation->builds[i]);
	if (target != STAGE_NO_PARENT)
		mark_needed(evaluation, target);
	for (size_t i = 0; i < count; i++)
		stage_judge_uses(&evaluation->builds[i]);
	for (size_t i = 0; i < count; i++)
		check_reference(evaluation, &evaluation->stages[i], &origins[i]);
	for (size_t i = 0; i < count; i++) {
		run_stage(&evaluation->builds[i], &origins[i]);
		inherit_error(evaluation, &evaluation->stages[i]);
	}
	if (target != STAGE_NO_PARENT)
		result->target = &evaluation->stages[target];
}

/* ------------------------------------------------------------ arguments that nobody takes */

/* Known to the builder without an ARG: proxies and its own switches. */
static bool is_predefined(struct str name)
{
	static const struct str proxies[] = { STR_INIT("HTTP_PROXY"), STR_INIT("HTTPS_PROXY"),
					      STR_INIT("FTP_PROXY"), STR_INIT("NO_PROXY"),
					      STR_INIT("ALL_PROXY") };

	for (size_t i = 0; i < sizeof(proxies) / sizeof(*proxies); i++)
		if (str_eq_nocase(name, proxies[i]))
			return true;
	return str_starts(name, STR("BUILDKIT_")) || str_eq(name, STR("SOURCE_DATE_EPOCH"));
}

static const bool *unused_args(const struct stage_evaluation *evaluation)
{
	const struct stage_request *request = evaluation->request;
	bool *unused = ARENA_ARRAY(evaluation->arena, request->nargs, bool);

	for (size_t i = 0; i < request->nargs; i++)
		unused[i] = !evaluation->args_used[i] && !is_predefined(request->args[i].name);
	return unused;
}

const struct stage_result *stage_evaluate(struct lint *lint, const struct stage_request *request)
{
	struct stage_result *result = ARENA_NEW(&lint->run, struct stage_result);
	struct stage_request *kept = ARENA_NEW(&lint->run, struct stage_request);
	struct stage_evaluation evaluation = { .lint = lint, .arena = &lint->run, .request = kept };
	size_t work = EXPAND_WORK;

	*kept = *request;
	evaluation.expander = (struct expander){ &lint->run, request->file->escape,
						 request->work ? request->work : &work };
	evaluation.args_used = ARENA_ARRAY(&lint->run, request->nargs, bool);
	result->file = request->file;
	find_stages(&evaluation);
	set_globals(&evaluation);
	if (evaluation.nstages > 0)
		evaluate(&evaluation, result);
	else
		result->status = STAGE_NO_STAGES;
	result->stages = evaluation.stages;
	result->nstages = evaluation.nstages;
	result->errors = evaluation.errors;
	result->nerrors = evaluation.nerrors;
	result->global = evaluation.global;
	result->args_unused = unused_args(&evaluation);
	return result;
}
