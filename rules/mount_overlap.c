/* SPDX-License-Identifier: MIT */
/* Two mounts of an agent contradict each other, or one does not hold what it promises. */
#include "config.h"

#include "base/path.h"
#include "engine/rule.h"
#include "fact/cover.h"

static void service(const struct service *service, struct sink *out);

const struct rule rule_mount_overlap = {
	.name = STR_INIT("mount-overlap"),
	.severity = LEVEL_WARNING,
	.group = GROUP_MOUNTS,
	.applies = APPLIES_AGENT,
	.score = STR_INIT("5.5"),
	.summary = STR_INIT("mounts of an agent undo or bypass each other"),
	.reason = STR_INIT(
		"A mode belongs to one mount and not to a directory of the host. \":ro\" protects "
		"nothing where the same directory is mounted a second time for writing, or where a "
		"writable mount brings in a part of it again.\n"
		"\n"
		"A read-only mount over a path of the workspace protects that path if it stands "
		"directly below the target of the workspace. Deeper down the directories between are "
		"plain ones: the agent renames one of them and makes a new tree under the old name, "
		"without the mount. They have to be mount points themselves.\n"
		"\n"
		"Of two entries with one target Compose keeps the later one, with its source and its "
		"mode; within one file the earlier one is then dead text. \"bind.recursive: writable\" "
		"leaves writable what the host has mounted below a read-only directory."),
	.silent = STR_INIT(
		"A writable named volume or tmpfs below a read-only bind, as for node_modules; files "
		"and directories from elsewhere below another mount; a read-only mount directly below "
		"the target of the workspace. A read-only source inside a writable one at another "
		"place is left to self-modify-mount."),
	.advice = STR_INIT("Give one source one mode, and protect paths directly below the target of "
			   "the workspace."),
	.see = STR_INIT(
		"Bind mounts, recursive mounts "
		"<https://docs.docker.com/engine/storage/bind-mounts/#recursive-mounts>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    volumes:\n"
			 "      - /srv/agent/project:/work\n"
			 "      - /srv/agent/task:/task:ro\n"
			 "      - /srv/agent/task:/task2  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    volumes:\n"
			 "      - /srv/agent/project:/work\n"
			 "      - /srv/agent/project/sub/.git:/work/sub/.git:ro  # <-\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    volumes:\n"
			 "      - /srv/agent/project:/work\n"
			 "      - /srv/agent/project/.git:/work/.git:ro\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    volumes:\n"
			 "      - /srv/agent/project:/work\n"
			 "      - /srv/agent/tool.conf:/work/tool.conf:ro\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    volumes:\n"
			 "      - /srv/agent/project:/work\n"
			 "      - /srv/agent/task:/task:ro\n"
			 "      - nm:/task/node_modules\n"
			 "volumes:\n"
			 "  nm: {}\n"),
	},
	.yields = RULE_NAMES(STR_INIT("socket-mount"),
		STR_INIT("host-socket-mount"),
		STR_INIT("home-mount"),
		STR_INIT("system-mount")),
	.service = service,
};

static struct str target(const struct mount *mount, struct sink *out)
{
	return sink_show(out, mount->target);
}

/* ---- one mount ---- */

static void judge_replaced(const struct mount *mount, struct sink *out)
{
	bool loosened = mount->replaced_read_only && mount_is_writable(mount);

	/* a later file may replace an entry */
	if (!mount->replaced || mount->replaced->span.source != mount->item->span.source)
		return;
	report(out, mount->place,
	       "the mount before it at %.*s is dead: this later entry of the same file has the "
	       "same "
	       "target%s",
	       STR_FMT(target(mount, out)),
	       loosened ? ", and is writable where that one was read-only" : "");
	about_mount(out, mount);
	related(out, RELATED_OVERRIDDEN, mount->replaced->span, "this entry has no effect");
}

