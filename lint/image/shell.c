/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "image/shell.h"

/* ------------------------------------------------------------ the program */

static bool is_name_byte(char c)
{
	return byte_is_alnum(c) || c == '_';
}

static bool is_one_of(struct str word, const struct str *list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (str_eq(word, list[i]))
			return true;
	return false;
}

static bool is_grammar(struct str word)
{
	static const struct str words[] = { STR_INIT("if"),   STR_INIT("then"),  STR_INIT("elif"),
					    STR_INIT("else"), STR_INIT("while"), STR_INIT("until"),
					    STR_INIT("do"),   STR_INIT("!"),     STR_INIT("time") };

	return is_one_of(word, words, sizeof(words) / sizeof(*words));
}

bool shell_is_conditional(const struct shell_command *command)
{
	struct str first = command->nwords > 0 ? command->words[0].text : STR("");

	return is_grammar(first) && !str_eq(first, STR("!")) && !str_eq(first, STR("time"));
}

static bool is_assignment(struct str word)
{
	size_t equals = str_find_byte(word, '=', 0);

	if (equals == STR_NPOS || equals == 0 || byte_is_digit(word.p[0]))
		return false;
	for (size_t i = 0; i < equals; i++)
		if (!is_name_byte(word.p[i]))
			return false;
	return true;
}

static bool is_redirection(struct str word)
{
	return str_find_byte(word, '<', 0) != STR_NPOS || str_find_byte(word, '>', 0) != STR_NPOS;
}

/* Options of sudo and env that take the next word. */
static bool option_takes_word(struct str word)
{
	static const struct str options[] = { STR_INIT("-u"), STR_INIT("-g"), STR_INIT("-C"),
					      STR_INIT("-h"), STR_INIT("-p"), STR_INIT("-D"),
					      STR_INIT("-r"), STR_INIT("-t"), STR_INIT("-S") };

	return is_one_of(word, options, sizeof(options) / sizeof(*options));
}

static bool is_front(struct str word)
{
	static const struct str programs[] = { STR_INIT("sudo"), STR_INIT("env"),
					       STR_INIT("exec"), STR_INIT("command"),
					       STR_INIT("nice"), STR_INIT("nohup") };

	return is_one_of(shell_program_name(word), programs, sizeof(programs) / sizeof(*programs));
}

static size_t program_of(const struct shell_word *words, size_t nwords)
{
	size_t at = 0;
	bool behind_front = false;

	while (at < nwords) {
		struct str word = words[at].text;

		if (is_redirection(word))
			at += 2;
		else if (is_grammar(word) || is_assignment(word))
			at++;
		else if (behind_front && word.n > 1 && word.p[0] == '-')
			at += option_takes_word(word) ? 2 : 1;
		else if (is_front(word)) {
			behind_front = true;
			at++;
		} else {
			break;
		}
	}
	return at < nwords ? at : nwords;
}

struct str shell_program_name(struct str word)
{
	size_t slash = str_rfind_byte(word, '/');

	return slash == STR_NPOS ? word : str_slice(word, slash + 1, word.n);
}

bool shell_takes_text(struct str option)
{
	return str_starts(option, STR("-")) && !str_starts(option, STR("--")) &&
	       str_find_byte(option, 'c', 1) != STR_NPOS;
}

bool shell_is_shell(struct str word)
{
	static const struct str shells[] = { STR_INIT("sh"),   STR_INIT("bash"), STR_INIT("ash"),
					     STR_INIT("dash"), STR_INIT("zsh"),  STR_INIT("ksh") };

	return is_one_of(shell_program_name(word), shells, sizeof(shells) / sizeof(*shells));
}

/* ------------------------------------------------------------ the cutting */

/* A short text may hold short values; many references to a long one are left as written. */
enum { VALUE_ROOM = 64 * 1024 };

struct cutter {
	struct arena *arena;
	struct str text;
	size_t at;
	const struct scope *scope;
	size_t room; /* bytes of values that may still be put in */

	struct str piece; /* of the text or one value, when the word is nothing else so far */
	struct builder word;
	size_t word_from;
	bool in_word;

	struct shell_word *words; /* of the command being cut */
	size_t nwords, word_capacity;
	enum shell_join join;

	struct shell_command *commands;
	size_t ncommands, command_capacity;
};

static char look(const struct cutter *cut, size_t ahead)
{
	return cut->at + ahead < cut->text.n ? cut->text.p[cut->at + ahead] : '\0';
}

static bool at_end(const struct cutter *cut)
{
	return cut->at >= cut->text.n;
}

static void begin_word(struct cutter *cut)
{
	if (cut->in_word)
		return;
	cut->in_word = true;
	cut->word_from = cut->at;
	cut->piece = STR_NONE;
	cut->word = (struct builder){ .arena = cut->arena };
}

