/* SPDX-License-Identifier: MIT */
/* What a service sees, reaches and holds, put down for the sheet. */
#include "config.h"

#include "engine/boundary.h"

#include "engine/sink.h"
#include "fact/adjacency.h"
#include "fact/credential.h"
#include "fact/gateway.h"
#include "fact/granted.h"
#include "fact/mount.h"
#include "fact/network.h"
#include "fact/security.h"
#include "model/cast.h"
#include "model/environment.h"

/* The text outlives the scratch arena. */
static struct str kept(struct sink *sink, struct str text)
{
	return arena_str(&sink->lint->run, text);
}

/* ---- what it sees ---- */

static struct str kind_of(const struct mount *mount)
{
	switch (mount->origin) {
	case MOUNT_FROM_SECRET:
		return STR("secret");
	case MOUNT_FROM_CONFIG:
		return STR("config");
	case MOUNT_FROM_WATCH:
		return STR("watch");
	case MOUNT_FROM_API_SOCKET:
	case MOUNT_FROM_SERVICE:
	case MOUNT_FROM_TMPFS:
	case MOUNT_FROM_VOLUMES:
		break;
	}
	switch (mount->type) {
	case MOUNT_BIND:
		return STR("bind");
	case MOUNT_VOLUME:
		return STR("volume");
	case MOUNT_ANONYMOUS:
		return STR("anonymous");
	case MOUNT_TMPFS:
		return STR("tmpfs");
	case MOUNT_OTHER:
		break;
	}
	return STR("other");
}

static struct str source_of(struct sink *sink, const struct mount *mount)
{
	if (mount->type == MOUNT_BIND && mount->source)
		return kept(sink, sink_source(sink, mount->source));
	if (mount->resource)
		return kept(sink, sink_show(sink, mount->resource->name));
	return STR("");
}

/* What a variable holds stands in these files by the variable's name alone. */
static struct str origin_of(struct sink *sink, const struct granted *granted)
{
	switch (granted->origin) {
	case GRANTED_VARIABLE:
		return kept(sink, sink_fmt(sink, "variable %.*s",
					   STR_FMT(sink_show(sink, granted->variable))));
	case GRANTED_TEXT:
		return STR("text of the Compose file");
	case GRANTED_ELSEWHERE:
		break;
	}
	return kept(sink, sink_fmt(sink, "%.*s, made elsewhere",
				   STR_FMT(sink_show(sink, granted->name))));
}

static struct boundary_mount mount_view(struct sink *sink, const struct mount *mount)
{
	return (struct boundary_mount){
		.kind = kind_of(mount),
		.source = source_of(sink, mount),
		.target = kept(sink, sink_show(sink, mount->target)),
		.mode = mount->mode_is_unknown ? STR("")
			: mount->read_only     ? STR("ro")
					       : STR("rw"),
		.place = mount->place->span,
	};
}

/* A copy: writing to it changes nothing elsewhere. */
static struct boundary_mount granted_view(struct sink *sink, const struct granted *granted)
{
	return (struct boundary_mount){
		.kind = granted->secret ? STR("secret") : STR("config"),
		.source = origin_of(sink, granted),
		.target = kept(sink, sink_show(sink, granted->target)),
		.mode = STR("ro"),
		.place = granted->place->span,
	};
}

static void view_mounts(struct sink *sink, struct boundary_service *sheet)
{
	const struct service *service = sheet->entry->service;
	const struct mount_list *mounts = service->mounts;
	struct granted_list granted = granted_find(sink->lint, service);
	struct boundary_mount *all =
		ARENA_ARRAY(&sink->lint->run, mounts->count + granted.count, struct boundary_mount);

	for (size_t i = 0; i < mounts->count; i++) {
		if (mounts->all[i].hidden)
			continue;
		all[sheet->nmounts] = mount_view(sink, &mounts->all[i]);
		all[sheet->nmounts++].workspace =
			sheet->judged && &mounts->all[i] == mounts->workspace;
	}
	for (size_t i = 0; i < granted.count; i++)
		all[sheet->nmounts++] = granted_view(sink, &granted.all[i]);
	sheet->mounts = all;
}

/* ---- where it can connect ---- */

static enum boundary_answer is_internal(const struct sink *sink, const struct network *network)
{
	struct network_maker maker = sink_maker(sink, network);

	switch (maker.project ? maker.route : network->route) {
	case NETWORK_INTERNAL:
		return ANSWER_YES;
	case NETWORK_ROUTED:
		return ANSWER_NO;
	case NETWORK_EXTERNAL:
	case NETWORK_UNKNOWN:
		break;
	}
	return ANSWER_UNKNOWN;
}

