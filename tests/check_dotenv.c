/* SPDX-License-Identifier: MIT */
#include "config.h"

#include <check.h>

#include "read/dotenv.h"
#include "read/template.h"
#include "tests/suite.h"

static struct lint lint;
static struct dotenv env;

static void setup(void)
{
	lint_init(&lint);
}

static void teardown(void)
{
	lint_free(&lint);
}

static void parse(struct str text, enum dotenv_format format)
{
	env = dotenv_parse(&lint, source_add(&lint.sources, STR("e"), STR("e"), text), format);
}

/*
 * One line for each assignment: NAME=<value> for a template, NAME='value' for
 * a literal, NAME for a bare name, and "!" where the file is broken.
 */
static struct str shown(void)
{
	struct builder b = { .arena = &lint.run };

	for (size_t i = 0; i < env.count; i++) {
		const struct assignment *a = &env.assignments[i];

		builder_add(&b, a->name);
		if (!a->bare)
			builder_fmt(&b, a->expand ? "=<%.*s>" : "='%.*s'", STR_FMT(a->value));
		builder_byte(&b, ';');
	}
	if (env.broken)
		builder_byte(&b, '!');
	return builder_str(&b);
}

struct row {
	const char *name, *input, *wanted;
};

static const struct row rows[] = {
	{ "a value", "A=1\n", "A=<1>;" },
	{ "no line end", "A=1", "A=<1>;" },
	{ "number signs in values and behind them", "A=a#b #c #d\nB=#\nC='#' #\nD= # x#\nE=x# y #",
	  "A=<a#b>;B=<#>;C='#';D=<# x#>;E=<x# y>;" },
	{ "blanks around the separator", "A = two words  \n", "A=<two words>;" },
	{ "a colon separates", "A: x\nB : y\n", "A=<x>;B=<y>;" },
	{ "the first separator counts", "A:=1\nB==\n", "A=<=1>;B=<=>;" },
	{ "an empty value is not unset", "A=\nB=''\n", "A=<>;B='';" },
	{ "blank lines and comments", "\n # c\n\t\n#A=1\nA=1\n", "A=<1>;" },
	{ "export", "export A=1\nexport\tB=2\n", "A=<1>;B=<2>;" },
	{ "export glued to a name", "exportA=1\n", "exportA=<1>;" },
	{ "export as a name", "export=1\n", "export=<1>;" },
	{ "export of nothing", "export =x\n", "=<x>;" },
	{ "a bare name", "A\nB=1\n", "A;B=<1>;" },
	{ "a bare name loses blanks", "A  \r\nB=1\n", "A;B=<1>;" },
	{ "a bare name at the end is a value without name", "A=1\nB", "A=<1>;=<B>;" },
	{ "a name may be empty", "=1\n", "=<1>;" },
	{ "a name may begin with a digit", "1A.b-[c]=1\n", "1A.b-[c]=<1>;" },
	{ "a name of any script", "\xC3\xA9\xD9\xA3=1\n", "\xC3\xA9\xD9\xA3=<1>;" },
	{ "a tab inside a name", "A\tB=1\n", "A\tB=<1>;" },
	{ "a blank inside a name", "A=1\nA B=1\n", "A=<1>;!" },
	{ "another character in a name", "A=1\nA/B=1\n", "A=<1>;!" },
	{ "a byte that is no UTF-8 in a name", "A\xE9=1\n", "!" },
	{ "such a byte in a value", "A=\xE9\n", "A=<\xE9>;" },
	{ "a comment behind a value", "A=x # c\n", "A=<x>;" },
	{ "a hash without a blank", "A=x#c\n", "A=<x#c>;" },
	{ "a hash behind a tab", "A=x\t#c\n", "A=<x\t#c>;" },
	{ "a hash at once", "A= #c\n", "A=<#c>;" },
	{ "a comment cuts a reference", "A=${B:-x # y}\n", "A=<${B:-x>;" },
	{ "quotes inside are ordinary", "A=un\"quo\"ted\n", "A=<un\"quo\"ted>;" },
	{ "backslashes are ordinary", "A=a\\n\\$b\n", "A=<a\\n\\$b>;" },
	{ "white space of any kind is trimmed", "A=x\xE2\x80\x83\xC2\xA0\n", "A=<x>;" },
	{ "single quotes", "A='$B \\n # \"'\n", "A='$B \\n # \"';" },
	{ "an escaped single quote", "A='it\\'s'\n", "A='it's';" },
	{ "two backslashes in single quotes", "A='a\\\\'\n", "A='a\\\\';" },
	{ "double quotes", "A=\"$B # '\"\n", "A=<$B # '>;" },
	{ "an escaped double quote", "A=\"a\\\"b\"\n", "A=<a\"b>;" },
	{ "escapes", "A=\"\\a\\b\\f\\n\\r\\t\\v\\\\\"\n", "A=<\a\b\f\n\r\t\v\\>;" },
	{ "an escaped dollar is doubled", "A=\"\\$B\"\n", "A=<$$B>;" },
	{ "octal", "A=\"\\0101\\0351\"\n", "A=<A\xC3\xA9>;" },
	{ "octal too large", "A=\"\\0777\"\n", "A=<\\777>;" },
	{ "octal too short", "A=\"\\01 \\0\"\n", "A=<\\1 \\>;" },
	{ "octal with a wrong digit", "A=\"\\0189\"\n", "A=<\\189>;" },
	{ "no escapes", "A=\"\\c\\x41\\u0041\\101\\q\"\n", "A=<\\c\\x41\\u0041\\101\\q>;" },
	{ "an escaped line end stays", "A=\"a\\\nb\"\n", "A=<a\\\nb>;" },
	{ "quotes over lines", "A='x\ny'\nB=\"x\n\ny\"\n", "A='x\ny';B=<x\n\ny>;" },
	{ "a comment behind quotes", "A=\"x\" # c\nB=1\n", "A=<x>;B=<1>;" },
	{ "a statement behind quotes", "A=\"1\"B=2\n", "A=<1>;B=<2>;" },
	{ "a word behind quotes at the end", "A=\"1\" x", "A=<1>;=<x>;" },
	{ "an open quote", "A=1\nB='x\n", "A=<1>;!" },
	{ "an escape is all that is left", "A=\"x\\\"", "!" },
	{ "carriage returns vanish from values", "A=1\r\nB='2\r\n'\r\n", "A=<1>;B='2\r\n';" },
	{ "a lone carriage return ends no line", "A=1\rB=2\n", "A=<1\rB=2>;" },
	{ "a byte order mark",
	  "\xEF\xBB\xBF"
	  "A=1\n",
	  "A=<1>;" },
	{ "a second one",
	  "\xEF\xBB\xBF\xEF\xBB\xBF"
	  "A=1\n",
	  "!" },
	{ "a name twice", "A=1\nA=$A$A\n", "A=<1>;A=<$A$A>;" },
	{ "a value on the next line is another one", "A=\n B=1\n", "A=<>;B=<1>;" },
	{ "nothing", "", "" },
	{ "export and nothing", "export ", "!" },
};

