/* SPDX-License-Identifier: MIT */
/* Arrays of strings as BuildKit reads them: what is one, what is nearly one, and what is shell text. */
#include "config.h"

#include "read/execform.h"

#include <check.h>

#include "tests/suite.h"

static struct arena arena;

static void begin(void)
{
	arena = (struct arena){ 0 };
}

static void end(void)
{
	arena_free(&arena);
}

static const struct {
	struct str text, items; /* with a "|" behind each */
	enum execform_status status;
} rows[] = {
	{ STR_INIT("[\"a\", \"b c\"]"), STR_INIT("a|b c|"), EXECFORM_OK },
	{ STR_INIT(" [ ] "), STR_INIT(""), EXECFORM_OK },
	{ STR_INIT("[\"\"]"), STR_INIT("|"), EXECFORM_OK },
	/* escapes */
	{ STR_INIT("[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"]"), STR_INIT("\"\\/\b\f\n\r\t|"), EXECFORM_OK },
	{ STR_INIT("[\"\\u0041\\u00e9\\u20AC\"]"), STR_INIT("A\xc3\xa9\xe2\x82\xac|"),
	  EXECFORM_OK },
	/* two surrogates are one character, and one is none */
	{ STR_INIT("[\"\\ud83d\\udc33\"]"), STR_INIT("\xf0\x9f\x90\xb3|"), EXECFORM_OK },
	{ STR_INIT("[\"\\ud83d\"]"), STR_INIT("\xef\xbf\xbd|"), EXECFORM_OK },
	{ STR_INIT("[\"\\udc33x\"]"), STR_INIT("\xef\xbf\xbdx|"), EXECFORM_OK },
	{ STR_INIT("[\"\\ud83d\\u0041\"]"),
	  STR_INIT("\xef\xbf\xbd"
		   "A|"),
	  EXECFORM_OK },
	{ STR_INIT("[\"\\ud83d\\n\"]"), STR_INIT("\xef\xbf\xbd\n|"), EXECFORM_OK },
	{ STR_INIT("[\"\\ud83d\\u00\"]"), STR_INIT(""), EXECFORM_NOT_JSON },
	{ STR_INIT("[\"\\u00g0\"]"), STR_INIT(""), EXECFORM_NOT_JSON },
	{ STR_INIT("[\"\\x41\"]"), STR_INIT(""), EXECFORM_NOT_JSON },
	{ STR_INIT("[\"\\"), STR_INIT(""), EXECFORM_NOT_JSON },
	/* bytes that are no UTF-8 */
	{ STR_INIT("[\"a\xff"
		   "b\"]"),
	  STR_INIT("a\xef\xbf\xbd"
		   "b|"),
	  EXECFORM_OK },
	/* no JSON */
	{ STR_INIT("['a']"), STR_INIT(""), EXECFORM_NOT_JSON },
	{ STR_INIT("[\"a\",]"), STR_INIT(""), EXECFORM_NOT_JSON },
	{ STR_INIT("[\"a\" \"b\"]"), STR_INIT(""), EXECFORM_NOT_JSON },
	{ STR_INIT("[\"a\"] b"), STR_INIT(""), EXECFORM_NOT_JSON },
	{ STR_INIT("[\"a\nb\"]"), STR_INIT(""), EXECFORM_NOT_JSON },
	{ STR_INIT("[\"a"), STR_INIT(""), EXECFORM_NOT_JSON },
	{ STR_INIT("a"), STR_INIT(""), EXECFORM_NOT_JSON },
	{ STR_INIT(""), STR_INIT(""), EXECFORM_NOT_JSON },
	/* JSON, but not of strings alone */
	{ STR_INIT("[\"a\", 1]"), STR_INIT(""), EXECFORM_NOT_STRINGS },
	{ STR_INIT("[-0.5e+10, 1E-3, 2e4]"), STR_INIT(""), EXECFORM_NOT_STRINGS },
	{ STR_INIT("[true, false]"), STR_INIT(""), EXECFORM_NOT_STRINGS },
	{ STR_INIT("[{\"a\": [1, {}]}, []]"), STR_INIT(""), EXECFORM_NOT_STRINGS },
	{ STR_INIT("[01]"), STR_INIT(""), EXECFORM_NOT_JSON },
	{ STR_INIT("[1.]"), STR_INIT(""), EXECFORM_NOT_JSON },
	{ STR_INIT("[1e]"), STR_INIT(""), EXECFORM_NOT_JSON },
	{ STR_INIT("[-]"), STR_INIT(""), EXECFORM_NOT_JSON },
	{ STR_INIT("[nul]"), STR_INIT(""), EXECFORM_NOT_JSON },
	{ STR_INIT("[{\"a\" 1}]"), STR_INIT(""), EXECFORM_NOT_JSON },
	{ STR_INIT("[{a: 1}]"), STR_INIT(""), EXECFORM_NOT_JSON },
};

START_TEST(an_array_of_strings_is_told_from_what_is_like_one)
{
	struct execform got = execform_parse(&arena, rows[_i].text);
	struct builder items = { .arena = &arena };

	for (size_t i = 0; got.status == EXECFORM_OK && i < got.count; i++) {
		builder_add(&items, got.items[i].text);
		builder_byte(&items, '|');
	}
	ck_assert_msg(got.status == rows[_i].status && str_eq(builder_str(&items), rows[_i].items),
		      "%.*s: status %d, \"%.*s\"", STR_FMT(rows[_i].text), (int)got.status,
		      STR_FMT(builder_str(&items)));
}
END_TEST

START_TEST(an_item_stands_where_its_quotes_are)
{
	struct execform got = execform_parse(&arena, STR("[ \"a\",  \"\\u0041\" ]"));

	ck_assert_uint_eq(got.count, 2);
	ck_assert_uint_eq(got.items[0].from, 2);
	ck_assert_uint_eq(got.items[0].to, 5);
	ck_assert_uint_eq(got.items[1].from, 8);
	ck_assert_uint_eq(got.items[1].to, 16);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("execform");
	TCase *all = tcase_create("execform");

	tcase_add_checked_fixture(all, begin, end);
	tcase_add_loop_test(all, an_array_of_strings_is_told_from_what_is_like_one, 0,
			    (int)(sizeof(rows) / sizeof(*rows)));
	tcase_add_test(all, an_item_stands_where_its_quotes_are);
	suite_add_tcase(suite, all);
	return run_suite(suite);
}