static void view_networks(struct sink *sink, struct boundary_service *sheet)
{
	const struct network_list *networks = sheet->entry->service->networks;
	struct boundary_network *all =
		ARENA_ARRAY(&sink->lint->run, networks->count + 1, struct boundary_network);

	for (size_t i = 0; i < networks->count; i++)
		all[sheet->nnetworks++] = (struct boundary_network){
			.name = kept(sink, sink_show(sink, networks->all[i].name)),
			.internal = is_internal(sink, &networks->all[i]),
			.place = networks->all[i].place->span,
		};
	sheet->networks = all;
}

static void view_neighbours(struct sink *sink, struct boundary_service *sheet)
{
	const struct service *service = sheet->entry->service;
	const struct project *project = sink->project;
	struct str *all = ARENA_ARRAY(&sink->lint->run, project->nservices, struct str);

	for (size_t i = 0; i < project->nservices; i++) {
		const struct service *other = &project->services[i];

		struct adjacency way = { .step = 0 };

		if (adjacency_next(service, other, &way))
			all[sheet->nneighbours++] = kept(sink, sink_show(sink, other->name));
	}
	sheet->neighbours = all;
}

/* "127.0.0.1:8080 -> 80/tcp" */
static struct str port_text(struct sink *sink, const struct node *port)
{
	struct str ip = node_text(node_get(port, STR("host_ip")));
	struct str published = node_text(node_get(port, STR("published")));
	struct str target = node_text(node_get(port, STR("target")));
	struct str protocol = node_text(node_get(port, STR("protocol")));

	return sink_fmt(sink, "%.*s:%.*s -> %.*s%s%.*s",
			STR_FMT(ip.n ? sink_show(sink, ip) : STR("*")),
			STR_FMT(published.n ? sink_show(sink, published) : STR("any")),
			STR_FMT(sink_show(sink, target)), protocol.n ? "/" : "",
			STR_FMT(sink_show(sink, protocol)));
}

static void view_ports(struct sink *sink, struct boundary_service *sheet)
{
	const struct node *ports = service_field(sheet->entry->service, STR("ports"));
	size_t count = ports && ports->kind == NODE_SEQUENCE ? ports->count : 0;
	struct boundary_span_text *all =
		ARENA_ARRAY(&sink->lint->run, count + 1, struct boundary_span_text);

	for (size_t i = 0; i < count; i++) {
		all[i].text = kept(sink, port_text(sink, ports->in.items[i]));
		all[i].place = ports->in.items[i]->span;
	}
	sheet->ports = all;
	sheet->nports = count;
}

/* ---- what it holds ---- */

static void view_credentials(struct sink *sink, struct boundary_service *sheet)
{
	const struct environment *environment = sheet->entry->service->environment;
	struct boundary_credential *all =
		ARENA_ARRAY(&sink->lint->run, environment->count + 1, struct boundary_credential);

	for (size_t i = 0; i < environment->count; i++) {
		const struct environment_entry *entry = &environment->all[i];
		const struct node *at = environment_place(entry);
		bool allowed = gateway_is_key_name(sink->project->gateway, entry->name);

		if (!allowed && !credential_name_hides(entry->name))
			continue;
		all[sheet->ncredentials++] = (struct boundary_credential){
			.name = kept(sink, sink_show(sink, entry->name)),
			.allowed = allowed,
			.place = at ? at->span : entry->line,
		};
	}
	sheet->credentials = all;
}

/* ---- what limits it has ---- */

static enum boundary_answer answer_of(const struct security_limit *limit)
{
	if (node_is_unknown(limit->value))
		return ANSWER_UNKNOWN;
	return limit->is_set ? ANSWER_YES : ANSWER_NO;
}

static void view_limits(struct sink *sink, struct boundary_service *sheet)
{
	const struct service *service = sheet->entry->service;
	struct boundary_limits *limits = &sheet->limits;
	struct security_limit memory = security_limit(service, LIMIT_OF_MEMORY);
	struct security_limit cpus = security_limit(service, LIMIT_OF_CPU);
	struct security_limit pids = security_limit(service, LIMIT_OF_PROCESSES);

	limits->memory = answer_of(&memory);
	limits->cpus = answer_of(&cpus);
	limits->pids = answer_of(&pids);
	if (!cast_size(node_text(memory.value), &limits->memory_bytes))
		limits->memory_bytes = -1;
	if (!cast_integer(node_text(pids.value), &limits->pids_count))
		limits->pids_count = -1;
	limits->cpus_text = kept(sink, sink_show(sink, node_text(cpus.value)));
}

void boundary_view(struct sink *sink, struct boundary_service *sheet)
{
	view_mounts(sink, sheet);
	view_networks(sink, sheet);
	view_neighbours(sink, sheet);
	view_ports(sink, sheet);
	view_credentials(sink, sheet);
	view_limits(sink, sheet);
	sheet->contract = boundary_compare(sink, sheet->entry->service);
}
