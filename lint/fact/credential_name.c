/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/credential_part.h"

#include "base/arena.h"
#include "base/limits.h"

/*
 * Names of credentials as tables: what an expression would list are words, so
 * they need no backtracking.  In a word "?" is an underscore or nothing.  What
 * makes a name STRONG, WEAK or BOUNDARY has one of the stems in has_stem().
 */
#define WORDS(array) array, sizeof(array) / sizeof(*(array))

/* A segment of the name: underscore or border on both sides. */
static const char *const strong[] = { "PASS",        "PASSWORD",      "PASSWD",
				      "PASSPHRASE",  "PASSCODE",      "PWD",
				      "PW",          "SECRET",        "SECRETS",
				      "TOKEN",       "CRED",          "CREDS",
				      "CREDENTIAL",  "CREDENTIALS",   "API?KEY",
				      "ACCESS?KEY",  "ACCESS?KEY?ID", "SECRET?KEY",
				      "PRIVATE?KEY", "SIGNING?KEY",   "ENCRYPTION?KEY",
				      "MASTER?KEY",  "SERVICE?KEY",   "ACCOUNT?KEY",
				      "AUTH?KEY",    "GATEWAY?KEY",   "SSH?KEY",
				      "DEPLOY?KEY",  "JWT",           "PAT",
				      "DSN",         "BEARER",        "AUTHORIZATION",
				      "COOKIE",      "AUTH" };
/* The end of the name, with or without an underscore before it. */
static const char *const strong_ends[] = { "TOKEN",  "SECRET",     "PASSWORD",
					   "PASSWD", "PASSPHRASE", "API?KEY" };
static const char *const boundary_ends[] = { "TOKEN", "SECRET", "PASSWORD", "API_KEY" };
static const char *const weak[] = { "KEY", "SALT", "SEED", "PEPPER", "CERT", "WEBHOOK", "HASH" };

static const char *const exempt_whole[] = { "PATH", "GPG_KEY", "PWD" };
static const char *const exempt_ends[] = { "_FILE", "_PATH", "_DIR", "_SOCK", "_SCHEME" };
static const char *const exempt_last[] = { "HOST?PWD", "WORK?PWD", "CURRENT?PWD", "OLD?PWD" };
static const char *const exempt_keys[] = { "PUBLIC?KEY",  "PUB?KEY",        "PRIMARY?KEY",
					   "FOREIGN?KEY", "SORT?KEY",       "PARTITION?KEY",
					   "CACHE?KEY",   "IDEMPOTENCY?KEY" };
/* TOKEN_URL, PASSWORD_LENGTH: one of the first, then one of the second, then the end. */
static const char *const secrets[] = { "TOKEN", "PASSWORD", "SECRET",     "KEY",        "COOKIE",
				       "JWT",   "AUTH",     "CREDENTIAL", "CREDENTIALS" };
static const char *const properties[] = {
	"URL",      "URI",     "ENDPOINT",  "HOST",   "PORT",   "TTL",      "TIMEOUT", "LIFETIME",
	"MAX_AGE",  "LIMIT",   "BUDGET",    "COUNT",  "LENGTH", "SIZE",     "POLICY",  "TYPE",
	"NAME",     "ALGO",    "ALGORITHM", "HEADER", "ISSUER", "AUDIENCE", "DOMAIN",  "SECURE",
	"SAMESITE", "ENABLED", "REQUIRED",  "METHOD", "MODE",   "PROVIDER", "BACKEND"
};
/* These may have one more word of letters behind them. */
static const char *const expiries[] = { "EXP", "EXPIRY", "EXPIRES", "EXPIRATION", "EXPIRE" };
static const char *const exempt_parts[] = { "ALLOW_EMPTY_", "RANDOM_ROOT_" };
static const char *const amounts[] = { "MAX_", "MIN_", "NUM_", "TOTAL_", "CONTEXT_" };

static bool is_upper(char c)
{
	return c >= 'A' && c <= 'Z';
}

static bool is_lower(char c)
{
	return c >= 'a' && c <= 'z';
}

/* Bytes of the name from `at` that the word takes; STR_NPOS: it is not there. */
static inline size_t word_at(const char *word, struct str name, size_t at)
{
	size_t from = at;

	/* most differ in the first byte, and no word begins with "?" */
	if (at >= name.n || name.p[at] != word[0])
		return STR_NPOS;
	for (; *word; word++) {
		if (*word == '?') {
			if (at < name.n && name.p[at] == '_')
				at++;
			continue;
		}
		if (at >= name.n || name.p[at] != *word)
			return STR_NPOS;
		at++;
	}
	return at - from;
}

