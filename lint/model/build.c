/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "model/build.h"

#include "base/limits.h"
#include "base/path.h"
#include "base/utf8.h"
#include "model/build_context.h"
#include "model/paths.h"
#include "image/expand.h"
#include "image/image.h"
#include "image/stage.h"

enum state { UNSEEN, IN_PROGRESS, DONE };

struct builds {
	struct loader *l;
	const struct project *project;
	struct service *services;
	enum state *states;
	size_t count;
	struct table images;      /* image_key() -> struct service that builds it */
	struct table dockerfiles; /* path -> struct dockerfile */
	struct table results;     /* everything that a result depends on -> struct stage_result */
	size_t left;              /* instructions: LIMIT_EVALUATED */
	size_t work;              /* of expanding their variables */
	bool left_said;
};

static const struct stage_result *evaluate(struct builds *b, size_t position);

/* Compose loads the project, but its build fails. */
static struct finding *complain(struct builds *b, const struct service *service, struct span span,
				struct str evidence, struct str message)
{
	struct finding *finding =
		diag_add(&b->l->lint->diag, STR("model-invalid"), span, "%.*s", STR_FMT(message));

	finding->cause = CAUSE_BUILD;
	finding->owner = service->name;
	finding->path = arena_fmt(&b->l->lint->run, "services.%.*s.build", STR_FMT(service->name));
	finding->evidence = evidence;
	return finding;
}

/* ------------------------------------------------------------------ other services */

struct str build_image_key(struct arena *arena, struct str project, const struct service *service)
{
	const struct node *image = service_field(service, STR("image"));

	if (!service_field(service, STR("build")) || node_is_unknown(image))
		return STR("");
	if (node_text(image).n)
		return image_key(arena, node_text(image));
	return image_key(arena,
			 arena_fmt(arena, "%.*s-%.*s", STR_FMT(project), STR_FMT(service->name)));
}

/* What a service's image is built from; false: cannot be known. */
static bool source_of(struct builds *b, const struct service *service, struct stage_source *found)
{
	const struct node *image = service_field(service, STR("image"));
	const struct service *builder = service->built_by ? service->built_by : service;

	*found = (struct stage_source){ .image = STR("") };
	if (service_field(builder, STR("build"))) {
		size_t position = (size_t)(builder - b->services);

		if (b->states[position] == IN_PROGRESS)
			return false; /* a circle */
		found->result = evaluate(b, position);
		return found->result != NULL;
	}
	found->image = node_text(image);
	return found->image.n && !node_is_unknown(image);
}

static bool named_service(void *self, struct str name, struct stage_source *found)
{
	struct builds *b = self;
	const struct service *service = project_service(b->project, name);

	return service && source_of(b, service, found);
}

static bool built_image(void *self, struct str reference, struct stage_source *found)
{
	struct builds *b = self;
	struct str key = image_key(&b->l->lint->scratch, reference);
	const struct service *service = key.n ? table_get(&b->images, key) : NULL;

	return service && source_of(b, service, found);
}

/* ------------------------------------------------------------------ the request */

static void read_args(struct builds *b, const struct node *args, struct stage_request *request)
{
	struct build_arg *all;

	if (!args || args->kind != NODE_MAPPING)
		return;
	all = ARENA_ARRAY(&b->l->lint->run, args->count, struct build_arg);
	for (size_t i = 0; i < args->count; i++) {
		const struct pair *pair = &args->in.pairs[i];

		if (!node_is_scalar(pair->value))
			continue;
		all[request->nargs++] = (struct build_arg){
			.name = pair->key->text,
			.value = pair->value->text,
			/* a bare name that nothing here sets: the shell may */
			.unknown = pair->value->kind == NODE_NULL || node_is_unknown(pair->value) ||
				   node_has_part(pair->value, PART_HOST),
			.span = pair->value->kind == NODE_NULL ? pair->key->span
							       : pair->value->span,
		};
	}
	request->args = all;
}

