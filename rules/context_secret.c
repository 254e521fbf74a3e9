/* SPDX-License-Identifier: MIT */
/* A build copies secret files into the image. */
#include "config.h"

#include "base/path.h"
#include "engine/rule.h"
#include "fact/recipe.h"

static void service(const struct service *service, struct sink *out);

const struct rule rule_context_secret = {
	.name = STR_INIT("context-secret"),
	.severity = LEVEL_WARNING,
	.group = GROUP_CREDENTIALS,
	.applies = APPLIES_ANY,
	.score = STR_INIT("6.5"),
	.summary = STR_INIT("a build copies secret files into the image"),
	.reason = STR_INIT(
		"\"COPY . .\" takes the whole build context, files with a leading dot included: .env, "
		"keys that lie beside the code, the git directory with its history and its remotes. "
		"They stay in a layer of the image even if a later step deletes them, and whatever "
		"runs in the container can read them.\n"
		"\n"
		"The rule looks at the files on the disk, through the ignore file that BuildKit would "
		"use, and reports a COPY or ADD whose secret files end up in the target stage, also by "
		"way of another stage. A pattern such as \".env\" covers the root of the context only; "
		"\"**/.env\" covers all of it. A context that is a home directory is reported too, "
		"or a folder of secrets in one, such as ~/.ssh, among the additional ones as well."),
	.silent = STR_INIT(
		"Example files (.env.example), certificates and public keys, remote contexts, COPY "
		"--from, stages whose copies do not reach the target, files more than eight directories "
		"deep. Without the files on the disk it is silent, unless COPY names the secret file itself."),
	.advice = STR_INIT("Add the files to .dockerignore, or copy only what the image needs."),
	.see = STR_INIT(
		"Build context, .dockerignore files "
		"<https://docs.docker.com/build/concepts/context/#dockerignore-files>\n"
		"CIS Docker Benchmark, 4.10 <https://github.com/docker/docker-bench-security>\n"
		"NIST SP 800-190, 3.1.4 <https://doi.org/10.6028/NIST.SP.800-190>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    build: .\n"
			 "--- Dockerfile\n"
			 "FROM debian:bookworm-slim\n"
			 "COPY . /app  # <-\n"
			 "--- .env\n"
			 "A=1\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    build: .\n"
			 "--- Dockerfile\n"
			 "FROM debian:bookworm-slim AS build\n"
			 "COPY . /src  # <-\n"
			 "FROM debian:bookworm-slim\n"
			 "COPY --from=build /src/app /app\n"
			 "--- .dockerignore\n"
			 ".env\n"
			 "--- app/.env\n"
			 "A=1\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    build:\n"
			 "      context: \"~\"  # <-\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    build: .\n"
			 "--- Dockerfile\n"
			 "FROM debian:bookworm-slim\n"
			 "COPY src/ /app/src/\n"
			 "COPY .env.example ca.pem /app/\n"
			 "--- .env\n"
			 "A=1\n"
			 "--- .env.example\n"
			 "A=\n"
			 "--- ca.pem\n"
			 "-----BEGIN CERTIFICATE-----\n"
			 "--- src/main.c\n"
			 "int main;\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    build: .\n"
			 "--- Dockerfile\n"
			 "FROM debian:bookworm-slim AS build\n"
			 "COPY . /src\n"
			 "FROM debian:bookworm-slim\n"
			 "COPY --from=build /src/dist /app\n"
			 "--- .env\n"
			 "A=1\n"),
	},
	.service = service,
};

enum { NAMED = 3 };

static struct str listed(const struct recipe_item *item, struct sink *out)
{
	struct str text = STR("");

	for (size_t i = 0; i < item->nfiles && i < NAMED; i++)
		text = sink_fmt(out, "%.*s%s%.*s", STR_FMT(text),
				!i                      ? ""
				: i + 1 == item->nfiles ? " and "
							: ", ",
				STR_FMT(sink_show(out, item->files[i]->path)));
	if (item->nfiles > NAMED)
		text = sink_fmt(out, "%.*s and %zu more", STR_FMT(text), item->nfiles - NAMED);
	return text;
}

static struct str ignore_file(const struct service *service, struct sink *out)
{
	return sink_show(out, path_base(service->build->ignore_name));
}

/* The service and those behind it that build the same line; ends at NULL. */
static const struct service *next(const struct service *at, const struct recipe_item *item)
{
	return recipe_next(at->project, at, item);
}

/* ---- the message ---- */

static bool takes_the_same(const struct service *one, const struct service *other,
			   const struct recipe_item *item)
{
	const struct recipe_item *theirs = recipe_shared(other, item);

	if (!str_eq(one->build->context, other->build->context) ||
	    one->build->ignore_source != other->build->ignore_source ||
	    !str_eq(item->text, theirs->text) || item->nfiles != theirs->nfiles)
		return false;
	for (size_t i = 0; i < item->nfiles; i++)
		if (!str_eq(item->files[i]->path, theirs->files[i]->path))
			return false;
	return true;
}

static bool all_take_the_same(const struct service *service, const struct recipe_item *item)
{
	for (const struct service *at = next(service, item); at; at = next(at, item))
		if (!takes_the_same(service, at, item))
			return false;
	return true;
}

