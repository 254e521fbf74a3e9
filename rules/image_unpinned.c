/* SPDX-License-Identifier: MIT */
/* An image is named without a version. */
#include "config.h"

#include "engine/rule.h"
#include "fact/recipe.h"

static void service(const struct service *service, struct sink *out);

const struct rule rule_image_unpinned = {
	.name = STR_INIT("image-unpinned"),
	.severity = LEVEL_WARNING,
	.group = GROUP_IMAGE,
	.applies = APPLIES_ANY,
	.score = STR_INIT("4.8"),
	.summary = STR_INIT("an image is named without a version"),
	.reason = STR_INIT(
		"A tag is a name that its owner may move. \"latest\", which is meant where no tag "
		"stands, and tags such as \"stable-slim\" are there to be moved: the next pull may "
		"bring another program, and nothing in these files will have changed. What was "
		"reviewed is then not what runs.\n"
		"\n"
		"Looked at are \"image\", the images of \"pre_start\" and of volumes, and, in the "
		"stages of the Dockerfile that the target needs, FROM, COPY --from and RUN --mount, "
		"with build.args and the ARG defaults as they are. A tag without a digit floats, but "
		"for the code names of a distribution on its own image (debian:bookworm)."),
	.silent = STR_INIT("Digests; stages; scratch; images that a service of the project builds, and those that can only "
			   "have been built here: \"localhost/...\", and a \"pull_policy: never\"; "
			   "references that a variable without a value leaves open."),
	.advice = STR_INIT("Name a version, and better its digest too, \"redis:7.4.1@sha256:...\"; \"docker "
			   "buildx imagetools inspect IMAGE\" prints it."),
	.see = STR_INIT(
		"CIS Docker Benchmark, 5.28 <https://github.com/docker/docker-bench-security>\n"
		"OWASP Docker Security Cheat Sheet, rule 13 "
		"<https://cheatsheetseries.owasp.org/cheatsheets/Docker_Security_Cheat_Sheet.html>\n"
		"Pin base image versions, Docker documentation "
		"<https://docs.docker.com/build/building/best-practices/#pin-base-image-versions>"),
	.bad = {
		STR_INIT("services:\n"
			 "  db:\n"
			 "    image: postgres  # <-\n"),
		STR_INIT("services:\n"
			 "  db:\n"
			 "    image: redis:alpine  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    build: {context: ., args: {TAG: stable-slim}}\n"
			 "  helper:\n"
			 "    build: {context: ., args: {TAG: stable-slim}}\n"
			 "--- Dockerfile\n"
			 "ARG TAG=bookworm-slim\n"
			 "FROM node AS tools  # <-\n"
			 "FROM debian:${TAG}  # <-\n"
			 "COPY --from=tools /usr/local /usr/local\n"
			 "COPY --from=busybox /bin/busybox /bin/  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    build: .\n"
			 "--- Dockerfile\n"
			 "FROM node:latest AS tools  # <-\n"
			 "FROM debian:stable-slim  # <-\n"
			 "COPY --from=tools /usr/local /usr/local\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  db:\n"
			 "    image: postgres:17.2\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    build: .\n"
			 "    image: me/agent:dev\n"
			 "    pull_policy: build\n"
			 "  login:\n"
			 "    image: me/agent:dev\n"
			 "--- Dockerfile\n"
			 "FROM golang AS unused\n"
			 "FROM debian:bookworm-slim AS base\n"
			 "FROM base\n"),
		STR_INIT("services:\n"
			 "  firewall:\n"
			 "    image: localhost/agent-sandbox-firewall:dev\n"
			 "  helper:\n"
			 "    image: me/helper:latest\n"
			 "    pull_policy: never\n"),
		STR_INIT("services:\n"
			 "  db:\n"
			 "    image: postgres:${PG_TAG}\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    build: .\n"
			 "--- Dockerfile\n"
			 "FROM python:3.12-slim\n"),
	},
	.service = service,
};

static void judge(const struct service *service, const struct recipe_item *item, struct sink *out)
{
	struct str who = sink_builders(out, service, item), text = sink_show(out, item->text);
	const char *why = item->pin == RECIPE_UNPINNED ? "no tag" : "floating tag";

	if (!who.n)
		return;
	if (item->node)
		report(out, item->node,
		       "%.*s of %.*s is \"%.*s\": %s, so the next pull may be a different program",
		       STR_FMT(item->what), STR_FMT(who), STR_FMT(text), why);
	else
		report_span(out, item->span,
			    "%.*s at %.*s, for %.*s, is \"%.*s\": %s, so the next pull may be a "
			    "different program",
			    STR_FMT(item->what), STR_FMT(sink_place(out, item->span)), STR_FMT(who),
			    STR_FMT(text), why);
	evidence(out, item->text);
	related_recipe(out, item, "");
}

static void service(const struct service *service, struct sink *out)
{
	for (size_t i = 0; i < service->recipe->count; i++) {
		const struct recipe_item *item = &service->recipe->all[i];

		if (item->kind == RECIPE_IMAGE &&
		    (item->pin == RECIPE_UNPINNED || item->pin == RECIPE_FLOATING))
			judge(service, item, out);
	}
}
