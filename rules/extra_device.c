/* SPDX-License-Identifier: MIT */
/* An agent gets a device that it does not need. */
#include "config.h"

#include "engine/rule.h"
#include "fact/device.h"
#include "model/environment.h"

static void extra_device(const struct service *service, struct sink *out);

const struct rule rule_extra_device = {
	.name = STR_INIT("extra-device"),
	.severity = LEVEL_WARNING,
	.group = GROUP_PRIVILEGES,
	.applies = APPLIES_AGENT,
	.score = STR_INIT("5.1"),
	.summary = STR_INIT("an agent gets a device, and the driver behind it"),
	.reason = STR_INIT(
		"Each device is a driver in the kernel of the host that takes requests from the "
		"container. Drivers of accelerators and of virtual machines are large, and written "
		"for speed; a fault in one of them is a way out.\n"
		"\n"
		"An agent that talks to a model over HTTP needs none of them. The accelerator "
		"belongs to the service that runs the model, which no untrusted code runs in."),
	.silent = STR_INIT(
		"A gateway may need the accelerator and is not judged. Devices that are power over "
		"the host by themselves are \"host-device\". \"NVIDIA_VISIBLE_DEVICES\" of "
		"\"void\", \"none\" or nothing asks for no device."),
	.advice = STR_INIT(
		"Remove the device from the agent and keep the accelerator with the model's engine."),
	.see = STR_INIT(
		"Compose file reference, devices "
		"<https://docs.docker.com/reference/compose-file/services/#devices>\n"
		"Compose file reference, gpus "
		"<https://docs.docker.com/reference/compose-file/services/#gpus>\n"
		"CIS Docker Benchmark, 5.18 <https://github.com/docker/docker-bench-security>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    devices: [\"/dev/kvm\"]  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    gpus: all  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    runtime: nvidia  # <-\n"
			 "    environment:\n"
			 "      NVIDIA_VISIBLE_DEVICES: all  # <-\n"
			 "    deploy:\n"
			 "      resources:\n"
			 "        reservations:\n"
			 "          devices:\n"
			 "            - capabilities: [gpu]  # <-\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "  gateway:\n"
			 "    image: ollama/ollama:0.9.0\n"
			 "    gpus: all\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    environment: {NVIDIA_VISIBLE_DEVICES: void}\n"),
	},
	.service = extra_device,
};

static struct str named(const struct device *device, struct sink *out)
{
	struct str name = sink_show(out, device->name);

	switch (device->way) {
	case DEVICE_LISTED:
	case DEVICE_ALLOWED:
		return name;
	case DEVICE_GPUS:
	case DEVICE_RESERVED:
	case DEVICE_RUNTIME:
	case DEVICE_VARIABLE:
		break;
	}
	return sink_fmt(out, "GPU access (%.*s)", STR_FMT(name));
}

static void suggest(const struct device *device, const struct service *service, struct sink *out)
{
	static const char title[] = "keep the device out of the agent";

	if (device->way == DEVICE_LISTED)
		suggest_delete_item(out, false, device->place, title);
	else if (device->way == DEVICE_GPUS)
		suggest_delete_key(out, false, service, STR("gpus"), title);
	else if (device->way == DEVICE_RUNTIME)
		suggest_delete_key(out, false, service, STR("runtime"), title);
}

static void extra_device(const struct service *service, struct sink *out)
{
	static const char format[] = "%.*s gets %.*s, kernel driver surface an agent that talks "
				     "HTTP to a gateway does not need";

	for (size_t i = 0; i < service->devices->count; i++) {
		const struct device *device = &service->devices->all[i];
		struct str who =
			sink_fmt(out, "service \"%.*s\"", STR_FMT(sink_show(out, service->name)));
		struct str what = named(device, out);

		/* a rule for one driver gives no node, and who lists none needs none */
		if (device->class || device->way == DEVICE_ALLOWED)
			continue;
		if (device->entry)
			who = sink_owners(out, service, device->entry);
		if (!who.n)
			continue;
		if (device->place)
			report(out, device->place, format, STR_FMT(who), STR_FMT(what));
		else
			/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): without place there is an entry */
			report_span(out, device->entry->line, format, STR_FMT(who), STR_FMT(what));
		evidence(out, device->name);
		if (device->entry)
			extent(out, environment_extent(device->entry));
		related_history(out, node_get(device->place, STR("source")));
		suggest(device, service, out);
	}
}
