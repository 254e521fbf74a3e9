/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/credential_part.h"

/* A line while its words are heard one by one. */
struct hearing {
	struct str line;
	credential_found *found;
	void *context;
	struct str program;   /* the last word that is a program's whose flags we know */
	struct str last;      /* the word before */
	size_t words;         /* so far */
	size_t told;          /* up to here all is told; no byte is looked at twice */
	size_t spoken, piped; /* behind an "echo", and the pipe behind that; 0: none */
	bool setting;         /* ENV or LABEL began the line */
	bool logging_in;      /* "login" of a netrc file, whose "password" may begin a line too */
	bool accounts;        /* chpasswd reads user:password */
};

/* Programs whose flag -p has a password, in the next word or in the same. */
static const char *const next_word[] = { "useradd", "usermod", "groupadd", "groupmod", "sshpass" };
static const char *const same_word[] = { "mysql",   "mysqldump",    "mysqladmin",    "mysqlshow",
					 "mariadb", "mariadb-dump", "mariadb-admin", "sshpass" };

static bool is_one_of(struct str word, const char *const *names, size_t count)
{
	size_t slash = str_rfind_byte(word, '/');

	if (slash != STR_NPOS)
		word = str_slice(word, slash + 1, word.n);
	for (size_t i = 0; word.n && i < count; i++)
		if (word.p[0] == names[i][0] && str_eq(word, str_from(names[i])))
			return true;
	return false;
}

#define IS_ONE_OF(word, names) is_one_of(word, names, sizeof(names) / sizeof(*(names)))

static bool is_between_words(char c)
{
	switch (c) {
	case ',':
	case '"':
	case '\'':
	case '[':
	case ']':
	case '(':
	case ')':
	case ';':
	case '|':
	case '&':
	case '`':
		return true;
	default:
		return byte_is_space(c);
	}
}

/* Where a secret that begins at `from` ends: at its quote, or where the word does. */
static size_t end_of(struct str line, size_t from)
{
	char before = from ? line.p[from - 1] : ' ';
	size_t to = from;

	if (before == '"' || before == '\'') {
		to = str_find_byte(line, before, from);
		return to == STR_NPOS ? line.n : to;
	}
	while (to < line.n && !byte_is_space(line.p[to]) &&
	       str_find_byte(STR(",;|&)]"), line.p[to], 0) == STR_NPOS)
		to++;
	return to;
}

static void tell(struct hearing *hearing, size_t from, size_t to)
{
	struct str secret = str_slice(hearing->line, from, to);

	if (to > hearing->told)
		hearing->told = to;
	if (secret.n && !credential_is_only_references(secret) && !credential_is_quantity(secret) &&
	    !credential_is_nothing(secret) && !credential_is_pathlike(secret))
		hearing->found(hearing->context, from, to);
}

struct str credential_flag(struct str word)
{
	static const char *const denials[] = { "disabled-", "disable-", "no-", "without-" };
	size_t dashes = 0;

	while (dashes < word.n && dashes < 2 && word.p[dashes] == '-')
		dashes++;
	word = str_slice(word, dashes, word.n);
	if (!dashes || !word.n || !byte_is_alpha(word.p[0]) || str_ends(word, STR("stdin")) ||
	    str_find_byte(word, '=', 0) != STR_NPOS || str_find_byte(word, ':', 0) != STR_NPOS)
		return STR("");
	for (size_t i = 0; i < sizeof(denials) / sizeof(*denials); i++)
		if (str_starts(word, str_from(denials[i])))
			return STR("");
	if (str_eq(word, STR("requirepass")))
		return STR("password");
	return credential_name_hides(word) ? word : STR("");
}

size_t credential_password_of_pair(struct str word)
{
	size_t colon = str_find_byte(word, ':', 0);

	return colon == STR_NPOS || !colon || colon + 1 == word.n || word.p[colon + 1] == '/'
		       ? 0
		       : colon + 1;
}

/* The word before it says that this one is a secret. */
static bool is_announced(const struct hearing *hearing, struct str word)
{
	struct str flag = hearing->last;

	if (str_eq(flag, STR("-p")))
		return IS_ONE_OF(hearing->program, next_word);
	if (str_eq(flag, STR("-a")))
		return str_eq(hearing->program, STR("redis-cli"));
	/* "password = x" is a setting, whose value stands behind the sign */
	if (str_eq(flag, STR("password")))
		return hearing->logging_in ||
		       (hearing->words == 1 && word.p[0] != '=' && word.p[0] != ':');
	return credential_flag(flag).n != 0;
}

