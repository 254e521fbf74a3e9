/* SPDX-License-Identifier: MIT */
/* What scalars, tags, anchors, merge keys and encodings of YAML come to. */
#include "config.h"

#include <check.h>

#include "parsed.h"
#include "tests/suite.h"

/*
 * What a plain scalar is
 */

struct kind_row {
	const char *text;
	enum node_kind kind;
	double value; /* of numbers and booleans */
};

static const struct kind_row kind_rows[] = {
	{ "true", NODE_BOOL, 1 },
	{ "False", NODE_BOOL, 0 },
	{ "TRUE", NODE_BOOL, 1 },
	{ "tRue", NODE_STRING, 0 },
	{ "yes", NODE_STRING, 0 },
	{ "Off", NODE_STRING, 0 },
	{ "n", NODE_STRING, 0 },
	{ "~", NODE_NULL, 0 },
	{ "Null", NODE_NULL, 0 },
	{ "nULL", NODE_STRING, 0 },
	{ "010", NODE_INT, 8 },
	{ "0o10", NODE_INT, 8 },
	{ "-0o7", NODE_INT, -7 },
	{ "0x1F", NODE_INT, 31 },
	{ "0X1f", NODE_INT, 31 },
	{ "0b11", NODE_INT, 3 },
	{ "0b-11", NODE_INT, -3 },
	{ "+1", NODE_INT, 1 },
	{ "1_000", NODE_INT, 1000 },
	{ "0_7", NODE_INT, 7 },
	{ "9223372036854775807", NODE_INT, 9223372036854775807.0 },
	{ "-9223372036854775808", NODE_INT, -9223372036854775808.0 },
	{ "18446744073709551615", NODE_INT, 18446744073709551615.0 },
	{ "18446744073709551616", NODE_FLOAT, 18446744073709551616.0 },
	{ "+18446744073709551615", NODE_FLOAT, 18446744073709551615.0 },
	{ "08", NODE_FLOAT, 8 },
	{ "09.5", NODE_FLOAT, 9.5 },
	{ "1e3", NODE_FLOAT, 1000 },
	{ ".5", NODE_FLOAT, .5 },
	{ "1.", NODE_FLOAT, 1 },
	{ "1.e3", NODE_FLOAT, 1000 },
	{ "-2E+05", NODE_FLOAT, -200000 },
	{ "1_0.5", NODE_FLOAT, 10.5 },
	{ "0x", NODE_STRING, 0 },
	{ "0b", NODE_STRING, 0 },
	{ "0b2", NODE_STRING, 0 },
	{ "0o8", NODE_STRING, 0 },
	{ "1e400", NODE_STRING, 0 },
	{ "_1", NODE_STRING, 0 },
	{ "1e", NODE_STRING, 0 },
	{ ".", NODE_STRING, 0 },
	{ "+", NODE_STRING, 0 },
	{ "+.", NODE_STRING, 0 },
	{ ".e5", NODE_STRING, 0 },
	{ "12:30", NODE_STRING, 0 },
	{ "22:22", NODE_STRING, 0 },
	{ "190:20:30", NODE_STRING, 0 },
	{ "1.2.3", NODE_STRING, 0 },
	{ "2024-01-31", NODE_TIMESTAMP, 0 },
	{ "2024-1-1", NODE_TIMESTAMP, 0 },
	{ "2024-01-31T10:00:00Z", NODE_TIMESTAMP, 0 },
	{ "2024-01-31t1:2:3.5+01:00", NODE_TIMESTAMP, 0 },
	{ "2024-01-31 10:00:00", NODE_TIMESTAMP, 0 },
	{ "2024-01-31  10:00:00.25", NODE_TIMESTAMP, 0 },
	{ "2024-02-29", NODE_TIMESTAMP, 0 },
	{ "2023-02-29", NODE_STRING, 0 },
	{ "2024-13-01", NODE_STRING, 0 },
	{ "2024-01-31 10:00:00 +01:00", NODE_STRING, 0 },
	{ "2024-01-31T10:00:00", NODE_STRING, 0 },
	{ "2024-01-31T24:00:00Z", NODE_STRING, 0 },
	{ "2024-01-31T10:60:00Z", NODE_STRING, 0 },
	{ "2024-01-31T10:00:60Z", NODE_STRING, 0 },
	{ "2024-01-31T10-00-00Z", NODE_STRING, 0 },
	{ "2024-01-31T10:00:00+25:00", NODE_STRING, 0 },
	{ "2024-01-31T10:00:00+24:00", NODE_TIMESTAMP, 0 },
	{ "2024-01-31T10:00:00+01:61", NODE_STRING, 0 },
	{ "2024-01-31T10:00:00+01:60", NODE_TIMESTAMP, 0 },
	{ "2024-01", NODE_STRING, 0 },
	{ "=", NODE_STRING, 0 },
	{ "<<", NODE_STRING, 0 },
	{ "'1'", NODE_STRING, 0 },
	{ "\"true\"", NODE_STRING, 0 },
	{ "! 5", NODE_INT, 5 },
	{ "! '5'", NODE_STRING, 0 },
	{ "!!str 5", NODE_STRING, 0 },
	{ "!!int '5'", NODE_INT, 5 },
	{ "!!float 5", NODE_FLOAT, 5 },
	{ "!!null ''", NODE_NULL, 0 },
	{ "!!bool 'true'", NODE_BOOL, 1 },
	{ "!!timestamp '2024-01-31'", NODE_TIMESTAMP, 0 },
	{ "!foo 5", NODE_STRING, 0 },
	{ "!override 010", NODE_STRING, 0 },
	{ "!override null", NODE_STRING, 0 },
	{ "!<!reset> null", NODE_STRING, 0 },
};

