/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/credential.h"

#include <check.h>
#include <stdlib.h>

#include "tests/token.h"

#define ROWS(array) (int)(sizeof(array) / sizeof(*(array)))

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
	struct str line = token_made(&arena, line_rows[_i][0]);
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
	struct str text = token_made(&arena, text_rows[_i][0]);
	struct str want = text_rows[_i][1] ? str_from(text_rows[_i][1]) : text;
	struct str got = credential_mask_text(c, &arena, text);

	ck_assert_msg(str_eq(got, want), "%.*s: wanted %.*s, got %.*s", STR_FMT(text),
		      STR_FMT(want), STR_FMT(got));
	ck_assert(str_eq(credential_mask_text(c, &arena, got), got));
	credentials_free(c);
	arena_free(&arena);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("credential_mask");
	TCase *c = tcase_create("credential_mask");

	tcase_add_loop_test(c, a_line_shows_no_secret, 0, ROWS(line_rows));
	tcase_add_test(c, the_span_of_the_finding_is_hidden);
	tcase_add_loop_test(c, a_message_shows_no_secret, 0, ROWS(text_rows));
	suite_add_tcase(s, c);
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
