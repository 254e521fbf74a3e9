/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "image/stage_build.h"
#include "read/flag_fields.h"

/* Digits with an optional sign are an index; false: a name. */
static bool is_index(struct str name, int64_t *index)
{
	return str_to_int(name, index);
}

enum found { FOUND_NOTHING, FOUND_STAGE, FOUND_REFUSED };

static enum found refuse_source(struct stage_build *build, const struct dockerfile_instr *instr,
				struct str name, const char *what)
{
	STAGE_REFUSE(build, instr, DOCKERFILE_SELF_COPY,
		     "\"%.*s\" is %s; only stages above "
		     "can be copied from",
		     STR_FMT(str_slice(name, 0, 60)), what);
	return FOUND_REFUSED;
}

/* FOUND_STAGE: *use says which. */
static enum found find_stage(struct stage_build *build, struct stage_use *use, bool indexes)
{
	const struct stage_evaluation *evaluation = build->evaluation;
	size_t self = build->stage->index, found;
	int64_t index;

	if (indexes && is_index(use->name, &index)) {
		if (index < 0 || (uint64_t)index >= evaluation->nstages)
			return refuse_source(build, use->instr, use->name, "no stage of this file");
		found = (size_t)index;
	} else {
		found = stage_find_name(evaluation, use->name);
		if (found == STAGE_NO_PARENT)
			return FOUND_NOTHING;
	}
	if (found == self)
		return refuse_source(build, use->instr, use->name, "the stage itself");
	if (found > self)
		return refuse_source(build, use->instr, use->name, "a stage further down");
	use->kind = STAGE_BASE_STAGE;
	use->stage = found;
	return FOUND_STAGE;
}

static void add_use(struct stage_build *build, const struct dockerfile_instr *instr,
		    struct str name, struct span span, bool indexes)
{
	struct stage_evaluation *evaluation = build->evaluation;
	struct stage_use use = {
		.instr = instr, .span = span, .name = name, .stage = STAGE_NO_PARENT
	};
	struct stage_origin origin;

	switch (find_stage(build, &use, indexes)) {
	case FOUND_REFUSED:
		return;
	case FOUND_NOTHING:
		origin = stage_find_base(evaluation, name, span, 0);
		use.kind = origin.kind;
		use.image = origin.image;
		break;
	case FOUND_STAGE:
		break;
	}
	*(struct stage_use *)stage_list_add(evaluation->arena, &build->uses, sizeof(use)) = use;
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
