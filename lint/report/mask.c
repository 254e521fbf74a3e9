/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "report/mask.h"

#include "fact/credential.h"

struct hiding {
	bool *hidden; /* by byte */
	size_t count;
};

static void hide(void *context, const struct credential_match *match)
{
	struct hiding *hiding = context;

	for (size_t i = match->from; i < match->to && i < hiding->count; i++)
		hiding->hidden[i] = true;
}

/* A value behind a name that hides says nothing but whether it is there. */
static bool hides_whole(struct str name, struct str text)
{
	return name.n && text.n && credential_name_hides(name) && !credential_is_nothing(text) &&
	       !credential_is_quantity(text) && !credential_is_pathlike(text);
}

struct str mask_value(struct lint *lint, struct credentials *credentials, struct str name,
		      const struct node *node)
{
	struct hiding hiding = { .count = node->text.n };
	struct builder b = { .arena = &lint->run };

	if (!credentials || !node->text.n)
		return node->text;
	if (hides_whole(name, node->text))
		return STR("***");
	hiding.hidden = ARENA_ARRAY(&lint->scratch, node->text.n, bool);
	credential_each(credentials, node->text, hide, &hiding);
	for (size_t i = 0; i < node->nparts; i++) {
		const struct part *part = &node->parts[i];

		if (part->kind == PART_VALUE && part->to <= node->text.n && part->from < part->to &&
		    hides_whole(part->name, str_slice(node->text, part->from, part->to)))
			for (size_t k = part->from; k < part->to; k++)
				hiding.hidden[k] = true;
	}
	for (size_t i = 0; i < node->text.n; i++)
		if (!hiding.hidden[i])
			builder_byte(&b, node->text.p[i]);
		else if (!i || !hiding.hidden[i - 1])
			builder_add(&b, STR("***"));
	arena_reset(&lint->scratch);
	return builder_str(&b);
}