static double number_of(const struct node *node)
{
	if (node->kind == NODE_BOOL)
		return node->value.boolean;
	if (node->kind == NODE_FLOAT)
		return node->value.real;
	if (node->kind != NODE_INT)
		return 0;
	return node->is_unsigned ? (double)(uint64_t)node->value.integer
				 : (double)node->value.integer;
}

START_TEST(a_scalar_is_what_compose_makes_of_it)
{
	const struct kind_row *row = &kind_rows[_i];
	const struct node *node;

	parse(arena_fmt(&parsed_lint.run, "a: %s\n", row->text));
	node = at("a") ? at("a") : tagged("a");
	ck_assert_msg(node && !parsed.refused && !parsed.broken, "%s is refused", row->text);
	ck_assert_msg(node->kind == row->kind, "%s\nwanted kind %d\ngot    kind %d", row->text,
		      (int)row->kind, (int)node->kind);
	ck_assert_msg(number_of(node) >= row->value && number_of(node) <= row->value,
		      "%s\nwanted %g\ngot    %g", row->text, row->value, number_of(node));
}
END_TEST

START_TEST(words_for_infinity_and_no_number_are_floats)
{
	parse(STR("[.inf, -.INF, +.Inf, .nan, .NaN]"));
	for (size_t i = 0; i < 5; i++)
		ck_assert_int_eq(parsed.documents[0]->in.items[i]->kind, NODE_FLOAT);
	ck_assert(at("0")->value.real > 1e308 && at("1")->value.real < -1e308);
}
END_TEST

START_TEST(binary_is_decoded)
{
	parse(STR("a: !!binary aGk=\nb: !!binary \"aG\\\n  k=\"\n"));
	expect_text("binary", "text", "aGk=", STR("hi"), node_text(at("a")));
	expect_text("binary", "text", "aGk= on two lines", STR("hi"), node_text(at("b")));
}
END_TEST

START_TEST(a_node_to_be_reset_is_only_in_the_paths_of_its_document)
{
	parse(STR("a: !reset null\nb: !override [1]\nc: !reset\nd: !Reset x\ne: &x !reset {}\n"));
	ck_assert_ptr_null(at("a"));
	ck_assert_int_eq(tagged("a")->tag, TAG_RESET);
	expect_text("reset", "text", "!reset null", STR("null"), node_text(tagged("a")));
	ck_assert_int_eq(at("b")->tag, TAG_OVERRIDE);
	ck_assert_int_eq(tagged("b")->tag, TAG_OVERRIDE);
	ck_assert_int_eq(tagged("c")->tag, TAG_RESET);
	ck_assert_int_eq(at("d")->tag, TAG_NONE);
	ck_assert_ptr_null(tagged("d"));
	ck_assert_int_eq(tagged("e")->tag, TAG_RESET);
}
END_TEST

/* The paths of the last document's tags, each ended by "-" for !reset and "+" for !override. */
struct paths_row {
	const char *name, *input, *wanted;
};

