/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/twin.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/table.h"
#include "image/image.h"
#include "model/command.h"

/* "true", ":", "exit 0", also as what a shell is given */
static bool does_nothing(const struct command *command)
{
	static const struct str nothings[] = { STR_INIT("true"), STR_INIT("/bin/true"),
					       STR_INIT("/usr/bin/true"), STR_INIT(":"),
					       STR_INIT("exit 0") };
	bool in_shell = command->count == 3 && str_eq(command->words[1].text, STR("-c"));

	if (command->count == 2)
		return str_eq(command->words[0].text, STR("exit")) &&
		       str_eq(command->words[1].text, STR("0"));
	for (size_t i = 0; i < sizeof(nothings) / sizeof(*nothings); i++)
		if ((in_shell || command->count == 1) &&
		    str_eq(command->words[command->count - 1].text, nothings[i]))
			return true;
	return false;
}

bool twin_starts_nothing(struct lint *lint, const struct service *service)
{
	struct command entrypoint =
		command_of(&lint->scratch, service_field(service, STR("entrypoint")));
	struct command command = command_of(&lint->scratch, service_field(service, STR("command")));

	return does_nothing(&entrypoint) || does_nothing(&command);
}

enum { TWIN_SHORT = 64 };

struct twin_key {
	struct builder text;
	struct table *long_texts;
};

/* A text and its length before it, so that two of them cannot be taken for two others; of a long
   one, which many services may have, where the first that is equal to it lies. */
static void add(struct twin_key *key, struct str text)
{
	builder_fmt(&key->text, "%zu:", text.n);
	if (text.n <= TWIN_SHORT) {
		builder_add(&key->text, text);
		return;
	}
	if (!table_get(key->long_texts, text))
		table_add(key->long_texts, text, (void *)(uintptr_t)text.p);
	builder_fmt(&key->text, "%p", table_get(key->long_texts, text));
}

static int compare_arguments(const void *left, const void *right)
{
	const struct pair *const *a = left, *const *b = right;

	return str_cmp((*a)->key->text, (*b)->key->text);
}

/* In the order of their names; false: what they are is not known. */
static bool add_arguments(struct lint *lint, struct twin_key *key, const struct node *arguments)
{
	const struct pair **all;

	if (!arguments)
		return true;
	if (arguments->kind != NODE_MAPPING)
		return false;
	all = ARENA_ARRAY(&lint->scratch, arguments->count, const struct pair *);
	for (size_t i = 0; i < arguments->count; i++)
		all[i] = &arguments->in.pairs[i];
	if (arguments->count)
		qsort(all, arguments->count, sizeof(struct pair *), compare_arguments);
	builder_add(&key->text, STR("args"));
	for (size_t i = 0; i < arguments->count; i++) {
		add(key, all[i]->key->text);
		add(key, node_text(all[i]->value));
	}
	return true;
}

struct str twin_build_key(struct lint *lint, const struct service *service,
			  struct table *long_texts)
{
	const struct build *build = service->build;
	struct twin_key key = { { .arena = &lint->scratch }, long_texts };

	if (!build)
		return STR("");
	add(&key, build->context);
	add(&key, build->dockerfile_path);
	add(&key, node_text(node_get(build->node, STR("context"))));
	add(&key, node_text(node_get(build->node, STR("dockerfile_inline"))));
	add(&key, node_text(node_get(build->node, STR("target"))));
	return add_arguments(lint, &key, node_get(build->node, STR("args")))
		       ? builder_str(&key.text)
		       : STR("");
}

struct str twin_image_key(struct lint *lint, const struct service *service)
{
	struct str text = node_text(service_field(service, STR("image")));
	struct image_reference reference = image_parse(text);

	return reference.valid && !image_known(&reference) ? image_key(&lint->scratch, text)
							   : STR("");
}
