/* SPDX-License-Identifier: MIT */
#include "config.h"

#include <string.h>

#include "image/stage_build.h"

static const struct str unix_path =
	STR_INIT("/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");
static const struct str windows_path = STR_INIT("c:\\Windows\\System32;c:\\Windows");

void *stage_list_add(struct arena *arena, struct stage_list *list, size_t size)
{
	char *items;

	if (list->capacity == 0 && list->count > 0) {
		size_t capacity = list->count + list->count / 4 + 4;
		void *own = arena_array(arena, capacity, size);

		memcpy(own, list->items, list->count * size);
		list->items = own;
		list->capacity = capacity;
	}
	list->items = arena_grow(arena, list->items, list->count, &list->capacity, size);
	items = list->items;
	return items + list->count++ * size;
}

void stage_add_error(struct stage_evaluation *evaluation, const struct dockerfile_error *error)
{
	evaluation->errors = arena_grow(evaluation->arena, evaluation->errors, evaluation->nerrors,
					&evaluation->error_capacity, sizeof(*evaluation->errors));
	evaluation->errors[evaluation->nerrors++] = error;
	if (!evaluation->request->file->foreign)
		dockerfile_report(evaluation->lint, error);
}

/* BuildKit reads and runs the triggers of the parent at the FROM of the child. */
static const struct dockerfile_error *error_at_from(const struct stage_build *build,
						    const struct dockerfile_error *error)
{
	return dockerfile_error(
		build->evaluation->arena, error->fault, DOCKERFILE_BUILD, build->stage->from->head,
		"an ONBUILD of the parent stage cannot be run: %.*s", STR_FMT(error->message));
}

static void refuse(struct stage_build *build, const struct dockerfile_error *error, bool told)
{
	if (build->firing)
		error = error_at_from(build, error);
	if (build->stage->error == NULL)
		build->stage->error = error;
	if (told)
		stage_add_error(build->evaluation, error);
}

bool stage_refuse(struct stage_build *build, const struct dockerfile_error *error)
{
	refuse(build, error, build->stage->needed);
	return false;
}

void stage_refuse_always(struct stage_build *build, const struct dockerfile_error *error)
{
	refuse(build, error, true);
}

/* ------------------------------------------------------------ what a name means */

/* The key of a named context for an image: short name in lower case, ":latest" dropped. */
static struct str context_key(struct arena *arena, struct str name)
{
	struct image_reference reference = image_parse(name);
	struct builder key = { .arena = arena };

	if (!reference.valid)
		return str_lower(arena, name);
	builder_add(&key, reference.name);
	if (reference.tag.n > 0 && !str_eq(reference.tag, STR("latest")))
		builder_fmt(&key, ":%.*s", STR_FMT(reference.tag));
	if (reference.digest.n > 0)
		builder_fmt(&key, "@%.*s", STR_FMT(reference.digest));
	return str_lower(arena, builder_str(&key));
}

const struct build_context *stage_find_context(struct stage_evaluation *evaluation, struct str name)
{
	const struct stage_request *request = evaluation->request;
	struct str key;

	/* these two cannot be redirected */
	if (request->ncontexts == 0 || str_eq(name, STR("scratch")) || str_eq(name, STR("context")))
		return NULL;
	key = context_key(evaluation->arena, name);
	for (size_t i = request->ncontexts; i-- > 0;)
		if (str_eq(context_key(evaluation->arena, request->contexts[i].name), key))
			return &request->contexts[i];
	return NULL;
}

static struct stage_origin source_origin(const struct stage_source *source, struct span span)
{
	if (source->result != NULL && source->result->target != NULL)
		return (struct stage_origin){ STAGE_BASE_SERVICE, STR(""), span,
					      source->result->target };
	if (source->result == NULL && source->image.n > 0)
		return (struct stage_origin){ STAGE_BASE_IMAGE, source->image, span, NULL };
	return (struct stage_origin){ STAGE_BASE_UNKNOWN, STR(""), span, NULL };
}

static struct stage_origin image_origin(const struct stage_evaluation *evaluation, struct str image,
					struct span span)
{
	const struct stage_request *request = evaluation->request;
	struct stage_source source = { NULL, STR("") };

	if (request->image != NULL && request->image(request->self, image, &source) &&
	    source.result != NULL)
		return source_origin(&source, span);
	return (struct stage_origin){ STAGE_BASE_IMAGE, image, span, NULL };
}

struct stage_origin stage_context_origin(struct stage_evaluation *evaluation,
					 const struct build_context *context)
{
	const struct stage_request *request = evaluation->request;
	struct stage_source source = { NULL, STR("") };
	struct str value = context->value;

	if (str_starts(value, STR("docker-image://")))
		return image_origin(evaluation, str_slice(value, 15, value.n), context->span);
	if (str_starts(value, STR("service:"))) {
		if (request->service != NULL &&
		    request->service(request->self, str_slice(value, 8, value.n), &source))
			return source_origin(&source, context->span);
		return (struct stage_origin){ STAGE_BASE_UNKNOWN, STR(""), context->span, NULL };
	}
	if (str_starts(value, STR("oci-layout://")))
		return (struct stage_origin){ STAGE_BASE_UNKNOWN, STR(""), context->span, NULL };
	return (struct stage_origin){ STAGE_BASE_DIRECTORY, STR(""), context->span, NULL };
}

