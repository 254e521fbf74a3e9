/* SPDX-License-Identifier: MIT */
#include "config.h"

#include <check.h>
#include <stdio.h>

#include "base/limits.h"
#include "read/written.h"
#include "read/yaml.h"
#include "tests/suite.h"

static struct lint lint;
static struct yaml_file file;

static void setup(void)
{
	lint_init(&lint);
}

static void teardown(void)
{
	lint_free(&lint);
}

static void parse(struct str text)
{
	struct source *source = source_add(&lint.sources, STR("f"), STR("f"), text);

	file = yaml_parse(&lint, source);
}

static struct str source_of(struct span span)
{
	return source_text(&lint.sources, span);
}

static const struct node *from(const struct node *node, const char *path)
{
	struct str rest = str_from(path);

	while (rest.p && node) {
		struct str step = str_cut(&rest, '.');
		int64_t index;

		if (node->kind != NODE_SEQUENCE)
			node = node_get(node, step);
		else if (str_to_int(step, &index) && (size_t)index < node->count)
			node = node->in.items[index];
		else
			node = NULL;
	}
	return node;
}

/* The node that a path of keys and indices leads to: "a.0.b" */
static const struct node *at(const char *path)
{
	return from(file.count ? file.documents[0] : NULL, path);
}

/* The node whose tag the document has at this path. */
static const struct node *tagged(const char *path)
{
	return from(file.count ? file.tagged[0] : NULL, path);
}

static void expect_text(const char *row, const char *what, const char *input, struct str wanted,
			struct str got)
{
	ck_assert_msg(str_eq(wanted, got), "%s: %s of\n%s\nwanted <%.*s>\ngot    <%.*s>", row, what,
		      input, STR_FMT(wanted), STR_FMT(got));
}

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

	parse(arena_fmt(&lint.run, "a: %s\n", row->text));
	node = at("a") ? at("a") : tagged("a");
	ck_assert_msg(node && !file.refused && !file.broken, "%s is refused", row->text);
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
		ck_assert_int_eq(file.documents[0]->in.items[i]->kind, NODE_FLOAT);
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
			  arena_fmt(&lint.run, "%.*s%s%s%.*s%s", STR_FMT(before),
				    before.n ? "." : "", point ? "[" : "", STR_FMT(key),
				    point ? "]" : ""));
	}
}

START_TEST(tags_have_the_paths_that_compose_finds)
{
	const struct paths_row *row = &paths_rows[_i];
	struct builder b = { 0 };

	parse(str_from(row->input));
	b.arena = &lint.run;
	ck_assert(!file.refused && !file.broken);
	add_paths(&b, file.tagged[file.count - 1], STR(""));
	expect_text(row->name, "paths", row->input, str_from(row->wanted), builder_str(&b));
}
END_TEST

/*
 * Spans
 */

struct span_row {
	const char *name, *input, *path, *wanted;
};

