/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/volume_source.h"

#include "base/arena.h"
#include "base/path.h"
#include "fact/hostpath.h"

/* File systems of the kernel: mounted once more, they show what the host's own mount shows. */
static const struct kernel_tree {
	struct str type, path;
} kernel_trees[] = {
	{ STR_INIT("proc"), STR_INIT("/proc") },
	{ STR_INIT("sysfs"), STR_INIT("/sys") },
	{ STR_INIT("devtmpfs"), STR_INIT("/dev") },
	{ STR_INIT("cgroup"), STR_INIT("/sys/fs/cgroup") },
	{ STR_INIT("cgroup2"), STR_INIT("/sys/fs/cgroup") },
	{ STR_INIT("debugfs"), STR_INIT("/sys/kernel/debug") },
	{ STR_INIT("tracefs"), STR_INIT("/sys/kernel/tracing") },
	{ STR_INIT("securityfs"), STR_INIT("/sys/kernel/security") },
	{ STR_INIT("configfs"), STR_INIT("/sys/kernel/config") },
	{ STR_INIT("efivarfs"), STR_INIT("/sys/firmware/efi/efivars") },
};

static bool has_option(struct str options, struct str wanted)
{
	struct str rest = options;

	while (rest.p)
		if (str_eq(str_trim(str_cut(&rest, ',')), wanted))
			return true;
	return false;
}

static bool is_bind(struct str type, struct str o)
{
	return str_eq(type, STR("none")) || has_option(o, STR("bind")) ||
	       has_option(o, STR("rbind"));
}

static const struct node *kernel_tree(struct arena *arena, const struct node *type)
{
	for (size_t i = 0; i < sizeof(kernel_trees) / sizeof(*kernel_trees); i++)
		if (str_eq(node_text(type), kernel_trees[i].type))
			return node_made(arena, kernel_trees[i].path, type->span);
	return NULL;
}

/* The first layer that is more than a plain directory of the host. */
static const struct node *layer(struct arena *arena, const struct node *o, struct str directory)
{
	static const struct hostpath_use use = { .read_only = true };
	struct str rest = node_text(o);

	while (rest.p) {
		struct str option = str_trim(str_cut(&rest, ','));
		struct str value = option, key = str_cut(&value, '=');

		/* lowerdir, and lowerdir+ of newer kernels */
		if (!str_starts(key, STR("lowerdir")) && !str_eq(key, STR("upperdir")))
			continue;
		while (value.p) {
			struct str text = str_cut(&value, ':');
			struct hostpath path = hostpath_of_text(arena, text, directory);

			if (path_is_absolute(text) &&
			    hostpath_classify(&path, &use).class != HOSTPATH_IS_PLAIN)
				return node_made(arena, text, o->span);
		}
	}
	return NULL;
}

const struct node *volume_source(struct arena *arena, const struct resource *volume,
				 struct str project_directory)
{
	const struct node *driver = node_get(volume->node, STR("driver"));
	const struct node *options = node_get(volume->node, STR("driver_opts"));
	const struct node *device = node_get(options, STR("device"));
	const struct node *o = node_get(options, STR("o"));
	const struct node *type = node_get(options, STR("type"));
	struct str text = node_text(device);

	if (!text.n || (node_text(driver).n && !str_eq(node_text(driver), STR("local"))))
		return NULL;
	if (is_bind(node_text(type), node_text(o))) {
		/* a relative device is a path only where `o` is exactly "bind" */
		if (text.p[0] != '/' && text.p[0] != '~' && text.p[0] != '$' &&
		    !str_eq(node_text(o), STR("bind")))
			return NULL;
		return device;
	}
	if (str_eq(node_text(type), STR("tmpfs")))
		return NULL;
	if (str_eq(node_text(type), STR("overlay")))
		return layer(arena, o, project_directory);
	return kernel_tree(arena, type);
}
