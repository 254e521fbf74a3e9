/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/credential.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/arena.h"
#include "base/limits.h"
#include "base/regex.h"

#define ROWS(array) (int)(sizeof(array) / sizeof(*(array)))

static uint32_t next_random(uint32_t *state)
{
	*state = *state * 1664525 + 1013904223;
	return *state >> 16;
}

/*
 * Values are made here, so that no file holds anything that looks like a
 * token: {X12} becomes twelve bytes of set X.
 */
static struct str made(struct arena *arena, const char *recipe)
{
	static const char *const sets[] = {
		"Aabcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ",
		"Babcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-_",
		"H0123456789abcdef",
		"D0123456789",
		"UABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
		"LabcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
		"Sabcdefghijklmnopqrstuvwxyz",
		"4abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ+/",
		"Xx"
	};
	struct builder b = { .arena = arena };
	struct str s = str_from(recipe);
	uint32_t state = 7;

	for (size_t at = 0; at < s.n; at++) {
		struct str set = STR_NONE;
		size_t count = 0;

		if (s.p[at] == '{' && at + 2 < s.n && byte_is_digit(s.p[at + 2]))
			for (size_t i = 0; i < sizeof(sets) / sizeof(*sets); i++)
				if (sets[i][0] == s.p[at + 1])
					set = str_from(sets[i] + 1);
		if (!set.n) {
			builder_byte(&b, s.p[at]);
			continue;
		}
		for (at += 2; s.p[at] != '}'; at++)
			count = count * 10 + (size_t)(s.p[at] - '0');
		while (count--)
			builder_byte(&b, set.p[next_random(&state) % set.n]);
	}
	return builder_str(&b);
}

/* ---- values ---- */

static const struct {
	const char *recipe, *type; /* NULL: no credential */
} value_rows[] = { { "-----BEGIN PRIVATE KEY-----\n{460}", "private-key" },
		   { "-----BEGIN OPENSSH PRIVATE KEY-----", "private-key" },
		   { "x -----BEGIN RSA PRIVATE KEY-----\\n{460}", "private-key" },
		   { "-----BEGIN PGP PRIVATE KEY BLOCK-----", "private-key" },
		   { "PuTTY-User-Key-File-3: ssh-rsa", "private-key" },
		   { "-----BEGIN CERTIFICATE-----", NULL },
		   { "-----BEGIN PUBLIC KEY-----", NULL },
		   { "{\"type\": \"service_account\", \"x\": 1}", "gcp-service-account" },
		   { "{\"type\": \"user\"}", NULL },
		   { "sk-ant-{S5}{D2}-{B93}AA", "anthropic-key" },
		   { "sk-ant-{S5}{D2}-{B30}", NULL },
		   { "sk-or-v1-{H64}", "openrouter-key" },
		   { "sk-or-v1-{H63}", NULL },
		   { "sk-proj-{B70}", "openai-key" },
		   { "sk-svcacct-{B60}", "openai-key" },
		   { "sk-{A20}T3BlbkFJ{A20}", "openai-key" },
		   { "sk-{A22}", NULL },
		   { "AIza{B35}", "google-api-key" },
		   { "AIza{B34}", NULL },
		   { "AIza{B36}", NULL },
		   { "ya29.{B40}", "google-oauth" },
		   { "GOCSPX-{B28}", "google-oauth" },
		   { "gsk_{A52}", "llm-provider-key" },
		   { "xai-{A80}", "llm-provider-key" },
		   { "hf_{L34}", "llm-provider-key" },
		   { "r8_{A37}", "llm-provider-key" },
		   { "pplx-{A48}", "llm-provider-key" },
		   { "ABSK{4120}", "llm-provider-key" },
		   { "hf_{L20}", NULL },
		   { "AKIA{U16}", "aws-access-key" },
		   { "ASIA{U16}", "aws-access-key" },
		   { "AKIA{U15}", NULL },
		   { "XAKIA{U16}", NULL },
		   { "AKIA{U9}EXAMPLE", NULL },
		   { "ghp_{A36}", "github-token" },
		   { "token ghs_{A36} in a text", "github-token" },
		   { "x_ghp_{A36}", NULL },
		   { "ghp_{A35}", NULL },
		   { "ghp_{X36}", NULL },
		   { "github_pat_{A22}_{A59}", "github-pat" },
		   { "github_pat_{A22}{A59}", NULL },
		   { "glpat-{B20}", "gitlab-token" },
		   { "gldt-{A20}", "gitlab-token" },
		   { "glxx-{A20}", NULL },
		   { "xoxb-{D12}-{A24}", "slack-token" },
		   { "xapp-1-{U10}-{D12}-{A20}", "slack-token" },
		   { "xoxz-{A24}", NULL },
		   { "https://hooks.slack.com/services/{U9}/{U11}/{A24}", "slack-webhook" },
		   { "https://hooks.slack.com/docs", NULL },
		   { "npm_{A36}", "npm-token" },
		   { "npm_config_registry_of_the_company_x", NULL },
		   { "pypi-AgE{B60}", "pypi-token" },
		   { "pypi-{B60}", NULL },
		   { "dckr_pat_{B27}", "dockerhub-token" },
		   { "dckr_oat_{B32}", "dockerhub-token" },
		   { "sk_live_{A24}", "stripe-key" },
		   { "rk_test_{A24}", "stripe-key" },
		   { "sk_other_{A24}", NULL },
		   { "SG.{B22}.{B43}", "sendgrid-key" },
		   { "{D9}:AA{B33}", "telegram-token" },
		   { "{D7}:AA{B33}", NULL },
		   { "SK{H32}", "twilio-key" },
		   { "SK{H31}", NULL },
		   { "AccountName=x;AccountKey={486}==;", "azure-storage" },
		   { "{A3}8Q~{A34}", "azure-ad-secret" },
		   { "dop_v1_{H64}", "digitalocean" },
		   { "hvs.{B90}", "vault-token" },
		   { "hvs.{B10}", NULL },
		   { "dapi{H32}", "misc-prefixed" },
		   { "lin_api_{A40}", "misc-prefixed" },
		   { "glsa_{A32}_{H8}", "misc-prefixed" },
		   { "AGE-SECRET-KEY-1{U58}", "misc-prefixed" },
		   { "PMAK-{H24}-{H34}", "misc-prefixed" },
		   { "dp.pt.{A43}", "misc-prefixed" },
		   { "eyJ{B20}.eyJ{B40}.{B43}", "jwt" },
		   { "eyJ{B20}.{B40}.{B43}", NULL },
		   { "postgres://app:{A12}@db/app", "url-userinfo" },
		   { "redis://:{A12}@redis:6379/0", "url-userinfo" },
		   { "postgres://app:${PG_PASSWORD:?}@db/app", NULL },
		   { "postgres://app:$PG_PASSWORD@db/app", NULL },
		   { "postgres://app:${PG_PASSWORD:-{A8}}@db/app", "url-userinfo" },
		   { "postgres://app:changeme@db/app", NULL },
		   { "postgres://app@db/app", NULL },
		   { "ssh://git@host:22/x", NULL },
		   { "http://gateway:4000/v1@x", NULL },
		   { "Authorization: Bearer {A24}", "auth-header" },
		   { "curl -H 'authorization:basic {A24}'", "auth-header" },
		   { "Authorization: Bearer $TOKEN", NULL },
		   { "redis-server --requirepass {A12}", "cli-secret-flag" },
		   { "app --db-password={A12} x", "cli-secret-flag" },
		   { "app --API-KEY {A12}", "cli-secret-flag" },
		   { "app --password $PASSWORD", NULL },
		   { "app --password=changeme", NULL },
		   { "app --token-file /run/x", NULL },
		   { "adduser --disabled-password app", NULL },
		   { "app --password 12345", NULL },
		   { "curl -u admin:{A12} http://x", "curl-user" },
		   { "curl --user=admin:{A12} http://x", "curl-user" },
		   { "curl -u admin http://x", NULL },
		   { "Server=db;User=sa;Password={A12};", "connection-password" },
		   { "http://x/y?token={A12}", "connection-password" },
		   { "host=db password={A12}", "connection-password" },
		   { "password=getenv(x)", NULL },
		   { "host=db password=$PW", NULL },
		   { "the password is given elsewhere", NULL },
		   { "hunter22", NULL },
		   { "/run/secrets/db-password", NULL },
		   { "sha256:{H64}", NULL },
		   { "{H8}-{H4}-{H4}-{H4}-{H12}", NULL },
		   { "ghcr.io/acme/agent:1.4.2@sha256:{H64}", NULL },
		   { "", NULL } };

