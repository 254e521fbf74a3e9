/* SPDX-License-Identifier: MIT */
/* The part `reaches` of a contract: services, their ports, and networks with a way out. */
#include "config.h"

#include <string.h>

#include "base/nearest.h"
#include "fact/adjacency.h"
#include "fact/address.h"
#include "fact/contract_part.h"
#include "fact/gateway.h"
#include "model/environment.h"

/* ---- ways out ---- */

/* Everything that is not provably internal is a way out; what a variable decides is not known. */
static bool is_way_out(const struct network *network)
{
	return network->route != NETWORK_INTERNAL && network->route != NETWORK_UNKNOWN &&
	       !network->filtered && !network->verified;
}

/* ---- neighbours ---- */

/* What the contract thinks of one of the service's networks. */
struct standing {
	bool declared; /* itself, or a declared neighbour is on it */
	bool content;  /* nobody else is on it, or it is declared, and it is no way out */
	bool told;     /* as a way out: who is reached through it is not told as well */
};

/* The part while it is compared. */
struct reaching {
	struct contract_making *to;
	const struct node *reaches;
	struct table declared;           /* name -> const struct node, its entry */
	const struct standing *standing; /* by position in the service's networks */
	struct contract_places places;   /* of neighbours */
};

static const struct standing *find_standing(const struct contract_making *to, struct table *entries)
{
	const struct network_list *networks = to->service->networks;
	struct standing *all = ARENA_ARRAY(&to->lint->scratch, networks->count, struct standing);
	bool *shared = ARENA_ARRAY(&to->lint->scratch, networks->count, bool);

	for (size_t i = 0; i < to->project->nservices; i++) {
		const struct service *other = &to->project->services[i];
		bool declared = table_get(entries, other->name) != NULL;

		for (size_t l = 0; other != to->service && l < other->networks->count; l++) {
			const struct network *theirs = &other->networks->all[l];

			for (size_t k = network_find_same(networks, theirs, 0); k < networks->count;
			     k = network_find_same(networks, theirs, k + 1)) {
				shared[k] = true;
				all[k].declared = all[k].declared || declared;
			}
		}
	}
	for (size_t k = 0; k < networks->count; k++) {
		bool named = table_get(entries, networks->all[k].name) != NULL;

		all[k].declared = all[k].declared || named;
		all[k].told = is_way_out(&networks->all[k]) && !named;
		all[k].content =
			is_way_out(&networks->all[k]) ? named : all[k].declared || !shared[k];
	}
	return all;
}

/*
 * Who came to whom?  What a later file adds came later.  In one file the network is
 * the service's home, to which others came, if a declared neighbour is there, or
 * if the service has no other network that its contract is content with.
 */
static bool came_to_us(const struct contract_making *to, const struct standing *standing,
		       const struct network *network, const struct node *ours,
		       const struct node *theirs)
{
	const struct network_list *networks = to->service->networks;

	if (ours->span.source != theirs->span.source)
		return project_span_cmp(to->project, theirs->span, ours->span) > 0;
	if (standing[network - networks->all].declared)
		return true;
	for (size_t i = 0; i < networks->count; i++)
		if (&networks->all[i] != network && standing[i].content)
			return false;
	return true;
}

static void add_neighbour(struct reaching *reaching, const struct node *at,
			  const struct network *network, struct str name)
{
	struct contract_item *item =
		contract_item_at(&reaching->to->beyond, &reaching->places, at,
				 (struct contract_item){ .kind = CONTRACT_NEIGHBOUR,
							 .declaration = reaching->reaches,
							 .at = at,
							 .name = name,
							 .network = network });

	contract_add_name(item, name);
}

static void compare_service(struct reaching *reaching, const struct service *other)
{
	const struct contract_making *to = reaching->to;
	const struct network_list *networks = to->service->networks;
	struct adjacency way = { .step = 0 };

	while (adjacency_next_reach(to->service, other, &way)) {
		const struct node *ours = way.ours ? way.ours : to->service->key;
		const struct node *theirs = way.theirs ? way.theirs : other->key;

		if (way.kind == ADJACENT_BY_NAMESPACE) {
			add_neighbour(reaching, way.ours ? way.ours : theirs, NULL, other->name);
			return;
		}
		if (reaching->standing[way.our_network - networks->all].told)
			continue;
		add_neighbour(reaching,
			      came_to_us(to, reaching->standing, way.our_network, ours, theirs)
				      ? theirs
				      : ours,
			      way.our_network, other->name);
	}
}

