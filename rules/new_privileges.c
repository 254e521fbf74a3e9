/* SPDX-License-Identifier: MIT */
/* Programs in an agent's container may gain privileges. */
#include "config.h"

#include "engine/rule.h"
#include "fact/security.h"
#include "fact/user.h"

static void new_privileges(const struct service *service, struct sink *out);

const struct rule rule_new_privileges = {
	.name = STR_INIT("new-privileges"),
	.severity = LEVEL_WARNING,
	.group = GROUP_PRIVILEGES,
	.applies = APPLIES_AGENT,
	.score = STR_INIT("4.6"),
	.summary = STR_INIT("programs in an agent's container may gain privileges"),
	.reason = STR_INIT(
		"The account an agent starts with is no wall while a program in the image may "
		"change it. sudo, su, and any other file with the setuid bit or with "
		"capabilities of its own run with more rights than their caller.\n"
		"\n"
		"\"no-new-privileges\" tells the kernel to ignore such bits for the whole "
		"container. The last value counts: files of one project append to "
		"\"security_opt\", so an override can take the option back without touching "
		"the line that sets it."),
	.silent = STR_INIT(
		"An engine that is told to use no-new-privileges for every container is "
		"invisible in these files."),
	.advice = STR_INIT(
		"Set \"security_opt: [no-new-privileges=true]\" and leave sudo out of the "
		"image."),
	.see = STR_INIT(
		"Compose file reference, security_opt "
		"<https://docs.docker.com/reference/compose-file/services/#security_opt>\n"
		"OWASP Docker Security Cheat Sheet, rule 4 "
		"<https://cheatsheetseries.owasp.org/cheatsheets/Docker_Security_Cheat_Sheet.html>\n"
		"CIS Docker Benchmark, 5.26 <https://github.com/docker/docker-bench-security>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    security_opt:\n"
			 "      - \"no-new-privileges:false\"  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:  # <-\n"
			 "    image: registry.example/agent:1.4.2\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    security_opt: [\"no-new-privileges=true\"]\n"
			 "--- compose.override.yaml\n"
			 "services:\n"
			 "  agent:\n"
			 "    security_opt: !reset []  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:  # <-\n"
			 "    build: .\n"
			 "--- Dockerfile\n"
			 "FROM debian:12-slim\n"
			 "RUN apt-get update && apt-get install -y sudo && useradd agent\n"
			 "USER agent\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    security_opt: [no-new-privileges]\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    security_opt:\n"
			 "      - \"no-new-privileges:true\"\n"),
	},
	.service = new_privileges,
};

/* How a program of the image could use it, for the message. */
static struct str such_as(const struct security_gain *gain, struct sink *out)
{
	struct str place = sink_place(out, gain->span);
	struct str what = sink_show(out, gain->what);

	switch (gain->kind) {
	case GAIN_INSTALLED:
		return sink_fmt(out, " such as %.*s, installed at %.*s,", STR_FMT(what),
				STR_FMT(place));
	case GAIN_ALLOWED:
		return sink_fmt(out, " such as %.*s, allowed at %.*s,", STR_FMT(what),
				STR_FMT(place));
	case GAIN_SETUID:
		return sink_fmt(out, " such as the one made at %.*s", STR_FMT(place));
	case GAIN_FILE_CAPABILITY:
		return sink_fmt(out, " such as the one given capabilities at %.*s", STR_FMT(place));
	case GAIN_INHERITED:
		return sink_fmt(out, " such as %.*s, which comes with the image at %.*s,",
				STR_FMT(what), STR_FMT(place));
	}
	return STR("");
}

static const char *happens(enum gain_kind kind)
{
	switch (kind) {
	case GAIN_INSTALLED:
		return "a program that changes the user is installed here";
	case GAIN_ALLOWED:
		return "users are allowed to become root here";
	case GAIN_SETUID:
		return "the setuid bit is set here";
	case GAIN_FILE_CAPABILITY:
		return "a file is given capabilities here";
	case GAIN_INHERITED:
		return "this image brings a program that changes the user";
	}
	return "";
}

static void relate_image(const struct service *service, struct sink *out)
{
	struct security_gain gain = { 0 };

	while (security_next_gain(service, &gain))
		related(out, RELATED_DOCKERFILE, gain.span, "%s", happens(gain.kind));
}

static bool is_safe(const struct service *service, bool gains)
{
	const struct user *user = service->user;

	return !gains && user && user->stage &&
	       (user->root == STAGE_ROOT_NO || user->root == STAGE_ROOT_PRESUMED_NO);
}

/* Another item has this text already, and a list must not hold it twice. */
static bool has_text(const struct node *list, const struct node *item, struct str text)
{
	for (size_t i = 0; i < list->count; i++)
		if (list->in.items[i] != item && str_eq(node_text(list->in.items[i]), text))
			return true;
	return false;
}

static void new_privileges(const struct service *service, struct sink *out)
{
	static const char format[] = "\"no-new-privileges\" is %.*s for \"%.*s\"; a setuid "
				     "program%.*s can turn %s into root";
	static const struct str key = STR_INIT("no-new-privileges");
	static const struct str option_text = STR_INIT("no-new-privileges=true");
	static const char title[] = "forbid new privileges";
	struct security_option option = security_option(service, key);
	const struct node *list = service_field(service, STR("security_opt"));
	const struct step *replaced = node_step(list, STEP_OVERRIDE);
	struct str name = sink_show(out, service->name), how = STR("not set"), example = STR("");
	const char *whom =
		sink_role(out, service) == SERVICE_AGENT ? "the agent" : "any process in it";
	struct security_gain gain = { 0 };
	bool gains = security_next_gain(service, &gain);

	if (option.is_unknown || (option.item && security_is_on(option.value)))
		return;
	if (gains)
		example = such_as(&gain, out);
	if (option.item) {
		how = sink_fmt(out, "false (last value in %.*s)",
			       STR_FMT(sink_place(out, option.item->span)));
		report(out, option.item, format, STR_FMT(how), STR_FMT(name), STR_FMT(example),
		       whom);
		for (size_t i = 0; i < list->count && list->in.items[i] != option.item; i++)
			if (security_sets(list->in.items[i], key))
				related(out, RELATED_OVERRIDDEN, list->in.items[i]->span,
					"the value here is not the last one");
		if (has_text(list, option.item, option_text))
			suggest_delete_item(out, is_safe(service, gains), option.item, title);
		else
			suggest_replace(out, is_safe(service, gains), option.item, option_text,
					title);
	} else if (replaced && security_option_in(replaced->was, key).item) {
		report(out, list, format, STR_FMT(how), STR_FMT(name), STR_FMT(example), whom);
	} else {
		report_absent(out, service, STR("security_opt"), format, STR_FMT(how),
			      STR_FMT(name), STR_FMT(example), whom);
		suggest_append_item(out, is_safe(service, gains), service, STR("security_opt"),
				    option_text, title);
	}
	relate_image(service, out);
}
