/* SPDX-License-Identifier: MIT */
/* The host's own trees are mounted: its root, /etc, /proc, the engine's directory. */
#include "config.h"

#include "engine/rule.h"
#include "fact/mount.h"

static void service(const struct service *service, struct sink *out);

const struct rule rule_system_mount = {
	.name = STR_INIT("system-mount"),
	.severity = LEVEL_ERROR,
	.group = GROUP_MOUNTS,
	.applies = APPLIES_ANY,
	.score = STR_INIT("9.1"),
	.summary = STR_INIT("a service mounts a system directory of the host"),
	.reason = STR_INIT(
		"What the host itself runs on is no data for a container. Who writes to /etc, /usr or "
		"/boot decides what the host does as root; a program's path in "
		"/proc/sys/kernel/core_pattern is run by the kernel outside of every container; "
		"/var/lib/docker holds the files and secrets of all containers. Reading is bad enough: "
		"the shadow file, the host's keys, the environment of every process.\n"
		"\n"
		"The root of the file system, a drive, /mnt, /var, /var/lib and /var/log are reported "
		"when they are mounted as a whole; what lies below these is ordinary data. Of /etc, "
		"/boot, /proc, /sys, /dev, /usr, /bin, /sbin, /lib and /run, of the directories of "
		"container engines, /System, /Library and C:\\Windows all that lies below counts too. A "
		"volume whose driver_opts mount the kernel's proc, sysfs or devtmpfs counts as what it mounts. A "
		"source that becomes the root because a variable in it is not set is reported with the "
		"name of that variable."),
	.silent = STR_INIT(
		"Read-only mounts of /etc/localtime, /etc/timezone, /etc/passwd, /etc/group, "
		"/etc/resolv.conf, the time zones and the certificate authorities; /dev/null and its like; data such as /var/lib/postgresql/data, /var/log/journal or /mnt/data. What an "
		"engine's socket lies in is reported by socket-mount, and on agents what holds other "
		"sockets by host-socket-mount."),
	.advice = STR_INIT("Copy the file that is needed into the image, or mount that single file "
			   "read-only. For shared memory set \"shm_size\"."),
	.see = STR_INIT(
		"Bind mounts <https://docs.docker.com/engine/storage/bind-mounts/>\n"
		"OWASP Docker Security Cheat Sheet, rules 1 and 8 "
		"<https://cheatsheetseries.owasp.org/cheatsheets/Docker_Security_Cheat_Sheet.html>\n"
		"NIST SP 800-190, 3.5.5 <https://doi.org/10.6028/NIST.SP.800-190>\n"
		"CIS Docker Benchmark, 5.6 <https://github.com/docker/docker-bench-security>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    volumes:\n"
			 "      - /:/host:ro,rslave  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    volumes:\n"
			 "      - /etc/ssh:/etc/ssh:ro  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    volumes:\n"
			 "      - ${PROJECT}/:/work  # <-\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    volumes:\n"
			 "      - /etc/localtime:/etc/localtime:ro\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    volumes:\n"
			 "      - /mnt/data:/data:ro\n"),
		STR_INIT("services:\n"
			 "  db:\n"
			 "    image: postgres:17\n"
			 "    volumes:\n"
			 "      - /var/lib/postgresql/data:/var/lib/postgresql/data\n"),
	},
	.yields = RULE_NAMES(STR_INIT("socket-mount"),
		STR_INIT("credential-file"),
		STR_INIT("host-socket-mount"),
		STR_INIT("home-mount")),
	.service = service,
};

static const char *mode_of(const struct mount *mount)
{
	if (mount->mode_is_unknown)
		return "";
	return mount->read_only ? " read-only" : " read-write";
}

static void judge(const struct service *service, const struct mount *mount,
		  const struct hostpath_fact *fact, struct str because, struct sink *out)
{
	const struct own_exposure *own = own_in_mount(out, service, mount);
	struct str advice = fact->advice;

	if (advice.n)
		advice = sink_fmt(out, "; set \"%.*s\" instead", STR_FMT(advice));
	report(out, mount->place,
	       "service \"%.*s\" mounts host system path %.*s%.*s%s at %.*s; %.*s%.*s%s",
	       STR_FMT(sink_show(out, service->name)), STR_FMT(sink_source(out, mount->source)),
	       STR_FMT(because), mode_of(mount), STR_FMT(sink_show(out, mount->target)),
	       STR_FMT(fact->what), STR_FMT(advice),
	       own ? "; the files of this project lie in it" : "");
	about_mount(out, mount);
	if (own)
		related_own(out, own);
}

static void service(const struct service *service, struct sink *out)
{
	for (size_t i = 0; i < service->mounts->count; i++) {
		const struct mount *mount = &service->mounts->all[i];
		struct hostpath_fact fact;

		if (mount_is_replaced(mount))
			continue;
		if (mount_is(mount, HOSTPATH_IS_SYSTEM, &fact))
			judge(service, mount, &fact, STR(""), out);
		else if (mount_becomes(mount, HOSTPATH_IS_SYSTEM))
			judge(service, mount, &mount->when_empty->accident,
			      sink_fmt(out, " (because %.*s)",
				       STR_FMT(sink_unset(out, mount->source))),
			      out);
	}
}
