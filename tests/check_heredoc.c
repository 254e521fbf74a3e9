/* SPDX-License-Identifier: MIT */
/* Which words of an instruction open a heredoc: what BuildKit takes for one. */
#include "config.h"

#include "read/heredoc.h"

#include <check.h>

#include "tests/suite.h"

struct row {
	const char *line;
	const char *markers; /* names, "+" behind one that expands, "-" behind one that strips */
};

static const struct row rows[] = {
	/* the shape */
	{ "RUN <<EOF", "EOF+ " },
	{ "RUN cat <<EOF >/x", "EOF+ " },
	{ "RUN 3<<-EOF", "EOF+- " },
	{ "RUN << EOF", "EOF+ " },
	{ "RUN <<\t EOF x", "EOF+ " },
	{ "RUN << -EOF", "-EOF+ " },
	{ "RUN <<EOF;", "EOF;+ " },
	{ "COPY <<A <<B /", "A+ B+ " },
	{ "RUN <<$X", "$X+ " },
	{ "RUN cat <<- EOF", "" },
	{ "RUN cat<<EOF", "" },
	{ "RUN 3a<<EOF", "" },
	{ "RUN <<<EOF", "" },
	{ "RUN <<< EOF", "" },
	{ "RUN <<EOF<x", "" },
	{ "RUN <EOF", "" },
	{ "RUN <<", "" },
	{ "RUN $((1<<3))", "" },
	{ "RUN $(( 1 << 3 ))", "3+ " },
	/* quotes: of the marker, and around it */
	{ "RUN <<\"EOF\"", "EOF " },
	{ "RUN <<E'O'F", "EOF " },
	{ "RUN <<'E F'", "E F " },
	{ "RUN <<\"a\\\"b\"", "a\"b " },
	{ "RUN <<'a\\b'", "a\\b " },
	{ "RUN <<\"a\\b\"", "a\\b " },
	{ "RUN <<\\EOF", "EOF+ " },
	{ "RUN <<''", "" },
	{ "RUN \"<<EOF\"", "" },
	{ "RUN \\<<EOF", "" },
	{ "RUN \"it's\" <<A", "A+ " },
	{ "RUN 'it\\' <<A", "A+ " },
	/* a line that cannot be split has none */
	{ "RUN it's <<A", "" },
	{ "RUN <<A it's", "" },
	{ "RUN \"x <<A", "" },
	/* references are jumped over */
	{ "RUN $ $X $(x) <<A", "A+ " },
	{ "RUN ${X} ${1} ${@} ${-} <<A", "A+ " },
	{ "RUN ${X:-'}'}\"${X:-\"a b\"}\" <<A", "A+ " },
	{ "RUN ${X:?${Y}} ${X-\\}} ${X:=y} ${X:1:2} <<A", "A+ " },
	{ "RUN ${X#a} ${X%%a} ${X/a/b} ${X//a/b} ${X/a\\/b/\\}} <<A", "A+ " },
	{ "RUN ${X:-<<B} <<A", "A+ " },
	{ "RUN $${X^^} <<A", "A+ " },
	/* and one that the builder does not know makes the line one that cannot be split */
	{ "RUN ${X^^} <<A", "" },
	{ "RUN \"${X^^}\" <<A", "" },
	{ "RUN ${#X} <<A", "" },
	{ "RUN ${!X} <<A", "" },
	{ "RUN ${X[0]} <<A", "" },
	{ "RUN ${} <<A", "" },
	{ "RUN ${:-a} <<A", "" },
	{ "RUN ${{X}} <<A", "" },
	{ "RUN ${X/a} <<A", "" },
	{ "RUN ${X/a/b <<A", "" },
	{ "RUN ${X:} <<A", "" },
	{ "RUN ${X:-a <<A", "" },
	{ "RUN ${X:-'a} <<A", "" },
	{ "RUN ${X:-${Y^^}} <<A", "" },
	{ "RUN <<A ${", "" },
	{ "RUN <<A ${X", "" },
};

START_TEST(a_line_has_the_heredocs_that_buildkit_sees)
{
	const struct row *row = &rows[_i];
	struct arena arena = { 0 };
	struct builder list = { .arena = &arena };
	struct heredoc_markers found = heredoc_find(&arena, str_from(row->line));

	for (size_t i = 0; i < found.count; i++)
		builder_fmt(&list, "%.*s%s%s ", STR_FMT(found.items[i].name),
			    found.items[i].expand ? "+" : "", found.items[i].strip_tabs ? "-" : "");
	ck_assert_msg(str_eq(builder_str(&list), str_from(row->markers)), "%s: %.*s", row->line,
		      STR_FMT(builder_str(&list)));
	arena_free(&arena);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("heredoc");
	TCase *cases = tcase_create("heredoc");

	tcase_add_loop_test(cases, a_line_has_the_heredocs_that_buildkit_sees, 0,
			    (int)(sizeof(rows) / sizeof(*rows)));
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
