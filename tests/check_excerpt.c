/* SPDX-License-Identifier: MIT */
/* Lines of a file with what is meant marked in them. */
#include "config.h"

#include "report/report.h"

#include <check.h>

#include "base/limits.h"
#include "fact/credential.h"
#include "made.h"
#include "report/excerpt.h"
#include "report/line.h"
#include "tests/suite.h"

/* ---- excerpts ---- */

static const struct excerpt_row {
	const char *name;
	const char *bytes;
	const char *marked; /* what the span covers */
	enum excerpt_kind kind;
	bool secret;
	const char *text, *parent;
	size_t column, width;
} excerpts[] = {
	{ "a wide character", "a: \xE7\x8C\xAB x\n", "x", EXCERPT_YAML, false, "a: \xE7\x8C\xAB x",
	  "", 6, 1 },
	{ "a TAB", "a:\tx\n", "x", EXCERPT_YAML, false, "a:    x", "", 6, 1 },
	{ "a combining mark", "e\xCC\x81: x\n", "x", EXCERPT_YAML, false, "e\xCC\x81: x", "", 3,
	  1 },
	{ "an escape sequence", "\033[31m: x\n", "x", EXCERPT_YAML, false, "\\x1B[31m: x", "", 10,
	  1 },
	{ "invalid bytes", "\xFF: x\n", "x", EXCERPT_YAML, false, "\\xFF: x", "", 6, 1 },
	{ "a runner's command", "a: ##[error] x\n", "x", EXCERPT_YAML, false,
	  "a: #\\u{23}[error] x", "", 18, 1 },
	{ "a runner's command, halved by the span", "a: ##[error]\n", "[error]", EXCERPT_YAML,
	  false, "a: #\\u{23}[error]", "", 5, 12 },
	{ "a byte order mark",
	  "\xEF\xBB\xBF"
	  "a: x\n",
	  "x", EXCERPT_YAML, false, "a: x", "", 3, 1 },
	{ "CRLF", "a: x\r\n", "x", EXCERPT_YAML, false, "a: x", "", 3, 1 },
	{ "an empty span", "a: \n", "", EXCERPT_YAML, false, "a: ", "", 0, 1 },
	{ "the item's key", "k:\n# c\n\n- a\n- x\n", "x", EXCERPT_YAML, false, "- x", "k:", 2, 1 },
	{ "no parent in a Dockerfile", "RUN a \\\n  x\n", "x", EXCERPT_OTHER, false, "  x", "", 2,
	  1 },
	{ "a line of what is no Dockerfile", "machine h\n login me\n", "login", EXCERPT_DOCKERFILE,
	  false, "", "", 0, 0 },
	{ "a line of a Dockerfile", "login me\nfrom --platform=x y as z\n", "login",
	  EXCERPT_DOCKERFILE, false, "login me", "", 0, 5 },
	{ "a line of letters, which begin with From", "From me@x Mon\nlogin me\n", "login",
	  EXCERPT_DOCKERFILE, false, "", "", 0, 0 },
	{ "what stands below a name", "environment:\n  PASSWORD:\n    - hush\n", "hush",
	  EXCERPT_YAML, false, "    ***", "  PASSWORD:", 4, 3 },
	{ "what stands deep below a name", "labels:\n  token:\n    x:\n      y: hush\n", "hush",
	  EXCERPT_YAML, false, "      ***", "    ***", 6, 3 },
	{ "what stands below the name of a service", "services:\n  token:\n    - x\n", "x",
	  EXCERPT_YAML, false, "    - x", "  token:", 6, 1 },
	{ "what stands behind an explicit key", "args:\n  ? PASSWORD\n  : hush\n", "hush",
	  EXCERPT_YAML, false, "  ***", "args:", 2, 3 },
	{ "what stands behind an explicit key that is torn",
	  "args:\n  ? \"PASS\\\n    WORD\"\n  : hush\n", "hush", EXCERPT_YAML, false, "  ***",
	  "args:", 2, 3 },
	{ "what stands behind a torn key", "args: {\"PASS\\\n  WORD\": hush, a: 1}\n", "hush",
	  EXCERPT_YAML, false, "  WORD\": ***", "args: {\"PASS\\", 9, 3 },
	{ "a line of an env file", "NAME=quiet value\n", "quiet value", EXCERPT_ENV, false,
	  "NAME=***", "", 5, 3 },
	{ "a comment of an env file", "# NAME=quiet\nA\n", "NAME", EXCERPT_ENV, false, "***", "", 0,
	  3 },
	{ "a secret behind its name", "a: {TOKEN: hush}\n", "TOKEN", EXCERPT_YAML, true,
	  "a: {TOKEN: ***", "", 4, 5 },
	{ "a secret behind NAME=", "- TOKEN=hush\n", "TOKEN=hush", EXCERPT_YAML, true,
	  "- TOKEN=***", "", 2, 9 },
	{ "a part of what is hidden", "NAME=a $B\n", "$B", EXCERPT_ENV, false, "NAME=***", "", 5,
	  3 },
	{ "a name alone", "- TOKEN\n", "TOKEN", EXCERPT_YAML, true, "- TOKEN", "", 2, 5 },
	{ "a secret as value", "value: hush\n", "hush", EXCERPT_YAML, true, "value: ***", "", 7,
	  3 },
};

