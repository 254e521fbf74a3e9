/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/published_port.h"

#include "fact/address.h"
#include "fact/network.h"

static const struct node *short_form_of(const struct node *item)
{
	const struct step *step = node_step(item, STEP_SHORT);

	return step ? step->was : NULL;
}

/* The range of a short form, which the model has as single ports. */
static struct str target_of(const struct node *item, const struct node *short_form, bool is_range)
{
	struct str text = node_text(short_form), part = text;

	if (!is_range)
		return node_text(node_get(item, STR("target")));
	while (text.p)
		part = str_cut(&text, ':');
	return str_cut(&part, '/');
}

/* What the service's only network binds ports to where they name no address; NULL: nothing. */
static const struct node *default_binding(const struct service *service)
{
	static const struct str option = STR_INIT("com.docker.network.bridge.host_binding_ipv4");
	const struct network_list *networks = service->networks;
	const struct node *node, *driver;

	if (!networks || networks->count != 1 || !networks->all[0].definition)
		return NULL;
	node = networks->all[0].definition->node;
	driver = node_get(node, STR("driver"));
	if (node_text(driver).n && !str_eq(driver->text, STR("bridge")))
		return NULL;
	return node_get(node_get(node, STR("driver_opts")), option);
}

static enum port_reach reach_of(const struct service *service, const struct node *host_ip)
{
	const struct node *address = node_text(host_ip).n ? host_ip : default_binding(service);

	if (node_is_unknown(address))
		return PORT_UNKNOWN;
	if (!node_text(address).n || address_is_unspecified(address->text))
		return PORT_EVERYWHERE;
	return address_is_loopback(address->text) ? PORT_LOOPBACK : PORT_ADDRESS;
}

/* There is a network of its own that a port could be published from. */
static bool can_publish(const struct service *service)
{
	struct str mode = node_text(service_field(service, STR("network_mode")));

	return !str_eq(mode, STR("host")) && !str_eq(mode, STR("none"));
}

bool published_port_next(const struct service *service, struct published_port *port)
{
	const struct node *list = service_field(service, STR("ports"));
	size_t first = port->next;

	if (!list || list->kind != NODE_SEQUENCE || first >= list->count || !can_publish(service))
		return false;
	port->item = list->in.items[first];
	port->short_form = short_form_of(port->item);
	do
		port->next++;
	while (port->next < list->count && port->short_form &&
	       short_form_of(list->in.items[port->next]) == port->short_form);
	port->host_ip = node_get(port->item, STR("host_ip"));
	port->published = node_get(port->item, STR("published"));
	port->target = target_of(port->item, port->short_form, port->next > first + 1);
	port->reach = reach_of(service, port->host_ip);
	return true;
}
