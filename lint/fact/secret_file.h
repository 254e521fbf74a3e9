/* SPDX-License-Identifier: MIT */
/*
 * Files of a build context that no image should hold: credentials by name or
 * content, env files, a git directory (context-secret); and what
 * the content of a file says.
 */
#ifndef FACT_SECRET_FILE_H
#define FACT_SECRET_FILE_H

#include "fact/hostpath.h"
#include "image/context.h"

/* What stands in a file whose name alone does not tell (*.pem, .npmrc); others are not read. */
enum hostpath_content secret_file_content(struct arena *arena, const struct files *files,
					  struct str path);

#endif
