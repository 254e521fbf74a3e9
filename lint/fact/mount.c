/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/mount.h"

#include "base/arena.h"
#include "base/limits.h"
#include "base/path.h"
#include "base/table.h"
#include "fact/mount_link.h"
#include "fact/secret_file.h"
#include "fact/volume_source.h"
#include "model/environment.h"
#include "model/shape.h"
#include "model/trail.h"

struct collected {
	struct lint *lint;
	const struct files *files;
	const struct project *project;
	const struct service *service;
	struct hostpath *engines; /* unix:// addresses of engines in the environment; they outlive
				     the collecting */
	size_t nengines, engine_capacity;
	struct mount_budget *budget;
	bool follows_links;
	const struct node *taker; /* the service's own item of volumes_from that is followed */
	unsigned depth;           /* services from there to the one whose mounts are collected */
	bool *visited;     /* services whose mounts were taken over, by position; NULL: none yet */
	struct mount *all; /* in the scratch arena: the list is copied when it is complete */
	size_t count, capacity;
};

static enum hostpath_class accident_of(const struct mount *mount)
{
	return mount->when_empty ? mount->when_empty->accident.class : HOSTPATH_IS_PLAIN;
}

static struct mount *add(struct collected *to, enum mount_origin origin, const struct node *item)
{
	struct mount *mount;

	to->all =
		arena_grow(&to->lint->scratch, to->all, to->count, &to->capacity, sizeof(*to->all));
	mount = &to->all[to->count++];
	*mount = (struct mount){
		.type = MOUNT_OTHER, .origin = origin, .item = item, .place = item
	};
	mount->target = mount->short_read_only = mount->link = mount->link_end = STR("");
	return mount;
}

/* ---- the source ---- */

static void find_engines(struct collected *to)
{
	const struct environment *environment = to->service->environment;

	for (size_t i = 0; environment && i < environment->count; i++) {
		const struct environment_entry *entry = &environment->all[i];
		struct str text = node_text(entry->value);

		if (!str_eq(entry->name, STR("DOCKER_HOST")) &&
		    !str_eq(entry->name, STR("CONTAINER_HOST")))
			continue;
		if (!str_starts(text, STR("unix://")))
			continue;
		to->engines = arena_grow(&to->lint->run, to->engines, to->nengines,
					 &to->engine_capacity, sizeof(*to->engines));
		to->engines[to->nengines++] = hostpath_of_text(
			&to->lint->run, str_slice(text, 7, text.n), to->project->directory);
	}
}

/* What lies at the end of a link is mounted, whatever the link is called. */
static void follow_links(struct collected *to, struct mount *mount)
{
	struct arena *arena = &to->lint->run;
	struct str link, end = mount_link_end(arena, to->files, mount->path.absolute, &link);
	struct hostpath_use use = mount->use;
	struct hostpath_fact fact;
	struct hostpath path;

	if (!end.n)
		return;
	path = hostpath_of_text(arena, end, to->project->directory);
	use.content = secret_file_content(arena, to->files, end);
	fact = hostpath_classify(&path, &use);
	if (fact.class == HOSTPATH_IS_PLAIN ||
	    (mount->fact.class != HOSTPATH_IS_PLAIN && mount->fact.class <= fact.class))
		return;
	mount->path = path;
	mount->use = use;
	mount->fact = fact;
	mount->link = path_is_within(link, to->project->directory)
			      ? path_relative(arena, link, to->project->directory)
			      : link;
	mount->link_end = end;
}

static void read_source(struct collected *to, struct mount *mount, bool is_file)
{
	struct arena *arena = &to->lint->run;

	if (mount->type != MOUNT_BIND)
		return;
	mount->use = (struct hostpath_use){
		.target = mount->target,
		.read_only = mount->read_only,
		.is_file = is_file,
		.engines = to->engines,
		.nengines = to->nengines,
	};
	if (mount->source)
		mount->path = hostpath_of(arena, mount->source, to->project->directory);
	else
		mount->path = hostpath_of_text(arena, STR("."), to->project->directory);
	if (mount->path.absolute.n)
		mount->use.content = secret_file_content(arena, to->files, mount->path.absolute);
	mount->fact = hostpath_classify(&mount->path, &mount->use);
	if (to->follows_links && mount->path.absolute.n)
		follow_links(to, mount);
	if (!mount->source || !node_is_unknown(mount->source))
		return;
	mount->when_empty = ARENA_NEW(arena, struct mount_when_empty);
	mount->when_empty->path = hostpath_when_empty(arena, mount->source, to->project->directory);
	/* the accident is common and total, so the empty text is judged as well */
	if (hostpath_is_accident(&mount->when_empty->path))
		mount->when_empty->accident =
			hostpath_classify(&mount->when_empty->path, &mount->use);
}

