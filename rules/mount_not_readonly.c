/* SPDX-License-Identifier: MIT */
/* An agent can write to the host outside its workspace. */
#include "config.h"

#include "engine/rule.h"
#include "fact/mount.h"

static void service(const struct service *service, struct sink *out);

const struct rule rule_mount_not_readonly = {
	.name = STR_INIT("mount-not-readonly"),
	.severity = LEVEL_WARNING,
	.group = GROUP_MOUNTS,
	.applies = APPLIES_AGENT,
	.score = STR_INIT("5.5"),
	.summary = STR_INIT("an agent can write to a bind mount that is not its workspace"),
	.reason = STR_INIT(
		"Bind mounts are writable unless they say otherwise. An agent works in one directory; "
		"whatever else it is given (its task, a reference, a tool's settings) it only has to "
		"read. What it can write it can also prepare for the next person or program that "
		"trusts it: a task that rewrites its own brief, a script that the host runs later.\n"
		"\n"
		"One bind is the workspace and is not reported. It is the one that x-compose-lint "
		"declares (workspace: /work); else the one that holds the service's working_dir or "
		"the WORKDIR of its image; else one at a customary place such as /work, /workspace "
		"or /app; else the deepest target that is no file by its name. A mount that another rule reports, that lies above "
		"the project or that replaced a read-only one is not taken for the workspace in the "
		"last two steps.\n"
		"\n"
		"Compose merges volumes by their target: an override that repeats a target without "
		"\":ro\" makes it writable again."),
	.silent = STR_INIT("The workspace, which is one directory and never a single file by its name, such as "
			   "settings.json; named volumes, which are no directories of the host; targets that a "
			   "later mount hides; /dev/null and its kin; a mode that comes from a variable nobody sets."),
	.advice = STR_INIT("Add \":ro\" to the mount, or \"read_only: true\" in the long form. If it "
			   "is the workspace, say so in the service by its target: \"x-compose-lint: "
			   "{workspace: /work}\"."),
	.see = STR_INIT(
		"Bind mounts, use a read-only bind mount "
		"<https://docs.docker.com/engine/storage/bind-mounts/#use-a-read-only-bind-mount>\n"
		"OWASP Docker Security Cheat Sheet, rule 8 "
		"<https://cheatsheetseries.owasp.org/cheatsheets/Docker_Security_Cheat_Sheet.html>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    working_dir: /work\n"
			 "    volumes:\n"
			 "      - /srv/agent/project:/work\n"
			 "      - /srv/agent/task:/task  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    working_dir: /work\n"
			 "    volumes:\n"
			 "      - /srv/agent/project:/work\n"
			 "      - type: bind\n"
			 "        source: /srv/ref  # <-\n"
			 "        target: /ref\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    working_dir: /work\n"
			 "    volumes:\n"
			 "      - /srv/agent/project:/work\n"
			 "      - /dev/null:/work/.env\n"
			 "      - /srv/agent/ref:/ref:ro,Z\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    working_dir: /work\n"
			 "    volumes:\n"
			 "      - /srv/agent/project:/work\n"
			 "      - {type: bind, source: /srv/ref, target: /ref, read_only: true}\n"),
	},
	.yields = RULE_NAMES(STR_INIT("socket-mount"),
		STR_INIT("credential-file"),
		STR_INIT("host-socket-mount"),
		STR_INIT("home-mount"),
		STR_INIT("system-mount"),
		STR_INIT("self-modify-mount"),
		STR_INIT("host-exec-mount"),
		STR_INIT("parent-mount"),
		STR_INIT("mount-overlap"),
		STR_INIT("mount-propagation"),
		STR_INIT("shared-storage")),
	.service = service,
};

/* What the agent may write instead, for the message. */
static struct str workspace(const struct mount_list *mounts, struct sink *out)
{
	if (!mounts->workspace)
		return STR("everything that is not the workspace");
	return sink_fmt(out, "the workspace is %.*s, everything else",
			STR_FMT(sink_show(out, mounts->workspace->target)));
}

static void suggest_read_only(const struct mount *mount, struct sink *out)
{
	static const char title[] = "mount it read-only";
	const struct node *mode = mount->mode;
	const struct pair *target = node_pair(mount->item, STR("target"));

	if (mount->short_read_only.n)
		suggest_replace(out, false, mount->short_form, mount->short_read_only, title);
	if (mount->short_form || mount->origin != MOUNT_FROM_VOLUMES)
		return;
	if (node_is_scalar(mode))
		suggest_replace(out, false, mode, STR("true"), title);
	else if (!mode && target)
		suggest_insert_pair(out, false, target->key, mount->item, STR("read_only"),
				    STR("true"), title);
}

static void judge(const struct service *service, const struct mount *mount, struct sink *out)
{
	const struct mount_list *mounts = service->mounts;

	report(out, mount->short_form ? mount->item : mount->place,
	       "service \"%.*s\" can write host path %.*s at %.*s; %.*s should be mounted \":ro\" "
	       "(bind mounts are writable by default)",
	       STR_FMT(sink_show(out, service->name)), STR_FMT(sink_source(out, mount->source)),
	       STR_FMT(sink_show(out, mount->target)), STR_FMT(workspace(mounts, out)));
	about_mount(out, mount);
	if (!mount->short_form)
		related_history(out, mount->mode);
	if (mount->replaced_read_only)
		related(out, RELATED_OVERRIDDEN, mount->replaced->span,
			"it was mounted read-only here");
	if (mounts->workspace && !span_is_none(mounts->workspace_reason))
		related(out, RELATED_OTHER, mounts->workspace_reason,
			"this makes %.*s the workspace",
			STR_FMT(sink_show(out, mounts->workspace->target)));
	suggest_read_only(mount, out);
}

/* Compose refuses an entry that has none, which is said of it. */
static bool has_target(const struct mount *mount)
{
	return mount->origin != MOUNT_FROM_VOLUMES || node_text(mount->target_node).n ||
	       node_is_unknown(mount->target_node);
}

static void service(const struct service *service, struct sink *out)
{
	for (size_t i = 0; i < service->mounts->count; i++) {
		const struct mount *mount = &service->mounts->all[i];

		if (mount_is_writable(mount) && has_target(mount) &&
		    mount != service->mounts->workspace && !hostpath_is_plain_device(&mount->path))
			judge(service, mount, out);
	}
}
