/* SPDX-License-Identifier: MIT */
/* An agent runs as root, or nobody can say that it does not. */
#include "config.h"

#include "engine/rule.h"
#include "fact/user.h"

/* A file says so: `user`, or an explicit last USER of the image. */
static bool is_explicit(const struct user *user)
{
	return user->root == STAGE_ROOT_YES &&
	       (user->origin == USER_FROM_COMPOSE || user->origin == USER_FROM_DOCKERFILE);
}

static void service(const struct service *service, struct sink *out);

const struct rule rule_root_user = {
	.name = STR_INIT("root-user"),
	.severity = LEVEL_ERROR,
	.group = GROUP_PRIVILEGES,
	.applies = APPLIES_AGENT,
	.score = STR_INIT("7.8"),
	.summary = STR_INIT("an agent runs as root, or as whatever its image says"),
	.reason = STR_INIT(
		"Without user namespaces, uid 0 in a container is uid 0 on the host. The walls of the "
		"container are all that is left between the two, and wherever one has a hole (a "
		"writable mount, a capability, a bug in the runtime) root walks through it. A "
		"process of another uid has to find a way to root first.\n"
		"\n"
		"The rule asks for the user after the merge: \"user\" of the service, else the last "
		"USER of the stage that is built, with build.target, build.args and the ARG defaults "
		"as they are. \"0:0\", \"root\", an empty user part such as \":1000\", and an account that "
		"the Dockerfile gives uid 0 are root. A user part that is made of unset variables "
		"only is empty, hence root. Where neither a user nor a readable Dockerfile says who "
		"runs, the image decides and can change its mind with the next pull; that is "
		"reported too. An entrypoint that steps down with gosu or the like starts as root "
		"all the same."),
	.silent = STR_INIT(
		"Images that are known not to run as root, when no user is set. Names in USER whose "
		"uid cannot be seen are presumed not to be root. A \"user\" with an unset variable in "
		"it is left to unset-variable, unless it leaves nothing of the user part. Rootless "
		"engines and user namespaces lower the risk and cannot be seen in the files. In the preset "
		"baseline, services for which no file says that they run as root."),
	.advice = STR_INIT("Set \"user\" to the uid that the Dockerfile creates, or to one that no "
			   "account of the host has, such as \"10001:10001\". What it has to write on "
			   "the host, such as the workspace, must be writable for that uid."),
	.see = STR_INIT(
		"Isolate containers with a user namespace "
		"<https://docs.docker.com/engine/security/userns-remap/>\n"
		"OWASP Docker Security Cheat Sheet, rule 2 "
		"<https://cheatsheetseries.owasp.org/cheatsheets/Docker_Security_Cheat_Sheet.html>\n"
		"CIS Docker Benchmark, 4.1 and 5.24 "
		"<https://github.com/docker/docker-bench-security>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    user: \"0:0\"  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:  # <-\n"
			 "    image: registry.example/agent:1.4.2\n"),
		STR_INIT("services:\n"
			 "  agent:  # <-\n"
			 "    build: {context: ., args: {RUN_AS: root}}\n"
			 "--- Dockerfile\n"
			 "FROM debian:bookworm-slim\n"
			 "RUN useradd --uid 10001 agent\n"
			 "ARG RUN_AS=agent\n"
			 "USER ${RUN_AS}\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    user: \"1000:1000\"\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    user: \"${AGENT_UID:-10001}:10001\"\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    build: .\n"
			 "--- Dockerfile\n"
			 "FROM debian:bookworm-slim\n"
			 "RUN useradd --uid 10001 agent\n"
			 "USER agent\n"),
	},
	.service = service,
};

/* Who it runs as, for the message. */
static struct str described(const struct service *service, struct sink *out)
{
	const struct user *user = service->user;
	struct str text = sink_show(out, user->text), image = sink_show(out, user->image);
	bool is_root = user->root == STAGE_ROOT_YES;

