/* SPDX-License-Identifier: MIT */
/* A hook runs as root inside the agent's container. */
#include "config.h"

#include "engine/rule.h"
#include "fact/hook.h"
#include "fact/user.h"

static void root_hook(const struct service *service, struct sink *out);

const struct rule rule_root_hook = {
	.name = STR_INIT("root-hook"),
	.severity = LEVEL_ERROR,
	.group = GROUP_PRIVILEGES,
	.applies = APPLIES_AGENT,
	.score = STR_INIT("7.6"),
	.summary = STR_INIT("a hook runs as root inside an agent's container"),
	.reason = STR_INIT(
		"\"post_start\", \"pre_stop\", \"pre_start\" and \"exec\" of \"develop.watch\" run a "
		"command in a container whose processes, files and library paths the agent has "
		"been free to prepare. Run as root or privileged, the command lends that power to "
		"whatever the agent put in its way: a program of the same name, a symbolic link "
		"under a \"chown -R\", a script in the workspace.\n"
		"\n"
		"\"no-new-privileges\" and \"cap_drop\" do not help against a privileged one, which "
		"is started from outside with every capability."),
	.silent = STR_INIT(
		"A hook as the service's own user is not reported, nor one of an agent that is root "
		"anyway (\"root-user\"). A \"pre_start\" with an image of its own runs in another "
		"container, and one that is privileged is reported by \"privileged\"."),
	.advice = STR_INIT(
		"Do the work when the image is built, or in an init service of its own that shares "
		"no writable storage with the agent."),
	.see = STR_INIT(
		"Compose file reference, post_start "
		"<https://docs.docker.com/reference/compose-file/services/#post_start>\n"
		"Compose Develop Specification, exec "
		"<https://docs.docker.com/reference/compose-file/develop/>\n"
		"CIS Docker Benchmark, 5.23, 5.24 "
		"<https://github.com/docker/docker-bench-security>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    user: \"10001:10001\"\n"
			 "    post_start:\n"
			 "      - command: chown -R 10001 /work\n"
			 "        user: root  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    user: \"10001:10001\"\n"
			 "    volumes: [\"./project:/work\"]\n"
			 "    pre_stop:\n"
			 "      - command: /work/cleanup.sh\n"
			 "        privileged: true  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    build: .\n"
			 "    user: \"10001:10001\"\n"
			 "    develop:\n"
			 "      watch:\n"
			 "        - path: ./src\n"
			 "          target: /app\n"
			 "          action: sync+exec\n"
			 "          exec:\n"
			 "            command: make reload\n"
			 "            user: \"0\"  # <-\n"
			 "--- Dockerfile\n"
			 "FROM debian:bookworm-slim\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    user: \"10001:10001\"\n"
			 "    post_start:\n"
			 "      - command: git config --global --add safe.directory /work\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    user: \"10001:10001\"\n"
			 "  gateway:\n"
			 "    image: registry.example/gateway:1\n"
			 "    post_start:\n"
			 "      - command: \"true\"\n"
			 "        user: root\n"),
	},
	.service = root_hook,
};

static struct str words_of(const struct node *command, struct sink *out)
{
	struct str text = node_text(command);

	for (size_t i = 0; command && command->kind == NODE_SEQUENCE && i < command->count; i++)
		text = sink_fmt(out, "%.*s%s%.*s", STR_FMT(text), i ? " " : "",
				STR_FMT(node_text(command->in.items[i])));
	return sink_show(out, text);
}

static void root_hook(const struct service *service, struct sink *out)
{
	bool is_root = service->user->root == STAGE_ROOT_YES;
	struct hook hook = { 0 };

	while (hook_next(service, &hook)) {
		/* a privileged pre_start is the rule privileged's */
		const struct node *privileged =
			hook.kind == HOOK_PRE_START ? NULL : hook.privileged;
		const struct node *user = is_root ? NULL : hook.user;

		if (!privileged && !user)
			continue;
		report(out, privileged ? privileged : user,
		       "%s of \"%.*s\" runs \"%.*s\" as %s inside the agent's container; the agent "
		       "controls what that command finds there",
		       hook_name(hook.kind), STR_FMT(sink_show(out, service->name)),
		       STR_FMT(words_of(hook.command, out)),
		       !privileged ? "root"
		       : user      ? "root, and privileged,"
				   : "privileged");
		evidence(out, str_from(hook_name(hook.kind)));
		if (privileged && user)
			related(out, RELATED_OTHER, user->span, "and as root");
		if (hook.script)
			related(out, RELATED_OTHER, hook.script->span,
				"the agent can write what stands at this path");
	}
}
