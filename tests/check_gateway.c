/* SPDX-License-Identifier: MIT */
#include "config.h"

#include <check.h>
#include <stdlib.h>

#include "fact/credential.h"
#include "fact/gateway.h"
#include "rules/registry.h"
#include "tests/support.h"

/* ---- names ---- */

START_TEST(gateway_names_are_known_and_ordered)
{
	static const struct {
		const char *name;
		bool url;
	} rows[] = { { "OPENAI_API_BASE", true },          { "OLLAMA_ENDPOINT", true },
		     { "OPENAI_LIKE_API_BASE_URL", true }, { "MY_LLM_HOST", true },
		     { "GATEWAY_ADDRESS", true },          { "APP_BASE_URL", false },
		     { "OPENAI_API_KEY", false },          { "HOST", false },
		     { "openai_api_base", false },         { "", false } };
	struct arena arena = { 0 };
	struct credentials *c = credentials_new(&arena);
	const struct gateway_names *names = &gateway_names_default;
	struct gateway_names own = { .url_pattern = "^MY_" };

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		ck_assert_msg(gateway_is_url_name(c, names, str_from(rows[i].name)) == rows[i].url,
			      "%s", rows[i].name);
	ck_assert(gateway_is_url_name(c, &own, STR("MY_X")));
	ck_assert(!gateway_is_url_name(c, &own, STR("OPENAI_API_BASE")));
	own.url_pattern = NULL;
	ck_assert(!gateway_is_url_name(c, &own, STR("MY_X")));
	ck_assert(gateway_is_key_name(names, STR("AGENT_GATEWAY_KEY")));
	ck_assert(!gateway_is_key_name(names, STR("ANTHROPIC_API_KEY")));
	ck_assert_int_lt(gateway_url_order(names, STR("GATEWAY_URL"), STR("OPENAI_API_BASE")), 0);
	ck_assert_int_lt(gateway_url_order(names, STR("OPENROUTER_BASE_URL"), STR("A_LLM_URL")), 0);
	ck_assert_int_gt(gateway_url_order(names, STR("B_LLM_URL"), STR("A_LLM_URL")), 0);
	ck_assert_int_eq(gateway_url_order(names, STR("X"), STR("X")), 0);
	credentials_free(c);
	arena_free(&arena);
}
END_TEST

START_TEST(a_project_is_judged_by_the_names_it_is_given)
{
	static const struct str urls[] = { STR_INIT("MY_PROXY") },
				keys[] = { STR_INIT("MY_TOKEN") };
	static const struct gateway_names own = {
		.urls = urls, .nurls = 1, .url_pattern = "^OUR_", .keys = keys, .nkeys = 1
	};
	static const char text[] = "services:\n"
				   "  agent:\n"
				   "    image: registry.example/agent:1.4.2\n"
				   "    environment:\n"
				   "      MY_PROXY: http://localhost:4000\n"
				   "      OUR_MODELS: http://localhost:4001\n"
				   "      OPENAI_API_BASE: http://localhost:4002\n"
				   "      MY_TOKEN: ${KEY}\n"
				   "      OPENAI_API_KEY: ${KEY}\n";
	struct test_options options = { TEST_SANDBOX, .rules = rules_all(), .gateway = &own };
	struct test_run run;
	struct str lines;

	test_lint(&run, str_from(text), &options);
	lines = test_lines(&run, STR("loopback-gateway-url"));
	ck_assert_msg(str_eq(lines, STR("compose.yaml:5\ncompose.yaml:6\n")), "%.*s",
		      STR_FMT(lines));
	lines = test_lines(&run, STR("credential-env"));
	ck_assert_msg(str_eq(lines, STR("compose.yaml:9\n")), "%.*s", STR_FMT(lines));
	test_end(&run);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("gateway");
	TCase *names = tcase_create("names");

	tcase_add_test(names, gateway_names_are_known_and_ordered);
	tcase_add_test(names, a_project_is_judged_by_the_names_it_is_given);
	suite_add_tcase(s, names);
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
