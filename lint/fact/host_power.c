/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/host_power.h"

#include "base/arena.h"
#include "fact/device.h"
#include "fact/mount.h"
#include "fact/security.h"
#include "image/stage.h"

static bool find_mount(const struct service *service, enum hostpath_class class, bool writable,
		       const struct node **at)
{
	struct hostpath_fact fact;

	for (size_t i = 0; i < service->mounts->count; i++) {
		const struct mount *mount = &service->mounts->all[i];

		if (mount->hidden || (writable && mount->read_only) ||
		    !mount_is(mount, class, &fact))
			continue;
		*at = mount->place;
		return true;
	}
	return false;
}

/* A disk, the memory: what host-device reports. */
static bool find_device(const struct service *service, const struct node **at)
{
	for (size_t i = 0; i < service->devices->count; i++) {
		const struct device *device = &service->devices->all[i];

		if (!device->class || !device->place)
			continue;
		*at = device->place;
		return true;
	}
	return false;
}

static bool is_host(const struct service *service, struct str key, const struct node **at)
{
	*at = service_field(service, key);
	return str_eq(node_text(*at), STR("host"));
}

static bool adds_power(const struct service *service, const struct node **at)
{
	static const struct str names[] = {
		STR_INIT("ALL"),       STR_INIT("SYS_ADMIN"),       STR_INIT("SYS_MODULE"),
		STR_INIT("SYS_RAWIO"), STR_INIT("DAC_READ_SEARCH"), STR_INIT("BPF"),
		STR_INIT("PERFMON"),   STR_INIT("MAC_ADMIN"),       STR_INIT("SYS_BOOT")
	};
	const struct node *list = service_field(service, STR("cap_add"));

	for (size_t i = 0; list && list->kind == NODE_SEQUENCE && i < list->count; i++)
		for (size_t k = 0; k < sizeof(names) / sizeof(*names); k++)
			if (security_is_capability(node_text(list->in.items[i]), names[k])) {
				*at = list->in.items[i];
				return true;
			}
	return false;
}

/* Images that are an engine, or that nobody runs without one. */
static const char *power_of_image(struct str text)
{
	size_t slash = str_rfind_byte(text, '/'), colon;
	struct str base = slash == STR_NPOS ? text : str_slice(text, slash + 1, text.n), tag;

	base = str_slice(base, 0, str_find_byte(base, '@', 0));
	colon = str_find_byte(base, ':', 0);
	tag = colon == STR_NPOS ? STR("") : str_slice(base, colon + 1, base.n);
	base = str_slice(base, 0, colon);
	if (str_eq(base, STR("docker")) && str_has(tag, STR("dind")))
		return "an engine of its own (dind)";
	if (str_eq(base, STR("docker-socket-proxy")) || str_eq(base, STR("socket-proxy")) ||
	    str_eq(base, STR("portainer")) || str_eq(base, STR("portainer-ce")) ||
	    str_eq(base, STR("portainer-ee")) || str_eq(base, STR("watchtower")))
		return "the engine socket";
	return NULL;
}

static bool find_power(const struct service *service, struct host_power *power)
{
	const struct node *image = service_field(service, STR("image"));

	*power = (struct host_power){ .what = "the engine socket" };
	if (find_mount(service, HOSTPATH_IS_SOCKET, false, &power->at))
		return true;
	power->what = "privileged mode";
	power->at = service_field(service, STR("privileged"));
	if (node_is_true(power->at))
		return true;
	power->what = "host namespaces";
	if (is_host(service, STR("network_mode"), &power->at) ||
	    is_host(service, STR("pid"), &power->at))
		return true;
	power->what = "a device of the host";
	if (find_device(service, &power->at))
		return true;
	power->what = "a writable system mount";
	if (find_mount(service, HOSTPATH_IS_SYSTEM, true, &power->at))
		return true;
	power->what = "a capability that is power over the host";
	if (adds_power(service, &power->at))
		return true;
	power->at = image;
	power->what = power_of_image(node_text(image));
	if (power->what || !service->build || !service->image || !service->image->target)
		return power->what != NULL;
	/* built FROM such an image it is one */
	power->at = service->build->node;
	power->what = power_of_image(service->image->target->image);
	return power->what != NULL;
}

const struct host_power *host_power_resolve(struct lint *lint, const struct service *service)
{
	struct host_power *power, found;

	if (!find_power(service, &found))
		return NULL;
	power = ARENA_NEW(&lint->run, struct host_power);
	*power = found;
	return power;
}
