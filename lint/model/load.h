/* SPDX-License-Identifier: MIT */
/*
 * The conductor: files of one project to one const struct project.
 *
 * Order of the stages as in compose-go's loader/loader.go: per file and document
 * read, interpolate, cast, extends, tags, include, merge, unicity, schema,
 * canonical; then defaults, checks, paths, names, profiles; then Dockerfiles and
 * facts.
 * It alone asks for more files (include, extends, env_file, Dockerfile), through
 * the callbacks of read/file.h.
 *
 * A file named by the caller that cannot be opened: struct failure.  Everything
 * wrong inside files: findings.  A file that is not well-formed: its finding
 * yaml-syntax, *project is NULL, and nothing that only follows from it.
 */
#ifndef MODEL_LOAD_H
#define MODEL_LOAD_H

#include "model/load_request.h"
#include "model/project.h"

struct failure load_project(struct lint *lint, const struct load_request *request,
			    const struct project **project);

#endif
