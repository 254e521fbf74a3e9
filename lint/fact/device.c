/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/device.h"

#include <fnmatch.h>

#include "base/path.h"
#include "fact/hostpath.h"
#include "model/environment.h"

enum { DISK, MEMORY, LOG, BYPASS, CHIP, INPUT, USB, CONSOLE, EVERYTHING, BLOCKS, CHARACTERS };

static const struct device_class classes[] = {
	[DISK] = { "a disk", "raw disk access ignores file permissions" },
	[MEMORY] = { "memory", "the memory of the kernel and of every process is in it" },
	[LOG] = { "the kernel's log", "the log of the host can be read and written" },
	[BYPASS] = { "hardware without a driver",
		     "a device driven past the kernel reaches all memory" },
	[CHIP] = { "the security chip", "keys sealed to this machine can be used" },
	[INPUT] = { "keyboards and mice", "what is typed on the host can be read, and typed" },
	[USB] = { "the USB bus", "every device on the bus of the host can be driven" },
	[CONSOLE] = { "a console of the host", "what is typed there can be read, and typed" },
	[EVERYTHING] = { "all devices", "disks and memory of the host are among them" },
	[BLOCKS] = { "all block devices", "a node made in the container opens the host's disks" },
	[CHARACTERS] = { "all character devices",
			 "a node made in the container opens the host's memory and consoles" },
};

/* What stands below /dev; patterns of fnmatch(3). */
static const struct {
	const char *pattern;
	int class;
} names[] = {
	{ "sd[a-z]*", DISK },    { "hd[a-z]", DISK },     { "hd[a-z][0-9]*", DISK },
	{ "vd[a-z]*", DISK },    { "xvd[a-z]*", DISK },   { "nvme*", DISK },
	{ "mmcblk*", DISK },     { "md", DISK },          { "md[0-9/]*", DISK },
	{ "dm-*", DISK },        { "mapper", DISK },      { "mapper/*", DISK },
	{ "disk", DISK },        { "disk/*", DISK },      { "loop[0-9-]*", DISK },
	{ "zd[0-9]*", DISK },    { "zfs", DISK },         { "rbd*", DISK },
	{ "nbd[0-9]*", DISK },   { "bsg", DISK },         { "bsg/*", DISK },
	{ "sg[0-9]*", DISK },    { "mem", MEMORY },       { "kmem", MEMORY },
	{ "port", MEMORY },      { "kcore", MEMORY },     { "core", MEMORY },
	{ "kmsg", LOG },         { "vfio", BYPASS },      { "vfio/*", BYPASS },
	{ "uio[0-9]*", BYPASS }, { "mei[0-9]*", CHIP },   { "mei", CHIP },
	{ "tpm[0-9]*", CHIP },   { "tpmrm[0-9]*", CHIP }, { "input", INPUT },
	{ "input/*", INPUT },    { "hidraw*", INPUT },    { "uinput", INPUT },
	{ "uhid", INPUT },       { "bus/usb", USB },      { "bus/usb/*", USB },
	{ "bus", USB },          { "ttyS0", CONSOLE },    { "console", CONSOLE },
};

static const struct device_class *class_of_path(struct arena *arena, struct str path)
{
	const char *name;

	if (str_eq(path, STR("/dev")))
		return &classes[EVERYTHING];
	if (str_eq(path, STR("/proc/kcore")))
		return &classes[MEMORY];
	if (!str_starts(path, STR("/dev/")))
		return NULL;
	name = arena_cstr(arena, str_slice(path, 5, path.n));
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (fnmatch(names[i].pattern, name, 0) == 0)
			return &classes[names[i].class];
	return NULL;
}

/* "a *:* rwm", "b *:* r", "c *:3 rwm"; a rule for one major number opens one driver. */
static const struct device_class *class_of_rule(struct str rule)
{
	struct str rest = str_trim(rule);
	struct str type = str_cut(&rest, ' ');
	struct str major;

	if (str_eq(type, STR("a")))
		return &classes[EVERYTHING];
	rest = str_trim(rest);
	major = str_cut(&rest, ':');
	if (!str_eq(major, STR("*")))
		return NULL;
	return str_eq(type, STR("b")) ? &classes[BLOCKS] : &classes[CHARACTERS];
}

