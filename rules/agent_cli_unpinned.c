/* SPDX-License-Identifier: MIT */
/* A coding agent comes in a version that nobody chose. */
#include "config.h"

#include "engine/rule.h"
#include "fact/recipe.h"

static void service(const struct service *service, struct sink *out);

const struct rule rule_agent_cli_unpinned = {
	.name = STR_INIT("agent-cli-unpinned"),
	.severity = LEVEL_WARNING,
	.group = GROUP_IMAGE,
	.applies = APPLIES_ANY,
	.score = STR_INIT("5.0"),
	.summary = STR_INIT("a coding agent comes in a version that nobody chose"),
	.reason = STR_INIT(
		"The agent is the one program of a sandbox that is meant to act by itself. Installed "
		"without a version it is another one with every build: other tools, other defaults, "
		"other permissions that it asks for, and whatever a stolen publishing token has put "
		"there last night.\n"
		"\n"
		"Looked at are RUN, also of dockerfile_inline, and the start command: packages of "
		"pip, pipx, uv, npm, pnpm, yarn, bun, npx, cargo and go without an exact version or "
		"with \"latest\", also where an ARG or a build argument says so; version variables of "
		"such agents that are \"latest\", whatever reads them; switches that let an agent "
		"update itself."),
	.silent = STR_INIT(
		"Installations from a lock file (npm ci, -r requirements.txt) or under a file of "
		"constraints (-c constraints.txt), versions that only the shell of the build knows, "
		"and scripts of vendors, which are pipe-to-shell."),
	.advice = STR_INIT("Name the version: \"aider-chat==0.86.0\", "
			   "\"@anthropic-ai/claude-code@1.0.30\"."),
	.see = STR_INIT("hadolint DL3013 <https://github.com/hadolint/hadolint/wiki/DL3013>\n"
			"hadolint DL3016 <https://github.com/hadolint/hadolint/wiki/DL3016>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    build: .\n"
			 "--- Dockerfile\n"
			 "FROM python:3.12-slim\n"
			 "RUN pip install --no-cache-dir \\\n"
			 "    pytest \\\n"
			 "    \"aider-chat[browser]\"  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    build: {context: ., args: {V: latest}}\n"
			 "--- Dockerfile\n"
			 "FROM node:22-slim\n"
			 "ARG V=1.0.30\n"
			 "ARG CODEX_VERSION=latest  # <-\n"
			 "RUN npm i -g @anthropic-ai/claude-code@${V}  # <-\n"
			 "RUN ./install-codex.sh \"$CODEX_VERSION\"\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: node:22-slim\n"
			 "    command:\n"
			 "      - npx\n"
			 "      - -y\n"
			 "      - \"@openai/codex@latest\"  # <-\n"
			 "  other:\n"
			 "    image: node:22-slim\n"
			 "    command: sh -c \"npm i -g opencode-ai && opencode\"  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    build: .\n"
			 "--- Dockerfile\n"
			 "FROM node:22-slim\n"
			 "ARG V=latest\n"
			 "RUN npm i -g @anthropic-ai/claude-code@${V}  # <-\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    build: .\n"
			 "--- Dockerfile\n"
			 "FROM python:3.12-slim\n"
			 "ARG V=0.86.0\n"
			 "RUN pip install \"aider-chat==0.86.0\" && pip install aider-chat==$V\n"
			 "RUN uv tool install aider-chat@0.86.0\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    build: .\n"
			 "--- Dockerfile\n"
			 "FROM node:22-slim\n"
			 "RUN npm ci && npm view @openai/codex version\n"),
	},
	.service = service,
};

/* "installs X without a version", for the message. */
static struct str described(const struct recipe_item *item, struct sink *out)
{
	struct str text = sink_show(out, item->text), version = sink_show(out, item->version);

	if (item->pin == RECIPE_UPDATES)
		return sink_fmt(out, "lets the agent update itself (%.*s)", STR_FMT(text));
	if (str_ends(item->text, STR("_VERSION")))
		return sink_fmt(out, "installs an agent in version %.*s, which is \"%.*s\"",
				STR_FMT(text), STR_FMT(version));
	if (item->pin == RECIPE_UNPINNED)
		return sink_fmt(out, "installs %.*s without a version", STR_FMT(text));
	if (item->norigins)
		return sink_fmt(out, "installs %.*s in version %.*s, which is \"%.*s\"",
				STR_FMT(text), STR_FMT(sink_show(out, item->origins[0].name)),
				STR_FMT(version));
	return sink_fmt(out, "installs %.*s @%.*s", STR_FMT(text), STR_FMT(version));
}

static void service(const struct service *service, struct sink *out)
{
	static const char message[] = "the %.*s of %.*s %.*s; an agent that changes by itself is a "
				      "sandbox whose contents "
				      "you did not choose";

	for (size_t i = 0; i < service->recipe->count; i++) {
		const struct recipe_item *item = &service->recipe->all[i];
		struct str who = STR(""), how;

		if (item->kind == RECIPE_AGENT)
			who = sink_builders(out, service, item);
		if (!who.n)
			continue;
		how = described(item, out);
		if (item->node)
			report(out, item->node, message, STR_FMT(item->what), STR_FMT(who),
			       STR_FMT(how));
		else
			report_span(out, item->span, message, STR_FMT(item->what), STR_FMT(who),
				    STR_FMT(how));
		evidence(out, item->text);
		related_recipe(out, item, "");
	}
}
