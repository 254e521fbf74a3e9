/* SPDX-License-Identifier: MIT */
/* What a terminal wants, by the environment and by what it says itself. */
#include "config.h"

#include "report/term.h"

#include <check.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "tests/suite.h"

/* ---- colour ---- */

static const struct {
	const char *environment[4];
	bool terminal, colour;
} colours[] = {
	{ { "TERM=xterm" }, true, true },
	{ { "TERM=xterm" }, false, false },
	{ { "TERM=dumb" }, true, false },
	{ { NULL }, true, false },
	{ { "TERM=xterm", "NO_COLOR=1" }, true, false },
	{ { "TERM=xterm", "NO_COLOR=" }, true, true },
	{ { "FORCE_COLOR=1" }, false, true },
	{ { "FORCE_COLOR=0" }, false, false },
	{ { "FORCE_COLOR=false", "CLICOLOR_FORCE=1" }, false, true },
	{ { "NO_COLOR=1", "FORCE_COLOR=1" }, true, false },
	{ { "TERM=xterm", "CLICOLOR=0" }, true, false },
	{ { "TERM=xterm", "CLICOLOR=1" }, true, true },
	{ { "TERM=xterm", "NO_COLORS=1" }, true, true },
};

START_TEST(the_first_variable_that_speaks_decides_on_colour)
{
	ck_assert_int_eq(term_wants_colour(colours[_i].environment, colours[_i].terminal),
			 colours[_i].colour);
}
END_TEST

/* ---- links ---- */

static const struct {
	const char *environment[4];
	bool terminal, colour, links;
} links[] = {
	{ { "TERM=xterm-kitty" }, true, true, true },
	{ { "TERM=xterm-kitty" }, false, true, false },
	{ { "TERM=xterm-kitty" }, true, false, false },
	{ { "TERM=xterm-kitty", "CI=1" }, true, true, false },
	{ { "TERM=xterm-256color" }, true, true, false },
	{ { "WT_SESSION=x" }, true, true, true },
	{ { "VTE_VERSION=4999" }, true, true, false },
	{ { "VTE_VERSION=5000" }, true, true, false },
	{ { "VTE_VERSION=7006" }, true, true, true },
	{ { "TERM_PROGRAM=iTerm.app", "TERM_PROGRAM_VERSION=3.0.15" }, true, true, false },
	{ { "TERM_PROGRAM=iTerm.app", "TERM_PROGRAM_VERSION=3.1" }, true, true, true },
	{ { "TERM_PROGRAM=iTerm.app", "TERM_PROGRAM_VERSION=x" }, true, true, false },
	{ { "TERM_PROGRAM=vscode", "TERM_PROGRAM_VERSION=1.9.2" }, true, true, false },
	{ { "TERM_PROGRAM=vscode", "TERM_PROGRAM_VERSION=1.105.1" }, true, true, true },
	{ { "TERM_PROGRAM=ghostty" }, true, true, true },
	{ { "FORCE_HYPERLINK=1", "CI=1" }, false, false, true },
	{ { "FORCE_HYPERLINK=0", "WT_SESSION=x" }, true, true, true },
};

START_TEST(only_terminals_that_are_known_get_links)
{
	ck_assert_int_eq(
		term_wants_links(links[_i].environment, links[_i].terminal, links[_i].colour),
		links[_i].links);
}
END_TEST

/* ---- width ---- */

/* A terminal of so many columns, 0: it does not know; NULL: this system gives none. */
static FILE *terminal(int *master, unsigned short columns)
{
	struct winsize size = { .ws_row = 24, .ws_col = columns };
	const char *name;
	int slave;

	*master = posix_openpt(O_RDWR | O_NOCTTY);
	if (*master < 0 || grantpt(*master) != 0 || unlockpt(*master) != 0)
		return NULL;
	name = ptsname(*master);
	slave = name ? open(name, O_RDWR | O_NOCTTY) : -1;
	if (slave < 0 || ioctl(slave, TIOCSWINSZ, &size) != 0)
		return NULL;
	return fdopen(slave, "w");
}

static const struct {
	const char *environment[2];
	unsigned short columns;
	unsigned width;
} widths[] = {
	{ { NULL }, 120, 120 },
	{ { NULL }, 0, 80 },
	{ { "COLUMNS=60" }, 120, 60 },
	/* what is no width does not count */
	{ { "COLUMNS=" }, 120, 120 },
	{ { "COLUMNS=0" }, 120, 120 },
	{ { "COLUMNS=-5" }, 120, 120 },
	{ { "COLUMNS=10000" }, 120, 120 },
	{ { "COLUMNS=wide" }, 120, 120 },
};

START_TEST(the_width_is_what_the_user_says_else_what_the_terminal_says)
{
	int master;
	FILE *stream = terminal(&master, widths[_i].columns);

	if (!stream)
		return;
	ck_assert(term_is_terminal(stream));
	ck_assert_uint_eq(term_width(widths[_i].environment, stream), widths[_i].width);
	fclose(stream);
	close(master);
}
END_TEST

START_TEST(a_file_has_no_width_whatever_the_user_says)
{
	static const char *const environment[] = { "COLUMNS=60", NULL };
	FILE *stream = tmpfile();

	ck_assert_ptr_nonnull(stream);
	ck_assert(!term_is_terminal(stream));
	ck_assert_uint_eq(term_width(environment, stream), 0);
	fclose(stream);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("term");
	TCase *all = tcase_create("term");

	tcase_add_loop_test(all, the_first_variable_that_speaks_decides_on_colour, 0,
			    (int)(sizeof(colours) / sizeof(*colours)));
	tcase_add_loop_test(all, only_terminals_that_are_known_get_links, 0,
			    (int)(sizeof(links) / sizeof(*links)));
	tcase_add_loop_test(all, the_width_is_what_the_user_says_else_what_the_terminal_says, 0,
			    (int)(sizeof(widths) / sizeof(*widths)));
	tcase_add_test(all, a_file_has_no_width_whatever_the_user_says);
	suite_add_tcase(suite, all);
	return run_suite(suite);
}