START_TEST(a_value_names_its_type)
{
	struct arena arena = { 0 };
	struct credentials *c = credentials_new(&arena);
	struct credential_match match = { 0 };
	struct str value = made(&arena, value_rows[_i].recipe);
	bool got = credential_value(c, value, CREDENTIAL_SHIPPED, &match);

	ck_assert_msg(got == (value_rows[_i].type != NULL) &&
			      (!got || str_eq(match.type, str_from(value_rows[_i].type))),
		      "%s (%.*s): wanted %s, got %.*s", value_rows[_i].recipe, STR_FMT(value),
		      value_rows[_i].type ? value_rows[_i].type : "none",
		      STR_FMT(got ? match.type : STR("none")));
	if (got)
		ck_assert(match.from < match.to && match.to <= value.n && match.label.n);
	credentials_free(c);
	arena_free(&arena);
}
END_TEST

START_TEST(the_span_is_that_of_the_secret)
{
	static const char *const rows[][2] = { { "postgres://app:{A12}@db/app", "{A12}" },
					       { "a ghp_{A36} b", "ghp_{A36}" },
					       { "app --db-password={A12} x", "{A12}" },
					       { "a=1;password={A12};x", "{A12}" } };
	struct arena arena = { 0 };
	struct credentials *c = credentials_new(&arena);

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct str value = made(&arena, rows[i][0]), want = made(&arena, rows[i][1]);
		struct credential_match match;

		ck_assert(credential_value(c, value, CREDENTIAL_SHIPPED, &match));
		ck_assert_msg(str_eq(str_slice(value, match.from, match.to), want), "%s",
			      rows[i][0]);
	}
	credentials_free(c);
	arena_free(&arena);
}
END_TEST

