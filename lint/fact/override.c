/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/override.h"

#include "base/path.h"
#include "fact/credential.h"
#include "fact/mount.h"
#include "fact/published_port.h"
#include "fact/security.h"
#include "fact/user.h"
#include "image/image.h"
#include "image/stage.h"
#include "model/cast.h"
#include "model/environment.h"
#include "model/withheld.h"

struct comparison {
	struct lint *lint;
	const struct project *project;
	const struct service *service;
	const struct node *whole; /* what an !override of the service took away; NULL: nothing */
	struct weakening *all;
	size_t count, capacity;
	/* the protection that is looked at */
	struct str key;
	const char *phrase;
};

/* ------------------------------------------------------------ base and override */

static bool is_override(const struct project *project, struct span span)
{
	for (size_t i = 0; i < project->nfiles; i++)
		if (project->files[i].role == ROLE_OVERRIDE && project->files[i].source &&
		    project->files[i].source == span.source)
			return true;
	return false;
}

/* An override wrote the node, or brought it by an extends or an alias. */
static bool is_brought(const struct comparison *c, const struct node *node)
{
	if (!node || node_is_unknown(node))
		return false;
	if (is_override(c->project, node->span))
		return true;
	for (const struct step *step = node->via; step; step = step->before)
		if (step->kind == STEP_EXTENDS && is_override(c->project, step->span))
			return true;
	return false;
}

/* What the base had in the node's place; NULL: nothing. */
static const struct node *base_of(const struct project *project, const struct node *node)
{
	for (const struct step *step = node ? node->via : NULL; step; step = step->before) {
		if ((step->kind != STEP_REPLACE && step->kind != STEP_OVERRIDE &&
		     step->kind != STEP_RESET) ||
		    !step->was)
			continue;
		return is_override(project, step->was->span) ? base_of(project, step->was)
							     : step->was;
	}
	return NULL;
}

/* What the base had as a whole, where an override says !override of it; NULL: it does not. */
static const struct node *replaced_whole(const struct project *project, const struct node *node)
{
	const struct step *step = node_step(node, STEP_OVERRIDE);

	return step && step->was && is_override(project, step->span) &&
			       !is_override(project, step->was->span)
		       ? step->was
		       : NULL;
}

static const struct node *below(const struct node *node, struct str key)
{
	while (key.p && node)
		node = node_get(node, str_cut(&key, '.'));
	return node;
}

/* What the base had for the key of the comparison, whose value this is. */
static const struct node *former(const struct comparison *c, const struct node *value)
{
	const struct node *base = base_of(c->project, value);

	return base || !value ? base : below(c->whole, c->key);
}

/* The key is gone because of an override; what the base had, and the place that took it away. */
static const struct node *taken_away(const struct comparison *c, struct str key, struct span *at)
{
	const struct node *removed = service_removed(c->service, key);
	const struct step *whole = node_step(c->service->node, STEP_OVERRIDE);

	if (removed && is_override(c->project, removed->span)) {
		*at = removed->span;
		return base_of(c->project, removed);
	}
	if (removed || !whole || !is_override(c->project, whole->span))
		return NULL;
	*at = whole->span;
	return service_former(c->service, key);
}

static void add(struct comparison *c, struct weakening weakening)
{
	weakening.phrase = weakening.phrase ? weakening.phrase : c->phrase;
	c->all = arena_grow(&c->lint->run, c->all, c->count, &c->capacity, sizeof(*c->all));
	c->all[c->count++] = weakening;
}

static void add_node(struct comparison *c, const struct node *node, struct str text,
		     const struct node *base)
{
	add(c, (struct weakening){ .span = node->span,
				   .node = node,
				   .text = text,
				   .base = base ? base->span : SPAN_NONE });
}

static void add_absence(struct comparison *c, struct span at, const char *phrase, struct str text,
			const struct node *base)
{
	add(c,
	    (struct weakening){ .span = at, .phrase = phrase, .text = text, .base = base->span });
}

/* The node of a key such as "deploy.resources.limits.cpus". */
static const struct node *field(const struct comparison *c)
{
	return below(c->service->node, c->key);
}

static size_t items_of(const struct node *list)
{
	return list && list->kind == NODE_SEQUENCE ? list->count : 0;
}

