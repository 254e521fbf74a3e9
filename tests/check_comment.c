/* SPDX-License-Identifier: MIT */
/* Comments: what is one, and what it is about. */
#include "config.h"

#include <check.h>

#include "base/diag.h"
#include "read/comment.h"
#include "tests/suite.h"

static bool all_are_wanted(struct str text)
{
	(void)text;
	return true;
}

static bool only_notes(struct str text)
{
	return str_starts(text, STR("note"));
}

struct row {
	const char *name;
	enum comment_language language;
	const char *bytes;
	/* "LINE TEXT" and behind " > " what it is about, its line ends as "/"; a line that is not
	   the comment's own is marked "+", one before everything else "^", one where none can
	   be "!" */
	const char *wanted;
};

static const struct row rows[] = {
	{ "above a pair", COMMENT_YAML, "a:\n  # x\n  b: 1\n  c: 2\n", "2 x > b: 1\n" },
	{ "above all", COMMENT_YAML, "# x\na:\n  b: 1\n", "1 x ^ > a:/  b: 1\n" },
	{ "behind a pair", COMMENT_YAML, "a:\n  b: 1 # x\n  c: 2\n", "2 x + > b: 1\n" },
	{ "behind a key", COMMENT_YAML, "a: # x\n  b: 1\n  c: 2\nd: 3\n",
	  "1 x + > a: # x/  b: 1/  c: 2\n" },
	{ "above an item", COMMENT_YAML, "- a\n# x\n- b: 1\n  c: 2\n- d\n", "2 x > b: 1/  c: 2\n" },
	{ "behind an item", COMMENT_YAML, "- a # x\n- b\n", "1 x + > a\n" },
	{ "behind the first line of an item", COMMENT_YAML, "- a: 1 # x\n  b: 2\n- c\n",
	  "1 x + > a: 1 # x/  b: 2\n" },
	{ "behind the sign of an item", COMMENT_YAML, "- # x\n  a: 1\n  b: 2\n",
	  "1 x ^ > a: 1/  b: 2\n" },
	{ "above a less indented one", COMMENT_YAML, "a:\n  b: 1\n  # x\nc: 2\n", "3 x > c: 2\n" },
	{ "behind several", COMMENT_YAML, "a: {\n  b: 1, c: {d: 2}, # x\n  e: 3}\n",
	  "2 x + > b: 1, c: {d: 2}\n" },
	{ "behind the end of a flow", COMMENT_YAML, "a: [b,\n] # x\nc: 1\n", "2 x +\n" },
	{ "behind all", COMMENT_YAML, "a: 1\n# x", "2 x\n" },
	{ "behind the document", COMMENT_YAML, "a: 1\n...\n# x\n", "3 x\n" },
	{ "between documents", COMMENT_YAML, "a: 1\n---\n# x\nb: 2\n", "3 x > b: 2\n" },
	{ "behind a marker", COMMENT_YAML, "--- # x\nb: 2\n", "1 x ^ > b: 2\n" },
	{ "two for one", COMMENT_YAML, "a:\n# x\n\n   # y\n b: 1\n", "2 x > b: 1\n4 y > b: 1\n" },
	{ "an anchor and a tag belong to the entry", COMMENT_YAML, "a: 1\n# x\n&k b: !!str &v 2\n",
	  "2 x > &k b: !!str &v 2\n" },
	{ "an alias is not what it names", COMMENT_YAML, "a: &v\n  b: 1\n# x\nc: *v\nd: 2\n",
	  "3 x > c: *v\n" },
	{ "a merge", COMMENT_YAML, "a: &v {b: 1}\nc:\n  # x\n  <<: *v\n", "3 x > <<: *v\n" },
	{ "a key without value", COMMENT_YAML, "# x\na:\nb: 1\n", "1 x ^ > a\n" },
	{ "behind an anchor without value", COMMENT_YAML, "a: &v # x\nb: 1\n", "1 x + > a\n" },
	{ "no blank is needed", COMMENT_YAML, "a: 1\n#x\nb: 2\n", "2 x > b: 2\n" },
	{ "a tab before and behind", COMMENT_YAML, "a: 1\t#\tx\t\n", "1 x + > a: 1\n" },
	{ "CRLF", COMMENT_YAML, "a:\r\n  # x\r\n  b: 1\r\n", "2 x > b: 1\n" },
	{ "a byte order mark", COMMENT_YAML, "\xEF\xBB\xBF# x\na: 1\n", "1 x ^ > a: 1\n" },
	{ "beyond ASCII", COMMENT_YAML, "\xC3\xA9: \xF0\x9F\x90\xB3 # \xC3\xA9\nb: 1\n",
	  "1 \xC3\xA9 + > \xC3\xA9: \xF0\x9F\x90\xB3\n" },
	{ "NEL ends a line", COMMENT_YAML, "a: 1 # x\xC2\x85# y\nb: 2\n",
	  "1 x + > a: 1\n1 y > b: 2\n" },
	{ "a URL is none", COMMENT_YAML, "a: http://x.example/#y\nb: c#d\n", "" },
	{ "quotes hold none", COMMENT_YAML, "a: \"1 # x\"\nb: '2 # y\n  # z'\n", "" },
	{ "a block scalar holds none", COMMENT_YAML, "a: |\n  1\n  # x\n\n  # y\nb: >-\n  # z\n",
	  "" },
	{ "but its header may have one", COMMENT_YAML, "a: | # x\n  # y\nb: 1\n",
	  "1 x + > a: | # x/  # y\n" },
	{ "and behind it is one", COMMENT_YAML, "a: |\n  1\n# x\nb: 1\n", "3 x > b: 1\n" },
	{ "a plain scalar of two lines ends before one", COMMENT_YAML, "a: 1\n  2 # x\nb: 1\n",
	  "2 x +\n" },
	{ "in what is not well-formed", COMMENT_YAML, "# x\na: 1\nb: [\n", "1 x ^ > a: 1\n" },
	{ "in nothing else", COMMENT_YAML, "# x\n", "1 x ^\n" },

	{ "above an instruction", COMMENT_DOCKERFILE, "FROM a\n# x\nRUN b \\\n  c\nRUN d\n",
	  "2 x > RUN b \\/  c\n" },
	{ "within an instruction", COMMENT_DOCKERFILE, "FROM a\nRUN b \\\n # x\n  c\nRUN d\n",
	  "3 x > RUN b \\/ # x/  c\n" },
	{ "above all, behind directives", COMMENT_DOCKERFILE,
	  "# syntax=docker/dockerfile:1\n# x\nFROM a\n",
	  "1 syntax=docker/dockerfile:1 ^ > FROM a\n2 x ^ > FROM a\n" },
	{ "behind an instruction is none", COMMENT_DOCKERFILE,
	  "FROM a # w\nRUN\t# v\nRUN b # x \"\nRUN c \\\n # y \"\n d\\\n\\\n# z\n e # q\r\nRUN f\n",
	  "2 v + !\n3 x \" + !\n"
	  "5 y \" > RUN c \\/ # y \"/ d\\/\\/# z/ e # q\n"
	  "8 z > RUN c \\/ # y \"/ d\\/\\/# z/ e # q\n"
	  "9 q + !\n" },
	{ "quotes of an instruction hold none", COMMENT_DOCKERFILE,
	  "FROM a\nRUN b \" # x\" ' # y' c#z \\\" # w\nRUN '\\' # v\n", "2 w + !\n3 v + !\n" },
	{ "a heredoc holds none", COMMENT_DOCKERFILE, "FROM a\nRUN <<E # w\n# x\nb # x\nE\n# y\n",
	  "2 w + !\n6 y\n" },

	{ "above an assignment", COMMENT_ENV, "A=1\n  # x\nB=2\nC=3\n", "2 x > B=2\n" },
	{ "above all assignments", COMMENT_ENV, "# x\nA=1\n", "1 x ^ > A=1\n" },
	{ "behind an assignment is none", COMMENT_ENV,
	  "A=1 # x\nB=\"2\" # y\n # z\nC=#z\nD='\n# v' #w\n",
	  "1 x + !\n2 y + !\n3 z > C=#z\n6 w + !\n" },
	{ "quotes of an env file hold none", COMMENT_ENV, "A=\"1\n# x\n\"\n# y\nB='\n# z'\n",
	  "4 y > B='/# z'\n" },
	{ "CRLF in an env file", COMMENT_ENV, "A=1\r\n# x\r\nB=2\r\n", "2 x > B=2\n" },
	{ "format raw", COMMENT_ENV, "A='\n# x\nB C\nD=1\n# y\n", "2 x > B C\n5 y\n" },
	{ "above what cannot be read", COMMENT_ENV, "A=1\n# x\nB C\n# y\nD=1 # z\n",
	  "2 x > B C\n4 y > D=1 # z\n" },
};

