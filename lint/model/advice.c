/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "model/advice.h"

#include "model/cast.h"
#include "model/port.h"

static bool is_item_of(const struct schema *at, struct str key)
{
	return str_eq(schema_name(at), STR("[]")) && str_eq(schema_name(schema_parent(at)), key);
}

static struct str known_values(struct arena *arena, struct str values)
{
	struct builder b = { .arena = arena };
	struct str rest = values;

	while (rest.p) {
		struct str value = str_cut(&rest, '|');

		if (b.n)
			builder_add(&b, rest.p ? STR(", ") : STR(" or "));
		builder_fmt(&b, "\"%.*s\"", STR_FMT(value));
	}
	return builder_str(&b);
}

static bool has_value(struct str values, struct str text)
{
	while (values.p)
		if (str_eq(str_cut(&values, '|'), text))
			return true;
	return false;
}

/* What becomes of a text at the row: whether this one will do, and which would. */
static bool is_taken(struct arena *arena, const struct schema *at, struct str text,
		     struct str *would)
{
	struct port port;
	double real;
	int64_t whole;
	bool on;

	*would = STR("");
	if (at->flags & SCHEMA_NUMERIC) {
		*would = at->flags & SCHEMA_WHOLE ? STR("an integer") : STR("a number");
		return false;
	}
	if (at->flags & SCHEMA_SIZE) {
		*would = STR("a size such as \"512m\"");
		return cast_size(text, &whole);
	}
	if (at->flags & SCHEMA_DURATION) {
		*would = STR("a duration such as \"30s\"");
		return cast_duration(text, &whole);
	}
	if (at->flags & SCHEMA_AMOUNT) {
		*would = STR("\"all\" or an integer");
		return str_eq_nocase(text, STR("all")) || cast_integer(text, &whole);
	}
	if (at->flags & SCHEMA_PULL_POLICY) {
		*would = STR("a policy such as \"always\"");
		return false;
	}
	if (at->flags & SCHEMA_CONTAINER_NAME) {
		*would = STR("a name of two or more characters");
		return text.n > 1;
	}
	if (at->has_values && !str_has(schema_values(at), STR(".."))) {
		*would = known_values(arena, schema_values(at));
		return has_value(schema_values(at), text);
	}
	if (is_item_of(at, STR("ports"))) {
		*would = STR("a port such as \"8080:80\"");
		return !port_parse(text, &port).message;
	}
	if (is_item_of(at, STR("extra_hosts"))) {
		*would = STR("\"HOST=ADDRESS\"");
		return false;
	}
	switch (schema_cast_of(at)) {
	case CAST_INTEGER:
		*would = STR("an integer");
		return cast_integer(text, &whole);
	case CAST_FLOAT:
		*would = STR("a number");
		return cast_float(text, &real);
	case CAST_BOOLEAN:
		*would = STR("true or false");
		return cast_boolean(text, &on);
	case CAST_NONE:
		break;
	}
	return true;
}

struct str advice_for_type(struct lint *lint, const struct schema *at, const struct node *node)
{
	struct str would;

	if (node->kind == NODE_SEQUENCE && str_eq(schema_name(at), STR("[]")))
		return STR(
			"; YAML joins no lists, not through an alias either: write each item here");
	if (!node_is_scalar(node) || node->kind == NODE_NULL)
		return STR("");
	if (at->flags & SCHEMA_DURATION && node->kind == NODE_INT)
		return STR("; write it with a unit, such as \"30s\"");
	if (node->kind != NODE_STRING && node->tag != TAG_OVERRIDE && at->types & TYPE_STRING) {
		if (is_taken(&lint->run, at, node->text, &would))
			return STR("; write it in quotes");
		return arena_fmt(&lint->run, "; write %.*s", STR_FMT(would));
	}
	if (at->types == TYPE_LIST)
		return STR("; write it as a list, one item a line, each after \"- \"");
	if (node->kind == NODE_STRING && at->types == TYPE_BOOLEAN)
		return STR("; write true or false without quotes");
	if (node->kind == NODE_STRING && !(at->types & (TYPE_LIST | TYPE_MAP)))
		return STR("; write it without quotes");
	return STR("");
}