/* ------------------------------------------------------------ values */

static void compare_true_protects(struct comparison *c)
{
	const struct node *value = field(c), *base;
	struct span at;

	if (!value) {
		base = taken_away(c, c->key, &at);
		if (node_is_true(base))
			add_absence(c, at, NULL, STR("true"), base);
		return;
	}
	base = former(c, value);
	if (is_brought(c, value) && !node_is_true(value) && node_is_true(base))
		add_node(c, value, STR("true"), base);
}

static void compare_true_weakens(struct comparison *c)
{
	const struct node *value = field(c), *base = former(c, value);

	if (is_brought(c, value) && node_is_true(value) && !node_is_true(base))
		add_node(c, value, STR("true"), base);
}

/* "host", "service:x"; of a network also any other name but "none". */
static bool is_shared(struct str key, struct str mode)
{
	if (!mode.n || str_eq(mode, STR("none")))
		return false;
	return str_eq(key, STR("network_mode")) || str_eq(mode, STR("host")) ||
	       str_starts(mode, STR("service:")) || str_starts(mode, STR("container:"));
}

static void compare_joins(struct comparison *c)
{
	static const struct str none = STR_INIT("none");
	const struct node *value = field(c), *base = former(c, value);
	struct span at;

	if (is_brought(c, value) && is_shared(c->key, node_text(value)) &&
	    !str_eq(node_text(base), node_text(value)))
		add_node(c, value, node_text(value), base);
	if (value)
		return;
	base = taken_away(c, c->key, &at);
	if (str_eq(c->key, STR("network_mode")) && str_eq(node_text(base), none))
		add_absence(c, at, "takes away network_mode:", none, base);
}

/* Who the service would be without the override. */
static enum stage_root base_root(const struct comparison *c, const struct node *base)
{
	const struct user *user = c->service->user;

	if (node_text(base).n)
		return stage_user_verdict(user->stage, base->text).root;
	if (user->stage)
		return user->stage->verdict.root;
	return user->base && user->base->root == IMAGE_ROOT_YES ? STAGE_ROOT_YES
								: STAGE_ROOT_UNKNOWN;
}

static void compare_root(struct comparison *c)
{
	const struct node *value = field(c), *base;
	enum stage_root root = c->service->user->root;
	struct span at;

	if (value) {
		base = former(c, value);
		if (is_brought(c, value) && root == STAGE_ROOT_YES &&
		    base_root(c, base) != STAGE_ROOT_YES)
			add_node(c, value, node_text(value), base);
		return;
	}
	base = taken_away(c, c->key, &at);
	if (node_text(base).n && base_root(c, base) != STAGE_ROOT_YES &&
	    (root == STAGE_ROOT_YES || root == STAGE_ROOT_UNKNOWN))
		add_absence(c, at, "takes away user:", base->text, base);
}

static void compare_restarts(struct comparison *c)
{
	const struct node *value = field(c), *base = former(c, value);
	struct str text = node_text(value), before = node_text(base);

	if (is_brought(c, value) &&
	    (str_eq(text, STR("always")) || str_eq(text, STR("unless-stopped"))) &&
	    !str_eq(before, STR("always")) && !str_eq(before, STR("unless-stopped")))
		add_node(c, value, text, base);
}

/* A limit as a number; what limits nothing is above all of them; false: not known. */
static bool limit_of(const struct node *node, double *value)
{
	int64_t bytes = 0;

	if (!node || node_is_unknown(node))
		return false;
	if (node->kind == NODE_INT)
		*value = (double)node->value.integer;
	else if (node->kind == NODE_FLOAT)
		*value = node->value.real;
	else if (!cast_float(node_text(node), value)) {
		if (!cast_size(node_text(node), &bytes))
			return false;
		*value = (double)bytes;
	}
	if (*value <= 0)
		*value = 1e300;
	return true;
}

static enum limit_kind kind_of(struct str key)
{
	if (str_ends(key, STR("cpus")))
		return LIMIT_OF_CPU;
	return str_has(key, STR("pids")) ? LIMIT_OF_PROCESSES : LIMIT_OF_MEMORY;
}