static void judge_recursion(const struct mount *mount, struct sink *out)
{
	const struct node *recursive = node_get(mount->bind, STR("recursive"));
	bool is_writable = str_eq(node_text(recursive), STR("writable"));

	if (!mount->read_only || (!is_writable && !str_eq(node_text(recursive), STR("disabled"))))
		return;
	report(out, recursive, "bind.recursive: %.*s %s read-only %.*s%s",
	       STR_FMT(sink_show(out, recursive->text)),
	       is_writable ? "leaves submounts of" : "leaves out what is mounted below",
	       STR_FMT(target(mount, out)), is_writable ? " writable" : "");
	about_mount(out, mount);
}

/* ---- two mounts ---- */

static void relate_other(const struct mount *other, struct sink *out)
{
	related(out, RELATED_OTHER, other->place->span, "the other mount, at %.*s",
		STR_FMT(target(other, out)));
}

static bool is_judged(const struct service *service, const struct mount *mount,
		      const struct sink *out)
{
	return mount->type == MOUNT_BIND && !mount->hidden && !mount->mode_is_unknown &&
	       (mount->origin == MOUNT_FROM_VOLUMES || mount->origin == MOUNT_FROM_SERVICE) &&
	       !sink_reports_class(out, service, mount, HOSTPATH_IS_CREDENTIAL_FILE);
}

static void judge_same_source(const struct mount *earlier, const struct mount *later,
			      struct sink *out)
{
	const struct mount *closed = earlier->read_only ? earlier : later;
	const struct mount *open = earlier->read_only ? later : earlier;

	report(out, later->place,
	       "\":ro\" on %.*s is void: the same host directory is also mounted read-write at "
	       "%.*s",
	       STR_FMT(target(closed, out)), STR_FMT(target(open, out)));
	about_mount(out, later);
	relate_other(earlier, out);
}

static bool lies_inside(struct str inside, struct str outer)
{
	return inside.n > outer.n && path_is_within(inside, outer);
}

static void judge_child(const struct service *service, const struct mount *parent,
			const struct mount *child, struct sink *out)
{
	struct str gap;

	if (!parent->path.absolute.n || !lies_inside(child->target, parent->target) ||
	    !lies_inside(child->path.absolute, parent->path.absolute))
		return;
	if (parent->read_only && !child->read_only) {
		report(out, child->place,
		       "%.*s is writable below read-only %.*s and its source lies inside it",
		       STR_FMT(target(child, out)), STR_FMT(target(parent, out)));
	} else if (!parent->read_only && child->read_only &&
		   str_eq(str_slice(child->target, parent->target.n, child->target.n),
			  str_slice(child->path.absolute, parent->path.absolute.n,
				    child->path.absolute.n))) {
		gap = cover_gap(service->mounts, parent, child);
		if (!gap.n)
			return;
		report(out, child->place,
		       "read-only protection of %.*s can be bypassed: %.*s between %.*s and it can "
		       "be renamed",
		       STR_FMT(target(child, out)), STR_FMT(sink_show(out, gap)),
		       STR_FMT(target(parent, out)));
	} else {
		return;
	}
	about_mount(out, child);
	relate_other(parent, out);
}

static void judge_pairs(const struct service *service, const struct mount *mount, struct sink *out)
{
	struct str at = mount->target;

	/* what volumes_from brings may be one item */
	if (mount->contrary && mount->contrary->item != mount->item &&
	    is_judged(service, mount->contrary, out))
		judge_same_source(mount->contrary, mount, out);
	while (path_is_absolute(at) && at.n > 1) {
		const struct mount *parent;

		at = path_directory(at);
		parent = mount_at(service->mounts, at);
		if (parent && parent->item != mount->item && is_judged(service, parent, out))
			judge_child(service, parent, mount, out);
	}
}

static void service(const struct service *service, struct sink *out)
{
	for (size_t i = 0; i < service->mounts->count; i++) {
		const struct mount *mount = &service->mounts->all[i];

		if (mount->origin == MOUNT_FROM_VOLUMES)
			judge_replaced(mount, out);
		if (!is_judged(service, mount, out))
			continue;
		if (mount->origin == MOUNT_FROM_VOLUMES)
			judge_recursion(mount, out);
		judge_pairs(service, mount, out);
	}
}
