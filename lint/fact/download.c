/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "base/path.h"
#include "fact/address.h"
#include "fact/recipe_part.h"

static bool is_one_of(struct str word, const struct str *words, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (str_eq_nocase(word, words[i]))
			return true;
	return false;
}

#define IS_ONE_OF(word, words) is_one_of((word), (words), sizeof(words) / sizeof(*(words)))

/* ------------------------------------------------------------ programs */

static struct str program(const struct shell_command *command)
{
	size_t at = command->program;

	return at < command->nwords ? shell_program_name(command->words[at].text) : STR("");
}

static bool is_downloader(const struct shell_command *command)
{
	static const struct str programs[] = { STR_INIT("curl"),
					       STR_INIT("wget"),
					       STR_INIT("fetch"),
					       STR_INIT("aria2c"),
					       STR_INIT("http"),
					       STR_INIT("https"),
					       STR_INIT("iwr"),
					       STR_INIT("irm"),
					       STR_INIT("Invoke-WebRequest"),
					       STR_INIT("Invoke-RestMethod") };

	return IS_ONE_OF(program(command), programs);
}

/* "python3", "python3.12" and "perl5" are python and perl. */
static bool is_language(struct str name)
{
	static const struct str languages[] = { STR_INIT("python"), STR_INIT("perl"),
						STR_INIT("node"),   STR_INIT("ruby"),
						STR_INIT("php"),    STR_INIT("bun"),
						STR_INIT("deno") };

	while (name.n && (byte_is_digit(name.p[name.n - 1]) || name.p[name.n - 1] == '.'))
		name.n--;
	return IS_ONE_OF(name, languages);
}

static bool is_interpreter(struct str name)
{
	return shell_is_shell(name) || is_language(name) || str_eq(name, STR("fish")) ||
	       str_eq_nocase(name, STR("iex")) || str_eq_nocase(name, STR("Invoke-Expression")) ||
	       str_eq(name, STR("pwsh")) || str_eq(name, STR("powershell"));
}

static bool is_redirection(struct str word)
{
	return word.n > 0 && (word.p[0] == '<' || word.p[0] == '>');
}

static bool is_stdin(struct str word)
{
	return str_eq(word, STR("-")) || str_eq(word, STR("/dev/stdin")) ||
	       str_eq(word, STR("/proc/self/fd/0"));
}

/* Its value is the next word: bash -euo pipefail, python -W ignore, php -d memory_limit=-1. */
static bool option_takes_word(struct str name, struct str option)
{
	if (shell_is_shell(name))
		return str_ends(option, STR("o"));
	if (str_starts(name, STR("python")))
		return str_eq(option, STR("-W")) || str_eq(option, STR("-X"));
	return str_starts(name, STR("php")) && str_eq(option, STR("-d"));
}

/* It runs what comes in: no script is named, nor given as an argument. */
static bool runs_input(const struct shell_command *command)
{
	size_t at = command->program;
	struct str name = program(command);
	bool shell = shell_is_shell(name);

	if (!is_interpreter(name))
		return false;
	for (size_t i = at + 1; i < command->nwords; i++) {
		struct str word = command->words[i].text;

		if (is_stdin(word) || str_eq(word, STR("--")))
			return true;
		if (is_redirection(word) || (word.n && byte_is_digit(word.p[0])))
			return true;
		if (!word.n || (word.p[0] != '-' && !(shell && word.p[0] == '+')))
			return false;
		if (str_starts(word, STR("--")))
			continue;
		if (shell && str_find_byte(word, 's', 1) != STR_NPOS)
			return true;
		/* -c, -ec, -e, -m, -pe: the program is an argument, the input its data */
		for (size_t k = 1; k < word.n; k++)
			if (str_find_byte(shell ? STR("c") : STR("cemnpr"), word.p[k], 0) !=
			    STR_NPOS)
				return false;
		if (option_takes_word(name, word))
			i++;
	}
	return true;
}

/* The argument of `-c`, or what `<<<` gives; NULL: neither. */
static const struct shell_word *given_text(const struct shell_command *command)
{
	size_t at = command->program;

	for (size_t i = at + 1; i < command->nwords; i++) {
		struct str word = command->words[i].text;

		if (str_eq(word, STR("<<<")) || (word.n > 1 && word.p[0] == '-' &&
						 word.p[1] != '-' && word.p[word.n - 1] == 'c'))
			return i + 1 < command->nwords ? &command->words[i + 1] : NULL;
	}
	return NULL;
}