	if (user->origin == USER_FROM_COMPOSE && sink_unset(out, user->node).n)
		return sink_fmt(out, "root (user: \"%.*s\", because %.*s)", STR_FMT(text),
				STR_FMT(sink_unset(out, user->node)));
	if (user->origin == USER_FROM_COMPOSE)
		return sink_fmt(out, "root (user: \"%.*s\")", STR_FMT(text));
	if (user->origin == USER_FROM_DOCKERFILE && is_root)
		return sink_fmt(out, "root (the image's last USER is \"%.*s\")", STR_FMT(text));
	if (user->origin == USER_FROM_DOCKERFILE)
		return sink_fmt(out,
				"whatever the image says: its last USER, \"%.*s\", is not known "
				"here",
				STR_FMT(text));
	if (user->origin == USER_FROM_NOTHING && service->image &&
	    service->image->status == STAGE_NO_STAGES)
		return STR(
			"whatever the image says: no user is set and the Dockerfile has no FROM");
	if (user->origin == USER_FROM_NOTHING && service->image)
		return STR("whatever the image says: no user is set and the build has no such "
			   "stage as its target");
	if (user->origin == USER_FROM_NOTHING)
		return STR("whatever the image says: no user is set and the Dockerfile is not "
			   "visible here");
	if (!image.n && is_root)
		return STR("root (no user is set, neither here nor in the Dockerfile)");
	if (!image.n)
		image = STR("the base image");
	if (is_root)
		return sink_fmt(out, "root (no user is set, and %.*s runs as root)",
				STR_FMT(image));
	return sink_fmt(out, "whatever the image says: no user is set and %.*s is not visible here",
			STR_FMT(image));
}

static struct str stepping_down(const struct user *user, struct sink *out)
{
	if (user->root != STAGE_ROOT_YES || !user->steps_down.n)
		return STR("");
	return sink_fmt(out, "; it starts as root even if %.*s in its entrypoint steps down later",
			STR_FMT(sink_show(out, user->steps_down)));
}

/* The build argument that a place is about; NULL: none. */
static const struct node *argument_of(const struct service *service, const struct user_place *place)
{
	const struct service *builder = service->build ? service : service->built_by;

	if (place->kind != USER_AT_ARGUMENT || !builder || !builder->build)
		return NULL;
	return node_get(node_get(builder->build->node, STR("args")), place->name);
}

static void relate_places(const struct service *service, const struct user *user, struct sink *out)
{
	static const char *const phrases[] = {
		[USER_AT_BUILD] = " is the service that builds its image",
		[USER_AT_TARGET] = "this chooses the stage",
		[USER_AT_ARGUMENT] = " is given to the build here",
		[USER_AT_USER] = "the last USER of the stage",
		[USER_AT_VARIABLE] = " is set here",
		[USER_AT_BASE] = "the base image, which no USER follows",
		[USER_AT_CONTEXT] = "this context takes the place of a base",
		[USER_AT_ACCOUNT] = " gets its uid here",
		[USER_AT_BEFORE] = "this USER before it is no root",
	};

	for (size_t i = 0; i < user->nplaces; i++) {
		const struct user_place *place = &user->places[i];
		struct str unset = sink_unset(out, argument_of(service, place));

		related(out,
			place->kind <= USER_AT_ARGUMENT || place->kind == USER_AT_CONTEXT
				? RELATED_DEFINITION
				: RELATED_DOCKERFILE,
			place->span, "%.*s%s%s%.*s", STR_FMT(sink_show(out, place->name)),
			phrases[place->kind], unset.n ? ", where " : "", STR_FMT(unset));
		related_history(out, place->node);
	}
}

static void service(const struct service *service, struct sink *out)
{
	static const char message[] =
		"service \"%.*s\" runs as %.*s%.*s; root in the container is root on the host "
		"wherever a mount or a bug lets it through";
	static const char title[] = "run as a user without power on the host";
	const struct user *user = service->user;
	const struct node *node = user->node ? user->node : user->blank;
	struct str quoted, name, who, later;

	if (user->root == STAGE_ROOT_NO || user->root == STAGE_ROOT_PRESUMED_NO)
		return;
	/* without an image nothing runs, and model-invalid says so */
	if (user->origin == USER_FROM_NOTHING && !service_field(service, STR("image")) &&
	    !service_field(service, STR("build")))
		return;
	/* an unset variable in it is left to unset-variable */
	if (user->node && user->root == STAGE_ROOT_UNKNOWN && !user->root_when_empty)
		return;
	if (!node && service->build && service->build->open)
		return;
	/* most images of ordinary projects say nothing, and most of those step down */
	if (sink_preset(out) != PRESET_STRICT && sink_role(out, service) != SERVICE_AGENT &&
	    !is_explicit(user))
		return;
	quoted = sink_fmt(out, "\"%.*s\"", STR_FMT(user->suggested));
	name = sink_show(out, service->name);
	who = described(service, out);
	later = stepping_down(user, out);
	if (node)
		report(out, node, message, STR_FMT(name), STR_FMT(who), STR_FMT(later));
	else
		report_absent(out, service, STR("user"), message, STR_FMT(name), STR_FMT(who),
			      STR_FMT(later));
	relate_places(service, user, out);
	if (node && node->kind != NODE_NULL)
		suggest_replace(out, false, node,
				node->style == STYLE_PLAIN ? quoted : user->suggested, title);
	else if (!node)
		suggest_insert_key(out, false, service, STR("user"), quoted, title);
}
