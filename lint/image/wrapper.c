/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "image/wrapper.h"

#include "image/shell.h"

enum { SHELL_LEVELS = 4 }; /* sh -c "sh -c ..." */

/* What is left of the argv, and the name of its program. */
struct rest {
	const struct str *argv;
	size_t argc;
};

static struct rest behind(struct rest rest, size_t words)
{
	if (words > rest.argc)
		words = rest.argc;
	return (struct rest){ rest.argv + words, rest.argc - words };
}

static struct str program(struct rest rest)
{
	return rest.argc > 0 ? shell_program_name(rest.argv[0]) : STR("");
}

static bool is_one_of(struct str word, const struct str *list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (str_eq(word, list[i]))
			return true;
	return false;
}

static bool is_option(struct rest rest)
{
	return rest.argc > 0 && rest.argv[0].n > 1 && rest.argv[0].p[0] == '-';
}

static bool is_init(struct str name)
{
	static const struct str inits[] = { STR_INIT("tini"), STR_INIT("tini-static"),
					    STR_INIT("dumb-init"), STR_INIT("catatonit"),
					    STR_INIT("docker-init") };

	return is_one_of(name, inits, sizeof(inits) / sizeof(*inits));
}

/* An init's options end at "--", or at the first word that is none. */
static struct rest behind_init(struct rest rest)
{
	static const struct str with_value[] = { STR_INIT("-p"), STR_INIT("-e"), STR_INIT("-r"),
						 STR_INIT("--rewrite") };

	for (rest = behind(rest, 1); is_option(rest);) {
		if (str_eq(rest.argv[0], STR("--")))
			return behind(rest, 1);
		rest = behind(rest, is_one_of(rest.argv[0], with_value,
					      sizeof(with_value) / sizeof(*with_value))
					    ? 2
					    : 1);
	}
	return rest;
}

/* exec, env [-i] [A=b ...], nice [-n N], nohup. */
static struct rest behind_prefix(struct rest rest)
{
	bool env = str_eq(program(rest), STR("env"));
	bool nice = str_eq(program(rest), STR("nice"));

	rest = behind(rest, 1);
	while (is_option(rest) ||
	       (env && rest.argc > 0 && str_find_byte(rest.argv[0], '=', 0) != STR_NPOS)) {
		bool value = (nice && str_eq(rest.argv[0], STR("-n"))) ||
			     (env && str_eq(rest.argv[0], STR("-u")));

		rest = behind(rest, value ? 2 : 1);
	}
	return rest;
}

static struct rest behind_fronts(struct rest rest)
{
	static const struct str prefixes[] = { STR_INIT("exec"), STR_INIT("env"), STR_INIT("nice"),
					       STR_INIT("nohup") };

	for (;;) {
		if (is_init(program(rest)))
			rest = behind_init(rest);
		else if (is_one_of(program(rest), prefixes, sizeof(prefixes) / sizeof(*prefixes)))
			rest = behind_prefix(rest);
		else
			return rest;
	}
}

/* The value of "-u U", "-uU", "--user U" or "--user=U"; p NULL when absent. */
static struct str user_option(struct rest rest, struct str with_value)
{
	for (rest = behind(rest, 1); is_option(rest);) {
		struct str word = rest.argv[0];
		struct str next = rest.argc > 1 ? rest.argv[1] : STR("");

		if (str_eq(word, STR("--")))
			break;
		if (str_eq(word, STR("-u")) || str_eq(word, STR("--user")))
			return next;
		if (str_starts(word, STR("--user=")))
			return str_slice(word, 7, word.n);
		if (str_starts(word, STR("-u")))
			return str_slice(word, 2, word.n);
		rest = behind(
			rest,
			word.n == 2 && str_find_byte(with_value, word.p[1], 0) != STR_NPOS ? 2 : 1);
	}
	return STR_NONE;
}

/* The first operand behind options; p NULL when absent. */
static struct str operand(struct rest rest, struct str with_value)
{
	for (rest = behind(rest, 1); rest.argc > 0;) {
		struct str word = rest.argv[0];
		/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): a text of bytes has them */
		bool value = word.n == 2 && word.p[0] == '-' &&
			     str_find_byte(with_value, word.p[1], 0) != STR_NPOS;

