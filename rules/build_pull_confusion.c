/* SPDX-License-Identifier: MIT */
/* An image that is built here may be pulled from Docker Hub instead. */
#include "config.h"

#include "engine/rule.h"
#include "fact/reference.h"

static void service(const struct service *service, struct sink *out);

const struct rule rule_build_pull_confusion = {
	.name = STR_INIT("build-pull-confusion"),
	.severity = LEVEL_WARNING,
	.group = GROUP_IMAGE,
	.applies = APPLIES_ANY,
	.score = STR_INIT("5.3"),
	.summary = STR_INIT("an image that is built here may be pulled from Docker Hub instead"),
	.reason = STR_INIT(
		"A service with both \"build\" and \"image\" builds the image only where it cannot be "
		"pulled: Compose tries to pull the name first. A name without a registry is one of "
		"Docker Hub's, where anybody may own it, tomorrow if not today. Whoever does decides "
		"what runs here on every machine that has not built it yet."),
	.silent = STR_INIT("A \"pull_policy\" of build or never, and names with a registry, which "
			   "presumably is yours. A name that a variable leaves open is not judged."),
	.advice = STR_INIT("Set \"pull_policy: build\"."),
	.see = STR_INIT("Compose build specification, using build and image "
			"<https://docs.docker.com/reference/compose-file/build/#using-build-and-image>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    build: .\n"
			 "    image: agent-sandbox:dev  # <-\n"
			 "--- Dockerfile\n"
			 "FROM debian:bookworm-slim\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    build: .\n"
			 "    image: me/agent:1  # <-\n"
			 "    pull_policy: always\n"
			 "--- Dockerfile\n"
			 "FROM debian:bookworm-slim\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    build: .\n"
			 "    image: agent-sandbox:dev\n"
			 "    pull_policy: build\n"
			 "--- Dockerfile\n"
			 "FROM debian:bookworm-slim\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    build: .\n"
			 "    image: registry.example/agent:1\n"
			 "--- Dockerfile\n"
			 "FROM debian:bookworm-slim\n"),
	},
	.service = service,
};

static bool is_used_elsewhere(const struct service *service)
{
	const struct project *project = service->project;

	for (size_t i = 0; i < project->nservices; i++)
		if (project->services[i].built_by == service)
			return true;
	return false;
}

static void service(const struct service *service, struct sink *out)
{
	static const struct str build_key = STR_INIT("build"), policy_key = STR_INIT("pull_policy");
	const struct node *build = service_field(service, build_key);
	const struct node *image = service_field(service, STR("image"));
	const struct node *policy = service_field(service, policy_key);
	struct str how = STR("no pull_policy");

	if (!build || build->kind == NODE_NULL || !node_text(image).n || node_is_unknown(image) ||
	    node_is_unknown(policy) || str_eq(node_text(policy), build_key) ||
	    str_eq(node_text(policy), STR("never")))
		return;
	if (!reference_is_of_docker_hub(image->text))
		return;
	if (node_text(policy).n)
		how = sink_fmt(out, "pull_policy \"%.*s\"", STR_FMT(sink_show(out, policy->text)));
	report(out, image,
	       "\"%.*s\" has build and image \"%.*s\" but %.*s; Compose first tries to pull that "
	       "name, so a stranger's image of the same name would run instead of yours",
	       STR_FMT(sink_show(out, service->name)), STR_FMT(sink_show(out, image->text)),
	       STR_FMT(how));
	evidence(out, image->text);
	related(out, RELATED_DEFINITION, node_pair(service->node, build_key)->key->span,
		"this is what should run");
	if (policy) {
		related(out, RELATED_OTHER, policy->span, "this lets Compose pull it");
		suggest_replace(out, false, policy, build_key, "always build it");
	} else {
		suggest_insert_key(out,
				   str_find_byte(image->text, '/', 0) == STR_NPOS &&
					   !is_used_elsewhere(service),
				   service, policy_key, build_key, "always build it");
	}
}
