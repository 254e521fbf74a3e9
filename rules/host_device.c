/* SPDX-License-Identifier: MIT */
/* A container gets a device that is power over the host. */
#include "config.h"

#include "engine/rule.h"
#include "fact/device.h"

static void host_device(const struct service *service, struct sink *out);

const struct rule rule_host_device = {
	.name = STR_INIT("host-device"),
	.severity = LEVEL_ERROR,
	.group = GROUP_PRIVILEGES,
	.applies = APPLIES_ANY,
	.score = STR_INIT("8.8"),
	.summary = STR_INIT("a container gets a device that is power over the host"),
	.reason = STR_INIT(
		"A device node is not a file in the container's world: behind it is the hardware of "
		"the host. Whoever reads /dev/sda reads every file on that disk, whatever its "
		"permissions, and whoever writes it writes them. /dev/mem and /dev/kmsg are the "
		"memory and the log of the kernel; input devices are the keyboard of the person at "
		"the machine.\n"
		"\n"
		"\"device_cgroup_rules\" with a \"*\" for the major number opens whole kinds of "
		"devices: the container makes the node itself, with a capability that it has by "
		"default."),
	.silent = STR_INIT(
		"Accelerators, /dev/kvm, /dev/fuse, sound and serial adapters are \"extra-device\", "
		"for agents. A bind mount below /dev is visible, but the engine denies opening it. "
		"A rule for one major number opens one driver and is not reported."),
	.advice = STR_INIT(
		"Remove the device. Where a service has to read a disk or a bus, run that part on "
		"the host and give the container its result."),
	.see = STR_INIT(
		"Compose file reference, devices "
		"<https://docs.docker.com/reference/compose-file/services/#devices>\n"
		"Compose file reference, device_cgroup_rules "
		"<https://docs.docker.com/reference/compose-file/services/#device_cgroup_rules>\n"
		"CIS Docker Benchmark, 5.18 <https://github.com/docker/docker-bench-security>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    devices:\n"
			 "      - \"/dev/sda:/dev/xvda:r\"  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    device_cgroup_rules: [\"a *:* rwm\"]  # <-\n"),
		STR_INIT("services:\n"
			 "  monitor:\n"
			 "    image: registry.example/smart:2.0\n"
			 "    devices:\n"
			 "      - source: /dev/bus/../disk/by-id/ata-1  # <-\n"
			 "        target: /dev/first\n"
			 "        permissions: r\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    device_cgroup_rules: [\"c 1:3 mr\"]\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    tmpfs: [\"/scratch\"]\n"),
		STR_INIT("services:\n"
			 "  home:\n"
			 "    image: registry.example/home:2025.1\n"
			 "    devices: [\"/dev/ttyUSB0\", \"/dev/dri:/dev/dri\"]\n"),
	},
	.service = host_device,
};

static void host_device(const struct service *service, struct sink *out)
{
	for (size_t i = 0; i < service->devices->count; i++) {
		const struct device *device = &service->devices->all[i];
		struct str name = sink_show(out, device->name);

		if (!device->class)
			continue;
		if (device->way == DEVICE_ALLOWED)
			name = sink_fmt(out, "access by the rule \"%.*s\"", STR_FMT(name));
		report(out, device->place, "service \"%.*s\" gets %s%.*s (%s); %s",
		       STR_FMT(sink_show(out, service->name)),
		       device->way == DEVICE_ALLOWED ? "" : "host device ", STR_FMT(name),
		       device->class->name, device->class->consequence);
		evidence(out, device->name);
		related_history(out, node_get(device->place, STR("source")));
		suggest_delete_item(out, false, device->place, "keep the device out");
	}
}