static const struct paths_row paths_rows[] = {
	{ "a reset is found at its first place alone", "a: &a {p: !reset 1}\nb: *a\nc: {<<: *a}\n",
	  "a.p- " },
	{ "an override at every one", "a: &a {p: !override 1}\nb: *a\nc: {<<: *a}\n",
	  "a.p+ b.p+ c.p+ " },
	{ "so is a reset that is the anchor's own", "a: &a !reset 1\nb: [{c: *a}]\nd: *a\n",
	  "a- b.0.c- d- " },
	{ "the first place may be that of an alias",
	  "a: !reset {k: &k {p: !reset 1}}\nb: *k\nc: *k\n", "a- b.p- " },
	{ "nothing is found below a tag", "a: !override {p: !reset 1, q: !override 2}\n", "a+ " },
	{ "an anchor inside another", "a: &a {b: &b {p: !reset 1, q: !override 2}}\nc: *b\nd: *a\n",
	  "a.b.p- a.b.q+ c.q+ d.b.q+ " },
	{ "a key of the merge key's kind is left out",
	  "a: {<<: {p: !reset 1, q: {<<: {r: !override 2}}}}\n", "a.p- a.q.r+ " },
	{ "but the place in a list is not", "a: {<<: [{p: !reset 1}, {p: !override 2}]}\n",
	  "a.0.p- a.1.p+ " },
	{ "nor the key at the top", "<<: {a: {p: !reset 1}}\n", "<<.a.p- " },
	{ "a tag behind it is that of the mapping", "a: {<<: !override {p: 1}}\n", "a+ " },
	{ "which ends what is longer", "a: {<<: !override {p: 1}, q: !reset 2}\n", "a+ " },
	{ "a point in a key", "a: {b.c: {p: !reset 1}}\n", "a.[b.c].p- " },
	{ "a point in a key above a merge key", "a: {b.c: {<<: {d.e: !reset 1}}}\n",
	  "a.b.c.[d.e]- " },
	{ "documents before do not count", "a: !reset 1\n---\nb: !reset 1\n", "b- " },
};

static void add_paths(struct builder *b, const struct node *node, struct str before)
{
	if (node && node->tag != TAG_NONE) {
		builder_add(b, before);
		builder_add(b, node->tag == TAG_RESET ? STR("- ") : STR("+ "));
		return;
	}
	for (size_t i = 0; node && i < node->count; i++) {
		struct str key = node->in.pairs[i].key->text;
		bool point = str_has(key, STR("."));

		add_paths(b, node->in.pairs[i].value,
			  arena_fmt(&parsed_lint.run, "%.*s%s%s%.*s%s", STR_FMT(before),
				    before.n ? "." : "", point ? "[" : "", STR_FMT(key),
				    point ? "]" : ""));
	}
}

START_TEST(tags_have_the_paths_that_compose_finds)
{
	const struct paths_row *row = &paths_rows[_i];
	struct builder b = { 0 };

	parse(str_from(row->input));
	b.arena = &parsed_lint.run;
	ck_assert(!parsed.refused && !parsed.broken);
	add_paths(&b, parsed.tagged[parsed.count - 1], STR(""));
	expect_text(row->name, "paths", row->input, str_from(row->wanted), builder_str(&b));
}
END_TEST

/*
 * Anchors, aliases, merge keys
 */

START_TEST(an_alias_shares_and_remembers)
{
	const struct step *step;

	parse(STR("a: &x {b: [1]}\nc: *x\n"));
	ck_assert_ptr_eq(at("a.b"), at("c.b"));
	step = node_step(at("c"), STEP_ALIAS);
	ck_assert(step != NULL);
	expect_text("alias", "step", "c: *x", STR("*x"), source_of(step->span));
	ck_assert(!node_step(at("a"), STEP_ALIAS));
}
END_TEST

START_TEST(the_latest_anchor_counts)
{
	parse(STR("a: &u one\nb: &u two\nc: *u\nd: &v {e: &v 1, f: *v}\ng: *v\n"));
	expect_text("redefined", "text", "c", STR("two"), node_text(at("c")));
	expect_text("inner", "text", "d.f", STR("1"), node_text(at("d.f")));
	expect_text("inner, later", "text", "g", STR("1"), node_text(at("g")));
}
END_TEST

START_TEST(anchors_live_on_in_later_documents)
{
	parse(STR("a: &x 1\n---\nb: *x\n"));
	ck_assert_uint_eq(parsed.count, 2);
	expect_text("alias", "text", "b", STR("1"),
		    node_text(node_get(parsed.documents[1], STR("b"))));
}
END_TEST

START_TEST(an_alias_may_be_a_key)
{
	parse(STR("a: &x k\nb: {*x : 1}\n"));
	expect_text("key", "text", "b", STR("1"), node_text(at("b.k")));
}
END_TEST

struct merge_row {
	const char *name, *input, *wanted; /* of "w": key=text,... */
};

