/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/credential.h"

#include <check.h>

#include "base/regex.h"
#include "tests/suite.h"
#include "tests/token.h"

#define ROWS(array) (int)(sizeof(array) / sizeof(*(array)))

#define B CREDENTIAL_BOUNDARY
#define E CREDENTIAL_EXEMPT
#define S CREDENTIAL_STRONG
#define W CREDENTIAL_WEAK

static const struct {
	const char *name;
	unsigned flags;
} name_rows[] = { { "GITHUB_TOKEN", B | S },
		  { "github_token", B | S },
		  { "apiKey", B | S | W },
		  { "api.key", B | S | W },
		  { "MYSECRET", B | S },
		  { "MyPassword", B | S },
		  { "R2_TOKEN", S },
		  { "AWS_SECRET_ACCESS_KEY", S | W },
		  { "AWSSecretAccessKey", S | W },
		  { "AWS_ACCESS_KEY_ID", S | W },
		  { "POSTGRES_PASSWORD_FILE", E | S },
		  { "TOKEN_URL", E | S },
		  { "MAX_TOKENS", 0 },
		  { "MAX_OUTPUT_TOKEN", B | E | S },
		  { "PATH", 0 },
		  { "PWD", E | S },
		  { "OLDPWD", 0 },
		  { "OLD_PWD", E | S },
		  { "GPG_KEY", E | W },
		  { "SSH_AUTH_SOCK", E | S },
		  { "PUBLIC_KEY", E | W },
		  { "PUBLICKEY", 0 },
		  { "SESSION_KEY", W },
		  { "WEB_SESSION_KEY", W },
		  { "PASSWORD_HASH", S | W },
		  { "AUTH_TOKEN_EXPIRES_IN", E | S },
		  { "AUTH_TOKEN_EXPIRES_2", S },
		  { "ALLOW_EMPTY_PASSWORD", B | E | S },
		  { "MYSQL_RANDOM_ROOT_PASSWORD", B | E | S },
		  { "TOKENIZER", 0 },
		  { "COMPASS", 0 },
		  { "PATTERN", 0 },
		  { "AUTHOR", 0 },
		  { "MONKEY", 0 },
		  { "TERM", 0 },
		  { "SALT", W },
		  { "", 0 },
		  { "_", 0 } };

START_TEST(a_name_is_normalised_and_judged)
{
	unsigned got = credential_name(str_from(name_rows[_i].name));

	ck_assert_msg(got == name_rows[_i].flags, "%s: wanted %x, got %x", name_rows[_i].name,
		      name_rows[_i].flags, got);
}
END_TEST

/* The same as expressions, which the code must agree with. */
static const struct {
	unsigned flag;
	const char *pattern;
} name_patterns[] = {
	{ B, "(?i)^[A-Z_]*(?:TOKEN|SECRET|PASSWORD|API_KEY)$" },
	{ S, "(?:^|_)(?:PASS(?:WORD|WD|PHRASE|CODE)?|PWD|PW|SECRETS?|TOKEN|CRED(?:ENTIAL)?S?|"
	     "API_?KEY|ACCESS_?KEY(?:_?ID)?|SECRET_?KEY|PRIVATE_?KEY|SIGNING_?KEY|ENCRYPTION_?KEY|"
	     "MASTER_?KEY|SERVICE_?KEY|ACCOUNT_?KEY|AUTH_?KEY|GATEWAY_?KEY|SSH_?KEY|DEPLOY_?KEY|"
	     "JWT|PAT|DSN|BEARER|AUTHORIZATION|COOKIE|AUTH)(?:_|$)|(?:TOKEN|SECRET|PASSWORD|PASSWD|"
	     "PASSPHRASE|API_?KEY)$" },
	{ W, "(?:^|_)(?:KEY|SALT|SEED|PEPPER|CERT|WEBHOOK|HASH)(?:_|$)" },
	{ E, "^(?:PATH|GPG_KEY)$|(?:^|_)(?:HOST|WORK|CURRENT|OLD)_?PWD$|^PWD$|"
	     "_(?:FILE|PATH|DIR|SOCK|SCHEME)$|(?:^|_)(?:PUBLIC|PUB|PRIMARY|FOREIGN|SORT|PARTITION|"
	     "CACHE|IDEMPOTENCY)_?KEY(?:_|$)|(?:^|_)(?:TOKEN|PASSWORD|SECRET|KEY|COOKIE|JWT|AUTH|"
	     "CREDENTIALS?)_(?:URL|URI|ENDPOINT|HOST|PORT|TTL|TIMEOUT|EXP(?:IRY|IRES|IRATION|IRE)?"
	     "(?:_[A-Z]+)?|LIFETIME|MAX_AGE|LIMIT|BUDGET|COUNT|LENGTH|SIZE|POLICY|TYPE|NAME|"
	     "ALGO(?:RITHM)?|HEADER|ISSUER|AUDIENCE|DOMAIN|SECURE|SAMESITE|ENABLED|REQUIRED|METHOD|"
	     "MODE|PROVIDER|BACKEND)$|ALLOW_EMPTY_|RANDOM_ROOT_|"
	     "(?:MAX|MIN|NUM|TOTAL|CONTEXT)_[A-Z_]*TOKENS?$" }
};

