/* SPDX-License-Identifier: MIT */
/* What an agent writes is read or run by another service. */
#include "config.h"

#include "engine/rule.h"
#include "fact/adjacency.h"

static void service(const struct service *service, struct sink *out);

const struct rule rule_shared_storage = {
	.name = STR_INIT("shared-storage"),
	.severity = LEVEL_WARNING,
	.group = GROUP_MOUNTS,
	.applies = APPLIES_AGENT,
	.score = STR_INIT("5.3"),
	.summary = STR_INIT("an agent shares files with a service that is no agent"),
	.reason = STR_INIT(
		"What an agent writes into a shared volume, the other service will read or run: a "
		"configuration, a plugin, a cached package. That service may hold the provider's key "
		"and have a way out, so a file is enough to leave the sandbox. volumes_from shares all "
		"volumes of a service at once, and for writing unless a mode is given.\n"
		"\n"
		"A volume that is external, and what a container brings that these files do not "
		"describe, may hold anything and be used by anybody."),
	.silent = STR_INIT("Volumes that only agents use, a volume that the agent may only read, "
			   "and tmpfs."),
	.advice = STR_INIT("Give each its own volume, or mount it \":ro\" where it is only read."),
	.see = STR_INIT(
		"Compose, volumes_from "
		"<https://docs.docker.com/reference/compose-file/services/#volumes_from>\n"
		"Volumes <https://docs.docker.com/engine/storage/volumes/>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    volumes: [\"cache:/cache\"]  # <-\n"
			 "  gateway:\n"
			 "    image: ghcr.io/berriai/litellm:v1.80.0\n"
			 "    volumes: [\"cache:/config\"]\n"
			 "volumes:\n"
			 "  cache: {}\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    volumes_from: [gateway]  # <-\n"
			 "  gateway:\n"
			 "    image: ghcr.io/berriai/litellm:v1.80.0\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    volumes_from: [\"container:old-agent:ro\"]  # <-\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    volumes: [\"cache:/cache\"]\n"
			 "volumes:\n"
			 "  cache: {}\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    volumes: [\"models:/models:ro\"]\n"
			 "  gateway:\n"
			 "    image: ghcr.io/berriai/litellm:v1.80.0\n"
			 "    volumes: [\"models:/models:ro\"]\n"
			 "volumes:\n"
			 "  models: {}\n"),
	},
	.yields = RULE_NAMES(STR_INIT("socket-mount"),
		STR_INIT("host-socket-mount"),
		STR_INIT("home-mount"),
		STR_INIT("system-mount")),
	.service = service,
};

/* ---- with a service of the project ---- */

static void judge_way(const struct service *service, const struct service *other,
		      const struct adjacency *way, struct sink *out)
{
	const struct mount *mount = way->our_mount;
	const struct node *at = mount ? mount->place : way->ours ? way->ours : way->theirs;
	struct str what, mode = STR(" writable");

	if (!mount)
		what = sink_fmt(out, "all volumes of \"%.*s\"",
				STR_FMT(sink_show(out, way->ours ? other->name : service->name)));
	else if (way->name.n)
		what = sink_fmt(out, "volume \"%.*s\"", STR_FMT(sink_show(out, way->name)));
	else
		what = sink_fmt(out, "directory %.*s", STR_FMT(sink_source(out, mount->source)));
	if (!mount && str_ends(node_text(at), STR(":ro")))
		mode = STR("");
	report(out, at,
	       "\"%.*s\" shares %.*s%.*s with \"%.*s\"; what the agent writes there, the other "
	       "service will read or run",
	       STR_FMT(sink_show(out, service->name)), STR_FMT(what), STR_FMT(mode),
	       STR_FMT(sink_show(out, other->name)));
	if (mount)
		about_mount(out, mount);
	else
		evidence(out, other->name);
	if (way->their_mount)
		related(out, RELATED_DEFINITION, way->their_mount->place->span,
			"service \"%.*s\" mounts it here", STR_FMT(sink_show(out, other->name)));
	if (mount && mount->resource && mount->type == MOUNT_VOLUME)
		/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): who declares it external defines it */
		related(out, RELATED_DEFINITION, mount->resource->key->span,
			"the volume is defined here");
}

static bool is_shared(const struct service *service, const struct adjacency *way,
		      const struct sink *out)
{
	const struct mount *mount = way->our_mount;

	if (way->kind == ADJACENT_BY_VOLUMES_FROM)
		return true;
	return way->kind == ADJACENT_BY_VOLUME && !mount->read_only && !mount->mode_is_unknown &&
	       !mount->hidden &&
	       !sink_reports_class(out, service, mount, HOSTPATH_IS_CREDENTIAL_FILE);
}

/* ---- with whoever else there is ---- */

static void judge_unknown(const struct service *service, const struct mount *mount, struct str what,
			  struct sink *out)
{
	report(out, mount->place,
	       "\"%.*s\" shares %.*s that this project does not describe; nobody can tell from "
	       "here what is in it and who reads or runs what the agent writes there",
	       STR_FMT(sink_show(out, service->name)), STR_FMT(what));
	about_mount(out, mount);
	if (mount->resource)
		related(out, RELATED_DEFINITION, mount->resource->key->span,
			"the volume is declared external here");
	else
		evidence(out, node_text(mount->item));
}

static void judge_mount(const struct service *service, const struct mount *mount, struct sink *out)
{
	struct str rest = node_text(mount->item), container;

	if (mount->hidden || mount->from)
		return;
	if (mount->type == MOUNT_VOLUME && mount->resource && mount->resource->external) {
		judge_unknown(service, mount,
			      sink_fmt(out, "volume \"%.*s\"",
				       STR_FMT(sink_show(out, mount->resource->name))),
			      out);
	} else if (mount->origin == MOUNT_FROM_SERVICE) {
		str_cut(&rest, ':');
		container = str_cut(&rest, ':');
		judge_unknown(service, mount,
			      sink_fmt(out, "files of container %.*s",
				       STR_FMT(sink_show(out, container))),
			      out);
	}
}

static void service(const struct service *service, struct sink *out)
{
	const struct service *const *others;
	size_t count = sink_others(out, &others);

	for (size_t i = 0; i < count; i++) {
		const struct service *other = others[i];
		struct adjacency way = { .step = 0 };

		while (adjacency_next(service, other, &way))
			if (is_shared(service, &way, out))
				judge_way(service, other, &way, out);
	}
	for (size_t i = 0; i < service->mounts->count; i++)
		judge_mount(service, &service->mounts->all[i], out);
}