static const struct row raw_rows[] = {
	{ "values are verbatim", "A=\"q\" # c\nB= $x \n", "A='\"q\" # c';B=' $x ';" },
	{ "blanks in front of a name", " \tA=1\n", "A='1';" },
	{ "comments and empty lines", "# c\n\n  # d\r\n\r\nA=1\r\n", "A='1';" },
	{ "only a first hash comments", "A=1#c\n", "A='1#c';" },
	{ "the first separator counts", "A==b\n", "A='=b';" },
	{ "a bare name", "A\nB", "A;B;" },
	{ "no name", "A=1\n=2\n", "A='1';!" },
	{ "export", "export A=1\n", "!" },
	{ "a blank in a name", "A =1\n", "!" },
	{ "a colon", "A: 1\n", "!" },
	{ "a byte order mark",
	  "\xEF\xBB\xBF"
	  "A=1\n",
	  "A='1';" },
	{ "a byte that is no UTF-8", "A=1\nB=\xE9\n", "A='1';!" },
};

static void expect(const struct row *row, enum dotenv_format format)
{
	parse(str_from(row->input), format);
	ck_assert_msg(str_eq(shown(), str_from(row->wanted)), "%s: \"%s\"\nwanted %s\ngot    %.*s",
		      row->name, row->input, row->wanted, STR_FMT(shown()));
	ck_assert_uint_eq(lint.diag.count, env.broken);
	for (size_t i = 0; i < env.count; i++) {
		ck_assert_uint_le(env.assignments[i].span.end, str_from(row->input).n);
		ck_assert_uint_eq(env.assignments[i].span.source, 1);
	}
}

