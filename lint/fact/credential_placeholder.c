/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/credential_part.h"

bool credential_is_hex(char c)
{
	return byte_is_digit(c) || (byte_lower(c) >= 'a' && byte_lower(c) <= 'f');
}

struct str credential_bare(struct str value)
{
	value = str_unquoted(value);
	return value.n && value.p[value.n - 1] == '\n' ? str_slice(value, 0, value.n - 1) : value;
}

bool credential_repeats_one_byte(struct str value)
{
	size_t tail = value.n ? 1 : 0;

	while (tail && tail < value.n && value.p[value.n - tail - 1] == value.p[value.n - 1])
		tail++;
	return tail >= 3 && (tail == value.n || (tail >= 10 && tail * 2 >= value.n));
}

/*
 * Words of placeholders, in lower case: "?" is one of - _ space or nothing,
 * "~" one of these; "*" at the end is anything that follows in the same line.
 */
static const char *const placeholders[] = { "change?me*",   "change?it*",    "change?this*",
					    "replace?me*",  "replace?this*", "replace?with*",
					    "to?do",        "tbd",           "fixme",
					    "none",         "null",          "nil",
					    "undefined",    "unset",         "not?set",
					    "unused",       "ignored",       "anything",
					    "whatever",     "empty",         "na",
					    "n/a",          "invalid",       "example*",
					    "sample",       "dummy*",        "fake*",
					    "placeholder*", "foo",           "foobar",
					    "bar",          "baz",           "your~*",
					    "my~secret*",   "my~token*",     "my~key*",
					    "my~password*", "my~api?key*",   "insert~*",
					    "put~*",        "enter~*",       "paste~*",
					    "not?needed*",  "not?required*", "not?used*",
					    "not?key*",     "not?secret*",   "no?needed*",
					    "no?required*", "no?used*",      "no?key*",
					    "no?secret*",   "ollama",        "local",
					    "redacted",     "lmstudio",      "lm-studio" };

/* The same behind "sk-", which alone is none yet. */
static const char *const placeholder_keys[] = { "", "test*", "no*", "local*" };

/* What a text of words ends in when it is not meant to stay, behind a separator. */
static const char *const notices[] = {
	"change?me",      "change?it",       "change?this", "change?in?production",
	"change?in?prod", "local?only",      "dev?only",    "test?only",
	"for?dev",        "for?development", "for?testing", "not?for?production",
	"not?for?prod"
};

static bool is_separator(char c)
{
	return c == '-' || c == '_' || c == ' ';
}

static bool word_is(const char *word, struct str value)
{
	size_t at = 0;

	for (; *word; word++) {
		if (*word == '*')
			return str_find_byte(value, '\n', at) == STR_NPOS;
		if (*word == '?') {
			if (at < value.n && is_separator(value.p[at]))
				at++;
			continue;
		}
		if (at == value.n)
			return false;
		if (*word == '~' ? !is_separator(value.p[at]) : byte_lower(value.p[at]) != *word)
			return false;
		at++;
	}
	return at == value.n;
}

static bool consists_of(struct str s, const char *set)
{
	struct str members = str_from(set);

	for (size_t i = 0; i < s.n; i++)
		if (str_find_byte(members, byte_lower(s.p[i]), 0) == STR_NPOS)
			return false;
	return true;
}

static bool is_enclosed(struct str value, struct str open, struct str close, const char *without)
{
	struct str inner, unwanted = str_from(without);

	if (value.n < open.n + close.n || !str_starts(value, open) || !str_ends(value, close))
		return false;
	inner = str_slice(value, open.n, value.n - close.n);
	for (size_t i = 0; i < inner.n; i++)
		if (str_find_byte(unwanted, inner.p[i], 0) != STR_NPOS)
			return false;
	return true;
}

static const char letters[] = "abcdefghijklmnopqrstuvwxyz_";

/* A word or a small number: letters in one case, but for the first, no more than words have. */
static bool is_piece_of_prose(struct str piece)
{
	enum { LETTERS = 12, DIGITS = 4 };
	size_t digits = 0, small = 0;

	for (size_t i = 0; i < piece.n; i++) {
		digits += byte_is_digit(piece.p[i]);
		small += piece.p[i] >= 'a' && piece.p[i] <= 'z';
	}
	if (digits)
		return digits == piece.n && digits <= DIGITS;
	return piece.n <= LETTERS &&
	       (!small || small == piece.n || (small == piece.n - 1 && piece.p[0] < 'a'));
}