bool credential_takes_user(struct str flag)
{
	return str_eq(flag, STR("-u")) || str_eq(flag, STR("--user"));
}

/* echo secret | docker login --password-stdin */
static void hear_piped(struct hearing *hearing)
{
	struct str line = hearing->line, words;

	if (!hearing->spoken || hearing->piped <= hearing->spoken)
		return;
	words = str_trim(str_slice(line, hearing->spoken, hearing->piped));
	hearing->spoken = 0;
	if (str_starts(words, STR("-n ")))
		words = str_trim(str_slice(words, 3, words.n));
	if (words.n) {
		size_t from = (size_t)(words.p - line.p);

		tell(hearing, from, from + words.n);
	}
}

static void hear(struct hearing *hearing, struct str word)
{
	size_t from = (size_t)(word.p - hearing->line.p), pair;
	bool flag = word.p[0] == '-';

	if (hearing->setting && hearing->words == 1)
		hearing->setting =
			credential_name_hides(word) && str_find_byte(word, '=', 0) == STR_NPOS;
	else if (hearing->setting && hearing->words == 2)
		tell(hearing, from, hearing->line.n);
	pair = credential_password_of_pair(word);
	if (!flag && is_announced(hearing, word))
		tell(hearing, from, end_of(hearing->line, from));
	else if (pair && (hearing->accounts || credential_takes_user(hearing->last)))
		tell(hearing, from + pair, end_of(hearing->line, from));
	else if (flag && word.n > 2 && str_starts(word, STR("-p")) &&
		 IS_ONE_OF(hearing->program, same_word))
		tell(hearing, from + 2, end_of(hearing->line, from));
	if (!hearing->words)
		hearing->setting =
			str_eq_nocase(word, STR("ENV")) || str_eq_nocase(word, STR("LABEL"));
	if (IS_ONE_OF(word, next_word) || IS_ONE_OF(word, same_word) ||
	    str_eq(word, STR("redis-cli")))
		hearing->program = word;
	if (str_eq(word, STR("login")))
		hearing->logging_in = true;
	if (str_eq(word, STR("echo")) || str_eq(word, STR("printf")))
		hearing->spoken = from + word.n;
	if (str_eq(word, STR("--stdin")) || str_eq(word, STR("--password-stdin")))
		hear_piped(hearing);
	hearing->last = word;
	hearing->words++;
}

/* Is there a flag, or one of the words that count without one: ENV, LABEL, password, chpasswd?  In
   most lines is none. */
static bool may_announce(struct str line)
{
	struct str words = line;

	for (size_t at = 0; (at = str_find_byte(line, '-', at)) != STR_NPOS; at++)
		if (at + 1 < line.n && (line.p[at + 1] == '-' || byte_is_alpha(line.p[at + 1])))
			return true;
	while (words.n && is_between_words(words.p[0]))
		words = str_slice(words, 1, words.n);
	return str_eq_nocase(str_slice(words, 0, 3), STR("ENV")) ||
	       str_eq_nocase(str_slice(words, 0, 5), STR("LABEL")) ||
	       str_has(line, STR("password")) || str_has(line, STR("chpasswd"));
}

void credential_announced(struct str line, credential_found *found, void *context)
{
	static const char *const chpasswd[] = { "chpasswd" };
	struct hearing hearing = { .line = line, .found = found, .context = context };
	size_t at = 0;

	if (!may_announce(line))
		return;
	for (size_t to; str_has(line, STR("chpasswd")) && at < line.n; at = to + 1) {
		for (to = at; to < line.n && !is_between_words(line.p[to]);)
			to++;
		hearing.accounts = hearing.accounts || IS_ONE_OF(str_slice(line, at, to), chpasswd);
	}
	for (at = 0; at < line.n;) {
		size_t from = at;

		if (is_between_words(line.p[at])) {
			if (line.p[at] == '|')
				hearing.piped = at;
			else if (line.p[at] == ';')
				hearing.spoken = 0;
			at++;
			continue;
		}
		while (at < line.n && !is_between_words(line.p[at]))
			at++;
		if (from < hearing.told)
			continue;
		hear(&hearing, str_slice(line, from, at));
	}
}