/* ---- volumes ---- */

static enum mount_type type_of(struct str text)
{
	if (str_eq(text, STR("bind")) || str_eq(text, STR("npipe")))
		return MOUNT_BIND;
	if (str_eq(text, STR("volume")))
		return MOUNT_VOLUME;
	return str_eq(text, STR("tmpfs")) ? MOUNT_TMPFS : MOUNT_OTHER;
}

static bool item_is_read_only(struct lint *lint, const struct node *item)
{
	bool refused = false;

	if (item && item->kind == NODE_STRING)
		item = shape_volume(lint, item, &refused);
	return node_is_true(node_get(item, STR("read_only")));
}

static void read_history(struct collected *to, struct mount *mount)
{
	const struct step *step = node_step(mount->item, STEP_REPLACE);

	if (!step || !step->was)
		return;
	mount->replaced = step->was;
	mount->replaced_read_only = item_is_read_only(to->lint, step->was);
}

/* The short form of an item, and how it would read with the mode ":ro". */
static void read_short_form(struct collected *to, struct mount *mount)
{
	struct arena *arena = &to->lint->run;
	const struct step *step = node_step(mount->item, STEP_SHORT);
	const struct node *text = step ? step->was : NULL;
	size_t colon;
	struct str last, rest;
	struct builder b = { .arena = arena };

	if (!text || text->kind != NODE_STRING)
		return;
	mount->short_form = text;
	colon = str_rfind_byte(text->text, ':');
	if (mount->read_only || text->nparts || colon == STR_NPOS)
		return;
	last = rest = str_slice(text->text, colon + 1, text->text.n);
	if (str_eq(last, node_text(mount->target_node))) {
		mount->short_read_only = arena_fmt(arena, "%.*s:ro", STR_FMT(text->text));
		return;
	}
	builder_add(&b, str_slice(text->text, 0, colon + 1));
	while (rest.p) {
		struct str option = str_cut(&rest, ',');

		if (!str_eq(option, STR("rw")))
			builder_fmt(&b, "%.*s,", STR_FMT(option));
	}
	builder_add(&b, STR("ro"));
	mount->short_read_only = builder_str(&b);
}

static void add_volume(struct collected *to, const struct node *item)
{
	struct mount *mount;
	const struct node *source = node_get(item, STR("source"));
	const struct node *device = NULL;

	if (item->kind != NODE_MAPPING)
		return;
	mount = add(to, MOUNT_FROM_VOLUMES, item);
	mount->type = type_of(node_text(node_get(item, STR("type"))));
	mount->target_node = node_get(item, STR("target"));
	mount->target = path_clean(&to->lint->run, node_text(mount->target_node));
	mount->mode = node_get(item, STR("read_only"));
	mount->read_only = node_is_true(mount->mode);
	mount->mode_is_unknown = node_is_unknown(mount->mode);
	mount->bind = node_get(item, STR("bind"));
	if (source && source->style != STYLE_MADE)
		mount->place = source;
	read_history(to, mount);
	read_short_form(to, mount);
	if (mount->type == MOUNT_VOLUME && !node_text(source).n)
		mount->type = MOUNT_ANONYMOUS;
	if (mount->type == MOUNT_BIND)
		mount->source = source;
	if (mount->type == MOUNT_VOLUME) {
		mount->resource = project_resource(to->project->volumes, node_text(source));
		device = mount->resource ? volume_source(&to->lint->run, mount->resource,
							 to->project->directory)
					 : NULL;
	}
	if (device) {
		mount->type = MOUNT_BIND;
		mount->source = device;
	}
	read_source(to, mount, false);
}

/* ---- the other ways ---- */

static void add_tmpfs(struct collected *to, const struct node *item)
{
	struct mount *mount = add(to, MOUNT_FROM_TMPFS, item);
	struct str rest = node_text(item);

	mount->type = MOUNT_TMPFS;
	mount->target_node = item;
	mount->target = path_clean(&to->lint->run, str_cut(&rest, ':'));
}