static const struct span_row span_rows[] = {
	{ "a plain scalar", "a:  b c  # d\n", "a", "b c" },
	{ "quotes belong to it", "a: \"b\\n\" \n", "a", "\"b\\n\"" },
	{ "a tag does not", "a: !!str b\n", "a", "b" },
	{ "an anchor does not", "a: &x 'b'\n", "a", "'b'" },
	{ "neither of both does", "a: &x !!str # c\n  b\n", "a", "b" },
	{ "a node to be reset begins at its tag", "a: &x !reset b\n", "a", "!reset b" },
	{ "so does an overriding mapping", "a: !override\n  b: c\n", "a", "!override\n  b: c" },
	{ "an empty reset is its tag", "a: !reset\nb: c\n", "a", "!reset" },
	{ "an empty value is shown at its key", "a: \"x\"\nbc:\n", "bc", "bc" },
	{ "so is one in braces", "{a, bc}\n", "bc", "bc" },
	{ "an empty item is shown at its dash", "- a\n-\n- b\n", "1", "-" },
	{ "a tagged empty value is shown at its key", "a: !!str\n", "a", "a" },
	{ "a word in brackets may end in a colon", "[a, \xC3\xA9 b:, c]\n", "1", "\xC3\xA9 b:" },
	{ "a tag goes on over commas and brackets", "[!a,b[c] d, e]\n", "0", "d" },
	{ "a block mapping ends with its last value", "a:\n  b: c  \n\n# d\ne: f\n", "a", "b: c" },
	{ "a block mapping may end with a key", "a:\n  b:\n\nc: d\n", "a", "b" },
	{ "a block sequence", "a:\n- b\n- c # d\ne: f\n", "a", "- b\n- c" },
	{ "a block sequence may end with a dash", "a:\n- b\n-\n", "a", "- b\n-" },
	{ "a block mapping may end with an alias", "x: &y 1\na:\n  b: *y\nc: 2\n", "a", "b: *y" },
	{ "an anchor is not of the mapping", "a: &x\n  b: c\n", "a", "b: c" },
	{ "brackets belong to a sequence", "a: [ b,\n c ] # d\n", "a", "[ b,\n c ]" },
	{ "braces belong to a mapping", "a: { b: c }\n", "a", "{ b: c }" },
	{ "a pair without braces ends with its value", "[ a: b , c ]\n", "0", "a: b" },
	{ "a block scalar is trimmed", "a: |\n  b\n  c\n\n\nd: e\n", "a", "|\n  b\n  c" },
	{ "a comment behind it is not of it", "a: >-\n  b\n# c\nd: e\n", "a", ">-\n  b" },
	{ "an empty block scalar is its head", "a: |+2 # c\n\nb: c\n", "a", "|+2" },
	{ "a scalar on several lines", "a: b\n  c\n\n  d\ne: f\n", "a", "b\n  c\n\n  d" },
	{ "characters before it do not shift it",
	  "\xC3\xA9\xE2\x82\xAC: \xF0\x9F\x98\x80 b\nc: d\n", "c", "d" },
	{ "a byte order mark does not",
	  "\xEF\xBB\xBF"
	  "a: b\n",
	  "a", "b" },
	{ "nor both",
	  "\xEF\xBB\xBF"
	  "\xC3\xA9: x\na: b\n",
	  "a", "b" },
	{ "carriage returns do not", "a: b\r\nc: d\r\n", "c", "d" },
	{ "a next line of YAML's own does not", "a: 'x\xC2\x85y'\nc: d\n", "c", "d" },
	{ "a node of an alias stands at its anchor", "a: &x b\nc: *x\n", "c", "b" },
};

START_TEST(spans_are_exact)
{
	const struct span_row *row = &span_rows[_i];
	const struct node *node;

	parse(str_from(row->input));
	node = at(row->path);
	if (!node)
		node = tagged(row->path);
	ck_assert_msg(node != NULL, "%s: no %s in\n%s", row->name, row->path, row->input);
	expect_text(row->name, "span", row->input, str_from(row->wanted), source_of(node->span));
}
END_TEST

struct cut_row {
	const char *name, *scalar, *text, *piece, *wanted;
};

