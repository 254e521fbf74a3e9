/* SPDX-License-Identifier: MIT */
/*
 * The effective mounts of a service: what a container will see of the host and
 * of others, however it was written.
 *
 * Built from `volumes`, named volumes that are binds by their driver_opts,
 * `volumes_from`, `use_api_socket`, configs and secrets from files, `tmpfs`,
 * anonymous volumes and watched paths.  Each mount has its normalised host path
 * and the class of its source as a fact.  Lives in the run arena; never fails.
 */
#ifndef FACT_MOUNT_H
#define FACT_MOUNT_H

#include "base/table.h"
#include "fact/hostpath.h"
#include "model/project.h"
#include "read/file.h"

enum mount_type {
	MOUNT_BIND,   /* a path of the host, also one that hides behind a named volume */
	MOUNT_VOLUME, /* a named volume that is none of the host's directories */
	MOUNT_ANONYMOUS,
	MOUNT_TMPFS,
	MOUNT_OTHER /* image, cluster, npipe without a source, container:x */
};

enum mount_origin {
	MOUNT_FROM_VOLUMES,
	MOUNT_FROM_TMPFS,
	MOUNT_FROM_SERVICE, /* volumes_from */
	MOUNT_FROM_API_SOCKET,
	MOUNT_FROM_SECRET,
	MOUNT_FROM_CONFIG,
	MOUNT_FROM_WATCH
};

/* A source with unknown variables, as Compose reads it when they are empty. */
struct mount_when_empty {
	struct hostpath path;
	struct hostpath_fact accident; /* its class where that is a root or a home; else plain */
};

struct mount {
	enum mount_type type;
	enum mount_origin origin;
	const struct node *item;   /* what stands in the service itself: the list item (also of
				      volumes_from), the scalar */
	const struct node *place;  /* the primary place: the source in the item, else the item */
	const struct node *source; /* the scalar with the host path; NULL: none */
	const struct node *target_node; /* NULL: made by Compose */
	struct str target;              /* path in the container, cleaned */
	bool read_only;
	bool mode_is_unknown;    /* read_only comes from a variable that nothing sets */
	bool replaced_read_only; /* the former item for this target was */
	bool hidden;             /* a later mount of the service covers its target exactly */
	const struct node *mode; /* the option or scalar that decided; NULL: the default */
	const struct node *bind; /* the `bind` mapping of a long or shaped item; NULL: none */
	const struct resource *resource; /* volume, secret or config it names; NULL: none */
	const struct service *from;      /* the service of volumes_from; NULL: none */
	const struct node *inherited;    /* volumes_from: its place in that service; NULL */
	const struct node *short_form;   /* the item as one text, "a:b:ro"; NULL: long form */
	struct str short_read_only;      /* that text made read-only; empty: it cannot be */
	const struct node *replaced;     /* the former item for this target; NULL: none */
	const struct mount
		*contrary;    /* an earlier bind of the same source in the other mode; NULL */
	struct hostpath path; /* MOUNT_BIND */
	struct hostpath_use use;
	struct hostpath_fact fact;           /* class of the source: the first that it is of */
	struct mount_when_empty *when_empty; /* NULL: no unknown variable is in the source */
	/* Links were followed, and `path` is where they lead: the first of them, and that end, as
	   reported; empty: not so. */
	struct str link, link_end;
};

struct mount_list {
	const struct mount *all;
	size_t count;
	/* -> const struct mount: what the container sees there; NULL: they are few */
	struct table *by_target;
	const struct mount *workspace; /* the one writable bind the agent works in; NULL: none, or
					  fact/workspace has not chosen */
	struct span workspace_reason;  /* what chose it (working_dir, WORKDIR); none: by rule */
	bool workspace_declared;
};

/* What `volumes_from` may still take over in a project, and anchors bring, so that a file of 40 kB is
   not a gigabyte. */
struct mount_budget {
	size_t left; /* at first LIMIT_BROUGHT_MOUNTS */
	bool said;   /* finding incomplete-project: once, where it was used up */
	size_t own;  /* what services may still have of their own; at first LIMIT_MOUNTS */
	bool own_said;
};

/* Reads files whose name alone does not tell what they hold.
   `follows_links`: a source counts as what it leads to on this host, where that is worse.
   Needs service->environment and service->image; mounts of `volumes_from` are resolved in it. */
struct mount_list *mount_resolve(struct lint *lint, const struct files *files,
				 const struct project *project, const struct service *service,
				 struct mount_budget *budget, bool follows_links);

/* Where the host path is written when it does not stand in the item: the device of a volume, the
   file of a secret or config, the place in the service of volumes_from; else NULL. */
const struct node *mount_definition(const struct mount *mount);
/* It gives the container power over this absolute path of the host, or over what lies below it. */
bool mount_can_write(const struct mount *mount, struct str path);
/* Is the source of this class, whatever else it is?  Of several rules the engine lets the first speak
   that judges the service. */
bool mount_is(const struct mount *mount, enum hostpath_class class, struct hostpath_fact *fact);
/* The source is of none, but by its accident (see struct mount_when_empty) it becomes one of this
   class. */
bool mount_becomes(const struct mount *mount, enum hostpath_class class);
/* A bind whose files the container can change; an unknown mode is none. */
bool mount_is_writable(const struct mount *mount);
/* One of volumes_from that the engine does not take over, for the service mounts something there
   itself. */
bool mount_is_replaced(const struct mount *mount);
/* What the service mounts at exactly this place of the container; NULL: nothing. */
const struct mount *mount_at(const struct mount_list *mounts, struct str target);
/* Would one of the five source rules report it? */
bool mount_source_is_reported(const struct mount *mount);

#endif