/* One that is a folder of this host has to be there, whether an instruction uses it or not. */
static void check_context(struct builds *b, const struct service *service, const struct pair *pair)
{
	const struct node *value = pair->value;
	struct arena *arena = &b->l->lint->run;
	struct builder name = { .arena = arena }, shown = { .arena = arena };
	enum file_status status;

	if (!path_is_absolute(value->text) || str_has(value->text, STR("://")) ||
	    node_is_unknown(value) || node_has_part(value, PART_HOST))
		return;
	status = b->l->files->look(b->l->files->self, arena, value->text);
	if (status == FILE_DIRECTORY)
		return;
	utf8_add_visible(&name, pair->key->text, LIMIT_QUOTE_COLUMNS);
	utf8_add_visible(&shown,
			 str_has(loader_written(value), STR("$"))
				 ? loader_written(value)
				 : loader_shown(b->l, path_clean(arena, value->text)),
			 LIMIT_QUOTE_COLUMNS);
	complain(b, service, value->span, STR("additional_contexts"),
		 arena_fmt(arena,
			   "the additional context \"%.*s\", %.*s, cannot be used: %.*s: the build "
			   "will fail, and what comes from there is not judged",
			   STR_FMT(builder_str(&name)), STR_FMT(builder_str(&shown)),
			   STR_FMT(status == FILE_ABSENT ? STR("it does not exist")
				   : status == FILE_OK   ? STR("it is no folder")
							 : file_status_text(status))))
		->unseen = true;
}

static void read_contexts(struct builds *b, const struct service *service,
			  const struct node *contexts, struct stage_request *request)
{
	struct build_context *all;

	if (!contexts || contexts->kind != NODE_MAPPING)
		return;
	all = ARENA_ARRAY(&b->l->lint->run, contexts->count, struct build_context);
	for (size_t i = 0; i < contexts->count; i++) {
		const struct pair *pair = &contexts->in.pairs[i];

		if (pair->value->kind != NODE_STRING)
			continue;
		if (str_starts(pair->value->text, STR("oci-layout://")))
			loader_out_of_reach(
				b->l, pair->value->span, STR("oci-layout"),
				STR("an OCI layout is not read; what is built on it is not "
				    "judged"));
		check_context(b, service, pair);
		all[request->ncontexts++] = (struct build_context){
			.name = pair->key->text,
			.value = pair->value->text,
			.span = pair->value->span,
		};
	}
	request->contexts = all;
}

static struct str platform_of(const struct service *service, const struct node *build)
{
	const struct node *platforms = node_get(build, STR("platforms"));
	const struct node *platform = service_field(service, STR("platform"));

	if (!node_text(platform).n && platforms && platforms->kind == NODE_SEQUENCE &&
	    platforms->count)
		platform = platforms->in.items[0];
	return node_is_unknown(platform) ? STR("") : node_text(platform);
}

static struct str key_of(struct builds *b, const void *file, const struct stage_request *request)
{
	struct builder key = { .arena = &b->l->lint->run };

	builder_fmt(&key, "%p %zu:%.*s %zu:%.*s", file, request->target.n, STR_FMT(request->target),
		    request->platform.n, STR_FMT(request->platform));
	for (size_t i = 0; i < request->nargs; i++)
		builder_fmt(&key, " %zu:%.*s=%d%zu:%.*s", request->args[i].name.n,
			    STR_FMT(request->args[i].name), request->args[i].unknown,
			    request->args[i].value.n, STR_FMT(request->args[i].value));
	for (size_t i = 0; i < request->ncontexts; i++)
		builder_fmt(&key, " @%zu:%.*s=%zu:%.*s", request->contexts[i].name.n,
			    STR_FMT(request->contexts[i].name), request->contexts[i].value.n,
			    STR_FMT(request->contexts[i].value));
	return builder_str(&key);
}

/* ------------------------------------------------------------------ the file */

/* A path as it is reported; as it is written where a variable's value stands in it. */
static struct str tried(const struct loader *l, const struct build *build, struct str path)
{
	const struct node *context = node_get(build->node, STR("context"));
	struct str directory = loader_written(context), name = STR("");
	struct builder b = { .arena = &l->lint->run };

	if (build->dockerfile && !str_eq(path, build->context))
		name = loader_written(build->dockerfile);
	if (str_has(directory, STR("$")) || str_has(name, STR("$")))
		path = path_join(&l->lint->run, directory, name);
	else
		path = loader_shown(l, path);
	utf8_add_visible(&b, path, LIMIT_QUOTE_COLUMNS);
	return builder_str(&b);
}

