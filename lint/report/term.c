/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "report/term.h"

#include <sys/ioctl.h>
#include <unistd.h>

static struct str lookup(const char *const *environment, struct str name)
{
	for (; environment && *environment; environment++) {
		struct str entry = str_from(*environment);

		if (str_starts(entry, name) && entry.n > name.n && entry.p[name.n] == '=')
			return str_slice(entry, name.n + 1, entry.n);
	}
	return STR_NONE;
}

static bool forces(struct str value)
{
	return value.n && !str_eq(value, STR("0")) && !str_eq_nocase(value, STR("false"));
}

bool term_wants_colour(const char *const *environment, bool is_terminal)
{
	struct str term = lookup(environment, STR("TERM"));

	if (lookup(environment, STR("NO_COLOR")).n)
		return false;
	if (forces(lookup(environment, STR("FORCE_COLOR"))) ||
	    forces(lookup(environment, STR("CLICOLOR_FORCE"))))
		return true;
	if (str_eq(lookup(environment, STR("CLICOLOR")), STR("0")))
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
	if (str_to_int(lookup(environment, STR("COLUMNS")), &columns) && columns > 0 &&
	    columns < 10000)
		return (unsigned)columns;
	if (ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col)
		return size.ws_col;
	return 80;
}
