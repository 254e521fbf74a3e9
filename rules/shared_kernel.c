/* SPDX-License-Identifier: MIT */
/* An agent runs on the host's own kernel. */
#include "config.h"

#include "engine/rule.h"

static void shared_kernel(const struct service *service, struct sink *out);

const struct rule rule_shared_kernel = {
	.name = STR_INIT("shared-kernel"),
	.severity = LEVEL_INFO,
	.group = GROUP_PRIVILEGES,
	.applies = APPLIES_AGENT,
	.score = STR_INIT("2.2"),
	.summary = STR_INIT("an agent runs on the host's own kernel"),
	.reason = STR_INIT(
		"Everything in a container is a process of the host's kernel, and every other wall "
		"is made of that kernel's code. One fault in it, reached through the system calls "
		"that are left, and the walls are gone together.\n"
		"\n"
		"A runtime such as runsc (gVisor) answers system calls in a program of its own; "
		"kata and other microVM runtimes give the container a kernel of its own. For code "
		"that nobody trusts that is the stronger wall."),
	.silent = STR_INIT(
		"Runtimes are known by name: runsc, gVisor, Kata, sysbox, krun, crun-vm, urunc. On "
		"Windows \"isolation: hyperv\" is a kernel of its own. The engine's default "
		"runtime may be one of them, which these files cannot show."),
	.advice = STR_INIT(
		"Install such a runtime and name it, for example \"runtime: runsc\"; where that is "
		"not possible, keep the host's kernel up to date."),
	.see = STR_INIT(
		"gVisor, Docker quick start "
		"<https://gvisor.dev/docs/user_guide/quick_start/docker/>\n"
		"Docker Sandboxes, isolation layers "
		"<https://docs.docker.com/ai/sandboxes/security/isolation/>\n"
		"NIST SP 800-190, 3.5.2 <https://doi.org/10.6028/NIST.SP.800-190>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    runtime: runc  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:  # <-\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    read_only: true\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    runtime: runsc\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    runtime: io.containerd.kata.v2\n"),
	},
	.service = shared_kernel,
};

/* A name of this kind begins the text, or follows ".", "/" or "-" in it. */
static bool isolates(struct str runtime)
{
	static const struct str names[] = { STR_INIT("runsc"), STR_INIT("gvisor"),
					    STR_INIT("kata"),  STR_INIT("sysbox"),
					    STR_INIT("krun"),  STR_INIT("crun-vm"),
					    STR_INIT("urunc") };

	for (size_t at = 0; at < runtime.n; at++) {
		struct str rest = str_slice(runtime, at, runtime.n);

		if (at && str_find_byte(STR("./-"), runtime.p[at - 1], 0) == STR_NPOS)
			continue;
		for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
			if (rest.n >= names[i].n &&
			    str_eq_nocase(str_slice(rest, 0, names[i].n), names[i]))
				return true;
	}
	return false;
}

static void shared_kernel(const struct service *service, struct sink *out)
{
	static const char format[] =
		"\"%.*s\" shares the host kernel (%.*s); for untrusted code consider runsc "
		"(gVisor), kata or a microVM sandbox";
	const struct node *runtime = service_field(service, STR("runtime"));
	const struct node *isolation = service_field(service, STR("isolation"));
	struct str name = sink_show(out, service->name), text = node_text(runtime);

	if (node_is_unknown(runtime) || isolates(text) ||
	    str_eq(node_text(isolation), STR("hyperv")))
		return;
	if (text.n)
		report(out, runtime, format, STR_FMT(name),
		       STR_FMT(sink_fmt(out, "runtime: %.*s", STR_FMT(sink_show(out, text)))));
	else
		report_absent(out, service, STR("runtime"), format, STR_FMT(name),
			      STR_FMT(STR("default runtime")));
}
