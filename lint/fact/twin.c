/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/twin.h"

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

static bool has_same_arguments(const struct node *a, const struct node *b)
{
	const struct node *of_a = node_get(a, STR("args")), *of_b = node_get(b, STR("args"));
	bool maps = of_a && of_b && of_a->kind == NODE_MAPPING && of_b->kind == NODE_MAPPING;

	if (!maps || of_a->count != of_b->count)
		return !of_a && !of_b;
	for (size_t i = 0; i < of_a->count; i++) {
		const struct node *other = node_get(of_b, node_text(of_a->in.pairs[i].key));

		if (!other || !str_eq(node_text(other), node_text(of_a->in.pairs[i].value)))
			return false;
	}
	return true;
}

static bool has_same_text(const struct node *a, const struct node *b, struct str key)
{
	return str_eq(node_text(node_get(a, key)), node_text(node_get(b, key)));
}

bool twin_has_same_build(const struct service *a, const struct service *b)
{
	const struct build *of_a = a->build, *of_b = b->build;

	return of_a && of_b && str_eq(of_a->context, of_b->context) &&
	       str_eq(of_a->dockerfile_path, of_b->dockerfile_path) &&
	       has_same_text(of_a->node, of_b->node, STR("context")) &&
	       has_same_text(of_a->node, of_b->node, STR("dockerfile_inline")) &&
	       has_same_text(of_a->node, of_b->node, STR("target")) &&
	       has_same_arguments(of_a->node, of_b->node);
}

struct str twin_image_key(struct lint *lint, const struct service *service)
{
	struct str text = node_text(service_field(service, STR("image")));
	struct image_reference reference = image_parse(&lint->scratch, text);

	return reference.valid && !image_known(&reference) ? image_key(&lint->scratch, text)
							   : STR("");
}