/* Made of words and small numbers alone, as nobody makes a secret. */
static bool is_prose(struct str value)
{
	for (size_t at = 0, from = 0; at <= value.n; at++) {
		if (at < value.n && byte_is_alnum(value.p[at]))
			continue;
		if (at < value.n && str_find_byte(STR("-_ .!"), value.p[at], 0) == STR_NPOS)
			return false;
		if (!is_piece_of_prose(str_slice(value, from, at)))
			return false;
		from = at + 1;
	}
	return true;
}

/* dev-sandbox-token, owa-local-only, password_change_me: meant for trying things out. */
static bool is_of_development(struct str value)
{
	if (!is_prose(value))
		return false;
	if (value.n > 4 && str_eq_nocase(str_slice(value, 0, 3), STR("dev")) &&
	    (value.p[3] == '-' || value.p[3] == '_'))
		return true;
	while (value.n && (value.p[value.n - 1] == '.' || value.p[value.n - 1] == '!'))
		value.n--;
	for (size_t from = 1; from < value.n; from++)
		for (size_t i = 0;
		     is_separator(value.p[from - 1]) && i < sizeof(notices) / sizeof(*notices); i++)
			if (word_is(notices[i], str_slice(value, from, value.n)))
				return true;
	return false;
}

/* "sk-ant-...": what every key of a kind begins with, and points for the rest. */
static bool is_cut_short(struct str value)
{
	size_t points = 0, pieces = 0;

	while (points < value.n && value.p[value.n - points - 1] == '.')
		points++;
	if (points < 3)
		return false;
	value.n -= points;
	while (value.n) {
		size_t n = 0;

		while (n < value.n && byte_is_alnum(value.p[n]))
			n++;
		if (!n || n > 8 || n == value.n || ++pieces > 3 ||
		    (value.p[n] != '-' && value.p[n] != '_'))
			return false;
		value = str_slice(value, n + 1, value.n);
	}
	return pieces > 0;
}

/* The first digits in their order. */
static bool is_counted(struct str value)
{
	return str_starts(STR("1234567890"), value) || str_eq(value, STR("12349")) ||
	       str_eq(value, STR("12340")) || str_eq(value, STR("123490")) ||
	       str_eq(value, STR("123456780"));
}

static bool is_one_of(struct str value, const char *const *words, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (word_is(words[i], value))
			return true;
	return false;
}

/* `spaced`: the same with one space behind it, where there is one. */
static bool stands_in(struct str value, struct str spaced)
{
	if (value.n >= 3 && (consists_of(value, "*x.-_0") || credential_repeats_one_byte(value)))
		return true;
	if (is_one_of(value, placeholders, sizeof(placeholders) / sizeof(*placeholders)) ||
	    is_one_of(spaced, placeholders, sizeof(placeholders) / sizeof(*placeholders)))
		return true;
	if (value.n >= 7 && str_eq_nocase(str_slice(value, value.n - 7, value.n), STR("example")) &&
	    str_find_byte(value, '\n', 0) == STR_NPOS)
		return true;
	if (is_enclosed(value, STR("<"), STR(">"), "<>") ||
	    is_enclosed(value, STR("["), STR("]"), "[]") ||
	    is_enclosed(value, STR("{{"), STR("}}"), "\n"))
		return true;
	if (value.n >= 3 && is_enclosed(value, STR("%"), STR("%"), "%") &&
	    consists_of(str_slice(value, 1, value.n - 1), letters))
		return true;
	if (value.n >= 5 && is_enclosed(value, STR("__"), STR("__"), "") &&
	    consists_of(value, letters))
		return true;
	return is_of_development(value) || is_cut_short(value);
}

bool credential_is_placeholder(struct str value)
{
	struct str whole = str_unquoted(value), spaced, rest;

	value = spaced = str_trim(whole);
	if (!value.n)
		return true;
	/* "your " too: the space is the separator then */
	if (value.p + value.n < whole.p + whole.n && value.p[value.n] == ' ')
		spaced.n++;
	if (stands_in(value, spaced))
		return true;
	if (value.n < 3 || !str_eq_nocase(str_slice(value, 0, 3), STR("sk-")))
		return false;
	rest = str_slice(value, 3, value.n);
	return stands_in(rest, str_slice(spaced, 3, spaced.n)) || is_counted(rest) ||
	       consists_of(rest, "x") || consists_of(rest, ".") || consists_of(rest, "0") ||
	       is_one_of(rest, placeholder_keys,
			 sizeof(placeholder_keys) / sizeof(*placeholder_keys));
}

bool credential_is_nothing(struct str value)
{
	static const char *const words[] = { "none", "null", "nil", "undefined", "unset", "empty" };

	value = str_trim(str_unquoted(value));
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (str_eq_nocase(value, str_from(words[i])))
			return true;
	return !value.n;
}