/* ---- ports ---- */

static const struct node *ports_of(const struct node *reaches, struct str name)
{
	const struct node *ports = reaches->kind == NODE_MAPPING ? node_get(reaches, name) : NULL;

	return ports && ports->kind != NODE_NULL ? ports : NULL;
}

/* "4000-4002/tcp": both ends; false: it is not known. */
static bool range_of(struct str text, int64_t *low, int64_t *high)
{
	struct str rest = text, ports = str_cut(&rest, '/');
	struct str last = ports, first = str_cut(&last, '-');

	if (!str_to_int(first, low))
		return false;
	*high = *low;
	return !last.p || str_to_int(last, high);
}

/* Ports up to this one are told apart. */
enum { LAST_PORT = 65535 };

static void allow(bool *allowed, const struct node *ports)
{
	int64_t low, high;

	for (size_t i = 0; i < contract_count(ports); i++) {
		if (!range_of(contract_entry_at(ports, i)->text, &low, &high) || low < 0)
			continue;
		high = high < LAST_PORT ? high : LAST_PORT;
		if (low <= high)
			memset(allowed + low, true, (size_t)(high - low) + 1);
	}
}

static void compare_port(struct contract_making *to, const struct node *ports, const bool *allowed,
			 const struct node *at, struct str text)
{
	int64_t low, high;

	if (node_is_unknown(at) || !range_of(text, &low, &high) || low < 0)
		return;
	high = high < LAST_PORT ? high : LAST_PORT;
	if (low <= high && memchr(allowed + low, 0, (size_t)(high - low) + 1))
		contract_add(&to->beyond, (struct contract_item){ .kind = CONTRACT_PORT,
								  .declaration = ports,
								  .at = at,
								  .name = text });
}

static void compare_ports(struct contract_making *to, const struct node *ports,
			  const struct service *other)
{
	const struct node *published = service_field(other, STR("ports"));
	const struct node *exposed = service_field(other, STR("expose"));
	bool allowed[LAST_PORT + 1] = { false };

	allow(allowed, ports);
	for (size_t i = 0; published && published->kind == NODE_SEQUENCE && i < published->count;
	     i++) {
		const struct node *target = node_get(published->in.items[i], STR("target"));

		if (target)
			compare_port(to, ports, allowed, target, node_text(target));
	}
	for (size_t i = 0; exposed && exposed->kind == NODE_SEQUENCE && i < exposed->count; i++)
		compare_port(to, ports, allowed, exposed->in.items[i],
			     node_text(exposed->in.items[i]));
}

/* ---- what is not there ---- */

static bool is_neighbour(const struct service *service, const struct service *other)
{
	struct adjacency way = { .step = 0 };

	return adjacency_next_reach(service, other, &way);
}

/* A gateway that joins from another project: an address says that it is expected. */
static bool is_addressed(const struct contract_making *to, struct str name)
{
	const struct environment *environment = to->service->environment;

	for (size_t i = 0; environment && i < environment->count; i++) {
		const struct environment_entry *entry = &environment->all[i];
		struct address address;

		if (gateway_is_url_name(to->project->credentials, to->project->gateway,
					entry->name) &&
		    (!entry->value || node_is_unknown(entry->value) ||
		     (address_parse(node_text(entry->value), &address) &&
		      str_eq(address.host, name))))
			return true;
	}
	return false;
}

static bool is_there(const struct contract_making *to, struct str name)
{
	const struct service *other = project_service(to->project, name);
	const struct network_list *networks = to->service->networks;

	for (size_t i = 0; i < networks->count; i++)
		if (str_eq(networks->all[i].name, name))
			return true;
	return other ? is_neighbour(to->service, other) : is_addressed(to, name);
}

static void offer(struct nearest *nearest, struct table *declared, struct str name)
{
	struct nearest with = *nearest;

	nearest_offer(&with, name);
	/* of what is declared already nobody means the other */
	if (str_eq(with.name, nearest->name) || !table_get(declared, name))
		*nearest = with;
}

/* The service or network that may be meant by what is neither. */
static struct str nearest_party(struct reaching *reaching, struct str name)
{
	struct contract_making *to = reaching->to;
	const struct project *project = to->project;
	const struct network_list *networks = to->service->networks;
	struct nearest nearest = { .wanted = name };

