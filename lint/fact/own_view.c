/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/own_view.h"

#include "base/arena.h"
#include "base/limits.h"
#include "base/path.h"
#include "fact/cover.h"
#include "model/environment.h"
#include "model/trail.h"

/* The service may have it by its own env_file or secrets. */
static bool is_granted(const struct own_path *path, const struct service *service)
{
	const struct environment *environment = service->environment;

	for (size_t i = 0; path->source && i < environment->nfiles; i++)
		if (environment->files[i].source == path->source)
			return true;
	for (size_t i = 0; path->grant && i < service->mounts->count; i++)
		if (service->mounts->all[i].resource == path->grant)
			return true;
	return false;
}

/* The project's own paths that a mount holds. */
struct held {
	const struct own_path *paths;
	size_t count;
};

/* None, and it is said once, where they are more than the limit. */
static struct held held_by(struct lint *lint, const struct service *service,
			   const struct mount *mount, struct own_budget *budget)
{
	struct held held;
	struct finding *finding;

	held.paths = own_paths_in(service->project->paths, mount->path.absolute, &held.count);
	if (held.count <= budget->left) {
		budget->left -= held.count;
		return held;
	}
	held.count = budget->left = 0;
	if (budget->said)
		return held;
	budget->said = true;
	finding = diag_add(&lint->diag, STR("incomplete-project"), mount->place->span,
			   "the mounts of this project hold more of what it reads itself than the "
			   "limit allows; what they show of it is not judged from here on");
	finding->path = trail_text(
		&lint->run, TRAIL_KEY(TRAIL_KEY(TRAIL_KEY(NULL, STR("services")), service->name),
				      STR("volumes")));
	finding->owner = service->name;
	finding->evidence = STR("volumes");
	finding->cause = CAUSE_LIMIT;
	finding->unseen = true;
	return held;
}

/* ---- what can be changed ---- */

static bool is_exposed(struct arena *scratch, const struct service *service,
		       const struct mount *mount, const struct own_path *path)
{
	struct str inside;

	if (path->kind == OWN_SOURCE && str_eq(path->path, mount->path.absolute))
		return false;
	inside = cover_inside(scratch, mount, path->path);
	/* a mount that lies over the place where its source is seen anyway */
	if (path->kind == OWN_SOURCE && path->owner == service && str_eq(path->target, inside))
		return false;
	return !cover_protects(service->mounts, mount, inside);
}

static void keep_worst(struct own_exposure *exposure, const struct own_path *path)
{
	for (size_t i = 0; i < 3; i++) {
		const struct own_path *milder = exposure->worst[i];

		if (milder && milder->kind <= path->kind)
			continue;
		exposure->worst[i] = path;
		path = milder;
		if (!path)
			return;
	}
}

static struct own_exposure exposed(struct arena *scratch, const struct service *service,
				   const struct mount *mount, struct held held)
{
	struct own_exposure exposure = { .count = 0 };
	struct str before = STR_NONE;

	if (!mount_is_writable(mount))
		return exposure;
	for (size_t i = 0; i < held.count; i++) {
		const struct own_path *path = &held.paths[i];

		if (!is_exposed(scratch, service, mount, path))
			continue;
		exposure.is_built = exposure.is_built ||
				    (path->kind >= OWN_DOCKERFILE && path->kind <= OWN_IGNORE_FILE);
		exposure.is_watched = exposure.is_watched || path->kind == OWN_WATCHED;
		/* of one path the first is the worst */
		if (before.p && str_eq(before, path->path) && path->kind != OWN_OVERRIDES)
			continue;
		before = path->path;
		exposure.count++;
		keep_worst(&exposure, path);
	}
	return exposure;
}

/* ---- what can be read ---- */

static void find_secrets(struct lint *lint, const struct service *service,
			 const struct mount *mount, struct held held, struct own_view *view)
{
	const struct own_path **secrets = NULL;
	size_t kept = 0, capacity = 0;

	if (!service->project->paths->nsecrets)
		return;
	for (size_t i = 0; i < held.count; i++) {
		const struct own_path *path = &held.paths[i];
		struct str inside;

		if (!path->secret.name.n || is_granted(path, service))
			continue;
		inside = cover_inside(&lint->scratch, mount, path->path);
		if (cover_over(service->mounts, mount, inside))
			continue;
		secrets = arena_grow(&lint->run, secrets, kept, &capacity, sizeof(*secrets));
		secrets[kept++] = path;
	}
	view->secrets = secrets;
	view->nsecrets = kept;
}

static void find_env_files(struct lint *lint, const struct service *service,
			   struct own_views *views)
{
	const struct environment *environment = service->environment;
	struct own_env_file *found =
		ARENA_ARRAY(&lint->run, environment->nfiles, struct own_env_file);

	for (size_t i = 0; i < environment->nfiles; i++) {
		const struct node *item = environment->files[i].item;
		struct hostpath path =
			hostpath_of(&lint->scratch, item, service->project->directory);
		struct hostpath_use use = { .target = STR(""), .read_only = true, .is_file = true };
		struct hostpath_fact fact;

		if (hostpath_is(&path, &use, HOSTPATH_IS_CREDENTIAL_FILE, &fact))
			found[views->nenv_files++] = (struct own_env_file){ item, fact.what };
	}
	views->env_files = found;
}

const struct own_views *own_views_resolve(struct lint *lint, const struct service *service,
					  struct own_budget *budget)
{
	const struct mount_list *mounts = service->mounts;
	struct own_views *views = ARENA_NEW(&lint->run, struct own_views);
	struct own_view *all = ARENA_ARRAY(&lint->run, mounts->count, struct own_view);

	for (size_t i = 0; i < mounts->count; i++) {
		const struct mount *mount = &mounts->all[i];
		struct held held;

		if (mount->type != MOUNT_BIND || mount->hidden || !mount->path.absolute.n)
			continue;
		held = held_by(lint, service, mount, budget);
		all[i].written = exposed(&lint->scratch, service, mount, held);
		find_secrets(lint, service, mount, held, &all[i]);
		arena_reset(&lint->scratch);
	}
	find_env_files(lint, service, views);
	views->of_mount = all;
	return views;
}
