/* SPDX-License-Identifier: MIT */
/*
 * Accounts that commands of a RUN make or renumber, and the groups
 * they join, by useradd(8), groupadd(8), usermod(8) and those of busybox.
 *
 * Names and texts borrow the words of the command; nothing fails.
 */
#ifndef IMAGE_ACCOUNT_H
#define IMAGE_ACCOUNT_H

#include "image/shell.h"

/* A number is given that cannot be read here: it may be 0. */
enum { ACCOUNT_UID_OPEN = -2 };

struct account_change {
	struct str name; /* empty: the command makes no account */
	int64_t uid;     /* -1: not known, but not 0; or ACCOUNT_UID_OPEN */
	bool renumbers;  /* usermod: changes an account that exists */
};

/* Groups that a command puts an account into. */
struct account_joining {
	struct str account;   /* empty: the command puts none into a group */
	struct str groups[2]; /* separated by commas; p NULL: none */
};

struct account_joining account_joining_of_command(const struct shell_command *command);

struct account_change account_of_command(const struct shell_command *command);
/* A line of /etc/passwd, "app:x:1000:1000::/:/bin/sh". */
struct account_change account_of_line(struct str line);

#endif
