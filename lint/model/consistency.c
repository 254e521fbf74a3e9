/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "model/consistency.h"

#include <stdlib.h>

#include "model/dependency.h"
#include "model/port.h"
#include "model/service_check.h"
#include "model/trail.h"

struct checking {
	struct lint *lint;
	bool consistent;
};

static bool is_given(const struct node *mapping, struct str key)
{
	return node_pair(mapping, key) != NULL;
}

/* ---------------------------------------------------------------- step 15 */

static void check_external_volume(struct checking *c, const struct trail *trail,
				  const struct node *volume)
{
	const struct node *external = node_get(volume, STR("external"));

	if (!node_is_true(external))
		return;
	for (size_t i = 0; i < volume->count; i++) {
		const struct node *key = volume->in.pairs[i].key;
		struct finding *finding;

		if (str_eq(key->text, STR("name")) || str_eq(key->text, STR("external")) ||
		    str_starts(key->text, STR("x-")))
			continue;
		c->consistent = false;
		finding = trail_refuse(
			c->lint, TRAIL_KEY(trail, key->text), key->span, STR("external"),
			"an external volume may have \"name\" only, not \"%.*s\"; remove "
			"one of them",
			STR_FMT(key->text));
		diag_related(&c->lint->diag, finding, RELATED_DEFINITION, external->span,
			     "external here");
	}
}

static void check_sources(struct checking *c, const struct trail *trail, const struct pair *pair,
			  const struct str *keys, size_t count, const char *names)
{
	const struct node *node = pair->value, *first = NULL;
	struct finding *finding;

	if (node->kind != NODE_MAPPING)
		return;
	for (size_t i = 0; i < count; i++) {
		const struct pair *source = node_pair(node, keys[i]);

		if (!source)
			continue;
		if (!first) {
			first = source->key;
			continue;
		}
		c->consistent = false;
		if (source->key->style == STYLE_MADE) {
			trail_refuse(c->lint, TRAIL_KEY(trail, first->text), first->span,
				     STR("exclusive"),
				     "the variable of an included config is set, and Compose takes "
				     "its value for a second source; use \"file\" or \"content\"");
			continue;
		}
		finding =
			trail_refuse(c->lint, TRAIL_KEY(trail, keys[i]), source->key->span,
				     STR("exclusive"), "\"%.*s\" excludes \"%.*s\"; keep one of %s",
				     STR_FMT(keys[i]), STR_FMT(first->text), names);
		diag_related(&c->lint->diag, finding, RELATED_OTHER, first->span,
			     "the other one is here");
	}
	if (first || is_given(node, STR("driver")) || is_given(node, STR("external")))
		return;
	c->consistent = false;
	trail_refuse(c->lint, trail, pair->key->span, STR("source"),
		     "\"%.*s\" has no source; give one of %s, or \"external: true\"",
		     STR_FMT(pair->key->text), names);
}

static void check_resources(struct checking *c, const struct node *model, struct str section)
{
	static const struct str secret_keys[] = { STR_INIT("file"), STR_INIT("environment") };
	static const struct str config_keys[] = { STR_INIT("file"), STR_INIT("environment"),
						  STR_INIT("content") };
	const struct node *all = node_get(model, section);
	struct trail top = { NULL, section, 0, false };

	for (size_t i = 0; all && all->kind == NODE_MAPPING && i < all->count; i++) {
		const struct pair *pair = &all->in.pairs[i];
		struct trail here = { &top, pair->key->text, 0, false };

		if (str_eq(section, STR("volumes")))
			check_external_volume(c, &here, pair->value);
		else if (str_eq(section, STR("secrets")))
			check_sources(c, &here, pair, secret_keys, 2,
				      "\"file\" and \"environment\"");
		else
			check_sources(c, &here, pair, config_keys, 3,
				      "\"file\", \"environment\" and \"content\"");
	}
}