static bool begins_segment(struct str name, size_t at)
{
	return at == 0 || name.p[at - 1] == '_';
}

static bool ends_segment(struct str name, size_t at)
{
	return at == name.n || name.p[at] == '_';
}

static bool has_segment(struct str name, const char *const *words, size_t nwords)
{
	for (size_t at = 0; at < name.n; at++)
		for (size_t i = 0; begins_segment(name, at) && i < nwords; i++) {
			size_t n = word_at(words[i], name, at);

			if (n != STR_NPOS && ends_segment(name, at + n))
				return true;
		}
	return false;
}

/* One of the words reaches from `at` to the end. */
static bool is_rest(struct str name, size_t at, const char *const *words, size_t nwords)
{
	for (size_t i = 0; i < nwords; i++) {
		size_t n = word_at(words[i], name, at);

		if (n != STR_NPOS && at + n == name.n)
			return true;
	}
	return false;
}

static bool ends_with(struct str name, const char *word)
{
	size_t at = name.n;

	for (size_t i = str_from(word).n; i; i--) {
		if (word[i - 1] == '?') {
			at -= at && name.p[at - 1] == '_';
			continue;
		}
		if (!at || name.p[at - 1] != word[i - 1])
			return false;
		at--;
	}
	return true;
}

static bool has_end(struct str name, const char *const *words, size_t nwords)
{
	for (size_t i = 0; i < nwords; i++)
		if (ends_with(name, words[i]))
			return true;
	return false;
}

static bool has_last_segment(struct str name, const char *const *words, size_t nwords)
{
	for (size_t at = 0; at < name.n; at++)
		if (begins_segment(name, at) && is_rest(name, at, words, nwords))
			return true;
	return false;
}

static bool has_part(struct str name, const char *const *words, size_t nwords)
{
	for (size_t i = 0; i < nwords; i++)
		if (str_has(name, str_from(words[i])))
			return true;
	return false;
}

/* EXPIRY or EXPIRY_SECONDS from `at` to the end */
static bool is_expiry(struct str name, size_t at)
{
	for (size_t i = 0; i < sizeof(expiries) / sizeof(*expiries); i++) {
		size_t n = word_at(expiries[i], name, at), end;

		if (n == STR_NPOS)
			continue;
		if (at + n == name.n)
			return true;
		if (name.p[at + n] != '_' || at + n + 1 == name.n)
			continue;
		for (end = at + n + 1; end < name.n && is_upper(name.p[end]);)
			end++;
		if (end == name.n)
			return true;
	}
	return false;
}

static bool is_property_of_secret(struct str name)
{
	for (size_t at = 0; at < name.n; at++)
		for (size_t i = 0;
		     begins_segment(name, at) && i < sizeof(secrets) / sizeof(*secrets); i++) {
			size_t n = word_at(secrets[i], name, at);

			if (n == STR_NPOS || at + n >= name.n || name.p[at + n] != '_')
				continue;
			if (is_rest(name, at + n + 1, WORDS(properties)) ||
			    is_expiry(name, at + n + 1))
				return true;
		}
	return false;
}

/* MAX_OUTPUT_TOKENS: how many, not which */
static bool is_amount(struct str name)
{
	static const char *const tokens[] = { "TOKEN", "TOKENS" };

	for (size_t i = 0; i < sizeof(amounts) / sizeof(*amounts); i++) {
		struct str amount = str_from(amounts[i]);

		for (size_t at = str_find(name, amount, 0); at != STR_NPOS;
		     at = str_find(name, amount, at + 1)) {
			struct str rest = str_slice(name, at + amount.n, name.n);
			bool plain = true;

			for (size_t k = 0; k < rest.n; k++)
				plain = plain && (is_upper(rest.p[k]) || rest.p[k] == '_');
			if (plain && has_end(rest, WORDS(tokens)))
				return true;
		}
	}
	return false;
}

