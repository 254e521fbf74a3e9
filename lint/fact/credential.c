/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/credential.h"

#include "base/arena.h"
#include "base/limits.h"
#include "base/regex.h"

enum credential_kind {
	CREDENTIAL_PLAIN,
	CREDENTIAL_PROVIDER,
	CREDENTIAL_GROUP,
	CREDENTIAL_GROUP_NOCASE
};

struct credential_row {
	struct str type, label;
	enum credential_kind kind;
	size_t least;       /* bytes */
	struct str needles; /* separated by "|" */
	const char *pattern;
};

#define CREDENTIAL(slot, type, label, kind, least, needles, pattern) \
	{ STR_INIT(type), STR_INIT(label), kind, least, STR_INIT(needles), pattern },
static const struct credential_row rows[] = {
#include "fact/credential.list"
};
#undef CREDENTIAL

enum {
#define CREDENTIAL(slot, type, label, kind, least, needles, pattern) SLOT_##slot,
#include "fact/credential.list"
#undef CREDENTIAL
	SLOT_ROWS,
	SLOT_GIVEN = SLOT_ROWS, /* what credentials_search() was last asked for */
	SLOT_COUNT
};

/* Bytes that two windows share; the longest token with a prefix of its own is 330 bytes. */
#define WINDOW_OVERLAP ((size_t)1024)

struct needle;

struct credentials {
	struct arena *arena;
	struct regex_set *set;
	const struct needle *needles;  /* of all rows; NULL until a value is looked at */
	size_t needles_end[SLOT_ROWS]; /* where those of a row end */
	const char *given;             /* the pattern in SLOT_GIVEN; NULL: none yet */
};

struct credentials *credentials_new(struct arena *arena)
{
	struct credentials *credentials = ARENA_NEW(arena, struct credentials);

	credentials->arena = arena;
	credentials->set = regex_set_new(arena, SLOT_COUNT);
	return credentials;
}

void credentials_free(struct credentials *credentials)
{
	if (credentials)
		regex_set_free(credentials->set);
}

