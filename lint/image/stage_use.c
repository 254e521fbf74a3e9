/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "image/stage_build.h"
#include "read/flag_fields.h"

/* Digits with an optional sign are an index; false: a name. */
static bool is_index(struct str name, int64_t *index)
{
	return str_to_int(name, index);
}

static void doubt(struct stage_build *build, const struct dockerfile_error *error, size_t stage)
{
	struct stage_doubt *item =
		stage_list_add(build->evaluation->arena, &build->doubts, sizeof(*item));

	*item = (struct stage_doubt){ error, stage, build->firing };
}

static void doubt_stage(struct stage_build *build, const struct stage_use *use, size_t stage,
			const char *what)
{
	doubt(build,
	      dockerfile_error(build->evaluation->arena, DOCKERFILE_SELF_COPY, DOCKERFILE_BUILD,
			       use->instr->head,
			       "\"%.*s\" is %s; only stages above can be copied from",
			       STR_FMT(str_beginning(use->name, 60)), what),
	      stage);
}

enum found { FOUND_NOTHING, FOUND_STAGE, FOUND_DOUBT };

/* FOUND_STAGE: *use says which. */
static enum found find_stage(struct stage_build *build, struct stage_use *use, bool indexes)
{
	const struct stage_evaluation *evaluation = build->evaluation;
	size_t self = build->stage->index, found;
	int64_t index;

	if (indexes && is_index(use->name, &index)) {
		if (index < 0 || (uint64_t)index >= evaluation->nstages) {
			doubt_stage(build, use, STAGE_NO_PARENT, "no stage of this file");
			return FOUND_DOUBT;
		}
		found = (size_t)index;
	} else {
		found = stage_find_name(evaluation, use->name);
		if (found == STAGE_NO_PARENT)
			return FOUND_NOTHING;
	}
	if (found >= self) {
		doubt_stage(build, use, found,
			    found == self ? "the stage itself" : "a stage further down");
		return FOUND_DOUBT;
	}
	use->kind = STAGE_BASE_STAGE;
	use->stage = found;
	return FOUND_STAGE;
}

/* An image, or a named context in its place. */
static void find_image(struct stage_build *build, struct stage_use *use)
{
	struct arena *arena = build->evaluation->arena;
	struct stage_origin origin = stage_find_base(build->evaluation, use->name, use->span, 0);

	use->kind = origin.kind;
	use->image = origin.image;
	if (origin.kind == STAGE_BASE_IMAGE && !image_parse(origin.image).valid)
		doubt(build,
		      dockerfile_error(arena, DOCKERFILE_BAD_REFERENCE, DOCKERFILE_BUILD,
				       use->instr->head,
				       "\"%.*s\" is neither a stage nor a valid image reference; "
				       "write names in lower case, with a tag behind \":\"",
				       STR_FMT(str_beginning(use->name, 60))),
		      STAGE_NO_PARENT);
}

static void add_use(struct stage_build *build, const struct dockerfile_instr *instr,
		    struct str name, struct span span, bool indexes)
{
	struct stage_use use = {
		.instr = instr, .span = span, .name = name, .stage = STAGE_NO_PARENT
	};
	enum found found = find_stage(build, &use, indexes);

	if (found == FOUND_DOUBT)
		return;
	if (found == FOUND_NOTHING)
		find_image(build, &use);
	*(struct stage_use *)stage_list_add(build->evaluation->arena, &build->uses, sizeof(use)) =
		use;
}

/* An empty "from" is none. */
static void collect_mount(struct stage_build *build, const struct dockerfile_instr *instr,
			  const struct dockerfile_word *flag, struct str value)
{
	const struct flag_field *fields;
	struct str from = STR("");
	size_t count;

	if (!flag_fields(build->evaluation->arena, value, &fields, &count))
		return;
	for (size_t i = 0; i < count; i++)
		if (str_eq(fields[i].key, STR("from")) && fields[i].value.p != NULL)
			from = fields[i].value;
	if (from.n > 0)
		add_use(build, instr, from, dockerfile_word_span(instr, flag), false);
}

void stage_collect_uses(struct stage_build *build, const struct dockerfile_instr *instr)
{
	const struct dockerfile_word *flag;
	struct str name;

	if (instr->error != NULL)
		return;
	if (instr->kind == DOCKERFILE_COPY) {
		flag = dockerfile_flag(instr, STR("from"), &name);
		if (flag != NULL && name.n > 0)
			add_use(build, instr, name, dockerfile_word_span(instr, flag), true);
	}
	if (instr->kind != DOCKERFILE_RUN)
		return;
	for (size_t i = 0; i < instr->nflags; i++)
		if (str_eq(dockerfile_flag_name(instr->flags[i].text, &name), STR("mount")))
			collect_mount(build, instr, &instr->flags[i], name);
}

/* The stages that `from` copies from or wants to copy from, marked.  What it is built on does not
   count: BuildKit looks for circles of copies alone. */
static void mark_reached(const struct stage_evaluation *evaluation, size_t from, bool *reached)
{
	const struct stage_build *build = &evaluation->builds[from];
	const struct stage_doubt *doubts = build->doubts.items;

	if (reached[from])
		return;
	reached[from] = true;
	for (size_t i = 0; i < build->stage->nuses; i++)
		if (build->stage->uses[i].kind == STAGE_BASE_STAGE)
			mark_reached(evaluation, build->stage->uses[i].stage, reached);
	for (size_t i = 0; i < build->doubts.count; i++)
		if (doubts[i].stage != STAGE_NO_PARENT)
			mark_reached(evaluation, doubts[i].stage, reached);
}

static bool is_circle(const struct stage_build *build, size_t stage)
{
	struct stage_evaluation *evaluation = build->evaluation;
	bool **reached = &evaluation->reached[stage];

	if (*reached == NULL) {
		*reached = ARENA_ARRAY(evaluation->arena, evaluation->nstages, bool);
		mark_reached(evaluation, stage, *reached);
	}
	return (*reached)[build->stage->index];
}

/*
 * Triggers are run, and a stage further down is missed, where the target needs
 * the stage; a name that means nothing and a circle stop every build.
 */
void stage_judge_uses(struct stage_build *build)
{
	const struct stage_doubt *doubts = build->doubts.items;

	for (size_t i = 0; i < build->doubts.count; i++) {
		build->firing = doubts[i].triggered;
		if (build->stage->needed)
			stage_refuse(build, doubts[i].error);
		else if (!doubts[i].triggered &&
			 (doubts[i].stage == STAGE_NO_PARENT || is_circle(build, doubts[i].stage)))
			stage_refuse_always(build, doubts[i].error);
	}
	build->firing = false;
}