static const struct merge_row merge_rows[] = {
	{ "an alias", "x: &x {a: 1, b: 2}\nw: {<<: *x, c: 3}\n", "a=1,b=2,c=3," },
	{ "explicit keys win before it", "x: &x {a: 1}\nw: {a: 2, <<: *x}\n", "a=2," },
	{ "explicit keys win behind it", "x: &x {a: 1, b: 1}\nw: {<<: *x, a: 2}\n", "b=1,a=2," },
	{ "a mapping", "w: {<<: {a: 1}}\n", "a=1," },
	{ "in a list the earlier wins", "w: {<<: [{a: 1}, {a: 2, b: 3}]}\n", "a=1,b=3," },
	{ "an alias of a list", "l: &l [{a: 1}, {b: 2}]\nw: {<<: *l}\n", "a=1,b=2," },
	{ "an empty list", "w: {<<: [], a: 1}\n", "a=1," },
	{ "it is shallow", "x: &x {a: {b: 1}}\nw: {<<: *x, a: {}}\n", "a=," },
	{ "quoted it is a key", "w: {'<<': 1}\n", "<<=1," },
	{ "as a string it is a key", "w: {!!str <<: 1}\n", "<<=1," },
	{ "as a value it is text", "w: {a: <<}\n", "a=<<," },
	{ "through another", "x: &x {a: 1}\ny: &y {<<: *x, b: 2}\nw: {<<: *y}\n", "a=1,b=2," },
	{ "many keys",
	  "x: &x {a: 1, b: 1, c: 1, d: 1, e: 1, f: 1}\nw: {f: 2, <<: *x, c: 2, g: 2, h: 2}\n",
	  "f=2,a=1,b=1,d=1,e=1,c=2,g=2,h=2," },
};

START_TEST(merge_keys_bring_what_is_missing)
{
	const struct merge_row *row = &merge_rows[_i];
	struct builder b = { .arena = &parsed_lint.run };
	const struct node *w;

	parse(str_from(row->input));
	w = at("w");
	ck_assert_msg(w && !parsed.refused, "%s: refused\n%s", row->name, row->input);
	for (size_t i = 0; i < w->count; i++)
		builder_fmt(&b, "%.*s=%.*s,", STR_FMT(w->in.pairs[i].key->text),
			    STR_FMT(node_text(w->in.pairs[i].value)));
	expect_text(row->name, "mapping", row->input, str_from(row->wanted), builder_str(&b));
}
END_TEST

START_TEST(merged_values_remember_the_merge_key)
{
	const struct step *step;

	parse(STR("x: &x {a: 1}\nw: {<<: *x}\nv: {<<: [*x, {b: 2}]}\n"));
	step = node_step(at("w.a"), STEP_MERGE_KEY);
	ck_assert(step != NULL);
	ck_assert_uint_eq(step->span.start, 21);
	step = node_step(at("v.a"), STEP_MERGE_KEY);
	expect_text("list", "step", "v.a", STR("*x"), source_of(step->span));
	step = node_step(at("v.b"), STEP_MERGE_KEY);
	expect_text("mapping", "step", "v.b", STR("{b: 2}"), source_of(step->span));
}
END_TEST

/*
 * Encodings
 */

START_TEST(utf16_becomes_utf8)
{
	static const char little[] = "\xFF\xFE"
				     "a\0:\0 \0\xE9\0\n\0b\0:\0 \0\x3D\xD8\x00\xDE\n\0c\0:\0 \0d";
	static const char big[] = "\xFE\xFF\0a\0:\0 \0\xE9\0\n\0c\0:\0 \0d";

	/* the literal's own end is the second half of the last character */
	parse((struct str){ little, sizeof(little) });
	ck_assert(!parsed.broken);
	expect_text("little", "span", "a", STR("\xC3\xA9"), source_of(at("a")->span));
	expect_text("little", "text", "b", STR("\xF0\x9F\x98\x80"), at("b")->text);
	expect_text("little", "span", "c", STR("d"), source_of(at("c")->span));
	parse((struct str){ big, sizeof(big) - 1 });
	expect_text("big", "span", "a", STR("\xC3\xA9"), source_of(at("a")->span));
	parse((struct str){ little, sizeof(little) - 1 });
	ck_assert(parsed.broken);
}
END_TEST

#define LOOP(test, rows) tcase_add_loop_test(tests, test, 0, (int)(sizeof(rows) / sizeof(*(rows))))

int main(void)
{
	Suite *suite = suite_create("yaml");
	TCase *tests = tcase_create("yaml");

	tcase_set_timeout(tests, 60);
	tcase_add_checked_fixture(tests, parsed_begin, parsed_end);
	LOOP(a_scalar_is_what_compose_makes_of_it, kind_rows);
	tcase_add_test(tests, words_for_infinity_and_no_number_are_floats);
	tcase_add_test(tests, binary_is_decoded);
	tcase_add_test(tests, a_node_to_be_reset_is_only_in_the_paths_of_its_document);
	tcase_add_loop_test(tests, tags_have_the_paths_that_compose_finds, 0,
			    sizeof(paths_rows) / sizeof(*paths_rows));
	tcase_add_test(tests, an_alias_shares_and_remembers);
	tcase_add_test(tests, the_latest_anchor_counts);
	tcase_add_test(tests, anchors_live_on_in_later_documents);
	tcase_add_test(tests, an_alias_may_be_a_key);
	LOOP(merge_keys_bring_what_is_missing, merge_rows);
	tcase_add_test(tests, merged_values_remember_the_merge_key);
	tcase_add_test(tests, utf16_becomes_utf8);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
