/* SPDX-License-Identifier: MIT */
#include "config.h"

#include <check.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/limits.h"
#include "read/template.h"
#include "tests/suite.h"

/*
 * A template is shown as its parts: <literal>, {from-to op name: word}, where
 * a word is shown in the same way.
 */
static void show(struct builder *b, const struct template *template)
{
	static const char *const ops[] = { "", "", "-", ":-", "?", ":?", "+", ":+" };

	for (size_t i = 0; i < template->count; i++) {
		const struct template_part *part = &template->parts[i];

		if (part->op == TEMPLATE_LITERAL) {
			builder_fmt(b, "<%.*s>", STR_FMT(part->text));
			continue;
		}
		builder_fmt(b, "{%zu-%zu %.*s%s", part->from, part->to, STR_FMT(part->name),
			    ops[part->op]);
		if (part->word)
			show(b, part->word);
		builder_byte(b, '}');
	}
}

struct row {
	const char *name, *text, *wanted;
};

static const struct row rows[] = {
	{ "plain text is one literal", "a b", "<a b>" },
	{ "an empty text has no parts", "", "" },
	{ "two dollars are one", "a$$b", "<a><$><b>" },
	{ "dollars pair from the left", "$$$A", "<$>{2-4 A}" },
	{ "a lone dollar is literal", "$ $1 $", "<$ $1 $>" },
	{ "a dollar before a closing brace is literal", "$}", "<$}>" },
	{ "a name is as long as it can be", "$A_1-x", "{0-4 A_1}<-x>" },
	{ "braces end a name", "${A}B", "{0-4 A}<B>" },
	{ "neighbours", "$A$B${C}", "{0-2 A}{2-4 B}{4-8 C}" },
	{ "unset", "${A-w}", "{0-6 A-<w>}" },
	{ "empty", "${A:-w}", "{0-7 A:-<w>}" },
	{ "require set", "${A?w}", "{0-6 A?<w>}" },
	{ "require value", "${A:?w}", "{0-7 A:?<w>}" },
	{ "when set", "${A+w}", "{0-6 A+<w>}" },
	{ "when value", "${A:+w}", "{0-7 A:+<w>}" },
	{ "the first operator counts", "${A-:-w}", "{0-8 A-<:-w>}" },
	{ "a word may be empty", "${A:-}", "{0-6 A:-}" },
	{ "a reference in a word", "${A:-${B-$C}}", "{0-13 A:-{5-12 B-{9-11 C}}}" },
	{ "a word holds two dollars", "${A:-$$B}", "{0-9 A:-<$><B>}" },
	{ "braces in a word balance", "${U:-{a}x}", "{0-10 U:-<{a}x>}" },
	{ "the first brace that balances ends", "${U:-a}b}", "{0-7 U:-<a>}<b}>" },
	{ "the byte behind a brace is skipped", "${U:-{}}", "{0-8 U:-<{}>}" },
	{ "a skipped brace lets the last one end", "${U:-{}}x}", "{0-10 U:-<{}}x>}" },
	{ "a brace that is never closed", "${U:-{}", "{0-7 U:-<{>}" },
	{ "the tail is read for itself", "${A:-x}-${B}", "{0-7 A:-<x>}<->{8-12 B}" },
	{ "the line of the brace counts", "${A:-x}\n}", "{0-7 A:-<x>}<\n}>" },
	{ "lines are looked at one by one", "${A-x}\n${B-y}", "{0-6 A-<x>}<\n>{7-13 B-<y>}" },
	{ "the long s is a letter",
	  "$\xC5\xBF"
	  "ET",
	  "{0-5 \xC5\xBF"
	  "ET}" },
	{ "the Kelvin sign is a letter", "${\xE2\x84\xAA-d}", "{0-8 \xE2\x84\xAA-<d>}" },
	{ "no other letter is", "$\xC3\xA9", "<$\xC3\xA9>" },
};

START_TEST(references_are_found)
{
	const struct row *row = &rows[_i];
	struct arena arena = { 0 };
	struct builder b = { .arena = &arena };
	struct template template;
	size_t error_at = 0;
	bool good = template_parse(&arena, str_from(row->text), &template, &error_at);

	ck_assert_msg(good, "%s: \"%s\" is refused at %zu", row->name, row->text, error_at);
	show(&b, &template);
	ck_assert_msg(str_eq(builder_str(&b), str_from(row->wanted)),
		      "%s: \"%s\"\nwanted %s\ngot    %.*s", row->name, row->text, row->wanted,
		      STR_FMT(builder_str(&b)));
	arena_free(&arena);
}
END_TEST

struct bad_row {
	const char *name, *text;
	size_t at;
};