/* Without /proc/1/root and other names of the host's root in front. */
static struct str real_path(struct arena *arena, struct str name)
{
	struct hostpath path;

	if (!path_is_absolute(name))
		return name;
	path = hostpath_of_text(arena, name, STR("/"));
	return path.kind == HOSTPATH_ROOTED ? path.path : name;
}

struct devices {
	struct lint *lint;
	struct device *all;
	size_t count, capacity;
};

static void add(struct devices *devices, struct device device)
{
	devices->all = arena_grow(&devices->lint->run, devices->all, devices->count,
				  &devices->capacity, sizeof(*devices->all));
	devices->all[devices->count++] = device;
}

static size_t items_of(const struct node *list)
{
	return list && list->kind == NODE_SEQUENCE ? list->count : 0;
}

static void add_listed(struct devices *devices, const struct node *list)
{
	for (size_t i = 0; i < items_of(list); i++) {
		const struct node *item = list->in.items[i];
		const struct node *source = node_get(item, STR("source"));
		struct device device = { .way = DEVICE_LISTED, .place = item };

		if (!node_text(source).n || node_is_unknown(source))
			continue;
		device.name = source->text.p[0] == '/'
				      ? path_clean(&devices->lint->run, source->text)
				      : source->text;
		device.class = class_of_path(&devices->lint->scratch,
					     real_path(&devices->lint->scratch, device.name));
		add(devices, device);
	}
}

static void add_allowed(struct devices *devices, const struct node *list)
{
	for (size_t i = 0; i < items_of(list); i++) {
		const struct node *item = list->in.items[i];

		if (!node_is_unknown(item) && node_text(item).n)
			add(devices, (struct device){ .way = DEVICE_ALLOWED,
						      .place = item,
						      .name = item->text,
						      .class = class_of_rule(item->text) });
	}
}

static void add_accelerators(struct devices *devices, const struct service *service)
{
	static const struct str gpus_key = STR_INIT("gpus");
	static const struct str reserved_key = STR_INIT("deploy.resources.reservations.devices");
	const struct node *gpus = service_field(service, gpus_key);
	const struct node *runtime = service_field(service, STR("runtime"));
	const struct node *resources =
		node_get(service_field(service, STR("deploy")), STR("resources"));
	const struct node *reserved =
		node_get(node_get(resources, STR("reservations")), STR("devices"));

	if (items_of(gpus) || (node_text(gpus).n && !node_is_unknown(gpus)))
		add(devices,
		    (struct device){ .way = DEVICE_GPUS, .place = gpus, .name = gpus_key });
	for (size_t i = 0; i < items_of(reserved); i++)
		add(devices, (struct device){ .way = DEVICE_RESERVED,
					      .place = reserved->in.items[i],
					      .name = reserved_key });
	if (str_eq(node_text(runtime), STR("nvidia")))
		add(devices, (struct device){ .way = DEVICE_RUNTIME,
					      .place = runtime,
					      .name = STR("runtime: nvidia") });
}

static void add_variable(struct devices *devices, const struct service *service)
{
	static const struct str name = STR_INIT("NVIDIA_VISIBLE_DEVICES");
	const struct environment_entry *entry = environment_find(service->environment, name);
	struct str value = entry ? node_text(entry->value) : STR("");

	if (!entry || !entry->value || node_is_unknown(entry->value) || !value.n ||
	    str_eq(value, STR("void")) || str_eq(value, STR("none")))
		return;
	add(devices, (struct device){ .way = DEVICE_VARIABLE,
				      .place = environment_place(entry),
				      .entry = entry,
				      .name = name });
}

const struct device_list *device_resolve(struct lint *lint, const struct service *service)
{
	struct devices devices = { .lint = lint };
	struct device_list *list = ARENA_NEW(&lint->run, struct device_list);

	add_listed(&devices, service_field(service, STR("devices")));
	add_allowed(&devices, service_field(service, STR("device_cgroup_rules")));
	add_accelerators(&devices, service);
	add_variable(&devices, service);
	*list = (struct device_list){ devices.all, devices.count };
	return list;
}