static char fold(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool is_hex(char c)
{
	return byte_is_digit(c) || (fold(c) >= 'a' && fold(c) <= 'f');
}

/* ---- values: is a pattern worth trying? ---- */

/* Which ASCII characters a text has, one bit each. */
struct characters {
	uint64_t low, high; /* below 64, and from 64 on, where the letters are */
};

static struct characters characters_of(struct str s)
{
	struct characters has = { 0, 0 };

	for (size_t i = 0; i < s.n; i++) {
		unsigned char c = (unsigned char)s.p[i];

		if (c < 64)
			has.low |= (uint64_t)1 << c;
		else if (c < 128)
			has.high |= (uint64_t)1 << (c - 64);
	}
	return has;
}

/* The small letter for each capital one. */
static struct characters without_case(struct characters has)
{
	const uint64_t capitals = (((uint64_t)1 << 26) - 1) << ('A' - 64);

	has.high |= (has.high & capitals) << ('a' - 'A');
	return has;
}

/* A piece of `needles`. Its characters are compared first: few values hold them all. */
struct needle {
	struct str text;
	struct characters has;
};

static void cut_needles(struct credentials *credentials)
{
	size_t count = 0, capacity = 0;
	struct needle *all = NULL;

	for (size_t slot = 0; slot < SLOT_ROWS; slot++) {
		struct str rest = rows[slot].needles;

		while (rest.p) {
			struct str text = str_cut(&rest, '|');

			all = arena_grow(credentials->arena, all, count, &capacity, sizeof(*all));
			all[count++] = (struct needle){ text, characters_of(text) };
		}
		credentials->needles_end[slot] = count;
	}
	credentials->needles = all;
}

static bool needle_is_in(struct str value, struct str needle, bool nocase)
{
	if (!nocase)
		return str_has(value, needle);
	for (size_t i = 0; i + needle.n <= value.n; i++)
		if (fold(value.p[i]) == needle.p[0] &&
		    str_eq_nocase(str_slice(value, i, i + needle.n), needle))
			return true;
	return false;
}

static bool row_may_match(const struct credentials *credentials, size_t slot, struct str value,
			  struct characters has)
{
	bool nocase = rows[slot].kind == CREDENTIAL_GROUP_NOCASE;

	if (value.n < rows[slot].least)
		return false;
	if (nocase)
		has = without_case(has);
	for (size_t i = slot ? credentials->needles_end[slot - 1] : 0;
	     i < credentials->needles_end[slot]; i++) {
		const struct needle *needle = &credentials->needles[i];

		if (!(needle->has.low & ~has.low) && !(needle->has.high & ~has.high) &&
		    needle_is_in(value, needle->text, nocase))
			return true;
	}
	return false;
}

/*
 * Searches one pattern from byte *at, in windows: what begins in the part that
 * the next window repeats is left to that one, which sees all of it.
 */
static bool row_search(struct credentials *credentials, size_t slot, struct str value, size_t at,
		       struct regex_match *match)
{
	for (;;) {
		size_t end = value.n - at > LIMIT_SCAN_BYTES ? at + LIMIT_SCAN_BYTES : value.n;
		size_t shared = end < value.n ? end - WINDOW_OVERLAP : end;

		if (regex_search(credentials->set, slot, rows[slot].pattern,
				 str_slice(value, 0, end), at, match) &&
		    (end == value.n || match->from < shared))
			return true;
		if (end == value.n)
			return false;
		at = shared;
	}
}

static bool is_group(const struct credential_row *row)
{
	return row->kind == CREDENTIAL_GROUP || row->kind == CREDENTIAL_GROUP_NOCASE;
}

/* ghp_xxxxxxxxxxxx: what follows the prefix is one character, repeated */
static bool repeats_one_byte(struct str value)
{
	size_t tail = value.n ? 1 : 0;

	while (tail && tail < value.n && value.p[value.n - tail - 1] == value.p[value.n - 1])
		tail++;
	return tail >= 3 && (tail == value.n || (tail >= 10 && tail * 2 >= value.n));
}

/* A pattern matched `secret`; is it one for this question? */
static bool secret_counts(const struct credential_row *row, struct str secret,
			  enum credential_view view)
{
	if (is_group(row) && (credential_is_quantity(secret) || credential_is_nothing(secret)))
		return false;
	if (view == CREDENTIAL_HELD)
		return true;
	if (is_group(row) && credential_is_only_references(secret))
		return false;
	return !credential_is_placeholder(secret) && !repeats_one_byte(secret);
}

/* adduser --disabled-password app: the flag says that there is none */
static bool denies_secret(size_t slot, struct str match)
{
	static const char *const prefixes[] = { "--disabled-", "--disable-", "--no-",
						"--without-" };

	if (slot != SLOT_CLI_SECRET_FLAG)
		return false;
	for (size_t i = 0; i < sizeof(prefixes) / sizeof(*prefixes); i++) {
		struct str prefix = str_from(prefixes[i]);

		if (match.n > prefix.n && str_eq_nocase(str_slice(match, 0, prefix.n), prefix))
			return true;
	}
	return false;
}

static bool row_match(struct credentials *credentials, size_t slot, struct str value, size_t at,
		      enum credential_view view, struct credential_match *match)
{
	const struct credential_row *row = &rows[slot];
	struct regex_match found;

	while (at < value.n && row_search(credentials, slot, value, at, &found)) {
		size_t from = is_group(row) ? found.group_from : found.from;
		size_t to = is_group(row) ? found.group_to : found.to;

		if (from != STR_NPOS &&
		    !denies_secret(slot, str_slice(value, found.from, found.to)) &&
		    secret_counts(row, str_slice(value, from, to), view)) {
			*match = (struct credential_match){ row->type, row->label, from, to,
							    row->kind == CREDENTIAL_PROVIDER };
			return true;
		}
		at = found.to;
	}
	return false;
}

bool credential_value(struct credentials *credentials, struct str value, enum credential_view view,
		      struct credential_match *match)
{
	struct characters has;

	if (value.n < 6)
		return false;
	if (!credentials->needles)
		cut_needles(credentials);
	has = characters_of(value);
	for (size_t slot = 0; slot < SLOT_ROWS; slot++)
		if (row_may_match(credentials, slot, value, has) &&
		    row_match(credentials, slot, value, 0, view, match))
			return true;
	return false;
}

void credential_each(struct credentials *credentials, struct str value,
		     void (*found)(void *context, const struct credential_match *match),
		     void *context)
{
	struct characters has = characters_of(value);

	if (!credentials->needles)
		cut_needles(credentials);
	for (size_t slot = 0; slot < SLOT_ROWS; slot++) {
		const struct credential_row *row = &rows[slot];
		struct regex_match match;
		size_t at = 0;

		if (!row_may_match(credentials, slot, value, has))
			continue;
		while (at < value.n && row_search(credentials, slot, value, at, &match)) {
			bool group = is_group(row) && match.group_from != STR_NPOS;

			at = match.to;
			if (denies_secret(slot, str_slice(value, match.from, match.to)))
				continue;
			found(context,
			      &(struct credential_match){ row->type, row->label,
							  group ? match.group_from : match.from,
							  group ? match.group_to : match.to,
							  row->kind == CREDENTIAL_PROVIDER });
		}
	}
}

/* ---- values that are no secrets ---- */

static struct str unquoted(struct str value)
{
	if (value.n >= 2 && (value.p[0] == '"' || value.p[0] == '\'') &&
	    value.p[value.n - 1] == value.p[0])
		return str_slice(value, 1, value.n - 1);
	return value;
}

/* The same without the line end that block scalars leave. */
static struct str bare(struct str value)
{
	value = unquoted(value);
	return value.n && value.p[value.n - 1] == '\n' ? str_slice(value, 0, value.n - 1) : value;
}

/*
 * Words of placeholders, in lower case: "?" is one of - _ space or nothing,
 * "~" one of these; "*" at the end is anything that follows in the same line.
 */
static const char *const placeholders[] = { "change?me*",
					    "change?it*",
					    "change?this*",
					    "replace?me*",
					    "replace?this*",
					    "replace?with*",
					    "to?do",
					    "tbd",
					    "fixme",
					    "none",
					    "null",
					    "nil",
					    "undefined",
					    "unset",
					    "empty",
					    "na",
					    "n/a",
					    "invalid",
					    "example*",
					    "sample",
					    "dummy*",
					    "fake*",
					    "placeholder*",
					    "foo",
					    "foobar",
					    "bar",
					    "baz",
					    "your~*",
					    "my~secret*",
					    "my~token*",
					    "my~key*",
					    "my~password*",
					    "my~api?key*",
					    "insert~*",
					    "put~*",
					    "enter~*",
					    "paste~*",
					    "not?needed*",
					    "not?required*",
					    "not?used*",
					    "not?key*",
					    "not?secret*",
					    "no?needed*",
					    "no?required*",
					    "no?used*",
					    "no?key*",
					    "no?secret*",
					    "sk-1234",
					    "sk-12345678",
					    "sk-12349",
					    "sk-123456789",
					    "sk-12340",
					    "sk-123456780",
					    "sk-123490",
					    "sk-1234567890",
					    "sk-dummy*",
					    "sk-fake*",
					    "sk-test*",
					    "sk-none",
					    "sk-your*",
					    "sk-not*",
					    "sk-no*",
					    "sk-placeholder*",
					    "sk-local*",
					    "ollama",
					    "lmstudio",
					    "lm-studio",
					    "local",
					    "redacted" };

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
		if (*word == '~' ? !is_separator(value.p[at]) : fold(value.p[at]) != *word)
			return false;
		at++;
	}
	return at == value.n;
}