static void check_host_addresses(struct checking *c, const struct trail *trail,
				 const struct node *ports)
{
	for (size_t i = 0; ports && ports->kind == NODE_SEQUENCE && i < ports->count; i++) {
		const struct node *ip = node_get(ports->in.items[i], STR("host_ip"));
		struct trail item = { trail, { NULL, 0 }, i, true };
		struct finding *finding;

		if (!ip || ip->kind != NODE_STRING || node_is_unknown(ip) ||
		    port_is_address(ip->text))
			continue;
		c->consistent = false;
		finding = trail_refuse(
			c->lint, TRAIL_KEY(&item, STR("host_ip")), ip->span, STR("address"),
			"\"host_ip\" must be a numeric address without brackets, such as "
			"\"127.0.0.1\"");
		trail_origins(c->lint, finding, ip, 0, ip->text.n);
	}
}

static void check_watch_paths(struct checking *c, const struct trail *trail,
			      const struct node *watch)
{
	for (size_t i = 0; watch && watch->kind == NODE_SEQUENCE && i < watch->count; i++) {
		const struct node *path = node_get(watch->in.items[i], STR("path"));
		struct trail item = { trail, { NULL, 0 }, i, true };
		struct finding *finding;

		if (!path || path->kind != NODE_STRING || path->text.n)
			continue;
		c->consistent = false;
		finding = trail_refuse(c->lint, TRAIL_KEY(&item, STR("path")), path->span,
				       STR("blank"), "the \"path\" to watch must not be empty");
		trail_origins(c->lint, finding, path, 0, 0);
	}
}

static void check_requests(struct checking *c, const struct trail *trail,
			   const struct node *requests)
{
	for (size_t i = 0; requests && requests->kind == NODE_SEQUENCE && i < requests->count;
	     i++) {
		const struct pair *count = node_pair(requests->in.items[i], STR("count"));
		const struct pair *ids = node_pair(requests->in.items[i], STR("device_ids"));
		struct trail item = { trail, { NULL, 0 }, i, true };
		struct finding *finding;

		if (!count || !ids)
			continue;
		c->consistent = false;
		finding = trail_refuse(c->lint, &item, count->key->span, STR("exclusive"),
				       "\"count\" excludes \"device_ids\"; keep one of them");
		diag_related(&c->lint->diag, finding, RELATED_OTHER, ids->key->span,
			     "the other one is here");
	}
}

/* A context is text; Compose does not survive another value, unless a later file changes it. */
static void check_contexts(struct checking *c, const struct trail *trail,
			   const struct node *contexts)
{
	for (size_t i = 0; contexts && contexts->kind == NODE_MAPPING && i < contexts->count; i++) {
		const struct pair *pair = &contexts->in.pairs[i];

		if (pair->value->kind == NODE_STRING)
			continue;
		c->consistent = false;
		trail_refuse(c->lint, TRAIL_KEY(trail, pair->key->text), pair->value->span,
			     STR("type"), "a context must be a path, an image or a service%s",
			     pair->value->kind == NODE_NULL ? "" : "; write it in quotes")
			->extent = pair->value->span;
	}
}

static void check_values(struct checking *c, const struct trail *trail, const struct node *service)
{
	struct trail deploy = { trail, STR_INIT("deploy"), 0, false };
	struct trail resources = { &deploy, STR_INIT("resources"), 0, false };
	struct trail reservations = { &resources, STR_INIT("reservations"), 0, false };
	struct trail develop = { trail, STR_INIT("develop"), 0, false };
	struct trail build = { trail, STR_INIT("build"), 0, false };
	const struct node *reserved = node_get(
		node_get(node_get(service, STR("deploy")), STR("resources")), STR("reservations"));

	check_host_addresses(c, TRAIL_KEY(trail, STR("ports")), node_get(service, STR("ports")));
	check_watch_paths(c, TRAIL_KEY(&develop, STR("watch")),
			  node_get(node_get(service, STR("develop")), STR("watch")));
	check_contexts(c, TRAIL_KEY(&build, STR("additional_contexts")),
		       node_get(node_get(service, STR("build")), STR("additional_contexts")));
	check_requests(c, TRAIL_KEY(trail, STR("gpus")), node_get(service, STR("gpus")));
	check_requests(c, TRAIL_KEY(&reservations, STR("devices")),
		       node_get(reserved, STR("devices")));
}

bool consistency_resources(struct lint *lint, const struct node *model)
{
	const struct node *services = node_get(model, STR("services"));
	struct trail top = { NULL, STR_INIT("services"), 0, false };
	struct checking c = { lint, true };

	check_resources(&c, model, STR("volumes"));
	check_resources(&c, model, STR("secrets"));
	check_resources(&c, model, STR("configs"));
	for (size_t i = 0; services && services->kind == NODE_MAPPING && i < services->count; i++)
		check_values(&c, TRAIL_KEY(&top, services->in.pairs[i].key->text),
			     services->in.pairs[i].value);
	return c.consistent;
}

