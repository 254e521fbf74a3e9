/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/engine_proxy.h"

#include "model/environment.h"

/* "tecnativa/docker-socket-proxy:0.3.0", from any registry */
static bool is_filtering_proxy(struct str image)
{
	size_t end = str_find_byte(image, '@', 0), slash, colon;

	image = str_slice(image, 0, end);
	slash = str_rfind_byte(image, '/');
	colon = str_find_byte(image, ':', slash == STR_NPOS ? 0 : slash);
	image = str_slice(image, 0, colon);
	return str_ends(image, STR("tecnativa/docker-socket-proxy")) ||
	       str_ends(image, STR("linuxserver/socket-proxy"));
}

/* As the proxy reads it: whatever is not one of these is taken for a yes here. */
static bool is_off(const struct environment_entry *entry)
{
	struct str value = str_trim(node_text(entry->value));

	return str_eq(value, STR("0")) || str_eq_nocase(value, STR("false")) ||
	       str_eq_nocase(value, STR("no"));
}

bool engine_proxy_only_shows(const struct service *service)
{
	const struct environment *environment = service->environment;

	if (!is_filtering_proxy(node_text(service_field(service, STR("image")))))
		return false;
	for (size_t i = 0; environment && i < environment->count; i++) {
		struct str name = environment->all[i].name;
		bool changes = str_eq(name, STR("POST")) || str_starts(name, STR("ALLOW_"));

		if (changes && !is_off(&environment->all[i]))
			return false;
	}
	return true;
}