/* Without its context a build fails, wherever the Dockerfile is; false: it is not there. */
static bool has_context(struct builds *b, const struct service *service, const struct build *build)
{
	const struct node *key = node_pair(service->node, STR("build"))->key;
	const struct node *context = node_get(build->node, STR("context"));
	struct loader *l = b->l;

	if (!build->context.n ||
	    l->files->look(l->files->self, &l->lint->run, build->context) != FILE_ABSENT)
		return true;
	complain(b, service, context->style == STYLE_MADE ? key->span : context->span,
		 STR("context"),
		 arena_fmt(&l->lint->run,
			   "the build context %.*s does not exist: the build will fail",
			   STR_FMT(tried(l, build, build->context))))
		->unseen = true;
	return false;
}

/* As the file has it. */
static struct str written(const struct loader *l, const struct node *text)
{
	struct builder b = { .arena = &l->lint->run };

	utf8_add_visible(&b, loader_written(text), LIMIT_QUOTE_COLUMNS);
	return builder_str(&b);
}

/* As the file has it, and where that leads when it is not the same. */
static void complain_missing(struct builds *b, const struct service *service,
			     const struct build *build)
{
	const struct node *key = node_pair(service->node, STR("build"))->key;
	struct arena *arena = &b->l->lint->run;
	struct str path = tried(b->l, build, build->dockerfile_path), name, looked = STR("");

	if (!build->dockerfile) {
		complain(
			b, service, key->span, STR("dockerfile"),
			arena_fmt(
				arena,
				"the Dockerfile %.*s does not exist: the build will fail; make it, "
				"or name another with \"dockerfile:\"",
				STR_FMT(path)))
			->unseen = true;
		return;
	}
	name = written(b->l, build->dockerfile);
	if (!str_eq(path, name))
		looked = arena_fmt(arena, " (which is %.*s)", STR_FMT(path));
	complain(b, service, build->dockerfile->span, STR("dockerfile"),
		 arena_fmt(
			 arena,
			 "the Dockerfile %.*s%.*s does not exist: the build will fail; make it, or "
			 "name it as seen from the build context %.*s",
			 STR_FMT(name), STR_FMT(looked),
			 STR_FMT(written(b->l, node_get(build->node, STR("context"))))))
		->unseen = true;
}

static const struct dockerfile *read_dockerfile(struct builds *b, const struct service *service,
						struct build *build, const struct node *context,
						bool in_context)
{
	struct loader *l = b->l;
	const struct node *place = build->dockerfile ? build->dockerfile : context;
	const struct source *source = NULL;
	struct dockerfile *file = table_get(&b->dockerfiles, build->dockerfile_path);
	enum file_status status;

	status = loader_read(l, ROLE_DOCKERFILE, build->dockerfile_path,
			     loader_shown(l, build->dockerfile_path), LIMIT_DOCKERFILE_BYTES,
			     &source);
	if (status == FILE_ABSENT && !build->dockerfile) {
		/* BuildKit accepts the default name in lower case too */
		struct str lower = path_join(&l->lint->run, build->context, STR("dockerfile"));

		if (l->files->look(l->files->self, &l->lint->run, lower) == FILE_OK) {
			build->dockerfile_path = lower;
			file = table_get(&b->dockerfiles, lower);
			status = loader_read(l, ROLE_DOCKERFILE, lower, loader_shown(l, lower),
					     LIMIT_DOCKERFILE_BYTES, &source);
		}
	}
	if (status == FILE_ABSENT) {
		if (in_context)
			complain_missing(b, service, build);
		return NULL;
	}
	if (status != FILE_OK) {
		loader_incomplete(l, place->span, STR("dockerfile"),
				  arena_fmt(&l->lint->run,
					    "the Dockerfile %.*s cannot be read: %.*s; the image "
					    "is not judged",
					    STR_FMT(tried(l, build, build->dockerfile_path)),
					    STR_FMT(file_status_text(status))))
			->cause = loader_cause(status);
		return NULL;
	}
	build->source = source->number;
	if (!file) {
		file = ARENA_NEW(&l->lint->run, struct dockerfile);
		*file = dockerfile_parse(
			l->lint, source,
			(struct span){ source->number, 0, (uint32_t)source->bytes.n });
		table_add(&b->dockerfiles, build->dockerfile_path, file);
	}
	return file;
}