/* ---------------------------------------------------------------- step 22 */

/* A secret that no driver and no other project supplies needs a source that is not empty. */
static void check_secret_sources(struct checking *c, const struct node *model)
{
	const struct node *secrets = node_get(model, STR("secrets"));
	struct trail top = { NULL, STR_INIT("secrets"), 0, false };

	for (size_t i = 0; secrets && secrets->kind == NODE_MAPPING && i < secrets->count; i++) {
		const struct pair *pair = &secrets->in.pairs[i];
		const struct node *file = node_get(pair->value, STR("file"));
		const struct node *environment = node_get(pair->value, STR("environment"));
		const struct node *given = file ? file : environment;
		struct finding *finding;

		if (pair->value->kind != NODE_MAPPING ||
		    node_is_true(node_get(pair->value, STR("external"))) || node_text(file).n ||
		    node_text(environment).n)
			continue;
		if (!given && !is_given(pair->value, STR("driver")) &&
		    !is_given(pair->value, STR("external")))
			continue; /* step 15 has said it */
		c->consistent = false;
		finding = trail_refuse(
			c->lint, TRAIL_KEY(&top, pair->key->text),
			given ? given->span : pair->key->span, STR("source"),
			"the secret \"%.*s\" needs a \"file\" or an \"environment\" that is "
			"not empty",
			STR_FMT(pair->key->text));
		if (given)
			trail_origins(c->lint, finding, given, 0, 0);
	}
}

/* Something that only one service may have: a name, or a port of an address and protocol. */
struct claim {
	struct str key, ip, protocol;
	struct str service;
	const struct node *node;
	struct trail trail; /* within the service */
	size_t order;
};

struct claims {
	struct claim *all;
	size_t count, capacity;
};

static void add_claim(struct checking *c, struct claims *claims, struct claim claim)
{
	claims->all = arena_grow(&c->lint->scratch, claims->all, claims->count, &claims->capacity,
				 sizeof(*claims->all));
	claim.order = claims->count;
	claims->all[claims->count++] = claim;
}

static int compare_claims(const void *left, const void *right)
{
	const struct claim *a = left, *b = right;
	int order = str_cmp(a->key, b->key);

	if (!order)
		order = str_cmp(a->ip, b->ip);
	if (!order)
		order = str_cmp(a->protocol, b->protocol);
	if (order)
		return order;
	return a->order < b->order ? -1 : a->order > b->order;
}

static const struct trail *trail_of(struct checking *c, struct str service, struct str key)
{
	struct trail *trails = ARENA_ARRAY(&c->lint->scratch, 3, struct trail);

	trails[0] = (struct trail){ NULL, STR("services"), 0, false };
	trails[1] = (struct trail){ &trails[0], service, 0, false };
	trails[2] = (struct trail){ &trails[1], key, 0, false };
	return &trails[2];
}

static void check_container_names(struct checking *c, const struct pair *enabled, size_t count)
{
	struct claims claims = { 0 };

	for (size_t i = 0; i < count; i++) {
		const struct node *name = node_get(enabled[i].value, STR("container_name"));
		struct str service = enabled[i].key->text;

		if (name && name->kind == NODE_STRING && name->text.n && !node_is_unknown(name))
			add_claim(c, &claims,
				  (struct claim){
					  .key = name->text,
					  .service = service,
					  .node = name,
					  .trail = *trail_of(c, service, STR("container_name")) });
	}
	if (claims.count)
		qsort(claims.all, claims.count, sizeof(*claims.all), compare_claims);
	for (size_t i = 1, first = 0; i < claims.count; i++) {
		const struct claim *claim = &claims.all[i];
		struct finding *finding;

		if (!str_eq(claim->key, claims.all[first].key)) {
			first = i;
			continue;
		}
		c->consistent = false;
		finding = trail_refuse(
			c->lint, &claim->trail, claim->node->span, STR("repeated"),
			"\"%.*s\" has this container_name too; each container needs its own",
			STR_FMT(claims.all[first].service));
		finding->extent = claim->node->span;
		diag_related(&c->lint->diag, finding, RELATED_DEFINITION,
			     claims.all[first].node->span, "first here");
	}
}

