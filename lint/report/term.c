/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "report/term.h"

#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

struct str term_variable(const char *const *environment, struct str name)
{
	for (; environment && *environment; environment++) {
		if (strncmp(*environment, name.p, name.n) == 0 && (*environment)[name.n] == '=')
			return str_from(*environment + name.n + 1);
	}
	return STR_NONE;
}

static bool forces(struct str value)
{
	return value.n && !str_eq(value, STR("0")) && !str_eq_nocase(value, STR("false"));
}

bool term_wants_colour(const char *const *environment, bool is_terminal)
{
	struct str term = term_variable(environment, STR("TERM"));

	if (term_variable(environment, STR("NO_COLOR")).n)
		return false;
	if (forces(term_variable(environment, STR("FORCE_COLOR"))) ||
	    forces(term_variable(environment, STR("CLICOLOR_FORCE"))))
		return true;
	if (str_eq(term_variable(environment, STR("CLICOLOR")), STR("0")))
		return false;
	if (!term.n || str_eq(term, STR("dumb")))
		return false;
	return is_terminal;
}

/* The number at the start of the value, -1 where there is none. */
static int64_t number(struct str value)
{
	int64_t n = -1;
	size_t end = 0;

	while (end < value.n && byte_is_digit(value.p[end]))
		end++;
	return str_to_int(str_slice(value, 0, end), &n) ? n : -1;
}

/* "3.1.5" is at least 3.1. */
static bool is_version(struct str value, int64_t major, int64_t minor)
{
	struct str first = str_cut(&value, '.');
	int64_t a = number(first), b = value.p ? number(value) : 0;

	return a > major || (a == major && b >= minor);
}

/* GNOME's terminal library shows links since 0.50; 0.50.0 itself crashes. */
static bool is_vte(const char *const *environment)
{
	int64_t version = number(term_variable(environment, STR("VTE_VERSION")));

	return version > 5000;
}

static bool shows_links(const char *const *environment)
{
	static const struct {
		struct str program;
		int64_t major, minor;
	} programs[] = {
		{ STR_INIT("iTerm.app"), 3, 1 }, { STR_INIT("WezTerm"), 0, 0 },
		{ STR_INIT("vscode"), 1, 72 },   { STR_INIT("ghostty"), 0, 0 },
		{ STR_INIT("zed"), 0, 0 },       { STR_INIT("WarpTerminal"), 0, 0 },
	};
	static const struct str terms[] = { STR_INIT("xterm-kitty"), STR_INIT("alacritty"),
					    STR_INIT("xterm-ghostty") };
	struct str program = term_variable(environment, STR("TERM_PROGRAM"));
	struct str version = term_variable(environment, STR("TERM_PROGRAM_VERSION"));
	struct str term = term_variable(environment, STR("TERM"));

	if (term_variable(environment, STR("WT_SESSION")).n || is_vte(environment))
		return true;
	for (size_t i = 0; i < sizeof(programs) / sizeof(*programs); i++)
		if (str_eq(program, programs[i].program) &&
		    (!programs[i].major ||
		     is_version(version, programs[i].major, programs[i].minor)))
			return true;
	for (size_t i = 0; i < sizeof(terms) / sizeof(*terms); i++)
		if (str_eq(term, terms[i]))
			return true;
	return false;
}

bool term_wants_links(const char *const *environment, bool is_terminal, bool colour)
{
	if (forces(term_variable(environment, STR("FORCE_HYPERLINK"))))
		return true;
	return colour && !term_is_read_elsewhere(environment, is_terminal) &&
	       shows_links(environment);
}

bool term_is_read_elsewhere(const char *const *environment, bool is_terminal)
{
	return !is_terminal || term_variable(environment, STR("CI")).n > 0;
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
	if (str_to_int(term_variable(environment, STR("COLUMNS")), &columns) && columns > 0 &&
	    columns < 10000)
		return (unsigned)columns;
	if (ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col)
		return size.ws_col;
	return 80;
}
