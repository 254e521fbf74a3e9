/* SPDX-License-Identifier: MIT */
/*
 * The devices of the host that a service gets, however it is written: `devices`,
 * `device_cgroup_rules`, `gpus`, reserved devices, the runtime or the variable
 * of the accelerator's vendor.
 *
 * Names are cleaned, never looked up.  What comes from a variable that nothing
 * sets is left out.  Lives in the run arena; never fails.
 */
#ifndef FACT_DEVICE_H
#define FACT_DEVICE_H

#include "model/project.h"

enum device_way {
	DEVICE_LISTED,   /* an item of `devices` */
	DEVICE_ALLOWED,  /* an item of `device_cgroup_rules` */
	DEVICE_GPUS,     /* `gpus` */
	DEVICE_RESERVED, /* an item of deploy.resources.reservations.devices */
	DEVICE_RUNTIME,  /* `runtime: nvidia` */
	DEVICE_VARIABLE  /* NVIDIA_VISIBLE_DEVICES */
};

/* A device that is power over the host by itself; both are phrases for a message. */
struct device_class {
	const char *name;        /* "a disk" */
	const char *consequence; /* "raw disk access ignores file permissions" */
};

struct device {
	enum device_way way;
	const struct device_class *class;      /* NULL: of no class */
	const struct node *place;              /* NULL: an ENV of the Dockerfile, see `entry` */
	const struct environment_entry *entry; /* DEVICE_VARIABLE */
	struct str name;                       /* the cleaned path; the text of a rule; the key */
};

struct device_list {
	const struct device *all;
	size_t count;
};

/* Needs service->environment. */
const struct device_list *device_resolve(struct lint *lint, const struct service *service);

#endif