START_TEST(an_excerpt_marks_the_columns_that_are_meant)
{
	const struct excerpt_row *row = &excerpts[_i];
	struct source *source =
		source_add(&made_lint.sources, STR("f"), STR("/f"), str_from(row->bytes));
	struct excerpt_request request = { .sources = &made_lint.sources,
					   .credentials = made.credentials,
					   .kind = row->kind,
					   .secret = row->secret,
					   .span = made_at(source, str_from(row->marked)) };
	struct excerpt got = excerpt_make(&made_lint.run, &request);

	ck_assert_msg(str_eq(got.text, str_from(row->text)), "%s: wanted |%s|, got |%.*s|",
		      row->name, row->text, STR_FMT(got.text));
	ck_assert_msg(str_eq(got.parent_text, str_from(row->parent)), "%s: parent |%.*s|",
		      row->name, STR_FMT(got.parent_text));
	ck_assert_msg(got.column == row->column && got.width == row->width,
		      "%s: wanted %zu+%zu, got %zu+%zu", row->name, row->column, row->width,
		      got.column, got.width);
}
END_TEST

START_TEST(a_long_line_is_cut_around_what_is_meant)
{
	struct builder b = { .arena = &made_lint.run };
	struct excerpt_request request = { .sources = &made_lint.sources,
					   .credentials = made.credentials };
	struct source *source;
	struct excerpt got;

	for (size_t i = 0; i < 300; i++)
		builder_add(&b, STR("\xE7\x8C\xAB "));
	builder_add(&b, STR("HERE"));
	for (size_t i = 0; i < 300; i++)
		builder_add(&b, STR(" b"));
	builder_byte(&b, '\n');
	source = source_add(&made_lint.sources, STR("f"), STR("/f"), builder_str(&b));
	request.span = made_at(source, STR("HERE"));
	got = excerpt_make(&made_lint.run, &request);
	ck_assert_uint_le(line_width(got.text), 163);
	ck_assert(str_starts(got.text, STR("\xE2\x80\xA6")));
	ck_assert(str_ends(got.text, STR("\xE2\x80\xA6")));
	ck_assert_uint_eq(got.width, 4);
	ck_assert_uint_eq(line_width(str_slice(got.text, 0, str_find(got.text, STR("HERE"), 0))),
			  got.column);
}
END_TEST

START_TEST(excerpts_of_one_line_are_the_same_whichever_came_before)
{
	struct source *source =
		source_add(&made_lint.sources, STR("f"), STR("/f"),
			   STR("a: [\xC3\xA9\xFF, ##[y, \xE7\x8C\xAB b, sk-]\nTOKEN: hush\n"));
	struct excerpt_memo memo = { 0 };
	struct excerpt_request request = { .sources = &made_lint.sources,
					   .credentials = made.credentials };

	for (uint32_t at = 0; at < 100; at++) {
		uint32_t from = at * 7 % (uint32_t)source->bytes.n;
		struct excerpt alone, kept;

		request.span = (struct span){ source->number, from, from + at % 5 };
		request.secret = at % 3 == 0;
		request.memo = NULL;
		alone = excerpt_make(&made_lint.run, &request);
		request.memo = &memo;
		kept = excerpt_make(&made_lint.run, &request);
		ck_assert(str_eq(alone.text, kept.text));
		ck_assert_uint_eq(alone.column, kept.column);
		ck_assert_uint_eq(alone.width, kept.width);
	}
}
END_TEST

static struct excerpt excerpt_at(struct excerpt_request *request, const struct source *source,
				 const char *text)
{
	size_t at = str_find(source->bytes, str_from(text), 0);

	request->span = (struct span){ source->number, (uint32_t)at, (uint32_t)at + 1 };
	return excerpt_make(&made_lint.run, request);
}