size_t stage_find_name(const struct stage_evaluation *evaluation, struct str name)
{
	for (size_t i = evaluation->nstages; i-- > 0;)
		if (evaluation->stages[i].name.n > 0 &&
		    str_eq_nocase(evaluation->stages[i].name, name))
			return i;
	return STAGE_NO_PARENT;
}

struct stage_origin stage_find_base(struct stage_evaluation *evaluation, struct str name,
				    struct span span, size_t count)
{
	const struct build_context *context;

	for (size_t i = count; i-- > 0;)
		if (evaluation->stages[i].name.n > 0 && str_eq(evaluation->stages[i].name, name))
			return (struct stage_origin){ STAGE_BASE_STAGE, STR(""), span,
						      &evaluation->stages[i] };
	if (str_eq(name, STR("scratch")))
		return (struct stage_origin){ STAGE_BASE_SCRATCH, STR(""), span, NULL };
	context = stage_find_context(evaluation, name);
	if (context != NULL)
		return stage_context_origin(evaluation, context);
	return image_origin(evaluation, name, span);
}

/* ------------------------------------------------------------ start of a stage */

static void set_path(struct stage_build *build)
{
	struct stage *stage = build->stage;
	struct scope_value value = { .text = stage->windows ? windows_path : unix_path,
				     .kind = SCOPE_BUILTIN };

	stage->scope = scope_set(build->evaluation->arena, stage->scope, STR("PATH"), value);
}

static void start_empty(struct stage_build *build)
{
	struct stage *stage = build->stage;

	stage->user.known = STAGE_KNOWN;
	stage->user.text = STR("");
	stage->workdir.known = STAGE_KNOWN;
	stage->workdir.text = stage->windows ? STR("\\") : STR("/");
	stage->entrypoint.form = stage->cmd.form = STAGE_FORM_NONE;
	set_path(build);
}

static void start_external(struct stage_build *build)
{
	struct stage *stage = build->stage;

	stage->external = true;
	stage->user.known = STAGE_INHERITED;
	stage->workdir.known = STAGE_INHERITED;
	stage->workdir.text = STR("<base>");
	stage->entrypoint.form = stage->cmd.form = STAGE_FORM_INHERITED;
	set_path(build);
}

static struct stage_list shared(const void *items, size_t count)
{
	/* never written through: the first addition copies */
	union {
		const void *borrowed;
		void *items;
	} list = { .borrowed = items };

	return (struct stage_list){ list.items, count, 0 };
}

static void share_lists(struct stage_build *build, const struct stage *parent)
{
	build->env = shared(parent->env, parent->nenv);
	build->labels = shared(parent->labels, parent->nlabels);
	build->volumes = shared(parent->volumes, parent->nvolumes);
	build->ports = shared(parent->ports, parent->nports);
	build->accounts = shared(parent->accounts, parent->naccounts);
	build->runs = shared(parent->runs, parent->nruns);
	build->copies = shared(parent->copies, parent->ncopies);
}

static void start_from_parent(struct stage_build *build, const struct stage *parent)
{
	struct stage *stage = build->stage;

	stage->image = parent->image;
	stage->image_span = parent->image_span;
	stage->context_span = parent->context_span;
	stage->external = parent->external;
	stage->windows = parent->windows;
	stage->user = parent->user;
	stage->user_instr = parent->user_instr;
	stage->user_before = parent->user_before;
	stage->workdir = parent->workdir;
	stage->entrypoint = parent->entrypoint;
	stage->cmd = parent->cmd;
	stage->shell = parent->shell;
	stage->nshell = parent->nshell;
	stage->stopsignal = parent->stopsignal;
	stage->healthcheck = parent->healthcheck;
	stage->scope = parent->scope;
	share_lists(build, parent);
}

/* An image keeps the ENV of its build, not the ARG. */
static void keep_only_env(struct stage_build *build)
{
	struct stage *stage = build->stage;
	const struct stage_variable *env = build->env.items;

	stage->scope = NULL;
	set_path(build);
	for (size_t i = 0; i < build->env.count; i++) {
		struct scope_value value = { .text = env[i].value.text,
					     .kind = SCOPE_ENV,
					     .origins = env[i].value.origins,
					     .norigins = env[i].value.norigins,
					     .unset = env[i].value.unset,
					     .nunset = env[i].value.nunset };

		stage->scope =
			scope_set(build->evaluation->arena, stage->scope, env[i].name, value);
	}
}

void stage_start(struct stage_build *build, const struct stage_origin *origin)
{
	struct stage *stage = build->stage;

	switch (origin->kind) {
	case STAGE_BASE_SCRATCH:
	case STAGE_BASE_DIRECTORY:
		start_empty(build);
		break;
	case STAGE_BASE_IMAGE:
		stage->image = origin->image;
		stage->image_span = origin->span;
		start_external(build);
		break;
	case STAGE_BASE_UNKNOWN:
		start_external(build);
		break;
	case STAGE_BASE_STAGE:
		start_from_parent(build, origin->parent);
		break;
	case STAGE_BASE_SERVICE:
		start_from_parent(build, origin->parent);
		keep_only_env(build);
		break;
	}
	/* FROM names all else */
	if (origin->kind != STAGE_BASE_STAGE && !span_eq(origin->span, stage->from_span))
		stage->context_span = origin->span;
}
