/* SPDX-License-Identifier: MIT */
/* $NAME and ${NAME...} in the arguments of instructions: what BuildKit makes of them. */
#include "config.h"

#include "image/expand.h"

#include <check.h>

#include "tests/suite.h"

static struct arena arena;
static struct expander expander;
static size_t left;

static const struct scope *set(const struct scope *scope, const char *name, const char *text)
{
	return scope_set(&arena, scope, str_from(name),
			 (struct scope_value){ .text = str_from(text) });
}

/* V, B, P, N, S and an empty E; U is never set. */
static const struct scope *variables(void)
{
	const struct scope *scope = set(NULL, "V", "aXbXc");

	scope = set(scope, "B", "\\ab");
	scope = set(scope, "P", "a.b*c?d\\e}f/g");
	scope = set(scope, "N", "one\ntwo");
	scope = set(scope, "S", "*X");
	scope = set(scope, "W", " x  y ");
	return set(scope, "E", "");
}

static void begin(char escape)
{
	arena = (struct arena){ 0 };
	expander = (struct expander){ .arena = &arena, .escape = escape, .work = &left };
	left = EXPAND_WORK;
}

struct row {
	const char *word, *text;
	const char *error; /* NULL: none */
};

static const struct row rows[] = {
	/* quotes and escapes */
	{ "'a b'c", "a bc", NULL },
	{ "\"a'b\"'c\"d'", "a'bc\"d", NULL },
	{ "\"\\\"\\$V\\\\\"", "\"$V\\", NULL },
	{ "\"\\a\"", "\\a", NULL },
	{ "\\a\\'\\\xC3\xA9", "a'\xC3\xA9", NULL },
	{ "a\\", "a", NULL },
	{ "'a\\'b", "a\\b", NULL },
	{ "'$V'\"$V\"$V", "$VaXbXcaXbXc", NULL },
	{ "'a", NULL, "a single quote is not closed" },
	{ "\"a", NULL, "a double quote is not closed" },
	{ "\"a\\", NULL, "a double quote is not closed" },
	{ "\"${\"", NULL, "\"${...}\" has a modifier that the builder does not know" },
	/* names */
	{ "$", "$", NULL },
	{ "a$.b", "a$.b", NULL },
	{ "$V-$V.$V", "aXbXc-aXbXc.aXbXc", NULL },
	{ "$V\xC2\xB7", "aXbXc\xC2\xB7", NULL },
	{ "$V\xC3\xA9", "", NULL },
	{ "$12V$@V$*V$#V$?V$-V$!V$$V", "VVVVVVVV", NULL },
	{ "${V}V${12}${@}", "aXbXcV", NULL },
	/* what is no reference */
	{ "${", NULL, "a \"${\" has no \"}\"" },
	{ "${V", NULL, "a \"${\" has no \"}\"" },
	{ "${V:", NULL, "a \"${\" has no \"}\"" },
	{ "${V:-", NULL, "a \"${\" has no \"}\"" },
	{ "${V:-\\}", NULL, "a \"${\" has no \"}\"" },
	{ "${V:-'}", NULL, "a single quote is not closed" },
	{ "${}", NULL, "\"${\" needs the name of a variable" },
	{ "${:-a}", NULL, "\"${\" needs the name of a variable" },
	{ "${{V}}", NULL, "\"${\" needs the name of a variable" },
	{ "${V^^}", NULL, "\"${...}\" has a modifier that the builder does not know" },
	{ "${#V}", NULL, "\"${...}\" has a modifier that the builder does not know" },
	{ "${V:=a}", NULL, "\"${...}\" has a modifier that the builder does not know" },
	{ "${V:1:2}", NULL, "\"${...}\" has a modifier that the builder does not know" },
	/* alternatives; an empty value is one without the colon */
	{ "${V-w}${E-w}${U-w}", "aXbXcw", NULL },
	{ "${V:-w}${E:-w}${U:-w}", "aXbXcww", NULL },
	{ "${V+w}${E+w}${U+w}", "ww", NULL },
	{ "${V:+w}${E:+w}${U:+w}", "w", NULL },
	{ "${V?w}${E?w}", "aXbXc", NULL },
	{ "${V:?w}", "aXbXc", NULL },
	{ "${U:-${E:-\"$V}\"}}", "aXbXc}", NULL },
	{ "${U?gone}", NULL, "variable \"U\" is required: gone" },
	{ "${E:?gone}", NULL, "variable \"E\" is required: gone" },
	{ "${U?}", NULL, "variable \"U\" is required: no value is given" },
	{ "${V:-${U?gone}}", NULL, "variable \"U\" is required: gone" },
	{ "${U?${U?first}}", NULL, "variable \"U\" is required: first" },
	/* cut */
	{ "${V#*X} ${V##*X} ${V%X*} ${V%%X*}", "bXc c aXb a", NULL },
	{ "${V:#*X} ${V:##*X} ${V:%X*}", "bXc c aXb", NULL },
	{ "${V#**X} ${V##***X} ${V%X**} ${V%%X***} ${V//**X/1}", "bXc c aXb a 1c", NULL },
	{ "${P#a.b\\**}", "c?d\\e}f/g", NULL },
	{ "${V#X}${V%X}${U#X}${E%X}", "aXbXcaXbXc", NULL },
	{ "${V#$S} ${V#'*'X} ${V#${U:-a}}", "bXc bXc XbXc", NULL },
	{ "${P#a.b\\*}", "c?d\\e}f/g", NULL },
	{ "${P%\\?*}", "a.b*c", NULL },
	{ "${P%\\}f/g} ${P%\\\\*}", "a.b*c?d\\e a.b*c?d", NULL },
	{ "${B#\"\\a\"}", "b", NULL },
	{ "${B#\"\\\\a\"}", "b", NULL },
	{ "${N#*} ${N##*} ${N%%*} ${N#on?} ${N#???}", "one\ntwo \ntwo one\n \ntwo \ntwo", NULL },
	{ "${N#????}", "one\ntwo", NULL },
	{ "${V#\\a}", NULL, "a pattern in \"${...}\" has an escape that it does not know" },
	{ "${V%a\\", NULL, "a \"${\" has no \"}\"" },
	{ "${V#", NULL, "a \"${\" has no \"}\"" },
	/* replace */
	{ "${V/X/1} ${V//X/2} ${V//*/3} ${V/q/4}", "a1bXc a2b2c 3 aXbXc", NULL },
	{ "${V/X/} ${V//X/} ${U/a/b}${E//a/b}${U/*/w}", "abXc abc w", NULL },
	{ "${P/\\//-} ${P/\\}/-}", "a.b*c?d\\e}f-g a.b*c?d\\e-f/g", NULL },
	{ "${V/X/$E'}'\"/\"}", "a}/bXc", NULL },
	{ "${N//*/w}", "w\nw", NULL },
	{ "${V/\\a/w}", NULL, "a pattern in \"${...}\" has an escape that it does not know" },
	{ "${V/X}", NULL, "a replacement in \"${...}\" lacks its \"/\"" },
	{ "${V/X/", NULL, "a \"${\" has no \"}\"" },
	{ "${V//", NULL, "a replacement in \"${...}\" lacks its \"/\"" },
	{ "${V/${", NULL, "a \"${\" has no \"}\"" },
};