/* Most words stand in the text as they are, and need no copy. */
static void add(struct cutter *cut, struct str piece)
{
	if (!cut->word.p && !cut->piece.p) {
		cut->piece = piece;
		return;
	}
	if (!cut->word.p && cut->piece.p + cut->piece.n == piece.p) {
		cut->piece.n += piece.n;
		return;
	}
	if (!cut->word.p)
		builder_add(&cut->word, cut->piece);
	builder_add(&cut->word, piece);
}

static struct str word_so_far(const struct cutter *cut)
{
	struct str word = cut->word.p ? builder_str(&cut->word) : cut->piece;

	return word.n > 0 ? word : STR("");
}

/* What ends a run of plain bytes. */
static const bool means_in_word[256] = {
	[' '] = true, ['\t'] = true, ['\n'] = true, ['\v'] = true, ['\f'] = true, ['\r'] = true,
	[';'] = true, ['&'] = true,  ['|'] = true,  ['('] = true,  [')'] = true,  ['`'] = true,
	['<'] = true, ['>'] = true,  ['\''] = true, ['"'] = true,  ['\\'] = true, ['$'] = true,
};
static const bool means_in_quotes[256] = { ['"'] = true, ['\\'] = true, ['$'] = true };

/* One byte of the text, and those behind it up to the first that means something. */
static void add_plain(struct cutter *cut, const bool *means)
{
	const char *text = cut->text.p;
	size_t from = cut->at, at = from + 1;

	while (at < cut->text.n && !means[(unsigned char)text[at]])
		at++;
	cut->at = at;
	add(cut, str_slice(cut->text, from, at));
}

static void end_word(struct cutter *cut)
{
	if (!cut->in_word)
		return;
	cut->in_word = false;
	cut->words = arena_grow(cut->arena, cut->words, cut->nwords, &cut->word_capacity,
				sizeof(*cut->words));
	cut->words[cut->nwords++] =
		(struct shell_word){ word_so_far(cut), cut->word_from, cut->at };
}

static void end_command(struct cutter *cut, enum shell_join next)
{
	end_word(cut);
	if (cut->nwords > 0) {
		struct shell_command *command;

		cut->commands = arena_grow(cut->arena, cut->commands, cut->ncommands,
					   &cut->command_capacity, sizeof(*cut->commands));
		command = &cut->commands[cut->ncommands++];
		command->words = cut->words;
		command->nwords = cut->nwords;
		command->program = program_of(cut->words, cut->nwords);
		command->from = cut->words[0].from;
		command->to = cut->words[cut->nwords - 1].to;
		command->join = cut->join;
		cut->join = next;
	} else if (cut->ncommands > 0 || next == SHELL_PIPE) {
		/* "(a) | b": what joins b is the pipe, not the parenthesis */
		if (next != SHELL_GROUP)
			cut->join = next;
	}
	cut->words = NULL;
	cut->nwords = cut->word_capacity = 0;
}

/* Adds the value of the variable, or the reference as written. */
static void add_variable(struct cutter *cut, size_t name_from, size_t name_to, size_t from,
			 size_t to)
{
	struct str name = str_slice(cut->text, name_from, name_to);
	const struct scope_value *value =
		name.n > 0 && cut->scope != NULL ? scope_find(cut->scope, name) : NULL;

	if (value != NULL && value->text.n <= cut->room) {
		cut->room -= value->text.n;
		add(cut, value->text);
	} else {
		add(cut, str_slice(cut->text, from, to));
	}
	cut->at = to;
}

/* "${...}": the bytes behind its closing brace; nested ones are counted. */
static size_t behind_braces(const struct cutter *cut)
{
	size_t at = cut->at + 2, depth = 1;

	while (at < cut->text.n && depth > 0) {
		if (cut->text.p[at] == '\\')
			at++;
		else if (cut->text.p[at] == '{')
			depth++;
		else if (cut->text.p[at] == '}')
			depth--;
		at++;
	}
	return at < cut->text.n ? at : cut->text.n;
}

static void variable(struct cutter *cut)
{
	size_t from = cut->at, name = from + 1, to;

	begin_word(cut);
	if (look(cut, 1) == '{') {
		size_t end = behind_braces(cut);

		for (to = ++name; to < cut->text.n && is_name_byte(cut->text.p[to]); to++)
			;
		/* with a modifier the value is the shell's to compute */
		add_variable(cut, name, to + 1 == end ? to : name, from, end);
		return;
	}
	for (to = name; to < cut->text.n && is_name_byte(cut->text.p[to]); to++)
		;
	add_variable(cut, name, to, from, to);
}

static void single_quoted(struct cutter *cut)
{
	size_t end = str_find_byte(cut->text, '\'', cut->at + 1);

	begin_word(cut);
	add(cut, str_slice(cut->text, cut->at + 1, end));
	cut->at = end == STR_NPOS ? cut->text.n : end + 1;
}

