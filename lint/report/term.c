/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "report/term.h"

#include <sys/ioctl.h>
#include <unistd.h>

static bool forces(struct str value)
{
	return value.n && !str_eq(value, STR("0")) && !str_eq_nocase(value, STR("false"));
}

bool term_wants_colour(const char *const *environment, bool is_terminal)
{
	struct str term = str_of_variable(environment, STR("TERM"));

	if (str_of_variable(environment, STR("NO_COLOR")).n)
		return false;
	if (forces(str_of_variable(environment, STR("FORCE_COLOR"))) ||
	    forces(str_of_variable(environment, STR("CLICOLOR_FORCE"))))
		return true;
	if (str_eq(str_of_variable(environment, STR("CLICOLOR")), STR("0")))
		return false;
	if (!term.n || str_eq(term, STR("dumb")))
		return false;
	return is_terminal;
}

bool term_is_terminal(FILE *stream)
{
	return isatty(fileno(stream)) == 1;
}

unsigned term_width(const char *const *environment, FILE *stream)
{
	int64_t columns;
	struct winsize size;

	if (!term_is_terminal(stream))
		return 0;
	if (str_to_int(str_of_variable(environment, STR("COLUMNS")), &columns) && columns > 0 &&
	    columns < 10000)
		return (unsigned)columns;
	if (ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col)
		return size.ws_col;
	return 80;
}
