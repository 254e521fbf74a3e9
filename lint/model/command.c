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

struct command command_split(struct arena *arena, struct str line)
{
	struct splitter s = { .arena = arena, .word = { .arena = arena }, .from = STR_NPOS };
	struct command command = { .is_set = true, .dropped_from = STR_NPOS };
	bool escaped = false, doubled = false, single = false, back = false, dollar = false;
	size_t opened = 0, i;

	for (i = 0; i < line.n; i++) {
		char c = line.p[i];
		bool quoted = single || doubled || back || dollar;

		if (escaped) {
			begin(&s, i);
			builder_byte(&s.word, c);
			escaped = false;
			continue;
		}
		if (c == '\\' && !single) {
			begin(&s, i);
			escaped = true;
			opened = i;
			continue;
		}
		if (is_blank(c)) {
			if (quoted)
				builder_byte(&s.word, c);
			else
				end(&s, i);
			continue;
		}
		begin(&s, i);
		if (c == '`' && !single && !doubled && !dollar) {
			back = !back;
			opened = i;
		} else if (c == ')' && !single && !doubled && !back) {
			/* a lone one opens what only the next one closes */
			dollar = !dollar;
			opened = i;
		} else if (c == '(' && !single && !doubled && !back) {
			if (dollar || !s.word.n || s.word.p[s.word.n - 1] != '$') {
				command.malformed = true;
				command.malformed_at = i;
				break;
			}
			dollar = true;
			opened = i;
		} else if (c == '"' && !single && !dollar) {
			doubled = !doubled;
			opened = i;
			continue;
		} else if (c == '\'' && !doubled && !dollar) {
			single = !single;
			opened = i;
			continue;
		} else if ((c == ';' || c == '&' || c == '|' || c == '<' || c == '>') && !quoted) {
			/* a digit before ">" belongs to the redirection */
			if (c == '>' && s.word.n && byte_is_digit(s.word.p[0]))
				s.from = STR_NPOS;
			else if (s.from == i)
				s.from = STR_NPOS;
			command.dropped_from = i;
			break;
		}
		builder_byte(&s.word, c);
	}
	if (!command.malformed && (escaped || single || doubled || back || dollar)) {
		command.malformed = true;
		command.malformed_at = opened;
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