START_TEST(names_are_judged_as_the_expressions_say)
{
	static const char *const scraps[] = { "_",           "_",           "_",
					      "_",           "_",           "TOKEN",
					      "TOKENS",      "SECRET",      "SECRETS",
					      "PASSWORD",    "PASSWD",      "PASS",
					      "PASSPHRASE",  "PASSCODE",    "PWD",
					      "PW",          "CRED",        "CREDS",
					      "CREDENTIAL",  "CREDENTIALS", "API",
					      "KEY",         "ID",          "ACCESS",
					      "PRIVATE",     "SIGNING",     "ENCRYPTION",
					      "MASTER",      "SERVICE",     "ACCOUNT",
					      "AUTH",        "GATEWAY",     "SSH",
					      "DEPLOY",      "JWT",         "PAT",
					      "DSN",         "BEARER",      "AUTHORIZATION",
					      "COOKIE",      "SALT",        "SEED",
					      "PEPPER",      "CERT",        "WEBHOOK",
					      "HASH",        "PATH",        "GPG",
					      "HOST",        "WORK",        "CURRENT",
					      "OLD",         "FILE",        "DIR",
					      "SOCK",        "SCHEME",      "PUBLIC",
					      "PUB",         "PRIMARY",     "FOREIGN",
					      "SORT",        "PARTITION",   "CACHE",
					      "IDEMPOTENCY", "URL",         "URI",
					      "ENDPOINT",    "PORT",        "TTL",
					      "TIMEOUT",     "EXP",         "EXPIRY",
					      "EXPIRES",     "EXPIRATION",  "EXPIRE",
					      "IN",          "LIFETIME",    "MAX",
					      "AGE",         "LIMIT",       "BUDGET",
					      "COUNT",       "LENGTH",      "SIZE",
					      "POLICY",      "TYPE",        "NAME",
					      "ALGO",        "ALGORITHM",   "HEADER",
					      "ISSUER",      "AUDIENCE",    "DOMAIN",
					      "SECURE",      "SAMESITE",    "ENABLED",
					      "REQUIRED",    "METHOD",      "MODE",
					      "PROVIDER",    "BACKEND",     "ALLOW",
					      "EMPTY",       "RANDOM",      "ROOT",
					      "MIN",         "NUM",         "TOTAL",
					      "CONTEXT",     "X",           "9" };
	struct arena arena = { 0 }, names = { 0 };
	struct regex_set *set = regex_set_new(&arena, 4);
	uint32_t state = 1;

	for (size_t n = 0; n < 200000; n++) {
		struct str name =
			token_scrambled(&names, &state, scraps, sizeof(scraps) / sizeof(*scraps));
		unsigned got = credential_name(name), want = 0;

		for (size_t i = 0; i < 4; i++)
			if (regex_search(set, i, name_patterns[i].pattern, name, 0, NULL))
				want |= name_patterns[i].flag;
		if (!(want & (S | W)))
			want &= ~(unsigned)E;
		ck_assert_msg(got == want, "%.*s: wanted %x, got %x", STR_FMT(name), want, got);
		if (n % 1000 == 0)
			arena_reset(&names);
	}
	regex_set_free(set);
	arena_free(&names);
	arena_free(&arena);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("credential_name");
	TCase *c = tcase_create("credential_name");

	tcase_set_timeout(c, 300);
	tcase_add_loop_test(c, a_name_is_normalised_and_judged, 0, ROWS(name_rows));
	tcase_add_test(c, names_are_judged_as_the_expressions_say);
	suite_add_tcase(s, c);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