static void add_granted_file(struct collected *to, const struct node *item,
			     struct resources resources, enum mount_origin origin)
{
	const struct node *source = node_get(item, STR("source"));
	const struct resource *resource = project_resource(resources, node_text(source));
	const struct node *file = resource ? node_get(resource->node, STR("file")) : NULL;
	const struct node *target = node_get(item, STR("target"));
	struct mount *mount;

	if (!node_text(file).n)
		return;
	mount = add(to, origin, item);
	mount->type = MOUNT_BIND;
	mount->place = source;
	mount->source = file;
	mount->resource = resource;
	mount->read_only = true;
	mount->target_node = target;
	mount->target = node_text(target);
	if (!mount->target.n)
		mount->target = arena_fmt(
			&to->lint->run, "%s/%.*s",
			origin == MOUNT_FROM_SECRET ? "/run/secrets" : "",
			/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): a resource has the file */
			STR_FMT(resource->name));
	else if (!path_is_absolute(mount->target) && origin == MOUNT_FROM_SECRET)
		mount->target =
			arena_fmt(&to->lint->run, "/run/secrets/%.*s", STR_FMT(mount->target));
	read_source(to, mount, true);
}

static void add_watched(struct collected *to, const struct node *watch)
{
	const struct node *path = node_get(watch, STR("path"));
	const struct node *target = node_get(watch, STR("target"));
	struct mount *mount;

	if (!str_starts(node_text(node_get(watch, STR("action"))), STR("sync")) ||
	    !node_text(target).n)
		return;
	mount = add(to, MOUNT_FROM_WATCH, watch);
	mount->type = MOUNT_BIND;
	mount->place = mount->source = path;
	mount->target_node = target;
	mount->target = path_clean(&to->lint->run, target->text);
	mount->read_only = true; /* a copy: writing to it changes nothing on the host */
	read_source(to, mount, false);
}

static void add_api_socket(struct collected *to, const struct node *value)
{
	struct mount *mount = add(to, MOUNT_FROM_API_SOCKET, value);

	mount->type = MOUNT_BIND;
	mount->target = STR("/var/run/docker.sock");
	mount->source = node_made(&to->lint->run, mount->target, value->span);
	read_source(to, mount, false);
}

static void for_items(struct collected *to, const struct node *list,
		      void (*each)(struct collected *, const struct node *))
{
	for (size_t i = 0; list && list->kind == NODE_SEQUENCE && i < list->count; i++)
		each(to, list->in.items[i]);
}

static void collect(struct collected *to, const struct service *service);

/* Says once that mounts are left out; false: they may be taken over. */
static bool is_beyond_limit(struct collected *to)
{
	struct lint *lint = to->lint;
	struct finding *finding;
	const struct trail *services, *service;

	if (to->budget->left && to->depth < LIMIT_BROUGHT_DEPTH)
		return false;
	if (to->budget->said)
		return true;
	to->budget->said = true;
	services = TRAIL_KEY(NULL, STR("services"));
	service = TRAIL_KEY(services, to->service->name);
	finding = diag_add(&lint->diag, STR("incomplete-project"), to->taker->span,
			   "mounts taken over by volumes_from beyond the limit are not judged");
	finding->path = trail_text(&lint->run, TRAIL_KEY(service, STR("volumes_from")));
	finding->owner = to->service->name;
	finding->evidence = STR("volumes_from");
	finding->cause = CAUSE_LIMIT;
	finding->unseen = true;
	return true;
}

static void charge(struct mount_budget *budget, size_t count)
{
	budget->left -= count < budget->left ? count : budget->left;
}

/* What a source is may depend on the mode: a file of settings is harmless to read. */
static void make_read_only(struct mount *mount)
{
	mount->read_only = mount->use.read_only = true;
	mount->mode_is_unknown = false;
	if (mount->type != MOUNT_BIND)
		return;
	mount->fact = hostpath_classify(&mount->path, &mount->use);
	if (accident_of(mount) != HOSTPATH_IS_PLAIN)
		mount->when_empty->accident =
			hostpath_classify(&mount->when_empty->path, &mount->use);
}

