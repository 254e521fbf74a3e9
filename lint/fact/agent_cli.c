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

/* Some name of the list begins so. */
static bool begins_name(char c)
{
	switch (c) {
	case '@':
	case 'a':
	case 'b':
	case 'c':
	case 'g':
	case 'i':
	case 'm':
	case 'o':
	case 'q':
	case 's':
		return true;
	default:
		return false;
	}
}

/* A name of the list that begins there and stands alone, the first in its order. */
static bool name_at(struct str text, size_t at, unsigned where, struct agent_cli_match *match)
{
	struct str rest = str_slice(text, at, text.n);

	for (size_t i = 0; i < NROWS; i++) {
		struct str name = rows[i].text;

		if (name.p[0] != rest.p[0] || !(rows[i].where & where) || !str_starts(rest, name) ||
		    (rest.n > name.n && is_name_byte(rest.p[name.n])))
			continue;
		*match = (struct agent_cli_match){ name, at, at + name.n };
		return true;
	}
	return false;
}

/* The first of the listed names in the text, by place and then by the order of the list. */
static bool search(struct str text, size_t from, unsigned where, struct agent_cli_match *match)
{
	bool in_name = from && from <= text.n && is_name_byte(text.p[from - 1]);

	for (size_t at = from; at < text.n; at++) {
		if (!in_name && begins_name(text.p[at]) && name_at(text, at, where, match))
			return true;
		in_name = is_name_byte(text.p[at]);
	}
	return false;
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
