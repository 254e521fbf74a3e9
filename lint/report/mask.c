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

/* A value behind a name that hides says nothing but whether it is there. */
static bool hides_whole(struct str name, struct str text)
{
	unsigned flags = name.n ? credential_name(name) : 0;

	if ((flags & CREDENTIAL_WEAK) && !(flags & CREDENTIAL_EXEMPT) &&
	    credential_entropy_passes(text))
		return true;
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

/* False: it stands as it was written, so that hide_values() finds nothing. */
static bool has_values(const struct node *from)
{
	const struct step *step = from->via;

	while (step && (!step->was || (step->kind != STEP_VARIABLE && step->kind != STEP_FORM)))
		step = step->before;
	return step || from->nparts;
}

/* The hidden bytes as ranges. */
static const struct credential_range *ranges_of(struct lint *lint, const struct hiding *hiding,
						size_t *count)
{
	struct credential_range *all = NULL;
	size_t capacity = 0;

	*count = 0;
	for (size_t i = 0; i < hiding->count; i++) {
		if (!hiding->hidden[i])
			continue;
		if (i && hiding->hidden[i - 1]) {
			/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): the byte before made a range */
			all[*count - 1].to = i + 1;
			continue;
		}
		all = arena_grow(&lint->run, all, *count, &capacity, sizeof(*all));
		all[(*count)++] = (struct credential_range){ i, i + 1 };
	}
	return all;
}

struct str mask_value(struct lint *lint, struct credentials *credentials, struct str name,
		      const struct node *scalar)
{
	struct str text = node_text(scalar);
	struct hiding hiding = { .count = text.n };
	const struct credential_range *ranges;
	size_t count, pair;

	if (!credentials || !text.n)
		return text;
	if (hides_whole(name, text))
		return STR("***");
	/* -u user:password */
	pair = credential_takes_user(name) ? credential_password_of_pair(text) : 0;
	if (!pair && !has_values(scalar))
		return credential_mask_value(credentials, &lint->run, text, NULL, 0);
	hiding.hidden = ARENA_ARRAY(&lint->scratch, text.n, bool);
	hide_values(&hiding, text, scalar);
	for (size_t i = pair;
	     pair && i < text.n && !credential_is_quantity(str_slice(text, pair, text.n)); i++)
		hiding.hidden[i] = true;
	ranges = ranges_of(lint, &hiding, &count);
	arena_reset(&lint->scratch);
	return credential_mask_value(credentials, &lint->run, text, ranges, count);
}

struct str mask_key(struct lint *lint, struct credentials *credentials, struct str key)
{
	return credentials ? credential_mask_name(credentials, &lint->run, key) : key;
}

struct str mask_item_name(struct str name, const struct node *list, size_t i)
{
	struct str before = i ? node_text(list->in.items[i - 1]) : STR("");

	if (credential_takes_user(before))
		return before;
	return credential_flag(before).n ? credential_flag(before) : name;
}
