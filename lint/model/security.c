/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "model/security.h"

bool security_is_capability(struct str text, struct str name)
{
	text = str_trim(text);
	if (text.n > 4 && str_eq_nocase(str_slice(text, 0, 4), STR("CAP_")))
		text = str_slice(text, 4, text.n);
	return str_eq_nocase(text, name);
}

static bool lists_capability(const struct node *list, struct str name)
{
	if (!list || list->kind != NODE_SEQUENCE)
		return false;
	for (size_t i = 0; i < list->count; i++)
		if (security_is_capability(node_text(list->in.items[i]), name))
			return true;
	return false;
}

bool security_drops_all(const struct service *service)
{
	return lists_capability(service_field(service, STR("cap_drop")), STR("ALL"));
}

bool security_adds(const struct service *service, struct str capability)
{
	const struct node *list = service_field(service, STR("cap_add"));

	return lists_capability(list, capability) || lists_capability(list, STR("ALL"));
}

/* The engine splits at the first "=", else at the first ":". */
static void split_option(struct str text, struct str *key, struct str *value)
{
	size_t at = str_find_byte(text, '=', 0);

	if (at == STR_NPOS)
		at = str_find_byte(text, ':', 0);
	if (at == STR_NPOS) {
		*key = text;
		*value = STR("true");
		return;
	}
	*key = str_slice(text, 0, at);
	*value = str_slice(text, at + 1, text.n);
}

struct security_option security_option(const struct service *service, struct str key)
{
	const struct node *list = service_field(service, STR("security_opt"));
	struct security_option last = {NULL, STR("")};

	if (!list || list->kind != NODE_SEQUENCE)
		return last;
	for (size_t i = 0; i < list->count; i++) {
		struct str name, value;

		split_option(node_text(list->in.items[i]), &name, &value);
		if (str_eq(name, key))
			last = (struct security_option){list->in.items[i], value};
	}
	return last;
}

/* ---- limits ---- */

/* What a value does as a limit. */
enum effect { ABSENT, LIMITS, LIMITS_NOTHING };

/* Text that begins with a number above nothing. */
static bool is_above_zero(struct str text)
{
	text = str_trim(text);
	if (text.n && text.p[0] == '-')
		return false;
	for (size_t i = 0; i < text.n; i++) {
		if (text.p[i] >= '1' && text.p[i] <= '9')
			return true;
		if (text.p[i] != '0' && text.p[i] != '.' && text.p[i] != '+')
			return false;
	}
	return false;
}

static enum effect effect_of(const struct node *value, bool fraction_is_ignored)
{
	if (!value || value->kind == NODE_NULL)
		return ABSENT;
	if (node_is_unknown(value))
		return LIMITS;
	switch (value->kind) {
	case NODE_INT:
		return value->is_unsigned || value->value.integer > 0 ? LIMITS : LIMITS_NOTHING;
	case NODE_FLOAT:
		/* Compose reads a size that is written as a fraction as nothing */
		return !fraction_is_ignored && value->value.real > 0 ? LIMITS : LIMITS_NOTHING;
	case NODE_STRING:
		return is_above_zero(value->text) ? LIMITS : LIMITS_NOTHING;
	case NODE_NULL:
	case NODE_BOOL:
	case NODE_TIMESTAMP:
	case NODE_SEQUENCE:
	case NODE_MAPPING:
		break;
	}
	return LIMITS_NOTHING;
}

static const struct node *deployed(const struct service *service, struct str key)
{
	const struct node *deploy = service_field(service, STR("deploy"));
	const struct node *resources = node_get(deploy, STR("resources"));

	return node_get(node_get(resources, STR("limits")), key);
}

struct security_limit security_limit(const struct service *service, enum limit_kind kind)
{
	struct {
		const struct node *value;
		struct str key;
	} places[3] = {{NULL, STR("")}, {NULL, STR("")}, {NULL, STR("")}};
	struct security_limit limit = {false, NULL, STR("")};

	switch (kind) {
	case LIMIT_OF_MEMORY:
		places[0].key = STR("mem_limit");
		places[1].value = deployed(service, STR("memory"));
		places[1].key = STR("deploy.resources.limits.memory");
		break;
	case LIMIT_OF_CPU:
		places[0].key = STR("cpus");
		places[1].value = deployed(service, STR("cpus"));
		places[1].key = STR("deploy.resources.limits.cpus");
		places[2].key = STR("cpu_quota");
		places[2].value = service_field(service, places[2].key);
		break;
	case LIMIT_OF_PROCESSES:
		places[0].key = STR("pids_limit");
		places[1].value = deployed(service, STR("pids"));
		places[1].key = STR("deploy.resources.limits.pids");
		break;
	}
	places[0].value = service_field(service, places[0].key);
	for (size_t i = 0; i < 3; i++) {
		enum effect effect = effect_of(places[i].value, kind == LIMIT_OF_MEMORY);

		if (effect == LIMITS)
			limit.is_set = true;
		if (effect == LIMITS_NOTHING && !limit.ineffective) {
			limit.ineffective = places[i].value;
			limit.key = places[i].key;
		}
	}
	return limit;
}
