/* SPDX-License-Identifier: MIT */
/* A container runs privileged. */
#include "config.h"

#include "engine/rule.h"

static void privileged(const struct service *service, struct sink *out);

const struct rule rule_privileged = {
	.name = STR_INIT("privileged"),
	.severity = LEVEL_ERROR,
	.group = GROUP_PRIVILEGES,
	.applies = APPLIES_ANY,
	.score = STR_INIT("9.3"),
	.summary = STR_INIT("a container runs privileged"),
	.reason = STR_INIT(
		"A privileged container holds every capability, sees every device of the host "
		"and runs without the seccomp and AppArmor profiles that the engine applies by "
		"default. Whoever is root in it mounts the host's disk and is root on the "
		"host, one command away.\n"
		"\n"
		"One line takes away several walls at once, and nothing else in the file puts "
		"them back. Programs that seem to need it nearly always need one capability or "
		"one device."),
	.silent = STR_INIT(
		"A build with extra privileges, and a hook that runs in a container which is "
		"not privileged itself, are other matters and are not reported here."),
	.advice = STR_INIT(
		"Remove \"privileged\" and grant the one capability or device that is needed. "
		"For Docker in Docker use a rootless engine in a virtual machine."),
	.see = STR_INIT(
		"Compose file reference, privileged "
		"<https://docs.docker.com/reference/compose-file/services/#privileged>\n"
		"Docker Engine security <https://docs.docker.com/engine/security/>\n"
		"OWASP Docker Security Cheat Sheet, rule 3 "
		"<https://cheatsheetseries.owasp.org/cheatsheets/Docker_Security_Cheat_Sheet.html>\n"
		"NIST SP 800-190, 3.4.3 <https://doi.org/10.6028/NIST.SP.800-190>\n"
		"CIS Docker Benchmark, 5.5 <https://github.com/docker/docker-bench-security>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    privileged: true  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "  rescue:\n"
			 "    image: busybox:1.37\n"
			 "    profiles: [debug]\n"
			 "    privileged: \"true\"  # <-\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    privileged: false\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    cap_drop: [ALL]\n"
			 "    cap_add: [CHOWN]\n"),
	},
	.service = privileged,
};

static const char consequence[] =
	"every capability, every host device, no seccomp or AppArmor profile, "
	"which is root on the host one command away";

static void relate_profile(const struct service *service, struct sink *out)
{
	const struct node *profiles = service_field(service, STR("profiles"));

	if (!service->enabled && profiles)
		related(out, RELATED_OTHER, profiles->span, "it starts only with this profile");
}

static void privileged(const struct service *service, struct sink *out)
{
	const struct node *value = service_field(service, STR("privileged"));
	const struct node *hooks = service_field(service, STR("pre_start"));

	if (node_is_true(value)) {
		report(out, value, "service \"%.*s\" is privileged: %s",
		       STR_FMT(sink_show(out, service->name)), consequence);
		relate_profile(service, out);
		suggest_delete_key(out, false, service, STR("privileged"), "run it unprivileged");
	}
	/* these run in a container of their own */
	for (size_t i = 0; hooks && hooks->kind == NODE_SEQUENCE && i < hooks->count; i++) {
		value = node_get(hooks->in.items[i], STR("privileged"));
		if (!node_is_true(value))
			continue;
		report(out, value, "a pre_start container of service \"%.*s\" is privileged: %s",
		       STR_FMT(sink_show(out, service->name)), consequence);
		relate_profile(service, out);
	}
}