/* ------------------------------------------------------------ checks */

static bool has_word(const struct shell_command *command, struct str word)
{
	for (size_t i = 0; i < command->nwords; i++)
		if (str_eq(command->words[i].text, word))
			return true;
	return false;
}

/* A checksum or a signature is compared. */
static bool verifies(const struct shell_command *command)
{
	static const struct str sums[] = { STR_INIT("sha256sum"), STR_INIT("sha512sum"),
					   STR_INIT("sha384sum"), STR_INIT("sha224sum"),
					   STR_INIT("sha1sum"),   STR_INIT("shasum"),
					   STR_INIT("b2sum"),     STR_INIT("md5sum") };
	static const struct str signatures[] = { STR_INIT("gpgv"), STR_INIT("cosign"),
						 STR_INIT("minisign"), STR_INIT("signify"),
						 STR_INIT("slsa-verifier") };
	struct str name = program(command);

	if (IS_ONE_OF(name, signatures))
		return true;
	if (str_eq(name, STR("gpg")) || str_eq(name, STR("gpg2")))
		return has_word(command, STR("--verify"));
	if (!IS_ONE_OF(name, sums))
		return false;
	for (size_t i = 0; i < command->nwords; i++) {
		struct str word = command->words[i].text;

		if (str_starts(word, STR("--check")) || str_starts(word, STR("--strict")) ||
		    (word.n > 1 && word.p[0] == '-' && word.p[1] != '-' &&
		     str_find_byte(word, 'c', 1) != STR_NPOS))
			return true;
	}
	return false;
}

/* ------------------------------------------------------------ addresses */

static struct str host_of_text(struct str text)
{
	size_t at = str_find(text, STR("://"), 0), from = at;
	struct address address;

	if (at == STR_NPOS)
		return STR("");
	while (from > 0 && byte_is_alpha(text.p[from - 1]))
		from--;
	for (at = from; at < text.n && !byte_is_space(text.p[at]) &&
			str_find_byte(STR("\"')`;|&<>"), text.p[at], 0) == STR_NPOS;)
		at++;
	if (!address_parse(str_slice(text, from, at), &address) ||
	    str_find_byte(address.host, '$', 0) != STR_NPOS)
		return STR("");
	return address.host;
}

static struct str host_of(const struct shell_command *command)
{
	struct str host = STR("");

	for (size_t i = 0; i < command->nwords && !host.n; i++)
		host = host_of_text(command->words[i].text);
	for (size_t i = command->program + 1; i < command->nwords && !host.n; i++) {
		struct address address;
		struct str word = command->words[i].text;

		/* curl takes an address without a scheme too */
		if (word.n && word.p[0] != '-' && str_find_byte(word, '.', 0) != STR_NPOS &&
		    str_find_byte(word, '/', 0) != STR_NPOS && word.p[0] != '/' &&
		    word.p[0] != '.' && str_find_byte(word, '$', 0) == STR_NPOS &&
		    address_parse(word, &address))
			host = address.host;
	}
	return host;
}

/* ------------------------------------------------------------ one text */

struct script {
	struct recipe_making *to;
	const struct stage_run *run;
	struct str text;
	const struct shell_command *commands;
	size_t count;
};

static void found(const struct script *script, size_t from, size_t to, struct str host)
{
	recipe_add(script->to,
		   (struct recipe_item){ .kind = RECIPE_SCRIPT,
					 .what = STR("RUN"),
					 .span = recipe_span(script->run, script->text, from, to),
					 .text = arena_str(script->to->arena, host) });
}