bool credential_is_quantity(struct str value)
{
	static const char *const words[] = { "true", "false", "yes", "no", "on", "off" };
	static const char *const units[] = { "", "ms", "s", "m", "h", "d", "k", "kb", "mb", "gb" };
	size_t at = 0;

	value = credential_bare(value);
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (str_eq_nocase(value, str_from(words[i])))
			return true;
	while (at < value.n && byte_is_digit(value.p[at]))
		at++;
	if (!at)
		return false;
	if (at + 1 < value.n && value.p[at] == '.' && byte_is_digit(value.p[at + 1]))
		for (at++; at < value.n && byte_is_digit(value.p[at]);)
			at++;
	value = str_slice(value, at, value.n);
	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++)
		if (str_eq_nocase(value, str_from(units[i])))
			return true;
	return false;
}

bool credential_is_pathlike(struct str value)
{
	struct str rest;
	size_t segments = 0;

	value = credential_bare(value);
	if (str_starts(value, STR("/run/secrets/")) || str_starts(value, STR("./")))
		return true;
	if (!str_starts(value, STR("/")))
		return false;
	rest = str_slice(value, 1, value.n);
	while (rest.p) {
		struct str segment = str_cut(&rest, '/');

		if (!segment.n || !consists_of(segment, "abcdefghijklmnopqrstuvwxyz0123456789._-"))
			return false;
		segments++;
	}
	return segments >= 2;
}

static size_t skip_name(struct str s, size_t at)
{
	if (at < s.n && (byte_is_alpha(s.p[at]) || s.p[at] == '_'))
		while (at < s.n && (byte_is_alnum(s.p[at]) || s.p[at] == '_'))
			at++;
	return at;
}

bool credential_is_only_references(struct str value)
{
	size_t at = 0;

	value = credential_bare(value);
	if (!value.n)
		return false;
	while (at < value.n) {
		bool braced = at + 1 < value.n && value.p[at + 1] == '{';
		size_t name = at + (braced ? 2 : 1);

		if (value.p[at] != '$')
			return false;
		at = skip_name(value, name);
		if (at == name)
			return false;
		if (!braced)
			continue;
		if (at < value.n && value.p[at] == ':')
			if (++at == value.n || (value.p[at] != '?' && value.p[at] != '+'))
				return false;
		if (at < value.n && (value.p[at] == '?' || value.p[at] == '+'))
			while (at < value.n && value.p[at] != '{' && value.p[at] != '}')
				at++;
		if (at == value.n || value.p[at] != '}')
			return false;
		at++;
	}
	return true;
}

bool credential_is_owned_reference(struct str value)
{
	struct str rest = credential_bare(value), owner = str_cut(&rest, '=');

	for (size_t i = 0; i < owner.n; i++)
		if (!byte_is_alnum(owner.p[i]) && owner.p[i] != '-' && owner.p[i] != '_')
			return false;
	return owner.n && rest.n &&
	       (credential_is_only_references(rest) || credential_is_placeholder(rest));
}

/* crypt(3) and htpasswd forms, and argon2 */
bool credential_is_password_hash(struct str value)
{
	static const char *const prefixes[] = { "$1$",      "$2a$",    "$2b$",   "$2x$",
						"$2y$",     "$5$",     "$6$",    "$7$",
						"$y$",      "$gy$",    "$apr1$", "$argon2",
						"$scrypt$", "$pbkdf2", "{SHA}",  "{SSHA}" };
	enum { SHORTEST = 20 };
	size_t colon;

	value = credential_bare(value);
	if (value.n < SHORTEST || (value.p[0] != '{' && str_find_byte(value, '$', 0) == STR_NPOS))
		return false;
	/* htpasswd: user:$2y$... */
	colon = str_find(value, STR(":$"), 0);
	if (colon != STR_NPOS && colon < 64)
		value = str_slice(value, colon + 1, value.n);
	if (value.n < SHORTEST)
		return false;
	for (size_t i = 0; i < sizeof(prefixes) / sizeof(*prefixes); i++)
		if (str_starts(value, str_from(prefixes[i])))
			return true;
	return false;
}

bool credential_is_uuid(struct str value)
{
	if (value.n != 36)
		return false;
	for (size_t i = 0; i < value.n; i++)
		if (i == 8 || i == 13 || i == 18 || i == 23 ? value.p[i] != '-'
							    : !credential_is_hex(value.p[i]))
			return false;
	return true;
}

bool credential_is_digest(struct str value)
{
	return str_starts(value, STR("sha256:")) || str_starts(value, STR("sha256-")) ||
	       str_starts(value, STR("sha384-")) || str_starts(value, STR("sha512-")) ||
	       str_starts(value, STR("sha512:"));
}
