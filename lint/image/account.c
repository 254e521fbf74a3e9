/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "image/account.h"

/* The options of one program: those that take a value, and those that set the uid. */
struct program {
	struct str name;
	struct str with_value;      /* short ones */
	struct str long_with_value; /* blank-separated */
	struct str groups;          /* of the short ones: those that name groups */
	bool joins_only;            /* it makes no account */
};

/* adduser is two programs: Debian's has long options only, BusyBox's short ones. */
static const struct program programs[] = {
	{ STR_INIT("useradd"), STR_INIT("bcdefgGkKpRPsuZ"),
	  STR_INIT("base-dir comment home-dir expiredate inactive gid groups skel key password "
		   "root prefix shell uid selinux-user"),
	  STR_INIT("gG"), false },
	{ STR_INIT("adduser"), STR_INIT("hgsGku"),
	  STR_INIT("home shell uid firstuid lastuid gecos gid ingroup conf add_extra_groups "
		   "comment"),
	  STR_INIT("G"), false },
	{ STR_INIT("usermod"), STR_INIT("cdefgGlpRPsuvVwWZ"),
	  STR_INIT("comment home expiredate inactive gid groups login password root prefix shell "
		   "uid add-subuids del-subuids add-subgids del-subgids selinux-user"),
	  STR_INIT("gG"), false },
	{ STR_INIT("addgroup"), STR_INIT("g"), STR_INIT("gid"), STR_INIT(""), true },
	{ STR_INIT("gpasswd"), STR_INIT("aAdM"), STR_INIT("add delete members administrators"),
	  STR_INIT(""), true },
};

struct parsed {
	struct str uid;       /* p NULL: not given */
	struct str groups[2]; /* the same */
	struct str added;     /* gpasswd: -a */
	struct str first, last;
	size_t operands;
	bool group, system;
};

static const struct program *program_of(struct str word)
{
	for (size_t i = 0; i < sizeof(programs) / sizeof(*programs); i++)
		if (str_eq(shell_program_name(word), programs[i].name))
			return &programs[i];
	return NULL;
}

static bool in_list(struct str list, struct str name)
{
	while (list.p != NULL)
		if (str_eq(str_cut(&list, ' '), name))
			return true;
	return false;
}

/* What the tools take a shortened name for: the one option that begins so; else the name itself. */
static struct str whole_name(const struct program *program, struct str name)
{
	struct str list = program->long_with_value, found = STR_NONE;

	if (in_list(list, name))
		return name;
	while (list.p != NULL) {
		struct str option = str_cut(&list, ' ');

		if (!name.n || !str_starts(option, name))
			continue;
		if (found.p)
			return name;
		found = option;
	}
	return found.p ? found : name;
}

/* "--uid=N" or "--uid N"; returns the words taken. */
static size_t long_option(const struct program *program, struct str word, struct str next,
			  struct parsed *parsed)
{
	size_t equals = str_find_byte(word, '=', 0);
	struct str name = str_slice(word, 2, equals);

	if (str_eq(name, STR("group")))
		parsed->group = true;
	else if (str_eq(name, STR("system")))
		parsed->system = true;
	else
		name = whole_name(program, name);
	if (equals == STR_NPOS && !in_list(program->long_with_value, name))
		return 1;
	if (equals != STR_NPOS)
		next = str_slice(word, equals + 1, word.n);
	if (str_eq(name, STR("uid")))
		parsed->uid = next;
	else if (str_eq(name, STR("groups")))
		parsed->groups[0] = next;
	else if (str_eq(name, STR("gid")) || str_eq(name, STR("ingroup")))
		parsed->groups[1] = next;
	else if (str_eq(name, STR("add")))
		parsed->added = next;
	return equals != STR_NPOS ? 1 : 2;
}

/* "-u N", "-uN", "-ou0"; returns the words taken. */
static size_t short_options(const struct program *program, struct str word, struct str next,
			    struct parsed *parsed)
{
	for (size_t i = 1; i < word.n; i++) {
		struct str value = str_slice(word, i + 1, word.n);

		if (str_find_byte(program->with_value, word.p[i], 0) == STR_NPOS)
			continue;
		if (value.n > 0)
			next = value;
		if (word.p[i] == 'u')
			parsed->uid = next;
		else if (word.p[i] == 'a')
			parsed->added = next;
		else if (str_find_byte(program->groups, word.p[i], 0) != STR_NPOS)
			parsed->groups[word.p[i] == 'g'] = next;
		return value.n > 0 ? 1 : 2;
	}
	return 1;
}

