/* SPDX-License-Identifier: MIT */
/* The root file system of an agent can be written. */
#include "config.h"

#include "engine/rule.h"

static void rootfs_writable(const struct service *service, struct sink *out);

const struct rule rule_rootfs_writable = {
	.name = STR_INIT("rootfs-writable"),
	.severity = LEVEL_ERROR,
	.group = GROUP_MOUNTS,
	.applies = APPLIES_AGENT,
	.score = STR_INIT("5.5"),
	.summary = STR_INIT("the root filesystem of an agent is writable"),
	.reason = STR_INIT(
		"Without \"read_only: true\" the agent may change anything in its image that "
		"its user may write: install tools, replace programs that later steps start, "
		"leave files outside the workspace where nobody reviews them.\n"
		"\n"
		"A read-only root filesystem leaves the places that you name and no others: "
		"the workspace, and a tmpfs that is gone when the container is."),
	.silent = STR_INIT("A value that comes from a variable which nothing sets is not judged."),
	.advice = STR_INIT(
		"Set \"read_only: true\" and name what the programs have to write, often /tmp and "
		"their home directory: \"tmpfs: [/tmp, /home/agent]\"."),
	.see = STR_INIT(
		"Compose file reference, read_only "
		"<https://docs.docker.com/reference/compose-file/services/#read_only>\n"
		"tmpfs mounts <https://docs.docker.com/engine/storage/tmpfs/>\n"
		"OWASP Docker Security Cheat Sheet, rule 8 "
		"<https://cheatsheetseries.owasp.org/cheatsheets/Docker_Security_Cheat_Sheet.html>\n"
		"CIS Docker Benchmark, 5.13 <https://github.com/docker/docker-bench-security>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    read_only: false  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:  # <-\n"
			 "    image: registry.example/agent:1.4.2\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    read_only: true\n"
			 "--- compose.override.yaml\n"
			 "services:\n"
			 "  agent:\n"
			 "    read_only: !reset null  # <-\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    read_only: true\n"
			 "    tmpfs: [/tmp]\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    read_only: \"true\"\n"),
	},
	.service = rootfs_writable,
};

static const char format[] = "root filesystem of \"%.*s\" is writable (read_only %.*s); %s";

static const char title[] = "make the root filesystem read-only";

static void rootfs_writable(const struct service *service, struct sink *out)
{
	const struct node *value = service_field(service, STR("read_only"));
	const struct node *former = service_former(service, STR("read_only"));
	struct str name = sink_show(out, service->name);
	struct str how = STR("is not set");
	const char *effect = sink_role(out, service) == SERVICE_AGENT
				     ? "the agent can install tools and leave files outside the "
				       "workspace"
				     : "whoever gets into it can install tools and leave files";

	if (node_is_true(value) || node_is_unknown(value))
		return;
	if (value) {
		report(out, value, format, STR_FMT(name), STR_FMT(STR("is false")), effect);
		suggest_replace(out, false, value, STR("true"), title);
		return;
	}
	if (node_is_true(former))
		how = sink_fmt(out, "was true in %.*s", STR_FMT(sink_place(out, former->span)));
	report_absent(out, service, STR("read_only"), format, STR_FMT(name), STR_FMT(how), effect);
	if (service_removed(service, STR("read_only")))
		return;
	suggest_insert_key(out, false, service, STR("read_only"), STR("true"), title);
	if (!service_field(service, STR("tmpfs")))
		suggest_insert_key(out, false, service, STR("tmpfs"), STR("[/tmp]"), title);
}