static const struct bad_row bad_rows[] = {
	{ "no name", "a${}", 1 },
	{ "a digit first", "${1A}", 0 },
	{ "a blank in the name", "${A B}", 0 },
	{ "a blank before the name", "${ A}", 0 },
	{ "an end without a brace", "x ${A", 2 },
	{ "a default without a brace", "${A:-b", 0 },
	{ "the brace stands on the next line", "${A:-b\n}", 0 },
	{ "assignment is the shell's", "${A:=b}", 0 },
	{ "so is replacement", "${A/b/c}", 0 },
	{ "so is a substring", "${A:0:1}", 0 },
	{ "so is a length", "${#A}", 0 },
	{ "a bad reference in a word", "${A:-${B!}}", 5 },
	{ "the end behind a colon", "${A:", 0 },
	{ "a dollar and a brace", "ab${", 2 },
};

START_TEST(malformed_references_are_refused_where_they_begin)
{
	const struct bad_row *row = &bad_rows[_i];
	struct arena arena = { 0 };
	struct template template;
	size_t error_at = SIZE_MAX;
	bool good = template_parse(&arena, str_from(row->text), &template, &error_at);

	ck_assert_msg(!good, "%s: \"%s\" is accepted", row->name, row->text);
	ck_assert_msg(error_at == row->at, "%s: \"%s\"\nwanted %zu\ngot    %zu", row->name,
		      row->text, row->at, error_at);
	arena_free(&arena);
}
END_TEST

static bool parses_nested(size_t levels)
{
	struct arena arena = { 0 };
	struct builder b = { .arena = &arena };
	struct template template;
	bool good;

	for (size_t i = 0; i < levels; i++)
		builder_add(&b, STR("${A-"));
	for (size_t i = 0; i < levels; i++)
		builder_byte(&b, '}');
	good = template_parse(&arena, builder_str(&b), &template, NULL);
	arena_free(&arena);
	return good;
}

START_TEST(nesting_has_a_limit)
{
	ck_assert(parses_nested(LIMIT_TEMPLATE_DEPTH));
	ck_assert(!parses_nested(LIMIT_TEMPLATE_DEPTH + 1));
	ck_assert(!parses_nested(100000));
}
END_TEST

/* Would take hours if each reference looked at the rest of its line. */
START_TEST(long_lines_take_linear_time)
{
	static const char *const units[] = { "${A-x}", "${A", "${A-{", "$$", "}", "${A}", "${A-" };
	struct arena arena = { 0 };

	for (size_t u = 0; u < sizeof(units) / sizeof(*units); u++) {
		struct builder b = { .arena = &arena };
		struct template template;

		for (size_t i = 0; i < 200000; i++)
			builder_add(&b, str_from(units[u]));
		builder_byte(&b, '}');
		template_parse(&arena, builder_str(&b), &template, NULL);
	}
	arena_free(&arena);
}
END_TEST

/* Parts follow each other without gaps; literals stand for their own bytes or for "$$". */
START_TEST(parts_cover_the_text)
{
	static const char letters[] = "$${}A-:+?x\n";
	struct arena arena = { 0 };
	uint32_t seed = 1;

	for (int round = 0; round < 20000; round++) {
		char text[24];
		size_t n = 0, error_at, at = 0;
		struct template template;

		while (n < sizeof(text)) {
			seed = seed * 1664525 + 1013904223;
			text[n++] = letters[(seed >> 16) % (sizeof(letters) - 1)];
		}
		if (!template_parse(&arena, (struct str){ text, n }, &template, &error_at)) {
			ck_assert_uint_lt(error_at, n);
			ck_assert_int_eq(text[error_at], '$');
			continue;
		}
		for (size_t i = 0; i < template.count; i++) {
			const struct template_part *part = &template.parts[i];

			ck_assert_uint_eq(part->from, at);
			at = part->to;
			if (part->op == TEMPLATE_LITERAL)
				ck_assert(part->text.n == part->to - part->from ||
					  str_eq(part->text, STR("$")));
		}
		ck_assert_uint_eq(at, n);
	}
	arena_free(&arena);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("template");
	TCase *tests = tcase_create("template");

	tcase_set_timeout(tests, 30);
	tcase_add_loop_test(tests, references_are_found, 0, sizeof(rows) / sizeof(*rows));
	tcase_add_loop_test(tests, malformed_references_are_refused_where_they_begin, 0,
			    sizeof(bad_rows) / sizeof(*bad_rows));
	tcase_add_test(tests, nesting_has_a_limit);
	tcase_add_test(tests, long_lines_take_linear_time);
	tcase_add_test(tests, parts_cover_the_text);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