/* One context, or several with the same in them. */
static void say(const struct service *service, const struct recipe_item *item, struct str who,
		struct sink *out)
{
	bool itself = item->nfiles == 1 && str_eq(item->text, item->files[0]->path);
	const struct node *context = node_get(service->build->node, STR("context"));
	const char *them = item->nfiles == 1 ? "it" : "them";
	struct str source = STR("files"), why;

	if (item->text.n)
		source = sink_fmt(out, "\"%.*s\"", STR_FMT(sink_show(out, item->text)));
	if (service->build->ignore_source)
		why = sink_fmt(out, "%.*s does not exclude %s", STR_FMT(ignore_file(service, out)),
			       them);
	else
		why = sink_fmt(out, "no .dockerignore excludes %s", them);
	if (itself)
		report_span(out, item->span,
			    "the build of %.*s copies %.*s, a secret file, into the image, where "
			    "everyone who has the image can read it",
			    STR_FMT(who), STR_FMT(source));
	else
		report_span(out, item->span,
			    "the build of %.*s copies %.*s from \"%.*s\", which contains %.*s; "
			    "%.*s, so %s up in the image",
			    STR_FMT(who), STR_FMT(source), STR_FMT(sink_source(out, context)),
			    STR_FMT(listed(item, out)), STR_FMT(why),
			    item->nfiles == 1 ? "it ends" : "they end");
}

/* Contexts that differ: what each of them has. */
static void say_each(const struct service *service, const struct recipe_item *item, struct str who,
		     struct sink *out)
{
	struct str text = STR("");
	size_t count = 0;

	for (const struct service *at = service; at; at = next(at, item))
		if (count++ < NAMED)
			text = sink_fmt(out, "%.*s%s%.*s for \"%.*s\"", STR_FMT(text),
					count > 1 ? ", " : "",
					STR_FMT(listed(recipe_shared(at, item), out)),
					STR_FMT(sink_show(out, at->name)));
	if (count > NAMED)
		text = sink_fmt(out, "%.*s and others for %zu more", STR_FMT(text), count - NAMED);
	report_span(out, item->span,
		    "the builds of %.*s copy secret files from their contexts: %.*s; no ignore "
		    "file takes them out, so they end up in the images",
		    STR_FMT(who), STR_FMT(text));
}

/* ---- the fix ---- */

static bool can_be_ignored(const struct service *service, const struct recipe_item *item)
{
	struct str directory = service->project->directory;

	return item->ignoring.n && path_is_within(service->build->context, directory) &&
	       path_is_within(service->build->ignore_path, directory);
}

/* What would be added to the ignore file of a service that takes the item from its context. */
static struct str lines_for(const struct service *service, const struct recipe_item *item)
{
	const struct recipe_item *shared = recipe_shared(service, item);

	return shared ? shared->ignoring : STR("");
}

static bool is_same_file(const struct service *a, const struct service *b)
{
	return a->build && b->build && str_eq(a->build->ignore_path, b->build->ignore_path);
}

/* An earlier service has the same ignore file, which then gets these lines. */
static bool is_said(const struct service *service, const struct service *first,
		    const struct recipe_item *item)
{
	struct str lines = lines_for(service, item);

	for (const struct service *at = first; at && at != service; at = next(at, item))
		if (is_same_file(at, service) && str_eq(lines_for(at, item), lines))
			return true;
	return false;
}

/* Each ignore file gets its lines; where one cannot be mended, nothing is offered. */
static void suggest_ignoring(const struct service *service, const struct recipe_item *item,
			     struct sink *out)
{
	static const char title[] = "leave the files out of the build context";

	for (const struct service *at = service; at; at = next(at, item))
		if (!can_be_ignored(at, recipe_shared(at, item)))
			return;
	for (const struct service *at = service; at; at = next(at, item)) {
		const struct build *build = at->build;
		struct str lines = lines_for(at, item);

		if (is_said(at, service, item))
			continue;
		if (build->ignore_source)
			suggest_append_lines(out, true, build->ignore_source, lines, title);
		else
			suggest_new_file(out, true, build->ignore_name, lines, title);
	}
}

static void judge(const struct service *service, const struct recipe_item *item, struct sink *out)
{
	struct str who = sink_builders(out, service, item);

	if (!who.n)
		return;
	if (all_take_the_same(service, item))
		say(service, item, who, out);
	else
		say_each(service, item, who, out);
	evidence(out, item->files[0]->path);
	for (const struct service *at = service; at; at = next(at, item))
		if (at->build->ignore_source)
			related(out, RELATED_OTHER, (struct span){ at->build->ignore_source, 0, 0 },
				"the ignore file in force");
	related_recipe(out, item, "");
	suggest_ignoring(service, item, out);
}

static void service(const struct service *service, struct sink *out)
{
	const struct recipe *recipe = service->recipe;

	for (size_t i = 0; i < recipe->count; i++)
		if (recipe->all[i].kind == RECIPE_FILES)
			judge(service, &recipe->all[i], out);
	for (size_t i = 0; i < recipe->nhomes; i++)
		report(out, recipe->homes[i].context,
		       "the build of \"%.*s\" has %.*s as a context; every COPY can bring its "
		       "secrets into the image",
		       STR_FMT(sink_show(out, service->name)), STR_FMT(recipe->homes[i].what));
}
