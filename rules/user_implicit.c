/* SPDX-License-Identifier: MIT */
/* That an agent is not root depends on its image alone. */
#include "config.h"

#include "engine/rule.h"
#include "fact/user.h"

static void user_implicit(const struct service *service, struct sink *out);

const struct rule rule_user_implicit = {
	.name = STR_INIT("user-implicit"),
	.severity = LEVEL_INFO,
	.group = GROUP_PRIVILEGES,
	.applies = APPLIES_AGENT,
	.score = STR_INIT("2.5"),
	.summary = STR_INIT("an agent's user is what its image says, not the Compose file"),
	.reason = STR_INIT(
		"A service without \"user\" runs as the image's last USER. That is right until the "
		"base image, a stage or one line of the Dockerfile changes; then the agent is root, "
		"and the Compose file looks as before.\n"
		"\n"
		"A name in \"user\" has the same weakness: the image decides which number it is, "
		"and files on the host belong to numbers."),
	.silent = STR_INIT(
		"An agent that is root, or of which nobody can say that it is not, is reported by "
		"\"root-user\" instead."),
	.advice = STR_INIT("Write the number into the Compose file: user: \"10001:10001\"."),
	.see = STR_INIT(
		"Compose file reference, user "
		"<https://docs.docker.com/reference/compose-file/services/#user>\n"
		"Dockerfile reference, USER "
		"<https://docs.docker.com/reference/dockerfile/#user>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:  # <-\n"
			 "    image: gcr.io/distroless/python3:nonroot\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: gcr.io/distroless/python3:nonroot\n"
			 "    user: \"10001:10001\"\n"
			 "--- compose.override.yaml\n"
			 "services:\n"
			 "  agent:\n"
			 "    user: !reset null  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    user: agent  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:  # <-\n"
			 "    build: .\n"
			 "--- Dockerfile\n"
			 "FROM debian:bookworm-slim\n"
			 "RUN useradd --uid 10001 agent\n"
			 "USER agent\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    user: \"10001:10001\"\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    user: \"1000\"\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"),
	},
	.service = user_implicit,
};

static bool is_number(struct str user)
{
	struct str name = str_cut(&user, ':');
	int64_t number;

	return str_to_int(name, &number);
}

/* Who that is, and what says so. */
static struct str described(const struct user *user, struct sink *out)
{
	struct str rest = user->image, image = sink_show(out, str_cut(&rest, '@'));
	const struct image_account *account = user->known ? &user->known->user : NULL;

	if (user->origin == USER_FROM_DOCKERFILE)
		return sink_fmt(out, "\"%.*s\" at %.*s", STR_FMT(sink_show(out, user->text)),
				STR_FMT(sink_place(out, user->stage->user.span)));
	if (account && account->name.n)
		return sink_fmt(out, "\"%.*s\", %.*s by name", STR_FMT(account->name),
				STR_FMT(image));
	return sink_fmt(out, "not root, %.*s by name", STR_FMT(image));
}

/* The number that the Dockerfile has for it; empty: none is written there. */
static struct str number_of(const struct user *user, struct sink *out)
{
	if (user->origin != USER_FROM_DOCKERFILE || user->uid <= 0)
		return STR("");
	/* its primary group stays that of the account */
	return is_number(user->text) ? user->text : sink_fmt(out, "%lld", (long long)user->uid);
}

static void relate_lines(const struct user *user, struct sink *out)
{
	for (size_t i = 0; i < user->nplaces; i++) {
		const struct user_place *place = &user->places[i];

		if (place->kind == USER_AT_USER || place->kind == USER_AT_BASE)
			related(out, RELATED_DOCKERFILE, place->span,
				place->kind == USER_AT_USER ? "the last USER of the stage"
							    : "the base image");
	}
	if (user->account)
		related(out, RELATED_DOCKERFILE, user->account->span, "the account is made here");
}

static void user_implicit(const struct service *service, struct sink *out)
{
	static const char format[] =
		"\"%.*s\" relies on the image's USER (%.*s); set it here too, so that an image "
		"change cannot promote the agent to root";
	const struct user *user = service->user;
	struct str name = sink_show(out, service->name), number = number_of(user, out);

	if (user->root != STAGE_ROOT_NO && user->root != STAGE_ROOT_PRESUMED_NO)
		return;
	if (user->node && is_number(user->text))
		return;
	if (user->node)
		report(out, user->node,
		       "\"%.*s\" names its user, \"%.*s\", and the image decides which number that "
		       "is; write the number, since files on the host belong to numbers",
		       STR_FMT(name), STR_FMT(sink_show(out, user->text)));
	else if (user->blank)
		report(out, user->blank, format, STR_FMT(name), STR_FMT(described(user, out)));
	else
		report_absent(out, service, STR("user"), format, STR_FMT(name),
			      STR_FMT(described(user, out)));
	relate_lines(user, out);
	if (!user->node && !user->blank && number.n)
		suggest_insert_key(out, true, service, STR("user"),
				   sink_fmt(out, "\"%.*s\"", STR_FMT(number)),
				   "write the image's user here");
}