/* `piece` stands once in `text`. */
static const struct cut_row cut_rows[] = {
	{ "plain", "127.0.0.1:80:80", "127.0.0.1:80:80", ":80:", ":80:" },
	{ "double quotes", "\"ab:cd\"", "ab:cd", "cd", "cd" },
	{ "single quotes", "'it''s:x'", "it's:x", "x", "x" },
	{ "two single quotes are one", "'it''s'", "it's", "'", "''" },
	{ "an escape", "\"a\\tb\"", "a\tb", "\t", "\\t" },
	{ "behind an escape", "\"\\x41\\u00e9\\U0001F600:b\"", "A\xC3\xA9\xF0\x9F\x98\x80:b", ":b",
	  ":b" },
	{ "a letter by its number", "\"a\\u00e9b\"",
	  "a\xC3\xA9"
	  "b",
	  "\xC3\xA9", "\\u00e9" },
	{ "an escape as long as its character", "\"a\\_b\"",
	  "a\xC2\xA0"
	  "b",
	  "\xC2\xA0", "\\_" },
	{ "a folded line", "b\n   c:d", "b c:d", "c:d", "c:d" },
	{ "the fold", "b  \n   c", "b c", " ", "  \n   " },
	{ "an empty line", "'b\n\n  c'", "b\nc", "\n", "\n" },
	{ "an escaped line break", "\"b\\\n   c:d\"", "bc:d", "bc", "b\\\n   c" },
	{ "a literal block", "|\n  ab\n  cd:e\n", "ab\ncd:e\n", "cd:e", "cd:e" },
	{ "a literal block with blanks", "|\n  ab\n    cd\n", "ab\n  cd\n", "  cd", "  cd" },
	{ "an indented block", "|2\n    ab\n  cd\n", "  ab\ncd\n", "cd", "cd" },
	{ "a folded block", ">\n  ab\n  cd\n\n  ef\n", "ab cd\nef\n", "cd", "cd" },
	{ "the fold of a block", ">\n  ab\n  cd\n\n  ef\n", "ab cd\nef\n", "b c", "b\n  c" },
	{ "a folded block with indented lines", ">\n  ab\n    cd\n  ef\n", "ab\n  cd\nef\n", "ef",
	  "ef" },
	{ "a tag in front", "!!str \"a\\nb\"", "a\nb", "b", "b" },
	{ "an overriding scalar", "!override 'a''b'", "a'b", "b", "b" },
};

START_TEST(a_piece_of_a_scalar_is_found_in_the_file)
{
	const struct cut_row *row = &cut_rows[_i];
	const struct node *node, *piece;
	struct str input = arena_fmt(&lint.run, "\xC3\xA9: 1\na: %s\nz: 2\n", row->scalar);
	size_t from;

	parse(input);
	node = at("a");
	ck_assert_msg(node != NULL, "%s: no scalar in\n%s", row->name, input.p);
	expect_text(row->name, "text", input.p, str_from(row->text), node->text);
	from = str_find(node->text, str_from(row->piece), 0);
	piece = yaml_cut(&lint, node, from, from + str_from(row->piece).n);
	expect_text(row->name, "piece", input.p, str_from(row->piece), piece->text);
	expect_text(row->name, "span", input.p, str_from(row->wanted), source_of(piece->span));
}
END_TEST

START_TEST(a_piece_of_a_piece_is_found)
{
	const struct node *piece;

	parse(STR("a: 'x''y:z/w'\n"));
	piece = yaml_cut(&lint, at("a"), 4, 7);
	expect_text("first", "text", "a", STR("z/w"), piece->text);
	piece = yaml_cut(&lint, piece, 2, 3);
	expect_text("second", "text", "a", STR("w"), piece->text);
	ck_assert_uint_eq(piece->span.start, 11);
}
END_TEST

/* "${V}:$$x/${W}" with the value "/p:q" of V and unknown W. */
static struct node *interpolated(void)
{
	const struct node *written = at("a");
	struct node *node = node_copy(&lint.run, written);
	struct part *parts = ARENA_ARRAY(&lint.run, 3, struct part);

	parts[0] = (struct part){ .kind = PART_VALUE, .to = 4, .template_to = 4 };
	parts[1] = (struct part){
		.kind = PART_LITERAL, .from = 4, .to = 8, .template_from = 4, .template_to = 9
	};
	parts[2] = (struct part){
		.kind = PART_UNKNOWN, .from = 8, .to = 12, .template_from = 9, .template_to = 13
	};
	node->text = STR("/p:q:$x/${W}");
	node->parts = parts;
	node->nparts = 3;
	node->written = written;
	return node;
}

