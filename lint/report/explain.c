/* SPDX-License-Identifier: MIT */
/* One rule for a person, and all of them as a list: what the data sheets say. */
#include "config.h"

#include "base/limits.h"
#include "base/nearest.h"
#include "base/utf8.h"
#include "report/json_text.h"
#include "report/line.h"
#include "report/mapping.h"
#include "report/report.h"

enum { COLUMNS = 78 };

static const struct str format_words[] = { STR_INIT("text"), STR_INIT("json"), STR_INIT("mdoc") };

bool explain_format_find(struct str name, enum rules_format *format)
{
	for (unsigned i = 0; i <= RULES_MDOC; i++) {
		if (!str_eq(name, format_words[i]))
			continue;
		*format = (enum rules_format)i;
		return true;
	}
	return false;
}

struct str explain_applies(enum rule_applies applies)
{
	switch (applies) {
	case APPLIES_AGENT:
		return STR("services judged as agents");
	case APPLIES_NOT_AGENT:
		return STR("services that are no agent");
	case APPLIES_ANY:
		break;
	}
	return STR("every service");
}

/* ---- one rule ---- */

static void paragraphs(FILE *stream, struct arena *arena, struct str text)
{
	while (text.n) {
		size_t end = str_find(text, STR("\n\n"), 0);
		struct str one = str_slice(text, 0, end == STR_NPOS ? text.n : end);

		line_wrap(stream, arena, one, COLUMNS, STR(""), STR(""));
		fputc('\n', stream);
		text = end == STR_NPOS ? STR_NONE : str_slice(text, end + 2, text.n);
	}
}

static void section(FILE *stream, struct arena *arena, const char *heading, struct str text)
{
	if (!text.n)
		return;
	fprintf(stream, "%s\n\n", heading);
	paragraphs(stream, arena, text);
}

/* As written, four columns in. */
static void example(FILE *stream, struct arena *arena, struct str text)
{
	while (text.p && text.n) {
		struct str line = str_cut(&text, '\n');
		struct builder b = { .arena = arena };

		if (line.n)
			builder_add(&b, STR("    "));
		line_add(&b, line);
		line_put(stream, &b);
	}
	fputc('\n', stream);
}

static void examples(FILE *stream, struct arena *arena, const char *heading,
		     const struct str *texts)
{
	for (size_t i = 0; i < RULE_EXAMPLES && texts[i].n; i++) {
		if (!i)
			fprintf(stream, "%s\n\n", heading);
		example(stream, arena, texts[i]);
	}
}

/* Only to rules that there are: a name that explain does not know helps nobody. */
static void yields(FILE *stream, struct arena *arena, struct rule_set rules,
		   const struct rule *rule)
{
	struct builder b = { .arena = arena };

	for (size_t i = 0; rule->yields && rule->yields[i].n; i++) {
		if (!rule_find(rules, rule->yields[i]))
			continue;
		builder_add(&b, b.n ? STR(", ") : STR("Gives way to "));
		builder_add(&b, rule->yields[i]);
	}
	if (!b.n)
		return;
	builder_add(&b, STR(", where they speak of the same text."));
	paragraphs(stream, arena, builder_str(&b));
}

static void options(FILE *stream, struct arena *arena, const struct rule *rule)
{
	for (size_t i = 0; i < RULE_OPTIONS && rule->options[i].name.n; i++) {
		const struct rule_option *option = &rule->options[i];

		if (!i)
			fputs("Options in the configuration:\n\n", stream);
		paragraphs(stream, arena,
			   arena_fmt(arena, "%.*s: %.*s", STR_FMT(option->name),
				     STR_FMT(option->about)));
	}
}

/* Each catalogue that asks for it on a line of its own. */
static void asked_by(FILE *stream, struct arena *arena, const struct rule *rule)
{
	const struct mapping *all;
	struct builder b = { .arena = arena };
	size_t count = mapping_all(&all);
	struct str head = STR_NONE;
	bool any = false;

	for (size_t i = 0; i <= count; i++) {
		if (i == count || all[i].heads) {
			if (b.n)
				line_wrap(stream, arena, builder_str(&b), COLUMNS, STR("    "),
					  STR("        "));
			head = i < count ? all[i].name : STR_NONE;
			b = (struct builder){ .arena = arena };
			continue;
		}
		if (!mapping_has(&all[i], rule->name))
			continue;
		if (!any)
			fputs("Asked for by:\n\n", stream);
		any = true;
		if (b.n)
			builder_add(&b, STR("; "));
		else
			builder_fmt(&b, "%.*s: ", STR_FMT(head));
		builder_add(&b, all[i].name);
		if (all[i].about.n)
			builder_fmt(&b, ", %.*s", STR_FMT(all[i].about));
	}
	fputs(any ? "\n" : "No catalogue that it was compared with asks for it.\n\n", stream);
}