START_TEST(only_model_providers_are_providers)
{
	static const struct {
		const char *recipe;
		bool provider;
	} rows[] = { { "sk-ant-{S5}{D2}-{B93}AA", true },
		     { "sk-or-v1-{H64}", true },
		     { "sk-proj-{B70}", true },
		     { "AIza{B35}", true },
		     { "gsk_{A52}", true },
		     { "ghp_{A36}", false },
		     { "GOCSPX-{B28}", false } };
	struct arena arena = { 0 };
	struct credentials *c = credentials_new(&arena);
	struct credential_match match;

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		ck_assert(
			credential_value(c, made(&arena, rows[i].recipe), CREDENTIAL_HELD, &match));
		ck_assert_msg(match.provider == rows[i].provider, "%s", rows[i].recipe);
	}
	credentials_free(c);
	arena_free(&arena);
}
END_TEST

START_TEST(a_token_is_found_anywhere_in_a_long_value)
{
	struct arena arena = { 0 };
	struct credentials *c = credentials_new(&arena);
	struct str token = made(&arena, "ghp_{A200}");

	for (size_t shift = 0; shift < 6; shift++) {
		struct builder b = { .arena = &arena };
		struct credential_match match;
		size_t at = LIMIT_SCAN_BYTES - shift * 100 + 50;

		while (b.n < at)
			builder_byte(&b, ' ');
		builder_add(&b, token);
		while (b.n < (size_t)3 * LIMIT_SCAN_BYTES)
			builder_byte(&b, ' ');
		ck_assert(credential_value(c, builder_str(&b), CREDENTIAL_SHIPPED, &match));
		ck_assert_uint_eq(match.from, at);
		ck_assert_uint_eq(match.to, at + token.n);
	}
	credentials_free(c);
	arena_free(&arena);
}
END_TEST

/* With these behind it every pattern is tried on a value. */
static const char all_needles[] =
#define CREDENTIAL(slot, type, label, kind, least, needles, pattern) " " needles
#include "fact/credential.list"
#undef CREDENTIAL
	;

START_TEST(hostile_values_stay_bounded)
{
	static const char *const units[] = { "a",
					     "A1",
					     "sk-",
					     "-",
					     "eyJ",
					     "eyJaaaaaaaaaa.",
					     "a:",
					     "://",
					     "a://b:",
					     "password=",
					     "--password",
					     "--a-",
					     "-u a",
					     "-u ",
					     "x.Q~",
					     "AKIA",
					     "SG.aaaa",
					     "xoxb-1",
					     "xapp-1-A-1-",
					     "ghp_a",
					     "\"type\" :",
					     "-----BEGIN A ",
					     " ",
					     "token ",
					     "--token\t",
					     "Authorization: bearer ",
					     "hooks.slack.com/",
					     "0:AA",
					     "SK0",
					     "glpat-" };
	struct arena arena = { 0 };
	struct credentials *c = credentials_new(&arena);

	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++) {
		struct builder b = { .arena = &arena };
		struct credential_match match;
		clock_t start;
		double seconds;

		while (b.n < (size_t)LIMIT_SCAN_BYTES - sizeof(all_needles))
			builder_add(&b, str_from(units[i]));
		builder_add(&b, str_from(all_needles));
		start = clock();
		credential_value(c, builder_str(&b), CREDENTIAL_SHIPPED, &match);
		credential_mask_line(c, &arena, builder_str(&b), NULL, 0);
		credential_mask_text(c, &arena, builder_str(&b));
		credential_name(builder_str(&b));
		credential_is_placeholder(builder_str(&b));
		credential_entropy_passes(builder_str(&b));
		seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
		if (getenv("SHOW_TIMES"))
			printf("%-24s %.3f s\n", units[i], seconds);
		ck_assert_msg(seconds < 20, "%s: %.3f s", units[i], seconds);
	}
	credentials_free(c);
	arena_free(&arena);
}
END_TEST

/* ---- names ---- */

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
		  { "MAX_TOKENS", E },
		  { "MAX_OUTPUT_TOKEN", B | E | S },
		  { "PATH", E },
		  { "PWD", E | S },
		  { "OLDPWD", E },
		  { "OLD_PWD", E | S },
		  { "GPG_KEY", E | W },
		  { "SSH_AUTH_SOCK", E | S },
		  { "PUBLIC_KEY", E | W },
		  { "PUBLICKEY", E },
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

START_TEST(camel_case_is_split)
{
	static const char *const rows[][2] = {
		{ "apiKey", "API_KEY" },           { "AWSSecretKey", "AWS_SECRET_KEY" },
		{ "oauth2Token", "OAUTH2_TOKEN" }, { "GITHUB_TOKEN", "GITHUB_TOKEN" },
		{ "PASSWORDs", "PASSWORDS" },      { "a-b.c", "A_B_C" }
	};
	struct arena arena = { 0 };

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct str got = credential_normalise_name(&arena, str_from(rows[i][0]));

		ck_assert_msg(str_eq(got, str_from(rows[i][1])), "%s: got %.*s", rows[i][0],
			      STR_FMT(got));
	}
	arena_free(&arena);
}
END_TEST

/* The expressions of rules.md 3.1 and 3.3, which the code must agree with. */
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

