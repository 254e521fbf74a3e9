/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/credential.h"

#include <check.h>

#include "base/regex.h"
#include "tests/suite.h"
#include "tests/token.h"

#define ROWS(array) (int)(sizeof(array) / sizeof(*(array)))

/* The same as expressions, which the code must agree with. */
#define PROSE \
	"(?-i:(?:(?:[A-Z]?[a-z]{1,11}|[a-z]{12}|[A-Z]{1,12}|[0-9]{1,4})(?![A-Za-z0-9])|[-_ .!])*)"
static const char placeholder_pattern[] =
	"(?i)^\\s*(?:sk-)?(?:|[*x.\\-_0]{3,}|change[-_ ]?(?:me|it|this).*|"
	"replace[-_ ]?(?:me|this|with).*|"
	"to[-_ ]?do|tbd|fixme|none|null|nil|undefined|unset|empty|n/?a|invalid|example.*|.*example|"
	"not[-_ ]?set|unused|ignored|anything|whatever|"
	"sample|dummy.*|fake.*|placeholder.*|foo(?:bar)?|bar|baz|your[-_ ].*|"
	"my[-_ ](?:secret|token|key|password|api[-_ ]?key).*|insert[-_ ].*|put[-_ ].*|"
	"enter[-_ ].*|paste[-_ ].*|<[^<>]*>|\\[[^\\[\\]]*\\]|\\{\\{.*\\}\\}|%[A-Za-z_]+%|"
	"__[A-Z_]+__|(?:not|no)[-_ ]?(?:needed|required|used|key|secret).*|"
	"(?<=sk-)(?:x+|\\.+|0+|1(?:2(?:3(?:4(?:5(?:6(?:7(?:8(?:90?)?)?)?)?)?)?)?)?|"
	"1234(?:5678)?9?0?|test.*|no.*|local.*)|"
	"(?=" PROSE "\\s*$)(?:dev[-_].+|.*[-_ ](?:change[-_ ]?(?:me|it|this)|"
	"change[-_ ]?in[-_ ]?prod(?:uction)?|(?:local|dev|test)[-_ ]?only|"
	"for[-_ ]?(?:dev|development|testing)|not[-_ ]?for[-_ ]?prod(?:uction)?)[.!]*)|"
	"(?:[a-z0-9]{1,8}[-_]){1,3}\\.{3,}|"
	"ollama|lm-?studio|local|redacted)\\s*$";
static const char quantity_pattern[] =
	"(?i)^(?:true|false|yes|no|on|off|[0-9]+(?:\\.[0-9]+)?(?:ms|s|m|h|d|k|kb|mb|gb)?)$";
static const char path_pattern[] = "^(?:/run/secrets/|/[A-Za-z0-9._-]+(?:/[A-Za-z0-9._-]+)+$|\\./)";
static const char references_pattern[] =
	"^(?:\\$\\{[A-Za-z_][A-Za-z0-9_]*(?:[?+][^{}]*|:[?+][^{}]*)?\\}|"
	"\\$[A-Za-z_][A-Za-z0-9_]*)+$";

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
					      "dev",
					      "Only",
					      "for",
					      "in",
					      "production",
					      "set",
					      "3",
					      "!",
					      "aB",
					      "ant",
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
			token_scrambled(&values, &state, scraps, sizeof(scraps) / sizeof(*scraps));
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

static const struct {
	const char *recipe;
	bool is;
} placeholder_rows[] = { { "sk-", true },
			 { "\"sk-\"", true },
			 { "sk-123", true },
			 { "sk-12345", true },
			 { "sk-dummy", true },
			 { "sk-change-me", true },
			 { "sk-anything", true },
			 { "sk-ant-...", true },
			 { "sk-ant-oat01-...", true },
			 { "ghp_...", true },
			 { "CHANGE_ME!", true },
			 { "unused", true },
			 { "anything", true },
			 { "not-set", true },
			 { "not-needed", true },
			 { "dev-sandbox-token", true },
			 { "dev_key_2", true },
			 { "owa-local-only", true },
			 { "Secure_Password_change_me", true },
			 { "insecure-secret-not-for-production!", true },
			 /* not words: somebody made them so that nobody guesses them */
			 { "dev-{A24}", false },
			 { "dev-{H32}", false },
			 { "dev_{A12}_{A12}", false },
			 { "{A24}-local-only", false },
			 { "{H16}_change_me", false },
			 { "sk-{A48}", false },
			 { "sk-1234{A24}", false },
			 { "sk-ant-{A24}...", false },
			 { "hunter22...", false },
			 { "dev-hunter22", false },
			 { "devious", false },
			 { "hunter22", false },
			 { "dev-", false } };

START_TEST(what_stands_in_for_a_secret_is_told_from_one)
{
	struct arena arena = { 0 };
	struct str value = token_made(&arena, placeholder_rows[_i].recipe);

	ck_assert_msg(credential_is_placeholder(value) == placeholder_rows[_i].is, "%s: %.*s",
		      placeholder_rows[_i].recipe, STR_FMT(value));
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

	ck_assert(credential_is_password_hash(token_made(&arena, "$2y$05${A53}")));
	ck_assert(credential_is_password_hash(token_made(&arena, "admin:$apr1${A8}${A22}")));
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
	struct str value = token_made(&arena, entropy_rows[_i].recipe);

	ck_assert_msg(credential_entropy_passes(value) == entropy_rows[_i].random, "%s: %.*s",
		      entropy_rows[_i].recipe, STR_FMT(value));
	arena_free(&arena);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("credential_placeholder");
	TCase *c = tcase_create("credential_placeholder");

	tcase_set_timeout(c, 300);
	tcase_add_test(c, values_are_excused_as_the_expressions_say);
	tcase_add_loop_test(c, what_stands_in_for_a_secret_is_told_from_one, 0,
			    ROWS(placeholder_rows));
	tcase_add_test(c, quotes_around_a_value_are_looked_through);
	tcase_add_test(c, hashes_are_not_passwords);
	tcase_add_loop_test(c, random_text_is_told_from_prose, 0, ROWS(entropy_rows));
	suite_add_tcase(s, c);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