/* A question after the nearest name, else after those that the word is a part of. */
static struct str like_it(struct arena *arena, struct rule_set rules, struct str name)
{
	struct builder b = { .arena = arena };
	struct nearest nearest = { .wanted = name };
	size_t count = 0;

	for (size_t i = 0; i < rules.count; i++)
		nearest_offer(&nearest, rules.all[i]->name);
	if (nearest.name.n)
		return nearest_question(arena, &nearest);
	for (size_t i = 0; name.n && i < rules.count; i++) {
		struct str other = rules.all[i]->name;

		if (str_find(other, name, 0) != STR_NPOS)
			builder_fmt(&b, "%s'%.*s'", count++ ? ", " : "; did you mean ",
				    STR_FMT(other));
	}
	return count ? arena_fmt(arena, "%.*s?", STR_FMT(builder_str(&b))) : STR(";");
}

static struct failure no_rule(struct arena *arena, struct rule_set rules, struct str name)
{
	struct builder b = { .arena = arena };

	for (size_t i = 0; i < rules.count; i++)
		if (str_eq(rule_group_name(rules.all[i]->group), name))
			return failure_fmt(arena,
					   "'%.*s' is a group of rules; 'compose-lint rules' lists "
					   "them",
					   STR_FMT(name));
	utf8_add_visible(&b, name, LIMIT_QUOTE_COLUMNS);
	return failure_fmt(arena, "no rule '%.*s'%.*s 'compose-lint rules' lists them",
			   STR_FMT(builder_str(&b)), STR_FMT(like_it(arena, rules, name)));
}

/* What else is to be done, by cause. */
static void helps(FILE *stream, struct arena *arena, const struct rule *rule)
{
	for (size_t i = 0; rule->helps && rule->helps[i].text.n; i++)
		paragraphs(stream, arena,
			   arena_fmt(arena, "Where %.*s: %.*s", STR_FMT(rule->helps[i].when),
				     STR_FMT(rule->helps[i].text)));
}

struct failure explain_rule(struct rule_set rules, struct str name, FILE *stream,
			    struct arena *arena)
{
	const struct rule *rule = rule_find(rules, name);
	struct str see;

	if (!rule)
		return no_rule(arena, rules, name);

	fprintf(stream, "%.*s: %.*s\n\n", STR_FMT(rule->name), STR_FMT(rule->summary));
	fprintf(stream, "%.*s, group %.*s, applies to %.*s\n\n",
		STR_FMT(report_level_word(rule->severity)), STR_FMT(rule_group_name(rule->group)),
		STR_FMT(explain_applies(rule->applies)));
	paragraphs(stream, arena, rule->reason);
	section(stream, arena, "What it does not report:", rule->silent);
	yields(stream, arena, rules, rule);
	section(stream, arena, "How to mend it:", rule->advice);
	helps(stream, arena, rule);
	options(stream, arena, rule);
	examples(stream, arena, "Reported, in the lines marked \"# <-\":", rule->bad);
	examples(stream, arena, "Not reported:", rule->good);
	asked_by(stream, arena, rule);
	see = rule->see;
	if (see.n) {
		fputs("References:\n\n", stream);
		while (see.p) {
			struct str line = str_trim(str_cut(&see, '\n'));
			struct builder b = { .arena = arena };

			if (!line.n)
				continue;
			builder_add(&b, STR("    "));
			line_add(&b, line);
			line_put(stream, &b);
		}
	}
	return report_flush(stream, arena);
}

/* ---- all rules ---- */

static void list(struct rule_set rules, FILE *stream)
{
	size_t width = 0;

	for (size_t i = 0; i < rules.count; i++)
		if (rules.all[i]->name.n > width)
			width = rules.all[i]->name.n;
	for (size_t i = 0; i < rules.count; i++) {
		const struct rule *rule = rules.all[i];

		fprintf(stream, "%-*.*s  %-7.*s  %-11.*s  %.*s\n", (int)width, STR_FMT(rule->name),
			STR_FMT(report_level_word(rule->severity)),
			STR_FMT(rule_group_name(rule->group)), STR_FMT(rule->summary));
	}
}

