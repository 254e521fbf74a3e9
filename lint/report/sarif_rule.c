/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "report/sarif_rule.h"

#include "base/arena.h"
#include "base/utf8.h"
#include "report/line.h"
#include "report/markdown.h"

/* GitHub takes so many characters of a text. */
enum { TEXT_COLUMNS = 1000 };

const char *sarif_level(enum level level)
{
	return level == LEVEL_ERROR ? "error" : level == LEVEL_WARNING ? "warning" : "note";
}

/* How many bytes "${NAME}" takes at the start of the text, and its name; 0: it is none. */
static size_t reference(struct str text, struct str *name)
{
	size_t at = 2;

	if (!str_starts(text, STR("${")))
		return 0;
	while (at < text.n && (byte_is_alnum(text.p[at]) || text.p[at] == '_'))
		at++;
	if (at == 2 || at >= text.n || text.p[at] != '}')
		return 0;
	*name = str_slice(text, 2, at);
	return at + 1;
}

/* Bytes at the start of the text that mean nothing to viewers. */
static size_t as_it_is(struct str text)
{
	size_t n = 0;

	while (n < text.n && text.p[n] != '$' && text.p[n] != '{' && text.p[n] != '}' &&
	       text.p[n] != '(' && text.p[n] != '`')
		n++;
	return n;
}

struct str sarif_text(struct arena *arena, struct str text)
{
	struct str visible = line_visible(arena, text, TEXT_COLUMNS), name;
	struct builder b = { .arena = arena };

	for (size_t i = 0; i < visible.n; i++) {
		char c = visible.p[i];
		size_t skip = as_it_is(str_slice(visible, i, visible.n));

		if (skip) {
			builder_add(&b, str_slice(visible, i, i + skip));
			i += skip - 1;
			continue;
		}
		skip = reference(str_slice(visible, i, visible.n), &name);
		if (skip) {
			builder_byte(&b, '$');
			builder_add(&b, name);
			i += skip - 1;
			continue;
		}
		if (c == '(' && i && visible.p[i - 1] == ']')
			builder_byte(&b, ' ');
		builder_byte(&b, (char)(c == '{' ? '(' : c == '}' ? ')' : c == '`' ? '\'' : c));
	}
	return builder_str(&b);
}

json_t *sarif_message(struct arena *arena, struct str text)
{
	json_t *message = json_object();

	json_put(message, "text", json_text(arena, text));
	return message;
}

/* socket-mount: SocketMount */
static struct str pascal_case(struct arena *arena, struct str name)
{
	struct builder b = { .arena = arena };

	while (name.p) {
		struct str word = str_cut(&name, '-');

		builder_add(&b, str_upper(arena, str_slice(word, 0, 1)));
		builder_add(&b, str_slice(word, 1, word.n));
	}
	return builder_str(&b);
}

/* A line as a sentence. */
static struct str sentence(struct arena *arena, struct str line)
{
	return arena_fmt(arena, "%.*s%.*s.", STR_FMT(str_upper(arena, str_slice(line, 0, 1))),
			 STR_FMT(str_slice(line, 1, line.n)));
}

/* The first paragraph, cut at a word where it is too long. */
static struct str beginning(struct arena *arena, struct str text)
{
	struct str first = str_slice(text, 0, str_find(text, STR("\n\n"), 0));
	size_t end;

	if (first.n <= TEXT_COLUMNS)
		return first;
	first = str_slice(first, 0, TEXT_COLUMNS);
	end = str_rfind_byte(first, ' ');
	return arena_fmt(arena, "%.*s ...", STR_FMT(str_slice(first, 0, end)));
}

static struct str help(struct arena *arena, const struct rule *rule)
{
	struct builder b = { .arena = arena };

	builder_add(&b, str_trim(rule->reason));
	if (rule->advice.n)
		builder_fmt(&b, "\n\n%.*s", STR_FMT(str_trim(rule->advice)));
	if (rule->see.n)
		builder_fmt(&b, "\n\n%.*s", STR_FMT(str_trim(rule->see)));
	return builder_str(&b);
}

static json_t *properties(struct arena *arena, const struct rule *rule)
{
	json_t *object = json_object(), *tags = json_array();

	if (rule->score.n) {
		json_array_append_new(tags, json_string("security"));
		json_put(object, "security-severity", json_text(arena, rule->score));
	}
	json_array_append_new(tags, json_text(arena, rule_group_name(rule->group)));
	json_put(object, "tags", tags);
	return object;
}

json_t *sarif_rule(const struct report *report, const struct rule *rule)
{
	struct arena *arena = &report->lint->run;
	struct str url = report_rule_url(report, rule->name);
	json_t *object = json_object(), *configuration = json_object(), *text;

	json_put(object, "id", json_text(arena, rule->name));
	json_put(object, "name", json_text(arena, pascal_case(arena, rule->name)));
	json_put(object, "shortDescription", sarif_message(arena, sentence(arena, rule->summary)));
	json_put(object, "fullDescription", sarif_message(arena, beginning(arena, rule->reason)));
	text = sarif_message(arena, help(arena, rule));
	json_put(text, "markdown", json_text(arena, markdown_rule(arena, rule)));
	json_put(object, "help", text);
	if (url.n)
		json_put(object, "helpUri", json_text(arena, url));
	json_put(configuration, "level", json_string(sarif_level(rule->severity)));
	json_put(object, "defaultConfiguration", configuration);
	json_put(object, "properties", properties(arena, rule));
	return object;
}
