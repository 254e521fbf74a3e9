/* SPDX-License-Identifier: MIT */
/* YAML that is refused, and how much of it is read. */
#include "config.h"

#include <check.h>

#include "parsed.h"
#include "tests/suite.h"

/*
 * What is refused
 */

struct bad_row {
	const char *name, *input, *rule, *at; /* the finding's text in the file */
	const char *says;
};

#define FOUR_COLONS    "a:, b:, c:, d:, "
#define SIXTEEN_COLONS FOUR_COLONS FOUR_COLONS FOUR_COLONS FOUR_COLONS
#define MANY_COLONS    "[" SIXTEEN_COLONS SIXTEEN_COLONS SIXTEEN_COLONS SIXTEEN_COLONS "e:]\n"

static const struct bad_row bad_rows[] = {
	{ "a tab", "a:\n\tb: c\n", "yaml-syntax", "\t", "a tab cannot indent" },
	{ "an open brace", "a: {b: c\n", "yaml-syntax", "{", "not closed" },
	{ "a brace that a comment leaves open", "a: {b: #c}\nd: e\n", "yaml-syntax", "{",
	  "\"}\" stands behind a \"#\"" },
	{ "a comment behind an open brace", "a: {b: c #d\ne: f\n", "yaml-syntax", "e",
	  "not closed" },
	{ "a question mark for a value", "a: {b: ?}\n", "yaml-syntax", "?", "begins a key" },
	{ "an open bracket", "a: [b\nc: d\n", "yaml-syntax", ":", "not closed" },
	{ "an open bracket at the end", "a: [\n", "yaml-syntax", "[", "not closed" },
	{ "an open bracket behind a comma", "a: {b: c, d: [e, \n", "yaml-syntax", ",",
	  "not closed" },
	{ "a bracket too many", "a: [b]]\n", "yaml-syntax", "]", "bracket before this" },
	{ "a single quote inside", "a: 'it's'\n", "yaml-syntax", "s", "twice" },
	{ "a double quote inside", "a: \"b\" c\n", "yaml-syntax", "c", "ends before" },
	{ "a merge conflict", "a: 1\n<<<<<<< HEAD\nb: 1\n", "yaml-syntax", "<", "merge conflict" },
	{ "a question mark in a word between brackets", "a: [b, c?d]\n", "yaml-syntax", "?",
	  "quote the value" },
	{ "a comma behind a tag in angle brackets", "a: [!<!reset>, b]\n", "yaml-syntax",
	  "!<!reset>", "blank" },
	{ "a comma behind a tag in braces", "a: {b: !reset, c: d}\n", "yaml-syntax", ",",
	  "a blank is missing" },
	{ "one colon more than are mended", MANY_COLONS, "yaml-syntax", ":", "quote the value" },
	{ "an open quote", "a: 'b\nc: d\n", "yaml-syntax", "'", "never closed" },
	{ "a missing colon", "a: 1\nbc\nd: 2\n", "yaml-syntax", "b", "colon is missing" },
	{ "a colon too many", "a: b: c\n", "yaml-syntax", ":", "quote" },
	{ "a control character", "a: \x01\n", "yaml-syntax", "\x01", "control character" },
	{ "a control character behind others", "\xC3\xA9\xC3\xA9: \x01\n", "yaml-syntax", "\x01",
	  "control character" },
	{ "a byte that is no UTF-8", "a: b\xE9 c\n", "yaml-syntax", "\xE9", "UTF-8" },
	{ "an alias of nothing", "a: *b\n", "yaml-syntax", "*b", "no anchor" },
	{ "an alias before its anchor", "a: *b\nc: &b 1\n", "yaml-syntax", "*b", "no anchor" },
	{ "an alias inside its anchor", "a: &b [*b]\n", "yaml-syntax", "*b", "inside" },
	{ "a merge key of itself", "w: &w\n  <<: *w\n", "yaml-syntax", "*w", "inside" },
	{ "version 1.2", "# c\n%YAML 1.2\n---\na: 1\n", "yaml-syntax", "%YAML 1.2",
	  "remove this line" },
	{ "another directive", "%FOO\n---\na: 1\n", "yaml-syntax", "%", "directive" },
	{ "a mark at a line's beginning",
	  "a: 1\n---\n\xEF\xBB\xBF"
	  "b: 1\n",
	  "yaml-syntax", "\xEF\xBB\xBF", "byte order mark" },
	{ "an unknown escape", "a: \"\\q\"\n", "yaml-syntax", "\\", "backslash" },
	{ "a surrogate", "a: \"\\uD83D\\uDE00\"\n", "yaml-syntax", "D", "escape" },
	{ "an alias that is a key twice", "a: &k b\n*k : 1\n*k : 2\n", "model-invalid", "*k",
	  "stands twice" },
	{ "a key twice, with an alias between", "&k a: 1\n*k : 2\na: 3\n", "model-invalid", "a",
	  "stands twice" },
	{ "a key twice", "a: 1\n'a': 2\n", "model-invalid", "'a'", "stands twice" },
	{ "a key twice below x-", "x-a: [{b: 1, c: 2, b: 3}]\n", "model-invalid", "b",
	  "stands twice" },
	{ "keys are compared as text", "1: a\n\"1\": b\n", "model-invalid", "1", "quote it" },
	{ "a key twice among many", "{a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1, h: 1, i: 1, a : 2}",
	  "model-invalid", "a", "stands twice" },
	{ "a merge key twice", "w: {<<: {a: 1}, <<: {b: 2}}\n", "model-invalid", "<<",
	  "stands twice" },
	{ "a number as key", "8080: a\n", "model-invalid", "8080", "a number" },
	{ "a boolean as key", "true: a\n", "model-invalid", "true", "a boolean" },
	{ "a date as key", "2024-01-31: a\n", "model-invalid", "2024-01-31", "a date" },
	{ "nothing as key", "?\n: a\n", "model-invalid", "?", "a key is missing" },
	{ "a list as key", "[a]: b\n", "model-invalid", "[a]", "list stands where a key" },
	{ "braces of another language", "a: {{ b }}\n", "model-invalid", "{ b }", "quote it" },
	{ "nothing to merge", "w: {<<: }\n", "model-invalid", "<<", "a mapping must stand" },
	{ "a scalar to merge", "w: {<<: [{a: 1}, b]}\n", "model-invalid", "[{a: 1}, b]",
	  "a mapping must stand" },
	{ "an alias at k and k.sub", "e: &e 1\nl: {k: *e, k.sub: *e }\n", "model-invalid", "*e",
	  "cycle" },
	{ "an alias to merge and below", "e: &e {v: 1}\nl: {k: {z: *e}, <<: {k: *e}}\n",
	  "model-invalid", "*e", "cycle" },
	{ "a tag that does not fit", "a: !!int x\n", "model-invalid", "x", "type" },
	{ "bytes that are no base64", "a: !!binary x\n", "model-invalid", "x", "base64" },
};

