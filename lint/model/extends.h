/* SPDX-License-Identifier: MIT */
/*
 * extends: a service inherits another (Compose Specification, "extends").
 *
 * Works on one document before it is merged.  Another file is asked for through
 * a callback, so that this module knows neither load nor read.  Inherited nodes
 * carry STEP_EXTENDS (span: the extends entry).  Unknown service, a file that
 * cannot be opened, a cycle: finding model-invalid at the extends entry (cycle:
 * the others related); *refused is set, and the service stands alone.  So do all
 * of them where they would inherit more than the limit, which is counted before
 * anything is copied.  A service that extends one that is empty stays as it is,
 * its extends entry included, which whoever extends it then inherits.
 */
#ifndef MODEL_EXTENDS_H
#define MODEL_EXTENDS_H

#include "base/diag.h"
#include "base/node.h"

struct extends_source {
	void *self;
	bool *limited; /* it is said that the project would go beyond LIMIT_INHERITED_NODES */
	/*
	 * The services mapping of another file, interpolated, cast, merged and canonical, its
	 * relative paths resolved against its own directory; NULL when it could not be had
	 * (already said).  `file` is the scalar that names it; `from_directory` the directory
	 * it is relative to; *directory receives the directory of the file found, *tagged the
	 * paths of its last document's tags (read/yaml.h), which alone compose-go keeps.
	 */
	const struct node *(*services)(void *self, const struct node *file,
				       struct str from_directory, struct str *directory,
				       struct str *file_name, const struct node **tagged);
};

/* `tagged`: the paths of the document's tags, which take away what a service inherits. */
const struct node *extends_resolve(struct lint *lint, const struct node *document,
				   const struct node *tagged, struct str directory,
				   const struct extends_source *source, bool *refused);

#endif
