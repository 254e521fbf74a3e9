/* SPDX-License-Identifier: MIT */
/* A build argument or variable of an image carries a credential. */
#include "config.h"

#include "engine/rule.h"
#include "fact/recipe.h"

static void service(const struct service *service, struct sink *out);

const struct rule rule_build_secret = {
	.name = STR_INIT("build-secret"),
	.severity = LEVEL_WARNING,
	.group = GROUP_CREDENTIALS,
	.applies = APPLIES_ANY,
	.score = STR_INIT("6.2"),
	.summary = STR_INIT("a build argument or variable of an image carries a credential"),
	.reason = STR_INIT(
		"The value of an ARG stands in the history of the image, with every step that could "
		"have used it; that of an ENV stands in its configuration, and in the environment of "
		"every container. Who can pull the image, or read the cache of the builder, can read "
		"both, long after the build.\n"
		"\n"
		"A secret mount is there for one step and leaves nothing behind. The rule goes by the "
		"name, wherever the value comes from: the Compose file, a variable, or the shell that "
		"starts the build. Values are never printed."),
	.silent = STR_INIT(
		"Names beside a secret, such as TOKEN_URL or PASSWORD_FILE; switches, numbers and "
		"paths; an ENV that is empty; stages that the target does not need."),
	.advice = STR_INIT("Use \"build.secrets\" and RUN --mount=type=secret,id=...,env=NAME."),
	.see = STR_INIT(
		"Build check SecretsUsedInArgOrEnv "
		"<https://docs.docker.com/reference/build-checks/secrets-used-in-arg-or-env/>\n"
		"Build secrets <https://docs.docker.com/build/building/secrets/>\n"
		"CIS Docker Benchmark, 4.10 <https://github.com/docker/docker-bench-security>"),
	.bad = {
		STR_INIT("services:\n"
			 "  web:\n"
			 "    build:\n"
			 "      context: .\n"
			 "      args:\n"
			 "        NPM_TOKEN: ${NPM_TOKEN}  # <-\n"
			 "--- Dockerfile\n"
			 "FROM node:22-slim\n"
			 "ARG NPM_TOKEN  # <-\n"
			 "RUN npm ci\n"),
		STR_INIT("services:\n"
			 "  postgres:\n"
			 "    build:\n"
			 "      context: .\n"
			 "      args: [GIT_SHA]\n"
			 "--- Dockerfile\n"
			 "FROM postgres:17.2 AS keys\n"
			 "ARG GITHUB_TOKEN  # <-\n"
			 "FROM postgres:17.2\n"
			 "ENV HF_TOKEN=$HF_TOKEN  # <-\n"
			 "COPY --from=keys /k /k\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    build: {context: ., secrets: [npm]}\n"
			 "secrets:\n"
			 "  npm: {environment: NPM_TOKEN}\n"
			 "--- Dockerfile\n"
			 "FROM node:22-slim\n"
			 "ARG TOKEN_URL PASSWORD_FILE USE_PASSWORD=true\n"
			 "ENV API_TOKEN=\"\"\n"
			 "RUN --mount=type=secret,id=npm,env=NPM_TOKEN npm ci\n"),
	},
	.yields = RULE_NAMES(STR_INIT("credential-literal"), STR_INIT("credential-env")),
	.service = service,
};

static void judge(const struct service *service, const struct recipe_item *item, struct sink *out)
{
	static const char message[] =
		"%.*s %.*s of the image for %.*s carries a credential%.*s; it "
		"stays in the image's history or environment";
	struct str who = sink_builders(out, service, item), text = sink_show(out, item->text);
	struct str unset = sink_unset(out, item->value);

	if (!who.n)
		return;
	if (unset.n)
		unset = sink_fmt(out, " (%.*s)", STR_FMT(unset));
	if (item->node)
		report(out, item->node, message, STR_FMT(item->what), STR_FMT(text), STR_FMT(who),
		       STR_FMT(unset));
	else
		report_span(out, item->span, message, STR_FMT(item->what), STR_FMT(text),
			    STR_FMT(who), STR_FMT(unset));
	evidence(out, item->text);
	if (item->value && item->value->span.source == item->span.source &&
	    item->value->span.end >= item->span.start) {
		struct span whole = item->span;

		whole.end = item->value->span.end;
		extent(out, whole);
	}
	related_history(out, item->value);
	related_recipe(out, item,
		       item->node ? "this ARG takes it" : "it is given to the build here");
}

static void service(const struct service *service, struct sink *out)
{
	for (size_t i = 0; i < service->recipe->count; i++)
		if (service->recipe->all[i].kind == RECIPE_SECRET)
			judge(service, &service->recipe->all[i], out);
}