/* Another frontend than BuildKit's own may read it differently; NULL: it is no Dockerfile. */
static const struct dockerfile *for_frontend(struct builds *b, const struct build *build,
					     const struct dockerfile *file)
{
	const struct node *args = node_get(build->node, STR("args"));
	const struct node *given = node_get(args, STR("BUILDKIT_SYNTAX"));
	struct str image = node_text(given).n ? given->text : file->frontend;
	struct builder shown = { .arena = &b->l->lint->run };
	bool unread = file->foreign && file->nerrors > 0;

	if (!image.n || frontend_is_standard(image))
		return unread ? NULL : file;
	utf8_add_visible(&shown, image, LIMIT_QUOTE_COLUMNS);
	loader_out_of_reach(b->l, node_text(given).n ? given->span : file->frontend_span,
			    STR("frontend"),
			    arena_fmt(&b->l->lint->run,
				      "\"%.*s\" reads this Dockerfile instead of BuildKit's own "
				      "frontend; %s",
				      STR_FMT(builder_str(&shown)),
				      unread ? "the image is not judged"
					     : "the image is judged as if both read it alike"))
		->cause = CAUSE_FRONTEND;
	return unread ? NULL : file;
}

/* The line where it begins refers to a variable. */
static bool has_reference(const struct source *source, struct span span)
{
	size_t from = span.start, to;

	while (from > 0 && source->bytes.p[from - 1] != '\n')
		from--;
	to = str_find_byte(source->bytes, '\n', from);
	return str_has(str_slice(source->bytes, from, to), STR("$"));
}

/*
 * What is wrong with a text that a variable leaves open may be right once it is set: it is not said,
 * and the image is not known.  `found`: the findings before the text was read.
 */
static bool is_left_open(struct builds *b, struct build *build, size_t found)
{
	const struct node *text = node_get(build->node, STR("dockerfile_inline"));
	struct diag *diag = &b->l->lint->diag;
	const struct source *source;
	size_t kept = found;

	if (!node_is_unknown(text))
		return false;
	source = source_get(&b->l->lint->sources, text->span.source);
	for (size_t i = found; i < diag->count; i++)
		if (!source || !span_within(diag->findings[i]->span, text->span) ||
		    !has_reference(source, diag->findings[i]->span))
			diag->findings[kept++] = diag->findings[i];
	build->open = kept < diag->count;
	diag->count = kept;
	return build->open;
}

/* Where the Dockerfile is, and what it says; NULL: cannot be had (already said). */
static const struct dockerfile *find_dockerfile(struct builds *b, const struct service *service,
						struct build *build)
{
	struct loader *l = b->l;
	const struct node *context = node_get(build->node, STR("context"));
	const struct node *text = node_get(build->node, STR("dockerfile_inline"));
	const struct node *name = node_get(build->node, STR("dockerfile"));
	struct dockerfile *file;
	bool in_context;

	build->context = build->dockerfile_path = STR("");
	if (context && context->kind == NODE_STRING)
		build->remote =
			str_has(context->text, STR("://")) || paths_is_remote(context->text);
	if (context && context->kind == NODE_STRING && !build->remote &&
	    path_is_absolute(context->text) && !node_is_unknown(context))
		build->context = path_clean(&l->lint->run, context->text);
	in_context = has_context(b, service, build);
	if (text && text->kind == NODE_STRING) {
		size_t found = l->lint->diag.count;

		file = ARENA_NEW(&l->lint->run, struct dockerfile);
		*file = dockerfile_parse_text(l->lint, text);
		build->source = text->span.source;
		return is_left_open(b, build, found) ? NULL : file;
	}
	if (!context || context->kind != NODE_STRING)
		return NULL;
	if (build->remote) {
		loader_out_of_reach(
			l, context->span, STR("context"),
			STR("the build context is remote and is not fetched; the image is "
			    "not judged"))
			->cause = CAUSE_REMOTE;
		return NULL;
	}
	if (!loader_can_follow(l, context, "the build context"))
		return NULL;
	build->dockerfile = name && name->kind == NODE_STRING && name->text.n ? name : NULL;
	if (build->dockerfile && !loader_can_follow(l, build->dockerfile, "the Dockerfile"))
		return NULL;
	build->dockerfile_path = loader_absolute(
		l, build->context, build->dockerfile ? build->dockerfile->text : STR("Dockerfile"));
	return read_dockerfile(b, service, build, context, in_context);
}

/* ------------------------------------------------------------------ evaluation */

