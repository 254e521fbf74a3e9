/* SPDX-License-Identifier: MIT */
/* An image is pinned by its tag alone. */
#include "config.h"

#include "engine/rule.h"
#include "fact/recipe.h"

static void service(const struct service *service, struct sink *out);

const struct rule rule_image_no_digest = {
	.name = STR_INIT("image-no-digest"),
	.severity = LEVEL_INFO,
	.group = GROUP_IMAGE,
	.applies = APPLIES_ANY,
	.score = STR_INIT("2.0"),
	.summary = STR_INIT("an image is pinned by its tag alone"),
	.reason = STR_INIT(
		"A tag that names a version is a promise of its owner; a digest is the content. With "
		"\"tag@sha256:...\" the engine refuses whatever else a registry may send under that "
		"name, and the tag still tells people what it is."),
	.silent = STR_INIT("Images without a version, which are image-unpinned; images that a service "
			   "of the project builds. On in the preset strict only."),
	.advice = STR_INIT("Add the digest of the index: \"docker buildx imagetools inspect\" shows "
			   "it."),
	.see = STR_INIT(
		"Pull an image by digest, Docker documentation "
		"<https://docs.docker.com/reference/cli/docker/image/pull/#pull-an-image-by-digest-immutable-identifier>\n"
		"OWASP Docker Security Cheat Sheet, rule 13 "
		"<https://cheatsheetseries.owasp.org/cheatsheets/Docker_Security_Cheat_Sheet.html>"),
	.bad = {
		STR_INIT("services:\n"
			 "  db:\n"
			 "    image: postgres:17.2  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    build: .\n"
			 "--- Dockerfile\n"
			 "FROM python:3.12-slim  # <-\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  db:\n"
			 "    image: postgres:17.2@sha256:"
			 "0000000000000000000000000000000000000000000000000000000000000000\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    build: .\n"
			 "    image: agent-sandbox:dev\n"
			 "    pull_policy: build\n"
			 "--- Dockerfile\n"
			 "FROM scratch\n"),
	},
	.service = service,
};

static void service(const struct service *service, struct sink *out)
{
	for (size_t i = 0; i < service->recipe->count; i++) {
		const struct recipe_item *item = &service->recipe->all[i];
		struct str who = STR("");

		if (item->kind == RECIPE_IMAGE && item->pin == RECIPE_VERSION)
			who = sink_builders(out, service, item);
		if (!who.n)
			continue;
		if (item->node)
			report(out, item->node,
			       "\"%.*s\" of %.*s is pinned by tag only; a digest makes the content "
			       "immutable",
			       STR_FMT(sink_show(out, item->text)), STR_FMT(who));
		else
			report_span(out, item->span,
				    "\"%.*s\" in the build of %.*s is pinned by tag only; a digest "
				    "makes the content immutable",
				    STR_FMT(sink_show(out, item->text)), STR_FMT(who));
		evidence(out, item->text);
		related_recipe(out, item, "");
	}
}