static const char placeholder_pattern[] =
	"(?i)^\\s*(?:|[*x.\\-_0]{3,}|change[-_ ]?(?:me|it|this).*|replace[-_ ]?(?:me|this|with).*|"
	"to[-_ ]?do|tbd|fixme|none|null|nil|undefined|unset|empty|n/?a|invalid|example.*|.*example|"
	"sample|dummy.*|fake.*|placeholder.*|foo(?:bar)?|bar|baz|your[-_ ].*|"
	"my[-_ ](?:secret|token|key|password|api[-_ ]?key).*|insert[-_ ].*|put[-_ ].*|"
	"enter[-_ ].*|paste[-_ ].*|<[^<>]*>|\\[[^\\[\\]]*\\]|\\{\\{.*\\}\\}|%[A-Za-z_]+%|"
	"__[A-Z_]+__|(?:not|no)[-_ ]?(?:needed|required|used|key|secret).*|"
	"sk-(?:x+|\\.+|0+|1234(?:5678)?9?0?|dummy.*|fake.*|test.*|none|your.*|not.*|no.*|"
	"placeholder.*|local.*)|ollama|lm-?studio|local|redacted)\\s*$";
static const char quantity_pattern[] =
	"(?i)^(?:true|false|yes|no|on|off|[0-9]+(?:\\.[0-9]+)?(?:ms|s|m|h|d|k|kb|mb|gb)?)$";
static const char path_pattern[] = "^(?:/run/secrets/|/[A-Za-z0-9._-]+(?:/[A-Za-z0-9._-]+)+$|\\./)";
static const char references_pattern[] =
	"^(?:\\$\\{[A-Za-z_][A-Za-z0-9_]*(?:[?+][^{}]*|:[?+][^{}]*)?\\}|"
	"\\$[A-Za-z_][A-Za-z0-9_]*)+$";

static struct str scrambled(struct arena *arena, uint32_t *state, const char *const *scraps,
			    size_t nscraps)
{
	struct builder b = { .arena = arena };

	for (uint32_t k = 1 + next_random(state) % 5; k > 0; k--)
		builder_add(&b, str_from(scraps[next_random(state) % nscraps]));
	return builder_str(&b);
}

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
			scrambled(&names, &state, scraps, sizeof(scraps) / sizeof(*scraps));
		unsigned got = credential_name(name), want = 0;

		for (size_t i = 0; i < 4; i++)
			if (regex_search(set, i, name_patterns[i].pattern, name, 0, NULL))
				want |= name_patterns[i].flag;
		ck_assert_msg(got == want, "%.*s: wanted %x, got %x", STR_FMT(name), want, got);
		if (n % 1000 == 0)
			arena_reset(&names);
	}
	regex_set_free(set);
	arena_free(&names);
	arena_free(&arena);
}
END_TEST

START_TEST(values_are_excused_as_the_expressions_say)
{
	static const char *const scraps[] = { "-",
					      "_",
					      " ",
					      "\n",
					      "\t",
					      "*",
					      "x",
					      ".",
					      "0",
					      "change",
					      "me",
					      "it",
					      "this",
					      "replace",
					      "with",
					      "to",
					      "do",
					      "TBD",
					      "none",
					      "Null",
					      "nil",
					      "undefined",
					      "unset",
					      "empty",
					      "n",
					      "/",
					      "a",
					      "example",
					      "sample",
					      "dummy",
					      "fake",
					      "placeholder",
					      "foo",
					      "bar",
					      "your",
					      "my",
					      "secret",
					      "token",
					      "key",
					      "password",
					      "api",
					      "insert",
					      "put",
					      "<",
					      ">",
					      "[",
					      "]",
					      "{",
					      "}",
					      "{{",
					      "}}",
					      "%",
					      "__",
					      "not",
					      "no",
					      "needed",
					      "used",
					      "sk-",
					      "1234",
					      "5678",
					      "9",
					      "test",
					      "local",
					      "ollama",
					      "lm",
					      "studio",
					      "redacted",
					      "true",
					      "FALSE",
					      "yes",
					      "on",
					      "off",
					      "15",
					      "ms",
					      "s",
					      "gb",
					      "kb",
					      "./",
					      "/run/secrets/",
					      "$",
					      "${",
					      "?",
					      "+",
					      ":",
					      "A",
					      ":?",
					      ":-",
					      "${A}",
					      "$B_2" };
	static const char *const patterns[] = { placeholder_pattern, quantity_pattern, path_pattern,
						references_pattern };
	static const char *const names[] = { "placeholder", "quantity", "path", "references" };
	struct arena arena = { 0 }, values = { 0 };
	struct regex_set *set = regex_set_new(&arena, 4);
	uint32_t state = 1;
	size_t counts[4] = { 0 };

	for (size_t n = 0; n < 200000; n++) {
		struct str value =
			scrambled(&values, &state, scraps, sizeof(scraps) / sizeof(*scraps));
		bool got[4];

		got[0] = credential_is_placeholder(value);
		got[1] = credential_is_quantity(value);
		got[2] = credential_is_pathlike(value);
		got[3] = credential_is_only_references(value);
		for (size_t i = 0; i < 4; i++) {
			bool want = regex_search(set, i, patterns[i], value, 0, NULL);

			counts[i] += want;
			/* one character, repeated, is a placeholder too */
			if (i == 0 && got[0] && !want) {
				struct str text = str_trim(value);
				size_t tail = 1;

				while (tail < text.n &&
				       text.p[text.n - tail - 1] == text.p[text.n - 1])
					tail++;
				want = tail >= 3;
			}
			ck_assert_msg(got[i] == want, "%s of \"%.*s\": wanted %d, got %d", names[i],
				      STR_FMT(value), want, got[i]);
		}
		if (n % 1000 == 0)
			arena_reset(&values);
	}
	for (size_t i = 0; i < 4; i++)
		ck_assert_uint_gt(counts[i], 100);
	regex_set_free(set);
	arena_free(&values);
	arena_free(&arena);
}
END_TEST