START_TEST(what_is_wrong_is_said_where_it_stands)
{
	const struct bad_row *row = &bad_rows[_i];
	const struct finding *finding;

	parse(str_from(row->input));
	ck_assert_msg(parsed.broken || parsed.refused, "%s: accepted\n%s", row->name, row->input);
	ck_assert_uint_ge(parsed_lint.diag.count, 1);
	finding = parsed_lint.diag.findings[0];
	expect_text(row->name, "rule", row->input, str_from(row->rule), finding->rule);
	ck_assert_int_eq(parsed.broken, str_eq(finding->rule, STR("yaml-syntax")));
	expect_text(row->name, "place", row->input, str_from(row->at), source_of(finding->span));
	ck_assert_msg(str_has(finding->message, str_from(row->says)), "%s: \"%.*s\" lacks \"%s\"",
		      row->name, STR_FMT(finding->message), row->says);
}
END_TEST

START_TEST(what_is_reset_is_not_looked_at)
{
	parse(STR("a: !reset {1: a, 1: b, c: !!int x}\nb: {c: !reset {d: 1, d: 2}}\n"));
	ck_assert(!parsed.refused && !parsed.broken);
	ck_assert_uint_eq(parsed_lint.diag.count, 0);
	parse(STR("x: &x {}\na: !reset &b [*b]\nc: {1: !reset 2, *x : !reset 3}\n"));
	ck_assert(!parsed.refused && !parsed.broken);
	parse(STR("w: {<<: !reset [1], a: 1}\nv: {<<: [!reset 1, {a: 1}]}\n"));
	ck_assert(!parsed.refused && !parsed.broken);
	ck_assert_uint_eq(at("w")->count, 1);
	parse(STR("a: !reset {}\nb: {c: 1, c: 2}\n"));
	ck_assert(parsed.refused);
	parse(STR("a: !override {b: !reset {1: c}}\n"));
	ck_assert(parsed.refused);
}
END_TEST