START_TEST(a_piece_of_a_value_stands_for_its_reference)
{
	struct node *node;
	const struct node *piece;

	parse(STR("a: \"${V}:$$x/${W}\"\n"));
	node = interpolated();
	expect_text("value", "span", "a", STR("${V}"),
		    source_of(yaml_subspan(&lint.sources, node, 1, 2)));
	expect_text("literal", "span", "a", STR("x/"),
		    source_of(yaml_subspan(&lint.sources, node, 6, 8)));
	expect_text("dollars", "span", "a", STR("$$"),
		    source_of(yaml_subspan(&lint.sources, node, 5, 6)));
	expect_text("across", "span", "a", STR("${V}:$$"),
		    source_of(yaml_subspan(&lint.sources, node, 3, 6)));
	piece = yaml_cut(&lint, node, 5, 12);
	expect_text("piece", "text", "a", STR("$x/${W}"), piece->text);
	ck_assert(node_is_unknown(piece));
	ck_assert_uint_eq(piece->nparts, 2);
	piece = yaml_cut(&lint, piece, 1, 3);
	expect_text("piece of a piece", "span", "a", STR("x/"), source_of(piece->span));
	ck_assert(!node_is_unknown(piece));
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
	ck_assert_uint_eq(file.count, 2);
	expect_text("alias", "text", "b", STR("1"),
		    node_text(node_get(file.documents[1], STR("b"))));
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
	struct builder b = { .arena = &lint.run };
	const struct node *w;

	parse(str_from(row->input));
	w = at("w");
	ck_assert_msg(w && !file.refused, "%s: refused\n%s", row->name, row->input);
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
	ck_assert_msg(file.broken || file.refused, "%s: accepted\n%s", row->name, row->input);
	ck_assert_uint_ge(lint.diag.count, 1);
	finding = lint.diag.findings[0];
	expect_text(row->name, "rule", row->input, str_from(row->rule), finding->rule);
	ck_assert_int_eq(file.broken, str_eq(finding->rule, STR("yaml-syntax")));
	expect_text(row->name, "place", row->input, str_from(row->at), source_of(finding->span));
	ck_assert_msg(str_has(finding->message, str_from(row->says)), "%s: \"%.*s\" lacks \"%s\"",
		      row->name, STR_FMT(finding->message), row->says);
}
END_TEST

START_TEST(what_is_reset_is_not_looked_at)
{
	parse(STR("a: !reset {1: a, 1: b, c: !!int x}\nb: {c: !reset {d: 1, d: 2}}\n"));
	ck_assert(!file.refused && !file.broken);
	ck_assert_uint_eq(lint.diag.count, 0);
	parse(STR("x: &x {}\na: !reset &b [*b]\nc: {1: !reset 2, *x : !reset 3}\n"));
	ck_assert(!file.refused && !file.broken);
	parse(STR("w: {<<: !reset [1], a: 1}\nv: {<<: [!reset 1, {a: 1}]}\n"));
	ck_assert(!file.refused && !file.broken);
	ck_assert_uint_eq(at("w")->count, 1);
	parse(STR("a: !reset {}\nb: {c: 1, c: 2}\n"));
	ck_assert(file.refused);
	parse(STR("a: !override {b: !reset {1: c}}\n"));
	ck_assert(file.refused);
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
		ck_assert_msg(!file.refused && !file.broken, "%s", inputs[i]);
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
	ck_assert_uint_eq(lint.diag.count, sizeof(inputs) / sizeof(*inputs));
	for (size_t i = 0; i < lint.diag.count; i++)
		ck_assert(!str_has(lint.diag.findings[i]->message, STR("s3cret")));
}
END_TEST

START_TEST(documents_before_an_error_are_given)
{
	parse(STR("a: 1\n---\nb: 2\n---\n\tc: 3\n"));
	ck_assert(file.broken);
	ck_assert_uint_eq(file.count, 2);
	ck_assert_uint_eq(lint.diag.count, 1);
}
END_TEST