START_TEST(quotes_around_a_value_are_looked_through)
{
	ck_assert(credential_is_placeholder(STR("\"none\"")));
	ck_assert(credential_is_placeholder(STR("'changeme'")));
	ck_assert(credential_is_placeholder(STR("\"\"")));
	ck_assert(credential_is_quantity(STR("'true'")));
	ck_assert(credential_is_only_references(STR("\"${A}\"")));
	ck_assert(!credential_is_placeholder(STR("\"none'")));
	ck_assert(credential_is_nothing(STR("'NULL'")));
	ck_assert(!credential_is_nothing(STR("changeme")));
}
END_TEST

START_TEST(hashes_are_not_passwords)
{
	struct arena arena = { 0 };

	ck_assert(credential_is_password_hash(made(&arena, "$2y$05${A53}")));
	ck_assert(credential_is_password_hash(made(&arena, "admin:$apr1${A8}${A22}")));
	ck_assert(!credential_is_password_hash(STR("$PASSWORD_OF_THE_DATABASE")));
	ck_assert(!credential_is_password_hash(STR("hunter22")));
	arena_free(&arena);
}
END_TEST

static const struct {
	const char *recipe;
	bool random;
} entropy_rows[] = { { "{H32}", true },
		     { "{H31}", false },
		     { "{A24}", true },
		     { "{A32}", true },
		     { "{A64}", true },
		     { "{443}=", true },
		     { "{A23}", false },
		     { "{X40}", false },
		     { "changeme-please-now-123", false },
		     { "postgres_production_db_of_the_company", false },
		     { "{H8}-{H4}-{H4}-{H4}-{H12}", false },
		     { "sha256:{H64}", false },
		     { "sha384-{464}", false },
		     { "/srv/{A24}/{A12}", false },
		     { "https://host/{A40}", false },
		     { "me@{A24}.org", false },
		     { "00000000000000000000000000000000", false } };

START_TEST(random_text_is_told_from_prose)
{
	struct arena arena = { 0 };
	struct str value = made(&arena, entropy_rows[_i].recipe);

	ck_assert_msg(credential_entropy_passes(value) == entropy_rows[_i].random, "%s: %.*s",
		      entropy_rows[_i].recipe, STR_FMT(value));
	arena_free(&arena);
}
END_TEST

/* ---- the decision ---- */

enum { HELD_BY_AGENT, HELD, SHIPPED };