/* All mounts of another service, under this service's item; each service once. */
static void add_inherited(struct collected *to, const struct node *item)
{
	struct str rest = node_text(item), name = str_cut(&rest, ':');
	bool read_only = str_eq(rest, STR("ro"));
	const struct service *other = project_service(to->project, name);
	size_t first = to->count;

	if (str_eq(name, STR("container"))) {
		add(to, MOUNT_FROM_SERVICE, item);
		return;
	}
	if (!other || other == to->service)
		return;
	if (!to->depth)
		to->taker = item;
	if (is_beyond_limit(to))
		return;
	/* made when asked for: few services have volumes_from, and there may be thousands */
	if (!to->visited)
		to->visited = ARENA_ARRAY(&to->lint->scratch, to->project->nservices, bool);
	if (to->visited[other - to->project->services])
		return;
	to->visited[other - to->project->services] = true;
	to->depth++;
	collect(to, other);
	to->depth--;
	charge(to->budget, to->count - first + 1);
	for (size_t i = first; i < to->count; i++) {
		struct mount *mount = &to->all[i];

		if (!mount->inherited)
			mount->inherited = mount->place;
		mount->origin = MOUNT_FROM_SERVICE;
		mount->from = other;
		if (read_only)
			make_read_only(mount);
		mount->item = mount->place = item;
		mount->short_form = mount->replaced = NULL;
		mount->short_read_only = STR("");
	}
}

/* False: the mounts of this service are beyond the limit, which is said once. */
static bool has_room(struct collected *to, const struct service *service)
{
	static const char *const keys[] = { "volumes", "tmpfs", "secrets", "configs" };
	struct lint *lint = to->lint;
	struct finding *finding;
	size_t count = 0;

	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
		const struct node *list = service_field(service, str_from(keys[i]));

		count += list ? list->count : 0;
	}
	/* what others take over of it is counted there */
	if (to->depth)
		return true;
	if (count <= to->budget->own) {
		to->budget->own -= count;
		return true;
	}
	if (to->budget->own_said)
		return false;
	to->budget->own_said = true;
	finding = diag_add(&lint->diag, STR("incomplete-project"), service->key->span,
			   "the services of this project have more mounts than the limit allows; "
			   "those of this and of some later ones are not judged");
	finding->path =
		trail_text(&lint->run, TRAIL_KEY(TRAIL_KEY(NULL, STR("services")), service->name));
	finding->owner = service->name;
	finding->evidence = STR("volumes");
	finding->cause = CAUSE_LIMIT;
	finding->unseen = true;
	return false;
}

static void collect(struct collected *to, const struct service *service)
{
	const struct node *socket = service_field(service, STR("use_api_socket"));
	const struct node *from = service_field(service, STR("volumes_from"));
	const struct node *secrets = service_field(service, STR("secrets"));
	const struct node *configs = service_field(service, STR("configs"));
	const struct node *develop = service_field(service, STR("develop"));

	if (!has_room(to, service))
		return;
	/* first, since the service's own mounts win over them */
	for_items(to, from, add_inherited);
	for_items(to, service_field(service, STR("volumes")), add_volume);
	for_items(to, service_field(service, STR("tmpfs")), add_tmpfs);
	if (node_is_true(socket))
		add_api_socket(to, socket);
	for (size_t i = 0; secrets && secrets->kind == NODE_SEQUENCE && i < secrets->count; i++)
		add_granted_file(to, secrets->in.items[i], to->project->secrets, MOUNT_FROM_SECRET);
	for (size_t i = 0; configs && configs->kind == NODE_SEQUENCE && i < configs->count; i++)
		add_granted_file(to, configs->in.items[i], to->project->configs, MOUNT_FROM_CONFIG);
	for_items(to, node_get(develop, STR("watch")), add_watched);
}

/* ---- the list ---- */

/* So many are looked through as quickly as a table of them. */
enum { FEW_MOUNTS = 8 };

/* A later mount has the same target. */
static bool is_hidden_by_few(const struct mount_list *list, const struct mount *mount)
{
	for (const struct mount *later = mount + 1; later < list->all + list->count; later++)
		if (str_eq(later->target, mount->target))
			return true;
	return false;
}