/* xargs sh -c, and xargs -I X sh -c '... X ...': what comes in is the program, or is put into it. */
static bool makes_program(const struct shell_command *command)
{
	struct str place = STR("");
	size_t at = 0, script;

	while (at < command->nwords && !str_eq(command->words[at].text, STR("xargs")))
		at++;
	for (at++;
	     at < command->nwords && !is_interpreter(shell_program_name(command->words[at].text));
	     at++) {
		struct str word = command->words[at].text;

		if (str_eq(word, STR("-I")) && at + 1 < command->nwords)
			place = command->words[at + 1].text;
		else if (str_starts(word, STR("-I")))
			place = str_slice(word, 2, word.n);
	}
	for (script = at + 1; script < command->nwords; script++) {
		struct str word = command->words[script].text;

		if (word.n < 2 || word.p[0] != '-')
			return false;
		if (word.p[1] != '-' && word.p[word.n - 1] == 'c')
			break;
	}
	if (script >= command->nwords)
		return false;
	return script + 1 == command->nwords ||
	       (place.n && str_has(command->words[script + 1].text, place));
}

/* curl ... | sh, with anything in between. */
static size_t piped(const struct script *script, size_t at)
{
	for (size_t i = at + 1; i < script->count && script->commands[i].join == SHELL_PIPE; i++) {
		const struct shell_command *command = &script->commands[i];
		size_t pipe = command->from;

		if (!runs_input(command) && !makes_program(command))
			continue;
		while (pipe > script->commands[i - 1].to && script->text.p[pipe - 1] != '|')
			pipe--;
		if (pipe > 0)
			pipe--;
		found(script, pipe, command->words[command->program].to,
		      host_of(&script->commands[at]));
		return i;
	}
	return at;
}

/* bash <(curl ...), eval $(curl ...), sh -c `curl ...`: the next command is a part of this one. */
static bool takes_next(const struct shell_command *command, struct str name)
{
	const struct str last = command->words[command->nwords - 1].text;

	if (str_eq(name, STR("eval")) || str_eq(name, STR("source")) || str_eq(name, STR(".")))
		return true;
	return is_interpreter(name) &&
	       (str_eq(last, STR("<")) || str_eq(last, STR("<<<")) ||
		(last.n > 1 && last.p[0] == '-' && last.p[last.n - 1] == 'c'));
}

/* sh -c "$(curl ...)": a download within one word. */
static bool word_downloads(struct arena *arena, struct str word, struct str *host)
{
	struct shell_commands inner;
	size_t at = str_find(word, STR("$("), 0);

	if (at == STR_NPOS)
		at = str_find_byte(word, '`', 0);
	if (at == STR_NPOS)
		return false;
	at += word.p[at] == '$' ? 2 : 1;
	inner = shell_cut(arena, str_slice(word, at, word.n), NULL);
	if (!inner.count || !is_downloader(&inner.items[0]))
		return false;
	*host = host_of(&inner.items[0]);
	return true;
}

static bool substituted(const struct script *script, size_t at)
{
	const struct shell_command *command = &script->commands[at];
	const struct shell_command *next = at + 1 < script->count ? command + 1 : NULL;
	struct str name = program(command), host;
	const struct shell_word *text = given_text(command);

	if (next && next->join == SHELL_GROUP && is_downloader(next) && takes_next(command, name)) {
		found(script, command->from, next->to, host_of(next));
		return true;
	}
	if (str_eq(name, STR("eval"))) {
		size_t word = command->program + 1;

		text = word < command->nwords ? &command->words[word] : NULL;
	} else if (!is_interpreter(name)) {
		return false;
	}
	if (str_eq_nocase(name, STR("iex")) || str_eq_nocase(name, STR("Invoke-Expression"))) {
		struct str rest = str_slice(script->text, command->from, script->text.n);

		if (str_has(rest, STR("DownloadString")) ||
		    (next && next->join == SHELL_GROUP && is_downloader(next))) {
			found(script, command->from, command->to, host_of_text(rest));
			return true;
		}
	}
	if (text && word_downloads(script->to->arena, text->text, &host)) {
		found(script, command->from, command->to, host);
		return true;
	}
	return false;
}

/* ------------------------------------------------------------ stored, then run */

/* The folder that wget -P and curl --output-dir name; empty: none. */
static struct str folder_of(const struct shell_command *command)
{
	static const struct str longer[] = { STR_INIT("--directory-prefix="),
					     STR_INIT("--output-dir=") };
	bool is_wget = str_eq(program(command), STR("wget"));

