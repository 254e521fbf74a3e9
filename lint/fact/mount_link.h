/* SPDX-License-Identifier: MIT */
/*
 * Where the source of a mount leads when the links on the way to it are followed.
 *
 * Only where the user asks for it (--resolve-links): what a link leads to differs
 * from one host to the next, and is nothing that a repository says.  A path that
 * is not there, or whose links lead nowhere, has no end.
 */
#ifndef FACT_MOUNT_LINK_H
#define FACT_MOUNT_LINK_H

#include "read/file.h"

/* The end of an absolute, clean path; empty: there is no link on the way.  *link: the first one. */
struct str mount_link_end(struct arena *arena, const struct files *files, struct str path,
			  struct str *link);

#endif
