/* SPDX-License-Identifier: MIT */
/* An agent has nowhere to write. */
#include "config.h"

#include "base/path.h"
#include "engine/rule.h"
#include "fact/declared.h"
#include "fact/mount.h"
#include "image/stage.h"

static void service(const struct service *service, struct sink *out);

const struct rule rule_no_workspace = {
	.name = STR_INIT("no-workspace"),
	.severity = LEVEL_WARNING,
	.group = GROUP_MOUNTS,
	.applies = APPLIES_AGENT,
	.summary = STR_INIT("an agent has no writable bind or volume to work in"),
	.reason = STR_INIT(
		"An agent is there to change something. A box in which nothing can be written is safe "
		"and useless, and a clean report on it says nothing about the box that will be used. "
		"Often the mount of the project was lost: an override took the list away, or "
		"\":ro\" slipped onto the wrong line."),
	.silent = STR_INIT("Any writable bind or volume is enough, wherever it is mounted. What "
			   "comes from a container that the files do not describe may be writable. A "
			   "service that declares \"x-compose-lint: {workspace: none}\" only reviews."),
	.advice = STR_INIT("Mount the project the agent works on; if it shall write nothing, say so: "
			   "\"x-compose-lint: {workspace: none}\"."),
	.see = STR_INIT("Bind mounts <https://docs.docker.com/engine/storage/bind-mounts/>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:  # <-\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    volumes: [\"/srv/agent/project:/work:ro\"]\n"),
		STR_INIT("services:\n"
			 "  agent:  # <-\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    working_dir: /src\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    volumes: [\"/srv/agent/project:/work\"]\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    working_dir: /src\n"
			 "    volumes: [\"/srv/agent/project:/work\"]\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    volumes: [\"ws:/work\"]\n"
			 "volumes:\n"
			 "  ws: {}\n"),
	},
	.service = service,
};

static bool may_be_written(const struct mount *mount)
{
	if (mount->origin != MOUNT_FROM_VOLUMES && mount->origin != MOUNT_FROM_SERVICE)
		return false;
	return mount->type != MOUNT_TMPFS && !mount->read_only && !mount->hidden;
}

/* Where the container starts; empty: nobody says. */
static struct str working_directory(const struct service *service)
{
	const struct node *written = service_field(service, STR("working_dir"));
	const struct stage *stage = service->image ? service->image->target : NULL;

	if (node_text(written).n)
		return written->text;
	return stage ? stage->workdir.text : STR("");
}

static bool is_covered(const struct service *service, struct str directory)
{
	for (size_t i = 0; i < service->mounts->count; i++)
		if (service->mounts->all[i].target.n &&
		    path_is_within(directory, service->mounts->all[i].target))
			return true;
	return false;
}

static void relate_candidates(const struct service *service, struct sink *out)
{
	for (size_t i = 0; i < service->mounts->count; i++) {
		const struct mount *mount = &service->mounts->all[i];

		if (mount->read_only && mount->origin == MOUNT_FROM_VOLUMES)
			related(out, RELATED_OTHER, mount->place->span, "%.*s is read-only",
				STR_FMT(sink_show(out, mount->target)));
	}
}

static void service(const struct service *service, struct sink *out)
{
	const struct node *declared = service->declared->workspace;
	struct str directory = working_directory(service), lost = STR("");

	if (str_eq(node_text(declared), STR("none")))
		return;
	for (size_t i = 0; i < service->mounts->count; i++)
		if (may_be_written(&service->mounts->all[i]))
			return;
	if (path_is_absolute(directory) && !is_covered(service, directory))
		lost = sink_fmt(out, "; nothing is mounted at its working directory %.*s",
				STR_FMT(sink_show(out, directory)));
	report_absent(
		out, service, STR("volumes"),
		"\"%.*s\" has no writable bind or volume%.*s; the agent has nowhere to work, so a "
		"clean report would only describe an empty box",
		STR_FMT(sink_show(out, service->name)), STR_FMT(lost));
	evidence(out, STR("workspace"));
	relate_candidates(service, out);
}
