/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/agent_cli.h"

#include "base/path.h"

enum { IN_RUN = 1 << 0, IN_IMAGE = 1 << 1, IN_COMMAND = 1 << 2 };

static const struct row {
	struct str text;
	unsigned where;
} rows[] = {
#define AGENT_CLI(text, where) { STR_INIT(text), where },
#include "fact/agent_cli.list"
#undef AGENT_CLI
};

enum { NROWS = sizeof(rows) / sizeof(*rows) };

/* Bytes that go on with a name; "@", "=" and the like end it. */
static bool is_name_byte(char c)
{
	return byte_is_alnum(c) || c == '-' || c == '_';
}

static bool stands_alone(struct str text, size_t from, size_t to)
{
	return (from == 0 || !is_name_byte(text.p[from - 1])) &&
	       (to == text.n || !is_name_byte(text.p[to]));
}

/* The first of the listed names in the text, by place and then by the order of the list. */
static bool search(struct str text, size_t from, unsigned where, struct agent_cli_match *match)
{
	bool found = false;

	for (size_t i = 0; i < NROWS; i++) {
		size_t at = from;

		if (!(rows[i].where & where))
			continue;
		while ((at = str_find(text, rows[i].text, at)) != STR_NPOS) {
			size_t end = at + rows[i].text.n;

			if (stands_alone(text, at, end) && (!found || at < match->from)) {
				*match = (struct agent_cli_match){ rows[i].text, at, end };
				found = true;
				break;
			}
			at++;
		}
	}
	return found;
}

bool agent_cli_in_run(struct str text, size_t from, struct agent_cli_match *match)
{
	return search(text, from, IN_RUN, match);
}

bool agent_cli_in_image(struct str reference, struct agent_cli_match *match)
{
	return search(reference, 0, IN_IMAGE, match);
}

bool agent_cli_is_program(struct str argument, struct agent_cli_match *match)
{
	struct str base = path_base(argument);

	for (size_t i = 0; i < NROWS; i++) {
		if (!(rows[i].where & IN_COMMAND) || !str_eq(base, rows[i].text))
			continue;
		*match = (struct agent_cli_match){ rows[i].text, argument.n - base.n, argument.n };
		return true;
	}
	return false;
}