	if (project_service(project, name))
		return STR("");
	for (size_t i = 0; i < project->nservices && contract_may_look(to); i++)
		if (&project->services[i] != to->service)
			offer(&nearest, &reaching->declared, project->services[i].name);
	for (size_t i = 0; i < networks->count && contract_may_look(to); i++)
		offer(&nearest, &reaching->declared, networks->all[i].name);
	return nearest.name;
}

void contract_compare_reaches(struct contract_making *to, const struct node *reaches)
{
	const struct network_list *networks = to->service->networks;
	struct reaching reaching = { .to = to,
				     .reaches = reaches,
				     .declared = contract_entries(to, reaches),
				     .places = contract_places(to) };

	reaching.standing = find_standing(to, &reaching.declared);
	for (size_t i = 0; i < networks->count; i++) {
		const struct network *network = &networks->all[i];
		const struct node *place = network_route_place(network);

		if (!reaching.standing[i].told)
			continue;
		contract_places_note(&reaching.places, place, to->beyond.count);
		contract_add(&to->beyond, (struct contract_item){ .kind = CONTRACT_ROUTE,
								  .declaration = reaches,
								  .at = place,
								  .name = network->name,
								  .network = network });
	}
	for (size_t i = 0; i < to->project->nservices; i++) {
		const struct service *other = &to->project->services[i];
		const struct node *ports = ports_of(reaches, other->name);

		if (!table_get(&reaching.declared, other->name))
			compare_service(&reaching, other);
		else if (ports && is_neighbour(to->service, other))
			compare_ports(to, ports, other);
	}
	for (size_t i = 0; i < contract_count(reaches); i++) {
		const struct node *entry = contract_entry_at(reaches, i);

		if (!is_there(to, entry->text))
			contract_add(&to->unmet,
				     (struct contract_item){
					     .kind = CONTRACT_NEIGHBOUR,
					     .declaration = entry,
					     .name = entry->text,
					     .nearest = nearest_party(&reaching, entry->text),
				     });
	}
}

/* ---- what a contract would have to have ---- */

static void draft_port(struct contract_drafting *to, struct contract_draft_entry *entry,
		       const struct node *port)
{
	struct contract_range range;

	if (node_is_unknown(port))
		contract_leave_open(to, port);
	else if (range_of(node_text(port), &range.low, &range.high))
		contract_need_port(to, entry, range);
}

static void draft_ports(struct contract_drafting *to, struct contract_draft_entry *entry,
			const struct service *other)
{
	const struct node *published = service_field(other, STR("ports"));
	const struct node *exposed = service_field(other, STR("expose"));

	for (size_t i = 0; published && published->kind == NODE_SEQUENCE && i < published->count;
	     i++)
		draft_port(to, entry, node_get(published->in.items[i], STR("target")));
	for (size_t i = 0; exposed && exposed->kind == NODE_SEQUENCE && i < exposed->count; i++)
		draft_port(to, entry, exposed->in.items[i]);
}

/* Nothing writes down the default network. */
static struct span place_of(const struct node *node, const struct network *network)
{
	return !node || (network && network->place == node && network->kind == NETWORK_IMPLICIT)
		       ? SPAN_NONE
		       : node->span;
}

static void draft_neighbour(struct contract_drafting *to, const struct service *other)
{
	struct adjacency way = { .step = 0 };
	struct contract_draft_entry *entry = NULL;

	while (adjacency_next_reach(to->service, other, &way)) {
		entry = contract_need(to, other->name, place_of(way.ours, way.our_network));
		contract_need(to, other->name, place_of(way.theirs, way.their_network));
	}
	if (entry)
		draft_ports(to, entry, other);
}

void contract_draft_reaches(struct contract_drafting *to)
{
	const struct network_list *networks = to->service->networks;

	for (size_t i = 0; i < networks->count; i++) {
		const struct network *network = &networks->all[i];
		const struct node *place = network_route_place(network);

		if (is_way_out(network))
			contract_need(to, network->name, place ? place->span : SPAN_NONE);
		else if (network->route == NETWORK_UNKNOWN && network->internal)
			contract_leave_open(to, network->internal);
	}
	for (size_t i = 0; i < to->project->nservices; i++)
		if (&to->project->services[i] != to->service)
			draft_neighbour(to, &to->project->services[i]);
}