static bool is_exempt(struct str name)
{
	for (size_t i = 0; i < sizeof(exempt_whole) / sizeof(*exempt_whole); i++)
		if (str_eq(name, str_from(exempt_whole[i])))
			return true;
	return has_end(name, WORDS(exempt_ends)) || has_last_segment(name, WORDS(exempt_last)) ||
	       has_segment(name, WORDS(exempt_keys)) || has_part(name, WORDS(exempt_parts)) ||
	       is_property_of_secret(name) || is_amount(name);
}

/* Check 7 of the boundary test looks at the name as it is, in either case. */
static bool is_boundary(struct str name)
{
	for (size_t i = 0; i < name.n; i++)
		if (!byte_is_alpha(name.p[i]) && name.p[i] != '_')
			return false;
	for (size_t i = 0; i < sizeof(boundary_ends) / sizeof(*boundary_ends); i++) {
		struct str end = str_from(boundary_ends[i]);

		if (name.n >= end.n && str_eq_nocase(str_slice(name, name.n - end.n, name.n), end))
			return true;
	}
	return false;
}

/* A word of a camelCase name begins at byte `at`: the K of apiKey, the S of AWSSecret. */
static bool begins_word(struct str name, size_t at)
{
	if (at == 0 || !is_upper(name.p[at]))
		return false;
	if (is_lower(name.p[at - 1]))
		return true;
	return (is_upper(name.p[at - 1]) || byte_is_digit(name.p[at - 1])) && at + 2 < name.n &&
	       is_lower(name.p[at + 1]) && is_lower(name.p[at + 2]);
}

/* `out` has room for twice LIMIT_NAME_BYTES */
static struct str normalise(struct str name, char *out)
{
	size_t n = 0;

	name = str_slice(name, 0, LIMIT_NAME_BYTES);
	for (size_t i = 0; i < name.n; i++) {
		char c = name.p[i];

		if (begins_word(name, i))
			out[n++] = '_';
		if (is_lower(c))
			c = (char)(c - 'a' + 'A');
		out[n++] = byte_is_alnum(c) ? c : '_';
	}
	return (struct str){ out, n };
}

#define LETTER(a)     ((uint32_t)1 << ((a)&0x1F))
#define STEM(a, b, c) ((uint32_t)(a) << 16 | (uint32_t)(b) << 8 | (uint32_t)(c))

/* Letters that one of the words for STRONG, WEAK or BOUNDARY has: most names have none of them, and
   every key of a file is asked for. */
static bool has_stem(struct str name)
{
	/* the second letters, one bit each, by the first */
	static const uint32_t seconds[32] = {
		['a' & 0x1F] = LETTER('u'),
		['b' & 0x1F] = LETTER('e'),
		['c' & 0x1F] = LETTER('e') | LETTER('o') | LETTER('r'),
		['d' & 0x1F] = LETTER('s'),
		['h' & 0x1F] = LETTER('a'),
		['j' & 0x1F] = LETTER('w'),
		['k' & 0x1F] = LETTER('e'),
		['p' & 0x1F] = LETTER('a') | LETTER('e') | LETTER('w'),
		['s' & 0x1F] = LETTER('a') | LETTER('e'),
		['t' & 0x1F] = LETTER('o'),
		['w' & 0x1F] = LETTER('e'),
	};

	for (size_t i = 1; i < name.n; i++) {
		uint32_t first = (unsigned char)name.p[i - 1] | 0x20U;
		uint32_t second = (unsigned char)name.p[i] | 0x20U;

		/* most pairs of letters begin none */
		if (!(seconds[first & 0x1F] >> (second & 0x1F) & 1))
			continue;
		if ((first << 8 | second) == STEM(0, 'p', 'w'))
			return true;
		if (i + 1 == name.n)
			return false;
		switch (first << 16 | second << 8 | (unsigned char)name.p[i + 1] | 0x20U) {
		case STEM('p', 'a', 's'):
		case STEM('s', 'e', 'c'):
		case STEM('t', 'o', 'k'):
		case STEM('c', 'r', 'e'):
		case STEM('k', 'e', 'y'):
		case STEM('j', 'w', 't'):
		case STEM('p', 'a', 't'):
		case STEM('d', 's', 'n'):
		case STEM('b', 'e', 'a'):
		case STEM('a', 'u', 't'):
		case STEM('c', 'o', 'o'):
		case STEM('s', 'a', 'l'):
		case STEM('s', 'e', 'e'):
		case STEM('p', 'e', 'p'):
		case STEM('c', 'e', 'r'):
		case STEM('w', 'e', 'b'):
		case STEM('h', 'a', 's'):
			return true;
		default:
			break;
		}
	}
	return false;
}

