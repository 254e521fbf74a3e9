/* SPDX-License-Identifier: MIT */
/* An agent that runs away is hard to stop. */
#include "config.h"

#include "engine/rule.h"
#include "fact/security.h"

static void runaway_settings(const struct service *service, struct sink *out);

const struct rule rule_runaway_settings = {
	.name = STR_INIT("runaway-settings"),
	.severity = LEVEL_WARNING,
	.group = GROUP_RESOURCES,
	.applies = APPLIES_AGENT,
	.score = STR_INIT("3.6"),
	.summary = STR_INIT("an agent restarts itself, or its limits do not hold"),
	.reason = STR_INIT(
		"Limits and a container that stops when it fails are what keeps the machine usable "
		"while you find out what happened. Some settings take that back: a container that "
		"restarts by itself comes back with whatever poisoned it, one that the kernel may "
		"not kill takes others down in its place, one that is put under another cgroup "
		"leaves the limits behind.\n"
		"\n"
		"An agent is started by a person for a task. It gains nothing by coming back "
		"unasked."),
	.silent = STR_INIT(
		"\"restart: on-failure\" ends by itself or at its count, and \"no\" is the default."),
	.advice = STR_INIT("Remove the key."),
	.see = STR_INIT(
		"Compose file reference, restart "
		"<https://docs.docker.com/reference/compose-file/services/#restart>\n"
		"Compose file reference, oom_kill_disable "
		"<https://docs.docker.com/reference/compose-file/services/#oom_kill_disable>\n"
		"CIS Docker Benchmark, 5.15, 5.19, 5.25 "
		"<https://github.com/docker/docker-bench-security>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    restart: always  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    cgroup_parent: /system.slice  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    mem_limit: 4g\n"
			 "    memswap_limit: -1  # <-\n"
			 "    oom_kill_disable: true  # <-\n"
			 "    ulimits:\n"
			 "      nproc: -1  # <-\n"
			 "      nofile: {soft: 1024, hard: -1}  # <-\n"
			 "      stack: -1\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    restart: \"no\"\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    restart: \"on-failure:5\"\n"),
	},
	.service = runaway_settings,
};

static const char restarts[] = "it restarts itself without you";
static const char not_killed[] = "the kernel may not kill it when memory runs out";
static const char leaves[] = "it leaves the cgroup the limits apply to";
static const char changes[] = "it changes kernel settings of its namespace";
static const char unlimited[] = "the limit is taken away";
static const char swaps[] = "it may go on in swap when its memory is used up";

/* `whole`: the key of the service can go; else it is a part of one. */
static void tell(struct sink *out, const struct service *service, struct str key,
		 const struct node *value, const char *what, bool whole)
{
	report(out, value, "\"%.*s\" sets %.*s: %.*s, %s", STR_FMT(sink_show(out, service->name)),
	       STR_FMT(sink_show(out, key)), STR_FMT(sink_show(out, node_text(value))), what);
	evidence(out, key);
	if (whole)
		suggest_delete_key(out, false, service, key, "keep the default");
}

static bool is_minus_one(const struct node *value)
{
	return str_eq(str_trim(node_text(value)), STR("-1"));
}

static bool is_negative(const struct node *value)
{
	struct str text = str_trim(node_text(value));

	return text.n > 1 && text.p[0] == '-' && !node_is_unknown(value);
}

static void of_restart(const struct service *service, struct sink *out)
{
	const struct node *restart = service_field(service, STR("restart"));
	const struct node *policy =
		node_get(service_field(service, STR("deploy")), STR("restart_policy"));
	const struct node *condition = node_get(policy, STR("condition"));

	if (str_eq(node_text(restart), STR("always")) ||
	    str_eq(node_text(restart), STR("unless-stopped")))
		tell(out, service, STR("restart"), restart, restarts, true);
	if (str_eq(node_text(condition), STR("any")))
		tell(out, service, STR("deploy.restart_policy.condition"), condition, restarts,
		     false);
}

static void of_memory(const struct service *service, struct sink *out)
{
	static const struct str swap_keys[] = { STR_INIT("memswap_limit"),
						STR_INIT("mem_swappiness") };
	const struct node *disabled = service_field(service, STR("oom_kill_disable"));
	const struct node *score = service_field(service, STR("oom_score_adj"));

	if (node_is_true(disabled))
		tell(out, service, STR("oom_kill_disable"), disabled, not_killed, true);
	if (is_negative(score))
		tell(out, service, STR("oom_score_adj"), score, not_killed, true);
	for (size_t i = 0; i < 2; i++) {
		const struct node *value = service_field(service, swap_keys[i]);

		if (is_minus_one(value) && security_limit(service, LIMIT_OF_MEMORY).is_set)
			tell(out, service, swap_keys[i], value, swaps, true);
	}
}

static void of_ulimits(const struct service *service, struct sink *out)
{
	static const struct str names[] = { STR_INIT("nproc"), STR_INIT("nofile"),
					    STR_INIT("memlock"), STR_INIT("core") };
	const struct node *ulimits = service_field(service, STR("ulimits"));

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		const struct node *value = node_get(ulimits, names[i]);

		if (value && value->kind == NODE_MAPPING)
			value = is_minus_one(node_get(value, STR("soft")))
					? node_get(value, STR("soft"))
					: node_get(value, STR("hard"));
		if (!is_minus_one(value))
			continue;
		tell(out, service, sink_fmt(out, "ulimits.%.*s", STR_FMT(names[i])), value,
		     unlimited, false);
		if (ulimits->count > 1)
			suggest_delete_pair(out, false, node_pair(ulimits, names[i]),
					    "keep the default");
	}
}

static void of_sysctls(const struct service *service, struct sink *out)
{
	const struct node *sysctls = service_field(service, STR("sysctls"));

	for (size_t i = 0; sysctls && sysctls->kind == NODE_MAPPING && i < sysctls->count; i++) {
		const struct pair *pair = &sysctls->in.pairs[i];

		tell(out, service, sink_fmt(out, "sysctls.%.*s", STR_FMT(pair->key->text)),
		     pair->value, changes, false);
		if (sysctls->count > 1)
			suggest_delete_pair(out, false, pair, "keep the default");
	}
}

static void runaway_settings(const struct service *service, struct sink *out)
{
	const struct node *parent = service_field(service, STR("cgroup_parent"));

	of_restart(service, out);
	of_memory(service, out);
	if (node_text(parent).n && !node_is_unknown(parent))
		tell(out, service, STR("cgroup_parent"), parent, leaves, true);
	of_ulimits(service, out);
	of_sysctls(service, out);
}