START_TEST(a_file_is_read_as_compose_reads_it)
{
	expect(&rows[_i], DOTENV_DEFAULT);
}
END_TEST

START_TEST(the_raw_format_takes_lines_as_they_are)
{
	expect(&raw_rows[_i], DOTENV_RAW);
}
END_TEST

START_TEST(spans_hold_name_and_value)
{
	parse(STR("# c\nexport A = \"x\" # d\nB\nC= y \n"), DOTENV_DEFAULT);
	ck_assert(str_eq(source_text(&lint.sources, env.assignments[0].name_span), STR("A")));
	ck_assert(str_eq(source_text(&lint.sources, env.assignments[0].span), STR("\"x\"")));
	ck_assert(str_eq(source_text(&lint.sources, env.assignments[1].span), STR("B")));
	ck_assert(str_eq(source_text(&lint.sources, env.assignments[2].span), STR("y")));
}
END_TEST

START_TEST(what_is_wrong_is_said_where_it_stands)
{
	parse(STR("A=1\nB C=s3cret\n"), DOTENV_DEFAULT);
	ck_assert_uint_eq(lint.diag.findings[0]->span.start, 4);
	ck_assert(str_eq(lint.diag.findings[0]->rule, STR("model-invalid")));
	parse(STR("A='s3cret\n"), DOTENV_DEFAULT);
	ck_assert_uint_eq(lint.diag.findings[1]->span.start, 2);
	for (size_t i = 0; i < lint.diag.count; i++)
		ck_assert(!str_has(lint.diag.findings[i]->message, STR("s3cret")));
}
END_TEST

START_TEST(an_escaped_dollar_is_a_dollar_for_templates)
{
	struct template template;

	parse(STR("A=\"\\$B\"\n"), DOTENV_DEFAULT);
	ck_assert(template_parse(&lint.run, env.assignments[0].value, &template, NULL));
	ck_assert_uint_eq(template.count, 2);
	ck_assert(str_eq(template.parts[0].text, STR("$")));
	ck_assert(str_eq(template.parts[1].text, STR("B")));
}
END_TEST

START_TEST(long_files_take_linear_time)
{
	static const char *const units[] = { "A=1\n", "#", "A='\\", "A=\"x\"", " ", "A", "\\0" };

	for (size_t u = 0; u < sizeof(units) / sizeof(*units); u++) {
		struct builder b = { .arena = &lint.run };

		for (size_t i = 0; i < 100000; i++)
			builder_add(&b, str_from(units[u]));
		parse(builder_str(&b), DOTENV_DEFAULT);
		parse(builder_str(&b), DOTENV_RAW);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("dotenv");
	TCase *tests = tcase_create("dotenv");

	tcase_set_timeout(tests, 30);
	tcase_add_checked_fixture(tests, setup, teardown);
	tcase_add_loop_test(tests, a_file_is_read_as_compose_reads_it, 0,
			    sizeof(rows) / sizeof(*rows));
	tcase_add_loop_test(tests, the_raw_format_takes_lines_as_they_are, 0,
			    sizeof(raw_rows) / sizeof(*raw_rows));
	tcase_add_test(tests, spans_hold_name_and_value);
	tcase_add_test(tests, what_is_wrong_is_said_where_it_stands);
	tcase_add_test(tests, an_escaped_dollar_is_a_dollar_for_templates);
	tcase_add_test(tests, long_files_take_linear_time);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
