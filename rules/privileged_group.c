/* SPDX-License-Identifier: MIT */
/* An agent is in a group that is power. */
#include "config.h"

#include "engine/rule.h"
#include "fact/group.h"
#include "fact/recipe.h"
#include "fact/user.h"

static void privileged_group(const struct service *service, struct sink *out);

const struct rule rule_privileged_group = {
	.name = STR_INIT("privileged-group"),
	.severity = LEVEL_WARNING,
	.group = GROUP_PRIVILEGES,
	.applies = APPLIES_AGENT,
	.score = STR_INIT("5.6"),
	.summary = STR_INIT("an agent is in a group whose members have power"),
	.reason = STR_INIT(
		"A user id that is not root says little while a group gives the power back. Members "
		"of \"docker\" start containers that mount the host's root; \"disk\" reads and "
		"writes block devices; group 0 owns many files of an image that its members may "
		"write. The numbers are those of the host: a group of the container opens what "
		"that group owns in every mount.\n"
		"\n"
		"Groups are often added so that one socket or device works. The group stays when "
		"the socket is long gone, and comes to life again with the next mount."),
	.silent = STR_INIT(
		"Plain numbers are not judged; one that a variable such as DOCKER_GID gives is known "
		"by the variable's name. In a Dockerfile only groups count that mean something "
		"inside an image, and only for the account that the service runs as. Root itself is "
		"\"root-user\"."),
	.advice = STR_INIT(
		"Remove the group. Where the agent needs a file that belongs to it, mount that one file, "
		"owned by the user that the agent runs as."),
	.see = STR_INIT(
		"Docker, post-installation steps for Linux "
		"<https://docs.docker.com/engine/install/linux-postinstall/>\n"
		"Compose file reference, group_add "
		"<https://docs.docker.com/reference/compose-file/services/#group_add>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    user: \"10001:10001\"\n"
			 "    group_add: [docker]  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    user: \"10001:0\"  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    user: \"10001:10001\"\n"
			 "    group_add:\n"
			 "      - \"${DOCKER_GID}\"  # <-\n"
			 "--- .env\n"
			 "DOCKER_GID=998\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    build: .\n"
			 "--- Dockerfile\n"
			 "FROM debian:bookworm-slim\n"
			 "RUN useradd --uid 10001 agent && usermod -aG sudo agent  # <-\n"
			 "USER agent\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    build: .\n"
			 "--- Dockerfile\n"
			 "FROM debian:bookworm-slim\n"
			 "RUN useradd --uid 10001 agent\n"
			 "USER 10001:0  # <-\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    group_add: [\"10002\"]\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    user: \"10001:10001\"\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    build: .\n"
			 "--- Dockerfile\n"
			 "FROM debian:bookworm-slim\n"
			 "RUN useradd -G sudo maintainer && useradd -G video --uid 10001 agent\n"
			 "USER agent\n"),
	},
	.yields = RULE_NAMES(STR_INIT("root-user")),
	.service = privileged_group,
};

static const char format[] = "%.*s in group %.*s; %s";

static void of_service(const struct service *service, struct sink *out)
{
	struct group group = { 0 };

	while (group_next(service, &group)) {
		struct str name = group.name, shown = sink_show(out, service->name);
		struct str who = sink_fmt(out, "service \"%.*s\" is", STR_FMT(shown));

		if (group.variable.n)
			name = sink_fmt(out, "%.*s (as the variable %.*s says)", STR_FMT(name),
					STR_FMT(sink_show(out, group.variable)));
		report(out, group.place, format, STR_FMT(who), STR_FMT(name), group.power);
		evidence(out, group.name);
		if (!group.is_user)
			suggest_delete_item(out, false, group.place, "leave the group");
	}
}

/* The account of the image that the service runs as; empty: it cannot be told. */
static struct str account_of(const struct user *user)
{
	struct str text = user->text;

	if (user->account)
		return user->account->name;
	for (size_t i = 0; user->stage && user->uid >= 0 && i < user->stage->naccounts; i++)
		if (user->stage->accounts[i].uid == user->uid)
			return user->stage->accounts[i].name;
	/* a number, or a name that a variable gives, may be anybody's */
	return user->uid >= 0 || user->root == STAGE_ROOT_UNKNOWN ? STR("") : str_cut(&text, ':');
}

static void of_image(const struct service *service, struct sink *out)
{
	const struct recipe *recipe = service->recipe;
	struct str account = account_of(service->user), text = service->user->text;
	struct str written = str_cut(&text, ':'); /* as USER has it */

	for (size_t i = 0; i < recipe->count; i++) {
		const struct recipe_item *item = &recipe->all[i];
		struct str who;

		if (item->kind != RECIPE_GROUP ||
		    (account.n && !str_eq(account, item->what) && !str_eq(written, item->what)))
			continue;
		who = sink_builders(out, service, item);
		if (!who.n)
			continue;
		report_span(out, item->span, format,
			    STR_FMT(sink_fmt(out, "the image of %.*s puts account \"%.*s\"",
					     STR_FMT(who), STR_FMT(sink_show(out, item->what)))),
			    STR_FMT(item->text), group_power_in_image(item->text));
		evidence(out, item->text);
		related_recipe(out, item, "");
	}
}

static void privileged_group(const struct service *service, struct sink *out)
{
	of_service(service, out);
	of_image(service, out);
}
