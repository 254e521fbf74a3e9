/* SPDX-License-Identifier: MIT */
/*
 * Files of a build context that no image should hold: credentials by name or
 * content, env files, a git directory (rules.md 2.9, `context-secret`).  Pure.
 */
#ifndef FACT_SECRET_FILE_H
#define FACT_SECRET_FILE_H

#include "image/context.h"

/* *kind: "ssh key", "environment file" ...; false: nothing is known against it. */
bool secret_file(struct arena *arena, const struct context_file *file, struct str *kind);

#endif