START_TEST(a_word_becomes_what_buildkit_makes_of_it)
{
	const struct row *row = &rows[_i];
	struct expansion got;

	begin('\\');
	got = expand_word(&expander, str_from(row->word), variables());
	ck_assert_msg(str_eq(got.error, str_from(row->error ? row->error : "")), "%s: %.*s",
		      row->word, STR_FMT(got.error));
	ck_assert_msg(str_eq(got.text, str_from(row->text ? row->text : "")), "%s: %.*s", row->word,
		      STR_FMT(got.text));
	arena_free(&arena);
}
END_TEST

START_TEST(a_file_of_backticks_keeps_its_backslashes)
{
	static const struct row backticks[] = {
		{ "`$V \\$V \"`$V \\$V `a\"", "$V \\aXbXc $V \\aXbXc `a", NULL },
		{ "${U:-`}}", "}", NULL },
		/* in a pattern the backslash is the escape all the same */
		{ "${P#a.b\\*} ${P##*\\/}", "c?d\\e}f/g g", NULL },
		{ "C:\\x`", "C:\\x", NULL },
	};

	for (size_t i = 0; i < sizeof(backticks) / sizeof(*backticks); i++) {
		struct expansion got;

		begin('`');
		got = expand_word(&expander, str_from(backticks[i].word), variables());
		ck_assert_msg(str_eq(got.text, str_from(backticks[i].text)), "%s: %.*s %.*s",
			      backticks[i].word, STR_FMT(got.text), STR_FMT(got.error));
		arena_free(&arena);
	}
}
END_TEST

START_TEST(quotes_in_the_body_of_a_heredoc_are_ordinary)
{
	static const struct row bodies[] = {
		{ "it's '$V' \"$V\"\n", "it's 'aXbXc' \"aXbXc\"\n", NULL },
		{ "\\$V \\x \\\\ \"\\a\"", "$V x \\ \"a\"", NULL },
		{ "`$V ${U:-\"}", "`aXbXc \"", NULL },
		{ "x\\", "x", NULL },
		{ "x ${V", NULL, "a \"${\" has no \"}\"" },
	};

	for (size_t i = 0; i < sizeof(bodies) / sizeof(*bodies); i++) {
		struct expansion got;

		begin('`');
		got = expand_body(&expander, str_from(bodies[i].word), variables());
		ck_assert_msg(
			str_eq(got.text, str_from(bodies[i].text ? bodies[i].text : "")) &&
				str_eq(got.error, str_from(bodies[i].error ? bodies[i].error : "")),
			"%s: %.*s %.*s", bodies[i].word, STR_FMT(got.text), STR_FMT(got.error));
		arena_free(&arena);
	}
}
END_TEST

