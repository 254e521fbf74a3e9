/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "report/mask.h"

#include "fact/credential.h"

enum {
	/* values looked into for one: variables that are made of each other share theirs */
	LIMIT_LOOKS = 1000
};

struct hiding {
	bool *hidden; /* by byte */
	size_t count;
	size_t looks;
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

/* What came from variables whose names hide, wherever it stands in the text; a variable may be
   made of others. */
static void hide_values(struct hiding *hiding, struct str text, const struct node *from)
{
	/* where it came from cannot be looked through: nothing of it is shown */
	if (hiding->looks++ >= LIMIT_LOOKS) {
		for (size_t i = 0; i < text.n; i++)
			hiding->hidden[i] = true;
		return;
	}
	for (size_t i = 0; i < from->nparts; i++) {
		const struct part *part = &from->parts[i];
		struct str value = str_slice(from->text, part->from, part->to);

		if (part->kind != PART_VALUE || part->from >= part->to ||
		    !hides_whole(part->name, value))
			continue;
		for (size_t at = 0; (at = str_find(text, value, at)) != STR_NPOS; at++)
			for (size_t k = at; k < at + value.n; k++)
				hiding->hidden[k] = true;
	}
	for (const struct step *step = from->via; step; step = step->before) {
		if (step->kind == STEP_VARIABLE && step->was)
			hide_values(hiding, text, step->was);
		if (step->kind != STEP_FORM || !step->was)
			continue;
		hide_values(hiding, text, step->was);
		break;
	}
}

struct str mask_value(struct lint *lint, struct credentials *credentials, struct str name,
		      const struct node *scalar)
{
	struct str text = node_text(scalar);
	struct hiding hiding = { .count = text.n };
	struct builder b = { .arena = &lint->run };

	if (!credentials || !text.n)
		return text;
	if (hides_whole(name, text))
		return STR("***");
	hiding.hidden = ARENA_ARRAY(&lint->scratch, text.n, bool);
	credential_each(credentials, text, hide, &hiding);
	hide_values(&hiding, text, scalar);
	for (size_t i = 0; i < text.n; i++)
		if (!hiding.hidden[i])
			builder_byte(&b, text.p[i]);
		else if (!i || !hiding.hidden[i - 1])
			builder_add(&b, STR("***"));
	arena_reset(&lint->scratch);
	return builder_str(&b);
}
