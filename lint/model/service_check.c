/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "model/service_check.h"

#include <stdlib.h>

#include "base/path.h"
#include "model/cast.h"
#include "model/name.h"
#include "model/project.h"
#include "model/withheld.h"

struct check {
	struct lint *lint;
	const struct node *model, *service;
	uint64_t keys; /* of the service */
	struct table *enabled;
	const struct pair *pair;
	const struct trail *trail;
	bool consistent;
};

static inline const struct node *field(const struct check *c, struct str key)
{
	uint64_t bit = node_key_bit(key);

	return c->keys & bit ? node_get_of_bit(c->service, key, bit) : NULL;
}

/* Present, and not known to be empty. */
static bool has_text(const struct node *node)
{
	return node_text(node).n > 0;
}

static struct finding *refuse(struct check *c, const struct trail *trail, const struct node *node,
			      const char *evidence, const char *message)
{
	struct finding *finding =
		trail_refuse(c->lint, trail, node->span, str_from(evidence), "%s", message);

	finding->extent = node->span;
	c->consistent = false;
	return finding;
}

static void relate(struct check *c, struct finding *finding, const struct node *other)
{
	diag_related(&c->lint->diag, finding, RELATED_OTHER, other->span, "the other one is here");
}

/* ------------------------------------------------------- image and build */

static bool is_null(const struct node *node)
{
	return !node || node->kind == NODE_NULL;
}

static void check_contexts(struct check *c, const struct trail *build_trail,
			   const struct node *contexts)
{
	struct trail here = { build_trail, STR_INIT("additional_contexts"), 0, false };
	struct str prefix = STR("service:");

	for (size_t i = 0; contexts && contexts->kind == NODE_MAPPING && i < contexts->count; i++) {
		const struct pair *pair = &contexts->in.pairs[i];
		struct trail at = { &here, pair->key->text, 0, false };
		const struct node *other;
		struct str other_name;

		if (!str_starts(node_text(pair->value), prefix) || node_is_unknown(pair->value))
			continue;
		other_name = str_slice(pair->value->text, prefix.n, pair->value->text.n);
		other = node_get(node_get(c->model, STR("services")), other_name);
		if (!other)
			refuse(c, &at, pair->value, "context",
			       "the context names a service that is not defined");
		else if (!table_get(c->enabled, other_name))
			refuse(c, &at, pair->value, "context",
			       "the context names a service that no active profile enables");
		else if (is_null(node_get(other, STR("build"))))
			refuse(c, &at, pair->value, "context",
			       "the context names a service that is not built; it needs a "
			       "\"build\"");
	}
}

static void check_platforms(struct check *c, const struct trail *trail, const struct node *build)
{
	const struct node *platforms = node_get(build, STR("platforms"));
	const struct node *platform = field(c, STR("platform"));

	if (!has_text(platform) || node_is_unknown(platform) || !platforms ||
	    platforms->kind != NODE_SEQUENCE || !platforms->count)
		return;
	for (size_t i = 0; i < platforms->count; i++)
		if (str_eq(node_text(platforms->in.items[i]), platform->text) ||
		    node_is_unknown(platforms->in.items[i]))
			return;
	relate(c,
	       refuse(c, TRAIL_KEY(trail, STR("platforms")), platforms, "platform",
		      "\"build.platforms\" must hold the service's \"platform\"; add it"),
	       platform);
}

static void check_build(struct check *c)
{
	struct trail trail = { c->trail, STR_INIT("build"), 0, false };
	const struct node *build = field(c, STR("build"));
	const struct node *dockerfile = node_get(build, STR("dockerfile"));
	const struct node *inlined = node_get(build, STR("dockerfile_inline"));

	if (is_null(build) && !has_text(field(c, STR("image"))) &&
	    is_null(field(c, STR("provider"))))
		refuse(c, c->trail, c->pair->key, "image",
		       "the service has neither \"image\" nor \"build\"; give it one");
	if (is_null(build))
		return;
	if (has_text(dockerfile) && has_text(inlined))
		relate(c,
		       refuse(c, TRAIL_KEY(&trail, STR("dockerfile_inline")),
			      node_pair(build, STR("dockerfile_inline"))->key, "exclusive",
			      "\"dockerfile_inline\" excludes \"dockerfile\"; keep one of them"),
		       node_pair(build, STR("dockerfile"))->key);
	check_contexts(c, &trail, node_get(build, STR("additional_contexts")));
	check_platforms(c, &trail, build);
}