static void compare_limits(struct comparison *c)
{
	const struct node *value = field(c), *base = former(c, value);
	double now, before;
	struct span at;

	if (is_brought(c, value) && limit_of(base, &before) && limit_of(value, &now) &&
	    now > before)
		add_node(c, value, node_text(value), base);
	if (value || str_has(c->key, STR(".")))
		return;
	base = taken_away(c, c->key, &at);
	if (limit_of(base, &before) && before < 1e300 &&
	    !security_limit(c->service, kind_of(c->key)).is_set)
		add_absence(c, at, "takes away the limit", c->key, base);
}

/* ------------------------------------------------------------ lists */

static struct str text_of(const struct node *item)
{
	return node_text(item->kind == NODE_MAPPING ? node_get(item, STR("source")) : item);
}

static bool holds(const struct node *list, struct str text)
{
	for (size_t i = 0; i < items_of(list); i++)
		if (str_eq_nocase(text_of(list->in.items[i]), text))
			return true;
	return false;
}

/* The list of the base that an item was appended to. */
static const struct node *appended_to(const struct node *item)
{
	const struct step *step = node_step(item, STEP_APPEND);

	return step ? step->was : NULL;
}

static void compare_items_weaken(struct comparison *c)
{
	const struct node *list = field(c), *base = former(c, list);

	for (size_t i = 0; i < items_of(list); i++) {
		const struct node *item = list->in.items[i];

		/* the base may have had it as well */
		if (is_brought(c, item) && !holds(base, text_of(item)) &&
		    !holds(appended_to(item), text_of(item)) && !base_of(c->project, item))
			add_node(c, item, text_of(item), NULL);
	}
}

static void compare_items_protect(struct comparison *c)
{
	const struct node *list = field(c), *base;
	struct span at;

	base = list ? former(c, list) : taken_away(c, c->key, &at);
	if (security_drops_all(c->service) || security_may_drop_all(c->service))
		return;
	for (size_t i = 0; i < items_of(base); i++) {
		const struct node *item = base->in.items[i];

		if (holds(list, text_of(item)))
			continue;
		if (list)
			add_node(c, list, text_of(item), item);
		else
			add_absence(c, at, NULL, text_of(item), item);
		return;
	}
}

static void compare_keys_weaken(struct comparison *c)
{
	const struct node *map = field(c), *base = map ? below(c->whole, c->key) : NULL;

	/* a mapping that only the override has takes the place of the default network */
	if (!map || map->kind != NODE_MAPPING || (is_brought(c, map) && !base))
		return;
	for (size_t i = 0; i < map->count; i++) {
		const struct node *name = map->in.pairs[i].key;

		if (is_brought(c, name) && !node_pair(base, name->text))
			add_node(c, name, name->text, NULL);
	}
}

/* ------------------------------------------------------------ keys with a meaning of their own */

static bool is_protecting(const struct node *item)
{
	struct str key, value;

	withheld_option(node_text(item), &key, &value);
	if (str_eq(key, STR("no-new-privileges")))
		return security_is_on(value);
	return (str_eq(key, STR("seccomp")) || str_eq(key, STR("apparmor"))) &&
	       !str_eq(value, STR("unconfined"));
}

/* What an item protected, and the list that runs no longer does. */
static void compare_option(struct comparison *c, const struct node *list, struct span at,
			   const struct node *item)
{
	struct security_option now;
	struct str key, value;

	withheld_option(node_text(item), &key, &value);
	now = security_option(c->service, key);
	if (now.is_unknown || (now.item && is_protecting(now.item)))
		return;
	if (now.item && is_brought(c, now.item))
		add_node(c, now.item, node_text(now.item), item);
	else if (!now.item && list)
		add(c, (struct weakening){ .span = list->span,
					   .node = list,
					   .phrase = "takes away the option",
					   .text = node_text(item),
					   .base = item->span });
	else if (!now.item)
		add_absence(c, at, "takes away the option", node_text(item), item);
}

static void compare_options(struct comparison *c)
{
	const struct node *list = field(c), *base;
	struct security_opening opening = { 0 };
	struct span at = SPAN_NONE;

	base = list ? former(c, list) : taken_away(c, c->key, &at);
	for (size_t i = 0; i < items_of(base); i++)
		if (is_protecting(base->in.items[i]))
			compare_option(c, list, at, base->in.items[i]);
	/* items of the base that stay, and may no longer be the last of their key */
	for (size_t i = 0; !base && i < items_of(list); i++)
		if (!is_brought(c, list->in.items[i]) && is_protecting(list->in.items[i]))
			compare_option(c, list, at, list->in.items[i]);
	while (security_next_opening(c->service, &opening))
		if (is_brought(c, opening.item) && !holds(base, node_text(opening.item)))
			add_node(c, opening.item, node_text(opening.item), NULL);
}

