/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "model/build_context.h"

#include "base/limits.h"
#include "base/path.h"
#include "image/context.h"
#include "model/entrypoint.h"

/* BuildKit refuses the whole build for one of them. */
static void refuse_pattern(struct loader *l, const struct service *service,
			   const struct pattern *pattern)
{
	struct finding *finding = diag_add(
		&l->lint->diag, STR("model-invalid"), pattern->span,
		"this is no valid pattern%s: the build will fail",
		str_starts(source_text(&l->lint->sources, pattern->span), STR("!"))
			? ""
			: "; a \"[\" needs its \"]\", and a backslash something behind it");

	finding->owner = service->name;
	finding->path = arena_fmt(&l->lint->run, "services.%.*s.build", STR_FMT(service->name));
	finding->evidence = STR("ignore file");
	finding->cause = CAUSE_BUILD;
	finding->unseen = true;
}

/* A link counts that leads to no file: the builder leaves nothing out, which nobody can have meant. */
static bool stands_there(const struct files *files, struct arena *arena, struct str path)
{
	return files->look(files->self, arena, path) != FILE_ABSENT ||
	       (files->look_itself && files->look_itself(files->self, arena, path) != FILE_ABSENT);
}

/* The Dockerfile's own ignore file, else that of the context; false: there is none. */
static bool find_ignore_file(struct loader *l, const struct build *build, struct str *path)
{
	struct arena *arena = &l->lint->run;

	if (build->dockerfile_path.n) {
		*path = arena_fmt(arena, "%.*s.dockerignore", STR_FMT(build->dockerfile_path));
		if (stands_there(l->files, arena, *path))
			return true;
	}
	*path = path_join(arena, build->context, STR(".dockerignore"));
	return stands_there(l->files, arena, *path);
}

/* False: it is there, but cannot be read, so nobody knows what reaches the image. */
static bool read_ignore_file(struct loader *l, const struct service *service, struct build *build,
			     struct pattern_list *list)
{
	const struct source *source = NULL;
	enum file_status status;
	struct str path;
	bool found = find_ignore_file(l, build, &path);

	build->ignore_path = path;
	build->ignore_name = loader_shown(l, path);
	if (!found)
		return true;
	status = loader_read(l, ROLE_OTHER, path, loader_shown(l, path), LIMIT_FILE_BYTES, &source);
	if (status != FILE_OK) {
		loader_incomplete(
			l, node_pair(service->node, STR("build"))->key->span, STR("dockerignore"),
			arena_fmt(&l->lint->run,
				  "%.*s: %.*s; what it would keep out of the image is not "
				  "known",
				  STR_FMT(loader_shown(l, path)),
				  STR_FMT(status == FILE_ABSENT
						  ? STR("is a link that leads to no file")
						  : file_status_text(status))))
			->cause = loader_cause(status);
		return false;
	}
	build->ignore_source = source->number;
	*list = pattern_read(&l->lint->run, source);
	for (size_t i = 0; i < list->count; i++)
		if (list->all[i].malformed)
			refuse_pattern(l, service, &list->all[i]);
	return true;
}

static void say_incomplete(struct loader *l, const struct service *service, struct str what)
{
	loader_incomplete(l, node_pair(service->node, STR("build"))->key->span, STR("context"),
			  arena_fmt(&l->lint->run,
				    "%.*s; what of it COPY brings into the image is not fully "
				    "judged",
				    STR_FMT(what)));
}

/* Names that alone do not tell whether there is a secret in it, and scripts that may change the
   user. */
static size_t wanted_names(struct loader *l, const struct service *service,
			   const struct build *build, struct str *names)
{
	struct entrypoint entrypoint = entrypoint_of(&l->lint->run, service, build->image->target);
	size_t count = 0;

	names[count++] = STR("*.[pP][eE][mM]");
	names[count++] = STR(".npmrc");
	names[count++] = STR("*entrypoint*");
	for (size_t i = 0; i < entrypoint.count; i++) {
		struct str name = path_base(entrypoint.words[i]);

		if (name.n > 0 && !pattern_is_wild(name))
			names[count++] = name;
	}
	return count;
}

void build_context_load(struct loader *l, const struct service *service, struct build *build)
{
	/* their content is no business of an image's judge, or too much */
	static const struct str closed[] = { STR_INIT(".git"), STR_INIT("node_modules") };
	struct str names[3 + ENTRYPOINT_WORDS];
	struct context_request request = {
		.files = l->files,
		.root = build->context,
		.image = build->image,
		.closed = closed,
		.nclosed = sizeof(closed) / sizeof(*closed),
		.peeked = names,
		.budget = &l->contexts,
	};

	if (!build->context.n)
		return;
	if (!read_ignore_file(l, service, build, &request.ignored) || !build->image ||
	    !build->image->target)
		return;
	request.npeeked = wanted_names(l, service, build, names);
	build->contents = context_list(&l->lint->run, &request);
	if (build->contents->cut || request.ignored.too_long)
		say_incomplete(l, service, STR("the build context holds more than is looked at"));
	else if (build->contents->unreadable)
		say_incomplete(l, service,
			       STR("the system refuses access to a part of the build context"));
}
