/* SPDX-License-Identifier: MIT */
/*
 * The variables of a Dockerfile at one point: names to values and to what they
 * were made from.
 *
 * A scope is never changed: setting a name gives a new scope that shares the
 * rest with the old one, so every RUN may keep the scope it saw.  NULL is the
 * empty scope.  Lives in the arena of the setter; nothing fails.
 */
#ifndef IMAGE_SCOPE_H
#define IMAGE_SCOPE_H

#include "base/arena.h"
#include "base/source.h"
#include "base/str.h"

enum scope_kind {
	SCOPE_ARG,       /* an ARG of the Dockerfile */
	SCOPE_ENV,       /* an ENV */
	SCOPE_BUILD_ARG, /* build.args of Compose */
	SCOPE_BUILTIN    /* TARGETARCH, PATH ...: no place */
};

struct scope_origin {
	enum scope_kind kind;
	struct str name;
	struct span span;
};

struct scope_value {
	struct str text;
	enum scope_kind kind;               /* what set it last */
	const struct scope_origin *origins; /* all that fed it, itself first */
	size_t norigins;
	const struct str *unset; /* names without a value that took part */
	size_t nunset;
	bool uncertain; /* a build argument whose value cannot be known took part */
};

struct scope;

const struct scope *scope_set(struct arena *arena, const struct scope *scope, struct str name,
			      struct scope_value value);
/* NULL: not set. */
const struct scope_value *scope_find(const struct scope *scope, struct str name);

#endif