/* What the base mounted there, before the whole service was replaced; NULL: nothing. */
static const struct node *former_mount(const struct comparison *c, struct str target)
{
	const struct node *list = below(c->whole, STR("volumes"));

	for (size_t i = 0; i < items_of(list); i++)
		if (str_eq(node_text(node_get(list->in.items[i], STR("target"))), target))
			return list->in.items[i];
	return NULL;
}

static void compare_mounts(struct comparison *c)
{
	const struct mount_list *mounts = c->service->mounts;

	for (size_t i = 0; i < mounts->count; i++) {
		const struct mount *mount = &mounts->all[i];
		const struct node *before = former_mount(c, mount->target);

		if (mount->origin != MOUNT_FROM_VOLUMES || !is_brought(c, mount->item) ||
		    (mount->type != MOUNT_BIND && mount->type != MOUNT_VOLUME))
			continue;
		if (before) {
			if (node_is_true(node_get(before, STR("read_only"))) && !mount->read_only &&
			    !mount->mode_is_unknown)
				add(c, (struct weakening){ .span = mount->item->span,
							   .node = mount->item,
							   .phrase = "makes the mount writable:",
							   .text = mount->target,
							   .base = before->span });
		} else if (!mount->replaced || is_brought(c, mount->replaced))
			add(c, (struct weakening){ .span = mount->item->span,
						   .node = mount->item,
						   .text = mount->target });
		else if (mount->replaced_read_only && !mount->read_only && !mount->mode_is_unknown)
			add(c, (struct weakening){ .span = mount->item->span,
						   .node = mount->item,
						   .phrase = "makes the mount writable:",
						   .text = mount->target,
						   .base = mount->replaced->span });
	}
}

static bool is_loosened(struct str options)
{
	while (options.p) {
		struct str option = str_cut(&options, ',');

		if (str_eq(option, STR("exec")) || str_eq(option, STR("suid")) ||
		    str_eq(option, STR("dev")))
			return true;
	}
	return false;
}

static void compare_tmpfs(struct comparison *c)
{
	const struct node *list = field(c);

	for (size_t i = 0; i < items_of(list); i++) {
		const struct node *item = list->in.items[i];
		struct str options = node_text(item), path = str_cut(&options, ':');

		if (path.n && is_brought(c, item) && is_loosened(options) &&
		    !holds(former(c, list), node_text(item)))
			add_node(c, item, node_text(item), NULL);
	}
}

static void compare_credentials(struct comparison *c)
{
	const struct environment *environment = c->service->environment;
	const struct node *last = NULL;

	for (size_t i = 0; c->project->credentials && i < environment->count; i++) {
		const struct environment_entry *entry = &environment->all[i];
		const struct node *place = environment_place(entry);
		bool left = environment_is_left_to_shell(entry, c->project->env);
		struct credential_question question = { .name = entry->name,
							.value = node_text(entry->value),
							.known = !left,
							.view = CREDENTIAL_HELD };

		/* an env_file counts once, whatever stands in it */
		if (!place || place == last || !is_brought(c, place) ||
		    base_of(c->project, entry->value ? entry->value : entry->item) ||
		    node_pair(below(c->whole, STR("environment")), entry->name) ||
		    environment_is_refused(entry) || (!question.value.n && !left) ||
		    credential_judge(c->project->credentials, &question).reason == CREDENTIAL_NOT)
			continue;
		last = place;
		add_node(c, place, entry->name, NULL);
	}
}

/* The base published the same. */
static bool was_published(const struct comparison *c, const struct node *item)
{
	static const struct str keys[] = { STR_INIT("target"), STR_INIT("published"),
					   STR_INIT("host_ip") };
	const struct node *list = below(c->whole, c->key);

	for (size_t i = 0; i < items_of(list); i++) {
		size_t same = 0;

		for (size_t k = 0; k < sizeof(keys) / sizeof(*keys); k++)
			same += str_eq(node_text(node_get(list->in.items[i], keys[k])),
				       node_text(node_get(item, keys[k])));
		if (same == sizeof(keys) / sizeof(*keys))
			return true;
	}
	return false;
}

