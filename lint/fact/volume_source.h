/* SPDX-License-Identifier: MIT */
/*
 * What of the host hides behind a named volume.
 *
 * The engine's local driver hands `type`, `device` and `o` to mount(2) as the
 * host's root.  So a volume may be a bind mount under another name, a disk of
 * the host, a file system of its kernel (/proc, /sys, /dev) or an overlay whose
 * layers are directories of the host.
 *
 * Source of the facts: moby, volume/local; mount(8).
 */
#ifndef FACT_VOLUME_SOURCE_H
#define FACT_VOLUME_SOURCE_H

#include "model/project.h"

/* The scalar with the host path, in the definition or made for it (run arena); NULL: a directory of
   the engine's own, or nothing that a path of this host names. */
const struct node *volume_source(struct arena *arena, const struct resource *volume,
				 struct str project_directory);

#endif