START_TEST(values_are_cut_at_blanks_but_not_in_quotes)
{
	static const struct row words[] = {
		{ "a \"b  c\"\td", "a|b  c|d|", NULL },
		{ "$W", "x|y|", NULL },
		{ "a$W'q'b", "a|x|y|qb|", NULL },
		{ "\"$W\"", " x  y |", NULL },
		{ "\\ a\\ b", " a b|", NULL },
		{ "$E '' $U", "", NULL },
		{ "80${U:-1 2}", "801|2|", NULL },
		{ "a 'b", "a|", "a single quote is not closed" },
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		struct builder list = { .arena = &arena };
		const struct str *parts;
		struct expansion got;
		size_t count;

		begin('\\');
		got = expand_words(&expander, str_from(words[i].word), variables(), &parts, &count);
		for (size_t k = 0; k < count; k++)
			builder_fmt(&list, "%.*s|", STR_FMT(parts[k]));
		ck_assert_msg(str_eq(builder_str(&list), str_from(words[i].text)), "%s: %.*s",
			      words[i].word, STR_FMT(builder_str(&list)));
		ck_assert_msg(str_eq(got.error, str_from(words[i].error ? words[i].error : "")),
			      "%s: %.*s", words[i].word, STR_FMT(got.error));
		arena_free(&arena);
	}
}
END_TEST

START_TEST(each_unset_name_is_told_once)
{
	struct expansion got;

	begin('\\');
	got = expand_word(&expander, STR("$U$V${U:-a}${X+b}${V-$Y}"), variables());
	ck_assert_uint_eq(got.nunset, 3);
	ck_assert(str_eq(got.unset[0], STR("U")));
	ck_assert(str_eq(got.unset[1], STR("X")));
	ck_assert(str_eq(got.unset[2], STR("Y")));
	arena_free(&arena);
}
END_TEST

START_TEST(work_that_is_spent_refuses_all_that_follows)
{
	static const char *const words[] = { "$V", "a", "${V#*}", "${V//X/y}", "'a'" };

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		struct expansion got;

		begin('\\');
		left = 0;
		got = expand_word(&expander, str_from(words[i]), variables());
		ck_assert_msg(str_eq(got.error, STR("the variables of the Dockerfiles take too "
						    "much work to expand")),
			      "%s: %.*s", words[i], STR_FMT(got.error));
		arena_free(&arena);
	}
}
END_TEST

/* Each star of a row is not walked from each other, for each character. */
START_TEST(stars_in_a_row_are_one)
{
	struct builder word = { .arena = &arena }, value = { .arena = &arena };
	struct expansion got;

	begin('\\');
	builder_add(&word, STR("${L##"));
	for (size_t i = 0; i < 2000; i++)
		builder_byte(&word, '*');
	builder_add(&word, STR("b}"));
	for (size_t i = 0; i < 50000; i++)
		builder_byte(&value, 'a');
	builder_byte(&value, 'b');
	got = expand_word(&expander, builder_str(&word),
			  scope_set(&arena, NULL, STR("L"),
				    (struct scope_value){ .text = builder_str(&value) }));
	ck_assert(got.text.n == 0 && got.error.n == 0);
	ck_assert_uint_gt(left, EXPAND_WORK - 50001 * (16 + 3) - 4096);
	arena_free(&arena);
}
END_TEST

/* However many characters lie between the start of the work and its end. */
START_TEST(work_may_end_at_any_step)
{
	static const char *const words[] = { "\"a\\\"$V\"", "${V##*X*}", "${V%%*X*}",
					     "${V//*X/longer}", "${V/\"\\a\"/b}" };

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		struct expansion whole, got;
		size_t needed;

		begin('\\');
		whole = expand_word(&expander, str_from(words[i]), variables());
		needed = EXPAND_WORK - left;
		for (size_t work = 0; work < needed; work++) {
			left = work;
			got = expand_word(&expander, str_from(words[i]), variables());
			ck_assert_msg(got.error.n > 0 && got.text.n == 0, "%s: %zu", words[i],
				      work);
		}
		left = needed + 1;
		got = expand_word(&expander, str_from(words[i]), variables());
		ck_assert_msg(str_eq(got.text, whole.text) && got.error.n == 0, "%s", words[i]);
		arena_free(&arena);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("expand");
	TCase *cases = tcase_create("expand");

	tcase_add_loop_test(cases, a_word_becomes_what_buildkit_makes_of_it, 0,
			    (int)(sizeof(rows) / sizeof(*rows)));
	tcase_add_test(cases, a_file_of_backticks_keeps_its_backslashes);
	tcase_add_test(cases, quotes_in_the_body_of_a_heredoc_are_ordinary);
	tcase_add_test(cases, values_are_cut_at_blanks_but_not_in_quotes);
	tcase_add_test(cases, each_unset_name_is_told_once);
	tcase_add_test(cases, work_that_is_spent_refuses_all_that_follows);
	tcase_add_test(cases, stars_in_a_row_are_one);
	tcase_add_test(cases, work_may_end_at_any_step);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