static bool is_redirection(struct str word)
{
	return word.n > 0 &&
	       (str_find_byte(word, '>', 0) != STR_NPOS || str_find_byte(word, '<', 0) != STR_NPOS);
}

static void operand(struct parsed *parsed, struct str word)
{
	if (parsed->operands++ == 0)
		parsed->first = word;
	parsed->last = word;
}

static struct parsed parse(const struct program *program, const struct shell_command *command,
			   size_t at)
{
	struct parsed parsed = { .operands = 0 };
	bool options = true;

	while (at < command->nwords) {
		struct str word = command->words[at].text;
		struct str next = at + 1 < command->nwords ? command->words[at + 1].text : STR("");

		if (is_redirection(word)) {
			at += 2;
		} else if (options && str_eq(word, STR("--"))) {
			options = false;
			at++;
		} else if (options && str_starts(word, STR("--"))) {
			at += long_option(program, word, next, &parsed);
		} else if (options && word.n > 1 && word.p[0] == '-') {
			at += short_options(program, word, next, &parsed);
		} else {
			operand(&parsed, word);
			at++;
		}
	}
	return parsed;
}

/* Without a number the tools give one that is not 0. */
static int64_t number(struct str text)
{
	int64_t value;

	if (text.p == NULL)
		return -1;
	return str_to_int(text, &value) && value >= 0 ? value : ACCOUNT_UID_OPEN;
}

static struct account_change added_by_adduser(const struct parsed *parsed)
{
	struct account_change change = { .uid = number(parsed->uid) };

	if (parsed->group && !parsed->system)
		return change; /* makes a group */
	if (parsed->operands >= 2 && parsed->uid.p == NULL && !parsed->system)
		return change; /* adds NAME to GROUP */
	/* behind BusyBox's options, a second operand is a group to join */
	change.name = parsed->operands >= 2 ? parsed->first : parsed->last;
	return change;
}

struct account_change account_of_command(const struct shell_command *command)
{
	size_t at = command->program;
	struct account_change change = { .uid = -1 };
	const struct program *program;
	struct parsed parsed;

	if (at >= command->nwords || shell_is_conditional(command))
		return change;
	program = program_of(command->words[at].text);
	if (program == NULL || program->joins_only)
		return change;
	parsed = parse(program, command, at + 1);
	if (parsed.operands == 0)
		return change;
	if (str_eq(program->name, STR("adduser")))
		return added_by_adduser(&parsed);
	change.uid = number(parsed.uid);
	change.renumbers = str_eq(program->name, STR("usermod"));
	if (!change.renumbers || parsed.uid.p != NULL)
		change.name = parsed.last;
	return change;
}

struct account_change account_of_line(struct str line)
{
	struct account_change change = { .uid = -1 };
	struct str rest = line, name = str_cut(&rest, ':'), uid;

	for (size_t i = 0; i < name.n; i++)
		if (!byte_is_alnum(name.p[i]) &&
		    str_find_byte(STR("_.-$"), name.p[i], 0) == STR_NPOS)
			return change;
	str_cut(&rest, ':');
	uid = str_cut(&rest, ':');
	if (rest.p == NULL || uid.n == 0 || !byte_is_digit(uid.p[0]))
		return change;
	change.uid = number(uid);
	change.name = name;
	return change;
}

struct account_joining account_joining_of_command(const struct shell_command *command)
{
	struct account_joining joining = { .account = STR("") };
	size_t at = command->program;
	const struct program *program =
		at < command->nwords ? program_of(command->words[at].text) : NULL;
	struct parsed parsed;

	if (program == NULL)
		return joining;
	parsed = parse(program, command, at + 1);
	if (parsed.operands == 0)
		return joining;
	joining.groups[0] = parsed.groups[0];
	joining.groups[1] = parsed.groups[1];
	if (str_eq(program->name, STR("gpasswd"))) {
		joining.account = parsed.added;
		joining.groups[0] = parsed.last;
	} else if (!str_starts(program->name, STR("add"))) {
		joining.account = parsed.last;
	} else if (parsed.operands >= 2) {
		joining.account = parsed.first;
		joining.groups[0] = parsed.last;
	} else if (!program->joins_only && !parsed.group) {
		joining.account = parsed.last;
	}
	return joining;
}
