/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/credential.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/limits.h"
#include "tests/suite.h"
#include "tests/token.h"

#define ROWS(array) (int)(sizeof(array) / sizeof(*(array)))

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
		   { "XASIA{U16}", NULL },
		   { "AKIA{U9}EXAMPLE", NULL },
		   { "ghp_{A36}", "github-token" },
		   { "token ghs_{A36} in a text", "github-token" },
		   { "x_ghp_{A36}", NULL },
		   { "xghp_{A36}", NULL },
		   { "Axsk-ant-{S5}{D2}-{B93}AA", NULL },
		   { "xsk-proj-{A74}T3BlbkFJ{A74}", NULL },
		   { "disk-admin-{S40}", NULL },
		   { "x_AIza{B35}", NULL },
		   { "xhf_{L34}", NULL },
		   { "xr8_{A37}", NULL },
		   { "xxsk_live_{A24}", NULL },
		   { "disk_test_{S12}", NULL },
		   { "xglpat-{B20}", NULL },
		   { "xeyJ{B20}.eyJ{B40}.{B43}", NULL },
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
		   { "softhsm2-util --init-token --slot 0", NULL },
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
	struct str value = token_made(&arena, value_rows[_i].recipe);
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

static void take_first(void *context, const struct credential_match *match)
{
	struct credential_match *first = context;

	if (!first->to)
		*first = *match;
}

START_TEST(a_token_behind_another_word_is_hidden_and_not_reported)
{
	static const char *const rows[][2] = {
		{ "XAKIA{U16}", "AKIA{U16}" },
		{ "x_ghp_{A36}", "ghp_{A36}" },
		{ "xghp_{A36}", "ghp_{A36}" },
		{ "Axsk-ant-{S5}{D2}-{B93}AA", "sk-ant-{S5}{D2}-{B93}AA" },
		{ "xsk-proj-{A74}T3BlbkFJ{A74}", "sk-proj-{A74}T3BlbkFJ{A74}" },
		{ "x_AIza{B35}", "AIza{B35}" },
		{ "xhf_{L34}", "hf_{L34}" },
		{ "xxsk_live_{A24}", "sk_live_{A24}" },
		{ "xglpat-{B20}", "glpat-{B20}" },
		{ "xeyJ{B20}.eyJ{B40}.{B43}", "eyJ{B20}.eyJ{B40}.{B43}" },
	};
	struct arena arena = { 0 };
	struct credentials *c = credentials_new(&arena);

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct str value = token_made(&arena, rows[i][0]);
		struct credential_match match = { 0 };

		ck_assert(!credential_value(c, value, CREDENTIAL_HELD, &match));
		credential_each(c, value, take_first, &match);
		ck_assert_msg(match.to == value.n &&
				      value.n - match.from == token_made(&arena, rows[i][1]).n,
			      "%s", rows[i][0]);
	}
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
		struct str value = token_made(&arena, rows[i][0]),
			   want = token_made(&arena, rows[i][1]);
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
		ck_assert(credential_value(c, token_made(&arena, rows[i].recipe), CREDENTIAL_HELD,
					   &match));
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
	struct str token = token_made(&arena, "ghp_{A200}");

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
static const char all_needles[] = "-@"
#define CREDENTIAL(slot, type, label, kind, least, joins, needles, pattern) " " needles
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
		credential_mask_value(c, &arena, builder_str(&b), NULL, 0);
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
			struct str value = token_made(&arena, value_rows[i].recipe), secret, line;

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

/* More than stay compiled. */
START_TEST(many_patterns_are_searched_in_turn)
{
	struct arena arena = { 0 };
	struct credentials *c = credentials_new(&arena);
	const char *patterns[LIMIT_JOBS * 2 + 1];
	const size_t count = sizeof(patterns) / sizeof(*patterns);

	for (size_t i = 0; i < count; i++)
		patterns[i] = arena_fmt(&arena, "^N%zu_", i).p;
	for (size_t i = 0; i < count * 3; i++) {
		struct str name = arena_fmt(&arena, "N%zu_X", i % count);

		ck_assert(credentials_search(c, patterns[i % count], name));
		ck_assert(!credentials_search(c, patterns[(i + 1) % count], name));
	}
	credentials_free(c);
	arena_free(&arena);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("credential_value");
	TCase *c = tcase_create("credential_value");

	tcase_set_timeout(c, 300);
	tcase_add_loop_test(c, a_value_names_its_type, 0, ROWS(value_rows));
	tcase_add_test(c, a_token_behind_another_word_is_hidden_and_not_reported);
	tcase_add_test(c, the_span_is_that_of_the_secret);
	tcase_add_test(c, only_model_providers_are_providers);
	tcase_add_test(c, a_token_is_found_anywhere_in_a_long_value);
	tcase_add_test(c, hostile_values_stay_bounded);
	tcase_add_test(c, no_token_gets_through_the_masker);
	tcase_add_test(c, one_pattern_after_another_is_searched);
	tcase_add_test(c, many_patterns_are_searched_in_turn);
	suite_add_tcase(s, c);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
