/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/credential.h"
#include "fact/recipe_part.h"

struct texts {
	struct arena *arena;
	struct recipe_item *all;
	size_t count, capacity;
};

static struct recipe_item *add(struct texts *texts, const struct dockerfile_instr *instr,
			       enum recipe_form form, struct str content, struct span span)
{
	struct recipe_item *item;

	texts->all = arena_grow(texts->arena, texts->all, texts->count, &texts->capacity,
				sizeof(*texts->all));
	item = &texts->all[texts->count];
	*item = (struct recipe_item){ .kind = RECIPE_TEXT,
				      .form = form,
				      .what = dockerfile_kind_name(instr->kind),
				      .instr = instr,
				      .content = content,
				      .span = span,
				      .position = texts->count++ };
	return item;
}

static void add_pairs(struct texts *texts, const struct dockerfile_instr *instr)
{
	for (size_t i = 0; i < instr->npairs; i++) {
		const struct dockerfile_pair *pair = &instr->pairs[i];
		struct str raw = str_slice(instr->line, pair->value.from, pair->value.to);

		if (pair->has_value)
			add(texts, instr, RECIPE_VALUE, str_unquoted(raw), pair->span)->text =
				str_unquoted(pair->name.text);
	}
}

/* The strings of the exec form: where they have no escapes, as they stand between their quotes. */
static void add_words(struct texts *texts, const struct dockerfile_instr *instr)
{
	for (size_t i = 0; i < instr->nwords; i++) {
		const struct dockerfile_word *word = &instr->words[i];
		struct str raw = str_unquoted(str_slice(instr->line, word->from, word->to));
		struct recipe_item *item = add(texts, instr, RECIPE_COMMAND,
					       str_eq(raw, word->text) ? raw : word->text,
					       dockerfile_word_span(instr, word));
		struct str flag = i ? credential_flag(instr->words[i - 1].text) : STR("");

		if (!flag.n || str_starts(word->text, STR("-")))
			continue;
		item->form = RECIPE_VALUE;
		item->text = flag;
	}
}

static void add_instruction(struct texts *texts, const struct dockerfile_instr *instr)
{
	bool file = instr->kind == DOCKERFILE_COPY || instr->kind == DOCKERFILE_ADD;

	if (instr->error)
		return;
	switch (instr->kind) {
	case DOCKERFILE_ARG:
	case DOCKERFILE_ENV:
	case DOCKERFILE_LABEL:
		add_pairs(texts, instr);
		break;
	case DOCKERFILE_RUN:
	case DOCKERFILE_CMD:
	case DOCKERFILE_ENTRYPOINT:
	case DOCKERFILE_HEALTHCHECK:
	case DOCKERFILE_ADD:
	case DOCKERFILE_COPY:
		if (instr->nwords)
			add_words(texts, instr);
		else
			add(texts, instr, RECIPE_COMMAND, instr->text,
			    dockerfile_slice_span(instr, instr->text));
		for (size_t i = 0; i < instr->ndocs; i++)
			add(texts, instr, file ? RECIPE_SETTINGS : RECIPE_COMMAND,
			    instr->docs[i].body, instr->docs[i].span);
		break;
	default:
		break;
	}
}

void recipe_add_texts(const struct recipe_making *to, struct recipe *recipe)
{
	const struct build *build = to->service->build;
	const struct dockerfile *file = build && build->image ? build->image->file : NULL;
	struct texts texts = { .arena = to->arena };

	for (size_t i = 0; file && i < file->ninstrs; i++) {
		const struct dockerfile_instr *instr = &file->instrs[i];

		add_instruction(&texts, instr->trigger ? instr->trigger : instr);
	}
	recipe->texts = texts.all;
	recipe->ntexts = texts.count;
}

struct span recipe_text_span(const struct recipe_item *item, size_t from, size_t to)
{
	const struct dockerfile_instr *instr = item->instr;
	struct span span = dockerfile_slice_span(instr, str_slice(item->content, from, to));

	/* a decoded string stands nowhere: its word does */
	return span_eq(span, instr->head) ? item->span : span;
}
