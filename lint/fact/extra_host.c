/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/extra_host.h"

/* The item of a list, where the address is a piece of it. */
static const struct node *item_of(const struct node *address)
{
	const struct step *step = node_step(address, STEP_SHORT);

	return step && step->was ? step->was : address;
}

bool extra_host_next(const struct service *service, struct extra_host *host)
{
	const struct node *hosts = service_field(service, STR("extra_hosts"));

	/* the model has made a mapping of a list, unless Compose refuses it */
	for (; hosts && hosts->kind == NODE_MAPPING && host->step < hosts->count;
	     host->step++, host->position = 0) {
		const struct node *value = hosts->in.pairs[host->step].value;

		host->name = hosts->in.pairs[host->step].key->text;
		if (value->kind != NODE_SEQUENCE) {
			host->address = node_text(value);
			host->node = item_of(value);
			host->step++;
			return true;
		}
		if (host->position < value->count) {
			value = value->in.items[host->position++];
			host->address = node_text(value);
			host->node = item_of(value);
			return true;
		}
	}
	return false;
}

bool extra_host_names(const struct service *service, struct str name)
{
	struct extra_host host = { .step = 0 };

	while (extra_host_next(service, &host))
		if (str_eq_nocase(host.name, name))
			return true;
	return false;
}
