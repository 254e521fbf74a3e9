/* SPDX-License-Identifier: MIT */
/* A container runs without a protection that the engine applies by default. */
#include "config.h"

#include "engine/rule.h"
#include "fact/security.h"
#include "model/withheld.h"

static void unconfined(const struct service *service, struct sink *out);

const struct rule rule_unconfined = {
	.name = STR_INIT("unconfined"),
	.severity = LEVEL_ERROR,
	.group = GROUP_PRIVILEGES,
	.applies = APPLIES_ANY,
	.score = STR_INIT("8.2"),
	.summary = STR_INIT("a container switches off a protection that is on by default"),
	.reason = STR_INIT(
		"The engine withholds about a quarter of the system calls (seccomp), confines what a "
		"container may do with files and mounts (AppArmor or SELinux), and hides the parts "
		"of /proc and /sys that speak for the whole machine. All three are on without a "
		"line in the file.\n"
		"\n"
		"One item of \"security_opt\" switches one of them off as a whole. What it leaves open "
		"is where escapes from containers have come from: system calls that nobody in a "
		"container needs, and with \"systempaths=unconfined\" files such as "
		"/proc/sys/kernel/core_pattern, through which root in the container runs a "
		"program on the host."),
	.silent = STR_INIT(
		"The last item of a key counts, so what a later one takes back is not reported. "
		"\"seccomp=builtin\" is the default, and a profile of the project's own is taken "
		"as one unless it allows what it does not name, or names nothing at all, with which "
		"the engine filters nothing. \"systempaths:unconfined\" with a "
		"colon does nothing; \"model-invalid\" says so."),
	.advice = STR_INIT(
		"Remove the item. Where a program needs one more system call, copy the engine's "
		"profile, allow that call, and name the copy."),
	.see = STR_INIT(
		"Seccomp security profiles for Docker "
		"<https://docs.docker.com/engine/security/seccomp/>\n"
		"AppArmor security profiles for Docker "
		"<https://docs.docker.com/engine/security/apparmor/>\n"
		"OWASP Docker Security Cheat Sheet, rule 6 "
		"<https://cheatsheetseries.owasp.org/cheatsheets/Docker_Security_Cheat_Sheet.html>\n"
		"CIS Docker Benchmark, 5.2, 5.3, 5.22 "
		"<https://github.com/docker/docker-bench-security>\n"
		"runc, CVE-2025-31133: masked paths <https://nvd.nist.gov/vuln/detail/CVE-2025-31133>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    security_opt:\n"
			 "      - \"seccomp:unconfined\"  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    security_opt: [\"systempaths=unconfined\"]  # <-\n"),
		STR_INIT("services:\n"
			 "  db:\n"
			 "    image: postgres:17.2\n"
			 "    security_opt:\n"
			 "      - label:disable  # <-\n"
			 "      - apparmor=unconfined  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    security_opt:\n"
			 "      - seccomp=./all.json  # <-\n"
			 "--- all.json\n"
			 "{\"defaultAction\": \"SCMP_ACT_ALLOW\", \"syscalls\": []}\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    security_opt: [\"seccomp=./none.json\"]  # <-\n"
			 "--- none.json\n"
			 "{\"archMap\": null, \"syscalls\": []}\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    security_opt: [\"label=type:container_t\"]\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    security_opt: [\"seccomp=unconfined\", \"seccomp=builtin\"]\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    security_opt: [\"seccomp=./own.json\"]\n"
			 "--- own.json\n"
			 "{\"defaultAction\": \"SCMP_ACT_ERRNO\", \"syscalls\": []}\n"),
	},
	.service = unconfined,
};

static const char *named(enum shield shield)
{
	switch (shield) {
	case SHIELD_SECCOMP:
		return "seccomp";
	case SHIELD_APPARMOR:
		return "AppArmor";
	case SHIELD_LABELS:
		return "SELinux labels";
	case SHIELD_PATHS:
		return "the masked paths of /proc and /sys";
	}
	return "";
}

/* Earlier items of the key, which this one takes back. */
static void relate_earlier(const struct service *service, const struct node *item, struct sink *out)
{
	const struct node *list = service_field(service, STR("security_opt"));
	struct str key, value;

	withheld_option(node_text(item), &key, &value);
	for (size_t i = 0; i < list->count && list->in.items[i] != item; i++)
		if (security_sets(list->in.items[i], key))
			related(out, RELATED_OVERRIDDEN, list->in.items[i]->span,
				"the value here is not the last one");
}

static bool is_empty(const struct security_opening *opening)
{
	return opening->profile->kind == NODE_MAPPING;
}

static void unconfined(const struct service *service, struct sink *out)
{
	struct security_opening opening = { 0 };

	while (security_next_opening(service, &opening)) {
		struct str value = sink_show(out, node_text(opening.item));

		if (opening.profile)
			value = sink_fmt(out, "%.*s: %s", STR_FMT(value),
					 is_empty(&opening)
						 ? "a profile that names nothing is none"
						 : "what the profile does not name is allowed");
		report(out, opening.item,
		       "service \"%.*s\" switches off %s (%.*s), a protection the engine applies "
		       "by default",
		       STR_FMT(sink_show(out, service->name)), named(opening.shield),
		       STR_FMT(value));
		evidence(out, str_from(named(opening.shield)));
		if (opening.shield == SHIELD_SECCOMP || opening.shield == SHIELD_APPARMOR)
			relate_earlier(service, opening.item, out);
		if (opening.profile)
			related(out, RELATED_DEFINITION, opening.profile->span,
				is_empty(&opening)
					? "the profile has no \"defaultAction\" and no \"syscalls\""
					: "the profile allows by default");
		suggest_delete_item(out, false, opening.item, "keep the protection");
	}
}