static const struct {
	const char *name, *recipe; /* NULL: unknown */
	int where;
	enum credential_reason reason;
} judge_rows[] = {
	{ "GITHUB_TOKEN", NULL, HELD_BY_AGENT, CREDENTIAL_BY_NAME },
	{ "GITHUB_TOKEN", "", HELD_BY_AGENT, CREDENTIAL_NOT },
	{ "GITHUB_TOKEN", "none", HELD_BY_AGENT, CREDENTIAL_BY_NAME },
	{ "GITHUB_TOKEN", "true", HELD_BY_AGENT, CREDENTIAL_BY_NAME },
	{ "GITHUB_TOKEN", "true", HELD, CREDENTIAL_NOT },
	{ "MAX_TOKEN", "5", HELD_BY_AGENT, CREDENTIAL_BY_NAME },
	{ "AWS_SECRET_ACCESS_KEY", NULL, HELD_BY_AGENT, CREDENTIAL_BY_NAME },
	{ "AWS_ACCESS_KEY_ID", "none", HELD_BY_AGENT, CREDENTIAL_NOT },
	{ "AWS_ACCESS_KEY_ID", "changeme", HELD_BY_AGENT, CREDENTIAL_BY_NAME },
	{ "DB_PW", "${DB_PW}", HELD_BY_AGENT, CREDENTIAL_BY_NAME },
	{ "DB_PASSWORD_FILE", "/run/secrets/pg", HELD_BY_AGENT, CREDENTIAL_NOT },
	{ "DATABASE_AUTH", "/run/secrets/db-password", HELD_BY_AGENT, CREDENTIAL_NOT },
	{ "TOKEN_TTL", "900s", HELD_BY_AGENT, CREDENTIAL_NOT },
	{ "AUTH_MODE_COOKIE", "900s", HELD_BY_AGENT, CREDENTIAL_NOT },
	{ "SSH_AUTH_SOCK", "/ssh-agent", HELD_BY_AGENT, CREDENTIAL_NOT },
	{ "WEB_SESSION_KEY", NULL, HELD_BY_AGENT, CREDENTIAL_NOT },
	{ "WEB_SESSION_KEY", "{H32}", HELD_BY_AGENT, CREDENTIAL_BY_NAME },
	{ "WEB_SESSION_KEY", "user-session", HELD_BY_AGENT, CREDENTIAL_NOT },
	{ "HARMLESS", "ghp_{A36}", HELD_BY_AGENT, CREDENTIAL_BY_VALUE },
	{ "TOKEN_URL", "https://u:{A9}@h/", HELD_BY_AGENT, CREDENTIAL_BY_VALUE },
	{ "DATABASE_URL", "postgres://app:hunter22@db/app", HELD, CREDENTIAL_BY_VALUE },
	{ "DATABASE_URL", "postgres://app:changeme@db/app", HELD, CREDENTIAL_BY_VALUE },
	{ "DATABASE_URL", "postgres://app:none@db/app", HELD, CREDENTIAL_NOT },
	{ "HARMLESS", "hello", HELD_BY_AGENT, CREDENTIAL_NOT },
	{ "POSTGRES_PASSWORD", "hunter22", SHIPPED, CREDENTIAL_BY_NAME },
	{ "POSTGRES_PASSWORD", "changeme", SHIPPED, CREDENTIAL_NOT },
	{ "POSTGRES_PASSWORD", "${PG:?set it}", SHIPPED, CREDENTIAL_NOT },
	{ "POSTGRES_PASSWORD", "", SHIPPED, CREDENTIAL_NOT },
	{ "USE_PASSWORD_AUTH", "true", SHIPPED, CREDENTIAL_NOT },
	{ "auth", "basic", SHIPPED, CREDENTIAL_NOT },
	{ "SMTP_AUTH", "\"LOGIN\"", HELD_BY_AGENT, CREDENTIAL_NOT },
	{ "SMTP_AUTH", "{A12}", HELD_BY_AGENT, CREDENTIAL_BY_NAME },
	{ "SMTP_TOKEN", "basic", HELD_BY_AGENT, CREDENTIAL_BY_NAME },
	{ "DATABASE_PASSWORD", "/run/secrets/db-password", SHIPPED, CREDENTIAL_NOT },
	{ "DATABASE_PASSWORD", "{H8}-{H4}-{H4}-{H4}-{H12}", SHIPPED, CREDENTIAL_NOT },
	{ "DATABASE_URL", "postgres://app:hunter22@db/app", SHIPPED, CREDENTIAL_BY_VALUE },
	{ "DATABASE_URL", "postgres://app:${PG_PASSWORD:?}@db/app", SHIPPED, CREDENTIAL_NOT },
	{ "", "redis-server --requirepass {A12}", SHIPPED, CREDENTIAL_BY_VALUE }
};

START_TEST(name_and_value_decide_together)
{
	struct arena arena = { 0 };
	struct credentials *c = credentials_new(&arena);
	const char *recipe = judge_rows[_i].recipe;
	struct credential_question question = { .name = str_from(judge_rows[_i].name),
						.value = made(&arena, recipe ? recipe : ""),
						.known = recipe && recipe[0] != '$',
						.agent = judge_rows[_i].where == HELD_BY_AGENT,
						.view = judge_rows[_i].where == SHIPPED
								? CREDENTIAL_SHIPPED
								: CREDENTIAL_HELD };
	struct credential_verdict got = credential_judge(c, &question);

	ck_assert_msg(got.reason == judge_rows[_i].reason, "%s=%s (%d): wanted %d, got %d",
		      judge_rows[_i].name, recipe ? recipe : "(unknown)", judge_rows[_i].where,
		      (int)judge_rows[_i].reason, (int)got.reason);
	credentials_free(c);
	arena_free(&arena);
}
END_TEST

START_TEST(a_name_and_a_value_tell_the_type_too)
{
	struct arena arena = { 0 };
	struct credentials *c = credentials_new(&arena);
	struct credential_question question = { .name = STR("GITHUB_TOKEN"),
						.value = made(&arena, "ghp_{A36}"),
						.known = true,
						.agent = true,
						.view = CREDENTIAL_HELD };
	struct credential_verdict got = credential_judge(c, &question);

	ck_assert_int_eq(got.reason, CREDENTIAL_BY_NAME);
	ck_assert(str_eq(got.match.type, STR("github-token")));
	question.name = STR("ADMIN_PASSWORD");
	question.value = made(&arena, "$2y$05${A53}");
	question.view = CREDENTIAL_SHIPPED;
	got = credential_judge(c, &question);
	ck_assert_int_eq(got.reason, CREDENTIAL_BY_NAME);
	ck_assert(str_eq(got.match.type, STR("password-hash")));
	credentials_free(c);
	arena_free(&arena);
}
END_TEST

/* ---- the masker ---- */

