/* SPDX-License-Identifier: MIT */
/*
 * The conductor: files of one project to one const struct project.
 *
 * The steps of a project, in the order of compose-go's loader/loader.go; other
 * modules of this room name them by their numbers.  For each document of each
 * file:
 *
 *  1 parse, with the paths of tags        8 unicity: one entry for one name
 *  2 the top is a mapping, keys are text  9 the schema, on all that is merged
 *  3 interpolate and cast                10 drop `version`
 *  4 extends                             11 short forms to long ones
 *  5 what !reset and !override take away 12 empty items of `dns`
 *  6 include                             13 unicity again
 *  7 merge over the documents before
 *
 * After the last one, an included project for itself too:
 *
 * 14 default values                      16 paths made absolute
 * 15 checks of resources and ports       17 bare names of variables, values of them
 *
 * and for the whole project alone:
 *
 * 18 neither model nor name is empty     22 consistency of enabled services
 * 19 what is normal: networks, names     23 env_file, then label_file
 * 20 each value in its type              24 resources that nobody uses
 * 21 profiles
 *
 * Then Dockerfiles and facts.  It alone asks for more files (include, extends,
 * env_file, Dockerfile), through the callbacks of read/file.h.
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