START_TEST(an_empty_document_is_null)
{
	parse(STR("# nothing\n"));
	ck_assert_uint_eq(file.count, 0);
	parse(STR("---\n"));
	ck_assert_uint_eq(file.count, 1);
	ck_assert_int_eq(file.documents[0]->kind, NODE_NULL);
	parse(STR(""));
	ck_assert(file.count == 0 && !file.broken);
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
	ck_assert(!file.broken);
	expect_text("little", "span", "a", STR("\xC3\xA9"), source_of(at("a")->span));
	expect_text("little", "text", "b", STR("\xF0\x9F\x98\x80"), at("b")->text);
	expect_text("little", "span", "c", STR("d"), source_of(at("c")->span));
	parse((struct str){ big, sizeof(big) - 1 });
	expect_text("big", "span", "a", STR("\xC3\xA9"), source_of(at("a")->span));
	parse((struct str){ little, sizeof(little) - 1 });
	ck_assert(file.broken);
}
END_TEST

/*
 * Limits
 */

static struct str repeated(struct str before, struct str unit, size_t times, struct str after)
{
	struct builder b = { .arena = &lint.run };

	builder_add(&b, before);
	for (size_t i = 0; i < times; i++)
		builder_add(&b, unit);
	builder_add(&b, after);
	return builder_str(&b);
}

START_TEST(nesting_has_a_limit)
{
	parse(repeated(STR(""), STR("["), 100000, STR("")));
	ck_assert(file.broken);
	parse(repeated(STR(""), STR("- "), 100000, STR("a")));
	ck_assert(file.broken);
	ck_assert(str_has(lint.diag.findings[1]->message, STR("nested deeper")));
}
END_TEST

START_TEST(aliases_cannot_get_around_the_limit_of_nesting)
{
	struct builder b = { .arena = &lint.run };

	builder_add(&b, STR("a0: &a0 [x]\n"));
	for (int i = 1; i < 1000; i++)
		builder_fmt(&b, "a%d: &a%d [*a%d]\n", i, i, i - 1);
	parse(builder_str(&b));
	ck_assert(file.broken);
	ck_assert(str_has(lint.diag.findings[0]->message, STR("deeper")));
}
END_TEST

START_TEST(an_alias_bomb_is_counted_not_expanded)
{
	struct builder b = { .arena = &lint.run };

	builder_add(&b, STR("a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n"));
	for (int i = 1; i < 40; i++) {
		builder_fmt(&b, "a%d: &a%d [", i, i);
		for (int j = 0; j < 10; j++)
			builder_fmt(&b, "*a%d,", i - 1);
		builder_add(&b, STR("]\n"));
	}
	parse(builder_str(&b));
	ck_assert(file.broken);
	ck_assert(str_has(lint.diag.findings[0]->message, STR("multiply")));
}
END_TEST

START_TEST(many_services_may_share_an_anchor)
{
	struct builder b = { .arena = &lint.run };

	builder_add(&b, STR("x: &x {"));
	for (int i = 0; i < 50; i++)
		builder_fmt(&b, "k%d: v,", i);
	builder_add(&b, STR("}\nservices:\n"));
	for (int i = 0; i < 10000; i++)
		builder_fmt(&b, "  s%d: {<<: *x}\n", i);
	parse(builder_str(&b));
	ck_assert(!file.broken && !file.refused);
	ck_assert_uint_eq(at("services.s9999")->count, 50);
}
END_TEST

START_TEST(many_anchors_are_found_fast)
{
	struct builder b = { .arena = &lint.run };

	for (int i = 0; i < 200000; i++)
		builder_fmt(&b, "- &a%d x\n- *a%d\n", i, i / 2);
	parse(builder_str(&b));
	ck_assert(!file.broken);
	ck_assert_uint_eq(file.documents[0]->count, 400000);
}
END_TEST

START_TEST(many_equal_keys_take_no_longer_than_others)
{
	parse(repeated(STR("{"), STR("a: 1, "), 200000, STR("}")));
	ck_assert(file.refused);
	ck_assert_uint_eq(at("a") ? file.documents[0]->count : 0, 1);
}
END_TEST

START_TEST(many_tag_directives_are_refused)
{
	struct builder b = { .arena = &lint.run };

	for (int i = 0; i < 100000; i++)
		builder_fmt(&b, "%%TAG !a%d! x\n", i);
	builder_add(&b, STR("---\na: 1\n"));
	parse(builder_str(&b));
	ck_assert(file.broken);
}
END_TEST