START_TEST(aliases_beside_each_other_are_no_cycle)
{
	static const char *const inputs[] = {
		"e: &e 1\nl: [*e, {b: *e}, *e]\n",
		"e: &e {v: 1}\nl: {<<: [*e], k: *e}\n",
		"e: &e 1\nl: {k: *e, kk.sub: *e, k-sub: *e}\n",
		"e: &e 1\nf: &f {b: *e}\nl: {k: *e, k.z: *f}\n",
		"e: &e [1]\nl: {k: *e, k.z: !override {q: *e}}\n",
		"e: &e q\nl: {k: *e, *e : {v: *e}}\n",
		"e: &e 1\nk: *e\n---\nk.sub: *e\n",
		"e: &e 1\nl: {k: *e, f: &e 2, k.sub: *e}\n",
	};

	for (size_t i = 0; i < sizeof(inputs) / sizeof(*inputs); i++) {
		parse(str_from(inputs[i]));
		ck_assert_msg(!parsed.refused && !parsed.broken, "%s", inputs[i]);
	}
}
END_TEST

START_TEST(a_secret_is_not_quoted)
{
	static const char *const inputs[] = {
		"a: *s3cret\n",   "a: {TOKEN=s3cret: 1, TOKEN=s3cret: 2}\n",
		"a: \"s3cret\n",  "a: !s3cret!x s3cret\n",
		"s3cret\nb: c\n", "a: !!int s3cret\n",
	};

	for (size_t i = 0; i < sizeof(inputs) / sizeof(*inputs); i++)
		parse(str_from(inputs[i]));
	ck_assert_uint_eq(parsed_lint.diag.count, sizeof(inputs) / sizeof(*inputs));
	for (size_t i = 0; i < parsed_lint.diag.count; i++)
		ck_assert(!str_has(parsed_lint.diag.findings[i]->message, STR("s3cret")));
}
END_TEST

START_TEST(documents_before_an_error_are_given)
{
	parse(STR("a: 1\n---\nb: 2\n---\n\tc: 3\n"));
	ck_assert(parsed.broken);
	ck_assert_uint_eq(parsed.count, 2);
	ck_assert_uint_eq(parsed_lint.diag.count, 1);
}
END_TEST

START_TEST(an_empty_document_is_null)
{
	parse(STR("# nothing\n"));
	ck_assert_uint_eq(parsed.count, 0);
	parse(STR("---\n"));
	ck_assert_uint_eq(parsed.count, 1);
	ck_assert_int_eq(parsed.documents[0]->kind, NODE_NULL);
	parse(STR(""));
	ck_assert(parsed.count == 0 && !parsed.broken);
}
END_TEST

/*
 * Limits
 */

static struct str repeated(struct str before, struct str unit, size_t times, struct str after)
{
	struct builder b = { .arena = &parsed_lint.run };

	builder_add(&b, before);
	for (size_t i = 0; i < times; i++)
		builder_add(&b, unit);
	builder_add(&b, after);
	return builder_str(&b);
}

START_TEST(nesting_has_a_limit)
{
	parse(repeated(STR(""), STR("["), 100000, STR("")));
	ck_assert(parsed.broken);
	parse(repeated(STR(""), STR("- "), 100000, STR("a")));
	ck_assert(parsed.broken);
	ck_assert(str_has(parsed_lint.diag.findings[1]->message, STR("nested deeper")));
}
END_TEST