static void compare_ports(struct comparison *c)
{
	struct published_port port = { 0 };

	while (published_port_next(c->service, &port))
		if (is_brought(c, port.item) && !was_published(c, port.item) &&
		    (port.reach == PORT_EVERYWHERE || port.reach == PORT_ADDRESS))
			add_node(c, port.item, port.target, NULL);
}

/* ------------------------------------------------------------ all of it */

static const struct protection {
	struct str key;
	void (*compare)(struct comparison *c);
	const char *phrase;
} protections[] = {
#define TRUE_PROTECTS                compare_true_protects
#define TRUE_WEAKENS                 compare_true_weakens
#define JOINS                        compare_joins
#define ROOT                         compare_root
#define LIMITS                       compare_limits
#define ITEMS_PROTECT                compare_items_protect
#define ITEMS_WEAKEN                 compare_items_weaken
#define KEYS_WEAKEN                  compare_keys_weaken
#define OPTIONS                      compare_options
#define MOUNTS                       compare_mounts
#define TMPFS                        compare_tmpfs
#define CREDENTIALS                  compare_credentials
#define PORTS                        compare_ports
#define RESTARTS                     compare_restarts
#define PROTECTION(key, how, phrase) { STR_INIT(key), how, phrase },
#include "fact/protection.list"
#undef PROTECTION
};

const struct weakening_list *override_resolve(struct lint *lint, const struct project *project,
					      const struct service *service)
{
	struct comparison c = { .lint = lint, .project = project, .service = service };
	struct weakening_list *list = ARENA_NEW(&lint->run, struct weakening_list);
	bool is_base = !is_override(project, service->key->span);

	c.whole = replaced_whole(project, service->node);
	is_base = is_base || c.whole;
	*list = (struct weakening_list){ NULL, 0 };
	if (!override_base(project).n || !is_base || service->node->kind != NODE_MAPPING)
		return list;
	for (size_t i = 0; i < sizeof(protections) / sizeof(*protections); i++) {
		c.key = protections[i].key;
		c.phrase = protections[i].phrase;
		protections[i].compare(&c);
	}
	*list = (struct weakening_list){ c.all, c.count };
	return list;
}

bool override_opens_network(const struct project *project, const struct resource *network,
			    struct weakening *weakening)
{
	static const struct str key = STR_INIT("internal");
	const struct node *internal = node_get(network->node, key);
	const struct node *removed = node_removed(network->node, key);
	const struct node *external = node_get(network->node, STR("external"));
	const struct node *whole = replaced_whole(project, network->node);
	const struct node *at = internal ? internal : removed ? removed : whole, *base;
	struct span span = whole ? node_step(network->node, STEP_OVERRIDE)->span : SPAN_NONE;

	base = base_of(project, internal ? internal : removed);
	if (!base)
		base = node_get(whole, key);
	*weakening = (struct weakening){ .text = STR("") };
	if (internal || removed)
		span = at->span;
	if (at && is_override(project, span) && node_is_true(base) && !node_is_true(internal)) {
		weakening->phrase = "is internal no longer";
		weakening->base = base->span;
	} else if (external && is_override(project, external->span) && node_is_true(external) &&
		   (whole ? !node_is_true(node_get(whole, STR("external")))
			  : !is_override(project, network->key->span) &&
				    !node_is_true(base_of(project, external)))) {
		at = external;
		span = at->span;
		weakening->phrase = "is made elsewhere";
		weakening->base = whole ? whole->span : network->key->span;
	} else {
		return false;
	}
	weakening->span = span;
	weakening->node = at == internal || at == external ? at : NULL;
	return true;
}

struct str override_base(const struct project *project)
{
	struct str base = STR("");
	bool found = false;

	for (size_t i = 0; i < project->nfiles; i++) {
		if (project->files[i].role == ROLE_BASE && !base.n)
			base = project->files[i].name;
		found = found || project->files[i].role == ROLE_OVERRIDE;
	}
	return found ? base : STR("");
}
