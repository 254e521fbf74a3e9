/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/credential_part.h"

#include <check.h>

#include "tests/suite.h"
#include "tests/token.h"

#define ROWS(array) (int)(sizeof(array) / sizeof(*(array)))

START_TEST(every_byte_has_the_signs_that_the_searches_ask_for)
{
	const char c = (char)_i;
	unsigned sign = credential_sign(c);
	bool mark = c == '+' || c == '-' || c == '.' || c == '/' || c == '_' || c == '~';

	ck_assert_int_eq((sign & SIGN_NAME) != 0, byte_is_name(c));
	ck_assert_int_eq((sign & SIGN_WORD) != 0, byte_is_alnum(c) || mark);
	ck_assert_int_eq((sign & SIGN_LINE_END) != 0, c == '\n');
	ck_assert_int_eq((sign & SIGN_DOLLAR) != 0, c == '$');
	ck_assert_int_eq((sign & SIGN_DASH) != 0, c == '-');
	ck_assert_int_eq((sign & SIGN_COLON) != 0, c == ':');
	ck_assert_int_eq((sign & SIGN_EQUALS) != 0, c == '=');
	ck_assert_int_eq((sign & SIGN_AT) != 0, c == '@');
}
END_TEST

START_TEST(a_sign_is_seen_wherever_it_stands)
{
	char text[] = "                ";
	struct str whole = { text, (size_t)_i };

	ck_assert_uint_eq(credential_signs(whole), 0);
	for (int at = 0; at < _i; at++) {
		text[at] = '=';
		ck_assert_uint_eq(credential_signs(whole), SIGN_EQUALS);
		text[at] = ' ';
	}
}
END_TEST

/* The first long word, and where the next begins: "" none. */
static const struct word_row {
	const char *text, *first, *second;
} word_rows[] = {
	{ "", "", "" },
	{ "a_word_of_12", "", "" },
	{ "a_word_of_13b", "a_word_of_13b", "" },
	{ "twelve_bytes a_word_of_12", "", "" },
	{ " a/word+of~13-", "a/word+of~13-", "" },
	{ "x a.word.that.is.longer:", "a.word.that.is.longer", "" },
	{ "123456789012=1234567890123", "1234567890123", "" },
	{ "one_of_several_words two a_second_of_them", "one_of_several_words", "a_second_of_them" },
};

START_TEST(a_long_word_is_found_whole)
{
	struct str text = str_from(word_rows[_i].text);
	struct str word = credential_long_word(text, 0), next = STR_NONE;

	ck_assert(str_eq(word, str_from(word_rows[_i].first)));
	if (word.n)
		next = credential_long_word(text, (size_t)(word.p - text.p) + word.n);
	ck_assert(str_eq(next, str_from(word_rows[_i].second)));
}
END_TEST

/* Where a row may match: in the long words, or anywhere. */
static const struct part_row {
	const char *text, *part;
} part_rows[] = {
	{ "services.a.cap_drop", "services.a.cap_drop" },
	{ "no-new-privileges: x - y", "no-new-privileges" },
	{ "a - b", "" },
	{ "mail me@a.example", "" },
	{ "a: b", "" },
	{ "a=b", "a=b" },
	{ "x://y:z@w", "x://y:z@w" },
	{ "-p", "-p" },
	{ "x --password y", "x --password y" },
	{ "(--token)", "(--token)" },
	{ "a-----BEGIN", "a-----BEGIN" },
	{ "a-", "" },
	{ "-", "" },
};

START_TEST(a_text_without_long_words_and_other_marks_is_left_alone)
{
	struct str text = str_from(part_rows[_i].text);
	struct str part = credential_first_part(text, credential_signs(text));

	ck_assert(str_eq(part, str_from(part_rows[_i].part)));
}
END_TEST

/* As short as they may be, and with few letters in a row. */
static const char *const shortest[] = {
	"-----BEGIN PRIVATE KEY-----",
	"PuTTY-User-Key-File-3:",
	"\"type\":\"service_account\"",
	"glpat-a.b.c.d.e.f.g.h.i.j.",
	("ABSK{A1}/{A1}+/////////////////////////////////////////////////////////////////////////"
	 "///////////////////////////////////////"),
	"hooks.slack.com/services/a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/",
	"xoxe.xoxb-{D10}",
	"sk_test_{S10}",
	"a.~1Q~-.-.-.-.-.-.-.-.-.-.-.-.-.-.-.-.",
	"{D8}:AA{D33}",
	"dapi{S0}abcdefabcdefabcdefabcdefabcdefab",
	"eyJ{S10}.eyJ{S10}.",
	"a1://:b@c",
	"Authorization:Basic\t{A12}",
	"-token abcd",
	"-u=x:y",
	"pwd=abc",
	"\nsecret=abc",
};

static void count_match(void *context, const struct credential_match *match)
{
	size_t *count = context;

	*count += match->to > match->from;
}

START_TEST(the_shortest_of_each_kind_is_found_between_other_texts)
{
	static const char *const around[][2] = {
		{ "", "" }, { "a word ", " and another" }, { "(", ")" }, { "\"", "\"" }
	};
	struct arena arena = { 0 };
	struct credentials *credentials = credentials_new(&arena);
	struct str token = token_made(&arena, shortest[_i]);

	for (size_t i = 0; i < sizeof(around) / sizeof(*around); i++) {
		struct str text = arena_join(&arena, str_from(around[i][0]), token);
		size_t count = 0;

		/* of a setting the beginning counts */
		if (token.p[0] == 'p' && i > 1)
			continue;
		text = arena_join(&arena, text, str_from(around[i][1]));
		credential_each(credentials, text, count_match, &count);
		ck_assert_msg(count > 0, "%.*s", STR_FMT(text));
	}
	credentials_free(credentials);
	arena_free(&arena);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("credential_sign");
	TCase *c = tcase_create("credential_sign");

	tcase_add_loop_test(c, every_byte_has_the_signs_that_the_searches_ask_for, 0, 256);
	tcase_add_loop_test(c, a_sign_is_seen_wherever_it_stands, 0, 17);
	tcase_add_loop_test(c, a_long_word_is_found_whole, 0, ROWS(word_rows));
	tcase_add_loop_test(c, a_text_without_long_words_and_other_marks_is_left_alone, 0,
			    ROWS(part_rows));
	tcase_add_loop_test(c, the_shortest_of_each_kind_is_found_between_other_texts, 0,
			    ROWS(shortest));
	suite_add_tcase(s, c);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
