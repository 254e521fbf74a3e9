/* SPDX-License-Identifier: MIT */
/*
 * Paths in a model made absolute (compose-go, paths/resolve.go).
 *
 * A relative path is joined to the directory; "~" becomes HOME, which stays a
 * reference while the env keeps it symbolic.  What begins with a piece that is
 * not known stays as it is.  A changed scalar keeps its span and history, and
 * `written` leads to what the file says.  The file system is asked for the links
 * in paths of develop.watch alone, which Compose follows.
 */
#ifndef MODEL_PATHS_H
#define MODEL_PATHS_H

#include "base/diag.h"
#include "model/env.h"
#include "read/file.h"

/* The whole canonical model of a project, or of a file that is extended.  A watched link that leads
   nowhere is a finding and sets *refused. */
const struct node *paths_resolve(struct lint *lint, struct env *env, const struct files *files,
				 const struct node *model, struct str directory, bool *refused);
/* The node itself, or with "~" at its start expanded. */
const struct node *paths_expand_home(struct lint *lint, struct env *env, const struct node *path);
/* A context or a file that Compose or BuildKit fetches: URL, git reference, oci://. */
bool paths_is_remote(struct str text);

#endif