static void render(struct lint *lint, struct builder *b, const struct comment *comment)
{
	struct str about = source_text(&lint->sources, comment->about);

	builder_fmt(b, "%u %.*s%s%s%s",
		    source_place(&lint->sources, comment->span.source, comment->span.start).line,
		    STR_FMT(comment->text), comment->own_line ? "" : " +",
		    comment->leads ? " ^" : "", comment->behind ? " !" : "");
	if (!span_is_none(comment->about))
		builder_add(b, STR(" > "));
	for (size_t i = 0; i < about.n; i++)
		if (about.p[i] != '\r')
			builder_byte(b, about.p[i] == '\n' ? '/' : about.p[i]);
	builder_byte(b, '\n');
}

START_TEST(a_comment_is_about_what_stands_beside_it)
{
	const struct row *row = &rows[_i];
	struct lint lint;
	struct builder got;
	const struct comment *all;
	const struct source *source;
	size_t count;

	lint_init(&lint);
	got = (struct builder){ .arena = &lint.run };
	source = source_add(&lint.sources, STR("f"), STR("/f"), str_from(row->bytes));
	count = comments_read(&lint.run, source, row->language, all_are_wanted, &all);
	for (size_t i = 0; i < count; i++)
		render(&lint, &got, &all[i]);
	ck_assert_msg(str_eq(builder_str(&got), str_from(row->wanted)), "%s: wanted\n%sgot\n%.*s",
		      row->name, row->wanted, STR_FMT(builder_str(&got)));
	ck_assert_msg(lint.diag.count == 0, "%s: a finding was made again", row->name);
	lint_free(&lint);
}
END_TEST

START_TEST(only_what_is_wanted_is_kept)
{
	struct lint lint;
	const struct comment *all;
	const struct source *source;

	lint_init(&lint);
	source = source_add(&lint.sources, STR("f"), STR("/f"), STR("# a\n# note\nb: 1 # c\n"));
	ck_assert_uint_eq(comments_read(&lint.run, source, COMMENT_YAML, only_notes, &all), 1);
	ck_assert(str_eq(all[0].text, STR("note")));
	lint_free(&lint);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("comment");
	TCase *tcase = tcase_create("comment");

	tcase_add_loop_test(tcase, a_comment_is_about_what_stands_beside_it, 0,
			    sizeof(rows) / sizeof(*rows));
	tcase_add_test(tcase, only_what_is_wanted_is_kept);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