static unsigned flags_of(struct str raw)
{
	char out[2 * LIMIT_NAME_BYTES];
	struct str name;
	unsigned flags = 0;

	name = normalise(raw, out);
	if (is_boundary(name) || is_boundary(raw))
		flags |= CREDENTIAL_BOUNDARY;
	if (has_segment(name, WORDS(strong)) || has_end(name, WORDS(strong_ends)))
		flags |= CREDENTIAL_STRONG;
	if (has_segment(name, WORDS(weak)))
		flags |= CREDENTIAL_WEAK;
	if ((flags & (CREDENTIAL_STRONG | CREDENTIAL_WEAK)) && is_exempt(name))
		flags |= CREDENTIAL_EXEMPT;
	return flags;
}

unsigned credential_name(struct str raw)
{
	raw = str_slice(raw, 0, LIMIT_NAME_BYTES);
	return has_stem(raw) ? flags_of(raw) : 0;
}

bool credential_name_is_property(struct str raw)
{
	char out[2 * LIMIT_NAME_BYTES];
	struct str name = normalise(raw, out);

	return has_last_segment(name, WORDS(properties)) || has_last_segment(name, WORDS(expiries));
}

bool credential_name_is_public(struct str raw)
{
	static const char *const words[] = { "PUBLISHABLE", "SITE?KEY", "INITIAL_CLUSTER_TOKEN" };
	char out[2 * LIMIT_NAME_BYTES];

	return has_segment(normalise(raw, out), WORDS(words));
}

bool credential_name_is_secret(struct str raw)
{
	static const char *const ends[] = { "TOKEN", "SECRET", "PASSWORD", "PASSWD",  "PASSPHRASE",
					    "PASS",  "PWD",    "KEY",      "KEY_BASE" };
	char out[2 * LIMIT_NAME_BYTES];
	unsigned flags = credential_name(raw);

	return (flags & CREDENTIAL_STRONG) && !(flags & CREDENTIAL_EXEMPT) &&
	       has_end(normalise(raw, out), WORDS(ends));
}

bool credential_name_hides(struct str name)
{
	unsigned flags = credential_name(name);

	return (flags & CREDENTIAL_BOUNDARY) ||
	       ((flags & CREDENTIAL_STRONG) && !(flags & CREDENTIAL_EXEMPT));
}

/* ---- where they stand ---- */

struct str credential_name_before(struct str text, size_t at)
{
	size_t end = at, from;

	while (end && byte_is_blank(text.p[end - 1]))
		end--;
	if (end && (text.p[end - 1] == '"' || text.p[end - 1] == '\''))
		for (end--; end && text.p[end - 1] == '\\';)
			end--;
	from = end;
	while (from && (credential_sign(text.p[from - 1]) & SIGN_NAME))
		from--;
	return str_slice(text, from, end);
}

/* auth:1.2, auth:v1.2 and token:8080: an image, a port, a mount, not a name with its value */
static bool is_tag(struct str name, struct str rest)
{
	size_t at = rest.n > 1 && rest.p[0] == 'v' && byte_is_digit(rest.p[1]);
	char next = rest.n ? rest.p[at] : '\0';

	for (size_t i = 0; i < name.n; i++)
		if (name.p[i] >= 'A' && name.p[i] <= 'Z')
			return false;
	return !str_has(name, STR("pass")) && !str_has(name, STR("pw")) &&
	       (byte_is_digit(next) || next == '/' || next == '.' || next == '$' ||
		str_starts(rest, STR("latest")));
}

bool credential_colon_gives(struct str text, struct str name, size_t colon)
{
	size_t from = (size_t)(name.p - text.p), to = from + name.n;
	struct str rest = str_slice(text, colon + 1, text.n);
	bool quoted = to < colon && !byte_is_blank(text.p[to]);

	/* Compose's own keys and sudo's word; ${TOKEN:?why} ships nothing; the host and port of a
	   URL, whose userinfo has a pattern */
	if (str_eq(name, STR("secrets")) || str_eq(name, STR("credential_spec")) ||
	    str_eq(name, STR("NOPASSWD")) || str_starts(rest, STR("?")) ||
	    str_ends(str_slice(text, 0, from), STR("//")))
		return false;
	return quoted || (rest.n && byte_is_blank(rest.p[0])) || !is_tag(name, rest);
}