static void complain_target(struct builds *b, const struct service *service,
			    const struct node *target, const struct stage_result *result)
{
	struct builder names = { .arena = &b->l->lint->run };

	for (size_t i = 0; i < result->nstages; i++) {
		if (!result->stages[i].name.n)
			continue;
		builder_fmt(&names, "%s\"%.*s\"", names.n ? ", " : "",
			    STR_FMT(result->stages[i].name));
	}
	/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): a stage that is not found was asked for */
	complain(b, service, target->span, STR("target"),
		 names.n ? arena_fmt(
				   &b->l->lint->run,
				   "the Dockerfile has no stage \"%.*s\"; its stages are %.*s: the "
				   "build will fail",
				   STR_FMT(target->text), STR_FMT(builder_str(&names)))
			 : arena_fmt(&b->l->lint->run,
				     "the Dockerfile has no stage \"%.*s\"; name one with "
				     "FROM ... AS: the build will fail",
				     STR_FMT(target->text)));
}

/* False: this would be more than is evaluated for one project, which is said once. */
static bool may_evaluate(struct builds *b, const struct dockerfile *file, const struct build *build)
{
	if (file->ninstrs <= b->left) {
		b->left -= file->ninstrs;
		return true;
	}
	if (b->left_said)
		return false;
	b->left_said = true;
	loader_incomplete(b->l, build->node->span, STR("limit"),
			  STR("the services of this project build in more ways than the limit "
			      "allows; the image of this and of some later ones is not judged"))
		->cause = CAUSE_LIMIT;
	return false;
}

static const struct stage_result *result_of(struct builds *b, const struct service *service,
					    const struct dockerfile *file,
					    const struct build *build)
{
	const struct node *target = node_get(build->node, STR("target"));
	struct stage_request request = {
		.file = file,
		.target = node_text(target),
		.target_span = target ? target->span : SPAN_NONE,
		.platform = platform_of(service, build->node),
		.work = &b->work,
		.self = b,
		.service = named_service,
		.image = built_image,
	};
	const struct stage_result *result;
	struct stage_result *kept;
	struct str key;

	if (node_is_unknown(target)) {
		loader_can_follow(b->l, target, "the target stage");
		return NULL;
	}
	read_args(b, node_get(build->node, STR("args")), &request);
	read_contexts(b, service, node_get(build->node, STR("additional_contexts")), &request);
	key = key_of(b, file, &request);
	result = table_get(&b->results, key);
	if (!result && may_evaluate(b, file, build)) {
		result = stage_evaluate(b->l->lint, &request);
		if (result) {
			kept = ARENA_NEW(&b->l->lint->run, struct stage_result);
			*kept = *result;
			table_add(&b->results, key, kept);
			result = kept;
		}
	}
	if (result && result->status == STAGE_TARGET_NOT_FOUND)
		complain_target(b, service, target, result);
	return result;
}

static const struct stage_result *image_of(struct builds *b, const struct service *service,
					   const struct dockerfile *file, struct build *build)
{
	size_t found = b->l->lint->diag.count;
	const struct stage_result *image = result_of(b, service, file, build);

	return is_left_open(b, build, found) ? NULL : image;
}

static const struct stage_result *evaluate(struct builds *b, size_t position)
{
	struct service *service = &b->services[position];
	const struct node *node = service_field(service, STR("build"));
	const struct dockerfile *file;
	struct build *build;

	if (b->states[position] != UNSEEN)
		return service->image;
	b->states[position] = IN_PROGRESS;
	if (node && node->kind == NODE_MAPPING) {
		build = ARENA_NEW(&b->l->lint->run, struct build);
		build->node = node;
		file = find_dockerfile(b, service, build);
		if (file)
			file = for_frontend(b, build, file);
		if (file)
			build->image = image_of(b, service, file, build);
		if (file)
			build_context_load(b->l, service, build);
		service->build = build;
		service->image = build->image;
	}
	b->states[position] = DONE;
	return service->image;
}

void build_load(struct loader *l, const struct project *project, struct service *services,
		size_t count)
{
	struct arena *arena = &l->lint->run;
	struct builds b = {
		.l = l,
		.project = project,
		.services = services,
		.count = count,
		.images = { .arena = arena },
		.dockerfiles = { .arena = arena },
		.results = { .arena = arena },
		.left = LIMIT_EVALUATED,
		.work = EXPAND_WORK,
	};

	b.states = ARENA_ARRAY(arena, count, enum state);
	for (size_t i = count; i > 0; i--) {
		struct service *service = &services[i - 1];
		struct str key = build_image_key(arena, project->name, service);

		if (key.n)
			table_add(&b.images, key, service);
	}
	for (size_t i = 0; i < count; i++)
		evaluate(&b, i);
	for (size_t i = 0; i < count; i++)
		if (services[i].built_by)
			services[i].image = services[i].built_by->image;
}