static void double_quoted(struct cutter *cut)
{
	begin_word(cut);
	cut->at++;
	while (!at_end(cut) && look(cut, 0) != '"') {
		if (look(cut, 0) == '$' && look(cut, 1) != '(') {
			variable(cut);
			continue;
		}
		if (look(cut, 0) == '\\' && cut->at + 1 < cut->text.n &&
		    str_find_byte(STR("\"\\$`"), look(cut, 1), 0) != STR_NPOS)
			cut->at++;
		add_plain(cut, means_in_quotes);
	}
	if (!at_end(cut))
		cut->at++;
}

static void escaped(struct cutter *cut)
{
	if (look(cut, 1) == '\n') { /* continues the line */
		cut->at += 2;
		return;
	}
	begin_word(cut);
	add(cut, str_slice(cut->text, cut->at + 1, cut->at + 2));
	cut->at += cut->at + 1 < cut->text.n ? 2 : 1;
}

static bool all_digits(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!byte_is_digit(s.p[i]))
			return false;
	return s.n > 0;
}

/* An operator such as "2>>" or "&>" becomes a word. */
static void redirection(struct cutter *cut)
{
	if (cut->in_word && !all_digits(word_so_far(cut)))
		end_word(cut);
	begin_word(cut);
	do {
		add(cut, str_slice(cut->text, cut->at, cut->at + 1));
		cut->at++;
	} while (!at_end(cut) && str_find_byte(STR("<>&|-"), look(cut, 0), 0) != STR_NPOS);
	end_word(cut);
}

static void operator_sign(struct cutter *cut)
{
	char c = look(cut, 0);
	bool doubled = look(cut, 1) == c;
	enum shell_join next = SHELL_SEQUENCE;

	end_word(cut);
	if (c == '&' && doubled)
		next = SHELL_AND;
	else if (c == '|')
		next = doubled ? SHELL_OR : SHELL_PIPE;
	cut->at += doubled || (c == '|' && look(cut, 1) == '&') ? 2 : 1;
	end_command(cut, next);
}

static void comment(struct cutter *cut)
{
	size_t end = str_find_byte(cut->text, '\n', cut->at);

	cut->at = end == STR_NPOS ? cut->text.n : end;
}

/* A brace groups only as a word of its own: "{a,b}" is text. */
static bool is_brace_word(const struct cutter *cut)
{
	char c = look(cut, 0), next = look(cut, 1);

	return !cut->in_word && (c == '{' || c == '}') &&
	       (next == '\0' || byte_is_space(next) ||
		str_find_byte(STR(";&|)"), next, 0) != STR_NPOS);
}

static void group_sign(struct cutter *cut)
{
	end_command(cut, SHELL_GROUP);
	cut->at++;
}

static void cut_one(struct cutter *cut)
{
	char c = look(cut, 0);

	if (byte_is_space(c) && c != '\n') {
		end_word(cut);
		cut->at++;
	} else if (c == '&' && look(cut, 1) == '>') {
		end_word(cut);
		redirection(cut);
	} else if (c == '\n' || c == ';' || c == '&' || c == '|') {
		operator_sign(cut);
	} else if (c == '(' || c == ')' || c == '`' || is_brace_word(cut)) {
		group_sign(cut);
	} else if (c == '<' || c == '>') {
		redirection(cut);
	} else if (c == '#' && !cut->in_word) {
		comment(cut);
	} else if (c == '\'') {
		single_quoted(cut);
	} else if (c == '"') {
		double_quoted(cut);
	} else if (c == '\\') {
		escaped(cut);
	} else if (c == '$' && look(cut, 1) == '(') {
		cut->at++; /* what is inside is cut as commands */
	} else if (c == '$') {
		variable(cut);
	} else {
		begin_word(cut);
		add_plain(cut, means_in_word);
	}
}

struct shell_commands shell_cut(struct arena *arena, struct str text, const struct scope *scope)
{
	struct cutter cut = {
		.arena = arena, .text = text, .scope = scope, .room = VALUE_ROOM + text.n
	};

	while (!at_end(&cut))
		cut_one(&cut);
	end_command(&cut, SHELL_SEQUENCE);
	return (struct shell_commands){ cut.commands, cut.ncommands };
}

struct shell_command shell_argv(struct arena *arena, const struct str *argv, size_t argc)
{
	struct shell_word *words = ARENA_ARRAY(arena, argc, struct shell_word);

	for (size_t i = 0; i < argc; i++)
		words[i].text = argv[i];
	return (struct shell_command){ .words = words,
				       .nwords = argc,
				       .program = program_of(words, argc),
				       .join = SHELL_START };
}