START_TEST(a_line_that_goes_on_is_searched_once_for_all_findings_in_it)
{
	struct source *source =
		source_add(&made_lint.sources, STR("f"), STR("/f"),
			   STR("ENV A_TOKEN=\\\n hush B_TOKEN=quiet \\\n c\nRUN d\n"));
	struct excerpt_memo memo = { 0 };
	struct excerpt_request request = { .memo = &memo,
					   .sources = &made_lint.sources,
					   .credentials = made.credentials,
					   .kind = EXCERPT_OTHER,
					   .secret = true };
	struct excerpt first = excerpt_at(&request, source, "hush"), second;
	size_t joined = memo.joined;

	ck_assert_uint_gt(joined, 0);
	second = excerpt_at(&request, source, "B_TOKEN");
	ck_assert_uint_eq(memo.joined, joined);
	ck_assert(!str_has(first.text, STR("hush")) && !str_has(first.text, STR("quiet")));
	ck_assert(!str_has(second.text, STR("hush")) && !str_has(second.text, STR("quiet")));
}
END_TEST

START_TEST(lines_that_go_on_are_no_longer_shown_when_many_were_searched)
{
	struct source *source = source_add(&made_lint.sources, STR("f"), STR("/f"),
					   STR("RUN a \\\n bc \\\n de\nRUN f\n"));
	struct excerpt_memo memo = { .joined = LIMIT_JOINED_BYTES, .source = source->number };
	struct excerpt_request request = { .memo = &memo,
					   .sources = &made_lint.sources,
					   .credentials = made.credentials,
					   .kind = EXCERPT_OTHER };

	ck_assert_uint_eq(excerpt_at(&request, source, "a").line, 0);
	ck_assert_uint_eq(excerpt_at(&request, source, "bc").line, 0);
	ck_assert_uint_eq(excerpt_at(&request, source, "de").line, 0);
	ck_assert_uint_eq(excerpt_at(&request, source, "f").line, 4);
}
END_TEST

START_TEST(a_parent_is_the_same_whichever_was_asked_for_before)
{
	static const char *const lines[] = { "a:\n",       "  b:\n",    "  - c\n", "    d: 1\n",
					     "\n",         "    - e\n", "# f\n",   "      g: 2\n",
					     "    h: 3\n", "- i\n" };
	struct builder b = { .arena = &made_lint.run };
	struct excerpt_memo memo = { 0 };
	struct excerpt_request request = { .sources = &made_lint.sources,
					   .credentials = made.credentials };
	struct source *source;
	uint32_t state = 1;

	/* more than anybody looks up for a parent */
	for (size_t i = 0; i < 1000; i++) {
		state = state * 1103515245 + 12345;
		builder_add(&b,
			    str_from(lines[i == 0 || (i > 400 && i < 700) ? (i > 0) * 3
									  : state / 65536 % 10]));
	}
	source = source_add(&made_lint.sources, STR("f"), STR("/f"), builder_str(&b));
	for (uint32_t at = 0; at < source->bytes.n; at += at % 7 + 1) {
		struct excerpt alone, kept;

		request.span = (struct span){ source->number, at, at };
		request.memo = NULL;
		alone = excerpt_make(&made_lint.run, &request);
		request.memo = &memo;
		kept = excerpt_make(&made_lint.run, &request);
		ck_assert_uint_eq(alone.parent, kept.parent);
		ck_assert(str_eq(alone.parent_text, kept.parent_text));
	}
}
END_TEST

START_TEST(an_excerpt_of_any_span_is_sane)
{
	struct source *source =
		source_add(&made_lint.sources, STR("f"), STR("/f"),
			   STR("a:\r\n\t- \xC3\xA9\xFF: \xE2\x80\xAE x\n\n k: ##[y] v\n  ::z"));
	struct excerpt_request request = { .sources = &made_lint.sources,
					   .credentials = made.credentials };

	for (uint32_t from = 0; from <= source->bytes.n; from++) {
		for (uint32_t to = from; to <= source->bytes.n; to++) {
			struct excerpt got;

			request.span = (struct span){ source->number, from, to };
			got = excerpt_make(&made_lint.run, &request);
			if (!got.line)
				continue;
			ck_assert_uint_ge(got.width, 1);
			ck_assert_uint_le(got.column + got.width, line_width(got.text) + 1);
			ck_assert(!str_has(got.text, STR("##[")));
		}
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("excerpt");
	TCase *tests = tcase_create("excerpt");

	tcase_add_checked_fixture(tests, made_begin, made_end);
	tcase_add_loop_test(tests, an_excerpt_marks_the_columns_that_are_meant, 0,
			    (int)(sizeof(excerpts) / sizeof(*excerpts)));
	tcase_add_test(tests, a_long_line_is_cut_around_what_is_meant);
	tcase_add_test(tests, excerpts_of_one_line_are_the_same_whichever_came_before);
	tcase_add_test(tests, a_line_that_goes_on_is_searched_once_for_all_findings_in_it);
	tcase_add_test(tests, lines_that_go_on_are_no_longer_shown_when_many_were_searched);
	tcase_add_test(tests, a_parent_is_the_same_whichever_was_asked_for_before);
	tcase_add_test(tests, an_excerpt_of_any_span_is_sane);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
