/* SPDX-License-Identifier: MIT */
/* A build copies secret files into the image. */
#include "config.h"

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
		"\"**/.env\" covers all of it. A context that is a home directory is reported too."),
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

static void judge(const struct service *service, const struct recipe_item *item, struct sink *out)
{
	struct str who = sink_builders(out, service, item);
	bool itself = item->nfiles == 1 && str_eq(item->text, item->files[0]->path);
	struct str source = STR("files");

	if (!who.n)
		return;
	if (item->text.n)
		source = sink_fmt(out, "\"%.*s\"", STR_FMT(sink_show(out, item->text)));
	if (itself)
		report_span(out, item->span,
			    "the build of %.*s copies %.*s, a secret file, into the image, where "
			    "everyone who has the image can read it",
			    STR_FMT(who), STR_FMT(source));
	else
		report_span(out, item->span,
			    "the build of %.*s copies %.*s from its context, which contains %.*s; "
			    "%s, so %s up in the image",
			    STR_FMT(who), STR_FMT(source), STR_FMT(listed(item, out)),
			    service->build->ignore_source ? ".dockerignore lets it through"
							  : "there is no .dockerignore",
			    item->nfiles == 1 ? "it ends" : "they end");
	evidence(out, item->files[0]->path);
	if (service->build->ignore_source)
		related(out, RELATED_OTHER, (struct span){ service->build->ignore_source, 0, 0 },
			"the ignore file in force");
	related_recipe(out, item, "");
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
