/* SPDX-License-Identifier: MIT */
/* Mounts that are made later cross the border of a container. */
#include "config.h"

#include "engine/rule.h"
#include "fact/mount.h"

static void service(const struct service *service, struct sink *out);

const struct rule rule_mount_propagation = {
	.name = STR_INIT("mount-propagation"),
	.severity = LEVEL_WARNING,
	.group = GROUP_MOUNTS,
	.applies = APPLIES_ANY,
	.score = STR_INIT("4.4"),
	.summary = STR_INIT("mounts made later appear across the border of a container"),
	.reason = STR_INIT(
		"A bind mount is private by default: what is mounted below it later, on the host or "
		"in the container, stays where it was mounted. With \"slave\" and \"rslave\" what the "
		"host mounts later appears in the container too: a disk that is plugged in, an "
		"encrypted home that is opened. With \"shared\" and \"rshared\" it also goes the other "
		"way, and a container that may mount changes the tree of the host.\n"
		"\n"
		"On Docker Desktop propagation has no effect."),
	.silent = STR_INIT("\"private\" and \"rprivate\", which is the default."),
	.advice = STR_INIT("Leave the option out."),
	.see = STR_INIT(
		"Configure bind propagation "
		"<https://docs.docker.com/engine/storage/bind-mounts/#configure-bind-propagation>\n"
		"CIS Docker Benchmark, 5.20 <https://github.com/docker/docker-bench-security>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    volumes:\n"
			 "      - /srv/data:/data:ro,rshared  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    volumes:\n"
			 "      - type: bind\n"
			 "        source: /srv/d\n"
			 "        target: /d\n"
			 "        read_only: true\n"
			 "        bind:\n"
			 "          propagation: rslave  # <-\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    volumes:\n"
			 "      - /srv/data:/data:ro\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    volumes:\n"
			 "      - /srv/data:/data:ro,rprivate\n"),
	},
	.yields = RULE_NAMES(STR_INIT("socket-mount"),
		STR_INIT("host-socket-mount"),
		STR_INIT("home-mount"),
		STR_INIT("system-mount")),
	.service = service,
};

static void judge(const struct service *service, const struct mount *mount,
		  const struct node *option, struct sink *out)
{
	bool both = str_ends(option->text, STR("shared"));

	report(out, option,
	       "mount %.*s of \"%.*s\" uses propagation \"%.*s\"; mounts made later on %s appear "
	       "across the boundary",
	       STR_FMT(sink_source(out, mount->source)), STR_FMT(sink_show(out, service->name)),
	       STR_FMT(sink_show(out, option->text)), both ? "either side" : "the host");
	about_mount(out, mount);
	suggest_replace(out, false, option, STR("rprivate"), "keep mounts private");
}

static void service(const struct service *service, struct sink *out)
{
	for (size_t i = 0; i < service->mounts->count; i++) {
		const struct mount *mount = &service->mounts->all[i];
		const struct node *option = node_get(mount->bind, STR("propagation"));
		struct str text = node_text(option);

		/* of volumes_from the other service is told */
		if (mount->type != MOUNT_BIND || mount->origin != MOUNT_FROM_VOLUMES ||
		    sink_reports_class(out, service, mount, HOSTPATH_IS_CREDENTIAL_FILE))
			continue;
		if (str_eq(text, STR("shared")) || str_eq(text, STR("rshared")) ||
		    str_eq(text, STR("slave")) || str_eq(text, STR("rslave")))
			judge(service, mount, option, out);
	}
}