	for (size_t i = command->program + 1; i < command->nwords; i++) {
		struct str word = command->words[i].text;
		bool is_flags = word.n > 1 && word.p[0] == '-' && word.p[1] != '-';

		for (size_t k = 0; k < sizeof(longer) / sizeof(*longer); k++)
			if (str_starts(word, longer[k]))
				return str_slice(word, longer[k].n, word.n);
		if (is_wget && str_starts(word, STR("-P")) && word.n > 2)
			return str_slice(word, 2, word.n);
		if (i + 1 < command->nwords &&
		    ((is_wget && is_flags && word.p[word.n - 1] == 'P') ||
		     str_eq(word, STR("--directory-prefix")) || str_eq(word, STR("--output-dir"))))
			return command->words[i + 1].text;
	}
	return STR("");
}

/* The file a download is stored in; empty: it is not, or not seen. */
static struct str stored_in(struct arena *arena, const struct shell_command *command)
{
	struct str name = program(command), url = STR(""), folder = folder_of(command);
	bool remote_name = str_eq(name, STR("wget"));

	for (size_t i = command->program + 1; i < command->nwords; i++) {
		struct str word = command->words[i].text;
		bool more = i + 1 < command->nwords;
		bool is_flags = word.n > 1 && word.p[0] == '-' && word.p[1] != '-';

		if (str_starts(word, STR("--output=")) ||
		    str_starts(word, STR("--output-document=")))
			return str_slice(word, str_find_byte(word, '=', 0) + 1, word.n);
		/* of wget, -o is the log */
		if (more && (str_eq(word, STR("--output")) ||
			     str_eq(word, STR("--output-document")) || str_eq(word, STR(">")) ||
			     (is_flags && word.p[word.n - 1] == (remote_name ? 'O' : 'o'))))
			return command->words[i + 1].text;
		if (is_flags && !remote_name && str_find_byte(word, 'O', 1) != STR_NPOS)
			remote_name = true;
		if (str_has(word, STR("://")))
			url = word;
	}
	if (!remote_name || !url.n)
		return STR("");
	return folder.n ? path_join(arena, folder, path_base(url)) : path_base(url);
}

static bool same_file(struct str a, struct str b)
{
	if (str_starts(a, STR("./")))
		a = str_slice(a, 2, a.n);
	if (str_starts(b, STR("./")))
		b = str_slice(b, 2, b.n);
	return a.n && str_eq(a, b);
}

/* sh FILE, . FILE, ./FILE. */
static bool executes(const struct shell_command *command, struct str file)
{
	size_t at = command->program;
	struct str name = program(command);

	if (at >= command->nwords || str_eq(file, STR("-")))
		return false;
	if (str_find_byte(command->words[at].text, '/', 0) != STR_NPOS &&
	    same_file(command->words[at].text, file))
		return true;
	if (!is_interpreter(name) && !str_eq(name, STR(".")) && !str_eq(name, STR("source")))
		return false;
	for (size_t i = at + 1; i < command->nwords; i++) {
		struct str word = command->words[i].text;

		if (word.n && word.p[0] != '-')
			return same_file(word, file);
	}
	return false;
}

static void run_file(const struct script *script, size_t at, struct str file)
{
	for (size_t i = at + 1; file.n && i < script->count; i++) {
		const struct shell_command *command = &script->commands[i];

		if (!executes(command, file))
			continue;
		found(script, command->from, command->to, host_of(&script->commands[at]));
		return;
	}
}

/* What it stores itself, and what a pipe takes to tee or lets a command write. */
static void run_later(const struct script *script, size_t at)
{
	run_file(script, at, stored_in(script->to->arena, &script->commands[at]));
	for (size_t i = at + 1; i < script->count && script->commands[i].join == SHELL_PIPE; i++) {
		const struct shell_command *command = &script->commands[i];
		bool tees = str_eq(program(command), STR("tee"));

		for (size_t k = command->program + 1; k < command->nwords; k++) {
			struct str word = command->words[k].text;

			if ((str_eq(word, STR(">")) || str_eq(word, STR(">>"))) &&
			    k + 1 < command->nwords)
				run_file(script, at, command->words[++k].text);
			else if (tees && word.n && word.p[0] != '-')
				run_file(script, at, word);
		}
	}
}