START_TEST(aliases_cannot_get_around_the_limit_of_nesting)
{
	struct builder b = { .arena = &parsed_lint.run };

	builder_add(&b, STR("a0: &a0 [x]\n"));
	for (int i = 1; i < 1000; i++)
		builder_fmt(&b, "a%d: &a%d [*a%d]\n", i, i, i - 1);
	parse(builder_str(&b));
	ck_assert(parsed.broken);
	ck_assert(str_has(parsed_lint.diag.findings[0]->message, STR("deeper")));
}
END_TEST

START_TEST(an_alias_bomb_is_counted_not_expanded)
{
	struct builder b = { .arena = &parsed_lint.run };

	builder_add(&b, STR("a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n"));
	for (int i = 1; i < 40; i++) {
		builder_fmt(&b, "a%d: &a%d [", i, i);
		for (int j = 0; j < 10; j++)
			builder_fmt(&b, "*a%d,", i - 1);
		builder_add(&b, STR("]\n"));
	}
	parse(builder_str(&b));
	ck_assert(parsed.broken);
	ck_assert(str_has(parsed_lint.diag.findings[0]->message, STR("multiply")));
}
END_TEST

START_TEST(many_services_may_share_an_anchor)
{
	struct builder b = { .arena = &parsed_lint.run };

	builder_add(&b, STR("x: &x {"));
	for (int i = 0; i < 50; i++)
		builder_fmt(&b, "k%d: v,", i);
	builder_add(&b, STR("}\nservices:\n"));
	for (int i = 0; i < 4000; i++)
		builder_fmt(&b, "  s%d: {<<: *x}\n", i);
	parse(builder_str(&b));
	ck_assert(!parsed.broken && !parsed.refused);
	ck_assert_uint_eq(at("services.s3999")->count, 50);
}
END_TEST

START_TEST(many_anchors_are_found_fast)
{
	struct builder b = { .arena = &parsed_lint.run };

	for (int i = 0; i < 200000; i++)
		builder_fmt(&b, "- &a%d x\n- *a%d\n", i, i / 2);
	parse(builder_str(&b));
	ck_assert(!parsed.broken);
	ck_assert_uint_eq(parsed.documents[0]->count, 400000);
}
END_TEST

START_TEST(many_equal_keys_take_no_longer_than_others)
{
	parse(repeated(STR("{"), STR("a: 1, "), 200000, STR("}")));
	ck_assert(parsed.refused);
	ck_assert_uint_eq(at("a") ? parsed.documents[0]->count : 0, 1);
}
END_TEST

START_TEST(many_tag_directives_are_refused)
{
	struct builder b = { .arena = &parsed_lint.run };

	for (int i = 0; i < 100000; i++)
		builder_fmt(&b, "%%TAG !a%d! x\n", i);
	builder_add(&b, STR("---\na: 1\n"));
	parse(builder_str(&b));
	ck_assert(parsed.broken);
}
END_TEST

#define LOOP(test, rows) tcase_add_loop_test(tests, test, 0, (int)(sizeof(rows) / sizeof(*(rows))))

int main(void)
{
	Suite *suite = suite_create("yaml-refused");
	TCase *tests = tcase_create("yaml-refused");

	tcase_set_timeout(tests, 60);
	tcase_add_checked_fixture(tests, parsed_begin, parsed_end);
	LOOP(what_is_wrong_is_said_where_it_stands, bad_rows);
	tcase_add_test(tests, what_is_reset_is_not_looked_at);
	tcase_add_test(tests, aliases_beside_each_other_are_no_cycle);
	tcase_add_test(tests, a_secret_is_not_quoted);
	tcase_add_test(tests, documents_before_an_error_are_given);
	tcase_add_test(tests, an_empty_document_is_null);
	tcase_add_test(tests, nesting_has_a_limit);
	tcase_add_test(tests, aliases_cannot_get_around_the_limit_of_nesting);
	tcase_add_test(tests, an_alias_bomb_is_counted_not_expanded);
	tcase_add_test(tests, many_services_may_share_an_anchor);
	tcase_add_test(tests, many_anchors_are_found_fast);
	tcase_add_test(tests, many_equal_keys_take_no_longer_than_others);
	tcase_add_test(tests, many_tag_directives_are_refused);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