		/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): a text of bytes has them */
		if (word.n == 0 || word.p[0] != '-')
			return word;
		rest = behind(rest, value ? 2 : 1);
	}
	return STR_NONE;
}

static struct str user_or_root(struct str user)
{
	return user.p != NULL ? user : STR("root");
}

static bool of_setpriv(struct rest rest, struct wrapper *found)
{
	for (size_t i = 1; i < rest.argc; i++) {
		if (str_starts(rest.argv[i], STR("--reuid=")))
			found->user = str_slice(rest.argv[i], 8, rest.argv[i].n);
		else if (str_eq(rest.argv[i], STR("--reuid")) && i + 1 < rest.argc)
			found->user = rest.argv[i + 1];
		else
			continue;
		return true;
	}
	return false; /* without it the user stays */
}

/* su [-] [options] [user]; runuser -u user, else like su. */
static struct str of_su(struct rest rest)
{
	static const struct str options = STR_INIT("csgGwTC");
	struct str user = STR_NONE;

	if (str_eq(program(rest), STR("runuser")))
		user = user_option(rest, options);
	if (user.p == NULL)
		user = operand(rest, options);
	return user_or_root(user);
}

static bool of_program(struct rest rest, struct wrapper *found)
{
	static const struct str first_operand[] = { STR_INIT("gosu"), STR_INIT("su-exec"),
						    STR_INIT("s6-setuidgid"),
						    STR_INIT("setuidgid") };
	static const struct str unknown[] = { STR_INIT("chroot"), STR_INIT("unshare"),
					      STR_INIT("nsenter"), STR_INIT("capsh") };
	struct str name = program(rest);

	found->tool = name;
	found->user = STR_NONE;
	if (is_one_of(name, first_operand, sizeof(first_operand) / sizeof(*first_operand)))
		found->user = operand(rest, STR(""));
	else if (str_eq(name, STR("setpriv")))
		return of_setpriv(rest, found);
	else if (str_eq(name, STR("su")) || str_eq(name, STR("runuser")))
		found->user = of_su(rest);
	else if (str_eq(name, STR("sudo")))
		found->user = user_or_root(user_option(rest, STR("gChpDrtTRU")));
	else if (str_eq(name, STR("doas")))
		found->user = user_or_root(user_option(rest, STR("aC")));
	else if (str_eq(name, STR("chpst")))
		found->user = user_option(rest, STR("UbeC/nlLmdopfcrt"));
	else
		return is_one_of(name, unknown, sizeof(unknown) / sizeof(*unknown));
	return true;
}

/* The text of `sh -c TEXT`; p NULL when it is none. */
static struct str shell_text(struct rest rest)
{
	if (rest.argc < 3 || !shell_is_shell(rest.argv[0]))
		return STR_NONE;
	for (rest = behind(rest, 1); is_option(rest) && rest.argc > 1; rest = behind(rest, 1))
		if (shell_takes_text(rest.argv[0]))
			return rest.argv[1];
	return STR_NONE;
}

static struct rest first_command(struct arena *arena, struct str text)
{
	struct shell_commands commands = shell_cut(arena, text, NULL);
	struct str *argv;
	size_t count = 0;

	if (commands.count == 0)
		return (struct rest){ NULL, 0 };
	argv = ARENA_ARRAY(arena, commands.items[0].nwords, struct str);
	for (size_t i = 0; i < commands.items[0].nwords; i++) {
		struct str word = commands.items[0].words[i].text;

		/* leading assignments are the shell's */
		if (count > 0 || str_find_byte(word, '=', 0) == STR_NPOS)
			argv[count++] = word;
	}
	return (struct rest){ argv, count };
}

struct wrapper wrapper_find(struct arena *arena, const struct str *argv, size_t argc)
{
	struct rest rest = behind_fronts((struct rest){ argv, argc });
	struct wrapper found;

	for (int level = 0; level < SHELL_LEVELS; level++) {
		struct str text = shell_text(rest);

		if (text.p == NULL)
			break;
		rest = behind_fronts(first_command(arena, text));
	}
	if (rest.argc > 0 && of_program(rest, &found))
		return found;
	return (struct wrapper){ STR(""), STR_NONE };
}