static const char *const line_rows[][2] = {
	{ "  image: ghcr.io/acme/agent:1.4.2", NULL },
	{ "  - /srv/agent/project:/work", NULL },
	{ "  - ~/.ssh/id_rsa:/k:ro", NULL },
	{ "    secrets: [gh, token]", NULL },
	{ "secrets:", NULL },
	{ "    auth:", NULL },
	{ "  DB_PASSWORD:", NULL },
	{ "  DB_PASSWORD: # set below", NULL },
	{ "  DB_PASSWORD: |-", NULL },
	{ "  MAX_TOKENS: 5", NULL },
	{ "  POSTGRES_PASSWORD_FILE: /run/secrets/pg", NULL },
	{ "  credential_spec: {file: ./c.json}", NULL },
	{ "RUN adduser --disabled-password app; echo 'app ALL=(ALL) NOPASSWD:ALL' >> /etc/sudoers",
	  NULL },
	{ "  image: auth:1.2", NULL },
	{ "  url: http://token:8080/v1", NULL },
	{ "  command: [\"sh\", \"-c\", \"echo hello\"]", NULL },
	{ "  DB_PASSWORD: hunter22", "  DB_PASSWORD: ***" },
	{ "  \"DB_PASSWORD\": \"hunter22\"", "  \"DB_PASSWORD\": ***" },
	{ "  - DB_PASSWORD=hunter22 # old", "  - DB_PASSWORD=***" },
	{ "  - \"DB_PASSWORD=hunter22\"", "  - \"DB_PASSWORD=***" },
	{ "DB_PASSWORD = hunter22", "DB_PASSWORD = ***" },
	{ "db: {environment: {POSTGRES_PASSWORD: hunter22}}",
	  "db: {environment: {POSTGRES_PASSWORD: ***" },
	{ "  apiKey: hunter22", "  apiKey: ***" },
	{ "  password:hunter22", "  password:***" },
	{ "  X: ${TOKEN:-hunter22}", "  X: ${TOKEN:***" },
	{ "  X: ${TOKEN:?set it}", NULL },
	{ "  X: ghp_{A36} # y", "  X: *** # y" },
	{ "  URL: postgres://app:{A12}@db/app", "  URL: postgres://app:***@db/app" },
	{ "  URL: postgres://app:${PG}@db/app", NULL },
	{ "  command: redis-server --requirepass {A12} --port 1",
	  "  command: redis-server --requirepass *** --port 1" },
	{ "  two: [ghp_{A36}, glpat-{A20}, plain]", "  two: [***, ***, plain]" },
	{ "  key: \"-----BEGIN RSA PRIVATE KEY-----\\n{460}\\n-----END RSA PRIVATE KEY-----\"",
	  "  key: \"***-----END RSA PRIVATE KEY-----\"" },
	{ "  key: -----BEGIN PRIVATE KEY-----\\n{460}", "  key: ***" },
	{ "      {464}", "      ***" },
	{ "ENV GITHUB_TOKEN=ghp_{A36} PATH=/x", "ENV GITHUB_TOKEN=***" }
};

START_TEST(a_line_shows_no_secret)
{
	struct arena arena = { 0 };
	struct credentials *c = credentials_new(&arena);
	struct str line = made(&arena, line_rows[_i][0]);
	struct str want = line_rows[_i][1] ? str_from(line_rows[_i][1]) : line;
	struct credential_masked got = credential_mask_line(c, &arena, line, NULL, 0);

	ck_assert_msg(str_eq(got.text, want), "%.*s: wanted %.*s, got %.*s", STR_FMT(line),
		      STR_FMT(want), STR_FMT(got.text));
	credentials_free(c);
	arena_free(&arena);
}
END_TEST

START_TEST(the_span_of_the_finding_is_hidden)
{
	struct arena arena = { 0 };
	struct credentials *c = credentials_new(&arena);
	static const struct credential_range given[] = {
		{ 12, 14 }, { 4, 9 }, { 8, 10 }, { 15, 99 }
	};
	struct str line = STR("abcdEFGHIJklMNoP");
	struct credential_masked got = credential_mask_line(c, &arena, line, given, 4);

	ck_assert_msg(str_eq(got.text, STR("abcd***kl***o***")), "%.*s", STR_FMT(got.text));
	ck_assert_uint_eq(credential_masked_offset(&got, 0), 0);
	ck_assert_uint_eq(credential_masked_offset(&got, 4), 4);
	ck_assert_uint_eq(credential_masked_offset(&got, 7), 4);
	ck_assert_uint_eq(credential_masked_offset(&got, 10), 7);
	ck_assert_uint_eq(credential_masked_offset(&got, 13), 9);
	ck_assert_uint_eq(credential_masked_offset(&got, 14), 12);
	ck_assert_uint_eq(credential_masked_offset(&got, 16), 16);
	credentials_free(c);
	arena_free(&arena);
}
END_TEST

static const char *const text_rows[][2] = {
	{ "service \"agent\" runs as root", NULL },
	{ "mounts /srv/agent/project at /work", NULL },
	{ "GITHUB_TOKEN comes from .env:3", NULL },
	{ "write GITHUB_TOKEN=${GITHUB_TOKEN:?}", NULL },
	{ "http://gateway:4000/v1 points at gateway", NULL },
	{ "X=http://u:{A12}@gateway:4000/v1?key={A12}#z points",
	  "X=http://gateway:4000/v1 points" },
	{ "see https://u@host/x?y, then go", "see https://host/x, then go" },
	{ "(http://u:a/b@host/x)", "(http://host/x)" },
	{ "postgres://app:${PG:?x}@db/app fails", "postgres://db/app fails" },
	{ "value ghp_{A36} is refused", "value *** is refused" },
	{ "DB_PASSWORD=hunter22 is refused", "DB_PASSWORD=*** is refused" },
	{ "DB_PASSWORD=\"hunter 22\" is refused", "DB_PASSWORD=\"***\" is refused" },
	{ "becomes \"DB_PASSWORD=\", so", NULL },
	{ "becomes \"DB_PASSWORD=\"", NULL },
	{ "becomes \"DB_PASSWORD=\"hunter22\"\"", "becomes \"DB_PASSWORD=\"***\"\"" },
	{ "becomes \"DB_PASSWORD=\" hunter22\"", "becomes \"DB_PASSWORD=\"***\"" },
	{ "DB_PASSWORD=\" hunter22", "DB_PASSWORD=\"***" },
	{ "becomes \"DB_PASSWORD=\"hunter22", "becomes \"DB_PASSWORD=\"***" },
	{ "a://b://u:{A12}@c x", "a://c x" }
};