/* ------------------------------------------------------------- references */

/* What to write instead of what only a shell would replace; empty: it is no such thing. */
static struct str shell_hint(struct str name)
{
	size_t percent = str_find_byte(name, '%', 0);

	if (str_has(name, STR("$(")) || str_find_byte(name, '`', 0) != STR_NPOS)
		return STR(
			"Compose runs no shell, so write \".\" for the folder of the Compose file, "
			"or a variable as ${NAME}");
	if (percent != STR_NPOS && str_find_byte(name, '%', percent + 1) != STR_NPOS)
		return STR("Compose knows no %NAME%, so write \".\" for the folder of the Compose "
			   "file, or a variable as ${NAME}");
	return STR("");
}

/* `within` is the list or mapping that names it. */
static void say_undefined(struct check *c, const struct trail *trail, const struct node *node,
			  const struct node *within, const char *what, struct str section,
			  const char *hint)
{
	struct arena *arena = &c->lint->run;
	struct str advice = shell_hint(node->text), nearest;
	struct finding *finding;

	if (node_is_unknown(node))
		return;
	if (!advice.n) {
		nearest = name_hint(arena, node_get(c->model, section), node->text);
		advice = arena_fmt(arena, "define it below the top-level \"%.*s\"%s%.*s",
				   STR_FMT(section), hint, STR_FMT(nearest));
	}
	finding = trail_refuse(c->lint, trail, node->span, node->text,
			       "the %s \"%.*s\" is not defined; %.*s", what,
			       STR_FMT(str_beginning(node->text, 80)), STR_FMT(advice));
	finding->extent = node->span;
	trail_origins(c->lint, finding, node, 0, node->text.n);
	trail_bringers(c->lint, finding, node);
	trail_bringers(c->lint, finding, within);
	trail_bringers(c->lint, finding, c->service);
	c->consistent = false;
}

static const struct node *defined(struct check *c, struct str section, struct str name)
{
	const struct pair *pair = node_pair(node_get(c->model, section), name);

	return pair ? pair->key : NULL;
}

/* Keys of `networks` and `models`. */
static void check_keys(struct check *c, struct str key, const char *what)
{
	const struct node *names = field(c, key);
	struct trail here = { c->trail, key, 0, false };

	for (size_t i = 0; names && names->kind == NODE_MAPPING && i < names->count; i++) {
		const struct node *name = names->in.pairs[i].key;

		if (str_eq(here.key, STR("networks")) && str_starts(name->text, STR("x-"))) {
			refuse(c, TRAIL_KEY(&here, name->text), name, "extension",
			       "a network whose name begins with \"x-\" cannot be joined: Compose "
			       "takes the name for an extension; use another one");
			continue;
		}
		if (defined(c, key, name->text) ||
		    (str_eq(here.key, STR("networks")) && str_eq(name->text, STR("default"))))
			continue;
		say_undefined(c, TRAIL_KEY(&here, name->text), name, names, what, key, "");
	}
}

static void check_references(struct check *c, const struct trail *trail, const struct node *list,
			     const char *what, struct str section)
{
	for (size_t i = 0; list && list->kind == NODE_SEQUENCE && i < list->count; i++) {
		const struct node *item = list->in.items[i];
		const struct node *source = node_get(item, STR("source"));

		if (!source && item->kind == NODE_MAPPING)
			refuse(c, TRAIL_ITEM(trail, i), item, "source",
			       "this item needs a \"source\": the name of what it brings in");
		else if (source && source->kind == NODE_STRING &&
			 !defined(c, section, source->text))
			say_undefined(c, TRAIL_ITEM(trail, i), source, list, what, section, "");
	}
}

