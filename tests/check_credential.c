/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/credential.h"

#include <check.h>
#include <stdlib.h>

#include "tests/token.h"

#define ROWS(array) (int)(sizeof(array) / sizeof(*(array)))

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
						.value = token_made(&arena, recipe ? recipe : ""),
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
						.value = token_made(&arena, "ghp_{A36}"),
						.known = true,
						.agent = true,
						.view = CREDENTIAL_HELD };
	struct credential_verdict got = credential_judge(c, &question);

	ck_assert_int_eq(got.reason, CREDENTIAL_BY_NAME);
	ck_assert(str_eq(got.match.type, STR("github-token")));
	question.name = STR("ADMIN_PASSWORD");
	question.value = token_made(&arena, "$2y$05${A53}");
	question.view = CREDENTIAL_SHIPPED;
	got = credential_judge(c, &question);
	ck_assert_int_eq(got.reason, CREDENTIAL_BY_NAME);
	ck_assert(str_eq(got.match.type, STR("password-hash")));
	credentials_free(c);
	arena_free(&arena);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("credential");
	TCase *c = tcase_create("credential");

	tcase_add_loop_test(c, name_and_value_decide_together, 0, ROWS(judge_rows));
	tcase_add_test(c, a_name_and_a_value_tell_the_type_too);
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