static bool consists_of(struct str s, const char *set)
{
	struct str members = str_from(set);

	for (size_t i = 0; i < s.n; i++)
		if (str_find_byte(members, fold(s.p[i]), 0) == STR_NPOS)
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

bool credential_is_placeholder(struct str value)
{
	struct str whole = unquoted(value), spaced, rest;

	value = spaced = str_trim(whole);
	if (!value.n)
		return true;
	/* "your " too: the space is the separator then */
	if (value.p + value.n < whole.p + whole.n && value.p[value.n] == ' ')
		spaced.n++;
	if (value.n >= 3 && (consists_of(value, "*x.-_0") || repeats_one_byte(value)))
		return true;
	for (size_t i = 0; i < sizeof(placeholders) / sizeof(*placeholders); i++)
		if (word_is(placeholders[i], value) || word_is(placeholders[i], spaced))
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
	rest = str_slice(value, 3, value.n);
	return value.n > 3 && str_eq_nocase(str_slice(value, 0, 3), STR("sk-")) &&
	       (consists_of(rest, "x") || consists_of(rest, ".") || consists_of(rest, "0"));
}

bool credential_is_nothing(struct str value)
{
	static const char *const words[] = { "none", "null", "nil", "undefined", "unset", "empty" };

	value = str_trim(unquoted(value));
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

	value = bare(value);
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

	value = bare(value);
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

	value = bare(value);
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

/* crypt(3) and htpasswd forms, and argon2 */
bool credential_is_password_hash(struct str value)
{
	static const char *const prefixes[] = { "$1$",      "$2a$",    "$2b$",   "$2x$",
						"$2y$",     "$5$",     "$6$",    "$7$",
						"$y$",      "$gy$",    "$apr1$", "$argon2",
						"$scrypt$", "$pbkdf2", "{SHA}",  "{SSHA}" };
	size_t colon;

	value = bare(value);
	/* htpasswd: user:$2y$... */
	colon = str_find(value, STR(":$"), 0);
	if (colon != STR_NPOS && colon < 64)
		value = str_slice(value, colon + 1, value.n);
	if (value.n < 20)
		return false;
	for (size_t i = 0; i < sizeof(prefixes) / sizeof(*prefixes); i++)
		if (str_starts(value, str_from(prefixes[i])))
			return true;
	return false;
}

static bool is_uuid(struct str value)
{
	if (value.n != 36)
		return false;
	for (size_t i = 0; i < value.n; i++)
		if (i == 8 || i == 13 || i == 18 || i == 23 ? value.p[i] != '-'
							    : !is_hex(value.p[i]))
			return false;
	return true;
}

static bool is_digest(struct str value)
{
	return str_starts(value, STR("sha256:")) || str_starts(value, STR("sha256-")) ||
	       str_starts(value, STR("sha384-")) || str_starts(value, STR("sha512-")) ||
	       str_starts(value, STR("sha512:"));
}

/* ---- 3.4 ---- */

enum { LOG_BITS = 16 };

/* The logarithm to base 2 of n >= 1, in units of 1 / 65536. */
static uint64_t log2_fixed(uint64_t n)
{
	unsigned whole = 0;
	uint64_t result, x;

	while (n >> (whole + 1))
		whole++;
	result = (uint64_t)whole << LOG_BITS;
	x = whole <= 31 ? n << (31 - whole) : n >> (whole - 31); /* 1 <= x / 2^31 < 2 */
	for (unsigned bit = LOG_BITS; bit > 0; bit--) {
		x = (x * x) >> 31;
		if (x >> 32) {
			x >>= 1;
			result |= (uint64_t)1 << (bit - 1);
		}
	}
	return result;
}

/* Shannon entropy in thousandths of a bit per byte. */
static uint64_t entropy(struct str value)
{
	uint64_t counts[256] = { 0 }, sum = 0;

	for (size_t i = 0; i < value.n; i++)
		counts[(unsigned char)value.p[i]]++;
	for (size_t i = 0; i < 256; i++)
		if (counts[i])
			sum += counts[i] * log2_fixed(counts[i]);
	return (log2_fixed(value.n) - sum / value.n) * 1000 >> LOG_BITS;
}

bool credential_entropy_passes(struct str value)
{
	bool hex = true, digit = false, upper = false, lower = false;

	value = str_trim(unquoted(value));
	if (value.n < 24 || is_uuid(value) || is_digest(value) || credential_is_pathlike(value))
		return false;
	if (value.n > LIMIT_SCAN_BYTES)
		value = str_slice(value, 0, LIMIT_SCAN_BYTES);
	for (size_t i = 0; i < value.n; i++) {
		char c = value.p[i];

		hex = hex && is_hex(c);
		digit = digit || byte_is_digit(c);
		upper = upper || (c >= 'A' && c <= 'Z');
		lower = lower || (c >= 'a' && c <= 'z');
		if (!byte_is_alnum(c) && c != '+' && c != '/' && c != '-' && c != '_' &&
		    (c != '=' || i + 2 < value.n))
			return false;
	}
	if (hex && value.n >= 32)
		return entropy(value) >= 3200;
	if (!digit || !upper || !lower)
		return false;
	return entropy(value) >= (value.n >= 40 ? 4400 : value.n >= 32 ? 4200 : 3800);
}

bool credentials_search(struct credentials *credentials, const char *pattern, struct str subject)
{
	if (credentials->given != pattern)
		regex_set_drop(credentials->set, SLOT_GIVEN);
	credentials->given = pattern;
	return regex_search(credentials->set, SLOT_GIVEN, pattern, subject, 0, NULL);
}

/* ---- the decision ---- */

/* AUTH and MAIL_AUTH often say by which method to log in, not with what. */
static bool names_a_method(struct str name, struct str value)
{
	static const char *const methods[] = {
		"basic", "bearer", "digest",        "jwt",           "kerberos", "ldap",
		"login", "md5",    "ntlm",          "oauth",         "oauth2",   "oidc",
		"plain", "saml",   "scram-sha-256", "scram-sha-512", "token",    "trust",
	};
	size_t last = name.n < 4 ? 0 : name.n - 4;

	if (!str_eq_nocase(str_slice(name, last, name.n), STR("auth")) ||
	    (last && byte_is_alnum(name.p[last - 1])))
		return false;
	value = bare(value);
	for (size_t i = 0; i < sizeof(methods) / sizeof(*methods); i++)
		if (str_eq_nocase(value, str_from(methods[i])))
			return true;
	return false;
}

/* A value that takes a STRONG name's weight away. */
static bool value_clears(const struct credential_question *question)
{
	struct str value = question->value;

	if (question->known && (credential_is_quantity(value) || credential_is_pathlike(value) ||
				names_a_method(question->name, value)))
		return true;
	if (question->view == CREDENTIAL_HELD)
		return question->known && credential_is_nothing(value);
	return credential_is_only_references(value) || credential_is_placeholder(value) ||
	       is_uuid(bare(value)) || is_digest(bare(value));
}

struct credential_verdict credential_judge(struct credentials *credentials,
					   const struct credential_question *question)
{
	struct credential_verdict verdict = { CREDENTIAL_NOT, { STR_NONE, STR_NONE, 0, 0, false } };
	bool held = question->view == CREDENTIAL_HELD;
	unsigned name = credential_name(question->name);
	bool matches;

	if (!question->value.n && (question->known || !held))
		return verdict;
	matches = credential_value(credentials, question->value, question->view, &verdict.match);
	if (!matches && credential_is_password_hash(question->value)) {
		verdict.match.type = STR("password-hash");
		verdict.match.label = STR("password hash");
		verdict.match.to = question->value.n;
	}
	if (question->agent && held && (name & CREDENTIAL_BOUNDARY))
		verdict.reason = CREDENTIAL_BY_NAME;
	else if (!(name & CREDENTIAL_EXEMPT) && (name & CREDENTIAL_STRONG) &&
		 !value_clears(question))
		verdict.reason = CREDENTIAL_BY_NAME;
	else if (!(name & CREDENTIAL_EXEMPT) && !(name & CREDENTIAL_STRONG) &&
		 (name & CREDENTIAL_WEAK) && question->known &&
		 credential_entropy_passes(question->value))
		verdict.reason = CREDENTIAL_BY_NAME;
	else if (matches)
		verdict.reason = CREDENTIAL_BY_VALUE;
	return verdict;
}