static void look_at_text(const struct script *script)
{
	for (size_t i = 0; i < script->count; i++)
		if (verifies(&script->commands[i]))
			return;
	for (size_t i = 0; i < script->count; i++) {
		size_t end;

		if (substituted(script, i)) {
			i++;
			continue;
		}
		if (!is_downloader(&script->commands[i]))
			continue;
		end = piped(script, i);
		if (end == i)
			run_later(script, i);
		i = end;
	}
}

static void look_at_run(struct recipe_making *to, const struct stage *stage,
			const struct stage_run *run)
{
	(void)stage;
	for (size_t i = 0; i < run->ntexts; i++) {
		struct shell_commands commands = run->commands[i];
		struct script script = { to, run, run->texts[i], commands.items, commands.count };

		look_at_text(&script);
	}
}

/* ------------------------------------------------------------ ADD */

/* Where ADD puts a URL. */
static struct str added_file(struct arena *arena, const struct stage_copy *copy, struct str url)
{
	struct str target = copy->destination;

	if (str_ends(target, STR("/")) || copy->nsources > 1)
		target = path_join(arena, target, path_base(url));
	if (!path_is_absolute(target) && path_is_absolute(copy->workdir))
		target = path_join(arena, copy->workdir, target);
	return target;
}

enum use { USE_NONE, USE_VERIFIED, USE_EXECUTED };

/* What the commands do with the file, by the first of them that tells. */
static enum use use_of(struct shell_commands commands, struct str file,
		       const struct shell_command **where)
{
	for (size_t i = 0; i < commands.count; i++) {
		*where = &commands.items[i];
		if (verifies(*where))
			return USE_VERIFIED;
		if (executes(*where, file) || executes(*where, path_base(file)))
			return USE_EXECUTED;
	}
	return USE_NONE;
}

static bool is_executed(struct recipe_making *to, const struct stage *stage, struct str file,
			struct span added, struct span *where)
{
	for (size_t i = 0; i < stage->nruns; i++) {
		const struct stage_run *run = &stage->runs[i];
		const struct shell_command *command;
		enum use use = USE_NONE;

		if (run->instr->head.source != added.source || run->instr->head.start < added.start)
			continue;
		for (size_t k = 0; use == USE_NONE && k < run->ntexts; k++) {
			use = use_of(run->commands[k], file, &command);
			if (use == USE_EXECUTED)
				*where =
					recipe_span(run, run->texts[k], command->from, command->to);
		}
		if (!run->ntexts && run->instr->json) {
			struct shell_command argv = recipe_argv(to, run);

			use = use_of((struct shell_commands){ &argv, 1 }, file, &command);
			*where = run->instr->head;
		}
		if (use != USE_NONE)
			return use == USE_EXECUTED;
	}
	return false;
}

static void look_at_url(struct recipe_making *to, const struct stage *stage,
			const struct stage_copy *copy, struct str url)
{
	struct span where;

	if (!str_starts(url, STR("http")) || !stage_is_remote_source(url) ||
	    !is_executed(to, stage, added_file(to->arena, copy, url), copy->instr->head, &where))
		return;
	for (size_t i = 0; i < to->count; i++)
		if (to->all[i].kind == RECIPE_SCRIPT && span_eq(to->all[i].span, copy->instr->head))
			return;
	recipe_add(to, (struct recipe_item){ .kind = RECIPE_SCRIPT,
					     .what = STR("ADD"),
					     .span = copy->instr->head,
					     .other = where,
					     .text = host_of_text(url) });
}

static void look_at_add(struct recipe_making *to, const struct stage *stage,
			const struct stage_copy *copy)
{
	struct str checksum;

	if (copy->instr->kind != DOCKERFILE_ADD || !recipe_is_own(to, copy->instr) ||
	    dockerfile_flag(copy->instr, STR("checksum"), &checksum))
		return;
	for (size_t i = 0; i < copy->nsources; i++)
		look_at_url(to, stage, copy, copy->sources[i]);
}

void recipe_add_scripts(struct recipe_making *to)
{
	recipe_each_run(to, look_at_run);
	for (size_t i = 0; to->image && i < to->image->nstages; i++) {
		const struct stage *stage = &to->image->stages[i];

		for (size_t k = 0; stage->needed && k < stage->ncopies; k++)
			look_at_add(to, stage, &stage->copies[k]);
	}
}
