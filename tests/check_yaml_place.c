/* SPDX-License-Identifier: MIT */
/* Where a scalar, and a piece of one, stands in the file. */
#include "config.h"

#include <check.h>

#include "parsed.h"
#include "read/written.h"
#include "tests/suite.h"

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
	{ "comments that such a line ends are not of it", "a: &x #\xC2\x85#\n  b\n", "a", "b" },
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
	struct str input = arena_fmt(&parsed_lint.run, "\xC3\xA9: 1\na: %s\nz: 2\n", row->scalar);
	size_t from;

	parse(input);
	node = at("a");
	ck_assert_msg(node != NULL, "%s: no scalar in\n%s", row->name, input.p);
	expect_text(row->name, "text", input.p, str_from(row->text), node->text);
	from = str_find(node->text, str_from(row->piece), 0);
	piece = yaml_cut(&parsed_lint, node, from, from + str_from(row->piece).n);
	expect_text(row->name, "piece", input.p, str_from(row->piece), piece->text);
	expect_text(row->name, "span", input.p, str_from(row->wanted), source_of(piece->span));
}
END_TEST

START_TEST(a_piece_of_a_piece_is_found)
{
	const struct node *piece;

	parse(STR("a: 'x''y:z/w'\n"));
	piece = yaml_cut(&parsed_lint, at("a"), 4, 7);
	expect_text("first", "text", "a", STR("z/w"), piece->text);
	piece = yaml_cut(&parsed_lint, piece, 2, 3);
	expect_text("second", "text", "a", STR("w"), piece->text);
	ck_assert_uint_eq(piece->span.start, 11);
}
END_TEST

/* "${V}:$$x/${W}" with the value "/p:q" of V and unknown W. */
static struct node *interpolated(void)
{
	const struct node *written = at("a");
	struct node *node = node_copy(&parsed_lint.run, written);
	struct part *parts = ARENA_ARRAY(&parsed_lint.run, 3, struct part);

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
		    source_of(yaml_subspan(&parsed_lint.sources, node, 1, 2)));
	expect_text("literal", "span", "a", STR("x/"),
		    source_of(yaml_subspan(&parsed_lint.sources, node, 6, 8)));
	expect_text("dollars", "span", "a", STR("$$"),
		    source_of(yaml_subspan(&parsed_lint.sources, node, 5, 6)));
	expect_text("across", "span", "a", STR("${V}:$$"),
		    source_of(yaml_subspan(&parsed_lint.sources, node, 3, 6)));
	piece = yaml_cut(&parsed_lint, node, 5, 12);
	expect_text("piece", "text", "a", STR("$x/${W}"), piece->text);
	ck_assert(node_is_unknown(piece));
	ck_assert_uint_eq(piece->nparts, 2);
	piece = yaml_cut(&parsed_lint, piece, 1, 3);
	expect_text("piece of a piece", "span", "a", STR("x/"), source_of(piece->span));
	ck_assert(!node_is_unknown(piece));
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
	struct builder b = { .arena = &parsed_lint.scratch };
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
	struct span whole = yaml_subspan(&parsed_lint.sources, node, 0, node->text.n),
		    before = { 0 };

	ck_assert(span_within(whole, node->span));
	if (node->text.n > 1 && span_eq(whole, node->span) && node->style != STYLE_PLAIN)
		return false;
	for (size_t i = 0; i < node->text.n; i++) {
		struct span span = yaml_subspan(&parsed_lint.sources, node, i, i + 1);
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
	size_t scalars = 0, found = 0;

	seed = 7 + (uint32_t)_i;
	for (int round = 0; round < 3000; round++) {
		struct str input;

		lint_free(&parsed_lint);
		lint_init(&parsed_lint);
		input = generated((uint32_t)_i, 9);
		parse(input);
		if (!parsed.broken && at("a") && at("a")->kind == NODE_STRING &&
		    str_trim(at("a")->text).n && at("z")) {
			scalars++;
			found += pieces_are_found(at("a"), input);
		}
	}
	/* the generator must have made scalars, and whole spans must be the exception */
	ck_assert_uint_gt(scalars, 300);
	ck_assert_msg(found * 100 >= scalars * 98, "opening <%s>: %zu of %zu found", openings[_i],
		      found, scalars);
}
END_TEST

START_TEST(a_map_of_a_scalar_changes_no_answer)
{
	size_t asked = 0;

	seed = 7 + (uint32_t)_i;
	for (int round = 0; round < 1000; round++) {
		struct written_map map = { .arena = &parsed_lint.run };
		const struct node *node;

		lint_free(&parsed_lint);
		lint_init(&parsed_lint);
		parse(generated((uint32_t)_i, 300));
		node = parsed.broken ? NULL : at("a");
		if (!node || node->kind != NODE_STRING || !node->text.n)
			continue;
		for (int question = 0; question < 50; question++, asked++) {
			size_t from = chance((uint32_t)node->text.n);
			size_t to = from + (size_t)chance(9) * (chance(9) ? 1 : 99);

			if (to > node->text.n)
				to = node->text.n;
			ck_assert(span_eq(
				yaml_subspan(&parsed_lint.sources, node, from, to),
				yaml_subspan_of_many(&parsed_lint.sources, node, from, to, &map)));
		}
	}
	ck_assert_uint_gt(asked, 0);
}
END_TEST

#define LOOP(test, rows) tcase_add_loop_test(tests, test, 0, (int)(sizeof(rows) / sizeof(*(rows))))

int main(void)
{
	Suite *suite = suite_create("yaml-place");
	TCase *tests = tcase_create("yaml-place");

	tcase_set_timeout(tests, 60);
	tcase_add_checked_fixture(tests, parsed_begin, parsed_end);
	LOOP(spans_are_exact, span_rows);
	LOOP(a_piece_of_a_scalar_is_found_in_the_file, cut_rows);
	tcase_add_test(tests, a_piece_of_a_piece_is_found);
	tcase_add_test(tests, a_piece_of_a_value_stands_for_its_reference);
	LOOP(every_byte_of_a_scalar_is_found, openings);
	LOOP(a_map_of_a_scalar_changes_no_answer, openings);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