static void check_volumes(struct check *c)
{
	const struct node *volumes = field(c, STR("volumes"));
	struct trail here = { c->trail, STR_INIT("volumes"), 0, false };

	for (size_t i = 0; volumes && volumes->kind == NODE_SEQUENCE && i < volumes->count; i++) {
		const struct node *item = volumes->in.items[i];
		const struct node *source = node_get(item, STR("source"));

		if (!str_eq(node_text(node_get(item, STR("type"))), STR("volume")) ||
		    !has_text(source) || defined(c, STR("volumes"), source->text))
			continue;
		say_undefined(c, TRAIL_ITEM(&here, i), source, volumes, "volume", STR("volumes"),
			      str_find_byte(source->text, '/', 0) != STR_NPOS
				      ? ", or begin a path with \"./\""
				      : "");
	}
}

/* A bind needs a source; in long form it may have been left out. */
static void check_binds(struct check *c)
{
	const struct node *volumes = field(c, STR("volumes"));
	struct trail here = { c->trail, STR_INIT("volumes"), 0, false };

	for (size_t i = 0; volumes && volumes->kind == NODE_SEQUENCE && i < volumes->count; i++) {
		const struct node *item = volumes->in.items[i];
		const struct node *type = node_get(item, STR("type"));

		if (str_eq(node_text(type), STR("bind")) && !node_pair(item, STR("source")))
			refuse(c, TRAIL_ITEM(&here, i), type, "source",
			       "a bind needs a \"source\"; add the path on the host");
	}
}

static void check_networks(struct check *c)
{
	const struct node *mode = field(c, STR("network_mode")),
			  *networks = field(c, STR("networks"));

	if (has_text(mode) && networks && networks->count)
		relate(c,
		       refuse(c, TRAIL_KEY(c->trail, STR("network_mode")),
			      node_pair(c->service, STR("network_mode"))->value, "exclusive",
			      "\"network_mode\" excludes \"networks\"; keep one of them"),
		       node_pair(c->service, STR("networks"))->key);
	check_keys(c, STR("networks"), "network");
	check_keys(c, STR("models"), "model");
}

/* ---------------------------------------------------------------- numbers */

static bool number(const struct node *node, double *value)
{
	*value = 0;
	if (!node || node_is_unknown(node))
		return false;
	if (node->kind == NODE_INT)
		*value = (double)node->value.integer;
	else if (node->kind == NODE_FLOAT)
		*value = node->value.real;
	else
		return node->kind == NODE_STRING && cast_float(node->text, value);
	return true;
}

/* A float counts as 0, as Compose reads it. */
static bool size(const struct node *node, double *value)
{
	int64_t bytes = 0;

	*value = 0;
	if (!node || node_is_unknown(node))
		return false;
	if (node->kind == NODE_INT)
		*value = (double)node->value.integer;
	else if (node->kind == NODE_STRING) {
		if (!cast_size(node->text, &bytes))
			return false;
		*value = (double)bytes;
	}
	return true;
}

static void check_limit(struct check *c, struct str key, const struct node *section,
			struct str name, bool (*read)(const struct node *node, double *value))
{
	const struct node *given = field(c, key), *limit;
	struct finding *finding;
	double value, other = 0;

	if (!section || section->kind != NODE_MAPPING || !read(given, &value) || value == 0)
		return;
	limit = node_get(section, name);
	if (limit && !read(limit, &other))
		return;
	if ((float)value == (float)other)
		return;
	finding = refuse(
		c, TRAIL_KEY(c->trail, key), given, "limit",
		limit ? "the limit differs from that under \"deploy.resources\"; write it once"
		      : "the limit is missing in the section of the same kind under "
			"\"deploy.resources\"; write it there too, or only there");
	if (limit)
		relate(c, finding, limit);
	else
		diag_related(&c->lint->diag, finding, RELATED_OTHER, section->span,
			     "the section is here");
}