static bool is_same(const struct claim *a, const struct claim *b)
{
	return str_eq(a->key, b->key) && str_eq(a->ip, b->ip) && str_eq(a->protocol, b->protocol);
}

/* A port of one address and number; false: none that can be compared. */
static bool claim_port(struct claim *claim, const struct node *item)
{
	const struct node *published = node_get(item, STR("published"));
	const struct node *ip = node_get(item, STR("host_ip"));
	struct str protocol = node_text(node_get(item, STR("protocol")));

	if (!node_text(published).n || node_is_unknown(published) || node_is_unknown(ip) ||
	    str_find_byte(published->text, '-', 0) != STR_NPOS || str_eq(published->text, STR("0")))
		return false;
	claim->key = published->text;
	claim->ip = node_text(ip);
	claim->protocol = protocol.n ? protocol : STR("tcp");
	claim->node = item;
	return true;
}

/* Of services that always run: two containers cannot listen on one address and port. */
static void check_host_ports(struct checking *c, const struct pair *enabled, size_t count)
{
	struct claims claims = { 0 };

	for (size_t i = 0; i < count; i++) {
		const struct node *ports = node_get(enabled[i].value, STR("ports"));
		const struct node *profiles = node_get(enabled[i].value, STR("profiles"));
		struct str service = enabled[i].key->text;
		const struct trail *list;

		if ((profiles && profiles->count) || !ports || ports->kind != NODE_SEQUENCE)
			continue;
		list = trail_of(c, service, STR("ports"));
		for (size_t j = 0; j < ports->count; j++) {
			struct claim claim = { .service = service,
					       .trail = { list, { NULL, 0 }, j, true } };

			if (claim_port(&claim, ports->in.items[j]))
				add_claim(c, &claims, claim);
		}
	}
	if (claims.count)
		qsort(claims.all, claims.count, sizeof(*claims.all), compare_claims);
	for (size_t i = 1, first = 0; i < claims.count; i++) {
		const struct claim *claim = &claims.all[i];
		const struct node *published;
		struct finding *finding;

		if (!is_same(claim, &claims.all[first])) {
			first = i;
			continue;
		}
		if (str_eq(claim->service, claims.all[first].service))
			continue;
		published = node_get(claim->node, STR("published"));
		finding = trail_report(
			c->lint, &claim->trail, published->span,
			arena_fmt(&c->lint->run, "port %.*s", STR_FMT(published->text)),
			"\"%.*s\" publishes host port %.*s too: only one of the two containers can "
			"start; use another port",
			STR_FMT(claims.all[first].service), STR_FMT(published->text));
		finding->extent = claim->node->span;
		diag_related(&c->lint->diag, finding, RELATED_DEFINITION,
			     node_get(claims.all[first].node, STR("published"))->span,
			     "first here");
	}
}

void consistency_left_out(struct lint *lint, const struct node *model, const struct pair *service,
			  struct str profile)
{
	size_t before = lint->diag.count;

	service_check_names(lint, model, service);
	dependency_check_names(lint, node_get(model, STR("services")), service);
	for (size_t i = before; i < lint->diag.count; i++) {
		struct finding *finding = lint->diag.findings[i];

		finding->message =
			arena_fmt(&lint->run, "%.*s (profile \"%.*s\" is not active)",
				  STR_FMT(finding->message), STR_FMT(str_beginning(profile, 80)));
	}
}

bool consistency_services(struct lint *lint, const struct node *model, const struct pair *enabled,
			  size_t count)
{
	const struct node *services = node_get(model, STR("services"));
	struct table names = { .arena = &lint->run };
	struct checking c = { lint, true };

	for (size_t i = 0; i < count; i++)
		table_add(&names, enabled[i].key->text, &c);
	for (size_t i = 0; i < count; i++)
		c.consistent &= service_check(lint, model, &names, &enabled[i]);
	check_secret_sources(&c, model);
	c.consistent &= dependency_check(lint, services, enabled, count);
	check_container_names(&c, enabled, count);
	check_host_ports(&c, enabled, count);
	return c.consistent;
}
