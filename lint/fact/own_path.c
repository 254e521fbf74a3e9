/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/own_path.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/path.h"
#include "base/table.h"
#include "fact/security.h"
#include "model/environment.h"

struct collected {
	struct arena *arena;
	const struct lint *lint;
	const struct project *project;
	struct own_path *all;
	size_t count, capacity;
	size_t nsecrets;
};

static struct own_path *add(struct collected *to, enum own_path_kind kind, struct str path,
			    struct span named)
{
	struct own_path *own;

	to->all = arena_grow(to->arena, to->all, to->count, &to->capacity, sizeof(*to->all));
	own = &to->all[to->count++];
	*own = (struct own_path){
		.kind = kind,
		.path = path,
		.named = named,
		.file = project_source_place(to->project, named.source),
		.sequence = (uint32_t)to->count,
	};
	own->target = own->secret.name = STR("");
	return own;
}

/* A path that a Compose file names; NULL: it is not known, or no path of this host. */
static struct own_path *add_named(struct collected *to, enum own_path_kind kind,
				  const struct node *node, struct str text)
{
	if (!node || !text.n || node_is_unknown(node) || node_has_part(node, PART_HOST) ||
	    text.p[0] == '~' || str_has(text, STR("://")))
		return NULL;
	return add(to, kind,
		   path_clean(to->arena, path_join(to->arena, to->project->directory, text)),
		   node->span);
}

/* ---- where they come from ---- */

static enum own_path_kind kind_of(const struct project_file *file)
{
	switch (file->role) {
	case ROLE_DOCKERFILE:
		return OWN_DOCKERFILE;
	case ROLE_ENV:
	case ROLE_ENV_FILE:
		return OWN_ENV_FILE;
	case ROLE_OTHER:
		return str_ends(file->path, STR(".dockerignore")) ? OWN_IGNORE_FILE : OWN_OTHER;
	default:
		return OWN_COMPOSE_FILE;
	}
}

static void add_files(struct collected *to)
{
	const struct project *project = to->project;

	for (size_t i = 0; i < project->nfiles; i++) {
		const struct project_file *file = &project->files[i];
		enum own_path_kind kind = kind_of(file);
		struct own_path *own;

		/* an env file that is not there will be read when it is */
		if (!path_is_absolute(file->path) || (!file->source && kind != OWN_ENV_FILE))
			continue;
		own = add(to, kind, path_clean(to->arena, file->path), SPAN_NONE);
		own->is_absent = file->absent;
		own->source = file->source;
	}
	for (size_t i = 0; project->looks_for_override && i < project->nfiles; i++) {
		if (project->files[i].role != ROLE_BASE ||
		    !path_is_absolute(project->files[i].path))
			continue;
		add(to, OWN_OVERRIDES,
		    path_directory(path_clean(to->arena, project->files[i].path)), SPAN_NONE)
			->is_absent = true;
		break;
	}
}

static void add_resources(struct collected *to, struct resources resources, enum own_path_kind kind)
{
	for (size_t i = 0; i < resources.count; i++) {
		const struct node *file = node_get(resources.all[i].node, STR("file"));
		struct own_path *own = add_named(to, kind, file, node_text(file));

		if (own && kind == OWN_SECRET)
			own->grant = &resources.all[i];
	}
}

static void add_watched(struct collected *to, const struct service *service)
{
	const struct node *watch = node_get(service_field(service, STR("develop")), STR("watch"));

	for (size_t i = 0; watch && watch->kind == NODE_SEQUENCE && i < watch->count; i++) {
		const struct node *path = node_get(watch->in.items[i], STR("path"));

		add_named(to, OWN_WATCHED, path, node_text(path));
	}
}

static void add_sources(struct collected *to, const struct service *service)
{
	for (size_t i = 0; i < service->mounts->count; i++) {
		const struct mount *mount = &service->mounts->all[i];
		struct own_path *own;

		if (mount->type != MOUNT_BIND || mount->origin != MOUNT_FROM_VOLUMES ||
		    !mount->path.absolute.n)
			continue;
		own = add(to, OWN_SOURCE, mount->path.absolute, mount->place->span);
		own->owner = service;
		own->target = mount->target;
	}
}

static void add_service(struct collected *to, const struct service *service)
{
	struct security_option seccomp = security_option(service, STR("seccomp"));
	const struct node *provider =
		node_get(service_field(service, STR("provider")), STR("type"));

	if (service->build && service->build->context.n)
		add(to, OWN_CONTEXT, service->build->context,
		    node_get(service->build->node, STR("context"))->span);
	if (seccomp.item && !seccomp.is_unknown && str_has(seccomp.value, STR("/")))
		add_named(to, OWN_PROFILE, seccomp.item, seccomp.value);
	if (str_has(node_text(provider), STR("/")))
		add_named(to, OWN_PROGRAM, provider, node_text(provider));
	add_watched(to, service);
	add_sources(to, service);
}