static void check_scale(struct check *c)
{
	const struct node *deploy = field(c, STR("deploy"));
	const struct node *scale = field(c, STR("scale")),
			  *replicas = node_get(deploy, STR("replicas"));
	struct trail deploy_trail = { c->trail, STR_INIT("deploy"), 0, false };
	struct trail replicas_trail = { &deploy_trail, STR_INIT("replicas"), 0, false };
	const struct node *name = field(c, STR("container_name"));
	double wanted = 1, other;

	if (number(scale, &wanted) && number(replicas, &other) && wanted != other)
		relate(c,
		       refuse(c, TRAIL_KEY(c->trail, STR("scale")), scale, "scale",
			      "\"scale\" differs from \"deploy.replicas\"; keep one of them"),
		       replicas);
	if (number(scale, &wanted) && wanted < 0)
		refuse(c, TRAIL_KEY(c->trail, STR("scale")), scale, "negative",
		       "\"scale\" must not be negative");
	if (!scale && number(replicas, &wanted) && wanted < 0)
		refuse(c, &replicas_trail, replicas, "negative",
		       "\"replicas\" must not be negative");
	if (!scale && !number(replicas, &wanted))
		wanted = 1;
	if (wanted > 1 && has_text(name))
		relate(c,
		       refuse(c, TRAIL_KEY(c->trail, STR("container_name")), name, "replicas",
			      "a \"container_name\" is for one container, but the service has "
			      "several; "
			      "remove the name"),
		       number(scale, &wanted) ? scale : replicas);
}

static void check_limits(struct check *c)
{
	const uint64_t keys = node_key_bit(STR("cpus")) | node_key_bit(STR("mem_limit")) |
			      node_key_bit(STR("mem_reservation")) |
			      node_key_bit(STR("pids_limit"));
	const struct node *resources, *limits, *reservations;

	if (!(c->keys & keys))
		return;
	resources = node_get(field(c, STR("deploy")), STR("resources"));
	limits = node_get(resources, STR("limits"));
	reservations = node_get(resources, STR("reservations"));
	check_limit(c, STR("cpus"), limits, STR("cpus"), number);
	check_limit(c, STR("mem_limit"), limits, STR("memory"), size);
	check_limit(c, STR("mem_reservation"), reservations, STR("memory"), size);
	check_limit(c, STR("pids_limit"), limits, STR("pids"), number);
}

/* ------------------------------------------------------------ other rules */

static void check_health(struct check *c)
{
	struct trail health = { c->trail, STR_INIT("healthcheck"), 0, false };
	const struct node *test = node_get(field(c, STR("healthcheck")), STR("test"));
	const struct node *first;

	if (!test || test->kind != NODE_SEQUENCE || !test->count)
		return;
	first = test->in.items[0];
	if (node_is_unknown(first) || str_eq(node_text(first), STR("CMD")) ||
	    str_eq(node_text(first), STR("CMD-SHELL")) || str_eq(node_text(first), STR("NONE")))
		return;
	refuse(c, TRAIL_KEY(&health, STR("test")), first, "test",
	       "the list of \"test\" must begin with \"CMD\", \"CMD-SHELL\" or \"NONE\"");
}

static void check_watch(struct check *c)
{
	struct trail develop = { c->trail, STR_INIT("develop"), 0, false };
	struct trail here = { &develop, STR_INIT("watch"), 0, false };
	const struct node *watch = node_get(field(c, STR("develop")), STR("watch"));

	for (size_t i = 0; watch && watch->kind == NODE_SEQUENCE && i < watch->count; i++) {
		const struct node *item = watch->in.items[i];
		const struct node *action = node_get(item, STR("action"));

		if (!action || node_is_unknown(action) || has_text(node_get(item, STR("target"))) ||
		    str_eq(node_text(action), STR("rebuild")) ||
		    str_eq(node_text(action), STR("restart")))
			continue;
		refuse(c, TRAIL_ITEM(&here, i), action, "target",
		       "this action needs a \"target\": the path in the container");
	}
}

struct mount_point {
	struct str path;
	const struct node *node;
	const char *key;
	size_t index;
};

static int compare_mounts(const void *left, const void *right)
{
	const struct mount_point *a = left, *b = right;
	int order = str_cmp(a->path, b->path);

	if (order)
		return order;
	/* tmpfs stands before volumes */
	if (a->key[0] != b->key[0])
		return a->key[0] < b->key[0] ? -1 : 1;
	return a->index < b->index ? -1 : a->index > b->index;
}

enum { FEW_MOUNTS = 8 }; /* of a service: each is compared with each */

static bool are_apart(const struct mount_point *all, size_t count)
{
	for (size_t i = 1; i < count; i++)
		for (size_t j = 0; j < i; j++)
			if (str_eq(all[i].path, all[j].path))
				return false;
	return true;
}