/*
 * Over generated scalars: each byte of the text is found in the file, pieces
 * come in order, and what is found reads as the text again.
 */

static uint32_t seed;

static uint32_t chance(uint32_t n)
{
	seed = seed * 1664525 + 1013904223;
	return (seed >> 16) % n;
}

static const char *const units[] = {
	"a",
	"b",
	":",
	"$",
	"{",
	" ",
	" ",
	"  ",
	"\t",
	"\n  ",
	"\n  ",
	"\n\n  ",
	"\r\n  ",
	" \n\t ",
	"'",
	"\"",
	"\\",
	"\xC3\xA9",
	"\xE2\x80\xA8  ",
	"\xC2\x85  ",
	"\xF0\x9F\x98\x80",
	"#",
	"-",
	"\n    ",
	",",
};

static const char *const escapes[] = {
	"\\n", "\\t", "\\\\", "\\\"", "\\x41", "\\u00e9", "\\U0001F600", "\\\n  ",    "\\N",
	"\\_", "\\L", "\\P",  "\\e",  "\\0",   "\\/",     "\\ ",         "\\\n\n   ", "\\\t",
};

static const char *const openings[] = { "",       "'",      "\"",     "|\n  ",   ">\n  ",
					"|-\n  ", ">+\n  ", "|2\n  ", ">2-\n  ", ">\n\n  " };

static struct str generated(uint32_t opening, uint32_t most)
{
	struct builder b = { .arena = &lint.scratch };
	uint32_t n = chance(most);

	builder_add(&b, STR("\xC3\xA9: 1\na: "));
	builder_add(&b, str_from(openings[opening]));
	if (opening == 0)
		builder_byte(&b, 'x');
	for (uint32_t i = 0; i < n; i++) {
		const char *unit = units[chance(sizeof(units) / sizeof(*units))];

		if (opening == 2 && chance(3) == 0)
			unit = escapes[chance(sizeof(escapes) / sizeof(*escapes))];
		if (opening == 1 && unit[0] == '\'')
			unit = "''";
		builder_add(&b, str_from(unit));
	}
	if (opening == 1 || opening == 2)
		builder_add(&b, str_from(openings[opening]));
	builder_add(&b, STR("\nz: 2\n"));
	return builder_str(&b);
}

/* False: a byte was not found on its own. */
static bool pieces_are_found(const struct node *node, struct str input)
{
	struct span whole = yaml_subspan(&lint.sources, node, 0, node->text.n), before = { 0 };

	ck_assert(span_within(whole, node->span));
	if (node->text.n > 1 && span_eq(whole, node->span) && node->style != STYLE_PLAIN)
		return false;
	for (size_t i = 0; i < node->text.n; i++) {
		struct span span = yaml_subspan(&lint.sources, node, i, i + 1);
		struct str found = source_of(span);

		ck_assert_msg(span_within(span, node->span), "byte %zu of\n%s", i, input.p);
		ck_assert_msg(span.start >= before.start && span.end >= before.end,
			      "byte %zu of\n%s", i, input.p);
		/* one byte stands for itself, or it is the work of an escape, a fold or a break */
		if (found.n == 1 && !byte_is_space(found.p[0]))
			ck_assert_msg(found.p[0] == node->text.p[i], "byte %zu of\n%s", i, input.p);
		before = span;
	}
	return true;
}

START_TEST(every_byte_of_a_scalar_is_found)
{
	size_t parsed = 0, found = 0;

	seed = 7 + (uint32_t)_i;
	for (int round = 0; round < 3000; round++) {
		struct str input;

		lint_free(&lint);
		lint_init(&lint);
		input = generated((uint32_t)_i, 9);
		parse(input);
		if (!file.broken && at("a") && at("a")->kind == NODE_STRING &&
		    str_trim(at("a")->text).n && at("z")) {
			parsed++;
			found += pieces_are_found(at("a"), input);
		}
	}
	/* the generator must have made scalars, and whole spans must be the exception */
	ck_assert_uint_gt(parsed, 300);
	ck_assert_msg(found * 100 >= parsed * 98, "opening <%s>: %zu of %zu found", openings[_i],
		      found, parsed);
}
END_TEST