/* ---- order ---- */

/* Bytes in which both begin, by eight: the paths of a project have its directory before them. */
static size_t common_bytes(struct str a, struct str b)
{
	size_t n = a.n < b.n ? a.n : b.n, i = 0;

	while (i + sizeof(uint64_t) <= n && memcmp(a.p + i, b.p + i, sizeof(uint64_t)) == 0)
		i += sizeof(uint64_t);
	while (i < n && a.p[i] == b.p[i])
		i++;
	return i;
}

/* What lies below a directory follows it at once, whatever its name begins with. */
static int compare_paths(struct str a, struct str b)
{
	size_t i = common_bytes(a, b);
	unsigned char left, right;

	if (i == a.n || i == b.n)
		return a.n < b.n ? -1 : a.n > b.n;
	left = (unsigned char)a.p[i];
	right = (unsigned char)b.p[i];
	if (left == '/' || right == '/')
		return left == '/' ? -1 : 1;
	return left < right ? -1 : 1;
}

static int compare(const void *left, const void *right)
{
	const struct own_path *a = left, *b = right;
	int order = compare_paths(a->path, b->path);

	if (!order)
		order = (a->kind > b->kind) - (a->kind < b->kind);
	if (!order)
		order = (a->file > b->file) - (a->file < b->file);
	if (!order)
		order = (a->named.start > b->named.start) - (a->named.start < b->named.start);
	return order ? order : (a->sequence > b->sequence) - (a->sequence < b->sequence);
}

const struct own_path *own_paths_in(const struct own_paths *paths, struct str directory,
				    size_t *count)
{
	size_t low = 0, high = paths->count, end;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (compare_paths(paths->all[middle].path, directory) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	for (end = low; end < paths->count && path_is_within(paths->all[end].path, directory);)
		end++;
	*count = end - low;
	return paths->all + low;
}

static bool is_same_source(const struct own_path *a, const struct own_path *b)
{
	return a->kind == OWN_SOURCE && b->kind == OWN_SOURCE && str_eq(a->path, b->path);
}

/* Of many mounts of one path two tell all: whoever sees one of them in its place sees the other
   one elsewhere, and nobody asks for a third. */
static void keep_two_sources(struct collected *found)
{
	size_t kept = 0;

	for (size_t i = 0; i < found->count; i++)
		if (kept < 2 || !is_same_source(&found->all[kept - 2], &found->all[i]) ||
		    !is_same_source(&found->all[kept - 1], &found->all[i]))
			found->all[kept++] = found->all[i];
	found->count = kept;
}

/* ---- credentials ---- */

/* The sources of all mounts. */
static struct table find_mounted(struct collected *to, struct arena *arena)
{
	struct table mounted = { .arena = arena };

	for (size_t i = 0; i < to->project->nservices; i++) {
		const struct mount_list *mounts = to->project->services[i].mounts;

		for (size_t k = 0; k < mounts->count; k++)
			if (mounts->all[k].type == MOUNT_BIND && mounts->all[k].path.absolute.n)
				table_add(&mounted, mounts->all[k].path.absolute, to);
	}
	return mounted;
}

/* It, or a directory above it, is the source of a mount. */
static bool is_mounted(struct table *mounted, struct str path)
{
	while (!table_get(mounted, path)) {
		struct str above = path_directory(path);

		if (above.n >= path.n)
			return false;
		path = above;
	}
	return true;
}

static void look_for_credentials(struct collected *to, const struct files *files)
{
	struct arena work = { 0 };
	struct table mounted = find_mounted(to, &work);

	for (size_t i = 0; i < to->count; i++) {
		struct own_path *own = &to->all[i];

		if ((own->kind != OWN_ENV_FILE && own->kind != OWN_SECRET) ||
		    !is_mounted(&mounted, own->path))
			continue;
		own->secret = own->grant ? own_secret_in_file(to->arena, files, to->project,
							      own->grant, own->path)
					 : own_secret_in_env(to->project, own->source);
		to->nsecrets += own->secret.name.n > 0;
	}
	arena_free(&work);
}

const struct own_paths *own_paths_resolve(struct lint *lint, const struct files *files,
					  const struct project *project)
{
	struct own_paths *paths = ARENA_NEW(&lint->run, struct own_paths);
	struct collected found = { .arena = &lint->run, .lint = lint, .project = project };

	add_files(&found);
	add_resources(&found, project->secrets, OWN_SECRET);
	add_resources(&found, project->configs, OWN_CONFIG);
	for (size_t i = 0; i < project->nservices; i++)
		add_service(&found, &project->services[i]);
	if (found.count)
		qsort(found.all, found.count, sizeof(*found.all), compare);
	keep_two_sources(&found);
	look_for_credentials(&found, files);
	*paths = (struct own_paths){ found.all, found.count, found.nsecrets };
	return paths;
}
