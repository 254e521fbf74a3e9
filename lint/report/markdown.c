/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "report/markdown.h"

#include "base/arena.h"

static bool is_mark(char c)
{
	return str_find_byte(STR("\\`*_{}[]<>#&|~"), c, 0) != STR_NPOS;
}

static void add(struct builder *b, struct str text)
{
	for (size_t i = 0; i < text.n; i++) {
		if (is_mark(text.p[i]))
			builder_byte(b, '\\');
		builder_byte(b, text.p[i]);
	}
}

static void add_section(struct builder *b, struct str heading, struct str paragraphs)
{
	if (!paragraphs.n)
		return;
	if (heading.n)
		builder_fmt(b, "## %.*s\n\n", STR_FMT(heading));
	add(b, str_trim(paragraphs));
	builder_add(b, STR("\n\n"));
}

static bool has_fence(struct str text)
{
	return str_has(text, STR("```"));
}

static void add_examples(struct builder *b, struct str heading, const struct str *texts)
{
	if (!texts[0].n || has_fence(texts[0]))
		return;
	/* one is enough to see what is meant; explain has them all */
	builder_fmt(b, "## %.*s\n\n```yaml\n%.*s```\n\n", STR_FMT(heading), STR_FMT(texts[0]));
}

/* "title <address>" as a link. */
static void add_reference(struct builder *b, struct str line)
{
	size_t at = str_find_byte(line, '<', 0);
	struct str title = str_trim(str_slice(line, 0, at == STR_NPOS ? line.n : at));

	builder_add(b, STR("- "));
	if (at == STR_NPOS || !str_ends(line, STR(">"))) {
		add(b, line);
	} else {
		builder_byte(b, '[');
		add(b, title);
		builder_fmt(b, "](%.*s)", STR_FMT(str_slice(line, at, line.n)));
	}
	builder_byte(b, '\n');
}

/* What else is to be done, by cause. */
static void add_helps(struct builder *b, const struct rule *rule)
{
	for (size_t i = 0; rule->helps && rule->helps[i].text.n; i++) {
		builder_add(b, STR("- Where "));
		add(b, rule->helps[i].when);
		builder_add(b, STR(": "));
		add(b, rule->helps[i].text);
		builder_byte(b, '\n');
	}
	if (rule->helps)
		builder_byte(b, '\n');
}

struct str markdown_rule(struct arena *arena, const struct rule *rule)
{
	struct builder b = { .arena = arena };
	struct str see = rule->see;

	add_section(&b, STR_NONE, rule->reason);
	add_section(&b, STR("What it does not report"), rule->silent);
	add_section(&b, STR("How to mend it"), rule->advice);
	add_helps(&b, rule);
	add_examples(&b, STR("Reported, in the lines marked with an arrow"), rule->bad);
	add_examples(&b, STR("Not reported"), rule->good);
	if (see.n)
		builder_add(&b, STR("## References\n\n"));
	while (see.p) {
		struct str line = str_trim(str_cut(&see, '\n'));

		if (line.n)
			add_reference(&b, line);
	}
	return str_trim(builder_str(&b));
}
