/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "model/extended.h"

#include "model/trail.h"

enum {
	TEXT = 1 << NODE_STRING,
	WHOLE = 1 << NODE_INT,
	REAL = 1 << NODE_FLOAT,
	NOTHING = 1 << NODE_NULL,
	LIST = 1 << NODE_SEQUENCE,
	MAP = 1 << NODE_MAPPING
};

/* In a path "*" is each item or value, "[]" each item, "{}" each value of a mapping. */
static const struct need {
	const char *path, *words;
	unsigned kinds;
} needs[] = {
	{ "networks.*", "a mapping", MAP | NOTHING },
	{ "volumes.*", "a mapping", MAP | NOTHING },
	{ "secrets.*", "a mapping", MAP | NOTHING },
	{ "configs.*", "a mapping", MAP | NOTHING },
	{ "include.*", "a string or a mapping", TEXT | MAP },
	{ "services.*.build", "a string or a mapping", TEXT | MAP },
	{ "services.*.build.context", "a string", TEXT },
	{ "services.*.build.ssh", "a list or a mapping", LIST | MAP },
	{ "services.*.build.ssh.[]", "a string", TEXT },
	{ "services.*.build.additional_contexts", "a list or a mapping", LIST | MAP },
	{ "services.*.build.additional_contexts.{}", "a string", TEXT },
	{ "services.*.configs.*", "a string or a mapping", TEXT | MAP },
	{ "services.*.depends_on", "a list or a mapping", LIST | MAP },
	{ "services.*.depends_on.[]", "a string", TEXT },
	{ "services.*.depends_on.{}", "a mapping", MAP },
	{ "services.*.develop.watch.[].path", "a string", TEXT | LIST },
	{ "services.*.develop.watch.[].path.[]", "a string", TEXT | LIST },
	{ "services.*.devices.*", "a string or a mapping", TEXT | MAP },
	{ "services.*.env_file", "a string or a list", TEXT | LIST },
	{ "services.*.extends", "a string or a mapping", TEXT | MAP },
	{ "services.*.gpus", "\"all\" or a list", TEXT | LIST },
	{ "services.*.label_file.*", "a string", TEXT | LIST },
	{ "services.*.label_file.[].[]", "a string", TEXT | LIST },
	{ "services.*.models.[]", "a string", TEXT },
	{ "services.*.networks.[]", "a string", TEXT },
	{ "services.*.ports", "a list", LIST },
	{ "services.*.ports.[]", "a string, a number or a mapping", TEXT | WHOLE | REAL | MAP },
	{ "services.*.secrets.*", "a string or a mapping", TEXT | MAP },
	{ "services.*.ulimits.[]", "an integer or a mapping", WHOLE | MAP },
	{ "services.*.ulimits.{}", "an integer or a mapping", TEXT | WHOLE | MAP },
	{ "services.*.volumes.*", "a string or a mapping", TEXT | MAP },
	{ "services.*.volumes.[].target", "a string", TEXT },
};

struct looking {
	struct lint *lint;
	bool *refused;
	const struct need *need;
};

static void refuse(struct looking *l, const struct trail *trail, const struct node *node,
		   const char *words)
{
	*l->refused = true;
	if (!trail_is_refused(l->lint, node->span))
		trail_refuse(
			l->lint, trail, node->span, STR("type"),
			"%s\"%.*s\" must be %s here too, though nobody may use it",
			/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): no path ends at the root */
			trail->item ? "an item of " : "", STR_FMT(trail_key(trail)), words);
}

static void look(struct looking *l, const struct trail *trail, const struct node *node,
		 const char *path)
{
	struct str rest = str_from(path), segment;
	bool any, items, values;

	if (!rest.n) {
		if (!(l->need->kinds & 1U << node->kind))
			refuse(l, trail, node, l->need->words);
		return;
	}
	segment = str_cut(&rest, '.');
	path = rest.p ? rest.p : "";
	any = str_eq(segment, STR("*"));
	items = any || str_eq(segment, STR("[]"));
	values = any || str_eq(segment, STR("{}"));
	for (size_t i = 0; items && node->kind == NODE_SEQUENCE && i < node->count; i++)
		look(l, TRAIL_ITEM(trail, i), node->in.items[i], path);
	for (size_t i = 0; !(items && !values) && node->kind == NODE_MAPPING && i < node->count;
	     i++) {
		const struct pair *pair = &node->in.pairs[i];

		if (values || str_eq(pair->key->text, segment))
			look(l, TRAIL_KEY(trail, pair->key->text), pair->value, path);
	}
}

/* Some needs are about two keys. */
static void look_at_pairs(struct looking *l, const struct node *document)
{
	const struct node *services = node_get(document, STR("services"));
	struct trail top = { NULL, STR("services"), 0, false };

	for (size_t i = 0; services && services->kind == NODE_MAPPING && i < services->count; i++) {
		const struct pair *service = &services->in.pairs[i];
		const struct node *volumes = node_get(service->value, STR("volumes"));
		const struct node *files = node_get(service->value, STR("env_file"));
		struct trail here = { &top, service->key->text, 0, false };
		const struct trail *at = TRAIL_KEY(&here, STR("volumes"));

		for (size_t k = 0; volumes && volumes->kind == NODE_SEQUENCE && k < volumes->count;
		     k++) {
			const struct node *item = volumes->in.items[k];
			const struct node *source = node_get(item, STR("source"));

			if (source && source->kind != NODE_STRING &&
			    str_eq(node_text(node_get(item, STR("type"))), STR("bind")))
				refuse(l, TRAIL_KEY(TRAIL_ITEM(at, k), STR("source")), source,
				       "a string");
		}
		at = TRAIL_KEY(&here, STR("env_file"));
		for (size_t k = 0; files && files->kind == NODE_SEQUENCE && k < files->count; k++)
			if (files->in.items[k]->kind == NODE_MAPPING &&
			    !node_pair(files->in.items[k], STR("path")))
				refuse(l, TRAIL_ITEM(at, k), files->in.items[k],
				       "a mapping with a \"path\"");
	}
}

void extended_check(struct lint *lint, const struct node *document, bool *refused)
{
	struct looking l = { .lint = lint, .refused = refused };

	for (size_t i = 0; i < sizeof(needs) / sizeof(needs[0]); i++) {
		l.need = &needs[i];
		look(&l, NULL, document, needs[i].path);
	}
	look_at_pairs(&l, document);
}