START_TEST(a_message_shows_no_secret)
{
	struct arena arena = { 0 };
	struct credentials *c = credentials_new(&arena);
	struct str text = made(&arena, text_rows[_i][0]);
	struct str want = text_rows[_i][1] ? str_from(text_rows[_i][1]) : text;
	struct str got = credential_mask_text(c, &arena, text);

	ck_assert_msg(str_eq(got, want), "%.*s: wanted %.*s, got %.*s", STR_FMT(text),
		      STR_FMT(want), STR_FMT(got));
	ck_assert(str_eq(credential_mask_text(c, &arena, got), got));
	credentials_free(c);
	arena_free(&arena);
}
END_TEST

START_TEST(no_token_gets_through_the_masker)
{
	static const char *const frames[][2] = { { "", "" },      { "  - X=", " # y" },
						 { "\"", "\"" },  { "[a, ", "]" },
						 { "x: '", "'" }, { "(", ")." } };
	struct arena arena = { 0 };
	struct credentials *c = credentials_new(&arena);

	for (size_t i = 0; i < sizeof(value_rows) / sizeof(*value_rows); i++)
		for (size_t k = 0; k < sizeof(frames) / sizeof(*frames); k++) {
			struct builder b = { .arena = &arena };
			struct credential_match match;
			struct str value = made(&arena, value_rows[i].recipe), secret, line;

			if (!value_rows[i].type ||
			    !credential_value(c, value, CREDENTIAL_SHIPPED, &match) ||
			    str_eq(match.type, STR("gcp-service-account")))
				continue;
			secret = str_slice(value, match.from, match.to);
			builder_add(&b, str_from(frames[k][0]));
			builder_add(&b, value);
			builder_add(&b, str_from(frames[k][1]));
			line = builder_str(&b);
			ck_assert_msg(
				!str_has(credential_mask_line(c, &arena, line, NULL, 0).text,
					 secret) &&
					!str_has(credential_mask_text(c, &arena, line), secret),
				"%s in frame %zu", value_rows[i].recipe, k);
		}
	credentials_free(c);
	arena_free(&arena);
}
END_TEST

/* ---- a pattern of the user's ---- */

START_TEST(one_pattern_after_another_is_searched)
{
	static const char first[] = "^MY_", second[] = "^YOUR_";
	struct arena arena = { 0 };
	struct credentials *c = credentials_new(&arena);

	for (size_t i = 0; i < 2; i++) {
		ck_assert(credentials_search(c, first, STR("MY_X")));
		ck_assert(!credentials_search(c, second, STR("MY_X")));
		ck_assert(credentials_search(c, second, STR("YOUR_X")));
	}
	credentials_free(c);
	arena_free(&arena);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("credential");
	TCase *values = tcase_create("values"), *names = tcase_create("names");
	TCase *decision = tcase_create("decision"), *masker = tcase_create("masker");

	tcase_set_timeout(values, 300);
	tcase_set_timeout(names, 300);
	tcase_add_loop_test(values, a_value_names_its_type, 0, ROWS(value_rows));
	tcase_add_test(values, the_span_is_that_of_the_secret);
	tcase_add_test(values, only_model_providers_are_providers);
	tcase_add_test(values, a_token_is_found_anywhere_in_a_long_value);
	tcase_add_test(values, hostile_values_stay_bounded);
	tcase_add_test(values, values_are_excused_as_the_expressions_say);
	tcase_add_test(values, quotes_around_a_value_are_looked_through);
	tcase_add_test(values, hashes_are_not_passwords);
	tcase_add_loop_test(values, random_text_is_told_from_prose, 0, ROWS(entropy_rows));
	tcase_add_loop_test(names, a_name_is_normalised_and_judged, 0, ROWS(name_rows));
	tcase_add_test(names, camel_case_is_split);
	tcase_add_test(names, names_are_judged_as_the_expressions_say);
	tcase_add_test(names, one_pattern_after_another_is_searched);
	tcase_add_loop_test(decision, name_and_value_decide_together, 0, ROWS(judge_rows));
	tcase_add_test(decision, a_name_and_a_value_tell_the_type_too);
	tcase_add_loop_test(masker, a_line_shows_no_secret, 0, ROWS(line_rows));
	tcase_add_test(masker, the_span_of_the_finding_is_hidden);
	tcase_add_loop_test(masker, a_message_shows_no_secret, 0, ROWS(text_rows));
	tcase_add_test(masker, no_token_gets_through_the_masker);
	suite_add_tcase(s, values);
	suite_add_tcase(s, names);
	suite_add_tcase(s, decision);
	suite_add_tcase(s, masker);
	return s;
}

int main(void)
{
	SRunner *runner = srunner_create(suite());
	int failed;

	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