static json_t *texts(struct arena *arena, const struct str *all, size_t count)
{
	json_t *array = json_array();

	for (size_t i = 0; all && i < count && all[i].n; i++)
		json_array_append_new(array, json_text(arena, all[i]));
	return array;
}

static json_t *lines(struct arena *arena, struct str text)
{
	json_t *array = json_array();

	while (text.p) {
		struct str line = str_trim(str_cut(&text, '\n'));

		if (line.n)
			json_array_append_new(array, json_text(arena, line));
	}
	return array;
}

static const char *applies_word(enum rule_applies applies)
{
	return applies == APPLIES_AGENT ? "agent" : applies == APPLIES_ANY ? "any" : "not-agent";
}

static json_t *options_json(struct arena *arena, const struct rule *rule)
{
	json_t *array = json_array();

	for (size_t i = 0; i < RULE_OPTIONS && rule->options[i].name.n; i++) {
		json_t *object = json_object();

		json_put(object, "name", json_text(arena, rule->options[i].name));
		json_put(object, "about", json_text(arena, rule->options[i].about));
		json_array_append_new(array, object);
	}
	return array;
}

static json_t *asked_by_json(struct arena *arena, const struct rule *rule)
{
	const struct mapping *all;
	size_t count = mapping_all(&all);
	json_t *array = json_array();
	struct str head = STR_NONE;

	for (size_t i = 0; i < count; i++) {
		json_t *object;

		if (all[i].heads)
			head = all[i].name;
		if (!mapping_has(&all[i], rule->name))
			continue;
		object = json_object();
		json_put(object, "catalogue", json_text(arena, head));
		json_put(object, "name", json_text(arena, all[i].name));
		json_array_append_new(array, object);
	}
	return array;
}

static json_t *helps_json(struct arena *arena, const struct rule *rule)
{
	json_t *array = json_array();

	for (size_t i = 0; rule->helps && rule->helps[i].text.n; i++) {
		json_t *object = json_object();

		json_put(object, "when", json_text(arena, rule->helps[i].when));
		json_put(object, "advice", json_text(arena, rule->helps[i].text));
		json_array_append_new(array, object);
	}
	return array;
}

static void list_json(struct rule_set rules, FILE *stream, struct arena *arena)
{
	json_t *document, *array;

	json_begin();
	document = json_object();
	array = json_array();
	for (size_t i = 0; i < rules.count; i++) {
		const struct rule *rule = rules.all[i];
		json_t *object = json_object();

		json_put(object, "name", json_text(arena, rule->name));
		json_put(object, "severity", json_text(arena, report_level_word(rule->severity)));
		json_put(object, "group", json_text(arena, rule_group_name(rule->group)));
		json_put(object, "applies", json_string(applies_word(rule->applies)));
		json_put(object, "score",
			 rule->score.n ? json_text(arena, rule->score) : json_null());
		json_put(object, "summary", json_text(arena, rule->summary));
		json_put(object, "reason", json_text(arena, rule->reason));
		json_put(object, "silent", json_text(arena, rule->silent));
		json_put(object, "advice", json_text(arena, rule->advice));
		json_put(object, "helps", helps_json(arena, rule));
		json_put(object, "options", options_json(arena, rule));
		json_put(object, "yields", texts(arena, rule->yields, SIZE_MAX));
		json_put(object, "bad", texts(arena, rule->bad, RULE_EXAMPLES));
		json_put(object, "good", texts(arena, rule->good, RULE_EXAMPLES));
		json_put(object, "asked", asked_by_json(arena, rule));
		json_put(object, "see", lines(arena, rule->see));
		json_array_append_new(array, object);
	}
	json_put(document, "version", json_count(1));
	json_put(document, "rules", array);
	json_print(document, stream);
}

struct failure explain_all(struct rule_set rules, enum rules_format format, FILE *stream,
			   struct arena *arena)
{
	switch (format) {
	case RULES_TEXT:
		list(rules, stream);
		break;
	case RULES_JSON:
		list_json(rules, stream, arena);
		break;
	case RULES_MDOC:
		report_mdoc(rules, stream);
		break;
	}
	return report_flush(stream, arena);
}
