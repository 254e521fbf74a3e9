/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "model/command.h"

#include "base/arena.h"

struct splitter {
	struct arena *arena;
	struct command_word *words;
	size_t count, capacity;
	struct builder word;
	size_t from; /* where the word began; STR_NPOS between words */
};

struct quoting {
	bool doubled, single, back, dollar; /* open: "", '', ``, $() */
	size_t opened;                      /* where the last mark or escape stood */
};

static void begin(struct splitter *s, size_t at)
{
	if (s->from == STR_NPOS)
		s->from = at;
}

static void end(struct splitter *s, size_t at)
{
	if (s->from == STR_NPOS)
		return;
	s->words = arena_grow(s->arena, s->words, s->count, &s->capacity, sizeof(*s->words));
	s->words[s->count++] =
		(struct command_word){ arena_str(s->arena, builder_str(&s->word)), s->from, at };
	s->word = (struct builder){ .arena = s->arena };
	s->from = STR_NPOS;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static bool is_quoted(const struct quoting *quoting)
{
	return quoting->single || quoting->doubled || quoting->back || quoting->dollar;
}

/* What becomes of a character that is neither blank nor escaped. */
enum fate { FATE_KEPT, FATE_DROPPED, FATE_ENDS, FATE_MALFORMED };

static enum fate fate_of(struct splitter *s, struct quoting *quoting, char c, size_t at)
{
	bool in_quotes = quoting->single || quoting->doubled;
	enum fate fate = FATE_KEPT;

	if (c == '`' && !in_quotes && !quoting->dollar) {
		quoting->back = !quoting->back;
	} else if (c == ')' && !in_quotes && !quoting->back) {
		/* a lone one opens what only the next one closes */
		quoting->dollar = !quoting->dollar;
	} else if (c == '(' && !in_quotes && !quoting->back) {
		if (quoting->dollar || !s->word.n || s->word.p[s->word.n - 1] != '$')
			return FATE_MALFORMED;
		quoting->dollar = true;
	} else if (c == '"' && !quoting->single && !quoting->dollar) {
		quoting->doubled = !quoting->doubled;
		fate = FATE_DROPPED;
	} else if (c == '\'' && !quoting->doubled && !quoting->dollar) {
		quoting->single = !quoting->single;
		fate = FATE_DROPPED;
	} else {
		return str_find_byte(STR(";&|<>"), c, 0) != STR_NPOS && !is_quoted(quoting)
			       ? FATE_ENDS
			       : FATE_KEPT;
	}
	quoting->opened = at;
	return fate;
}

/* False: the line ends for us, here or because it is malformed. */
static bool split_character(struct splitter *s, struct quoting *quoting, char c, size_t at,
			    struct command *command)
{
	begin(s, at);
	switch (fate_of(s, quoting, c, at)) {
	case FATE_KEPT:
		builder_byte(&s->word, c);
		return true;
	case FATE_DROPPED:
		return true;
	case FATE_ENDS:
		/* a digit before ">" belongs to the redirection */
		if (s->from == at || (c == '>' && s->word.n && byte_is_digit(s->word.p[0])))
			s->from = STR_NPOS;
		command->dropped_from = at;
		return false;
	case FATE_MALFORMED:
		break;
	}
	command->malformed = true;
	command->malformed_at = at;
	return false;
}

struct command command_split(struct arena *arena, struct str line)
{
	struct splitter s = { .arena = arena, .word = { .arena = arena }, .from = STR_NPOS };
	struct quoting quoting = { .opened = 0 };
	struct command command = { .is_set = true, .dropped_from = STR_NPOS };
	bool escaped = false;
	size_t i;

	for (i = 0; i < line.n; i++) {
		char c = line.p[i];

		if (escaped) {
			begin(&s, i);
			builder_byte(&s.word, c);
			escaped = false;
		} else if (c == '\\' && !quoting.single) {
			begin(&s, i);
			escaped = true;
			quoting.opened = i;
		} else if (is_blank(c) && is_quoted(&quoting)) {
			builder_byte(&s.word, c);
		} else if (is_blank(c)) {
			end(&s, i);
		} else if (!split_character(&s, &quoting, c, i, &command)) {
			break;
		}
	}
	if (!command.malformed && (escaped || is_quoted(&quoting))) {
		command.malformed = true;
		command.malformed_at = quoting.opened;
	}
	end(&s, i);
	command.words = s.words;
	command.count = s.count;
	return command;
}

struct command command_of(struct arena *arena, const struct node *node)
{
	struct command command = { .node = node, .dropped_from = STR_NPOS };
	struct command_word *words;

	if (!node || node->kind == NODE_NULL || node->kind == NODE_MAPPING)
		return command;
	if (node->kind != NODE_SEQUENCE) {
		command = command_split(arena, node->text);
		command.node = node;
		return command;
	}
	words = ARENA_ARRAY(arena, node->count + 1, struct command_word);
	for (size_t i = 0; i < node->count; i++)
		words[i] = (struct command_word){ node_text(node->in.items[i]), 0,
						  node_text(node->in.items[i]).n };
	command.is_set = true;
	command.words = words;
	command.count = node->count;
	return command;
}

const struct node *command_node(const struct command *command, size_t at)
{
	const struct node *node = command->node;

	return node->kind == NODE_SEQUENCE && at < node->count ? node->in.items[at] : node;
}

bool command_option(const struct command *command, size_t at, struct command_option *option)
{
	struct str rest = command->words[at].text;
	bool more = at + 1 < command->count;

	if (!str_starts(rest, STR("--")) || rest.n == 2)
		return false;
	rest = str_slice(rest, 2, rest.n);
	option->name = str_cut(&rest, '=');
	option->value = rest.p ? rest : more ? command->words[at + 1].text : STR("");
	option->node = command_node(command, rest.p || !more ? at : at + 1);
	return true;
}