START_TEST(a_map_of_a_scalar_changes_no_answer)
{
	size_t asked = 0;

	seed = 7 + (uint32_t)_i;
	for (int round = 0; round < 1000; round++) {
		struct written_map map = { .arena = &lint.run };
		const struct node *node;

		lint_free(&lint);
		lint_init(&lint);
		parse(generated((uint32_t)_i, 300));
		node = file.broken ? NULL : at("a");
		if (!node || node->kind != NODE_STRING || !node->text.n)
			continue;
		for (int question = 0; question < 50; question++, asked++) {
			size_t from = chance((uint32_t)node->text.n);
			size_t to = from + (size_t)chance(9) * (chance(9) ? 1 : 99);

			if (to > node->text.n)
				to = node->text.n;
			ck_assert(
				span_eq(yaml_subspan(&lint.sources, node, from, to),
					yaml_subspan_of_many(&lint.sources, node, from, to, &map)));
		}
	}
	ck_assert_uint_gt(asked, 0);
}
END_TEST

#define LOOP(test, rows) tcase_add_loop_test(tests, test, 0, (int)(sizeof(rows) / sizeof(*(rows))))

int main(void)
{
	Suite *suite = suite_create("yaml");
	TCase *tests = tcase_create("yaml");

	tcase_set_timeout(tests, 60);
	tcase_add_checked_fixture(tests, setup, teardown);
	LOOP(a_scalar_is_what_compose_makes_of_it, kind_rows);
	tcase_add_test(tests, words_for_infinity_and_no_number_are_floats);
	tcase_add_test(tests, binary_is_decoded);
	tcase_add_test(tests, a_node_to_be_reset_is_only_in_the_paths_of_its_document);
	tcase_add_loop_test(tests, tags_have_the_paths_that_compose_finds, 0,
			    sizeof(paths_rows) / sizeof(*paths_rows));
	LOOP(spans_are_exact, span_rows);
	LOOP(a_piece_of_a_scalar_is_found_in_the_file, cut_rows);
	tcase_add_test(tests, a_piece_of_a_piece_is_found);
	tcase_add_test(tests, a_piece_of_a_value_stands_for_its_reference);
	tcase_add_test(tests, an_alias_shares_and_remembers);
	tcase_add_test(tests, the_latest_anchor_counts);
	tcase_add_test(tests, anchors_live_on_in_later_documents);
	tcase_add_test(tests, an_alias_may_be_a_key);
	LOOP(merge_keys_bring_what_is_missing, merge_rows);
	tcase_add_test(tests, merged_values_remember_the_merge_key);
	LOOP(what_is_wrong_is_said_where_it_stands, bad_rows);
	tcase_add_test(tests, what_is_reset_is_not_looked_at);
	tcase_add_test(tests, aliases_beside_each_other_are_no_cycle);
	tcase_add_test(tests, a_secret_is_not_quoted);
	tcase_add_test(tests, documents_before_an_error_are_given);
	tcase_add_test(tests, an_empty_document_is_null);
	tcase_add_test(tests, utf16_becomes_utf8);
	tcase_add_test(tests, nesting_has_a_limit);
	tcase_add_test(tests, aliases_cannot_get_around_the_limit_of_nesting);
	tcase_add_test(tests, an_alias_bomb_is_counted_not_expanded);
	tcase_add_test(tests, many_services_may_share_an_anchor);
	tcase_add_test(tests, many_anchors_are_found_fast);
	tcase_add_test(tests, many_equal_keys_take_no_longer_than_others);
	tcase_add_test(tests, many_tag_directives_are_refused);
	LOOP(every_byte_of_a_scalar_is_found, openings);
	LOOP(a_map_of_a_scalar_changes_no_answer, openings);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