static void check_mount_points(struct check *c)
{
	const struct node *tmpfs = field(c, STR("tmpfs")), *volumes = field(c, STR("volumes"));
	size_t ntmpfs = tmpfs && tmpfs->kind == NODE_SEQUENCE ? tmpfs->count : 0;
	size_t nvolumes = volumes && volumes->kind == NODE_SEQUENCE ? volumes->count : 0;
	struct mount_point *all =
		ARENA_ARRAY(&c->lint->scratch, ntmpfs + nvolumes + 1, struct mount_point);
	size_t count = 0;

	for (size_t i = 0; i < ntmpfs; i++) {
		const struct node *item = tmpfs->in.items[i];
		struct str rest = node_text(item);

		if (!node_is_unknown(item))
			all[count++] =
				(struct mount_point){ str_cut(&rest, ':'), item, "tmpfs", i };
	}
	for (size_t i = 0; i < nvolumes; i++) {
		const struct node *target = node_get(volumes->in.items[i], STR("target"));

		if (target && target->kind == NODE_STRING && !node_is_unknown(target))
			all[count++] =
				(struct mount_point){ target->text.n ? path_clean(&c->lint->scratch,
										  target->text)
								     : target->text,
						      target, "volumes", i };
	}
	if (count <= FEW_MOUNTS && are_apart(all, count))
		return;
	qsort(all, count, sizeof(*all), compare_mounts);
	for (size_t i = 1, first = 0; i < count; i++) {
		struct trail list = { c->trail, str_from(all[i].key), 0, false };

		if (!str_eq(all[i].path, all[first].path)) {
			first = i;
			continue;
		}
		diag_related(
			&c->lint->diag,
			refuse(c, TRAIL_ITEM(&list, all[i].index), all[i].node, "mounted",
			       "something is mounted at this path already; remove one of the two"),
			RELATED_OTHER, all[first].node->span, "the first mount is here");
	}
}

/* ------------------------------------------------------------ the service */

/* What it names below the top level, build and networks apart. */
static void check_names(struct check *c)
{
	struct trail build = { c->trail, STR_INIT("build"), 0, false };
	struct trail secrets = { &build, STR_INIT("secrets"), 0, false };

	check_volumes(c);
	check_references(c, &secrets, node_get(field(c, STR("build")), STR("secrets")), "secret",
			 STR("secrets"));
	check_references(c, TRAIL_KEY(c->trail, STR("secrets")), field(c, STR("secrets")), "secret",
			 STR("secrets"));
	check_references(c, TRAIL_KEY(c->trail, STR("configs")), field(c, STR("configs")), "config",
			 STR("configs"));
}

void service_check_names(struct lint *lint, const struct node *model, const struct pair *service)
{
	struct trail top = { NULL, STR_INIT("services"), 0, false };
	struct trail trail = { &top, service->key->text, 0, false };
	struct check c = { .lint = lint,
			   .model = model,
			   .service = service->value,
			   .keys = service_keys(service->value),
			   .pair = service,
			   .trail = &trail };

	if (service->value->kind != NODE_MAPPING)
		return;
	check_keys(&c, STR("networks"), "network");
	check_keys(&c, STR("models"), "model");
	check_names(&c);
}

bool service_check(struct lint *lint, const struct node *model, struct table *enabled,
		   const struct pair *service)
{
	struct trail top = { NULL, STR_INIT("services"), 0, false }, trail;
	struct check c = { .lint = lint,
			   .model = model,
			   .enabled = enabled,
			   .pair = service,
			   .consistent = true };

	if (!service || service->value->kind != NODE_MAPPING)
		return true;
	trail = (struct trail){ &top, service->key->text, 0, false };
	c.trail = &trail;
	c.service = service->value;
	c.keys = service_keys(service->value);
	check_build(&c);
	check_networks(&c);
	check_health(&c);
	check_names(&c);
	check_binds(&c);
	check_scale(&c);
	check_limits(&c);
	check_watch(&c);
	check_mount_points(&c);
	withheld_check(lint, &trail, c.service);
	return c.consistent;
}
