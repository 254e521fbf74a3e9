/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "image/account.h"
#include "image/shell.h"
#include "image/stage_build.h"
#include "read/heredoc.h"

struct texts {
	struct arena *arena;
	struct str *items;
	size_t count, capacity;
};

static void add_text(struct texts *texts, struct str text)
{
	texts->items = arena_grow(texts->arena, texts->items, texts->count, &texts->capacity,
				  sizeof(*texts->items));
	texts->items[texts->count++] = text;
}

/* A script that names its interpreter is shell code if that is a shell. */
static bool is_shell_script(struct str body)
{
	struct str rest = body, line = str_trim(str_cut(&rest, '\n'));

	if (!str_starts(line, STR("#!")))
		return true;
	line = str_trim(str_slice(line, 2, line.n));
	if (str_starts(line, STR("/usr/bin/env ")))
		line = str_trim(str_slice(line, 13, line.n));
	return shell_is_shell(str_cut(&line, ' '));
}

/* With heredocs: the bodies are code if nothing or a shell reads them, else data. */
static bool bodies_are_code(struct arena *arena, const struct dockerfile_instr *instr)
{
	struct heredoc_marker marker;
	struct shell_commands commands;
	size_t at;

	if (instr->ndocs == 1 && heredoc_is_marker(arena, instr->text, &marker))
		return is_shell_script(instr->docs[0].body);
	commands = shell_cut(arena, instr->text, NULL);
	if (commands.count == 0)
		return false;
	at = commands.items[0].program;
	return at < commands.items[0].nwords && shell_is_shell(commands.items[0].words[at].text);
}

/* bash -c 'TEXT': its commands are those of the RUN.  What escapes quotes is left alone. */
static void add_text_of_shell(struct texts *texts, struct str text,
			      const struct shell_command *command)
{
	size_t at = command->program;

	if (shell_is_conditional(command) || at >= command->nwords ||
	    !shell_is_shell(command->words[at].text))
		return;
	for (at++; at + 1 < command->nwords && str_starts(command->words[at].text, STR("-"));
	     at++) {
		const struct shell_word *word = &command->words[at + 1];
		char quote = text.p[word->from];

		if (!shell_takes_text(command->words[at].text))
			continue;
		if ((quote == '"' || quote == '\'') && word->to - word->from > 2 &&
		    text.p[word->to - 1] == quote &&
		    str_find_byte(str_slice(text, word->from + 1, word->to - 1), quote, 0) ==
			    STR_NPOS)
			add_text(texts, str_slice(text, word->from + 1, word->to - 1));
		return;
	}
}

static void shell_form_texts(struct texts *texts, const struct dockerfile_instr *instr)
{
	struct heredoc_marker marker;
	struct shell_commands commands;

	if (instr->ndocs != 1 || !heredoc_is_marker(texts->arena, instr->text, &marker))
		add_text(texts, instr->text);
	commands = shell_cut(texts->arena, instr->text, NULL);
	for (size_t i = 0; i < commands.count; i++)
		add_text_of_shell(texts, instr->text, &commands.items[i]);
	if (instr->ndocs == 0 || !bodies_are_code(texts->arena, instr))
		return;
	for (size_t i = 0; i < instr->ndocs; i++)
		add_text(texts, instr->docs[i].body);
}

static void collect_texts(struct texts *texts, const struct dockerfile_instr *instr)
{
	if (!instr->json) {
		shell_form_texts(texts, instr);
		return;
	}
	for (size_t i = 1; i + 1 < instr->nwords; i++)
		if (shell_is_shell(instr->words[0].text) &&
		    shell_takes_text(instr->words[i].text)) {
			add_text(texts, instr->words[i + 1].text);
			return;
		}
}

/* ------------------------------------------------------------ accounts */

static void note_change(struct stage_build *build, struct account_change change, struct span span)
{
	struct stage_account account = { change.name, change.uid, span };

	if (change.name.n > 0)
		*(struct stage_account *)stage_list_add(build->evaluation->arena, &build->accounts,
							sizeof(account)) = account;
}

/* Lines that are appended to /etc/passwd; `text` may hold several. */
static void note_lines(struct stage_build *build, struct str text, struct span span)
{
	while (text.p != NULL) {
		struct str line = str_cut(&text, '\n');

		note_change(build, account_of_line(line), span);
	}
}

/* What echo and printf write, where the RUN has to do with /etc/passwd. */
static void note_written(struct stage_build *build, const struct shell_command *command,
			 struct span span)
{
	size_t at = command->program;
	struct str name;

	if (at >= command->nwords || shell_is_conditional(command))
		return;
	name = shell_program_name(command->words[at].text);
	if (!str_eq(name, STR("echo")) && !str_eq(name, STR("printf")))
		return;
	for (at++; at < command->nwords; at++)
		note_lines(build, command->words[at].text, span);
}

static void note_accounts(struct stage_build *build, const struct stage_run *run)
{
	struct arena *arena = build->evaluation->arena;
	const struct dockerfile_instr *instr = run->instr;
	bool writes = str_has(instr->text, STR("/etc/passwd"));
	struct str *argv;

	for (size_t i = 0; i < run->ntexts; i++) {
		struct shell_commands commands = run->commands[i];
		bool here = writes || str_has(run->texts[i], STR("/etc/passwd"));

		for (size_t k = 0; k < commands.count; k++) {
			const struct shell_command *command = &commands.items[k];
			struct span span = dockerfile_slice_span(
				instr, str_slice(run->texts[i], command->from, command->to));

			note_change(build, account_of_command(command), span);
			if (here)
				note_written(build, command, span);
		}
	}
	/* cat <<EOF >> /etc/passwd */
	for (size_t i = 0; writes && run->ntexts == 1 && i < instr->ndocs; i++)
		note_lines(build, instr->docs[i].body, instr->docs[i].span);
	if (!instr->json || run->ntexts > 0)
		return;
	argv = ARENA_ARRAY(arena, instr->nwords, struct str);
	for (size_t i = 0; i < instr->nwords; i++)
		argv[i] = instr->words[i].text;
	if (instr->nwords > 0) {
		struct shell_command command = shell_argv(arena, argv, instr->nwords);

		note_change(build, account_of_command(&command), instr->head);
	}
}

static const struct shell_commands *commands_of(struct arena *arena, const struct stage_run *run)
{
	struct shell_commands *commands = ARENA_ARRAY(arena, run->ntexts, struct shell_commands);

	for (size_t i = 0; i < run->ntexts; i++)
		commands[i] = shell_cut(arena, run->texts[i], run->scope);
	return commands;
}

void stage_note_run(struct stage_build *build, const struct dockerfile_instr *instr, bool triggered)
{
	struct arena *arena = build->evaluation->arena;
	struct texts texts = { .arena = arena };
	struct stage_run *run;

	collect_texts(&texts, instr);
	run = stage_list_add(arena, &build->runs, sizeof(*run));
	run->instr = instr;
	run->scope = build->stage->scope;
	run->user = build->stage->user;
	run->texts = texts.items;
	run->ntexts = texts.count;
	run->commands = commands_of(arena, run);
	run->triggered = triggered;
	build->stage->accounts = build->accounts.items;
	build->stage->naccounts = build->accounts.count;
	run->verdict = stage_verdict_of(build->stage, &run->user);
	note_accounts(build, run);
}