static void find_hidden(struct lint *lint, struct mount_list *list, struct mount *all)
{
	if (list->count > FEW_MOUNTS) {
		list->by_target = ARENA_NEW(&lint->run, struct table);
		list->by_target->arena = &lint->run;
	}
	for (size_t i = list->count; i > 0; i--) {
		struct mount *mount = &all[i - 1];

		if (!mount->target.n)
			continue;
		mount->hidden = list->by_target ? table_get(list->by_target, mount->target) != NULL
						: is_hidden_by_few(list, mount);
		if (list->by_target && !mount->hidden)
			table_add(list->by_target, mount->target, mount);
	}
}

/* Of what nobody knows there is no other mode, and what is copied has none. */
static bool has_contrary(const struct mount *mount)
{
	return mount->type == MOUNT_BIND && !mount->hidden && !mount->mode_is_unknown &&
	       mount->path.path.n && !mount->path.has_unknown &&
	       (mount->origin == MOUNT_FROM_VOLUMES || mount->origin == MOUNT_FROM_SERVICE);
}

static void find_contraries(struct lint *lint, const struct mount_list *list, struct mount *all)
{
	struct table first[2] = { { .arena = &lint->scratch }, { .arena = &lint->scratch } };

	for (size_t i = 0; i < list->count; i++) {
		struct mount *mount = &all[i];
		const struct mount *contrary;

		if (!has_contrary(mount))
			continue;
		contrary = table_get(&first[!mount->read_only], mount->path.path);
		if (contrary && contrary->path.kind == mount->path.kind)
			mount->contrary = contrary;
		if (!table_get(&first[mount->read_only], mount->path.path))
			table_add(&first[mount->read_only], mount->path.path, mount);
	}
}

struct mount_list *mount_resolve(struct lint *lint, const struct files *files,
				 const struct project *project, const struct service *service,
				 struct mount_budget *budget, bool follows_links)
{
	struct mount_list *list = ARENA_NEW(&lint->run, struct mount_list);
	struct collected found = { .lint = lint,
				   .files = files,
				   .project = project,
				   .service = service,
				   .budget = budget,
				   .follows_links = follows_links };
	struct mount *all;

	find_engines(&found);
	collect(&found, service);
	all = ARENA_ARRAY(&lint->run, found.count, struct mount);
	for (size_t i = 0; i < found.count; i++)
		all[i] = found.all[i];
	list->all = all;
	list->count = found.count;
	find_hidden(lint, list, all);
	find_contraries(lint, list, all);
	return list;
}

const struct node *mount_definition(const struct mount *mount)
{
	if (mount->inherited)
		return mount->inherited;
	return mount->resource ? mount->source : NULL;
}

bool mount_is(const struct mount *mount, enum hostpath_class class, struct hostpath_fact *fact)
{
	if (mount->type != MOUNT_BIND)
		return false;
	/* the first class that it is of is known, and with it that it is of none before */
	if (mount->fact.class == HOSTPATH_IS_PLAIN || class < mount->fact.class)
		return false;
	if (class > mount->fact.class)
		return hostpath_is(&mount->path, &mount->use, class, fact);
	if (fact)
		*fact = mount->fact;
	return true;
}

bool mount_becomes(const struct mount *mount, enum hostpath_class class)
{
	return mount->fact.class == HOSTPATH_IS_PLAIN && accident_of(mount) == class;
}

const struct mount *mount_at(const struct mount_list *mounts, struct str target)
{
	if (mounts->by_target)
		return table_get(mounts->by_target, target);
	for (size_t i = 0; target.n && i < mounts->count; i++)
		if (!mounts->all[i].hidden && str_eq(mounts->all[i].target, target))
			return &mounts->all[i];
	return NULL;
}

bool mount_is_writable(const struct mount *mount)
{
	return mount->type == MOUNT_BIND && !mount->read_only && !mount->mode_is_unknown &&
	       !mount->hidden;
}

bool mount_is_replaced(const struct mount *mount)
{
	return mount->hidden && mount->origin == MOUNT_FROM_SERVICE;
}

bool mount_source_is_reported(const struct mount *mount)
{
	return mount->fact.class != HOSTPATH_IS_PLAIN || accident_of(mount) != HOSTPATH_IS_PLAIN;
}

bool mount_can_write(const struct mount *mount, struct str path)
{
	struct str source = mount->path.absolute;

	return mount->type == MOUNT_BIND && !mount->read_only && path.n && source.n &&
	       (path_is_within(path, source) || path_is_within(source, path));
}
