/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/credential_part.h"

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
	value = credential_bare(value);
	for (size_t i = 0; i < sizeof(methods) / sizeof(*methods); i++)
		if (str_eq_nocase(value, str_from(methods[i])))
			return true;
	return false;
}

/* A URL without userinfo and query, or a word such as "argon2id". */
static bool is_plain(struct str value)
{
	size_t scheme = str_find(value, STR("://"), 0);

	if (scheme != STR_NPOS)
		return str_find_byte(value, '@', 0) == STR_NPOS &&
		       str_find_byte(value, '?', 0) == STR_NPOS;
	for (size_t i = 0; i < value.n; i++)
		if (!byte_is_digit(value.p[i]) && value.p[i] != '-' && value.p[i] != '_' &&
		    (value.p[i] < 'a' || value.p[i] > 'z'))
			return false;
	return value.n <= 20;
}

/* The key of AWS's own documentation. */
static bool is_documented(struct str value)
{
	return str_ends(value, STR("EXAMPLEKEY"));
}

/* A value that takes a STRONG name's weight away. */
static bool value_clears(const struct credential_question *question)
{
	struct str value = question->value;

	if (question->known &&
	    (credential_is_quantity(value) || credential_is_pathlike(value) ||
	     names_a_method(question->name, value) ||
	     (credential_name_is_property(question->name) && is_plain(credential_bare(value)))))
		return true;
	if (question->view == CREDENTIAL_HELD)
		return question->known && credential_is_nothing(value);
	return credential_name_is_public(question->name) || credential_is_only_references(value) ||
	       credential_is_placeholder(value) || is_documented(credential_bare(value)) ||
	       credential_is_uuid(credential_bare(value)) ||
	       credential_is_digest(credential_bare(value));
}

/* GRAYLOG_ROOT_PASSWORD_SHA2: hexadecimal digits, and the name says what of. */
static bool is_named_hash(struct str name, struct str value)
{
	static const struct str ends[] = { STR_INIT("_SHA1"),   STR_INIT("_SHA2"),
					   STR_INIT("_SHA256"), STR_INIT("_SHA384"),
					   STR_INIT("_SHA512"), STR_INIT("_MD5"),
					   STR_INIT("_HASH") };

	value = credential_bare(value);
	if (!str_has(name, STR("PASS")))
		return false;
	if (value.n != 32 && value.n != 40 && value.n != 64 && value.n != 96 && value.n != 128)
		return false;
	for (size_t i = 0; i < value.n; i++)
		if (!credential_is_hex(value.p[i]))
			return false;
	for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++)
		if (name.n > ends[i].n &&
		    str_eq_nocase(str_slice(name, name.n - ends[i].n, name.n), ends[i]))
			return true;
	return false;
}

struct credential_verdict credential_judge(struct credentials *credentials,
					   const struct credential_question *question)
{
	struct credential_verdict verdict = { CREDENTIAL_NOT, { .type = STR_NONE } };
	bool held = question->view == CREDENTIAL_HELD;
	unsigned name = credential_name(question->name);
	bool matches;

	if (!question->value.n && (question->known || !held))
		return verdict;
	matches = credential_value(credentials, question->value, question->view, &verdict.match);
	if (!matches && (credential_is_password_hash(question->value) ||
			 is_named_hash(question->name, question->value))) {
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
		 !credential_name_is_public(question->name) &&
		 credential_entropy_passes(question->value))
		verdict.reason = CREDENTIAL_BY_NAME;
	else if (matches)
		verdict.reason = CREDENTIAL_BY_VALUE;
	return verdict;
}
